"""Verhext! by the numbers of its rules, V1 to V18."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicehost.rules import NATURE, TABLE, Dice, Illegal, Match, Result, Turn
from voicehost.rules.verhext import (
    FACES,
    SYMBOLS,
    THROWS,
    WITCHES,
    Call,
    CallRight,
    CallWrong,
    Card,
    CardDrawn,
    CardWon,
    DiceThrown,
    GameWon,
    NobodyRight,
    Pass,
    SeatPassed,
    Settle,
    ShakerChanged,
    Throw,
    Tohuwabohu,
    Verhext,
    VerhextState,
    WitchFlew,
    solve,
)

GAME = Verhext()
RING = tuple(Card(witch, 1) for witch in ("moon", "forest", "herb", "swamp", "storm", "mountain", "moon"))


def table(players: int = 3, **changes: object) -> VerhextState:
    """A game with a known ring: single and many by turns, the witch on place 0 (moon, single)."""
    return GAME.setup(players, Dice(1))._replace(ring=RING, witch=0, **changes)  # type: ignore[arg-type]


def thrown(players: int = 3, counts: tuple[int, int, int] = (4, 3, 0), pips: int = 1) -> VerhextState:
    """After a throw. With one pip the witch would land on "forest" (many): the spell is the cat."""
    return GAME.apply(table(players), Throw(counts, pips))[0]


def play(state: VerhextState, *actions: object) -> tuple[VerhextState, list[object]]:
    """The state after some actions, and all that happened."""
    told: list[object] = []
    for action in actions:
        state, events = GAME.apply(state, action)  # type: ignore[arg-type]
        told.extend(events)
    return state, told


def reason(state: VerhextState, action: object, game: Verhext = GAME) -> str | None:
    refusal = game.why_not(state, action)  # type: ignore[arg-type]
    return refusal and refusal.reason


def test_v01_thirty_cards_a_ring_of_seven_and_the_youngest_shakes() -> None:
    """Two to four seats; 23 cards stay in the pile; the shakers go round clockwise."""
    assert tuple(GAME.seats) == (2, 3, 4)
    state = GAME.setup(4, Dice(5))
    assert (len(state.ring), state.pile, len(state.secret or ())) == (7, 23, 23)
    assert GAME.turn(state) == Turn((NATURE,), hand=0)
    for shaker in (1, 2, 3, 0):
        state, events = play(state, Throw((4, 3, 0), 1), *(Pass(seat) for seat in range(4)))
        assert events[-1] == ShakerChanged(shaker, state.round)


def test_v01_the_witch_stands_on_any_card() -> None:
    """All seven places of the ring occur as her start."""
    assert {GAME.setup(2, Dice(seed)).witch for seed in range(60)} == set(range(7))


def test_v02_six_kinds_of_five_cards_half_single_half_many() -> None:
    """Fifteen cards show one witch, fifteen show many."""
    state = GAME.setup(2, Dice(5))
    kinds = Counter(card.witch for card in (*state.ring, *(state.secret or ())))
    assert kinds == dict.fromkeys(WITCHES, 5)
    assert Counter(WITCHES.values()) == {"single": 3, "many": 3}


def test_v03_seven_dice_with_three_symbols_and_one_with_pips() -> None:
    """A throw is counted; its weight is the number of ways in which the dice can show it."""
    assert len(THROWS) == comb(9, 2) * 6
    assert sum(weight for _, weight in THROWS) == 3**7 * 6
    assert dict(THROWS)[Throw((7, 0, 0), 1)] == 1
    assert dict(THROWS)[Throw((3, 2, 2), 6)] == 210


@pytest.mark.parametrize("face", [Throw((3, 3, 0), 1), Throw((8, -1, 0), 1), Throw((4, 3, 0), 0), Throw((4, 3, 0), 7)])
def test_v04_dice_that_do_not_all_lie_flat_are_no_throw(face: Throw) -> None:
    """Seven symbols and one to six pips must be seen; else the host asks for another shake."""
    assert reason(table(), face) == "no_such_face"


def test_v05_the_card_where_the_witch_would_land_tells_the_spell() -> None:
    """Many witches: the most frequent symbol. A single witch: the rarest, and a missing one is rarest."""
    state, (event,) = GAME.apply(table(), Throw((4, 2, 1), 1))
    assert event == DiceThrown(0, 4, 2, 1, 1, target=1, witch="forest", size="many")
    assert state.solution == ("cat",)
    assert GAME.apply(table(), Throw((4, 2, 1), 2))[0].solution == ("bat",)
    assert GAME.apply(table(), Throw((4, 3, 0), 2))[0].solution == ("bat",)


def test_v05_every_throw_is_solved_by_counting() -> None:
    """For all 36 counts the solution is what a person counts."""
    for counts in {face.counts for face in FACES if isinstance(face, Throw)}:
        dice = [symbol for symbol, count in zip(SYMBOLS, counts, strict=True) for _ in range(count)]
        most = [s for s in SYMBOLS if all(dice.count(s) >= dice.count(other) for other in SYMBOLS)]
        least = [s for s in SYMBOLS if all(dice.count(s) <= dice.count(other) for other in SYMBOLS)]
        assert solve(counts, "many") == tuple(most)
        assert solve(counts, "single") == tuple(least)


def test_v06_two_solutions_need_both_spells() -> None:
    """Two most frequent or two rarest symbols: one spell alone is wrong, both are right."""
    state = thrown(counts=(3, 3, 1))
    assert state.solution == ("cat", "broom")
    assert isinstance(GAME.apply(state, Call(0, ("cat",), 500))[1][0], CallWrong)
    assert isinstance(GAME.apply(state, Call(0, ("cat", "broom"), 500))[1][0], CallRight)
    assert thrown(counts=(1, 1, 5), pips=2).solution == ("cat", "broom")
    assert thrown(counts=(0, 7, 0), pips=2).solution == ("cat", "bat")


def test_v06_ties_are_as_frequent_as_reckoned() -> None:
    """19.2 % of throws have two most frequent symbols, 34.7 % two rarest, 0.14 % two missing; never three."""
    ways = {face.counts: weight for face, weight in THROWS if isinstance(face, Throw)}
    total = sum(ways.values())
    double = {
        size: sum(weight for counts, weight in ways.items() if len(solve(counts, size)) == 2) / total
        for size in ("many", "single")
    }
    missing = sum(weight for counts, weight in ways.items() if counts.count(0) == 2) / total
    assert double["many"] == pytest.approx(0.192, abs=0.0005)
    assert double["single"] == pytest.approx(0.347, abs=0.0005)
    assert missing == pytest.approx(0.0014, abs=0.00005)
    assert all(len(solve(counts, size)) < 3 for counts in ways for size in ("many", "single"))


def test_v07_the_order_of_two_spells_is_free() -> None:
    """Broom and cat are as right as cat and broom, and saying one twice harms nobody."""
    state = thrown(counts=(3, 3, 1))
    for spells in (("cat", "broom"), ("broom", "cat"), ("cat", "broom", "cat")):
        assert isinstance(GAME.apply(state, Call(1, spells, 500))[1][0], CallRight)  # type: ignore[arg-type]


def test_v07_one_right_and_one_wrong_spell_are_wrong() -> None:
    """Where a single spell is due, a second one spoils it."""
    assert isinstance(GAME.apply(thrown(), Call(0, ("cat", "broom"), 500))[1][0], CallWrong)


def test_v08_a_wrong_call_is_out_and_the_others_go_on() -> None:
    """The first answer of a seat counts; the seat cannot mend it."""
    state, events = play(thrown(), Call(1, ("bat",), 400))
    assert events == [CallWrong(1, ("bat",), 400, left=2)]
    assert GAME.turn(state).seats == (0, 2, TABLE)
    assert reason(state, Call(1, ("cat",), 700)) == "out"


def test_v08_all_wrong_makes_a_new_round_without_a_flight() -> None:
    """No card, the witch stays, the next one shakes."""
    state, events = play(thrown(2), Call(1, ("bat",), 400), Call(0, ("broom",), 900))
    assert events[-2:] == [NobodyRight(("cat",)), ShakerChanged(1, 2)]
    assert (state.witch, state.won, state.pile) == (0, ((), ()), 23)


def test_v08_silence_is_a_pass_of_all_who_are_left() -> None:
    """The host passes for the silent, and the round ends as if all had been wrong."""
    _, events = play(thrown(2), Call(1, ("bat",), 400), Pass(0))
    assert events[1:] == [SeatPassed(0, 0), NobodyRight(("cat",)), ShakerChanged(1, 2)]


def test_v09_the_first_right_caller_takes_the_card_under_the_witch() -> None:
    """The card that she stands on now, not the one she flies to."""
    state, events = play(thrown(), Call(2, ("cat",), 900), Call(0, ("cat",), 700), Pass(1))
    assert CardWon(0, ("cat",), "moon", "single", alike=1, total=1, ahead=200) in events
    assert state.won == (("moon",), (), ())


def test_v10_then_the_witch_flies_and_a_new_card_fills_the_gap() -> None:
    """The gap counts as a place while she flies."""
    before = thrown(2, pips=6)
    new = (before.secret or ())[0]
    state, events = play(before, Call(0, before.solution, 700), Pass(1))
    assert events[-3:] == [
        WitchFlew(0, 6, 6, True, "moon", "single"),
        CardDrawn(0, new.witch, WITCHES[new.witch], 22),
        ShakerChanged(1, 2),
    ]
    assert state.ring[0] == new
    assert state.witch == 6


def test_v10_the_flight_never_returns_to_the_gap() -> None:
    """One to six steps in a ring of seven."""
    assert all(GAME.landing(table(), pips)[0] != 0 for pips in range(1, 7))


def test_v11_several_right_at_once_make_a_tohuwabohu() -> None:
    """Nobody gets a card and none is drawn, but the witch flies."""
    before = thrown()
    state, events = play(before, Call(2, ("cat",), 700), Call(0, ("cat",), 760), Pass(1))
    assert events[-3:] == [
        Tohuwabohu((0, 2), ("cat",)),
        WitchFlew(0, 1, 1, True, "forest", "many"),
        ShakerChanged(1, 2),
    ]
    assert (state.pile, state.ring, state.won, state.witch) == (23, RING, ((), (), ()), 1)


@pytest.mark.parametrize(("gap", "together"), [(0, True), (99.9, True), (100, True), (100.1, False), (500, False)])
def test_v12_at_once_means_onsets_within_the_window(gap: float, together: bool) -> None:
    """100 ms after the first right onset, the last one included."""
    _, events = play(thrown(2), Call(1, ("cat",), 1000 + gap), Call(0, ("cat",), 1000))
    assert any(isinstance(event, Tohuwabohu) for event in events) == together


def test_v12_the_window_is_counted_from_the_first_and_not_from_neighbour_to_neighbour() -> None:
    """At 0, 80 and 160 ms, only the first two are at once."""
    _, events = play(thrown(), Call(0, ("cat",), 0), Call(1, ("cat",), 80), Call(2, ("cat",), 160))
    assert Tohuwabohu((0, 1), ("cat",)) in events


def test_v12_the_window_is_an_option() -> None:
    """With no window only equal onsets tie."""
    strict = Verhext(window_ms=0)
    state = strict.apply(table(2), Throw((4, 3, 0), 1))[0]
    state = strict.apply(state, Call(0, ("cat",), 10))[0]
    events = strict.apply(state, Call(1, ("cat",), 11))[1]
    assert any(isinstance(event, CardWon) and event.seat == 0 for event in events)


CALLS = (
    Call(0, ("cat",), 900.0),
    Call(1, ("bat",), 500.0),
    Call(2, ("cat",), 820.0),
    Call(3, ("cat",), 1300.0),
)


@pytest.mark.parametrize(
    "order", list(permutations(CALLS)), ids=lambda order: "".join(str(call.seat) for call in order)
)
def test_v13_the_order_of_arrival_does_not_matter(order: tuple[Call, ...]) -> None:
    """Whoever is heard first: the same verdict and the same next state, decided by onsets alone."""
    state, events = play(thrown(4), *order)
    same, _ = play(thrown(4), *CALLS)
    assert state == same
    verdict = [event for event in events if not isinstance(event, CallRight | CallWrong)]
    assert verdict[0] == Tohuwabohu((0, 2), ("cat",))


@pytest.mark.parametrize(
    "order", list(permutations(CALLS)), ids=lambda order: "".join(str(call.seat) for call in order)
)
def test_v13_the_host_may_settle_while_calls_arrive(order: tuple[Call, ...]) -> None:
    """Promises between the calls, as far as they are true, change no verdict."""
    state, told, waiting = thrown(4), [], list(order)
    while waiting and state.round == 1:
        state, events = GAME.apply(state, waiting.pop(0))
        told.extend(events)
        until = min((call.at for call in waiting), default=5000.0) - 1
        if state.round == 1 and until > state.settled:
            state, events = GAME.apply(state, Settle(until))
            told.extend(events)
    assert Tohuwabohu((0, 2), ("cat",)) in told


@settings(max_examples=200, deadline=None)
@given(
    onsets=st.lists(st.integers(0, 600), min_size=4, max_size=4),
    right=st.lists(st.booleans(), min_size=4, max_size=4),
    order=st.permutations(range(4)),
    settles=st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_v13_no_arrival_and_no_promise_changes_a_verdict(
    onsets: list[int], right: list[bool], order: list[int], settles: list[bool]
) -> None:
    """Any onsets, right and wrong, in any order, with any true promises between: as if heard in the order of onsets."""
    calls = [Call(seat, ("cat",) if right[seat] else ("bat",), float(onsets[seat])) for seat in range(4)]
    _, told = play(thrown(4), *sorted(calls, key=lambda call: call.at))
    state, heard = thrown(4), []
    for number, seat in enumerate(order):
        if state.round == 1:
            state, events = play(state, calls[seat])
            heard.extend(events)
        waiting = [onsets[later] for later in order[number + 1 :]]
        until = min(waiting, default=10_000) - 1
        if settles[number] and state.round == 1 and until > max(state.settled, 0):
            state, events = play(state, Settle(float(until)))
            heard.extend(events)
    assert verdict(heard) == verdict(told)


def verdict(told: list[object]) -> list[object]:
    """What was decided: without the calls, and without the time to a call that may not have been heard yet."""
    decided = [event for event in told if not isinstance(event, CallRight | CallWrong)]
    return [replace(event, ahead=0.0) if isinstance(event, CardWon) else event for event in decided]


def test_v13_an_earlier_onset_that_arrives_later_wins() -> None:
    """A long call that began first is understood last, and still was first."""
    state, _ = play(thrown(2), Call(0, ("cat",), 1500))
    assert state.round == 1
    _, events = play(state, Call(1, ("cat",), 1200))
    assert any(isinstance(event, CardWon) and event.seat == 1 and event.ahead == 300 for event in events)


def test_v13_a_round_is_judged_when_nothing_earlier_can_arrive() -> None:
    """The host settles up to the window's end; a moment less is not enough."""
    state, _ = play(thrown(), Call(2, ("cat",), 800))
    waiting, events = play(state, Settle(899.9))
    assert events == []
    assert reason(waiting, Call(0, ("cat",), 899)) == "too_late"
    assert reason(waiting, Call(0, ("cat",), 899.9)) == "too_late"
    assert reason(waiting, Call(0, ("cat",), 900)) is None
    _, events = play(waiting, Settle(900))
    assert any(isinstance(event, CardWon) and event.seat == 2 for event in events)


