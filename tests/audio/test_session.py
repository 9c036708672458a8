"""Recorded sessions: every sample, every mark, and files that break off."""

import errno

import numpy as np
import pytest
import soundfile

from voicehost.audio import session
from voicehost.audio.marker import TICK, MarkerReader, MarkerWriter
from voicehost.audio.session import SessionFile, SessionRecorder, is_session
from voicehost.errors import Trouble

BLOCK = 512


def record(path, count=100, channels=2, header=None):
    """Record noise with a mark and a loss; what was written."""
    rng = np.random.default_rng(1)
    blocks = [rng.integers(-3000, 3000, (BLOCK, channels), np.int16) for _ in range(count)]
    recorder = SessionRecorder(path, channels, header or {"game": "verhext", "who": "Jörg"})
    for number, block in enumerate(blocks):
        if number == 10:
            recorder.mark({"host": [5120, 9000]})
        recorder.write(block, lost=number == 20)
    return recorder, np.concatenate(blocks)


@pytest.mark.parametrize("name", ["session.wav", "session.flac"])
def test_what_is_recorded_is_read_again_bit_by_bit(tmp_path, name):
    recorder, written = record(tmp_path / name)
    recorder.close()
    file = SessionFile(tmp_path / name)
    assert (np.concatenate(list(file.blocks(BLOCK))) == written).all()
    assert file.header["who"] == "Jörg"
    assert {"host": [5120, 9000]} in file.marks
    assert {"lost": 20 * BLOCK} in file.marks


def test_the_sample_clock_is_written_down_every_second(tmp_path):
    recorder, _ = record(tmp_path / "session.wav")
    recorder.close()
    ticks = [mark["at"] for mark in SessionFile(tmp_path / "session.wav").marks if "at" in mark]
    assert len(ticks) == 100 * BLOCK // TICK
    assert all(0 <= TICK * (n + 1) - tick < BLOCK for n, tick in enumerate(ticks))


def test_a_recording_without_an_end_can_be_read(tmp_path):
    """As after a crash: the file was never closed."""
    recorder, written = record(tmp_path / "session.wav")
    recorder._file._file._file.flush()
    (tmp_path / "crashed.wav").write_bytes((tmp_path / "session.wav").read_bytes())
    recorder.close()
    assert (np.concatenate(list(SessionFile(tmp_path / "crashed.wav").blocks(BLOCK))) == written).all()


def test_a_recording_that_was_cut_off_is_read_up_to_there(tmp_path):
    recorder, written = record(tmp_path / "session.wav")
    recorder.close()
    whole = (tmp_path / "session.wav").read_bytes()
    (tmp_path / "cut.wav").write_bytes(whole[: len(whole) // 2])
    blocks = list(SessionFile(tmp_path / "cut.wav").blocks(BLOCK))
    assert 40 < len(blocks) < 51
    assert (np.concatenate(blocks) == written[: len(blocks) * BLOCK]).all()


@pytest.mark.parametrize("missing", [1, 200, 3000])
def test_a_flac_recording_that_was_cut_off_is_read_up_to_there(tmp_path, missing):
    """FLAC is written in frames, and the last one is broken."""
    recorder, written = record(tmp_path / "session.flac", count=300)
    cut = (tmp_path / "session.flac").read_bytes()[:-missing]  # the header does not tell the length yet
    recorder.close()
    (tmp_path / "cut.flac").write_bytes(cut)
    file = SessionFile(tmp_path / "cut.flac")
    blocks = list(file.blocks(BLOCK))
    assert 250 < len(blocks) < 300
    assert (np.concatenate(blocks) == written[: len(blocks) * BLOCK]).all()
    assert {"lost": 20 * BLOCK} in file.marks
    assert is_session(tmp_path / "cut.flac")


def test_a_recording_that_broke_off_at_once_says_so(tmp_path):
    recorder, _ = record(tmp_path / "session.wav", count=1, header={"names": ["x" * 2000]})
    recorder.close()
    with pytest.raises(Trouble, match="breaks off"):
        SessionFile(tmp_path / "session.wav")


def test_a_full_disk_is_named_where_the_library_does_not(tmp_path, monkeypatch):
    recorder, _ = record(tmp_path / "session.flac")

    def fail(samples):
        raise RuntimeError("System error.")

    monkeypatch.setattr(recorder._file, "write", fail)
    monkeypatch.setattr(session, "FULL", 2**63)
    with pytest.raises(Trouble, match="No space left on device"):
        recorder.write(np.zeros((BLOCK, 2), np.int16), lost=False)


def test_a_full_disk_is_one_plain_sentence(tmp_path, monkeypatch):
    recorder, _ = record(tmp_path / "session.wav")

    def full(samples):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(recorder._file, "write", full)
    with pytest.raises(Trouble, match=r"No space left on device.*the game goes on"):
        recorder.write(np.zeros((BLOCK, 2), np.int16), lost=False)


def test_a_wav_file_that_is_full_is_one_plain_sentence_and_stays_readable(tmp_path, monkeypatch):
    """After four gigabytes, most of a day with one microphone, the format itself ends."""
    monkeypatch.setattr(session, "LARGEST_WAV", 60 * BLOCK * 6)
    recorder, written = record(tmp_path / "session.wav", count=50)
    more = np.zeros((10 * BLOCK, 2), np.int16)
    recorder.write(more, lost=False)
    with pytest.raises(Trouble, match=r"no more than 4 GB.*the game goes on"):
        recorder.write(more, lost=False)
    recorder.close()
    blocks = list(SessionFile(tmp_path / "session.wav").blocks(BLOCK))
    assert len(blocks) == 60
    assert (np.concatenate(blocks)[: len(written)] == written).all()


def test_any_other_recording_is_no_session(tmp_path):
    soundfile.write(tmp_path / "other.wav", np.zeros((16_000, 3), np.int16), 16_000)
    assert not is_session(tmp_path / "other.wav")
    assert not is_session(tmp_path / "missing.wav")
    recorder, _ = record(tmp_path / "session.wav")
    recorder.close()
    assert is_session(tmp_path / "session.wav")


@pytest.mark.parametrize(("name", "channels", "words"), [("a.mp3", 2, "wav or .flac"), ("a.flac", 8, "to a .wav")])
def test_a_format_that_cannot_hold_it_is_refused(tmp_path, name, channels, words):
    with pytest.raises(Trouble, match=words):
        SessionRecorder(tmp_path / name, channels, {})


def test_eight_microphones_fit_into_a_wav_file(tmp_path):
    recorder, written = record(tmp_path / "session.wav", channels=8)
    recorder.close()
    assert (np.concatenate(list(SessionFile(tmp_path / "session.wav").blocks(BLOCK))) == written).all()


def test_a_changed_marker_track_is_noticed():
    writer = MarkerWriter({"game": "verhext"})
    track = writer.samples(BLOCK)
    with pytest.raises(Trouble, match="damaged"):
        MarkerReader().feed(-track)
    with pytest.raises(Trouble, match="damaged"):
        MarkerReader().feed(track[1:])


def test_a_long_message_flows_on_into_the_next_blocks():
    writer = MarkerWriter({"names": ["x" * 2000]})
    reader = MarkerReader()
    for _ in range(8):
        reader.feed(writer.samples(300))
    assert reader.messages[0]["names"] == ["x" * 2000]
