"""Clips and earcons: even loudness, no clicks, no clipped tails."""

from __future__ import annotations

import numpy as np
import pytest

from voicehost.tell.clip import (
    EMPTY,
    LOUDNESS_DBFS,
    PEAK_DBFS,
    SPEECH_RATE,
    Clip,
    duration_ms,
    faded,
    finished,
    join,
    levelled,
    silence,
    speakable,
    trimmed,
)
from voicehost.tell.earcons import EARCONS, earcon


def tone(ms: float, level_dbfs: float, pitch: float = 220.0) -> Clip:
    """A sine of that RMS level."""
    time = np.arange(round(ms * SPEECH_RATE / 1000)) / SPEECH_RATE
    return np.asarray(np.sin(2 * np.pi * pitch * time) * 32767 * 10 ** (level_dbfs / 20) * np.sqrt(2), dtype=np.int16)


def level(clip: Clip) -> float:
    """RMS in dBFS."""
    return float(10 * np.log10(np.mean(np.square(clip.astype(np.float64) / 32768))))


@pytest.mark.parametrize("quiet", [-40.0, -30.0, -20.0, -6.0])
def test_every_clip_has_the_same_loudness(quiet: float) -> None:
    """Voices of any level come out within half a decibel."""
    assert abs(level(levelled(tone(500, quiet))) - LOUDNESS_DBFS) < 0.5


def test_peaks_are_bent_not_cut() -> None:
    """A clip with few loud clicks stays below the ceiling without flat tops."""
    clip = tone(1000, -40.0)
    clip[2000:2200:20] = 32767
    peaks = levelled(clip)
    assert np.max(np.abs(peaks.astype(int))) <= 32768 * 10 ** (PEAK_DBFS / 20) + 1


def test_a_finished_clip_begins_and_ends_in_silence() -> None:
    """B88: no click at the ends, and what was voice is still there."""
    clip = finished(join([silence(300), tone(500, -20.0), silence(700)]))
    assert clip[0] == clip[-1] == 0
    assert 500 <= duration_ms(clip) <= 550


def test_silence_and_emptiness_pass_through() -> None:
    """Nothing in, nothing out, and no warning."""
    assert len(finished(EMPTY)) == 0
    assert len(trimmed(silence(500))) == 0
    assert len(join([])) == 0
    assert len(faded(np.array([5], dtype=np.int16))) == 1


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Hallo\x00Welt", "Hallo Welt"),
        ("  viel \n Platz\t", "viel Platz"),
        ("fu\u0308nf", "fünf"),
        ("Los 🎲!", "Los !"),
        ("\u2068Fuchs\u2069", "Fuchs"),
        ("?!…", ""),
        ("🎲", ""),
    ],
)
def test_what_voices_get(text: str, spoken: str) -> None:
    """NFC, one line, no control characters, no pictures."""
    assert speakable(text) == spoken


@pytest.mark.parametrize("name", EARCONS)
def test_earcons_are_short_and_end_softly(name: str) -> None:
    """Under a second, loud enough, silent at the end, and nobody can write into them."""
    clip = earcon(name)
    assert 50 <= duration_ms(clip) <= 1000
    assert np.max(np.abs(clip)) > 8000
    assert abs(int(clip[-1])) <= 1
    assert not clip.flags.writeable


def test_the_gong_begins_at_its_first_sample() -> None:
    """Calls count from a known moment: within 5 ms the gong is at half its height."""
    gong = np.abs(earcon("open").astype(int))
    assert np.max(gong[: SPEECH_RATE * 5 // 1000]) > np.max(gong) / 2


def test_earcons_differ() -> None:
    """Nobody mistakes one for another."""
    assert len({earcon(name).tobytes() for name in EARCONS}) == len(EARCONS)
