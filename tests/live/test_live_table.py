"""A table on devices that come and go: the game waits, says so, and nothing is judged by what was lost."""

import errno
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from fake_sounddevice import FakeSounddevice, device

from voicehost.audio import microphones as microphones_module
from voicehost.audio.devices import Microphone
from voicehost.audio.loudspeaker import Loudspeaker
from voicehost.audio.microphones import BLOCK, Microphones
from voicehost.audio.session import SessionFile, SessionRecorder
from voicehost.errors import Trouble
from voicehost.evening.evening import EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.live import live as live_module
from voicehost.live import live_table
from voicehost.live.live import LiveOptions, RecordedTable, play_live
from voicehost.live.live_table import LiveTable
from voicehost.tell.clip import SPEECH_RATE
from voicehost.tell.narrator import Line

CLIP = np.full(SPEECH_RATE // 10, 8000, np.int16)


class Words:
    """A narrator and a speech that only remember what was said."""

    def __init__(self):
        self.said = []
        self.rate = 1.0

    def say(self, message):
        return [message]

    def render(self, lines):
        self.said += lines
        return CLIP

    def earcon(self, name):
        return CLIP


class Room:
    """The fake devices as a running room: microphones deliver, the loudspeaker is fed, until told otherwise."""

    def __init__(self, fake):
        self.fake, self.silent, self.blocked, self.running = fake, False, False, True
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        block = np.full((480, 2), 500, np.int16)
        while self.running:
            time.sleep(0.002)
            for stream in [s for s in self.fake.streams if s.active]:
                if stream.kind == "input" and not self.silent:
                    self.fake.capture(stream.device, block)
                if stream.kind == "output" and not self.blocked:
                    self.fake.played(stream.device, 480)

    def end(self):
        self.running = False
        self.thread.join()


@pytest.fixture
def fake(monkeypatch):
    module = FakeSounddevice(device("USB Mic", inputs=2), device("Speaker", outputs=2))
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    monkeypatch.setattr(live_table, "RETRY_S", 0.01)
    monkeypatch.setattr(live_table, "ECHO_S", 0.01)
    monkeypatch.setattr(microphones_module, "SILENT_S", 0.1)
    monkeypatch.setattr(microphones_module, "START_S", 0.2)
    return module


@pytest.fixture
def room(fake):
    running = Room(fake)
    yield running
    running.end()


@pytest.fixture
def words():
    return Words()


@pytest.fixture
def troubles():
    return []


@pytest.fixture
def table(fake, room, words, troubles):
    devices = Microphones([Microphone("USB Mic")]), Loudspeaker("Speaker")
    live = LiveTable(*devices, words, words, lambda kind, text: troubles.append((kind, text)))
    live.open()
    yield live
    live.close()


def read_while(table, condition, limit=2000):
    """Read blocks until the condition holds; all lost flags."""
    flags = []
    for _ in range(limit):
        table.read()
        flags.append(table.lost)
        if condition():
            return flags
    raise AssertionError("it never came to that")


def test_a_lost_microphone_is_told_aloud_and_the_game_goes_on(table, room, words, troubles):
    table.read()
    room.silent = True
    threading.Timer(0.4, lambda: setattr(room, "silent", False)).start()
    flags = read_while(table, lambda: troubles and troubles[-1][0] == "device_back")
    assert words.said == ["microphone-lost", "microphone-back"]
    assert [kind for kind, _ in troubles] == ["device_lost", "device_back"]
    assert flags[-1]
    assert "USB Mic" in troubles[0][1]


def test_the_sample_clock_stands_still_while_a_device_is_lost(table, room, troubles):
    position = 0
    room.silent = True
    threading.Timer(0.4, lambda: setattr(room, "silent", False)).start()
    for _ in range(30):
        table.read()
        position += BLOCK
    assert [kind for kind, _ in troubles] == ["device_lost", "device_back"]
    assert table._microphones.position == position


def test_only_the_first_block_after_the_return_is_marked(table, room, troubles):
    room.silent = True
    threading.Timer(0.4, lambda: setattr(room, "silent", False)).start()
    read_while(table, lambda: len(troubles) == 2)
    flags = [table.read() is not None and table.lost for _ in range(20)]
    assert sum(flags) <= 2
    assert not any(flags[2:])


def test_a_device_that_moved_to_another_number_is_found_again(table, fake, room, troubles):
    table.read()
    fake.devices[:] = [device("Webcam", inputs=1), device("Speaker", outputs=2), device("USB Mic", inputs=2)]
    room.silent = True
    threading.Timer(0.3, lambda: setattr(room, "silent", False)).start()
    read_while(table, lambda: len(troubles) == 2)
    assert fake.stream("USB Mic").active
    assert fake.looked_again >= 1


def test_while_a_device_is_away_the_reason_is_told_once(table, fake, room, troubles):
    table.read()
    away = fake.devices[0]
    fake.devices[0] = device("Something else", outputs=2)
    fake.stream("USB Mic").active = False
    threading.Timer(1.0, lambda: fake.devices.__setitem__(0, away)).start()
    read_while(table, lambda: troubles and troubles[-1][0] == "device_back")
    assert [kind for kind, _ in troubles] == ["device_lost", "waiting", "device_back"]


def test_a_blocked_loudspeaker_pauses_the_game_too(table, room, troubles, monkeypatch):
    monkeypatch.setattr("voicehost.audio.loudspeaker.BLOCKED_S", 0.1)
    table.read()
    room.blocked = True
    threading.Timer(0.5, lambda: setattr(room, "blocked", False)).start()
    start, end, _ = table.play([CLIP], BLOCK)
    assert end - start == pytest.approx(1600, abs=2)
    assert troubles[0][0] == "device_lost"
    assert "loudspeaker" in troubles[0][1]


def test_a_clip_lies_ahead_on_the_microphones_clock(table):
    for _ in range(20):
        table.read()
    start, end, levels = table.play([CLIP], 20 * BLOCK)
    assert start > 0
    assert end - start == pytest.approx(1600, abs=2)
    assert levels == (-12,) * 10


def test_the_first_clip_sounds_while_the_second_is_made(table):
    """Told in pieces, the host begins as soon as it has one."""
    made = []

    def clips():
        for number in range(2):
            made.append(number)
            yield CLIP

    first = table.play(clips(), BLOCK)
    assert made == [0]
    second = table.more(BLOCK)
    assert made == [0, 1]
    assert second.start >= first.end - 2
    assert first.levels == second.levels == (-12,) * 10
    assert table.more(BLOCK) is None


def test_who_is_told_to_be_silent_has_nothing_more_to_say(table):
    table.play([CLIP, CLIP], BLOCK)
    table.stop(BLOCK)
    assert table.more(BLOCK) is None


def test_what_may_be_told_is_rendered_ahead(table, words):
    prepared = threading.Event()
    words.prepare = lambda lines: prepared.set()
    table.expect([Line("Well done!", "en")])
    assert prepared.wait(5)


def test_a_monitor_as_microphone_is_pointed_out(fake, room, words, troubles):
    fake.devices.append(device("Monitor of Speaker", inputs=2))
    live = LiveTable(
        Microphones([Microphone("Monitor")]), Loudspeaker("Speaker"), words, words, lambda *one: troubles.append(one)
    )
    live.open()
    live.close()
    assert [kind for kind, _ in troubles] == ["monitor"]


def test_a_device_that_is_not_there_at_the_start_is_trouble_or_waited_for(fake, room, words, troubles):
    microphones = Microphones([Microphone("Webcam")])
    live = LiveTable(microphones, Loudspeaker("Speaker"), words, words, lambda *one: troubles.append(one))
    with pytest.raises(Trouble, match="no microphone called 'Webcam'"):
        live.open()
    threading.Timer(0.2, lambda: fake.devices.append(device("Webcam", inputs=1))).start()
    live.open(patient=True)
    live.close()
    assert [kind for kind, _ in troubles] == ["waiting"]


def test_without_portaudio_nobody_can_play_and_the_package_is_named(monkeypatch, words):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    live = LiveTable(Microphones(), Loudspeaker(), words, words, lambda *one: None)
    with pytest.raises(Trouble, match="libportaudio2"):
        live.open()


def test_a_full_disk_ends_the_recording_and_not_the_game(table, tmp_path, words, troubles, monkeypatch):
    """It is shown and said once, in a pause, and what had been recorded can be read."""
    table.recorder = SessionRecorder(tmp_path / "session.wav", 1, {})
    for _ in range(5):
        table.read()

    def full(samples):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(table.recorder._file, "write", full)
    table.read()
    table.read()
    assert table.lost
    assert words.said == ["recording-ended"]
    assert [kind for kind, _ in troubles] == ["recording_ended"]
    assert len(list(SessionFile(tmp_path / "session.wav").blocks(BLOCK))) == 5


def test_devices_that_are_not_there_leave_an_older_recording_as_it_was(fake, tmp_path, monkeypatch):
    """And a table that could not be opened is closed again."""
    record = tmp_path / "session.wav"
    record.write_bytes(b"of last week")
    monkeypatch.setattr(live_module, "_host", lambda *_: None)
    monkeypatch.setattr(live_module, "_prepare", lambda *_: None)
    live = LiveOptions((Microphone("Webcam"),), speaker="Speaker", record=record)
    with pytest.raises(Trouble, match="Webcam"):
        play_live(EveningOptions(("en",)), live, sessions=Sessions(tmp_path / "games"), ear=object())
    assert record.read_bytes() == b"of last week"
    assert all(stream.closed for stream in fake.streams)


class Stopped:
    """A host that listens to five blocks; then somebody presses Ctrl-C."""

    def __init__(self, evening, table, *_):
        self.table = table

    def run(self, script):
        for _ in range(5):
            self.table.read()
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["session.wav", "session.flac"])
def test_a_recording_is_whole_and_the_devices_are_free_after_ctrl_c(fake, room, tmp_path, monkeypatch, name):
    monkeypatch.setattr(live_module, "_host", Stopped)
    monkeypatch.setattr(live_module, "_prepare", lambda *_: None)
    live = LiveOptions((Microphone("USB Mic"),), speaker="Speaker", record=tmp_path / name)
    ear = SimpleNamespace(name="whisper")
    with pytest.raises(KeyboardInterrupt):
        play_live(EveningOptions(("en",)), live, sessions=Sessions(tmp_path / "games"), ear=ear)
    file = SessionFile(tmp_path / name)
    assert file.header["ear"] == "whisper"
    assert len(list(file.blocks(BLOCK))) == 5
    assert all(stream.closed for stream in fake.streams)


