"""Texts about the current moment: the action in progress and the open decision.

`happening_text` describes the action in progress, `decision_text` the open decision. With a `player` they address that
player as "you", for the own phone, by what that player knows. The others are public, so they name no card that is not
face up. `cues.py` has the words of a seat's light and button, `narrate.py` those of past events. See docs/prompts.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from companion.core.i18n import N_, OR, _, listed, ngettext
from companion.core.values import asdict
from companion.game.equipment import REAL_TABLE, Equipment
from companion.othello.model.answers import Answer, Do
from companion.othello.model.cards import Staging
from companion.othello.model.decision import Decision, DecisionKind
from companion.othello.model.frames import Action, Choices, Intermission, PutDown, Steps
from companion.othello.model.state import State
from companion.othello.model.titles import card_title, thing_title
from companion.othello.model.vocabulary import ActionKind, Interrupt, Phase, Protection, Stage, Way
from companion.othello.rules.actions import is_script, threatened
from companion.othello.rules.box import may_hold
from companion.othello.rules.coins import COINS
from companion.othello.rules.effects import effect_of, improvises
from companion.othello.rules.legality.check import legality
from companion.othello.rules.scoring import next_lead, totals
from companion.othello.rules.staging.miscue import Miscue
from companion.othello.rules.staging.villainy import most_wounds
from companion.othello.text.words import act_name, coin_title, name, players

# --- the action in progress


def happening_text(state: State, equipment: Equipment = REAL_TABLE, player: int | None = None) -> str | None:
    """Return a text for the action that others may answer or its player must complete.

    Return None if there is none.
    """
    top = state.frames[-1]
    if state.lead < 0:
        return None if equipment.deals else _("Deal the character tiles")
    if type(top) is Steps and top.phase is Phase.PRE_PLACEMENT:
        return _before_an_act(state, equipment)
    if type(top) is Intermission:
        return _next_lead(state, player)
    if type(top) is not Action:
        return None
    own = None if player is None else _own_action(state, top, player)
    if own is not None:
        return own
    who = name(state, top.player)
    if top.claim is not None:
        return _interrupted(state, top, who)
    whom = _whom(state, top)
    if whom is not None:
        return _aimed(state, top, who, name(state, whom))
    if top.kind is ActionKind.COIN:
        return _(COINS[top.name].headline, who=who, coin=coin_title(top.name))
    if top.kind is ActionKind.IMPROV:
        return _("{who} improvises, to swap a card", who=who)
    card = card_title(state, top.name)
    if top.kind is ActionKind.FROM_HAND:
        return _("{who} plays {card} from the hand", who=who, card=card)
    if top.kind is ActionKind.SEIZED:
        if top.stage is Stage.OFFER:
            return _("{who} has seized {card}", who=who, card=card)
        return _("{who} plays {card}, which was seized", who=who, card=card)
    return _("{who} reveals {card}", who=who, card=card)


def _next_lead(state: State, player: int | None) -> str:
    """Return who will be the Lead, and why (G3)."""
    lead, points = next_lead(state), totals(state)
    if points.count(min(points)) > 1:
        sentences = (
            N_("{who} will be the Lead (a tie for the fewest points: first to the left of {last})"),
            N_("You will be the Lead (a tie for the fewest points: first to the left of {last})"),
        )
    else:
        sentences = (
            N_("{who} has the fewest points and will be the Lead"),
            N_("You have the fewest points and will be the Lead"),
        )
    return _(sentences[lead == player], who=name(state, lead), last=name(state, state.lead))


def _before_an_act(state: State, equipment: Equipment) -> str | None:
    """Return what is put out and drawn for a new act (G4); None in its later scenes, and where the companion deals."""
    if state.act == 1 or state.scene > 1 or equipment.deals:
        return None
    script, staging = state.rules.hands[len(state.seats)][state.act - 1]
    if state.rules.deals_all_script:
        return _(
            "{act}: put out its tiles. Everyone has {staging} staging cards", act=act_name(state.act), staging=staging
        )
    sentence = N_("{act}: put out its tiles. Everyone draws {script} script cards and has {staging} staging cards")
    return _(sentence, act=act_name(state.act), script=script, staging=staging)


def _own_action(state: State, action: Action, player: int) -> str | None:
    """Return the action in progress for a player who takes part in it; None for another player."""
    whom, who = _whom(state, action), name(state, action.player)
    thing = coin_title(action.name) if action.kind is ActionKind.COIN else thing_title(state, action.name)
    if action.claim is not None:
        what, other = action.claim
        thing = thing_title(state, action.name)
        texts = OWN_INTERRUPTS[what]
        if player == action.player:
            return _(texts.of_yours, who=name(state, other), thing=thing)
        return _(texts.by_you, whom=who, thing=thing) if player == other else None
    if player == action.player:
        if action.kind is ActionKind.IMPROV:
            return _("You improvise, to swap a card")
        if whom is None:
            return _("You play {thing}", thing=thing)
        return _("You use {thing} on {whom}", thing=thing, whom=name(state, whom))
    return _("{who} uses {thing} on you", who=who, thing=thing) if player == whom else None


class _OwnInterrupt(NamedTuple):
    """An interrupt as its two players read it."""

    of_yours: str
    by_you: str


OWN_INTERRUPTS = {
    Interrupt.SPOTLIGHT: _OwnInterrupt(
        N_("{who} blocks your {thing} with a spotlight"), N_("You block {whom}’s {thing} with a spotlight")
    ),
    Interrupt.SEIZE: _OwnInterrupt(N_("{who} seizes your {thing}"), N_("You seize {whom}’s {thing}")),
}


def _interrupted(state: State, action: Action, victim: str) -> str:
    assert action.claim is not None
    what, player = action.claim
    who, thing = name(state, player), thing_title(state, action.name)
    if what is Interrupt.SPOTLIGHT:
        sentence = N_("{who} blocks {whom}’s {thing} with a spotlight")
    elif action.kind is ActionKind.LATE:
        sentence = N_("{who} seizes {whom}’s {thing}, which was played before")
    else:
        sentence = N_("{who} seizes {whom}’s {thing}")
    return _(sentence, who=who, whom=victim, thing=thing)


def _whom(state: State, action: Action) -> int | None:
    """Return the player affected, once that is known and nobody may interrupt."""
    if action.stage not in (Stage.TARGET, Stage.EFFECT):
        return None
    other = action.choices.target
    if other is None and action.stage is Stage.TARGET:
        other = threatened(state, action)
    return other if other != action.player else None


def _aimed(state: State, action: Action, who: str, whom: str) -> str:
    thing = coin_title(action.name) if action.kind is ActionKind.COIN else card_title(state, action.name)
    if is_script(action):
        sentence = N_("{who} plays {thing} and takes the handkerchief from {whom}")
    else:
        sentence = effect_of(action.name).aimed(action)
    return _(sentence, who=who, whom=whom, thing=thing)


# --- the open decision


class Ask(NamedTuple):
    """The open decision, and the player who reads it; None for everybody."""

    state: State
    decision: Decision
    equipment: Equipment
    reader: int | None

    def say(self, sentences: tuple[str, str], **values: object) -> str:
        """Return the sentence for everybody, or the second one for a reader who is asked."""
        everybody, you = sentences
        if self.reader in self.decision.players:
            return _(you, **values)
        return _(everybody, who=self.who(), **values)

    def who(self) -> str:
        """Return the players who are asked."""
        return players(self.state, self.decision.players, OR)


Words = Callable[[Ask], str]


def decision_text(
    state: State, decision: Decision | None, equipment: Equipment = REAL_TABLE, player: int | None = None
) -> str:
    """Return the open decision as a headline: who acts, what they do, and what it costs.

    If `decision` is None, the game is over.
    """
    if decision is None:
        return _("The play is over")
    return HEADLINES[decision.kind](Ask(state, decision, equipment, player))


NOTHING_TO_USE = N_("You can do nothing about it: pass")
NO_COIN_OR_SWAP = N_("Before the first reveal: you have no coin and no swap, so pass")


def _lead(ask: Ask) -> str:
    character, own = ask.state.lead_character, ask.reader is not None
    if ask.equipment.deals:
        return _("Deal the character tiles") if own else _("Anyone: press to deal the character tiles")
    if own:
        return _("Who got the {character} tile? Tap if it was you.", character=character)
    if not ask.equipment.buttons:
        return _("Who got {character}? Enter it at the desk", character=character)
    return _("Who got {character}? Put the tile on your spot, or hold your button", character=character)


REVEAL = (
    N_("{who}: reveal your card, or exit (discard it, gain 1 intrigue)"),
    N_("Reveal your card, or exit (discard it, gain 1 intrigue)"),
)


class _Steps(NamedTuple):
    """What can be done in turn order before something else, or `nothing`; each for everybody and for the player."""

    ways: tuple[str, str]
    nothing: tuple[str, str]


BEFORE_PLACEMENT = _Steps(
    (N_("Everyone: play one card face down. {who} may first {ways}"), N_("Play one card face down, or first {ways}")),
    (N_("Everyone: play one card face down"), N_("Play one card face down")),
)
LAST_CHANCE = _Steps(
    (N_("{who} may still {ways}, until {first} reveals"), N_("Before the first reveal you may {ways}")),
    (N_("{first}: reveal your card"), NO_COIN_OR_SWAP),
)
FIRST_REVEAL = _Steps(
    (N_("{who}: reveal your card or exit. You may first {ways}"), N_("Reveal your card or exit, or first {ways}")),
    REVEAL,
)


def _reveal(ask: Ask) -> str:
    """Return that a player reveals or exits; on the own phone no exit where the own card allows none (T3, R2)."""
    is_own = ask.reader is not None and ask.reader in ask.decision.players
    if ask.reader is not None and is_own and not legality(ask.state, Answer(Do.EXIT, ask.reader)).legal:
        return _("Reveal your card. You cannot exit with it")
    return ask.say(REVEAL)


def _steps(ask: Ask, steps: _Steps, first: str = "") -> str:
    ways = list(_first_ways(ask))
    return ask.say(steps.ways if ways else steps.nothing, ways=listed(ways, OR), first=first)


def _first_ways(ask: Ask) -> Iterator[str]:
    """Yield what a player may do before placing or revealing a card.

    Everybody reads of an Exchange, whatever the hand; its player only if it may be there.
    """
    does = {answer.do for answer in ask.decision.options}
    own = ask.state.seats[ask.reader].hand if ask.reader in ask.decision.players and ask.reader is not None else None
    if Do.COIN in does:
        yield _("use a coin")
    if Do.FROM_HAND in does and (own is None or may_hold(ask.state, own, Staging.EXCHANGE)):
        yield _("play an Exchange")
    if Do.IMPROV in does:
        hand = ask.decision.kind is DecisionKind.PRE_PLACEMENT  # I2
        sentence = N_("swap a hand card ({price} intrigue)") if hand else N_("swap a card ({price} intrigue)")
        yield _(sentence, price=ask.state.rules.prices["improv"])


def _before_reveals(ask: Ask) -> str:
    seats = ask.state.seats
    order = (player for player in ask.state.from_leads_left() if seats[player].placed is not None)
    first = next(order)
    if ask.equipment.phones:  # all phones are asked at once
        if ask.reader in ask.decision.players:
            return _steps(ask, LAST_CHANCE)
        return _("Everyone may use a coin or swap a card before the first reveal ({who} first)", who=ask.who())
    if first in ask.decision.players:
        return _steps(ask, FIRST_REVEAL)
    if ask.reader == first:
        return _("Waiting for {who}. Then reveal your card", who=ask.who())
    return _steps(ask, LAST_CHANCE, name(ask.state, first))


def _all_place(ask: Ask) -> str:
    if ask.reader in ask.decision.players:
        return _("Play one card face down")
    if len(ask.decision.players) == len(ask.state.seats):
        return _("Everyone: play one card face down")
    return _("Waiting for {who}: play one card face down", who=players(ask.state, ask.decision.players))


def _window(ask: Ask) -> str:
    """Return who may interrupt, and how; a reader who is asked reads only the own ways."""
    ways = {Do.SEIZE: _seize(ask.state), Do.SPOTLIGHT: _("block it (1 spotlight)")}
    can = {do: _asked_for(ask.decision, do) for do in ways}
    if ask.reader in ask.decision.players:
        own = [ways[do] for do in ways if ask.reader in can[do] and (do is not Do.SEIZE or _may_seize(ask))]
        return _("You may {ways}", ways=listed(own, OR)) if own else _(NOTHING_TO_USE)
    top = ask.state.frames[-1]
    if type(top) is Action and ask.reader in (*top.seizes, *top.spotlights):
        sentence = N_("You want to seize it") if ask.reader in top.seizes else N_("You want to block it")
        return _("{wish}. Waiting for {who}", wish=_(sentence), who=ask.who())
    able = [do for do in ways if can[do]]
    if len(able) == 2 and can[Do.SEIZE] != can[Do.SPOTLIGHT]:
        seizers, blockers = (players(ask.state, who, OR) for who in can.values())
        sentence = N_("{seizers} may {seize}; {blockers} may {block}")
        return _(sentence, seizers=seizers, blockers=blockers, seize=ways[Do.SEIZE], block=ways[Do.SPOTLIGHT])
    return _("{who} may {ways}", who=players(ask.state, can[able[0]], OR), ways=listed([ways[do] for do in able], OR))


def _seize(state: State) -> str:
    price = state.rules.prices["seize"]
    return _("seize it ({price} intrigue)", price=price) if price else _("seize it")


def _may_seize(ask: Ask) -> bool:
    """Return True if the reader's face-down card is a Seize, or is not known here."""
    placed = ask.state.seats[ask.reader].placed if ask.reader is not None else None
    return placed is not None and may_hold(ask.state, [placed], Staging.SEIZE)


