"""One file from upstream, a mirror or a folder: resumed or begun anew, capped in size, hashed before it is used.

A download grows in `NAME.part` and gets its name only when its hash is the pinned one. Whatever a server, a proxy,
a broken connection or a full disk does, the file is either the pinned one or not there.
"""

from __future__ import annotations

import errno
import hashlib
import http.client
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final
from urllib.parse import quote, urlsplit

from voicehost.errors import Trouble
from voicehost.store.catalogue import Pin

CHUNK: Final = 1 << 16  # bytes read at a time
TIMEOUT_S: Final = 30.0  # without a byte
TRIES: Final = 4  # connections per file; each goes on where the last one broke
SCHEMES: Final = ("https", "http", "file")

Progress = Callable[[str, int, int | None], None]  # file name, bytes so far, bytes in all


def no_progress(name: str, done: int, total: int | None) -> None:
    """For those who do not look."""


def fetch(pin: Pin, folder: Path, sources: Sequence[str], progress: Progress = no_progress) -> str:
    """Put the pinned file into `folder`, from the first of `sources` (URLs) that has it; returns that URL.

    Raises Trouble when no source has it, when it is larger than its pin, when its hash is wrong, or when the disk
    is full. A broken download stays as NAME.part and is resumed next time; a wrong one is deleted. What a run that
    ended later has fetched is not fetched again: by its hash it is upstream's, whose URL is returned.
    """
    whole, part = folder / pin.name, folder / f"{pin.name}.part"
    if not pin.drifts and whole.is_file() and matches(whole, pin):
        return pin.url
    failures = []
    for url in sources:
        _need_source(url)
        try:
            with disk_troubles(folder):
                _pull(pin, part, url, progress)
                part.replace(whole)
            return url
        except Unavailable as failure:
            failures.append(f"{urlsplit(url).netloc or url} ({failure})")
    raise Unavailable(f"{pin.name} could not be fetched from {'; '.join(dict.fromkeys(failures))}")


def _need_source(url: str) -> None:
    """Raise Trouble for what is no address of ours."""
    try:
        parts = urlsplit(url)
        known = parts.scheme in SCHEMES and (parts.port is None or parts.port > 0)
    except ValueError:  # urllib's word for a bad host or port
        known = False
    if not known:
        raise Trouble(f"{url} is not a source; it must begin with {' or '.join(s + '://' for s in SCHEMES)}.")


class Unavailable(Trouble):
    """No source answers: offline, or the file is not there."""


def matches(path: Path, pin: Pin) -> bool:
    """Whether the file is the pinned one."""
    if pin.size is not None and path.stat().st_size != pin.size:
        return False
    return digest(path, "sha256" if pin.sha256 else "md5") == (pin.sha256 or pin.md5)


def digest(path: Path, algorithm: str = "sha256") -> str:
    """Hash of a file as lower-case hex digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.new(algorithm, usedforsecurity=False)).hexdigest()


@contextmanager
def disk_troubles(folder: Path) -> Iterator[None]:
    """Tell a full or read-only disk in one line."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise Trouble(f"The disk of {folder} is full; free some space and run the command again.") from error
        raise Trouble(f"{error.filename or folder} cannot be written ({error.strerror or error}).") from error


def _pull(pin: Pin, part: Path, url: str, progress: Progress) -> None:
    """Download into `part` until its hash is right."""
    for attempt in range(1, TRIES + 1):
        resumed = part.stat().st_size if part.is_file() else 0
        if resumed > pin.cap or pin.drifts:  # of what drifts, nobody could tell whether the two halves fit
            resumed = 0
        try:
            if resumed != pin.size:
                resumed = _receive(pin, part, url, resumed, progress)
            right = matches(part, pin) or (pin.drifts and _comes_again(pin, part, url))
        except Interrupted as broken:
            if attempt == TRIES:
                raise Unavailable(f"the connection broke {TRIES} times: {broken}") from broken
            continue
        if right:
            return
        part.unlink()
        if not resumed:  # a whole download is wrong; one that was pieced together deserves a second chance
            raise Trouble(f"{pin.name} from {url} is not the pinned file (wrong hash or size); it is not used.")
    raise Unavailable("every attempt gave a damaged file")


def _comes_again(pin: Pin, part: Path, url: str) -> bool:
    """Whether a file that is not pinned is at least not damaged on its way: a second download must be the same."""
    again = part.with_name(f"{pin.name}.again.part")
    _receive(pin, again, url, 0, no_progress)
    same = part.read_bytes() == again.read_bytes()
    again.unlink()
    return same


class Interrupted(Exception):  # noqa: N818 - caught where it is raised
    """The connection broke in the middle."""


def _receive(pin: Pin, part: Path, url: str, offset: int, progress: Progress) -> int:
    """Append from `offset`, or begin anew where the source cannot resume. Returns where it began, in bytes."""
    with _open(url, offset) as answer:
        if offset and not _resumes_at(answer, offset):
            offset = 0
        done = offset
        length = answer.headers.get("Content-Length", "")
        ends = offset + int(length) if length.isdigit() else None if pin.drifts else pin.size
        with part.open("ab" if offset else "wb") as out:
            for chunk in _chunks(answer):
                done += len(chunk)
                if done > pin.cap:
                    out.close()
                    part.unlink()
                    raise Trouble(f"{pin.name} from {url} is larger than its {pin.cap} bytes; it is not used.")
                out.write(chunk)
                progress(pin.name, done, pin.size or ends)
    if ends is not None and done < ends:
        raise Interrupted(f"{done} bytes came")
    return offset


def _chunks(answer: IO[bytes]) -> Iterator[bytes]:
    try:
        while chunk := answer.read(CHUNK):
            yield chunk
    except (http.client.HTTPException, TimeoutError, ConnectionError, ssl.SSLError) as error:
        raise Interrupted(str(error) or type(error).__name__) from error


def _resumes_at(answer: Any, offset: int) -> bool:
    begins: str = answer.headers.get("Content-Range", "")
    return answer.status == 206 and begins.startswith(f"bytes {offset}-")


def _open(url: str, offset: int) -> Any:
    """The open answer of a source. Proxies are taken from the environment (urllib does)."""
    plain = quote(url, safe="%/:?#[]@!$&'()*+,;=~")  # letters and spaces as a request may hold them
    request = urllib.request.Request(plain, headers={"User-Agent": "voicehost", "Accept-Encoding": "identity"})
    if offset:
        request.add_header("Range", f"bytes={offset}-")
    try:
        return urllib.request.build_opener(*_trusted(plain)).open(request, timeout=TIMEOUT_S)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416 and offset:  # what is here is as long as all there is: begin anew
            return _open(url, 0)
        raise Unavailable(f"it answers {error.code} {error.reason}") from error
    except urllib.error.URLError as error:
        raise Unavailable(str(getattr(error.reason, "strerror", None) or error.reason)) from error
    except (http.client.HTTPException, TimeoutError, ConnectionError) as error:
        raise Interrupted(str(error) or type(error).__name__) from error


def _trusted(url: str) -> list[urllib.request.BaseHandler]:
    """The system's certificates; where Python finds none (macOS), those of certifi."""
    if not url.startswith("https:"):
        return []
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"]:
        import certifi

        context.load_verify_locations(certifi.where())
    return [urllib.request.HTTPSHandler(context=context)]
