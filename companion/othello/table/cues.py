"""The light of each seat, and the meaning of its button while it shows that cue.

`PAIRS` lists the meanings of press and hold for each cue. They depend only on public information and the table's
own announcements: a press spends something that lies open. A card that only its player knows is played by showing
it. Therefore, if no open token or coin can answer, a press asks for time to show a card.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.cues import Cue
from companion.core.i18n import N_, OR, _, listed, ngettext
from companion.core.verdict import Forbidden
from companion.game.equipment import REAL_TABLE, Equipment
from companion.game.interpretation import ButtonMeaning, Offer
from companion.othello.model.answers import Answer, Do, Token
from companion.othello.model.cards import UNKNOWN_SCRIPT, UNKNOWN_STAGING, Pile, Staging
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.frames import Action, Choices, PutDown, Reveals
from companion.othello.model.game import Game, Unseen
from companion.othello.model.state import State
from companion.othello.model.titles import card_title
from companion.othello.model.vocabulary import Phase, Protection, Way
from companion.othello.rules.declare import just_revealed
from companion.othello.rules.effects import improvises
from companion.othello.rules.options import coins
from companion.othello.rules.submit import submit
from companion.othello.table.gestures import Drawn, Gesture, Ready, Waits, changes_card, up_next
from companion.othello.table.knowledge import as_known
from companion.othello.table.table_of_gestures import With, means_of_choice
from companion.othello.text.own_words import strength_text

PAIRS: Mapping[str, ButtonMeaning] = MappingProxyType(
    {
        Cue.IDLE: ButtonMeaning(),
        Cue.ON_DECK: ButtonMeaning(),
        Cue.LAY: ButtonMeaning(),
        Cue.GO_ON: ButtonMeaning("go on", "go on"),
        Cue.YOUR_TURN: ButtonMeaning("reveal", "exit"),
        Cue.MAY_INTERRUPT: ButtonMeaning("interrupt", "let it happen"),
        Cue.CHOOSE: ButtonMeaning("yes", "no"),
        Cue.DRAW_EITHER: ButtonMeaning("script card", "staging card"),
        Cue.DRAW_SCRIPT: ButtonMeaning("drawn", "drawn"),
        Cue.DRAW_STAGING: ButtonMeaning("drawn", "drawn"),
        Cue.DONE: ButtonMeaning(),
        Cue.ATTENTION: ButtonMeaning(),
    }
)
"""The meaning of a seat's button, by the cue of its light. A hold that means no may have nothing to refuse."""

_YES_OR_NO = {
    "look": ButtonMeaning(N_("pay {look} intrigue and look"), N_("take a card unseen")),
    "pay": ButtonMeaning(N_("pay {villainy}: {strong}"), N_("pay nothing: {weak}")),
    "play": ButtonMeaning(N_("play the seized card"), N_("take a spotlight")),
}

_CHOOSES = {
    With.PRESS: N_("name a player"),
    With.TILE: N_("put a tile in the circle"),
    With.COIN: N_("put that coin in the circle"),
    With.CARD: N_("new card on your spot, face down"),
}
_MOVED = {
    "take": (N_("I took a script card"), N_("I took a staging card")),
    "give": (N_("I gave a script card"), N_("I gave a staging card")),
    "away": (N_("I returned a script card"), N_("I returned a staging card")),
}
"""What a player says of a card whose face the table does not know, once it has moved."""


class OnTable(NamedTuple):
    """What prompts depend on and no state has.

    Args:
        drew: the pile to draw from, for players who have cards to draw by hand.
        ready: the players who are done at intermission.
        chosen: the tiles placed so far for a Villainy.
        early: the players whose card lies there before its time.
        equipment: what the table has.
        chance: deals the tiles where the companion deals.
    """

    drew: Mapping[int, str] = MappingProxyType({})
    ready: Collection[int] = ()
    chosen: tuple[str, ...] = ()
    early: Collection[int] = ()
    equipment: Equipment = REAL_TABLE
    chance: Any = None