def _asked_for(decision: Decision, do: Do) -> tuple[int, ...]:
    """Return the players who may give this answer, in the order in which they are asked."""
    able = {answer.by for answer in decision.options if answer.do is do}
    return tuple(player for player in decision.players if player in able)


def _protect(ask: Ask) -> str:
    sentences = N_("{who} may stop it with {ways}"), N_("You may stop it with {ways}")
    ways = list(dict.fromkeys(_ways(ask)))
    return ask.say(sentences, ways=listed(ways, OR)) if ways else _(NOTHING_TO_USE)


def _ways(ask: Ask) -> Iterator[str]:
    prices, own = ask.state.rules.prices, ask.reader in ask.decision.players
    for answer in ask.decision.options:
        way = Staging.NO_DRAMA if answer.way is Protection.NO_DRAMA else Staging.SEIZE
        by_card = answer.do is Do.IMPROV or answer.way is Protection.NO_DRAMA
        if own and by_card and not may_hold(ask.state, ask.state.seats[answer.by].hand, way):
            continue
        if answer.do is Do.PROTECT and answer.way is Protection.NO_DRAMA:
            yield _("a No Drama card ({price} intrigue)", price=prices["no_drama"])
        elif answer.do is Do.PROTECT:
            yield coin_title("Desdemona")
        elif answer.do is Do.IMPROV:
            yield _("a Seize from the hand ({price} intrigue)", price=prices["improv"])


