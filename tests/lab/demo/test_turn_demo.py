"""The demo of the turn-based games: the ledger on made-up lines, and one game through real sound."""

import pytest

from voicehost.lab.demo.children import Word
from voicehost.lab.demo.demo import Demo, DemoOptions
from voicehost.lab.demo.scene import Spoken
from voicehost.lab.demo.turn_ledger import TurnLedger
from voicehost.phrases import Intent
from voicehost.table.host import Entry
from voicehost.tell.narrator import Player

RED, BLUE = Intent.of("lift", hat="red"), Intent.of("lift", hat="blue")


def word(meaning=RED, seat=0, onset=16_000):
    """A word that was truly said at `onset` samples."""
    return Word(seat, meaning, "the red one", "en", Spoken(seat, onset, onset, onset + 8_000))


def heard(meaning=RED, seat=0, onset=1000.0, reason="heard"):
    facts = {"reason": reason, "seat": seat, "onset_ms": onset, "decided_ms": 1700.0}
    return Entry("heard", 1700.0, facts | {"intent": meaning.name, "slots": dict(meaning.slots)})


def done(meaning=RED, seat=0, onset=1000.0, kind="action"):
    return Entry(kind, 1800.0, {"seat": seat, "action": str(meaning), "onset_ms": onset})


def asked(meaning=RED, seat=0, onset=1000.0):
    return Entry("question", 1750.0, {"ask": "sure", "seat": seat, "meaning": str(meaning), "onset_ms": onset})


def ledger(*entries):
    taken = TurnLedger()
    for entry in entries:
        taken.note(entry)
    return taken


@pytest.mark.parametrize(
    ("entries", "right"),
    [
        ([heard()], True),
        ([heard(onset=1340.0)], True),
        ([heard(onset=1360.0)], False),
        ([heard(seat=None)], True),
        ([heard(seat=1)], False),
        ([heard(BLUE)], False),
        ([heard(reason="unsure")], False),
        ([heard(reason="unsure"), done()], True),
        ([heard(reason="unsure"), asked()], False),
        ([heard(BLUE, reason="unsure"), asked(BLUE), asked(), done()], True),
        ([heard(reason="unsure"), done(kind="talk")], True),
        ([], False),
    ],
)
def test_a_word_is_understood_if_its_meaning_and_seat_were_heard_or_asked_back(entries, right):
    assert ledger(*entries).understood(word()) is right


def test_what_was_asked_back_was_not_understood_at_once():
    summary = ledger(heard(reason="unsure"), asked(), done()).summary([word()])
    assert (summary["calls_right"], summary["calls_at_once"]) == (1, 0)


def test_an_action_that_nobody_meant_spoils_its_turn():
    passed = Entry("event", 0.0, {"event": "TurnPassed", "seat": 1})
    summary = ledger(heard(), done(), passed, heard(BLUE, onset=9000.0), done(BLUE, onset=9000.0)).summary([word()])
    assert (summary["actions"], summary["wrong_actions"]) == (2, 1)
    assert (summary["turns"], summary["turns_right"]) == (2, 1)
    assert summary["latency_ms_p50"] == 200.0


@pytest.mark.slow
def test_a_game_of_husch_is_played_through_real_sound():
    """Two children, one microphone each: nothing is done that nobody meant, and somebody wins."""
    from voicehost.hear.whisper.ear import WhisperEar

    lines, ear = [], WhisperEar()
    options = DemoOptions((Player("fox", "en"), Player("owl", "en")), ("en",), seed=3, game="husch")
    summary = Demo(options, ear, lines.append).play()
    assert summary["winner"] in ("fox", "owl")
    assert summary["wrong_actions"] == 0
    assert summary["calls_right"] >= 0.85 * summary["calls"]
    assert summary["extra_share"] <= 0.25
    assert lines[-1].kind == "summary"
