"""Parsers of the commands for games as data: play, script, explain, simulate, deck, position."""

from __future__ import annotations

import argparse

from companion.games import USUAL, game_ids
from cuelight.terminal.parsers import Commands, add_json, runs

PLAY_EXAMPLE = """\
example:
  echo '{"edition": "2024", "lead": "Ann", "phase": "reveal",
         "seats": [{"name": "Ann"}, {"name": "Ben", "placed": "I.1"}]}' > position.json
  echo '{"by": "Ben", "do": "exit"}' | cuelight play position.json -

exit status: 0; 2 when the input cannot be read; 3 when the rules forbid an answer.
"""

SCRIPT_EXAMPLE = """\
example:
  cuelight script - <<'END'
  {"t": 0.0, "do": "tag", "zone": "seat1.play", "card": "tile:Iago"}
  {"t": 2.0, "do": "tag", "zone": "seat1.play", "card": "I.2"}
  {"t": 2.5, "do": "tag", "zone": "seat2.play", "card": "I.4"}
  {"t": 4.0, "do": "lift", "zone": "seat2.play"}
  {"t": 4.5, "do": "tag", "zone": "seat2.play", "card": "I.4"}
  {"t": 9.9, "do": "wait"}
  END

exit status: 0; 2 when the input cannot be read.
"""

EXPLAIN_EXAMPLE = """\
example:
  echo '{"edition": "2024", "lead": "Ann", "phase": "reveal",
         "seats": [{"name": "Ann"}, {"name": "Ben", "placed": "I.4"}]}' > position.json
  echo '{"by": "Ben", "do": "reveal"}
        {"by": "Ann", "do": "pass"}' | cuelight play position.json - --json > game.json
  cuelight explain game.json --player Ben

exit status: 0; 2 when the input cannot be read.
"""

SIMULATE_EXAMPLE = """\
example:
  cuelight simulate --games 20 --players 3 --bots random,greedy --seed 7 --out games

The same seed gives the same games on every machine, however many processors it has.
exit status: 0; 2 for a simulation that cannot be, or a folder that cannot be written.
"""

DECK_EXAMPLE = """\
example:
  cuelight deck new mine.toml
  cuelight deck check mine.toml
  cuelight deck show stand-in
  cuelight deck diff stand-in mine.toml
  cuelight deck new --game deathmatch daggers.toml

exit status: 0; 2 when a deck has a mistake or cannot be read.
"""


POSITION_EXAMPLE = """\
example:
  echo '{"edition": "2024", "lead": "Ann", "seats": [{"name": "Ann"}, {"name": "Ben"}]}' > before.json
  echo '{"edition": "2024", "lead": "Ann", "seats": [{"name": "Ann", "intrigue": 5}, {"name": "Ben"}]}' > after.json
  cuelight position check before.json
  cuelight position diff before.json after.json

exit status: 0; 2 for a position that cannot be or cannot be read.
"""


def _add_command(commands: Commands, name: str, summary: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """Add a command whose description and epilog keep their line breaks."""
    raw = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(name, help=summary, description=description, epilog=epilog, formatter_class=raw)


def add_play(commands: Commands) -> None:
    """Add `cuelight play`: answers applied to a position."""
    description = "Apply answers to a position, by the rules alone, and print the result."
    parser = _add_command(
        commands, "play", "apply answers to a position, by the rules alone", description, PLAY_EXAMPLE
    )
    parser.add_argument("position", metavar="POSITION.json", help="the position to begin with; - is standard input")
    parser.add_argument(
        "answers", metavar="ANSWERS.jsonl", help="the answers, one JSON object per line; - is standard input"
    )
    add_json(parser)
    parser.add_argument("--table", action="store_true", help="note a forbidden answer and continue, as the table does")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for shuffles of known cards (default 0)")
    parser.set_defaults(run=runs("text_interface", "play_files"))


def add_script(commands: Commands) -> None:
    """Add `cuelight script`: observations of a mat, replayed."""
    description = "Feed a table the reports of its mat, buttons and pages, and print the result."
    parser = _add_command(commands, "script", "replay the observations of a mat", description, SCRIPT_EXAMPLE)
    parser.add_argument("file", metavar="SCRIPT.jsonl", help="one observation per line; - is standard input")
    add_json(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for shuffles of known cards (default 0)")
    parser.set_defaults(run=runs("script", "script_file"))


def add_simulate(commands: Commands) -> None:
    """Add `cuelight simulate`: many games between bots."""
    description = "Let bots play many games on all processors, and write every game, a summary and charts."
    summary = "let bots play many games, and count the results"
    parser = _add_command(commands, "simulate", summary, description, SIMULATE_EXAMPLE)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default 100)")
    parser.add_argument("--game", dest="game_id", choices=game_ids(), default=USUAL, help=f"the game (default {USUAL})")
    parser.add_argument("--players", default="4", metavar="P", help="how many, or 2-6 for all of these (default 4)")
    parser.add_argument("--edition", metavar="E", help="the edition (default: the game's newest, 2024 for Othello)")
    parser.add_argument("--level", metavar="LEVEL", help="the level of an edition with levels (default: the highest)")
    parser.add_argument(
        "--variant", dest="variants", action="append", default=[], metavar="V", help="play a variant; once for each"
    )
    parser.add_argument(
        "--ruling",
        dest="rulings",
        action="append",
        default=[],
        metavar="ID=NAME",
        help="another ruling, such as J8=refund",
    )
    parser.add_argument("--deck", default="stand-in", metavar="DECK", help="a deck's name or file (default stand-in)")
    parser.add_argument(
        "--bots",
        metavar="BOT,BOT…",
        help="random, greedy or search, from weak to strong; they take turns at the seats (default greedy)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the random numbers (default 0)")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="the folder for the results")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each processor)")
    parser.set_defaults(run=runs("simulate", "simulate_command"))


