"""`voicehost models`: a thin door to the store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from voicehost.cli.models import models as command
from voicehost.errors import Trouble
from voicehost.store.catalogue import Kind, Model

VOSK, VOICE = "vosk-model-small-de-9", "de_DE-clown-low"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, models: Mapping[str, Model]) -> Any:
    """Runs the command on an empty store with the small catalogue; returns exit code and lines of stdout."""
    monkeypatch.setattr("voicehost.store.store.catalogue", lambda: models)
    monkeypatch.setattr("voicehost.store.store.elsewhere", dict)
    monkeypatch.setattr("voicehost.store.store.Store.__init__.__defaults__", (None, None, None, lambda folder: None))
    monkeypatch.setenv("VOICEHOST_MODELS", str(tmp_path / "models"))

    def run(*words: str) -> tuple[int, list[str]]:
        result = CliRunner().invoke(command, words, catch_exceptions=False)
        return result.exit_code, result.stdout.splitlines()

    return run


def facts(answer: tuple[int, list[str]]) -> list[dict[str, Any]]:
    """The JSON objects of an answer that went well."""
    assert answer[0] == 0
    return [json.loads(line) for line in answer[1]]


def test_install_list_verify_remove(run: Any) -> None:
    """A language is installed, listed with licence and source, verified and removed."""
    assert [entry["new"] for entry in facts(run("install", "de", "--json"))] == [True, True]
    assert [entry["new"] for entry in facts(run("install", "de", "--json"))] == [False, False]
    rows = {row["name"]: row for row in facts(run("list", "--json"))}
    assert (rows[VOSK]["installed"], rows[VOSK]["lang"], rows[VOSK]["licence"]) == (True, "de", "Apache-2.0")
    assert rows[VOSK]["source"].endswith(f"{VOSK}.zip")
    assert rows["faster-whisper-base"]["installed"] is False
    assert [entry["problem"] for entry in facts(run("verify", "--json"))] == [None, None]
    assert [entry["name"] for entry in facts(run("remove", "de", "--json"))] == [VOSK, VOICE]
    assert facts(run("verify", "--json")) == []


def test_verify_fails_with_a_command_that_mends(run: Any, tmp_path: Path) -> None:
    """A damaged model gives exit code 1 and says what to run."""
    run("install", VOSK)
    (tmp_path / "models/vosk" / VOSK / "am/final.mdl").write_bytes(b"x")
    code, lines = run("verify")
    assert code == 1
    assert f"voicehost models install {VOSK} --again" in lines[0]
    run("install", VOSK, "--again")
    assert run("verify")[0] == 0


def test_where_names_the_store_first(run: Any, tmp_path: Path) -> None:
    """The folders that are searched, the store's first."""
    folders = facts(run("where", "--json"))
    assert folders[0] == {"type": "folder", "use": "store", "folder": str(tmp_path / "models"), "exists": False}
    assert "vosk" in {entry["use"] for entry in folders}


def test_the_table_is_readable_in_a_pipe(run: Any) -> None:
    """Without a terminal every row stays on one line."""
    _, lines = run("list")
    assert len([line for line in lines if line.startswith(VOSK)]) == 1
    assert all("\x1b" not in line for line in lines)


def test_a_language_lists_what_serves_it(run: Any) -> None:
    """Models of all languages serve every language; case and lists are as everywhere else; unknown ones are told."""
    everything = facts(run("list", "--json"))
    assert facts(run("list", "--json", "--lang", "DE")) == everything
    assert facts(run("list", "--json", "--lang", "de,DE")) == everything
    with pytest.raises(Trouble, match=r"'xx'; choose from de"):
        run("list", "--lang", "xx")


def test_brackets_in_the_name_of_a_folder_are_shown(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are part of a name, not of a style."""
    theirs = tmp_path / "[" / "b] :cat:" / "vosk-model-small-de-0.1"
    theirs.mkdir(parents=True)
    monkeypatch.setattr("voicehost.store.store.elsewhere", lambda: {Kind.VOSK: (theirs.parent,)})
    code, lines = run("list")
    assert code == 0
    assert any("[/b] :cat:" in line for line in lines)


def test_verify_advises_only_what_can_be_done(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken model that is not in the catalogue cannot be installed again."""
    theirs = tmp_path / "vosk-model-small-fr-0.22"
    theirs.mkdir()
    monkeypatch.setattr("voicehost.store.store.elsewhere", lambda: {Kind.VOSK: (tmp_path,)})
    (tmp_path / "models/vosk/vosk-model-old").mkdir(parents=True)
    code, lines = run("verify")
    assert code == 1
    assert lines[0].endswith("run: voicehost models remove vosk-model-old")
    assert lines[1].endswith(f"replace or delete {theirs}")


def test_the_usual_mirror_gives_way_to_a_folder(
    run: Any, tmp_path: Path, upstream: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """$VOICEHOST_MIRROR is a habit, --from is meant."""
    monkeypatch.setenv("VOICEHOST_MIRROR", "http://127.0.0.1:1")
    (tmp_path / f"{VOSK}.zip").write_bytes(upstream.files[f"{VOSK}.zip"])
    assert run("install", VOSK, "--from", str(tmp_path))[0] == 0


def test_the_list_tells_where_every_file_came_from(run: Any, tmp_path: Path, upstream: Any) -> None:
    """Before an install upstream's addresses, afterwards those that were used; the table shows what they share."""
    before = {row["name"]: row for row in facts(run("list", "--json"))}
    assert before[VOICE]["source"] == f"{upstream.url}/"
    assert before[VOSK]["source"] == f"{upstream.url}/{VOSK}.zip"
    for name in (f"{VOICE}.onnx", f"{VOICE}.onnx.json"):
        (tmp_path / name).write_bytes(upstream.files[name])
    run("install", VOICE, "--from", str(tmp_path))
    after = {row["name"]: row for row in facts(run("list", "--json"))}
    assert after[VOICE]["source"] == f"{tmp_path.as_uri()}/"
    assert after[VOICE]["files"] == {
        f"{VOICE}{end}": f"{tmp_path.as_uri()}/{VOICE}{end}" for end in (".onnx", ".onnx.json")
    }
