"""What each seat's light shows, and what its button means as long as it shows that.

A light has one pair of meanings, written down in `PAIRS`. All of it follows from what is public, and from what the
table itself has said: a press spends what lies open. A card that only its player knows is played by showing it, so
where nothing else could answer, a press asks for time to show one.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from types import MappingProxyType

from companion.core.cues import Cue
from companion.core.i18n import N_, _, listed
from companion.core.verdict import Forbidden
from companion.game.interpretation import ButtonMeaning, Offer
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import UNKNOWN_STAGING, Pile
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.frames import Action, Choices, PutDown, Reveals
from companion.othello.model.game import Game, Unseen
from companion.othello.model.state import State
from companion.othello.model.vocabulary import Phase, Protection
from companion.othello.rules.declare import just_revealed
from companion.othello.rules.options import coins
from companion.othello.rules.submit import submit
from companion.othello.table.gestures import Drawn, Gesture, Ready, Waits, changes_card, up_next
from companion.othello.table.knowledge import as_known

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
"""The meaning of a seat's button by what its light shows. A hold that says no may have nothing to refuse."""

_GO_ON = {
    DecisionKind.PRE_PLACEMENT: N_("nothing first"),
    DecisionKind.AFTER_PLACEMENT: N_("nothing more"),
    DecisionKind.AFTER_REVEAL: N_("no coin"),
}
_YES_OR_NO = {
    "look": ButtonMeaning(N_("pay {look} intrigue and look"), N_("take a card unseen")),
    "pay": ButtonMeaning(N_("pay {villainy} intrigue for more"), N_("pay nothing")),
    "play": ButtonMeaning(N_("play the seized card"), N_("take a spotlight")),
}


def offers(
    state: State,
    asked: Decision | None,
    drew: Mapping[int, str],
    ready: Collection[int],
    chosen: tuple[str, ...],
) -> list[Offer]:
    """What every seat is offered, in seat order.

    Args:
        drew: for players who are to draw with their hands, from which pile.
        ready: players who have nothing more to do between the acts.
        chosen: the tiles laid so far for a Villainy.
    """
    moment = _moment(state)
    found = [_offer(state, asked, player, drew.get(player), ready, chosen) for player in range(len(state.seats))]
    if asked is not None and asked.kind in (DecisionKind.CHOOSE, DecisionKind.DRAW):
        known = as_known(state, None)
        found = [_as_far_as_it_fits(known, offer) for offer in found]
    return [offer._replace(moment=moment) if offer.cue == Cue.CHOOSE else offer for offer in found]


def _as_far_as_it_fits(known: State, offer: Offer) -> Offer:
    """The offer without what the rules forbid, as far as everybody may know."""
    press, hold = (each if fits(known, each) else None for each in (offer.press, offer.hold))
    says = ButtonMeaning(offer.says.press if press is not None else "", offer.says.hold if hold is not None else "")
    return offer._replace(press=press, hold=hold, says=says)


def fits(known: State, gesture: Gesture) -> bool:
    """Whether the rules take what a button or a tile says, by what everybody knows; anything but an answer they do."""
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
    """A6: whoever says whom a Villainy harms, and has not said to pay for it, does not pay."""
    action, given = state.frames[-1], answer.choices
    if type(action) is Action and action.choices.pay is None and (given.wounds or given.cut):
        return [Answer(Do.CHOOSE, action.player, choices=Choices(pay=False))]
    return []


def chosen_with(state: State, chosen: tuple[str, ...], tile: str) -> tuple[str, ...]:
    """A6: the tiles chosen once one more is laid: all of them where each may get a wound, else that one alone."""
    top, more = state.frames[-1], (*chosen, tile)
    if type(top) is not Action or not chosen:
        return more
    wounds = Answer(Do.CHOOSE, top.player, choices=Choices(wounds=more))
    unpaid = top.choices.pay is None  # so many say that it is paid for
    return more if unpaid or fits(as_known(state, None), wounds) else (tile,)


def _moment(state: State) -> Hashable:
    """What tells two choices of the same words apart: the action that somebody chooses for."""
    top = state.frames[-1]
    return (len(state.frames), top.kind, top.player, top.name) if type(top) is Action else None


