"""A game of people with bots in empty chairs, through the public interface of a running table."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion.asides.game import GAME
from companion.core.errors import CuelightError, InputError
from companion.games import game_ids, game_of
from cuelight.app.access.closed_table import doors_of
from cuelight.app.bots.players import BotPlayers
from tests.support.all_games import Table
from tests.support.running_table import STAGE, House, running
from tests.support.waiting import until

Json = dict[str, Any]
PERSON = "Ann"
STEPS = 12  # number of the person's answers, enough to reach the middle of any game


class Guest:
    """A person at an on-screen mat who makes any accepted gesture when asked."""

    def __init__(self, house: House, seat: int, seed: int) -> None:
        self.house, self.seat, self.rng = house, seat, random.Random(seed)

    def is_asked(self) -> bool:
        """Return True if the table waits for this person or for everybody; otherwise let time pass for the bots."""
        decision = self.house.desk["decision"]
        if decision is None or PERSON in decision["players"] or not decision["players"]:
            return True
        self.house.clock.now += 2.0
        self.house.catch_up()
        return False

    def answer(self) -> None:
        """Try everything until the table accepts something."""
        desk, button = self.house.desk, f"seat{self.seat + 1}"
        said = [("answer", each["answer"]) for each in desk["options"]]
        said = [deed for deed in said if deed[1].get("by") in (PERSON, None)]
        hand = desk["hands"].get(button, [])
        laid = [("mat", {"do": "tag", "zone": f"{button}.play", "thing": card}) for card in hand]
        deeds = self.rng.sample([*said, *laid], len(said) + len(laid))
        for name, body in [*deeds, ("mat", {"do": "press", "button": button})]:
            try:
                self.house.table.command(name, body)
            except CuelightError:
                continue
            if self.house.board["seq"] != desk["board"]["seq"]:
                return


@pytest.mark.parametrize("game", game_ids())
def test_one_person_plays_with_bots_whose_hands_nobody_sees(game: str, tmp_path: Path) -> None:
    rules = game_of(game)
    with running(tmp_path / "table.db", pace=0.1) as house:
        house.command("start", game=game, names=["", PERSON, ""], bots=["easy", None, "usual"])
        names = [seat["name"] for seat in house.board["seats"]]
        assert names == ["Feste (bot)", PERSON, "Touchstone (bot)"]
        guest = Guest(house, 1, seed=4)
        for _ in range(STEPS):
            until(guest.is_asked)
            desk = house.desk
            state = house.table.play.current.truth.state  # type: ignore[union-attr]
            for player in (0, 2):
                real = state.seats[player].hand
                shown = desk["hands"][f"seat{player + 1}"]
                assert shown == rules.backs(state)[player]
                assert len(shown) == len(real)
            guest.answer()
        steps = house.table.ask("timeline", {})["steps"]
        assert {step["seat"] for step in steps} >= {"seat1", "seat3"}
        with pytest.raises(CuelightError, match="is a bot, and plays its own cards"):
            house.table.command("mat", {"do": "tag", "zone": "seat1.play", "thing": rules.backs(state)[0][0]})


@pytest.mark.parametrize("game", game_ids())
def test_a_strong_bot_thinks_and_holds_nobody_up(game: str, tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0.1) as house:
        house.command("start", game=game, names=[PERSON, "Deep Thought", "Ben"], bots=[None, "strong", None])
        house.catch_up()

        def bot_has_played() -> bool:
            desk = house.desk
            if any(step["seat"] == "seat2" for step in house.table.ask("timeline", {})["steps"]):
                return True
            asked = desk["decision"]["players"]
            if "Deep Thought" in asked:
                house.clock.now += 2.0
                house.catch_up()  # answered while the bot thinks
            else:
                others = [each["answer"] for each in desk["options"] if each["answer"].get("by") in (*asked, None)]
                for each in others:
                    try:
                        house.table.command("answer", each)
                        break
                    except CuelightError:
                        continue
                else:
                    seat = next(s for s in desk["board"]["seats"] if not asked or s["name"] in asked)["seat"]
                    for card in desk["hands"][seat]:
                        if house.desk["board"]["seq"] != desk["board"]["seq"]:
                            break
                        house.mat("tag", zone=f"{seat}.play", thing=card)
            return False

        until(bot_has_played)


def test_chairs_that_cannot_be_are_refused_in_words(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        for bots, why in (
            (["easy", "usual"], "somebody has to play with them"),
            ([None, "clever"], "is not one of"),
            ([None, "easy", "easy"], "more of them than players"),
        ):
            with pytest.raises(InputError, match=why) as refused:
                house.command("start", names=["Ann", "Ben"], bots=bots)
            assert refused.value.field == "bots"
        assert house.table.game is None


def test_a_game_with_bots_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with running(path, pace=0.1) as house:
        house.command("start", game="asides", names=[PERSON, "", ""], bots=[None, "easy", "easy"])
    with running(path, pace=0.1) as house:
        assert [seat["name"] for seat in house.board["seats"]] == [PERSON, "Feste (bot)", "Touchstone (bot)"]
        guest = Guest(house, 0, seed=1)
        for _ in range(3):
            until(guest.is_asked)
            guest.answer()
        until(guest.is_asked)
        assert {step["seat"] for step in house.table.ask("timeline", {})["steps"]} == {"seat1", "seat2", "seat3"}


def test_a_bot_takes_over_for_a_player_who_leaves_for_good(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0.1) as house:
        house.command("start", game="asides", names=["Ben", PERSON, "Cleo"])
        assert house.desk["chairs"] == [{"seat": f"seat{seat}", "bot": None} for seat in (1, 2, 3)]
        house.command("chair", seat="seat1", bot="easy")
        house.command("chair", seat="seat3", bot="usual")
        with pytest.raises(InputError, match="somebody has to play"):
            house.command("chair", seat="seat2", bot="easy")
    with running(tmp_path / "table.db", pace=0.1) as house:
        assert [chair["bot"] for chair in house.desk["chairs"]] == ["easy", None, "usual"]
        guest = Guest(house, 1, seed=4)
        for _ in range(4):
            until(guest.is_asked)
            guest.answer()
        until(guest.is_asked)
        steps = house.table.ask("timeline", {})["steps"]
        assert {step["seat"] for step in steps} >= {"seat1", "seat3"}
        house.command("chair", seat="seat1", bot=None)  # Ben comes back
        assert house.desk["chairs"][0] == {"seat": "seat1", "bot": None}


def test_no_phone_gets_the_hand_of_a_bot(tmp_path: Path) -> None:
    with running(tmp_path / "table.db", pace=0.1) as house:
        doors = doors_of(house.table, house.path, house.clock)
        house.command("start", names=[PERSON, "", ""], bots=[None, "easy", "easy"])
        keys = doors.make_keys([1, 2, 3])
        assert list(keys) == [1]
        assert not doors.make_keys([2])
        doors.come_in(1, keys[1])
        assert doors.hidden_hands() == {0}


def test_nobody_plays_a_card_from_the_hand_of_a_bot_on_the_stage(tmp_path: Path) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", names=[PERSON, "", ""], bots=[None, "easy", "easy"], lead=0)
        asked = house.desk["decision"]
        assert (asked["kind"], asked["players"]) == ("pre-placement", ["Feste (bot)"])
        before = house.board["seq"]
        with pytest.raises(CuelightError, match="is a bot, and plays its own cards"):
            house.mat("tag", zone=STAGE, thing="Exchange")
        house.catch_up()
        assert house.board["seq"] == before


class Unheard:
    """A stage that ignores and records every gesture."""

    def __init__(self) -> None:
        self.laid: list[str] = []

    def tag(self, zone: str, thing: str) -> None:
        self.laid.append(thing)

    def lift(self, zone: str) -> None:
        """Ignore the gesture."""

    press = hold = lift

    def zones(self) -> dict[str, str | None]:
        return {}


class PlaysItsLast:
    """A bot that plays the last card of its hand; it never gives the plainest answer."""

    def answer(self, state: Any, player: int) -> Any:
        asked = GAME.rules.decision(state)
        return asked.options[-1] if asked is not None and player in asked.players else None


def test_a_bot_decides_anew_when_the_step_before_its_own_is_corrected() -> None:
    """The bot gives the plainest answer only if its gesture was not accepted at this same moment."""
    table, stage = Table("asides", 3), Unheard()
    said: list[Json] = []
    session, names = table.session, table.names

    def real() -> Any:
        table.round.truth.follow(session.play.events)
        return table.round.truth.state

    table.say({"do": "deal", "by": names[0]})
    for name, seat in zip(names, real().seats, strict=True):
        table.say({"do": "aside", "by": name, "card": seat.hand[0]})
    first, other = real().seats[0].hand[:2]
    table.say({"do": "play", "by": names[0], "card": first})
    troupe = BotPlayers(GAME, stage, said.append, lambda: 0.0, 1.0, random.Random(1), {1: PlaysItsLast()})

    def bot_has_answered(times: int) -> bool:
        troupe.act(session, real(), 0.0)
        return len(stage.laid) + len(said) == times

    until(lambda: bot_has_answered(1))
    session.correct(len(session.view.record.steps) - 1, {"do": "play", "by": names[0], "card": other}, session.view.now)
    until(lambda: bot_has_answered(2))
    troupe.close()
    assert (len(stage.laid), said) == (2, [])
