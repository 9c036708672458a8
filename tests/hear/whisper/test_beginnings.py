"""The first words of phrases, which a voice has said when it takes breath."""

from voicehost.hear.ear import Phrase
from voicehost.hear.whisper.beginnings import Beginning, beginnings


def test_every_first_part_of_a_phrase_is_a_beginning_unless_it_is_a_phrase_itself():
    found = beginnings([Phrase("Lift the red hat!", "en", 1), Phrase("lift", "en", 2)])
    assert {phrase.text for phrase in found} == {"Lift the", "Lift the red"}
    assert all(isinstance(phrase.meaning, Beginning) for phrase in found)


def test_phrases_share_their_beginnings_and_the_likeliest_gives_its_prior():
    found = beginnings([Phrase("the red", "en", 1, prior=-3.0), Phrase("The blue", "en", 2, prior=-1.0)])
    assert [(phrase.text, phrase.prior) for phrase in found] == [("The", -1.0)]


def test_languages_have_their_own_beginnings():
    found = beginnings([Phrase("in den Hut", "de", 1), Phrase("in the hat", "en", 1)])
    assert [(phrase.lang, phrase.text) for phrase in found] == [
        ("de", "in"),
        ("de", "in den"),
        ("en", "in"),
        ("en", "in the"),
    ]