NOTHING_ON_TABLE = OnTable()


def offers(state: State, asked: Decision | None, table: OnTable = NOTHING_ON_TABLE) -> list[Offer]:
    """Return the prompt of each seat, in seat order."""
    moment = _moment(state)
    reveals = asked is not None and (
        asked.kind is DecisionKind.REVEAL
        or (
            asked.kind is DecisionKind.AFTER_PLACEMENT and not table.equipment.phones
        )  # phones ask everybody first (P4)
    )
    up = up_next(state) if reveals else ()
    found = [_offer(state, asked, player, table, player in up) for player in range(len(state.seats))]
    if asked is not None and asked.kind in (DecisionKind.CHOOSE, DecisionKind.DRAW):
        known = as_known(state, None)
        found = [_as_far_as_it_fits(known, offer) for offer in found]
    return [offer._replace(moment=moment) if offer.cue == Cue.CHOOSE else offer for offer in found]


def _as_far_as_it_fits(known: State, offer: Offer) -> Offer:
    """Return the offer without answers that the rules forbid, judged by public knowledge."""
    press, hold = (each if fits(known, each) else None for each in (offer.press, offer.hold))
    says = ButtonMeaning(offer.says.press if press is not None else "", offer.says.hold if hold is not None else "")
    return offer._replace(press=press, hold=hold, says=says)


def fits(known: State, gesture: Gesture) -> bool:
    """Return True if the rules allow an answer, judged by public knowledge.

    Any other gesture is allowed, but not None.
    """
    if not isinstance(gesture, Answer):
        return gesture is not None
    game = Game(known.copy(), Unseen())
    try:
        for answer in (*price_of(known, gesture), gesture):
            submit(game, answer)
    except Forbidden:
        return False
    return True


def price_of(state: State, answer: Answer) -> list[Answer]:
    """Return the choice not to pay for a Villainy, if the price is still open (A6).

    It precedes an answer that chooses wounds or a limit.
    """
    action, given = state.frames[-1], answer.choices
    if type(action) is Action and action.choices.pay is None and (given.wounds or given.cut):
        return [Answer(Do.CHOOSE, action.player, choices=Choices(pay=False))]
    return []


def chosen_with(state: State, chosen: tuple[str, ...], tile: str) -> tuple[str, ...]:
    """Return the tiles chosen after one more is placed (A6).

    These are all tiles if each may get a wound, else only the last.
    """
    top, more = state.frames[-1], (*chosen, tile)
    if type(top) is not Action or not chosen:
        return more
    wounds = Answer(Do.CHOOSE, top.player, choices=Choices(wounds=more))
    unpaid = top.choices.pay is None  # the number of tiles decides whether the player pays
    return more if unpaid or fits(as_known(state, None), wounds) else (tile,)


def _moment(state: State) -> Hashable:
    """Return a key that distinguishes equal prompts: the action that the choice is for."""
    top = state.frames[-1]
    return (len(state.frames), top.kind, top.player, top.name) if type(top) is Action else None


def _offer(state: State, asked: Decision | None, player: int, table: OnTable, is_up: bool) -> Offer:
    found = _asked(state, asked, player, table, is_up) if asked is not None else None
    drew = table.drew.get(player)
    if player in table.ready:
        return Offer(Cue.DONE)
    if drew is not None and (
        asked is None or found is None or asked.kind in (DecisionKind.PRE_PLACEMENT, DecisionKind.PLACEMENT)
    ):
        cue = Cue.DRAW_SCRIPT if drew == Pile.SCRIPT else Cue.DRAW_STAGING
        lay = found.lay if found is not None else ""
        return Offer(cue, Drawn(player), Drawn(player), ButtonMeaning(_("drawn"), _("drawn")), lay=lay)
    if found is not None:
        return found
    if asked is not None and asked.kind is DecisionKind.PRE_PLACEMENT and state.seats[player].hand:  # nobody waits (P3)
        return Offer(Cue.DONE if player in table.early else Cue.LAY)
    if player == _on_deck(state):
        return Offer(Cue.ON_DECK)
    seat = state.seats[player]
    may_use = player == just_revealed(state, state.frames[-1]) and coins(state, player)  # O1
    lay = _("a coin: on your spot") if may_use else ""
    cue = Cue.DONE if seat.done or (state.phase is Phase.PLACEMENT and seat.placed is not None) else Cue.IDLE
    return Offer(cue, lay=lay)


