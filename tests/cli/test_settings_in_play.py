"""What a family has set counts at the table, unless a command says otherwise."""

import pytest
from typer.testing import CliRunner

from voicehost.cli import app
from voicehost.live import live


@pytest.fixture
def played(monkeypatch, tmp_path):
    """Run a command with these settings; the evening and the devices that would be played with."""
    seen = []
    monkeypatch.setattr(live, "play_live", lambda evening, devices, *rest, **named: seen.append((evening, devices)))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def run(*words, **settings):
        for name, value in settings.items():
            monkeypatch.setenv(f"VOICEHOST_{name.upper()}", str(value))
        result = CliRunner().invoke(app, list(words), catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return seen[-1]

    return run


@pytest.mark.parametrize("words", [("play", "verhext", "--players", "2"), ("serve",)])
def test_every_setting_reaches_the_table(played, tmp_path, words):
    (tmp_path / "own").mkdir()
    settings = {
        "lang": "en",
        "data": tmp_path / "own",
        "window_ms": 150,
        "tail_ms": 620,
        "delay_ms": 85,
        "echo_db": -18,
    }
    evening, devices = played(*words, **settings, volume_db=-6, rate=0.9, microphones="USB Mic", speaker="Box")
    assert evening.langs == ("en",)
    assert evening.data == tmp_path / "own"
    assert evening.options["verhext"] == {"window_ms": 150.0}
    assert (devices.tail_ms, devices.delay_ms, devices.echo_db) == (620, 85, -18)
    assert (devices.volume_db, devices.rate) == (-6, 0.9)
    assert ([str(microphone) for microphone in devices.microphones], devices.speaker) == (["USB Mic"], "Box")


def test_an_option_goes_before_the_setting(played):
    evening, devices = played("play", "verhext", "--players", "2", "--window", "80", "--mic", "Webcam", window_ms=150)
    assert evening.options["verhext"] == {"window_ms": 80.0}
    assert str(devices.microphones[0]) == "Webcam"


@pytest.mark.parametrize("words", [("play",), ("serve",)])
def test_a_known_player_whose_language_is_not_spoken_here_may_still_come(played, tmp_path, words):
    folder = tmp_path / "config" / "voicehost"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('[[players]]\nname = "Anna"\nlang = "de"\n', encoding="utf-8")
    evening, _ = played(*words, lang="en")
    assert [(player.name, player.lang) for player in evening.known] == [("Anna", "")]
