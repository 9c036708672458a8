"""The loudspeaker: gapless, led in, faded, and honest about when a clip sounds."""

import threading
import time

import numpy as np
import pytest

from voicehost.audio import loudspeaker as module
from voicehost.audio.loudspeaker import LEAD_IN_S, Loudspeaker
from voicehost.audio.portaudio import DeviceLost
from voicehost.errors import Trouble

RATE = 48_000
LOUD = np.full(4800, 16_000, np.int16)  # 100 ms


class Pump:
    """Calls the callback as a device would, in blocks of 10 ms, and keeps what came out."""

    def __init__(self, fake):
        self.fake, self.out, self.running = fake, [], True
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while self.running:
            self.out.append(self.fake.played("Speaker", 480)[:, 0])
            time.sleep(0.002)

    def stop(self, after_s=0.15):
        time.sleep(after_s)
        self.running = False
        self.thread.join()
        return np.concatenate(self.out)


@pytest.fixture
def speaker(fake):
    loudspeaker = Loudspeaker("Speaker")
    loudspeaker.open()
    yield loudspeaker
    loudspeaker.close()


def awake(speaker):
    """As if something had just sounded."""
    speaker._silent_since = time.monotonic()


def test_clips_follow_one_another_without_a_gap(fake, speaker):
    awake(speaker)
    pump = Pump(fake)
    first = speaker.play(LOUD, RATE)
    second = speaker.play(LOUD, RATE)
    loud = np.flatnonzero(np.abs(pump.stop()) > 0.1)
    assert len(loud) == 2 * len(LOUD)
    assert loud[-1] - loud[0] == 2 * len(LOUD) - 1
    assert first[1] - first[0] == pytest.approx(0.1)
    assert second[0] > first[0]


def test_what_is_queued_behind_a_clip_is_not_waited_for(fake, speaker):
    """The host goes on with its work; when it will sound is known all the same."""
    awake(speaker)
    pump = Pump(fake)
    first = speaker.play(np.repeat(LOUD, 10), RATE)
    asked = time.monotonic()
    second = speaker.play(LOUD, RATE)
    third = speaker.play(LOUD, RATE)
    waited = time.monotonic() - asked
    pump.stop()
    assert waited < 0.1
    assert (second[0], third[0]) == (pytest.approx(first[1]), pytest.approx(second[1]))


def test_after_idle_200_ms_lead_in(fake, speaker):
    pump = Pump(fake)
    speaker.play(LOUD, RATE)
    out = np.abs(pump.stop())
    quiet = np.flatnonzero((out > 0) & (out < 0.001))
    assert len(quiet) == pytest.approx(LEAD_IN_S * RATE)
    assert np.flatnonzero(out > 0.1)[0] == quiet[-1] + 1


def test_no_lead_in_while_it_is_awake(fake, speaker):
    awake(speaker)
    pump = Pump(fake)
    speaker.play(LOUD, RATE)
    out = np.abs(pump.stop())
    assert np.flatnonzero(out > 0)[0] == np.flatnonzero(out > 0.1)[0]


def test_a_lead_in_that_began_early_costs_no_time_later(fake, speaker):
    pump = Pump(fake)
    speaker.wake()
    time.sleep(LEAD_IN_S + 0.05)
    asked = time.monotonic()
    began, _ = speaker.play(LOUD, RATE)
    pump.stop()
    assert began - asked < LEAD_IN_S / 2


def test_what_was_awake_when_it_was_woken_is_still_awake_when_something_is_said(fake, speaker, monkeypatch):
    """Between a call and the answer a table may wait for others; meanwhile the loudspeaker would fall asleep."""
    monkeypatch.setattr("voicehost.audio.loudspeaker.IDLE_S", 0.3)
    awake(speaker)
    pump = Pump(fake)
    time.sleep(0.1)
    speaker.wake()
    time.sleep(0.28)  # longer idle than IDLE_S, and led in for longer than LEAD_IN_S
    asked = time.monotonic()
    began, _ = speaker.play(LOUD, RATE)
    pump.stop()
    assert began - asked < LEAD_IN_S / 2


def test_it_tells_when_the_first_sample_sounds(fake, speaker):
    """The device says 50 ms from the callback to the air."""
    awake(speaker)
    pump = Pump(fake)
    asked = time.monotonic()
    began, ended = speaker.play(LOUD, RATE)
    pump.stop()
    assert began - asked == pytest.approx(0.05, abs=0.04)
    assert ended - began == pytest.approx(0.1)


def test_nothing_of_a_clip_is_cut_off(fake, speaker):
    awake(speaker)
    clip = np.arange(1, 4411, dtype=np.int16)
    pump = Pump(fake)
    speaker.play(clip, RATE)
    out = pump.stop()
    assert np.rint(out[out > 0] * 32768).astype(int).tolist() == clip.tolist()


def test_stop_fades_out_within_20_ms_and_forgets_the_rest(fake, speaker):
    awake(speaker)
    pump = Pump(fake)
    speaker.play(np.full(48_000, 16_000, np.int16), RATE)
    threading.Thread(target=lambda: speaker.play(LOUD, RATE), daemon=True).start()
    time.sleep(0.02)
    speaker.stop()
    out = np.abs(pump.stop())
    sounded = np.flatnonzero(out)
    assert len(sounded) < 24_000
    tail = out[sounded[-1] - 900 : sounded[-1]]
    assert (np.diff(tail) < 0).all()


def test_louder_and_quieter_end_at_a_limit(fake, speaker):
    steps = 0
    while speaker.change_volume(1):
        steps += 1
    assert speaker.volume_db == module.VOLUMES_DB[1]
    assert steps == 2
    assert speaker.change_volume(-1)


def test_volume_changes_what_comes_out(fake, speaker):
    awake(speaker)
    speaker.change_volume(-2)
    pump = Pump(fake)
    speaker.play(LOUD, RATE)
    peak = np.abs(pump.stop()).max()
    assert 20 * np.log10(peak / (16_000 / 32_768)) == pytest.approx(-6.0, abs=0.1)


def test_a_blocked_output_is_lost_and_not_waited_for_forever(fake, speaker, monkeypatch):
    monkeypatch.setattr(module, "BLOCKED_S", 0.05)
    with pytest.raises(DeviceLost):
        speaker.play(LOUD, RATE)
    time.sleep(0.06)
    with pytest.raises(DeviceLost):
        speaker.check()


def test_a_loudspeaker_that_is_busy_is_said_plainly(fake):
    fake.refuses = {"start"}
    with pytest.raises(Trouble, match="it may be busy"):
        Loudspeaker("Speaker").open()
    assert all(stream.closed for stream in fake.streams)


def test_an_empty_clip_takes_no_time(fake, speaker):
    began, ended = speaker.play(np.zeros(0, np.int16), RATE)
    assert began == ended


def test_every_channel_of_the_device_sounds(fake, speaker):
    awake(speaker)
    threading.Thread(target=lambda: speaker.play(LOUD, RATE), daemon=True).start()
    time.sleep(0.05)
    out = fake.played("Speaker", 480)
    assert (out[:, 0] == out[:, 1]).all()
    assert out.any()
