"""The script of Verhext!: one round after another, read like the rulebook.

The dice are read in an even beat, then a tone opens the round. Calls are judged by their onset alone. What the table
has to ask ("Who was that?", "Did you say ...?") it asks only about calls that could decide the round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from voicehost.rules import Illegal, Match
from voicehost.rules import verhext as rules
from voicehost.rules.core import Action, Event
from voicehost.rules.dice import Dice
from voicehost.table.parts import Meanwhile, Part, listen, note, note_event, rest, said_name, seat_named, tell
from voicehost.table.race.inquiry import Inquiry
from voicehost.table.race.referee import JOIN_MS, Call, Referee, breath_prior
from voicehost.table.race.tumbler import read_throw
from voicehost.table.script import Quiet, Said, Script, Talked
from voicehost.tell.narrator import Line, Narrator

BREATH_MS: Final = 600.0  # between two rounds, time for "pause" or "what's the score?"
NEWS_MS: Final = 2_500.0  # wrong calls are told after so much silence, so as not to talk into the race
NUDGE_MS: Final = 10_000.0  # silence after which the table is reminded
GIVE_UP_MS: Final = 10_000.0  # silence after that, when whoever has not answered passes (V8)
STEP_MS: Final = 20.0  # at the least so much sound comes in between two looks at the round
STATES: Final = ("between", "round", "who", "confirm", "paused")


class VerhextTable:
    """A match of Verhext! at one table. `names` are the call signs or names of the seats, in order of seats.

    `dice`: "drawn" by the program and read in a beat, or "real" ones that the table reads aloud.
    """

    def __init__(
        self,
        match: Match[rules.VerhextState],
        narrator: Narrator,
        names: Sequence[str],
        *,
        reading: Dice,
        resumed: bool = False,
        dice: str = "drawn",
        join: float = JOIN_MS,
    ) -> None:
        assert isinstance(match.game, rules.Verhext)
        self.match = match
        self.game = match.game
        self.narrator = narrator
        self.names = tuple(names)
        self.reading = reading  # draws the order in which the dice are read aloud
        self.real_dice = dice == "real"
        self._resumed = resumed
        self.join = join
        view = match.view
        # A resumed match goes on with a new stream: its clock starts again, behind all that was heard before.
        self.epoch = max([view.settled, *(at for at, _ in view.right)]) + 1 if resumed else 0.0

    def script(self) -> Script:
        """From hello, or from where the journal ends, to the winner."""
        if self._resumed:
            hello = self.narrator.say("session-resumed", game=self.game.name, seat=self.match.view.shaker)
            yield from tell([*hello, *self.status()])
        else:
            yield from self.announce(self.match.opening)
        while self.match.result is None:
            if not self.match.view.pips:
                yield from self._throw()
            yield from _Round(self).script()

    def status(self) -> list[Line]:
        """How the game stands."""
        won = self.match.view.won
        lines = self.narrator.standings([len(cards) for cards in won])
        for seat, cards in enumerate(won):
            for witch, alike in Counter(cards).items():
                if alike > 1:
                    lines += self.narrator.say("score-alike", seat=seat, witch=witch, alike=alike)
        return lines

    def whose_turn(self) -> list[Line]:
        """Who shakes; while a round is open all may call, so what was thrown."""
        view = self.match.view
        if view.pips:
            return [*self.thrown_in_words(), *self.narrator.say("round-open")]
        return self.narrator.say("shake", seat=view.shaker)

    def take_back(self) -> bool:
        """Nothing: what has been called has been heard by all."""
        return False

    def thrown_in_words(self) -> list[Line]:
        """The throw once more, as a sentence and in every language of the table."""
        cats, brooms, bats = self.match.view.counts
        facts = {"cats": cats, "brooms": brooms, "bats": bats, "size": self.size()}
        return [Line(self.narrator.text("dice-thrown", lang, **facts), lang) for lang in self.narrator.langs]

    def size(self) -> str:
        """Whether one or many witches are on the card where the witch will land."""
        view = self.match.view
        target, _ = self.game.landing(view, view.pips)
        return rules.WITCHES[view.ring[target].witch]

    def _throw(self) -> Part[None]:
        yield from rest("between", BREATH_MS)
        face, view = None, self.match.view
        if self.real_dice:
            face = yield from read_throw(self.narrator, view.shaker, explain=view.round == 1)
        for event in self.match.throw(face):  # told by the reading of the dice
            yield from note_event(event)

    def announce(self, events: Iterable[Event], before: Sequence[Line] = ()) -> Part[None]:
        """Tell what happened, after the lines `before`."""
        lines = list(before)
        for event in events:
            yield from note_event(event)
            lines += self.narrator.event(event)
        if lines:
            yield from tell(lines)


class _Round:
    """One throw, from the reading of the dice to the verdict."""

    def __init__(self, table: VerhextTable) -> None:
        self._table = table
        self._narrator = table.narrator
        self._match = table.match
        self._number = table.match.view.round
        self._waiting: list[Call] = []  # complete calls that the rules have not seen yet, by onset
        self._referee = Referee(())
        others = Meanwhile("round", lambda said: self._referee.hear(said))  # the race goes on
        self._inquiry = Inquiry(table.narrator, table.names, others, self._referee_from)
        self._invited = False  # whether those were asked to say who they are whose calls were drowned by others'
        self._news: list[Line] = []  # told when the race allows it
        self._quiet_since = 0.0
        self._nudged = False

    def script(self) -> Script:
        if self._match.view.right:  # resumed: all that was called before the interruption is settled
            yield from self._settle(self._table.epoch + self._table.game.window_ms)
            return
        opened = yield from self._read_dice()
        self._quiet_since = opened
        self._referee = referee = self._referee_from(opened)
        until = 0.0
        while self._is_open():
            reply = yield from listen("round+who" if self._invited else "round", until, prior=breath_prior)
            until = 0.0  # first all that is known by now, then judge
            match reply:
                case Said() if self._invited and said_name(reply) == "seat":
                    yield from self._let_repeat(reply)
                case Said():
                    if referee.hear(reply):
                        self._hush(reply.end)
                case Talked(end):
                    self._hush(end)
                case Quiet(settled):
                    self._waiting += referee.settle(settled)
                    yield from self._judge_calls(referee.settled)
                    yield from self._break_silence(settled)
                    until = max(self._next_change(referee), settled + STEP_MS)

    def _is_open(self) -> bool:
        view = self._match.view
        return bool(view.pips) and view.round == self._number and self._match.result is None

    def _read_dice(self) -> Part[float]:
        """Read the throw aloud in an even beat; when (ms) the round was open."""
        view = self._match.view
        counted = zip(rules.SYMBOLS, view.counts, strict=True)
        dice = self._table.reading.shuffled(symbol for symbol, count in counted for _ in range(count))
        size = self._table.size()
        main = self._narrator.main
        card = Line(self._narrator.text("beat-card", main, size=size), main)  # the table sees its own dice
        read = card if self._table.real_dice else self._narrator.beat(dice, size)
        told = yield from tell([read, Line("", main, earcon="open")])
        yield from note("open", round=self._number, dice=dice, size=size, opened_ms=round(told.end, 1))
        return told.end

    # --- calls ----------------------------------------------------------------------------------------------------

    def _judge_calls(self, settled: float) -> Part[None]:
        """Put the calls that nothing can overtake any more to the rules, in order; judge a round that is decided."""
        self._waiting.sort(key=lambda call: call.onset)
        while self._waiting and self._waiting[0].onset <= settled and self._is_open():
            call = self._waiting[0]
            yield from self._settle(self._table.epoch + min(settled, call.onset - 1))
            if not self._is_open():
                break
            self._waiting.pop(0)
            complete = yield from self._complete(call)
            if complete is not None:
                yield from self._put(complete, shared=call.seat is None)
        if self._is_open():
            yield from self._settle(self._table.epoch + settled)
        for late in self._waiting if not self._is_open() else ():
            yield from note("refused", reason="round_over", seat=late.seat, onset_ms=round(late.onset, 1))

    def _complete(self, call: Call) -> Part[Call | None]:
        """The call as it was meant and whose it is; asks where that is not known. None: it does not count."""
        self._inquiry.asked = False
        complete = yield from self._inquiry.complete(call)
        if self._inquiry.asked:
            self._nudged = False
        if complete is None:
            yield from note("refused", reason="not_confirmed", onset_ms=round(call.onset, 1))
        return complete

    def _let_repeat(self, said: Said) -> Part[None]:
        """Somebody says that their call was drowned by another's: what was it?"""
        seat = seat_named(said.intent, self._table.names)
        call = None if seat is None else (yield from self._inquiry.what(seat, said.onset))
        if call is not None:
            self._waiting.append(call)

    def _referee_from(self, opened: float) -> Referee:
        """One who takes calls from `opened` (ms) on."""
        return Referee(self._match.view.solution, opened=opened, join=self._table.join)

    def _put(self, call: Call, *, shared: bool) -> Part[None]:
        seat, at = call.seat, self._table.epoch + call.onset
        assert seat is not None
        yield from note("call", seat=seat, spells=list(call.spells), onset_ms=round(call.onset, 1))
        action: Action = rules.Call(seat, call.spells, at) if call.spells else rules.Pass(seat)  # type: ignore[arg-type]
        try:
            events = self._match.do(action)
        except Illegal as refusal:  # V18: ignored politely
            yield from note("refused", reason=refusal.reason, seat=seat, onset_ms=round(call.onset, 1))
            self._news += self._narrator.refuse(refusal.reason, to=seat, **refusal.facts)
            return
        yield from self._hold_or_tell(events)
        if shared:
            self._invited = True

    def _settle(self, until: float) -> Part[None]:
        """Tell the rules that no call with an onset up to `until` can still come, if that decides the round."""
        view = self._match.view
        if view.right and until >= view.right[0][0] + self._table.game.window_ms:
            yield from self._hold_or_tell(self._match.do(rules.Settle(until)))

    def _hold_or_tell(
        self, events: Iterable[Event], told: tuple[type[Event], ...] = (rules.CallWrong, rules.SeatPassed)
    ) -> Part[None]:
        """News of single answers wait for a quiet moment, if they are `told` at all; the verdict does not."""
        verdict = []
        for event in events:
            if isinstance(event, rules.CallRight | rules.CallWrong | rules.SeatPassed):
                yield from note_event(event)
                self._news += self._narrator.event(event) if isinstance(event, told) else []
            else:
                verdict.append(event)
        if verdict:
            news, self._news = self._news, []
            yield from self._table.announce(verdict, before=news)

    # --- silence --------------------------------------------------------------------------------------------------

    def _break_silence(self, settled: float) -> Part[None]:
        quiet = settled - self._quiet_since
        if not self._is_open():
            return
        if self._news and quiet >= NEWS_MS:
            news, self._news = self._news, []
            if self._invited:
                yield from note("question", ask="others", spells=[], onset_ms=round(settled, 1))
                news += self._narrator.say("anybody-else")
            told = yield from tell(news)
            self._hush(told.end)
        elif self._nudged and quiet >= GIVE_UP_MS:
            yield from self._give_up()
        elif not self._nudged and quiet >= NUDGE_MS:
            told = yield from tell(self._table.thrown_in_words())
            self._hush(told.end)
            self._nudged = True

    def _give_up(self) -> Part[None]:
        """Silence is a pass for all who have not answered (V8)."""
        if set(self._match.view.answers) == {"open"}:
            self._news += self._narrator.say("nobody-called")
        for seat in [s for s in self._match.turn.seats if s >= 0]:
            yield from self._hold_or_tell(self._match.do(rules.Pass(seat)), told=(rules.CallWrong,))

    def _hush(self, end: float) -> None:
        """Somebody spoke until `end` (ms): the silence begins anew."""
        self._quiet_since, self._nudged = max(self._quiet_since, end), False

    def _next_change(self, referee: Referee) -> float:
        """Up to which time (ms) the voices must be known before anything changes."""
        times = [self._quiet_since + (GIVE_UP_MS if self._nudged else NUDGE_MS)]
        if self._news:
            times.append(self._quiet_since + NEWS_MS)
        if referee.next_change is not None:
            times.append(referee.next_change)
        if right := self._match.view.right:
            times.append(right[0][0] - self._table.epoch + self._table.game.window_ms)
        return min(times)
