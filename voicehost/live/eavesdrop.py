"""Listening without a game: what each sound was taken for, and why it would not be acted on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from voicehost.audio.measure import dbfs
from voicehost.audio.microphones import BLOCK, Microphones
from voicehost.audio.portaudio import DeviceLost
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Ear, Heard, Reason, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.hear.stream import Stream
from voicehost.live.ears import open_table_ear
from voicehost.live.live import LiveOptions
from voicehost.phrases.grammar import Grammar
from voicehost.table.chatter import Chatter

BEST: Final = 3
METER_BLOCKS: Final = 3  # the meter moves about ten times a second

WORDS: Final = {
    Reason.HEARD: "understood",
    Reason.UNSURE: "not sure: the host would ask back",
    Reason.UNKNOWN: "none of the phrases",
    Reason.TOO_QUIET: "too quiet to be judged",
}


@dataclass(frozen=True, slots=True)
class Overheard:
    """One utterance and what it was taken for; no answer if sound was lost in it.

    `doubted`: the ear took it for more, but it is a piece of talk.
    """

    utterance: Utterance
    heard: Heard | None
    doubted: bool = False

    def as_json(self) -> dict[str, Any]:
        """A flat JSON object."""
        utterance, heard = self.utterance, self.heard
        facts = {
            "type": "heard",
            "channel": utterance.channel,
            "onset_ms": round(utterance.onset_ms, 1),
            "end_ms": round(utterance.end_ms, 1),
            "level_dbfs": round(utterance.level_dbfs, 1),
        }
        if heard is None:
            return {**facts, "reason": "lost_audio", "best": []}
        best = [
            {"text": one.phrase.text, "lang": one.phrase.lang, "score": round(one.score, 2)}
            for one in heard.ranking[:BEST]
        ]
        judged = {"reason": heard.reason.value, "doubted": self.doubted, "confidence": round(heard.confidence, 3)}
        return {**facts, **judged, "best": best}

    def as_lines(self) -> Iterator[str]:
        """For people: one line about the sound, and one for each of the best phrases."""
        facts = self.as_json()
        reason = "sound was lost in it" if self.heard is None else WORDS[self.heard.reason]
        reason += " (it is a piece of talk)" if self.doubted else ""
        yield (
            f"microphone {facts['channel'] + 1}, onset {facts['onset_ms'] / 1000:.2f} s, "
            f"{facts['end_ms'] - facts['onset_ms']:.0f} ms, {facts['level_dbfs']:.0f} dBFS: {reason}"
        )
        for one in facts["best"]:
            yield f"    {one['score']:7.2f}  {one['text']} [{one['lang']}]"


class Eavesdropper:
    """Listens with the ears of a game's state. Raises Trouble for a state that the game does not have."""

    def __init__(
        self, live: LiveOptions, game: str, state: str, langs: Sequence[str], data: Path | None = None
    ) -> None:
        grammar = Grammar.load(game, langs, data)
        for part in state.split("+"):
            if part not in grammar.states:
                raise Trouble(f"{game} has no state {part!r}; choose from {', '.join(grammar.states)}.")
        self._phrases = tuple(dict.fromkeys(p for part in state.split("+") for p in grammar.phrases(part)))
        self._live = live
        self._langs = langs
        self._data = data
        self._partial = ""

    def run(
        self,
        show: Callable[[Overheard], None],
        meter: Callable[[Sequence[float], str], None] = lambda levels, words: None,
        seconds: float | None = None,
    ) -> None:
        """Listen until interrupted, or for so many seconds of sound. Raises Trouble when a device fails.

        `meter` gets the level of every microphone in dBFS, and while somebody speaks what that may become, if the ear
        hears words.
        """
        ear, _ = open_table_ear(self._live.ear, self._langs, self._data, on_partial=self._note_partial)
        ear.prepare(self._phrases)
        microphones = Microphones(self._live.microphones)
        listener = Listener(microphones.channels)
        stream, chatter = Stream(ear, listener), Chatter(ear)
        microphones.open()
        try:
            while seconds is None or listener.position < seconds * SAMPLE_RATE:
                block, lost = microphones.read()
                if listener.position // BLOCK % METER_BLOCKS == 0:
                    meter([dbfs(power) for power in np.square(block / 32768.0).mean(axis=0).tolist()], self._partial)
                for utterance in listener.feed(block, lost):
                    if utterance.final:
                        self._partial = ""
                        show(self._judge(utterance, ear, chatter))
                stream.follow(self._phrases)
        except DeviceLost as gone:
            raise Trouble(f"{str(gone)[:1].upper()}{str(gone)[1:]}; check the cable and start again.") from gone
        finally:
            microphones.close()

    def _judge(self, utterance: Utterance, ear: Ear, chatter: Chatter) -> Overheard:
        """As the host would, but nothing is too long to be put to the ear: people want to see the scores."""
        if utterance.lost:
            return Overheard(utterance, None)
        heard = ear.hear(utterance, self._phrases)
        judged = chatter.judge(utterance, heard)
        chatter.note(utterance, judged)
        return Overheard(utterance, judged, doubted=judged.reason is not heard.reason)

    def _note_partial(self, lang: str, words: str) -> None:
        self._partial = words
