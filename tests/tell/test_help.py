"""Help suggests only what is understood: each example that the host gives is a sentence of the grammar."""

import re

import pytest

from voicehost import resources
from voicehost.hear.ear import Reason
from voicehost.phrases.grammar import Grammar
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
