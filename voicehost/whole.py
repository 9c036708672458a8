"""Files that are written whole or not at all: a crash or a full disk leaves the old one as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from voicehost.errors import Trouble


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path to write to, moved to `path` at the end. If anything fails, `path` is as it was before."""
    need_writable(path)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as handle:
        part = Path(handle.name)
    try:
        yield part
        part.chmod(0o644)
        part.replace(path)
    except OSError as error:
        raise Trouble(f"Cannot write {path}: {error.strerror or error}.") from error
    finally:
        part.unlink(missing_ok=True)


def need_writable(path: Path) -> None:
    """Raise Trouble now rather than after a long run, if `path` cannot be written."""
    if path.is_dir():
        raise Trouble(f"Cannot write {path}: it is a folder; name a file.")
    if not path.parent.is_dir():
        raise Trouble(f"Cannot write {path}: the folder {path.parent} does not exist.")
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass
    except OSError as error:
        raise Trouble(f"Cannot write {path}: {error.strerror or error}.") from error


def write_whole(path: Path, text: str) -> None:
    """Write one of our own text files (UTF-8) beside itself, then move it into place. Raises OSError."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(path)
