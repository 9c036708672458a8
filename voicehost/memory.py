"""Memory that was freed, given back to the computer: over an evening, what the C library keeps for later adds up."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


def give_back() -> bool:
    """Let the C library return what was freed, in some hundredths of a second; whether it can (glibc can)."""
    trim = _trim()
    if trim is not None:
        trim(0)
    return trim is not None


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # another C library, or another system
        return None
    return found
