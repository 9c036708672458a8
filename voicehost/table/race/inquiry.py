"""What the table is asked before a call of a race counts: who it was, whether it was heard right, and what else it was.

Several children call at once. On a microphone for all, one of them is heard then, or none, so a call counts there
without a question only if it was heard very surely, in its caller's language. Whether it would be right plays no part:
a question must not give away that an answer is wrong. On a microphone of one's own a call that was not understood is
asked for if others called meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from voicehost.table.parts import ANSWER_MS, TRIES, Meanwhile, Part, ask_who, ask_yes, listen, note, tell
from voicehost.table.race.referee import Call, Referee, breath_prior
from voicehost.table.script import Quiet, Said, Talked
from voicehost.tell.narrator import Narrator

ALONE_FROM: Final = 0.97  # confidence; on a microphone for all, what is heard less surely may be two who call at once


class Inquiry:
    """Asks one round's callers. `meanwhile` is where other calls go; `answers` makes a referee that opens at ... ms."""

    def __init__(
        self,
        narrator: Narrator,
        names: Sequence[str],
        meanwhile: Meanwhile,
        answers: Callable[[float], Referee],
    ) -> None:
        self._narrator = narrator
        self._names = names
        self._meanwhile = meanwhile
        self._answers = answers
        self._was_talk = False  # whether nobody answered for a voice that was not understood; the next is talk, too
        self.asked = False  # whether the table was asked anything

    def complete(self, call: Call) -> Part[Call | None]:
        """The call with its seat and what was truly called; None if nobody answers for it."""
        if not call.understood and self._was_talk:
            return None
        complete = yield from self._complete(call)
        self._was_talk = self._was_talk or (complete is None and not call.understood)
        return complete

    def _complete(self, call: Call) -> Part[Call | None]:
        seat = call.seat if call.seat is not None else (yield from self._who(call))
        if seat is None:
            return None
        if not call.understood:
            return (yield from self.what(seat, call.onset, 1 if call.seat is not None else TRIES))
        if call.sure and (call.seat is not None or self._is_surely_of(call, seat)):
            return replace(call, seat=seat)
        mine = replace(call, seat=seat, sure=True)
        meant = yield from self._is_meant(mine)
        if meant is None:
            return None
        return mine if meant else (yield from self.what(seat, call.onset))

    def _is_surely_of(self, call: Call, seat: int) -> bool:
        """Whether what the microphone for all heard was this seat alone."""
        return call.confidence >= ALONE_FROM and call.lang == self._narrator.players[seat].lang

    def _who(self, call: Call) -> Part[int | None]:
        yield from self._note("who", call)
        tries = TRIES if call.understood else 1  # it may have been no call at all
        return (yield from ask_who(self._narrator.say("who-was-that"), self._names, self._meanwhile, tries))

    def _is_meant(self, call: Call) -> Part[bool | None]:
        yield from self._note("sure", call)
        question = self._narrator.say("did-you-say", to=call.seat, phrase=call.text)
        return (yield from ask_yes(question, call.seat, meanwhile=self._meanwhile))

    def what(self, seat: int, onset: float, tries: int = TRIES) -> Part[Call | None]:
        """Let a seat say once more what it called at `onset` (ms)."""
        for _ in range(tries):
            yield from self._note("what", Call(seat, (), onset, onset))
            said = yield from self._answer_of(seat)
            if said is not None and (said.sure or (yield from self._is_meant(said))):
                return replace(said, onset=onset, sure=True)
        return None

    def _answer_of(self, seat: int) -> Part[Call | None]:
        """The next call of a seat; None if it says nothing, or nothing that can be understood."""
        told = yield from tell(self._narrator.say("what-did-you-call", seat=seat))
        answers, until = self._answers(told.start), told.end + ANSWER_MS
        while True:
            wait = min(until, answers.next_change or math.inf)
            reply = yield from listen(self._meanwhile.state, wait, prior=breath_prior)
            match reply:
                case Said() if reply.seat in (None, seat):
                    understood = answers.hear(replace(reply, seat=seat))
                    if calls := answers.settle(0.0):
                        return calls[0]
                    if not understood and answers.next_change is None and reply.onset >= told.end:
                        return None
                case Said():
                    self._meanwhile.hear(reply)
                case Talked(end):
                    until = end + ANSWER_MS
                case Quiet(settled):
                    if calls := answers.settle(settled):
                        return calls[0]
                    if settled >= until and answers.next_change is None:
                        return None

    def _note(self, ask: str, call: Call) -> Part[None]:
        self.asked = True
        facts: dict[str, Any] = {} if call.seat is None else {"seat": call.seat}
        yield from note("question", ask=ask, spells=list(call.spells), onset_ms=round(call.onset, 1), **facts)
