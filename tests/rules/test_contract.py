"""One contract for all games: whatever is played, these things hold. A new game is found by itself."""

import random
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicehost.lab.simulation import laws
from voicehost.lab.simulation.bots import BOTS, SKILLS
from voicehost.rules import GAMES, NATURE, TABLE, Dice, Game, Illegal, action_from_json, action_to_json, public
from voicehost.rules.codec import decode, encode
from voicehost.rules.hubi import Hubi
from voicehost.rules.husch import Husch, Swap
from voicehost.rules.spinnengift import Spinnengift
from voicehost.rules.verhext import Call, Settle, Verhext

MOST_STEPS = 3000

TABLES = [
    *((cls(), players) for cls in GAMES.values() for players in cls.seats),
    (Husch(swap="may"), 2),
    (Husch(swap="off"), 3),
    (Husch(hats="real"), 3),
    (Hubi(expert=3), 2),
    (Hubi(expert=4, hubi="random"), 3),
    (Hubi(expert=5, free=6, holes=3, windows=2), 4),
    (Hubi(free=4, holes=4, windows=3), 2),
    (Verhext(expert=True), 3),
    (Verhext(window_ms=0), 2),
    (Verhext(window_ms=400.0, expert=True), 4),
    (Spinnengift(medals=10), 3),
    (Spinnengift(medals=0, starter=1), 2),
]

NOT_LISTED = (Call, Settle, Swap)
"""Actions with more spellings than `legal` lists: spells and hats in any order, any onset."""


class Poison:
    """A secret that nobody may look at."""

    def _touched(self, *_: object) -> Any:
        raise AssertionError("something looked at the secret")

    __getattr__ = __getitem__ = __iter__ = __len__ = __bool__ = __eq__ = _touched
    __hash__ = None


def step_choices(game: Game[Any], state: Any, chance: random.Random) -> Any:
    """Any legal action of anybody whose turn it is; calls get an onset."""
    seat = chance.choice(game.turn(state).seats)
    action = chance.choice(game.legal(state, seat))
    if isinstance(action, Call):
        return Call(seat, action.spells, max(state.settled, 0) + chance.uniform(1, 800))
    if isinstance(action, Settle):
        return Settle(max(state.settled, 0) + chance.uniform(0, 800))
    return action


def walk(game: Game[Any], players: int, seed: int, steps: int = 250) -> Iterator[tuple[Any, Any, Any, Any]]:
    """A random walk: (state, action, next state, events) for each step."""
    chance = random.Random(seed)
    state = game.setup(players, Dice(seed))
    for _ in range(steps):
        if not game.turn(state).seats:
            return
        action = step_choices(game, state, chance)
        following, events = game.apply(state, action)
        yield state, action, following, events
        state = following


def name(table: Any) -> str:
    return (
        "-".join([type(table).__name__, *map(str, table.options().values())]) if isinstance(table, Game) else str(table)
    )


every_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=name)


@every_table
def test_what_may_be_done_depends_on_what_all_can_see(game: Game[Any], players: int) -> None:
    """Turn, legal actions, odds and result are the same for the state, its public side, and a poisoned secret."""
    for state, _, following, _ in walk(game, players, seed=1):
        for known in (state, following):
            poisoned = known._replace(secret=Poison())
            for seen in (public(known), poisoned):
                assert game.turn(seen) == game.turn(known)
                assert game.odds(seen) == game.odds(known)
                assert game.result(seen) == game.result(known)
                for seat in (*range(players), NATURE, TABLE):
                    assert game.legal(seen, seat) == game.legal(known, seat)


@every_table
def test_refusals_do_not_look_at_the_secret(game: Game[Any], players: int) -> None:
    """Whether an action is refused, and why, is told from what all can see."""
    pool = [action for _, action, _, _ in walk(game, players, seed=2)]
    chance = random.Random(2)
    for state, _, _, _ in walk(game, players, seed=3, steps=120):
        for action in chance.choices(pool, k=12):
            refusal, same = game.why_not(state, action), game.why_not(state._replace(secret=Poison()), action)
            assert (refusal and (refusal.reason, refusal.facts)) == (same and (same.reason, same.facts))


