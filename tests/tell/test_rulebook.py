"""The rules in plain words: every game in every language, with the numbers of the engine."""

from pathlib import Path

import pytest

from voicehost import resources
from voicehost.errors import Trouble
from voicehost.rules import GAMES
from voicehost.rules.hubi import Hubi
from voicehost.rules.husch import Husch
from voicehost.rules.spinnengift import Spinnengift
from voicehost.rules.verhext import Verhext
from voicehost.tell.rulebook import rulebook

LANGUAGES = resources.languages()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_explained_in_every_language(name: str, lang: str) -> None:
    """A heading, some sections, how many can play, and nothing left to fill in."""
    text = rulebook(GAMES[name](), lang)
    assert text.startswith("# ")
    assert text.count("\n## ") >= 4
    assert "$" not in text
    assert "{" not in text
    assert "None" not in text
    seats = GAMES[name].seats
    first = text.splitlines()[2]
    assert str(seats[0]) in first
    assert str(seats[-1]) in first


@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_change_the_text(lang: str) -> None:
    """What is played is what is explained."""
    pairs = [
        (Husch(), Husch(swap="off")),
        (Hubi(), Hubi(expert=4)),
        (Hubi(), Hubi(hubi="random")),
        (Verhext(), Verhext(window_ms=250)),
        (Spinnengift(), Spinnengift(medals=30)),
    ]
    for usual, other in pairs:
        assert rulebook(usual, lang) != rulebook(other, lang)
    assert "250" in rulebook(Verhext(window_ms=250), lang)
    assert "30" in rulebook(Spinnengift(medals=30), lang)


def test_a_folder_of_the_user_is_laid_over(tmp_path: Path) -> None:
    """A parent's own wording hides the packaged one; what it asks for must exist."""
    mine = tmp_path / "voices" / LANGUAGES[0] / "rules"
    mine.mkdir(parents=True)
    (mine / "husch.md").write_text("# $hats", encoding="utf-8")
    assert rulebook(Husch(), LANGUAGES[0], tmp_path) == "# 5"
    (mine / "husch.md").write_text("$monsters", encoding="utf-8")
    with pytest.raises(Trouble, match=r"\$monsters"):
        rulebook(Husch(), LANGUAGES[0], tmp_path)
    (mine / "husch.md").write_text("5 $ more", encoding="utf-8")
    with pytest.raises(Trouble, match="lone"):
        rulebook(Husch(), LANGUAGES[0], tmp_path)
    (mine / "options.toml").write_text("[husch", encoding="utf-8")
    with pytest.raises(Trouble, match="TOML"):
        rulebook(Hubi(), LANGUAGES[0], tmp_path)


def test_a_language_without_the_game_says_what_is_missing() -> None:
    """With the name of the file to write."""
    with pytest.raises(Trouble, match=r"voices/xx/rules/husch\.md"):
        rulebook(Husch(), "xx")
