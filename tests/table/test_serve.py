"""The speaker on the kitchen table: asleep until it is called, and after a crash where it was."""

import contextlib
from datetime import datetime

import pytest
from stage import Stage

from voicehost.table.evening import EveningOptions
from voicehost.table.serve import kitchen_table, unit
from voicehost.table.sessions import Sessions
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
    text = unit("/somewhere/voicehost")
    assert "ExecStart=/somewhere/voicehost serve\n" in text
    assert "Restart=always" in text
    assert "systemctl --user enable --now voicehost" in text
