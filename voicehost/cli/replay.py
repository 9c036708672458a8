"""`voicehost replay`: referee a recording."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from voicehost.cli.devices import Ear, Window


def replay(
    game: Annotated[str, typer.Argument(help="The game: verhext.")],
    file: Annotated[Path, typer.Argument(help="WAV, FLAC or OGG; 8 to 96 kHz, 1 to 8 channels.")],
    lang: Annotated[str, typer.Option(help="Languages that are called: de, en, or mixed.")] = "mixed",
    dice: Annotated[str | None, typer.Option(help="The throw: seven of cat, broom, bat with commas.")] = None,
    card: Annotated[str | None, typer.Option(help="Where the witch flies: many or single.")] = None,
    players: Annotated[int | None, typer.Option(min=1, help="How many play.", show_default="one per channel")] = None,
    names: Annotated[str | None, typer.Option(help="Their names in order of channels: Anna,Ben.")] = None,
    shared: Annotated[
        bool, typer.Option("--shared", help="All channels hear all players; they tell their call signs.")
    ] = False,
    window: Window = 100.0,
    ears: Ear = None,
    data: Annotated[Path | None, typer.Option(help="A folder laid over grammars/ and voices/.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Say who called what in a recording, when, and who was first. A channel is a seat; one channel needs call signs.

    A session that was recorded with `voicehost play --record` is played again as it was.
    """
    from voicehost.audio.session import is_session
    from voicehost.cli.output import json_log, people_log, progress
    from voicehost.live.ears import open_table_ear
    from voicehost.live.replay import ReplayOptions, open_recording
    from voicehost.resources import need_languages

    if is_session(file):
        from voicehost.live.live import replay_session

        replay_session(file, json_log if as_json else people_log(()), data=data)
        return
    options = ReplayOptions(game, file, need_languages(lang, data), dice, card, players, names, shared, window, data)
    replaying = open_recording(options)
    with progress(not as_json) as moving:
        moving("waking the ear ...")
        ear, _ = open_table_ear(ears or "auto", options.langs, data)
        moving(f"listening to {file} ...")
        replaying.run(ear, json_log if as_json else people_log(replaying.names))
