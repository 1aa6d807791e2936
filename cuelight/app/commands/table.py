"""Every command of a table, by its name: the function that carries it out, with what that needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.table.viewer import Viewer
from cuelight.app.access.permissions import SeatKeys
from cuelight.app.commands import answers, games, mat, players, settings
from cuelight.app.commands.dispatcher import Command, Json
from cuelight.app.enrolment.mode import EnrolmentMode
from cuelight.app.games.in_play import GameInPlay
from cuelight.app.games.starter import GameStarter
from cuelight.app.loop import Loop
from cuelight.app.resources import TableResources
from cuelight.app.setup.mode import SetupMode
from cuelight.app.shop.mode import ShopMode
from web.api.commands import WELCOME


def command_table(
    loop: Loop,
    play: GameInPlay,
    starter: GameStarter,
    resources: TableResources,
    keys: SeatKeys,
    shop: ShopMode,
    enrolment: EnrolmentMode,
    setup: SetupMode,
) -> dict[str, Command]:
    """The commands of a table with these parts."""
    return {
        "answer": partial(answers.answer, loop, play),
        "ahead": partial(answers.pass_ahead, play),
        "undo": partial(answers.undo, play),
        "redo": partial(answers.redo, play),
        "pause": partial(answers.pause, play),
        "pace": partial(answers.set_pace, play),
        "close": partial(answers.close_window, play),
        "question": partial(answers.reply, play),
        "mat": partial(mat.touch, loop, play),
        "start": partial(games.start, starter, keys, shop.usual_pace),
        "demo": partial(games.demo, starter),
        "reopen": partial(games.reopen, starter),
        "forget": partial(games.forget, play, resources),
        "deck": partial(games.add_deck, resources),
        "remove-deck": partial(games.remove_deck, resources),
        "drive": partial(players.drive, play),
        "rename": partial(players.rename, starter),
        "call": partial(players.call, starter),
        "chair": partial(players.seat_bot, play),
        "voice": partial(settings.choose_voice, resources),
        "language": partial(settings.choose_language, play, resources),
        "end": shop.end,
        "lesson": shop.end_lesson,
        WELCOME: shop.welcome,
        "shop": shop.choose,
        "enrol": enrolment.enrol,
        "card": enrolment.card,
        "setup": setup.command,
    }


def preparations(resources: TableResources, setup: SetupMode) -> dict[str, Callable[[Json, Viewer], None]]:
    """The slow checks of some commands, which are made on the threads of pages."""
    return {
        "start": partial(games.check_position, resources),
        "deck": partial(games.check_deck, resources),
        "setup": setup.prepare,
    }
