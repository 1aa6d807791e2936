"""Bots in chairs of a real table: what lies in their racks, and the troupe that asks people to lay it.

The session of such a game never hears what is in a rack: a card of a bot comes into it where any card does, when it is
laid on the mat. What a bot answers without a card it says, and people move what that moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import inf
from typing import Any

from companion.core.cues import Cue
from companion.core.observation import Clock, Hold, Lift, Press, Tag
from companion.core.places import rack_slot, rack_zone, seat_name
from companion.game import AnyGame
from companion.game.gestures import Lay
from companion.game.interpretation import PlayAnswer
from companion.game.simulation import Bot
from companion.table.rack import Rack
from companion.table.rack_requests import Leaving, RackPrompt, Sees, Trade
from companion.table.session import Session
from companion.table.strength import Strength
from cuelight.app.bots.players import BotPlayers

Json = dict[str, Any]

HEARD_SECONDS = 5.0
"""From the start until every reader that works has told what lies in its slot."""


def slots_at(player: int, slots: Mapping[str, str | None]) -> tuple[int, ...]:
    """The numbers of the slots that a table has at a player's seat."""
    found = map(rack_slot, slots)
    return tuple(each[1] for each in found if each is not None and each[0] == seat_name(player))


class Racks:
    """The racks of the bots in one game, at a real table.

    Args:
        chairs: the bots, by their players.
        slots: what lies in the slots of the table's racks.
        sees: what the reader of a slot tells now.
        kept: by player, what was written down of the rack last; `unwritten` has what is not in it.
    """

    def __init__(
        self,
        session: Session,
        rules: AnyGame,
        chairs: Mapping[int, Strength],
        slots: Mapping[str, str | None],
        sees: Callable[[str], Sees],
        kept: Mapping[int, Mapping[str, Any]],
    ) -> None:
        self._session = session
        self._rules = rules
        self._sees = sees
        self._kept = kept
        self.racks = {player: self._rack(player, slots_at(player, slots)) for player in chairs}
        self._held: dict[str, Tag] = {}  # what was laid where another card is awaited
        self._gone: dict[str, str] = {}  # by their slots, cards that were laid, which a reader that is out has not seen
        self._told = len(session.game.events)  # how many events were looked at
        self._heard_at = session.view.now + HEARD_SECONDS
        for player, rack in self.racks.items():
            if kept.get(player):
                rack.recall(kept[player], [trade for whose, trade in self._trades_from(0) if whose == player])
        self.look(slots)

    def _rack(self, player: int, slots: tuple[int, ...]) -> Rack:
        return Rack(player, slots, lambda slot: self._sees(rack_zone(seat_name(player), slot)))

    @property
    def state(self) -> Any:
        """The game with the hands of the bots that have theirs whole; each bot is shown what its player may know."""
        state = self._session.state
        for rack in self.racks.values():
            state = rack.state(self._rules, state) or state
        return state

    @property
    def version(self) -> int:
        """What changes with every change of a rack."""
        return sum(rack.version for rack in self.racks.values())

    def ready(self) -> Iterator[int]:
        """The players whose bots have their hands whole, and wait for no card to be laid."""
        state = self._session.state
        return (player for player, rack in self.racks.items() if rack.need(self._rules, state) is None)

    def look(self, slots: Mapping[str, str | None]) -> None:
        """Take what lies in all slots now."""
        unseen = {slot: thing for slot, thing in self._gone.items() if self._sees(slot) is not Sees.ALL}
        self._gone = {slot: thing for slot, thing in unseen.items() if slots[slot] == thing}
        slots = {**slots, **dict.fromkeys(self._gone)}
        for player, rack in self.racks.items():
            seat = seat_name(player)
            rack.look({slot: slots.get(rack_zone(seat, slot)) for slot in rack.slots})

    def lifted(self, slot: str) -> None:
        """The reader of a slot says that nothing lies there; what it says next is new."""
        self._gone.pop(slot, None)

    @property
    def due(self) -> float:
        """When something is to be followed up without anybody doing anything."""
        times = [self._heard_at] if any(rack.recalls for rack in self.racks.values()) else []
        times += [rack.due for rack in self.racks.values()]
        return min((at for at in times if at > self._session.view.now), default=inf)

    def follow(self) -> None:
        """The game may have gone on."""
        asked, now = self._session.game.asked, self._session.view.now
        self._trade()
        for rack in self.racks.values():
            rack.settle(now >= self._heard_at)
            rack.part(self._rules, self._session.state)
            rack.let_go(len(self._session.game.events), self.asked_alone(rack.player))
            self._believe(rack, now)
            rack.follow(self._rules, self._session.state, asked.kind if asked is not None else None)

    def _believe(self, rack: Rack, now: float) -> None:
        """A card that has left a slot unseen lies there no more, whatever its reader said last."""
        lay = dict(rack.slots)
        left = rack.believe(now)
        if left is not None:
            self._gone[rack_zone(seat_name(rack.player), left)] = str(lay[left])

    def _trade(self) -> None:
        """Cards have gone from hand to hand: those of racks are still to be carried there, or are no more."""
        events = len(self._session.game.events)
        for rack in self.racks.values():
            rack.trades = [trade for trade in rack.trades if trade.at <= events]
        for player, trade in self._trades_from(self._told):
            self.racks[player].trades.append(trade)
        self._told = events

    def _trades_from(self, first: int) -> Iterator[tuple[int, Trade]]:
        """The cards of racks that went from hand to hand by the events from this number on."""
        names = self._session.names()
        for at, event in enumerate(self._session.game.events[first:], first + 1):
            handed = self._rules.table.hand_transfer(event)
            if handed is None:
                continue
            for player, whom, is_in in ((handed.giver, handed.taker, False), (handed.taker, handed.giver, True)):
                if player in self.racks:
                    yield player, Trade(at, names[whom], handed.back, is_in, handed.chosen)

    def unwritten(self) -> dict[int, Mapping[str, Any]]:
        """By player, what is open at the rack and is not written down so."""
        opened = {player: rack.open() for player, rack in self.racks.items()}
        return {player: each for player, each in opened.items() if each != self._kept.get(player, {})}

    def holds_back(self, report: Tag | Lift) -> bool:
        """Whether a gesture is none, since a bot has asked for another card there; people are told so.

        Also on the round zone, where in no game two players lay cards at the same moment.
        """
        for rack in self.racks.values():
            if isinstance(report, Lift):
                rack.lifted(report.zone)
            elif (asked := rack.asked) is not None:
                is_right = rack.lays(report.zone, report.thing)
                if is_right is False:
                    self._held[report.zone] = report
                    return True
                if is_right:
                    slot = rack_zone(seat_name(rack.player), asked.slot)
                    self._gone |= {slot: asked.card} if self._sees(slot) is not Sees.ALL else {}
                    rack.slots[asked.slot] = None
                    rack.forget()
        return isinstance(report, Lift) and self._held.pop(report.zone, None) is not None

    def released(self) -> list[Tag]:
        """What was held back and is what was asked for after all, since its slot is seen to be empty by now."""
        held, self._held = self._held, {}
        return [tag for tag in held.values() if not self.holds_back(tag)]

    def ask(self, player: int, lay: Lay, answer: Any) -> bool:
        """A bot wants a card of its rack laid; False where it is none of its rack."""
        rack, asked = self.racks[player], self._session.game.asked
        slot = rack.slot_of(lay.thing)
        if slot is None or asked is None or not self._says(lay, answer):
            return False
        state = self._session.state
        face_down = self._rules.secrets.lies_face_down(state, answer)
        instead = face_down and self._rules.table.placed(state, player) is not None
        rack.ask(RackPrompt(slot, lay.thing, lay.zone, face_down, instead, answer, asked.kind))
        return True

    def _says(self, lay: Lay, answer: Any) -> bool:
        """Whether the table would take a card that is laid so as this answer."""
        meaning = self._rules.table.interpret(
            self._session.view.table, Tag(self._session.view.now, lay.zone, lay.thing), None
        )
        names = self._session.names()
        meant = [
            self._rules.types.answer_to_json(deed.answer, names)
            for deed in meaning.deeds
            if isinstance(deed, PlayAnswer)
        ]
        said = self._rules.types.answer_to_json(answer, names)
        return any((each["do"], each.get("by")) == (said["do"], said.get("by")) for each in meant)

    def left(self, player: int, cards: list[str], given_at: str | None, words: str) -> None:
        """A bot has said something by which a card may leave its hand, at once or when more of it is chosen.

        Args:
            cards: of its hand, that it named.
            given_at: what it was asked when it gave one of them for another one; None where it gives none.
            words: where that goes, or what was said.
        """
        rack, events = self.racks[player], len(self._session.game.events)
        card = next((card for card in cards if rack.slot_of(card) is not None), None)
        has = sum(thing is not None for thing in rack.slots.values())
        fewer = len(self._rules.secrets.rack(self._session.state, player)) < has
        if card is not None and (fewer or given_at is not None):
            self._trade()
            rack.trades = [trade for trade in rack.trades if trade.is_in or not trade.chosen]  # that is this one
            rack.give(Leaving(card, words, events, given_at), self.asked_alone(player))

    def asked_alone(self, player: int) -> str | None:
        """What is asked of a player alone."""
        asked = self._session.game.asked
        return asked.kind if asked is not None and tuple(asked.players) == (player,) else None

    def prompts(self) -> list[Json]:
        """What people have to do at the racks, one sentence for each."""
        state, names = self._session.state, self._session.names()
        if self._session.game.asked is None:
            return []
        needs = ((rack, rack.need(self._rules, state)) for rack in self.racks.values())
        return [rack.words(self._rules, state, need, names[rack.player]) for rack, need in needs if need is not None]

    def lamps(self) -> dict[str, Cue]:
        """What the lamp of every slot shows."""
        state, over = self._session.state, self._session.game.asked is None
        each = (rack.lamps(None if over else rack.need(self._rules, state)) for rack in self.racks.values())
        return {slot: cue for lamps in each for slot, cue in lamps.items()}


