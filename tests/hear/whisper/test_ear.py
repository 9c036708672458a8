"""The built-in ear on synthetic speech: what is said is heard, what is not in the set is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from voicehost.hear.ear import Phrase, Reason, Samples, Utterance
from voicehost.hear.whisper import ear as whisper
from voicehost.hear.whisper import scoring
from voicehost.hear.whisper.ear import WhisperEar
from voicehost.hear.whisper.weights import WHEELS
from voicehost.lab.demo.speakers import Speaker

SPELLS = {
    "de": ("Spinnengift und Krötenschleim", "Hexenbesen flieg", "Schwarzer Kater", "Fledermausflügel"),
    "en": ("spiders' poison and toad slime", "broomstick fly", "black cat", "bats' wings"),
}
SHORT = {"de": ("ja", "nein", "eins", "zwei", "drei"), "en": ("yes", "no", "one", "two", "three")}
MAN = Speaker("man", neural=True, variant="m3", pitch=35)
GIRL = Speaker("girl", head=1.18, variant="f2", pitch=55)


@pytest.fixture(scope="module")
def ear() -> WhisperEar:
    for name in WHEELS:
        pytest.importorskip(name)
    return WhisperEar()


def phrases(words: dict[str, tuple[str, ...]], *langs: str) -> list[Phrase]:
    return [Phrase(text, lang, (lang, text)) for lang in langs or words for text in words[lang]]


def say(text: str, lang: str, speaker: Speaker = MAN) -> Samples:
    return np.rint(speaker.say(text, lang) * 32767).astype(np.int16)


def clip(text: str, lang: str, speaker: Speaker = MAN) -> Utterance:
    return Utterance.of_clip(say(text, lang, speaker))


@pytest.mark.parametrize(("lang", "text"), [(p.lang, p.text) for p in phrases(SPELLS)])
def test_a_spell_is_heard_among_both_languages(ear: WhisperEar, lang: str, text: str) -> None:
    """One pass over eight spells of two languages names the one that was called, in its language."""
    heard = ear.hear(clip(text, lang), phrases(SPELLS))
    assert heard.best == Phrase(text, lang, (lang, text))
    assert heard.reason is Reason.HEARD
    assert heard.confidence > 0.5


@pytest.mark.parametrize(("lang", "text"), [(p.lang, p.text) for p in phrases(SHORT)])
def test_very_short_words_are_named(ear: WhisperEar, lang: str, text: str) -> None:
    """Yes, no and small numbers, among themselves."""
    best = ear.hear(clip(text, lang, GIRL), phrases(SHORT, lang)).best
    assert best is not None
    assert best.text == text


@pytest.mark.parametrize("text", ["good night", "the witch is laughing", "seven golden apples"])
def test_what_is_not_in_the_set_is_not_acted_on(ear: WhisperEar, text: str) -> None:
    """Other sentences are no spell, however clearly they are said."""
    assert ear.hear(clip(text, "en"), phrases(SPELLS)).reason is not Reason.HEARD


def test_noise_and_tones_are_unknown(ear: WhisperEar) -> None:
    """What is no voice at all is no phrase either."""
    rng = np.random.default_rng(3)
    hiss = (rng.standard_normal(16_000) * 1500).astype(np.int16)
    hum = (np.sin(np.arange(16_000) * 0.17) * 9000).astype(np.int16)
    for sound in (hiss, hum):
        assert ear.hear(Utterance.of_clip(sound), phrases(SPELLS)).reason is Reason.UNKNOWN


def test_a_beginning_is_told_from_the_whole(ear: WhisperEar) -> None:
    """Each of two sentences, one the beginning of the other, is named."""
    both = [Phrase(text, "en", text) for text in ("turn on the lamp", "turn on the lamp in the kitchen")]
    for said in both:
        assert ear.hear(clip(said.text, "en"), both).best == said


@pytest.mark.parametrize(
    ("said", "complete"), [("swap the yellow", False), ("swap the yellow and the", False), ("middle left", True)]
)
def test_at_a_short_pause_half_a_sentence_is_known_for_what_it_is(ear: WhisperEar, said: str, complete: bool) -> None:
    """Half a sentence may sound like another that is whole; only at a pause that ends the voice that would count."""
    texts = ("swap the yellow and the white", "swap the red and the blue", "the yellow one", "middle left")
    choices = phrases({"en": texts})
    look = replace(clip(said, "en"), final=False)
    assert ear.hear(look, choices).complete is complete
    assert ear.hear(replace(look, final=True), choices).complete


def test_phrases_of_one_meaning_do_not_compete(ear: WhisperEar) -> None:
    """Two ways to say a thing leave one entry in the ranking, and the confidence of one."""
    other = Phrase("broomstick fly", "en", "broom")
    alone = [Phrase("black cat", "en", "cat"), other]
    doubled = [*alone, Phrase("black cats", "en", "cat")]
    heard = ear.hear(clip("black cat", "en"), doubled)
    assert [s.phrase.meaning for s in heard.ranking].count("cat") == 1
    assert heard.confidence == pytest.approx(ear.hear(clip("black cat", "en"), alone).confidence, abs=1e-3)


def test_nothing_to_choose_from_or_to_hear_is_unknown(ear: WhisperEar) -> None:
    """Empty sets, blank phrases, empty audio and digital silence give an empty ranking."""
    nothing = Utterance.of_clip(np.zeros(0, np.int16))
    still = Utterance.of_clip(np.zeros(16_000, np.int16))
    blank = [Phrase(" ", "en", "blank")]
    for heard in (
        ear.hear(clip("black cat", "en"), []),
        ear.hear(clip("black cat", "en"), blank),
        ear.hear(nothing, phrases(SPELLS)),
        ear.hear(still, phrases(SPELLS)),
    ):
        assert (heard.reason, heard.ranking) == (Reason.UNKNOWN, ())


def test_levels(ear: WhisperEar) -> None:
    """Quiet, loud and clipped calls are heard; a whisper below the limit is told to be too quiet."""
    voice = say("broomstick fly", "en").astype(np.float64)
    voice *= 3277 / np.sqrt(np.mean(np.square(voice)))  # -20 dBFS

    def at(gain_db: float) -> Utterance:
        louder = np.clip(voice * 10 ** (gain_db / 20), -32768, 32767)
        return Utterance.of_clip(louder.astype(np.int16))

    for gain_db in (-25, -10, 0, 12):
        assert ear.hear(at(gain_db), phrases(SPELLS)).reason is Reason.HEARD
    assert ear.hear(at(-40), phrases(SPELLS)).reason is Reason.TOO_QUIET


def test_long_sentences_find_room(ear: WhisperEar) -> None:
    """A sentence of more than five seconds is heard to its end, where it differs from the other."""
    begin = "the big black cat and the little grey mouse sat together on the old broomstick and looked at "
    both = [
        Phrase(begin + end, "en", end) for end in ("the silver moon over the forest", "the golden stars in the sky")
    ]
    slow = Speaker("slow man", pace=0.8, neural=True)
    for said in both:
        utterance = clip(said.text, "en", slow)
        assert len(utterance.audio) > 5 * 16_000
        assert ear.hear(utterance, both).best == said


def test_the_same_question_has_the_same_answer(ear: WhisperEar) -> None:
    """Nothing is drawn by chance, and earlier questions leave no trace."""
    call = clip("Schwarzer Kater", "de")
    first = ear.hear(call, phrases(SPELLS))
    ear.hear(clip("black cat", "en"), phrases(SHORT))
    assert ear.hear(call, phrases(SPELLS)) == first
    assert ear.hear(call, list(reversed(phrases(SPELLS)))).best == first.best


def test_cutting_branches_does_not_change_the_answer(ear: WhisperEar, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best and its score are those of reading every phrase to its end, but for rounding."""
    every = [*phrases(SPELLS), *phrases(SHORT)]
    calls = [clip(p.text, p.lang) for p in phrases(SPELLS)]
    quick = [ear.hear(call, every).ranking for call in calls]
    monkeypatch.setattr(scoring, "BEHIND_NATS", (1e9, 1e9))
    for short, full in zip(quick, (ear.hear(call, every).ranking for call in calls), strict=True):
        assert len(short) < len(full) <= len(every)
        assert short[0].phrase == full[0].phrase
        assert short[0].score == pytest.approx(full[0].score, abs=0.3)


