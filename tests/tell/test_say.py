"""voicehost say: a text becomes a WAV file, or one clear line says why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import soundfile
import typer
from typer.testing import CliRunner

from voicehost.cli.say import say
from voicehost.errors import Trouble

app = typer.Typer()
app.command()(say)


def run(*arguments: str) -> str:
    """What the command prints; Trouble is raised as such."""
    result = CliRunner().invoke(app, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_a_text_becomes_a_wav_file(tmp_path: Path) -> None:
    """Mono at the rate of speech, beginning with silence."""
    out = tmp_path / "f.wav"
    facts = json.loads(run("Hexenbesen, flieg!", "--lang", "de", "--out", str(out), "--json"))
    samples, rate = soundfile.read(out)
    assert (rate, samples.ndim) == (22_050, 1)
    assert facts["type"] == "said"
    assert facts["voice"].startswith(("espeak:", "piper:"))
    assert len(samples) / rate == pytest.approx(0.2 + facts["speech_ms"] / 1000, abs=0.01)
    assert not samples[: int(0.19 * rate)].any()


def test_another_voice_and_rate_are_used(tmp_path: Path) -> None:
    """And named."""
    out = tmp_path / "f.wav"
    slow, fast = (
        json.loads(
            run("Drei Kater", "--lang", "de", "--voice", "espeak:de+f2", "--rate", r, "--out", str(out), "--json")
        )
        for r in ("0.8", "1.6")
    )
    assert slow["voice"] == "espeak:de+f2"
    assert slow["speech_ms"] > 1.5 * fast["speech_ms"]


def test_unspeakable_text_is_a_silent_file(tmp_path: Path) -> None:
    """B94: no exception."""
    out = tmp_path / "f.wav"
    assert json.loads(run("...", "--lang", "en", "--out", str(out), "--json"))["speech_ms"] == 0
    assert not soundfile.read(out)[0].any()


def test_voices_are_listed() -> None:
    """One JSON object per line, one of them chosen per language."""
    lines = [json.loads(text) for text in run("--voices", "--json").splitlines()]
    assert {line["lang"] for line in lines} >= {"de", "en"}
    assert sum(line["chosen"] for line in lines if line["lang"] == "de") == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["Hallo"], "--lang"),
        (["Hallo", "--lang", "de,en"], "one language"),
        (["Hallo", "--lang", "tlh"], "Unknown language"),
        (["Hallo", "--lang", "de", "--voice", "caruso"], "no voice"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(tmp_path: Path, arguments: list[str], problem: str) -> None:
    """Nothing half-written."""
    with pytest.raises(Trouble, match=problem):
        run(*arguments, "--out", str(tmp_path / "f.wav"))
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_file_is_one_line(tmp_path: Path) -> None:
    """A missing folder, a folder instead of a file."""
    for out in (tmp_path / "no" / "f.wav", tmp_path):
        with pytest.raises(Trouble, match="Cannot write"):
            run("Hallo", "--lang", "de", "--out", str(out))
    assert list(tmp_path.iterdir()) == []
