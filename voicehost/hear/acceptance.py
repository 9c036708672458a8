"""May the best phrase be acted on? From the evidence of one hearing to a confidence and a reason.

The confidence is a logistic model. Its weights were learned from synthetic speech alone, by
`benchmarks/fit_acceptance.py`, which prints them as they stand here; only `STRICTNESS` was set by hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from voicehost.hear.ear import Reason

HEARD_FROM: Final = 0.5  # confidence from which a phrase is acted on
UNSURE_FROM: Final = 0.15  # ... from which it is worth asking back
QUIET_BELOW_DBFS: Final = -55.0  # voice below this level cannot be judged
LARGEST_MARGIN: Final = 6.0  # nats; a larger distance to the runner-up says no more

STRICTNESS: Final = 0.4  # taken off the log-odds
BIAS: Final = -0.66
WEIGHTS: Final = (0.51, 0.35, -0.49)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one hearing says about its best phrase. Scores are in nats (see `scoring.py`)."""

    score: float
    places: int  # how many tokens were weighed
    margin: float  # distance to the best phrase of another meaning
    shortfall: float  # how much likelier other tokens would have been

    def features(self) -> tuple[float, ...]:
        """What the model weighs, in the order of WEIGHTS."""
        return (
            self.score / math.sqrt(self.places),  # long phrases gather score, and spread, with the root of length
            min(self.margin, LARGEST_MARGIN),
            self.shortfall / self.places,
        )


def confidence(evidence: Evidence) -> float:
    """Probability (0..1) that the best phrase was said."""
    odds = BIAS - STRICTNESS + sum(w * f for w, f in zip(WEIGHTS, evidence.features(), strict=True))
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, odds))))


def reason(sureness: float) -> Reason:
    """HEARD, UNSURE or UNKNOWN for a confidence."""
    if sureness >= HEARD_FROM:
        return Reason.HEARD
    return Reason.UNSURE if sureness >= UNSURE_FROM else Reason.UNKNOWN
