"""Pieces that scripts are made of: telling, asking, and the talk that is possible at any time."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases.intent import Intent
from voicehost.rules.core import Event
from voicehost.table.script import Listen, Note, Quiet, Reply, Request, Said, Talked, Tell, Told
from voicehost.tell.narrator import Line

T = TypeVar("T")
Part = Generator[Request, Reply, T]
"""A piece of a script that ends with a T: `value = yield from part`."""

ANSWER_MS: Final = 6_000.0  # how long an answer to a question is waited for
TRIES: Final = 3  # how often a question is asked
CHATTER_MS: Final = 4_000.0  # longer sounds that mean nothing are talk among the children, not to the host


def tell(lines: Sequence[Line]) -> Part[Told]:
    """Speak the lines; when they sounded."""
    reply = yield Tell(tuple(lines))
    assert isinstance(reply, Told)
    return reply


def listen(
    state: str, until: float, otherwise: str = "", prior: Callable[[Phrase], float] | None = None
) -> Part[Said | Quiet | Talked]:
    """What is said next in `state`, or Quiet once no voice that began by `until` (ms) can still come."""
    reply = yield Listen(state, until, otherwise, prior)
    assert isinstance(reply, Said | Quiet | Talked)
    return reply


def rest(state: str, ms: float) -> Part[None]:
    """Leave the table so much silence (ms), in which it may say what is possible in `state`."""
    until = 0.0
    for wait in (0.0, ms):
        while not isinstance(reply := (yield from listen(state, until + wait)), Quiet):
            pass
        until = reply.settled


def relayed(script: Part[T], through: Callable[[Request], Part[Reply]]) -> Part[T]:
    """The same script, or a part of one, each of whose requests is answered by way of `through`."""
    try:
        request = next(script)
        while True:
            reply = yield from through(request)
            request = script.send(reply)
    except StopIteration as end:
        value: T = end.value
        return value


def note(kind: str, **facts: Any) -> Part[None]:
    """Put a line into the timeline."""
    yield Note(kind, facts)


def note_event(event: Event) -> Part[None]:
    """Put what the rules say has happened into the timeline."""
    yield from note("event", event=type(event).__name__, **asdict(event))


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What goes on while the host asks: in `state` others may still say things, which `hear` must be told."""

    state: str
    hear: Callable[[Said], object]


def ask(
    question: Sequence[Line],
    state: str,
    wanted: Callable[[Said], bool],
    tries: int = TRIES,
    meanwhile: Meanwhile | None = None,
) -> Part[Intent | None]:
    """Ask until a `wanted` answer is heard for sure, or twice the same unsurely; None after so many tries.

    What is said `meanwhile` and is no answer goes to those whom it concerns.
    """
    before: Intent | None = None
    for _ in range(tries):
        told = yield from tell(question)
        until = told.end + ANSWER_MS
        while not isinstance(said := (yield from listen(state, until, meanwhile.state if meanwhile else "")), Quiet):
            if isinstance(said, Talked):  # help, or the question once more: the answer comes after that
                until = said.end + ANSWER_MS
                continue
            fits = said.intent is not None and said.onset >= told.start and wanted(said)
            if fits and (said.reason is Reason.HEARD or (said.reason is Reason.UNSURE and said.intent == before)):
                return said.intent
            if meanwhile and not fits and said.intent:
                meanwhile.hear(said)
            elif said.reason is Reason.UNSURE:
                before = said.intent if fits else None
                break  # somebody answered, so ask again at once
    return None


def ask_yes(
    question: Sequence[Line], seat: int | None, tries: int = TRIES, meanwhile: Meanwhile | None = None
) -> Part[bool | None]:
    """A question for yes or no, to one seat or to all. None, which is as good as no, if nobody answers."""

    def answers(said: Said) -> bool:
        return said.seat in (None, seat) or seat is None

    intent = yield from ask(
        question, "confirm", lambda s: answers(s) and said_name(s) in ("yes", "no"), tries, meanwhile
    )
    return None if intent is None else intent.name == "yes"


def ask_who(
    question: Sequence[Line], names: Sequence[str], meanwhile: Meanwhile | None = None, tries: int = TRIES
) -> Part[int | None]:
    """Who was that? The seat whose call sign is heard, None if nobody answers."""
    intent = yield from ask(question, "who", lambda s: said_name(s) == "seat", tries, meanwhile)
    return seat_named(intent, names)


def seat_named(intent: Intent | None, names: Sequence[str]) -> int | None:
    """The seat whose call sign that is, if any."""
    sign = intent.get("seat") if intent else None
    return names.index(sign) if sign in names else None


def said_name(said: Said) -> str:
    """The name of what was said, "" if it means nothing."""
    return said.intent.name if said.intent else ""
