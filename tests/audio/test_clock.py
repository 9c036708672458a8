"""The sample clock: what drivers report, and what is made of it."""

import numpy as np
import pytest

from voicehost.audio.clock import SampleClock, captured_at

RATE = 48_000
BLOCK = 480


def run(clock, seconds, *, ppm=0.0, jitter=0.0, start=0.0, first=0, seed=1):
    """Report blocks of a device that runs `ppm` too fast; how many seconds were called lost."""
    rng = np.random.default_rng(seed)
    rate, lost, arrived = RATE * (1 + ppm * 1e-6), 0.0, 0.0
    for sample in range(first, first + int(seconds * RATE), BLOCK):
        arrived = max(arrived, start + (sample - first) / rate + abs(rng.normal(0, jitter)))
        lost += clock.report(sample, arrived)
    return lost


@pytest.mark.parametrize("adc", [0.0, 9.0, 7.99, 12.0, 1.0])
def test_a_capture_time_that_cannot_be_is_replaced_by_the_arrival(adc):
    """Zero, the same as before, before that, the future, and long ago."""
    assert captured_at(adc, 10.0, 500.0, 0.01, before=9.0) == pytest.approx(499.99)


def test_a_capture_time_that_can_be_is_carried_over_to_our_clock():
    assert captured_at(9.95, 10.0, 500.0, 0.01, before=9.94) == pytest.approx(499.95)


def test_a_steady_device_is_followed_to_the_sample():
    clock = SampleClock(RATE)
    run(clock, 20, start=100.0)
    assert clock.time_of(RATE * 10) == pytest.approx(110.0, abs=1e-6)
    assert clock.sample_at(110.0) == pytest.approx(RATE * 10, abs=0.1)


@pytest.mark.parametrize("ppm", [-120.0, 50.0, 200.0])
def test_drift_is_measured_through_jitter(ppm):
    clock = SampleClock(RATE)
    assert run(clock, 60, ppm=ppm, jitter=0.004) == 0.0
    assert (clock.rate / RATE - 1) * 1e6 == pytest.approx(ppm, abs=15)


def test_jitter_does_not_move_the_clock():
    clock = SampleClock(RATE)
    run(clock, 60, jitter=0.008)
    assert clock.time_of(RATE * 60) == pytest.approx(60.0, abs=0.002)


def test_late_callbacks_that_catch_up_have_lost_nothing():
    clock = SampleClock(RATE)
    run(clock, 10)
    late = sum(clock.report(RATE * 10 + n * BLOCK, 10.2 + n * 0.0001) for n in range(20))
    assert late + run(clock, 5, start=10.2, first=RATE * 10 + 20 * BLOCK) == 0.0


def test_a_lasting_delay_is_a_loss_of_that_length():
    clock = SampleClock(RATE)
    run(clock, 10)
    assert run(clock, 2, start=10.25, first=RATE * 10) == pytest.approx(0.25, abs=0.005)
    assert clock.time_of(RATE * 10) == pytest.approx(10.25, abs=0.005)


def test_a_driver_that_changes_its_mind_about_the_age_of_sound_has_lost_nothing():
    """PulseAudio says that a monitor's sound is half a second old, and within a second that it is fresh."""
    clock, age, lost = SampleClock(RATE), 0.55, 0.0
    for sample in range(0, 5 * RATE, BLOCK):
        arrived = sample / RATE
        if arrived > 1.0:
            age = max(0.02, age - BLOCK / RATE)
        lost += clock.report(sample, arrived - age, arrived)
    assert lost == 0.0
    assert clock.time_of(5 * RATE) == pytest.approx(5.0 - 0.02, abs=0.005)


def test_sound_that_was_lost_while_the_computer_was_busy_is_missed_all_the_same():
    """What was still in the buffer arrives late, then a third of a second is missing."""
    clock = SampleClock(RATE)
    run(clock, 10)
    held = sum(clock.report(RATE * 10 + n * BLOCK, 10 + n * BLOCK / RATE, 10.45) for n in range(10))
    rest = 0.0
    for n in range(10, 300):
        at = 10.35 + n * BLOCK / RATE
        rest += clock.report(RATE * 10 + n * BLOCK, at, at)
    assert held + rest == pytest.approx(0.35, abs=0.005)
