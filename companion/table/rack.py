"""The rack of a bot player at a real table: it holds the bot's cards, and only the companion reads them.

Everything that is shown of a rack follows from the number of cards in its slots, from their backs, and from what the
bot asked for; never from a face. The game's bot decides which card it asks for. A rack knows whether the hand is
complete, and whether people do what was asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import inf
from random import SystemRandom
from typing import Any

from companion.core.cards import UNKNOWN
from companion.core.cues import Cue
from companion.core.errors import CuelightError
from companion.core.i18n import _, said_from_json, said_to_json
from companion.core.observation import TagKind, split_thing
from companion.core.places import rack_zone, seat_name
from companion.game import RackRules, Secrets
from companion.table.rack_requests import KIND, Leaving, Need, RackPrompt, RackStep, Sees, Trade, sentence

UNSEEN_SECONDS = 20.0
"""After which a card is believed to have left a slot, or come into one, whose reader tells nothing."""


class Rack:
    """One bot's rack. `version` counts its changes.

    Args:
        player: the bot's player, from 0.
        slots: the numbers of its slots.
        sees: returns what the reader of a slot can report now.
        rules: those of the game about racks.
    """

    def __init__(
        self, player: int, slots: tuple[int, ...], sees: Callable[[int], Sees], rules: RackRules[Any, Any, Any]
    ) -> None:
        self.player = player
        self._rules = rules
        self._sees = sees
        self.slots: dict[int, str | None] = dict.fromkeys(slots)
        self.asked: RackPrompt | None = None
        self.wrong = False  # whether another card lies where the one that is asked for should
        self.leaving: Leaving | None = None
        self.leaves: int | None = None  # the slot of the card that is leaving, once all of that was said
        self.trades: list[Trade] = []  # not carried out yet, the oldest first
        self._came: str | None = None  # what came by the last one
        self.version = 0
        self._out: set[int] = set()  # the slots that were emptied since a card was asked for
        self._before: dict[int, str | None] = {}
        self._kept: Mapping[str, Any] = {}  # unfinished before a restart, until the slots are read
        self._kept_trades: tuple[Trade, ...] = ()
        self._was_whole = False  # the whole hand was read since the start
        self._unseen: tuple[object, float] = (None, inf)  # what no reader can report, and when it counts as done

    # --- what its readers see

    @property
    def blind(self) -> frozenset[int]:
        """The slots whose readers report nothing now."""
        return frozenset(slot for slot in self.slots if self._sees(slot) is Sees.NOTHING)

    @property
    def keeping(self) -> frozenset[int]:
        """The slots whose readers do not report that a card was removed."""
        return frozenset(slot for slot in self.slots if self._sees(slot) is not Sees.ALL)

    def look(self, slots: Mapping[int, str | None]) -> None:
        """Update the contents of the slots. If a card changed, the bot reconsiders its hand."""
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
        """Ask people to play a card for the bot."""
        self.asked, self.wrong = asked, False
        self._before, self._out = dict(self.slots), set()
        self.version += 1

    def forget(self) -> None:
        """Withdraw the request for a card."""
        if self.asked is not None:
            self.asked, self.wrong = None, False
            self.version += 1

    def lays(self, zone: str, thing: str) -> bool | None:
        """Return whether a played card is the one that the bot asked for; None if it asked for no card there."""
        asked = self.asked
        if asked is None or asked.zone != zone or split_thing(thing)[0] not in (TagKind.CARD, TagKind.UID):
            return None
        is_out = self._out == {asked.slot} or (asked.slot in self.keeping and not self._out)
        self.wrong = not (is_out and thing == asked.card)
        self.version += self.wrong
        return not self.wrong

    def lifted(self, zone: str) -> None:
        """Note that a zone is empty."""
        if self.asked is not None and self.asked.zone == zone and self.wrong:
            self.wrong = False
            self.version += 1

    # --- what is still to be done with cards that were said to leave or to come

    def open(self) -> Mapping[str, Any]:
        """Return the unfinished transfers for the journal; empty if there are none. They name slots and no cards."""
        leaving = self.leaving
        if self._kept or (leaving is None and not self.trades):
            return self._kept
        return {
            "lies": [slot for slot, thing in self.slots.items() if thing is not None],
            "trades": [{"at": trade.at, "in": trade.is_in} for trade in self.trades],
            "came": None if self._came is None else self.slot_of(self._came),
            "leaves": None if leaving is None else self._written(leaving),
        }

    def _written(self, leaving: Leaving) -> dict[str, Any]:
        at = {"slot": self.slot_of(leaving.card), "at": leaving.at, "given_at": leaving.given_at}
        return at | {"text": leaving.words} | said_to_json(leaving.words)

    def recall(self, kept: Mapping[str, Any], trades: Iterable[Trade]) -> None:
        """Restore the unfinished transfers after a restart; `trades` are all transfers of the game so far."""
        by_event = {(trade.at, trade.is_in): trade for trade in trades}
        wanted = [(each["at"], each["in"]) for each in kept["trades"]]
        self._kept, self._kept_trades = kept, tuple(by_event[each] for each in wanted if each in by_event)

    @property
    def recalls(self) -> bool:
        """True if a restart is not finished, because its slots have not been read yet."""
        return bool(self._kept)

    def settle(self, is_late: bool) -> None:
        """Resume the unfinished transfers after a restart, once the slots have been read.

        Transfers that were carried out during the restart are dropped.

        Args:
            is_late: whether every working reader has reported its slot by now.
        """
        kept = self._kept
        lay, lies = {*kept.get("lies", ())}, {slot for slot, thing in self.slots.items() if thing is not None}
        if not kept or (lay != lies and (not is_late or (lay - lies) & self.blind)):
            return
        emptied, filled = lay - lies, lies - lay
        leaves = kept["leaves"]
        if leaves is not None:
            emptied.discard(leaves["slot"])
            card = self.slots.get(leaves["slot"])
            words = said_from_json(leaves, leaves["text"])
            self.leaving = None if card is None else Leaving(card, words, leaves["at"], leaves["given_at"])
        for trade in self._kept_trades:
            changed = filled if trade.is_in else emptied
            if changed:
                changed.pop()
            else:
                self.trades.append(trade)
        self._came = self.slots.get(kept["came"])
        self._kept, self._kept_trades = {}, ()
        self.version += 1

    @property
    def due(self) -> float:
        """The time at which a transfer that no reader can report counts as done."""
        return self._unseen[1]

    def believe(self, now: float) -> int | None:
        """Assume that a transfer is done, some seconds after it was asked for, if no reader can report it.

        Returns the slot that a card has left by this.
        """
        trade, free = self.trade, {slot for slot, thing in self.slots.items() if thing is None}
        is_unseen = trade is not None and trade.is_in and free and free <= self.blind
        unseen = self.leaves if self.leaves in self.keeping else trade if is_unseen else None
        if unseen != self._unseen[0] or unseen is None:
            self._unseen = (unseen, inf if unseen is None else now + UNSEEN_SECONDS)
        if now < self._unseen[1]:
            return None
        left, self._unseen = self.leaves, (None, inf)
        self.version += 1
        if left is not None:
            self.leaving = self.leaves = None
            self.slots[left] = None
        elif trade is not None:
            self.trades.remove(trade)
        return left

    # --- what it needs

    @property
    def trade(self) -> Trade | None:
        """The next transfer between hands, if no other card has to leave first. An incoming card needs a free slot."""
        if self.leaves is not None or not self.trades:
            return None
        is_full = None not in self.slots.values()
        return next((trade for trade in self.trades if not (is_full and trade.is_in)), self.trades[0])

    def part(self, state: Any) -> None:
        """Choose the card that goes to another hand, if the bot chooses it; never the card that it just received.

        If no reader could report which card was drawn, it is drawn here.
        """
        trade, things = self.trade, self._hand()
        seen = any(self.slot_of(thing) not in self.keeping for thing in things)
        if trade is None or trade.is_in or (seen and not trade.chosen):
            return
        if self._came in things:
            things.remove(self._came)
        like = [thing for thing in things if trade.back in (UNKNOWN, self._rules.back(state, self.player, thing))]
        like = [thing for thing in like if self.slot_of(thing) not in self.keeping] or like
        self.trades.remove(trade)
        if like:
            known = self._rules.with_hand(state, self.player, self._hand())
            card = self._rules.least_valued(known, self.player, like) if trade.chosen else SystemRandom().choice(like)
            self.give(Leaving(card, _("Give it to {whom}, unseen.", whom=trade.whom), trade.at, None), None)

    def give(self, leaving: Leaving, kind: str | None) -> None:
        """Note that a card leaves by what the bot said. Now the bot alone is asked something of this `kind`."""
        self.leaving, self.leaves = leaving, None
        self.let_go(leaving.at, kind)

    def let_go(self, events: int, kind: str | None) -> None:
        """Let a card leave once nothing more is chosen about it; forget it if the game went back.

        Args:
            events: how many events there are.
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

    def follow(self, secrets: Secrets[Any, Any, Any], state: Any, kind: str | None) -> None:
        """Follow the game: forget a request that no longer fits."""
        self._was_whole = self._was_whole or self.need(state) is None
        if self.asked is None:
            return
        if self.asked.kind == kind:
            try:
                secrets.check(self._rules.with_hand(state, self.player, self._hand()), self.asked.answer, self.player)
                return
            except CuelightError:
                pass
        self.forget()

    def _hand(self) -> list[str]:
        """Return the cards of the hand, also the one on its way to the mat, in an order that does not depend on the
        slots.
        """
        lying = dict(self.slots)
        if self.asked is not None and lying[self.asked.slot] is None:
            lying[self.asked.slot] = self.asked.card
        return sorted(thing for thing in lying.values() if thing is not None)

    def state(self, state: Any) -> Any:
        """Return the state with the bot's own hand; None if the rack does not hold all of it."""
        return None if self.need(state) is not None else self._rules.with_hand(state, self.player, self._hand())

    def slot_of(self, thing: str) -> int | None:
        """Return the first slot that holds a thing."""
        return next((slot for slot, lies in self.slots.items() if lies == thing), None)

    def need(self, state: Any) -> Need | None:
        """Return what people have to do at the rack; None if the bot needs nothing."""
        lying = {slot: thing for slot, thing in self.slots.items() if thing is not None}
        for slot, thing in lying.items():
            if split_thing(thing)[0] is TagKind.UID:
                return Need(RackStep.UNKNOWN, (slot,))
        backs = {slot: self._rules.back(state, self.player, thing) for slot, thing in lying.items()}
        for slot, back in backs.items():
            if back is None:
                return Need(RackStep.UNFIT, (slot,))
        wanted = Counter(self._rules.backs(state, self.player))
        if wanted.total() > len(self.slots):
            return Need(RackStep.TOO_SMALL)
        free = tuple(slot for slot, thing in self.slots.items() if thing is None)
        if self.leaves is not None:
            return Need(RackStep.LEAVES, (self.leaves,))
        if (trade := self.trade) is not None:
            step, where = (RackStep.TAKES_IN, free) if trade.is_in else (RackStep.HANDS_OVER, tuple(lying))
            unseen = self.blind if trade.is_in else self.keeping
            seen = tuple(slot for slot in where if slot not in unseen)
            return Need(step, seen or where, ((trade.back, 1),), trade, partly=0 < len(seen) < len(where))
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
            unheard = not self._was_whole and any(self._sees(slot) is Sees.LAID for slot in free)
            return Need(RackStep.MISSING, free, tuple(sorted((+less).items())), unheard=unheard)
        return None

    def lamps(self, need: Need | None) -> dict[str, Cue]:
        """Return the cue of each slot's lamp."""
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

    def words(self, need: Need, name: str) -> dict[str, Any]:
        """Return a need as a prompt for the people at the table."""
        cards = ", ".join(self._rules.words(back, count) for back, count in need.backs)
        said = {"kind": KIND, "seat": seat_name(self.player), "needs": str(need.step), "slots": list(need.slots)}
        reason = self.leaving.words if self.leaving is not None else ""
        return said | sentence(need, name, cards, reason, self.asked)
