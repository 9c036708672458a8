"""The same sessions typed and printed: a host that answers a script's requests from lines of text.

Every line is one utterance, found in the closed set as dictated text would be, with the same margin between two
meanings. `fox: black cat` or `Fuchs: schwarzer Kater` says who is speaking; an empty line is silence. There is no
clock but the number of lines: each takes as long as a sentence, and a silence as long as the script is ready to wait.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.phrases.match import TextMatch, plain
from voicehost.table.parts import seat_named
from voicehost.table.script import (
    Adjust,
    Adjusted,
    Aside,
    Cue,
    Expect,
    Listen,
    Note,
    Quiet,
    Reply,
    Request,
    Said,
    Script,
    Seating,
    Tell,
    Told,
)
from voicehost.tell.narrator import Line

SENTENCE_MS: Final = 1_000.0  # what a sentence takes on the made-up clock
PATIENCE_MS: Final = 5_000.0  # a script that waits less does not wait for anybody to type
SURE: Final = 1.0

Show = Callable[[Line], None]
Log = Callable[[str, dict[str, object]], None]


class LinesEnded(Exception):  # noqa: N818 - an event, not a mistake
    """No more lines will come, and the script still wants to hear something."""


class TypedHost:
    """Plays scripts with `lines` as what is said. Every line that the host tells goes to `show`."""

    def __init__(
        self,
        lines: Iterator[str],
        show: Show,
        grammar: Grammar,
        names: Sequence[str],
        log: Log = lambda kind, facts: None,
    ) -> None:
        self._lines = lines
        self._show = show
        self._grammar = grammar
        self._names = tuple(names)
        self._log = log
        self._now = 0.0

    def run(self, script: Script) -> None:
        """Answer the script's requests until it ends. Raises LinesEnded if it outlives the lines."""
        try:
            request = next(script)
            while True:
                request = script.send(self._answer(request))
        except StopIteration:
            return

    def _answer(self, request: Request) -> Reply:
        match request:
            case Tell(lines):
                for line in lines:
                    self._show(line)
                return self._told()
            case Listen():
                return self._listen(request)
            case Note(kind, facts):
                self._log(kind, facts)
                return Quiet(self._now)
            case Expect() | Aside():
                return Quiet(self._now)
            case Seating(grammar, names):
                self._grammar, self._names = grammar, names
                return Quiet(self._now)
            case Adjust():
                return Adjusted(possible=False)
            case Cue():
                return Told(self._now, self._now)

    def _told(self) -> Told:
        start, self._now = self._now, self._now + SENTENCE_MS
        return Told(start, self._now)

    def _listen(self, request: Listen) -> Said | Quiet:
        if request.until - self._now < PATIENCE_MS:
            self._now = max(self._now, request.until)
            return Quiet(self._now)
        line = next(self._lines, None)
        if line is None:
            raise LinesEnded
        if not line.strip():
            self._now = max(self._now, request.until)
            return Quiet(self._now)
        return self._said(*self._speaker(line), request)

    def _speaker(self, line: str) -> tuple[int | None, str]:
        """Whose line it is, and the line without the name in front."""
        name, colon, rest = line.partition(":")
        names = [plain(known) for known in self._names]
        if colon and plain(name) in names:
            return names.index(plain(name)), rest
        found = self._match(name, "who")
        seat = seat_named(_meaning(found), self._names) if colon and found.reason is Reason.HEARD else None
        return (None, line) if seat is None else (seat, rest)

    def _said(self, seat: int | None, text: str, request: Listen) -> Said:
        told = self._told()
        found = self._match(text, request.state)
        if found.reason is not Reason.HEARD and request.otherwise:
            other = self._match(text, request.otherwise)
            found = other if other.reason is Reason.HEARD else found
        self._log("heard", {"text": text.strip(), "reason": found.reason.value, "meaning": str(_meaning(found))})
        return Said(seat, told.start, told.end, found.reason, found.best, SURE if found.best else 0.0)

    def _match(self, text: str, states: str) -> TextMatch:
        return self._grammar.match(text, self._phrases(states))

    def _phrases(self, states: str) -> tuple[Phrase, ...]:
        names = {"seat": self._names}
        sets = (self._grammar.phrases(state, names) for state in states.split("+"))
        return tuple(dict.fromkeys(phrase for one in sets for phrase in one))


def _meaning(found: TextMatch) -> Intent | None:
    meaning = found.best.meaning if found.best else None
    return meaning if isinstance(meaning, Intent) else None
