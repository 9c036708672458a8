"""Games on disk: written from the first line on, found again, counted, deleted."""

import errno
from datetime import datetime

import pytest

from voicehost.errors import Trouble
from voicehost.evening.sessions import Sessions
from voicehost.rules import NATURE
from voicehost.rules.dice import Dice
from voicehost.tell.narrator import Player

NOW = datetime(2026, 1, 6, 17, 30)
PLAYERS = (Player("Änne", "de"), Player("owl", "en"))


def begun(tmp_path, game="husch"):
    sessions = Sessions(tmp_path / "sessions")
    session, match = sessions.begin(game, PLAYERS, ("de", "en"), now=NOW, seed=1)
    return sessions, session, match


def play_on(match, steps=10_000):
    dice = Dice(2)
    for _ in range(steps):
        if match.result is not None:
            return
        match.throw() if match.turn.seats == (NATURE,) else match.do(dice.choice(match.legal()))


def test_a_session_is_there_from_its_first_line(tmp_path):
    sessions, session, _ = begun(tmp_path)
    assert sessions.find(session.id) == session
    assert sessions.latest() == session
    assert session.names == ("Änne", "owl")


def test_two_games_in_one_second_do_not_meet(tmp_path):
    sessions, first, _ = begun(tmp_path)
    second, _ = sessions.begin("husch", PLAYERS, ("de",), now=NOW, seed=1)
    assert first.id != second.id
    assert list(sessions) == [first, second]


def test_a_session_goes_on_in_its_journal(tmp_path):
    sessions, session, match = begun(tmp_path)
    play_on(match, 5)
    again = sessions.resume(session)
    assert again.view == match.view
    play_on(again)
    assert sessions.resume(session).result == again.result


def test_finished_games_are_counted_by_name(tmp_path):
    sessions, session, match = begun(tmp_path)
    play_on(match)
    done = sessions.finish(session, match)
    assert sessions.latest() is None
    assert sessions.fame() == [(done.winners[0], 1)]


def test_what_was_taken_back_has_not_happened(tmp_path):
    sessions, session, match = begun(tmp_path, "hubi")
    match.do(match.legal()[0])
    assert match.takeback()
    match.do(match.legal()[1])
    chosen = [event for event in sessions.events(session) if type(event).__name__ == "FigureChosen"]
    assert len(chosen) == 1


def test_deleting_removes_both_files(tmp_path):
    sessions, session, _ = begun(tmp_path)
    sessions.delete(session.id)
    assert list((tmp_path / "sessions").iterdir()) == []


@pytest.mark.parametrize("identity", ["nothing", "../secret", "", "."])
def test_unknown_sessions_are_one_clear_line(tmp_path, identity):
    sessions, _, _ = begun(tmp_path)
    (tmp_path / "secret.json").write_text("{}")
    with pytest.raises(Trouble, match="no session"):
        sessions.find(identity)
    with pytest.raises(Trouble, match="no session"):
        sessions.delete(identity)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"game": "husch"}', '{"players": 3}'])
def test_a_damaged_note_hides_no_other_session(tmp_path, content):
    sessions, session, _ = begun(tmp_path)
    (tmp_path / "sessions" / "broken.json").write_text(content)
    assert list(sessions) == [session]
    with pytest.raises(Trouble, match="damaged"):
        sessions.find("broken")
    sessions.delete("broken")


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path):
    (tmp_path / "sessions").write_text("a file")
    with pytest.raises(Trouble, match="Cannot make"):
        begun(tmp_path)


def test_a_game_goes_on_while_the_disk_is_full_and_is_written_as_soon_as_it_is_not(tmp_path, monkeypatch):
    """An adult is told once; half a line that was still written is completed."""
    notices = []
    sessions = Sessions(tmp_path / "sessions", notices.append)
    session, match = sessions.begin("husch", PLAYERS, ("de",), now=NOW, seed=1)
    file = match._sink._file

    class Full:
        room = 7  # bytes

        def write(self, data):
            if not self.room:
                raise OSError(errno.ENOSPC, "No space left on device")
            written, self.room = file.write(data[: self.room]), 0
            return written

    monkeypatch.setattr(match._sink, "_file", Full())
    play_on(match, 5)
    assert len(notices) == 1
    assert "No space left on device" in notices[0]
    assert len(sessions.events(session)) < len(match.lines)
    monkeypatch.setattr(match._sink, "_file", file)
    play_on(match, 1)
    assert sessions.resume(session).lines == match.lines


def test_a_note_that_cannot_be_written_does_not_end_the_game(tmp_path, monkeypatch):
    """Beginning and winning go on; without anybody to be told it is Trouble."""

    def full(path, text):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("voicehost.evening.sessions.write_whole", full)
    notices = []
    sessions = Sessions(tmp_path / "sessions", notices.append)
    session, match = sessions.begin("husch", PLAYERS, ("de",), now=NOW, seed=1)
    play_on(match)
    sessions.finish(session, match)
    assert len(notices) == 2
    with pytest.raises(Trouble, match="No space left"):
        begun(tmp_path)


def test_a_game_is_played_although_there_is_no_folder_for_it(tmp_path):
    """Somebody is told, and it is written from its first line on as soon as there is one."""
    (tmp_path / "sessions").write_text("no folder")
    notices = []
    sessions = Sessions(tmp_path / "sessions", notices.append)
    session, match = sessions.begin("husch", PLAYERS, ("de",), now=NOW, seed=1)
    play_on(match, 3)
    assert notices
    (tmp_path / "sessions").unlink()
    (tmp_path / "sessions").mkdir()
    play_on(match, 1)
    assert sessions.resume(session).lines == match.lines
