"""Golden journals: whole games that a person can read, and that must go on happening just so.

Each file in tests/golden begins with a line that deals the game; then come actions at the margin and, indented below
each, everything that happened. Run this file as a program to write them anew after a wanted change of the rules, and
read the difference before committing it.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from voicehost.lab.simulation import laws
from voicehost.lab.simulation.simulate import Plan, Table, Tally
from voicehost.rules import (
    GAMES,
    NATURE,
    TABLE,
    Action,
    Dice,
    Event,
    Game,
    action_from_json,
    action_to_json,
    hubi,
    husch,
    public,
    spinnengift,
    verhext,
)

FOLDER = Path(__file__).parents[1] / "golden"
SEATS = {NATURE: "nature", TABLE: "table"}


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def action_line(action: Action) -> str:
    """Who, what, and the details: `seat 0 Lift place=2`."""
    entry = action_to_json(action)
    who = SEATS.get(action.seat, f"seat {action.seat}")
    return " ".join([who, entry.pop("do"), *(f"{k}={written(v)}" for k, v in entry.items() if k != "seat")])


def event_line(event: Event) -> str:
    """An event with its facts: `  HatLifted seat=0 place=2 ...`."""
    facts = (f"{field.name}={written(getattr(event, field.name))}" for field in fields(event))
    return "  " + " ".join([type(event).__name__, *facts])


def read_action(game: Game[Any], line: str) -> Action:
    """The action of a line that `action_line` wrote."""
    who, rest = line.split(" ", 1)
    seat = {name: seat for seat, name in SEATS.items()}.get(who)
    if seat is None:
        number, rest = rest.split(" ", 1) if " " in rest else (rest, "")
        seat = int(number)
    do, *facts = rest.split(" ")
    return action_from_json(game, {"do": do, "seat": seat, **read_facts(facts)})


def read_facts(facts: list[str]) -> dict[str, Any]:
    return {name: json.loads(value) for name, value in (fact.split("=", 1) for fact in facts)}


def retold(lines: list[str]) -> Iterator[str]:
    """The lines as the rules tell them now: the same actions, and what happens."""
    name, *facts = lines[0].split(" ")
    deal = read_facts(facts)
    seed, players = deal.pop("seed"), deal.pop("players")
    game = GAMES[name].with_options(**deal)
    state = game.setup(players, Dice(seed))
    yield lines[0]
    yield from map(event_line, game.opening(public(state)))
    for line in lines[1:]:
        if line.startswith(" "):
            continue
        yield line
        state, events = game.apply(state, read_action(game, line))
        laws.check(state)
        yield from map(event_line, events)


FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_same_actions_make_the_same_events(path: Path) -> None:
    """Line by line, so that a difference shows where it begins."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert list(retold(lines)) == lines


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_golden_journal(name: str) -> None:
    """A new game without one fails here."""
    assert FOLDER / f"{name}.txt" in FILES


def test_every_edge_case_is_kept() -> None:
    """The files are those that this module can write."""
    assert {path.stem for path in FILES} == {*CASES}


def happens(*events: type[Event]) -> Callable[[list[Event]], bool]:
    """Whether all these events happen in a game."""
    return lambda told: {*events} <= {type(event) for event in told}


def ends(**facts: Any) -> Callable[[list[Event]], bool]:
    """Whether the last event has these facts."""
    return lambda told: all(getattr(told[-1], name, None) == value for name, value in facts.items())


CASES: dict[str, tuple[Plan, Callable[[list[Event]], bool]]] = {
    "husch": (Plan("husch", 3, 1), happens(husch.HatsSwapped)),
    "husch-may-keep": (Plan("husch", 2, 1, options=(("swap", "may"),)), happens(husch.HatsKept, husch.HatsSwapped)),
    "hubi": (Plan("hubi", 2, 1), happens(hubi.FoodSwapped, hubi.GameWon)),
    "hubi-midnight": (Plan("hubi", 3, 1, skills=("forgetful",), options=(("expert", 5),)), happens(hubi.GameLost)),
    "hubi-flees-at-random": (
        Plan("hubi", 4, 1, skills=("forgetful",), options=(("hubi", "random"),)),
        happens(hubi.HubiMoved, hubi.HubiSleeps, hubi.GameWon),
    ),
    "verhext": (Plan("verhext", 2, 1), ends(reason="five_cards")),
    "verhext-experts": (
        Plan("verhext", 4, 1, skills=("forgetful",), options=(("expert", True),)),
        happens(verhext.Tohuwabohu, verhext.CallWrong, verhext.GameWon),
    ),
    "verhext-nobody-right": (
        Plan("verhext", 2, 1, skills=("forgetful",)),
        lambda told: happens(verhext.NobodyRight)(told) and ends(reason="three_alike")(told),
    ),
    "spinnengift": (Plan("spinnengift", 3, 1), ends(reason="seventh_monster", decided="points")),
    "spinnengift-shared": (Plan("spinnengift", 4, 1), ends(reason="two_chips", decided="shared")),
    "spinnengift-medals-run-out": (
        Plan("spinnengift", 2, 1, skills=("forgetful",), options=(("medals", 20),)),
        happens(spinnengift.MedalsRunOut, spinnengift.GoblinStruck),
    ),
}
"""What to play, and what must happen in it."""


def remake() -> None:
    """Write every golden journal anew: the first game of each plan in which the wanted things happen."""
    for stem, (plan, wanted) in CASES.items():
        number, table = 0, Table(plan, 0, Tally())
        table.play()
        while not wanted(table.events):
            number += 1
            table = Table(plan, number, Tally())
            table.play()
        deal = {"players": plan.players, "seed": f"{plan.seed}/{plan.game}/{plan.players}/{number}"}
        head = " ".join([plan.game, *(f"{k}={written(v)}" for k, v in {**deal, **table.game.options()}.items())])
        lines = list(retold([head, *map(action_line, table.actions)]))
        (FOLDER / f"{stem}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    remake()
