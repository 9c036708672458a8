"""A recording is refereed: who called what, when, and who was first. The recordings are synthesised here."""

import json

import numpy as np
import pytest
import soundfile
import soxr

from voicehost.cli import app
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE
from voicehost.lab.demo.scene import Room
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.live.recording import parse_dice
from voicehost.live.replay import ReplayOptions, open_recording

MAN, WOMAN, SLOW_MAN = SPEAKERS[0], SPEAKERS[3], SPEAKERS[4]
CATS = "cat,cat,cat,cat,broom,broom,bat"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ear():
    from voicehost.hear.whisper.ear import WhisperEar

    return WhisperEar()


def record(path, *calls, channels=2, rate=SAMPLE_RATE, single_mic=False, seconds=8.0):
    """Write a recording of `calls` (seat, speaker, text, language, onset in ms); the true onsets in ms by call."""
    room = Room(channels, seed=3, single_mic=single_mic)
    truth = []
    for seat, speaker, text, lang, onset in calls:
        clip = speaker.say(text, lang)
        spoken = room.speak(seat, clip, SAMPLE_RATE)  # where does its voice begin?
        room._sounds.pop()
        lead = spoken.onset - SAMPLE_RATE
        truth.append(room.speak(seat, clip, round(onset * SAMPLE_RATE / 1000) - lead).onset * 1000 / SAMPLE_RATE)
    samples = room.render(round(seconds * SAMPLE_RATE))
    if rate != SAMPLE_RATE:
        samples = np.clip(soxr.resample(samples.astype(np.float32), SAMPLE_RATE, rate), -32768, 32767).astype(np.int16)
    soundfile.write(path, samples, rate)
    return truth


def replay(ear, path, **options):
    """All lines of the timeline as JSON objects."""
    lines = []
    options = {"langs": ("de", "en"), **options}
    open_recording(ReplayOptions("verhext", path, **options)).run(ear, lambda entry: lines.append(entry.as_json()))
    return lines


def of(lines, kind, event=None):
    return [line for line in lines if line["type"] == kind and (event is None or line["event"] == event)]


def test_the_earlier_of_two_right_calls_wins_the_card(ear, tmp_path):
    path = tmp_path / "round.wav"
    truth = record(
        path,
        (0, WOMAN, "Dreimal schwarzer Kater!", "de", 1500),
        (1, MAN, "Three times black cat!", "en", 1900),
    )
    lines = replay(ear, path, dice=CATS, card="many", names="Anna,Ben")
    calls = of(lines, "call")
    assert [(call["name"], call["spells"]) for call in calls] == [("Anna", ["cat"]), ("Ben", ["cat"])]
    assert [call["onset_ms"] for call in calls] == pytest.approx(truth, abs=40)
    assert of(lines, "event", "CardWon")[0]["seat"] == 0


def test_a_slow_speaker_who_began_earlier_wins(ear, tmp_path):
    path = tmp_path / "slow.flac"
    record(
        path,
        (0, MAN, "Three times black cat!", "en", 1800),
        (1, SLOW_MAN, "Dreimal schwarzer Kater!", "de", 1500),
    )
    assert of(replay(ear, path, dice=CATS, card="many"), "event", "CardWon")[0]["seat"] == 1


def test_two_right_calls_within_the_window_make_tohuwabohu(ear, tmp_path):
    path = tmp_path / "tie.wav"
    record(
        path,
        (0, WOMAN, "Dreimal schwarzer Kater!", "de", 1500),
        (1, MAN, "Three times black cat!", "en", 1540),
        rate=48_000,
    )
    assert of(replay(ear, path, dice=CATS, card="many"), "event", "Tohuwabohu")[0]["seats"] == (0, 1)


def test_a_wrong_call_is_out_and_the_later_right_one_wins(ear, tmp_path):
    path = tmp_path / "wrong.wav"
    record(
        path,
        (0, WOMAN, "Hexenbesen flieg!", "de", 1000),
        (1, MAN, "Three times black cat!", "en", 3000),
    )
    lines = replay(ear, path, dice=CATS, card="many")
    assert of(lines, "event", "CallWrong")[0]["seat"] == 0
    assert of(lines, "event", "CardWon")[0]["seat"] == 1


def test_without_a_throw_the_first_caller_is_named(ear, tmp_path):
    path = tmp_path / "first.wav"
    record(path, (1, MAN, "Witchy broom fly!", "en", 1000), (0, WOMAN, "Hexenbesen flieg!", "de", 2500))
    (verdict,) = of(replay(ear, path, names="Anna,Ben"), "verdict")
    assert verdict["first"] == ["Ben"]
    assert not verdict["together"]


def test_on_one_channel_call_signs_tell_whose_call_it_was(ear, tmp_path):
    path = tmp_path / "shared.wav"
    record(
        path,
        (0, WOMAN, "Dreimal schwarzer Kater!", "de", 1000),
        (0, WOMAN, "Ich bin die Eule!", "de", 3500),
        (1, MAN, "Three times black cat!", "en", 6000),
        (1, MAN, "The fox!", "en", 8500),
        single_mic=True,
        seconds=11,
    )
    lines = replay(ear, path, dice=CATS, card="many", players=3)
    assert [call["name"] for call in of(lines, "call")] == ["owl", "fox"]
    assert of(lines, "event", "CardWon")[0]["seat"] == 2


def test_silence_is_a_round_that_nobody_wins(ear, tmp_path):
    path = tmp_path / "silence.wav"
    soundfile.write(path, np.zeros((SAMPLE_RATE * 3, 2), np.int16), SAMPLE_RATE)
    lines = replay(ear, path, dice=CATS, card="many")
    assert of(lines, "call") == []
    assert len(of(lines, "event", "NobodyRight")) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["husch"], "Only verhext"),
        (["chess"], "no game"),
        (["verhext", "--dice", "cat,cat"], "both"),
        (["verhext", "--dice", "cat,cat", "--card", "many"], "2 dice"),
        (["verhext", "--dice", CATS.replace("bat", "dog"), "--card", "many"], "dog"),
        (["verhext", "--dice", CATS, "--card", "some"], "some"),
        (["verhext", "--players", "3"], "2 channels"),
        (["verhext", "--players", "9"], "2 to 4"),
        (["verhext", "--names", "Anna,anna"], "anna"),
        (["verhext", "--lang", "fr"], "fr"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(tmp_path, capsys, monkeypatch, arguments, said):
    path = tmp_path / "round.wav"
    soundfile.write(path, np.zeros((SAMPLE_RATE, 2), np.int16), SAMPLE_RATE)
    monkeypatch.setattr("sys.argv", ["voicehost", "replay", arguments[0], str(path), *arguments[1:]])
    from voicehost.cli import main

    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_throw_is_seven_symbols():
    assert parse_dice(" cat, Cat ,broom,bat,bat,bat,bat") == (2, 1, 4)
    with pytest.raises(Trouble, match="1 dice"):
        parse_dice("cat")


def test_the_timeline_is_json_lines(tmp_path, monkeypatch, capsys):
    path = tmp_path / "round.wav"
    record(path, (0, WOMAN, "Dreimal schwarzer Kater!", "de", 1000))
    with pytest.raises(SystemExit) as stop:
        app(["replay", "verhext", str(path), "--json"])
    assert stop.value.code == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[-1]["type"] == "summary"
    assert {"heard", "call", "verdict"} <= {line["type"] for line in lines}
