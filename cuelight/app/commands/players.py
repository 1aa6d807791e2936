"""Commands about who plays: names, and which seats are played by bots."""

from __future__ import annotations

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import as_text, as_word
from companion.core.names import tidy
from companion.core.places import player_at
from companion.journal import Kind
from companion.table.strength import Strength
from companion.table.viewer import Viewer
from cuelight.app.commands.dispatcher import Json
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.screen_round import ScreenGame
from cuelight.app.games.starter import GameStarter
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
    name = tidy(said) if isinstance(said := body.get("name"), str) else ""
    if fault := fault_beside(found.game, name, [*names[:player], *names[player + 1 :]]):
        raise CannotBeCalled(fault)
    if name != names[player]:
        starter.rename([*names[:player], name, *names[player + 1 :]])


def seat_bot(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Let a bot play a seat of an on-screen mat, or a seat with a rack at a real table, or a person again."""
    found, names = play.require(), play.names
    player = player_at(as_text(body.get("seat"), "seat"), len(names))
    bot = None if body.get("bot") is None else as_word(body["bot"], "bot", tuple(Strength))
    can_play = isinstance(found, ScreenGame) or (player is not None and play.devices.has_rack(player))
    if player is None or player not in play.chairs_for_bots() or (bot is not None and not can_play):
        raise InputError(_("there is no rack with readers at that seat"), field="seat")
    if bot is not None and {*found.chairs, player} == {*range(len(names))}:
        raise InputError(_("somebody has to play with the bots; let a person keep one chair"), field="bot")
    found.book.append_all([(Kind.CHAIR, {"player": player, "bot": bot})], play.clock())
    found.seat_bot(player, bot)
    play.seat_bots()
