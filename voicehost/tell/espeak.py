"""eSpeak NG through ctypes: a correct if plain voice for every language, without any download.

The library and its data come in the wheel `espeakng-loader`. All its state is global: two threads would mix
their languages and their samples, and what was spoken before changes the phase of the next samples. So one
lock guards every use, and the library is loaded afresh each time (4 ms): the same text always gives the same
samples.
"""

from __future__ import annotations

import _ctypes
import ctypes
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from voicehost.errors import Trouble
from voicehost.tell.clip import EMPTY, SPEECH_RATE, Clip, join, speakable

PHONEMIZER: Final = threading.RLock()  # for everything that touches eSpeak, Piper's copy included

# Names and numbers of speak_lib.h.
_SYNCHRONOUS: Final = 2
_DONT_EXIT: Final = 0x8000
_UTF8: Final = 1
_RATE, _PITCH, _RANGE = 1, 3, 4
_IPA: Final = 2

_SEED: Final = 1  # for the little randomness of some variants
_LONGEST_PATH: Final = 150  # bytes; the library cuts its data path off at 160 and then finds nothing

_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
_Position = ctypes.POINTER(ctypes.c_void_p)


@dataclass(frozen=True)
class EspeakVoice:
    """One eSpeak voice. `voice` and `variant` are eSpeak's names ("de", "f2"); pitch and range are 0..99."""

    lang: str
    voice: str
    variant: str = ""
    pitch: int = 50
    range: int = 50  # liveliness: how far the pitch moves
    words_per_minute: int = 160
    name: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"espeak:{self._full}")
        with _library(self._full):
            pass  # raises Trouble for an unknown name

    @property
    def fingerprint(self) -> str:
        """Everything that shapes the sound; the speech cache files clips under it."""
        return f"{self.name} {self.pitch} {self.range} {self.words_per_minute}"

    def speak(self, text: str, *, rate: float = 1.0) -> Clip:
        """The text as a clip; empty if nothing can be spoken. `rate` 1.2 is a fifth faster."""
        data = speakable(text).encode()
        if not data:
            return EMPTY
        parts: list[Clip] = []

        def collect(wave: Any, count: int, _events: object) -> int:
            if wave and count > 0:
                parts.append(np.ctypeslib.as_array(wave, (count,)).copy())
            return 0

        with _library(self._full) as library:
            callback = _Callback(collect)  # a name keeps it alive: the library only has its address
            library.espeak_SetSynthCallback(callback)
            settings = {_RATE: round(self.words_per_minute * rate), _PITCH: self.pitch, _RANGE: self.range}
            for parameter, value in settings.items():
                library.espeak_SetParameter(parameter, value, 0)
            size = ctypes.c_size_t(len(data) + 1)
            library.espeak_Synth(data, size, 0, 0, 0, _UTF8, None, None)
        return join(parts)

    def ipa(self, text: str) -> str:
        """How the voice would read the text, in IPA with stress marks; clauses are parted by spaces."""
        buffer = ctypes.create_string_buffer(speakable(text).encode())
        position = ctypes.c_void_p(ctypes.addressof(buffer))
        clauses = []
        with _library(self._full) as library:
            while position.value:
                clauses.append(library.espeak_TextToPhonemes(ctypes.byref(position), _UTF8, _IPA).decode())
        return " ".join(clauses).strip()

    @property
    def _full(self) -> str:
        return f"{self.voice}+{self.variant}" if self.variant else self.voice


@contextmanager
def _library(voice: str) -> Iterator[Any]:
    """libespeak-ng, fresh and speaking with `voice`, unloaded at the end. Trouble for an unknown voice."""
    import espeakng_loader

    with PHONEMIZER:
        library = ctypes.CDLL(espeakng_loader.get_library_path())
        try:
            data = os.fsencode(short_path(Path(espeakng_loader.get_data_path())))
            if library.espeak_Initialize(_SYNCHRONOUS, 0, data, _DONT_EXIT) != SPEECH_RATE:
                raise Trouble("eSpeak NG does not start; try: pip install --force-reinstall espeakng-loader")
            try:
                library.espeak_TextToPhonemes.restype = ctypes.c_char_p
                library.espeak_TextToPhonemes.argtypes = [_Position, ctypes.c_int, ctypes.c_int]
                library.espeak_ng_SetRandSeed(ctypes.c_long(_SEED))
                if library.espeak_SetVoiceByName(voice.encode()) != 0:
                    raise Trouble(f"eSpeak NG has no voice {voice!r}; they are named like de, en-us or de+f2.")
                yield library
            finally:
                library.espeak_Terminate()
        finally:
            getattr(_ctypes, "FreeLibrary" if os.name == "nt" else "dlclose")(library._handle)


@cache
def short_path(folder: Path) -> Path:
    """The folder, or where its path is too long for eSpeak, a link to it in the temporary folder."""
    if len(os.fsencode(folder)) <= _LONGEST_PATH:
        return folder
    link = Path(tempfile.mkdtemp(prefix="voicehost-")) / "data"
    try:
        link.symlink_to(folder, target_is_directory=True)
    except OSError as error:
        raise Trouble(f"eSpeak cannot use a path as long as {folder}; install in a shorter one.") from error
    return link
