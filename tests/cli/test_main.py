"""The command as a program of its own: what a terminal cannot show or send ends nothing badly."""

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voicehost.cli import app
from voicehost.cli.output import progress
from voicehost.errors import Trouble
from voicehost.evening.sessions import Sessions
from voicehost.tell.narrator import Player


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


def test_a_name_that_is_no_letters_is_told():
    """Files from old sticks may have such names; the libraries that open them do not take them."""
    done = voicehost("hear", b"K\xe4the.wav", "--phrases", "verhext", LC_ALL="C.UTF-8")
    assert done.returncode == 2
    assert done.stderr.startswith(b"voicehost: 'K\\udce4the.wav' is written in another encoding")


@pytest.mark.parametrize(
    "words", [("play", "verhext", "--window", "-5"), ("replay", "verhext", "x.wav", "--window", "x")]
)
def test_an_option_that_cannot_be_is_refused_before_anything_begins(words):
    done = voicehost(*words)
    assert done.returncode == 2
    assert b"--window" in done.stderr
    assert b"Traceback" not in done.stderr


def shell(line):
    """Run a command line as a shell does, with `voicehost` for this program."""
    command = f'voicehost() {{ {sys.executable} -m voicehost "$@"; }}\n{line}'
    return subprocess.run(["bash", "-c", command], capture_output=True, check=False)


@pytest.mark.parametrize("words", ["phrases verhext --lang de", "models list", "models list --json", "rules verhext"])
def test_who_reads_only_the_first_line_sees_no_error(words):
    done = shell(f"voicehost {words} | head -1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1


@pytest.mark.parametrize(
    "words", ["phrases verhext --lang de", "models list", "rules verhext", "simulate husch --games 1"]
)
def test_nobody_need_listen(words):
    done = shell(f"voicehost {words} >&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert shell(f"voicehost {words} --lang nope >&- 2>&-").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", ["phrases verhext --lang de", "models list --json", "rules verhext --lang de"])
def test_a_full_disk_behind_the_output_is_one_line(words):
    done = shell(f"voicehost {words} >/dev/full")
    assert done.returncode == 2
    assert done.stderr == b"voicehost: The disk is full; free some space and run the command again.\n"


@pytest.mark.parametrize(
    "words",
    [
        "demo verhext --seed -1",
        "demo verhext --players 0",
        "replay verhext x.wav --players 0",
        "listen --seconds nan",
        "bench timing --seed -1",
        "bench latency --seed -1",
        "bench hearing --corpus x --snr nan",
        "bench hearing --corpus x --snr 99999",
        "bench soak --hours 0",
        "bench soak --hours nan",
        "bench live --quiet -1",
        "bench live --babble nan",
        "bench vosk --lang ko --minutes nan",
        "bench vosk --lang ko --cycles -1",
    ],
)
def test_a_number_that_cannot_be_is_named_with_its_option(words):
    result = CliRunner().invoke(app, words.split())
    assert result.exit_code == 2
    assert f"Invalid value for '{words.split()[-2]}'" in result.stderr


def test_signs_of_life_show_names_as_they_are(monkeypatch):
    """A file called "[/b].wav" is listened to at a terminal, too."""
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes the captured stderr for a terminal
    with progress(True) as moving:
        moving("listening to [/b].wav ...")


def test_names_of_children_are_no_styles(tmp_path, monkeypatch):
    """Whatever a child is called, the list of games is shown."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    Sessions().begin("husch", (Player("[/b]", "de"), Player("owl", "en")), ("de",), now=datetime(2026, 1, 6), seed=1)
    result = CliRunner().invoke(app, ["sessions", "list"], catch_exceptions=False)
    assert "[/b], owl" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("demo husch --expert", "no variant for experts"),
        ("demo verhext --dice real", "--dice is drawn"),
        ("demo verhext --resume", "--journal FILE"),
        (f"hear x.wav --phrases {__file__} --state round", "--state round belongs to a game"),
    ],
)
def test_options_that_contradict_each_other_are_told(words, told):
    result = CliRunner().invoke(app, words.split())
    assert isinstance(result.exception, Trouble)
    assert told in str(result.exception)
