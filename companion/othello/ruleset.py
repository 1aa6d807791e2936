"""An edition as data: counts, limits, prices and exemptions, read from `editions/*.toml`.

Reading one of those files tells a person what holds in that edition. No rule of play is written here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.othello.cards import Character
from companion.play.errors import InputError


@dataclass(frozen=True, slots=True)
class Strength:
    """How much one Villainy may do: wounds to place, or by how much one limit is cut (A6)."""

    wounds: int
    cut: int


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every number of one edition; `hands[players][act - 1]` is (script, staging), prices are in intrigue tokens."""

    edition: str
    title: str
    lead_character: Character
    stars: tuple[tuple[Character, ...], ...]
    script_cards: tuple[int, ...]
    staging_cards: Mapping[str, int]
    tokens: Mapping[str, int]
    coins: Mapping[Character, int]
    wound_limits: Mapping[Character, int]
    start_intrigue: int
    start_spotlight: int
    removed_with_two_players: Mapping[str, int]
    hands: Mapping[int, tuple[tuple[int, int], ...]]
    prices: Mapping[str, int]
    villainy_company: Strength
    villainy_strong: Strength
    spotlight_exempt_verbs: frozenset[str]
    spotlight_exempt_staging: frozenset[str]
    spotlight_exempt_coins: frozenset[str]
    spotlight_exempt_curtains: bool
    seize_exempt_staging: frozenset[str]
    intrigue_per_spotlight: int
    intrigue_per_point: int
    handkerchief_points: int
    lead_bonus: tuple[int, ...]
    company_bonus_cards: int
    company_bonus_points: int
    rulings: Mapping[str, str]

    @property
    def acts(self) -> int:
        """How many acts the play has."""
        return len(self.stars)

    def returns_after(self, character: Character, act: int) -> bool:
        """Whether the character stars in an act later than `act` (T6)."""
        return any(character in stars for stars in self.stars[act:])


def edition_names() -> list[str]:
    """The editions that this program knows, in alphabetical order."""
    folder = files("companion.othello") / "editions"
    return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))


@cache
def load_edition(edition: str) -> RuleSet:
    """The rule set of one edition.

    Raises InputError for an edition that has no file.
    """
    if edition not in edition_names():
        known = ", ".join(edition_names())
        raise InputError(f"there is no edition {edition!r}; choose one of: {known}", field="edition")
    text = (files("companion.othello") / "editions" / f"{edition}.toml").read_text(encoding="utf-8")
    return _rule_set(tomllib.loads(text))


def _rule_set(data: dict[str, Any]) -> RuleSet:
    spotlight, scoring, villainy = data["spotlight"], data["scoring"], data["villainy"]
    return RuleSet(
        edition=data["edition"],
        title=data["title"],
        lead_character=data["lead_character"],
        stars=tuple(tuple(names) for names in data["stars"]),
        script_cards=tuple(data["script_cards"]["per_act"]),
        staging_cards=data["staging_cards"],
        tokens=data["tokens"],
        coins=data["coins"],
        wound_limits=data["wound_limits"],
        start_intrigue=data["setup"]["intrigue"],
        start_spotlight=data["setup"]["spotlight"],
        removed_with_two_players=data["setup"]["removed_with_two_players"],
        hands={int(n): tuple((script, staging) for script, staging in acts) for n, acts in data["hands"].items()},
        prices=data["prices"],
        villainy_company=Strength(**villainy["company"]),
        villainy_strong=Strength(**villainy["strong"]),
        spotlight_exempt_verbs=frozenset(spotlight["exempt_verbs"]),
        spotlight_exempt_staging=frozenset(spotlight["exempt_staging"]),
        spotlight_exempt_coins=frozenset(spotlight["exempt_coins"]),
        spotlight_exempt_curtains=spotlight["exempt_curtains"],
        seize_exempt_staging=frozenset(data["seize"]["exempt_staging"]),
        intrigue_per_spotlight=data["trade"]["intrigue_per_spotlight"],
        intrigue_per_point=scoring["intrigue_per_point"],
        handkerchief_points=scoring["handkerchief"],
        lead_bonus=tuple(scoring["lead_bonus"]),
        company_bonus_cards=scoring["company_bonus"]["cards"],
        company_bonus_points=scoring["company_bonus"]["points"],
        rulings=data["rulings"],
    )
