"""What the host says in a made-up game is what it will say in the real one."""

import pytest
from playing import NAMES, Playing

from voicehost.evening.games import open_table
from voicehost.evening.rehearsal import rehearse
from voicehost.phrases.grammar import Grammar
from voicehost.rules import Match
from voicehost.table.script import Tell
from voicehost.table.talk import TableTalk
from voicehost.tell.narrator import Narrator
from voicehost.tell.speech import SENTENCE_END


def sentences(lines):
    """The sentences of the lines that are spoken, in their languages."""
    return [(line.lang, text) for line in lines if line.text for text in SENTENCE_END.split(line.text)]


def rehearsed(game, match, seed=0):
    def script(number):
        narrator = Narrator(game, ("en",), Playing(game).narrator.players, seed=number)
        table = open_table(Match.resume(match.lines[:1]), narrator, NAMES, seed=number)
        return TableTalk(table).around(table.script())

    return rehearse(script, Grammar.load(game, ("en",)), NAMES, seed)


@pytest.mark.parametrize("game", ["husch", "hubi"])
def test_nearly_everything_that_a_real_game_tells_was_told_in_a_rehearsal(game):
    real = Playing(game, seed=21)
    known = set(sentences(rehearsed(game, real.match)))
    first = []

    def watched(request, answer=real.stage._answer):
        if isinstance(request, Tell) and sentences(request.lines):
            first.append(sentences(request.lines)[0] in known)
        return answer(request)

    real.stage._answer = watched
    real.play(hours=5)
    assert len(first) > 20
    assert sum(first) >= 0.85 * len(first)


def test_verhext_is_rehearsed_to_the_verdicts():
    match = Match.new("verhext", players=3, seed=3)
    texts = " ".join(text for _, text in sentences(rehearsed("verhext", match)))
    assert "shake" in texts
    assert "You get the" in texts


def test_the_real_match_knows_nothing_of_it():
    match = Match.new("husch", players=3, seed=3)
    lines = list(match.lines)
    for _ in rehearsed("husch", match):
        pass
    assert match.lines == lines


def test_the_same_seed_rehearses_the_same():
    match = Match.new("husch", players=3, seed=3)
    one, two, other = (list(rehearsed("husch", match, seed)) for seed in (1, 1, 2))
    assert one == two
    assert one != other
