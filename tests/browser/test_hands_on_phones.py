"""A closed table with hands on phones: the mat shows their backs, and no byte sent to others depends on the faces."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from companion.core.errors import InputError
from companion.table.viewer import HOST, Role, Viewer, seat_of
from cuelight.app.access.closed_table import doors_of
from cuelight.history.archive import Archive
from tests.support import twin_tables
from tests.support.phones import join_all
from tests.support.running_table import running
from tests.support.twin_tables import NAMES, STARTS, Table, begin, shown
from web.api.commands import QUESTIONS
from web.api.table_port import FORMS
from web.app.history import kept_page

Json = dict[str, Any]
twins = twin_tables.twins
MOST = 2000
DISCARDED = ("staging", "action", "trickster")
DEEDS = {"othello": 8, "deathmatch": 0, "asides": 4}


def told(table: Table) -> list[Any]:
    """Return the responses about a game to everybody, or to the host, and its stored files."""
    archive, game = Archive(table.house.path), table.house.table.game
    assert game is not None
    files = [archive.file(game, form) for form in FORMS]
    asked = [table.house.table.ask(question, {}) for question in QUESTIONS]
    return [*asked, archive.game(game), archive.replay(game), *files, kept_page(archive, game)]


def unseen_deed(table: Table) -> tuple[Viewer, Json] | None:
    """Return the next action in which no card becomes visible; None if there is none."""
    for player in range(len(NAMES)):
        seen = json.loads(table.house.table.own(player))
        own, lies = seen["own"], seen["board"]["seats"][player].get("card")  # another card may be played in its place
        kinds = {card["id"]: card.get("kind") for card in own["hand"]}
        for option in own["options"]:
            card, do = option.get("card"), option["answer"]["do"]
            if do in ("pass", "deal", "aside") or (do == "place" and not lies and kinds[card] == "script"):
                return seat_of(player), option["answer"]
    return None


@pytest.mark.parametrize("game", ["othello", "deathmatch"])
def test_the_companion_deals_who_begins_where_hands_are_on_phones(game: str, twins: list[Table]) -> None:
    """Nobody has a tile to look at, and if phones asked for it, the first to tap would be the Lead."""
    first = set()
    for table in twins:
        for _ in range(4):
            doors_of(table.house.table, table.house.path, table.house.clock)
            table.house.command("start", game=game, names=NAMES)
            assert table.house.desk["decision"]["kind"] not in ("lead", "protagonist")
            first.add(table.house.desk["decision"]["players"][0])
    assert len(first) > 1


@pytest.mark.parametrize("game", STARTS)
def test_the_wall_and_the_mat_are_sent_the_same_whatever_is_on_the_phones(game: str, twins: list[Table]) -> None:
    for table in twins:
        begin(table, STARTS[game])
    hands = [[json.loads(table.house.table.own(player))["own"]["hand"] for player in range(3)] for table in twins]
    assert hands[0] != hands[1] or game == "asides"  # dealt by a first answer
    deeds = 0
    while (both := [unseen_deed(table) for table in twins]) != [None, None]:
        assert shown(twins[0]) == shown(twins[1])
        for table, deed in zip(twins, both, strict=True):
            assert deed is not None and table.do(deed[0], "answer", deed[1]) == ""
        deeds += 1
    assert shown(twins[0]) == shown(twins[1])
    assert told(twins[0]) == told(twins[1])
    assert deeds >= DEEDS[game]
    assert all(name.startswith("?") for hand in twins[0].house.desk["hands"].values() for name in hand)


def test_the_host_neither_finds_nor_changes_a_card_face_down_by_a_correction(twins: list[Table]) -> None:
    table = twins[0]
    begin(table, STARTS["othello"])
    said: Json = {}
    while said.get("do") != "place":
        deed = unseen_deed(table)
        assert deed is not None
        asker, said = deed
        assert table.do(asker, "answer", said) == ""
    step, seen = len(table.house.desk["steps"]) - 1, table.house.desk
    other = next(card["id"] for card in json.loads(table.house.table.own(2))["own"]["hand"] if card["kind"] == "script")
    told = {table.do(HOST, "undo", {"to": step, "answer": said | {"card": card}}) for card in (said["card"], other)}
    assert len(told) == 1 and "laid, not said" in told.pop()
    assert table.house.desk == seen


def test_a_host_who_plays_is_not_told_whose_a_card_is_that_somebody_has_on_a_phone(twins: list[Table]) -> None:
    table = twins[0]
    begin(table, STARTS["othello"])
    hands = [json.loads(table.house.table.own(player))["own"]["hand"] for player in range(3)]
    held = {card["id"] for card in hands[0]}
    there = {card["id"] for hand in hands for card in hand} - held
    nowhere = {f"I.{number}" for number in range(1, 13)} - there - held
    assert there and nowhere
    ann = Viewer(Role.HOST, 0)
    told = {table.do(ann, "answer", {"do": "place", "by": "Ann", "card": card}) for card in there | nowhere}
    assert told == {"NotHeld: Ann does not have that card. Nothing was done: lay one from the hand of Ann."}


CORRECTION = {"do": "correct", "because": "agreed"}
SETTING = {"do": "carry-out", "source": "setting"}
OF_BEN: Json = {"what": "card", "card": "?action", "from": {"hand": "Ben"}}
PEEKS: list[tuple[str, Json, Json]] = [
    ("othello", CORRECTION, {"what": "hand", "card": "?script", "from": "Ben", "to": "Ann"}),
    ("deathmatch", CORRECTION, OF_BEN | {"to": {"hand": "Ann"}}),
    ("deathmatch", CORRECTION, OF_BEN | {"to": {"pile": "Ann"}}),  # she draws it from there
    ("deathmatch", SETTING, OF_BEN | {"to": {"hand": "Ann"}}),
    ("deathmatch", SETTING, OF_BEN | {"to": {"pool": "Ann"}}),
    ("deathmatch", SETTING | {"by": "Ann"}, OF_BEN | {"from": {"pile": "Ben"}, "to": {"hand": "Ann"}}),
]


@pytest.mark.parametrize(("game", "answer", "peek"), PEEKS)
def test_a_host_who_plays_looks_into_no_other_hand_by_what_is_said_to_have_changed(
    game: str, answer: Json, peek: Json, twins: list[Table]
) -> None:
    table = twins[0]
    begin(table, STARTS[game])
    own = table.house.table.own(0)
    told = table.do(Viewer(Role.HOST, 0), "answer", answer | {"changes": [peek]})
    assert "no hidden card changes hands here" in told
    assert json.loads(table.house.table.own(0))["own"] == json.loads(own)["own"]


def test_whoever_has_played_a_card_tells_on_the_phone_that_a_hidden_card_changes_hands(twins: list[Table]) -> None:
    table = twins[0]
    seats = [{"name": name, "hand": ["?action"] * 3, "pile": 9} for name in NAMES]
    waits = {"carrying": {"by": "Ann", "card": "One Fell Swoop"}, "trickster_played": True}
    position = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle", "seats": seats, **waits}
    begin(table, {"position": position})
    peek = {"by": "Ann", "do": "carry-out", "changes": [OF_BEN | {"to": {"hand": "Ann"}}]}
    assert "no hidden card changes hands here" in table.do(HOST, "answer", peek)
    assert table.do(seat_of(0), "answer", peek) == ""
    seats = table.house.board["seats"]
    assert [(seat["hand"], seat["pile"]) for seat in seats] == [(4, 9), (3, 8), (3, 9)]  # and Ben has drawn


def test_a_phone_turns_up_the_card_that_only_the_drawn_mat_knows(twins: list[Table]) -> None:
    """For example after an improv for which nobody named the card put down."""
    seats = [{"name": name, "placed": "?staging", "hand": ["?script"] * 5} for name in NAMES]
    begin(twins[0], {"position": {"edition": "2024", "phase": "reveal", "lead": "Ann", "turn": "Ann", "seats": seats}})
    own = json.loads(twins[0].house.table.own(0))["own"]
    offered = {"by": "Ann", "do": "reveal"}
    assert offered in [option["answer"] for option in own["options"]]
    assert twins[0].do(seat_of(0), "answer", offered) == ""
    assert f"Ann reveals {own['placed']['title']}" in [step["text"] for step in twins[0].house.desk["steps"]]


def test_who_exchanges_on_a_phone_chooses_each_card_and_nobody_else_is_told_which(twins: list[Table]) -> None:
    """This holds even if all of them have the same back. A1."""
    backs = {"Ann": ["?staging"] * 3, "Ben": ["?staging"] * 4, "Cal": ["?script"] * 3}
    seats = [{"name": name, "placed": "?script", "hand": hand, "intrigue": 9} for name, hand in backs.items()]
    seats[0]["placed"] = "Exchange"
    for table in twins:
        begin(table, {"position": {"edition": "2024", "phase": "reveal", "lead": "Ann", "turn": "Ann", "seats": seats}})
    hands = [own_hand(table, 0) for table in twins], [own_hand(table, 1) for table in twins]
    assert hands[0][0] != hands[0][1] and hands[1][0] != hands[1][1]
    for wanted in ({"do": "reveal"}, {"target": "Ben"}, {"look": True}, {"take"}, {"give"}):
        chosen = [option_of(table, wanted) for table in twins]
        for table, each in zip(twins, chosen, strict=True):
            assert table.do(seat_of(0), "answer", each) == ""
            if "take" in wanted:
                assert own_hand(table, 0).count(each["take"]) == hands[0][twins.index(table)].count(each["take"]) + 1
            if "give" in wanted:
                assert each["give"] in own_hand(table, 1)
        assert shown(twins[0]) == shown(twins[1])
        assert told(twins[0]) == told(twins[1])


EXCHANGE_STEPS: list[Json | set[str]] = [{"do": "reveal"}, {"target": "Ben"}, {"look": True}, {"take"}, {"give"}]


def exchanging(table: Table, *, phones: list[int], own: list[str]) -> None:
    """Let Ann be about to turn up an Exchange, with a hand visible to everybody at the mat."""
    backs = {"Ann": own, "Ben": ["?script"] * 3 + ["?staging"], "Cal": ["?script"] * 3}
    seats = [{"name": name, "placed": "?script", "hand": hand, "intrigue": 9} for name, hand in backs.items()]
    seats[0]["placed"] = "Exchange"
    position = {"edition": "2024", "phase": "reveal", "lead": "Ann", "turn": "Ann", "seats": seats}
    table.house.command("start", position=position)
    join_all(table.house, phones)
    table.house.catch_up()


def test_who_exchanges_at_an_open_mat_chooses_each_card_and_the_wall_is_told_none(twins: list[Table]) -> None:
    """Hands are open there, and the player has paid to look. A1."""
    for table in twins:
        exchanging(table, phones=[], own=["?script"] * 3 + ["?staging"])
    for wanted in EXCHANGE_STEPS:
        for table in twins:
            hands = table.house.desk["hands"]
            chosen = option_of(table, wanted, at_mat=True)
            assert table.do(HOST, "answer", chosen) == ""
            now = table.house.desk["hands"]
            came = chosen.get("take") or chosen.get("give")
            if came is not None:
                giver, taker = ("seat2", "seat1") if "take" in chosen else ("seat1", "seat2")
                assert came in hands[giver] and Counter(now[taker]) >= Counter([*hands[taker], came])
        assert shown(twins[0])[0] == shown(twins[1])[0]
        assert told(twins[0]) == told(twins[1])


def test_at_an_open_mat_no_other_card_is_taken_or_given(twins: list[Table]) -> None:
    table = twins[0]
    exchanging(table, phones=[], own=["?script"] * 3 + ["?staging"])
    for wanted, field in zip(EXCHANGE_STEPS[:4], (None, None, None, "take"), strict=True):
        chosen = option_of(table, wanted, at_mat=True)
        seen = table.house.desk
        others = [card for card in seen["cards"] if field and card not in seen["hands"]["seat2"]]
        assert all(
            "only by who looks into that hand" in table.do(HOST, "answer", chosen | {"take": card}) for card in others
        )
        assert table.house.desk["hands"] == seen["hands"] and table.do(HOST, "answer", chosen) == ""
    given = option_of(table, {"give"}, at_mat=True)
    seen = table.house.desk
    others = [card for card in seen["cards"] if card not in seen["hands"]["seat1"]]
    told = {table.do(HOST, "answer", given | {"give": card}) for card in others if not card.startswith("?")}
    assert len(others) > 5 and len(told) == 1 and "a card of a hand is laid, not said" in told.pop()
    assert table.house.desk["hands"] == seen["hands"]


def test_who_exchanges_at_the_mat_with_somebody_on_a_phone_is_shown_backs_there(twins: list[Table]) -> None:
    """Everybody sees the mat. The card that Ann gives is face up anyway."""
    for table in twins:
        exchanging(table, phones=[2, 3], own=["I.1", "I.2", "Seize"])
    hands = [own_hand(table, 1) for table in twins]
    assert hands[0] != hands[1]
    for wanted in EXCHANGE_STEPS[:4]:
        chosen = [option_of(table, wanted, at_mat=True) for table in twins]
        assert chosen[0] == chosen[1] and shown(twins[0]) == shown(twins[1])
        for table, each in zip(twins, chosen, strict=True):
            assert table.do(HOST, "answer", each) == ""
    assert chosen[0]["take"].startswith("?")
    for table in twins:
        table.house.catch_up()
        offered = [each["answer"]["give"] for each in table.house.desk["options"] if "give" in each["answer"]]
        assert sorted(offered) == ["I.1", "I.2", "Seize"]


@pytest.mark.parametrize("looks", [True, False])
@pytest.mark.parametrize("whose", ["Cal's", "Ben's", "own", "nobody's"])
def test_no_card_is_taken_by_its_name_but_one_of_a_hand_that_is_looked_into(
    twins: list[Table], looks: bool, whose: str
) -> None:
    """A phone may send a forged request. A1."""
    backs = {"Ann": ["?script"] * 3, "Ben": ["?script"] * 3, "Cal": ["?script"] * 3}
    seats = [{"name": name, "placed": "?staging", "hand": hand, "intrigue": 9} for name, hand in backs.items()]
    seats[0]["placed"] = "Exchange"
    table = twins[0]
    begin(table, {"position": {"edition": "2024", "phase": "reveal", "lead": "Ann", "turn": "Ann", "seats": seats}})
    steps: list[Json] = [{"do": "reveal"}, {"target": "Ben"}, {"look": True}]
    for wanted in steps[: 3 if looks else 2]:
        assert table.do(seat_of(0), "answer", option_of(table, wanted)) == ""
        table.house.clock.now += 2.0
        table.house.catch_up()
    before = [own_hand(table, player) for player in range(3)]
    held = {"Ann": before[0], "Ben": before[1], "Cal": before[2]}
    nobodys = next(f"I.{n}" for n in range(1, 13) if not any(f"I.{n}" in hand for hand in before))
    card = {"Cal's": held["Cal"][0], "Ben's": held["Ben"][0], "own": held["Ann"][0], "nobody's": nobodys}[whose]
    told = table.do(
        seat_of(0), "answer", {"by": "Ann", "do": "choose", "take": card} | ({} if looks else {"look": True})
    )
    after = [own_hand(table, player) for player in range(3)]
    if looks and whose == "Ben's":
        assert told == "" and card in after[0]
        step = table.house.desk["steps"][-1]["id"]
        other = {"by": "Ann", "do": "choose", "take": held["Cal"][0]}
        told = table.do(HOST, "undo", {"to": step, "answer": other})
        assert "no hidden card changes hands here" in told
        assert [own_hand(table, player) for player in range(3)] == after
    else:
        assert "only by who looks into that hand" in told
        assert after == before


@pytest.mark.parametrize("look", [True, False])
def test_a_phone_does_not_offer_to_give_back_the_card_just_taken(twins: list[Table], look: bool) -> None:
    """There is no second copy of a script card. A1."""
    backs = {"Ann": ["?script"] * 3, "Ben": ["?script"] * 4, "Cal": ["?script"] * 3}
    seats = [{"name": name, "placed": "?staging", "hand": hand, "intrigue": 9} for name, hand in backs.items()]
    seats[0]["placed"] = "Exchange"
    table, took = twins[0], ([{"take"}] if look else [])
    begin(table, {"position": {"edition": "2024", "phase": "reveal", "lead": "Ann", "turn": "Ann", "seats": seats}})
    held = own_hand(table, 0)
    steps: list[Json | set[str]] = [{"do": "reveal"}, {"target": "Ben"}, {"look": look}, *took]
    for wanted in steps:
        assert table.do(seat_of(0), "answer", option_of(table, wanted)) == ""
    option_of(table, {"give"})
    options = json.loads(table.house.table.own(0))["own"]["options"]
    assert {each["answer"]["give"] for each in options if "give" in each["answer"]} == set(held)


def own_hand(table: Table, player: int) -> list[str]:
    return [card["id"] for card in json.loads(table.house.table.own(player))["own"]["hand"]]


def option_of(table: Table, wanted: Json | set[str], *, at_mat: bool = False) -> Json:
    """Return the last answer with these fields offered to Ann on her phone, after the windows before it have closed."""
    for _ in range(20):
        offers = table.house.desk if at_mat else json.loads(table.house.table.own(0))["own"]
        options = [each["answer"] for each in offers["options"] if not at_mat or each["seat"] == 0]
        fits = [each for each in options if set(wanted) <= set(each)]
        if isinstance(wanted, dict):
            fits = [each for each in fits if each.items() >= wanted.items()]
        if fits:
            return dict(fits[-1])
        table.house.clock.now += 2.0  # windows close
        table.house.catch_up()
    raise AssertionError(f"{wanted} is not offered: {table.house.board['headline']}")


@pytest.mark.parametrize("game", STARTS)
def test_what_phones_show_is_enough_to_play_a_game(game: str, twins: list[Table]) -> None:
    """Random choices among the options on a seat's page: a short game, or the first act of a long one."""
    table, chance = twins[0], random.Random(game)
    begin(table, STARTS[game] | {"rulings": {"DJ1": "higher-any"}} if game == "deathmatch" else STARTS[game])
    for _ in range(MOST):
        board = table.house.board
        if board["table"]["state"] == "over" or board.get("act") == 2:
            break
        offered = [deed for player in range(len(NAMES)) for deed in offered_to(table, player)]
        if offered:
            player, name, body = chance.choice(offered)
            assert table.do(seat_of(player), name, body) == ""
        table.house.clock.now += 2.0  # time for lights to come on and windows to close
        with suppress(InputError):
            table.house.command("answer")  # for any command, the table first reads its clock
    else:
        raise AssertionError(f"it has not come to an end: {table.house.board['headline']}")


