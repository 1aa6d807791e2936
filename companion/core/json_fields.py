"""Reading JSON that people write: each value is checked for its type, and an error has the path of the field.

The functions take a value that `json.loads` gave and where it stands, such as `seats[0].hand`. `Fields` does
the same for the members of one object, each with a default for when it is absent.
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
MOST = 9999  # of whatever is counted; no game comes near it
_LINE_ENDS = "\n\r\t"
# Control characters, ends of lines, what turns the direction of writing, and halves of characters
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(value: Any) -> str:
    """A value as JSON, cut short, for an error message. Whatever the value is, this gives words."""
    try:
        text = json.dumps(value, default=str)
    except RecursionError:
        return _("something nested very deeply")
    except ValueError:
        return _("a number with very many digits")
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def is_showable(text: str, *, lines: bool = False) -> bool:
    """Whether a text can be shown on every page and terminal as it is; with `lines` it may have several."""
    return not _UNSHOWN.search(text.translate(dict.fromkeys(map(ord, _LINE_ENDS))) if lines else text)


def as_text(value: Any, field: str, *, lines: bool = False) -> str:
    """Text with something in it that can be shown; with `lines`, of several lines.

    Raises InputError for anything else.
    """
    if not isinstance(value, str) or not value.strip():
        raise InputError(_("must be text, not {value}", value=shown(value)), field=field)
    if not is_showable(value, lines=lines):
        raise InputError(_("has characters that cannot be shown: {value}", value=shown(value)), field=field)
    return value


def as_flag(value: Any, field: str) -> bool:
    """True or false.

    Raises InputError for anything else.
    """
    if not isinstance(value, bool):
        raise InputError(_("must be true or false, not {value}", value=shown(value)), field=field)
    return value


def as_count(value: Any, field: str, least: int = 0, most: int = MOST) -> int:
    """A whole number from `least` to `most`.

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
    """One of these words.

    Raises InputError that lists them.
    """
    if not isinstance(value, str) or value not in words:
        if not words:
            raise InputError(_("{value} cannot be: there is none of its kind here", value=shown(value)), field=field)
        raise InputError(_("{value} is not one of: {words}", value=shown(value), words=", ".join(words)), field=field)
    return value


def check_seat_numbers(count: int, **said: int | None) -> None:
    """Whether there are these seats, by the fields that name them; None is no seat.

    Raises InputError with the field.
    """
    for field, seat in said.items():
        if seat is not None and not 0 <= seat < count:
            what = _("there is no seat {seat}; the seats are 0 to {last}", seat=seat, last=count - 1)
            raise InputError(what, field=field)


def as_list(value: Any, field: str) -> list[Any]:
    """A list of at most `MOST_ITEMS`.

    Raises InputError for anything else.
    """
    if not isinstance(value, list):
        raise InputError(_("must be a list, not {value}", value=shown(value)), field=field)
    if len(value) > MOST_ITEMS:
        raise InputError(_("has {count} items; {most} are the most", count=len(value), most=MOST_ITEMS), field=field)
    return value


class Fields:
    """The members of one JSON object at `path`; a member that nobody asks for is ignored.

    With a list `found`, everything that is wrong goes there, and the default takes its place; so all of it can be told
    at once. Without one, the value that is no object raises InputError, and so does each method when a member is not
    as it should be.
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
        """Note what is wrong, or raise it."""
        if self.found is None:
            raise error
        self.found += all_errors(error)

    def take(self, read: Callable[[], T], otherwise: T) -> T:
        """What `read` gives; with a list `found`, `otherwise` when it raises InputError."""
        try:
            return read()
        except InputError as error:
            self.fault(error)
            return otherwise

    def where(self, key: str) -> str:
        """The path of a member."""
        return f"{self.path}.{key}" if self.path else key

    def given(self, key: str) -> bool:
        """Whether a member is there and not null."""
        return self.value.get(key) is not None

    def get(self, key: str) -> Any:
        """A member as it is; None when it is absent or null."""
        return self.value.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """Text; without a default the member must be there."""
        if key not in self.value:
            if default is None:
                self.fault(InputError(_("is missing; write text"), field=self.where(key)))
            return default or ""
        return self.take(lambda: as_text(self.value[key], self.where(key)), default or "")

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        if key not in self.value:
            return default
        return self.take(lambda: as_flag(self.value[key], self.where(key)), default)

    def count(self, key: str, default: int = 0, least: int = 0, most: int = MOST) -> int:
        """A whole number from `least` to `most`."""
        if key not in self.value:
            return default
        return self.take(lambda: as_count(self.value[key], self.where(key), least, most), default)

    def word(self, key: str, words: Sequence[str], default: str) -> str:
        """One of these words."""
        if key not in self.value:
            return default
        return self.take(lambda: as_word(self.value[key], self.where(key), words), default)

    def items(self, key: str) -> list[tuple[str, Any]]:
        """The items of a list, each with its path; none when the member is absent."""
        nothing: list[Any] = []
        found = self.take(lambda: as_list(self.value[key], self.where(key)), nothing) if key in self.value else nothing
        return [(f"{self.where(key)}[{index}]", value) for index, value in enumerate(found)]

    def object(self, key: str) -> Fields:
        """An object within this one; an empty one when the member is absent."""
        return Fields(self.value.get(key, {}), self.where(key), self.found)

    def counts(self, key: str, words: Sequence[str]) -> dict[str, int]:
        """An object of counts from 0 on, whose keys are among `words`."""
        members = self.object(key)
        known = [self.take(partial(as_word, name, members.where(str(name)), words), "") for name in members.value]
        return {name: members.count(name) for name in known if name}
