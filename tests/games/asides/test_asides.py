"""Asides, the small example game: its rules, its hidden cards, and its small size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.asides.game import GAME, KEPT, TRUMP, Asides, points, promise
from companion.asides.model import Seat
from companion.core.errors import InputError
from companion.core.i18n import speak
from companion.core.observation import Lift, Press, Tag
from companion.core.values import replace
from companion.core.verdict import Forbidden
from companion.game.equipment import ON_PHONES, REAL_TABLE
from companion.game.play import Play
from companion.games import read
from companion.table.session import Session
from companion.table.snapshot import board
from tests.support import ROOT
from tests.support.all_games import Book
from tests.support.running_table import running

FOLDER = ROOT / "companion" / "asides"
MOST_LINES = 316
Json = dict[str, Any]


def position(*seats: Json, **keys: Any) -> Json:
    named = [{"name": name, **seat} for name, seat in zip(("Ann", "Ben", "Cal"), seats or ({}, {}, {}), strict=True)]
    return {"game": "asides", "seats": named, **keys}


def in_play(*hands: list[str], **keys: Any) -> Play[Any, Any, Any]:
    """Return a game in which everybody has promised one trick and Ann leads."""
    asides = ("diamonds.6", "diamonds.7", "diamonds.8")
    seats = [{"hand": hand, "aside": aside} for hand, aside in zip(hands, asides, strict=True)]
    return read(position(*seats, **{"phase": "play", "deals": 1} | keys))


def play(play: Play[Any, Any, Any], *cards: str) -> Play[Any, Any, Any]:
    """Play these cards in turn."""
    for card in cards:
        assert play.asked is not None
        play.answer({"do": "play", "by": play.names[play.asked.players[0]], "card": card})
    return play


def total(play: Play[Any, Any, Any]) -> list[int]:
    return [score["total"] for score in play.game.rules.scores(play.state)]


# --- rules


def test_the_dealer_deals_seven_cards_to_each_and_everybody_lays_one_aside() -> None:
    play = read(position(), seed=3)
    play.answer({"do": "deal", "by": "Ann"})
    assert [len(seat.hand) for seat in play.state.seats] == [7, 7, 7]
    assert len({card for seat in play.state.seats for card in seat.hand}) == 21
    for player in (2, 0, 1):
        assert play.asked is not None and player in play.asked.players
        play.answer({"do": "aside", "by": play.names[player], "card": play.state.seats[player].hand[0]})
    assert play.headline == "Ann: play the first card"


@pytest.mark.parametrize(
    ("cards", "taker"),
    [
        (["hearts.7", "hearts.queen", "hearts.9"], "Ben"),
        (["hearts.7", "clubs.ace", "diamonds.ace"], "Ann"),
        (["hearts.ace", "spades.6", "hearts.king"], "Ben"),
        (["hearts.ace", "spades.6", "spades.10"], "Cal"),
        (["spades.9", "spades.10", "spades.jack"], "Cal"),
    ],
)
def test_the_highest_trump_takes_the_trick_or_else_the_highest_of_the_suit_that_was_led(
    cards: list[str], taker: str
) -> None:
    rest = ["clubs.6", "clubs.7", "clubs.8"]
    game = play(in_play(*([card, other] for card, other in zip(cards, rest, strict=True))), *cards)
    assert [seat.name for seat in game.state.seats if seat.tricks] == [taker]
    assert game.headline == f"{taker} took the trick and plays the first card of the next one"


def test_who_has_the_suit_that_was_led_plays_it() -> None:
    game = play(in_play(["hearts.7", "clubs.6"], ["hearts.8", "spades.7"], ["clubs.9", "spades.8"]), "hearts.7")
    with pytest.raises(Forbidden, match="Ben has hearts, and has to follow"):
        play(game, "spades.7")
    assert game.options == [{"do": "play", "by": "Ben", "card": "hearts.8"}]
    assert play(game, "hearts.8", "spades.8").headline.startswith("Cal took the trick and plays the first card")


@pytest.mark.parametrize(
    ("answer", "code", "rules"),
    [
        ({"do": "deal", "by": "Ann"}, "deal.not-now", ("AS1",)),
        ({"do": "play", "by": "Ben", "card": "hearts.8"}, "play.not-asked", ("AS3", "AS4")),
        ({"do": "play", "by": "Ann", "card": "hearts.8"}, "play.not-held", ("AS3", "AS4")),
    ],
)
def test_what_may_not_be_is_refused_by_its_rules_and_changes_nothing(
    answer: Json, code: str, rules: tuple[str, ...]
) -> None:
    play = in_play(["hearts.7"], ["hearts.8"], ["clubs.9"])
    before = play.write()
    with pytest.raises(Forbidden) as refused:
        play.answer(answer)
    assert [(reason.code, reason.rules) for reason in refused.value.reasons] == [(code, rules)]
    assert play.write() == before


def test_the_suit_of_the_card_aside_is_the_promise() -> None:
    cards = [f"{suit}.ace" for suit in ("clubs", "diamonds", "hearts", "spades")]
    assert [promise(Seat("Ann", aside=card)) for card in cards] == [0, 1, 2, 3]


def test_a_trick_counts_one_and_a_kept_promise_five_more() -> None:
    assert points(Seat("Ann", aside="hearts.6", tricks=2)) == 2 + KEPT
    assert points(Seat("Ann", aside="hearts.6", tricks=3)) == 3
    assert points(Seat("Ann", aside="clubs.6")) == KEPT
    assert points(Seat("Ann", tricks=1)) == 1
    game = play(in_play(["hearts.7"], ["hearts.8"], ["clubs.9"]), "hearts.7", "hearts.8", "clubs.9")
    assert total(game) == [0, 1 + KEPT, 0]
    assert game.headline == "Ben: deal 7 cards to each player"
    told = game.game.text.happening(game.state)
    assert told == (
        "Ann +0: promised 1, took 0. Ben +6: promised 1, took 1. Cal +0: promised 1, took 0. "
        "A kept promise counts 5 extra."
    )


def test_the_player_who_took_the_trick_is_marked_and_named_until_the_next_one_begins() -> None:
    hands = ["hearts.7", "clubs.9"], ["hearts.8", "clubs.10"], ["hearts.9", "clubs.jack"]
    cards = ["hearts.7", "hearts.8", "hearts.9"]
    game = play(in_play(*hands), *cards)
    shown = board(Session(GAME, game.state, GAME.rules.chance(), Book()).view)
    assert [seat["took"] for seat in shown["seats"]] == [False, False, True]
    seen = [GAME.text.decision(game.state, game.asked, REAL_TABLE, player) for player in range(3)]
    assert seen[2] == "You took the trick: play the first card of the next one"
    assert seen[0].startswith("Cal took the trick and plays the first card")
    assert play(game, "clubs.jack").headline == "Ann: follow clubs if you can"


def test_a_hand_is_shown_by_suit_and_value_and_stored_as_it_was_dealt() -> None:
    hand = ["spades.7", "clubs.10", "hearts.6", "clubs.9"]
    game = in_play(
        hand,
        ["diamonds.9", "diamonds.10", "diamonds.jack", "diamonds.queen"],
        ["diamonds.king", "diamonds.ace", "hearts.7", "hearts.8"],
    )
    seen = [card["id"] for card in game.game.display.seat(game.state, 0)["hand"]]
    assert seen == ["clubs.9", "clubs.10", "hearts.6", "spades.7"]
    assert list(game.state.seats[0].hand) == hand
    places = [game.game.box.card(game.state, card)["order"] for card in seen]
    assert places == sorted(places)


def test_after_as_many_deals_as_players_the_game_is_over_and_most_points_win() -> None:
    game = play(in_play(["hearts.7"], ["hearts.8"], ["clubs.9"], deals=3), "hearts.7", "hearts.8", "clubs.9")
    assert game.asked is None
    assert game.game.rules.winners(game.state) == ["Ben"]
    [reason] = game.game.rules.points(game.state, game.events)[1]["entries"]
    assert (reason["points"], reason["text"]) == (6, "The deal brings Ann 0, Ben 6, Cal 0")
    assert reason["rules"] and len(reason["rules"]) == len(reason["rules_words"])


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (position({"hand": ["hearts.6"]}, {}, {}, phase="aside"), "seats"),
        (position({"hand": ["hearts.2"]}, {}, {}), "seats[0].hand[0]"),
        (position({"aside": "hearts.6"}, {"aside": "hearts.6"}, {}), None),
        (position(leader="Zed"), "leader"),
        (position(phase="intermission"), "phase"),
        (position({"lacks": ["cups"]}, {}, {}), "seats[0].lacks[0]"),
        (position({"points": -1}, {}, {}), "seats[0].points"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_field(wrong: Json, field: str | None) -> None:
    with pytest.raises(InputError) as told:
        read(wrong)
    assert told.value.field == field


# --- at a table with unknown hands


class Mat:
    """A table that knows only the cards placed."""

    def __init__(self) -> None:
        self.at = 0.0
        self.session = Session(GAME, GAME.rules.setup(["Ann", "Ben", "Cal"], {}), GAME.rules.chance(), Book())
        self.session.settle()

    def press(self, seat: int) -> Mat:
        self.at += 2.0
        self.session.observe(Press(self.at, f"seat{seat}"))
        return self

    def lay(self, seat: int, *cards: str) -> Mat:
        for card in cards:
            self.at += 2.0
            self.session.observe(Tag(self.at, f"seat{seat}.play", card))
            self.session.observe(Lift(self.at + 0.5, f"seat{seat}.play"))
        return self

    def told(self) -> str:
        return str(board(self.session.view))


def dealt() -> Mat:
    return Mat().press(1).lay(1, "hearts.6").lay(2, "clubs.6").lay(3, "spades.6")


def test_a_whole_deal_is_played_by_a_button_and_cards_alone() -> None:
    mat = dealt()
    for rank in ("7", "8", "9", "10", "jack", "queen"):
        mat.lay(1, f"diamonds.{rank}").lay(2, f"clubs.{rank}").lay(3, f"hearts.{rank}")
    assert [seat["points"] for seat in board(mat.session.view)["seats"]] == [6, KEPT, 0]
    assert not mat.session.view.record.irregularities
    assert mat.session.play.headline.startswith("Ben: deal")


def test_nothing_tells_what_lies_aside_before_the_deal_is_over() -> None:
    mat = dealt()
    assert "hearts.6" not in mat.told() and "spades.6" not in mat.told() and "promised" not in mat.told()
    for rank in ("7", "8", "9", "10", "jack", "queen"):
        assert "promised" not in mat.told()
        mat.lay(1, f"diamonds.{rank}").lay(2, f"clubs.{rank}").lay(3, f"hearts.{rank}")
    assert "hearts.6" in mat.told() and "promised 3" in mat.told()


def test_a_full_trick_is_shown_until_somebody_leads_to_the_next_one() -> None:
    mat = dealt().lay(1, "diamonds.7").lay(2, "clubs.7")
    assert [seat["last"] for seat in board(mat.session.view)["seats"]] == [None] * 3
    mat.lay(3, "hearts.7")
    assert [seat["last"]["id"] for seat in board(mat.session.view)["seats"]] == ["diamonds.7", "clubs.7", "hearts.7"]
    mat.lay(1, "diamonds.8")
    assert [seat["last"] for seat in board(mat.session.view)["seats"]] == [None] * 3


def test_the_own_phone_says_why_a_card_cannot_be_played_and_what_a_card_set_aside_promises() -> None:
    game = play(in_play(["hearts.6", "spades.9"], ["hearts.7", "clubs.7"], ["clubs.8", "clubs.9"]), "hearts.6")
    own = game.game.display.seat(game.state, 1)
    assert own["why_not"] == {"clubs.7": "You can follow: play a card of the suit that was led."}
    wait = f"Wait for {game.state.seats[1].name}."
    assert game.game.display.seat(game.state, 2)["why_not"] == dict.fromkeys(("clubs.8", "clubs.9"), wait)
    state = read(
        position(
            {"hand": ["diamonds.6", "spades.6"]},
            {"hand": ["clubs.6", "clubs.7"]},
            {"hand": ["hearts.6", "hearts.7"]},
            phase="aside",
            deals=1,
        )
    ).state
    assert [option["text"] for option in game.game.display.seat(state, 0)["options"]] == [
        "Set it aside: promise 1 trick",
        "Set it aside: promise 3 tricks",
    ]


def test_the_own_phone_says_that_a_player_cannot_follow_and_nobody_else_is_told() -> None:
    game = play(in_play(["hearts.6", "spades.9"], ["clubs.6", "clubs.7"], ["clubs.8", "clubs.9"]), "hearts.6")
    headline = game.game.text.decision
    assert headline(game.state, game.asked, ON_PHONES, 1) == "You have no hearts: play any card"
    assert headline(game.state, game.asked, ON_PHONES, None) == "Ben: follow hearts if you can"
    hidden = game.game.secrets.visible_to(game.state, None)
    assert headline(hidden, game.asked, ON_PHONES, 1) == "Follow hearts if you can"


def test_who_did_not_follow_and_has_the_suit_after_all_gets_nothing_for_the_promise() -> None:
    mat = dealt().lay(1, "diamonds.7").lay(2, "clubs.7").lay(3, "hearts.7")
    assert board(mat.session.view)["seats"][1]["tags"] == ["tricks: 0", "has no diamonds"]
    mat.lay(1, "diamonds.8").lay(2, "diamonds.9").lay(3, "hearts.8")
    seat = mat.session.state.seats[1]
    assert seat.revoked
    assert points(replace(seat, tricks=0)) == 0


def test_a_card_out_of_turn_is_noted_and_told_at_the_seat_and_the_game_goes_on() -> None:
    mat = dealt().lay(2, "clubs.7")
    assert [entry["code"] for entry in mat.session.view.record.irregularities] == ["play.not-asked"]
    assert mat.session.view.message(1) == "Ben is not asked now. Ann: play the first card."
    assert mat.session.play.headline == "Ann: play the first card"


def test_a_card_that_is_laid_back_where_it_lay_is_no_gesture() -> None:
    mat = Mat().press(1).lay(1, "hearts.6", "hearts.6").lay(2, "clubs.6").lay(3, "spades.6")
    assert not mat.session.view.record.irregularities
    assert mat.session.play.headline == "Ann: play the first card"


def test_where_a_card_that_was_said_to_lie_aside_is_played_nobody_knows_what_lies_there() -> None:
    mat = Mat().press(1).lay(1, "hearts.6").lay(2, "clubs.6")
    mat.session.say({"do": "aside", "by": "Cal", "card": "diamonds.7"}, mat.at)  # it was another card
    mat.lay(1, "diamonds.7")
    assert [seat.aside for seat in mat.session.state.seats] == ["hearts.6", "clubs.6", "?"]
    again = Session(GAME, GAME.rules.setup(["Ann", "Ben", "Cal"], {}), GAME.rules.chance(), Book())
    again.play.course.take_up(mat.session.play.events)
    assert again.state == mat.session.state


def test_where_two_are_said_to_have_laid_the_same_card_aside_both_are_unknown_once_they_are_turned_up() -> None:
    mat = Mat().press(1).lay(1, "hearts.6").lay(2, "clubs.6").lay(3, "hearts.6")
    assert [seat.aside for seat in mat.session.state.seats] == ["hearts.6", "clubs.6", "hearts.6"]
    for rank in ("7", "8", "9", "10", "jack", "queen"):
        mat.lay(1, f"diamonds.{rank}").lay(2, f"clubs.{rank}").lay(3, f"hearts.{rank}")
    state = mat.session.state
    assert [seat.aside for seat in state.seats] == ["?", "clubs.6", "?"]
    assert GAME.types.position_from_json(GAME.types.position_to_json(state)) == state
    assert [seat.points for seat in state.seats] == [6, KEPT, 0]


def test_on_a_drawn_mat_a_second_card_laid_aside_goes_back_into_the_hand_and_the_first_lies_there(
    tmp_path: Path,
) -> None:
    with running(tmp_path / "table.db") as house:
        house.command("start", game="asides", names=["Ann", "Ben", "Cal"])
        house.command("answer", do="deal", by="Ann")
        first, second = house.desk["hands"]["seat1"][:2]
        house.mat("tag", zone="seat1.play", thing=first)
        assert house.desk["zones"]["seat1.play"] == first
        house.mat("tag", zone="seat1.play", thing=second)
        assert house.desk["zones"]["seat1.play"] == first and second in house.desk["hands"]["seat1"]
        assert [each["code"] for each in house.desk["irregularities"]] == ["aside.not-asked"]
        house.command("undo")
        assert house.desk["zones"]["seat1.play"] is None and {first, second} <= {*house.desk["hands"]["seat1"]}


@pytest.mark.parametrize(
    ("zone", "thing", "words"),
    [
        ("stage.target", "hearts.7", "A card lies on the stage, where nobody plays one. Take it away."),
        ("seat2.play", "coin:Iago", "Something that is no card lies before Ben. Take it away."),
        (
            "seat2.play",
            "uid:04A2C3",
            "A tag that no deck knows (04A2C3) lies before Ben (seat2.play). Name it: cuelight tags enrol.",
        ),
    ],
)
def test_what_nobody_plays_becomes_a_question(zone: str, thing: str, words: str) -> None:
    mat = dealt()
    mat.session.observe(Tag(mat.at + 2.0, zone, thing))
    assert [question.text for question in mat.session.view.record.questions] == [words]


# --- its folder


def test_a_situation_is_printed_in_the_language_of_the_table() -> None:
    ben = {"hand": ["hearts.8", "?"], "tricks": 1, "points": 9, "lacks": ["clubs"], "revoked": True}
    unseen = {"hand": ["?", "?"]}
    state = GAME.types.position_from_json(position(unseen, ben, unseen, phase="play", deals=1))
    assert GAME.text.describe(state).splitlines()[:2] == [
        "leads the trick: Ann",
        "Ann  hand: 2 × card that nobody sees",
    ]
    assert GAME.text.describe(state).splitlines()[2] == (
        "Ben  hand: 8 of hearts, card that nobody sees; tricks: 1; points: 9; lacks: clubs; revoked: yes"
    )
    speak("de")
    assert GAME.text.describe(state).splitlines()[2] == (
        "Ben  Hand: Herz 8, Karte, die niemand sieht; Stiche: 1; Punkte: 9; hat nicht: Kreuz; hätte bedienen können: ja"
    )


def test_it_is_a_folder_of_few_lines_with_its_texts_beside_its_drawings() -> None:
    files = [file for file in FOLDER.rglob("*") if file.suffix in (".py", ".css", ".js", ".json", ".toml")]
    assert len(files) >= 5
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


def test_no_other_line_of_the_program_names_it() -> None:
    names = ("chips", "companion", "cuelight", "firmware_bridge", "hardware", "web", "bench", "tools")
    rooms = [ROOT / room for room in names]
    files = [ROOT / "pyproject.toml", *(file for room in rooms for file in room.rglob("*.*"))]
    kinds = (".py", ".css", ".js", ".html", ".toml")
    named = [file for file in files if file.suffix in kinds and "asides" in file.read_text(encoding="utf-8").lower()]
    assert named
    assert [file for file in named if FOLDER not in file.parents] == []


def test_the_rules_that_a_player_reads_say_which_suit_is_trump() -> None:
    assert f"{TRUMP.words.capitalize()} are trumps" in Asides().rule_texts()["AS5"]
