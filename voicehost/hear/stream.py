"""While somebody speaks, an ear that can listens along: it has decoded most of a call by the time that it ends."""

from __future__ import annotations

from collections.abc import Sequence

from voicehost.hear.ear import Ear, Phrase, StreamingEar
from voicehost.hear.listening.listener import Listener


class Stream:
    """Hands the sound of whoever speaks to the ear, as it comes in. An ear that only answers is left in peace.

    One voice at a time: the one that began first, until it has ended. Where two speak at once, each is turned down in
    the other's utterance, so that what was fed would have to be decoded once more anyway.
    """

    def __init__(self, ear: Ear, listener: Listener) -> None:
        self._ear = ear if isinstance(ear, StreamingEar) else None
        self._listener = listener
        self._phrases: Sequence[Phrase] = ()
        self._serial = self._fed = 0  # of the voice that is followed, and up to which position it has been fed

    def follow(self, phrases: Sequence[Phrase]) -> None:
        """Feed what has come in since the last call. `phrases` is the closed set that makes sense now."""
        if self._ear is None:
            return
        voices = {voice.serial: voice for voice in self._listener.voices()}
        voice = voices.get(self._serial) or min(voices.values(), key=lambda voice: voice.start, default=None)
        if voice is None:
            return
        if voice.serial != self._serial:
            self._serial, self._fed = voice.serial, voice.start
        if phrases is not self._phrases:
            self._phrases = phrases
            self._ear.listen_for(phrases)
        if voice.stop > self._fed:
            self._ear.feed(self._listener.sound(voice.channel, self._fed, voice.stop), self._fed, voice.serial)
            self._fed = voice.stop
