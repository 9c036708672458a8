"""The simulator: the same seed tells the same, on any number of processes, and better players play better."""

import json
import math
from typing import Any

import pytest
from typer.testing import CliRunner

from voicehost.errors import Trouble
from voicehost.lab.simulation import chance, laws
from voicehost.lab.simulation.bots import BOTS, SKILLS
from voicehost.lab.simulation.figures import COUNTED, quantile
from voicehost.lab.simulation.simulate import Plan, play_games, simulate
from voicehost.rules import GAMES, Dice, public
from voicehost.rules.husch import Husch, HuschState

SPEEDS = ("applies_per_s", "games_per_s")
FIELDS = {
    "game",
    "players",
    "games",
    "finished",
    "illegal",
    "capped",
    "reasons",
    "wins_by_seat",
    "win_rate",
    "turns_p50",
    "turns_p95",
    "spoken_events_p50",
    "chance_p_min",
    *SPEEDS,
}


def told(report: dict[str, Any]) -> dict[str, Any]:
    """A report without its speeds."""
    return {name: value for name, value in report.items() if name not in SPEEDS}


@pytest.mark.parametrize("name", GAMES)
def test_games_are_finished_without_an_illegal_action(name: str) -> None:
    """The report has all fields, every game ends by a reason, and the dice are fair."""
    report = simulate(Plan(name, 3, 40))
    assert set(report) >= FIELDS
    assert (report["games"], report["finished"], report["illegal"], report["capped"]) == (40, 40, 0, 0)
    assert sum(report["reasons"].values()) == 40
    assert len(report["wins_by_seat"]) == 3
    assert report["turns_p50"] <= report["turns_p95"]
    assert report["chance_p_min"] > 0.001
    assert json.loads(json.dumps(report)) == report


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_bot_and_figures(name: str) -> None:
    """A new game without them fails here."""
    assert name in BOTS
    assert name in COUNTED


@pytest.mark.slow
def test_the_report_is_the_same_for_any_number_of_jobs() -> None:
    """One process, two, or three: game by game the same."""
    plan = Plan("verhext", 4, 80, seed=5, skills=("forgetful", "perfect"))
    alone = told(simulate(plan, jobs=1))
    assert told(simulate(plan, jobs=2)) == alone
    assert told(simulate(plan, jobs=3)) == alone


def test_another_seed_plays_other_games() -> None:
    """And the same seed the same ones."""
    first, again, other = (told(simulate(Plan("hubi", 2, 20, seed=seed))) for seed in (1, 1, 2))
    assert first == again
    assert {**first, "seed": 2} != other


def test_progress_is_told() -> None:
    """The finished games add up."""
    finished: list[int] = []
    simulate(Plan("husch", 2, 60), progress=finished.append)
    assert sum(finished) == 60
    assert len(finished) > 1


@pytest.mark.parametrize(("name", "games"), [("husch", 1500), ("verhext", 150), ("spinnengift", 60)])
def test_perfect_players_beat_forgetful_ones(name: str, games: int) -> None:
    """At one table, taking turns in beginning."""
    wins = simulate(Plan(name, 2, games, skills=("perfect", "forgetful")))["wins_by_skill"]
    assert wins["perfect"] > wins["forgetful"]


@pytest.mark.parametrize(("name", "games"), [("husch", 150), ("verhext", 100), ("spinnengift", 25)])
def test_forgetful_players_beat_random_ones(name: str, games: int) -> None:
    """Even a bad memory helps."""
    wins = simulate(Plan(name, 2, games, skills=("forgetful", "random")))["wins_by_skill"]
    assert wins["forgetful"] > wins["random"]


def test_better_teams_catch_hubi_more_often() -> None:
    """Perfect, forgetful, random, from five o'clock."""
    plans = (Plan("hubi", 2, 120, skills=(skill,), options=(("expert", 5),)) for skill in SKILLS)
    rates = [simulate(plan)["win_rate"] for plan in plans]
    assert rates == sorted(rates, reverse=True)
    assert len(set(rates)) == 3


def test_a_later_start_makes_hubi_harder() -> None:
    """The expert variants of U20."""
    rates = [
        simulate(Plan("hubi", 3, 150, skills=("forgetful",), options=(("expert", expert),)))["win_rate"]
        for expert in (None, 3, 5)
    ]
    assert rates == sorted(rates, reverse=True)


def test_endless_games_are_capped_and_counted() -> None:
    """Players without any memory never win a star chip."""
    report = simulate(Plan("spinnengift", 2, 1, skills=("random",)))
    assert (report["finished"], report["capped"], report["illegal"]) == (0, 1, 0)


