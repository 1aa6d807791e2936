"""Commands that answer for players, correct answers, and pause or time the game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import as_count, as_flag, as_word
from companion.core.places import play_zone
from companion.table.clocks import Pace, Until
from companion.table.viewer import Role, Viewer
from cuelight.app.access.permissions import NotYours
from cuelight.app.commands.dispatcher import Json
from cuelight.app.commands.mat import recorded_at_once
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame
from cuelight.app.loop import Loop
from cuelight.app.queries import MOST_IDS


def answer(loop: Loop, play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Answer for a player; a seat answers for itself."""
    with play.played_by_people() as found:
        names, asker = found.session.names, found.speaker(body, asker)
        info = found.game.types.answer_info(body)
        if asker.player is not None and not info.of_table and body.get("by") == names[asker.player]:
            found.check_held(asker.player, info.cards, asker)
            with recorded_at_once(loop, found):
                if found.lay_early(asker.player, body):
                    return
            body = found.with_card(body)
        else:
            found.check_said(body)
        found.check_taken(body, asker)
        revealed = _revealed(found, body)
        found.session.say(body, play.clock(), asker)
        found.show_said()
        _put_said_cards(play.devices, found, revealed)


def _revealed(found: TableGame, body: Json) -> dict[int, str]:
    """Return the card that this answer reveals, by player. It stays there, even if the scene ends with it."""
    info, session = found.game.types.answer_info(body), found.session
    if not info.by_hand or body.get("by") not in session.names:
        return {}
    player = session.names.index(body["by"])
    card = next(iter(info.cards), None) or found.game.table.placed(session.state, player)
    return {} if card is None else {player: card}


def _put_said_cards(devices: AttachedDevices, found: TableGame, revealed: Mapping[int, str]) -> None:
    """If the reader of a seat is out, note that the card that was named lies there, not the one that it read.

    A card that the game does not know by its name was not named: what was read there lies there still.
    """
    if devices.fitted is None or not devices.carry(found):
        return
    zones = devices.fitted.zones()
    for player in range(len(found.session.names)):
        zone, state = play_zone(player), found.session.state
        card = revealed.get(player) or found.game.table.placed(state, player)
        if card is None or not found.game.box.is_card(state, card) or not devices.is_blind(player):
            continue
        if zones[zone] != card and (zones[zone] is not None or player in revealed):
            devices.fitted.put(zone, card)


def pass_ahead(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Pass for a player until the end of the round or the scene, or take part again."""
    until = None if body.get("until") is None else Until(as_word(body["until"], "until", tuple(Until)))
    with play.played_by_people() as found:
        names = found.session.names
        player = names.index(as_word(body.get("by"), "by", tuple(names)))
        found.session.pass_ahead(player, until, play.clock())


def undo(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Undo the last answer, or all from a step on; or give another answer for a step. A seat undoes its own answer."""
    to = as_count(body["to"], "to", most=MOST_IDS) if body.get("to") is not None else None
    before = "before" in body and as_flag(body["before"], "before")
    with play.played_by_people() as found:
        if asker.role is Role.SEAT and (asker.player is None or not found.session.may_take_back(asker.player)):
            raise NotYours(_("Only the host can undo that: somebody has acted since, or a card has been shown."))
        if body.get("answer") is None:
            found.session.undo(play.clock(), to)
        elif to is None or not isinstance(body["answer"], dict):
            raise InputError(_("must be an object, beside the number of the step that it corrects"), field="answer")
        else:
            if body["answer"] not in found.session.view.record.offered_at(to):
                found.check_said(body["answer"])
            found.session.correct(to, body["answer"], play.clock(), before)
        found.lay_again()


def redo(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Repeat steps that were undone."""
    steps = as_count(body.get("steps", 1), "steps", least=1, most=MOST_IDS)
    with play.played_by_people() as found:
        found.session.redo(play.clock(), steps)
        found.lay_on()


def pause(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Pause the game, or resume it."""
    play.require().session.pause(as_flag(body.get("paused"), "paused"), play.clock())


def set_pace(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Choose how long windows are open."""
    play.require().session.set_pace(Pace(as_word(body.get("pace"), "pace", tuple(Pace))), play.clock())


def close_window(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Close a window: nobody answers."""
    with play.played_by_people() as found:
        found.session.close_window(as_count(body.get("window"), "window", most=MOST_IDS), play.clock())


def reply(play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Reply to a question about what was laid."""
    session = play.require().session
    session.reply(as_count(body.get("id"), "id", most=MOST_IDS), str(body.get("reply")), play.clock())
