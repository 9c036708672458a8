"""How fast an ear answers on this computer: measured by a spoken call, and remembered for the next evening."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from platformdirs import user_state_path

from voicehost.audio.files import resample, to_int16
from voicehost.hear.ear import SAMPLE_RATE, Ear, Phrase, Samples, Utterance
from voicehost.hear.whisper.features import as_float
from voicehost.phrases.grammar import Grammar
from voicehost.tell.clip import SPEECH_RATE
from voicehost.tell.speech import Speech
from voicehost.whole import write_whole

FILE: Final = "speed.json"
TRIES: Final = 3  # the best counts: other programs may have been busy


def race_phrases(langs: Sequence[str], data: Path | None = None) -> tuple[Phrase, ...]:
    """The closed set in which speed matters most: a round of calling spells."""
    return Grammar.load("verhext", langs, data).phrases("round")


def answer_ms(ear: Ear, langs: Sequence[str], data: Path | None = None) -> float:
    """How long the ear takes to understand a call among all spells, in ms."""
    phrases = race_phrases(langs, data)
    ear.prepare(phrases)
    call = Utterance.of_clip(_spoken(phrases[0], data))
    took = []
    for _ in range(TRIES):
        began = time.perf_counter()
        ear.hear(call, phrases)
        took.append((time.perf_counter() - began) * 1000)
    return min(took)


def remembered_ms(langs: Sequence[str]) -> float | None:
    """What was measured for both ears in these languages on this very computer; None if nothing was."""
    found = _read()
    ms = found["both_ms"].get(_key(langs)) if found.get("computer") == _computer() else None
    return float(ms) if ms is not None else None


def remember(langs: Sequence[str], ms: float) -> None:
    """Keep it for the next time. A disk that cannot be written only means to measure again."""
    found = _read()
    known = found["both_ms"] if found.get("computer") == _computer() else {}
    facts = {"computer": _computer(), "both_ms": {**known, _key(langs): round(ms, 1)}}
    with suppress(OSError):
        path().parent.mkdir(parents=True, exist_ok=True)
        write_whole(path(), json.dumps(facts, indent=1) + "\n")


def path() -> Path:
    """Where it is kept."""
    return user_state_path("voicehost", appauthor=False) / FILE


def _read() -> dict[str, Any]:
    try:
        found = json.loads(path().read_text(encoding="utf-8"))
        {lang: float(ms) for lang, ms in found["both_ms"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return dict(found)


def _computer() -> str:
    return f"{platform.node()} {platform.machine()} {os.cpu_count()}"


def _key(langs: Sequence[str]) -> str:
    return ",".join(sorted(langs))


def _spoken(phrase: Phrase, data: Path | None) -> Samples:
    """The phrase as the host would say it, int16 at 16 kHz."""
    clip = Speech.of([phrase.lang], overlay=data).speak(phrase.text, phrase.lang)
    return to_int16(resample(as_float(clip), SPEECH_RATE, SAMPLE_RATE))
