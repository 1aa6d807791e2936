"""A table that runs: one thread owns the session, the journal and the lights; pages and readers only hand it work.

Everything comes in through one queue. Here is what pages command. What they ask is in `asked_table.py`, and what a
table does by itself in `running.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import as_count, as_flag, as_list, as_text, as_word
from companion.core.names import tidy
from companion.core.observation import Tag, TagKind, split_thing
from companion.core.places import place_in_words, play_zone, player_at, seat_name
from companion.games import game_ids, game_in
from companion.journal import JournalError, Kind
from companion.table.strength import Strength
from companion.table.viewer import Role, Viewer
from companion.table.window import Pace
from cuelight.app.access.permissions import check_right, not_yours
from cuelight.app.device_reports import is_blind
from cuelight.app.enrolment.service import LOOK
from cuelight.app.enrolment.walk import Typing
from cuelight.app.games.decks import checked_deck, described
from cuelight.app.games.new_game import game_record, pace_of, position_record
from cuelight.app.games.round import TableGame
from cuelight.app.games.screen_round import ScreenGame
from cuelight.app.games.store import continued_as, forgettable, new_seed
from cuelight.app.queries import MOST_IDS, AskedTable
from cuelight.app.setup.wizard import LOOK as SETUP_LOOK
from cuelight.app.setup.wizard import NoSetup, at_rest
from cuelight.app.setup.worker import SetupWorker
from hardware.virtual_mat import EmptyZone
from web.api.commands import COMMANDS, MOST_FORGOTTEN, WELCOME
from web.app.new_game_form import fault_beside

Carrying = Callable[[dict[str, Any], Viewer], dict[str, Any] | None]

MOST_LETTERS = 64  # of an unknown tag; one of ten bytes has 24


class GameGoesOn(CuelightError, RuntimeError):
    """A command that would end a game that people are playing; its field `ends` says that this is meant."""

    code = "game.goes-on"


class CannotBeCalled(CuelightError, ValueError):
    """A name that a player cannot have; the message is for the person."""


class ReaderSees(CuelightError, RuntimeError):
    """Something is said of a zone by hand that its reader sees for itself."""


class LiveTable(AskedTable):
    """One table, with all that pages have it do."""

    def enrol(self, body: dict[str, Any]) -> dict[str, Any]:
        """Go through a box as a command of this machine says, or `look` how far it is. Raises CuelightError."""
        return self.ask("box", body) if body.get("do") == LOOK else self.command("enrol", body)

    def look_at_update(self) -> None:
        """Tell the host what became of an update; whoever asks how the table stands calls it, from any thread."""
        self._hand_over(self._look_at_update)

    def setup(self, body: dict[str, Any]) -> dict[str, Any]:
        """Set the table up as a command of this machine says. Raises CuelightError."""
        return self.command("setup", body)

    def _look_at(self, name: str, body: dict[str, Any], asker: Viewer) -> None:
        """A deck or a position that cannot be never comes to the table's thread; one at a time is looked at."""
        work = self._setup
        if asker.role is Role.HOST and name == "setup" and body.get("do") == "end" and work is not None:
            work.close()  # which may wait for a device that does not answer
        with self._looking:
            if name == "deck":
                checked_deck(as_text(body.get("text"), "text", lines=True))
            elif name == "start" and "position" in body:
                position_record(body["position"], self._opened.shelf)

    def _carry_out(self, name: str, body: dict[str, Any], asker: Viewer) -> dict[str, Any]:
        names = self._round.session.names() if self._round is not None else []
        is_of_all = self._round.rules.types.belongs_to_table if self._round is not None else bool
        if name != WELCOME:  # which says itself whom it is for, and keeps no game of others on the table
            check_right(asker, name, body, names, is_of_all)
            self._shop.touch()
        if name not in COMMANDS:
            raise InputError(f"there is no command {name!r}; choose one of: {', '.join(COMMANDS)}", field="command")
        try:
            self._check_standing(name, body)
            self._screen = str(body.get("screen"))
            carry_out: Carrying = getattr(self, f"_command_{name}")
            told = carry_out({key: body[key] for key in body if key not in ("state", "screen")}, asker) or {}
        finally:  # also of a command that was refused: time has passed, and what it began has not happened
            if (found := self._round) is not None:
                self._do(lambda: self._look(found))  # what has changed by now, this screen has done
            self._screen = None
            self._show()
        return {"ok": True, **told}

    def _check_standing(self, name: str, body: dict[str, Any]) -> None:
        """Whether what a command answers is still as its page has shown it, now. Raises Stale."""
        found = self._round
        if found is None:
            self._standing.check(name, body, None, {})
            return
        found.session.tick(self._clock())
        self._look(found)
        self._standing.check(name, body, found.session.view, found.zones_seen())

    def _command_demo(self, body: dict[str, Any], asker: Viewer) -> None:
        self._check_end(body)
        if "game" in body:
            self._demo_game = as_word(body["game"], "game", game_ids())
        self._new_demo()

    def _check_end(self, body: dict[str, Any]) -> None:
        """Raises GameGoesOn for a command that would end a game of people and does not say which one it ends."""
        found = self._round
        if found is None or found.demo or found.session.game.asked is None or body.get("ends") == found.id:
            return
        raise GameGoesOn(_("A game is being played, and this would end it. Look whether that is meant, and say so."))

    def _command_reopen(self, body: dict[str, Any], asker: Viewer) -> None:
        """A game that was ended by mistake goes on; the one that is played now can be opened again in its turn."""
        game = as_count(body.get("game"), "game", least=1, most=MOST_IDS)
        played = self._round.id if self._round is not None else None
        if game != played == continued_as(self._opened.journal.games(), game):
            return  # asked for twice: it goes on already
        self._check_end(body)
        self._go_on_with(self._opened.games.reopened(game, played))

    def _command_start(self, body: dict[str, Any], asker: Viewer) -> None:
        if "position" in body:
            record = position_record(body["position"], self._opened.shelf)
            self._check_end(body)
            self._new_round(record | pace_of(body))
            return
        pace = {"pace": str(self._shop.settings.pace)} if self._shop.settings.demo and not body.get("pace") else {}
        record = game_record(body, self._opened.shelf) | pace_of(body | pace)
        self._check_end(body)
        deals = self._fitted is None and ("bots" in record or self.closed)
        if deals and body.get("lead") is None:  # else whoever is first to tap on a phone would be the Lead
            body = body | {"lead": new_seed() % len(record["names"])}
        self._new_round(record, game_in(record).box.first_answer(body, record["names"]))

    def _command_forget(self, body: dict[str, Any], asker: Viewer) -> None:
        """Games go for good, and with them what was worked out of them."""
        wanted = as_list(body.get("games"), "games")
        if not 0 < len(wanted) <= MOST_FORGOTTEN:
            raise InputError(f"must name 1 to {MOST_FORGOTTEN} games, not {len(wanted)}", field="games")
        numbers = [as_count(number, f"games[{at}]", least=1, most=MOST_IDS) for at, number in enumerate(wanted)]
        self._opened.journal.forget(forgettable(self._opened.journal, numbers), self._wall_clock())
        self._recent = self._opened.games.recent(self._round.id if self._round is not None else None)
        self._opened.caretaker.measure()

    def _command_deck(self, body: dict[str, Any], asker: Viewer) -> dict[str, Any]:
        return {"deck": described(self._opened.boxes.take_deck(as_text(body.get("text"), "text", lines=True)))}

    def _command_enrol(self, body: dict[str, Any], asker: Viewer) -> dict[str, Any]:
        """Go through a box; once that is over, whatever lies otherwise than before is compared with the game."""
        if self._setup is not None and body.get("do") == "begin" and body.get("mode") != Typing.mode:
            raise NoSetup(_("The table is being set up. End that first, on the page /setup."))  # it has the readers
        played, fitted = self._round.rules.info.id if self._round is not None else None, self._fitted
        in_play = self._round is not None and self._round.mat is fitted and self._round.session.game.asked is not None
        for zone, thing in self._opened.boxes.command(body, played=played, in_play=in_play).items():
            if self._round is not None and self._round.mat is fitted:
                self._round.session.compare(zone, thing, self._clock())
        self._look_at_racks()  # whose cards may have got their names
        return self._opened.boxes.to_json(body, played=played)

    def _command_setup(self, body: dict[str, Any], asker: Viewer) -> dict[str, Any]:
        """Set the table up: its devices are let go, and taken again when that ends, as the table file has them then."""
        work = self._setup
        if work is None and body.get("do") in (SETUP_LOOK, "end"):
            return at_rest(self.table_file)
        if self.table_file is None:
            raise NoSetup(_("A demonstration has no devices. Start the table itself: cuelight run"))
        if body.get("do") == "begin" and self._setup is None:
            if self._opened.boxes.hears:
                raise NoSetup(_("A box is being gone through. End that first."))
            if self._fitted is not None:
                self._fitted.close()
            self._setup = SetupWorker(self.table_file, self._clock, self._setup_changed, self._forsake_setup)
        work = self._setup
        if work is None:
            raise NoSetup(_("The table is not being set up now. Begin: what is known is kept."))
        told: dict[str, Any] = work.command(body)
        if body["do"] == "end":
            self._end_setup(work)
            return told | at_rest(self.table_file)
        return told

    def _setup_changed(self) -> None:
        self._work.put(self._show)

    def _forsake_setup(self) -> None:
        """Nobody sets the table up any more; it plays again."""
        self._work.put(lambda: self._end_setup(self._setup) if self._setup is not None else None)

    def _end_setup(self, work: SetupWorker) -> None:
        work.close()
        self._setup = None
        self._refit()

    def _command_card(self, body: dict[str, Any], asker: Viewer) -> dict[str, Any]:
        """What stands on a card of the owners' box."""
        return self._opened.boxes.card(body, played=self._round.rules.info.id if self._round is not None else None)

    def _command_voice(self, body: dict[str, Any], asker: Viewer) -> None:
        self._opened.reading.choose(body, self._wall_clock())

    def _command_language(self, body: dict[str, Any], asker: Viewer) -> None:
        """All that is shown is told anew."""
        self._opened.language.choose(as_text(body.get("language"), "language"), self._wall_clock())
        if self._round is not None:
            self._round.session.tell_again()

    def _command_answer(self, body: dict[str, Any], asker: Viewer) -> None:
        with self._playing() as found:
            names, asker = found.session.names(), found.speaker(body, asker)
            own = asker.player is not None and not found.rules.types.belongs_to_table(body)
            if asker.player is not None and own and body.get("by") == names[asker.player]:
                found.check_held(asker.player, found.rules.secrets.named_cards(body), asker)
                with self._recorded_at_once(found):
                    if found.lay_early(asker.player, body):
                        return
                body = found.with_card(body)
            else:
                found.check_said(body)
            found.check_taken(body, asker)
            found.session.say(body, self._clock(), asker)
            found.show_said()
            self._lay_said(found)

    def _command_undo(self, body: dict[str, Any], asker: Viewer) -> None:
        """The last answer, or all from a step on, or a step for which there is another answer."""
        to = as_count(body["to"], "to", most=MOST_IDS) if body.get("to") is not None else None
        before = "before" in body and as_flag(body["before"], "before")
        with self._playing() as found:
            if body.get("answer") is None:
                found.session.undo(self._clock(), to)
            elif to is None or not isinstance(body["answer"], dict):
                raise InputError(_("must be an object, beside the number of the step that it corrects"), field="answer")
            else:
                if body["answer"] not in found.session.view.record.offered_at(to):
                    found.check_said(body["answer"])
                found.session.correct(to, body["answer"], self._clock(), before)
            found.lay_again()

    def _command_redo(self, body: dict[str, Any], asker: Viewer) -> None:
        """What was taken back happens again, as it was."""
        steps = as_count(body.get("steps", 1), "steps", least=1, most=MOST_IDS)
        with self._playing() as found:
            found.session.redo(self._clock(), steps)
            found.lay_on()

    def _command_pause(self, body: dict[str, Any], asker: Viewer) -> None:
        self._game().session.pause(as_flag(body.get("paused"), "paused"), self._clock())

    def _command_pace(self, body: dict[str, Any], asker: Viewer) -> None:
        self._game().session.set_pace(Pace(as_word(body.get("pace"), "pace", tuple(Pace))), self._clock())

    def _command_close(self, body: dict[str, Any], asker: Viewer) -> None:
        with self._playing() as found:
            found.session.close_window(as_count(body.get("window"), "window", most=MOST_IDS), self._clock())

    def _command_mat(self, body: dict[str, Any], asker: Viewer) -> None:
        """Move something on the virtual mat: whoever touches it plays."""
        zone, button = str(body.get("zone")), str(body.get("button"))
        with self._playing() as found, self._recorded_at_once(found):
            if asker.role is Role.SEAT and asker.player is not None:
                if found.session.view.wanted[asker.player].is_anothers(asker.player):
                    raise not_yours()  # a button on the table points at its seat; a phone says only its player's own
            elif body.get("do") in ("tag", "lift"):
                self._check_by_hand(found, zone, str(body["do"]))
            match body.get("do"):
                case "tag":
                    thing = _thing_named(body.get("thing"))
                    player = player_at(zone, len(found.session.names()))
                    if player is not None:
                        found.check_uncovered(player, thing)
                    thing = found.really(player, thing)
                    if player is not None:
                        found.check_held(player, [thing])
                    else:
                        found.check_played(Tag(self._clock(), zone, thing))
                    is_hidden = found.zones_seen().get(zone) != thing
                    if found.mat.zones().get(zone) == thing and (is_hidden or found.session.awaits(zone)):
                        found.mat.lift(zone)  # a reader that is out has not seen it taken up; and it is no guess
                    found.mat.tag(zone, thing)
                case "lift":
                    if (player := player_at(zone, len(found.session.names()))) is not None:
                        found.check_uncovered(player, None)
                    with _told_in_words(zone, found.session.names()):
                        found.mat.lift(zone)
                case "press":
                    found.press(button)
                case "hold":
                    found.hold(button, self._clock())
                case other:
                    raise InputError(f"{other!r} is not one of: tag, lift, press, hold", field="do")

    @contextmanager
    def _recorded_at_once(self, found: TableGame) -> Iterator[None]:
        """What is moved on the mat is in the journal at the end, or lies as it lay before. Raises JournalError."""
        lay = found.mat.zones()
        try:
            yield
            self._do_at_once(JournalError)
        except JournalError:
            self._set_off.clear()
            now = found.mat.zones()
            found.mat.take_back({zone: thing for zone, thing in lay.items() if now[zone] != thing})
            raise

    def _check_by_hand(self, found: TableGame, zone: str, do: str) -> None:
        """Raises ReaderSees where what came of a card that is named would tell which one lies face down there.

        That is at a seat whose reader works, and at one whose reader has read that card and is out by now.
        """
        player = player_at(zone, len(found.session.names()))
        if player is None or self._fitted is None or found.mat is not self._fitted:
            return
        if not is_blind(seat_name(player), self._fitted.served, self._upkeep):
            name = found.session.names()[player]
            raise ReaderSees(
                _(
                    "The reader before {name} sees what lies there. Nothing was done: lay or lift the card there.",
                    name=name,
                )
            )
        if do == "tag" and not found.session.awaits(zone) and self._lies_hidden(found, player):
            raise ReaderSees(
                _(
                    "The card that lies face down before {name} is noted already. Nothing was done: "
                    "say at the desk what {name} does, and which card it is once it is turned up.",
                    name=found.session.names()[player],
                )
            )

    def _lies_hidden(self, found: TableGame, player: int) -> bool:
        """Whether a card lies before a player that the companion knows, and others do not."""
        rules, state = found.rules, found.session.state
        placed = rules.table.placed(state, player)
        return placed is not None and rules.box.seen_at(state, player, placed) != placed

    def _lay_said(self, found: TableGame) -> None:
        """Where a reader is out, the card that was said lies there; that another was read before tells nobody."""
        if self._fitted is None or found.mat is not self._fitted:
            return
        zones = self._fitted.zones()
        for player in range(len(found.session.names())):
            zone, placed = play_zone(player), found.rules.table.placed(found.session.state, player)
            blind = is_blind(seat_name(player), self._fitted.served, self._upkeep)
            if blind and placed is not None and zones[zone] not in (None, placed):
                self._fitted.put(zone, placed)

    @contextmanager
    def _playing(self) -> Iterator[TableGame]:
        """Whoever plays takes the bots' place; if what they do is refused, the bots go on."""
        found = self._game()
        if found.driver != "bots":
            yield found
            return
        found.book.beside = [(Kind.DRIVER, {"driver": "hands"})]  # written with what is played
        try:
            yield found
            found.book.append_all((), self._clock())
        finally:
            found.book.beside = []
        found.driver = "hands"
        self._engage()

    def _command_drive(self, body: dict[str, Any], asker: Viewer) -> None:
        found = self._game()
        if not isinstance(found, ScreenGame):
            raise InputError(_("bots play on a drawn mat only; ask for a demonstration"), field="driver")
        if body.get("driver") not in ("bots", "hands"):
            raise InputError(_("must be bots or hands"), field="driver")
        found.book.append_all([(Kind.DRIVER, {"driver": body["driver"]})], self._clock())
        found.driver = body["driver"]
        self._engage()

    def _command_rename(self, body: dict[str, Any], asker: Viewer) -> None:
        """What a player is called is put right; all else stays as it stands, also a gesture that is half made."""
        found, names = self._game(), self._game().session.names()
        player = player_at(as_text(body.get("seat"), "seat"), len(names))
        if player is None:
            raise InputError(_("nobody sits at that seat"), field="seat")
        name = tidy(said) if isinstance(said := body.get("name"), str) else ""
        if fault := fault_beside(found.rules, name, [*names[:player], *names[player + 1 :]]):
            raise CannotBeCalled(fault)
        if name == names[player]:
            return
        now = [*names[:player], name, *names[player + 1 :]]
        renamed = self._opened.games.renamed(found, now)
        self._check_shown(renamed)
        found.book.append_all([(Kind.NAMES, {"names": now})], self._clock())
        self._round = renamed
        self._engage()

    def _command_chair(self, body: dict[str, Any], asker: Viewer) -> None:
        """A bot takes somebody's chair at a real table, where there is a rack; or a person takes it back."""
        found, names = self._game(), self._game().session.names()
        player = player_at(as_text(body.get("seat"), "seat"), len(names))
        bot = None if body.get("bot") is None else as_word(body["bot"], "bot", tuple(Strength))
        if player is None or player not in self.racked_chairs() or (bot is not None and not self._has_rack(player)):
            raise InputError(_("there is no rack with readers at that seat"), field="seat")
        if bot is not None and {*found.chairs, player} == {*range(len(names))}:
            raise InputError(_("somebody has to play with the bots; let a person keep one chair"), field="bot")
        found.book.append_all([(Kind.CHAIR, {"player": player, "bot": bot})], self._clock())
        found.seat_bot(player, bot)
        self._engage()

    def _command_question(self, body: dict[str, Any], asker: Viewer) -> None:
        self._game().session.reply(as_count(body.get("id"), "id", most=MOST_IDS), str(body.get("reply")), self._clock())


@contextmanager
def _told_in_words(zone: str, names: Sequence[str]) -> Iterator[None]:
    """An empty zone is named as people do."""
    try:
        yield
    except EmptyZone:
        raise EmptyZone(
            _("Nothing lies {where}. Nothing was done: look again.", where=place_in_words(zone, names))
        ) from None


def _thing_named(value: Any) -> str:
    """A thing that somebody lays on the drawn mat: it is written down, and shown to every host. Raises InputError."""
    thing = as_text(value, "thing")
    if split_thing(thing)[0] is TagKind.UID and len(thing) > MOST_LETTERS:  # all else is refused where the box has none
        raise InputError(_("is too long for a tag; {most} letters are the most", most=MOST_LETTERS), field="thing")
    return thing
