"""The rack of a bot in somebody's chair at a real table: its hand lies there, and the companion alone reads it.

What is said here of a rack hangs on how many cards lie in which slots, on their backs, and on what the bot has asked
for; of a card itself nothing is ever said. Which card the bot asks for, its game's bot decides; here is known whether
the hand is complete, and whether what people do is what was asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from companion.play.cues import Cue
from companion.play.errors import CuelightError
from companion.play.places import TARGET, rack_zone, seat_name
from companion.play.records import UNKNOWN
from companion.play.tongue import _
from companion.table.hosted import AnyHosted
from companion.table.observation import Sort, split_thing

KIND = "rack"


class RackStep(StrEnum):
    """What a rack needs of people, the most urgent first."""

    UNKNOWN = "unknown"
    UNFIT = "unfit"
    TOO_SMALL = "too-small"
    HANDS_OVER = "hands-over"
    TAKES_IN = "takes-in"
    LEAVES = "leaves"
    WRONG = "wrong"
    BACK = "back"
    LAY = "lay"
    SURPLUS = "surplus"
    MISSING = "missing"


class RackPrompt(NamedTuple):
    """A card that people are asked to lay for a bot.

    Args:
        slot: where it lies.
        zone: where it is laid, face down or up.
        instead: whether it takes the place of a card there, which goes into the slot.
        answer: what it says, to a question of this `kind`.
    """

    slot: int
    card: str
    zone: str
    face_down: bool
    instead: bool
    answer: Any
    kind: str


class Leaving(NamedTuple):
    """A card that leaves a hand by what its bot has said.

    Args:
        card: which one.
        words: where it goes, or what was said.
        at: how many events the game had then; with fewer, that was taken back.
        given_at: what the bot was asked when it gave the card away for another one, and is asked until all of that is
            chosen; None for a card that has left already.
    """

    card: str
    words: str
    at: int
    given_at: str | None


class Trade(NamedTuple):
    """A card that goes from another hand into the rack, or from the rack into that hand.

    Args:
        at: how many events the game had then.
        whom: whose hand it is, by the name.
        back: of the card.
        is_in: whether it comes in.
        chosen: whether whoever gives it chooses it.
    """

    at: int
    whom: str
    back: str
    is_in: bool
    chosen: bool


class Need(NamedTuple):
    """What a rack needs now: the step, the slots that it is about, and the cards by their backs."""

    step: RackStep
    slots: tuple[int, ...] = ()
    backs: tuple[tuple[str, int], ...] = ()
    trade: Trade | None = None


class Rack:
    """One bot's rack.

    Args:
        player: whose it is, from 0.
        slots: the numbers of its slots.

    `version` counts its changes.
    """

    def __init__(self, player: int, slots: tuple[int, ...]) -> None:
        self.player = player
        self.slots: dict[int, str | None] = dict.fromkeys(slots)
        self.asked: RackPrompt | None = None
        self.wrong = False  # whether another card lies where the one that is asked for should
        self.leaving: Leaving | None = None
        self.leaves: int | None = None  # the slot of the card that is leaving, once all of that was said
        self.trades: list[Trade] = []  # that the game has told and nobody has carried out yet, the oldest first
        self._came: str | None = None  # what came by the last one
        self.version = 0
        self._out: set[int] = set()  # the slots that were emptied since a card was asked for
        self._before: dict[int, str | None] = {}

    # --- what its readers see

    def look(self, slots: Mapping[int, str | None]) -> None:
        """Take what lies in the slots now. What lies otherwise than it lay is another hand, to be thought of anew."""
        changed = {slot: thing for slot, thing in slots.items() if self.slots.get(slot) != thing}
        if not changed:
            return
        self.version += 1
        trade = self.trade
        self.slots |= changed
        came = next((thing for thing in changed.values() if thing is not None), None)
        if trade is not None and (came if trade.is_in else None in changed.values()):
            self.trades.remove(trade)
            self._came = came if trade.is_in else self._came
        if self.leaves is not None and changed.get(self.leaves, "") is None:
            self.leaving = self.leaves = None
        if self.asked is None:
            return
        filled = {slot for slot, thing in changed.items() if thing is not None}
        if filled and not (self._out == filled and all(self.slots[slot] == self._before[slot] for slot in filled)):
            self.forget()
            return
        self._out = {slot for slot, thing in self._before.items() if thing is not None and self.slots[slot] is None}

    def ask(self, asked: RackPrompt) -> None:
        """The bot wants a card laid."""
        self.asked, self.wrong = asked, False
        self._before, self._out = dict(self.slots), set()
        self.version += 1

    def forget(self) -> None:
        """The bot wants no card laid any more."""
        if self.asked is not None:
            self.asked, self.wrong = None, False
            self.version += 1

    def lays(self, zone: str, thing: str, blind: bool) -> bool | None:
        """Whether what was laid is what the bot has asked for; None where it has asked for nothing there.

        Args:
            blind: whether the reader of that slot tells nothing just now.
        """
        asked = self.asked
        if asked is None or asked.zone != zone or split_thing(thing)[0] not in (Sort.CARD, Sort.UID):
            return None
        is_out = self._out == {asked.slot} or (blind and not self._out)
        self.wrong = not (is_out and thing == asked.card)
        self.version += self.wrong
        return not self.wrong

    def lifted(self, zone: str) -> None:
        """Nothing lies in a zone any more."""
        if self.asked is not None and self.asked.zone == zone and self.wrong:
            self.wrong = False
            self.version += 1

    # --- what it needs

    @property
    def trade(self) -> Trade | None:
        """The next card that changes hands, once nothing else leaves; what comes in needs a free slot."""
        if self.leaves is not None or not self.trades:
            return None
        is_full = None not in self.slots.values()
        return next((trade for trade in self.trades if not (is_full and trade.is_in)), self.trades[0])

    def part(self, rules: AnyHosted, state: Any) -> None:
        """Choose the card that goes into another hand, if it is for the bot to choose: not the one that just came."""
        trade = self.trade
        if trade is None or trade.is_in or not trade.chosen:
            return
        things = self._hand()
        if self._came in things:
            things.remove(self._came)
        like = [thing for thing in things if trade.back in (UNKNOWN, rules.back_of(state, self.player, thing))]
        self.trades.remove(trade)
        if like:
            known = rules.with_rack(state, self.player, self._hand())
            card = rules.least(known, self.player, like)
            self.give(Leaving(card, _("Give it to {whom}, unseen.", whom=trade.whom), trade.at, None), None)

    def give(self, leaving: Leaving, kind: str | None) -> None:
        """The bot has said something by which a card leaves; `kind` is what it alone is asked now."""
        self.leaving, self.leaves = leaving, None
        self.let_go(leaving.at, kind)

    def let_go(self, events: int, kind: str | None) -> None:
        """The game has gone on, or back: a card leaves once nothing more is chosen about it.

        Args:
            events: how many there are.
            kind: what the bot alone is asked; None for nothing.
        """
        leaving, before = self.leaving, self.leaves
        if leaving is None:
            return
        goes_on = leaving.given_at is not None and leaving.given_at == kind
        if goes_on:
            self.leaves = None
        elif self.leaves is None:
            self.leaves = self.slot_of(leaving.card)
        if events < leaving.at or not (goes_on or self.leaves is not None):
            self.leaving = self.leaves = None
        self.version += self.leaves != before

    def follow(self, rules: AnyHosted, state: Any, kind: str | None) -> None:
        """The game has gone on: what was asked for is forgotten where it fits no more."""
        if self.asked is None:
            return
        if self.asked.kind == kind:
            try:
                rules.judge(rules.with_rack(state, self.player, self._hand()), self.asked.answer, self.player)
                return
            except CuelightError:
                pass
        self.forget()

    def _hand(self) -> list[str]:
        """The things in it, in an order that tells nothing of the slots; also the one that is on its way."""
        lying = dict(self.slots)
        if self.asked is not None and lying[self.asked.slot] is None:
            lying[self.asked.slot] = self.asked.card
        return sorted(thing for thing in lying.values() if thing is not None)

    def state(self, rules: AnyHosted, state: Any) -> Any:
        """The state with the bot's own hand; None as long as the rack does not have it whole."""
        return None if self.need(rules, state) is not None else rules.with_rack(state, self.player, self._hand())

    def slot_of(self, thing: str) -> int | None:
        """The first slot in which a thing lies."""
        return next((slot for slot, lies in self.slots.items() if lies == thing), None)

    def need(self, rules: AnyHosted, state: Any) -> Need | None:
        """What people have to do at it; None where the bot goes on by itself."""
        lying = {slot: thing for slot, thing in self.slots.items() if thing is not None}
        for slot, thing in lying.items():
            if split_thing(thing)[0] is Sort.UID:
                return Need(RackStep.UNKNOWN, (slot,))
        backs = {slot: rules.back_of(state, self.player, thing) for slot, thing in lying.items()}
        for slot, back in backs.items():
            if back is None:
                return Need(RackStep.UNFIT, (slot,))
        wanted = Counter(rules.racked(state, self.player))
        if wanted.total() > len(self.slots):
            return Need(RackStep.TOO_SMALL)
        free = tuple(slot for slot, thing in self.slots.items() if thing is None)
        if self.leaves is not None:
            return Need(RackStep.LEAVES, (self.leaves,))
        if (trade := self.trade) is not None:
            step, where = (RackStep.TAKES_IN, free) if trade.is_in else (RackStep.HANDS_OVER, tuple(lying))
            return Need(step, where, ((trade.back, 1),), trade)
        if self.asked is not None:
            others = tuple(sorted(self._out - {self.asked.slot}))
            if others:
                return Need(RackStep.BACK, others)
            return Need(RackStep.WRONG if self.wrong else RackStep.LAY, (self.asked.slot,))
        has = Counter(str(back) for back in backs.values())
        more, less = has - wanted, wanted - has
        for _any in range(min(more.total(), less[UNKNOWN])):  # of which nobody has seen the back
            more[next(iter(more.elements()))] -= 1
            less[UNKNOWN] -= 1
        if more.total():
            return Need(RackStep.SURPLUS, (), tuple(sorted((+more).items())))
        if less.total():
            return Need(RackStep.MISSING, free, tuple(sorted((+less).items())))
        return None

    def lamps(self, need: Need | None) -> dict[str, Cue]:
        """What the lamp of each slot shows."""
        shown = dict.fromkeys(self.slots, Cue.IDLE)
        if need is not None:
            match need.step:
                case RackStep.LAY | RackStep.LEAVES | RackStep.WRONG | RackStep.HANDS_OVER:
                    cue = Cue.YOUR_TURN
                case RackStep.MISSING | RackStep.BACK | RackStep.TAKES_IN:
                    cue = Cue.LAY
                case _:
                    cue = Cue.ATTENTION
            shown |= dict.fromkeys(need.slots, cue)
        return {rack_zone(seat_name(self.player), slot): cue for slot, cue in shown.items()}

    def words(self, rules: AnyHosted, state: Any, need: Need, name: str) -> dict[str, Any]:
        """The same for whoever stands at the table, as a sentence of the prompter."""
        slot = need.slots[0] if need.slots else 0
        cards = ", ".join(rules.back_words(back, count) for back, count in need.backs)
        said = {"kind": KIND, "seat": seat_name(self.player), "needs": str(need.step), "slots": list(need.slots)}
        return said | _said(self, need, slot, cards, name)


