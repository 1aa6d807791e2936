"""The rules that a game has chosen: its variants (DV) and its rulings (DJ), each with its default and its alternatives.

The first value of each ruling is the default. Nothing here says what a ruling does.
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
    """DJ1: what defeats a card?"""

    TABLE = "table"
    HIGHER_SAME_SUIT = "higher-same-suit"
    HIGHER_ANY = "higher-any"


class Texts(StrEnum):
    """DJ2: what do the texts of cards do?"""

    TEXT = "text"


class SecretDeath(StrEnum):
    """DJ3: who tells that a secret character is slain?"""

    ANNOUNCE = "announce"
    HONOUR = "honour"


class SlainTogether(StrEnum):
    """DJ4: several are slain by one thing."""

    ALL_OUT = "all-out"
    IN_ORDER = "in-order"


class Totals(StrEnum):
    """DJ5: do both suits have to reach their points?"""

    BOTH = "both"
    EITHER = "either"


class NoProtagonist(StrEnum):
    """DJ6: what ends an act without a protagonist?"""

    STARTER = "starter"
    NO_ACTS = "no-acts"


class SlainProtagonist(StrEnum):
    """DJ7: when does the act end if the protagonist is slain?"""

    ROUND = "round"
    AT_ONCE = "at-once"


class EmptyPile(StrEnum):
    """DJ8: the draw pile is empty."""

    FEWER = "fewer"
    REDEAL = "redeal"


class OnlyTricksters(StrEnum):
    """DJ9: who wins a scene of nothing but tricksters?"""

    NOBODY = "nobody"
    OPENER = "opener"


class Placeable(StrEnum):
    """DJ10: which cards of the scene may be placed?"""

    ANY = "any"
    DAMAGE_ONLY = "damage-only"


class TricksterGoes(StrEnum):
    """DJ11: where does a trickster go that was played for its text?"""

    DISCARD = "discard"
    SCENE = "scene"


class Uneven(StrEnum):
    """DJ12: cards that do not come out even."""

    LEFT_FIRST = "left-first"
    EQUAL = "equal"


class SettingChoice(StrEnum):
    """DJ13: which settings can be chosen?"""

    ANY = "any"
    NOT_AGAIN = "not-again"
    DRAW = "draw"


class TwoLeft(StrEnum):
    """DJ14: when are two a game without a protagonist?"""

    AT_ONCE = "at-once"
    NEXT_ACT = "next-act"


class Sacrifice(StrEnum):
    """DJ15: may one sacrifice a trickster by choice?"""

    NO = "no"
    YES = "yes"


class OpenTexts(StrEnum):
    """DJ16: do the texts for revealing happen when all characters are face up from the start?"""

    NO = "no"
    YES = "yes"


class ActOver(StrEnum):
    """DJ17: when is the act over?"""

    SECOND_ACTION = "second-action"
    ROTATION = "rotation"


class Harmless(StrEnum):
    """DJ18: what becomes of harmless cards placed after the reveal?"""

    STAY = "stay"
    CLEAR = "clear"


class NoCards(StrEnum):
    """DJ19: nobody has a card and the discard pile is empty."""

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
        """The answer that was chosen to each ruling, by its id."""
        return {ruling: str(getattr(self, field)) for ruling, (field, _kind) in RULINGS.items()}

    @property
    def other_rulings(self) -> dict[str, str]:
        """The rulings that are not the defaults, by their ids."""
        return {ruling: name for ruling, name in self.rulings.items() if name != names_of(ruling)[0]}


# The fields of a rule set by the ids of their rulings, in the order of the digest
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
    """The names of a ruling's answers, the default first."""
    return tuple(map(str, RULINGS[ruling][1]))


def rule_set(variants: Iterable[str] = (), rulings: Mapping[str, str] | None = None) -> RuleSet:
    """The rules with these variants and with these answers in place of the defaults.

    Raises InputError that names the field and the words that there are.
    """
    read = (read_variant(name, f"variants[{at}]") for at, name in enumerate(variants))
    chosen: dict[str, Any] = {"variants": frozenset(read)}
    for ruling, name in (rulings or {}).items():
        chosen[RULINGS[checked_ruling(ruling)][0]] = read_ruling(ruling, name)
    return RuleSet(**chosen)


def read_variant(name: str, field: str) -> Variant:
    """The variant of this name.

    Raises InputError that lists them.
    """
    if name not in tuple(Variant):
        raise InputError(f"there is no variant {name!r}; choose among: {', '.join(Variant)}", field=field)
    return Variant(name)


def checked_ruling(ruling: str) -> str:
    """The id of a ruling.

    Raises InputError that lists them.
    """
    if ruling not in RULINGS:
        raise InputError(f"there is no ruling {ruling!r}; they are DJ1 to DJ{len(RULINGS)}", field=f"rulings.{ruling}")
    return ruling


def read_ruling(ruling: str, name: str) -> StrEnum:
    """The answer of this name to a ruling.

    Raises InputError that lists the answers.
    """
    _field, kind = RULINGS[checked_ruling(ruling)]
    if name not in names_of(ruling):
        known = ", ".join(names_of(ruling))
        raise InputError(f"{ruling} has no answer {name!r}; choose one of: {known}", field=f"rulings.{ruling}")
    return kind(name)
