"""`voicehost hear`: a recording against a closed set, and the clear lines when something is missing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile
import typer
from typer.testing import CliRunner, Result

from voicehost.cli.hear import hear
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(hear)


class Keen:
    """An ear that hears the last phrase of any set."""

    name = "keen"

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        pass

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        return Heard(Reason.HEARD, tuple(Scored(p, 5.0) for p in reversed(phrases)), 0.9)


@pytest.fixture
def clip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("voicehost.live.ears.open_table_ear", lambda name, langs, data: (Keen(), None))
    soundfile.write(tmp_path / "call.wav", np.full(8000, 3000, np.int16), SAMPLE_RATE)
    return tmp_path / "call.wav"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(a) for a in arguments])


def test_a_phrases_file_is_one_sentence_per_line(clip: Path) -> None:
    """BOM, blank lines, CRLF and repeats are no phrases; umlauts are composed; every language gets every line."""
    lines = clip.with_name("phrases.txt")
    lines.write_bytes("\ufeffSchwarzer Kater\r\n\r\n  Kro\u0308te \r\nSchwarzer Kater\r\n".encode())
    result = run(clip, "--phrases", lines, "--lang", "de,en", "--json")
    found = json.loads(result.stdout)
    assert [(s["text"], s["lang"]) for s in reversed(found["ranking"])] == [
        ("Schwarzer Kater", "de"),
        ("Schwarzer Kater", "en"),
        ("Kröte", "de"),
        ("Kröte", "en"),
    ]
    assert (found["type"], found["reason"], found["best"], found["ear"]) == ("heard", "heard", "Kröte", "keen")


def test_a_game_is_a_closed_set(clip: Path) -> None:
    """The name of a game stands for all that may be said in it, in the languages asked for."""
    found = json.loads(run(clip, "--phrases", "verhext", "--lang", "de", "--json").stdout)
    assert len(found["ranking"]) > 10
    assert {s["lang"] for s in found["ranking"]} == {"de"}


def test_people_see_a_short_ranking(clip: Path) -> None:
    """Without --json: reason first, then at most ten phrases."""
    lines = run(clip, "--phrases", "verhext").stdout.splitlines()
    assert lines[0].startswith("heard, confidence 0.90")
    assert len(lines) == 11


@pytest.mark.parametrize(
    ("phrases", "content", "told"),
    [
        ("no/such.txt", None, "no file"),
        ("nogame", None, "Unknown game"),
        ("empty.txt", b"\n \n", "no sentence"),
        ("latin.txt", "Kröte".encode("latin-1"), "UTF-8"),
        ("book.txt", b"once upon a time " * 1000, "a line of 16999 letters"),
    ],
)
def test_a_set_that_is_none_is_one_clear_line(clip: Path, phrases: str, content: bytes | None, told: str) -> None:
    """Missing, unknown, empty and wrongly encoded sets are Trouble."""
    if content is not None:
        clip.with_name(phrases).write_bytes(content)
        phrases = str(clip.with_name(phrases))
    result = run(clip, "--phrases", phrases)
    assert isinstance(result.exception, Trouble)
    assert told in str(result.exception)


def test_a_whole_session_is_no_call(clip: Path) -> None:
    """Over thirty seconds it is `replay` that is meant."""
    soundfile.write(clip, np.full(31 * SAMPLE_RATE, 3000, np.int16), SAMPLE_RATE)
    result = run(clip, "--phrases", "verhext")
    assert isinstance(result.exception, Trouble)
    assert "replay" in str(result.exception)
