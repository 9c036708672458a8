"""The one door to PortAudio: opened late, quiet while probing, and with plain words for its error numbers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import CDLL, CFUNCTYPE, c_char_p, c_int
from functools import cache
from typing import Any

from voicehost.errors import Trouble

PACKAGE_HINT = "install PortAudio (on Debian and Raspberry Pi OS: sudo apt install libportaudio2)"

# What PortAudio's error numbers mean at a kitchen table (portaudio.h, PaErrorCode).
MEANINGS = {
    -9998: "it has fewer channels than asked for",
    -9997: "it cannot run at that sample rate",
    -9996: "it is not there any more",
    -9994: "it cannot deliver this kind of samples",
    -9993: "its input and output do not fit together",
    -9986: "the sound system failed",
    -9985: "it is busy: another program uses it",
    -9999: "the sound system reported an error; it may be busy or unplugged",
}


class DeviceLost(Exception):  # noqa: N818 - an event of everyday life, not a mistake
    """A device stopped working in the middle: unplugged, sound server gone, output blocked."""


def portaudio() -> Any:
    """The module sounddevice. Raises Trouble if the library PortAudio is missing or finds no sound system."""
    try:
        with quiet_stderr():
            import sounddevice

            _silence_alsa()
    except (OSError, ImportError) as error:
        raise Trouble(f"The library PortAudio is missing, so there is no live sound; {PACKAGE_HINT}.") from error
    except Exception as error:  # its own PortAudioError, which cannot be named as long as it cannot be imported
        raise no_answer(error) from error
    return sounddevice


@cache
def _silence_alsa() -> Any:
    """Stop ALSA from writing a line for every underrun, thousands in an hour; we count them ourselves.

    Returns the handler, which must live as long as the library.
    """
    handler = CFUNCTYPE(None, c_char_p, c_int, c_char_p, c_int, c_char_p)(lambda *_: None)
    try:
        CDLL("libasound.so.2").snd_lib_error_set_handler(handler)
    except (OSError, AttributeError):
        return None  # another sound system
    return handler


def look_again() -> None:
    """Make PortAudio see devices that came or went. Every stream must be closed before. Raises Trouble.

    PortAudio lists the devices once, when it is initialised.
    """
    sounddevice = portaudio()
    with quiet_stderr():
        with suppress(sounddevice.PortAudioError):  # it is not initialised if that failed the last time
            sounddevice._terminate()
        try:
            sounddevice._initialize()
        except sounddevice.PortAudioError as error:
            raise no_answer(error) from error


def is_running(stream: Any) -> bool:
    """Whether a stream still works; one that cannot even be asked does not."""
    try:
        return bool(stream.active)
    except portaudio().PortAudioError:
        return False


def no_answer(error: Exception) -> Trouble:
    """What there is to say if the sound system as a whole does not work."""
    return Trouble(f"The sound system does not answer: {meaning(error)}; start it and try again.")


def meaning(error: BaseException) -> str:
    """A PortAudio error in words, without its number."""
    for part in error.args:
        if isinstance(part, int) and part in MEANINGS:
            return MEANINGS[part]
    return str(error.args[0]) if error.args else type(error).__name__


@contextmanager
def quiet_stderr() -> Iterator[None]:
    """Hide what native libraries print on file descriptor 2: drivers fill pages when they are asked for devices."""
    try:
        sys.stderr.flush()
        kept = os.dup(2)
    except (OSError, ValueError, AttributeError):
        yield  # there is no stderr to be hidden
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
