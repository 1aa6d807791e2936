"""Base of all errors that Cuelight raises on purpose, and the error for unreadable data.

A message names the problem and the next step, in words for the person at the table. Other errors are defined next to
the code that raises them, and are also subclasses of the builtin that one expects there.
"""

from __future__ import annotations

from collections.abc import Sequence


class CuelightError(Exception):
    """An error that a person can fix; the message says how."""


MOST_ERRORS = 100  # mistakes in one input


class InputError(CuelightError, ValueError):
    """A file, line or field that cannot be read.

    Its text is like `answers.jsonl:4: by: there is no player 'Bo'; choose one of: Ann, Cal`, without the parts that are
    unknown.

    Args:
        what: the problem and what to write instead.
        file: the file's name as the person gave it, `-` for standard input.
        line: the line in that file, counted from 1.
        field: the path of the field in that line or document, such as `seats[0].hand`.
    """

    def __init__(
        self, what: str, *, file: str | None = None, line: int | None = None, field: str | None = None
    ) -> None:
        self.what = what
        self.file = file
        self.line = line
        self.field = field
        super().__init__(what)

    def __str__(self) -> str:
        """Return the whole message, preceded by the place."""
        place = self.file or ""
        if self.line is not None:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        return ": ".join(part for part in (place, self.field, self.what) if part)

    def located(self, file: str, line: int | None = None) -> InputError:
        """Return the same error with file and line.

        The caller knows them better than the code that raised it.
        """
        return InputError(self.what, file=file, line=line if line is not None else self.line, field=self.field)

    def within(self, path: str) -> InputError:
        """Return the same error for a document in which this input is the part at `path`."""
        field = ".".join(part for part in (path, self.field) if part)
        return InputError(self.what, file=self.file, line=self.line, field=field)


class InputErrors(InputError):
    """All errors of one input, from one to `MOST_ERRORS`.

    Its own attributes are those of the first error.

    Its text has one error per line.
    """

    def __init__(self, errors: Sequence[InputError]) -> None:
        first = errors[0]
        super().__init__(first.what, file=first.file, line=first.line, field=first.field)
        self.errors = tuple(errors[:MOST_ERRORS])

    def __str__(self) -> str:
        """Return all messages, one per line."""
        return "\n".join(map(str, self.errors))

    def located(self, file: str, line: int | None = None) -> InputError:
        """Return the same errors with the file and the line."""
        return InputErrors([error.located(file, line) for error in self.errors])

    def within(self, path: str) -> InputError:
        """Return the same errors for a document in which this input is the part at `path`."""
        return InputErrors([error.within(path) for error in self.errors])


def all_errors(error: InputError) -> tuple[InputError, ...]:
    """Return the individual errors."""
    return error.errors if isinstance(error, InputErrors) else (error,)