@every_table
def test_legal_and_why_not_agree(game: Game[Any], players: int) -> None:
    """Every listed action is accepted, every other one is refused with a declared reason and a whole sentence."""
    from voicehost.rules.core import REFUSALS

    pool = [action for _, action, _, _ in walk(game, players, seed=4)]
    chance = random.Random(4)
    for state, _, _, _ in walk(game, players, seed=5, steps=120):
        legal = [action for seat in (*range(players), NATURE, TABLE) for action in game.legal(state, seat)]
        assert all(game.why_not(state, action) is None for action in legal)
        for action in chance.choices(pool, k=12):
            refusal = game.why_not(state, action)
            if refusal is None:
                assert action in legal or isinstance(action, NOT_LISTED)
            else:
                assert action not in legal or isinstance(action, NOT_LISTED)
                assert refusal.reason in game.refusals or refusal.reason in REFUSALS
                assert str(refusal).endswith(".")
                assert "{" not in str(refusal).replace(repr(action), "")


@every_table
def test_illegal_actions_raise_and_change_nothing(game: Game[Any], players: int) -> None:
    """A refused action raises Illegal, and the game goes on from the same state."""
    pool = [action for _, action, _, _ in walk(game, players, seed=6)]
    chance = random.Random(6)
    refused = 0
    for state, action, following, events in walk(game, players, seed=7, steps=120):
        for wrong in chance.choices(pool, k=6):
            if game.why_not(state, wrong) is not None:
                refused += 1
                with pytest.raises(Illegal):
                    game.apply(state, wrong)
        assert game.apply(state, action) == (following, events)
    assert refused > 20


@every_table
def test_chance_is_an_action_with_integer_weights(game: Game[Any], players: int) -> None:
    """NATURE acts exactly when there are odds; every face has a positive whole weight; somebody's hand throws."""
    for state, _, _, _ in walk(game, players, seed=8):
        odds, turn = game.odds(state), game.turn(state)
        assert (turn.seats == (NATURE,)) == bool(odds)
        assert tuple(face for face, _ in odds) == (game.legal(state, NATURE) if odds else ())
        assert all(type(weight) is int and weight > 0 for _, weight in odds)
        assert (turn.hand is not None) == bool(odds)


@every_table
def test_everything_survives_json(game: Game[Any], players: int) -> None:
    """Actions and states are read back as they were written."""
    for _, action, following, _ in walk(game, players, seed=9):
        back = action_from_json(game, action_to_json(action))
        assert back == action
        assert getattr(back, "at", None) == getattr(action, "at", None)
        assert decode(game.state, encode(following)) == following


@every_table
def test_events_are_declared_and_simple(game: Game[Any], players: int) -> None:
    """Events are of the declared types, with numbers, words, truth values and tuples of those."""
    told = list(game.opening(public(game.setup(players, Dice(10)))))
    for *_, events in walk(game, players, seed=10):
        told.extend(events)
    for event in told:
        assert type(event) in game.events
        for field in fields(event):
            value = getattr(event, field.name)
            parts = value if isinstance(value, tuple) else (value,)
            assert all(type(part) in (int, float, str, bool) for part in parts), event


@every_table
def test_nothing_appears_and_nothing_is_lost(game: Game[Any], players: int) -> None:
    """Witches, cards, chips and medals are conserved in every state."""
    for state, _, following, _ in walk(game, players, seed=11):
        laws.check(state)
        laws.check(following)


@every_table
def test_games_end_with_a_result(game: Game[Any], players: int) -> None:
    """Played with some sense, every game ends; then nobody may act and every action is refused."""
    seed = 12
    dice = Dice(seed)
    state = game.setup(players, dice)
    bots = [BOTS[game.name](seat, SKILLS["forgetful"], Dice(seat)) for seat in range(players)]
    action = None
    for _ in range(MOST_STEPS):
        turn = game.turn(state)
        if not turn.seats:
            break
        if turn.seats == (NATURE,):
            action = dice.pick(game.odds(state))
        else:
            seat = turn.seats[0]
            action = bots[seat].choose(public(state), game.legal(public(state), seat))
        state, events = game.apply(state, action)
        for bot in bots:
            bot.watch(events)
    result = game.result(state)
    assert result is not None
    assert set(result.winners) <= set(range(players))
    assert action is not None
    assert all(not game.legal(state, seat) for seat in (*range(players), NATURE, TABLE))
    refusal = game.why_not(state, action)
    assert refusal is not None
    assert refusal.reason == "game_over"


