"""C11: the owners' own staging cards, whose text the table carries out and whose changes it reports."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.errors import InputError
from companion.core.verdict import Forbidden
from companion.othello.model.answers import answer_from_json, answer_to_json
from companion.othello.model.changes import changes_from_json, changes_to_json
from companion.othello.model.events import (
    CarriedOut,
    Discarded,
    Drew,
    Event,
    Failed,
    Gained,
    HandkerchiefTaken,
    LeadChanged,
    Paid,
    Returned,
    Wounded,
    event_from_json,
    event_to_json,
)
from companion.othello.model.evolve import fold
from companion.othello.model.vocabulary import Owed, WhyFailed
from companion.othello.notation.read import position_from_json, position_to_json
from companion.othello.rules.submit import lapse
from companion.othello.text.explain import explain
from tests.games.othello.rules.table import DECK, Json, Table

EVERYTHING = ["intrigue", "spotlight", "coin", "handkerchief", "wounds", "life", "lead", "hand"]


def own(name: str = "Masque", **more: Any) -> Json:
    """Return a staging card made from a blank card."""
    return {"id": name, "kind": "staging", "text": "Everybody does something.", "changes": EVERYTHING, **more}


def masque(card: Json | None = None, **more: Any) -> Table:
    """Ben, in the company, has the card in front of him on his turn; Cal is next, and Ann is the Lead."""
    seats: dict[str, Any] = {"Ben": {"placed": "Masque"}, "Cal": {"placed": "I.4"}}
    for name in ("Ann", "Ben", "Cal"):
        seats[name] = {**seats.get(name, {}), **more.pop(name, {})}
    return Table(deck=[*DECK, card or own()], turn="Ben", **seats, **more)


def carried_out(table: Table, *changes: Json) -> Table:
    """Play Ben's card with these changes; return the table."""
    table.play("Ben", "reveal")
    table.play("Ben", "carry-out", changes=list(changes))
    return table


def refused(table: Table, *changes: Json) -> list[tuple[str, tuple[str, ...]]]:
    """Return code and rules of each reason why Ben's card cannot have these changes."""
    table.play("Ben", "reveal")
    before = table.position
    with pytest.raises(Forbidden) as caught:
        table.play("Ben", "carry-out", changes=list(changes))
    assert table.position == before
    return [(reason.code, reason.rules) for reason in caught.value.reasons]


def told(events: Sequence[Event]) -> list[str]:
    """Return events with their kinds, which equality does not compare."""
    return [repr(event) for event in events]


def came_of_it(table: Table, *changes: Json) -> list[str]:
    """Return the events between carrying out Ben's card and its discard."""
    events = told(carried_out(table, *changes).game.events)
    (begin,), (end,) = (told(table.happened(kind)) for kind in (CarriedOut, Discarded))
    return events[events.index(begin) + 1 : events.index(end)]


def test_c11_the_table_is_asked_what_came_of_the_text() -> None:
    table = masque()
    table.play("Ben", "reveal")
    assert (table.decision.kind, table.decision.players) == ("carry-out", (1,))
    table.play("Ben", "carry-out")
    assert table.seat("Ben").done
    assert table.state.staging_discard == ["Masque"]
    assert table.seat("Ben").owes is Owed.SCRIPT  # P7: a staging card was played


def test_c11_a_card_that_changes_nothing_the_book_keeps_asks_nothing() -> None:
    table = masque(own(changes=[]))
    table.play("Ben", "reveal")
    assert table.seat("Ben").done
    assert table.happened(CarriedOut) == [CarriedOut(1, "Masque")]
    assert table.asked == ("reveal", ["Cal"])


def test_c11_who_plays_on_has_told_that_nothing_changed() -> None:
    table = masque(Ann={"placed": "I.1"})
    table.play("Ben", "reveal")
    table.play("Cal", "reveal")
    assert table.seat("Ben").done
    assert table.seat("Cal").done


def test_c11_time_that_runs_out_ends_it_too() -> None:
    table = masque()
    table.play("Ben", "reveal")
    lapse(table.game)
    assert table.seat("Ben").done


def test_c11_the_price_is_paid() -> None:
    table = carried_out(masque(own(price=2), Ben={"intrigue": 3}))
    assert table.seat("Ben").intrigue == 1


