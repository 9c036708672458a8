"""Which ear listens: by name or the best that this computer has, loaded only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from voicehost.errors import Trouble
from voicehost.hear.ear import Ear
from voicehost.store.store import Store

EARS: Final = ("whisper", "vosk", "both")
CHOICES: Final = ("auto", *EARS, "text")  # text: typed, no ear at all
SOON_MS: Final = 500.0  # an answer that takes longer after a call spoils the race


@dataclass(frozen=True, slots=True)
class Choice:
    """The ear that will listen, and why."""

    name: str  # of CHOICES, never "auto"
    why: str  # a sentence for people


def choose_ears(
    asked: str,
    langs: Sequence[str],
    *,
    store: Store | None = None,
    both_ms: Callable[[], float | None] = lambda: None,
) -> Choice:
    """`asked` is one of CHOICES; `langs` are those of the session.

    `both_ms` tells how long both ears together take to answer on this computer, or None if nobody knows. It is asked
    only where both are here, and may find out that one cannot be used (Trouble).
    Raises Trouble when the ear that was asked for is not here, with the command that installs it.
    """
    if asked not in CHOICES:
        raise Trouble(f"There is no ear called {asked!r}; choose from {', '.join(CHOICES)}.")
    no_vosk, no_whisper = _without_vosk(langs, store or Store()), _without_whisper()
    if asked != "auto":
        for needs, lack in (("vosk", no_vosk), ("whisper", no_whisper)):
            if lack and asked in (needs, "both"):
                raise Trouble(lack)
        return Choice(asked, f"You asked for {asked}.")
    if no_vosk and no_whisper:
        return Choice("text", f"Nothing here can listen. {no_whisper}")
    if no_vosk:
        return whisper_alone(no_vosk)
    if no_whisper:
        return Choice("vosk", f"Vosk listens alone, without a second opinion. {no_whisper}")
    along = "Vosk listens along and the built-in ear confirms"
    try:
        ms = both_ms()
    except Trouble as trouble:
        return whisper_alone(trouble)
    if ms is None:
        return Choice("both", f"{along}, if that is fast enough: `voicehost doctor` or the first game finds out.")
    if ms <= SOON_MS:
        return Choice("both", f"{along}: both are here, and they answer within {ms:.0f} ms.")
    return Choice("vosk", f"Vosk listens alone: with a second opinion an answer takes {ms:.0f} ms on this computer.")


def whisper_alone(why: object) -> Choice:
    """The built-in ear without Vosk; `why` is a sentence, or the Trouble with Vosk."""
    return Choice("whisper", f"The built-in ear listens alone. {why}")


def open_ear(name: str = EARS[0], **options: Any) -> Ear:
    """The ear of that name, its models loaded. Raises Trouble for an unknown name or a missing model."""
    if name == "whisper":
        from voicehost.hear.whisper.ear import WhisperEar

        return WhisperEar()
    if name == "vosk":
        from voicehost.hear.vosk.ear import VoskEar

        return VoskEar(**options)
    if name == "both":
        from voicehost.hear.both import BothEars
        from voicehost.hear.vosk.ear import VoskEar
        from voicehost.hear.whisper.ear import WhisperEar

        return BothEars(VoskEar(**{"decoys": 0} | options), WhisperEar())
    raise Trouble(f"There is no ear called {name!r}; choose from {', '.join(EARS)}.")


def _without_vosk(langs: Sequence[str], store: Store) -> str | None:
    """What Vosk lacks for these languages, or None."""
    for lang in langs:
        try:
            store.vosk(lang)
        except Trouble as trouble:
            return str(trouble)
    return None


def _without_whisper() -> str | None:
    """What the built-in ear lacks, or None; its files are checked when it is loaded."""
    from voicehost.hear.whisper.weights import whisper_folder

    try:
        whisper_folder()
    except Trouble as trouble:
        return str(trouble)
    return None
