"""Options that all commands with live sound share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from voicehost.live.live import LiveOptions
    from voicehost.settings import Settings
    from voicehost.tell.narrator import Player

MIC_HELP = "A microphone by name or number, #2 for its second channel; once for all, or anna=NAME once for each player."

Mic = Annotated[list[str] | None, typer.Option(help=MIC_HELP)]
Speaker = Annotated[str | None, typer.Option(help="The loudspeaker by name or number.")]
Window = Annotated[float, typer.Option(min=0, max=2000, help="Calls so close together (ms) count as at once.")]
Ear = Annotated[str | None, typer.Option("--ears", "--ear", help="auto, whisper, vosk, both or text.")]


def data_folder(settings: Settings, data: Path | None) -> Path | None:
    """The folder laid over grammars/ and voices/: the one that was given, or else the one in the settings."""
    return data or (Path(settings.data).expanduser() if settings.data else None)


def players_here(settings: Settings, langs: tuple[str, ...]) -> tuple[Player, ...]:
    """The players from the settings, without languages that the table does not speak."""
    return tuple(player if player.lang in langs else replace(player, lang="") for player in settings.players)


def live_options(
    settings: Settings, mic: list[str] | None, speaker: str | None, ear: str | None, record: Path | None = None
) -> LiveOptions:
    """What was given, completed by the settings."""
    from voicehost.live.live import LiveOptions, parse_microphones

    microphones, owners = parse_microphones(mic or settings.microphones)
    return LiveOptions(
        microphones=microphones,
        owners=owners,
        speaker=speaker or settings.speaker,
        volume_db=settings.volume_db,
        rate=settings.rate,
        voices=settings.voices,
        tail_ms=settings.tail_ms,
        delay_ms=settings.delay_ms,
        echo_db=settings.echo_db,
        ear=ear or settings.ear,
        record=record,
    )
