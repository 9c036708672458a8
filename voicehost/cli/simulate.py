"""`voicehost simulate`: many games by bots, to prove the rules and to try out settings."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from voicehost.errors import Trouble

if TYPE_CHECKING:
    from voicehost.lab.simulation.simulate import Plan

ALL = "all"


def simulate(
    game: Annotated[str, typer.Argument(help="A game, or all.", metavar="GAME|all")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    players: Annotated[
        int | None, typer.Option("--players", help="How many players; every number if left out.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same report.")] = 1,
    skill: Annotated[
        str,
        typer.Option("--skill", help="perfect, forgetful or random; several with commas play against each other."),
    ] = "perfect",
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Processes; 0 for one on each core.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="An option of the game, such as expert=4. Repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Play many games by bots and report what happened."""
    from voicehost.lab.simulation import simulate as lab

    plans = _plans(game, games, players, seed, skill, option or [])
    reports: list[dict[str, Any]] = []
    for plan in plans:
        with _bar(plan) as advance:
            reports.append(lab.simulate(plan, jobs or os.cpu_count() or 1, advance))
        if as_json:
            print(json.dumps(reports[-1], ensure_ascii=False), flush=True)
    if not as_json:
        _print_tables(reports)


def _plans(game: str, games: int, players: int | None, seed: int, skill: str, options: list[str]) -> list[Plan]:
    """What is to be played. Raises Trouble for anything that cannot be."""
    from voicehost.lab.simulation.bots import SKILLS
    from voicehost.lab.simulation.simulate import Plan
    from voicehost.rules import GAMES, Dice, Illegal

    if game != ALL and game not in GAMES:
        raise Trouble(f"Unknown game {game!r}; choose from {', '.join(GAMES)} or {ALL}.")
    skills = tuple(part.strip() for part in skill.split(","))
    for part in skills:
        if part not in SKILLS:
            raise Trouble(f"Unknown skill {part!r}; choose from {', '.join(SKILLS)}.")
    chosen = tuple(parse_options(options).items())
    names = list(GAMES) if game == ALL else [game]
    plans = [
        Plan(name, number, games, seed, skills, chosen)
        for name in names
        for number in (GAMES[name].seats if players is None else [players])
    ]
    for plan in plans:
        try:
            plan.rules().setup(plan.players, Dice(plan.seed))
        except Illegal as refusal:
            raise Trouble(str(refusal)) from None
    return plans


def parse_options(texts: list[str]) -> dict[str, Any]:
    """Options of a game from `name=value`; the value is JSON where it can be, else text. Raises Trouble."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Trouble(f"The option {text!r} has no value; write it as name=value.")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


class _bar:  # noqa: N801 - used like a function
    """A progress bar on stderr where somebody can see it."""

    def __init__(self, plan: Plan) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
            transient=True,
        )
        self._task = self._progress.add_task(f"{plan.game}, {plan.players} players", total=plan.games)

    def __enter__(self) -> Any:
        self._progress.start()
        return lambda games: self._progress.advance(self._task, games)

    def __exit__(self, *_: object) -> None:
        self._progress.stop()


def _print_tables(reports: list[dict[str, Any]]) -> None:
    """One table per game, one column per number of players."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    for game in dict.fromkeys(report["game"] for report in reports):
        columns = [report for report in reports if report["game"] == game]
        table = Table(title=f"{game} ({columns[0]['skill']}, seed {columns[0]['seed']})")
        table.add_column("")
        for report in columns:
            table.add_column(f"{report['players']} players", justify="right")
        for row in columns[0]:
            if row not in ("game", "players", "seed", "skill"):
                table.add_row(row, *(_cell(report[row]) for report in columns))
        console.print(table)


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return "\n".join(f"{name} {count}" for name, count in value.items())
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "-" if value is None else str(value)
