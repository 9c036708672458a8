"""Matching text: what is near counts, what is between two is asked, what is nothing is nothing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases import Habits, match_text
from voicehost.phrases.match import ACCEPT, MARGIN, plain


def closed_set(*texts: str) -> list[Phrase]:
    """A phrase for each text, each with a meaning of its own."""
    return [Phrase(text, "xx", text) for text in texts]


GERMAN = {
    "xx": Habits(
        skip_words=("äh", "ähm", "ah", "oh", "ich"),
        small_words=frozenset(("der", "die", "das", "einen")),
        weighty=frozenset(("nicht", "alle")),
        homophones={"einen": "eins", "tu": "zwei"},
    )
}


@pytest.mark.parametrize("said", ["", " ", "?", "...", "[unk]", "<unk>", "\n", "–"])
@pytest.mark.parametrize("texts", [(), ("hund",), ("hund", "und", "unk")])
def test_nothing_said_is_nothing_heard(said: str, texts: tuple[str, ...]) -> None:
    """B127: text that is empty after cleaning matches nothing."""
    assert match_text(said, closed_set(*texts)) == match_text("", [])
    assert match_text(said, closed_set(*texts)).reason is Reason.UNKNOWN


def test_an_empty_set_knows_nothing() -> None:
    """With no sentence allowed, any text is unknown."""
    assert match_text("hallo", []).reason is Reason.UNKNOWN


@pytest.mark.parametrize("order", [("tim", "kim"), ("kim", "tim")])
def test_a_tie_is_asked_whatever_the_order(order: tuple[str, str]) -> None:
    """B131: "jim" is as near to Tim as to Kim, and the order of the list decides nothing."""
    match = match_text("jim", closed_set(*order))
    assert match.reason is Reason.UNSURE
    assert [phrase.text for phrase, _ in match.ranking] == ["kim", "tim"]


def test_two_meanings_of_the_same_words_are_asked() -> None:
    """Two languages may use one word for two things: then nobody guesses."""
    phrases = [Phrase("Gift", "xx", "poison"), Phrase("gift", "yy", "present")]
    assert match_text("gift", phrases).reason is Reason.UNSURE


def test_phrases_of_one_meaning_do_not_compete() -> None:
    """Near to two sentences that mean the same is not a tie."""
    phrases = [Phrase("schwarzer kater", "xx", "cat"), Phrase("schwarzer katar", "xx", "cat")]
    assert match_text("schwarzer katir", phrases).reason is Reason.HEARD


def test_shared_articles_are_no_likeness() -> None:
    """B130: "der Hund" is not "der Bär", though both hold "der"."""
    assert match_text("der Hund", closed_set("der bär"), GERMAN).reason is Reason.UNKNOWN


def test_a_denied_sentence_is_not_that_sentence() -> None:
    """B37: words that change the meaning need their own evidence, on either side."""
    assert match_text("nicht rot", closed_set("rot"), GERMAN).reason is Reason.UNKNOWN
    assert match_text("lichter aus", closed_set("alle lichter aus"), GERMAN).reason is Reason.UNKNOWN
    assert match_text("nicht rot", closed_set("rot", "nicht rot"), GERMAN).reason is Reason.HEARD


@pytest.mark.parametrize("said", ["ah blau", "ähm, blau", "blau, äh", "oh oh blau", "ich blau"])
def test_fillers_at_both_ends_are_no_words(said: str) -> None:
    """B28, B29: "äh blau" is "blau"."""
    assert match_text(said, closed_set("blau", "blume"), GERMAN).reason is Reason.HEARD


def test_a_filler_that_is_an_answer_counts() -> None:
    """Where "oh" may be said, "oh" is heard; elsewhere it is nothing."""
    assert match_text("oh", closed_set("oh", "nein"), GERMAN).reason is Reason.HEARD
    assert match_text("oh", closed_set("ohr", "nein"), GERMAN).reason is not Reason.HEARD
    assert match_text("oh", closed_set("hund", "nein"), GERMAN).reason is Reason.UNKNOWN


def test_homophones_count_where_the_other_word_is_expected() -> None:
    """B08, B35: "einen" is one where a number is expected, and an article elsewhere."""
    assert match_text("einen", closed_set("eins", "zwei"), GERMAN).ranking[0][0].text == "eins"
    assert match_text("einen Hund", closed_set("hund", "eins"), GERMAN).ranking[0][0].text == "hund"
    assert match_text("tu", closed_set("tu", "zwei"), GERMAN).ranking[0][0].text == "tu"


def test_spaces_are_no_evidence() -> None:
    """B11: words fuse when they are spoken quickly, but "lichtern" is not surely "licht an"."""
    assert match_text("roterball", closed_set("roter ball", "blauer ball")).reason is Reason.HEARD
    assert match_text("lichtern", closed_set("licht an")).reason is Reason.UNSURE


@pytest.mark.parametrize("word", ["Jäger", "Tür", "fünf", "grün", "Fledermäuse", "Bär", "Kröte"])
def test_composed_and_decomposed_letters_are_one(word: str) -> None:
    """B112, B133: the same word from a keyboard and from a file system."""
    decomposed = unicodedata.normalize("NFD", word)
    assert match_text(decomposed, closed_set(word, "anders")).ranking[0][1] == 100
    assert match_text(word, closed_set(decomposed, "anders")).reason is Reason.HEARD


def test_sharp_s_stays() -> None:
    """B01: ß is a letter of its own; only a word that is not listed with ss is taken for the one with ß."""
    assert plain("DREIßIG") == "dreißig"
    assert match_text("STRASSE", closed_set("Straße", "Weide")).reason is Reason.HEARD
    for word in ("Masse", "Maße"):
        assert match_text(word, closed_set("Masse", "Maße")).ranking[0][0].text == word


@pytest.mark.parametrize("said", ["Ja!", "ja.", "»Ja«", "JA", " ja ?! "])
def test_punctuation_says_nothing(said: str) -> None:
    """B134: "Yes." is "yes"."""
    assert match_text(said, closed_set("ja", "nein")).reason is Reason.HEARD


def test_the_limit_itself_is_enough() -> None:
    """B128: a likeness of exactly ACCEPT is accepted, one letter less is asked."""
    at_limit, below = "a" * 17 + "b" * 3, "a" * 16 + "b" * 4  # 85 and 80 letters in a hundred
    target = closed_set("a" * 17 + "c" * 3)
    assert match_text(at_limit, target).ranking[0][1] == pytest.approx(ACCEPT)
    assert match_text(at_limit, target).reason is Reason.HEARD
    assert match_text(below, target).reason is Reason.UNSURE


steady = settings(derandomize=True, deadline=None)
letters = st.text("abcdeäß ", min_size=1, max_size=12).filter(lambda text: plain(text) != "")


@steady
@given(st.lists(letters, min_size=1, max_size=6), letters, st.randoms())
def test_the_order_of_the_set_never_matters(texts: list[str], said: str, random: object) -> None:
    """Shuffle the closed set and nothing changes."""
    phrases = [Phrase(text, "xx", plain(text)) for text in texts]
    shuffled = list(phrases)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = match_text(said, phrases), match_text(said, shuffled)
    assert one.reason == other.reason
    assert [score for _, score in one.ranking] == [score for _, score in other.ranking]


@steady
@given(st.lists(letters, min_size=1, max_size=6), letters)
def test_what_is_acted_on_is_near_and_alone(texts: list[str], said: str) -> None:
    """HEARD means word by word, or at least ACCEPT with at least MARGIN to any other meaning."""
    phrases = [Phrase(text, "xx", plain(text)) for text in texts]
    match = match_text(said, phrases)
    if match.reason is Reason.HEARD and plain(said) not in {plain(text) for text in texts}:
        scores = [score for _, score in match.ranking]
        assert scores[0] >= ACCEPT - 1e-6
        assert len(scores) == 1 or scores[0] - scores[1] >= MARGIN - 1e-6


@steady
@given(st.text(max_size=40))
def test_any_text_gets_an_answer(said: str) -> None:
    """No text, however odd, is an error."""
    assert match_text(said, closed_set("hund", "katze"), GERMAN).reason in Reason