def test_v13_settling_without_a_right_call_ends_nothing() -> None:
    """The table may think as long as it likes."""
    state, events = play(thrown(), Call(1, ("bat",), 300), Settle(60_000))
    assert events[1:] == []
    assert state.round == 1


@pytest.mark.parametrize("at", [float("nan"), float("inf"), -1.0])
def test_v13_an_onset_is_a_time_on_the_clock(at: float) -> None:
    """Not a number, for ever, or before the stream began: refused."""
    assert reason(thrown(), Call(0, ("cat",), at)) == "bad_time"
    assert reason(thrown(), Settle(at)) == "bad_time"


def test_v13_the_clock_does_not_run_backwards() -> None:
    """A promise cannot be taken back."""
    state, _ = play(thrown(), Settle(500))
    assert reason(state, Settle(400)) == "bad_time"


def test_v14_three_alike_win_at_once() -> None:
    """The witch does not fly any more."""
    state, events = play(
        thrown(2)._replace(won=(("moon", "herb", "moon"), ("storm",))), Call(0, ("cat",), 700), Pass(1)
    )
    assert events[-2:] == [
        CardWon(0, ("cat",), "moon", "single", alike=3, total=4, ahead=-1.0),
        GameWon(0, "three_alike", "moon", 4),
    ]
    assert GAME.result(state) == Result((0,), "three_alike", (4, 1))


