"""Pronunciation: game words sound as approved, and only the sound is changed.

Run this file as a program to write the table of approved readings anew; then read and listen to what has changed.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from voicehost import resources
from voicehost.errors import Trouble
from voicehost.rules import GAMES
from voicehost.tell.catalogue import Catalogue
from voicehost.tell.pronounce import Pronunciation
from voicehost.tell.voice import Voice, voices_for

LANGS = resources.languages()
TABLE = Path(__file__).with_name("approved_ipa.toml")


class Words(Visitor):  # type: ignore[misc]
    """Collects the words of a message or term."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def visit_TextElement(self, node: ast.TextElement) -> None:  # noqa: N802 - fluent's naming
        """Words with inner apostrophes and hyphens."""
        self.found.update(re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", node.value))


@cache
def game_words(lang: str) -> frozenset[str]:
    """Every word of every term: the things of the games, call signs, numbers."""
    words = Words()
    for game in GAMES:
        for placed in Catalogue.load(lang, game).terms.values():
            words.visit(placed.entry)
    return frozenset(words.found)


@cache
def espeak(lang: str) -> Voice:
    """The voice that everybody has."""
    return voices_for(lang, folders=[])[-1].load()


def reading(word: str, lang: str) -> str:
    """The IPA of a word after the pronunciation list."""
    return espeak(lang).ipa(Pronunciation.load(lang).apply(word, "espeak"))


@pytest.mark.parametrize("lang", LANGS)
def test_every_game_word_sounds_as_approved(lang: str) -> None:
    """The IPA of each word of the games is the one that was read and approved."""
    approved = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    assert {word: reading(word, lang) for word in game_words(lang)} == approved[lang]


@pytest.mark.parametrize("lang", LANGS)
def test_every_entry_of_a_list_changes_the_sound(lang: str) -> None:
    """An entry that makes no difference is clutter."""
    for word, respelling in Pronunciation.load(lang).words.items():
        assert isinstance(respelling, str)
        assert espeak(lang).ipa(word) != espeak(lang).ipa(respelling), word


def test_whole_words_in_any_case() -> None:
    """Inflected and compound words are left alone unless they are listed."""
    names = Pronunciation({"fuchs": "Fux", "ruft": "ruhft"})
    assert (
        names.apply("FUCHS, Fuchs und Fuchsbau; er ruft, berufte", "espeak")
        == "Fux, Fux und Fuchsbau; er ruhft, berufte"
    )


def test_decomposed_text_finds_its_words() -> None:
    """B112: "Würgewurzel" with combining marks is the listed word."""
    apart = unicodedata.normalize("NFD", "Würgewurzel")
    assert Pronunciation.load("de").apply(apart, "espeak") == "Würge-Wurzel"


def test_phonemes_are_for_one_kind_of_voice() -> None:
    """Each kind of voice has its own notation; others get the plain word."""
    names = Pronunciation({"hubi": {"piper": "[[hˈuːbi]]"}})
    assert names.apply("Hubi!", "piper") == "[[hˈuːbi]]!"
    assert names.apply("Hubi!", "espeak") == "Hubi!"


def test_a_users_list_is_laid_over_the_packaged_one(tmp_path: Path) -> None:
    """One more word, one changed word, the rest as before."""
    folder = tmp_path / "voices" / "de"
    folder.mkdir(parents=True)
    (folder / "pronunciation.toml").write_text('[words]\n"Änne" = "Enne"\n"Fuchs" = "Fucks"\n', encoding="utf-8")
    names = Pronunciation.load("de", tmp_path)
    assert names.apply("Änne Fuchs Hexenbesen", "espeak") == "Enne Fucks Hexen-Besen"


@pytest.mark.parametrize("text", ["[words]\nÄnne = 'x'\n", "[words]\n'x' = 3\n", "[words]\n'x' = ''\n", "words = 3\n"])
def test_a_broken_list_is_named(tmp_path: Path, text: str) -> None:
    """With its file."""
    folder = tmp_path / "voices" / "de"
    folder.mkdir(parents=True)
    (folder / "pronunciation.toml").write_text(text, encoding="utf-8")
    with pytest.raises(Trouble, match=r"pronunciation\.toml"):
        Pronunciation.load("de", tmp_path)


if __name__ == "__main__":
    text = "# How the game words must sound: their IPA in eSpeak NG after the pronunciation list, approved by people.\n"
    for lang in LANGS:
        words = sorted(game_words(lang), key=lambda word: (word.lower(), word))
        text += f"\n[{lang}]\n" + "".join(f'"{word}" = "{reading(word, lang)}"\n' for word in words)
    TABLE.write_text(text, encoding="utf-8")
