"""`voicehost serve`: a speaker on the kitchen table that waits to be called."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from voicehost.cli.devices import Ear, Mic, Speaker, data_folder, live_options, players_here


def serve(
    lang: Annotated[str | None, typer.Option(help="Languages of the table: de, en, de,en or mixed.")] = None,
    mic: Mic = None,
    speaker: Speaker = None,
    ear: Ear = None,
    data: Annotated[Path | None, typer.Option(help="A folder laid over grammars/ and voices/.")] = None,
    unit: Annotated[
        bool, typer.Option("--unit", help="Print a systemd unit that starts it like this with the computer.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Sleep until somebody calls the witch, play an evening, sleep again. Lost devices are waited for."""
    import secrets

    from platformdirs import user_state_path

    from voicehost.cli.output import json_log, people_log
    from voicehost.evening.evening import EveningOptions
    from voicehost.live.live import play_live
    from voicehost.live.serve import MARK, kitchen_table
    from voicehost.live.serve import unit as unit_text
    from voicehost.resources import need_languages
    from voicehost.settings import read_settings

    if unit:
        print(unit_text(_command()), end="")
        return
    settings = read_settings()
    data = data_folder(settings, data)
    langs = need_languages(lang or settings.lang, data)
    options = EveningOptions(
        langs=langs,
        known=players_here(settings, langs),
        options={"verhext": {"window_ms": settings.window_ms}},
        data=data,
        seed=secrets.randbelow(2**32),
    )
    mark = user_state_path("voicehost", appauthor=False) / MARK
    log = json_log if as_json else people_log(())
    play_live(options, live_options(settings, mic, speaker, ear), log, script=kitchen_table(mark), patient=True)


def _command() -> list[str]:
    """This very command, as it can be started from anywhere."""
    program = Path(sys.argv[0]).resolve()
    module = program.name == "__main__.py"
    start = [sys.executable, "-m", "voicehost"] if module else [str(program)]
    return [*start, *(word for word in sys.argv[1:] if word != "--unit")]
