"""Files of commands: JSON documents, whose mistakes are InputErrors with their place, and new files."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from companion.core.errors import CuelightError, InputError
from companion.core.safe_parse import MOST_LETTERS, read_json, text_of
from companion.journal import open_private

MOST_BYTES = 256 * 1024 * 1024  # for a file of JSON lines: four times the polls of twelve zones in an hour
STANDARD_INPUT = "-"
_COMMANDING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


class OutputError(CuelightError, OSError):
    """The output cannot be written."""


class FileIsThere(CuelightError, FileExistsError):
    """The file exists already; no command overwrites a file."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} is there already, and was left as it is. Choose another name.")


@contextmanager
def located(file: str, line: int | None = None) -> Iterator[None]:
    """Add the file and the line to an InputError that the block raises."""
    try:
        yield
    except InputError as error:
        raise error.located(file, line) from error


@contextmanager
def new_file(file: Path, *, private: bool = True, wrong: type[CuelightError] = OutputError) -> Iterator[IO[bytes]]:
    """Yield a new file; after the block it survives a power cut, and if the block raises, it is deleted.

    Args:
        private: only its owner may read it.
        wrong: the error to raise if it cannot be written.

    A device or a pipe is written directly. Raises FileIsThere before anything is done.
    """
    is_new = not os.path.exists(file) or os.path.isfile(file)
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (os.O_EXCL if is_new else 0)
    try:
        descriptor = open_private(file, flags) if private else os.open(file, flags, 0o666)
    except FileExistsError as error:
        raise FileIsThere(file) from error
    except OSError as error:
        raise wrong(f"{file} cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(descriptor, "wb") as opened:
            yield opened
            opened.flush()
            if is_new:
                os.fsync(opened.fileno())
    except BaseException as error:
        if is_new:
            file.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, CuelightError):
            raise wrong(f"{file} cannot be written: {error.strerror}") from error
        raise


def read_text(file: str, most: int = 4 * MOST_LETTERS) -> str:
    """Return the text of a file, `-` for standard input; at most `most` bytes.

    Raises InputError if it cannot be read, is longer, or is not UTF-8.
    """
    if file == STANDARD_INPUT and sys.stdin is None:
        raise InputError("there is no standard input", file=file)
    try:
        if file == STANDARD_INPUT:
            data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason}", file=file) from error
    if len(data) > most:
        raise InputError(f"is too long; {most} bytes are the most", file=file)
    with located(file):
        return text_of(data)


def read_document(file: str) -> Any:
    """Return the JSON document in a file.

    Raises InputError with the line and column of a mistake.
    """
    return parse(read_text(file), file)


def read_lines(file: str) -> Iterator[tuple[int, Any]]:
    """Yield the JSON documents in a file's lines with their line numbers, from 1; blank lines are skipped.

    Raises InputError with the line and column of a mistake.
    """
    for number, line in enumerate(read_text(file, MOST_BYTES).split("\n"), start=1):
        if line.strip():
            yield number, parse(line, file, number)


def parse(text: str, file: str, line: int | None = None) -> Any:
    """Parse a JSON document; `line` is its line number if it is one line of the file.

    Raises InputError with the line and column of a mistake.
    """
    try:  # faster than `located`, for a million lines
        return read_json(text)
    except InputError as error:
        raise error.located(file, line) from error


def write_text(text: str) -> None:
    """Print a text completely and at once; control characters are escaped.

    Raises BrokenPipeError if nobody reads it, and OutputError if it cannot be written.
    """
    with _taken():
        print(readable(text), flush=True)


def finish_writing() -> None:
    """Flush the output. Raises as `write_text`."""
    with _taken():
        sys.stdout.flush()


@contextmanager
def _taken() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the result cannot be written: {error.strerror}") from error


def readable(text: str) -> str:
    """Return a text with escapes for characters that control a terminal or change the writing direction."""
    return _COMMANDING.sub(lambda found: repr(found[0])[1:-1], text)
