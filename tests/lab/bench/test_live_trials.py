"""What was said live, put together with what the host made of it."""

import pytest

from voicehost.hear.ear import Phrase
from voicehost.lab.bench.live_trials import Clocks, Trial, answers, judge
from voicehost.phrases.intent import Intent
from voicehost.table.host import Entry

OFFSET = 1000.0  # s, monotonic, at which the sample clock was 0
CLOCKS = Clocks()
CLOCKS.note(0.0, OFFSET)


def trial(began, ended, intent="help", above_db=None):
    return Trial(Phrase("Help", "en", Intent.of(intent)), above_db, OFFSET + began, OFFSET + ended)


def heard(onset, end, reason="heard", intent="help"):
    facts = {"reason": reason, "onset_ms": onset * 1000, "end_ms": end * 1000, "text": intent, "confidence": 0.9}
    return Entry("heard", end * 1000, {**facts, "intent": intent})


def test_what_sounds_while_a_child_speaks_is_what_became_of_its_call():
    asked = trial(5.0, 6.0)
    assert judge([asked], [heard(5.02, 5.98)], CLOCKS) == []
    assert asked.outcome == "understood"


def test_an_action_between_the_calls_is_a_false_one():
    asked = trial(5.0, 6.0)
    (false,) = judge([asked], [heard(3.0, 4.0, intent="score")], CLOCKS)
    assert "score" in false
    assert "3.0 s" in false
    assert asked.outcome == "not heard"


def test_a_call_in_the_patience_of_another_is_false_too():
    """Only what overlaps a child's voice is put down to it, not whatever comes in the seconds after."""
    assert len(judge([trial(5.0, 6.0)], [heard(5.0, 6.0), heard(7.0, 8.0)], CLOCKS)) == 1


@pytest.mark.parametrize(
    ("entries", "outcome"),
    [
        ([heard(5.0, 6.0, intent="score")], "misunderstood"),
        ([heard(5.0, 5.4, intent="score"), heard(5.5, 6.0)], "misunderstood"),
        ([heard(5.0, 6.0, reason="unsure")], "guessed"),
        ([heard(5.0, 6.0, reason="unsure", intent="score")], "unsure"),
        ([heard(3.0, 9.0, reason="unknown")], "unknown"),
        ([heard(3.0, 5.2, reason="unknown"), heard(5.3, 6.0)], "understood"),
        ([Entry("heard", 5000.0, {"reason": "lost_audio", "onset_ms": 5100.0})], "lost_audio"),
    ],
)
def test_how_a_call_ended(entries, outcome):
    asked = trial(5.0, 6.0, above_db=9.0)
    judge([asked], entries, CLOCKS)
    assert asked.outcome == outcome


def test_an_answer_is_timed_from_the_end_of_the_voice_and_judging_twice_changes_nothing():
    asked, other = trial(5.0, 6.0), trial(15.0, 16.0)
    entries = [heard(5.0, 6.0), Entry("answered", 6300.0, {"end_ms": 6000.0, "told_ms": 6410.0})]
    for _ in range(2):
        judge([asked, other], entries, CLOCKS)
    figures = answers([asked, other])
    assert (figures["answer_ms_p50"], figures["answer_ms_p95"]) == (410, 410)
    assert (figures["questions"], figures["understood"], figures["outcomes"]["not heard"]) == (2, 1, 1)


def test_clocks_that_drift_apart_are_compared_at_the_time_of_each_call():
    """After half an hour the sample clock is 0.8 s behind: what was heard in the first minute stays what it was."""
    clocks = Clocks()
    for minute in range(40):
        clocks.note(minute * 60_000.0, OFFSET + minute * 60.0 - minute * 0.02)
        clocks.note(minute * 60_000.0, OFFSET + minute * 60.0 + 0.3)  # the computer was busy
    asked = trial(5.0, 6.0)
    assert judge([asked], [heard(5.02, 5.98)], clocks) == []
    assert asked.outcome == "understood"
    assert clocks.offset(39 * 60_000.0) == pytest.approx(OFFSET - 39 * 0.02)


def test_of_nothing_there_are_no_percentiles():
    assert answers([])["answer_ms_p95"] is None
