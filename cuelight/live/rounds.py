"""One game and the mat it is played on: a virtual one, with the real cards behind it, or a table with devices."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Any, Literal, Protocol

from companion.games import game_in
from companion.journal import Journal
from companion.play.errors import CuelightError
from companion.play.places import TARGET, play_zone, player_at, seat_name, zone_at
from companion.play.tongue import _
from companion.table.asker import HOST, Asker, Role
from companion.table.countdown import Pace
from companion.table.lesson import prompt
from companion.table.meaning import Give
from companion.table.observation import Clock, Lift, Said, Sort, Tag, observation_from_json, split_thing
from companion.table.session import Session
from companion.table.strength import Strength, chairs_of
from hardware.fitted_table import FittedTable
from hardware.reader import Listener
from hardware.table_layout import full_mat
from hardware.virtual import VirtualMat

Driver = Literal["bots", "hands"]


class Mat(Protocol):
    """What a game is played on: seen, lit, and touched from a page."""

    def start(self, listener: Listener) -> None:
        """Report to `listener` from now on, what lies in the zones already first."""

    def stop(self) -> None:
        """Report no more."""

    def tag(self, zone: str, thing: str) -> None:
        """Lay a thing in a zone."""

    def lift(self, zone: str) -> None:
        """Lift what lies in a zone."""

    def press(self, button: str) -> None:
        """Press a seat's button."""

    def hold(self, button: str) -> None:
        """Hold a seat's button down."""

    def zones(self) -> dict[str, str | None]:
        """What lies in each zone."""

    def show(self, seat: str, cue: str) -> None:
        """Show a cue at a seat."""

    def lights(self) -> dict[str, str]:
        """The cue at each seat."""


class NotHeld(CuelightError, RuntimeError):
    """A card that is said or laid where it is not, on a mat whose hands are drawn; the message is for the person."""