def _offer(
    state: State,
    asked: Decision | None,
    player: int,
    drew: str | None,
    ready: Collection[int],
    chosen: tuple[str, ...],
) -> Offer:
    found = _asked(state, asked, player, chosen) if asked is not None else None
    if player in ready:
        return Offer(Cue.DONE)
    if drew is not None and (
        asked is None or found is None or asked.kind in (DecisionKind.PRE_PLACEMENT, DecisionKind.PLACEMENT)
    ):
        cue = Cue.DRAW_SCRIPT if drew == Pile.SCRIPT else Cue.DRAW_STAGING
        return Offer(cue, Drawn(player), Drawn(player), ButtonMeaning(_("I have drawn"), _("I have drawn")))
    if found is not None:
        return found
    if player == _on_deck(state):
        return Offer(Cue.ON_DECK)
    seat = state.seats[player]
    may_use = player == just_revealed(state, state.frames[-1]) and coins(state, player)  # O1
    lay = _("a coin: in your place") if may_use else ""
    cue = Cue.DONE if seat.done or (state.phase is Phase.PLACEMENT and seat.placed is not None) else Cue.IDLE
    return Offer(cue, lay=lay)


def _asked(state: State, asked: Decision, player: int, chosen: tuple[str, ...]) -> Offer | None:
    """What the open decision wants of a player; None for nothing."""
    if asked.kind in (DecisionKind.REVEAL, DecisionKind.AFTER_PLACEMENT) and player in up_next(state):
        return _turn(state, player)
    if asked.kind is DecisionKind.CHOOSE:
        return _choice(state, asked, player, chosen)
    if asked.kind is DecisionKind.LEAD:
        mine = Answer(Do.LEAD, to=player)  # a hold: whoever sits down tries the buttons
        return Offer(Cue.IDLE, None, mine, ButtonMeaning("", _("I have {character}", character=state.lead_character)))
    if player not in asked.players or asked.kind is DecisionKind.REVEAL:
        return None  # who is asked to reveal with nothing placed is passed over as soon as the game goes on
    if asked.kind in (DecisionKind.WINDOW, DecisionKind.PROTECT):
        return _interrupt(asked, player)
    if asked.kind is DecisionKind.PLACEMENT:
        return Offer(Cue.LAY)
    if asked.kind is DecisionKind.SWAP:
        return Offer(Cue.LAY, lay=_("another card, face up") if _turns_up(state) else _("another card, face down"))
    if asked.kind is DecisionKind.DRAW:
        draws = [Answer(Do.DRAW, player, pile=str(pile)) for pile in (Pile.SCRIPT, Pile.STAGING)]
        return Offer(Cue.DRAW_EITHER, draws[0], draws[1], ButtonMeaning(_("a script card"), _("a staging card")))
    return _go_on(asked, player)


def _turn(state: State, player: int) -> Offer:
    """E1: an exit shows the card and discards it, for an intrigue token."""
    says = ButtonMeaning(_("reveal"), _("exit (+1 intrigue)"))
    return Offer(Cue.YOUR_TURN, Answer(Do.REVEAL, player), Answer(Do.EXIT, player), says)


def _go_on(asked: Decision, player: int) -> Offer:
    """There is nothing (more) to say here, whatever it was."""
    meaning: Gesture
    if asked.kind is DecisionKind.INTERMISSION:
        meaning, words = Ready(player), _("I am done")
    elif asked.kind is DecisionKind.DISCARD:
        count = len(asked.options[0].cards)
        meaning, words = Answer(Do.DISCARD, player, cards=(UNKNOWN_STAGING,) * count), _("discard unnamed")
    elif asked.kind is DecisionKind.CARRY_OUT:
        meaning, words = asked.options[0], _("nothing has changed")
    else:
        meaning, words = Answer(Do.PASS, player), _(_GO_ON[asked.kind])
    return Offer(Cue.GO_ON, meaning, meaning, ButtonMeaning(words, words), lay=_besides(asked))


def _besides(asked: Decision) -> str:
    """What can be done before going on."""
    return _("a coin: in the middle") if any(option.do is Do.COIN for option in asked.options) else ""


