"""Editions as data: counts, limits, prices, exemptions and policies.

They are read from `editions/*.toml`. A person can read the rules of an edition in its file. A level, variants and
rulings are applied on top when a game starts. This module implements no rule of play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.values import Struct, convert, field
from companion.othello.model.cards import Character, Curtain, Role

GAME = "othello"
USUAL_EDITION = "2024"  # default
NO_LIMIT = 10**6  # C7: for characters who cannot be wounded to death


class Right(StrEnum):
    """A role's right to use a card: at full strength for free, for a price, or never (A6, A7)."""

    FREE = "free"
    PAYS = "pays"
    NEVER = "never"


class Ruling(NamedTuple):
    """One answer to a question that the rulebook leaves open (J)."""

    id: str
    name: str


# The rulings that differ from the defaults; docs/rules.md explains each.
NEW_LEAD_LAST = Ruling("J1", "new-lead-last")
SHUFFLE_LATE = Ruling("J2", "lazy")
SHUFFLE_EARLY = Ruling("J2", "eager")
BOTH_COINS = Ruling("J3", "both")
REPLACED_LATER = Ruling("J5", "draw-phase")
CUT_KILLS = Ruling("J6", "immediate")
REVEALERS_CURTAIN = Ruling("J7", "revealer")
FULL_CURTAIN_VALUE = Ruling("J7", "full")
REFUND = Ruling("J8", "refund")
CASSIO_EXTRA = Ruling("J9", "extra")
FACE_DOWN_BEFORE_REVEALS = Ruling("J10", "before-reveal-phase")
SEIZE_REACHES_BACK = Ruling("J11", "scene")
EXIT_ONLY = Ruling("J14", "exit-only")
SEIZE_FIRST = Ruling("J27", "seize-first")


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of a Villainy: wounds, or a limit cut with wounds after it (A6)."""

    wounds: int
    cut: int
    after_cut: int = 0


class RuleSet(Struct, frozen=True):
    """The complete rules of one game. A field has the name of its value in an edition's file, or gives it.

    `hands[players][act - 1]` is (script, staging). Prices are in intrigue tokens. Tuples with one value per act
    begin with Act I. `coins` are the coins in the game, `coin_names` also those that a level leaves in the box.
    `chosen` are the rulings of this game. `answers` are the possible answers to each ruling, the default first, and
    `answer_words` their titles.
    """

    edition: str
    title: str
    level: str | None
    levels: tuple[str, ...]
    variants: tuple[str, ...]
    known_variants: tuple[str, ...]
    rulings: Mapping[str, str]
    answers: Mapping[str, tuple[str, ...]]
    answer_words: Mapping[str, Mapping[str, str]]
    chosen: frozenset[Ruling]
    questions: Mapping[str, str]
    variant_titles: Mapping[str, str]
    stand_in: str
    lead_characters: tuple[Character, ...]
    stars: tuple[tuple[Character, ...], ...]
    script_cards: tuple[int, ...] = field(name="script_cards.per_act")
    staging_cards: Mapping[str, int]
    texts: Mapping[str, str]
    tokens: Mapping[str, int]
    coins: Mapping[Character, int]
    coin_names: tuple[Character, ...]
    coin_verbs: Mapping[Character, frozenset[str]]
    wound_limits: Mapping[Character, int]
    limits: tuple[Mapping[Character, int], ...]
    start_intrigue: int = field(name="setup.intrigue")
    start_spotlight: int = field(name="setup.spotlight")
    removed_with_two_players: Mapping[str, int]
    deals_all_script: bool = field(name="setup.all_script")
    equal_hands: bool = field(name="setup.equal_hands")
    hands: Mapping[int, tuple[tuple[int, int], ...]]
    prices: Mapping[str, int]
    steps_until_nobody_plays: bool = field(name="steps.until_nobody_plays")
    role_bound_curtains: frozenset[Curtain] = field(name="curtains.role_bound")
    second_emptying_ends_act: bool
    exchange_from_hand: bool = field(name="exchange.from_hand")
    miscue_answered_by_seize: bool = field(name="miscue.answered_by_seize")
    no_drama_replaced_later: bool
    villainy: Mapping[Role, Right]
    villainy_weak: Strength = field(name="villainy.weak")
    villainy_strong: Strength = field(name="villainy.strong")
    villainy_takes_coins: bool = field(name="villainy.coin_each")
    revive: Mapping[Role, Right]
    improv_hand_in_turn: bool = field(name="improv.hand_in_turn")
    iago_coin_stays: bool = field(name="iago_coin.stays")
    emilia_leaves: frozenset[str] = field(name="emilia_coin.leaves")
    aside_with_second_dead: bool
    in_order: bool = field(name="playing.in_order")
    any_role: bool = field(name="playing.any_role")
    other_role_points: int | None
    exit_with_script: bool = field(name="playing.exit_with_script")
    blocked_script_leaves: bool = field(name="playing.blocked_leaves")
    spotlight_exempt_verbs: frozenset[str] = field(name="spotlight.exempt_verbs")
    spotlight_exempt_staging: frozenset[str] = field(name="spotlight.exempt_staging")
    spotlight_exempt_coins: frozenset[str] = field(name="spotlight.exempt_coins")
    spotlight_exempt_curtains: bool = field(name="spotlight.exempt_curtains")
    seize_exempt_staging: frozenset[str] = field(name="seize.exempt_staging")
    lead_may_play_seized: bool = field(name="seize.lead_may_play")
    intrigue_per_spotlight: int = field(name="trade.intrigue_per_spotlight")
    tradable: tuple[str, ...] = field(name="trade.gives")
    intrigue_per_point: int = field(name="scoring.intrigue_per_point")
    handkerchief_points: int = field(name="scoring.handkerchief")
    lead_bonus: tuple[int, ...] = field(name="scoring.lead_bonus")
    lead_bonus_as_lead_only: bool = field(name="scoring.lead_bonus_as_lead_only")
    company_bonus_cards: int = field(name="scoring.company_bonus.cards")
    company_bonus_points: int = field(name="scoring.company_bonus.points")
    company_characters: frozenset[Character] = field(name="scoring.company_characters")

    @property
    def acts(self) -> int:
        """Number of acts of the play."""
        return len(self.stars)

    @property
    def rulings_in_words(self) -> dict[str, str]:
        """The chosen answer to each ruling, in the players' words."""
        return {ruling: _(self.answer_words[ruling][name]) for ruling, name in self.rulings.items()}

    @property
    def other_rulings(self) -> dict[str, str]:
        """The rulings that are not the defaults."""
        return {ruling: name for ruling, name in self.rulings.items() if name != self.answers[ruling][0]}

    def returns_after(self, character: Character, act: int) -> bool:
        """Return True if the character stars in an act later than `act` (T6)."""
        return any(character in stars for stars in self.stars[act:])


