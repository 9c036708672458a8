"""A match: the only thing in the rules that changes.

It holds the state, draws chance when asked to, and writes every action into its journal. The journal is a
list of JSON lines: a header with the state after setup, then one line per action, chance included. Taking
back is a line too, since a journal is only ever appended to. Each line carries a checksum that goes on from
the line before, so that an edit is found on its own line; every 32nd action carries a digest of the state, so
that rules which have changed are found too.

    >>> from voicehost.rules import Match
    >>> from voicehost.rules.husch import Lift, Roll, Swap
    >>> match = Match.new("husch", players=3, seed=7)
    >>> match.turn
    Turn(seats=(-1,), hand=0)
    >>> match.throw(Roll("grey"))                  # a real die, read aloud; throw() draws a face
    (DieRolled(seat=0, face='grey'),)
    >>> match.legal()[0]
    Lift(seat=0, place=0)
    >>> match.do(Lift(seat=1, place=0))
    Traceback (most recent call last):
    voicehost.rules.core.Illegal: It is not the turn of seat 1.
    >>> [type(event).__name__ for event in match.do(Lift(seat=0, place=0))]
    ['HatLifted', 'TurnPassed']
    >>> match.takeback()                           # what has been seen cannot be unseen
    False
    >>> _ = match.throw(Roll("arrow")), match.do(Swap(seat=1, first=0, second=4))
    >>> match.takeback()                           # but nobody looked under these hats
    True
    >>> again = Match.resume(match.lines)
    >>> again.view == match.view, again.torn
    (True, False)

Options are given by name, and what cannot be is refused:

    >>> Match.new("hubi", players=3, seed=7, expert=4).view.hour
    4
    >>> Match.new("hubi", players=5, seed=7)
    Traceback (most recent call last):
    voicehost.rules.core.Illegal: hubi is for 2 to 4 players, not for 5.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any, Final, Generic

from voicehost.rules.codec import Malformed, decode, encode
from voicehost.rules.core import (
    NATURE,
    REFUSALS,
    Action,
    BySeat,
    Events,
    Game,
    Illegal,
    Result,
    S,
    Turn,
    public,
)
from voicehost.rules.dice import Dice

FORMAT: Final = 1
DIGEST_EVERY: Final = 32  # actions


class JournalError(ValueError):
    """A journal that cannot be resumed: `reason` for programs, `line` counted from 1, and a plain text."""

    def __init__(self, reason: str, line: int, text: str) -> None:
        super().__init__(reason, line, text)
        self.reason = reason
        self.line = line
        self.text = text

    def __str__(self) -> str:
        return f"Line {self.line} of the journal: {self.text}" if self.line else f"The journal: {self.text}"


def find_game(name: str) -> type[Game[Any]]:
    """The rules called `name`. Raises Illegal("unknown_game")."""
    from voicehost.rules import GAMES  # the games are listed one level up

    if name not in GAMES:
        facts = {"game": name, "games": ", ".join(sorted(GAMES))}
        raise Illegal("unknown_game", REFUSALS["unknown_game"].format(**facts), facts)
    return GAMES[name]


class Match(Generic[S]):
    """One game being played. `journal` is called with every new line, so that a shell can write it at once."""

    def __init__(
        self,
        game: Game[S],
        state: S,
        dice: Dice,
        journal: Callable[[str], None] | None = None,
    ) -> None:
        self.game = game
        self.lines: list[str] = []
        self.torn = False
        """Whether `resume` dropped a last line that had been cut off while it was written."""
        self._state = state
        self._dice = dice
        self._sink = journal
        self._sum = ""
        self._actions = 0
        self._before: list[S] = []
        """States that can be gone back to: none from before the last throw or reveal."""

    @classmethod
    def new(
        cls,
        name: str,
        *,
        players: int,
        seed: int | str,
        journal: Callable[[str], None] | None = None,
        **options: Any,
    ) -> Match[Any]:
        """Deal a game. Raises Illegal for an unknown game or option or an impossible player count."""
        game = find_game(name).with_options(**options)
        dice = Dice(seed)
        state = game.setup(players, dice)
        match = cls(game, state, dice, journal)
        match._write(
            {
                "voicehost": FORMAT,
                "game": name,
                "version": game.version,
                "options": game.options(),
                "players": players,
                "seed": seed,
                "drawn": dice.drawn,
                "state": encode(state),
            }
        )
        return match

    def write_to(self, journal: Callable[[str], None]) -> None:
        """Call `journal` with every line from now on."""
        self._sink = journal

    @property
    def view(self) -> S:
        """What everybody may see of the state."""
        return public(self._state)

    @property
    def opening(self) -> Events:
        """What the table is told before the first action."""
        return self.game.opening(self.view)

    @property
    def turn(self) -> Turn:
        """Who may act now."""
        return self.game.turn(self._state)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.game.result(self._state)

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """All that `seat` may do now; without a seat, all that anybody whose turn it is may do."""
        seats = self.turn.seats if seat is None else (seat,)
        return tuple(action for seat in seats for action in self.game.legal(self._state, seat))

    def why_not(self, action: Action) -> Illegal | None:
        """Why an action would be refused, or None if it is legal."""
        return self.game.why_not(self._state, action)

    def do(self, action: Action) -> Events:
        """Carry out an action and say what happened. Raises Illegal, and then nothing has changed."""
        return self._do(action, drawn=False)

    def throw(self, face: Action | None = None) -> Events:
        """Let NATURE act: with the face of a real die, or else with one that is drawn.

        Raises Illegal("not_now") if nothing is to be thrown, "no_such_face" for a face that the die does
        not have.
        """
        if face is not None:
            if face.seat != NATURE:
                raise self.game.refuse("no_such_face", face=repr(face))
            return self._do(face, drawn=False)
        odds = self.game.odds(self._state)
        if not odds:
            raise self.game.refuse("not_now", action="A throw")
        return self._do(self._dice.pick(odds), drawn=True)

    def takeback(self) -> bool:
        """Undo the last action of a player. False, and nothing undone, past a throw or a reveal."""
        if not self._before:
            return False
        self._state = self._before.pop()
        self._write({"takeback": True})
        return True

    @classmethod
    def resume(cls, lines: Iterable[str], journal: Callable[[str], None] | None = None) -> Match[Any]:
        """Play a journal again up to its end. Raises JournalError.

        A last line that was cut off while it was written is dropped and `torn` set. The match goes on as if
        it had never been interrupted: the same faces would be drawn. `journal` gets only the lines that are
        new.
        """
        texts = [line.rstrip("\r\n") for line in lines]
        while texts and not texts[-1].strip():
            texts.pop()
        if not texts:
            raise JournalError("empty", 0, "it is empty.")
        match = cls._from_header(texts[0])
        for number, text in enumerate(texts[1:], start=2):
            try:
                entry = match._read(text, number)
            except JournalError as error:
                if number == len(texts) and error.reason == "not_json":
                    match.torn = True
                    break
                raise
            match._replay(entry, number)
        match._sink = journal
        return match

    def _do(self, action: Action, drawn: bool) -> Events:
        state, events = self.game.apply(self._state, action)
        entry = action_to_json(action)
        if drawn:
            entry["drawn"] = True
        if (self._actions + 1) % DIGEST_EVERY == 0:
            entry["digest"] = digest(state)
        self._write(entry)  # if the line cannot be written, nothing has happened
        self._advance(state, action, events)
        return events

    def _advance(self, state: S, action: Action, events: Events) -> None:
        self._remember(action, events)
        self._state = state
        self._actions += 1

    def _remember(self, action: Action, events: Events) -> None:
        if action.seat == NATURE or any(event.reveals for event in events):
            self._before.clear()
        else:
            self._before.append(self._state)

    def _write(self, entry: dict[str, Any]) -> None:
        total = checksum(self._sum, _dump(entry))
        line = _dump({**entry, "sum": total})
        if self._sink is not None:
            self._sink(line)
        self.lines.append(line)
        self._sum = total

    def _read(self, text: str, number: int) -> dict[str, Any]:
        """One line of a journal, checked against the line before it."""
        entry = _object(text, number)
        claimed = entry.pop("sum", None)
        self._sum = checksum(self._sum, _dump(entry))
        if claimed != self._sum:
            raise JournalError("tampered", number, "it, or a line before it, was changed or is missing.")
        self.lines.append(text)
        return entry

    @classmethod
    def _from_header(cls, text: str) -> Match[Any]:
        header = _object(text, 1)
        if "voicehost" not in header:
            raise JournalError("no_header", 1, "it is not the beginning of a journal.")
        if header["voicehost"] != FORMAT:
            raise JournalError("other_version", 1, f"it has the format {header['voicehost']}, not {FORMAT}.")
        claimed = header.pop("sum", None)
        if claimed != checksum("", _dump(header)):
            raise JournalError("tampered", 1, "it was changed.")
        try:
            game = find_game(header["game"]).with_options(**header["options"])
            if header["version"] != game.version:
                raise JournalError("other_version", 1, f"it was played by other rules of {game.name}.")
            state = decode(game.state, header["state"])
            match: Match[Any] = cls(game, state, Dice(header["seed"], header["drawn"]))
        except (KeyError, TypeError, Malformed, Illegal) as error:
            raise JournalError("bad_header", 1, f"its header is damaged ({error}).") from None
        match._sum = claimed
        match.lines.append(text)
        return match

    def _replay(self, entry: dict[str, Any], number: int) -> None:
        if entry == {"takeback": True}:
            if not self._before:
                raise JournalError("refused", number, "there is nothing to take back.")
            self._state = self._before.pop()
            return
        drawn = entry.pop("drawn", False)
        claimed = entry.pop("digest", None)
        action = self._action(entry, number)
        try:
            state, events = self.game.apply(self._state, action)
        except Illegal as refusal:
            raise JournalError("refused", number, f"the rules refuse it. {refusal}") from None
        self._advance(state, action, events)
        if drawn:
            self._dice.draw()
        if claimed is not None and claimed != digest(state):
            raise JournalError("other_state", number, "these rules lead to another state.")

    def _action(self, entry: dict[str, Any], number: int) -> Action:
        try:
            return action_from_json(self.game, entry)
        except Malformed as error:
            raise JournalError("bad_action", number, f"it holds no action of {self.game.name} ({error}).") from None


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a JSON object: who, what, and the fields of the action."""
    return {"seat": action.seat, "do": type(action).__name__, **encode(action)}


def action_from_json(game: Game[Any] | type[Game[Any]], entry: Any) -> Action:
    """The action that `action_to_json` wrote. Raises Malformed."""
    kinds = {kind.__name__: kind for kind in game.actions}
    if not isinstance(entry, dict) or entry.get("do") not in kinds:
        raise Malformed(f"{entry!r} names no action")
    kind = kinds[entry["do"]]
    values = {name: value for name, value in entry.items() if name != "do"}
    if not issubclass(kind, BySeat) and values.pop("seat", None) != kind.seat:
        raise Malformed(f"{entry['do']} is not done by seat {entry.get('seat')!r}")
    action: Action = decode(kind, values)
    return action


def _object(text: str, number: int) -> dict[str, Any]:
    """A line of a journal as a JSON object."""
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        raise JournalError("not_json", number, "it is not JSON.") from None
    if not isinstance(entry, dict):
        raise JournalError("not_json", number, "it is not a JSON object.")
    return entry


def digest(state: Any) -> str:
    """A short fingerprint of a whole state, secrets included."""
    return hashlib.sha256(_dump(encode(state)).encode()).hexdigest()[:16]


def checksum(before: str, body: str) -> str:
    """The checksum of a line that follows a line with the checksum `before`."""
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()[:8]


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
