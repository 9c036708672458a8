"""What a microphone and a room are like: level, clipping, hum, noise, delay from the loudspeaker, and echo.

Sans-I/O: recordings come in as int16 mono at 16 kHz.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE, Samples

FRAME: Final = SAMPLE_RATE // 100
CLIPPED: Final = 32_700  # a sample so large has met the end of the scale
SILENCE_DBFS: Final = -120.0
MAINS: Final = (50.0, 60.0)  # Hz
HARMONICS: Final = 6
HUM_BAND: Final = 500.0  # Hz; hum is compared with everything below

CHIRP_S: Final = 0.5
CHIRP_HZ: Final = (300.0, 6000.0)
CHIRP_PEAK: Final = 0.5  # of full scale
FOUND: Final = 8.0  # the chirp's peak stands so far above the rest of the correlation, or it was not heard
DIRECT_SHARE: Final = 0.98  # so much of the energy in the very chirp: no air lies between, so it is a monitor
ECHO_FLOOR_DB: Final = -25.0  # the decay is measured from -5 dB to here (ISO 3382, T20)

Wave = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Levels:
    """A recording's levels in dBFS; `clipped` is the share of clipped samples, `hum` dB of mains below 500 Hz."""

    rms: float
    peak: float
    noise: float  # RMS of the quietest tenth of frames
    clipped: float
    hum: float  # mains and harmonics relative to everything else below 500 Hz; 0 = as strong
    mains: float  # which mains frequency that is, in Hz
    silent: bool  # nothing but zeros


@dataclass(frozen=True, slots=True)
class Loop:
    """From loudspeaker to microphone."""

    found: bool
    delay_ms: float = 0.0  # later than the drivers said
    coupling_db: float = 0.0  # level of the microphone's signal relative to what was played
    reverb_s: float = 0.0  # the echo falls by 60 dB in this time (RT60)
    tail_ms: float = 0.0  # after the last sample played, until the room is quiet again
    direct: bool = False  # the sound did not go through air


def dbfs(power: float) -> float:
    """Mean square (full scale 1) in dBFS."""
    return max(SILENCE_DBFS, 10 * float(np.log10(max(power, 1e-12))))


def levels(recording: Samples) -> Levels:
    """Measure a second or more of a room in which nobody need speak."""
    wave = _wave(recording)
    power = np.square(wave)
    frames = np.sort(power[: len(power) // FRAME * FRAME].reshape(-1, FRAME).mean(axis=1))
    quiet = frames[: max(1, len(frames) // 10)]
    hum, mains = max((_hum(wave, mains), mains) for mains in MAINS)
    return Levels(
        rms=dbfs(power.mean()),
        peak=dbfs(power.max()),
        noise=dbfs(float(quiet.mean())),
        clipped=float(np.mean(np.abs(recording.astype(np.int32)) >= CLIPPED)),
        hum=hum,
        mains=mains,
        silent=not recording.any(),
    )


def chirp(rate: int) -> Samples:
    """A rising tone through the range of voices, int16 [CHIRP_S * rate]: its correlation with itself is a click."""
    low, high = CHIRP_HZ
    time = np.arange(int(CHIRP_S * rate)) / rate
    octave = np.log(high / low)
    phase = 2 * np.pi * low * CHIRP_S / octave * (np.exp(time / CHIRP_S * octave) - 1)
    fade = np.minimum(1, np.minimum(time, CHIRP_S - time) / 0.01)
    return np.asarray(np.rint(CHIRP_PEAK * 32767 * fade * np.sin(phase)), np.int16)


def loop(recording: Samples, expected: int, noise_dbfs: float) -> Loop:
    """Find the chirp in a recording that begins before it and lasts a second longer.

    `expected`: the sample at which it should begin, going by the drivers. `noise_dbfs`: the room without it.
    """
    wave, sent = _wave(recording), _wave(chirp(SAMPLE_RATE))
    response = _correlate(wave, sent)
    start = int(np.argmax(np.abs(response)))
    peak = abs(float(response[start]))
    if peak < FOUND * float(np.sqrt(np.mean(np.square(response)))) or peak <= 0:
        return Loop(found=False)
    played = float(np.sum(np.square(sent)))
    heard = max(float(np.sum(np.square(wave[start : start + len(sent)]))), 1e-12)
    alike = peak**2 / (played * heard)
    # By power and not by the height of the click: a loudspeaker's clock that is steered meanwhile blurs the click.
    coupling = max(heard - len(sent) * 10 ** (noise_dbfs / 10), 1e-12) / played
    tail = _tail_ms(wave, start + len(sent), noise_dbfs)
    return Loop(
        found=True,
        delay_ms=(start - expected) * 1000 / SAMPLE_RATE,
        coupling_db=10 * float(np.log10(coupling)),
        reverb_s=_reverb_s(response[start:]) if tail else 0.0,
        tail_ms=tail,
        direct=alike > DIRECT_SHARE,
    )


def _tail_ms(wave: Wave, end: int, noise_dbfs: float) -> float:
    """How long after `end` until 50 ms in a row are no louder than 6 dB above the noise."""
    after = wave[end:]
    frames = np.square(after[: len(after) // FRAME * FRAME]).reshape(-1, FRAME).mean(axis=1)
    loud = np.flatnonzero(10 * np.log10(np.maximum(frames, 1e-12)) > noise_dbfs + 6)
    if not len(loud):
        return 0.0
    gaps = np.flatnonzero(np.diff(loud) > 5)
    last = loud[gaps[0]] if len(gaps) else loud[-1]
    return float((last + 1) * 10) if loud[0] <= 5 else 0.0


def _reverb_s(response: Wave) -> float:
    """RT60 from an impulse response by backward integration (Schroeder, 1965). 0.0 if there is no decay to measure."""
    energy = np.square(response)
    noise = float(np.median(energy[len(energy) * 3 // 4 :])) * 2.2  # the mean of noise from its median (chi square)
    energy = np.maximum(energy[: len(energy) * 3 // 4] - noise, 0)
    decay = np.cumsum(energy[::-1])[::-1]
    below = 10 * np.log10(np.maximum(decay / decay[0], 1e-12))
    first, last = int(np.argmax(below < -5)), int(np.argmax(below < ECHO_FLOOR_DB))
    return float((last - first) / SAMPLE_RATE * 60 / (-5 - ECHO_FLOOR_DB)) if last > first else 0.0


def _correlate(wave: Wave, sent: Wave) -> Wave:
    size = len(wave) + len(sent)
    spectrum = np.fft.rfft(wave, size) * np.conj(np.fft.rfft(sent, size))
    return np.asarray(np.fft.irfft(spectrum, size)[: len(wave)])


def _hum(wave: Wave, mains: float) -> float:
    """Power at the mains frequency and its harmonics relative to the rest below HUM_BAND, in dB."""
    power = np.square(np.abs(np.fft.rfft(wave * np.hanning(len(wave)))))
    hertz = np.fft.rfftfreq(len(wave), 1 / SAMPLE_RATE)
    low = (hertz > 20) & (hertz < HUM_BAND)
    near = np.zeros_like(low)
    for harmonic in range(1, HARMONICS + 1):
        near |= np.abs(hertz - mains * harmonic) < 2
    rest = float(power[low & ~near].sum())
    return 10 * float(np.log10(max(float(power[low & near].sum()), 1e-12) / max(rest, 1e-12)))


def _wave(recording: Samples) -> Wave:
    return np.asarray(recording, np.float64) / 32768
