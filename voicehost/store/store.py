"""The model store: one folder with one folder per model, each with a manifest of what was verified.

    <root>/vosk/vosk-model-small-de-0.15/     the model and voicehost.json (sizes, SHA-256, source of every file)
    <root>/.incoming/                         downloads that were not finished

A model appears by one rename, after its download had the pinned hash, its archive was judged, its files were all
there and it could be loaded. Until then the model that was there before stays.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from voicehost.errors import Trouble
from voicehost.store.catalogue import Kind, Model, catalogue
from voicehost.store.check import load_problem, problem, takes_grammar
from voicehost.store.download import (
    Progress,
    Unavailable,
    digest,
    disk_troubles,
    fetch,
    matches,
    no_progress,
)
from voicehost.store.places import Found, default_root, elsewhere, language_of, search
from voicehost.store.unpack import unpack

MANIFEST: Final = "voicehost.json"
GROWTH: Final = 3  # disk space to have for an archive, in times of its size: itself, and the model twice its size

Probe = Callable[[Path], str | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `verify` says about one model."""

    model: Found
    problem: str | None  # None: it is what was pinned, or (not ours) all its files are there
    hashed: bool  # whether contents were compared, not only names


class Store:
    """Models under `root`, and those that other programs keep. Nothing is created before the first install."""

    def __init__(
        self,
        root: Path | None = None,
        models: Mapping[str, Model] | None = None,
        others: Mapping[Kind, Sequence[Path]] | None = None,
        probe: Probe = load_problem,
    ) -> None:
        """`others`: folders of other programs by kind (None: the usual ones). `probe` loads a Vosk model."""
        self.root = default_root() if root is None else root
        self.models = catalogue() if models is None else models
        self._others = elsewhere() if others is None else others
        self._probe = probe

    # -- what is here ----------------------------------------------------------------------------------------------

    def found(self) -> list[Found]:
        """Every model here, whole or not, the store's own first."""
        ours = [
            Found(folder.name, kind, language_of(folder.name), folder, ours=True)
            for kind in Kind
            for folder in sorted((self.root / kind).glob("*"))
            if folder.is_dir()
        ]
        theirs = [one for kind, folders in self._others.items() for folder in folders for one in search(kind, folder)]
        return [*ours, *theirs]

    def usable(self, kind: Kind, lang: str | None = None) -> list[Found]:
        """Models of a kind (and language) whose files are all there, the store's own and the starters first."""
        here = [m for m in self.found() if m.kind is kind and lang in (None, m.lang) and self.fault(m) is None]
        return sorted(here, key=lambda m: (not m.ours, not self._is_starter(m.name)))

    def vosk(self, lang: str) -> Path:
        """The folder of the Vosk model for a language. Raises Trouble that says what is wrong and what to run."""
        models = self.usable(Kind.VOSK, lang)
        for model in models:
            if takes_grammar(model.folder):
                return model.folder
        if models:
            raise Trouble(
                f"{models[0].folder} has a fixed graph (graph/HCLG.fst) and cannot listen for a closed set; "
                f"install one that can: {self._advice(lang)}."
            )
        broken = [m for m in self.found() if m.kind is Kind.VOSK and m.lang == lang]
        if broken:
            raise Trouble(f"{broken[0].folder}: {self.fault(broken[0])}; install it again: {self._advice(lang)}.")
        raise Trouble(f"There is no Vosk model for {lang!r} here; install one: {self._advice(lang)}.")

    def whisper(self, name: str = "faster-whisper-base") -> Path | None:
        """The folder of Whisper files that are the pinned ones by size; None where there is none."""
        for model in self.usable(Kind.WHISPER):
            if model.name == name and all((model.folder / p.name).stat().st_size == p.size for p in self._pins(name)):
                return model.folder
        return None

    def fault(self, model: Found) -> str | None:
        """Why a model cannot be used, by names and sizes of its files; None if it can."""
        try:
            return self._fault(model)
        except OSError as error:
            return _unreadable(model, error)

    def verify(self, model: Found) -> Verdict:
        """Compare every byte with what was installed, or with the pins where another program installed it."""
        try:
            return self._verify(model)
        except OSError as error:
            return Verdict(model, _unreadable(model, error), hashed=False)

    # -- change ----------------------------------------------------------------------------------------------------

    def install(
        self, model: Model, *, source: Path | None = None, mirror: str | None = None, progress: Progress = no_progress
    ) -> Path:
        """Download (or take from `source`, a file or folder) and put in place; returns the model's folder.

        `mirror` is a URL whose files (NAME/FILE or FILE) replace upstream's. Raises Trouble; a model that was here
        before is kept until the new one has proved itself.
        """
        home = self.root / model.kind / model.name
        if source is not None and mirror is not None:
            raise Trouble(f"{model.name} can come from one place only: name {source} or {mirror}.")
        if source is not None and not source.exists():
            raise Trouble(f"{source} does not exist; name a file or a folder that holds {model.pins[0].name}.")
        with self._alone(), disk_troubles(self.root):
            incoming = self._incoming(model.name)
            incoming.mkdir(parents=True, exist_ok=True)
            self._need_space(model)
            origins = self._fetch_all(model, incoming, source, mirror, progress)
            draft = self._draft(model, incoming)
            if fault := problem(model.kind, draft) or (model.kind is Kind.VOSK and self._probe(draft)) or None:
                shutil.rmtree(incoming)
                raise Trouble(f"{model.name} is not usable: {fault}; it was not installed.")
            _write_manifest(draft, model, origins)
            _replace(draft, home)
            shutil.rmtree(incoming)
        return home

    def remove(self, name: str) -> Path:
        """Delete a model of the store, and what of it was downloaded only in part; returns its folder.

        Raises Trouble if it is not here, or is kept by another program.
        """
        here = [m for m in self.found() if m.name == name]
        ours = [m.folder for m in here if m.ours]
        if name in self.models and self._incoming(name).is_dir():
            ours.append(self._incoming(name))
        if not ours:
            where = f"; {here[0].folder} belongs to another program" if here else ""
            raise Trouble(f"{name} is not in the store{where}. See `voicehost models list`.")
        with self._alone(), disk_troubles(self.root):
            for folder in ours:
                shutil.rmtree(folder)
        return ours[0]

    # -- steps -----------------------------------------------------------------------------------------------------

    def _fault(self, model: Found) -> str | None:
        """Raises OSError for a folder that cannot be read."""
        if model.ours:
            manifest = _read_manifest(model.folder)
            if manifest is None:
                return f"{MANIFEST} is missing or damaged"
            for name, written in manifest.files.items():
                file = model.folder / name
                if not file.is_file():
                    return f"{name} is missing"
                if file.stat().st_size != written.size:
                    return f"{name} has {file.stat().st_size} bytes instead of {written.size}"
        if model.kind is Kind.PIPER and not model.ours:  # their folders hold many voices
            return None
        return problem(model.kind, model.folder)

    def _verify(self, model: Found) -> Verdict:
        """Raises OSError for a file that cannot be read."""
        fault = self.fault(model)
        if fault is not None:
            return Verdict(model, fault, hashed=False)
        if model.ours and (manifest := _read_manifest(model.folder)):
            for name, written in manifest.files.items():
                if digest(model.folder / name) != written.sha256:
                    return Verdict(model, f"{name} has changed since it was installed (wrong SHA-256)", hashed=True)
            return Verdict(model, None, hashed=True)
        pinned = [pin for pin in self._pins(model.name) if not pin.drifts and (model.folder / pin.name).is_file()]
        for pin in pinned:
            if not matches(model.folder / pin.name, pin):
                return Verdict(model, f"{pin.name} is not the pinned file (wrong hash)", hashed=True)
        return Verdict(model, None, hashed=bool(pinned))

    def _fetch_all(
        self, model: Model, incoming: Path, source: Path | None, mirror: str | None, progress: Progress
    ) -> dict[str, str]:
        """Fetch every file of the model; returns file name -> URL it came from."""
        origins = {}
        for pin in model.pins:
            try:
                origins[pin.name] = fetch(pin, incoming, _sources(model, pin.name, pin.url, source, mirror), progress)
            except Unavailable as failure:
                if pin.optional:
                    continue
                needed = [one for one in model.pins if not one.optional]
                where = source or mirror
                advice = (
                    f"{where} must hold {' and '.join(one.name for one in needed)}"
                    if where
                    else f"without internet, bring {' and '.join(one.url for one in needed)} on a stick and run: "
                    f"voicehost models install {model.name} --from FOLDER"
                )
                raise Trouble(f"{failure}; {advice}.") from failure
        return origins

    def _draft(self, model: Model, incoming: Path) -> Path:
        """The model's folder as it will be, beside the place where it will stand."""
        draft = incoming / "unpacked"
        shutil.rmtree(draft, ignore_errors=True)
        if model.packed:
            unpack(incoming / model.pins[0].name, draft)
        else:
            draft.mkdir()
            for pin in model.pins:
                if (incoming / pin.name).is_file():
                    (incoming / pin.name).replace(draft / pin.name)
        return draft

    def _need_space(self, model: Model) -> None:
        need = (GROWTH if model.packed else 1) * (model.size or 0)
        free = shutil.disk_usage(self.root).free
        if free < need:
            raise Trouble(
                f"{model.name} needs about {need >> 20} MB on the disk of {self.root} and {free >> 20} MB are free; "
                "free some space or set VOICEHOST_MODELS to a folder on another disk."
            )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One installer at a time; the lock dies with its process."""
        import filelock

        with disk_troubles(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            lock = filelock.FileLock(self.root / ".lock")
            try:
                lock.acquire(timeout=0)
            except filelock.Timeout as busy:
                told = f"Another voicehost is changing {self.root} right now; wait until it has finished."
                raise Trouble(told) from busy
        try:
            yield
        finally:
            lock.release()

    def _incoming(self, name: str) -> Path:
        """Where a model's files gather until it is whole."""
        return self.root / ".incoming" / name

    def _pins(self, name: str) -> Sequence[Any]:
        return self.models[name].pins if name in self.models else ()

    def _is_starter(self, name: str) -> bool:
        return name in self.models and self.models[name].starter

    def _advice(self, lang: str) -> str:
        pinned = [m.name for m in self.models.values() if m.kind is Kind.VOSK and m.lang == lang]
        return f"voicehost models install {pinned[0]}" if pinned else "see `voicehost models list`"