def test_v14_five_cards_win_at_once() -> None:
    """Any five; there is exactly one winner."""
    owned = ("herb", "forest", "herb", "swamp")
    state, events = play(thrown(2)._replace(won=((), owned)), Call(1, ("cat",), 700), Pass(0))
    assert events[-1] == GameWon(1, "five_cards", "moon", 5)
    assert GAME.result(state) == Result((1,), "five_cards", (0, 5))


def test_v15_the_pile_cannot_run_out() -> None:
    """Nobody can own more than four cards before the last one: sixteen replacements of 23 cards."""
    most = 4 * 4
    assert GAME.setup(4, Dice(1)).pile - most == 7


@pytest.mark.parametrize(
    ("black", "pips", "target", "clockwise"),
    [(1, 2, 2, True), (1, 1, 6, False), (-1, 2, 5, False), (-1, 1, 1, True), (1, 6, 6, True), (1, 5, 2, False)],
)
def test_v16_signposts_turn_the_flight_for_experts(black: int, pips: int, target: int, clockwise: bool) -> None:
    """Even pips are black and follow the star, odd ones are red and follow the mushroom, of the card she is on."""
    expert = Verhext(expert=True)
    state = table()._replace(ring=(Card("moon", black), *RING[1:]))
    assert expert.landing(state, pips) == (target, clockwise)
    assert GAME.landing(state, pips) == (pips, True)


