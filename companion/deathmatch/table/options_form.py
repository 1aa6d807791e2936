"""Options of a new Deathmatch game: variants, and rulings with their answers, in words."""

from __future__ import annotations

from typing import Any

from companion.core.i18n import N_, _
from companion.deathmatch.model.cards import CASTLE, USUAL_HAND
from companion.deathmatch.model.deck import load_deck
from companion.deathmatch.model.ruleset import EDITION, Variant
from companion.game.new_game import STAND_IN, StartForm

TITLE = "Shakespeare Deathmatch (2021)"
VARIANTS = {
    Variant.REVEALED: N_("All characters are face up from the start"),
    Variant.CASTLE: N_("The setting is always the castle"),
    Variant.NO_TRICKSTERS: N_("Without the three tricksters that are named"),
}
RULINGS = {
    "DJ1": (
        N_("What defeats a card?"),
        {
            "table": N_("The table says who has won"),
            "higher-same-suit": N_("More points of the same suit"),
            "higher-any": N_("More points of any suit"),
        },
    ),
    "DJ2": (
        N_("What do the texts of cards do?"),
        {"text": N_("They are shown, and the table carries them out")},
    ),
    "DJ3": (
        N_("Who reports that a secret character is slain?"),
        {
            "announce": N_("The companion, where it can"),
            "honour": N_("The player"),
        },
    ),
    "DJ4": (
        N_("Several are slain by one thing"),
        {
            "all-out": N_("All are out; if nobody is left, they share the win"),
            "in-order": N_("One after the other; the last one alive wins"),
        },
    ),
    "DJ5": (
        N_("Do both suits have to reach their points?"),
        {"both": N_("Yes, each on its own"), "either": N_("No, one of them is enough")},
    ),
    "DJ6": (
        N_("What ends an act without a protagonist?"),
        {
            "starter": N_("The player with the first action counts as one"),
            "no-acts": N_("Nothing: play goes round"),
        },
    ),
    "DJ7": (
        N_("When does the act end if the protagonist is slain?"),
        {
            "round": N_("When the turn comes to their seat"),
            "at-once": N_("With this scene"),
        },
    ),
    "DJ8": (
        N_("The draw pile is empty"),
        {
            "fewer": N_("You play on with fewer cards"),
            "redeal": N_("The discard pile is dealt out at once"),
        },
    ),
    "DJ9": (
        N_("Who wins a scene of nothing but tricksters?"),
        {"nobody": N_("Nobody"), "opener": N_("The player who opened it")},
    ),
    "DJ10": (
        N_("Which cards of the scene may be placed?"),
        {"any": N_("Any, a sacrificed trickster too"), "damage-only": N_("Standard cards")},
    ),
    "DJ11": (
        N_("Where does a trickster go that was played for its text?"),
        {
            "discard": N_("To the discard pile"),
            "scene": N_("To the cards of the scene"),
        },
    ),
    "DJ12": (
        N_("Cards that do not come out even"),
        {
            "left-first": N_("Some have one more, from the left of the protagonist"),
            "equal": N_("What is left over is not dealt"),
        },
    ),
    "DJ13": (
        N_("Which settings can be chosen?"),
        {
            "any": N_("Any, the last one too"),
            "not-again": N_("Any but the last one"),
            "draw": N_("The top one of a shuffled pile"),
        },
    ),
    "DJ14": (
        N_("When do the last two play on without a protagonist?"),
        {"at-once": N_("At once, in the castle"), "next-act": N_("When the act is over")},
    ),
    "DJ15": (
        N_("May a trickster be sacrificed by choice?"),
        {"no": N_("No"), "yes": N_("Yes")},
    ),
    "DJ16": (
        N_("Do the texts for revealing happen when all characters are face up from the start?"),
        {"no": N_("No"), "yes": N_("Yes")},
    ),
    "DJ17": (
        N_("When is the act over?"),
        {
            "second-action": N_("After the protagonist’s second action"),
            "rotation": N_("After one round"),
        },
    ),
    "DJ18": (
        N_("What becomes of harmless cards placed after the reveal?"),
        {"stay": N_("They stay"), "clear": N_("They go to the discard pile")},
    ),
    "DJ19": (
        N_("Nobody has a card and the discard pile is empty"),
        {
            "share": N_("The living share the win"),
            "pools": N_("Harmless cards before revealed characters are dealt out"),
        },
    ),
}
"""By its id, the question of a ruling and its answers, the default first."""


def form() -> StartForm:
    """Return the options of a new game."""
    variants = {str(variant): (_(title), (EDITION,)) for variant, title in VARIANTS.items()}
    rulings = {
        name: (_(question), {answer: _(words) for answer, words in answers.items()})
        for name, (question, answers) in RULINGS.items()
        if len(answers) > 1
    }
    lead, characters = _("the protagonist card"), frozenset(load_deck(STAND_IN).characters)
    computed = {"DJ1": "higher-any"}  # the numbers of made-up cards decide; those of a real box are not known to count
    return StartForm({EDITION: TITLE}, variants, rulings, {EDITION: _outline()}, lead, characters, computed)


def _outline() -> dict[str, Any]:
    """Return suggestions for the page of a running game, from the stand-in deck; the castle comes first."""
    deck = load_deck(STAND_IN)
    settings = sorted(deck.settings, key=lambda name: (name != CASTLE, name))
    return {"characters": sorted(deck.characters), "settings": settings, "cards": deck.size, "hand": USUAL_HAND}
