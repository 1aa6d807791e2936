"""Explanations of points: the entries of a score add up to it at every moment, and refer to the right events."""

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench.random_games import new_random_game, next_answer, sensible_answer
from companion.journal import Journal
from companion.othello.model import events as e
from companion.othello.model.cards import Role
from companion.othello.model.events import Event, Flow, Scored, event_from_json, event_to_json
from companion.othello.model.game import Game
from companion.othello.model.state import State
from companion.othello.model.vocabulary import WhyFailed
from companion.othello.notation.read import position_from_json
from companion.othello.rules.options import decision
from companion.othello.rules.scoring import score
from companion.othello.rules.submit import apply
from companion.othello.text.explain import BEFORE, Entry, changes, explain, moments
from companion.othello.text.why import RULES, why
from cuelight.__main__ import main
from tests.games.othello.rules.table import BARE, DECK, Table, card

STEP = 25


def parts(entries: tuple[Entry, ...]) -> dict[str, int]:
    return {part: sum(entry.points for entry in entries if entry.part == part) for part in score_parts()}


def score_parts() -> tuple[str, ...]:
    return tuple(score(position_from_json(PLAIN), 0)._asdict())


def assert_adds_up(state: State, events: list[Event]) -> None:
    for player, entries in enumerate(explain(state, events)):
        assert parts(entries) == score(state, player)._asdict()
        for entry in entries:
            assert entry.points > 0 and entry.text and entry.rules
            assert list(entry.events) == sorted(entry.events)


def finished(seed: int) -> Game:
    rng, game = random.Random(seed), new_random_game(seed, 2 + seed % 5)
    while (asked := decision(game.state)) is not None:
        apply(game, sensible_answer(game.state, rng, asked))
    return game


PLAIN: dict[str, Any] = {"edition": "2024", "lead": "Ann", "seats": [{"name": name} for name in ("Ann", "Ben", "Cal")]}


# --- sums


@pytest.mark.parametrize("seed", range(5))
def test_the_reasons_add_up_to_the_score_at_every_moment(seed: int) -> None:
    rng, game = random.Random(seed), new_random_game(seed, 2 + seed % 5)
    answer = sensible_answer if seed % 2 else next_answer
    step = 0
    while (asked := decision(game.state)) is not None:
        if step % STEP == 0:
            assert_adds_up(game.state, game.events)
        apply(game, answer(game.state, rng, asked))
        step += 1
    assert_adds_up(game.state, game.events)


@pytest.mark.parametrize("seed", range(3))
def test_they_add_up_when_the_beginning_is_not_known(seed: int) -> None:
    game = finished(seed)
    for begin in (len(game.events) // 3, len(game.events) // 2, len(game.events)):
        assert_adds_up(game.state, game.events[begin:])


def test_a_reason_tells_the_act_and_the_scene() -> None:
    game = finished(1)
    for entries in explain(game.state, game.events):
        for entry in entries:
            event = game.events[entry.events[-1]]
            if isinstance(event, Scored) and entry.part == "script":
                assert entry.act == game.state.deck.cards[event.card].act
                assert entry.scene is not None


# --- reasons


def reasons(table: Table, player: str, part: str) -> list[Entry]:
    names = [seat.name for seat in table.state.seats]
    return [entry for entry in explain(table.state, table.game.events)[names.index(player)] if entry.part == part]


def test_where_no_scene_has_begun_since_it_is_that_of_the_position() -> None:
    table = Table(scene=4, Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"placed": "I.3"}).play("Ben", "reveal")
    (entry,) = explain(table.state, table.game.events)[1]
    assert (entry.part, entry.act, entry.scene) == ("script", 1, 4)


def test_a_seized_card_says_from_whom() -> None:
    table = Table(Ann={"placed": "I.1"}, Ben={"placed": "I.4"}, Cal={"placed": "Seize", "intrigue": 1})
    table.play("Ben", "reveal").play("Cal", "seize")
    (entry,) = reasons(table, "Cal", "script")
    assert (entry.points, entry.rules) == (2, ("K2", "Z2", "G2"))
    assert "seized from Ben" in entry.text