def test_v16_the_spell_follows_the_signpost() -> None:
    """Backwards by one lands on place 6, a single witch: now the rarest symbol is right."""
    expert = Verhext(expert=True)
    assert expert.apply(table(), Throw((4, 2, 1), 1))[0].solution == ("bat",)


def test_v17_the_engine_sees_symbols_only() -> None:
    """Which language a spell was shouted in is none of its business."""
    assert SYMBOLS == ("cat", "broom", "bat")
    assert reason(thrown(), Call(0, ("Hexenbesen flieg",), 5)) == "no_such_spell"  # type: ignore[arg-type]
    assert reason(thrown(), Call(0, (), 5)) == "no_such_spell"


def test_v18_calls_of_those_who_are_out_or_come_late_are_refused() -> None:
    """Each with its own reason, so that the host can say it kindly."""
    state, _ = play(thrown(), Call(1, ("bat",), 400), Pass(2))
    assert reason(state, Call(1, ("cat",), 500)) == "out"
    assert reason(state, Call(2, ("cat",), 500)) == "answered"
    over, _ = play(state, Call(0, ("cat",), 600))
    assert reason(over, Call(1, ("cat",), 650)) == "round_over"
    assert reason(over, Settle(900)) == "round_over"


def test_a_call_is_known_by_who_and_what_and_not_by_when() -> None:
    """The onset is data of the call, not part of what it is."""
    assert Call(1, ("cat",), 5.0) == Call(1, ("cat",), 900.0)
    assert Call(1, ("cat",), 5.0) in GAME.legal(thrown(), 1)


def test_what_all_can_see_has_no_pile() -> None:
    """Which card comes next is seen by nobody, though its number is."""
    match = Match.new("verhext", players=2, seed=4)
    assert match.view.secret is None
    assert match.view.pile == 23
    with pytest.raises(Illegal):
        match.do(Pass(0))