class JournalBook:
    """The journal as a session's book: its records get the time of the wall clock.

    `draft` takes the records as long as the game itself is not in the journal; None once it is. What stands in `beside`
    is written with the next records, all of it or none.
    """

    def __init__(self, journal: Journal, wall_clock: Clock) -> None:
        self._journal = journal
        self._wall_clock = wall_clock
        self.draft: list[tuple[str, Any]] | None = None
        self.beside: list[tuple[str, Any]] = []

    def append_all(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Write these records at once."""
        if self.draft is not None:
            self.draft += records
            return
        self._journal.append_all([*self.beside, *records], self._wall_clock())
        self.beside = []


class SteadyClock:
    """A clock for records; where the one behind it tells no time, it is the newest that was told."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._told = 0.0

    def __call__(self) -> float:
        """Seconds since 1970."""
        now = self._clock()
        self._told = now if math.isfinite(now) else self._told
        return self._told


class Round:
    """One game on a table with devices: the cards are the players', and lie where they lay them."""

    is_drawn = False

    def __init__(self, body: dict[str, Any], book: JournalBook, mat: Mat) -> None:
        self.rules = game_in(body)
        self.session = self._session(start_of(body), body, book)
        self.body = body
        self.id: int | None = None  # in the journal, once it is there
        self.book = book
        self.demo = bool(body.get("demo"))
        self.driver: Driver | None = None
        self.mat = mat
        self.teaches = bool(body.get("lesson"))  # until somebody has had enough of it
        self.chairs = chairs_of(body.get("bots", ()))  # the bots among the people, by their seats
        self.covered: Collection[int] = ()  # the players whose hands a drawn mat shows by their backs

    def _session(self, start: Any, body: dict[str, Any], book: JournalBook) -> Session:
        return Session(self.rules, start, self.rules.unseen(), book, Pace(body.get("pace", Pace.USUAL)))

    def resume(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Take the game up where its records end."""
        kept = list(records)
        for kind, body in kept:
            if kind == "chair":
                self.seat_bot(int(body["player"]), body["bot"])
        self.teaches = self.teaches and all(kind != "lesson" for kind, _body in kept)
        self.session.replay(kept, at)

    def seat_bot(self, player: int, bot: str | None) -> None:
        """From now on a bot of this strength plays for somebody, or a person (None)."""
        self.chairs.pop(player, None)
        if bot is not None:
            self.chairs[player] = Strength(bot)

    def prompt(self) -> dict[str, Any] | None:
        """What a lesson says now."""
        asked, lesson = self.session.game.asked, self.rules.lesson
        if not self.teaches or lesson is None:
            return None
        return prompt(lesson, None if asked is None else asked.kind, self.session.game.events, self.is_drawn)

    def lay_again(self) -> None:
        """After a restart or an undo what lies in the zones is no gesture."""
        self.session.rest()

    def lay_on(self) -> None:
        """After steps were brought back what lies in the zones is no gesture, and cards of earlier scenes are gone."""
        self.lay_again()

    def really(self, player: int | None, thing: str) -> str:
        """What somebody lays at a seat, or elsewhere, by this name; a drawn mat knows what is beneath a back."""
        return thing

    def show_said(self) -> None:
        """What was said at a page lies on a mat that is drawn as if it had been laid there."""

    def check_held(self, player: int, cards: Iterable[str], asker: Asker = HOST) -> None:
        """Whether a player has these cards; where nobody knows the hands, whoever lays a card has it."""

    def check_uncovered(self, player: int, thing: str | None) -> None:
        """Whether a card may be laid for a player, or lifted (None), at the mat. Raises NotHeld, whatever it is."""

    def check_played(self, tag: Tag) -> None:
        """Whether a card that is laid on no seat may be played from a hand. Raises NotHeld."""

    def may_say(self, answer: Mapping[str, Any]) -> bool:
        """Whether somebody else than the seat itself may give an answer that names such cards of a hand."""
        return True

    def check_said(self, answer: Mapping[str, Any]) -> None:
        """Raises NotHeld where its cards may not be said (see `may_say`), in the same words whatever they are."""
        if not self.may_say(answer):
            raise NotHeld(
                _(
                    "On this mat a card of a hand is laid, not said. Nothing was done: lay it at its seat, "
                    "or on the round zone if it is played from the hand."
                )
            )

    def press(self, button: str) -> None:
        """A press of a button on a mat that is drawn."""
        self.mat.press(button)

    def hold(self, button: str, at: float) -> None:
        """A button on a mat that is drawn is held, at this time."""
        self.mat.hold(button)

    def follow(self) -> None:
        """Let what is on the table keep step with the session."""

    def tidy(self) -> None:
        """Let hands take back what lies on a drawn mat and was not taken."""

    def things(self) -> dict[str, Any]:
        """What the desk shows of hands, box and mat."""
        state = self.session.state
        box, hands = self.rules.cards_at_hand(state), self._hands()
        zones = {zone: thing and self._seen(zone, thing) for zone, thing in self.mat.zones().items()}
        lying = [thing for thing in zones.values() if thing and split_thing(thing)[0] is Sort.CARD]
        named = {card for cards in (*hands.values(), box, lying) for card in cards}
        return {
            "driver": self.driver,
            "zones": zones,
            "lights": self.mat.lights(),
            "hands": hands,
            "box": box,
            "cards": {card: self.rules.card_view(state, card) for card in sorted(named)},
        }

    def known_to(self, player: int) -> dict[str, Any]:
        """What one player knows besides the board: own cards, as far as they are known here, and what may be done."""
        return self.rules.view(self.cards(), player)

    def cards(self) -> Any:
        """The state with the cards as far as they are known here; `as_known` leaves of it what somebody may know."""
        return self.session.state

    def _hands(self) -> dict[str, list[str]]:
        return {}

    def _seen(self, zone: str, thing: str) -> str:
        """What anybody sees of a thing in a zone: of a card at a seat its back, until it was turned up there."""
        player = player_at(zone, len(self.session.names()))
        state = self.session.state
        return self.rules.seen_elsewhere(thing) if player is None else self.rules.seen_at(state, player, thing)


class VirtualRound(Round):
    """One game on a virtual mat: the session, the real cards behind it, and what lies on the mat."""

    mat: VirtualMat
    is_drawn = True

    def __init__(self, body: dict[str, Any], book: JournalBook, clock: Clock) -> None:
        game, start = game_in(body), start_of(body)
        self.truth = game.truth(start, int(body["seed"]))
        self.truth.by_number = "dealing" not in body
        super().__init__(body, book, VirtualMat(game.box(start), clock, full_mat(len(game.names(start)))))
        self.driver = "bots" if self.demo else "hands"
        self.scene: Hashable = None

    def _session(self, start: Any, body: dict[str, Any], book: JournalBook) -> Session:
        told, pace = self.rules.told_by_dealer(start, self.truth), Pace(body.get("pace", Pace.USUAL))
        return Session(self.rules, told, self.truth.chance, book, pace)

    def resume(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Take the game up where its records end; the cards that lay on the mat lie there again."""
        kept = list(records)
        for kind, body in kept:
            if kind == "driver":
                self.driver = body["driver"]
        super().resume(kept, at)
        self.lay_again()
        lying = self.session.lying()
        thing = _left_on_stage(body for kind, body in kept if kind == "observation")
        lying |= {TARGET: thing} if thing is not None else {}
        for zone, lies in lying.items():
            self.mat.tag(zone, lies)
        self.session.rest(lying)

    def lay_again(self) -> None:
        """After a restart or an undo the placed cards lie before their players; nobody has laid them there."""
        self._lay_placed(self.mat.put)

    def _lay_placed(self, lay: Callable[[str, str], None]) -> None:
        """Lay every placed card that lies elsewhere, in this way."""
        self.truth.follow(self.session.game.events)
        self.session.rest()
        zones = self.mat.zones()
        for player in range(len(self.session.names())):
            zone, placed = play_zone(player), self.truth.placed(player)
            if placed is not None and zones[zone] != placed:
                lay(zone, placed)
        self.scene = self.rules.round_of_cards(self.truth.state)

    def lay_on(self) -> None:
        """The placed cards lie before their players, and hands take those of earlier scenes off the mat."""
        self.lay_again()
        self.scene = None

    def really(self, player: int | None, thing: str) -> str:
        """The thing itself in place of its back. Raises NotHeld, in the same words, for what may not be named."""
        self.truth.follow(self.session.game.events)
        face: str | None = thing
        if player is not None:
            face = self.rules.face_of(self.truth.state, player, thing)
        elif self.rules.seen_elsewhere(thing) != thing:  # it would be taken from the seat where it lies face down
            face = None
        if face is None:
            raise NotHeld(_("On this mat only its own player knows that card. Nothing was done: lay its back."))
        return face

    def show_said(self) -> None:
        """Cards that were played at a page lie before their players; no gesture is meant."""
        self.truth.follow(self.session.game.events)
        zones = self.mat.zones()
        placed = ((play_zone(player), self.truth.placed(player)) for player in range(len(self.session.names())))
        if any(card is not None and zones[zone] != card for zone, card in placed):
            self._lay_placed(self.mat.tag)  # a card that is still to be laid is laid by that

    def check_held(self, player: int, cards: Iterable[str], asker: Asker = HOST) -> None:
        """Whether a player has these cards, by the drawn hands.

        Only the host is told whose a card is, of the hands that are drawn. Raises NotHeld, before anything has moved.
        """
        state, names = self.session.state, self.session.names()
        if not self.rules.holds_cards(state):
            return
        self.truth.follow(self.session.game.events)
        for card in cards:
            if not self.rules.is_card(state, card):
                continue
            if self.truth.holds(player, card) or self.session.memory.shown.get(player) == card:
                continue
            if asker.role is not Role.HOST:
                raise NotHeld(_("{name} does not have that card. Nothing was done.", name=names[player]))
            drawn = [other for other in range(len(names)) if other not in self.covered]
            name, others = names[player], [names[other] for other in drawn if self.truth.holds(other, card)]
            if len(others) == 1:
                other = others[0]
                raise NotHeld(
                    _(
                        "That card is from the hand of {other}, not of {name}. "
                        "Nothing was done: lay it at its own seat.",
                        other=other,
                        name=name,
                    )
                )
            raise NotHeld(
                _("{name} does not have that card. Nothing was done: lay one from the hand of {name}.", name=name)
            )

    def check_uncovered(self, player: int, thing: str | None) -> None:
        """A hand that is a bot's, or on a phone, is not known here, so nobody tries out which cards it has."""
        if player in self.covered and (thing is None or split_thing(thing)[0] is Sort.CARD):
            name = self.session.names()[player]
            if player in self.chairs:
                raise NotHeld(_("{name} is a bot, and plays its own cards. Nothing was done.", name=name))
            raise NotHeld(_("{name} plays on a phone. Nothing was done: the card is laid there.", name=name))

    def check_played(self, tag: Tag) -> None:
        """Nobody plays a card from the hand of a bot or of a phone, nor one that is not there."""
        if not self.rules.is_card(self.session.state, tag.thing):
            return
        names = self.session.names()
        deeds = self.rules.read(self.session.seen, tag, None).deeds
        for answer in [deed.answer for deed in deeds if isinstance(deed, Give)]:
            if tag.thing in self.rules.cards_said(self.rules.answer_to_json(answer, names)):
                self.check_uncovered(answer.by, tag.thing)
                self.check_held(answer.by, [tag.thing])

    def may_say(self, answer: Mapping[str, Any]) -> bool:
        """Not where the companion knows the hands: what it refused would tell where a card is."""
        return not any(self.rules.is_card(self.session.state, card) for card in self.rules.cards_said(answer))

    def check_said(self, answer: Mapping[str, Any]) -> None:
        """Nor does the host, who may play a seat as well, look into a hand on a phone by what is said to be changed.

        Of a card's own text its player says that: on the phone, or to the host where the seat has none.
        """
        super().check_said(answer)
        names = self.session.names()
        own = not self.rules.is_of_all(answer) and answer.get("by") in names
        has_no_phone = own and names.index(answer["by"]) not in self.covered
        if self.covered and not has_no_phone and self.rules.moves_hidden(answer):
            raise NotHeld(
                _(
                    "The hands are on phones, and the companion deals them. Nothing was done: no hidden card "
                    "changes hands here. Whoever has played a card that says so tells it on the own phone."
                )
            )

    def press(self, button: str) -> None:
        """A press; the card that it turns up may be known to the drawn mat alone, and then it is laid back instead."""
        player = player_at(button, len(self.session.names()))
        card = None if player is None else self._only_here(self.session.offers()[player].press)
        if card is None:
            self.mat.press(button)
        else:
            self.mat.tag(zone_at(button), card)

    def hold(self, button: str, at: float) -> None:
        """A hold; the card that it turns up may be known to the drawn mat alone, and then it is said which one."""
        names = self.session.names()
        player = player_at(button, len(names))
        meant = None if player is None else self.session.offers()[player].hold
        card = self._only_here(meant)
        if card is None:
            self.mat.hold(button)
        else:
            self.session.observe(Said(at, self.rules.answer_to_json(meant, names) | {"card": card}))

    def _only_here(self, meant: Any) -> str | None:
        """The card that a button turns up, where the drawn mat knows it and the session does not."""
        unknown = self.rules.turns_up(self.session.state, meant)
        if unknown is None:
            return None
        self.truth.follow(self.session.game.events)
        return self.truth.placed(unknown)

    def follow(self) -> None:
        """The real cards follow; between scenes hands take the played cards off the mat."""
        self.truth.follow(self.session.game.events)
        scene = self.rules.round_of_cards(self.session.state)
        if scene == self.scene:
            return
        self.scene = scene
        zones, lying = self.mat.zones(), self.session.lying()
        for player in range(len(self.session.names())):
            zone, gone = play_zone(player), self.rules.placed(self.session.state, player) is None
            if gone and zones[zone] is not None and zone not in lying:
                self.mat.lift(zone)
        if zones[TARGET] is not None:
            self.mat.lift(TARGET)

    def tidy(self) -> None:
        """What the table has not taken goes back into the hand, and what lay there before lies there again."""
        zones = self.mat.zones()
        for player in range(len(self.session.names())):
            zone = play_zone(player)
            thing, placed = zones[zone], self.truth.placed(player)
            if thing is None or not self.rules.goes_back(self.truth.state, player, thing):
                continue
            if placed is None:
                self.mat.lift(zone)
            else:
                self.mat.put(zone, placed)

    def cards(self) -> Any:
        """The state with the drawn hands."""
        self.truth.follow(self.session.game.events)
        return self.truth.state

    def _hands(self) -> dict[str, list[str]]:
        hands = self.truth.hands()
        backs = self.rules.backs(self.truth.state) if self.covered else hands
        shown = (backs[player] if player in self.covered else hand for player, hand in enumerate(hands))
        return {seat_name(player): hand for player, hand in enumerate(shown)}

    def _seen(self, zone: str, thing: str) -> str:
        """Whoever moves the cards on a screen sees them, but for what only its own player knows."""
        player = player_at(zone, len(self.session.names()))
        is_own = player is None or player in self.covered or self.rules.face_of(self.truth.state, player, thing) is None
        return super()._seen(zone, thing) if is_own else thing


def _left_on_stage(observations: Iterable[Any]) -> str | None:
    thing = None
    for seen in map(observation_from_json, observations):
        if isinstance(seen, Tag | Lift) and seen.zone == TARGET:
            thing = seen.thing if isinstance(seen, Tag) else None
    return thing


def round_of(body: dict[str, Any], book: JournalBook, clock: Clock, fitted: FittedTable | None) -> Round:
    """The game that a record begins: on the table's devices, or a virtual mat where it has none or bots play."""
    return VirtualRound(body, book, clock) if fitted is None or body.get("demo") else Round(body, book, fitted)


def start_of(body: dict[str, Any]) -> Any:
    """The state that a game record begins with: a position, or a new game's names, deck and rules."""
    game = game_in(body)
    return game.position_from_json(body["position"]) if "position" in body else game.begin(body["names"], body)
