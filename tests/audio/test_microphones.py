"""Several microphones as one stream, and what happens when one falls silent."""

import time

import numpy as np
import pytest

from voicehost.audio import microphones as module
from voicehost.audio.devices import Microphone
from voicehost.audio.microphones import BLOCK, Microphones
from voicehost.audio.portaudio import DeviceLost
from voicehost.errors import Trouble


def fill(fake, name, seconds, value=1000, channels=2, rate=48_000, **options):
    """Let a device deliver so many seconds of a constant."""
    for _ in range(round(seconds * 50)):
        fake.capture(name, np.full((rate // 50, channels), value, np.int16), **options)


def opened(*wanted, **options):
    table = Microphones([Microphone.parse(text) for text in wanted], **options)
    table.open()
    return table


def test_blocks_are_int16_at_16_khz(fake):
    table = opened("USB Mic 1")
    fill(fake, "USB Mic 1", 0.2)
    block, lost = table.read()
    assert (block.shape, block.dtype, lost) == ((BLOCK, 1), np.int16, False)
    assert table.position == BLOCK


def test_two_channels_of_one_device_are_two_microphones(fake):
    table = opened("USB Mic 1#2", "USB Mic 1#1")
    stereo = np.repeat(np.array([[100, 900]], np.int16), 9600, axis=0)
    fake.capture("USB Mic 1", stereo)
    block, _ = table.read()
    assert block[-1].tolist() == pytest.approx([900, 100], abs=3)
    assert len(fake.streams) == 1


def test_two_devices_are_two_microphones(fake):
    table = opened("USB Mic 2", "USB Mic 1")
    fill(fake, "USB Mic 2", 1.0, 300, channels=1, rate=44_100)
    fill(fake, "USB Mic 1", 1.0, 700)
    for _ in range(20):
        block, _ = table.read()
    assert block[-1].tolist() == pytest.approx([300, 700], abs=3)


def test_a_channel_that_the_device_lacks_is_refused(fake):
    with pytest.raises(Trouble, match="has 2 channels, not 3"):
        opened("USB Mic 1#3")


@pytest.mark.parametrize("second", ["USB Mic 1", "mic 1"])
def test_one_microphone_cannot_be_that_of_two_players(fake, second):
    """All calls would be those of the first."""
    with pytest.raises(Trouble, match="named twice"):
        opened("USB Mic 1", second)
    assert not fake.streams


def test_a_device_that_is_busy_is_said_plainly(fake):
    fake.refuses = {"start"}
    with pytest.raises(Trouble, match="another program may use it"):
        opened("USB Mic 1")
    assert all(stream.closed for stream in fake.streams)


def test_a_device_that_falls_silent_is_lost_within_two_seconds(fake, monkeypatch):
    assert module.SILENT_S < 2.0
    monkeypatch.setattr(module, "SILENT_S", 0.05)
    table = opened("USB Mic 1")
    fill(fake, "USB Mic 1", 0.1)
    table.read()
    began = time.monotonic()
    with pytest.raises(DeviceLost, match="USB Mic 1"):
        [table.read() for _ in range(100)]
    assert time.monotonic() - began < 1.0


def test_a_stream_that_stopped_by_itself_is_lost_at_once(fake):
    table = opened("USB Mic 1")
    fake.streams[0].active = False
    with pytest.raises(DeviceLost):
        table.read()


def test_the_clock_goes_on_after_a_device_was_opened_again(fake):
    table = opened("USB Mic 1")
    fill(fake, "USB Mic 1", 0.2)
    table.read()
    table.close()
    table.open()
    fill(fake, "USB Mic 1", 0.2)
    table.read()
    assert table.position == 2 * BLOCK


def test_what_is_discarded_is_not_counted_and_marks_the_next_block(fake):
    table = opened("USB Mic 1")
    fill(fake, "USB Mic 1", 0.2)
    table.discard()
    fill(fake, "USB Mic 1", 0.2)
    _, lost = table.read()
    assert (table.position, lost) == (BLOCK, True)


def test_an_overflow_is_told_once_and_marks_the_block(fake):
    notices = []
    table = opened("USB Mic 1", notice=notices.append)
    fill(fake, "USB Mic 1", 0.1)
    fill(fake, "USB Mic 1", 0.1, overflow=True)
    fill(fake, "USB Mic 1", 0.1)
    lost = [table.read()[1] for _ in range(6)]
    assert any(lost)
    assert len(notices) == 1


def test_a_table_far_behind_goes_on_with_the_present(fake, monkeypatch):
    monkeypatch.setattr(module, "BACKLOG", 8000)
    monkeypatch.setattr(module, "KEPT_OF_BACKLOG", 1600)
    table = opened("USB Mic 1")
    fill(fake, "USB Mic 1", 2.0)
    table.position_at(time.monotonic())
    while not table._queue.empty():
        table._take_one()
    _, lost = table.read()
    assert lost


def test_callbacks_only_queue(fake):
    """Whatever takes time happens in `read`: a callback hands over a copy of its samples and returns."""
    table = opened("USB Mic 1")
    samples = np.ones((960, 2), np.int16)
    fake.capture("USB Mic 1", samples)
    samples[:] = 0  # PortAudio uses its buffer again
    _, block = table._queue.get_nowait()
    assert (block.samples == 1).all()
