"""The people at a live table, in a process of their own: what is measured is then the host and nothing else.

Children's voices and the talk in the background are made and played there, and neither their memory nor their work is
the host's. Times are seconds of `time.monotonic`, which all processes of a computer share.
"""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from voicehost.audio.loudspeaker import Loudspeaker
from voicehost.audio.portaudio import DeviceLost
from voicehost.hear.ear import SAMPLE_RATE, Phrase
from voicehost.lab.bench import pulse
from voicehost.lab.demo.babble import PEAK, Babble
from voicehost.lab.demo.scene import voice_span
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.rules.dice import Dice

OVERLAP_S: Final = 0.3  # the next exchange begins so long before the last one ends
GOODBYE_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Saying:
    """Somebody says something: which of SPEAKERS, how many dB above PEAK, after which pause, at which microphone."""

    text: str
    lang: str
    speaker: int
    level_db: float = 0.0
    after_s: float = 0.0
    microphone: int = 0

    def wave(self) -> tuple[NDArray[np.int16], tuple[float, float]]:
        """Its sound at SAMPLE_RATE, and from when to when the voice is in it (s)."""
        clip = SPEAKERS[self.speaker % len(SPEAKERS)].say(self.text, self.lang)
        gain = PEAK * 32767 * 10 ** (self.level_db / 20) / np.abs(clip).max()
        begin, end = voice_span(clip)
        return np.asarray(np.clip(clip * gain, -32768, 32767), np.int16), (begin / SAMPLE_RATE, end / SAMPLE_RATE)


class Mouth(Loudspeaker):
    """Somebody at the table. Opens its device anew when that has hung up, as it may on a busy computer."""

    def __init__(self, microphone: int = 0) -> None:
        super().__init__(pulse.mouth(microphone))

    def play(self, clip: NDArray[np.int16], rate: int) -> tuple[float, float]:
        """Play a clip; from when to when it sounds (s, monotonic)."""
        try:
            return super().play(clip, rate)
        except DeviceLost:
            self.close()
            self.open()
            return super().play(clip, rate)


class People:
    """A context, to be entered within a `PulseServer` of so many microphones. `talk_in`: languages of the talk in the
    background, which begins with `talk`; it is rendered before `People` is entered, and nothing later but calls."""

    def __init__(self, microphones: int = 1, talk_in: Sequence[str] = (), seed: str = "people") -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_live, args=(theirs, microphones, tuple(talk_in), seed), daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        self._receive()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.is_alive():
            self._pipe.send(None)
            self._process.join(GOODBYE_S)
        self._process.terminate()

    def say(self, phrase: Phrase, speaker: int, level_db: float = 0.0, after_s: float = 0.0, at: int = 0) -> None:
        """Let somebody say a phrase into microphone `at`. Does not wait; `spoke` tells when it sounds."""
        self._pipe.send(Saying(phrase.text, phrase.lang, speaker, level_db, after_s, at))

    def spoke(self, patience_s: float = 0.0) -> tuple[float, float] | None:
        """From when to when the next of the voices asked for sounds (s, monotonic); None: that is not known yet."""
        return self._receive() if self._pipe.poll(patience_s) else None

    def talk(self, going_on: bool) -> None:
        """Begin or end the talk in the background."""
        self._pipe.send(going_on)

    def _receive(self) -> tuple[float, float]:
        try:
            answer = self._pipe.recv()
        except EOFError:
            raise RuntimeError("the people at the table are gone; their process has ended") from None
        if isinstance(answer, Exception):
            raise answer
        span: tuple[float, float] = answer
        return span


def _live(pipe: Connection, microphones: int, talk_in: Sequence[str], seed: str) -> None:
    """What the process does: obey until it is told None."""
    table = _Room(pipe)
    try:
        mouths = [Mouth(number) for number in range(microphones)]
        background = Mouth()
        babble = Babble(talk_in, Dice(seed)) if talk_in else None
        for mouth in (*mouths, background):
            mouth.open()
        pipe.send((0.0, 0.0))
        while (told := pipe.recv()) is not None:
            if isinstance(told, Saying):
                table.aside(table.say, told, mouths[told.microphone])
            elif not told:
                table.hush()
            elif babble is not None:
                table.aside(table.talk, babble, background)
    except Exception as error:
        table.tell(error)


class _Room:
    """What goes on in the process; everything aside of its main thread."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()  # guards _pipe
        self._over = threading.Event()

    def aside(self, act: Callable[..., None], *facts: Any) -> None:
        """Do something in a thread of its own, and tell if it fails."""
        threading.Thread(target=self._guarded, args=(act, facts), daemon=True).start()

    def say(self, saying: Saying, mouth: Mouth) -> None:
        due = time.monotonic() + saying.after_s
        wave, (begin, end) = saying.wave()
        time.sleep(max(0.0, due - time.monotonic()))
        began, _ = mouth.play(wave, SAMPLE_RATE)
        self.tell((began + begin, began + end))

    def talk(self, babble: Babble, mouth: Mouth) -> None:
        self._over.clear()
        while not self._over.is_set():
            _, ended = mouth.play(babble.exchange(), SAMPLE_RATE)
            self._over.wait(max(0.0, ended - time.monotonic() - OVERLAP_S))

    def hush(self) -> None:
        self._over.set()

    def tell(self, answer: tuple[float, float] | Exception) -> None:
        with self._lock:
            self._pipe.send(answer)

    def _guarded(self, act: Callable[..., None], facts: Sequence[Any]) -> None:
        try:
            act(*facts)
        except Exception as error:
            self.tell(error)
