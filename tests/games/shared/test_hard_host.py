"""A host in random trouble, with the table resumed after each action; in every game with corrections."""

import pytest

from tests.support.random_host import CHANGES, Host


@pytest.mark.parametrize("game", sorted(CHANGES))
def test_whatever_a_host_does_the_table_is_taken_up_the_same_and_the_game_goes_on_to_its_end(game: str) -> None:
    done = Host(game, 3, seed=5).plays(20)
    assert done["games"] == 1
    assert done["undo_and_redo"] > 0
    assert done["put_right"] + done["put_right refused"] > 0
