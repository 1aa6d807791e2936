"""Editions as data: counts, limits, prices, exemptions and policies.

They are read from `editions/*.toml`. A person can read the rules of an edition in its file. A level, variants and
rulings are applied on top when a game starts. This module implements no rule of play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from companion.core.errors import InputError
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


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The complete rules of one game.

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
    script_cards: tuple[int, ...]
    staging_cards: Mapping[str, int]
    texts: Mapping[str, str]
    tokens: Mapping[str, int]
    coins: Mapping[Character, int]
    coin_names: tuple[Character, ...]
    coin_verbs: Mapping[Character, frozenset[str]]
    wound_limits: Mapping[Character, int]
    limits: tuple[Mapping[Character, int], ...]
    start_intrigue: int
    start_spotlight: int
    removed_with_two_players: Mapping[str, int]
    deals_all_script: bool
    equal_hands: bool
    hands: Mapping[int, tuple[tuple[int, int], ...]]
    prices: Mapping[str, int]
    steps_until_nobody_plays: bool
    role_bound_curtains: frozenset[Curtain]
    second_emptying_ends_act: bool
    exchange_from_hand: bool
    miscue_answered_by_seize: bool
    no_drama_replaced_later: bool
    villainy: Mapping[Role, Right]
    villainy_weak: Strength
    villainy_strong: Strength
    villainy_takes_coins: bool
    revive: Mapping[Role, Right]
    improv_hand_in_turn: bool
    iago_coin_stays: bool
    emilia_leaves: frozenset[str]
    aside_with_second_dead: bool
    in_order: bool
    any_role: bool
    other_role_points: int | None
    exit_with_script: bool
    blocked_script_leaves: bool
    spotlight_exempt_verbs: frozenset[str]
    spotlight_exempt_staging: frozenset[str]
    spotlight_exempt_coins: frozenset[str]
    spotlight_exempt_curtains: bool
    seize_exempt_staging: frozenset[str]
    lead_may_play_seized: bool
    intrigue_per_spotlight: int
    tradable: tuple[str, ...]
    intrigue_per_point: int
    handkerchief_points: int
    lead_bonus: tuple[int, ...]
    lead_bonus_as_lead_only: bool
    company_bonus_cards: int
    company_bonus_points: int
    company_characters: frozenset[Character]

    @property
    def acts(self) -> int:
        """Number of acts of the play."""
        return len(self.stars)

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


def _rights(data: Mapping[str, Any]) -> dict[Role, Right]:
    return {role: Right(data[role]) for role in Role}


def _rule_set(
    data: dict[str, Any], level: str | None, variants: tuple[str, ...], rulings: Mapping[str, str]
) -> RuleSet:
    spotlight, scoring, villainy, playing = data["spotlight"], data["scoring"], data["villainy"], data["playing"]
    setup, trade, acts = data["setup"], data["trade"], range(1, len(data["stars"]) + 1)
    wound_limits = {name: limit or NO_LIMIT for name, limit in data["wound_limits"].items()}
    of_acts = data.get("act_wound_limits", {})
    return RuleSet(
        edition=data["edition"],
        title=data["title"],
        level=level,
        levels=tuple(data.get("level", ())),
        variants=variants,
        known_variants=tuple(data["variant"]),
        rulings=rulings,
        answers={ruling: tuple(names) for ruling, names in data["rulings"].items()},
        answer_words=data["rulings"],
        chosen=frozenset(Ruling(*item) for item in rulings.items()),
        questions=data["questions"],
        variant_titles=data["variant_titles"],
        stand_in=data["stand_in"],
        lead_characters=tuple(data["lead_characters"]),
        stars=tuple(tuple(names) for names in data["stars"]),
        script_cards=tuple(data["script_cards"]["per_act"]),
        staging_cards=_counts(data["staging_cards"]),
        texts=data["texts"],
        tokens=data["tokens"],
        coins=_counts(data["coins"]),
        coin_names=tuple(data["coins"]),
        coin_verbs={name: frozenset(verbs) for name, verbs in data["coin_verbs"].items()},
        wound_limits=wound_limits,
        limits=tuple(wound_limits | of_acts.get(str(act), {}) for act in acts),
        start_intrigue=setup["intrigue"],
        start_spotlight=setup["spotlight"],
        removed_with_two_players=_counts(setup["removed_with_two_players"]),
        deals_all_script=setup["all_script"],
        equal_hands=setup["equal_hands"],
        hands={int(n): tuple((script, staging) for script, staging in hands) for n, hands in data["hands"].items()},
        prices=data["prices"],
        steps_until_nobody_plays=data["steps"]["until_nobody_plays"],
        role_bound_curtains=frozenset(Curtain(name) for name in data["curtains"]["role_bound"]),
        second_emptying_ends_act=data["countdown"]["scene"] == "over",
        exchange_from_hand=data["exchange"]["from_hand"],
        miscue_answered_by_seize=data["miscue"]["answered_by_seize"],
        no_drama_replaced_later=data["no_drama"]["replaced"] == "draw-phase",
        villainy=_rights(villainy),
        villainy_weak=Strength(**villainy["weak"]),
        villainy_strong=Strength(**villainy["strong"]),
        villainy_takes_coins=villainy["coin_each"],
        revive=_rights(data["revive"]),
        improv_hand_in_turn=data["improv"]["hand_in_turn"],
        iago_coin_stays=data["iago_coin"]["stays"],
        emilia_leaves=frozenset(data["emilia_coin"]["leaves"]),
        aside_with_second_dead="character_2" in data["dead"]["set_aside"],
        in_order=playing["in_order"],
        any_role=playing["any_role"],
        other_role_points=playing.get("other_role_points") if playing["any_role"] else None,
        exit_with_script=playing["exit_with_script"],
        blocked_script_leaves=playing["blocked_leaves"],
        spotlight_exempt_verbs=frozenset(spotlight["exempt_verbs"]),
        spotlight_exempt_staging=frozenset(spotlight["exempt_staging"]),
        spotlight_exempt_coins=frozenset(spotlight["exempt_coins"]),
        spotlight_exempt_curtains=spotlight["exempt_curtains"],
        seize_exempt_staging=frozenset(data["seize"]["exempt_staging"]),
        lead_may_play_seized=data["seize"]["lead_may_play"],
        intrigue_per_spotlight=trade["intrigue_per_spotlight"],
        tradable=tuple(trade["gives"]),
        intrigue_per_point=scoring["intrigue_per_point"],
        handkerchief_points=scoring["handkerchief"],
        lead_bonus=tuple(scoring["lead_bonus"]),
        lead_bonus_as_lead_only=scoring["lead_bonus_as_lead_only"],
        company_bonus_cards=scoring["company_bonus"]["cards"],
        company_bonus_points=scoring["company_bonus"]["points"],
        company_characters=frozenset(scoring["company_characters"]),
    )
