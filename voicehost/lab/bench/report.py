"""All benches on one page: tables and plots in plain words, one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from voicehost.lab.bench import plots
from voicehost.lab.bench.hearing import Trial

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #222; }
table { border-collapse: collapse; margin: 1em 0; } td, th { padding: .2em .8em; border-bottom: 1px solid #ddd; }
th { text-align: left; } td { text-align: right; } svg { max-width: 560px; display: block; margin: 1em 0; }
svg text { font-size: 12px; fill: #444; }
"""
WORDS = {
    "clips": "clips",
    "named": "named right",
    "accuracy": "named right, share",
    "accepted_right": "named right and acted on",
    "recall": "named right and acted on, share",
    "false_accepts": "acted on although nothing of the set was said",
    "false_accept_rate": "acted on although nothing of the set was said, share",
    "lang_right": "language right, share",
    "ms_p50": "time per clip, typical (ms)",
    "ms_p95": "time per clip, 95 of 100 are faster (ms)",
    "right": "named right",
    "by_source": "from",
    "by_lang": "language",
    "skipped": "clips skipped",
    "oov": "clips outside the set",
    "oov_rejected": "of these left unanswered",
    "found": "calls found",
    "extra": "sounds heard as a call that nobody made",
    "onset_bias_ms": "onset late (or early, if below 0), typical (ms)",
    "order_right": "of two calls the earlier one found earlier, share, at a gap (ms) of",
    "first_right": "the first call found first, share, at a gap (ms) of",
    "onset_error_ms_p50": "error of the onset, typical (ms)",
    "onset_error_ms_p95": "error of the onset, 95 of 100 are nearer (ms)",
    "false_ties": "called a tie although one was first",
    "missed_ties": "one called first although it was a tie",
    "decision_ms_p50": "from end of voice to decision, typical (ms)",
    "decision_ms_p95": "from end of voice to decision, 95 of 100 are faster (ms)",
    "decided": "calls decided",
    "audio_s": "sound (s)",
    "acted": "calls acted on (the others are asked about, after a longer pause)",
    "acted_ms_p50": "of these, from end of voice to decision, typical (ms)",
    "acted_ms_p95": "of these, from end of voice to decision, 95 of 100 are faster (ms)",
    "cpu_s_per_audio_s": "computing time per second of sound (s of one core)",
    "idle_cpu": "... while nobody speaks",
    "rss_mb": "greatest memory (MB)",
}


@dataclass
class Report:
    """Sections in the order in which they were added."""

    sections: list[str] = field(default_factory=list)

    def add(self, title: str, explained: str, figures: dict[str, Any], *drawn: str) -> None:
        """A table of figures under a title, with plots below it."""
        table = "".join(_rows(figures))
        self.sections.append(
            f"<h2>{escape(title)}</h2>\n<p>{escape(explained)}</p>\n<table>{table}</table>\n" + "\n".join(drawn)
        )

    def html(self) -> str:
        """The page."""
        body = "\n".join(self.sections)
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>How well voicehost hears</title>'
            f"<style>{STYLE}</style></head>\n<body><h1>How well voicehost hears</h1>\n{body}\n</body></html>\n"
        )


def scores_plot(trials: Sequence[Trial]) -> str:
    """Scores of the best phrase where the transcript was among the choices, and where it was not."""
    groups = {
        "it was in the set": [t.score_right for t in trials],
        "it was not": [t.score_wrong for t in trials],
    }
    return plots.histogram("Score of the best phrase", "score (nats)", groups)


def roc_plot(trials: Sequence[Trial]) -> str:
    """What is heard against what is wrongly acted on, for every threshold of confidence."""
    limits = sorted({t.confidence_right for t in trials} | {t.confidence_wrong for t in trials} | {0.0, 1.1})
    n = max(len(trials), 1)
    curve = [
        (
            100 * sum(t.confidence_wrong >= limit for t in trials) / n,
            100 * sum(t.named and t.confidence_right >= limit for t in trials) / n,
        )
        for limit in limits
    ]
    return plots.lines("Every threshold", "wrongly acted on (%)", "heard (%)", {"": sorted(curve)})


def times_plot(title: str, ms: Sequence[float]) -> str:
    """How long answers took."""
    return plots.histogram(title, "ms", {"": ms})


def order_plot(timing: dict[str, Any]) -> str:
    """Share of pairs whose order was right, against the gap between them."""
    order = timing.get("order_right", {})
    curve = sorted((float(gap), 100 * share) for gap, share in order.items() if share is not None)
    return plots.lines("Who was first", "gap between calls (ms)", "order right (%)", {"": curve}, dots=True)


def _rows(figures: dict[str, Any], above: str = "") -> list[str]:
    rows = []
    for name, value in figures.items():
        told = f"{above}{WORDS.get(name, name)}"
        if isinstance(value, dict):
            rows += _rows(value, f"{told}: ")
        elif not isinstance(value, list):
            rows.append(f"<tr><th>{escape(told)}</th><td>{escape(str(value))}</td></tr>")
    return rows
