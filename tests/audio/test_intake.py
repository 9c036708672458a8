"""One device's blocks on the table's clock: rate, drift, channels, and what is lost."""

from dataclasses import replace

import numpy as np
import pytest

from voicehost.audio.intake import FLAG_LIES_AFTER, Captured, Intake, Picker
from voicehost.hear.ear import SAMPLE_RATE

BLOCK_S = 0.02


def clicks_of(rate, ppm, start, seconds, clicks, jitter, seed):
    """The blocks of a device that was started `start` s late and runs `ppm` too fast, as they arrive."""
    rng = np.random.default_rng(seed)
    true_rate, size, arrived = rate * (1 + ppm * 1e-6), int(rate * BLOCK_S), 0.0
    for first in range(0, int((seconds - start) * true_rate), size):
        began = start + first / true_rate
        samples = np.zeros((size, 1), np.int16)
        for click in clicks:
            index = int((click - began) * true_rate)
            if 0 <= index < size:
                samples[index : index + rate // 1000] = 20_000
        arrived = max(arrived, began + size / true_rate + abs(rng.normal(0, jitter)))
        yield Captured(samples, 0.0, 0.0, arrived)


def together(devices):
    """Run intakes side by side as the microphones do; the aligned samples [n, devices] and whether any were lost."""
    intakes = [Intake(rate, [0], follower=number > 0) for number, (rate, _) in enumerate(devices)]
    coming = sorted(
        ((block.arrived, number, block) for number, (_, blocks) in enumerate(devices) for block in blocks),
        key=lambda one: one[:2],
    )
    out, lost, aligned = [], False, False
    for _, number, block in coming:
        if intakes[number].take(block) and number and aligned:
            intakes[number].follow(intakes[0])
        ready = min(intake.waiting for intake in intakes)
        if not aligned and ready > SAMPLE_RATE // 2:
            for intake in intakes[1:]:
                intake.follow(intakes[0])
            aligned = True
        while aligned and min(intake.waiting for intake in intakes) >= 512:
            given = [intake.give(512) for intake in intakes]
            lost = lost or any(gap for _, gap in given)
            out.append(np.concatenate([samples for samples, _ in given], axis=1))
    return np.concatenate(out), lost


@pytest.mark.parametrize(("rate", "ppm", "start"), [(44_100, 150.0, 0.17), (16_000, -100.0, 0.0), (8_000, 80.0, 0.4)])
def test_a_second_device_keeps_to_the_clock_of_the_first(rate, ppm, start):
    clicks = [5.0, 30.0, 60.0, 89.0]
    samples, lost = together(
        [
            (48_000, clicks_of(48_000, -60.0, 0.0, 90, clicks, 0.003, 1)),
            (rate, clicks_of(rate, ppm, start, 90, clicks, 0.003, 2)),
        ]
    )
    assert not lost
    for click in clicks:
        first = int(click * SAMPLE_RATE) - 800
        leader, follower = np.argmax(np.abs(samples[first : first + 1600].astype(int)), axis=0)
        assert abs(leader - follower) < 0.003 * SAMPLE_RATE


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000, 96_000])
def test_every_rate_becomes_16_khz(rate):
    intake = Intake(rate, [0])
    tone = (8000 * np.sin(2 * np.pi * 440 * np.arange(rate * 2) / rate)).astype(np.int16)[:, None]
    for first in range(0, len(tone), rate // 50):
        part = tone[first : first + rate // 50]
        intake.take(Captured(part, 0.0, 0.0, (first + len(part)) / rate))
    samples, _ = intake.give(SAMPLE_RATE)
    spectrum = np.abs(np.fft.rfft(samples[:, 0]))
    assert int(np.argmax(spectrum)) == 440


def test_the_loudest_channel_of_a_stereo_device_is_heard():
    """A mono microphone on a stereo plug has a dead left channel."""
    samples = np.zeros((4800, 2), np.int16)
    samples[:, 1] = np.random.default_rng(1).normal(0, 1000, 4800)
    assert (Picker([None]).pick(samples)[:, 0] == samples[:, 1]).all()


def test_two_channels_of_like_loudness_are_not_switched_between():
    rng = np.random.default_rng(1)
    picker = Picker([None])
    first = rng.normal(0, 1000, (4800, 2)).astype(np.int16)
    louder = (first * [1, 3]).astype(np.int16)
    assert (picker.pick(first)[:, 0] == first[:, 0]).all()
    assert (picker.pick(louder)[:, 0] == louder[:, 0]).all()


def test_named_channels_come_in_the_order_of_their_players():
    samples = np.arange(8, dtype=np.int16).reshape(2, 4)
    assert Picker([3, 0]).pick(samples).tolist() == [[3, 0], [7, 4]]


def blocks(count, start=0, late=0.0):
    """Steady blocks of 10 ms at 16 kHz."""
    for number in range(start, start + count):
        yield Captured(np.full((160, 1), number, np.int16), 0.0, 0.0, (number + 1) * 0.01 + late)


def test_an_overflow_marks_what_it_touched_and_nothing_else():
    intake = Intake(SAMPLE_RATE, [0])
    for number, block in enumerate(blocks(30)):
        intake.take(replace(block, overflow=number == 10))
    assert [intake.give(160)[1] for _ in range(30)] == [number == 10 for number in range(30)]
    assert intake.overflows == 1


def test_a_burst_of_overflows_counts_once():
    intake = Intake(SAMPLE_RATE, [0])
    for number, block in enumerate(blocks(30)):
        intake.take(replace(block, overflow=10 <= number < 15))
    assert intake.overflows == 1


def test_a_driver_that_always_cries_overflow_is_not_believed():
    """Some Mac builds set the flag on every callback although no sample is missing."""
    intake = Intake(SAMPLE_RATE, [0])
    for block in blocks(FLAG_LIES_AFTER + 100):
        intake.take(replace(block, overflow=True))
    lost = [intake.give(160)[1] for _ in range(FLAG_LIES_AFTER + 100)]
    assert all(lost[:FLAG_LIES_AFTER])
    assert not any(lost[FLAG_LIES_AFTER + 1 :])
    assert intake.overflows == 1


def test_a_gap_without_any_flag_is_filled_and_marked():
    """The sample counter falls behind the clock for good: sound is missing although nobody said so."""
    intake = Intake(SAMPLE_RATE, [0])
    for block in [*blocks(300), *blocks(100, start=300, late=0.2)]:
        intake.take(block)
    assert intake.waiting == pytest.approx(400 * 160 + 0.2 * SAMPLE_RATE, abs=100)
    _, lost = intake.give(intake.waiting)
    assert lost
    assert intake.overflows == 1


def test_what_is_skipped_has_never_been():
    intake = Intake(SAMPLE_RATE, [0])
    for block in blocks(10):
        intake.take(block)
    intake.skip_to_newest(160)
    assert (intake.position, intake.waiting) == (0, 160)
    samples, lost = intake.give(160)
    assert (int(samples[0, 0]), lost) == (9, True)
