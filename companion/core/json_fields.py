"""Reading JSON that people write.

Each value is checked for its type, and an error has the path of the field.

The functions take a value from `json.loads` and its path, such as `seats[0].hand`. `Fields` does the same for the
members of one object, with a default for absent ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from companion.core.errors import InputError, all_errors
from companion.core.i18n import _

T = TypeVar("T")

SHOWN = 40
MOST_ITEMS = 999  # of a list: no pile has as many cards
MOST = 9999  # limit of counts; no game comes near it
_LINE_ENDS = "\n\r\t"
# Control characters, line ends, characters that change the writing direction, and lone surrogates
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(value: Any) -> str:
    """Return a value as shortened JSON for an error message; it works for any value."""
    try:
        text = json.dumps(value, default=str)
    except RecursionError:
        return _("something nested very deeply")
    except ValueError:
        return _("a number with very many digits")
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def is_showable(text: str, *, lines: bool = False) -> bool:
    """Return whether a text can be displayed on every page and terminal.

    With `lines` it may have line breaks.
    """
    return not _UNSHOWN.search(text.translate(dict.fromkeys(map(ord, _LINE_ENDS))) if lines else text)


def as_text(value: Any, field: str, *, lines: bool = False) -> str:
    """Return non-empty displayable text; with `lines` it may have line breaks.

    Raises InputError for anything else.
    """
    if not isinstance(value, str) or not value.strip():
        raise InputError(_("must be text, not {value}", value=shown(value)), field=field)
    if not is_showable(value, lines=lines):
        raise InputError(_("has characters that cannot be shown: {value}", value=shown(value)), field=field)
    return value


def as_flag(value: Any, field: str) -> bool:
    """Return true or false.

    Raises InputError for anything else.
    """
    if not isinstance(value, bool):
        raise InputError(_("must be true or false, not {value}", value=shown(value)), field=field)
    return value


def as_count(value: Any, field: str, least: int = 0, most: int = MOST) -> int:
    """Return a whole number from `least` to `most`.

    Raises InputError for anything else.
    """
    fits = isinstance(value, int) and not isinstance(value, bool) and value >= least
    if not fits or value > most:
        raise InputError(_no_count(value, least, most if fits or most != MOST else None), field=field)
    return int(value)


def _no_count(value: Any, least: int, most: int | None) -> str:
    if most is None:
        return _("must be a whole number from {least} on, not {value}", least=least, value=shown(value))
    return _("must be a whole number from {least} to {most}, not {value}", least=least, most=most, value=shown(value))


def as_word(value: Any, field: str, words: Sequence[str]) -> str:
    """Return one of these words.

    Raises InputError that lists them.
    """
    if not isinstance(value, str) or value not in words:
        if not words:
            raise InputError(_("{value} cannot be: there is none of its kind here", value=shown(value)), field=field)
        raise InputError(_("{value} is not one of: {words}", value=shown(value), words=", ".join(words)), field=field)
    return value


def check_seat_numbers(count: int, **said: int | None) -> None:
    """Check that these seats exist, given by the fields that name them; None is no seat.

    Raises InputError with the field.
    """
    for field, seat in said.items():
        if seat is not None and not 0 <= seat < count:
            what = _("there is no seat {seat}; the seats are 0 to {last}", seat=seat, last=count - 1)
            raise InputError(what, field=field)


def as_list(value: Any, field: str) -> list[Any]:
    """Return a list of at most `MOST_ITEMS`.

    Raises InputError for anything else.
    """
    if not isinstance(value, list):
        raise InputError(_("must be a list, not {value}", value=shown(value)), field=field)
    if len(value) > MOST_ITEMS:
        raise InputError(_("has {count} items; {most} are the most", count=len(value), most=MOST_ITEMS), field=field)
    return value


class Fields:
    """The members of one JSON object at `path`; members that are never read are ignored.

    With a list `found`, every mistake is added to it and the default is used instead, so that all mistakes can be
    reported at once. Without one, the constructor raises InputError if the value is no object, and each method raises
    it for an invalid member.
    """

    def __init__(self, value: Any, path: str = "", found: list[InputError] | None = None) -> None:
        self.path = path
        self.found = found
        self.is_object = isinstance(value, Mapping)
        self.value: Mapping[str, Any] = value if self.is_object else {}
        if not self.is_object:
            self.fault(InputError(_("must be an object, not {value}", value=shown(value)), field=path or None))

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def fault(self, error: InputError) -> None:
        """Add a mistake to the list, or raise it."""
        if self.found is None:
            raise error
        self.found += all_errors(error)

    def take(self, read: Callable[[], T], otherwise: T) -> T:
        """Return the result of `read`; with a list `found`, `otherwise` if it raises InputError."""
        try:
            return read()
        except InputError as error:
            self.fault(error)
            return otherwise

    def where(self, key: str) -> str:
        """Return the path of a member."""
        return f"{self.path}.{key}" if self.path else key

    def given(self, key: str) -> bool:
        """Return whether a member is present and not null."""
        return self.value.get(key) is not None

    def get(self, key: str) -> Any:
        """Return a member unchecked; None if it is absent or null."""
        return self.value.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """Return text; without a default the member must be present."""
        if key not in self.value:
            if default is None:
                self.fault(InputError(_("is missing; write text"), field=self.where(key)))
            return default or ""
        return self.take(lambda: as_text(self.value[key], self.where(key)), default or "")

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        if key not in self.value:
            return default
        return self.take(lambda: as_flag(self.value[key], self.where(key)), default)

    def count(self, key: str, default: int = 0, least: int = 0, most: int = MOST) -> int:
        """Return a whole number from `least` to `most`."""
        if key not in self.value:
            return default
        return self.take(lambda: as_count(self.value[key], self.where(key), least, most), default)

    def word(self, key: str, words: Sequence[str], default: str) -> str:
        """Return one of these words."""
        if key not in self.value:
            return default
        return self.take(lambda: as_word(self.value[key], self.where(key), words), default)

    def items(self, key: str) -> list[tuple[str, Any]]:
        """Return the items of a list, each with its path; none if the member is absent."""
        nothing: list[Any] = []
        found = self.take(lambda: as_list(self.value[key], self.where(key)), nothing) if key in self.value else nothing
        return [(f"{self.where(key)}[{index}]", value) for index, value in enumerate(found)]

    def object(self, key: str) -> Fields:
        """Return an object within this one; an empty one if the member is absent."""
        return Fields(self.value.get(key, {}), self.where(key), self.found)

    def counts(self, key: str, words: Sequence[str]) -> dict[str, int]:
        """Return an object of counts from 0 on, whose keys are among `words`."""
        members = self.object(key)
        known = [self.take(partial(as_word, name, members.where(str(name)), words), "") for name in members.value]
        return {name: members.count(name) for name in known if name}