@pytest.mark.parametrize("do", ["reveal", "exit"])
def test_c11_who_cannot_pay_the_price_can_only_leave(do: str) -> None:
    table = masque(own(price=2), Ben={"intrigue": 1})
    table.play("Ben", do).everybody_passes()
    assert (table.seat("Ben").intrigue, table.seat("Ben").done) == (2, True)


def test_c11_a3_who_spends_the_price_on_protection_has_it_fail() -> None:
    table = masque(own(price=1), Ben={"intrigue": 1, "hand": ["No Drama"]}, Cal={"spotlight": 1})
    table.play("Ben", "reveal").play("Cal", "spotlight").play("Ben", "protect", with_="no-drama")
    assert table.happened(Failed) == [Failed(1, "Masque", WhyFailed.NO_INTRIGUE)]
    assert not table.happened(CarriedOut)
    assert table.seat("Ben").done
    assert table.asked == ("reveal", ["Cal"])


def test_c11_z1_it_can_be_seized_like_any_staging_card() -> None:
    table = masque(Cal={"placed": "Seize", "intrigue": 2})
    table.play("Ben", "reveal")
    table.play("Cal", "seize")
    assert not table.happened(CarriedOut)
    assert table.seat("Cal").spotlight == 1  # Z3


def test_c11_l1_it_can_be_blocked_by_a_spotlight() -> None:
    table = masque(Cal={"spotlight": 1})
    table.play("Ben", "reveal")
    table.play("Cal", "spotlight")
    assert table.seat("Ben").done
    assert not table.happened(CarriedOut)


def test_c11_tokens_are_told_as_they_are_now() -> None:
    table = carried_out(
        masque(Ann={"intrigue": 3, "spotlight": 2}),
        {"what": "intrigue", "of": "Ann", "now": 1},
        {"what": "intrigue", "of": "Cal", "now": 4},
        {"what": "spotlight", "of": "Ann", "now": 2},
        {"what": "spotlight", "of": "Ben", "now": 3},
    )
    assert [seat.intrigue for seat in table.state.seats] == [1, 0, 4]
    assert [seat.spotlight for seat in table.state.seats] == [2, 3, 0]


def test_c11_c6_coins_come_from_the_supply_and_go_back_to_it() -> None:
    table = masque(Ann={"coins": {"Iago": 2}})
    supply = dict(table.state.supply)
    carried_out(
        table,
        {"what": "coin", "of": "Ann", "name": "Iago", "now": 0},
        {"what": "coin", "of": "Cal", "name": "Iago", "now": 1},
        {"what": "coin", "of": "Cal", "name": "Emilia", "now": 1},
    )
    assert table.seat("Ann").coins == {}
    assert table.seat("Cal").coins == {"Iago": 1, "Emilia": 1}
    assert table.state.supply == supply | {"Iago": supply["Iago"] + 1, "Emilia": supply["Emilia"] - 1}


def test_c11_k9_the_handkerchief_changes_hands_or_goes_back_to_the_box() -> None:
    taken = carried_out(masque(Ann={"handkerchief": True}), {"what": "handkerchief", "of": "Cal"})
    assert taken.state.handkerchief == 2
    back = carried_out(masque(Ann={"handkerchief": True}), {"what": "handkerchief", "of": None})
    assert back.state.handkerchief is None
    kept = carried_out(masque(), {"what": "handkerchief", "of": None})
    assert kept.state.handkerchief is None


@pytest.mark.parametrize(
    ("holder", "of", "events"),
    [
        (None, "Ann", [HandkerchiefTaken(0, -1)]),
        ("Ann", "Cal", [HandkerchiefTaken(2, 0)]),
        ("Cal", "Ann", [HandkerchiefTaken(0, 2)]),
        ("Ann", None, [Returned("handkerchief", 0, "")]),
        ("Ann", "Ann", []),
        (None, None, []),
    ],
)
def test_c11_k9_the_book_tells_where_the_handkerchief_went(
    holder: str | None, of: str | None, events: list[Event]
) -> None:
    table = masque(**({holder: {"handkerchief": True}} if holder else {}))
    assert came_of_it(table, {"what": "handkerchief", "of": of}) == told(events)