def _unreadable(model: Found, error: OSError) -> str:
    return f"{error.filename or model.folder} cannot be read ({error.strerror or error})"


def _sources(model: Model, file: str, url: str, source: Path | None, mirror: str | None) -> list[str]:
    """URLs to try, in order. A folder or mirror may keep a model's files in a folder of its name, or flat."""
    base = mirror
    if source is not None:
        if source.is_file() and len(model.pins) == 1:
            return [source.resolve().as_uri()]
        base = (source if source.is_dir() else source.parent).resolve().as_uri()
    if base is None:
        return [url]
    base = base.rstrip("/")
    return [f"{base}/{model.name}/{file}", f"{base}/{file}"]


def _replace(draft: Path, home: Path) -> None:
    """Put the new folder in place of the old one; if that fails, the old one is back."""
    home.parent.mkdir(parents=True, exist_ok=True)
    old = draft.with_name("old")
    shutil.rmtree(old, ignore_errors=True)
    if home.exists():
        home.replace(old)
    try:
        draft.replace(home)
    except OSError:
        if old.exists():
            old.replace(home)
        raise


def _write_manifest(folder: Path, model: Model, origins: Mapping[str, str]) -> None:
    files = {
        file.relative_to(folder).as_posix(): {"size": file.stat().st_size, "sha256": digest(file)}
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
    facts = {"name": model.name, "kind": model.kind, "licence": model.licence, "sources": origins, "files": files}
    (folder / MANIFEST).write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class _Written:
    """One file as it was installed."""

    size: int  # bytes
    sha256: str


@dataclass(frozen=True, slots=True)
class _Manifest:
    """What was installed, and from where."""

    files: Mapping[str, _Written]
    sources: Mapping[str, str]  # file of the download -> URL


def _read_manifest(folder: Path) -> _Manifest | None:
    """What the store wrote into a model's folder; None where it is not there or is not what the store writes."""
    try:
        facts = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        files = {name: _Written(int(one["size"]), str(one["sha256"])) for name, one in facts["files"].items()}
        return _Manifest(files, {name: str(url) for name, url in facts["sources"].items()})
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def sources_of(folder: Path) -> Mapping[str, str]:
    """Where the files of an installed model came from: file -> URL. Empty for models of other programs."""
    manifest = _read_manifest(folder)
    return manifest.sources if manifest else {}
