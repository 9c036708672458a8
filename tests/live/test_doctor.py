"""The doctor: each finding a sentence, and what to do where something is wrong."""

import json
import sys

import pytest
from fake_sounddevice import FakeSounddevice, device

from voicehost.audio.devices import Microphone
from voicehost.audio.measure import Levels, Loop
from voicehost.cli import app
from voicehost.errors import Trouble
from voicehost.live import doctor
from voicehost.live.doctor import Finding, Health, Patient, examine
from voicehost.settings import Settings

VOICES = doctor._voices


@pytest.fixture(autouse=True)
def _no_models(monkeypatch):
    """Ears and voices have tests of their own, and take long."""
    monkeypatch.setattr(doctor, "_ears", lambda patient: [Finding("ear", Health.FINE, "It listens.")])
    monkeypatch.setattr(doctor, "_voices", lambda patient: [Finding("voice", Health.FINE, "It speaks.")])


def findings(**options):
    return {one.check: one for one in examine(Patient(langs=("en",), settings=Settings(), **options))}


def levels(**changes):
    usual = {"rms": -55, "peak": -40, "noise": -60, "clipped": 0, "hum": -10, "mains": 50.0, "silent": False}
    return Levels(**{**usual, **changes})


def test_settings_that_cannot_be_used_are_a_finding_and_nothing_else_about_them(monkeypatch, capsys):
    """A folder that is not there, as any other mistake in them; the rest is examined all the same."""
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setenv("VOICEHOST_DATA", "/nowhere/at/all")
    with pytest.raises(SystemExit) as exit_:
        app(["doctor", "--json", "--lang", "en"], standalone_mode=False)
    assert exit_.value.code == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (found,) = (line for line in lines if line["check"] == "settings")
    assert found["health"] == "broken"
    assert "/nowhere/at/all" in found["advice"]
    assert len(lines) > 3


def test_a_voice_that_the_settings_name_is_the_one_that_is_examined():
    """Another one that speaks is of no use to this table."""
    settings = Settings(voices={"en": "nobody"})
    (found,) = VOICES(Patient(langs=("en",), settings=settings))
    assert found.health is Health.BROKEN
    assert "no voice 'nobody'" in found.advice


def test_a_folder_that_games_cannot_be_written_to_is_found(monkeypatch, tmp_path):
    def read_only(path):
        raise Trouble(f"Cannot write {path}: Read-only file system.")

    monkeypatch.setattr(doctor, "need_writable", read_only)
    found = doctor._disk()
    assert found.health is Health.WARNING
    assert "Read-only" in found.advice


def test_all_devices_are_named_with_their_channels_and_rates(monkeypatch):
    module = FakeSounddevice(device("Mic", inputs=1, rate=16_000), device("Box", outputs=2))
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    found = findings(sound=False)["devices"]
    assert "Microphones here: Mic." in found.sentence
    assert found.facts["inputs"] == [{"device": "Mic", "channels": 1, "sample_rate": 16_000}]
    assert found.facts["outputs"] == [{"device": "Box", "channels": 2, "sample_rate": 48_000}]


def test_without_portaudio_nobody_can_play_and_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    found = findings()
    assert found["portaudio"].health is Health.BROKEN
    assert "libportaudio2" in found["portaudio"].advice
    assert found["sound"].health is Health.SKIPPED


def test_without_a_microphone_nobody_can_play(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", FakeSounddevice(device("Speaker", outputs=2)))
    found = findings()
    assert found["microphone"].health is Health.BROKEN
    assert found["loudspeaker"].health is Health.FINE


def test_a_monitor_is_no_microphone(monkeypatch):
    module = FakeSounddevice(device("Monitor of Box", inputs=2), device("Box", outputs=2))
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    found = findings(sound=False)
    assert found["microphone"].health is Health.WARNING
    assert "not the table" in found["microphone"].advice


def test_devices_that_cannot_be_opened_are_told(monkeypatch):
    module = FakeSounddevice(device("Mic", inputs=1), device("Box", outputs=2))
    module.refuses = {"start"}
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    found = findings(microphones=(Microphone("Mic"),))
    assert found["sound"].health is Health.BROKEN
    assert "busy" in found["sound"].advice


@pytest.mark.parametrize(
    ("changes", "check", "words"),
    [
        ({"silent": True}, "noise", "digital silence"),
        ({"noise": -30}, "noise", "-30 dBFS"),
        ({"hum": 12, "mains": 60.0}, "hum", "hums at 60 Hz"),
    ],
)
def test_a_bad_room_is_a_warning_with_advice(changes, check, words):
    found = {one.check: one for one in doctor._room("Mic", levels(**changes))}
    assert found[check].health is Health.WARNING
    assert words in found[check].sentence
    assert found[check].advice


def test_a_good_room_needs_no_advice():
    assert {(one.health, one.advice) for one in doctor._room("Mic", levels())} == {(Health.FINE, "")}


@pytest.mark.parametrize(
    ("changes", "health", "words"),
    [
        ({"rms": -25}, Health.FINE, "-25 dBFS"),
        ({"rms": -45}, Health.WARNING, "quiet"),
        ({"rms": -8, "clipped": 0.01}, Health.WARNING, "overdriven"),
        ({"rms": -58}, Health.SKIPPED, "nobody was heard"),
    ],
)
def test_a_voice_is_fine_quiet_overdriven_or_missing(changes, health, words):
    found = doctor._voice("Mic", levels(**changes), -60)
    assert found.health is health
    assert words in found.sentence


def test_an_echo_gives_three_settings():
    (found,) = doctor._echo("Mic", Loop(True, delay_ms=42, coupling_db=-20, reverb_s=0.4, tail_ms=400))
    assert found.health is Health.FINE
    assert "settings delay_ms 42" in found.advice
    assert "settings tail_ms 480" in found.advice
    assert "settings echo_db -20" in found.advice


def test_a_loop_without_air_is_a_monitor():
    (found,) = doctor._echo("Mic", Loop(True, direct=True))
    assert "monitor" in found.advice


def test_a_loudspeaker_that_is_not_heard_is_a_warning():
    (found,) = doctor._echo("Mic", Loop(False))
    assert found.health is Health.WARNING


def test_the_command_exits_with_1_and_speaks_json(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(SystemExit) as exit_:
        app(["doctor", "--json"], standalone_mode=False)
    assert exit_.value.code == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["type"] for line in lines} == {"finding"}
    assert "broken" in {line["health"] for line in lines}


def test_the_command_exits_with_0_when_all_is_well(monkeypatch, capsys):
    module = FakeSounddevice(device("Mic", inputs=1), device("Box", outputs=2))
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    with pytest.raises(SystemExit) as exit_:
        app(["doctor", "--no-sound", "--lang", "en"], standalone_mode=False)
    assert exit_.value.code == 0
    assert "Ready to play." in capsys.readouterr().out