def edition_names() -> list[str]:
    """Return the names of the available editions, sorted."""
    folder = files("companion.othello") / "editions"
    return sorted(path.name.removesuffix(".toml") for path in folder.iterdir() if path.name.endswith(".toml"))


@cache
def staging_names() -> frozenset[str]:
    """Return the names of the staging cards of all editions (C4)."""
    return frozenset(name for edition in edition_names() for name in _edition_data(edition)["staging_cards"])


def load_edition(
    edition: str,
    level: str | None = None,
    variants: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
) -> RuleSet:
    """Load the rule set of one edition; the default level is the most complete one.

    Raises InputError, with the field, for anything that this edition does not have.
    """
    data = _edition_data(edition)
    level = _checked_level(data, level)
    for index, variant in enumerate(variants):
        if variant not in data["variant"]:
            known = ", ".join(data["variant"])
            raise InputError(
                f"the edition {edition} has no variant {variant!r}; it has: {known}", field=f"variants[{index}]"
            )
    for ruling, name in (rulings or {}).items():
        answers = data["rulings"].get(ruling)
        if answers is None:
            known = ", ".join(data["rulings"])
            raise InputError(f"there is no ruling {ruling!r}; there are: {known}", field=f"rulings.{ruling}")
        if name not in answers:
            raise InputError(f"{name!r} is not one of: {', '.join(answers)}", field=f"rulings.{ruling}")
    chosen = tuple(sorted((rulings or {}).items()))
    return _load(edition, level, tuple(variant for variant in data["variant"] if variant in variants), chosen)