def test_c11_the_book_tells_each_change_in_its_order() -> None:
    table = masque(
        Ann={"wounds": 3, "coins": {"Iago": 1}, "intrigue": 2},
        tiles={"Cassio": {"wounds": 2}, "Brabantio": {"dead": True}},
    )
    found = came_of_it(
        table,
        {"what": "wounds", "of": "Cal", "now": 1},
        {"what": "wounds", "of": "Ann", "now": 2},
        {"what": "wounds", "name": "Cassio", "now": 1},
        {"what": "wounds", "name": "Iago", "now": 1},
        {"what": "coin", "of": "Ann", "name": "Iago", "now": 0},
        {"what": "intrigue", "of": "Ann", "now": 1},
        {"what": "spotlight", "of": "Ben", "now": 1},
        {"what": "lead", "of": "Cal"},
    )
    events: list[Event] = [
        Gained(2, "wounds", 1),
        Returned("wounds", 0, ""),
        Returned("wounds", -1, "Cassio"),
        Wounded(1, "Iago"),
        Returned("coin", 0, "Iago"),
        Paid(0, "intrigue", 1),
        Gained(1, "spotlight", 1),
        LeadChanged(2),
    ]
    assert found == told(events)


def test_c11_what_is_so_already_changes_nothing() -> None:
    table = masque(
        Ann={"intrigue": 2, "wounds": 1, "coins": {"Iago": 1}},
        tiles={"Cassio": {"wounds": 2}, "Brabantio": {"dead": True}},
        supply={"Iago": 0},
    )
    assert not came_of_it(
        table,
        {"what": "intrigue", "of": "Ann", "now": 2},
        {"what": "coin", "of": "Ann", "name": "Iago", "now": 1},
        {"what": "wounds", "of": "Ann", "now": 1},
        {"what": "wounds", "name": "Cassio", "now": 2},
        {"what": "life", "name": "Brabantio", "now": False},
        {"what": "life", "name": "Cassio", "now": True},
        {"what": "lead", "of": "Ann"},
    )


def test_c11_w4_wounds_that_reach_the_limit_kill() -> None:
    table = masque(tiles={"Brabantio": {"wounds": 1}})
    limit = table.state.limit("Brabantio")
    carried_out(table, {"what": "wounds", "name": "Brabantio", "now": limit})
    assert "Brabantio" in table.state.dead
    assert table.state.wounds["Brabantio"] == 0
    assert table.seat("Ben").wounds == limit


def test_c11_wounds_can_be_taken_off_a_tile_and_away_from_a_player() -> None:
    table = carried_out(
        masque(Ann={"wounds": 3}, tiles={"Cassio": {"wounds": 2}}),
        {"what": "wounds", "name": "Cassio", "now": 1},
        {"what": "wounds", "of": "Ann", "now": 1},
        {"what": "wounds", "of": "Cal", "now": 2},
    )
    assert table.state.wounds["Cassio"] == 1
    assert [seat.wounds for seat in table.state.seats] == [1, 0, 2]


def test_c11_o2_iago_coins_among_wounds_go_back_to_the_supply() -> None:
    table = masque(
        edition="2022",
        Ann={"wounds": 2, "iago_wounds": 2},
        tiles={"Cassio": {"wounds": 2, "iago_coins": 1}},
    )
    supply = table.state.supply["Iago"]
    carried_out(
        table,
        {"what": "wounds", "name": "Cassio", "now": 0},
        {"what": "wounds", "of": "Ann", "now": 1},
    )
    assert table.state.supply["Iago"] == supply + 2
    assert table.seat("Ann").iago_wounds == 1
    assert position_to_json(position_from_json(table.position)) == table.position
    assert not table.state.iago_tokens  # as in a game without any there
    assert not table.state.iago_tokens.get("Cassio")


