"""Which ear listens: by name, loaded only when it is asked for."""

from __future__ import annotations

from voicehost.errors import Trouble
from voicehost.hear.ear import Ear

EARS = ("whisper", "vosk")


def open_ear(name: str = EARS[0]) -> Ear:
    """The ear of that name, its model loaded. Raises Trouble for an unknown name or a missing model."""
    if name == "whisper":
        from voicehost.hear.whisper import WhisperEar

        return WhisperEar()
    if name == "vosk":
        from voicehost.hear.vosk import VoskEar

        return VoskEar()
    raise Trouble(f"There is no ear called {name!r}; choose from {', '.join(EARS)}.")
