"""`voicehost listen`: watch what is heard."""

from __future__ import annotations

from typing import Annotated

import typer

from voicehost.cli.devices import Ear, Mic


def listen(
    game: Annotated[str, typer.Argument(help="Whose phrases are listened for.")] = "verhext",
    state: Annotated[str, typer.Option(help="Which of its states; `voicehost phrases` lists them.")] = "round",
    lang: Annotated[str | None, typer.Option(help="Languages: de, en, or mixed.")] = None,
    mic: Mic = None,
    ear: Ear = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, max=1e6, help="Stop after so long.", show_default="never")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Show live what the microphones hear: level, onset, the best three phrases, and why a sound was not taken."""
    from voicehost.cli.devices import data_folder, live_options
    from voicehost.cli.doctor import bar
    from voicehost.cli.output import print_json, progress
    from voicehost.live.eavesdrop import Eavesdropper, Overheard
    from voicehost.resources import need_languages
    from voicehost.settings import read_settings

    settings = read_settings()
    live = live_options(settings, mic, None, ear)
    data = data_folder(settings, None)
    listener = Eavesdropper(live, game, state, need_languages(lang or settings.lang, data), data)

    def show(heard: Overheard) -> None:
        if as_json:
            print_json(heard.as_json())
        else:
            for line in heard.as_lines():
                print(line, flush=True)

    def level(dbfs: float) -> str:
        return f"{bar(dbfs)} {dbfs:4.0f} dBFS"

    with progress(not as_json) as moving:
        moving("waking the ear ...")
        listener.run(show, lambda levels, words: moving("  ".join(map(level, levels)) + f"  {words}"), seconds)