def _turns_up(state: State) -> bool:
    """Whether the card that is laid in place of another one is turned up at once (A2)."""
    top = state.frames[-1]
    return type(top) is PutDown and top.reveal


def _interrupt(asked: Decision, player: int) -> Offer:
    """A spotlight or a Desdemona coin lies open and is spent; a Seize or a No Drama is to be shown (Z1, L1, N1, A2)."""
    own = [option for option in asked.options if option.by == player]
    spent = next((option for option in own if option.do is Do.SPOTLIGHT or option.way is Protection.DESDEMONA), None)
    press: Gesture = spent or Waits(player)
    words, shown = _("more time"), _shown({option.do for option in own})
    if spent is not None and spent.do is Do.SPOTLIGHT:
        words = _("block (1 spotlight)")
    elif spent is not None:
        words, shown = _("spend a Desdemona coin"), ""  # the headline names the other ways
    says = ButtonMeaning(words, _("let it be"))
    return Offer(Cue.MAY_INTERRUPT, press, Answer(Do.PASS, player), says, lay=shown)


def _shown(does: Collection[Do]) -> str:
    """How a card is shown that nobody else knows."""
    if Do.SEIZE in does:
        return _("Seize: turn it up")
    if Do.PROTECT in does:
        return _("lay a Seize or a No Drama") if Do.IMPROV in does else _("No Drama: in the middle")
    return _("lay a Seize") if Do.IMPROV in does else ""


def _choice(state: State, asked: Decision, player: int, chosen: tuple[str, ...]) -> Offer | None:
    """Whoever can be chosen says "me"; who chooses says yes or no, and else lays something down (A1, A6, R3)."""
    if player != asked.players[0]:
        me = next((option for option in asked.options if option.choices.target == player), None)
        return None if me is None else Offer(Cue.CHOOSE, me, None, ButtonMeaning(_("me")))
    if chosen:
        return _wounds(state, asked, player, chosen)
    for field, words in _YES_OR_NO.items():
        values = {getattr(option.choices, field): option for option in asked.options}
        if True in values and False in values:
            says = ButtonMeaning(*(_(part, **state.rules.prices) for part in words if part))
            return Offer(Cue.CHOOSE, values[True], values[False], says)
    return Offer(Cue.LAY, lay=_laid(state, asked))


def _laid(state: State, asked: Decision) -> str:
    """How hands choose what no button says."""
    given, top = asked.options[0].choices, state.frames[-1]
    if given.target is not None:
        return _("name a player, who then presses")
    if given.on or given.character or given.wounds or given.cut:
        return _("lay a tile in the middle")
    if given.take in state.rules.coins:
        return _("lay a coin in the middle")
    if given.give is not None and type(top) is Action and changes_card(top):
        return _("lay the other card")
    return _("choose on your phone or at the desk")


def _wounds(state: State, asked: Decision, player: int, chosen: tuple[str, ...]) -> Offer:
    """A6: each tile that was laid, also if it was lifted again, gets a wound, or else the last one a lower limit."""
    wounds = Answer(Do.CHOOSE, player, choices=Choices(wounds=chosen))
    cuts = [option for option in asked.options if option.choices.cut and option.choices.cut[0][0] == chosen[-1]]
    if asked.options[0].choices.pay is not None:  # whoever has not said that they pay does not
        weak = ((chosen[-1], state.rules.villainy_weak.cut),)
        cuts = [Answer(Do.CHOOSE, player, choices=Choices(cut=weak))]
    yes = _("wound {tiles}", tiles=listed(chosen))
    if not cuts:
        return Offer(Cue.CHOOSE, wounds, None, ButtonMeaning(yes))
    says = ButtonMeaning(yes, _("lower the limit of {tile}", tile=chosen[-1]))
    return Offer(Cue.CHOOSE, wounds, cuts[0], says)


def _on_deck(state: State) -> int | None:
    """Who reveals next after the player whose turn it is (P5)."""
    bottom = state.frames[0]
    if type(bottom) is not Reveals:
        return None
    for player in bottom.order[bottom.at + 1 :]:
        seat = state.seats[player]
        if seat.placed is not None and not seat.done:
            return player
    return None
