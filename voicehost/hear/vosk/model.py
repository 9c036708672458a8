"""A Vosk model on disk: checked before it is loaded, and asked which words it knows."""

from __future__ import annotations

import mmap
import struct
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from voicehost.errors import Trouble
from voicehost.store.catalogue import Kind, catalogue
from voicehost.store.check import problem, takes_grammar

UNKNOWN_WORDS: Final = ("[unk]", "<unk>", "<UNK>", "<SPOKEN_NOISE>")  # how models write "some other sound"

_SYMBOL_TABLE: Final = struct.pack("<i", 2125658996)  # OpenFst's magic number (symbol-table.cc)


class VoskModel:
    """One language's model. Loading takes a second or two; one thread owns it (see vosk.py)."""

    def __init__(self, folder: Path) -> None:
        """Raises Trouble for a folder that lacks a file, cannot take a closed set, or does not load."""
        if fault := problem(Kind.VOSK, folder):
            raise Trouble(f"The Vosk model {folder} is not whole: {fault}; {_mend(folder)}.")
        if not takes_grammar(folder):
            raise Trouble(
                f"The Vosk model {folder} has a fixed graph (graph/HCLG.fst) and cannot listen for a closed set; "
                "take one whose name holds 'small' or 'lgraph': voicehost models list."
            )
        try:
            import vosk
        except (ImportError, OSError) as error:
            told = f"Vosk cannot be loaded ({error}); pip install --force-reinstall vosk, or take --ears whisper."
            raise Trouble(told) from error
        vosk.SetLogLevel(-1)
        self.folder = folder
        try:
            self.native: Any = vosk.Model(native_path(folder))
        except Exception as error:  # vosk raises plain Exception
            raise Trouble(f"The Vosk model {folder} does not load ({error}); {_mend(folder)}.") from error
        self.unknown: str | None = next((word for word in UNKNOWN_WORDS if self.has(word)), None)

    def has(self, word: str) -> bool:
        """Whether the model knows the word, exactly as written. Index 0 is epsilon, on which Kaldi aborts."""
        index: int = self.native.vosk_model_find_word(word)
        return index > 0

    def words(self) -> Iterator[str]:
        """Every word of the model that is made of letters, in the model's order (half a second for 500,000)."""
        for word in _listed_words(self.folder / "graph"):
            if word.replace("'", "").isalpha():
                yield word


def native_path(folder: Path, platform: str = sys.platform, shorten: Callable[[str], str] | None = None) -> str:
    """The folder as Vosk can open it: on Windows its short name where it has letters outside ASCII."""
    path = str(folder)
    if platform != "win32" or path.isascii():
        return path
    short = (shorten or _short_name)(path)
    if not short.isascii():
        raise Trouble(
            f"Vosk cannot open {folder} on Windows because of its letters; set VOICEHOST_MODELS to a folder such as "
            r"C:\voicehost and install the model again."
        )
    return short


def _short_name(path: str) -> str:
    """The 8.3 name that Windows keeps for a path, or the path itself."""
    import ctypes

    buffer = ctypes.create_unicode_buffer(32_768)
    length = ctypes.windll.kernel32.GetShortPathNameW(path, buffer, len(buffer))  # type: ignore[attr-defined]
    return buffer.value if length else path


def _mend(folder: Path) -> str:
    """What to do about a model that is not as it should be; only those of the catalogue can be installed."""
    if folder.name in catalogue():
        return f"install it again: voicehost models install {folder.name} --again"
    return "take another: voicehost models list"


def _listed_words(graph: Path) -> Iterator[str]:
    """From words.txt, or from the symbol table inside the word graph, where small models keep it."""
    listed = graph / "words.txt"
    if listed.is_file():
        for line in listed.read_text(encoding="utf-8", errors="replace").splitlines():
            yield unicodedata.normalize("NFC", line.partition(" ")[0])
        return
    with (graph / "Gr.fst").open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield from _symbols(data)


def _symbols(data: mmap.mmap) -> Iterator[str]:
    """The strings of OpenFst's first symbol table: magic, name, next free key, count, then (string, key) pairs."""
    at = data.find(_SYMBOL_TABLE)
    if at < 0:
        return
    length = struct.Struct("<i")
    at += 4
    at += 4 + length.unpack_from(data, at)[0]
    _, count = struct.unpack_from("<qq", data, at)
    at += 16
    for _ in range(count):
        (size,) = length.unpack_from(data, at)
        yield data[at + 4 : at + 4 + size].decode("utf-8", "replace")
        at += 12 + size
