"""The latency bench waits for what an ear decides, and blames the ear for the time that it takes."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner

from voicehost.audio.microphones import BLOCK
from voicehost.cli.bench import bench
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.hear.listening.listener import LOOKS_MS
from voicehost.lab.bench import hearing as bench_hearing
from voicehost.lab.bench import latency as bench_latency
from voicehost.lab.bench.latency import Session, choices, play
from voicehost.resources import languages
from voicehost.table.patience import SURE_MS

PHRASES = [Phrase("black cat", "en", 1), Phrase("broomstick fly", "en", 2)]


class Time:
    """A clock that only passes when somebody sleeps or thinks; it stands in for the module `time`."""

    def __init__(self) -> None:
        self.s = 0.0

    def perf_counter(self) -> float:
        return self.s

    def process_time(self) -> float:
        return self.s

    def sleep(self, seconds: float) -> None:
        self.s += seconds


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr(bench_latency, "time", found)
    return found


class Steady:
    """An ear that is sure of the first phrase, or of none, after so many seconds of thought."""

    name = "steady"

    def __init__(self, sure: bool = True, thinks_s: float = 0.0, clock: Time | None = None) -> None:
        self.sure, self.thinks_s, self.clock = sure, thinks_s, clock or Time()

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        pass

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        self.clock.sleep(self.thinks_s)
        reason = Reason.HEARD if self.sure else Reason.UNKNOWN
        return Heard(reason, (Scored(phrases[0], 1.0),), 1.0)


def median(ear: Steady, paced: bool = False) -> float:
    result = play(ear, PHRASES, calls=4, paced=paced).summary(ear.name)
    assert result["decided"] == result["calls"] == 4
    assert isinstance(result["decision_ms_p50"], float)
    return result["decision_ms_p50"]


def test_a_sure_ear_decides_at_the_first_pause() -> None:
    """An early look is enough for a sure ear; an unsure one waits for the end of the utterance."""
    sure, unsure = median(Steady()), median(Steady(sure=False))
    assert 100 < sure < 450
    assert unsure > sure + 300


@pytest.mark.parametrize("paced", [False, True])
def test_the_ears_own_time_counts_where_the_pause_does_not_hide_it(clock: Time, paced: bool) -> None:
    """The ear thinks from the first look on: 30 ms are over before the pause is long enough, 200 ms are not."""
    at_once = median(Steady(), paced)
    assert median(Steady(thinks_s=0.03, clock=clock), paced) == pytest.approx(at_once, abs=1)
    late = median(Steady(thinks_s=0.2, clock=clock), paced)
    assert at_once + 200 - (SURE_MS - LOOKS_MS[0]) - BLOCK * 1000 / SAMPLE_RATE <= late <= at_once + 200
    assert median(Steady(thinks_s=0.3, clock=clock), paced) == pytest.approx(late + 100, abs=BLOCK * 1000 / SAMPLE_RATE)


def test_right_answers_are_counted() -> None:
    """An ear that always hears the first phrase is right as often as that was called."""
    session = play(Steady(), PHRASES, calls=6, seed=2, paced=False)
    assert session.summary("steady")["right"] == sum(call.phrase == PHRASES[0] for call in session.calls)


def test_forty_phrases_of_each_language() -> None:
    """The choices are drawn from all games, the same for the same seed, different texts."""
    drawn = choices(40, seed=3)
    assert {lang: sum(p.lang == lang for p in drawn) for lang in languages()} == dict.fromkeys(languages(), 40)
    assert len({(p.lang, p.text) for p in drawn}) == len(drawn)
    assert drawn == choices(40, seed=3) != choices(40, seed=4)


def test_the_command_prints_the_documented_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """One JSON object with the figures of the issue."""
    monkeypatch.setattr("voicehost.hear.choose.open_ear", lambda name: Steady())
    found = json.loads(CliRunner().invoke(bench, ["latency", "--calls", "1", "--choices", "3", "--json"]).stdout)
    assert {"decision_ms_p50", "decision_ms_p95", "cpu_s_per_audio_s", "idle_cpu", "rss_mb"} <= set(found)


def test_what_was_never_decided_has_no_time() -> None:
    """No figure where nothing was measured: 0 ms would be the best of all."""
    figures = Session().summary("deaf")
    assert [figures[name] for name in ("decision_ms_p50", "decision_ms_p95", "acted_ms_p50", "acted_ms_p95")] == [
        None
    ] * 4
    assert bench_hearing.summary([], "deaf")["ms_p95"] is None
