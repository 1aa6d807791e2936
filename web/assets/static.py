"""Static files: compressed once, and cached by browsers for ever if the address contains the version.

All files of all games have one version. So a script's `./other.js` and a style's `url()` lead to addresses with the
same version. If the address has no version or an old one, a browser revalidates the file each time.
"""

from __future__ import annotations

import gzip
import re
from functools import cache, lru_cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import NamedTuple

from flask import Flask, Response, request

from companion.games import game_ids, game_of

HOUSE = Path(__file__).parent.parent / "static"
KEPT = "public, max-age=31536000, immutable"
_VERSION = re.compile(r"v-[0-9a-f]{12}")
_SMALL = 600  # bytes; below this, compression gains little beside the headers
_TEXTS = ("text/", "application/json", "image/svg+xml")


class _File(NamedTuple):
    """A file's content, plain and compressed."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str


@cache
def version() -> str:
    """Return the version of all files of the application and the games, as they were when the first page was made."""
    made = sha256()
    for folder in (HOUSE, *(game_of(name).info.page for name in game_ids())):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            made.update(f"{path.relative_to(folder)}\0".encode() + sha256(path.read_bytes()).digest())
    return f"v-{made.hexdigest()[:12]}"


def without_version(name: str) -> tuple[str, bool]:
    """Return a file's name without its version, and whether it asked for the current version."""
    first, _, rest = name.partition("/")
    return (rest, first == version()) if _VERSION.fullmatch(first) else (name, False)


def file_answer(path: Path, named: bool) -> Response:
    """Return the response with a file.

    Args:
        named: whether the address contains the current version.
    """
    stat = path.stat()
    return _answer(_read(path, stat.st_mtime_ns, stat.st_size), named)


def text_answer(text: str, kind: str, named: bool) -> Response:
    """Return the response with a text that was made from files, such as a bundle."""
    return _answer(_packed(text.encode(), kind), named)


def _answer(file: _File, named: bool) -> Response:
    answer = Response(file.body, mimetype=file.kind)
    if file.packed is not None:
        answer.vary.add("Accept-Encoding")
        if _takes_packed():
            answer.set_data(file.packed)
            answer.headers["Content-Encoding"] = "gzip"
    answer.set_etag(file.tag, weak=True)
    answer.headers["Cache-Control"] = KEPT if named else "no-cache"
    answer.make_conditional(request)
    return answer


@lru_cache(maxsize=400)
def _read(path: Path, _changed: int, _size: int) -> _File:
    return _packed(path.read_bytes(), guess_type(path.name)[0] or "application/octet-stream")


@lru_cache(maxsize=50)
def _packed(body: bytes, kind: str) -> _File:
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(_TEXTS) and len(body) > _SMALL else None
    return _File(body, packed, kind, sha256(body).hexdigest()[:16])


def add_packing(app: Flask) -> None:
    """Compress the responses of pages and questions and forbid caching: they hold only now, for this viewer."""

    @app.after_request
    def pack(answer: Response) -> Response:
        answer.headers.setdefault("Cache-Control", "no-store")
        if (
            answer.direct_passthrough
            or "Content-Encoding" in answer.headers
            or not (answer.mimetype or "").startswith(_TEXTS)
        ):
            return answer
        body = answer.get_data()
        if len(body) > _SMALL and answer.status_code != 304:
            answer.vary.add("Accept-Encoding")
            if _takes_packed():
                answer.set_data(gzip.compress(body, 6, mtime=0))
                answer.headers["Content-Encoding"] = "gzip"
        return answer


def _takes_packed() -> bool:
    return bool(request.accept_encodings.quality("gzip"))
