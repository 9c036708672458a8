"""Recordings of a live session: all microphones at 16 kHz, and a marker track that makes a replay exact."""

from __future__ import annotations

import errno
import os
import shutil
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from voicehost.audio.files import MAX_CHANNELS
from voicehost.audio.marker import FORMAT, Facts, MarkerReader, MarkerWriter, begins_with_marker
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.whole import need_writable

CHUNK: Final = 512  # samples that are read in one go; of a file without an end no more than that is missing
FLAC_CHANNELS: Final = 8
FULL: Final = 2**16  # bytes; with less room nothing can be written
LARGEST_WAV: Final = 2**32 - 2**10  # bytes of sound, since the header counts them in 32 bits


class _Writer(Protocol):
    def write(self, samples: Samples) -> None: ...
    def close(self) -> None: ...


class _Wav:
    """Keeps the header true after every block, so that a file without an end can be read."""

    def __init__(self, path: Path, channels: int) -> None:
        self._file = wave.open(str(path), "wb")  # noqa: SIM115 - closed by close()
        self._file.setparams((channels, 2, SAMPLE_RATE, 0, "NONE", ""))
        self._room = LARGEST_WAV

    def write(self, samples: Samples) -> None:
        self._room -= samples.nbytes
        if self._room < 0:
            raise OSError(errno.EFBIG, "a WAV file holds no more than 4 GB; a .flac file holds more")
        self._file.writeframes(samples.astype("<i2").tobytes())

    def close(self) -> None:
        self._file.close()


def _flac(path: Path, channels: int) -> Any:
    import soundfile

    return soundfile.SoundFile(path, "w", SAMPLE_RATE, channels, subtype="PCM_16", format="FLAC")


class SessionRecorder:
    """Writes what the listener gets, block by block. Raises Trouble when it cannot; what is written stays readable."""

    def __init__(self, path: Path, channels: int, header: Facts) -> None:
        need_writable(path)
        tracks = channels + 1
        suffix = path.suffix.lower()
        if suffix not in (".wav", ".flac"):
            raise Trouble(f"A session is recorded as .wav or .flac, not {path.name!r}; choose another name.")
        if suffix == ".flac" and tracks > FLAC_CHANNELS:
            raise Trouble(f"FLAC holds no more than {FLAC_CHANNELS - 1} microphones; record to a .wav file.")
        self.path = path
        self._marker = MarkerWriter(header)
        try:
            self._file: _Writer = _Wav(path, tracks) if suffix == ".wav" else _flac(path, tracks)
        except (OSError, RuntimeError) as error:
            raise self._trouble(error) from error

    def write(self, block: Samples, lost: bool) -> None:
        """The next block, int16 [n, channels], and whether sound was lost in it or before."""
        if lost:
            self._marker.mark({"lost": self._marker.position})
        tracks = np.column_stack([block, self._marker.samples(len(block))])
        try:
            self._file.write(tracks)
        except (OSError, RuntimeError) as error:
            raise self._trouble(error) from error

    def mark(self, facts: Facts) -> None:
        """Put facts into the marker track."""
        self._marker.mark(facts)

    def close(self) -> None:
        """The session is over."""
        try:
            self._file.close()
        except (OSError, RuntimeError) as error:
            raise self._trouble(error) from error

    def _trouble(self, error: Exception) -> Trouble:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        if not isinstance(error, OSError) and shutil.disk_usage(self.path.parent).free < FULL:
            why = os.strerror(errno.ENOSPC)  # libsndfile only says "System error."
        return Trouble(f"{self.path} cannot be written ({why}), so the recording ends here; the game goes on.")


class SessionFile:
    """A recorded session. `header` is what the recorder was given, `marks` the messages after it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        reader = MarkerReader()
        for chunk in _chunks(path, CHUNK):
            reader.feed(chunk[:, -1])
        if not reader.messages:
            raise Trouble(f"{path} breaks off before the end of its first line; nothing can be replayed from it.")
        if reader.messages[0].get("voicehost") != FORMAT:
            raise Trouble(f"{path} was recorded by another version of voicehost; replay it with that one.")
        self.header, *self.marks = reader.messages

    def blocks(self, size: int) -> Iterator[Samples]:
        """The microphones, int16 [size, channels], block by block; a last one that is cut off is left out."""
        for chunk in _chunks(self.path, size):
            if len(chunk) == size:
                yield chunk[:, :-1]


def is_session(path: Path) -> bool:
    """Whether a file is the recording of a session rather than any other recording."""
    import soundfile

    try:
        with soundfile.SoundFile(path) as file:
            if not 2 <= file.channels <= MAX_CHANNELS + 1 or file.samplerate != SAMPLE_RATE:
                return False
            return begins_with_marker(file.read(100, dtype="int16", always_2d=True)[:, -1])
    except (soundfile.LibsndfileError, RuntimeError, OSError):
        return False


def _chunks(path: Path, size: int) -> Iterator[Samples]:
    import soundfile

    with soundfile.SoundFile(path) as file:
        try:
            while len(chunk := file.read(size, dtype="int16", always_2d=True)):
                yield chunk
        except soundfile.LibsndfileError:
            return  # FLAC after a crash or on a full disk: it breaks off in the middle of a frame
