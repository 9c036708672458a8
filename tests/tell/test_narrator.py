"""The narrator: news for all in all languages, answers in the player's own, and nothing said twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicehost.errors import Trouble
from voicehost.rules import GAMES, verhext
from voicehost.tell.catalogue import Catalogue
from voicehost.tell.narrator import Line, Narrator, Player, load_manners


@pytest.fixture
def mixed() -> Narrator:
    """A table where the fox speaks German and Anna English; German is the main language."""
    return Narrator("verhext", ["de"], [Player("fox", "de"), Player("Anna", "en"), Player("owl", "de")], seed=1)


def langs(lines: list[Line]) -> list[str]:
    """The languages of the lines."""
    return [line.lang for line in lines]


def test_news_for_all_come_in_every_language_the_main_one_first(mixed: Narrator) -> None:
    """And its tone sounds once."""
    lines = mixed.event(verhext.Tohuwabohu((0, 1), ("cat",)))
    assert langs(lines) == ["de", "en"]
    assert [line.earcon for line in lines] == ["tie", None]
    assert "Fuchs und Anna" in lines[0].text
    assert "fox and Anna" in lines[1].text


def test_what_concerns_one_player_comes_in_that_players_language(mixed: Narrator) -> None:
    """Anna is told in English that she was wrong, the fox in German."""
    assert langs(mixed.event(verhext.CallWrong(1, ("bat",), 10.0, 2))) == ["en"]
    assert langs(mixed.event(verhext.CallWrong(0, ("bat",), 10.0, 2))) == ["de"]
    assert langs(mixed.say("did-you-say", to=1, phrase="Black cat")) == ["en"]
    assert langs(mixed.refuse("round_over", to=1)) == ["en"]
    assert langs(mixed.standings([2, 1, 0], to=1)) == ["en"] * 3


def test_an_answer_to_nobody_in_particular_is_for_all(mixed: Narrator) -> None:
    """As when one microphone hears all."""
    assert langs(mixed.say("did-you-say", phrase="Xxx")) == ["de", "en"]


def test_the_language_can_be_changed_in_mid_game() -> None:
    """For the table, or for one player; news for all then come in that language, too."""
    narrator = Narrator("verhext", ["de"], [Player("fox", "de"), Player("Anna", "de")])
    narrator.speak("en", 1)
    assert langs(narrator.say("prompt", to=1)) == ["en"]
    assert langs(narrator.say("welcome")) == ["de", "en"]
    narrator.speak("en")
    assert narrator.main == "en"
    with pytest.raises(Trouble, match="tlh"):
        narrator.speak("tlh")


def test_a_right_call_is_not_told_before_the_verdict(mixed: Narrator) -> None:
    """It could still be a tie."""
    assert mixed.event(verhext.CallRight(0, ("cat",), 10.0)) == []


def test_a_beat_reads_the_dice_in_order(mixed: Narrator) -> None:
    """In the main language only: it is a race."""
    line = mixed.beat(["cat", "bat", "cat", "broom"], "many")
    assert line.beat == ("Katze", "Fledermaus", "Katze", "Besen", "Viele Hexen!")
    assert line.lang == "de"
    assert line.text == "Katze, Fledermaus, Katze, Besen, Viele Hexen!"


def test_standings_come_in_groups(mixed: Narrator) -> None:
    """Long state is told in groups, most first."""
    told = [line.text for line in mixed.standings([1, 2, 1])]
    assert told == ["Zwei Karten: Anna.", "Eine Karte: der Fuchs und die Eule."]


def test_the_same_seed_tells_the_same_story() -> None:
    """Word by word."""

    def story(seed: int) -> list[str]:
        narrator = Narrator("verhext", ["de", "en"], [Player("fox", "de"), Player("owl", "en")], seed=seed)
        wrong = [verhext.CallWrong(seat % 2, ("cat",), 0.0, 1) for seat in range(12)]
        return [line.text for line in narrator.events(wrong)]

    assert story(4) == story(4)
    assert story(4) != story(5)


@pytest.mark.parametrize("game", GAMES)
def test_manners_belong_to_messages(game: str) -> None:
    """Every entry of telling.toml is for a message that exists."""
    assert load_manners(game).keys() <= Catalogue.load("de", game).messages.keys()


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ('welcome = { audience = "everybody" }', "everybody"),
        ('welcome = { earcon = "trumpet" }', "trumpet"),
        ('welcome = { earcon = { by = "right", yes = "trumpet" } }', "trumpet"),
        ("welcome = { volume = 11 }", "volume"),
        ("welcome = 3", "common.welcome"),
        ("welcome = ", "line 2"),
    ],
)
def test_broken_manners_are_named(tmp_path: Path, entry: str, problem: str) -> None:
    """With file and entry."""
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices" / "telling.toml").write_text(f"[common]\n{entry}\n", encoding="utf-8")
    with pytest.raises(Trouble, match=f"telling.toml.*{problem}"):
        load_manners(None, tmp_path)


def test_a_tone_can_depend_on_what_happened() -> None:
    """Right and wrong sound different."""
    from voicehost.rules import husch

    narrator = Narrator("husch", ["en"], [Player("fox", "en")])
    right = husch.HatLifted(0, 0, "pink", "pink", True)
    wrong = husch.HatLifted(0, 0, "pink", "grey", False)
    assert narrator.event(right)[0].earcon == "right"
    assert narrator.event(wrong)[0].earcon == "wrong"
