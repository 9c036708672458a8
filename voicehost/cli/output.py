"""How commands show what happens: a timeline for people, JSON lines for machines, progress on the side."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from voicehost.table.host import Entry, Log


def print_json(entry: Mapping[str, Any]) -> None:
    """One JSON object on a line of its own."""
    print(json.dumps(entry, ensure_ascii=False), flush=True)


def table_console(*, stderr: bool = False, width: int | None = None) -> Console:
    """Where tables and signs of life are shown. Names of files, voices and children are text: [b] is no bold."""
    from rich.console import Console

    return Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)


def json_log(entry: Entry) -> None:
    """A timeline for machines."""
    print_json(entry.as_json())


def people_log(names: Sequence[str]) -> Log:
    """A timeline for people; `names` in order of seats, until others sit down."""
    seated = list(names)

    def log(entry: Entry) -> None:
        if entry.kind == "seated":
            seated[:] = entry.facts["names"]
        text = _Sentence(seated, entry.facts).of(entry.kind)
        if text:
            minutes, tenths = divmod(round(entry.at / 100), 600)
            print(f"{minutes:02d}:{tenths // 10:02d}.{tenths % 10}  {text}", flush=True)

    return log


@contextmanager
def progress(wanted: bool) -> Iterator[Callable[[str], None]]:
    """A line that moves while something long goes on; call it with what to show. Nothing where nobody looks."""
    from rich.status import Status
    from rich.text import Text

    on_screen = sys.stdout.isatty()
    console = table_console(stderr=not on_screen)
    if not wanted or not console.is_terminal:
        yield lambda text: None
        return
    with Status("", console=console) as status:
        yield lambda text: status.update(Text(text))


class _Sentence:
    """Timeline entries as lines of text."""

    def __init__(self, names: Sequence[str], facts: Mapping[str, Any]) -> None:
        self._names = names
        self._facts = facts

    def of(self, kind: str) -> str:
        """The line for an entry of this kind, "" for what people need not read."""
        writer = getattr(self, f"_{kind}", None)
        return writer() if writer else ""

    def _who(self) -> str:
        seat = self._facts.get("seat")
        return "somebody" if seat is None else self._name(seat)

    def _name(self, seat: int) -> str:
        return self._names[seat] if seat < len(self._names) else f"player {seat + 1}"

    def _winners(self) -> str:
        """Who won, and by what where there are several ways."""
        seats = self._facts.get("seats", (self._facts.get("seat"),))
        names = " and ".join(self._name(seat) for seat in seats)
        return f"{names}: {self._facts['reason']}" if "reason" in self._facts else names

    def _tell(self) -> str:
        return f"host      {self._facts['text']}" if self._facts["text"] else ""

    def _open(self) -> str:
        dice = " ".join(self._facts["dice"])
        return f"--------  round {self._facts['round']}: {dice}, {self._facts['size']} -- call!"

    def _shout(self) -> str:
        return f"          ({self._who()} shouts: {self._facts['text']}!)"

    def _said(self) -> str:
        return f"          ({self._who()} says: {self._facts['text']})"

    def _action(self) -> str:
        return f"action    {self._who()}: {self._facts['action']}"

    def _missed(self) -> str:
        return f"missed    {self._who()}: {self._facts['reason']}"

    def _heard(self) -> str:
        facts = self._facts
        if "text" not in facts:
            return f"heard     something on microphone {facts['channel'] + 1}: {facts['reason']}"
        times = f"onset {facts['onset_ms']:.0f} ms, decided {facts['latency_ms']:.0f} ms after its end"
        return f"heard     {self._who()}: {facts['text']} [{facts['lang']}] -- {facts['reason']}, {times}"

    def _trouble(self) -> str:
        return f"trouble   {self._facts['text']}"

    def _call(self) -> str:
        spells = " + ".join(self._facts["spells"]) or "pass"
        return f"call      {self._who()}: {spells}, onset {self._facts['onset_ms']:.0f} ms"

    def _question(self) -> str:
        return f"question  {self._facts['ask']}?"

    def _refused(self) -> str:
        return f"ignored   {self._who()}: {self._facts['reason']}"

    def _verdict(self) -> str:
        first = [name or "somebody" for name in self._facts["first"]]
        if not first:
            return "verdict   nobody called"
        return (
            f"verdict   {' and '.join(first)} together"
            if self._facts["together"]
            else f"verdict   {first[0]} was first"
        )

    def _event(self) -> str:
        facts = self._facts
        match facts["event"]:
            case "CallWrong":
                return f"wrong     {self._who()} is out of this round"
            case "CardWon":
                return f"verdict   {self._who()} wins the card, {facts['total']} so far"
            case "Tohuwabohu":
                return f"verdict   tohuwabohu: {' and '.join(map(self._name, facts['seats']))} at once"
            case "NobodyRight":
                return f"verdict   nobody was right: {' + '.join(facts['solution'])}"
            case "GameWon":
                return f"winner    {self._winners()}"
        return ""

    def _summary(self) -> str:
        shown = ", ".join(f"{name} {value}" for name, value in self._facts.items() if value is not None)
        return f"summary   {shown}"
