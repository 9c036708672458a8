"""Archives: plain files in plain folders, and nothing else."""

from __future__ import annotations

import contextlib
import random
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from voicehost.errors import Trouble
from voicehost.store.unpack import unpack

Zip = Callable[..., bytes]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Where the archive of a test lies."""
    return tmp_path / "model.zip"


def refused(archive: Path, reason: str) -> None:
    """The archive is refused for this reason, and not a byte of it was unpacked."""
    target = archive.parent / "model"
    with pytest.raises(Trouble, match=reason):
        unpack(archive, target)
    assert not [file for file in target.rglob("*") if file.is_file()]
    assert {path.name for path in archive.parent.iterdir()} <= {"model.zip", "model"}


def test_the_top_folder_of_an_archive_is_left_out(archive: Path, make_zip: Zip, tmp_path: Path) -> None:
    """Vosk's archives hold one folder with everything; flat archives are as good."""
    archive.write_bytes(make_zip({"vosk-model-x/am/final.mdl": b"1", "vosk-model-x/conf/m.conf": b"2"}))
    unpack(archive, tmp_path / "a")
    assert (tmp_path / "a" / "am" / "final.mdl").read_bytes() == b"1"
    archive.write_bytes(make_zip({"am/final.mdl": b"1", "README": b"2"}))
    unpack(archive, tmp_path / "b")
    assert (tmp_path / "b" / "am" / "final.mdl").read_bytes() == b"1"


@pytest.mark.parametrize(
    "name", ["../evil", "a/../../evil", "/etc/evil", "C:/evil", "a\\..\\evil", "a/b\x00c", "..", "a/what?"]
)
def test_paths_that_lead_elsewhere_are_refused(name: str, archive: Path, make_zip: Zip) -> None:
    """Up, absolute, with drives, backslashes or control characters: nothing is unpacked at all."""
    content = make_zip({"good": b"1", name.replace("\0", "%"): b"2"})
    archive.write_bytes(content.replace(b"%", b"\0") if "\0" in name else content)
    refused(archive, "leads elsewhere")


@pytest.mark.parametrize(
    ("mode", "word"), [(stat.S_IFLNK, "a link"), (stat.S_IFCHR, "a device"), (stat.S_IFIFO, "a device")]
)
def test_links_and_devices_are_refused(mode: int, word: str, archive: Path) -> None:
    """Only plain files and folders."""
    with zipfile.ZipFile(archive, "w") as out:
        info = zipfile.ZipInfo("m/thing")
        info.external_attr = (mode | 0o777) << 16
        out.writestr(info, "/etc/passwd")
    refused(archive, word)


def test_bombs_are_refused_by_what_they_declare(archive: Path, make_zip: Zip) -> None:
    """Fifty megabytes of nothing in fifty kilobytes are no model."""
    archive.write_bytes(make_zip({"m/zeros": bytes(50 << 20)}))
    refused(archive, "far more than a model holds")


def test_bombs_that_declare_little_are_cut_off(archive: Path, make_zip: Zip, tmp_path: Path) -> None:
    """An entry that lies about its size is never unpacked beyond it."""
    content = bytearray(make_zip({"m/zeros": bytes(9 << 20)}))
    lie = struct.pack("<L", 9 << 20), struct.pack("<L", 1000)
    assert content.count(lie[0]) >= 2  # local header and directory
    archive.write_bytes(bytes(content).replace(*lie))
    with pytest.raises(Trouble, match="damaged"):
        unpack(archive, tmp_path / "model")
    assert sum(file.stat().st_size for file in (tmp_path / "model").rglob("*") if file.is_file()) <= 1000


def test_thousands_of_files_are_refused(archive: Path, make_zip: Zip) -> None:
    """No model holds so many."""
    archive.write_bytes(make_zip({f"m/{number}": b"" for number in range(2001)}))
    refused(archive, "2001 files")


def test_names_that_differ_only_by_case_are_refused(archive: Path, make_zip: Zip) -> None:
    """On some disks one would overwrite the other; composed and decomposed letters as well."""
    archive.write_bytes(make_zip({"m/A": b"1", "m/a": b"2"}))
    refused(archive, "same name")
    archive.write_bytes(make_zip({"m/\u00e4": b"1", "m/a\u0308": b"2"}))
    refused(archive, "same name")


def test_cut_and_scrambled_archives_are_damaged(archive: Path, make_zip: Zip, tmp_path: Path) -> None:
    """No directory, a wrong CRC, an encrypted entry: one line each."""
    whole = make_zip({"m/a": bytes(range(256)) * 20})
    archive.write_bytes(whole[:-40])
    refused(archive, "damaged")
    archive.write_bytes(whole[:60] + bytes([whole[60] ^ 255]) + whole[61:])
    with pytest.raises(Trouble, match="damaged"):
        unpack(archive, tmp_path / "model")
    encrypted = bytearray(whole)
    encrypted[encrypted.index(b"PK\x01\x02") + 8] |= 1
    archive.write_bytes(encrypted)
    with pytest.raises(Trouble, match="encrypted"):
        unpack(archive, tmp_path / "other")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_unusual_packing_is_refused(method: int, archive: Path, make_zip: Zip) -> None:
    """Models are stored or deflated; what else a library can open is only a further way to go wrong."""
    archive.write_bytes(make_zip({"m/a": b"1"}, method))
    refused(archive, "packed as no model is")


def test_an_archive_that_points_outside_itself_is_damaged(archive: Path, make_zip: Zip) -> None:
    """A directory that claims to lie elsewhere, as after a byte that flipped."""
    whole = bytearray(make_zip({"m/a": b"1"}))
    end = whole.rindex(b"PK\x05\x06")
    whole[end + 16 : end + 20] = struct.pack("<L", len(whole) * 100)
    archive.write_bytes(whole)
    refused(archive, "damaged")


def test_flipped_bytes_never_end_in_anything_but_damage(archive: Path, make_zip: Zip, tmp_path: Path) -> None:
    """Five hundred damaged archives: whole after all, or one line."""
    chance = random.Random(6)
    whole = make_zip({f"m/{name}": bytes(range(256)) * 8 for name in "abc"})
    for number in range(500):
        flipped = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            flipped[chance.randrange(len(flipped))] = chance.randrange(256)
        archive.write_bytes(flipped)
        with contextlib.suppress(Trouble):
            unpack(archive, tmp_path / str(number))
