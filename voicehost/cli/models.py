"""`voicehost models`: what is installed, and installing more."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from voicehost.store.catalogue import Model
    from voicehost.store.download import Progress
    from voicehost.store.places import Found
    from voicehost.store.store import Store

models = typer.Typer(help="Models and voices on this computer.", no_args_is_help=True)

Names = Annotated[list[str], typer.Argument(help="Languages (de en) or names of models.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object per line.")]
Folder = Annotated[Path | None, typer.Option("--store", help="Folder of the store (also $VOICEHOST_MODELS).")]


@models.command("list")
def list_models(
    lang: Annotated[str | None, typer.Option(help="Only what serves these languages: de or de,en.")] = None,
    store: Folder = None,
    as_json: Json = False,
) -> None:
    """Show every model that can be installed or is here: language, size, licence, state, source."""
    rows = _serving(lang, _rows(_open(store)))
    if as_json:
        for row in rows:
            _print_json({"type": "model", **row})
        return
    from rich.table import Table

    from voicehost.cli.output import table_console

    table = Table("name", "kind", "lang", "MB", "licence", "installed", "source", box=None, pad_edge=False)
    for row in rows:
        size = "?" if row["bytes"] is None else f"{row['bytes'] / 1e6:.0f}"
        table.add_row(
            row["name"], row["kind"], row["lang"] or "all", size, row["licence"] or "?", row["state"], row["source"]
        )
    table_console(width=None if sys.stdout.isatty() else 200).print(table)


@models.command()
def install(
    names: Names,
    source: Annotated[
        Path | None, typer.Option("--from", help="A file or folder to take the files from, without internet.")
    ] = None,
    mirror: Annotated[
        str | None, typer.Option(help="URL of a folder that holds the files (also $VOICEHOST_MIRROR).")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Also what is installed and sound.")] = False,
    store: Folder = None,
    as_json: Json = False,
) -> None:
    """Download models, check them against their pins, and put them in place."""
    from voicehost.store.catalogue import Kind, wanted
    from voicehost.store.check import takes_grammar

    shop = _open(store)
    usual = None if source else os.environ.get("VOICEHOST_MIRROR")
    here = {found.name: found for found in shop.found() if found.ours}
    for model in wanted(names, shop.models):
        found = here.get(model.name)
        fresh = again or found is None or shop.verify(found).problem is not None
        folder = found.folder if found else None
        if fresh:
            with _bar(model) as progress:
                folder = shop.install(model, source=source, mirror=mirror or usual, progress=progress)
        assert folder is not None
        fixed = model.kind is Kind.VOSK and not takes_grammar(folder)
        if as_json:
            _print_json(
                {"type": "installed", "name": model.name, "folder": str(folder), "new": fresh, "grammar": not fixed}
            )
            continue
        note = "; its graph is fixed, so it cannot listen for a closed set" if fixed else ""
        print(f"{model.name}  {'installed in' if fresh else 'is already in'} {folder}{note}")


@models.command()
def remove(names: Names, store: Folder = None, as_json: Json = False) -> None:
    """Delete models from the store."""
    from voicehost.store.catalogue import wanted

    shop = _open(store)
    here = {found.name for found in shop.found() if found.ours}
    for word in names:
        chosen = [word] if word in here else [m.name for m in wanted([word], shop.models) if m.name in here]
        for name in chosen or [word]:
            folder = shop.remove(name)
            if as_json:
                _print_json({"type": "removed", "name": name, "folder": str(folder)})
            else:
                print(f"{name}  removed from {folder}")


@models.command()
def verify(
    names: Annotated[list[str] | None, typer.Argument(help="Models to verify (all that are here if none).")] = None,
    store: Folder = None,
    as_json: Json = False,
) -> None:
    """Read every installed file and compare it with its hash. Exit code 1 if something is wrong."""
    from voicehost.errors import Trouble

    shop = _open(store)
    here = [found for found in shop.found() if not names or found.name in names]
    for name in names or ():
        if name not in {found.name for found in here}:
            raise Trouble(f"{name} is not on this computer; see `voicehost models list`.")
    bad = 0
    for found in here:
        verdict = shop.verify(found)
        bad += verdict.problem is not None
        if as_json:
            facts = {"name": found.name, "folder": str(found.folder), "hashed": verdict.hashed}
            _print_json({"type": "verified", **facts, "problem": verdict.problem})
        elif verdict.problem:
            print(f"{found.name}  BROKEN: {verdict.problem}; {_mend(shop, found)}")
        else:
            print(f"{found.name}  {'sound' if verdict.hashed else 'complete, contents unknown'}  {found.folder}")
    if not here and not as_json:
        print("no models are installed; run: voicehost models list")
    raise typer.Exit(1 if bad else 0)


@models.command()
def where(store: Folder = None, as_json: Json = False) -> None:
    """Print the folders where models are kept and looked for."""
    from voicehost.store.places import elsewhere

    root = _open(store).root
    rows = [("store", root), *((str(kind), folder) for kind, folders in elsewhere().items() for folder in folders)]
    for use, folder in rows:
        if as_json:
            _print_json({"type": "folder", "use": use, "folder": str(folder), "exists": folder.is_dir()})
        else:
            print(f"{use:8} {folder}{'' if folder.is_dir() else '  (not there)'}")


def _mend(store: Store, broken: Found) -> str:
    """What to do about a model that is not as it should be."""
    if broken.name in store.models:
        return f"run: voicehost models install {broken.name} --again"
    return f"run: voicehost models remove {broken.name}" if broken.ours else f"replace or delete {broken.folder}"


def _open(folder: Path | None) -> Store:
    from voicehost.store.store import Store

    return Store(folder)


def _rows(store: Store) -> list[dict[str, Any]]:
    """One row per pinned model and per model that another program keeps."""
    found: dict[str, Found] = {}
    for one in store.found():
        found.setdefault(one.name, one)
    rows = [_row(store, name, model, found.get(name)) for name, model in store.models.items()]
    return rows + [_row(store, name, None, one) for name, one in found.items() if name not in store.models]


def _serving(asked: str | None, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The models of these languages, and those of all. Raises Trouble for a language that no model has."""
    from voicehost.errors import Trouble

    langs = {part.strip().lower() for part in (asked or "").split(",") if part.strip()}
    known = {row["lang"] for row in rows if row["lang"]}
    if strange := langs - known:
        raise Trouble(f"No model speaks {min(strange)!r}; choose from {', '.join(sorted(known))}.")
    return [row for row in rows if not langs or row["lang"] is None or row["lang"] in langs]


