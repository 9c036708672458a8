"""The grammars as shipped: every sentence is understood as itself, in every language and state."""

from __future__ import annotations

import pytest

from voicehost.hear.ear import Reason
from voicehost.phrases import Grammar, games
from voicehost.resources import languages

GAMES = (None, *games())


@pytest.fixture(scope="module", params=GAMES, ids=str)
def grammar(request: pytest.FixtureRequest) -> Grammar:
    return Grammar.load(request.param, languages())


def test_every_sentence_is_understood_as_itself(grammar: Grammar) -> None:
    """Typed as the grammar says it, with all languages listening, a sentence means what it means."""
    for state in grammar.states:
        phrases = grammar.phrases(state)
        for phrase in phrases:
            match = grammar.match(phrase.text, phrases)
            assert match.reason is Reason.HEARD, (state, phrase, match)
            assert match.ranking[0][0].meaning == phrase.meaning