@pytest.mark.parametrize(
    ("wounds", "iago", "now", "iago_left"),
    [(3, 0, 2, 0), (4, 0, 2, 0), (3, 0, 0, 0), (4, 2, 2, 2), (4, 2, 1, 1), (4, 2, 0, 0), (2, 2, 1, 1)],
)
def test_c11_of_wounds_that_go_back_the_iago_coins_are_the_last(
    wounds: int, iago: int, now: int, iago_left: int
) -> None:
    table = masque(
        edition="2022",
        Ann={"wounds": wounds, "iago_wounds": iago},
        tiles={"Cassio": {"wounds": wounds, "iago_coins": iago}},
    )
    supply = table.state.supply["Iago"]
    carried_out(table, {"what": "wounds", "of": "Ann", "now": now}, {"what": "wounds", "name": "Cassio", "now": now})
    ann, state = table.seat("Ann"), table.state
    assert (ann.wounds, ann.iago_wounds) == (now, iago_left)
    assert (state.wounds["Cassio"], state.iago_tokens) == (now, {"Cassio": iago_left} if iago_left else {})
    assert state.supply["Iago"] == supply + 2 * (iago - iago_left)


def test_c11_k6_a7_a_text_can_kill_and_bring_back() -> None:
    table = carried_out(
        masque(tiles={"Cassio": {"wounds": 2}, "Brabantio": {"dead": True}}, set_aside=["I.5"]),
        {"what": "life", "name": "Cassio", "now": False},
        {"what": "life", "name": "Brabantio", "now": True},
        {"what": "life", "name": "Iago", "now": True},
    )
    assert table.state.dead == {"Cassio"}
    assert table.seat("Ben").wounds == 2
    assert table.pile("Ben") == ["I.5"]


def test_c11_a4_a_text_can_make_another_lead() -> None:
    assert carried_out(masque(), {"what": "lead", "of": "Cal"}).lead == "Cal"
    assert carried_out(masque(), {"what": "lead", "of": "Ann"}).lead == "Ann"


def test_c11_j1_the_new_lead_reveals_last_where_that_was_agreed() -> None:
    table = masque(rulings={"J1": "new-lead-last"}, Ann={"placed": "I.1"}, Cal={"placed": "I.4"})
    carried_out(table, {"what": "lead", "of": "Cal"})
    assert table.decision.players == (0,)


def test_c11_cards_change_hands() -> None:
    table = masque(Ann={"hand": ["I.1", "Exchange"]}, Cal={"hand": ["?script"]}, piles={"staging": 3, "script": 3})
    carried_out(
        table,
        {"what": "hand", "from": "Ann", "to": "Cal", "card": "I.1"},
        {"what": "hand", "from": "Cal", "to": "Ann", "card": "?script"},
        {"what": "hand", "from": "Ann", "card": "Exchange"},
        {"what": "hand", "to": "Ben", "card": "?staging"},
    )
    assert len(table.seat("Ann").hand) == 1
    assert table.seat("Cal").hand == ["?script"]  # nobody knows which one was passed on
    assert table.seat("Ben").hand == ["?staging"]
    assert table.state.staging_discard == ["Exchange", "Masque"]
    assert Drew(1, "staging", "?staging") in table.game.events


def test_c11_a_card_is_given_whether_or_not_its_pile_has_any() -> None:
    table = masque(Ann={"hand": ["I.1", "Exchange"]}, piles={"staging": 0})
    carried_out(table, {"what": "hand", "from": "Ann", "to": "Cal", "card": "Exchange"})
    assert (table.seat("Ann").hand, table.seat("Cal").hand) == (["I.1"], ["Exchange"])


def test_c11_p7_no_staging_card_is_drawn_for_a_script_card_that_is_not_there() -> None:
    table = masque(piles={"script": 0, "staging": 3})
    assert refused(table, {"what": "hand", "to": "Cal", "card": "?script"}) == [("carry-out.hand", ("C11", "P7"))]


