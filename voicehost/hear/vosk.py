"""The streaming ear: Vosk decodes while children speak, for small computers and for words at once.

One worker thread owns every native call. Each language has one recognizer on one clock: sound that is fed while
somebody speaks is decoded by the time our own voice activity detection ends the utterance, and then only the rest
is. Whatever was not fed, or was fed for another closed set, is decoded from the utterance itself, so that an answer
never depends on how much was streamed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from voicehost.errors import Trouble
from voicehost.hear.acceptance import QUIET_BELOW_DBFS
from voicehost.hear.closed_set import DECOYS, ClosedSet, Matcher, WordsHeard
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Samples, Utterance
from voicehost.hear.recognizer import Recognizer, Word
from voicehost.hear.vocabulary import Row, Sound, Vocabulary, report, words_of
from voicehost.hear.vosk_model import VoskModel

# Samples before an onset, as silence where an utterance has fewer: of 51 Korean words cut at their onset 28 were heard,
# 36 after an eighth or a quarter of a second, 33 after half a second. Silence behind changes nothing.
LEAD_IN: Final = SAMPLE_RATE // 4
MOST_BEHIND: Final = SAMPLE_RATE  # samples that may wait for the worker before streaming is given up for a while
TIE: Final = 0.1  # difference in confidence below which two languages are about as sure
KNOWN_FROM: Final = 0.2  # share of words that a model of the right language knows, however odd a game's words are
KEPT_SETS: Final = 64  # closed sets kept ready; a game has a few states

Spellings = Mapping[str, Mapping[str, str | Sequence[str]]]  # language -> word -> other words for it
OnPartial = Callable[[str, str], None]  # language, words so far ("…": other sounds); called on the worker
T = TypeVar("T")


class VoskEar:
    """Answers from recognised words. Models are loaded when their language is first asked for."""

    name = "vosk"

    def __init__(
        self,
        find: Callable[[str], Path] | None = None,
        *,
        spellings: Spellings | None = None,
        matcher: Matcher | None = None,
        sounds: Mapping[str, Sound] | None = None,
        decoys: int = DECOYS,
        on_partial: OnPartial | None = None,
    ) -> None:
        """`find` gives the model's folder of a language (None: the model store).

        `spellings` come from the grammar files; `matcher` finds text that is no phrase word by word (such as
        `Grammar.match`); `sounds` say per language how a word is spoken, for words that the model lacks.
        `decoys`: see closed_set.py; none are needed where another ear confirms.
        """
        if find is None:
            from voicehost.store.store import Store

            find = Store().vosk
        self._find, self._matcher, self._decoys, self._on_partial = find, matcher, decoys, on_partial
        self._spellings, self._sounds = spellings or {}, sounds or {}
        self._worker = ThreadPoolExecutor(1, "vosk")
        self._languages: dict[str, _Language] = {}  # touched by the worker only
        self._sets: dict[tuple[Phrase, ...], dict[str, ClosedSet]] = {}
        self._listening: dict[str, ClosedSet] = {}
        self._behind = 0
        self._counting = threading.Lock()

    # -- the protocol of every ear ---------------------------------------------------------------------------------

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        """Load the models and look up every word. Raises Trouble when a language has no model, or a wrong one."""
        self._run(self._prepare, tuple(phrases))

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """Which phrase it was, as `WordsHeard`: with the recognised words and their times."""
        if not phrases or not utterance.audio.any():
            return WordsHeard(Reason.UNKNOWN, (), 0.0)
        if utterance.level_dbfs < QUIET_BELOW_DBFS:
            return WordsHeard(Reason.TOO_QUIET, (), 0.0)
        return self._run(self._hear, utterance, tuple(phrases))

    # -- streaming -------------------------------------------------------------------------------------------------

    def listen_for(self, phrases: Sequence[Phrase]) -> None:
        """The closed set of what is fed from now on; a span that has begun keeps its own."""
        self._run(self._listen_for, tuple(phrases))

    def feed(self, block: Samples, position: int, channel: int = 0) -> None:
        """Sound of a channel while somebody speaks: int16 mono at 16 kHz, and the stream position of its first sample.

        Returns at once. A block that does not follow the last one begins a new span. When the worker is more than
        a second behind, blocks are let go: `hear` decodes them later.
        """
        if block.dtype != np.int16 or block.ndim != 1:
            raise ValueError("an ear is fed one channel of int16 samples at 16 kHz")
        with self._counting:
            if self._behind > MOST_BEHIND:
                return
            self._behind += len(block)
        self._worker.submit(self._feed, block.copy(), position, channel)

    def report(self, phrases: Sequence[Phrase]) -> list[Row]:
        """Through which words each phrase is heard; rows without any cannot be heard."""
        return self._run(self._report, tuple(phrases))

    def close(self) -> None:
        """Free the models. The ear cannot be used afterwards."""
        self._worker.submit(self._languages.clear)
        self._worker.shutdown()

    # -- on the worker ---------------------------------------------------------------------------------------------

    def _hear(self, utterance: Utterance, phrases: tuple[Phrase, ...]) -> WordsHeard:
        answers = []
        for lang, closed in self._closed_sets(phrases).items():
            if closed.grammar:
                words = self._languages[lang].decode(utterance, closed)
                answers.append(closed.judge(words, utterance, self._matcher))
        return _best(answers)

    def _prepare(self, phrases: tuple[Phrase, ...]) -> None:
        for lang, closed in self._closed_sets(phrases).items():
            words = {word for phrase in closed.phrases for word in words_of(phrase.text)}
            model = self._languages[lang].model
            if not closed.grammar or sum(map(model.has, words)) < KNOWN_FROM * len(words):
                raise Trouble(
                    f"The Vosk model {model.folder} knows hardly a word of what is said in {lang!r}; is it a model "
                    "of that language? See `voicehost models list`."
                )

    def _listen_for(self, phrases: tuple[Phrase, ...]) -> None:
        self._listening = self._closed_sets(phrases)

    def _feed(self, block: Samples, position: int, channel: int) -> None:
        with self._counting:
            self._behind -= len(block)
        for lang, closed in self._listening.items():
            if closed.grammar:
                language = self._languages[lang]
                language.feed(block, position, channel, closed)
                if self._on_partial is not None and (words := language.partial()):
                    self._on_partial(lang, " ".join(w if w in closed.words else "…" for w in words.split()))

    def _report(self, phrases: tuple[Phrase, ...]) -> list[Row]:
        vocabularies = {lang: self._language(lang).vocabulary for lang in {p.lang for p in phrases}}
        return report(phrases, vocabularies)

    def _closed_sets(self, phrases: tuple[Phrase, ...]) -> dict[str, ClosedSet]:
        """The closed set of each language, kept ready."""
        if phrases not in self._sets:
            sets = {}
            for lang in dict.fromkeys(phrase.lang for phrase in phrases):
                own, language = [phrase for phrase in phrases if phrase.lang == lang], self._language(lang)
                sets[lang] = ClosedSet.of(own, language.vocabulary, language.model.unknown, self._decoys)
            while len(self._sets) >= KEPT_SETS:
                self._sets.pop(next(iter(self._sets)))
            self._sets[phrases] = sets
        return self._sets[phrases]

    def _language(self, lang: str) -> _Language:
        if lang not in self._languages:
            folder = self._find(lang)
            loaded = [language.model for language in self._languages.values() if language.model.folder == folder]
            model = loaded[0] if loaded else VoskModel(folder)
            vocabulary = Vocabulary(model, self._spellings.get(lang), self._sounds.get(lang))
            self._languages[lang] = _Language(model, vocabulary)
        return self._languages[lang]

    def _run(self, task: Callable[..., T], *arguments: Any) -> T:
        future: Future[T] = self._worker.submit(task, *arguments)
        return future.result()


@dataclass(slots=True)
class _Span:
    """What a recognizer has been fed since it was last at rest. Positions are those of the stream."""

    channel: int
    start: int
    next: int
    closed: ClosedSet


class _Language:
    """A model, its vocabulary, and the one recognizer that is kept alive. Only the worker touches it."""

    def __init__(self, model: VoskModel, vocabulary: Vocabulary) -> None:
        self.model, self.vocabulary = model, vocabulary
        self._recognizer: Recognizer | None = None
        self._span: _Span | None = None

    def feed(self, block: Samples, position: int, channel: int, closed: ClosedSet) -> None:
        """Stream a block; one that does not follow the last begins a new span, with this closed set."""
        span = self._span
        if span is None or (span.channel, span.next) != (channel, position):
            span = self._begin(channel, position, closed)
        self._recognizer_for(span.closed).feed(block)
        span.next += len(block)

    def partial(self) -> str:
        """What is being said, for a sign of life."""
        return self._recognizer.partial() if self._recognizer and self._span else ""

    def decode(self, utterance: Utterance, closed: ClosedSet) -> tuple[Word, ...]:
        """The words of an utterance, in stream positions: what was streamed is not decoded twice."""
        span, stop = self._span, utterance.start + len(utterance.audio)
        if span is None or span.closed is not closed or not _holds(span, utterance, stop):
            quiet = max(LEAD_IN - (utterance.onset - utterance.start), 0)
            span = self._begin(utterance.channel, utterance.start - quiet, closed)
            self._recognizer_for(closed).feed(np.zeros(quiet, np.int16))
            span.next = utterance.start
        recognizer = self._recognizer_for(closed)
        recognizer.feed(utterance.audio[span.next - utterance.start :])
        self._span = None
        moved = (Word(w.text, w.start + span.start, w.end + span.start, w.conf) for w in recognizer.final())
        return tuple(word for word in moved if word.end > utterance.start)

    def _begin(self, channel: int, position: int, closed: ClosedSet) -> _Span:
        """A new span, with the recognizer at rest and listening for this closed set."""
        recognizer = self._recognizer_for(closed)
        if not recognizer.at_rest:
            recognizer.drop()
        recognizer.swap(closed.grammar)
        self._span = _Span(channel, position, position, closed)
        return self._span

    def _recognizer_for(self, closed: ClosedSet) -> Recognizer:
        if self._recognizer is None:
            self._recognizer = Recognizer(self.model, closed.grammar)
        return self._recognizer


def _holds(span: _Span, utterance: Utterance, stop: int) -> bool:
    """Whether the span is this utterance's sound: same microphone, begun before the voice, not beyond its end."""
    return (
        span.channel == utterance.channel
        and span.start <= max(utterance.onset - LEAD_IN, utterance.start)
        and utterance.start <= span.next <= stop
    )


def _best(answers: Sequence[WordsHeard]) -> WordsHeard:
    """The surest language answers; two that are about as sure of different meanings make a question."""
    if not answers:
        return WordsHeard(Reason.UNKNOWN, (), 0.0)
    best, *others = sorted(answers, key=lambda answer: -answer.confidence)
    ranking = {scored.phrase.meaning: scored for answer in (*reversed(others), best) for scored in answer.ranking[::-1]}
    rivals = [other for other in others if other.best and best.best and other.best.meaning != best.best.meaning]
    tied = any(rival.reason is Reason.HEARD and rival.confidence > best.confidence - TIE for rival in rivals)
    verdict = Reason.UNSURE if tied and best.reason is Reason.HEARD else best.reason
    return replace(best, reason=verdict, ranking=tuple(reversed(ranking.values())))
