"""The codes of refusals, with the rules that each can refer to.

Programs may rely on codes; messages may change. A code is the attempted action or the card to be used, a dot, and
the problem. Problems that can occur with any card have no member in this enum and begin with the card's code: no
possible target (`exchange.no-target`), all possible targets protected, or an invalid choice (`exchange.take`).
After `carry-out.` follows the kind of change that was reported.
"""

from __future__ import annotations

from functools import cache

from companion.core.verdict import RuleCode

NO_TARGET, PROTECTED = "no-target", "protected"


class Code(RuleCode):
    """The code of a refusal."""

    ANSWER_NOBODY = "answer.nobody", "P6"

    LEAD_NOT_NOW = "lead.not-now", "S3"

    DRAW_OTHER_PILE = "draw.other-pile", "P7"

    PLACE_ELSEWHERE = "place.elsewhere", "C2", "C4"
    PLACE_NO_SUCH_CARD = "place.no-such-card", "C2", "C4"
    PLACE_NOT_IN_HAND = "place.not-in-hand", "P3"
    PLACE_NOT_NOW = "place.not-now", "P3"

    REVEAL_DONE = "reveal.done", "P6", "Z4"
    REVEAL_ELSEWHERE = "reveal.elsewhere", "C2", "C4"
    REVEAL_NO_SUCH_CARD = "reveal.no-such-card", "C2", "C4"
    REVEAL_NOTHING_PLACED = "reveal.nothing-placed", "P3"
    REVEAL_OTHER_CARD = "reveal.other-card", "P6"
    REVEAL_SEIZE = "reveal.seize", "Z5"
    REVEAL_WHICH_CARD = "reveal.which-card", "P6"
    REVEAL_NOT_NOW = "reveal.not-now", "P5", "P6"

    EXIT_CURTAIN = "exit.curtain", "E1", "T3"
    EXIT_DONE = "exit.done", "P6", "Z4"
    EXIT_ELSEWHERE = "exit.elsewhere", "C2", "C4"
    EXIT_NO_SUCH_CARD = "exit.no-such-card", "C2", "C4"
    EXIT_NOTHING_PLACED = "exit.nothing-placed", "P3"
    EXIT_OTHER_CARD = "exit.other-card", "P6"
    EXIT_NOT_IN_HAND = "exit.not-in-hand", "A2"
    EXIT_SCRIPT_CARD = "exit.script-card", "R2"
    EXIT_WHICH_CARD = "exit.which-card", "A2"
    EXIT_NOT_NOW = "exit.not-now", "P5", "P6"

    SEIZE_ANSWERED = "seize.answered", "V2"
    SEIZE_EARLIER_IN_ORDER = "seize.earlier-in-order", "Z1"
    SEIZE_ELSEWHERE = "seize.elsewhere", "C2", "C4"
    SEIZE_EXEMPT = "seize.exempt", "Z1"
    SEIZE_NO_INTRIGUE = "seize.no-intrigue", "Z1"
    SEIZE_NO_REACHING_BACK = "seize.no-reaching-back", "J11"
    SEIZE_NOT_A_SEIZE = "seize.not-a-seize", "Z1"
    SEIZE_NOT_HANDED_OVER = "seize.not-handed-over", "J11"
    SEIZE_NOT_OF_THIS_SCENE = "seize.not-of-this-scene", "J11"
    SEIZE_NOTHING_FACE_DOWN = "seize.nothing-face-down", "Z1", "Z4"
    SEIZE_OWN_CARD = "seize.own-card", "Z1"
    SEIZE_PROTECTED = "seize.protected", "N1", "J12"
    SEIZE_NOT_NOW = "seize.not-now", "Z1", "J11"

    SPOTLIGHT_ANSWERED = "spotlight.answered", "V2"
    SPOTLIGHT_EXEMPT = "spotlight.exempt", "L1"
    SPOTLIGHT_NO_TOKEN = "spotlight.no-token", "L1"
    SPOTLIGHT_OWN_ACTION = "spotlight.own-action", "L1"
    SPOTLIGHT_PROTECTED = "spotlight.protected", "N1", "J12"
    SPOTLIGHT_NOT_NOW = "spotlight.not-now", "L1"

    PASS_NOT_NOW = "pass.not-now", "V2"

    PROTECT_ALREADY = "protect.already", "N1"
    PROTECT_ELSEWHERE = "protect.elsewhere", "C2", "C4"
    PROTECT_NO_COIN = "protect.no-coin", "O5"
    PROTECT_NO_INTRIGUE = "protect.no-intrigue", "A3"
    PROTECT_NO_SUCH_CARD = "protect.no-such-card", "C2", "C4"
    PROTECT_NOT_IN_HAND = "protect.not-in-hand", "P3"
    PROTECT_NOT_NOW = "protect.not-now", "N1"

    COIN_IAGO_USED = "coin.iago-used", "O2"
    COIN_NO_SUCH_COIN = "coin.no-such-coin", "C6"
    COIN_NONE = "coin.none", "C6"
    COIN_PROTECTS = "coin.protects", "O5"
    COIN_NOT_NOW = "coin.not-now", "O1"

    IMPROV_AGAINST_MISCUE = "improv.against-miscue", "A2", "I4"
    IMPROV_BEFORE_PLACEMENT = "improv.before-placement", "I2"
    IMPROV_CANNOT_SEIZE = "improv.cannot-seize", "A2", "Z1"
    IMPROV_ELSEWHERE = "improv.elsewhere", "C2", "C4"
    IMPROV_MISCUED = "improv.miscued", "A2"
    IMPROV_NO_CARD = "improv.no-card", "I2"
    IMPROV_NO_INTRIGUE = "improv.no-intrigue", "I1"
    IMPROV_NO_SUCH_CARD = "improv.no-such-card", "C2", "C4"
    IMPROV_NOT_IN_HAND = "improv.not-in-hand", "P3"
    IMPROV_NOTHING_FACE_DOWN = "improv.nothing-face-down", "I3"
    IMPROV_REVEAL_HAS_BEGUN = "improv.reveal-has-begun", "J10"
    IMPROV_USED = "improv.used", "I1", "J9"
    IMPROV_NOT_NOW = "improv.not-now", "I2", "I3", "J10"

    FROM_HAND_ELSEWHERE = "from-hand.elsewhere", "C2", "C4"
    FROM_HAND_EXCHANGE_ONLY = "from-hand.exchange-only", "A1"
    FROM_HAND_NO_SUCH_CARD = "from-hand.no-such-card", "C2", "C4"
    FROM_HAND_NOT_IN_HAND = "from-hand.not-in-hand", "P3"
    FROM_HAND_PLACED_ONLY = "from-hand.placed-only", "A1"
    FROM_HAND_NOT_NOW = "from-hand.not-now", "J5"

    SWAP_ELSEWHERE = "swap.elsewhere", "C2", "C4"
    SWAP_EXITS = "swap.exits", "J21"
    SWAP_FACE_DOWN = "swap.face-down", "A2"
    SWAP_NO_SUCH_CARD = "swap.no-such-card", "C2", "C4"
    SWAP_NOT_IN_HAND = "swap.not-in-hand", "P3"
    SWAP_WHICH_CARD = "swap.which-card", "A2"
    SWAP_NOT_NOW = "swap.not-now", "A2"

    DRAW_EMPTY = "draw.empty", "P7"
    DRAW_NOT_NOW = "draw.not-now", "P7", "Z6"

    TRADE_ONE_WAY = "trade.one-way", "G1"
    TRADE_TOO_FEW = "trade.too-few", "G1"
    TRADE_NOT_NOW = "trade.not-now", "G1"

    DISCARD_COUNT = "discard.count", "G4"
    DISCARD_NOT_IN_HAND = "discard.not-in-hand", "G4"
    DISCARD_NOT_NOW = "discard.not-now", "G4"

    NEXT_ACT_NOT_NOW = "next-act.not-now", "G4"

    CHOOSE_NOTHING = "choose.nothing", "V1"
    CHOOSE_NOT_NOW = "choose.not-now", "V1"

    CARRY_OUT_NOT_NOW = "carry-out.not-now", "C11"

    CORRECT_NOT_NOW = "correct.not-now", "S3"

    NO_DRAMA_NO_INTRIGUE = "no-drama.no-intrigue", "A3"

    TAKE_THE_LEAD_PROTECTED = "take-the-lead.protected", "N1"

    VILLAINY_LEAD_ONLY = "villainy.lead-only", "A6"
    VILLAINY_NOBODY = "villainy.nobody", "A6"

    REVIVE_LEAD_ONLY = "revive.lead-only", "A7"
    REVIVE_NO_INTRIGUE = "revive.no-intrigue", "A7"
    REVIVE_NOBODY_DEAD = "revive.nobody-dead", "A7"

    OWN_CARD_NO_INTRIGUE = "own-card.no-intrigue", "C11"

    @staticmethod
    @cache
    def of(tried: str, wrong: str) -> Code:
        """Return the code of an attempted answer or effect and the problem with it."""
        return Code(f"{tried}.{wrong}")
