"""Rendered sentences, kept in memory and on disk, so that they can be spoken at once.

A file is the SHA-256 of its samples followed by the samples (int16, little-endian). Files are written beside and
renamed; one that is damaged counts as missing. The folder is bounded: the files that were not used for longest go
first. A folder that cannot be written is no trouble, sentences are then rendered each time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np

from voicehost.tell.clip import Clip

SUFFIX: Final = ".clip"
DIGEST: Final = hashlib.sha256().digest_size


def default_folder() -> Path:
    """Where clips are kept on this system."""
    from platformdirs import user_cache_path

    return user_cache_path("voicehost", appauthor=False) / "speech"


class ClipCache:
    """Clips by key. `folder` None: in memory only. Sizes are in bytes of samples. Several threads may share one."""

    def __init__(self, folder: Path | None, *, on_disk: int = 256 << 20, in_memory: int = 16 << 20) -> None:
        self._folder = folder
        self._lock = Lock()  # guards _recent
        self._limits = (on_disk, in_memory)
        self._recent: OrderedDict[str, Clip] = OrderedDict()

    def get(self, key: str) -> Clip | None:
        """The clip, or None if it has to be rendered."""
        with self._lock:
            clip = self._recent.get(key)
        if clip is None:
            clip = self._read(key)
        if clip is not None:
            self._remember(key, clip)
        return clip

    def put(self, key: str, clip: Clip) -> None:
        """Keep a clip."""
        self._remember(key, clip)
        with contextlib.suppress(OSError):
            self._write(key, clip)

    def _remember(self, key: str, clip: Clip) -> None:
        with self._lock:
            self._recent[key] = clip
            self._recent.move_to_end(key)
            while sum(kept.nbytes for kept in self._recent.values()) > self._limits[1] and len(self._recent) > 1:
                self._recent.popitem(last=False)

    def _read(self, key: str) -> Clip | None:
        if self._folder is None:
            return None
        path = self._path(self._folder, key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        if len(data) % 2 or hashlib.sha256(data[DIGEST:]).digest() != data[:DIGEST]:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return np.frombuffer(data[DIGEST:], dtype="<i2").astype(np.int16)

    def _write(self, key: str, clip: Clip) -> None:
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        samples = clip.astype("<i2").tobytes()
        with tempfile.NamedTemporaryFile(dir=self._folder, prefix=".part-", delete=False) as part:
            try:
                part.write(hashlib.sha256(samples).digest() + samples)
                part.close()
                Path(part.name).replace(self._path(self._folder, key))
            except OSError:
                Path(part.name).unlink(missing_ok=True)
                raise
        self._prune(self._folder)

    def _prune(self, folder: Path) -> None:
        files = [(path.stat(), path) for path in folder.glob(f"*{SUFFIX}")]
        size = sum(stat.st_size for stat, _ in files)
        for stat, path in sorted(files, key=lambda file: file[0].st_mtime):
            if size <= self._limits[0]:
                break
            path.unlink(missing_ok=True)
            size -= stat.st_size

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / f"{hashlib.sha256(key.encode()).hexdigest()[:40]}{SUFFIX}"
