"""May the best phrase be acted on? From the evidence of one hearing to a confidence and a reason."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from voicehost.hear.ear import Reason

HEARD_FROM: Final = 0.5  # confidence from which a phrase is acted on
UNSURE_FROM: Final = 0.2  # ... from which it is worth asking back
LARGE_MARGIN: Final = 20.0  # the margin of a phrase that stands alone, in nats
QUIET_BELOW_DBFS: Final = -55.0  # voice below this level cannot be judged


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one hearing says about its best phrase. Scores are in nats."""

    score: float  # log-likelihood ratio of the best phrase
    raw: float  # its log-probability
    tokens: int  # its length
    margin: float  # distance to the best phrase of another meaning


def confidence(evidence: Evidence) -> float:
    """Probability (0..1) that the best phrase was said."""
    mean = evidence.raw / max(evidence.tokens, 1)
    return _logistic(0.35 * (evidence.score - 7) + 0.35 * (min(evidence.margin, 8) - 2) + 0.8 * (mean + 3))


def reason(sureness: float) -> Reason:
    """HEARD, UNSURE or UNKNOWN for a confidence."""
    if sureness >= HEARD_FROM:
        return Reason.HEARD
    return Reason.UNSURE if sureness >= UNSURE_FROM else Reason.UNKNOWN


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x))))
