"""The command `cuelight`: one function for each subcommand, which imports what it needs when it is called."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from companion.play.errors import CuelightError
from cuelight.files import OutputError

WRONG_OUTPUT, WRONG_INPUT, INTERRUPTED = 1, 2, 130

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

exit status: 0; 2 when a deck has a mistake or cannot be read.
"""


class MissingLibrary(CuelightError, ImportError):
    """A command needs a library that an extra brings."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments and return its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a sign that the terminal cannot show is no error
    arguments = build_parser().parse_args(argv)
    try:
        status: int = arguments.run(arguments)
        return status
    except (BrokenPipeError, OutputError) as error:
        _give_up_writing()
        return _stop(WRONG_OUTPUT, str(error) if isinstance(error, OutputError) else "")
    except CuelightError as error:
        return _stop(WRONG_INPUT, str(error))
    except KeyboardInterrupt:
        return INTERRUPTED


def _stop(status: int, message: str) -> int:
    if message:
        print(f"cuelight: {message}", file=sys.stderr)
    return status


def _give_up_writing() -> None:
    """Nobody takes the output: what is left of it must not be tried again when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command; each subcommand sets `run`."""
    parser = argparse.ArgumentParser(
        prog="cuelight", description="A companion for the table of The Tragedy of Othello."
    )
    parser.add_argument("--version", action="version", version=f"cuelight {version('cuelight')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_play(commands)
    add_script(commands)
    add_explain(commands)
    add_mat(commands)
    add_simulate(commands)
    add_deck(commands)
    add_table(commands, "run", "run a table with its pages; a game that was going on goes on", demo=False)
    add_table(commands, "demo", "watch bots play on a virtual mat; touch it and it is yours", demo=True)
    add_setup(commands)
    add_doctor(commands)
    add_tags(commands)
    return parser


def add_setup(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight setup`: whose reader, lamp and button is which."""
    parser = commands.add_parser(
        "setup",
        help="find readers, lamps and buttons, and write table.toml",
        description="Find readers, lamps and buttons. Each reader is touched with a card and each button pressed; "
        "nobody types the name of a port.",
    )
    parser.add_argument("--table", metavar="FILE", help="the file to write (default: table.toml in the user's data)")
    parser.set_defaults(run=setup)


def setup(arguments: argparse.Namespace) -> int:
    """`cuelight setup`."""
    from pathlib import Path

    from cuelight.serve import default_journal
    from cuelight.setup import Terminal
    from cuelight.setup import setup as set_up

    set_up(Path(arguments.table) if arguments.table else default_journal("table.toml"), Terminal())
    return 0