def test_tokens_that_came_first_are_spent_first() -> None:
    table = Table(turn="Ann", Ann={"placed": "I.1", "hand": ["I.3"], "intrigue": 3})
    (entry,) = reasons(table, "Ann", "intrigue")
    assert (entry.text, entry.events, entry.act) == (f"{BEFORE} (3 tokens)", (), None)
    table.play("Ann", "improv", way="face-down", give="I.3").play("Ann", "reveal")
    (entry,) = reasons(table, "Ann", "intrigue")
    assert entry.text.startswith(f"{BEFORE} (2 tokens) and exit with")
    assert entry.rules == ("K8", "E1", "G2")


def test_wounds_are_counted_for_whoever_landed_the_last_one() -> None:
    table = Table(Ann={"placed": "I.8"}, Ben={"placed": "Seize"}, tiles={"Cassio": {"wounds": 4}})
    table.play("Ben", "exit").play("Ann", "reveal")
    (entry,) = reasons(table, "Ann", "wounds")
    assert (entry.points, entry.rules) == (5, ("K5", "W4", "G2"))


def test_the_handkerchief_says_from_whom() -> None:
    table = Table(act=3, turn="Ann", Ann={"handkerchief": True}, Ben={"placed": "III.6"}, Cal={})
    assert reasons(table, "Ann", "handkerchief")[0].events == ()
    table = Table(act=3, turn="Ben", Ann={"handkerchief": True}, Ben={"placed": "III.6"}).play("Ben", "reveal")
    (entry,) = reasons(table, "Ben", "handkerchief")
    assert (entry.points, entry.rules) == (3, ("K9", "G2"))
    assert "from Ann" in entry.text
    assert not reasons(table, "Ann", "handkerchief")


def test_the_bonuses_of_the_end_name_their_acts_and_characters() -> None:
    scored = ["I.4", "I.5", "I.7", "II.12", "III.3"]
    table = Table(act=5, turn="Ann", half_curtain=True, Ann={"placed": "V.16", "scored": scored}).play("Ann", "reveal")
    assert table.over
    (lead,) = reasons(table, "Ann", "lead_bonus")
    assert (lead.points, lead.text) == (2, "Iago in Act II, Act III and Act V")
    (company,) = reasons(table, "Ann", "company_bonus")
    assert (company.points, company.text, company.rules) == (2, "3 cards of Brabantio", ("G5",))


def test_events_that_cannot_have_led_to_a_state_are_refused() -> None:
    table = Table(turn="Ann", Ann={"placed": "I.1"}).play("Ann", "reveal")
    assert table.seat("Ann").intrigue == 1
    table.seat("Ann").intrigue = 0
    with pytest.raises(ValueError, match=r"^the events bring more tokens than there are$"):
        explain(table.state, table.game.events)


def test_an_entry_is_the_same_as_an_object() -> None:
    entry = Entry(2, "script", "a card", ("K2", "G2"), act=1, scene=3, events=(4, 7))
    assert entry.to_json() == {
        "points": 2,
        "part": "script",
        "text": "a card",
        "rules": ["K2", "G2"],
        "act": 1,
        "scene": 3,
        "events": [4, 7],
    }


def test_everybody_is_told_with_the_words_for_parts_events_and_rules() -> None:
    table = Table(scene=2, Ann={"placed": "I.1"}, Ben={"placed": "I.4", "intrigue": 3}).play("Ben", "reveal")
    assert why(table.state, table.game.events) == [
        {"name": "Ann", "total": 0, "entries": []},
        {
            "name": "Ben",
            "total": 3,
            "entries": [
                {
                    "points": 2,
                    "part": "script",
                    "text": "“Brabantio convinces Othello” (I.4), played as company",
                    "rules": ["K2", "G2"],
                    "act": 1,
                    "scene": 2,
                    "events": [2],
                    "part_words": "script cards",
                    "told": ["Ben scores “Brabantio convinces Othello”: 2 points."],
                    "rules_words": [RULES["K2"], RULES["G2"]],
                },
                {
                    "points": 1,
                    "part": "intrigue",
                    "text": f"{BEFORE} (3 tokens)",
                    "rules": ["G2"],
                    "act": None,
                    "scene": None,
                    "events": [],
                    "part_words": "intrigue",
                    "told": [],
                    "rules_words": [RULES["G2"]],
                },
            ],
        },
        {"name": "Cal", "total": 0, "entries": []},
    ]


# --- single entries, from a few events


