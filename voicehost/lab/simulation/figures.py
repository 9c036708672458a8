"""What a simulated game says about itself: turns, and the figures that are worth knowing in each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from voicehost.rules import Event, hubi, husch, spinnengift, verhext

Figures = Counter[str]
"""Named numbers of one game, added up over many."""


class Counted(NamedTuple):
    """How to count one game and how to report many."""

    turns: Callable[[Event], bool]
    """Whether an event begins a turn."""
    figures: Callable[[Iterable[Event], Any], Figures]
    """The figures of one game, from its events and its last state."""
    report: Callable[[Figures, int], dict[str, Any]]
    """What to report, from the sum of the figures and the number of games."""


def share(part: int, whole: int) -> float:
    """A share, rounded, 0 of nothing."""
    return round(part / whole, 4) if whole else 0.0


def quantile(histogram: Mapping[int, int], q: float) -> int | None:
    """The value below or at which the share `q` of the counted values lies; None if there are none."""
    rest = q * sum(histogram.values())
    for value in sorted(histogram):
        rest -= histogram[value]
        if rest <= 0:
            return value
    return None


# --- Husch Husch ---


def _count_husch(events: Iterable[Event], _: Any) -> Figures:
    figures: Figures = Counter()
    longest = 0
    for event in events:
        match event:
            case husch.WitchMoved(streak=streak):
                longest = max(longest, streak)
            case husch.HatLifted(right=right):
                figures["lifts"] += 1
                figures["right"] += right
            case husch.HatsSwapped():
                figures["swaps"] += 1
    figures["longest_streak"] = longest
    return figures


def _report_husch(figures: Figures, games: int) -> dict[str, Any]:
    return {
        "longest_streak_mean": share(figures["longest_streak"], games),
        "right_lifts": share(figures["right"], figures["lifts"]),
        "swaps_per_game": share(figures["swaps"], games),
    }


# --- Schnappt Hubi! ---


def _count_hubi(events: Iterable[Event], _: Any) -> Figures:
    figures: Figures = Counter()
    for event in events:
        match event:
            case hubi.DoorOpened():
                figures["opened"] += 1
            case hubi.FoodSearched(hubi=True):
                figures["found"] += 1
            case hubi.GameWon(hour=hour):
                figures["caught"] += 1
                figures[f"hour {hour}"] += 1
    return figures


def _report_hubi(figures: Figures, games: int) -> dict[str, Any]:
    hours = {hour: figures[f"hour {hour}"] for hour in range(13) if figures[f"hour {hour}"]}
    return {
        "door_opened": share(figures["opened"], games),
        "hubi_found": share(figures["found"], games),
        "hour_of_catch_p50": quantile(hours, 0.5),
        "hour_of_catch": {str(hour): count for hour, count in hours.items()},
    }


# --- Verhext! ---


def _count_verhext(events: Iterable[Event], _: Any) -> Figures:
    figures: Figures = Counter()
    for event in events:
        match event:
            case verhext.DiceThrown(size=size, cats=cats, brooms=brooms, bats=bats):
                figures["throws"] += 1
                figures[size] += 1
                figures[f"{size} double"] += len(verhext.solve((cats, brooms, bats), size)) == 2  # type: ignore[arg-type]
            case verhext.Tohuwabohu():
                figures["ties"] += 1
            case verhext.NobodyRight():
                figures["nobody"] += 1
            case verhext.CallRight():
                figures["calls"] += 1
                figures["right"] += 1
            case verhext.CallWrong():
                figures["calls"] += 1
    return figures


def _report_verhext(figures: Figures, games: int) -> dict[str, Any]:
    return {
        "ties": share(figures["ties"], figures["throws"]),
        "nobody_right": share(figures["nobody"], figures["throws"]),
        "right_calls": share(figures["right"], figures["calls"]),
        "double_spells_many": share(figures["many double"], figures["many"]),
        "double_spells_single": share(figures["single double"], figures["single"]),
    }


# --- Spinnengift ---


def _count_spinnengift(events: Iterable[Event], state: Any) -> Figures:
    figures: Figures = Counter()
    for event in events:
        match event:
            case spinnengift.MedalsRunOut():
                figures["short"] += 1
            case spinnengift.MonsterFell():
                figures["monsters"] += 1
            case spinnengift.GoblinStruck():
                figures["goblins"] += 1
            case spinnengift.ChipWon():
                figures["chips"] += 1
            case spinnengift.GameWon(decided=decided):
                figures[f"by {decided}"] += 1
    figures["medals"] = sum(state.medals)
    return figures


def _report_spinnengift(figures: Figures, games: int) -> dict[str, Any]:
    return {
        "medals_past_42": share(figures["short"], games),
        "medals_per_game": share(figures["medals"], games),
        "monsters_per_game": share(figures["monsters"], games),
        "chips_per_game": share(figures["chips"], games),
        "goblins_per_game": share(figures["goblins"], games),
        "decided_by_monsters": share(figures["by monsters"], games),
        "shared_wins": share(figures["by shared"], games),
    }


COUNTED: Final[Mapping[str, Counted]] = MappingProxyType(
    {
        "husch": Counted(
            lambda event: isinstance(event, husch.GameOpened | husch.TurnPassed), _count_husch, _report_husch
        ),
        "hubi": Counted(lambda event: isinstance(event, hubi.CompassSpun), _count_hubi, _report_hubi),
        "verhext": Counted(lambda event: isinstance(event, verhext.DiceThrown), _count_verhext, _report_verhext),
        "spinnengift": Counted(
            lambda event: isinstance(event, spinnengift.TurnPassed) and event.task == "play",
            _count_spinnengift,
            _report_spinnengift,
        ),
    }
)
"""How each game is counted."""
