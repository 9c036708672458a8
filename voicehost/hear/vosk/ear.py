"""The streaming ear: Vosk decodes while children speak, for small computers and for words at once.

One worker thread owns every native call. Each language has one recognizer on one clock: sound that is fed while
somebody speaks is decoded by the time our own voice activity detection ends the utterance, and then only the rest
is. Whatever was not fed, or was fed for another closed set, is decoded from its beginning; the answer is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from voicehost.errors import Trouble
from voicehost.hear.acceptance import QUIET_BELOW_DBFS
from voicehost.hear.ear import Heard, Phrase, Reason, Samples, Utterance
from voicehost.hear.vosk.closed_set import DECOYS, ClosedSet, Matcher, WordsHeard
from voicehost.hear.vosk.language import Language, Span
from voicehost.hear.vosk.model import VoskModel
from voicehost.hear.vosk.vocabulary import Row, Sound, Vocabulary, report
from voicehost.hear.words import words_of

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
        # What follows is touched by the worker only.
        self._languages: dict[str, Language] = {}
        self._sets: dict[tuple[Phrase, ...], dict[str, ClosedSet]] = {}
        self._listening: dict[str, ClosedSet] = {}
        self._span: Span | None = None  # what is being streamed

    # -- the protocol of every ear ---------------------------------------------------------------------------------

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        """Load the models and look up every word. Raises Trouble when a language has no model, or a wrong one."""
        self._run(self._prepare, tuple(phrases))

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """Which phrase it was, as `WordsHeard`: with the recognised words and their times."""
        return self.ask(utterance, phrases).result()

    def ask(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Future[WordsHeard]:
        """The same for those who have something else to do meanwhile."""
        return self._worker.submit(self._hear, utterance, tuple(phrases))

    # -- streaming: see `StreamingEar` ------------------------------------------------------------------------------

    def listen_for(self, phrases: Sequence[Phrase]) -> None:
        """The closed set of what is fed from now on. What is being decoded for another set begins anew."""
        self._worker.submit(self._listen_for, tuple(phrases))

    def feed(self, block: Samples, position: int, serial: int) -> None:
        """Sound of one utterance while it goes on, int16 mono at 16 kHz; what comes twice counts once."""
        if block.dtype != np.int16 or block.ndim != 1:
            raise ValueError("an ear is fed one channel of int16 samples at 16 kHz")
        self._worker.submit(self._feed, block.copy(), position, serial)

    # -- for people ------------------------------------------------------------------------------------------------

    def report(self, phrases: Sequence[Phrase]) -> list[Row]:
        """Through which words each phrase is heard; rows without any cannot be heard."""
        return self._run(self._report, tuple(phrases))

    def close(self) -> None:
        """Free the models. The ear cannot be used afterwards."""
        self._worker.submit(self._languages.clear)
        self._worker.shutdown()

    # -- on the worker ---------------------------------------------------------------------------------------------

    def _hear(self, utterance: Utterance, phrases: tuple[Phrase, ...]) -> WordsHeard:
        if not phrases or not utterance.audio.any():
            return WordsHeard(Reason.UNKNOWN, (), 0.0)
        if utterance.level_dbfs < QUIET_BELOW_DBFS:
            return WordsHeard(Reason.TOO_QUIET, (), 0.0)
        span = self._span if self._span is not None and self._span.complete(utterance) else Span.of(utterance)
        answers = []
        for lang, closed in self._closed_sets(phrases).items():
            if closed.grammar:
                readings = self._languages[lang].decode(span, closed.grammar)
                answers.append(closed.judge(readings, utterance, self._matcher))
        return _best(answers)

    def _prepare(self, phrases: tuple[Phrase, ...]) -> None:
        for lang in dict.fromkeys(phrase.lang for phrase in phrases):
            words = {word for phrase in phrases if phrase.lang == lang for word in words_of(phrase.text)}
            model = self._language(lang).model
            if sum(map(model.has, words)) < KNOWN_FROM * len(words):
                raise Trouble(
                    f"The Vosk model {model.folder} knows hardly a word of what is said in {lang!r}; is it a model "
                    f"of that language? Install another: voicehost models install {lang}."
                )
        self._closed_sets(phrases)

    def _listen_for(self, phrases: tuple[Phrase, ...]) -> None:
        self._listening = self._closed_sets(phrases)

    def _feed(self, block: Samples, position: int, serial: int) -> None:
        span = self._span
        if span is None or span.serial != serial or not span.start <= position <= span.next:
            span = self._span = Span(serial, position)
        span.add(block, position)
        for lang, closed in self._listening.items():
            if closed.grammar:
                recognizer = self._languages[lang].follow(span, closed.grammar)
                if self._on_partial is not None and (words := recognizer.partial()):
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

    def _language(self, lang: str) -> Language:
        if lang not in self._languages:
            folder = self._find(lang)
            loaded = [language.model for language in self._languages.values() if language.model.folder == folder]
            model = loaded[0] if loaded else VoskModel(folder)
            vocabulary = Vocabulary(model, self._spellings.get(lang), self._sounds.get(lang))
            self._languages[lang] = Language(model, vocabulary)
        return self._languages[lang]

    def _run(self, task: Callable[..., T], *arguments: Any) -> T:
        future: Future[T] = self._worker.submit(task, *arguments)
        return future.result()


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
