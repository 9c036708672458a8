"""Two children who race for the spells at live microphones, without the microphones."""

from datetime import datetime

import pytest

from voicehost.evening.evening import EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.hear.ear import Reason
from voicehost.lab.bench.live_race import NAMES, Racers
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.table.script import Listen, Note, Quiet, Said, Tell, Told

LANGS = ("de", "en")


class People:
    """Remember what was to be said."""

    def __init__(self):
        self.said = []

    def say(self, phrase, speaker, level_db=0.0, after_s=0.0, at=0):
        self.said.append((phrase.text.rstrip("!"), phrase.lang, after_s, at))


class Table:
    """Answers a script's requests on a clock of its own; what is said at the table comes from `calls`."""

    def __init__(self, script):
        self.script, self.now, self.noted, self.calls = script, 0.0, [], []
        self.request = next(script)

    def step(self):
        reply = Quiet(self.now)
        match self.request:
            case Tell():
                reply = Told(self.now, self.now + 1000)
                self.now += 1000
            case Note(kind):
                self.noted.append(kind)
            case Listen(until=until):
                self.now = max(self.now + 10, min(until, self.now + 1000))
                reply = self.calls.pop(0)(self.now) if self.calls else Quiet(self.now)
        self.request = self.script.send(reply)

    def until(self, condition, limit=3000):
        for _ in range(limit):
            if condition():
                return
            self.step()
        raise AssertionError("that never happened")


@pytest.fixture
def people():
    return People()


@pytest.fixture
def table(people, tmp_path):
    racers = Racers(LANGS, 1, people)
    return Table(racers.script(EveningOptions(langs=LANGS), Sessions(tmp_path), datetime.now))


def test_each_child_calls_a_spell_in_its_language_at_its_microphone_when_a_round_opens(table, people):
    spells = {(p.text, p.lang) for p in Grammar.load("verhext", LANGS).phrases("round") if p.meaning.name == "spell"}
    table.until(lambda: isinstance(table.request, Tell) and table.request.lines[0].beat)
    assert people.said == []
    table.until(lambda: table.noted.count("open") == 6)
    assert {at for *_, at in people.said} == set(range(len(NAMES)))
    for text, lang, after_s, at in people.said:
        assert (text, lang) in spells
        assert lang == LANGS[at]
        assert after_s >= 0.4


def test_a_child_that_is_asked_whether_it_called_that_says_the_truth(table, people):
    table.until(lambda: {at for *_, at in people.said} == {0, 1})
    text, lang, _, at = people.said[-1]
    phrase = next(p for p in Grammar.load("verhext", LANGS).phrases("round") if (p.text, p.lang) == (text, lang))
    table.calls.append(lambda now: Said(at, now - 5, now, Reason.UNSURE, phrase, 0.6))
    before = len(people.said)
    table.until(lambda: len(people.said) > before or table.noted.count("open") > 8)
    answers = [p for p in Grammar.load("verhext", LANGS).phrases("confirm") if p.text == people.said[before][0]]
    assert {p.meaning for p in answers} <= {Intent.of("yes"), Intent.of("no")}
    assert answers
    assert people.said[before][3] == at
