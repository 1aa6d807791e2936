"""The rules that a game has chosen: variants (DV) and rulings (DJ), each with its default and alternatives.

The first value of each ruling is the default. The effects of the rulings are in the rules package.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, get_type_hints

from companion.core.errors import InputError
from companion.core.i18n import N_, Worded, _

GAME = "deathmatch"
EDITION = "2021"
SEATS = range(2, 9)  # DS1


class Variant(Worded):
    """The author's rules for a faster game (DV1 to DV3)."""

    REVEALED = "revealed", N_("All characters are face up from the start")
    CASTLE = "castle", N_("The setting is always the castle")
    NO_TRICKSTERS = "no-tricksters", N_("Without the three tricksters that are named")


class Ruling(Worded):
    """The answers to a question that the rulebook leaves open, the default first; `asks` is the question."""

    asks: str

    def __init_subclass__(cls, asks: str, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.asks = asks


class Defeat(Ruling, asks=N_("What defeats a card?")):
    """DJ1: the condition for defeating a card."""

    TABLE = "table", N_("The table says who has won")
    HIGHER_SAME_SUIT = "higher-same-suit", N_("More points of the same suit")
    HIGHER_ANY = "higher-any", N_("More points of any suit")


class Texts(Ruling, asks=N_("What do the texts of cards do?")):
    """DJ2: the effect of card texts."""

    TEXT = "text", N_("They are shown, and the table carries them out")


class SecretDeath(Ruling, asks=N_("Who reports that a secret character is slain?")):
    """DJ3: the source of the news that a secret character is slain."""

    ANNOUNCE = "announce", N_("The companion, where it can")
    HONOUR = "honour", N_("The player")


class SlainTogether(Ruling, asks=N_("Several are slain by one thing")):
    """DJ4: several characters slain by one thing."""

    ALL_OUT = "all-out", N_("All are out; if nobody is left, they share the win")
    IN_ORDER = "in-order", N_("One after the other; the last one alive wins")


class Totals(Ruling, asks=N_("Do both suits have to reach their points?")):
    """DJ5: one or both suits have to reach their points."""

    BOTH = "both", N_("Yes, each on its own")
    EITHER = "either", N_("No, one of them is enough")


class NoProtagonist(Ruling, asks=N_("What ends an act without a protagonist?")):
    """DJ6: the end of an act without a protagonist."""

    STARTER = "starter", N_("The player with the first action counts as one")
    NO_ACTS = "no-acts", N_("Nothing: play goes round")


class SlainProtagonist(Ruling, asks=N_("When does the act end if the protagonist is slain?")):
    """DJ7: the end of the act after the protagonist is slain."""

    ROUND = "round", N_("When the turn comes to their seat")
    AT_ONCE = "at-once", N_("With this scene")


class EmptyPile(Ruling, asks=N_("The draw pile is empty")):
    """DJ8: an empty draw pile."""

    FEWER = "fewer", N_("You play on with fewer cards")
    REDEAL = "redeal", N_("The discard pile is dealt out at once")


class OnlyTricksters(Ruling, asks=N_("Who wins a scene of nothing but tricksters?")):
    """DJ9: the winner of a scene with only tricksters."""

    NOBODY = "nobody", N_("Nobody")
    OPENER = "opener", N_("The player who opened it")


class Placeable(Ruling, asks=N_("Which cards of the scene may be placed?")):
    """DJ10: the cards of the scene that may be placed."""

    ANY = "any", N_("Any, a sacrificed trickster too")
    DAMAGE_ONLY = "damage-only", N_("Standard cards")


class TricksterGoes(Ruling, asks=N_("Where does a trickster go that was played for its text?")):
    """DJ11: the place of a trickster after it was played for its text."""

    DISCARD = "discard", N_("To the discard pile")
    SCENE = "scene", N_("To the cards of the scene")


class Uneven(Ruling, asks=N_("Cards that do not come out even")):
    """DJ12: cards left over when a deal is uneven."""

    LEFT_FIRST = "left-first", N_("Some have one more, from the left of the protagonist")
    EQUAL = "equal", N_("What is left over is not dealt")


class SettingChoice(Ruling, asks=N_("Which settings can be chosen?")):
    """DJ13: the settings that can be chosen."""

    ANY = "any", N_("Any, the last one too")
    NOT_AGAIN = "not-again", N_("Any but the last one")
    DRAW = "draw", N_("The top one of a shuffled pile")


class TwoLeft(Ruling, asks=N_("When do the last two play on without a protagonist?")):
    """DJ14: the moment at which two remaining players have no protagonist."""

    AT_ONCE = "at-once", N_("At once, in the castle")
    NEXT_ACT = "next-act", N_("When the act is over")


class Sacrifice(Ruling, asks=N_("May a trickster be sacrificed by choice?")):
    """DJ15: sacrificing a trickster by choice."""

    NO = "no", N_("No")
    YES = "yes", N_("Yes")


class OpenTexts(Ruling, asks=N_("Do the texts for revealing happen when all characters are face up from the start?")):
    """DJ16: reveal texts in a game with all characters face up from the start."""

    NO = "no", N_("No")
    YES = "yes", N_("Yes")


class ActOver(Ruling, asks=N_("When is the act over?")):
    """DJ17: the end of the act."""

    SECOND_ACTION = "second-action", N_("After the protagonist’s second action")
    ROTATION = "rotation", N_("After one round")


class Harmless(Ruling, asks=N_("What becomes of harmless cards placed after the reveal?")):
    """DJ18: harmless cards placed after the reveal."""

    STAY = "stay", N_("They stay")
    CLEAR = "clear", N_("They go to the discard pile")


class NoCards(Ruling, asks=N_("Nobody has a card and the discard pile is empty")):
    """DJ19: no player has a card and the discard pile is empty."""

    SHARE = "share", N_("The living share the win")
    POOLS = "pools", N_("Harmless cards before revealed characters are dealt out")


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
    def rulings_in_words(self) -> dict[str, str]:
        """The chosen answer to each ruling, in the players' words."""
        return {ruling: _(getattr(self, field).words) for ruling, (field, _kind) in RULINGS.items()}

    @property
    def other_rulings(self) -> dict[str, str]:
        """The rulings that differ from the defaults, by id."""
        return {ruling: name for ruling, name in self.rulings.items() if name != names_of(ruling)[0]}


RULINGS: dict[str, tuple[str, type[Ruling]]] = {
    f"DJ{number}": (field, kind) for number, (field, kind) in enumerate([*get_type_hints(RuleSet).items()][1:], start=1)
}
"""Fields of `RuleSet` by ruling id, in the order of the rules digest."""


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


def read_ruling(ruling: str, name: str) -> Ruling:
    """Return the answer of this name to a ruling.

    Raises InputError that lists the answers.
    """
    _field, kind = RULINGS[checked_ruling(ruling)]
    if name not in names_of(ruling):
        known = ", ".join(names_of(ruling))
        raise InputError(f"{ruling} has no answer {name!r}; choose one of: {known}", field=f"rulings.{ruling}")
    return kind(name)
