"""Vocabulary: every phrase is heard through words that the model has, or is named as one that cannot be heard."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest

from voicehost.hear.ear import Phrase
from voicehost.hear.vosk.model import VoskModel
from voicehost.hear.vosk.vocabulary import How, Vocabulary, put_back, report
from voicehost.hear.words import words_of


class Words:
    """A model that knows these words."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def has(self, word: str) -> bool:
        """Exactly as written."""
        return word in self._words

    def words(self) -> Iterator[str]:
        """In order."""
        return iter(self._words)


GERMAN = Words(
    *("dreißig", "straße", "weiss", "hund", "tür", "kröten", "schleim", "würge", "wurzel", "hexen", "hexe", "n"),
    *("besen", "flieg", "fliegen", "pilz", "kinder", "garten", "fest", "käse", "hobby", "eis", "ein", "die"),
)


@pytest.mark.parametrize(
    ("word", "heard", "how"),
    [
        ("Hund", "hund", How.WRITTEN),
        ("dreißig", "dreißig", How.WRITTEN),
        ("dreissig", "dreißig", How.SHARP_S),
        ("weiß", "weiss", How.SHARP_S),
        ("Krötenschleim", "kröten schleim", How.SPELLING),
        ("Hexenbesen", "hexen besen", How.SPLIT),
        ("Kindergartenfest", "kinder garten fest", How.SPLIT),
        ("Tur", "tür", How.NEAR),
        ("Hobbi", "hobby", How.NEAR),
        ("Xylophon", "", How.NOT),
        ("32", "", How.NOT),
    ],
)
def test_a_word_is_heard_the_most_literal_way_that_the_model_allows(word: str, heard: str, how: How) -> None:
    """As written, then ß and ss, then the grammar's spelling, then a split, then a word that sounds alike."""
    vocabulary = Vocabulary(GERMAN, {"Krötenschleim": ["schlamm schleim", "kröten schleim"]})
    [looked_up] = map(vocabulary.hear_word, words_of(word))
    assert looked_up.how is how
    assert " ".join(looked_up.forms[0] if looked_up.forms else ()) == heard


def test_a_spelling_comes_before_a_split() -> None:
    """What an author wrote is better than what a program cuts, even in several ways."""
    vocabulary = Vocabulary(GERMAN, {"Hexenbesen": ["hexe n besen", "besen"]})
    assert vocabulary.hear_word("hexenbesen").forms == (("hexe", "n", "besen"), ("besen",))


def test_a_split_takes_no_crumbs() -> None:
    """ "hexe n besen" would be possible by the words, but one letter is no word that anybody says."""
    assert Vocabulary(GERMAN).hear_word("hexenbesen").forms == (("hexen", "besen"),)


def test_the_sound_decides_between_words_alike_in_spelling() -> None:
    """With a way to pronounce, the nearest in sound wins."""
    model = Words("wehl", "wall")
    sounds = {"wal": "vaːl", "wehl": "veːl", "wall": "vaːl"}
    assert Vocabulary(model, sound=sounds.__getitem__).hear_word("wal").forms == (("wall",),)


def test_phrases_are_words_in_lower_case_that_keep_their_letters() -> None:
    """Capitals, punctuation and hyphens go; ß, umlauts and apostrophes stay; decomposed letters are composed."""
    assert words_of("Groß-Straße, „Tür“ auf!") == ("groß", "straße", "tür", "auf")
    assert words_of("I don’t 'know'") == ("i", "don't", "know")
    assert words_of(unicodedata.normalize("NFD", "Jäger")) == ("jäger",)
    assert words_of("...") == ()


def test_a_phrase_is_heard_in_every_combination_or_not_at_all() -> None:
    """One word that cannot be heard takes its phrase out, and no other."""
    vocabulary = Vocabulary(GERMAN, {"Besen": ["besen"], "Zauberer": ["hexe", "käse"]})
    assert vocabulary.forms("Zauberer, flieg!") == (("hexe", "flieg"), ("käse", "flieg"))
    assert vocabulary.forms("Xylophon, flieg!") == ()
    assert vocabulary.forms("!") == ()


def test_what_was_heard_is_put_back_as_it_was_meant() -> None:
    """The words that stand for another become it again, the longest first; only for the phrases of the set."""
    vocabulary = Vocabulary(GERMAN, {"Krötenschleim": "kröten schleim"})
    heard = ("flieg", "hexen", "besen", "kröten", "schleim", "tür")
    stand_ins = vocabulary.stand_ins(("Krötenschleim!", "Hexenbesen, flieg!", "Tur"))
    assert put_back(heard, stand_ins) == "flieg hexenbesen krötenschleim tur"
    assert put_back(heard, vocabulary.stand_ins(("Krötenschleim",))) == "flieg hexen besen krötenschleim tür"


def test_decoys_are_other_words_spread_over_the_list() -> None:
    """As many as asked for, none of the closed set, the same every time."""
    vocabulary = Vocabulary(Words(*(f"wort{letter}" for letter in "abcdefghij"), "x", "überlanges" * 2))
    decoys = vocabulary.decoys(4, {"wortb"})
    assert decoys == vocabulary.decoys(4, {"wortb"})
    assert len(decoys) == 4
    assert not {"wortb", "x"} & set(decoys)
    assert decoys[0] < decoys[-1]
    assert vocabulary.decoys(0, ()) == ()
    assert len(vocabulary.decoys(99, ())) == 10


def test_the_report_tells_every_phrase_and_names_what_is_lost() -> None:
    """One row per phrase, readable and as JSON."""
    phrases = [Phrase("Hexenbesen, flieg!", "de", 1), Phrase("die Tür", "de", 2), Phrase("Xylophon", "de", 3)]
    rows = report(phrases, {"de": Vocabulary(GERMAN)})
    assert [str(row) for row in rows] == [
        "de  Hexenbesen, flieg!: hexen besen flieg  (hexenbesen: split)",
        "de  die Tür: die tür",
        "de  Xylophon: cannot be heard; the model lacks xylophon",
    ]
    assert rows[0].as_json() == {
        "lang": "de",
        "text": "Hexenbesen, flieg!",
        "heard": ["hexen besen flieg"],
        "odd": {"hexenbesen": "split"},
        "rivals": [],
    }


def test_the_report_names_phrases_that_are_heard_as_the_same() -> None:
    """Two meanings behind the same words of the model are an author's to mend; two wordings of one are not."""
    phrases = [Phrase("Hobby", "de", 1), Phrase("Hobbi!", "de", 2), Phrase("hobby", "de", 1)]
    rows = report(phrases, {"de": Vocabulary(GERMAN)})
    assert [row.rivals for row in rows] == [("Hobbi!",), ("Hobby", "hobby"), ("Hobbi!",)]
    assert str(rows[0]) == "de  Hobby: hobby  (the same as Hobbi!)"


def test_the_real_model_lists_its_words(korean: VoskModel) -> None:
    """The symbol table inside the word graph is read, and the library knows every word of it that we would use."""
    words = list(korean.words())
    assert len(words) > 400_000
    assert "고양이" in words
    assert all(korean.has(word) for word in words[:: len(words) // 500])


def test_the_real_model_hears_a_missing_word_through_others(korean: VoskModel) -> None:
    """의자 is not in the Korean model; a split or a neighbour of it is."""
    vocabulary = Vocabulary(korean, {"의자": "의 자리"})
    assert vocabulary.hear_word("의자").forms == (("의", "자리"),)
    assert vocabulary.hear_word("호랑나비꽃").how is How.SPLIT
    assert vocabulary.hear_word("xyzzy").how is How.NOT
