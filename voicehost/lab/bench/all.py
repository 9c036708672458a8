"""Every bench in one run, written on one page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from voicehost.hear.ear import Ear, Samples
from voicehost.lab.bench import hearing as bench_hearing
from voicehost.lab.bench import latency as bench_latency
from voicehost.lab.bench import suite as bench_suite
from voicehost.lab.bench import timing as bench_timing
from voicehost.lab.bench.clips import Collection
from voicehost.lab.bench.report import Report, order_plot, roc_plot, scores_plot, times_plot

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is to measure with. What is None is left out."""

    corpus: Collection | None = None
    suite: Collection | None = None
    noise: Samples | None = None
    snr_db: float = 10.0
    choices: int = 20
    seed: int = 1
    calls: int = 40  # of the latency bench
    rounds: int = 4  # of the timing bench


def run(ear: Ear, plan: Plan, tell: Tell = lambda doing: None) -> tuple[Report, dict[str, Any]]:
    """The page, and its figures by section."""
    report, figures = Report(), {}
    # Latency comes first: its memory and its computing time are then those of a game, not of the other benches.
    tell("a table waits for decisions, in real time")
    phrases = bench_latency.choices(seed=plan.seed)
    session = bench_latency.play(ear, phrases, plan.calls, plan.seed)
    figures["latency"] = session.summary(ear.name)
    if plan.corpus:
        _hearing(ear, plan, plan.corpus, report, figures, tell)
    if plan.suite:
        _suite(ear, plan, plan.suite, report, figures, tell)
    tell("players call almost at once")
    figures["timing"] = bench_timing.run(seed=plan.seed, rounds=plan.rounds)
    report.add(
        "Who was first",
        "Synthetic players call one shortly after another into microphones of their own that also hear the others.",
        figures["timing"],
        order_plot(figures["timing"]),
    )
    waits = [call.decided_ms for call in session.calls if call.decided_ms is not None]
    report.add(
        "How long a table waits",
        f"Calls in real time, {len(phrases)} phrases in all languages at once.",
        figures["latency"],
        times_plot("From end of voice to decision", waits),
    )
    return report, figures


def _hearing(ear: Ear, plan: Plan, corpus: Collection, report: Report, figures: dict[str, Any], tell: Tell) -> None:
    """The corpus: one language, all languages at once, and in noise."""
    kinds: list[tuple[str, str, bool, Samples | None]] = [
        ("hearing", f"People say words and short phrases; each is one of {plan.choices} choices.", False, None),
        ("hearing_both", f"The same with {plan.choices} choices of each language at once.", True, None),
    ]
    if plan.noise is not None:
        told = f"The same, one language, in noise {plan.snr_db:g} dB below the voice."
        kinds.append(("hearing_noise", told, False, plan.noise))
    for name, told, both, noise in kinds:
        tell(told)
        asked = bench_hearing.questions(corpus, plan.choices, plan.seed, both, noise, plan.snr_db)
        trials = [bench_hearing.run_trial(ear, question) for question in asked]
        figures[name] = bench_hearing.summary(trials, ear.name, len(corpus.skipped))
        drawn = scores_plot(trials), roc_plot(trials), times_plot("Time per clip", [t.ms for t in trials])
        report.add(name.replace("_", ", ").capitalize(), told, figures[name], *drawn)


def _suite(ear: Ear, plan: Plan, suite: Collection, report: Report, figures: dict[str, Any], tell: Tell) -> None:
    """The suite, clean and in noise."""
    for name, noise in (("suite", None), ("suite_noise", plan.noise)):
        if name == "suite" or noise is not None:
            told = "All sentences of a language are the choices; sentences of none of them must stay unanswered."
            tell(told)
            found = list(bench_suite.answers(ear, suite, noise, plan.snr_db))
            figures[name] = bench_suite.summary(found, ear.name, len(suite.skipped))
            report.add(name.replace("_", ", ").capitalize(), told, figures[name])
