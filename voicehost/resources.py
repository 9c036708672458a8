"""Where the data that people may edit is found: grammars/ and voices/.

In an installed wheel both folders lie inside the package; in a source checkout they lie beside it.
A folder given by the user is laid over them: a file there hides the packaged file of the same relative path.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from voicehost.errors import Trouble


def data_root(kind: str) -> Path:
    """The packaged folder `kind` ("grammars" or "voices")."""
    package = Path(str(resources.files("voicehost")))
    for folder in (package / kind, package.parent / kind):
        if folder.is_dir():
            return folder
    raise Trouble(f"The folder {kind}/ is missing from this installation; install voicehost again.")


def layers(kind: str, overlay: Path | None = None) -> Iterator[Path]:
    """The folders to look into, the user's first. `overlay` holds `grammars/` and `voices/` like the project."""
    if overlay is not None:
        if not overlay.is_dir():
            raise Trouble(f"The data folder {overlay} does not exist; name a folder that holds {kind}/.")
        if (overlay / kind).is_dir():
            yield overlay / kind
    yield data_root(kind)


def find(kind: str, name: str, overlay: Path | None = None) -> Path | None:
    """The file `name` (such as "de/verhext.yaml") in the first layer that has it, or None."""
    for folder in layers(kind, overlay):
        if (folder / name).is_file():
            return folder / name
    return None


def languages(overlay: Path | None = None) -> tuple[str, ...]:
    """Every language that has both a grammar folder and a voice folder, sorted. No code lists them."""
    found: list[set[str]] = []
    for kind in ("grammars", "voices"):
        found.append({p.name for f in layers(kind, overlay) for p in f.iterdir() if p.is_dir()})
    return tuple(sorted(found[0] & found[1]))


def need_languages(asked: str | None, overlay: Path | None = None) -> tuple[str, ...]:
    """Parse `--lang`: "de", "de,en", or "mixed"/None for all. Unknown ones raise Trouble naming the known."""
    known = languages(overlay)
    if asked in (None, "", "mixed"):
        return known
    wanted = tuple(dict.fromkeys(part.strip().lower() for part in asked.split(",") if part.strip()))
    for lang in wanted:
        if lang not in known:
            raise Trouble(f"Unknown language {lang!r}; choose from {', '.join(known)} or mixed.")
    return wanted or known
