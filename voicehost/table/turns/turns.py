"""The script of the turn-based games: one child after another says what it does.

Every pass of the loop waits for one thing: a throw, a face read aloud, or an action of the child whose turn it is.
What is heard is put to the rules; what they refuse is answered with the reason, what was not understood is asked back,
and silence is broken gently. Nothing said at the table ends in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases.intent import Intent
from voicehost.rules import NATURE, Action, Event, Illegal, Match
from voicehost.rules.core import Events
from voicehost.table.belief import Belief
from voicehost.table.confirm import confirm, drawn_out
from voicehost.table.parts import CHATTER_MS, Part, listen, note, note_event, rest, tell
from voicehost.table.script import Aside, Quiet, Said, Script, Talked, Told
from voicehost.table.talk import ASIDES
from voicehost.table.turns.play import HALF_SENTENCE, Due, Play, Refused, Unclear
from voicehost.tell.narrator import Line, Narrator

PROMPT_MS: Final = 12_000.0  # silence after which the child is reminded
PROMPTS: Final = 2  # reminders before help is told
LONG_MS: Final = 600_000.0  # after that, silence is left to the sleep of the table talk
ROLL_MS: Final = 3_000.0  # how long the host waits for "I roll" before it rolls by itself
SURE: Final = 0.85  # confidence from which an action is carried out without asking back
GUESS: Final = 0.005  # ... from which a short word is asked back although the ear would not: it is a child's turn
GUESSES: Final = 4  # so many questions about one call; one more if then only one meaning is left
SURE_TO_UNDO: Final = 0.6  # ... if it shows nothing and can be taken back
OTHER_LANGUAGE: Final = -2.0  # nats: another language than the child's own
THROWING: Final = ("roll", "start", "face")  # intents that make sense when something is thrown
MISSES: Final = 3  # so much chatter, or so many voices that are too quiet, until the host mentions it


class TurnTable:
    """A match of a turn-based game at one table. `names` are the call signs or names of the seats.

    `dice`: "drawn" by the program, or "real" ones whose faces are read aloud.
    """

    def __init__(
        self,
        match: Match[Any],
        narrator: Narrator,
        names: Sequence[str],
        play: Play[Any],
        *,
        dice: str = "drawn",
        resumed: Events | None = None,
    ) -> None:
        self.match = match
        self.narrator = narrator
        self.names = tuple(names)
        self.play = play
        self._real_dice = dice == "real"
        self._resumed = resumed
        self._fresh = True  # a turn begins, so its first throw waits for the child
        self._asked: set[tuple[int, str]] = set()  # (seat, question): whom has been told what is asked
        self._due: Due | None = None
        self._told = Told(0.0, 0.0)  # what the script told last
        self._quiet_since = 0.0
        self._prompts = 0
        self._missed = 0  # sounds in a row that were not understood
        self._beliefs = [Belief() for _ in self.names]  # by seat: what the child may have meant

    # --- what the table talk needs --------------------------------------------------------------------------------

    def status(self) -> Sequence[Line]:
        """How the game stands."""
        return self.play.status(self.narrator)

    def whose_turn(self) -> Sequence[Line]:
        """Whose turn it is, and what that child is asked."""
        due = self._what_is_due()
        question = self._question(due) if due else ()
        return [*self.narrator.say("turn-is", to=self.seat), *self.play.around(self.narrator, self.seat), *question]

    def take_back(self) -> bool:
        """Undo half a sentence, or else the last action, if the rules allow it."""
        return self.play.forget() or self.match.takeback()

    @property
    def seat(self) -> int:
        """The child whose turn it is."""
        turn = self.match.turn
        return turn.hand if turn.hand is not None else max(turn.seats, default=0)

    # --- the script -----------------------------------------------------------------------------------------------

    def script(self) -> Script:
        """From the opening, or from where the journal ends, to the last event."""
        if self._resumed is None:
            yield from self._announce(self.match.opening)
        else:
            yield from self._go_on(self._resumed)
        while self.match.result is None:
            due = self._what_is_due()
            if due is None:
                yield from self._announce(self.match.throw())
            else:
                yield from self._wait_for(due)

    def _go_on(self, last: Events) -> Part[None]:
        """Two sentences: what is played and whose turn it is, and what happened last."""
        lines = self.narrator.say("session-resumed", game=self.match.game.name, seat=self.seat)
        self._fresh = not last or any(type(event).__name__ == "TurnPassed" for event in last)
        shown = [event for event in last if type(event).__name__ != "TurnPassed"]
        yield from self._tell([*lines, *self.narrator.events(shown[-1:])])

    def _what_is_due(self) -> Due | None:
        """What the table waits for; None if the program throws at once."""
        if self.match.turn.seats != (NATURE,):
            return self.play.due()
        if self._real_dice and self.play.has_face():
            return Due("dice", "ask-face", otherwise="+".join(filter(None, ("roll", self.play.early))))
        if self._fresh and self.play.has_face():
            return Due("roll+between", self.play.throw_question, otherwise=self.play.early, obvious=True)
        return None

    def _wait_for(self, due: Due) -> Part[None]:
        """Wait for one thing to be heard, or for silence to be broken."""
        if due != self._due:
            self._due, self._prompts = due, 0
            if (self.seat, due.question) not in self._asked and not due.obvious:
                self._asked.add((self.seat, due.question))
                yield from self._tell(self._question(due))
        match (yield from listen(due.state, self._patience(due), due.otherwise, self._prior(THROWING))):
            case Quiet(settled):
                yield from self._break_silence(due, settled)
            case Talked(end):
                self._due, self._prompts, self._quiet_since = None, 0, end
            case Said() as said:
                self._quiet_since = max(self._quiet_since, said.end)
                yield from self._take(said, due)

    def _prior(self, expected: Collection[str] = ()) -> Callable[[Phrase], float]:
        """What makes sense now, in the language of the child whose turn it is, is likelier than all else.

        `expected` names intents that make sense besides the actions of the game.
        """
        seat, lang = self.seat, self.narrator.players[self.seat].lang

        @cache
        def of_meaning(meaning: Hashable) -> float:
            assert isinstance(meaning, Intent)
            return 0.0 if meaning.name in expected else self.play.prior(meaning, seat)

        return lambda phrase: of_meaning(phrase.meaning) + (0.0 if phrase.lang == lang else OTHER_LANGUAGE)

    def _question(self, due: Due) -> list[Line]:
        """What is asked, in the language of the child whose turn it is."""
        return self.narrator.say(due.question, to=self.seat, **due.facts)

    # --- silence --------------------------------------------------------------------------------------------------

    def _patience(self, due: Due) -> float:
        """Up to which time (ms) the voices must be known before the silence is broken."""
        if due.state.startswith("roll"):
            return self._quiet_since + ROLL_MS
        return self._quiet_since + (PROMPT_MS if self._prompts <= PROMPTS else LONG_MS)

    def _break_silence(self, due: Due, settled: float) -> Part[None]:
        if settled < self._patience(due):
            return
        if due.state.startswith("roll"):
            yield from self._announce(self.match.throw())
            return
        self._prompts += 1
        yield from note("prompt", seat=self.seat, number=self._prompts)
        if self._prompts == 1:
            lines = self.narrator.say("prompt", to=self.seat)
            yield from self._tell([*lines, *self.play.around(self.narrator, self.seat), *self._question(due)])
        elif self._prompts <= PROMPTS:
            yield from self._tell(self.narrator.say("prompt-again", to=self.seat))
        else:
            yield from self._tell(self.narrator.say(f"help-{due.state.split('+')[0]}", to=self.seat))

    # --- what was said --------------------------------------------------------------------------------------------

    def _take(self, said: Said, due: Due) -> Part[None]:
        """Put what was said to the rules, or answer it."""
        if said.onset < self._told.start:
            yield from note("refused", reason="stale", seat=said.seat, onset_ms=round(said.onset, 1))
            return
        if said.seat in (None, self.seat):
            aside = said.intent if said.intent and said.intent.name in ASIDES else None
            said = self._beliefs[self.seat].weigh(said, lambda meaning: meaning == aside or self._makes_sense(meaning))
        if said.intent is None or not self._worth_a_question(said, said.intent):
            yield from self._not_understood(said, due)
            return
        self._missed = self._missed + 1 if said.reason is Reason.UNKNOWN else 0
        if said.intent.name in ("roll", "start"):
            yield from self._asked_to_throw(said, due)
        elif said.intent.name == "face":
            yield from self._face(said, due)
        else:
            yield from self._act(said, due)

    def _worth_a_question(self, said: Said, intent: Intent) -> bool:
        """Whether something was understood, or nearly: a short word of the child whose turn it is was meant for us.

        But where nobody answers such questions, it was noise.
        """
        if said.reason is not Reason.UNKNOWN:
            return said.reason is not Reason.TOO_QUIET
        short = said.end - said.onset <= CHATTER_MS and self._missed < MISSES
        sense = intent.name in ASIDES or self._makes_sense(intent)
        return short and sense and said.confidence >= GUESS and said.seat in (None, self.seat)

    def _makes_sense(self, intent: Intent) -> bool:
        """Whether the rules allow it now."""
        if self.match.turn.seats == (NATURE,):
            return intent.name in THROWING
        return self.play.prior(intent, self.seat) >= HALF_SENTENCE

    def _asked_to_throw(self, said: Said, due: Due) -> Part[None]:
        if due.state.startswith("roll") and said.seat in (None, self.seat):
            yield from self._throw(said)
        elif said.seat not in (None, self.seat):
            yield from self._refuse("not_your_turn", said)
        else:
            yield from self._tell(self._question(due))

    def _throw(self, said: Said) -> Part[None]:
        """Throw the dice, because the child whose turn it is has said so."""
        yield from note("action", seat=self.seat, action="roll", onset_ms=round(said.onset, 1))
        yield from self._announce(self.match.throw())

    def _face(self, said: Said, due: Due) -> Part[None]:
        """A real die, read aloud by anybody."""
        face = self.play.face(said.intent) if said.intent else None
        if face is None or due.state != "dice":
            yield from self._refuse("not_now", said)
        elif said.reason is Reason.HEARD or (yield from self._confirmed(self._did_you_say(said), said)) is True:
            try:
                yield from note("action", seat=self.seat, action=str(said.intent), onset_ms=round(said.onset, 1))
                events = self.match.throw(face)
            except Illegal as refusal:
                yield from self._refuse(refusal.reason, said, **refusal.facts)
                return
            yield from self._announce(events)
        else:
            yield from self._tell(self._question(due))

    def _act(self, said: Said, due: Due) -> Part[None]:
        assert said.intent is not None
        if said.intent.name in ASIDES:
            yield from self._aside(said, due)
            return
        if said.seat not in (None, self.seat):
            yield from self._refuse("not_your_turn", said)
            return
        reading = self.play.read(said.intent, self.seat)
        match reading:
            case Unclear(message, facts):
                yield from self._ask_for_the_rest(Unclear(message, facts), said, due)
            case Refused(reason, facts):
                yield from self._refuse(reason, said, **facts)
            case None:
                yield from self._not_understood(said, due)
            case _:
                yield from self._do(reading, said, due)

    def _ask_for_the_rest(self, open_: Unclear, said: Said, due: Due) -> Part[None]:
        """Half a sentence counts as understood once it is certain; then the other half is asked for."""
        sure = said.reason is Reason.HEARD
        meant = True if sure else (yield from self._confirmed(self._did_you_say(said), said))
        if meant is True:
            yield from self._tell(self.narrator.say(open_.message, to=self.seat, **open_.facts))
        else:
            self.play.forget()
            yield from self._not_meant(said, meant, due)

    def _do(self, action: Action, said: Said, due: Due) -> Part[None]:
        """Carry an action out, once it is certain that it was meant."""
        refusal = self.match.why_not(action)
        if refusal is not None:
            self.play.forget()
            yield from self._refuse(refusal.reason, said, **refusal.facts)
            return
        if not self._is_sure(action, said):
            question = self.play.confirmation(action) or self._did_you_say(said)
            meant = yield from self._confirmed(question, said)
            if meant is not True:
                self.play.forget()
                yield from self._not_meant(said, meant, due)
                return
        assert said.intent is not None
        self._beliefs[self.seat].meant(said.intent)
        yield from note("action", seat=self.seat, action=str(said.intent), onset_ms=round(said.onset, 1))
        yield from self._announce(self.match.do(action))

    def _aside(self, said: Said, due: Due) -> Part[None]:
        """Table talk that was hardly understood."""
        meant = yield from self._confirmed(self._did_you_say(said), said)
        if meant is True:
            talked = yield Aside(said, due.state)
            if isinstance(talked, Talked):
                self._due, self._prompts, self._quiet_since = None, 0, talked.end
        else:
            yield from self._not_meant(said, meant, due)

    def _not_meant(self, said: Said, answer: bool | Said | None, due: Due) -> Part[None]:
        """It was something else: what was said instead, or what else it may have been, or the question once more."""
        left = said.ranking[1:GUESSES] if len(said.ranking) > GUESSES + 1 else said.ranking[1:]
        if answer is False and left:
            guess = replace(said, reason=Reason.UNSURE, phrase=left[0].phrase, ranking=left)
            yield from self._act(guess, due)
            return
        yield from note("refused", reason="not_confirmed", seat=said.seat, onset_ms=round(said.onset, 1))
        yield from self._take(answer, due) if isinstance(answer, Said) else self._tell(self._question(due))

    def _is_sure(self, action: Action, said: Said) -> bool:
        limit = SURE_TO_UNDO if isinstance(action, self.play.undoable) else SURE
        return said.reason is Reason.HEARD and said.confidence >= limit and not drawn_out(said)

    def _did_you_say(self, said: Said) -> Unclear:
        return Unclear("did-you-say", {"phrase": said.phrase.text if said.phrase else ""})

    def _confirmed(self, question: Unclear, said: Said) -> Part[bool | Said | None]:
        """Ask back whether that was meant; what was said instead, or None if there was no answer."""
        assert self._due is not None
        assert said.intent is not None
        yield from note("question", ask="sure", seat=said.seat, meaning=str(said.intent), onset_ms=round(said.onset, 1))
        lines = self.narrator.say(question.message, to=self.seat, **question.facts)
        answer = yield from confirm(lines, said, self._due.state, self._prior(("yes", "no")), self._tell)
        if not isinstance(answer, float):
            return answer
        self._missed = 0
        if answer < 0:
            self._beliefs[self.seat].deny(said.intent, -answer)
        return answer > 0

    # --- what was not understood ----------------------------------------------------------------------------------

    def _not_understood(self, said: Said, due: Due) -> Part[None]:
        """A friendly answer, but not to every noise. Before a throw, any word will do: it is rolled anyway."""
        if due.state.startswith("roll") and said.seat in (None, self.seat) and said.reason is not Reason.TOO_QUIET:
            if said.onset < self._told.end:  # no answer to what was still being told
                yield from note("refused", reason="host_speaking", seat=said.seat, onset_ms=round(said.onset, 1))
                return
            yield from self._throw(said)
            return
        self._missed += 1
        yield from note("missed", reason=said.reason.value, seat=said.seat, number=self._missed)
        if said.end - said.onset > CHATTER_MS:
            if self._missed % MISSES == 0:
                yield from self._tell(self.narrator.say("too-noisy"))
        elif said.reason is Reason.TOO_QUIET:
            yield from self._tell(self.narrator.say("too-quiet-often" if self._missed >= MISSES else "too-quiet"))
        elif self._missed == 2:
            yield from self._tell(self.narrator.say(f"help-{due.state.split('+')[0]}", to=self.seat))
        else:
            yield from self._tell(self.narrator.say("say-again", to=self.seat))

    def _refuse(self, reason: str, said: Said, **facts: Any) -> Part[None]:
        yield from note("refused", reason=reason, seat=said.seat, onset_ms=round(said.onset, 1))
        to = self.seat if said.seat is None else said.seat
        yield from self._tell(self.narrator.refuse(reason, to=to, **facts))

    # --- what happened --------------------------------------------------------------------------------------------

    def _announce(self, events: Iterable[Event]) -> Part[None]:
        """Tell what happened. What is shown only for a while gets that while."""
        self._fresh, self._due, self._missed = False, None, 0
        for belief in self._beliefs:
            belief.clear()
        self.play.forget()
        lines: list[Line] = []
        for event in events:
            yield from note_event(event)
            lines += self.narrator.event(event)
            if type(event).__name__ in ("TurnPassed", "GameOpened"):
                self._fresh = True
            if look := self.play.memory_ms(event):
                yield from self._tell(lines)
                lines = []
                yield from rest("between", look)
        yield from self._tell(lines)

    def _tell(self, lines: Sequence[Line]) -> Part[Told]:
        if lines:
            self._told = yield from tell(lines)
            self._quiet_since = self._told.end
        return self._told
