"""Settings of a shop's table, in one small file beside the journal that can be copied to the next table.

    demo = true                  # otherwise nothing here applies, and the table is one at home
    idle_minutes = 5             # until an abandoned game ends
    opens = "10:00"              # the screen is dark outside these hours; without them it never is
    closes = "19:00"
    pace = "teaching"            # time to interrupt: teaching, usual, brisk, untimed
    language = "de"              # default: the language chosen at the table
    games = ["othello"]          # games on offer; default: all except the examples

The file has nothing about persons, games or this machine. `keeper.py` applies the settings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import _, language_codes
from companion.core.json_fields import as_count, as_flag, as_list, as_word
from companion.core.safe_parse import read_toml
from companion.games import game_ids, game_of
from companion.table.clocks import Pace

NAME = "shop.toml"
IDLE_MINUTES = range(1, 241)
MOST_LETTERS = 2000
_HOUR = re.compile(r"([01]\d|2[0-3]):([0-5]\d)\Z")


@dataclass(frozen=True, slots=True)
class ShopSettings:
    """The settings. `opens` and `closes` are both times or both None; `language` is "" if not set."""

    demo: bool = False
    idle_minutes: int = 5
    opens: time | None = None
    closes: time | None = None
    pace: Pace = Pace.USUAL
    language: str = ""
    games: tuple[str, ...] = ()

    def is_open(self, now: datetime) -> bool:
        """Return whether the shop is open at a local time; a closing time after midnight is supported."""
        if self.opens is None or self.closes is None or self.opens == self.closes:
            return True
        at = now.time()
        if self.opens < self.closes:
            return self.opens <= at < self.closes
        return at >= self.opens or at < self.closes

    def offered(self) -> tuple[str, ...]:
        """The games that the wall offers, by their ids."""
        return self.games or tuple(name for name in game_ids() if not game_of(name).info.is_example)

    def to_json(self) -> dict[str, Any]:
        """Return every key in the form of `settings_from`; times as in the file, "" for none."""
        hours = {"opens": _said(self.opens), "closes": _said(self.closes)}
        chosen = {"pace": str(self.pace), "language": self.language, "games": list(self.games)}
        return {"demo": self.demo, "idle_minutes": self.idle_minutes, **hours, **chosen}


def settings_from(chosen: Mapping[str, Any]) -> ShopSettings:
    """Return settings from the keys of a file or a page; missing keys get defaults.

    Raises InputError with the field.
    """
    usual = ShopSettings().to_json()
    for key in chosen:
        as_word(key, "settings", tuple(usual))
    said = usual | dict(chosen)
    opens, closes = (_time(said[key], key) for key in ("opens", "closes"))
    if (opens is None) != (closes is None):
        raise InputError(
            _("write both hours, such as 10:00 and 19:00, or none"), field="closes" if closes is None else "opens"
        )
    return ShopSettings(
        demo=as_flag(said["demo"], "demo"),
        idle_minutes=as_count(said["idle_minutes"], "idle_minutes", IDLE_MINUTES[0], IDLE_MINUTES[-1]),
        opens=opens,
        closes=closes,
        pace=Pace(as_word(said["pace"], "pace", tuple(Pace))),
        language=as_word(said["language"], "language", ("", *language_codes())),
        games=tuple(dict.fromkeys(as_word(each, "games", game_ids()) for each in as_list(said["games"], "games"))),
    )


def read_settings(text: str) -> ShopSettings:
    """Parse the text of a settings file. Raises InputError with the mistake and its place."""
    if len(text) > MOST_LETTERS:
        raise InputError(_("is too long; at most {most} letters", most=MOST_LETTERS), field="text")
    return settings_from(read_toml(text))


def written(settings: ShopSettings) -> str:
    """Return the text of a settings file: only values other than the defaults."""
    usual = ShopSettings().to_json()
    changed = {key: value for key, value in settings.to_json().items() if value != usual[key]}
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in changed.items())


def _time(value: Any, field: str) -> time | None:
    if value in (None, ""):
        return None
    found = _HOUR.match(value) if isinstance(value, str) else None
    if found is None:
        raise InputError(_("must be a time such as 10:00"), field=field)
    return time(int(found[1]), int(found[2]))


def _said(at: time | None) -> str:
    return "" if at is None else f"{at:%H:%M}"
