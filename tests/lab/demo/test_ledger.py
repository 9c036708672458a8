"""The demo's ledger: the truth is written out anew, so that the program is not its own judge."""

import pytest

from voicehost.lab.demo.ledger import Ledger, true_verdict
from voicehost.lab.demo.players import TrueCall
from voicehost.lab.demo.scene import Spoken
from voicehost.table.host import Entry


def made(seat, spells, onset_ms, number=1):
    """A call that truly sounded from `onset_ms` for 800 ms."""
    spoken = Spoken(seat, 0, round(onset_ms * 16), round((onset_ms + 800) * 16))
    return TrueCall(number, seat, tuple(spells), tuple(spells), 0, 0, [spoken])


@pytest.mark.parametrize(
    ("calls", "verdict"),
    [
        ([], ("nobody", (), frozenset())),
        ([made(0, ["bat"], 900)], ("nobody", (), frozenset({0}))),
        ([made(0, ["cat"], 900), made(1, ["cat"], 1001)], ("won", (0,), frozenset())),
        ([made(0, ["cat"], 900), made(1, ["cat"], 1000)], ("tie", (0, 1), frozenset())),
        ([made(0, ["bat"], 800), made(1, ["cat"], 1000)], ("won", (1,), frozenset({0}))),
        ([made(0, ["bat"], 1100), made(1, ["cat"], 1000)], ("won", (1,), frozenset())),
        ([made(0, ["cat", "bat"], 900)], ("nobody", (), frozenset({0}))),
    ],
)
def test_the_true_verdict_follows_from_onsets_alone(calls, verdict):
    assert true_verdict(calls, ["cat"], 100.0) == verdict


def timeline(*entries):
    ledger = Ledger(100.0)
    ledger.note(Entry("open", 0.0, {"round": 1}), ["cat"])
    for kind, facts in entries:
        ledger.note(Entry(kind, 0.0, facts), ["cat"])
    return ledger


def heard(seat, spells, onset, reason="heard"):
    facts = {"reason": reason, "seat": seat, "onset_ms": onset, "end_ms": onset + 800, "decided_ms": onset + 1100}
    return "heard", {**facts, "intent": "spell", "slots": {"spells": spells}}


def test_a_call_is_right_if_phrase_and_seat_were_heard_as_made():
    call = made(0, ["cat"], 900)
    assert timeline(heard(0, "cat", 910)).heard_as_made(call)
    assert not timeline(heard(1, "cat", 910)).heard_as_made(call)
    assert not timeline(heard(0, "bat", 910)).heard_as_made(call)
    assert not timeline(heard(0, "cat", 910, reason="unsure")).heard_as_made(call)
    assert timeline(("call", {"seat": 0, "spells": ["cat"]})).heard_as_made(call)


def test_errors_and_latency_are_measured_against_the_truth():
    summary = timeline(heard(0, "cat", 910)).summary([made(0, ["cat"], 900)])
    assert summary["onset_error_ms_p50"] == 10
    assert summary["latency_ms_p95"] == 310
    assert (summary["calls"], summary["calls_right"]) == (1, 1)


def test_a_round_is_right_if_it_ended_as_the_calls_demand():
    won = ("event", {"event": "CardWon", "seat": 0})
    right = ("event", {"event": "CallRight", "seat": 0, "at": 910.0})
    assert timeline(right, won).judged_as_due(1, [made(0, ["cat"], 900)])
    assert not timeline(right, won).judged_as_due(1, [made(1, ["cat"], 900)])
    nobody = ("event", {"event": "NobodyRight"})
    assert not timeline(nobody).judged_as_due(1, [made(0, ["cat"], 900)])
