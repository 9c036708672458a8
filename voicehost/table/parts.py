"""Pieces that scripts are made of: telling, asking, and the talk that is possible at any time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict
from typing import Any, Final, TypeVar

from voicehost.hear.ear import Reason
from voicehost.phrases.intent import Intent
from voicehost.rules.core import Event
from voicehost.table.script import Listen, Note, Quiet, Reply, Request, Said, Script, Talked, Tell, Told
from voicehost.tell.narrator import Line, Narrator

T = TypeVar("T")
Part = Generator[Request, Reply, T]
"""A piece of a script that ends with a T: `value = yield from part`."""

ANSWER_MS: Final = 6_000.0  # how long an answer to a question is waited for
TRIES: Final = 3  # how often a question is asked
PAUSE_MS: Final = 300_000.0  # how long a pause lasts before the host says good night


def tell(lines: Sequence[Line]) -> Part[Told]:
    """Speak the lines; when they sounded."""
    reply = yield Tell(tuple(lines))
    assert isinstance(reply, Told)
    return reply


def listen(state: str, until: float, otherwise: str = "") -> Part[Said | Quiet | Talked]:
    """What is said next in `state`, or Quiet once no voice that began by `until` (ms) can still come."""
    reply = yield Listen(state, until, otherwise)
    assert isinstance(reply, Said | Quiet | Talked)
    return reply


def rest(state: str, ms: float) -> Part[None]:
    """Leave the table so much silence (ms), in which it may say what is possible in `state`."""
    until = 0.0
    for wait in (0.0, ms):
        while not isinstance(reply := (yield from listen(state, until + wait)), Quiet):
            pass
        until = reply.settled


def note(kind: str, **facts: Any) -> Part[None]:
    """Put a line into the timeline."""
    yield Note(kind, facts)


def note_event(event: Event) -> Part[None]:
    """Put what the rules say has happened into the timeline."""
    yield from note("event", event=type(event).__name__, **asdict(event))


def ask(
    question: Sequence[Line], state: str, wanted: Callable[[Said], bool], tries: int = TRIES
) -> Part[Intent | None]:
    """Ask until a `wanted` answer is heard for sure; None after so many tries."""
    for _ in range(tries):
        told = yield from tell(question)
        until = told.end + ANSWER_MS
        while isinstance(said := (yield from listen(state, until)), Said):
            if said.reason is Reason.HEARD and said.intent and said.onset >= told.start and wanted(said):
                return said.intent
            if said.reason is Reason.UNSURE:
                break  # somebody answered, so ask again at once
    return None


def ask_yes(question: Sequence[Line], seat: int | None, tries: int = TRIES) -> Part[bool]:
    """A question for yes or no, to one seat or to all. Silence is no."""

    def answers(said: Said) -> bool:
        return said.seat in (None, seat) or seat is None

    intent = yield from ask(question, "confirm", lambda s: answers(s) and said_name(s) in ("yes", "no"), tries)
    return intent is not None and intent.name == "yes"


def ask_who(question: Sequence[Line], names: Sequence[str]) -> Part[int | None]:
    """Who was that? The seat whose call sign is heard, None if nobody answers."""
    intent = yield from ask(question, "who", lambda s: said_name(s) == "seat")
    sign = intent.get("seat") if intent else None
    return names.index(sign) if sign in names else None


class TableTalk:
    """What may be said at any time, wrapped around a game's script: help, again, score, pause, stop."""

    def __init__(self, narrator: Narrator, status: Callable[[], Sequence[Line]]) -> None:
        self._narrator = narrator
        self._status = status
        self._last: tuple[Line, ...] = ()
        self._stopped = False

    def around(self, script: Script) -> Script:
        """The same script; whatever is table talk is answered here and never reaches it."""
        try:
            request = next(script)
            while True:
                reply = yield from self._pass_on(request)
                if self._stopped:
                    script.close()
                    return
                request = script.send(reply)
        except StopIteration:
            return

    def _pass_on(self, request: Request) -> Part[Reply]:
        if isinstance(request, Tell):
            self._last = request.lines
        reply = yield request
        if isinstance(request, Listen) and isinstance(reply, Said):
            answered = yield from self._answer(reply, request.state)
            if answered is not None:
                return Talked(answered.end)
        return reply

    def _answer(self, said: Said, state: str) -> Part[Told | None]:
        """Answer table talk; when the answer sounded. None: it was none."""
        if said.reason is not Reason.HEARD:
            return None
        match said_name(said):
            case "help":
                return (yield from tell(self._narrator.say(f"help-{state}", to=said.seat)))
            case "again":
                return (yield from tell(self._last or self._narrator.say("nothing-to-repeat")))
            case "score":
                return (yield from tell(self._status()))
            case "pause":
                return (yield from self._pause())
            case "stop":
                self._stopped = yield from ask_yes(self._narrator.say("stop-question"), None)
                return (yield from tell(self._narrator.say("stopped" if self._stopped else "not-stopped")))
        return None

    def _pause(self) -> Part[Told]:
        told = yield from tell(self._narrator.say("paused"))
        until = told.end + PAUSE_MS
        while isinstance(said := (yield from listen("paused", until)), Said):
            if said.reason is Reason.HEARD and said_name(said) in ("resume", "wake"):
                return (yield from tell(self._narrator.say("resumed")))
            if said.reason is Reason.HEARD and said_name(said) == "stop":
                break
        self._stopped = True
        return (yield from tell(self._narrator.say("stopped")))


def said_name(said: Said) -> str:
    """The name of what was said, "" if it means nothing."""
    return said.intent.name if said.intent else ""
