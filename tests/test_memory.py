"""Freed memory goes back to the computer."""

import os
from pathlib import Path

import numpy as np
import pytest

from voicehost import memory


def resident_mb():
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(not Path("/proc/self/statm").is_file() or memory._trim() is None, reason="not glibc on Linux")
def test_what_lies_between_things_still_in_use_is_given_back():
    """Pieces too small to be mapped one by one stay with the C library when they are freed, up to the last in use."""
    pieces = [np.ones(8000) for _ in range(1000)]
    kept = pieces[-1]
    del pieces
    before = resident_mb()
    assert memory.give_back()
    assert before - resident_mb() > 30
    assert kept.all()


def test_without_glibc_nothing_happens(monkeypatch):
    monkeypatch.setattr(memory, "_trim", lambda: None)
    assert not memory.give_back()
