"""The report holds every figure and needs nothing but itself."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from typer.testing import CliRunner

from voicehost.cli.bench import bench
from voicehost.errors import Trouble
from voicehost.hear.ear import Heard, Phrase, Reason, Scored, Utterance
from voicehost.lab.bench import hearing as bench_hearing
from voicehost.lab.bench import latency as bench_latency
from voicehost.lab.bench import plots
from voicehost.lab.bench import suite as bench_suite
from voicehost.lab.bench import timing as bench_timing
from voicehost.lab.bench.report import Report

HEADER = "file\tlang\ttranscript\tspeaker\tsource\tlicence\tduration_s\n"


class Guess:
    """An ear that is half sure of the first phrase."""

    name = "guess"

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        pass

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        return Heard(Reason.UNSURE, (Scored(phrases[0], 1.5),), 0.5)


def test_plots_are_well_formed_and_escaped() -> None:
    """Each plot parses as XML whatever its names are, and draws a shape per value."""
    drawn = plots.lines("a < b & c", "x", "y", {"one": [(0, 1), (1, 2)], "two": [(0, 0), (1, 1)]}, dots=True)
    tree = ElementTree.fromstring(drawn)
    assert len(tree.findall("polyline")) == 2
    assert len(tree.findall("circle")) == 4
    bars = ElementTree.fromstring(plots.histogram("h", "x", {"g": [1.0, 2.0, 2.0]}, bins=2))
    heights = [float(bar.get("height", 0)) for bar in bars.findall("rect")]
    assert heights[1] == pytest.approx(2 * heights[0])


def test_a_plot_of_nothing_or_of_one_value_does_not_fail() -> None:
    """No points give no plot; equal points give axes of some width."""
    assert plots.lines("t", "x", "y", {"": []}) == plots.histogram("t", "x", {"": []}) == ""
    ElementTree.fromstring(plots.lines("t", "x", "y", {"": [(1, 1), (1, 1)]}))


def test_figures_are_told_in_plain_words() -> None:
    """Keys become words, nested figures keep where they belong."""
    report = Report()
    report.add("T", "E", {"accuracy": 0.5, "de": {"clips": 3}})
    assert "<th>named right, share</th><td>0.5</td>" in report.html()
    assert "<th>de: clips</th><td>3</td>" in report.html()


@pytest.mark.parametrize(
    "figures",
    [
        bench_hearing.summary([], "ear"),
        bench_suite.summary([], "ear"),
        bench_latency.Session().summary("ear"),
        bench_timing.summary([]) | {"order_right": {"50": 1.0}, "first_right": {"50": 1.0}},
    ],
)
def test_every_figure_has_plain_words(figures: dict[str, Any]) -> None:
    """No name of a variable stands on the page, and nothing that is counted is called a share."""
    report = Report()
    report.add("T", "E", figures)
    rows = re.findall("<th>(.*?)</th><td>(.*?)</td>", report.html())
    assert rows
    assert not [told for told, _ in rows if "_" in told]
    assert not [told for told, value in rows if "share" in told and value == "0"]


@pytest.mark.slow
def test_all_benches_make_one_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`bench all` writes one file without links to elsewhere, and prints the same figures."""
    monkeypatch.setattr("voicehost.hear.choose.open_ear", lambda name: Guess())
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    rows = ""
    for number in range(4):
        tone = (np.sin(np.arange(8000) / 5) * 8000).astype(np.int16)
        soundfile.write(tmp_path / f"{number}.wav", tone, 16_000)
        rows += f"{number}.wav\tde\twort {number}\tme\ttest\tCC0\t0.5\n"
    (tmp_path / "manifest.tsv").write_text(HEADER + rows, encoding="utf-8")
    (tmp_path / "suite" / "de").mkdir(parents=True)
    soundfile.write(tmp_path / "suite" / "de" / "ein Satz.wav", tone, 16_000)
    page = tmp_path / "report.html"
    arguments = ["all", "--out", str(page), "--corpus", str(tmp_path), "--dir", str(tmp_path / "suite")]
    arguments += ["--noise", str(tmp_path / "0.wav"), "--calls", "1", "--rounds", "1", "--json"]
    result = CliRunner().invoke(bench, arguments)
    figures = json.loads(result.stdout)
    assert set(figures) == {
        "latency", "hearing", "hearing_both", "hearing_noise", "suite", "suite_noise", "timing",
    }  # fmt: skip
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=|https?://", text)
    assert text.count("<svg") >= 9
    assert text.count("<h2>") == len(figures)


def test_a_page_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    """The folder must exist; nothing is measured first."""
    result = CliRunner().invoke(bench, ["all", "--out", str(tmp_path / "no" / "report.html")])
    assert isinstance(result.exception, Trouble)