class SpokenGestures:
    """Where the bots of a real table make their gestures: they have voices and no hands."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def press(self, button: str) -> None:
        """As if the seat's button were pressed."""
        self._session.observe(Press(self._clock(), button))

    def hold(self, button: str) -> None:
        """As if it were held."""
        self._session.observe(Hold(self._clock(), button))

    def tag(self, zone: str, thing: str) -> None:
        """People lay what a bot plays."""

    def lift(self, zone: str) -> None:
        """People take it."""

    def zones(self) -> dict[str, str | None]:
        """It looks at nothing but the game."""
        return {}


class RackTroupe(BotPlayers):
    """Plays the chairs of a real table: asks for its cards, and says the rest."""

    def __init__(
        self,
        racks: Racks,
        game: AnyGame,
        session: Session,
        say: Callable[[Json], None],
        clock: Clock,
        pace: float,
        rng: random.Random,
        chairs: Mapping[int, Bot],
    ) -> None:
        super().__init__(game, SpokenGestures(session, clock), say, clock, pace, rng, chairs)
        self._racks = racks

    def _awake(self) -> Mapping[int, Bot]:
        ready = set(self._racks.ready())
        return {player: bot for player, bot in (self._chairs or {}).items() if player in ready}

    def _moment(self, session: Session) -> object:
        return super()._moment(session), self._racks.version

    def _play(self, session: Session, real: Any, answer: Any) -> None:
        player = answer.by
        moves = [move for move, _pause in self._game.bots.gestures(real, answer, {})]
        lays = [move for move in moves if isinstance(move, Lay)]
        if len(moves) == len(lays) == 1 and self._racks.ask(player, lays[0], answer):
            return
        pressed = self._by_button(session, answer)
        if pressed:
            self._try(pressed[0][0])
            return
        self._try(partial(self._speak, session, real, answer))

    def _speak(self, session: Session, real: Any, answer: Any) -> None:
        """Say an answer, and by what a card leaves the rack."""
        said = self._game.types.answer_to_json(answer, self._game.rules.players(real))
        given = self._game.table.handover_target(session.state, answer)
        words = given or self._game.text.public_answer(session.state, answer)
        given_at = (self._racks.asked_alone(answer.by) or "") if given is not None else None
        self._say(said)
        if answer.by in self._racks.racks:
            self._racks.left(answer.by, self._game.secrets.named_cards(said), given_at, words)