def test_a_recording_knows_when_the_host_spoke_and_what_was_lost(table, room, tmp_path, troubles):
    table.recorder = SessionRecorder(tmp_path / "session.wav", 1, {})
    table.read()
    start, end, levels = table.play([CLIP], BLOCK)
    room.silent = True
    threading.Timer(0.3, lambda: setattr(room, "silent", False)).start()
    read_while(table, lambda: len(troubles) == 2)
    table.close()
    marks = SessionFile(tmp_path / "session.wav").marks
    assert {"host": [start, end, list(levels)]} in marks
    assert [mark for mark in marks if "lost" in mark]


def test_a_replay_speaks_and_goes_on_when_the_host_did(table, tmp_path):
    table.recorder = SessionRecorder(tmp_path / "session.wav", 1, {"channels": 1})
    soundings = [table.play([CLIP, CLIP, CLIP], BLOCK), table.more(BLOCK), table.more(BLOCK), table.play([CLIP], BLOCK)]
    for _ in range(3):
        table.read()
    table.close()
    recorded = RecordedTable(SessionFile(tmp_path / "session.wav"))
    again = [recorded.play((), 0), recorded.more(0), recorded.more(0)]
    assert recorded.more(0) is None
    assert [*again, recorded.play((), 0)] == soundings


def test_louder_and_faster_end_somewhere(table, words):
    assert table.adjust(0, 1)
    assert [table.adjust(0, 1) for _ in range(5)][-1] is False
    assert table.adjust(1, 0)
    assert words.rate == pytest.approx(1.1)


def test_freed_memory_is_given_back_once_a_minute(table, monkeypatch):
    times = []
    monkeypatch.setattr(live_table, "give_back", lambda: times.append(table._microphones.position))
    monkeypatch.setattr(live_table, "TIDY", 20 * BLOCK)
    table._tidy_at = 20 * BLOCK
    read_while(table, lambda: table._microphones.position >= 65 * BLOCK)
    assert times == [20 * BLOCK, 40 * BLOCK, 60 * BLOCK]
