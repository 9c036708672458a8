"""The live bench itself, run for a minute."""

import pytest

from voicehost.hear.ear import Reason
from voicehost.lab.bench import pulse
from voicehost.lab.bench.live import Figures, bench_live
from voicehost.table.host import Entry


def test_the_sample_clock_is_placed_by_what_was_told_soonest(monkeypatch):
    """What is told of the future says nothing; of the rest, the least late is believed."""
    figures = Figures()
    for now, kind, at in ((100.5, "listening", 0.0), (101.2, "heard", 1100.0), (101.3, "tell", 9000.0)):
        monkeypatch.setattr("voicehost.lab.bench.live.time.monotonic", lambda now=now: now)
        figures.log(Entry(kind, at, {}))
    assert figures.clocks.offset(0.0) == pytest.approx(100.1)
    assert len(figures.entries) == 3


@pytest.mark.pulse
@pytest.mark.slow
@pytest.mark.skipif(pulse.missing() is not None, reason=f"no sound server of our own: {pulse.missing()}")
def test_a_minute_of_it():
    told = []
    figures = bench_live(("en",), 2, 1.0, 20.0, 10.0, report=told.append)
    assert figures["questions"] == 2
    assert figures["amid_talk"]["questions"] >= 1
    assert all(6.0 <= call["above_db"] <= 12.0 for call in figures["amid_talk"]["calls"])
    assert figures["verdicts_live"] > 1
    assert figures["verdicts_same_in_replay"] == figures["verdicts_replayed"] == figures["verdicts_live"]
    assert figures["rss_course"][0]["minute"] == 0.0
    assert [len(one["rss_course"]) for one in told] == [1, 2, 2]
    assert figures["utterances"] >= 2
    assert set(figures["outcomes"]) <= {"understood", "guessed", "misunderstood", "not heard", "lost_audio", *Reason}
