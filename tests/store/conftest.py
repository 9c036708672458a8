"""A small upstream: models of a few kilobytes, their pins, and a server that can misbehave."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from voicehost.store.catalogue import Model, catalogue

VOSK, VOICE, WHISPER = "vosk-model-small-de-9", "de_DE-clown-low", "faster-whisper-base"

VOSK_FILES = (
    *("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/phones/word_boundary.int"),
    *("graph/HCLr.fst", "graph/Gr.fst", "graph/disambig_tid.int"),
    *("ivector/final.dubm", "ivector/final.ie", "ivector/final.mat"),
    *("ivector/global_cmvn.stats", "ivector/online_cmvn.conf", "ivector/splice.conf"),
)
SETTINGS = {"audio": {"sample_rate": 22050}, "phoneme_id_map": {"a": [1]}, "language": {"code": "de_DE"}}


def noise(name: str, size: int = 4000) -> bytes:
    """Bytes that belong to a name and do not shrink in an archive."""
    return random.Random(name).randbytes(size)


def zip_of(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


VOSK_ZIP = zip_of({f"{VOSK}/{name}": noise(name) for name in VOSK_FILES})


@dataclass
class Upstream:
    """A server's files, what it was asked for, and how it misbehaves."""

    url: str
    files: dict[str, bytes]
    asked: list[tuple[str, str | None]] = field(default_factory=list)  # path, Range
    ranges: bool = True
    lengths: bool = True  # whether answers tell their length
    spoil: Callable[[bytes], bytes] | None = None  # what is sent instead of the content
    breaks: int = 0  # so many answers end in the middle
    status: int | None = None


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    """Serves a Vosk model, a Piper voice and Whisper files on 127.0.0.1."""
    up: Upstream

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted_range = self.headers.get("Range")
            path = self.path.lstrip("/")
            up.asked.append((path, wanted_range))
            content = up.files.get(path)
            if content is None or up.status:
                self.send_error(up.status or 404)
                return
            start = int(wanted_range[6:].rstrip("-")) if wanted_range and up.ranges else 0
            if start and start >= len(content):
                self.send_error(416)
                return
            body = up.spoil(content[start:]) if up.spoil else content[start:]
            self.send_response(206 if start else 200)
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
            if up.lengths:
                self.send_header("Content-Length", str(len(content) - start))
            self.end_headers()
            if up.breaks:
                up.breaks -= 1
                body = body[: len(body) // 2]
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class calls it so
            """Tests are quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    files = {
        f"{VOSK}.zip": VOSK_ZIP,
        f"{VOICE}.onnx": noise(VOICE),
        f"{VOICE}.onnx.json": json.dumps(SETTINGS).encode(),
        "MODEL_CARD": b"# a clown",
        **{name: noise(name) for name in ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt")},
    }
    up = Upstream(f"http://127.0.0.1:{server.server_address[1]}", files)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield up
    server.shutdown()
    server.server_close()


@pytest.fixture
def models(upstream: Upstream) -> dict[str, Model]:
    """A catalogue that pins what the server has."""

    def pin(name: str, algorithm: str) -> dict[str, object]:
        content = upstream.files[name]
        return {"size": len(content), algorithm: hashlib.new(algorithm, content).hexdigest()}

    voice_files = (f"{VOICE}.onnx", f"{VOICE}.onnx.json", "MODEL_CARD")
    whisper_files = ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt")
    return catalogue(
        {
            "about": {
                VOSK: {"lang": "de", "licence": "Apache-2.0", "starter": True},
                VOICE: {"lang": "de", "licence": "CC0-1.0", "starter": True},
                WHISPER: {"lang": None, "licence": "MIT"},
            },
            "vosk": {VOSK: {"url": f"{upstream.url}/{VOSK}.zip", "md5": None, **pin(f"{VOSK}.zip", "sha256")}},
            "piper": {
                VOICE: {
                    "onnx_url": f"{upstream.url}/{VOICE}.onnx",
                    "files": {name: pin(name, "md5") for name in voice_files},
                }
            },
            "whisper": {
                WHISPER: {name: {"url": f"{upstream.url}/{name}", **pin(name, "sha256")} for name in whisper_files}
            },
        }
    )


@pytest.fixture
def odd_folder(tmp_path: Path) -> Path:
    """A folder with umlauts and spaces in its name, where file names may have them (not under LC_ALL=C)."""
    try:
        os.fsencode("ü")
    except UnicodeEncodeError:
        return tmp_path / "odd folder"
    return tmp_path / "Modelle für Käthe"


@pytest.fixture
def make_zip() -> Callable[..., bytes]:
    """Builds archives."""
    return zip_of


@pytest.fixture
def vosk_files() -> dict[str, bytes]:
    """The files of the Vosk model as they lie in its folder."""
    return {name: noise(name) for name in VOSK_FILES}