def add_deck(commands: Commands) -> None:
    """Add `cuelight deck`: check, new, show and diff."""
    description = "Check, create, show or compare deck files: TOML files with the cards of your own copy."
    parser = _add_command(commands, "deck", "check, create, show or compare deck files", description, DECK_EXAMPLE)
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    checking = verbs.add_parser("check", help="list all mistakes, with line and reason")
    checking.add_argument("file", metavar="FILE", help="a deck file; - is standard input")
    new = verbs.add_parser("new", help="create a deck file, to be filled in")
    new.add_argument("file", metavar="FILE", help="the file to write; - is standard output")
    new.add_argument(
        "--edition", metavar="E", help="the edition of the cards (default: 2024 for Othello, 2021 for Deathmatch)"
    )
    new.add_argument("--title", help="the title of the deck")
    showing = verbs.add_parser("show", help="print a deck")
    showing.add_argument("name", metavar="DECK", help="a deck file, or the name of a deck that comes with Cuelight")
    showing.add_argument(
        "--json", dest="as_json", action="store_true", help="print the card objects for the deck of a position"
    )
    comparing = verbs.add_parser("diff", help="show the differences between two decks")
    comparing.add_argument("first", metavar="A", help="a deck file, or the name of a deck")
    comparing.add_argument("second", metavar="B", help="another one")
    for name, verb in verbs.choices.items():
        begin, named = "which game's deck to begin", "the game of a deck that is given by name, such as stand-in"
        verb.add_argument(
            "--game", choices=game_ids(), default=USUAL, help=f"{begin if verb is new else named} (default {USUAL})"
        )
        verb.set_defaults(run=runs("deck", name))


def add_position(commands: Commands) -> None:
    """Add `cuelight position`: check and diff."""
    description = "Check or compare positions: games at one moment, as JSON."
    parser = _add_command(commands, "position", "check or compare positions", description, POSITION_EXAMPLE)
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    checking = verbs.add_parser("check", help="list everything that is impossible, with its field")
    checking.add_argument("file", metavar="FILE", help="a position; - is standard input")
    checking.set_defaults(run=runs("position", "check"))
    comparing = verbs.add_parser("diff", help="show the differences between two positions")
    comparing.add_argument("first", metavar="A", help="a position; - is standard input")
    comparing.add_argument("second", metavar="B", help="another one")
    add_json(comparing)
    comparing.set_defaults(run=runs("position", "diff"))


def add_explain(commands: Commands) -> None:
    """Add `cuelight explain`: the reasons for a player's points."""
    description = "Explain every point of a score by its events and their rules."
    parser = _add_command(commands, "explain", "explain every point of a score", description, EXPLAIN_EXAMPLE)
    parser.add_argument(
        "file",
        metavar="GAME",
        help="output of `cuelight play --json` or `script --json`, a position, or a journal; - is standard input",
    )
    parser.add_argument("--player", metavar="NAME", help="the player (default: all players)")
    parser.add_argument("--game", type=int, metavar="N", help="which game of a journal (default: last)")
    add_json(parser)
    parser.set_defaults(run=runs("explain", "explain_file"))
