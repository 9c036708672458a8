"""`voicehost demo`: a whole game at a simulated table, through real audio."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voicehost.cli.devices import Ear, Window


def demo(
    game: Annotated[str, typer.Argument(help="husch, hubi, verhext or spinnengift.")],
    lang: Annotated[str, typer.Option(help="Languages of the table: de, en, or mixed.")] = "mixed",
    players: Annotated[int | None, typer.Option(min=1, help="How many play (2 to 4).", show_default="3")] = None,
    names: Annotated[str | None, typer.Option(help="Names instead of call signs: Anna,Ben,Cleo.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same game.")] = 1,
    expert: Annotated[bool, typer.Option("--expert", help="With the signposts, for professionals.")] = False,
    window: Window = 100.0,
    single_mic: Annotated[
        bool, typer.Option("--single-mic", help="One microphone for all instead of one for each.")
    ] = False,
    dice: Annotated[str, typer.Option(help="drawn by the program, or real: read aloud (not verhext).")] = "drawn",
    out: Annotated[Path | None, typer.Option(help="Write the whole session as a stereo WAV file.")] = None,
    journal: Annotated[Path | None, typer.Option(help="Keep the game in this file, line by line.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game in --journal.")] = False,
    ears: Ear = None,
    data: Annotated[Path | None, typer.Option(help="A folder laid over grammars/ and voices/.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Let synthetic players play a whole game: they speak, the program hears, judges and tells."""
    from voicehost.cli.output import json_log, people_log, progress
    from voicehost.errors import Trouble
    from voicehost.evening.lobby import EXPERT
    from voicehost.lab.demo.demo import Demo, DemoOptions
    from voicehost.live.ears import open_table_ear
    from voicehost.resources import need_languages
    from voicehost.table.host import Entry
    from voicehost.table.seats import need_game, seat_players

    if dice not in ("drawn", "real") or (game == "verhext" and dice == "real"):
        raise Trouble(f"--dice is drawn, or real for a turn-based game, not {dice!r} for {game}.")
    if expert and game not in EXPERT:
        raise Trouble(f"{game} has no variant for experts; {' and '.join(EXPERT)} have.")
    langs = need_languages(lang, data)
    seats = seat_players(need_game(game), names, players or (None if names else 3), langs)
    options = DemoOptions(seats, langs, seed, expert, window, single_mic, out, journal, resume, data, game, dice)
    show = json_log if as_json else people_log([player.name for player in seats])
    with progress(not as_json) as moving:
        moving("waking the ear ...")
        ear, _ = open_table_ear(ears or "auto", langs, data)

        def log(entry: Entry) -> None:
            show(entry)
            moving(f"{entry.at / 1000:.0f} s played")

        Demo(options, ear, log).play()
