"""`voicehost play`: a whole evening, by voice or typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from voicehost.cli.devices import Ear, Mic, Speaker, data_folder, live_options, players_here

if TYPE_CHECKING:
    from voicehost.evening.evening import EveningOptions
    from voicehost.live.live import LiveOptions


def play(
    game: Annotated[str | None, typer.Argument(help="husch, hubi, verhext or spinnengift; asked if left out.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Type and read instead of speaking and hearing.")] = False,
    lang: Annotated[str | None, typer.Option(help="Languages of the table: de, en, de,en or mixed.")] = None,
    players: Annotated[int | None, typer.Option(min=1, help="How many play, by call signs.")] = None,
    names: Annotated[str | None, typer.Option(help="Names instead of call signs: Anna,Ben,Cleo.")] = None,
    expert: Annotated[bool, typer.Option("--expert", help="The variant for those who know the game.")] = False,
    dice: Annotated[str, typer.Option(help="drawn by the program, or real: the children read them aloud.")] = "drawn",
    board: Annotated[str, typer.Option(help="virtual, or real (husch): the host asks what was right.")] = "virtual",
    window: Annotated[
        float | None, typer.Option(min=0, max=2000, help="Verhext: calls so close (ms) count as at once.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last unfinished game.")] = False,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same games.")] = None,
    mic: Mic = None,
    speaker: Speaker = None,
    ear: Ear = None,
    record: Annotated[Path | None, typer.Option(help="Record all microphones to this .wav or .flac file.")] = None,
    data: Annotated[Path | None, typer.Option(help="A folder laid over grammars/ and voices/.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Play: the host asks what and who, referees, and tells the table what happens."""
    import secrets

    from voicehost.errors import Trouble
    from voicehost.evening.evening import EveningOptions
    from voicehost.live.live import seat_owners
    from voicehost.resources import need_languages
    from voicehost.settings import read_settings
    from voicehost.table.seats import need_game, seat_players

    if dice not in ("drawn", "real"):
        raise Trouble(f"--dice is drawn or real, not {dice!r}.")
    if board not in ("virtual", "real"):
        raise Trouble(f"--board is virtual or real, not {board!r}.")
    settings = read_settings()
    data = data_folder(settings, data)
    langs = need_languages(lang or settings.lang, data)
    rules = need_game(game) if game is not None else None
    live = live_options(settings, mic, speaker, ear, record)
    text = text or live.ear == "text"
    names = names or (None if text or players else ",".join(live.owners))
    seats = seat_players(rules, names, players, langs) if names or players else ()
    options = EveningOptions(
        langs=langs,
        game=game,
        players=seats,
        channels=() if text else seat_owners(live.owners, seats),
        known=players_here(settings, langs),
        expert=True if expert else None,
        dice=dice,
        options=_options(game, board, settings.window_ms if window is None else window),
        data=data,
        resume=resume,
        seed=secrets.randbelow(2**32) if seed is None else seed,
    )
    if text:
        _play_typed(options)
    else:
        _play_live(options, live, as_json)


def _play_live(options: EveningOptions, live: LiveOptions, as_json: bool) -> None:
    """The evening on microphones and loudspeaker."""
    from voicehost.cli.output import json_log, people_log
    from voicehost.live.live import play_live

    play_live(options, live, json_log if as_json else people_log([player.name for player in options.players]))


def _options(game: str | None, board: str, window: float) -> dict[str, dict[str, Any]]:
    """The options of each game's rules that were given."""
    from voicehost.errors import Trouble

    if board == "real" and game not in (None, "husch"):
        raise Trouble(f"--board real is for husch, where the hats stand on the table; leave it out for {game}.")
    return {"verhext": {"window_ms": window}, "husch": {"hats": "real"} if board == "real" else {}}


def _play_typed(options: EveningOptions) -> None:
    """The evening on standard input and output."""
    import sys
    from datetime import datetime

    from voicehost.evening.evening import Evening
    from voicehost.evening.sessions import Sessions
    from voicehost.phrases.grammar import Grammar
    from voicehost.table.typed import LinesEnded, TypedHost
    from voicehost.tell.narrator import Line

    def show(line: Line) -> None:
        if line.text:
            print(line.text, flush=True)

    def typed() -> Iterator[str]:
        interactive = sys.stdin.isatty()
        while True:
            if interactive:
                print("> ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                return
            yield line

    sessions = Sessions(notice=lambda sentence: print(f"voicehost: {sentence}", file=sys.stderr))
    evening = Evening(options, sessions, lambda: datetime.now())
    host = TypedHost(typed(), show, Grammar.load(None, options.langs, options.data), ())
    try:
        host.run(evening.script())
    except LinesEnded:
        print()
