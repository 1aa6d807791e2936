"""The form of a new game (players, seats, rules): its fields, their defaults and their validation."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.names import as_seen, fault_of, tidy
from companion.game import AnyGame, Info
from companion.games import USUAL, game_ids, game_of

DEFAULT_NAMES = ("William", "Kate", "Robin", "Viola", "Ned", "Rosalind", "Hal", "Beatrice")
USUAL_SEATS = 4

FieldErrors = dict[str, str]


def hosted(name: object) -> AnyGame:
    """The game of this name, or the usual one where this table hosts none of it."""
    return game_of(name if isinstance(name, str) and name in game_ids() else USUAL)


def offered_names(game: Info, playing: Sequence[str], lately: Mapping[str, Any]) -> tuple[list[str], int]:
    """Return the texts of the fields for names, one for each possible seat, and the first number of seats.

    If people are playing now, these are their names. If the table has had guests before, the fields are empty, and
    those names are offered as suggestions. Otherwise names from the play are filled in.

    Args:
        playing: the names in the game of people that is being played.
        lately: the result of `History.lately`.
    """
    last = lately["last"]["names"] if lately["last"] is not None else ()
    seated = playing or last
    count = len(seated) if len(seated) in game.seats else min(USUAL_SEATS, game.seats[-1])
    names = playing if playing else [""] * game.seats[-1] if lately["names"] else DEFAULT_NAMES
    return [*names, *[""] * game.seats[-1]][: game.seats[-1]], count


def check_start(body: dict[str, Any]) -> FieldErrors:
    """Return the mistakes in the body of a `start` command by field, such as "names.0", "lead" or "edition".

    Names are trimmed in place, and a letter with its accent becomes one character.
    """
    if body.get("game", USUAL) not in game_ids():
        return {"game": _("This game is not known here.")}
    game, names = hosted(body.get("game")), body.get("names")
    if (
        not isinstance(names, list)
        or len(names) not in game.info.seats
        or not all(isinstance(name, str) for name in names)
    ):
        return {
            "names": _(
                "{fewest} to {most} players, please.",
                fewest=game.info.seats[0],
                most=game.info.seats[-1],
            )
        }
    body["names"] = names = [tidy(name) for name in names]
    errors: FieldErrors = {}
    seated = body.get("bots")
    bots = seated if isinstance(seated, list) else []
    for index, name in enumerate(names):
        if not name and index < len(bots) and bots[index] is not None:
            continue  # the table assigns it a name
        problem = fault_beside(game, name, names[:index])
        if problem:
            errors[f"names.{index}"] = problem
    lead = body.setdefault("lead", None)
    if lead is not None and (isinstance(lead, bool) or not isinstance(lead, int) or not 0 <= lead < len(names)):
        errors["lead"] = _("Choose one of the seats, or “not yet”.")
    if not isinstance(body.get("deck"), str | None):
        errors["deck"] = _("Choose one of the decks.")
    problem = _check_rules(game, body)
    if problem:
        errors["edition"] = problem
    return errors


def fault_beside(game: AnyGame, name: str, others: Sequence[str]) -> str | None:
    """Return the reason why a player of this game cannot have this name beside the others, or None."""
    return fault_of(name, others) or _check_character(name, game.box.options_form().characters)


def check_seats(position: Any) -> FieldErrors:
    """Return the mistakes in the players' names of a valid position, by field ("seats[1].name")."""
    seats = position.get("seats") if isinstance(position, dict) else None
    errors: FieldErrors = {}
    for index, seat in enumerate(seats if isinstance(seats, list) else []):
        name = seat.get("name") if isinstance(seat, dict) else None
        if isinstance(name, str) and name and (problem := fault_of(name, [])):
            errors[f"seats[{index}].name"] = problem
    return errors


def _check_rules(game: AnyGame, body: dict[str, Any]) -> str | None:
    """Return the error in `edition`, `level`, `variants` and `rulings`, or None."""
    edition, level = body.setdefault("edition", game.info.editions[0]), body.get("level")
    chosen, other = body.get("variants") or [], body.get("rulings") or {}
    if not isinstance(edition, str) or not isinstance(level, str | None):
        return _("This edition is not known here.")
    if not isinstance(chosen, list) or not isinstance(other, dict):
        return _("Variants must be a list, and rulings an object with a choice for each.")
    if not all(isinstance(word, str) for word in (*chosen, *other.values())):
        return _("Variants and rulings must be text.")
    try:
        game.box.rules_record(edition, level, chosen, other)
    except InputError as error:
        return f"{error.what[:1].upper()}{error.what[1:]}."
    return None


def _check_character(name: str, characters: Collection[str]) -> str | None:
    """Refuse names of characters: nobody could read a board on which a player Iago holds the Othello tile."""
    if as_seen(name) in map(as_seen, characters):
        return _(
            "{name} is a character of this play. Add a letter, such as “{name} B.”, so that nobody mixes them up.",
            name=name,
        )
    return None
