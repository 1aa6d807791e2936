"""The base of every error that Cuelight raises on purpose, and the error for data that cannot be read.

A message names what was wrong and what to do next, in words for the person at the table. Each further error lives
beside the code that raises it and is also a subclass of the builtin that one expects there.
"""

from __future__ import annotations

from collections.abc import Sequence


class CuelightError(Exception):
    """Something that a person can mend; the message says how."""


MOST_TOLD = 100  # mistakes in one input


class InputError(CuelightError, ValueError):
    """A file, a line or a field that cannot be read as what it should be.

    Reads as `answers.jsonl:4: by: there is no player 'Bo'; choose one of: Ann, Cal`, without the parts that
    are not known.

    Args:
        what: what is wrong and what to write instead.
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
        """The whole message, with the place in front."""
        place = self.file or ""
        if self.line is not None:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        return ": ".join(part for part in (place, self.field, self.what) if part)

    def located(self, file: str, line: int | None = None) -> InputError:
        """The same error with the file and the line, for a caller that knows them better than who raised it."""
        return InputError(self.what, file=file, line=line if line is not None else self.line, field=self.field)

    def within(self, path: str) -> InputError:
        """The same error in a document of which this input is the part at `path`."""
        field = ".".join(part for part in (path, self.field) if part)
        return InputError(self.what, file=self.file, line=self.line, field=field)


class InputErrors(InputError):
    """Everything that is wrong with one input, at least one thing and at most `MOST_TOLD`; who asks for one error gets
    the first.

    Reads as one error a line.
    """

    def __init__(self, errors: Sequence[InputError]) -> None:
        first = errors[0]
        super().__init__(first.what, file=first.file, line=first.line, field=first.field)
        self.errors = tuple(errors[:MOST_TOLD])

    def __str__(self) -> str:
        """All messages, each in a line of its own."""
        return "\n".join(map(str, self.errors))

    def located(self, file: str, line: int | None = None) -> InputError:
        """The same errors with the file and the line."""
        return InputErrors([error.located(file, line) for error in self.errors])

    def within(self, path: str) -> InputError:
        """The same errors in a document of which this input is the part at `path`."""
        return InputErrors([error.within(path) for error in self.errors])


def all_errors(error: InputError) -> tuple[InputError, ...]:
    """What is wrong, one by one."""
    return error.errors if isinstance(error, InputErrors) else (error,)
