"""The rules that a game has chosen: variants (DV) and rulings (DJ), each with its default and alternatives.

The first value of each ruling is the default. The effects of the rulings are in the rules package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.core.errors import InputError

EDITION = "2021"


class Variant(StrEnum):
    """The author's rules for a faster game (DV1 to DV3)."""

    REVEALED = "revealed"
    CASTLE = "castle"
    NO_TRICKSTERS = "no-tricksters"


class Defeat(StrEnum):
    """DJ1: the condition for defeating a card."""

    TABLE = "table"
    HIGHER_SAME_SUIT = "higher-same-suit"
    HIGHER_ANY = "higher-any"


class Texts(StrEnum):
    """DJ2: the effect of card texts."""

    TEXT = "text"


class SecretDeath(StrEnum):
    """DJ3: the source of the news that a secret character is slain."""

    ANNOUNCE = "announce"
    HONOUR = "honour"


class SlainTogether(StrEnum):
    """DJ4: several characters slain by one thing."""

    ALL_OUT = "all-out"
    IN_ORDER = "in-order"


class Totals(StrEnum):
    """DJ5: one or both suits have to reach their points."""

    BOTH = "both"
    EITHER = "either"


class NoProtagonist(StrEnum):
    """DJ6: the end of an act without a protagonist."""

    STARTER = "starter"
    NO_ACTS = "no-acts"


class SlainProtagonist(StrEnum):
    """DJ7: the end of the act after the protagonist is slain."""

    ROUND = "round"
    AT_ONCE = "at-once"


class EmptyPile(StrEnum):
    """DJ8: an empty draw pile."""

    FEWER = "fewer"
    REDEAL = "redeal"


class OnlyTricksters(StrEnum):
    """DJ9: the winner of a scene with only tricksters."""

    NOBODY = "nobody"
    OPENER = "opener"


class Placeable(StrEnum):
    """DJ10: the cards of the scene that may be placed."""

    ANY = "any"
    DAMAGE_ONLY = "damage-only"


class TricksterGoes(StrEnum):
    """DJ11: the place of a trickster after it was played for its text."""

    DISCARD = "discard"
    SCENE = "scene"


class Uneven(StrEnum):
    """DJ12: cards left over when a deal is uneven."""

    LEFT_FIRST = "left-first"
    EQUAL = "equal"


class SettingChoice(StrEnum):
    """DJ13: the settings that can be chosen."""

    ANY = "any"
    NOT_AGAIN = "not-again"
    DRAW = "draw"


class TwoLeft(StrEnum):
    """DJ14: the moment at which two remaining players have no protagonist."""

    AT_ONCE = "at-once"
    NEXT_ACT = "next-act"


class Sacrifice(StrEnum):
    """DJ15: sacrificing a trickster by choice."""

    NO = "no"
    YES = "yes"


class OpenTexts(StrEnum):
    """DJ16: reveal texts in a game with all characters face up from the start."""

    NO = "no"
    YES = "yes"


class ActOver(StrEnum):
    """DJ17: the end of the act."""

    SECOND_ACTION = "second-action"
    ROTATION = "rotation"


class Harmless(StrEnum):
    """DJ18: harmless cards placed after the reveal."""

    STAY = "stay"
    CLEAR = "clear"


class NoCards(StrEnum):
    """DJ19: no player has a card and the discard pile is empty."""

    SHARE = "share"
    POOLS = "pools"