def test_c11_p8_a_card_is_drawn_from_a_pile_that_is_made_anew() -> None:
    table = masque(piles={"staging": 0, "staging_discard": ["Exchange"], "script": 2})
    carried_out(table, {"what": "hand", "to": "Cal", "card": "?staging"})
    assert [len(seat.hand) for seat in table.state.seats] == [0, 0, 1]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"what": "coin", "of": "Ann", "name": "Iago", "now": 99}, ("carry-out.coin", ("C11", "C6"))),
        ({"what": "coin", "of": "Ann", "name": "Hamlet", "now": 1}, ("carry-out.coin", ("C11", "C6"))),
        ({"what": "wounds", "name": "Bianca", "now": 1}, ("carry-out.wounds", ("C11", "C1"))),
        ({"what": "wounds", "name": "Brabantio", "now": 1}, ("carry-out.wounds", ("C11", "K6"))),
        ({"what": "life", "name": "Bianca", "now": False}, ("carry-out.life", ("C11", "C1"))),
        ({"what": "hand", "from": "Cal", "to": "Ann", "card": "I.1"}, ("carry-out.hand", ("C11", "C2"))),
        ({"what": "hand", "from": "Ann", "to": "Cal", "card": "IX.9"}, ("carry-out.hand", ("C11", "C2"))),
        ({"what": "hand", "from": "Ann", "to": "Cal", "card": "I.3"}, ("carry-out.hand", ("C11", "C2"))),
        ({"what": "hand", "from": "Ann", "to": "Cal", "card": "?"}, ("carry-out.hand", ("C11", "C2"))),
        ({"what": "hand", "card": "?script"}, ("carry-out.hand", ("C11", "C11"))),
        ({"what": "hand", "to": "Ann", "card": "I.1"}, ("carry-out.hand", ("C11", "P7"))),
        ({"what": "hand", "to": "Ann", "card": "?staging"}, ("carry-out.hand", ("C11", "P7"))),
    ],
    ids=str,
)
def test_c11_what_cannot_be_is_refused_with_the_rule(change: Json, reason: tuple[str, tuple[str, ...]]) -> None:
    table = masque(
        Ann={"hand": ["I.1"]}, Cal={"hand": ["Exchange"]}, tiles={"Brabantio": {"dead": True}}, piles={"staging": 0}
    )
    assert refused(table, change) == [reason]


def test_c11_all_that_cannot_be_is_told_at_once() -> None:
    changes: list[Json] = [{"what": "lead", "of": "Cal"}, {"what": "spotlight", "of": "Cal", "now": 1}]
    found = refused(masque(own(changes=["intrigue"])), *changes)
    assert found == [("carry-out.lead", ("C11", "C11")), ("carry-out.spotlight", ("C11", "C11"))]


def test_c11_each_change_is_judged_as_the_ones_before_it_left_things() -> None:
    table = masque(Ann={"coins": {"Iago": 1}}, supply={"Iago": 0})
    give = {"what": "coin", "of": "Cal", "name": "Iago", "now": 1}
    take = {"what": "coin", "of": "Ann", "name": "Iago", "now": 0}
    carried_out(table, take, give)
    assert table.seat("Cal").coins == {"Iago": 1}
    assert refused(masque(Ann={"coins": {"Iago": 1}}, supply={"Iago": 0}), give, take)


def test_c11_what_the_card_may_change_is_told_to_who_changes_something_else() -> None:
    table = masque(own(changes=["intrigue", "coin"])).play("Ben", "reveal")
    with pytest.raises(Forbidden) as caught:
        table.play("Ben", "carry-out", changes=[{"what": "lead", "of": "Cal"}])
    assert [reason.message for reason in caught.value.reasons] == ["This card changes intrigue, coin, and not lead."]


def test_c11_nobody_tells_of_a_card_that_is_not_being_carried_out() -> None:
    table = masque()
    assert table.forbidden("Ben", "carry-out") == {"carry-out.not-now": ("C11",)}
    assert table.play("Ben", "reveal").forbidden("Cal", "carry-out") == {"carry-out.not-now": ("C11",)}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"what": "weather"}, "changes[0].what"),
        ({"what": "lead"}, "changes[0].of"),
        ({"what": "lead", "of": None}, "changes[0].of"),
        ({"what": "lead", "of": "Zoe"}, "changes[0].of"),
        ({"what": "lead", "of": "Ann", "now": 1}, "changes[0].now"),
        ({"what": "intrigue", "of": "Ann", "now": -1}, "changes[0].now"),
        ({"what": "intrigue", "of": "Ann", "now": True}, "changes[0].now"),
        ({"what": "wounds", "now": 1}, "changes[0]"),
        ({"what": "wounds", "of": "Ann", "name": "Iago", "now": 1}, "changes[0]"),
        ({"what": "life", "name": "Iago", "now": 0}, "changes[0].now"),
        ({"what": "hand", "card": 4, "from": "Ann"}, "changes[0].card"),
        ("lead", "changes[0]"),
    ],
    ids=str,
)
def test_c11_a_change_that_is_not_one_is_refused_with_its_field(change: Any, field: str) -> None:
    with pytest.raises(InputError) as caught:
        answer_from_json({"by": "Ann", "do": "carry-out", "changes": [change]}, ["Ann", "Ben"])
    assert caught.value.field == field


