"""Is a model on disk whole and usable? Judged by its files, before any native library opens it.

Kaldi ends the process for a model that lacks a file, and for a closed set on a graph that cannot take one.
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from pathlib import Path
from typing import Final

from voicehost.store.catalogue import Kind

# Without these Vosk does not load, or ends the process later (vosk-api, model.cc and spk_model.cc).
_VOSK: Final = (
    "am/final.mdl",
    "conf/mfcc.conf",
    "conf/model.conf",
    "graph/phones/word_boundary.int",
)
_VOSK_IVECTOR: Final = ("final.dubm", "final.ie", "final.mat", "global_cmvn.stats", "online_cmvn.conf", "splice.conf")
_GRAMMAR_GRAPH: Final = ("graph/HCLr.fst", "graph/Gr.fst", "graph/disambig_tid.int")  # compiled with a closed set
_FIXED_GRAPH: Final = "graph/HCLG.fst"
_FST: Final = struct.pack("<i", 2125659606)  # OpenFst's magic number (fst.cc)
_HEAD: Final = 1 << 10  # bytes of a graph in which its headers lie
_SPEAKER: Final = ("final.ext.raw", "mean.vec", "mfcc.conf", "transform.mat")
_WHISPER: Final = ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt")

LOAD_LIMIT_S: Final = 120.0  # for a large model on a small computer with a slow card


def problem(kind: Kind, folder: Path) -> str | None:
    """What makes the model unusable ("graph/Gr.fst is missing"), or None. Reads names, sizes and headers."""
    if not folder.is_dir():
        return "the folder is missing"
    for name in _required(kind, folder):
        file = folder / name
        if not file.is_file():
            return f"{name} is missing"
        if file.stat().st_size == 0:
            return f"{name} is empty"
    if kind is Kind.VOSK:
        return _graph_problem(folder / _GRAMMAR_GRAPH[0])
    return _settings_problem(folder) if kind is Kind.PIPER else None


def takes_grammar(folder: Path) -> bool:
    """Whether a Vosk model can listen for a closed set: its graph is in two halves that are joined at run time."""
    return all((folder / name).is_file() for name in _GRAMMAR_GRAPH)


def load_problem(folder: Path) -> str | None:
    """Load a Vosk model in a process of its own, so that a native crash becomes a sentence."""
    script = "import sys, vosk; vosk.SetLogLevel(-1); vosk.Model(sys.argv[1])"
    command = [sys.executable, "-P", "-c", script, str(folder)]  # -P: no vosk.py of the folder we are in
    try:
        done = subprocess.run(command, capture_output=True, timeout=LOAD_LIMIT_S)
    except subprocess.TimeoutExpired:
        return f"it did not load within {LOAD_LIMIT_S:.0f} s"
    if done.returncode == 0:
        return None
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"it does not load ({lines[-1].strip() if lines else f'exit code {done.returncode}'})"


def _required(kind: Kind, folder: Path) -> tuple[str, ...]:
    match kind:
        case Kind.VOSK:
            ivector = tuple(f"ivector/{name}" for name in _VOSK_IVECTOR) if (folder / "ivector").is_dir() else ()
            graph = (_FIXED_GRAPH,) if (folder / _FIXED_GRAPH).is_file() else _GRAMMAR_GRAPH
            return (*_VOSK, *ivector, *graph)
        case Kind.SPEAKER:
            return _SPEAKER
        case Kind.WHISPER:
            return _WHISPER
        case Kind.PIPER:
            voices = sorted(file.name for file in folder.glob("*.onnx")) or [f"{folder.name}.onnx"]
            return (*voices, *(f"{voice}.json" for voice in voices))


def _graph_problem(graph: Path) -> str | None:
    """A download or a copy that ended in the middle: Vosk goes on without the graph, and the process ends."""
    if not graph.is_file():
        return None
    size = graph.stat().st_size
    with graph.open("rb") as file:
        head = file.read(_HEAD)
    cut = head.startswith(_FST) and (size < _HEAD or size < _least_size(head))
    return f"graph/{graph.name} is cut short" if cut else None


def _least_size(head: bytes) -> int:
    """The bytes that states (20 each) and arcs (16) of a graph take by its header (const-fst.h); 0 if it is none."""
    at = head.find(_FST + struct.pack("<i", 5) + b"const")  # behind the header of the look-ahead that wraps it
    if at < 0:
        return 0
    at += 13 + 4 + struct.unpack_from("<i", head, at + 13)[0]  # past the type of its arcs
    *_, states, arcs = struct.unpack_from("<iiQqqq", head, at)
    return int(at + 40 + 20 * states + 16 * arcs)


def _settings_problem(folder: Path) -> str | None:
    """Piper's settings must be readable and tell what the voice needs: rate, phonemes, language."""
    for file in folder.glob("*.onnx.json"):
        try:
            settings = json.loads(file.read_text(encoding="utf-8"))
            int(settings["audio"]["sample_rate"]), dict(settings["phoneme_id_map"]), str(settings["language"]["code"])
        except (OSError, ValueError, KeyError, TypeError):
            return f"{file.name} is not the settings of a voice"
    return None
