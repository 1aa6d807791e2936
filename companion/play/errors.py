"""The base of every error that Cuelight raises on purpose, and the error for data that cannot be read.

A message names what was wrong and what to do next, in words for the person at the table. Each further error lives
beside the code that raises it and is also a subclass of the builtin that one expects there.
"""

from __future__ import annotations


class CuelightError(Exception):
    """Something that a person can mend; the message says how."""


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