def left(*seats: dict[str, Any], **keys: Any) -> State:
    """Return a state in which Ann and Ben have these values, as in a position."""
    both = [{"name": name, **BARE, **seat} for name, seat in zip(("Ann", "Ben"), (*seats, {}, {}), strict=False)]
    given = {"edition": "2024", "deck": DECK, "lead": "Ann", "scene": 3, **keys, "seats": [*both, {"name": "Cal"}]}
    return position_from_json(given)


def of_ann(events: list[Event], ann: dict[str, Any], **keys: Any) -> list[Entry]:
    """Return the entries of Ann's points for these values and events."""
    return list(explain(left(ann, **keys), events)[0])


@pytest.mark.parametrize(
    ("before", "text", "rules"),
    [
        ([], "tokens taken from the box", ()),
        ([e.Dealt(0, "I.1")], "the start of the game", ("S2",)),
        ([e.Succeeded(0, 0, "I.4")], "reward of “Brabantio convinces Othello” (I.4)", ("K2",)),
        ([e.Succeeded(0, 1, "I.4")], "reward of “Brabantio convinces Othello” (I.4)", ("K2", "Z2")),
        ([e.Exited(0, "I.4")], "exit with “Brabantio convinces Othello”", ("E1",)),
        (
            [e.Failed(0, "I.4", WhyFailed.WRONG_ROLE), e.Exited(0, "I.4")],
            "exit with “Brabantio convinces Othello”, which failed",
            ("K8", "E1"),
        ),
        (
            [e.Failed(1, "I.5", WhyFailed.WRONG_ROLE), e.Exited(0, "I.4")],
            "exit with “Brabantio convinces Othello”",
            ("E1",),
        ),
        ([e.Seized(0, 1, "Exchange")], "seizing Ben’s Exchange", ("Z3",)),
        ([e.Seized(0, 1, "I.9")], "seizing Ben’s “Desdemona confronts Brabantio”", ("Z2", "J11")),
        ([e.CarriedOut(0, "Masque")], "the text of Masque", ("C11",)),
        ([e.Undone(0, 1, "seize")], "back after Seize was undone", ("J8",)),
        ([e.Undone(0, 1, "spotlight")], "back after spotlight was undone", ("J8",)),
        (
            [e.Dealt(0, "I.1"), e.Exited(0, "I.4"), e.Passed(1, False)],
            "exit with “Brabantio convinces Othello”",
            ("E1",),
        ),
    ],
)
def test_a_token_tells_what_brought_it(before: list[Event], text: str, rules: tuple[str, ...]) -> None:
    events = [*before, e.Gained(0, "spotlight", 2)]
    found = of_ann(events, {"spotlight": 2})
    assert found == [Entry(2, "spotlight", f"{text} (2 tokens)", (*rules, "G2"), 1, 3, (len(before),))]


def test_g1_tokens_that_were_changed_tell_that() -> None:
    entry = Entry(2, "spotlight", "tokens changed between acts (2 tokens)", ("G1", "G2"), 1, 3, (0,))
    assert of_ann([e.Traded(0, "intrigue", 6)], {"spotlight": 2}) == [entry]


def test_tokens_of_several_reasons_are_told_together_where_they_make_one_point() -> None:
    events: list[Event] = [
        e.Exited(0, "I.1"),
        e.Gained(0, "intrigue", 1),
        e.Succeeded(0, 0, "I.3"),
        e.Gained(0, "intrigue", 2),
        e.Succeeded(0, 0, "I.6"),
        e.Gained(0, "intrigue", 4),
    ]
    exit_, third, sixth = (
        "exit with “Iago confronts Roderigo”",
        "reward of “Cassio confronts Othello” (I.3)",
        "reward of “Brabantio wounds Cassio” (I.6)",
    )
    assert of_ann(events, {"intrigue": 8}) == [
        Entry(1, "intrigue", f"{BEFORE}, {exit_} and {third}", ("E1", "K2", "G2"), 1, 3, (1, 3)),
        Entry(1, "intrigue", f"{third} and {sixth} (2 tokens)", ("K2", "G2"), 1, 3, (3, 5)),
    ]


def test_spotlights_of_one_reason_are_told_together() -> None:
    events: list[Event] = [e.Exited(0, "I.1"), e.Gained(0, "spotlight", 1), e.Gained(0, "spotlight", 1)]
    text = "exit with “Iago confronts Roderigo”"
    assert of_ann(events, {"spotlight": 4}) == [
        Entry(2, "spotlight", f"{BEFORE} (2 tokens)", ("G2",)),
        Entry(1, "spotlight", text, ("E1", "G2"), 1, 3, (1,)),
        Entry(1, "spotlight", text, ("E1", "G2"), 1, 3, (2,)),
    ]


