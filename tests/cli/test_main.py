"""The command as a program of its own: what a terminal cannot show or send ends nothing badly."""

import os
import subprocess
import sys

import pytest


def voicehost(*words, data=b"", **environ):
    """Run `voicehost` in a process of its own."""
    command = [sys.executable, "-m", "voicehost", *words]
    return subprocess.run(command, input=data, capture_output=True, check=False, env={**os.environ, **environ})


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_letters_that_a_terminal_lacks_are_left_out(encoding):
    done = voicehost("rules", "verhext", "--lang", "de", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert ("W\u00fcrfelspiel" if encoding != "ascii" else "W?rfelspiel") in done.stdout.decode(encoding)


def test_what_is_typed_in_another_encoding_is_a_sentence_like_any_other(tmp_path):
    done = voicehost("play", "--text", "--lang", "de", data=b"verh\xfcxt\n", XDG_STATE_HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "words", [("play", "verhext", "--window", "-5"), ("replay", "verhext", "x.wav", "--window", "x")]
)
def test_an_option_that_cannot_be_is_refused_before_anything_begins(words):
    done = voicehost(*words)
    assert done.returncode == 2
    assert b"--window" in done.stderr
    assert b"Traceback" not in done.stderr