def test_c11_an_answer_is_read_as_it_was_written() -> None:
    changes = [
        {"what": "coin", "of": "Ann", "name": "Iago", "now": 2},
        {"what": "handkerchief", "of": None},
        {"what": "wounds", "now": 3, "name": "Cassio"},
        {"what": "wounds", "now": 1, "of": "Ben"},
        {"what": "life", "name": "Cassio", "now": False},
        {"what": "hand", "card": "?script", "from": "Ann", "to": "Ben"},
        {"what": "hand", "card": "Seize", "to": "Ben"},
    ]
    data = {"by": "Ann", "do": "carry-out", "changes": changes}
    assert answer_to_json(answer_from_json(data, ["Ann", "Ben"]), ["Ann", "Ben"]) == data


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"what": "wounds", "name": "Cassio", "now": 3, "of": None}, {"what": "wounds", "name": "Cassio", "now": 3}),
        ({"what": "hand", "card": "Seize", "from": None, "to": None}, {"what": "hand", "card": "Seize"}),
    ],
    ids=str,
)
def test_c11_null_is_nobody(change: Json, same: Json) -> None:
    read, other = (changes_from_json([each], ["Ann", "Ben"]) for each in (change, same))
    assert read == other
    assert changes_to_json(read, ["Ann", "Ben"]) == [same]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"what": "lead"}, "lead needs the field 'of'"),
        ({"what": "coin", "of": "Ann", "name": "Iago"}, "coin needs the field 'now'"),
        ({"what": "coin", "of": "Ann", "name": "Iago", "now": 1000}, "must be a whole number from 0 to 999, not 1000"),
        ({"what": "lead", "of": "Ann", "now": 1}, "lead has no field 'now'; it has: of"),
        ({"what": "wounds", "now": 1, "card": "I.1"}, "wounds has no field 'card'; it has: now, of, name"),
        ({"what": "wounds", "now": 1}, "needs either 'of', a player, or 'name', a character"),
        ({"what": "lead", "of": "Zoe"}, '"Zoe" is not one of: Ann, Ben'),
        (
            {"what": "weather"},
            '"weather" is not one of: '
            "intrigue, spotlight, coin, handkerchief, wounds, life, lead, hand, points, scored",
        ),
    ],
    ids=str,
)
def test_c11_what_is_no_change_is_told_in_full(change: Json, told: str) -> None:
    with pytest.raises(InputError) as caught:
        changes_from_json([change], ["Ann", "Ben"])
    assert caught.value.what == told


def test_c11_the_position_in_the_middle_of_it_is_the_same_when_read_again() -> None:
    table = masque(own(price=1, copies=2), Ben={"intrigue": 2})
    table.play("Ben", "reveal")
    again = position_from_json(table.position)
    assert position_to_json(again) == table.position
    assert again.frames == table.state.frames


def test_c11_the_events_alone_tell_it() -> None:
    table = masque(Ann={"coins": {"Iago": 1}, "handkerchief": True}, tiles={"Cassio": {"wounds": 2}})
    start, count = table.state.copy(), len(table.game.events)
    carried_out(
        table,
        {"what": "coin", "of": "Ann", "name": "Iago", "now": 0},
        {"what": "handkerchief", "of": None},
        {"what": "wounds", "name": "Cassio", "now": 0},
        {"what": "wounds", "of": "Cal", "now": 2},
        {"what": "spotlight", "of": "Cal", "now": 2},
    )
    events = [event_from_json(event_to_json(event)) for event in table.game.events[count:]]
    assert position_to_json(fold(start, events)) == table.position


def test_c11_g2_the_points_that_a_text_brought_are_explained_by_it() -> None:
    table = carried_out(
        masque(), {"what": "wounds", "of": "Cal", "now": 2}, {"what": "spotlight", "of": "Cal", "now": 1}
    )
    entries = explain(table.state, table.game.events)[2]
    assert sum(entry.points for entry in entries) == table.score("Cal").total == 3
    assert all("C11" in entry.rules and "Masque" in entry.text for entry in entries)