@pytest.mark.parametrize(
    ("event", "changed"),
    [
        (e.Gained(1, "spotlight", 2), [("spotlight", 2)]),
        (e.Paid(1, "intrigue", 2), [("intrigue", -2)]),
        (e.Died(1, "Cassio", 4), [("wounds", 4)]),
        (e.Returned("wounds", 0, ""), [("wounds", -1)]),
        (e.Returned("wounds", -1, "Cassio"), []),
        (e.Returned("coin", 1, "Iago"), []),
        (e.Traded(1, "intrigue", 6), [("intrigue", -6), ("spotlight", 2)]),
        (e.Traded(1, "spotlight", 2), [("spotlight", -2), ("intrigue", 6)]),
        (e.Exited(1, "I.4"), []),
    ],
)
def test_an_event_gives_and_takes_tokens(event: Event, changed: list[tuple[str, int]]) -> None:
    assert list(changes(left(), event)) == changed


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([e.Exited(0, "I.1")], [(3, 5)]),
        (
            [e.Exited(0, "I.1"), e.SceneBegan(3), e.Exited(0, "I.1"), e.ActBegan(4), e.SceneBegan(1)],
            [(3, 2), (3, 3), (3, 3), (4, None), (4, 1)],
        ),
        ([e.Exited(0, "I.1"), e.SceneBegan(1)], [(3, None), (3, 1)]),
        ([e.Exited(0, "I.1"), e.ActBegan(3), e.SceneBegan(1)], [(2, None), (3, None), (3, 1)]),
        ([e.LeadChanged(0), e.ActBegan(1), e.SceneBegan(1)], [(1, None), (1, None), (1, 1)]),
    ],
)
def test_when_an_event_happened_is_told_as_far_as_it_is_known(
    events: list[Event], found: list[tuple[int | None, int | None]]
) -> None:
    assert moments(left(act=3, scene=5), events) == found


@pytest.mark.parametrize(
    ("brought", "more", "rules"),
    [
        (e.Scored(0, 0, "I.9", Role.COMPANY), "", ("K2", "C8", "G2")),
        (e.Scored(0, 1, "I.9", Role.COMPANY), ", seized from Ben", ("K2", "C8", "Z2", "G2")),
        (e.TakenOver(0, 2, "I.9", Role.COMPANY), ", seized from Cal", ("K2", "C8", "J11", "G2")),
        (e.Recovered(0, "I.9", Role.COMPANY), ", taken with Revive", ("K2", "C8", "A7", "G2")),
    ],
)
def test_a_scored_card_tells_how_it_came(brought: Event, more: str, rules: tuple[str, ...]) -> None:
    others = [e.Scored(1, 1, "I.9", Role.COMPANY), e.Scored(0, 0, "I.1", Role.LEAD)]
    text = f"“Desdemona confronts Brabantio” (I.9), played as company{more}"
    found = of_ann([others[0], brought, others[1]], {"scored": [{"card": "I.9", "as": "company"}]})
    assert found == [Entry(2, "script", text, rules, 1, 3, (1,))]


def test_cards_that_were_there_before_tell_that() -> None:
    found = of_ann([], {"scored": [{"card": "I.12", "as": "company"}, {"card": "I.4", "as": "lead"}], "points": 2})
    assert found == [
        Entry(1, "script", f"“Iago conspires” (I.12), played as company, {BEFORE}", ("K2", "C8", "G2")),
        Entry(2, "script", f"“Brabantio convinces Othello” (I.4), played as the Lead, {BEFORE}", ("K2", "G2")),
        Entry(2, "script", f"script cards that nobody named, {BEFORE}", ("K2", "G2")),
    ]