def _checked_level(data: dict[str, Any], level: str | None) -> str | None:
    levels = data.get("level", {})
    if level is not None and level not in levels:
        one_of = f"has the levels {', '.join(levels)}" if levels else "has no levels; leave it out or write null"
        raise InputError(f"the edition {data['edition']} {one_of}", field="level")
    return level if level is not None else data.get("default_level")


@cache
def _load(edition: str, level: str | None, variants: tuple[str, ...], rulings: tuple[tuple[str, str], ...]) -> RuleSet:
    data = _edition_data(edition)
    overlays = [data["level"][level]] if level is not None else []
    overlays += [data["variant"][variant] for variant in variants]
    for overlay in overlays:
        data = _laid_over(data, overlay)
    defaults = {ruling: next(iter(names)) for ruling, names in data["rulings"].items()}
    return _rule_set(data, level, variants, defaults | dict(rulings))


@cache
def _edition_data(edition: str) -> dict[str, Any]:
    """Return the data of an edition's file, merged over that of its base."""
    if edition not in edition_names():
        known = ", ".join(edition_names())
        raise InputError(f"there is no edition {edition!r}; choose one of: {known}", field="edition")
    text = (files("companion.othello") / "editions" / f"{edition}.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return _laid_over(_edition_data(data["base"]), data) if "base" in data else data


def _laid_over(below: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two tables recursively; for all other values `above` wins."""
    joined = dict(below)
    for key, value in above.items():
        old = joined.get(key)
        joined[key] = _laid_over(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return joined


def _counts(data: Mapping[str, int]) -> dict[str, int]:
    return {name: count for name, count in data.items() if count}


def _flattened(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value of nested tables by its path, such as `setup.intrigue`, the tables included."""
    for key, value in data.items():
        yield path + key, value
        if isinstance(value, dict):
            yield from _flattened(value, f"{path}{key}.")


def _rule_set(
    data: dict[str, Any], level: str | None, variants: tuple[str, ...], rulings: Mapping[str, str]
) -> RuleSet:
    playing, acts = data["playing"], range(1, len(data["stars"]) + 1)
    wound_limits = {name: limit or NO_LIMIT for name, limit in data["wound_limits"].items()}
    of_acts = data.get("act_wound_limits", {})
    derived = {
        "level": level,
        "levels": list(data.get("level", ())),
        "variants": variants,
        "known_variants": list(data["variant"]),
        "rulings": rulings,
        "answers": {ruling: list(names) for ruling, names in data["rulings"].items()},
        "answer_words": data["rulings"],
        "chosen": list(rulings.items()),
        "staging_cards": _counts(data["staging_cards"]),
        "coins": _counts(data["coins"]),
        "coin_names": list(data["coins"]),
        "wound_limits": wound_limits,
        "limits": [wound_limits | of_acts.get(str(act), {}) for act in acts],
        "removed_with_two_players": _counts(data["setup"]["removed_with_two_players"]),
        "second_emptying_ends_act": data["countdown"]["scene"] == "over",
        "no_drama_replaced_later": data["no_drama"]["replaced"] == "draw-phase",
        "villainy": {role: data["villainy"][role] for role in Role},
        "aside_with_second_dead": "character_2" in data["dead"]["set_aside"],
        "other_role_points": playing.get("other_role_points") if playing["any_role"] else None,
    }
    return convert({**dict(_flattened(data)), **derived}, RuleSet, str_keys=True)
