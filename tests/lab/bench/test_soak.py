"""The soak's day has the talk and the calls that it says, and the witness tells calls from false actions."""

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.lab.bench.soak import BLOCK, Day, Witness
from voicehost.table.host import Entry


@pytest.fixture(scope="module")
def day(tmp_path_factory):
    return Day(("en",), 0.2, 0.05, seed=1, folder=tmp_path_factory.mktemp("soak"))


@pytest.fixture(scope="module")
def sound(day):
    blocks = []
    while (block := day.read()) is not None:
        blocks.append(block)
    assert {len(block) for block in blocks} == {BLOCK}
    return np.concatenate(blocks)[:, 0]


def level(sound):
    return 20 * np.log10(np.sqrt(np.mean(np.square(sound.astype(float)))) / 32768)


def test_no_sample_of_the_day_is_missing(day, sound):
    assert len(sound) == day.samples == 0.2 * 3600 * SAMPLE_RATE


def test_the_hour_begins_with_talk_and_is_quiet_afterwards(day, sound):
    talk = 180 * SAMPLE_RATE
    assert level(sound[:talk]) > -40
    assert level(sound[talk : talk + SAMPLE_RATE]) < -60
    assert day.talk_until(0.2 * 3_600_000) == pytest.approx(0.05)


def test_a_child_calls_where_the_truth_says_so(day, sound):
    assert len(day.calls) == 1
    call = day.calls[0]
    onset, end = (int(at * SAMPLE_RATE / 1000) for at in (call.onset, call.end))
    assert level(sound[onset:end]) > -30
    assert level(sound[onset - SAMPLE_RATE : onset - 800]) < -60


def heard(at, intent):
    facts = {"reason": "heard", "onset_ms": at, "intent": intent, "text": intent, "confidence": 0.9}
    return Entry("heard", at + 1000, facts)


def test_an_action_without_a_call_is_false_and_one_with_a_call_is_not(day, sound):
    witness = Witness(day, lambda figures: None)
    call = day.calls[0]
    witness.log(heard(20_000.0, "help"))
    witness.log(heard(call.onset + 20, call.intent.name))
    figures = witness.figures(call.end + 5000)
    assert (figures["calls_understood"], figures["calls_misunderstood"]) == (1, 0)
    assert figures["false"] == ["help (0.9) at 20.0 s"]
    assert figures["false_per_hour_of_talk"] == 20