def _said(rack: Rack, need: Need, slot: int, cards: str, name: str) -> dict[str, str]:
    whom = need.trade.whom if need.trade is not None else ""
    match need.step:
        case RackStep.UNKNOWN:
            return {
                "text": _("Slot {slot} of {name}: the tag of that card has no name yet.", slot=slot, name=name),
                "why": _("Lay another card there, face down, or let the host go through the box at the desk."),
            }
        case RackStep.UNFIT:
            return {
                "text": _("Slot {slot} of {name}: that card is not of this hand.", slot=slot, name=name),
                "why": _("Put it aside, face down, and lay another one there."),
            }
        case RackStep.TOO_SMALL:
            return {
                "text": _("{name} has more cards than the rack has slots.", name=name),
                "why": _("Let a person play this chair: the host says so at the desk."),
            }
        case RackStep.LEAVES:
            told = rack.leaving.words if rack.leaving is not None else ""
            return {"text": _("Take the card out of slot {slot} of {name}.", slot=slot, name=name), "why": told}
        case RackStep.HANDS_OVER:
            return {
                "text": _("{whom} takes {cards} out of the rack of {name}.", whom=whom, cards=cards, name=name),
                "why": _("Out of any slot, and nobody else sees it."),
            }
        case RackStep.TAKES_IN:
            chosen = need.trade is not None and need.trade.chosen
            return {
                "text": _(
                    "Lay {cards} of {whom} face down into the rack of {name}.", cards=cards, whom=whom, name=name
                ),
                "why": _("{whom} chooses it.", whom=whom) if chosen else _("It is drawn from that hand, unseen."),
            }
        case RackStep.WRONG:
            return {
                "text": _("That was another card: {name} plays the one in slot {slot}.", slot=slot, name=name),
                "why": _("Put it back where it was, unseen."),
            }
        case RackStep.BACK:
            return {
                "text": _("Put the card back into slot {slot} of {name}, unseen.", slot=slot, name=name),
                "why": _("Two cards were taken out of that rack; only one is to be played."),
            }
        case RackStep.LAY:
            return {"text": _laying(rack.asked, slot, name) if rack.asked is not None else ""}
        case RackStep.SURPLUS:
            return {
                "text": _("Take {cards} out of the rack of {name}.", cards=cards, name=name),
                "why": _("There is more in it than this hand has."),
            }
        case RackStep.MISSING:
            return {
                "text": _("Lay {cards} face down into the rack of {name}, one in a slot.", cards=cards, name=name),
                "why": _("Nobody looks at them. Where a step was taken back, its card goes back into the rack."),
            }


def _laying(asked: RackPrompt, slot: int, name: str) -> str:
    if asked.zone == TARGET:
        return _("{name}: take the card in slot {slot} and lay it face up on the round zone.", slot=slot, name=name)
    if asked.instead:
        return _(
            "{name}: take the card in slot {slot} and lay it face down in place of the card before {name}, "
            "which goes into that slot, unseen.",
            slot=slot,
            name=name,
        )
    if asked.face_down:
        return _("{name}: take the card in slot {slot} and lay it face down before {name}.", slot=slot, name=name)
    return _("{name}: take the card in slot {slot} and lay it face up before {name}.", slot=slot, name=name)
