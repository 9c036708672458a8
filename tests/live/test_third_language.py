"""A language that only this test knows: folders of files laid over the packaged, and a Vosk model of that language."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from typer.testing import CliRunner

from voicehost.cli import app
from voicehost.cli.phrases import phrases
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Utterance
from voicehost.hear.whisper.weights import whisper_folder
from voicehost.live import speed
from voicehost.live.ears import open_table_ear

COMMON = """\
language: ko
states: {round: everybody may call at once, who: who was that}
intents:
  help:
    data:
      - sentences: [도와줘]
  seat:
    data:
      - sentences: ["{seat}"]
        requires_context: {state: who}
lists:
  seat: {values: [{in: 토끼, out: fox}]}
"""
VERHEXT = """\
language: ko
spellings: {마술고양이: 마녀 고양이}
intents:
  spell:
    data:
      - sentences: [고양이, 마술고양이]
        slots: {spells: cat}
        requires_context: {state: round}
      - sentences: [모자, xyzzyxq]
        slots: {spells: broom}
        requires_context: {state: round}
"""
VOICES = """\
[ko.espeak]
voice = "ko"
variant = ""
pitch = 50
range = 50
words_per_minute = 150
"""
Speak = Callable[[str], Utterance]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder that is laid over the packaged: Verhext! in Korean, and nothing else."""
    for name, text in {
        "grammars/ko/common.yaml": COMMON,
        "grammars/ko/verhext.yaml": VERHEXT,
        "voices/voices.toml": VOICES,
        "voices/ko/common.ftl": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(autouse=True)
def models(korean_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where other programs keep Vosk models: the Korean one, and once more under a German name."""
    folder = tmp_path / "vosk"
    folder.mkdir()
    for name in ("vosk-model-small-ko-0.22", "vosk-model-small-de-0.15"):
        (folder / name).symlink_to(korean_folder)
    monkeypatch.setenv("VOSK_MODEL_PATH", str(folder))
    monkeypatch.setenv("VOICEHOST_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr(speed, "user_state_path", lambda *_, **__: tmp_path / "state")
    return folder


@pytest.mark.slow
def test_the_report_tells_through_which_words_each_sentence_is_heard(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As written, through the grammar's spelling, or not at all, with the word that is missing; and how many."""
    phrases("verhext", lang="ko", state="round", ear="vosk", data=data)
    assert capsys.readouterr().out.splitlines() == [
        "ko  도와줘: 도와줘",
        "ko  고양이: 고양이",
        "ko  마술고양이: 마녀 고양이  (마술고양이: spelling of the grammar)",
        "ko  모자: 모자",
        "ko  xyzzyxq: cannot be heard; the model lacks xyzzyxq",
        "4 of 5 sentences can be heard.",
    ]


def test_a_model_of_another_language_is_one_clear_line() -> None:
    """It names the model, and the command that brings another."""
    with pytest.raises(Trouble, match=r"vosk-model-small-de-0\.15 knows hardly .* voicehost models install de"):
        phrases("verhext", lang="de", ear="vosk")


def test_a_language_without_a_model_is_one_clear_line() -> None:
    """It names the command."""
    with pytest.raises(Trouble, match="voicehost models install vosk-model-small-en-us"):
        phrases("verhext", lang="en", ear="vosk")


@pytest.fixture
def recording(tmp_path: Path, speak_korean: Speak) -> Path:
    """Two seats: a hat is called, and a cat 300 ms later."""
    sound = np.random.default_rng(1).normal(0, 40, (6 * SAMPLE_RATE, 2))
    for seat, text, at_ms in ((0, "마녀 고양이", 2300), (1, "모자", 2000)):
        spoken = speak_korean(text)
        voice, at = spoken.audio[spoken.onset : spoken.end], at_ms * SAMPLE_RATE // 1000
        sound[at : at + len(voice), seat] += voice
        sound[at : at + len(voice), 1 - seat] += 0.1 * voice
    soundfile.write(tmp_path / "round.wav", np.clip(np.rint(sound), -32768, 32767).astype(np.int16), SAMPLE_RATE)
    return tmp_path / "round.wav"


def refereed(recording: Path, data: Path, ears: str) -> list[dict[str, Any]]:
    """The lines of `voicehost replay`."""
    command = [
        "replay",
        "verhext",
        recording,
        "--lang",
        "ko",
        "--data",
        data,
        "--names",
        "A,B",
        "--ears",
        ears,
        "--json",
    ]
    result = CliRunner().invoke(app, list(map(str, command)), catch_exceptions=False)
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("ears", ["vosk", "both"])
def test_a_round_is_refereed_in_it(ears: str, recording: Path, data: Path) -> None:
    """Who called what, and who was first, by Vosk alone and with the built-in ear's second opinion."""
    lines = refereed(recording, data, ears)
    calls = [(line["name"], line["spells"]) for line in lines if line["type"] == "call"]
    assert calls == [("B", ["broom"]), ("A", ["cat"])]
    [verdict] = [line for line in lines if line["type"] == "verdict"]
    assert verdict["first"] == ["B"]
    assert abs(verdict["onset_ms"] - 2000) < 60


@pytest.mark.slow
def test_both_are_taken_where_both_are_here_and_fast_enough(data: Path) -> None:
    """Measured on this computer with the real ears, whatever comes out; then remembered."""
    try:
        whisper_folder()
    except Trouble as trouble:
        pytest.skip(str(trouble))
    ear, choice = open_table_ear("auto", ("ko",), data)
    ms = speed.remembered_ms(("ko",))
    assert ms is not None
    assert ear.name == choice.name == ("both" if ms <= 500 else "vosk")
