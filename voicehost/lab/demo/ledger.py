"""The demo's ledger: what was truly called beside what was heard and judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE
from voicehost.lab.demo.players import TrueCall
from voicehost.lab.demo.scene import Spoken
from voicehost.table.host import Entry

NEAR_MS: Final = 350.0  # a heard voice belongs to the true one whose onset is nearest, at most so far away

Verdict = tuple[str, tuple[int, ...], frozenset[int]]
"""How a round ended ("won", "tie", "nobody"), for whom, and which seats were out by then."""


class Ledger:
    """Reads the timeline; `summary` compares it with the truth. `window_ms`: what counts as "at once" (V12)."""

    def __init__(self, window_ms: float) -> None:
        self._window = window_ms
        self._rounds: dict[int, list[Entry]] = {}
        self._solutions: dict[int, tuple[str, ...]] = {}
        self._present: list[Entry] = []

    def note(self, entry: Entry, solution: Sequence[str]) -> None:
        """Take a line of the timeline; `solution` is what the present throw asks for."""
        if entry.kind == "open":
            self._solutions[entry.facts["round"]] = tuple(solution)
            self._present = self._rounds[entry.facts["round"]] = []
        self._present.append(entry)

    def summary(self, calls: Sequence[TrueCall]) -> dict[str, Any]:
        """The figures that the truth allows. Times in ms."""
        pairs = [(spoken, entry) for call in calls for spoken, entry in self._heard(call)]
        onset_errors = [abs(entry.facts["onset_ms"] - _ms(spoken.onset)) for spoken, entry in pairs]
        latencies = [entry.facts["decided_ms"] - _ms(spoken.end) for spoken, entry in pairs]
        return {
            "calls": len(calls),
            "calls_right": sum(map(self.heard_as_made, calls)),
            "rounds": len(self._rounds),
            "rounds_right": sum(self.judged_as_due(number, calls) for number in self._rounds),
            "onset_error_ms_p50": percentile(onset_errors, 50),
            "onset_error_ms_p95": percentile(onset_errors, 95),
            "latency_ms_p50": percentile(latencies, 50),
            "latency_ms_p95": percentile(latencies, 95),
        }

    def heard_as_made(self, call: TrueCall) -> bool:
        """Whether phrase and seat were heard as made, at once or after asking back."""
        for entry in self._rounds[call.round]:
            facts = entry.facts
            if entry.kind == "call" and facts["seat"] == call.seat and tuple(facts["spells"]) == call.spells:
                return True
        heard = [entry.facts["slots"]["spells"] for _, entry in self._heard(call) if entry.facts["reason"] == "heard"]
        return tuple(" ".join(heard).split()) == call.spells

    def judged_as_due(self, number: int, calls: Sequence[TrueCall]) -> bool:
        """Whether the round ended as the true calls demand."""
        made = [call for call in calls if call.round == number]
        verdict = _verdict(self._rounds[number])
        return verdict is None or verdict == true_verdict(made, self._solutions[number], self._window)

    def _heard(self, call: TrueCall) -> Iterator[tuple[Spoken, Entry]]:
        """The spells of this call that were heard, each with the voice that it was."""
        for entry in self._rounds[call.round]:
            facts = entry.facts
            if entry.kind != "heard" or facts.get("intent") != "spell" or facts["seat"] not in (call.seat, None):
                continue
            nearest = min(call.spoken, key=lambda spoken: abs(_ms(spoken.onset) - facts["onset_ms"]))
            if abs(_ms(nearest.onset) - facts["onset_ms"]) <= NEAR_MS:
                yield nearest, entry


def true_verdict(calls: Sequence[TrueCall], solution: Sequence[str], window_ms: float) -> Verdict:
    """What V7 to V12 demand for these calls: written out anew here, so that the program is not its own judge."""
    right = sorted((call.onset_ms, call.seat) for call in calls if set(call.spells) == set(solution))
    wrong = [call for call in calls if set(call.spells) != set(solution)]
    if not right:
        return "nobody", (), frozenset(call.seat for call in wrong)
    first = right[0][0]
    out = frozenset(call.seat for call in wrong if call.onset_ms < first)
    winners = tuple(sorted(seat for at, seat in right if at <= first + window_ms))
    return ("won" if len(winners) == 1 else "tie"), winners, out


def _verdict(entries: Sequence[Entry]) -> Verdict | None:
    """How the program judged a round; None if it was not judged (the session was stopped)."""
    wrong: dict[int, float] = {}
    right: list[float] = []
    for facts in (entry.facts for entry in entries if entry.kind == "event"):
        match facts["event"]:
            case "CallWrong":
                wrong[facts["seat"]] = facts["at"]
            case "CallRight":
                right.append(facts["at"])
            case "NobodyRight":
                return "nobody", (), frozenset(wrong)
            case "CardWon" | "Tohuwabohu" as ending:
                out = frozenset(seat for seat, at in wrong.items() if at < min(right))
                return ("won", (facts["seat"],), out) if ending == "CardWon" else ("tie", tuple(facts["seats"]), out)
    return None


def _ms(samples: int) -> float:
    return samples * 1000 / SAMPLE_RATE


def percentile(values: Sequence[float] | NDArray[np.float64], percent: float) -> float | None:
    """That percentile to a tenth, or None of nothing."""
    return round(float(np.percentile(values, percent)), 1) if len(values) else None