@pytest.mark.parametrize(
    ("before", "rules"),
    [
        ([], ("W4",)),
        ([e.Wounded(0, "Cassio")], ("W4",)),
        ([e.Scored(0, 0, "I.8", Role.LEAD), e.Wounded(0, "Cassio")], ("K5", "W4")),
        ([e.Scored(0, 0, "V.9", Role.LEAD)], ("K6",)),
        ([e.Scored(0, 0, "I.8", Role.LEAD), e.Wounded(1, "Cassio")], ("K6",)),
        ([e.Scored(0, 0, "I.8", Role.LEAD), e.Wounded(0, "Iago")], ("K6",)),
        ([e.Recovered(0, "I.8", Role.LEAD), e.Wounded(0, "Cassio")], ("A7", "W4")),
        ([e.Recovered(0, "V.9", Role.LEAD)], ("A7", "K6")),
        ([e.CarriedOut(0, "Masque"), e.Wounded(0, "Cassio")], ("C11", "W4")),
        ([e.IagoCoinUsed(0), e.Wounded(0, "Cassio", True)], ("O2", "W4")),
        ([e.Scored(0, 0, "I.8", Role.LEAD), e.Revealed(0, "Villainy"), e.Wounded(0, "Cassio")], ("A6", "W4")),
        ([e.Scored(0, 0, "I.8", Role.LEAD), e.Revealed(0, "I.1"), e.Wounded(0, "Cassio")], ("K5", "W4")),
    ],
)
def test_a_death_tells_what_killed(before: list[Event], rules: tuple[str, ...]) -> None:
    found = of_ann([*before, e.Died(0, "Cassio", 2), e.Passed(1, False)], {"wounds": 2})
    assert found == [Entry(2, "wounds", "Cassio’s wounds (2 tokens)", (*rules, "G2"), 1, 3, (len(before),))]


@pytest.mark.parametrize(
    ("events", "entry"),
    [
        ([], Entry(3, "handkerchief", f"the handkerchief, {BEFORE}", ("G2",))),
        ([e.HandkerchiefTaken(1, 0)], Entry(3, "handkerchief", f"the handkerchief, {BEFORE}", ("G2",))),
        ([e.HandkerchiefTaken(0, -1)], Entry(3, "handkerchief", "the handkerchief", ("K9", "G2"), 1, 3, (0,))),
        (
            [e.HandkerchiefTaken(0, 2), e.HandkerchiefTaken(1, 0), e.HandkerchiefTaken(0, 1)],
            Entry(3, "handkerchief", "the handkerchief, taken from Ben", ("K9", "G2"), 1, 3, (2,)),
        ),
    ],
)
def test_the_handkerchief_tells_how_it_came(events: list[Event], entry: Entry) -> None:
    assert of_ann(events, {"handkerchief": True}) == [entry]


def test_a_handkerchief_taken_from_the_first_player_says_so() -> None:
    (entry,) = explain(left({}, {"handkerchief": True}), [e.HandkerchiefTaken(1, 0)])[1]
    assert entry.text == "the handkerchief, taken from Ann"


def test_g5_the_bonuses_lead_to_the_cards_that_count_for_them() -> None:
    scored = ["I.4", "V.6", "III.6", "IV.1", "I.5", "II.12", "I.7", "III.3", "I.3"]
    brought: list[Event] = [e.Scored(0, 0, card, Role.LEAD) for card in ("I.7", "II.12", "IV.1", "III.6", "I.5")]
    found = of_ann(brought, {"scored": scored}, act=5, phase="over")
    bonuses = [entry for entry in found if entry.part.endswith("bonus")]
    assert bonuses == [
        Entry(1, "lead_bonus", "Iago in Act II and Act III", ("G5",), 5, 3, (1,)),
        Entry(2, "company_bonus", "3 cards of Brabantio", ("G5",), 5, 3, (0, 4)),
        Entry(2, "company_bonus", "3 cards of Bianca", ("G5",), 5, 3, (2, 3)),
    ]


@pytest.mark.parametrize(
    ("scored", "part"), [(["I.1", "II.12"], "lead_bonus"), (["I.4", "I.5", "I.7"], "company_bonus")]
)
def test_g5_one_bonus_comes_without_the_other(scored: list[str], part: str) -> None:
    found = of_ann([], {"scored": scored}, act=5, phase="over")
    assert [entry.part for entry in found] == ["script"] * len(scored) + [part]