def _asked(state: State, asked: Decision, player: int, table: OnTable, is_up: bool) -> Offer | None:
    """Return the offer to a player who is asked by the open decision or next to reveal (`is_up`), or None."""
    if is_up:
        return _turn(player)._replace(lay=_first(state, asked) if player in asked.players else "")
    if asked.kind is DecisionKind.CHOOSE:
        return _choice(state, asked, player, table)
    if asked.kind is DecisionKind.LEAD:
        if table.equipment.deals:
            dealt, words = Answer(Do.LEAD, to=table.chance.lead(len(state.seats))), _("deal the tiles")
            return Offer(Cue.GO_ON, dealt, dealt, ButtonMeaning(words, words))
        mine = Answer(Do.LEAD, to=player)  # a hold, because new players try out the buttons
        return Offer(Cue.IDLE, None, mine, ButtonMeaning("", _("I have {character}", character=state.lead_character)))
    if player not in asked.players or asked.kind is DecisionKind.REVEAL:
        return None  # a player asked to reveal without a placed card is skipped automatically
    if asked.kind in (DecisionKind.WINDOW, DecisionKind.PROTECT):
        return _interrupt(asked, player, table.equipment.timed)
    if asked.kind is DecisionKind.PLACEMENT:
        return Offer(Cue.LAY)
    if asked.kind is DecisionKind.SWAP:
        turned = N_("new card on your spot: play it; a card in the circle: exit")
        return Offer(Cue.LAY, lay=_(turned if _turns_up(state) else N_("another card, face down")))
    if asked.kind is DecisionKind.DRAW:
        return _either(*(Answer(Do.DRAW, player, pile=pile) for pile in Pile))
    return _go_on(state, asked, player)


def _turn(player: int) -> Offer:
    """Return the offer in a player's own turn: reveal, or exit for an intrigue token (E1)."""
    says = ButtonMeaning(_("reveal"), _("exit (+1 intrigue)"))
    return Offer(Cue.YOUR_TURN, Answer(Do.REVEAL, player), Answer(Do.EXIT, player), says)


def _go_on(state: State, asked: Decision, player: int) -> Offer:
    """Return the offer to decline or finish, in the words of the open decision."""
    meaning: Gesture
    costly: Answer | None = None  # announced by a hold, where the rules allow it
    price = ""
    if asked.kind is DecisionKind.INTERMISSION:
        meaning, words = Ready(player), _("done exchanging")
        costly = Answer(Do.TRADE, player, token=Token.INTRIGUE)  # G1
        price = _("buy a spotlight ({rate})", rate=state.rules.intrigue_per_spotlight)
    elif asked.kind is DecisionKind.DISCARD:
        count = len(asked.options[0].cards)
        meaning = Answer(Do.DISCARD, player, cards=(UNKNOWN_STAGING,) * count)
        words = ngettext("discard {count} card without showing", "discard {count} cards without showing", count)
    elif asked.kind is DecisionKind.CARRY_OUT:
        meaning, words = asked.options[0], _("done, nothing changed")
    else:
        meaning, words = Answer(Do.PASS, player), _("pass")
        if asked.kind is DecisionKind.PRE_PLACEMENT:
            costly = Answer(Do.IMPROV, player, choices=Choices(way=Way.HAND))  # I2
            price = _("swap a hand card ({price} intrigue)", price=state.rules.prices["improv"])
    hold, says = (costly, price) if costly in asked.options else (meaning, words)
    return Offer(Cue.GO_ON, meaning, hold, ButtonMeaning(words, says), lay=_first(state, asked))


