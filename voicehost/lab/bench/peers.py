"""What one would use instead of an ear of ours, put to the same questions: the peers of `bench hearing --peers`.

Free transcription writes down what it hears and rapidfuzz finds the nearest choice. PocketSphinx decodes a JSGF
grammar of the choices; its lexicon is made by eSpeak NG, whose sounds are written in the nearest phones of the
American acoustic model that comes with it (there is no German one).
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

from voicehost.errors import Trouble
from voicehost.hear.ear import Phrase, Utterance
from voicehost.hear.whisper.features import as_float
from voicehost.hear.whisper.weights import whisper_folder
from voicehost.lab.bench.clips import normalised
from voicehost.lab.bench.hearing import Question
from voicehost.lab.demo.ledger import percentile

# eSpeak's IPA to the phones of PocketSphinx's American model, longest first where one begins another.
PHONES: Final = {
    "tʃ": "CH", "dʒ": "JH", "ɔø": "OY", "ɔʏ": "OY", "ɔɪ": "OY", "aɪ": "AY", "aʊ": "AW", "eɪ": "EY", "oʊ": "OW",
    "əʊ": "OW", "ç": "SH", "a": "AA", "ɑ": "AA", "æ": "AE", "ʌ": "AH", "ə": "AH", "ɐ": "AH", "ɔ": "AO", "ɒ": "AA",
    "o": "OW", "ɛ": "EH", "e": "EY", "ɜ": "ER", "ɚ": "ER", "ø": "ER", "œ": "ER", "ɪ": "IH", "i": "IY", "ᵻ": "IH",
    "ʊ": "UH", "u": "UW", "y": "UW", "ʏ": "UH", "b": "B", "d": "D", "ð": "DH", "f": "F", "ɡ": "G", "g": "G",
    "h": "HH", "x": "HH", "j": "Y", "k": "K", "l": "L", "m": "M", "n": "N", "ŋ": "NG", "p": "P", "r": "R",
    "ɹ": "R", "ʁ": "R", "ɾ": "R", "s": "S", "ʃ": "SH", "t": "T", "θ": "TH", "v": "V", "w": "W", "z": "Z",
    "ʒ": "ZH",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PeerTrial:
    """One clip put to a peer among choices that hold its transcript."""

    named: bool
    ms: float


class Peer(Protocol):
    """Something that names one of the choices."""

    name: str

    def name_phrase(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Phrase | None:
        """The phrase that was said, or None."""


def open_peers() -> list[Peer]:
    """Every peer, its models loaded. Raises Trouble when the extra is missing."""
    return [FreeTranscription(), PocketSphinx()]


def put_to(peer: Peer, question: Question) -> PeerTrial:
    """Time one question."""
    begun = time.perf_counter()
    best = peer.name_phrase(question.utterance, question.with_it)
    return PeerTrial(question.is_right(best), (time.perf_counter() - begun) * 1000)


def summary(trials: Sequence[PeerTrial]) -> dict[str, object]:
    """A peer's figures, named like the ear's."""
    named = sum(t.named for t in trials)
    return {
        "clips": len(trials),
        "named": named,
        "accuracy": round(named / len(trials), 4) if trials else 0.0,
        "ms_p50": percentile([t.ms for t in trials], 50),
        "ms_p95": percentile([t.ms for t in trials], 95),
    }


class FreeTranscription:
    """faster-whisper's dictation with the same weights, then the choice with the highest rapidfuzz ratio."""

    name = "free transcription + rapidfuzz"

    def __init__(self) -> None:
        from faster_whisper import WhisperModel

        self._model = WhisperModel(str(whisper_folder()), device="cpu", compute_type="int8")

    def name_phrase(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Phrase | None:
        """The choice nearest to what was written down; the language is given if there is only one."""
        from rapidfuzz import fuzz

        langs = {phrase.lang for phrase in phrases}
        segments, _ = self._model.transcribe(
            as_float(utterance.audio), language=langs.pop() if len(langs) == 1 else None, beam_size=1
        )
        text = normalised(" ".join(segment.text for segment in segments))
        return max(phrases, key=lambda p: fuzz.ratio(text, normalised(p.text))) if text else None


class PocketSphinx:
    """PocketSphinx with a JSGF grammar of the choices."""

    name = "PocketSphinx JSGF"

    def __init__(self) -> None:
        try:
            import pocketsphinx
        except ImportError:
            raise Trouble("PocketSphinx is missing; install it with: pip install 'voicehost[bench]'") from None

        with tempfile.TemporaryDirectory() as folder:
            empty = Path(folder) / "empty.dict"
            empty.write_text("sil SIL\n")
            model = Path(pocketsphinx.get_model_path()) / "en-us" / "en-us"
            self._decoder: Any = pocketsphinx.Decoder(
                hmm=str(model), dict=str(empty), lm=None, loglevel="FATAL", bestpath=False
            )
        self._words: dict[tuple[str, str], str] = {}

    def name_phrase(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Phrase | None:
        """The choice whose words were decoded."""
        spelled = {" ".join(self._word(w, p.lang) for w in normalised(p.text).split()): p for p in phrases}
        grammar = f"#JSGF V1.0; grammar calls; public <call> = {' | '.join(spelled)};"
        self._decoder.add_jsgf_string("calls", grammar)
        self._decoder.activate_search("calls")
        self._decoder.start_utt()
        self._decoder.process_raw(utterance.audio.tobytes(), full_utt=True)
        self._decoder.end_utt()
        found = self._decoder.hyp()
        return spelled.get(found.hypstr) if found else None

    def _word(self, word: str, lang: str) -> str:
        """The lexicon's name of a word, entered when it is first met."""
        key = (word, lang)
        if key not in self._words:
            self._words[key] = f"w{len(self._words)}"
            self._decoder.add_word(self._words[key], " ".join(phones(word, lang)), True)
        return self._words[key]


@cache
def phones(word: str, lang: str) -> tuple[str, ...]:
    """A word in PocketSphinx's phones, by eSpeak's reading of it; marks and unknown sounds are left out."""
    from voicehost.tell.espeak import EspeakVoice

    rest = EspeakVoice(lang, lang).ipa(word)
    found = []
    while rest:
        sign = next((s for s in PHONES if rest.startswith(s)), "")
        if sign:
            found.append(PHONES[sign])
        rest = rest[max(len(sign), 1) :]
    return tuple(found) or ("SIL",)