def offered_to(table: Table, player: int) -> Iterator[tuple[int, str, Json]]:
    """Return the large buttons on a seat's page: options, cards to choose, or the button of the seat."""
    own, seat = json.loads(table.house.table.own(player))["own"], table.house.board["seats"][player]
    if own.get("discard"):
        cards = [card["id"] for card in own["hand"] if card["kind"] in DISCARDED]
        yield player, "answer", {"by": own["name"], "do": "discard", "cards": cards[: own["discard"]]}
        return
    options = [each for each in own["options"] if each.get("look") != "besides" and each.get("group") != "permitted"]
    for option in options:
        yield player, "answer", option["answer"]
    is_dealt = seat["cue"] in ("draw-script", "draw-staging")
    if (
        (seat["press"] or seat["hold"])
        and not seat.get("anothers")
        and not is_dealt
        and all(each.get("look") == "first" for each in options)
    ):
        do = "press" if seat["press"] else "hold"
        yield player, "mat", {"do": do, "button": f"seat{player + 1}"}


def test_a_card_of_a_hand_on_a_phone_is_not_laid_at_the_mat_whatever_it_is(twins: list[Table]) -> None:
    table = twins[0]
    begin(table, STARTS["othello"])
    zone = {"do": "tag", "zone": "seat1.play"}
    told = {table.do(HOST, "mat", {**zone, "thing": thing}) for thing in ("I.1", "I.2", "I.3", "Seize", "?script")}
    assert told == {"NotHeld: Ann plays on a phone. Nothing was done: the card is laid there."}
    assert table.house.desk["zones"]["seat1.play"] is None