def _first(state: State, asked: Decision) -> str:
    """Return the hint for what may be done with things before continuing."""
    does = {option.do for option in asked.options}
    in_circle = [_("coin")] * (Do.COIN in does) + [card_title(state, Staging.EXCHANGE)] * (Do.FROM_HAND in does)
    swaps = Do.IMPROV in does and asked.kind is DecisionKind.AFTER_PLACEMENT  # before placement it is announced (I2)
    if not in_circle:
        return _("new card on your spot: swap") if swaps else ""
    words = N_("{things}: in the circle; new card on your spot: swap") if swaps else N_("{things}: in the circle")
    return _(words, things=listed(in_circle, OR))


def _turns_up(state: State) -> bool:
    """Return True if a card placed instead of another one is turned up at once (A2)."""
    top = state.frames[-1]
    return type(top) is PutDown and top.reveal


def _interrupt(asked: Decision, player: int, timed: bool) -> Offer:
    """Return the offer to interrupt (Z1, L1, N1, A2).

    A press spends a spotlight or Desdemona coin; a Seize or No Drama must be shown. Without either a press asks for
    more time, where a time closes the window.
    """
    own = [option for option in asked.options if option.by == player]
    spent = next((option for option in own if option.do is Do.SPOTLIGHT or option.way is Protection.DESDEMONA), None)
    press: Gesture = spent or Waits(player)
    words, shown = (
        _("more time") if timed else "",
        _shown({option.do for option in own if option.way is not Protection.DESDEMONA}),
    )
    if spent is not None and spent.do is Do.SPOTLIGHT:
        words = _("block (1 spotlight)")
    elif spent is not None:
        words = _("use a Desdemona coin")
    says = ButtonMeaning(words, _("pass"))
    return Offer(Cue.MAY_INTERRUPT, press, Answer(Do.PASS, player), says, lay=shown)


def _shown(does: Collection[Do]) -> str:
    """Return the hint for showing a card that nobody else knows."""
    if Do.SEIZE in does:
        return _("if your card is a Seize: turn it up")
    if Do.PROTECT in does and Do.IMPROV in does:
        return _("Seize or No Drama: on your spot")
    if Do.IMPROV in does:
        return _("a Seize of your hand: on your spot")
    return _("No Drama card: on your spot") if Do.PROTECT in does else ""


def _choice(state: State, asked: Decision, player: int, table: OnTable) -> Offer | None:
    """Return the offer of a choice (A1, A6, R3).

    A possible target presses "me". The player who chooses answers yes or no, or places something. A card that moves
    between hands is chosen by its back: the table need not know more.
    """
    if player != asked.players[0]:
        me = next((option for option in asked.options if option.choices.target == player), None)
        return None if me is None else Offer(Cue.CHOOSE, me, None, ButtonMeaning(_("I was chosen")))
    if table.chosen:
        return _wounds(state, asked, player, table.chosen)
    for field in _YES_OR_NO:
        values = {getattr(option.choices, field): option for option in asked.options}
        if True in values and False in values:
            return Offer(Cue.CHOOSE, values[True], values[False], _yes_or_no(state, player, field))
    piles = [option for option in asked.options if option.choices.draw is not None]  # I2
    if len(piles) == len(Pile):
        return _either(*piles)
    by_back = None if table.equipment.deals else _by_back(state, asked)  # on a screen the card itself is moved
    return by_back or Offer(Cue.LAY, lay=_laid(state, asked, table.equipment))


def _yes_or_no(state: State, player: int, field: str) -> ButtonMeaning:
    """Return the words for such a choice, with its price and with what a Villainy then may do."""
    rules = state.rules
    strong, weak = (strength_text(state, player, each) for each in (rules.villainy_strong, rules.villainy_weak))
    return ButtonMeaning(*(_(part, **rules.prices, strong=strong, weak=weak) for part in _YES_OR_NO[field]))


