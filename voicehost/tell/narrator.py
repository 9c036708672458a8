"""What the table is told, and in whose language.

The narrator turns events and answers into lines; it decides nothing and plays nothing. On a mixed table news
for all comes in every language of the table, the main language first; what concerns one player comes in that
player's. Which message is for whom, and which tone goes before it, stands in voices/telling.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from voicehost import resources
from voicehost.errors import Trouble
from voicehost.tell.earcons import EARCONS
from voicehost.tell.messages import Messages, Several

TELLING_FILE: Final = "telling.toml"
SEAT_FACTS: Final = frozenset({"seat", "seats", "shaker", "other", "others"})
AUDIENCES: Final = ("all", "main", "seat", "none")


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to be told: an earcon, then a text, then a pause. Any of them may be missing.

    If `beat` is not empty, its words are spoken in an even beat instead of `text`, which is then for reading.
    """

    text: str
    lang: str
    earcon: str | None = None
    pause_ms: int = 0
    beat: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: a call sign ("fox") or a name ("Anna"), and the language that the player speaks."""

    name: str
    lang: str


@dataclass(frozen=True, slots=True)
class Manner:
    """How a message is told. `audience` is one of AUDIENCES.

    `earcon` is the name of a tone, or a table {by = "right", yes = "right", no = "wrong"}: the fact named by `by`
    chooses the tone, and there is none for values that are not listed.
    """

    audience: str = "all"
    earcon: str | Mapping[str, str] | None = None
    pause_ms: int = 0

    def tone(self, facts: Mapping[str, object]) -> str | None:
        """The earcon for these facts."""
        if not isinstance(self.earcon, Mapping):
            return self.earcon
        value = facts.get(self.earcon["by"])
        return self.earcon.get(("no", "yes")[value] if isinstance(value, bool) else str(value))


class Narrator:
    """Tells one game to one table. `langs` are the table's languages, the main one first.

    The same seed tells the same story. Raises Trouble for broken files and for a message that is missing.
    """

    def __init__(
        self,
        game: str | None,
        langs: Sequence[str],
        players: Sequence[Player] = (),
        *,
        seed: int = 0,
        overlay: Path | None = None,
    ) -> None:
        if not langs:
            raise ValueError("a table speaks at least one language")
        self.players = tuple(players)
        self.langs = tuple(dict.fromkeys([*langs, *(player.lang for player in players)]))
        self._load: Callable[[str], Messages] = partial(Messages, game=game, overlay=overlay, seed=seed)
        self._messages = {lang: self._load(lang) for lang in self.langs}
        self._manners = load_manners(game, overlay)

    @property
    def main(self) -> str:
        """The main language of the table."""
        return self.langs[0]

    def speak(self, lang: str, seat: int | None = None) -> None:
        """From now on speak `lang` with this player, or first of all with the table (None).

        Raises Trouble for a language without messages.
        """
        if lang not in self._messages:
            self._messages[lang] = self._load(lang)
        if seat is None:
            self.langs = (lang, *(other for other in self.langs if other != lang))
        else:
            changed = replace(self.players[seat], lang=lang)
            self.players = (*self.players[:seat], changed, *self.players[seat + 1 :])
            self.langs = tuple(dict.fromkeys([*self.langs, lang]))

    def event(self, event: object) -> list[Line]:
        """The lines that tell an event of the rules to the table; none if it is not worth a word."""
        name = message_of(event)
        silent = self._manners.get(name, Manner()).audience == "none"
        return [] if silent else self.say(name, **facts_of(event))

    def events(self, events: Iterable[object]) -> list[Line]:
        """The lines of several events."""
        return [line for event in events for line in self.event(event)]

    def say(self, message_id: str, *, to: int | None = None, **facts: Any) -> list[Line]:
        """The lines of a message. `to` is a seat: $seat in the message, told in that player's language.

        Facts may be numbers, keys of things of the game, truth values, and tuples of keys. Those called `seat`,
        `seats` and `shaker` are seat numbers.
        """
        manner = self._manners.get(message_id, Manner())
        if to is not None:
            facts = {"seat": to, **facts}
        tone = manner.tone(facts)
        lines: list[Line] = []
        for lang in self._audience(manner.audience, to, facts):
            text = self.text(message_id, lang, **facts)
            if text:
                lines.append(Line(text, lang, None if lines else tone, manner.pause_ms))
        return lines

    def text(self, message_id: str, lang: str, **facts: Any) -> str:
        """One wording of a message in a language, whoever it is for: for timelines and screens."""
        return self._messages[lang].render(message_id, self.named(facts))

    def refuse(self, reason: str, *, to: int | None = None, **facts: Any) -> list[Line]:
        """Why something cannot be done: `reason` as the rules give it ("round_over")."""
        return self.say(f"refusal-{_kebab(reason)}", to=to, **facts)

    def standings(self, points: Sequence[int], *, to: int | None = None) -> list[Line]:
        """The points of all seats, told in groups from the most to the fewest: message score-group."""
        lang = self.main if to is None else self.players[to].lang
        groups = {
            total: tuple(seat for seat, own in enumerate(points) if own == total)
            for total in sorted(set(points), reverse=True)
        }
        texts = [self.text("score-group", lang, total=total, seats=seats) for total, seats in groups.items()]
        return [Line(text, lang) for text in texts]

    def beat(self, symbols: Sequence[str], size: str) -> Line:
        """Dice in an even beat in the main language; on the last beat, the size of the card (Verhext)."""
        words = [self.text("beat-face", self.main, symbol=symbol) for symbol in symbols]
        words.append(self.text("beat-card", self.main, size=size))
        return Line(", ".join(words), self.main, beat=tuple(words))

    def name(self, seat: int, lang: str | None = None) -> str:
        """How a seat is called in a language (None: the main one): for timelines and screens."""
        return self.text("seat-name", lang or self.main, seat=seat)

    def _audience(self, audience: str, to: int | None, facts: Mapping[str, object]) -> tuple[str, ...]:
        seat = facts.get("seat") if audience == "seat" and to is None else to
        if isinstance(seat, int):
            return (self.players[seat].lang,)
        return (self.main,) if audience == "main" else self.langs

    def named(self, facts: Mapping[str, object]) -> dict[str, object]:
        """Fluent arguments: seats by name, and beside each tuple its length as $<name>-count."""
        named: dict[str, object] = {}
        for key, value in facts.items():
            if isinstance(value, tuple | list):
                named[f"{key}-count"] = len(value)
            named[key] = self._names(value) if key in SEAT_FACTS else value
        return named

    def _names(self, value: object) -> object:
        match value:
            case int():
                return self.players[value].name
            case tuple() | list():
                return Several(self.players[seat].name for seat in value)
        return value


def message_of(event: object) -> str:
    """The message that tells an event: its class name in kebab-case."""
    return _kebab(type(event).__name__)


def facts_of(event: object) -> dict[str, Any]:
    """The fields of an event (a dataclass) as facts of its message."""
    if not is_dataclass(event) or isinstance(event, type):
        raise TypeError(f"{event!r} is no event")
    return {field.name: getattr(event, field.name) for field in fields(event)}


def load_manners(game: str | None, overlay: Path | None = None) -> dict[str, Manner]:
    """How each message of a game is told, from voices/telling.toml; those not listed there are for all."""
    path = resources.find("voices", TELLING_FILE, overlay)
    if path is None:
        raise Trouble(f"voices/{TELLING_FILE} is missing from this installation; install voicehost again.")
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Trouble(f"{path}: {error}; mend that line.") from error
    manners: dict[str, Manner] = {}
    for name in ("common", game):
        for message_id, entry in tables.get(name, {}).items() if name else ():
            manners[message_id] = _manner(f"{path}: {name}.{message_id}", entry)
    return manners


def _manner(where: str, entry: Any) -> Manner:
    try:
        manner = Manner(**entry)
    except TypeError as error:
        raise Trouble(f"{where} has only audience, earcon and pause_ms ({error}).") from error
    if manner.audience not in AUDIENCES:
        raise Trouble(f"{where}: the audience is one of {', '.join(AUDIENCES)}, not {manner.audience!r}.")
    tones = manner.earcon if isinstance(manner.earcon, Mapping) else {"": manner.earcon or ""}
    for value, tone in tones.items():
        if tone and value != "by" and tone not in EARCONS:
            raise Trouble(f"{where}: the tone is one of {', '.join(EARCONS)}, not {tone!r}.")
    return manner


def _kebab(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).replace("_", "-").lower()