@pytest.mark.parametrize("name", GAMES)
def test_every_declared_event_and_action_occurs(name: str) -> None:
    """No event and no action is declared that never happens; games are played until all have been seen."""
    missing: set[type] = {*GAMES[name].events, *GAMES[name].actions}
    tables = [table for table in TABLES if table[0].name == name]
    for seed in range(200):
        game, players = tables[seed % len(tables)]
        missing -= set(map(type, game.opening(public(game.setup(players, Dice(seed))))))
        for action, events in sensible_game(game, players, seed):
            missing -= {type(action), *map(type, events)}
        if not missing:
            return
    assert not missing


def sensible_game(game: Game[Any], players: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """A whole game by bots of which every second one is careless; answers come in any order."""
    chance = random.Random(seed)
    dice = Dice(seed)
    skills = [SKILLS["perfect"], SKILLS["forgetful"]]
    bots = [BOTS[game.name](seat, skills[(seat + seed) % 2], Dice(seat)) for seat in range(players)]
    state = game.setup(players, dice)
    for _ in range(MOST_STEPS):
        seats = game.turn(state).seats
        if not seats:
            return
        if NATURE in seats:
            action = dice.pick(game.odds(state))
        elif TABLE in seats and chance.random() < 0.3:
            action = step_choices(game, state, chance)
        else:
            seat = chance.choice([seat for seat in seats if seat != TABLE])
            action = bots[seat].choose(public(state), game.legal(state, seat))
            if game.why_not(state, action) is not None:  # settled: too late
                action = game.legal(state, seat)[-1]
        state, events = game.apply(state, action)
        yield action, events
        for bot in bots:
            bot.watch(events)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TABLES), st.integers(0, 2**32))
def test_laws_hold_on_any_walk(table: tuple[Game[Any], int], seed: int) -> None:
    """Hypothesis looks for a walk that breaks a law or raises anything."""
    game, players = table
    for _, _, following, events in walk(game, players, seed, steps=80):
        laws.check(following)
        assert all(type(event) in game.events for event in events)


@pytest.mark.parametrize("name", GAMES)
def test_wrong_player_counts_are_refused(name: str) -> None:
    """A game is for so many players and no others."""
    game = GAMES[name]()
    for players in (-1, 0, 1, game.seats[-1] + 1, True, 2.0, "3"):
        with pytest.raises(Illegal) as refused:
            game.setup(players, Dice(1))  # type: ignore[arg-type]
        assert refused.value.reason == "player_count"


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("husch", "swap", "never"),
        ("hubi", "expert", 6),
        ("hubi", "expert", "4"),
        ("hubi", "expert", 4.0),
        ("hubi", "hubi", "ghost"),
        ("hubi", "free", 3),
        ("hubi", "free", -5),
        ("verhext", "window_ms", -1),
        ("verhext", "window_ms", "short"),
        ("verhext", "window_ms", True),
        ("verhext", "expert", 1),
        ("spinnengift", "medals", -1),
        ("spinnengift", "starter", 4),
        ("spinnengift", "board", "chess"),
    ],
)
def test_impossible_options_are_refused(name: str, option: str, value: Any) -> None:
    """An option has only possible values, and the refusal names it."""
    with pytest.raises(Illegal) as refused:
        GAMES[name].with_options(**{option: value})
    assert refused.value.reason == "bad_option"
    assert refused.value.facts["option"] == option


@pytest.mark.parametrize("name", GAMES)
def test_unknown_options_are_refused(name: str) -> None:
    """A misspelt option is not ignored."""
    with pytest.raises(Illegal) as refused:
        GAMES[name].with_options(expret=4)
    assert refused.value.reason == "unknown_option"


@every_table
def test_actions_of_other_games_and_seats_are_refused(game: Game[Any], players: int) -> None:
    """An action of another game, of a seat that is not there, or of a seat whose turn it is not."""
    from voicehost.rules import hubi, husch

    state = game.setup(players, Dice(1))
    other = husch.Lift(0, 0) if game.name != "husch" else hubi.Search(0)
    for action, reason in ((other, "other_game"), (first_of(game, players), "no_such_seat")):
        refusal = game.why_not(state, action)
        assert refusal is not None
        assert refusal.reason == reason


def first_of(game: Game[Any], players: int) -> Any:
    """An action of the game by a seat that is not there."""
    from voicehost.rules import hubi, husch, spinnengift, verhext

    made = {
        "husch": husch.Lift(players, 0),
        "hubi": hubi.Search(players),
        "verhext": verhext.Pass(-7),
        "spinnengift": spinnengift.Stay(players),
    }
    return made[game.name]