def _row(store: Store, name: str, model: Model | None, found: Found | None) -> dict[str, Any]:
    from voicehost.store.store import sources_of

    state, files = "no", {pin.name: pin.url for pin in model.pins} if model else {}
    if found is not None:
        fault = store.fault(found)
        state = f"broken: {fault}" if fault else "yes" if found.ours else "yes, by another program"
        files = dict(sources_of(found.folder))
    facts = model or found
    assert facts is not None
    return {
        "name": name,
        "kind": str(facts.kind),
        "lang": facts.lang,
        "bytes": model.size if model else None,
        "licence": model.licence if model else None,
        "installed": found is not None and not state.startswith("broken"),
        "state": state,
        "folder": str(found.folder) if found else None,
        "source": _shared(list(files.values())) or str(found and found.folder),
        "files": files,
    }


def _shared(urls: Sequence[str]) -> str:
    """The address of one file, or the folders that several come from; "" for none."""
    folders = dict.fromkeys(url.rpartition("/")[0] + "/" for url in urls)
    return " ".join(folders if len(urls) > 1 else urls)


def _print_json(entry: dict[str, Any]) -> None:
    print(json.dumps(entry, ensure_ascii=False), flush=True)


@contextmanager
def _bar(model: Model) -> Iterator[Progress]:
    """A progress bar on stderr, one line per file; silent where stderr is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal) as bar:
        tasks: dict[str, Any] = {}

        def progress(name: str, done: int, total: int | None) -> None:
            if name not in tasks:
                tasks[name] = bar.add_task(name, total=total)
            bar.update(tasks[name], completed=done)

        yield progress