def test_bots_see_only_what_all_can_see() -> None:
    """Public states and nothing else are enough for a whole game of theirs: no bot has a way to the secret."""
    state = Husch().setup(2, Dice(1))._replace(face="pink")
    bot = BOTS["husch"](0, SKILLS["perfect"], Dice(1))
    assert bot.choose(public(state), Husch().legal(state, 0)) in Husch().legal(state, 0)


def test_a_broken_law_names_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it can be played again alone."""

    def cheat(self: Husch, state: HuschState, action: Any) -> Any:
        return state._replace(secret=("pink",) * 5, face="pink"), ()

    monkeypatch.setattr(Husch, "step", cheat)
    with pytest.raises(laws.LawBroken, match=r"game 3 of Plan\(game='husch'.*every witch sits under one hat"):
        play_games(Plan("husch", 2, 9), [3])


@pytest.mark.parametrize(
    ("a", "x", "q"),
    [
        (0.5, 1.9207, 0.05),  # chi-square 3.841 with 1 degree of freedom
        (2.5, 5.5352, 0.05),  # 11.070 with 5
        (2.5, 7.5431, 0.01),  # 15.086 with 5
        (25.0, 33.7524, 0.05),  # 67.505 with 50
        (50.0, 62.171, 0.05),  # 124.342 with 100
        (3.0, 0.0, 1.0),
    ],
)
def test_chi_square_tail_as_in_tables(a: float, x: float, q: float) -> None:
    """Critical values as printed in statistics books."""
    assert chance.upper_gamma(a, x) == pytest.approx(q, rel=3e-3)


@pytest.mark.parametrize(("a", "x"), [(1, 0.3), (3, 2.0), (3, 9.0), (108, 95.0), (108, 125.0), (108, 200.0)])
def test_chi_square_tail_as_a_poisson_sum(a: int, x: float) -> None:
    """For whole a, Q(a, x) is the chance that a Poisson variable with mean x stays below a."""
    poisson = math.fsum(math.exp(k * math.log(x) - x - math.lgamma(k + 1)) for k in range(a))
    assert chance.upper_gamma(a, x) == pytest.approx(poisson, rel=1e-10)


def test_loaded_dice_are_noticed() -> None:
    """And fair ones are not; rare faces are counted together; nothing thrown tells nothing."""
    assert chance.p_value([100, 100, 100, 100, 100, 160], [1] * 6) < 0.001
    assert chance.p_value([100, 104, 97, 99, 102, 98], [1] * 6) > 0.5
    assert chance.p_value([990, 3, 2, 3, 2], [990, 2, 3, 2, 3]) > 0.5
    assert chance.p_value([0, 0], [1, 1]) == 1.0


def test_quantiles_of_a_histogram() -> None:
    """The smallest value with enough below it."""
    assert quantile({1: 1, 2: 1, 3: 1, 10: 1}, 0.5) == 2
    assert quantile({1: 1, 2: 1, 3: 1, 10: 1}, 0.95) == 10
    assert quantile({}, 0.5) is None


def run(*args: str) -> Any:
    """Run `voicehost` with arguments; what it prints is machine-readable."""
    from voicehost.cli import app

    return CliRunner().invoke(app, args)


def test_the_command_prints_one_object_per_game() -> None:
    """With --json nothing else is on stdout; without --players every number plays."""
    result = run("simulate", "verhext", "--games", "5", "--json")
    assert result.exit_code == 0
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    assert [report["players"] for report in reports] == [2, 3, 4]


def test_the_command_prints_a_table_for_people() -> None:
    """One column for each number of players."""
    result = run("simulate", "hubi", "--games", "3", "--option", "expert=4")
    assert result.exit_code == 0
    assert "4 players" in result.stdout
    assert "win_rate" in result.stdout


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("chess",), "Unknown game 'chess'"),
        (("husch", "--skill", "lucky"), "Unknown skill 'lucky'"),
        (("husch", "--players", "9"), "2 to 6 players, not for 9"),
        (("husch", "--option", "swap"), "has no value"),
        (("husch", "--option", "swap=never"), "cannot be 'never'"),
        (("husch", "--option", "swop=off"), "no option 'swop'"),
        (("spinnengift", "--players", "2", "--option", "starter=3"), "a seat that is taken"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(args: tuple[str, ...], told: str) -> None:
    """And nothing is played."""
    result = run("simulate", *args)
    assert isinstance(result.exception, Trouble)
    assert told in str(result.exception)
    assert result.stdout == ""