class RuleSet(NamedTuple):
    """The variants and rulings of one game."""

    variants: frozenset[Variant] = frozenset()
    defeat: Defeat = Defeat.TABLE
    texts: Texts = Texts.TEXT
    secret_death: SecretDeath = SecretDeath.ANNOUNCE
    slain_together: SlainTogether = SlainTogether.ALL_OUT
    totals: Totals = Totals.BOTH
    no_protagonist: NoProtagonist = NoProtagonist.STARTER
    slain_protagonist: SlainProtagonist = SlainProtagonist.ROUND
    empty_pile: EmptyPile = EmptyPile.FEWER
    only_tricksters: OnlyTricksters = OnlyTricksters.NOBODY
    placeable: Placeable = Placeable.ANY
    trickster_goes: TricksterGoes = TricksterGoes.DISCARD
    uneven: Uneven = Uneven.LEFT_FIRST
    setting_choice: SettingChoice = SettingChoice.ANY
    two_left: TwoLeft = TwoLeft.AT_ONCE
    sacrifice: Sacrifice = Sacrifice.NO
    open_texts: OpenTexts = OpenTexts.NO
    act_over: ActOver = ActOver.SECOND_ACTION
    harmless: Harmless = Harmless.STAY
    no_cards: NoCards = NoCards.SHARE

    @property
    def revealed(self) -> bool:
        """DV1: all characters are face up from the start."""
        return Variant.REVEALED in self.variants

    @property
    def castle(self) -> bool:
        """DV2: the castle is the setting throughout."""
        return Variant.CASTLE in self.variants

    @property
    def no_tricksters(self) -> bool:
        """DV3: the three tricksters of DC5 are removed."""
        return Variant.NO_TRICKSTERS in self.variants

    @property
    def rulings(self) -> dict[str, str]:
        """The chosen answer to each ruling, by its id."""
        return {ruling: str(getattr(self, field)) for ruling, (field, _kind) in RULINGS.items()}

    @property
    def other_rulings(self) -> dict[str, str]:
        """The rulings that differ from the defaults, by id."""
        return {ruling: name for ruling, name in self.rulings.items() if name != names_of(ruling)[0]}


# Fields of `RuleSet` by ruling id, in the order of the rules digest
RULINGS: dict[str, tuple[str, type[StrEnum]]] = {
    "DJ1": ("defeat", Defeat),
    "DJ2": ("texts", Texts),
    "DJ3": ("secret_death", SecretDeath),
    "DJ4": ("slain_together", SlainTogether),
    "DJ5": ("totals", Totals),
    "DJ6": ("no_protagonist", NoProtagonist),
    "DJ7": ("slain_protagonist", SlainProtagonist),
    "DJ8": ("empty_pile", EmptyPile),
    "DJ9": ("only_tricksters", OnlyTricksters),
    "DJ10": ("placeable", Placeable),
    "DJ11": ("trickster_goes", TricksterGoes),
    "DJ12": ("uneven", Uneven),
    "DJ13": ("setting_choice", SettingChoice),
    "DJ14": ("two_left", TwoLeft),
    "DJ15": ("sacrifice", Sacrifice),
    "DJ16": ("open_texts", OpenTexts),
    "DJ17": ("act_over", ActOver),
    "DJ18": ("harmless", Harmless),
    "DJ19": ("no_cards", NoCards),
}


def names_of(ruling: str) -> tuple[str, ...]:
    """Return the names of a ruling's answers, the default first."""
    return tuple(map(str, RULINGS[ruling][1]))


def rule_set(variants: Iterable[str] = (), rulings: Mapping[str, str] | None = None) -> RuleSet:
    """Return rules with these variants, and with these answers in place of the defaults.

    Raises InputError that names the field and the allowed words.
    """
    read = (read_variant(name, f"variants[{at}]") for at, name in enumerate(variants))
    chosen: dict[str, Any] = {"variants": frozenset(read)}
    for ruling, name in (rulings or {}).items():
        chosen[RULINGS[checked_ruling(ruling)][0]] = read_ruling(ruling, name)
    return RuleSet(**chosen)


def read_variant(name: str, field: str) -> Variant:
    """Return the variant of this name.

    Raises InputError that lists the variants.
    """
    if name not in tuple(Variant):
        raise InputError(f"there is no variant {name!r}; choose among: {', '.join(Variant)}", field=field)
    return Variant(name)


def checked_ruling(ruling: str) -> str:
    """Return the id of a ruling.

    Raises InputError that gives the range of ids.
    """
    if ruling not in RULINGS:
        raise InputError(f"there is no ruling {ruling!r}; they are DJ1 to DJ{len(RULINGS)}", field=f"rulings.{ruling}")
    return ruling


def read_ruling(ruling: str, name: str) -> StrEnum:
    """Return the answer of this name to a ruling.

    Raises InputError that lists the answers.
    """
    _field, kind = RULINGS[checked_ruling(ruling)]
    if name not in names_of(ruling):
        known = ", ".join(names_of(ruling))
        raise InputError(f"{ruling} has no answer {name!r}; choose one of: {known}", field=f"rulings.{ruling}")
    return kind(name)
