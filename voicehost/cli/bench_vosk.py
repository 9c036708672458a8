"""`voicehost bench vosk`: what the streaming ear costs here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer


def vosk(
    lang: Annotated[str, typer.Option(help="Language of the model, and of eSpeak's voice.")],
    model: Annotated[Path | None, typer.Option(help="Folder of a Vosk model (the store's if none).")] = None,
    minutes: Annotated[float, typer.Option(min=0, max=1e4, help="Sound to feed while memory is watched.")] = 10.0,
    cycles: Annotated[int, typer.Option(min=1, help="Recognizers to create and free.")] = 500,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else.")] = False,
) -> None:
    """Measure Vosk: feeding, swapping grammars, creating and freeing recognizers, memory."""
    import numpy as np
    import soxr

    from voicehost.hear.ear import SAMPLE_RATE, Samples
    from voicehost.lab.bench.vosk import measure
    from voicehost.store.store import Store
    from voicehost.tell.clip import SPEECH_RATE
    from voicehost.tell.espeak import EspeakVoice

    voice = EspeakVoice(lang, lang)

    def speak(word: str) -> Samples:
        wave = soxr.resample(voice.speak(word).astype(np.float32), SPEECH_RATE, SAMPLE_RATE)
        samples: Samples = np.clip(wave, -32768, 32767).astype(np.int16)
        return samples

    figures = measure(model or Store().vosk(lang), speak, minutes, cycles)
    if as_json:
        print(json.dumps({"type": "vosk", **figures}, ensure_ascii=False))
        return
    grown = "unknown" if figures["growth_mb"] is None else f"{figures['growth_mb']} MB"
    print(f"model    {figures['model']}")
    print(f"feed     {figures['feed_x_real_time']} x real time")
    print(f"final    {figures['final_ms']} ms after the end of a call")
    print(f"swap     {figures['swap_ms']} ms for {figures['phrases']} phrases")
    print(f"cycles   {figures['cycles']} recognizers in {figures['cycles_s']} s")
    print(f"memory   {grown} more after {figures['minutes']} minutes of sound")