def _by_back(state: State, asked: Decision) -> Offer | None:
    """Return the offer to give or take a card whose face the table does not know; None if it knows one of them."""
    top = state.frames[-1]
    cards = {option.choices.give or option.choices.take: option for option in asked.options}
    if not cards or not cards.keys() <= {UNKNOWN_SCRIPT, UNKNOWN_STAGING}:
        return None
    if type(top) is Action and changes_card(top):  # the other card is put on the spot (I3)
        return None
    script, staging = cards.get(UNKNOWN_SCRIPT), cards.get(UNKNOWN_STAGING)
    moved = next(iter(cards.values())).choices
    of_script, of_staging = _MOVED["take" if moved.take is not None else "away" if improvises(state) else "give"]
    words = ButtonMeaning(_(of_script) if script else "", _(of_staging) if staging else "")
    return Offer(Cue.CHOOSE, script, staging, words)


def _either(script: Answer, staging: Answer) -> Offer:
    """Return the offer to draw from either pile."""
    return Offer(Cue.DRAW_EITHER, script, staging, ButtonMeaning(_("draw a script card"), _("draw a staging card")))


def _laid(state: State, asked: Decision, equipment: Equipment) -> str:
    """Return the hint for a choice that no button makes."""
    given, means = asked.options[0].choices, means_of_choice(state, asked)
    if given.wounds and state.rules.villainy_takes_coins:
        return _("each wound costs 1 Iago coin")
    if means is not None:
        return _(_CHOOSES[means])
    if not equipment.deals or equipment.phones:
        return _("choose on your phone or at the desk")
    if given.take is not None:
        return _("that card on your own spot")
    if given.give is not None:
        return _("that card in the circle") if improvises(state) else _("a card on the other’s spot")
    return _("choose under “Or say it here”")


def _wounds(state: State, asked: Decision, player: int, chosen: tuple[str, ...]) -> Offer:
    """Return the offer for the tiles chosen for a Villainy (A6).

    A press wounds each of them, even if it was lifted again. A hold cuts the limit of the last one, or a press where
    nobody can be wounded.
    """
    wounds = Answer(Do.CHOOSE, player, choices=Choices(wounds=chosen))
    cuts = [option for option in asked.options if option.choices.cut and option.choices.cut[0][0] == chosen[-1]]
    wound, lower = N_("wound {tiles}"), N_("lower the limit of {tile}")
    weak = state.rules.villainy_weak
    is_open = asked.options[0].choices.pay is not None
    if is_open:  # a player who has not chosen to pay does not pay
        wound, lower = N_("pay nothing: wound {tiles}"), N_("pay nothing: limit of {tile} -{cut}")
        cuts = [Answer(Do.CHOOSE, player, choices=Choices(cut=((chosen[-1], weak.cut),)))]
    wound = _(wound, tiles=listed(chosen))
    if not cuts:
        return Offer(Cue.CHOOSE, wounds, None, ButtonMeaning(wound))
    lower = _(lower, tile=chosen[-1], cut=weak.cut)
    if fits(as_known(state, None), wounds):
        return Offer(Cue.CHOOSE, wounds, cuts[0], ButtonMeaning(wound, lower))
    if not is_open:
        return Offer(Cue.CHOOSE, cuts[0], None, ButtonMeaning(lower))
    pays = Answer(Do.CHOOSE, player, choices=Choices(pay=True))
    return Offer(Cue.CHOOSE, cuts[0], pays, ButtonMeaning(lower, _yes_or_no(state, player, "pay").press))


def _on_deck(state: State) -> int | None:
    """Return the player who reveals next after the current turn (P5)."""
    bottom = state.frames[0]
    if type(bottom) is not Reveals:
        return None
    for player in bottom.order[bottom.at + 1 :]:
        seat = state.seats[player]
        if seat.placed is not None and not seat.done:
            return player
    return None
