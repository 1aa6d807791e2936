"""One game on an on-screen mat: the session, the actual deal, and the cards on the mat.

People or bots lay the cards on a screen. The actual cards are known here, and shown to nobody who may not know them.
A table with devices knows only what its readers report: see `round.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any

from companion.core.i18n import _
from companion.core.observation import Clock, Lift, Said, Tag, TagKind, observation_from_json, split_thing
from companion.core.places import TARGET, play_zone, player_at, zone_at
from companion.game.equipment import ON_PHONES
from companion.game.interpretation import NotifySeat, PlayAnswer
from companion.games import game_in
from companion.table.clocks import Pace
from companion.table.session import Session
from companion.table.viewer import HOST, Role, Viewer
from cuelight.app.games.round import JournalStore, NotHeld, TableGame, start_of
from hardware.table_file.layout import full_mat
from hardware.virtual_mat import VirtualMat


class ScreenGame(TableGame):
    """One game on a virtual mat: the session, the actual deal, and the cards on the mat."""

    mat: VirtualMat
    is_drawn = True

    def __init__(self, body: dict[str, Any], book: JournalStore, clock: Clock) -> None:
        game, start = game_in(body), start_of(body)
        self.truth = game.secrets.actual_deal(start, int(body["seed"]))
        self.truth.by_number = "dealing" not in body
        self.truth.deals_as_now = body.get("dealing", 1) >= 3
        super().__init__(
            body, book, VirtualMat(game.box.contents(start), clock, full_mat(len(game.rules.players(start))))
        )
        self.driver = "bots" if body.get("demo") else "hands"
        self.scene: Hashable = None
        self._lying: Mapping[str, str] = {}  # cards laid early, as of the last `follow`

    def _session(self, start: Any, body: dict[str, Any], book: JournalStore) -> Session:
        state, pace = self.truth.start_of_session(start), Pace(body.get("pace", Pace.USUAL))
        return Session(self.game, state, self.truth.chance, book, pace, self.equipment)

    def resume(self, records: Iterable[tuple[str, Any]], at: float) -> None:
        """Resume the game where its records end, with the cards on the mat that lay there."""
        kept = list(records)
        for kind, body in kept:
            if kind == "driver":
                self.driver = body["driver"]
        super().resume(kept, at)
        self.lay_again()
        lying = {**self.session.view.table.readings.lying}
        thing = _left_on_stage(body for kind, body in kept if kind == "observation")
        lying |= {TARGET: thing} if thing is not None else {}
        for zone, lies in lying.items():
            self.mat.tag(zone, lies)
        self.session.rest(lying)

    def go_on_from(self, played: TableGame) -> None:
        """Keep the cards on the mat."""
        super().go_on_from(played)
        assert isinstance(played, ScreenGame)
        self.scene = played.scene

    def lay_again(self) -> None:
        """After a restart or an undo, put this scene's cards before their players, without a gesture.

        A card that is in its player's hand again leaves the mat.
        """
        self._lay_placed(self.mat.put)
        table, zones = self.session.view.table, self.mat.zones()
        for player in range(len(self.session.names)):
            zone, shown = play_zone(player), table.memory.shown.get(player)
            is_in_hand = shown is None and self.truth.placed(player) is None and zone not in table.readings.lying
            if shown is not None and zones[zone] is None:
                self.mat.put(zone, shown)
            elif is_in_hand and zones[zone] is not None:
                self.mat.lift(zone)

    def _lay_placed(self, lay: Callable[[str, str], None]) -> None:
        """Lay every placed card that is not there yet, with `lay`."""
        self.truth.follow(self.session.play.events)
        self.session.rest()
        zones = self.mat.zones()
        for player in range(len(self.session.names)):
            zone, placed = play_zone(player), self.truth.placed(player)
            if placed is not None and zones[zone] != placed:
                lay(zone, placed)
        self.scene = self.game.rules.scene_id(self.truth.state)

    def lay_on(self) -> None:
        """Put this scene's cards before their players; those of earlier scenes are taken off the mat."""
        before = self.scene
        self.lay_again()
        self.scene = before

    def cover(self, players: Collection[int]) -> None:
        """Hide the hands of these players on this mat; if it shows none, the phones are the table."""
        super().cover(players)
        people = {*range(len(self.session.names))} - {*self.chairs}
        self.session.equip(ON_PHONES if people and people <= {*players} else self.equipment)

    def really(self, player: int | None, thing: str) -> str:
        """The card itself in place of its back. Raises NotHeld, always with the same text, if it may not be named."""
        self.truth.follow(self.session.play.events)
        face: str | None = thing
        if player is not None:
            face = self.truth.placed_as(player, thing)
        elif (
            self.game.box.seen_at(self.session.state, None, thing) != thing
        ):  # it would be taken from the seat where it lies face down
            face = None
        if face is None:
            raise NotHeld(_("On this mat only its own player knows that card. Nothing was done: lay its back."))
        return face

    def show_said(self) -> None:
        """Lay cards before their players that were played on a page; this is no gesture."""
        self.truth.follow(self.session.play.events)
        zones = self.mat.zones()
        placed = ((play_zone(player), self.truth.placed(player)) for player in range(len(self.session.names)))
        if any(card is not None and zones[zone] != card for zone, card in placed):
            self._lay_placed(self.mat.tag)  # so that a card that the game waits for counts as laid

    def lay_early(self, player: int, answer: Mapping[str, Any]) -> bool:
        """Lay it as if by hand, so that no player is skipped and it can still be changed."""
        zone, card, now = play_zone(player), answer.get("card"), self.session.view.now
        if card is None or answer not in [option["answer"] for option in self.known_to(player)["options"]]:
            return False
        if not self.game.secrets.lies_face_down(
            self.session.state, self.game.types.answer_from_json(answer, self.session.names)
        ):
            return False
        meaning = self.game.table.interpret(self.session.view.table, Tag(now, zone, card), None)
        does = [effect for effect in meaning.effects if not isinstance(effect, NotifySeat)]
        if does or meaning.readings.lying.get(zone) != card:
            return False
        self.mat.tag(zone, card)
        return True

    def check_held(self, player: int, cards: Iterable[str], asker: Viewer = HOST) -> None:
        """Check the hands of the actual deal. Raises NotHeld before anything has moved.

        Only the host learns whose card it is, and only for hands that are face up.
        """
        state, names = self.session.state, self.session.names
        self.truth.follow(self.session.play.events)
        if not self.truth.hands_are_dealt():
            return
        for card in cards:
            if not self.game.box.is_card(state, card):
                continue
            if self.truth.holds(player, card) or self.session.view.table.memory.shown.get(player) == card:
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
        """Refuse every card of a bot or a phone, so that nobody can try out which cards that hand has."""
        if player in self.covered and (thing is None or split_thing(thing)[0] is TagKind.CARD):
            name = self.session.names[player]
            if player in self.chairs:
                raise NotHeld(_("{name} is a bot, and plays its own cards. Nothing was done.", name=name))
            raise NotHeld(_("{name} plays on a phone. Nothing was done: the card is laid there.", name=name))

    def check_played(self, tag: Tag) -> None:
        """Refuse cards from the hand of a bot or a phone, and cards that are not in the hand.

        If hands are hidden, refuse all other cards too: they would be taken from where they lie face down.
        """
        if not self.game.box.is_card(self.session.state, tag.thing):
            return
        names = self.session.names
        effects = self.game.table.interpret(self.session.view.table, tag, None).effects
        for answer in [effect.answer for effect in effects if isinstance(effect, PlayAnswer)]:
            if tag.thing in self.game.types.answer_info(self.game.types.answer_to_json(answer, names)).cards:
                self.check_uncovered(answer.by, tag.thing)
                self.check_held(answer.by, [tag.thing])
        hands = self.truth.hands()
        if self.covered and not any(tag.thing in hands[player] for player in {*range(len(names))} - {*self.covered}):
            raise NotHeld(_("No hand that lies open here has that card. Nothing was done."))

    def check_taken(self, answer: Mapping[str, Any], asker: Viewer) -> None:
        """Allow it to a player who looks into that hand, if the card is there; else refuse with the same text."""
        names, by = self.session.names, answer.get("by")
        player = asker.player if asker.player is not None else names.index(by) if by in names else None
        self.truth.follow(self.session.play.events)
        if not self.truth.may_take(player, answer):
            self.session.judge(answer, asker)  # a rule violation is reported first
            raise NotHeld(
                _(
                    "A card of another hand is taken by its name only by who looks into that hand, and if it is there. "
                    "Nothing was done."
                )
            )

    def sayable(self, options: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Leave out cards of hands that are known here: a refusal would show where a card is."""
        state, is_card, info = self.session.state, self.game.box.is_card, self.game.types.answer_info
        return [option for option in options if not any(map(is_card, repeat(state), info(option["answer"]).cards))]

    def chosen_openly(self) -> list[dict[str, Any]]:
        """Hands on phones are not shown, even if a card lets somebody look into one; those of bots are."""
        asked, phones = self.session.play.asked, {*self.covered} - {*self.chairs}
        players = [] if asked is None else [player for player in asked.players if player not in self.covered]
        closed = self.covered if phones else ()
        self.truth.follow(self.session.play.events)
        return [option for player in players for option in self.truth.hand_choices(player, closed)]

    def check_said(self, answer: Mapping[str, Any]) -> None:
        """Refuse changes too by which the host, who may be a player, would look into a hand on a phone.

        The player of a card with such a text enters them: on the phone, or through the host if the seat has none.
        """
        super().check_said(answer)
        names, info = self.session.names, self.game.types.answer_info(answer)
        own = not info.of_table and answer.get("by") in names
        has_no_phone = own and names.index(answer["by"]) not in self.covered
        moves = info.moves_hidden or not self.truth.may_take(None, answer)
        if self.covered and not has_no_phone and moves:
            raise NotHeld(
                _(
                    "The hands are on phones, and the companion deals them. Nothing was done: no hidden card "
                    "changes hands here. Whoever has played a card that says so tells it on the own phone."
                )
            )

    def press(self, button: str) -> None:
        """Press a button. If it turns up a card that only this mat knows, lay that card instead."""
        player = player_at(button, len(self.session.names))
        card = None if player is None else self._only_here(self.session.view.offers[player].press)
        if card is None:
            self.mat.press(button)
        else:
            self.mat.tag(zone_at(button), card)

    def hold(self, button: str, at: float) -> None:
        """Hold a button. If it turns up a card that only this mat knows, answer with that card."""
        names = self.session.names
        player = player_at(button, len(names))
        meant = None if player is None else self.session.view.offers[player].hold
        card = self._only_here(meant)
        if card is None:
            self.mat.hold(button)
        else:
            self.session.observe(Said(at, self.game.types.answer_to_json(meant, names) | {"card": card}))

    def with_card(self, answer: dict[str, Any]) -> dict[str, Any]:
        """The answer with the card that it turns up, if its player has not named it and only this mat knows it."""
        if answer.get("card") is not None:
            return answer
        card = self._only_here(self.game.types.answer_from_json(answer, self.session.names))
        return answer if card is None else answer | {"card": card}

    def _only_here(self, meant: Any) -> str | None:
        """The card that a button turns up, if this mat knows it and the session does not."""
        self.truth.follow(self.session.play.events)
        return self.truth.turned_up(self.session.state, meant)

    def follow(self) -> None:
        """Update the actual deal; between scenes take the played cards off the mat."""
        self.truth.follow(self.session.play.events)
        scene, zones, lying = (
            self.game.rules.scene_id(self.truth.state),
            self.mat.zones(),
            self.session.view.table.readings.lying,
        )
        for zone in self._lying.keys() - lying.keys():  # its card went back into the hand unless it counts
            player = player_at(zone, len(self.session.names))
            if zones[zone] == self._lying[zone] and player is not None and self.truth.placed(player) is None:
                self.mat.lift(zone)
        self._lying = lying
        if scene == self.scene:
            return
        self.scene = scene
        for player in range(len(self.session.names)):
            zone, gone = play_zone(player), self.game.table.placed(self.session.state, player) is None
            if gone and zones[zone] is not None and zone not in lying:
                self.mat.lift(zone)
        if zones[TARGET] is not None:
            self.mat.lift(TARGET)

    def tidy(self) -> None:
        """Take cards back into the hand that were not accepted; the cards from before lie there again."""
        zones, lying = self.mat.zones(), self.session.view.table.readings.lying
        for player in range(len(self.session.names)):
            zone = play_zone(player)
            thing = zones[zone]
            if thing is None or zone in lying or not self.truth.returns_to_hand(player, thing):
                continue
            placed = self.truth.placed(player)
            if placed is None:
                self.mat.lift(zone)
            else:
                self.mat.put(zone, placed)

    def cards(self) -> Any:
        """The state with the hands of the actual deal."""
        self.truth.follow(self.session.play.events)
        return self.truth.state

    def _hands(self) -> dict[str, list[str]]:
        hands = self.truth.hands()
        if self.covered:
            backs = self.game.backs(self.truth.state)
            hands = [backs[player] if player in self.covered else hand for player, hand in enumerate(hands)]
        return {f"seat{number}": hand for number, hand in enumerate(hands, 1)}

    def _seen(self, zone: str, thing: str) -> str:
        """Show cards to the people who move them on the screen, except those that only their own player knows."""
        player = player_at(zone, len(self.session.names))
        is_own = player is None or player in self.covered or self.truth.placed_as(player, thing) is None
        return super()._seen(zone, thing) if is_own else thing


def _left_on_stage(observations: Iterable[Any]) -> str | None:
    thing = None
    for seen in map(observation_from_json, observations):
        if isinstance(seen, Tag | Lift) and seen.zone == TARGET:
            thing = seen.thing if isinstance(seen, Tag) else None
    return thing
