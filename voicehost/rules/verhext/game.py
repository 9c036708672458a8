"""The rules of Verhext!."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, isfinite
from types import MappingProxyType
from typing import Any, ClassVar, Final

from voicehost.rules.core import NATURE, TABLE, Action, Event, Events, Game, Illegal, Odds, Result, Turn
from voicehost.rules.dice import Dice
from voicehost.rules.verhext.events import (
    CallRight,
    CallWrong,
    CardDrawn,
    CardWon,
    DiceThrown,
    GameOpened,
    GameWon,
    NobodyRight,
    SeatPassed,
    ShakerChanged,
    Tohuwabohu,
    WitchFlew,
)
from voicehost.rules.verhext.pieces import (
    ALIKE_TO_WIN,
    CARDS_OF_EACH,
    CARDS_TO_WIN,
    DICE,
    PIPS,
    RED_PIPS,
    RING,
    SYMBOLS,
    WITCHES,
    Answer,
    Call,
    Card,
    Pass,
    Settle,
    Size,
    Symbol,
    Throw,
    VerhextState,
)


def _all_throws() -> Odds:
    """Every throw with the number of ways in which the dice can show it (multinomial)."""
    odds: list[tuple[Action, int]] = []
    for cats in range(DICE + 1):
        for brooms in range(DICE + 1 - cats):
            bats = DICE - cats - brooms
            ways = factorial(DICE) // (factorial(cats) * factorial(brooms) * factorial(bats))
            odds.extend((Throw((cats, brooms, bats), pips), ways) for pips in PIPS)
    return tuple(odds)


def solve(counts: tuple[int, ...], size: Size) -> tuple[Symbol, ...]:
    """The spell or the two spells that a throw asks for (V5, V6): most frequent for many, rarest for single."""
    wanted = max(counts) if size == "many" else min(counts)
    return tuple(symbol for symbol, count in zip(SYMBOLS, counts, strict=True) if count == wanted)


THROWS: Final = _all_throws()
FACES: Final = tuple(throw for throw, _ in THROWS)
_FACE_SET: Final = frozenset(FACES)
_SOLUTIONS: Final = {
    (throw.counts, size): solve(throw.counts, size)
    for throw in FACES
    if isinstance(throw, Throw)
    for size in set(WITCHES.values())
}
_SPELLS: Final[tuple[tuple[Symbol, ...], ...]] = (
    ("cat",),
    ("broom",),
    ("bat",),
    ("cat", "broom"),
    ("cat", "bat"),
    ("broom", "bat"),
)
_ALL_OPEN: Final[tuple[Answer, ...]] = ("open",) * 4
NEVER: Final = -1.0  # before every onset: streams begin at 0 ms


@dataclass(frozen=True)
class Verhext(Game[VerhextState]):
    """`window_ms`: right calls whose onsets are no further apart than this are "at once" (V12).
    `expert`: the signposts on the cards and the colour of the pips decide which way the witch flies (V16)."""

    window_ms: float = 100.0
    expert: bool = False

    name: ClassVar[str] = "verhext"
    seats: ClassVar[range] = range(2, 5)
    state: ClassVar[type[Any]] = VerhextState
    actions: ClassVar[tuple[type[Action], ...]] = (Throw, Call, Pass, Settle)
    events: ClassVar[tuple[type[Event], ...]] = (
        GameOpened,
        DiceThrown,
        CallRight,
        CallWrong,
        SeatPassed,
        CardWon,
        Tohuwabohu,
        NobodyRight,
        WitchFlew,
        CardDrawn,
        ShakerChanged,
        GameWon,
    )
    refusals: ClassVar[MappingProxyType[str, str]] = MappingProxyType(
        {
            "out": "Seat {seat} called wrongly and is out of this round.",
            "answered": "Seat {seat} has already answered in this round.",
            "round_over": "The round is over; the next throw opens a new one.",
            "no_such_spell": "These are no spells: {spells}.",
            "bad_time": "{at} is no time on the table's clock, which runs forward from 0 ms.",
            "too_late": "Calls with an onset up to {settled} ms are settled; {at} ms is too late.",
        }
    )

    def __post_init__(self) -> None:
        window = self.window_ms
        number = isinstance(window, float | int) and not isinstance(window, bool)
        self.check_option("window_ms", number and 0 <= window <= 2000, "milliseconds from 0 to 2000")
        self.check_option("expert", isinstance(self.expert, bool), "true or false")
        object.__setattr__(self, "window_ms", float(window))

    def setup(self, players: int, dice: Dice) -> VerhextState:
        self.check_players(players)
        kinds = dice.shuffled(witch for witch in WITCHES for _ in range(CARDS_OF_EACH))
        cards = tuple(Card(witch, dice.choice((1, -1))) for witch in kinds)
        return VerhextState(
            players=players,
            ring=cards[:RING],
            witch=dice.below(RING),
            won=((),) * players,
            shaker=0,
            round=1,
            pile=len(cards) - RING,
            counts=(0, 0, 0),
            pips=0,
            solution=(),
            answers=_ALL_OPEN[:players],
            right=(),
            settled=NEVER,
            over=None,
            secret=cards[RING:],
        )

    def opening(self, state: VerhextState) -> Events:
        kinds = tuple(card.witch for card in state.ring)
        return (GameOpened(state.players, kinds, state.witch, state.shaker),)

    def turn(self, state: VerhextState) -> Turn:
        if state.over is not None:
            return Turn(())
        if not state.pips:
            return Turn((NATURE,), hand=state.shaker)
        waiting = [seat for seat, answer in enumerate(state.answers) if answer == "open"]
        return Turn((*waiting, TABLE))

    def legal(self, state: VerhextState, seat: int) -> tuple[Action, ...]:
        if state.over is not None:
            return ()
        if not state.pips:
            return FACES if seat == NATURE else ()
        if seat == TABLE:
            return (Settle(max(state.settled, 0.0)),)
        if not 0 <= seat < state.players or state.answers[seat] != "open":
            return ()
        at = max(state.settled + 1, 0.0)
        return (*(Call(seat, spells, at) for spells in _SPELLS), Pass(seat))

    def odds(self, state: VerhextState) -> Odds:
        return THROWS if state.over is None and not state.pips else ()

    def result(self, state: VerhextState) -> Result | None:
        return state.over

    def out_of_turn(self, state: VerhextState, action: Action) -> Illegal:
        if action.seat >= 0:
            if not state.pips:
                return self.refuse("round_over")
            reason = "out" if state.answers[action.seat] == "wrong" else "answered"
            return self.refuse(reason, seat=action.seat)
        if isinstance(action, Settle):
            return self.refuse("round_over")
        return super().out_of_turn(state, action)

    def objection(self, state: VerhextState, action: Any) -> Illegal | None:
        match action:
            case Call(_, spells, at):
                if not spells or any(spell not in SYMBOLS for spell in spells):
                    return self.refuse("no_such_spell", spells=", ".join(map(str, spells)) or "nothing")
                if not (isfinite(at) and at >= 0):
                    return self.refuse("bad_time", at=at)
                if at <= state.settled:
                    return self.refuse("too_late", at=at, settled=state.settled)
            case Settle(until):
                if not (isfinite(until) and until >= max(state.settled, 0)):
                    return self.refuse("bad_time", at=until)
            case Throw():
                if action not in _FACE_SET:
                    return self.refuse("no_such_face", face=repr(action))
        return None

    def step(self, state: VerhextState, action: Any) -> tuple[VerhextState, Events]:
        match action:
            case Call(seat, spells, at):
                return self._call(state, seat, spells, at)
            case Pass(seat):
                answered = self._answer(state, seat, "passed")
                return self._judge_if_all_answered(answered, SeatPassed(seat, answered.answers.count("open")))
            case Settle(until):
                if state.right and until >= state.right[0][0] + self.window_ms:
                    return self._judge(state, ())
                return state._replace(settled=until), ()
            case _:
                return self._throw(state, action)

    def landing(self, state: VerhextState, pips: int) -> tuple[int, bool]:
        """The place where the witch lands, and whether she flies clockwise (V5, V16)."""
        way = 1
        if self.expert:
            black = state.ring[state.witch].black
            way = -black if pips in RED_PIPS else black
        return (state.witch + way * pips) % RING, way == 1

    def _throw(self, state: VerhextState, throw: Throw) -> tuple[VerhextState, Events]:
        target, _ = self.landing(state, throw.pips)
        witch = state.ring[target].witch
        size = WITCHES[witch]
        thrown = state._replace(counts=throw.counts, pips=throw.pips, solution=_SOLUTIONS[throw.counts, size])
        return thrown, (DiceThrown(state.shaker, *throw.counts, throw.pips, target, witch, size),)

    def _call(
        self, state: VerhextState, seat: int, spells: tuple[Symbol, ...], at: float
    ) -> tuple[VerhextState, Events]:
        if set(spells) == set(state.solution):
            answered = self._answer(state, seat, "right", (at, seat))
            return self._judge_if_all_answered(answered, CallRight(seat, spells, at))
        answered = self._answer(state, seat, "wrong")
        left = answered.answers.count("open")
        return self._judge_if_all_answered(answered, CallWrong(seat, spells, at, left))

    @staticmethod
    def _answer(state: VerhextState, seat: int, answer: Answer, right: tuple[float, int] | None = None) -> VerhextState:
        answers: tuple[Answer, ...] = (*state.answers[:seat], answer, *state.answers[seat + 1 :])
        return state._replace(
            answers=answers,
            right=tuple(sorted((*state.right, right))) if right else state.right,
        )

    def _judge_if_all_answered(self, state: VerhextState, event: Event) -> tuple[VerhextState, Events]:
        if "open" in state.answers:
            return state, (event,)
        return self._judge(state, (event,))

    def _judge(self, state: VerhextState, events: Events) -> tuple[VerhextState, Events]:
        """Decide a round by onsets alone (V9, V11, V12)."""
        if not state.right:
            return self._next_round(state, (*events, NobodyRight(state.solution)))
        first, seat = state.right[0]
        at_once = tuple(sorted(s for at, s in state.right if at <= first + self.window_ms))
        if len(at_once) > 1:
            flown, flight = self._fly(state)
            return self._next_round(flown, (*events, Tohuwabohu(at_once, state.solution), flight))
        return self._award(state, seat, events)

    def _award(self, state: VerhextState, seat: int, events: Events) -> tuple[VerhextState, Events]:
        witch = state.ring[state.witch].witch
        cards = (*state.won[seat], witch)
        alike = cards.count(witch)
        ahead = state.right[1][0] - state.right[0][0] if len(state.right) > 1 else -1.0
        card_won = CardWon(seat, state.solution, witch, WITCHES[witch], alike, len(cards), ahead)
        won = (*state.won[:seat], cards, *state.won[seat + 1 :])
        if alike == ALIKE_TO_WIN or len(cards) == CARDS_TO_WIN:
            reason = "three_alike" if alike == ALIKE_TO_WIN else "five_cards"
            over = Result((seat,), reason, tuple(map(len, won)))
            return state._replace(won=won, pips=0, over=over), (
                *events,
                card_won,
                GameWon(seat, reason, witch, len(cards)),
            )
        flown, flight = self._fly(state)
        pile = state.secret or ()
        gap = state.witch
        ring = (*state.ring[:gap], pile[0], *state.ring[gap + 1 :])
        drawn = CardDrawn(gap, pile[0].witch, WITCHES[pile[0].witch], state.pile - 1)
        filled = flown._replace(won=won, ring=ring, pile=state.pile - 1, secret=pile[1:])
        return self._next_round(filled, (*events, card_won, flight, drawn))

    def _fly(self, state: VerhextState) -> tuple[VerhextState, WitchFlew]:
        target, clockwise = self.landing(state, state.pips)
        witch = state.ring[target].witch
        flight = WitchFlew(state.witch, target, state.pips, clockwise, witch, WITCHES[witch])
        return state._replace(witch=target), flight

    def _next_round(self, state: VerhextState, events: Events) -> tuple[VerhextState, Events]:
        shaker = (state.shaker + 1) % state.players
        ready = state._replace(
            shaker=shaker,
            round=state.round + 1,
            counts=(0, 0, 0),
            pips=0,
            solution=(),
            answers=_ALL_OPEN[: state.players],
            right=(),
            settled=NEVER,
        )
        return ready, (*events, ShakerChanged(shaker, state.round + 1))
