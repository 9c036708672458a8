"""Recordings: any WAV, FLAC or OGG file as 16 kHz int16 channels, and WAV files written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.whole import whole_file

MAX_CHANNELS = 8
RATES = (8_000, 96_000)  # Hz, lowest and highest sample rate that is accepted


def read_recording(path: Path) -> Samples:
    """The recording as int16 of shape [samples, channels] at 16 kHz. Raises Trouble if it is not usable audio."""
    samples, rate = _read_floats(path)
    if not np.isfinite(samples).all():
        raise Trouble(f"{path} holds samples that are not numbers (NaN or infinite); record it again.")
    return to_int16(resample(samples, rate, SAMPLE_RATE))


def read_clip(path: Path) -> Samples:
    """The recording as one channel of int16 at 16 kHz, shape [samples]: the loudest channel if there are several."""
    return loudest_channel(read_recording(path))


def loudest_channel(samples: Samples) -> Samples:
    """The channel of [n, channels] with the most power, shape [n]."""
    loudest = int(np.argmax(np.square(samples.astype(np.float32)).sum(axis=0)))
    return np.ascontiguousarray(samples[:, loudest])


def resample(samples: NDArray[np.float32], rate: int, to: int) -> NDArray[np.float32]:
    """Change the sample rate along axis 0."""
    if rate == to:
        return samples
    import soxr

    return np.asarray(soxr.resample(samples, rate, to, quality="HQ"), dtype=np.float32)


def to_int16(samples: NDArray[np.float32]) -> Samples:
    """Full scale 1.0 -> int16, clipped."""
    return np.asarray(np.clip(np.rint(samples * 32767.0), -32768, 32767), dtype=np.int16)


def write_wav(path: Path, samples: Samples, rate: int) -> None:
    """Write int16 samples of shape [n] or [n, channels] as a WAV file; nothing is left behind on failure."""
    import soundfile

    with whole_file(path) as part:
        soundfile.write(part, samples, rate, subtype="PCM_16", format="WAV")


def _read_floats(path: Path) -> tuple[NDArray[np.float32], int]:
    import soundfile

    if not path.is_file():
        raise Trouble(f"There is no file {path}; give the path of a WAV, FLAC or OGG recording.")
    if path.stat().st_size == 0:
        raise Trouble(f"{path} is empty; give a WAV, FLAC or OGG recording.")
    try:
        with soundfile.SoundFile(path) as file:
            channels, rate = int(file.channels), int(file.samplerate)
            if not 1 <= channels <= MAX_CHANNELS:
                raise Trouble(f"{path} has {channels} channels; between 1 and {MAX_CHANNELS} are possible.")
            if not RATES[0] <= rate <= RATES[1]:
                raise Trouble(f"{path} has a sample rate of {rate} Hz; {RATES[0]} to {RATES[1]} Hz are possible.")
            samples = file.read(dtype="float32", always_2d=True)
    except (soundfile.LibsndfileError, RuntimeError, OSError) as error:
        raise Trouble(
            f"{path} holds no sound that can be read ({error}); give a WAV, FLAC or OGG recording."
        ) from error
    if len(samples) == 0:
        raise Trouble(f"{path} holds no samples; record it again.")
    return samples, rate
