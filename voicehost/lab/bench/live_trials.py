"""What was said live, and what the host made of it: the two are put together by when they sounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases.intent import Intent
from voicehost.table.host import Entry

SLACK_S: Final = 0.1  # by which the two clocks may be apart
NEAR_MS: Final = 60_000.0  # within which they keep their distance


@dataclass(slots=True)
class Trial:
    """One thing that a child said live, from when to when (s, monotonic). `above_db`: how much louder than the talk."""

    phrase: Phrase
    above_db: float | None = None  # None: nobody else talked
    began: float = 0.0
    ended: float = 0.0
    answer_ms: float | None = None  # from the end of the voice to the first sample of the answer, on the sample clock
    heard: list[Mapping[str, Any]] = field(default_factory=list)  # what the host made of what sounded meanwhile

    @property
    def outcome(self) -> str:
        """understood or misunderstood: acted on; guessed: the host would ask whether just this was meant; else why."""
        acted = [self._is_right(facts) for facts in self.heard if facts["reason"] == Reason.HEARD.value]
        if acted:
            return "understood" if all(acted) else "misunderstood"
        if any(facts["reason"] == Reason.UNSURE.value and self._is_right(facts) for facts in self.heard):
            return "guessed"
        return str(self.heard[-1]["reason"]) if self.heard else "not heard"

    def _is_right(self, facts: Mapping[str, Any]) -> bool:
        return isinstance(self.phrase.meaning, Intent) and facts.get("intent") == self.phrase.meaning.name


class Clocks:
    """When the host's sample clock was 0 (s, monotonic), as it seems at some time of it: the two drift apart."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, float]] = []

    def note(self, at: float, now: float) -> None:
        """What the sample clock (ms) and the computer's (s) show at once; the latter may be late."""
        self._seen.append((at, now - at / 1000))

    def offset(self, at: float) -> float:
        """That time as of `at` (ms): the least late of what was seen around then, else what was seen next to it."""
        near = [offset for seen, offset in self._seen if abs(seen - at) <= NEAR_MS]
        return min(near) if near else min(self._seen, key=lambda one: abs(one[0] - at))[1]


def judge(trials: Sequence[Trial], entries: Sequence[Entry], clocks: Clocks) -> list[str]:
    """Write into the trials what became of them; what was acted on although nobody had asked for anything.

    An utterance is an answer to the trial whose voice it overlaps.
    """
    for trial in trials:
        trial.heard = []
    false: list[str] = []
    took: dict[float | None, Trial] = {}
    for entry in entries:
        facts = entry.facts
        if entry.kind == "answered" and (asked := took.get(facts["end_ms"])) is not None:
            asked.answer_ms = facts["told_ms"] - facts["end_ms"]
        if entry.kind != "heard":
            continue
        offset = clocks.offset(entry.at)
        begin, end = (facts.get(name, facts["onset_ms"]) / 1000 + offset for name in ("onset_ms", "end_ms"))
        amid = next((t for t in trials if begin < t.ended + SLACK_S and end > t.began - SLACK_S), None)
        if amid is not None:
            amid.heard.append(facts)
            took[facts.get("end_ms")] = amid
        elif facts["reason"] == Reason.HEARD.value:
            false.append(f"{facts['text']} ({facts['confidence']}) at {facts['onset_ms'] / 1000:.1f} s")
    return false


def answers(trials: Sequence[Trial]) -> dict[str, Any]:
    """The figures of some trials."""
    times = [trial.answer_ms for trial in trials if trial.answer_ms is not None]
    outcomes = Counter(trial.outcome for trial in trials)
    return {
        "questions": len(trials),
        **{outcome: outcomes[outcome] for outcome in ("understood", "guessed", "misunderstood")},
        "outcomes": dict(outcomes.most_common()),
        "answer_ms_p50": percentile(times, 50),
        "answer_ms_p95": percentile(times, 95),
    }


def percentile(values: Sequence[float], share: float) -> int | None:
    """Rounded; None of nothing."""
    return round(float(np.percentile(values, share))) if values else None
