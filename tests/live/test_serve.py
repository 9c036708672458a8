"""The speaker on the kitchen table: asleep until it is called, and after a crash where it was."""

import contextlib
import sys
from datetime import datetime

import pytest
from stage import Stage

from voicehost.cli import app
from voicehost.evening.evening import EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.live.serve import kitchen_table, unit
from voicehost.tell.narrator import Player

PLAYERS = (Player("fox", "en"), Player("owl", "en"))


class Interrupted(Exception):  # noqa: N818 - an event
    """The computer was switched off."""


def play(tmp_path, act):
    """Run the table on a stage until `act`, which sees every note, interrupts it."""
    stage = Stage(act)
    options = EveningOptions(langs=("en",), game="verhext", players=PLAYERS, seed=1)
    script = kitchen_table(tmp_path / "awake")(options, Sessions(tmp_path / "games"), datetime.now)
    with contextlib.suppress(Interrupted):
        stage.run(script)
    return stage


def interrupt():
    raise Interrupted


@pytest.fixture
def crashed(tmp_path):
    """A folder in which a game was interrupted in its first round."""

    def act(kind, facts, now, stage):
        if kind == "asleep":
            stage.say(None, "wake", now + 5000)
        if kind == "open":
            interrupt()

    play(tmp_path, act)
    return tmp_path


def test_it_sleeps_until_it_is_called(tmp_path):
    def act(kind, facts, now, stage):
        if kind == "asleep":
            stage.say(None, "yes", now + 2000)
            stage.say(None, "wake", now + 200_000)
        if kind == "awake":
            interrupt()

    stage = play(tmp_path, act)
    assert stage.of("awake") == [{"resumed": False}]
    assert stage.now >= 200_000


def test_after_a_crash_it_goes_on_where_it_was(crashed):
    def act(kind, facts, now, stage):
        if kind == "open":
            interrupt()

    stage = play(crashed, act)
    assert stage.of("awake") == [{"resumed": True}]
    assert not stage.of("asleep")


def test_a_game_that_is_damaged_does_not_end_the_program_again_and_again(crashed):
    """Nobody sits at a keyboard: the table is awake, and begins another game."""
    (journal,) = (crashed / "games").glob("*.journal")
    journal.write_text("no journal\n", encoding="utf-8")

    def act(kind, facts, now, stage):
        if kind == "open":
            interrupt()

    stage = play(crashed, act)
    assert stage.of("awake") == [{"resumed": False}]
    assert stage.of("open")


def test_after_an_evening_it_sleeps_again(tmp_path):
    sleeps = []

    def act(kind, facts, now, stage):
        if kind == "asleep":
            sleeps.append(now)
            if len(sleeps) == 2:
                interrupt()
            stage.say(None, "wake", now + 5000)
        if kind == "open":
            stage.say(None, "goodnight", now + 3000)
            stage.say(None, "yes", now + 7000)

    play(tmp_path, act)
    assert len(sleeps) == 2
    assert not (tmp_path / "awake").exists()


def test_no_evening_is_the_one_before_over_again(tmp_path):
    """The first throw of each, over a few evenings."""
    dice = []

    def act(kind, facts, now, stage):
        if kind == "asleep":
            if len(dice) == 4:
                interrupt()
            stage.say(None, "wake", now + 5000)
        if kind == "open":
            dice.append((tuple(facts["dice"]), facts["size"]))
            stage.say(None, "goodnight", now + 3000)
            stage.say(None, "yes", now + 7000)

    play(tmp_path, act)
    assert len(set(dice)) > 1


def test_the_systemd_unit_starts_the_program_and_starts_it_again():
    text = unit(["/somewhere/voicehost", "serve"])
    assert "ExecStart=/somewhere/voicehost serve\n" in text
    assert "Restart=always" in text
    assert "systemctl --user enable --now voicehost" in text


def test_the_folder_that_the_unit_goes_into_is_made_first():
    text = unit(["voicehost"])
    assert text.index("mkdir -p ~/.config/systemd/user") < text.index("> ~/.config/systemd/user/voicehost.service")


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("/home/a b/voicehost", '"/home/a b/voicehost"'),
        ("100% $HOME", '"100%% $$HOME"'),
        ('the "big" one', r'"the \"big\" one"'),
        ("anna=USB Mic#1", '"anna=USB Mic#1"'),
    ],
)
def test_words_are_written_as_systemd_reads_them(word, written):
    assert f"ExecStart=voicehost {written}\n" in unit(["voicehost", word])


def test_the_unit_keeps_how_it_was_called(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["/somewhere/voicehost", "serve", "--lang", "de", "--unit"])
    app(["serve", "--lang", "de", "--unit"], standalone_mode=False)
    assert "ExecStart=/somewhere/voicehost serve --lang de\n" in capsys.readouterr().out


def test_the_unit_of_a_module_starts_the_module(monkeypatch, capsys):
    """`python -m voicehost` has no program of its own that could be started."""
    monkeypatch.setattr(sys, "argv", ["/somewhere/voicehost/__main__.py", "serve", "--unit"])
    app(["serve", "--unit"], standalone_mode=False)
    assert f"ExecStart={sys.executable} -m voicehost serve\n" in capsys.readouterr().out