def _choose(ask: Ask) -> str:
    top = ask.state.frames[-1]
    assert type(top) is Action
    options = ask.decision.options
    given = options[0].choices if options else Choices()
    field = next((key for key, value in asdict(given).items() if value is not None), "")
    if field == "give" and top.choices.way is Way.FACE_DOWN:
        field = "other"
    if field == "give" and improvises(ask.state) and ask.equipment.deals:
        field = "swapped"
    if field in ("wounds", "cut"):
        return _villainy(ask)
    sentences = effect_of(top.name).asks.get(field) or CHOICES.get(field, (N_("{who} chooses"), N_("Choose")))
    whom = name(ask.state, top.choices.target) if top.choices.target is not None else ""
    strong = ask.state.rules.villainy_strong
    most = most_wounds(ask.state, top.player, strong.wounds)
    values = {**ask.state.rules.prices, "wounds": most, "cut": strong.cut}
    if field == "pay":
        sentences = PAY[min(most, 2)]
    if ask.equipment.phones and field in ON_PHONES:
        sentences = ON_PHONES[field], sentences[1]
    if field in TO_YOU and ask.reader is not None and ask.reader == top.choices.target:
        sentences = TO_YOU[field], sentences[1]
    words = ask.say(sentences, whom=whom, card=card_title(ask.state, top.name), **values)
    if field == "target" and ask.equipment.buttons and ask.reader is None:  # a phone has no button to press
        return _("{words}. That player presses", words=words)
    return words


