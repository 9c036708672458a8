"""Opening an archive that nobody should have to trust.

Every entry is judged before the first byte is written: no links, no devices, no paths that lead out of the
folder, no bombs. Then all is unpacked into a folder beside, which the caller renames when it is complete.
"""

from __future__ import annotations

import errno
import re
import shutil
import stat
import unicodedata
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import IO, Final

from voicehost.errors import Trouble

MOST_FILES: Final = 2_000
MOST_TIMES: Final = 12  # unpacked size over archive size; Vosk's models have 1.5 to 3
FREE_BYTES: Final = 1 << 20  # small archives may grow by this, whatever the ratio
CHUNK: Final = 1 << 20

_FORBIDDEN = re.compile(r'[\x00-\x1f\\:*?"<>|]')  # in no honest file name on any system


def unpack(archive: Path, into: Path) -> None:
    """Unpack a zip file into the new folder `into`; a single top folder in the archive is left out.

    Raises Trouble for anything but plain files in plain folders, for more than MOST_FILES files, for bombs, and
    for damage. OSError (a full disk) is the caller's to tell.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = _judged(archive, opened.infolist())
            into.mkdir(parents=True)
            for target, entry in entries.items():
                path = into.joinpath(*target.parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(entry) as source, path.open("xb") as out:
                    _copy(source, out, entry)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise Trouble(f"{archive.name} is damaged ({error}); it is not used.") from error
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        raise Trouble(f"{archive.name} is damaged (it points outside itself); it is not used.") from error


def _judged(archive: Path, infos: list[zipfile.ZipInfo]) -> dict[PurePosixPath, zipfile.ZipInfo]:
    """The files to write, by path inside the folder. Raises Trouble for the first entry that is not honest."""
    if len(infos) > MOST_FILES:
        raise Trouble(f"{archive.name} holds {len(infos)} files; no model does, it is not used.")
    if sum(info.file_size for info in infos) > MOST_TIMES * archive.stat().st_size + FREE_BYTES:
        raise Trouble(f"{archive.name} would unpack to far more than a model holds; it is not used.")
    files: dict[PurePosixPath, zipfile.ZipInfo] = {}
    for info in infos:
        path = PurePosixPath(info.filename)
        if problem := _problem(info, path):
            raise Trouble(f"{archive.name} holds {info.filename!r}, which is {problem}; it is not used.")
        if not info.is_dir():
            files[path] = info
    if len({unicodedata.normalize("NFC", str(path)).casefold() for path in files}) < len(files):
        raise Trouble(f"{archive.name} holds two files of the same name; it is not used.")
    tops = {path.parts[0] for path in files}
    if len(tops) == 1 and all(len(path.parts) > 1 for path in files):
        return {PurePosixPath(*path.parts[1:]): info for path, info in files.items()}
    return files


def _problem(info: zipfile.ZipInfo, path: PurePosixPath) -> str | None:
    mode = stat.S_IFMT(info.external_attr >> 16)
    if mode == stat.S_IFLNK:
        return "a link"
    if mode not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "a device"
    if info.flag_bits & 0x1:
        return "encrypted"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "packed as no model is"
    if path.is_absolute() or ".." in path.parts or not path.parts or _FORBIDDEN.search(info.orig_filename):
        return "a path that leads elsewhere"
    return None


def _copy(source: IO[bytes], out: IO[bytes], entry: zipfile.ZipInfo) -> None:
    """Copy one file; zipfile checks its CRC and never gives more than the size that was judged."""
    shutil.copyfileobj(source, out, CHUNK)
    if out.tell() != entry.file_size:
        raise zipfile.BadZipFile(f"{entry.filename} is cut short")