def test_no_card_that_lies_face_down_is_found_by_laying_each_on_the_stage(twins: list[Table]) -> None:
    table = twins[0]
    begin(table, STARTS["othello"])
    while table.house.desk["zones"]["seat1.play"] is None:
        deed = unseen_deed(table)
        assert deed is not None
        assert table.do(deed[0], "answer", deed[1]) == ""
    lying = table.house.desk["zones"]
    told = {table.do(HOST, "mat", {"do": "tag", "zone": "stage.target", "thing": f"I.{card}"}) for card in range(1, 13)}
    assert told == {"NotHeld: No hand that lies open here has that card. Nothing was done."}
    assert table.house.desk["zones"] == lying


def test_a_hand_lies_open_on_the_mat_until_a_phone_joins_and_again_in_the_next_game(twins: list[Table]) -> None:
    house = twins[0].house
    house.command("start", **STARTS["othello"])
    doors = doors_of(house.table, house.path, house.clock)
    key = doors.make_keys([2])[2]
    assert not any(card.startswith("?") for hand in house.desk["hands"].values() for card in hand)
    assert house.desk["phones"] == []
    doors.come_in(2, key)
    assert house.desk["phones"] == ["seat2"]
    assert house.desk["hands"]["seat2"] == ["?script"] * 3 + ["?staging"] * 3
    assert not any(card.startswith("?") for card in house.desk["hands"]["seat1"])
    house.command("start", **STARTS["othello"])
    assert not any(card.startswith("?") for hand in house.desk["hands"].values() for card in hand)


def test_a_game_that_is_opened_again_shows_no_hand_that_was_on_a_phone(twins: list[Table]) -> None:
    house = twins[0].house
    house.command("start", **STARTS["othello"])
    doors = doors_of(house.table, house.path, house.clock)
    keys, first = join_all(house, [2, 3]), house.table.game
    hands = house.desk["hands"]
    house.command("start", **STARTS["othello"])
    join_all(house, [1])
    house.command("reopen", game=first)
    assert house.desk["hands"] == hands
    assert doors.fits(2, keys[2]) and doors.fits(3, keys[3])
    house.command("start", **STARTS["othello"])
    house.command("reopen", game=3)
    house.table.stop()
    with running(house.path, wall=lambda: 1000.0) as later:
        doors = doors_of(later.table, later.path, later.clock)
        later.table.show_anew()
        assert later.desk["hands"] == hands and doors.fits(2, keys[2])