def _villainy(ask: Ask) -> str:
    """Return what a Villainy may do now: the most wounds, a limit cut, or either (A6)."""
    choices = [option.choices for option in ask.decision.options]
    most = max(len(given.wounds or ()) for given in choices)
    cut = next((given.cut[0][1] for given in choices if given.cut), 0)
    sentences = VILLAINY[min(most, 2), cut > 0]
    if ask.equipment.phones:
        sentences = VILLAINY_ON_PHONES[min(most, 2), cut > 0], sentences[1]
    elif most and cut and not ask.equipment.buttons:
        sentences = N_("{who} gives up to {most} wounds, or lowers a wound limit by {cut}"), sentences[1]
    return ask.say(sentences, most=most, cut=cut)


def _swap(ask: Ask) -> str:
    top = ask.state.frames[-1]
    if type(top) is not PutDown or not top.reveal:
        by_hand = N_("{who}: take your card back and put another on your spot, face down")
        everybody = N_("{who}: play a different card face down") if ask.equipment.phones else by_hand
        miscue = next(card for card in ask.state.rules.staging_cards if isinstance(effect_of(card), Miscue))
        own = N_("{card}: play a different card face down")
        return ask.say((everybody, own), card=card_title(ask.state, miscue))
    if ask.equipment.deals:
        return ask.say(
            (
                N_("{who}: play another card face up, or exit (+1 intrigue)"),
                N_("Play another card face up, or exit (+1 intrigue)"),
            )
        )
    return ask.say(
        (
            N_("{who}: discard your card and draw a staging card. Then play another face up, or exit (+1 intrigue)"),
            N_("Discard your card and draw a staging card. Then play another face up, or exit (+1 intrigue)"),
        )
    )


