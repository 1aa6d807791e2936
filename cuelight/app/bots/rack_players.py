"""Bot players at a real table: the cards in their racks, and the requests that people lay them.

The session of such a game never gets the cards of a rack: a bot's card enters the game when it is laid on the mat, as
any card does. Answers without a card are entered by the bot; people move the cards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import inf
from typing import Any

from companion.core.cues import Cue
from companion.core.observation import Clock, Hold, Lift, Press, Tag
from companion.core.places import rack_slot, rack_zone, seat_name
from companion.game import AnyGame, RackRules
from companion.game.bots import Lay
from companion.game.interpretation import PlayAnswer
from companion.game.simulation import Bot
from companion.table.rack import Rack
from companion.table.rack_requests import Leaving, RackPrompt, Sees, Trade
from companion.table.session import Session
from companion.table.strength import Strength
from cuelight.app.bots.players import BotPlayers

Json = dict[str, Any]

HEARD_SECONDS = 5.0
"""Time from the start until every working reader has reported its slot."""


def slots_at(player: int, slots: Mapping[str, str | None]) -> tuple[int, ...]:
    """The numbers of the slots that a table has at a player's seat."""
    found = map(rack_slot, slots)
    return tuple(each[1] for each in found if each is not None and each[0] == seat_name(player))


