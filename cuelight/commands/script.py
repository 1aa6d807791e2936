"""`cuelight script`: replays observations of a mat, one per line, through the table.

The session is that of a real table, but time comes only from the lines and nothing is recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.cues import Cue
from companion.core.errors import InputError
from companion.core.observation import (
    Hold,
    Lift,
    Observation,
    Press,
    Said,
    Tag,
    observation_from_json,
)
from companion.core.places import seat_name
from companion.game import AnyGame
from companion.game.rules import ChanceKind
from companion.games import USUAL, game_in, game_of
from companion.table.session import Session
from cuelight.app.games.round import Unwritten
from cuelight.commands.replay_polls import LOOK, Looks, heard_in
from cuelight.terminal.input_files import located, read_lines, write_text
from cuelight.terminal.output import Outcome, Refusal
from hardware.table_file.layout import FULL_MAT, UnknownPlace

LEAST_SEATS = 2
REPORTS = ("tag", "lift")  # of a reader that is certain


class CueChange(NamedTuple):
    """A seat's light changes at `t` seconds."""

    t: float
    seat: str
    cue: str


def script_file(file: str, *, as_json: bool, seed: int) -> int:
    """Replay the observations of a file and print the result; returns the exit status.

    Raises InputError with file, line and field if the file cannot be read.
    """
    looks = Looks()
    lines = list(_without_looks(file, looks))
    game, state, rest = _start(file, lines, looks.zones)
    chance = game.rules.chance(ChanceKind.UNSEEN if len(rest) == len(lines) else ChanceKind.SCRIPT, seed)
    written = [(line, _observation(file, line, data, game, state)) for line, data in rest]
    for line, sighting in heard_in(looks):
        with located(file, line):
            _check(sighting, game, state)
    observations = sorted([*written, *looks.reports], key=lambda item: item[0])
    session = Session(game, state, chance, Unwritten())
    cues, noted = play(session, observations, file)
    outcome = Outcome(game, game.table.after_table(session.state), session.play.events, noted, None)
    if as_json:
        questions = [
            {"text": item.text, "seat": None if item.player is None else seat_name(item.player)}
            for item in session.view.record.questions
        ]
        document = outcome.to_json() | {"cues": [change._asdict() for change in cues], "questions": questions}
        if looks.zones:
            document |= looks.to_json()
        write_text(json.dumps(document, indent=1))
    else:
        lights = "\n".join(f"{change.t:8.1f}  {change.seat}  {change.cue}" for change in cues)
        write_text("\n\n".join(part for part in (outcome.to_text(), lights) if part))
    return 0


def play(
    session: Session, observations: Iterable[tuple[int, Observation]], file: str = "-"
) -> tuple[list[CueChange], list[Refusal]]:
    """Feed observations to the session at their times; returns the changes of all lights and the rule violations."""
    lights = dict.fromkeys(range(len(session.names)), str(Cue.IDLE))
    changes: list[CueChange] = []
    noted: list[Refusal] = []

    def look(at: float) -> None:
        for player, cue in enumerate(session.view.cues):
            if lights[player] != cue:
                lights[player] = cue
                changes.append(CueChange(at, seat_name(player), cue))

    session.settle()
    look(0.0)
    for line, observation in observations:
        before = len(session.view.record.irregularities)
        while (due := session.view.due) is not None and due <= observation.at:
            session.tick(due)
            look(due)
        with located(file, line):
            session.observe(observation)
        noted += [
            Refusal(line, entry["code"], entry["rules"], entry["message"])
            for entry in session.view.record.irregularities[before:]
        ]
        look(observation.at)
    return changes, noted


def _without_looks(file: str, looks: Looks) -> Iterator[tuple[int, Any]]:
    """Yield the lines that are no polls. Polls go to the filter at once, since an hour can have nearly a million.

    Raises InputError if a time is before the previous one, or a zone has both polls and reports.
    """
    last = 0.0
    reported: set[str] = set()
    for line, data in read_lines(file):
        at = data.get("t") if isinstance(data, dict) else None
        if type(at) is float or type(at) is int:
            if 0 <= at < last:
                what = f"{at} is before the line above, at {last}; put the lines in the order of their times"
                raise InputError(what, file=file, line=line, field="t")
            last = max(at, last)
        is_look = isinstance(data, dict) and data.get("do") == LOOK
        zone = data.get("zone") if isinstance(data, dict) else None
        if isinstance(zone, str) and (
            zone in reported if is_look else data.get("do") in REPORTS and zone in looks.zones
        ):
            what = f"{zone} has {'reports' if is_look else 'polls'} above; give polls or reports for a zone, not both"
            raise InputError(what, file=file, line=line, field="zone")
        if not is_look:
            if isinstance(zone, str) and data.get("do") in REPORTS:
                reported.add(zone)
            yield line, data
            continue
        try:  # faster than `located`, for a million lines
            looks.take(line, data)
        except InputError as error:
            raise error.located(file, line) from error


def _start(file: str, lines: list[tuple[int, Any]], zones: Iterable[str]) -> tuple[AnyGame, Any, list[tuple[int, Any]]]:
    """Return the game and state of the first line if it is a position, otherwise an empty table with the seats in use.

    The third value is the remaining lines.
    """
    if lines and isinstance(lines[0][1], dict) and lines[0][1].get("do") == "position":
        line, data = lines[0]
        try:
            game = game_in(data.get("position"))
            state = game.types.position_from_json(data.get("position"))
            _check_seats(game.rules.players(state))
            return game, state, lines[1:]
        except InputError as error:
            raise error.within("position").located(file, line) from error
    text = json.dumps([*zones, [data for _line, data in lines]])
    seats = [seat for number, seat in enumerate(FULL_MAT.seats, 1) if number <= LEAST_SEATS or f'"{seat}' in text]
    names = list(FULL_MAT.seats[: FULL_MAT.seats.index(seats[-1]) + 1])
    game = game_of(USUAL)
    return game, game.rules.setup(names, {}), lines


def _check_seats(names: Sequence[str]) -> None:
    """Check that everybody has a seat at the mat."""
    if len(names) > len(FULL_MAT.seats):
        what = f"the mat has {len(FULL_MAT.seats)} seats, not {len(names)}; play without a mat with cuelight play"
        raise InputError(what, field="seats")


def _observation(file: str, line: int, data: Any, game: AnyGame, state: Any) -> Observation:
    if isinstance(data, dict) and data.get("do") == "position":
        raise InputError("a position can only be the first line", file=file, line=line, field="do")
    with located(file, line):
        observation = observation_from_json(data)
        _check(observation, game, state)
        return observation


def _check(observation: Observation, game: AnyGame, state: Any) -> None:
    """Check that the zone, button, thing or answer exists. Raises InputError that names the field."""
    match observation:
        case Tag(_, zone, thing):
            _check_place(zone, "zone")
            game.types.check_names(state, thing)
        case Lift(_, zone):
            _check_place(zone, "zone")
        case Press(_, button) | Hold(_, button):
            _check_place(button, "button")
        case Said(_, answer):
            game.types.check_names(state, game.types.answer_from_json(answer, game.rules.players(state)))
        case _:
            pass


def _check_place(place: str, field: str) -> None:
    check = FULL_MAT.check_zone if field == "zone" else FULL_MAT.check_button
    try:
        check(place)
    except UnknownPlace as error:
        raise InputError(str(error), field=field) from error