def _carry_out(ask: Ask) -> str:
    top = ask.state.frames[-1]
    assert type(top) is Action
    sentences = N_("{who}: do what {card} says"), N_("Do what {card} says")
    return ask.say(sentences, card=card_title(ask.state, top.name))


def _discards(ask: Ask) -> str:
    count = len(ask.decision.options[0].cards) if ask.decision.options else 1
    if ask.reader in ask.decision.players:
        return ngettext("Discard {count} staging card", "Discard {count} staging cards", count)
    who = ask.who()
    return ngettext("{who}: discard {count} staging card", "{who}: discard {count} staging cards", count, who=who)


def _intermission(ask: Ask) -> str:
    rules, own = ask.state.rules, ask.reader is not None
    values = {"act": act_name(ask.state.act + 1), "rate": rules.intrigue_per_spotlight}
    if not own and not any(answer.do is Do.TRADE for answer in ask.decision.options):
        sentences = N_("Before {act}: no tokens to exchange"), ""
    elif "intrigue" not in rules.tradable:
        sentences = (
            N_("Before {act}: exchange tokens if you like"),
            N_("The act is over. Exchange tokens if you like"),
        )
    else:
        sentences = (
            N_("Before {act}: exchange tokens if you like ({rate} intrigue = 1 spotlight)"),
            N_("The act is over. Exchange tokens if you like ({rate} intrigue = 1 spotlight)"),
        )
    words = _(sentences[own], **values)
    return words if own or not ask.equipment.buttons else _("{words}. Press when you are done", words=words)


def _one(sentences: tuple[str, str]) -> Words:
    return lambda ask: ask.say(sentences)


