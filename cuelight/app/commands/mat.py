"""The command that moves something on the mat, on the screen or in place of a reader that is out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import as_text
from companion.core.observation import Tag, TagKind, split_thing
from companion.core.places import place_in_words, player_at
from companion.journal import JournalError
from companion.table.viewer import Role, Viewer
from cuelight.app.access.permissions import not_yours
from cuelight.app.commands.dispatcher import Json
from cuelight.app.devices.attached import AttachedDevices
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.round import TableGame
from cuelight.app.loop import Loop
from hardware.virtual_mat import EmptyZone

MOST_LETTERS = 64  # of an unknown tag; one of ten bytes has 24


class ReaderSees(CuelightError, RuntimeError):
    """Something is entered by hand for a zone that its reader reads itself."""


def touch(loop: Loop, play: GameInPlay, body: Json, asker: Viewer) -> None:
    """Lay or lift something, or press or hold a button."""
    zone, button = str(body.get("zone")), str(body.get("button"))
    with play.played_by_people() as found, recorded_at_once(loop, found):
        player = player_at(zone, len(found.session.names))
        if asker.role is Role.SEAT and asker.player is not None:
            if found.session.view.position.prompts[asker.player].is_anothers(asker.player):
                raise not_yours()  # a button on the table points at its seat; a phone answers for its own player
        elif player is not None and body.get("do") in ("tag", "lift"):
            _check_by_hand(play.devices, found, player, zone, is_laid=body["do"] == "tag")
        match body.get("do"):
            case "tag":
                _lay(found, player, zone, _thing_named(body.get("thing")), play.clock())
            case "lift":
                if player is not None:
                    found.check_uncovered(player, None)
                with _empty_zone_in_words(zone, found.session.names):
                    found.mat.lift(zone)
            case "press":
                found.press(button)
            case "hold":
                found.hold(button, play.clock())
            case other:
                raise InputError(f"{other!r} is not one of: tag, lift, press, hold", field="do")


def _lay(found: TableGame, player: int | None, zone: str, thing: str, at: float) -> None:
    if player is not None:
        found.check_uncovered(player, thing)
    thing = found.really(player, thing)
    if player is not None:
        found.check_held(player, [thing])
    else:
        found.check_played(Tag(at, zone, thing))
    lies = found.mat.zones().get(zone) == thing
    if lies and (found.session.awaits(zone) or found.zones_seen().get(zone) != thing):
        found.mat.lift(zone)  # a reader that is out has not seen that the card was taken; it is no guess either
    found.mat.tag(zone, thing)


def _check_by_hand(devices: AttachedDevices, found: TableGame, player: int, zone: str, *, is_laid: bool) -> None:
    """Raises ReaderSees if the result would show which card lies face down before a player.

    That is so at a seat whose reader works, and at one whose reader is out but has read that card before.
    """
    if not devices.carry(found):
        return
    name = found.session.names[player]
    if not devices.is_blind(player):
        raise ReaderSees(
            _(
                "The reader before {name} sees what lies there. Nothing was done: lay or lift the card there.",
                name=name,
            )
        )
    if is_laid and not found.session.awaits(zone) and _lies_hidden(found, player):
        raise ReaderSees(
            _(
                "The card that lies face down before {name} is noted already. Nothing was done: "
                "say at the desk what {name} does, and which card it is once it is turned up.",
                name=name,
            )
        )


@contextmanager
def recorded_at_once(loop: Loop, found: TableGame) -> Iterator[None]:
    """Record what is moved on the mat before the block ends, or put everything back. Raises JournalError."""
    before = found.mat.zones()
    try:
        yield
        loop.do_follow_ups(JournalError)
    except JournalError:
        loop.drop_follow_ups()
        now = found.mat.zones()
        found.mat.take_back({zone: thing for zone, thing in before.items() if now[zone] != thing})
        raise


def _lies_hidden(found: TableGame, player: int) -> bool:
    """True if the application knows the card before a player, and the other players do not."""
    game, state = found.game, found.session.state
    placed = game.table.placed(state, player)
    return placed is not None and game.box.seen_at(state, player, placed) != placed


@contextmanager
def _empty_zone_in_words(zone: str, names: Sequence[str]) -> Iterator[None]:
    """Name an empty zone as players do."""
    try:
        yield
    except EmptyZone:
        raise EmptyZone(
            _("Nothing lies {where}. Nothing was done: look again.", where=place_in_words(zone, names))
        ) from None


def _thing_named(value: Any) -> str:
    """A thing to lay: it is recorded, and shown to every host. Raises InputError."""
    thing = as_text(value, "thing")
    if split_thing(thing)[0] is TagKind.UID and len(thing) > MOST_LETTERS:  # the box refuses other unknown things
        raise InputError(_("is too long for a tag; {most} letters are the most", most=MOST_LETTERS), field="thing")
    return thing
