"""Commands about who plays: names, and which seats are played by bots."""

from __future__ import annotations

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import N_, _
from companion.core.json_fields import as_text, as_word
from companion.core.names import as_seen, tidy
from companion.core.places import player_at
from companion.games import game_in
from companion.journal import Kind, said_time
from companion.table.strength import Strength
from companion.table.viewer import Viewer
from cuelight.app.commands.dispatcher import Json
from cuelight.app.commands.games import game_numbers
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.screen_round import ScreenGame
from cuelight.app.games.starter import GameStarter
from cuelight.app.games.store import called
from web.app.new_game_form import fault_beside


class CannotBeCalled(CuelightError, ValueError):
    """A name that a player cannot have; the message is for the person."""


def drive(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Let bots play every seat of an on-screen mat, or people."""
    found = play.require()
    if not isinstance(found, ScreenGame):
        raise InputError(_("bots play on a drawn mat only; ask for a demonstration"), field="driver")
    if body.get("driver") not in ("bots", "hands"):
        raise InputError(_("must be bots or hands"), field="driver")
    found.book.append_all([(Kind.DRIVER, {"driver": body["driver"]})], play.clock())
    found.driver = body["driver"]
    play.seat_bots()


def rename(starter: GameStarter, body: Json, asker: Viewer) -> None:
    """Correct a player's name. Everything else stays as it is, even a gesture that is half made."""
    found, names = starter.play.require(), starter.play.names
    player = player_at(as_text(body.get("seat"), "seat"), len(names))
    if player is None:
        raise InputError(_("nobody sits at that seat"), field="seat")
    name = _name_in(body)
    if fault := fault_beside(found.game, name, [*names[:player], *names[player + 1 :]]):
        raise CannotBeCalled(fault)
    if name != names[player]:
        starter.rename([*names[:player], name, *names[player + 1 :]])


def _name_in(body: Json) -> str:
    return tidy(said) if isinstance(said := body.get("name"), str) else ""


def call(starter: GameStarter, body: Json, asker: Viewer) -> None:
    """Give a player another name in games that were played; it may be another player's name in other games."""
    journal, play = starter.resources.journal, starter.play
    was, name = as_text(body.get("was"), "was"), _name_in(body)
    found: dict[int, list[str]] = {}
    for number in dict.fromkeys(game_numbers(body)):
        if number not in journal.ids():
            raise InputError(_("game {number} is not in the journal; choose another one", number=number), field="games")
        info = journal.game(number)
        names = called(journal, info)
        seat = next((at for at, each in enumerate(names) if as_seen(each) == as_seen(was)), None)
        if seat is None:
            said = N_("Nobody was called {was} in the game of {when}. Nothing was changed.")
            raise CannotBeCalled(_(said, was=was, when=said_time(info.at)))
        others = [*names[:seat], *names[seat + 1 :]]
        if as_seen(name) in map(as_seen, others):
            said = N_("{was} and {name} played together on {when}, so they are two people. Nothing was changed.")
            raise CannotBeCalled(_(said, was=was, name=name, when=said_time(info.at)))
        if fault := fault_beside(game_in(info.body), name, others):
            raise CannotBeCalled(fault)
        found[number] = [*names[:seat], name, *names[seat + 1 :]]
    if (now := found.pop(play.number or 0, None)) is not None:
        starter.rename(now)
    later = [(Kind.CALLED, {"game": number, "names": names}) for number, names in found.items()]
    journal.append_all(later, starter.resources.wall_clock())
    starter.resources.list_recent(play.number)


def seat_bot(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Let a bot play a seat of an on-screen mat, or a seat with a rack at a real table, or a person again."""
    found, names = play.require(), play.names
    player = player_at(as_text(body.get("seat"), "seat"), len(names))
    bot = None if body.get("bot") is None else as_word(body["bot"], "bot", tuple(Strength))
    can_play = isinstance(found, ScreenGame) or (player is not None and play.devices.has_rack(player))
    if player is None:
        raise InputError(_("nobody sits at that seat"), field="seat")
    if player not in play.chairs_for_bots() or (bot is not None and not can_play):
        words = _(
            "no bot can play there: the seat has no rack with readers for it. It may stay empty: its time to "
            "interrupt runs out, and others place and turn up its cards"
        )
        raise InputError(words, field="seat")
    if bot is not None and {*found.chairs, player} == {*range(len(names))}:
        raise InputError(_("somebody has to play with the bots; let a person keep one chair"), field="bot")
    found.book.append_all([(Kind.CHAIR, {"player": player, "bot": bot})], play.clock())
    found.seat_bot(player, bot)
    play.seat_bots()