def test_g5_where_only_cards_played_as_the_lead_count_only_their_acts_are_named() -> None:
    deck = [*(each for each in DECK if not each["id"].startswith("V.")), card("V.1", "Othello confronts Emilia", 2)]
    scored = [{"card": name, "as": "lead"} for name in ("V.1", "I.1", "II.12")] + [{"card": "III.3", "as": "company"}]
    events: list[Event] = [e.Scored(0, 0, "V.1", Role.LEAD)]
    found = of_ann(events, {"scored": scored}, edition="2022", deck=deck, act=5, phase="over")
    (bonus,) = [entry for entry in found if entry.part == "lead_bonus"]
    assert (bonus.text, bonus.events) == ("Iago and Othello in Act I, Act II and Act V", (0,))


def test_g5_before_the_end_there_is_no_bonus() -> None:
    found = of_ann([], {"scored": ["I.4", "I.5", "I.7", "II.12", "III.3"]}, act=5)
    assert {entry.part for entry in found} == {"script"}


def test_tokens_that_nobody_had_cannot_be_spent() -> None:
    with pytest.raises(ValueError, match=r"^the events spend tokens that are not there$"):
        of_ann([e.Paid(0, "intrigue", 3), e.Gained(0, "intrigue", 3)], {"intrigue": 2})


# --- the command


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["explain", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.fixture
def played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a file with the output of `cuelight play --json` for one card."""
    seats = [{"name": "Ann"}, {"name": "Ben", "placed": "I.4", "intrigue": 2}]
    position, answers, game = (tmp_path / name for name in ("position.json", "answers.jsonl", "game.json"))
    position.write_text(json.dumps({"edition": "2024", "lead": "Ann", "phase": "reveal", "seats": seats}))
    answers.write_text('{"by": "Ben", "do": "reveal"}\n{"by": "Ann", "do": "pass"}')
    assert main(["play", str(position), str(answers), "--json"]) == 0
    game.write_text(capsys.readouterr().out)
    return game


def test_the_command_tells_why(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, str(played), "--player", "Ben")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("Ben: 3 points")
    assert "(I.4), played as company  [Act I, scene 1; K2, G2]" in out
    assert "scores" in out and "Ann" not in out


def test_the_document_adds_up(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = run(capsys, str(played), "--json")
    players = json.loads(out)["players"]
    assert status == 0
    assert [player["name"] for player in players] == ["Ann", "Ben"]
    for player in players:
        assert player["total"] == sum(entry["points"] for entry in player["entries"])


def test_a_position_alone_is_explained_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(PLAIN))
    status, out, _err = run(capsys, str(position), "--player", "Cal")
    assert status == 0
    assert out.startswith("Cal: 2 points") and "[before; G2]" in out


def test_a_game_of_a_journal_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, file = finished(1), tmp_path / "evening.db"
    names = [seat.name for seat in game.state.seats]
    with closing(Journal.open(file)) as journal:
        for _ in range(2):
            journal.begin_game({"names": names, "edition": "2024", "deck": "stand-in", "seed": 1}, 0.0)
            journal.append("answer", {"text": "the whole game"}, 0.0)
            journal.append("events", [event_to_json(event) for event in game.events], 0.0)
        status, out, err = run(capsys, str(file), "--player", names[0], "--game", "1")  # also while a table uses it
    assert (status, err) == (0, "")
    assert out.startswith(f"{names[0]}: {score(game.state, 0).total} point")
    status, _out, err = run(capsys, str(file), "--game", "3")
    assert (status, err) == (2, f"cuelight: {file}: has no game 3; choose one of 1, 2\n")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"event": "Applauded"}, "events[0].event: there is no event 'Applauded'"),
        ({"player": "Zoë"}, "events[0].player"),
        ({"card": None, "event": "Gained"}, "events[0].token: is missing"),
    ],
)
def test_what_cannot_be_read_is_told(
    change: dict[str, Any], wrong: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(played.read_text())
    document["events"][0] |= change
    played.write_text(json.dumps(document))
    status, _out, err = run(capsys, str(played))
    assert status == 2
    assert wrong in err


def test_a_player_that_is_not_there_is_told(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _out, err = run(capsys, str(played), "--player", "Bo")
    assert (status, err) == (2, "cuelight: --player: there is no player 'Bo'; choose one of: Ann, Ben\n")


def test_events_are_read_as_they_were_printed() -> None:
    game = finished(2)
    names = [seat.name for seat in game.state.seats]
    for event in game.events:
        if not isinstance(event, Flow):
            printed = json.loads(json.dumps(event_to_json(event, names)))
            assert event_from_json(printed, names, "events[0]") == event
