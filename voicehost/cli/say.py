"""`voicehost say`: hear how a text sounds, or write it to a file."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voicehost.errors import Trouble

if TYPE_CHECKING:
    from voicehost.tell.clip import Clip


def say(
    text: Annotated[str, typer.Argument(help="What to say.")] = "",
    lang: Annotated[str | None, typer.Option(help="The language of the text, such as de or en.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write a WAV file instead of playing.")] = None,
    voice: Annotated[str | None, typer.Option(help="Another voice; --voices lists them.")] = None,
    rate: Annotated[float, typer.Option(min=0.5, max=2.0, help="1.2 is a fifth faster.")] = 1.0,
    voices: Annotated[bool, typer.Option("--voices", help="List the voices of each language.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines only.")] = False,
) -> None:
    """Say a text with the host's voice."""
    if voices:
        _list_voices(lang, as_json)
        return
    _say(text, _language(lang), out, voice, rate, as_json)


def _say(text: str, lang: str, out: Path | None, name: str | None, rate: float, as_json: bool) -> None:
    from voicehost.audio.files import write_wav
    from voicehost.tell.clip import SPEECH_RATE, duration_ms, join, silence
    from voicehost.tell.speech import LEAD_IN_MS, Speaker, Speech
    from voicehost.whole import need_writable

    if out is not None:
        need_writable(out)
    speaker = Speaker.of(lang, name)
    began = time.perf_counter()
    clip = Speech({lang: speaker}, rate=rate).speak(text, lang)
    render_ms = (time.perf_counter() - began) * 1000
    whole = join([silence(LEAD_IN_MS), clip])
    if out is not None:
        write_wav(out, whole, SPEECH_RATE)
    else:
        _play(whole)
    facts = {
        "type": "said",
        "text": text,
        "lang": lang,
        "voice": speaker.voice.name,
        "out": str(out) if out else None,
        "sample_rate": SPEECH_RATE,
        "speech_ms": round(duration_ms(clip), 1),
        "render_ms": round(render_ms, 1),
    }
    if as_json:
        typer.echo(json.dumps(facts, ensure_ascii=False))
    elif not len(clip):
        typer.echo("There is nothing in that text that can be spoken.", err=True)
    elif out is not None:
        typer.echo(f"{out}: {duration_ms(clip) / 1000:.1f} s of {speaker.voice.name}")


def _language(lang: str | None) -> str:
    from voicehost import resources

    if not lang:
        raise Trouble(f"Name the language of the text with --lang: {' or '.join(resources.languages())}.")
    asked = resources.need_languages(lang)
    if len(asked) > 1:
        raise Trouble(f"A text has one language; name one of {', '.join(asked)} with --lang.")
    return asked[0]


def _list_voices(lang: str | None, as_json: bool) -> None:
    from voicehost import resources
    from voicehost.tell.voice import voices_for

    for language in resources.need_languages(lang):
        for rank, choice in enumerate(voices_for(language)):
            if as_json:
                facts = {"type": "voice", "lang": language, "voice": choice.name, "chosen": rank == 0}
                typer.echo(json.dumps(facts))
            else:
                typer.echo(f"{language}  {choice.name}{'  (speaks by default)' if rank == 0 else ''}")


def _play(clip: Clip) -> None:
    """Through the default loudspeaker, waiting for the end."""
    from voicehost.tell.clip import SPEECH_RATE

    try:
        import sounddevice
    except OSError as error:
        raise Trouble("PortAudio is missing, so nothing can be played; write a file with --out f.wav.") from error
    try:
        sounddevice.play(clip, SPEECH_RATE, blocking=True)
    except sounddevice.PortAudioError as error:
        raise Trouble("No loudspeaker was found; write a file with --out f.wav.") from error
