"""A game with a fixed deck: `cuelight deck` shows it, finds no error in it, and reads no other."""

from pathlib import Path

import pytest

from companion.core.errors import InputError
from companion.game.deck_files import FixedDeck
from companion.game.new_game import OwnDeck
from cuelight.__main__ import main

CARDS = ("clubs.2", "clubs.3")
PACK = FixedDeck("Whist", CARDS, lambda: OwnDeck("whist", "stand-in", "", False, "1", ("1",), {}, CARDS))


def test_the_deck_is_shown_counted_and_given_as_a_position_takes_it() -> None:
    deck = PACK.read(PACK.text("stand-in"))
    assert PACK.shown(deck) == "Whist: 2 cards\nclubs.2\nclubs.3"
    assert (PACK.counted(deck), PACK.objects(deck)) == ("2 cards", ["clubs.2", "clubs.3"])
    assert PACK.differences(deck, deck) == []


def test_another_deck_is_refused_and_none_is_begun() -> None:
    (fault,) = PACK.faults("clubs.4")
    assert fault.reason == "Whist is played with its own cards, and takes no other deck"
    for refused in (lambda: PACK.read("clubs.4"), lambda: PACK.new("mine", None, None)):
        with pytest.raises(InputError, match="takes no other deck"):
            refused()


def test_the_commands_tell_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["deck", "check", "--game", "asides", "stand-in"]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    assert main(["deck", "new", "--game", "asides", str(tmp_path / "mine.toml")]) == 2
    assert "takes no other deck" in capsys.readouterr().err
    assert not (tmp_path / "mine.toml").exists()
    assert main(["deck", "diff", "--game", "asides", "stand-in", "stand-in"]) == 0
    assert capsys.readouterr().out == "no difference\n"
