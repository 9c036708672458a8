"""The simulated room tells the truth about itself."""

from __future__ import annotations

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.lab.demo.scene import Room, active_rms, voice_span

TONE = (0.5 * np.sin(2 * np.pi * 440 * np.arange(SAMPLE_RATE // 2) / SAMPLE_RATE)).astype(np.float32)


def dbfs(sound: np.ndarray) -> float:
    return 20 * float(np.log10(np.sqrt(np.mean(np.square(sound.astype(float)))) / 32767))


def test_voice_begins_at_the_first_frame_within_30_db_of_the_loudest() -> None:
    """Silence, then a part 40 dB down, then one 20 dB down, then the full voice: the third counts."""
    clip = np.concatenate([np.zeros(1600), TONE[:1600] / 100, TONE[:1600] / 10, TONE[:3200], np.zeros(1600)])
    start, end = voice_span(clip)
    assert start == 3200
    assert end == pytest.approx(8000, abs=160)


def test_rumble_is_no_voice() -> None:
    """A thump of the table before the word does not move the truth about the word."""
    thump = 0.2 * np.sin(2 * np.pi * 30 * np.arange(3200) / SAMPLE_RATE)
    start, _ = voice_span(np.concatenate([thump, np.zeros(1600), TONE]))
    assert start == pytest.approx(4800, abs=160)


def test_a_silent_clip_has_no_voice() -> None:
    """Nothing said, nothing to find."""
    assert voice_span(np.zeros(1000)) == (0, 0)
    assert voice_span(np.zeros(0)) == (0, 0)


def test_a_voice_is_at_speech_level_in_its_own_microphone_and_weaker_elsewhere() -> None:
    """Cross-talk of -12 dB is -12 dB, for microphones that are alike."""
    room = Room(3, snr_db=None, gain_spread_db=0, crosstalk_db=-12, speech_dbfs=-23)
    spoken = room.speak(1, TONE, SAMPLE_RATE)
    sound = room.render(3 * SAMPLE_RATE)[spoken.onset + 160 : spoken.end - 160]
    assert [round(dbfs(sound[:, mic])) for mic in range(3)] == [-35, -23, -35]


def test_noise_and_host_have_the_levels_that_were_asked_for() -> None:
    """Room noise lies 20 dB below a near voice, the host's leak 15 dB."""
    room = Room(2, gain_spread_db=0, snr_db=20, speech_dbfs=-23, host_leak_db=-15)
    assert dbfs(room.render(8 * SAMPLE_RATE)) == pytest.approx(-43, abs=1)
    quiet = Room(2, gain_spread_db=0, snr_db=None, speech_dbfs=-23, host_leak_db=-15)
    quiet.host(TONE, 0)
    assert dbfs(quiet.render(SAMPLE_RATE // 2)[800:-800]) == pytest.approx(-38, abs=0.5)


def test_the_truth_lies_where_the_sound_is() -> None:
    """The onset that `speak` returns is where the microphone of that seat begins to sound."""
    room = Room(2, snr_db=None)
    spoken = room.speak(0, np.concatenate([np.zeros(777), TONE]), 5000)
    loud = np.flatnonzero(np.abs(room.render(SAMPLE_RATE * 2)[:, 0]) > 100)
    assert spoken.onset <= loud[0] < spoken.onset + 160
    assert spoken.end - 160 < loud[-1] <= spoken.end


@pytest.mark.parametrize("single_mic", [False, True])
def test_block_sizes_do_not_change_the_sound(single_mic: bool) -> None:
    """Rendering in one go or in odd pieces gives the same samples, reverberation and noise included."""

    def session(sizes: list[int]) -> np.ndarray:
        room = Room(2, seed=5, single_mic=single_mic, reverb_s=0.2)
        room.speak(0, TONE, 1000)
        room.host(TONE, 3000)
        return np.concatenate([room.render(n) for n in sizes])

    assert np.array_equal(session([20000]), session([1, 999, 3000, 7, 12000, 3993]))


def test_one_microphone_hears_all_seats_alike() -> None:
    """In the middle of the table nobody is 12 dB louder than the others."""
    room = Room(4, single_mic=True, snr_db=None)
    levels = []
    for seat in range(4):
        room.speak(seat, TONE, room.position)
        levels.append(dbfs(room.render(SAMPLE_RATE)))
    assert room.microphones == 1
    assert max(levels) - min(levels) < 5


def test_the_past_cannot_be_changed() -> None:
    """A voice before the rendered position is a bug of the caller."""
    room = Room(1)
    room.render(100)
    with pytest.raises(ValueError, match="past"):
        room.speak(0, TONE, 99)
    with pytest.raises(ValueError, match="seat"):
        room.speak(1, TONE, 200)


def test_a_recording_has_the_players_from_left_to_right() -> None:
    """The stereo file lets a listener tell the seats apart, and has no more samples than were rendered."""
    room = Room(2, record=True)
    room.speak(0, TONE, 0)
    room.render(SAMPLE_RATE)
    first = room.mix()
    assert first.shape == (SAMPLE_RATE, 2)
    assert dbfs(first[:, 0]) > dbfs(first[:, 1]) + 3
    with pytest.raises(ValueError, match="record"):
        Room(2).mix()


def test_pauses_do_not_make_a_voice_quiet() -> None:
    """The level of speech is measured where there is speech."""
    assert active_rms(np.concatenate([np.zeros(SAMPLE_RATE), TONE])) == pytest.approx(active_rms(TONE), rel=0.05)