CHOICES = {
    "target": (N_("{who} names a player"), N_("Choose a player")),
    "look": (
        N_("{who} may pay {look} intrigue to look at {whom}’s hand, or takes a card unseen"),
        N_("Pay {look} intrigue to look at {whom}’s hand, or take a card unseen"),
    ),
    "take": (N_("{who}: take a card from {whom}’s hand"), N_("Take a card from {whom}’s hand")),
    "give": (N_("{who}: give {whom} a hand card in return"), N_("Give {whom} a card in return")),
    "swapped": (N_("{who}: put the hand card that you swap in the circle"), N_("Choose the hand card that you swap")),
    "other": (
        N_("{who}: swap the card on your spot for one of your hand"),
        N_("Choose the card of your hand that lies there instead"),
    ),
    "on": (N_("{who} chooses a character to wound: put the tile in the circle"), N_("Choose a character to wound")),
    "character": (
        N_("{who} chooses who comes back to life: put the tile in the circle"),
        N_("Choose who comes back to life"),
    ),
    "way": (
        N_("{who} swaps the face-down card or a hand card"),
        N_("Swap your face-down card or a hand card"),
    ),
    "draw": (N_("{who}: draw a script card or a staging card"), N_("Draw a script card or a staging card")),
    "play": (
        N_("{who} plays {card}, or takes a spotlight for it"),
        N_("Play {card}, or take a spotlight for it"),
    ),
}
ON_PHONES = {
    "swapped": N_("{who} swaps a hand card"),
    "other": N_("{who} swaps the face-down card for a hand card"),
    "on": N_("{who} chooses a character to wound"),
    "character": N_("{who} chooses who comes back to life"),
}
"""A choice as everybody reads it where it is made on a phone, not with a thing on the mat."""
TO_YOU = {
    "look": N_("{who} may pay {look} intrigue to look at your hand, or takes a card unseen"),
    "take": N_("{who} takes a card from your hand"),
    "give": N_("{who} gives you a hand card in return"),
}
"""A choice as the player reads it whose hand it is about."""
PAY = {
    2: (
        N_("{who} may pay {villainy} intrigue, for up to {wounds} wounds or to lower a wound limit by {cut}"),
        N_("You may pay {villainy} intrigue, for up to {wounds} wounds or to lower a wound limit by {cut}"),
    ),
    1: (
        N_("{who} may pay {villainy} intrigue, for a wound or to lower a wound limit by {cut}"),
        N_("You may pay {villainy} intrigue, for a wound or to lower a wound limit by {cut}"),
    ),
    0: (
        N_("{who} may pay {villainy} intrigue, to lower a wound limit by {cut}"),
        N_("You may pay {villainy} intrigue, to lower a wound limit by {cut}"),
    ),
}
"""Whether to pay for a Villainy, by the wounds that it may give then: none, one, more."""
VILLAINY = {
    (2, True): (
        N_("{who}: put up to {most} tiles in the circle. Press: wound them. Hold: lower the last one’s limit by {cut}"),
        N_("Give up to {most} wounds, or lower a wound limit by {cut}"),
    ),
    (1, True): (
        N_("{who}: put a tile in the circle. Press: wound it. Hold: lower its limit by {cut}"),
        N_("Give a wound, or lower a wound limit by {cut}"),
    ),
    (2, False): (
        N_("{who}: put up to {most} tiles in the circle to wound them"),
        N_("Give up to {most} wounds"),
    ),
    (1, False): (
        N_("{who}: put a tile in the circle to wound it"),
        N_("Give a wound"),
    ),
    (0, True): (
        N_("{who}: put a tile in the circle to lower its wound limit by {cut}"),
        N_("Lower a wound limit by {cut}"),
    ),
}
"""The choices of a Villainy: how many it may wound (none, one, more), and whether it may lower a limit."""
VILLAINY_ON_PHONES = {
    (2, True): N_("{who} gives up to {most} wounds, or lowers a wound limit by {cut}"),
    (1, True): N_("{who} gives a wound, or lowers a wound limit by {cut}"),
    (2, False): N_("{who} gives up to {most} wounds"),
    (1, False): N_("{who} gives a wound"),
    (0, True): N_("{who} lowers a wound limit by {cut}"),
}

HEADLINES: dict[DecisionKind, Words] = {
    DecisionKind.LEAD: _lead,
    DecisionKind.PRE_PLACEMENT: lambda ask: _steps(ask, BEFORE_PLACEMENT),
    DecisionKind.PLACEMENT: _all_place,
    DecisionKind.AFTER_PLACEMENT: _before_reveals,
    DecisionKind.REVEAL: _reveal,
    DecisionKind.WINDOW: _window,
    DecisionKind.PROTECT: _protect,
    DecisionKind.CHOOSE: _choose,
    DecisionKind.SWAP: _swap,
    DecisionKind.DRAW: _one(CHOICES["draw"]),
    DecisionKind.AFTER_REVEAL: _one((N_("{who}: use a coin, or pass"), N_("You may still use a coin"))),
    DecisionKind.INTERMISSION: _intermission,
    DecisionKind.DISCARD: _discards,
    DecisionKind.CARRY_OUT: _carry_out,
}
