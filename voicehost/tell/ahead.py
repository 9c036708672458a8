"""Rendering ahead: what may be told soon is in the cache before it is needed, while the table thinks."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from queue import SimpleQueue
from typing import Final

from voicehost.tell.narrator import Line
from voicehost.tell.speech import Speech

NICENESS: Final = 10  # of the thread: hearing goes first


class Ahead:
    """A thread that renders expected lines, one after another, until others are expected or it is closed."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._expected: SimpleQueue[Iterable[Line] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="ahead", daemon=True)
        self._thread.start()

    def expect(self, lines: Iterable[Line]) -> None:
        """Render these, in their order; what was expected before no longer matters. `lines` may be made on the way."""
        self._expected.put(lines)

    def close(self) -> None:
        """Stop after the line that is being rendered."""
        self._expected.put(None)
        self._thread.join()

    def _run(self) -> None:
        if hasattr(os, "setpriority") and hasattr(os, "PRIO_PROCESS"):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)  # on Linux, of this thread alone
        while (lines := self._expected.get()) is not None:
            done: set[Line] = set()
            for line in lines:
                if not self._expected.empty():
                    break
                if line not in done:
                    done.add(line)
                    self._speech.prepare([line])
