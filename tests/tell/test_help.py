"""Help suggests only what is understood: each example that the host gives is a sentence of the grammar."""

import re

import pytest

from voicehost import resources
from voicehost.hear.ear import Reason
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.rules import GAMES
from voicehost.tell.messages import Messages, Several

EXAMPLE = re.compile(r": ([^.!?:]+?)(?=[.!?])")
LISTED = re.compile(r", | oder | or ")
LISTS = {"help-dice", "help-who"}
BEFORE_A_GAME = {"lobby"}
STATE_OF = {  # questions that name their answers
    "ask-roll": "roll",
    "ask-spin": "roll",
    "lobby-variant": "confirm",
    "lobby-who-else": "lobby",
    "sleeping": "asleep",
    "prompt-again": "between",
}


def examples(message: str, text: str) -> list[str]:
    """What stands behind a colon; faces of a die are listed with commas."""
    found = EXAMPLE.findall(text)
    return [one for example in found for one in LISTED.split(example)] if message in LISTS else found


@pytest.mark.parametrize("lang", resources.languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_understood(game: str, lang: str) -> None:
    """In the state in which it is suggested."""
    messages = Messages(lang, game)
    told = 0
    for message in messages.ids:
        if message not in STATE_OF and not message.startswith("help-"):
            continue
        state = STATE_OF.get(message) or message.removeprefix("help-")
        grammar = Grammar.load(None if state in BEFORE_A_GAME else game, [lang])
        phrases = grammar.phrases(state, {"seat": ("fox", "owl")})
        for text in messages.every_wording(message, {"seat": "fox", "seats": Several(("fox", "owl"))}):
            for example in examples(message, text):
                match = grammar.match(example, phrases)
                assert match.reason is Reason.HEARD, f"{message} suggests {example!r}"
                told += 1
    assert told > 20


QUOTED = re.compile(r"[„\"]([^„“\"]+)[“\"]")


@pytest.mark.parametrize("lang", resources.languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_quote_only_what_is_understood(game: str, lang: str) -> None:
    """Whoever reads the rules aloud tells children what they may say."""
    grammar = Grammar.load(game, [lang])
    text = (resources.data_root("voices") / lang / "rules" / f"{game}.md").read_text(encoding="utf-8")
    for said in QUOTED.findall(text):
        reasons = {grammar.match(said, grammar.phrases(state)).reason for state in grammar.states}
        assert Reason.HEARD in reasons, said


@pytest.mark.parametrize("lang", resources.languages())
def test_a_room_may_be_named_as_the_host_names_it(lang: str) -> None:
    """What is heard is said again, and in German also the other way round ("links oben")."""
    messages, grammar = Messages(lang, "hubi"), Grammar.load("hubi", [lang])
    for room in range(9):
        name = messages.render("score-group", {"room": room, "seats": "Anna"}).partition(":")[0]
        match = grammar.match(name, grammar.phrases("hubi"))
        assert match.reason is Reason.HEARD, name
        assert match.ranking[0][0].meaning == Intent.of("room", room=str(room))


@pytest.mark.parametrize("lang", resources.languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_game_may_be_named_as_the_host_names_it(game: str, lang: str) -> None:
    """By the title that was just offered."""
    title = (
        Messages(lang).every_wording("lobby-chosen", {"game": game})[1].partition(", wie")[0].partition(", lovely")[0]
    )
    grammar = Grammar.load(None, [lang])
    match = grammar.match(title, grammar.phrases("lobby"))
    assert match.reason is Reason.HEARD, title
    assert match.ranking[0][0].meaning == Intent.of("game", game=game)
