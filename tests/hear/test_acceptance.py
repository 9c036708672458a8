"""From evidence to a reason: more evidence never makes an answer less sure."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from voicehost.hear.acceptance import HEARD_FROM, UNSURE_FROM, WEIGHTS, Evidence, confidence, reason
from voicehost.hear.ear import Reason

CLEAR = Evidence(score=18.0, places=4, margin=8.0, shortfall=1.0)
NOTHING = Evidence(score=-6.0, places=4, margin=0.1, shortfall=25.0)

scores = st.floats(-60, 60)
counts = st.integers(1, 30)
distances = st.floats(0, 60)
steps = st.floats(0.1, 20)


def test_clear_evidence_is_acted_on_and_none_is_not() -> None:
    """A phrase that the sound explains well is heard, one that it does not is unknown."""
    assert reason(confidence(CLEAR)) is Reason.HEARD
    assert reason(confidence(NOTHING)) is Reason.UNKNOWN


def test_every_feature_has_a_weight() -> None:
    """The model weighs exactly what the evidence tells."""
    assert len(CLEAR.features()) == len(WEIGHTS)


def test_between_the_thresholds_it_asks_back() -> None:
    """The three reasons meet at the two thresholds."""
    assert reason(HEARD_FROM) is Reason.HEARD
    assert reason(UNSURE_FROM) is Reason.UNSURE
    assert reason(UNSURE_FROM - 1e-6) is Reason.UNKNOWN


@given(scores, counts, distances, distances, steps)
def test_a_higher_score_is_never_less_sure(
    score: float, places: int, margin: float, shortfall: float, step: float
) -> None:
    """Confidence is a probability and rises with the score."""
    evidence = Evidence(score, places, margin, shortfall)
    low, high = confidence(evidence), confidence(replace(evidence, score=score + step))
    assert 0 <= low <= high <= 1


@given(scores, counts, distances, distances, steps)
def test_a_nearer_runner_up_is_never_more_sure(
    score: float, places: int, margin: float, shortfall: float, step: float
) -> None:
    """Confidence does not fall with the distance to the runner-up."""
    evidence = Evidence(score, places, margin, shortfall)
    assert confidence(evidence) <= confidence(replace(evidence, margin=margin + step))
