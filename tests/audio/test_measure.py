"""Measuring a microphone and a room, against rooms whose truth is known."""

import numpy as np
import pytest

from voicehost.audio.measure import chirp, levels, loop
from voicehost.hear.ear import SAMPLE_RATE
from voicehost.lab.demo.scene import Room

CHIRP = chirp(SAMPLE_RATE)


def noise(dbfs, seconds=2, seed=1):
    return np.random.default_rng(seed).normal(0, 32768 * 10 ** (dbfs / 20), SAMPLE_RATE * seconds)


def heard(room, at=SAMPLE_RATE, seconds=4):
    """Let the chirp sound after a second in which the noise is measured; noise and recording."""
    quiet = levels(room.render(SAMPLE_RATE)[:, 0])
    room.host(CHIRP, room.position + at)
    return quiet, room.render(seconds * SAMPLE_RATE)[:, 0]


def test_noise_is_measured_in_dbfs():
    assert levels(noise(-50).astype(np.int16)).rms == pytest.approx(-50, abs=0.5)


def test_the_noise_floor_ignores_what_sounds_now_and_then():
    wave = noise(-60)
    wave[8000:12000] *= 100
    assert levels(wave.astype(np.int16)).noise == pytest.approx(-60, abs=2)


@pytest.mark.parametrize("mains", [50.0, 60.0])
def test_hum_is_found_with_its_frequency(mains):
    time = np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE
    hum = 300 * np.sin(2 * np.pi * mains * time) + 100 * np.sin(2 * np.pi * 3 * mains * time)
    found = levels((noise(-60) + hum).astype(np.int16))
    assert found.mains == mains
    assert found.hum > 20
    assert levels(noise(-60).astype(np.int16)).hum < 0


def test_clipping_is_the_share_of_samples_at_the_end_of_the_scale():
    wave = np.zeros(1600, np.int16)
    wave[:16] = 32_767
    wave[16:32] = -32_768
    assert levels(wave).clipped == pytest.approx(0.02)


def test_zeros_are_digital_silence_and_noise_is_not():
    assert levels(np.zeros(1600, np.int16)).silent
    assert not levels(noise(-80).astype(np.int16)).silent


@pytest.mark.parametrize("late", [-300, 0, 1234])
def test_the_delay_is_found_to_the_sample(late):
    recording = noise(-60, 3)
    recording[16_000 + late : 16_000 + late + len(CHIRP)] += CHIRP * 0.1
    found = loop(recording.astype(np.int16), 16_000, -60)
    assert found.delay_ms == pytest.approx(late * 1000 / SAMPLE_RATE, abs=0.1)
    assert found.coupling_db == pytest.approx(-20, abs=0.5)


@pytest.mark.parametrize("reverb", [0.2, 0.4, 0.6])
def test_reverberation_is_found_within_a_fifth(reverb):
    quiet, recording = heard(Room(1, snr_db=35, reverb_s=reverb, reverb_db=-6, seed=2))
    assert loop(recording, SAMPLE_RATE, quiet.noise).reverb_s == pytest.approx(reverb, rel=0.2)


def test_a_longer_echo_has_a_longer_tail():
    tails = []
    for reverb in (0.2, 0.4, 0.6):
        quiet, recording = heard(Room(1, snr_db=35, reverb_s=reverb, reverb_db=-6, seed=2))
        tails.append(loop(recording, SAMPLE_RATE, quiet.noise).tail_ms)
    assert 50 < tails[0] < tails[1] < tails[2] < 600


def test_a_cable_is_told_from_air():
    recording = np.zeros(4 * SAMPLE_RATE, np.int16)
    recording[16_000 : 16_000 + len(CHIRP)] = CHIRP
    assert loop(recording, SAMPLE_RATE, -90).direct
    quiet, recording = heard(Room(1, snr_db=35, reverb_s=0.3, reverb_db=-6, seed=2))
    assert not loop(recording, SAMPLE_RATE, quiet.noise).direct


def test_noise_alone_is_no_chirp():
    assert not loop(noise(-40, 3).astype(np.int16), SAMPLE_RATE, -40).found
    assert not loop(np.zeros(48_000, np.int16), SAMPLE_RATE, -120).found