def add_doctor(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight doctor`: what works and what does not."""
    parser = commands.add_parser(
        "doctor",
        help="check the table's devices, and say what to do",
        description="Check this machine and the table's devices: each result, what it means, and the next step.",
        epilog="exit status: 0 when nothing is wrong; 1 when something is.",
    )
    parser.add_argument("--table", metavar="FILE", help="the table file (default: table.toml in the user's data)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.add_argument("--ask", action="store_true", help="also try each lamp and button with you")
    parser.add_argument("--bundle", metavar="FILE.zip", help="write what a report needs to a file, without secrets")
    parser.set_defaults(run=doctor)


def doctor(arguments: argparse.Namespace) -> int:
    """`cuelight doctor`."""
    from pathlib import Path

    from cuelight.doctor import doctor as examine
    from cuelight.serve import default_journal
    from cuelight.setup import Terminal

    table = Path(arguments.table) if arguments.table else default_journal("table.toml")
    bundle = Path(arguments.bundle) if arguments.bundle else None
    person = Terminal() if arguments.ask else None
    return examine(table, as_json=arguments.json, bundle=bundle, person=person)


def add_tags(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight tags`: which tag is which card."""
    parser = commands.add_parser(
        "tags",
        help="say which tag is which card; deck and tags as one file",
        description="Say which tag is which card. The table must not be running.",
    )
    parser.add_argument("--journal", metavar="FILE", help="where it is written down (default: the user's data)")
    ways = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    ways.add_parser("list", help="print every tag that is known").set_defaults(run=tags, way="list")
    for way, words in (("export", "write the deck and its tags to a file"), ("import", "take over an exported deck")):
        file_parser = ways.add_parser(way, help=words)
        file_parser.add_argument("file", metavar="FILE.json")
        file_parser.set_defaults(run=tags, way=way)
    enrol = ways.add_parser("enrol", help="tap one tag after the other and say what it is")
    enrol.add_argument("--device", metavar="DEVICE", help="the reader (default: the table's first one)")
    enrol.add_argument("--write", action="store_true", help="also write on each tag what it is, for other tables")
    enrol.set_defaults(run=tags, way="enrol")


def tags(arguments: argparse.Namespace) -> int:
    """`cuelight tags`."""
    from pathlib import Path

    from cuelight import tags as ways
    from cuelight.files import read_document
    from cuelight.serve import default_journal
    from hardware.table_file import read_table_file

    journal = Path(arguments.journal) if arguments.journal else default_journal("table.db")
    if arguments.way == "list":
        return ways.list_tags(journal)
    if arguments.way == "export":
        return ways.export_tags(journal, Path(arguments.file))
    if arguments.way == "import":
        return ways.import_tags(journal, read_document(arguments.file))
    device = arguments.device or read_table_file(default_journal("table.toml")).readers[0].device
    return ways.enrol(journal, device, write=arguments.write, ask=input, say=print)


def add_script(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight script`: what a mat would see."""
    parser = commands.add_parser(
        "script",
        help="feed the table what a mat would see",
        description="Feed a table what its mat, buttons and pages would report, and print what comes of it.",
        epilog=SCRIPT_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("script", metavar="SCRIPT.jsonl", help="an observation a line; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for shuffles of known cards (default 0)")
    parser.set_defaults(run=script)


def script(arguments: argparse.Namespace) -> int:
    """`cuelight script`."""
    from cuelight.script import script_file

    return script_file(arguments.script, as_json=arguments.json, seed=arguments.seed)


def add_simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight simulate`: many games between bots."""
    parser = commands.add_parser(
        "simulate",
        help="let bots play many games, and count",
        description="Let bots play many games on all processors, and write every game, a summary and pictures.",
        epilog=SIMULATE_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default 100)")
    parser.add_argument("--players", type=int, default=4, metavar="P", help="2 to 6 (default 4)")
    parser.add_argument("--edition", default="2024", metavar="E", help="whose rules (default 2024)")
    parser.add_argument("--level", metavar="LEVEL", help="of an edition that has levels (default: the fullest)")
    parser.add_argument("--variant", action="append", default=[], metavar="V", help="play a variant; once for each")
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="ID=NAME", help="another ruling, such as J8=refund"
    )
    parser.add_argument("--deck", default="stand-in", metavar="DECK", help="a deck's name or file (default stand-in)")
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="BOT,BOT…",
        help="random, greedy or search, from weak to strong; they go round the seats (default greedy)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="another seed, other games (default 0)")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where everything is written")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each processor)")
    parser.set_defaults(run=simulate)


def simulate(arguments: argparse.Namespace) -> int:
    """`cuelight simulate`."""
    from pathlib import Path

    from cuelight.simulate import Plan, ruling_of
    from cuelight.simulate import simulate as run

    bots = tuple(bot.strip() for bot in arguments.bots.split(","))
    plan = Plan(
        games=arguments.games,
        players=arguments.players,
        edition=arguments.edition,
        deck=arguments.deck,
        bots=bots,
        seed=arguments.seed,
        level=arguments.level,
        variants=tuple(arguments.variant),
        rulings=tuple(map(ruling_of, arguments.ruling)),
    )
    return run(plan, Path(arguments.out), jobs=arguments.jobs)


def add_deck(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight deck`: check, new, show and diff."""
    parser = commands.add_parser(
        "deck",
        help="check, begin, show or compare deck files",
        description="Check, begin, show or compare deck files: TOML files with the script cards of one's own copy.",
        epilog=DECK_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    checking = verbs.add_parser("check", help="list all that is wrong, with line and reason")
    checking.add_argument("file", metavar="FILE", help="a deck file; - is standard input")
    checking.set_defaults(run=deck_check)
    new = verbs.add_parser("new", help="begin a deck file, to be filled in")
    new.add_argument("file", metavar="FILE", help="the file to write; - is standard output")
    new.add_argument("--edition", default="2024", metavar="E", help="whose cards (default 2024)")
    new.add_argument("--title", help="what the deck is called")
    new.set_defaults(run=deck_new)
    showing = verbs.add_parser("show", help="print a deck")
    showing.add_argument("file", metavar="DECK", help="a deck file, or the name of a deck that comes with Cuelight")
    showing.add_argument("--json", action="store_true", help="print the card objects that a position takes as its deck")
    showing.set_defaults(run=deck_show)
    comparing = verbs.add_parser("diff", help="tell in what two decks differ")
    comparing.add_argument("first", metavar="A", help="a deck file, or the name of a deck")
    comparing.add_argument("second", metavar="B", help="another one")
    comparing.set_defaults(run=deck_diff)


def deck_check(arguments: argparse.Namespace) -> int:
    """`cuelight deck check`."""
    from cuelight.deck import check

    return check(arguments.file)


def deck_new(arguments: argparse.Namespace) -> int:
    """`cuelight deck new`."""
    from cuelight.deck import new

    return new(arguments.file, edition=arguments.edition, title=arguments.title)


def deck_show(arguments: argparse.Namespace) -> int:
    """`cuelight deck show`."""
    from cuelight.deck import show

    return show(arguments.file, as_json=arguments.json)


def deck_diff(arguments: argparse.Namespace) -> int:
    """`cuelight deck diff`."""
    from cuelight.deck import diff

    return diff(arguments.first, arguments.second)


def add_explain(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight explain`: why somebody has these points."""
    parser = commands.add_parser(
        "explain",
        help="tell where every point of a score comes from",
        description="Tell where every point of a score comes from, by the events that brought it and their rules.",
        epilog=EXPLAIN_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "game",
        metavar="GAME",
        help="what `cuelight play --json` or `script --json` printed, a position, or a journal; - is standard input",
    )
    parser.add_argument("--player", metavar="NAME", help="whose points (default: everybody's)")
    parser.add_argument("--game", dest="number", type=int, metavar="N", help="which game of a journal (default: last)")
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.set_defaults(run=explain)


def explain(arguments: argparse.Namespace) -> int:
    """`cuelight explain`."""
    from cuelight.explain import explain_file

    return explain_file(arguments.game, player=arguments.player, game=arguments.number, as_json=arguments.json)


def add_mat(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight mat`: the mat on the Pico."""
    parser = commands.add_parser(
        "mat",
        help="look at a mat, flash it, test it",
        description="Show a mat live; or put the firmware on it; or walk through its zones, lights and buttons.",
    )
    parser.add_argument("action", nargs="?", choices=("show", "flash", "selftest"), default="show")
    parser.add_argument("--device", metavar="PORT", help="the mat's port (default: that of any MicroPython board)")
    parser.add_argument("--seats", type=int, choices=range(2, 7), default=6, help="seats of the mat (default 6)")
    parser.add_argument("--once", action="store_true", help="show it once and end")
    parser.set_defaults(run=mat)


def mat(arguments: argparse.Namespace) -> int:
    """`cuelight mat`."""
    try:
        from cuelight import mat_command
    except ModuleNotFoundError as error:
        if error.name != "serial":
            raise
        raise MissingLibrary("a mat needs pyserial; `pip install 'cuelight[serial]'` brings it") from error

    find = mat_command.finder(arguments.device)
    if arguments.action == "flash":
        return mat_command.flash_mat(find, arguments.device)
    if arguments.action == "selftest":
        return mat_command.selftest(find, arguments.seats)
    return mat_command.show(find, arguments.seats, once=arguments.once)


def port_number(text: str) -> int:
    """The number of a port, as somebody typed it. Raises ArgumentTypeError for what is none."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; choose a number from 0 to 65535, such as 8000")
    return int(text)


def add_table(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, summary: str, *, demo: bool
) -> None:
    """`cuelight run` and `cuelight demo`: a table with its pages."""
    parser = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every one of this machine)")
    parser.add_argument(
        "--port", type=port_number, default=8000, help="port to listen on (default 8000; 0 takes any free one)"
    )
    parser.add_argument("--journal", metavar="FILE", help="where everything is written down (default: the user's data)")
    if not demo:
        parser.add_argument(
            "--table",
            metavar="FILE",
            help="the table's devices, as `cuelight setup` writes them (default: table.toml in the user's data, if it "
            "is there; else a virtual mat)",
        )
    parser.set_defaults(run=run_table, demo=demo, table=None)


def run_table(arguments: argparse.Namespace) -> int:
    """`cuelight run` and `cuelight demo`."""
    from pathlib import Path

    from cuelight.serve import default_journal, default_table_file, serve

    name = "demo.db" if arguments.demo else "table.db"
    journal = Path(arguments.journal) if arguments.journal else default_journal(name)
    table_file = Path(arguments.table) if arguments.table else None if arguments.demo else default_table_file()
    return serve(journal, arguments.host, arguments.port, demo=arguments.demo, table_file=table_file)


def add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`cuelight play`: answers applied to a position."""
    parser = commands.add_parser(
        "play",
        help="apply answers to a position, by the rules alone",
        description="Apply answers to a position, by the rules alone, and print what comes of it.",
        epilog=PLAY_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("position", metavar="POSITION.json", help="the position to begin with; - is standard input")
    parser.add_argument(
        "answers", metavar="ANSWERS.jsonl", help="the answers, a JSON object a line; - is standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    parser.add_argument("--table", action="store_true", help="note a forbidden answer and go on, as the table does")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for shuffles of known cards (default 0)")
    parser.set_defaults(run=play)


def play(arguments: argparse.Namespace) -> int:
    """`cuelight play`."""
    from cuelight.text_interface import play_files

    return play_files(
        arguments.position,
        arguments.answers,
        as_json=arguments.json,
        table=arguments.table,
        seed=arguments.seed,
    )


if __name__ == "__main__":
    sys.exit(main())