def test_what_nobody_can_say_so_fast_is_not_even_weighed(ear: WhisperEar) -> None:
    """Half a second holds one short word, not two spells."""
    call = clip("Ja", "de")
    short = Utterance(0, 0, 0, 8000, call.audio, call.level_dbfs)
    words = ("Ja", "Hexenbesen flieg und Fledermaus und Spinnenbein")
    ranking = ear.hear(short, [Phrase(text, "de", text) for text in words]).ranking
    assert [scored.phrase.text for scored in ranking] == ["Ja"]


def test_preparing_changes_no_answer(ear: WhisperEar) -> None:
    """Warming up only makes the first answer quicker; rounding is all that may differ."""
    fresh, closed_set = WhisperEar(), phrases(SPELLS, "de")
    call = clip("Fledermausflügel", "de")
    unprepared = fresh.hear(call, closed_set)
    ear.prepare(closed_set)
    prepared = ear.hear(call, closed_set)
    assert (prepared.best, prepared.reason) == (unprepared.best, unprepared.reason)
    assert prepared.confidence == pytest.approx(unprepared.confidence, abs=1e-3)


def _silence_before(seconds: float) -> Callable[[Samples], Utterance]:
    return lambda voice: Utterance(
        channel=2,
        start=1000,
        onset=1000 + int(seconds * 16_000),
        end=1000 + int(seconds * 16_000) + len(voice),
        audio=np.pad(voice, (int(seconds * 16_000), 0)),
    )


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.5])
def test_however_much_is_kept_before_the_onset(ear: WhisperEar, seconds: float) -> None:
    """The silence that the stream holds before the voice does not decide what is heard."""
    heard = ear.hear(_silence_before(seconds)(say("bats' wings", "en")), phrases(SPELLS))
    assert heard.best is not None
    assert (heard.best.text, heard.reason) == ("bats' wings", Reason.HEARD)


def test_after_a_short_tail_the_room_goes_on() -> None:
    """A sound that breaks off 0.1 s after the voice ends in the room's noise for 0.3 s, not in digital silence."""
    second = np.random.default_rng(4).normal(0, 300, 16_000).astype(np.int16)
    framed = whisper._framed(Utterance(0, 0, 0, 14_400, second, -40.0))
    assert len(framed) == 9_600 + 14_400 + 4_800
    assert framed[-3_000:].std() == pytest.approx(300 / 32768, rel=0.1)


def test_a_sound_without_a_tail_ends_in_silence() -> None:
    """There is no room to go on with, and the voice must not be heard backwards."""
    framed = whisper._framed(Utterance(0, 0, 0, 16_000, np.full(16_000, 1000, np.int16), -40.0))
    assert not framed[-4_800:].any()