class Racks:
    """The racks of the bots in one game, at a real table.

    Args:
        rules: those of the game about racks.
        chairs: the bots, by their players.
        slots: what lies in the slots of the table's racks.
        sees: gives what the reader of a slot can report now.
        kept: by player, the newest record of the rack; `unwritten` gives the changes since.
    """

    def __init__(
        self,
        session: Session,
        game: AnyGame,
        rules: RackRules[Any, Any, Any],
        chairs: Mapping[int, Strength],
        slots: Mapping[str, str | None],
        sees: Callable[[str], Sees],
        kept: Mapping[int, Mapping[str, Any]],
    ) -> None:
        self._session = session
        self._game = game
        self.rules = rules
        self._sees = sees
        self._kept = kept
        self.racks = {player: self._rack(player, slots_at(player, slots)) for player in chairs}
        self._held: dict[str, Tag] = {}  # cards that were laid instead of the requested one
        self._gone: dict[str, str] = {}  # cards that were taken from slots whose readers are out
        self._processed = len(session.play.events)  # number of events that are processed
        self._heard_at = session.view.now + HEARD_SECONDS
        for player, rack in self.racks.items():
            if kept.get(player):
                rack.recall(kept[player], [trade for whose, trade in self._trades_from(0) if whose == player])
        self.look(slots)

    def _rack(self, player: int, slots: tuple[int, ...]) -> Rack:
        return Rack(player, slots, lambda slot: self._sees(rack_zone(seat_name(player), slot)), self.rules)

    @property
    def state(self) -> Any:
        """The state with the complete hands of bots; each bot is shown only what its player may know."""
        state = self._session.state
        for rack in self.racks.values():
            state = rack.state(state) or state
        return state

    @property
    def version(self) -> int:
        """A number that changes with every change of a rack."""
        return sum(rack.version for rack in self.racks.values())

    def ready(self) -> Iterator[int]:
        """The players whose bots have complete hands and wait for no card to be laid."""
        state = self._session.state
        return (player for player, rack in self.racks.items() if rack.need(state) is None)

    def look(self, slots: Mapping[str, str | None]) -> None:
        """Read all slots."""
        unseen = {slot: thing for slot, thing in self._gone.items() if self._sees(slot) is not Sees.ALL}
        self._gone = {slot: thing for slot, thing in unseen.items() if slots[slot] == thing}
        slots = {**slots, **dict.fromkeys(self._gone)}
        for player, rack in self.racks.items():
            seat = seat_name(player)
            rack.look({slot: slots.get(rack_zone(seat, slot)) for slot in rack.slots})

    def lifted(self, slot: str) -> None:
        """Note that the reader of a slot reports it empty; its next report is new."""
        self._gone.pop(slot, None)

    @property
    def due(self) -> float:
        """The time of the next change that needs no gesture."""
        times = [self._heard_at] if any(rack.recalls for rack in self.racks.values()) else []
        times += [rack.due for rack in self.racks.values()]
        return min((at for at in times if at > self._session.view.now), default=inf)

    def follow(self) -> None:
        """Bring the racks in line with the game."""
        asked, now = self._session.play.asked, self._session.view.now
        self._trade()
        for rack in self.racks.values():
            rack.settle(now >= self._heard_at)
            rack.part(self._session.state)
            rack.let_go(len(self._session.play.events), self.asked_alone(rack.player))
            self._believe(rack, now)
            rack.follow(self._game.secrets, self._session.state, asked.kind if asked is not None else None)

    def _believe(self, rack: Rack, now: float) -> None:
        """Drop a card that must have left its slot although the reader has not reported that."""
        lay = dict(rack.slots)
        left = rack.believe(now)
        if left is not None:
            self._gone[rack_zone(seat_name(rack.player), left)] = str(lay[left])

    def _trade(self) -> None:
        """Note the cards of racks that changed hands: people have to carry them, or have done so."""
        events = len(self._session.play.events)
        for rack in self.racks.values():
            rack.trades = [trade for trade in rack.trades if trade.at <= events]
        for player, trade in self._trades_from(self._processed):
            self.racks[player].trades.append(trade)
        self._processed = events

    def _trades_from(self, first: int) -> Iterator[tuple[int, Trade]]:
        """The cards of racks that changed hands by the events from this number on."""
        names = self._session.names
        for at, event in enumerate(self._session.play.events[first:], first + 1):
            handed = self.rules.transfer(event)
            if handed is None:
                continue
            for player, whom, is_in in ((handed.giver, handed.taker, False), (handed.taker, handed.giver, True)):
                if player in self.racks:
                    yield player, Trade(at, names[whom], handed.back, is_in, handed.chosen)

    def unwritten(self) -> dict[int, Mapping[str, Any]]:
        """By player, the open tasks of the rack that are not recorded yet."""
        opened = {player: rack.open() for player, rack in self.racks.items()}
        return {player: each for player, each in opened.items() if each != self._kept.get(player, {})}

    def holds_back(self, report: Tag | Lift) -> bool:
        """True if a gesture must not count, since a bot has asked for another card there; people are notified.

        This includes the round zone: in no game two players lay cards there at the same moment.
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
        """The cards that were held back and are the requested ones after all, since their slots are empty now."""
        held, self._held = self._held, {}
        return [tag for tag in held.values() if not self.holds_back(tag)]

    def ask(self, player: int, lay: Lay, answer: Any) -> bool:
        """Ask people to lay a card of a bot's rack. Returns False if it is not in the rack."""
        rack, asked = self.racks[player], self._session.play.asked
        slot = rack.slot_of(lay.thing)
        if slot is None or asked is None or not self._says(lay, answer):
            return False
        state = self._session.state
        face_down = self._game.secrets.lies_face_down(state, answer)
        instead = face_down and self._game.table.placed(state, player) is not None
        rack.ask(RackPrompt(slot, lay.thing, lay.zone, face_down, instead, answer, asked.kind))
        return True

    def _says(self, lay: Lay, answer: Any) -> bool:
        """True if the table would interpret the card that is laid so as this answer."""
        meaning = self._game.table.interpret(
            self._session.view.table, Tag(self._session.view.now, lay.zone, lay.thing), None
        )
        names = self._session.names
        meant = [
            self._game.types.answer_to_json(effect.answer, names)
            for effect in meaning.effects
            if isinstance(effect, PlayAnswer)
        ]
        said = self._game.types.answer_to_json(answer, names)
        return any((each["do"], each.get("by")) == (said["do"], said.get("by")) for each in meant)

    def left(self, player: int, cards: Sequence[str], given_at: str | None, words: str) -> None:
        """Note an answer of a bot by which a card may leave its hand, at once or after further choices.

        Args:
            cards: of its hand, that it named.
            given_at: the question at which it gave one of them for another one; None if it gave none.
            words: the destination, or the answer.
        """
        rack, events = self.racks[player], len(self._session.play.events)
        card = next((card for card in cards if rack.slot_of(card) is not None), None)
        has = sum(thing is not None for thing in rack.slots.values())
        fewer = len(self.rules.backs(self._session.state, player)) < has
        if card is not None and (fewer or given_at is not None):
            self._trade()
            rack.trades = [trade for trade in rack.trades if trade.is_in or not trade.chosen]  # that is this one
            rack.give(Leaving(card, words, events, given_at), self.asked_alone(player))

    def asked_alone(self, player: int) -> str | None:
        """The kind of question that only this player is asked."""
        asked = self._session.play.asked
        return asked.kind if asked is not None and tuple(asked.players) == (player,) else None

    def prompts(self) -> list[Json]:
        """The tasks of people at the racks, one sentence for each."""
        state, names = self._session.state, self._session.names
        if self._session.play.asked is None:
            return []
        needs = ((rack, rack.need(state)) for rack in self.racks.values())
        return [rack.words(need, names[rack.player]) for rack, need in needs if need is not None]

    def lamps(self) -> dict[str, Cue]:
        """The cue of every slot."""
        state, over = self._session.state, self._session.play.asked is None
        each = (rack.lamps(None if over else rack.need(state)) for rack in self.racks.values())
        return {slot: cue for lamps in each for slot, cue in lamps.items()}


class SpokenGestures:
    """The gestures of bots at a real table: they press buttons by software and lay nothing."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self._session = session
        self._clock = clock

    def press(self, button: str) -> None:
        """Press the seat's button."""
        self._session.observe(Press(self._clock(), button))

    def hold(self, button: str) -> None:
        """Hold the seat's button."""
        self._session.observe(Hold(self._clock(), button))

    def tag(self, zone: str, thing: str) -> None:
        """Do nothing: people lay the card."""

    def lift(self, zone: str) -> None:
        """Do nothing: people take the card."""

    def zones(self) -> dict[str, str | None]:
        """No zones: bots look at nothing but the game."""
        return {}


class RackTroupe(BotPlayers):
    """Plays seats at a real table: asks people to lay cards, and enters all other answers."""

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
        """Enter an answer, and note a card that leaves the rack by it."""
        said = self._game.types.answer_to_json(answer, self._game.rules.players(real))
        given = self._racks.rules.target(session.state, answer)
        words = given or self._game.text.answer(session.state, answer)
        given_at = (self._racks.asked_alone(answer.by) or "") if given is not None else None
        self._say(said)
        if answer.by in self._racks.racks:
            self._racks.left(answer.by, self._game.types.answer_info(said).cards, given_at, words)
