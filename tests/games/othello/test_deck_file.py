"""Deck files: all errors are listed with their lines, valid ones become decks, and two can be compared."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from companion.core import i18n as tongue
from companion.core.errors import InputError
from companion.deathmatch.decks.check import check_deck as check_deck_of_deathmatch
from companion.game.deck_files import Fault
from companion.games import game_of
from companion.othello.decks.check import CARD_FIELDS, STAGING_FIELDS, check_deck
from companion.othello.decks.file import new_deck_text
from companion.othello.model.cards import ScriptCard, Verb
from companion.othello.model.deck import CHANGES, OwnStaging, deck_names, deck_text, load_deck
from companion.othello.model.ruleset import edition_names
from companion.othello.notation.read import position_from_json
from cuelight.__main__ import main
from tests.support import ROOT

STAND_IN = deck_text("stand-in")
DECKS = game_of("othello").box.decks


def with_lines(**changes: str) -> str:
    """Return the stand-in deck with lines added below cards' ids: `with_lines(III_4='points = "two"')`."""
    text = STAND_IN
    for card, lines in changes.items():
        name = f'id = "{card.replace("_", ".")}"\n'
        assert name in text
        text = text.replace(name, f"{name}{lines}\n")
    return text


def changed(old: str, new: str) -> str:
    assert STAND_IN.count(old) >= 1
    return STAND_IN.replace(old, new, 1)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def the_fault(text: str) -> Fault:
    (fault,) = check_deck(text)
    return fault


OWN_STAGING = """
[[staging]]
id = "Masque"
text = "Everybody passes a card to the left."
changes = ["hand", "intrigue"]
copies = 2
"""
OWN_SCRIPT = """
[[card]]
id = "III.16"
character_1 = "Emilia"
verb = "confronts"
character_2 = "the audience"
points = 3
blank = true
"""
MORE = 'intrigue = 1\nspotlight = 2\ncoin = "Iago"\nhandkerchief = true\nline = "Sir!"\n'


# --- valid files


@pytest.mark.parametrize("name", deck_names())
def test_the_decks_that_come_with_the_program_are_right(name: str) -> None:
    assert check_deck(deck_text(name)) == []
    assert DECKS.read(deck_text(name)).deck == load_deck(name)


def test_cards_on_blank_ones_are_taken() -> None:
    found = DECKS.read(STAND_IN + OWN_STAGING + OWN_SCRIPT)
    assert found.deck.cards["III.16"].title == "Emilia confronts the audience"
    (own,) = found.deck.staging.values()
    assert (own.title, own.copies, own.changes) == ("Masque", 2, ("hand", "intrigue"))


# --- errors


@pytest.mark.parametrize(
    ("card", "line", "where", "reason"),
    [
        ("III_4", 'applause = "much"', "III.4 applause", "there is no such field"),
        ("I_8", 'coin = "Montano"', "I.8 coin", "must be one of: Iago, Othello"),
        ("I_8", "intrigue = -1", "I.8 intrigue", "must be a whole number from 0 on, not -1"),
        ("I_8", "intrigue = true", "I.8 intrigue", "must be a whole number from 0 on, not true"),
        ("I_8", "handkerchief = 1", "I.8 handkerchief", "must be true or false, not 1"),
        ("I_8", "points_lead = 3", "I.8 points_lead", "only a curtain card has it"),
        ("I_9", "points = 3", "I.9 points", "a curtain card has points_lead and points_company"),
        ("II_12", 'character_2 = "Cassio"', "II.12 character_2", "who conspires does it alone"),
    ],
)
def test_a_wrong_field_is_named_with_its_line(card: str, line: str, where: str, reason: str) -> None:
    text = with_lines(**{card: line})
    fault = the_fault(text)
    assert (fault.where, fault.line) == (where, line_of(text, f'id = "{card.replace("_", ".")}"\n{line}') + 1)
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("old", "new", "where", "reason"),
    [
        ('id = "stand-in"\n', "", "id", "is missing"),
        ("made_up = true", 'made_up = "yes"', "made_up", "must be true or false"),
        ('edition = "2024"', 'edition = "1604"', "edition", '"1604" is not one of: 2022, 2024'),
        ('verb = "confronts"', 'verb = "teases"', "I.1 verb", 'not "teases"'),
        ('id = "I.1"\n', 'id = "I.1"\nblank = true\n', "I.1", "is missing: the act has 12 cards in 2024 (C2)"),
        ('curtain = "half"\n', 'curtain = "full"\n', "Act I", "has no half curtain card (C8)"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, where: str, reason: str) -> None:
    faults = [fault for fault in check_deck(changed(old, new)) if fault.where == where]
    assert any(reason in fault.reason for fault in faults)


CURTAIN = """
[[card]]
id = "III.16"
character_1 = "Emilia"
verb = "confronts"
blank = true
curtain = "half"
points_lead = 1
points_company = 2
"""


NO_FIELD = f"there is no such field; there are: {', '.join(CARD_FIELDS)}"
NO_FIELD_ABOVE = "there is no such field; there are: game, id, title, made_up, edition, card, staging"
NO_COUNT = "must be a whole number from 0 on"
NO_VALUE = "is missing: a curtain card has points for the Lead and for the company (C8)"
ONLY_CURTAINS = "only a curtain card has it; write points, or say which curtain it is (C8)"
SOME_CHANGES = f"one of: {', '.join(CHANGES)}"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            changed("made_up = true", 'made_up = 1\nmood = "dark"').replace("\ntitle =", "\ntitel =", 1),
            [
                ("", "title", "is missing"),
                ("titel =", "titel", NO_FIELD_ABOVE),
                ("made_up = 1", "made_up", "must be true or false, not 1"),
                ("mood =", "mood", NO_FIELD_ABOVE),
            ],
        ),
        (
            changed('edition = "2024"', "edition = 2024"),
            [("edition =", "edition", f"2024 is not one of: {', '.join(edition_names())}")],
        ),
        (
            changed("[[card]]", 'id = "a"\n\n[[card]]').replace('id = "stand-in"', 'staging = "Masque"'),
            [("staging =", "staging", "write [[staging]] above each one")],
        ),
        (
            STAND_IN + '[[card]] # here\nid = 3\ncharacter_1 = "Hamlet"\n',
            [
                ("[[card]] # here", "card verb", "is missing"),
                ("id = 3", "card id", "must be ACT.POSITION, such as III.4, not 3"),
                (
                    'character_1 = "Hamlet"',
                    "card character_1",
                    "must be one of: Montano, Brabantio, Lodovico, Bianca, Emilia, Roderigo, Cassio, Desdemona, Iago, "
                    'Othello, not "Hamlet"',
                ),
            ],
        ),
        (
            STAND_IN + '[[card]] # here\ncurtain = "quarter"\nverb = "sings"\npoints = 22\n',
            [
                ("[[card]] # here", "card id", "is missing"),
                ("[[card]] # here", "card character_1", "is missing"),
                ("[[card]] # here", "card points_lead", NO_VALUE),
                ("[[card]] # here", "card points_company", NO_VALUE),
                ('curtain = "quarter"', "card curtain", 'must be one of: half, full, not "quarter"'),
                (
                    'verb = "sings"',
                    "card verb",
                    'must be one of: confronts, convinces, conspires, wounds, kills, not "sings"',
                ),
                (
                    "points = 22\n",
                    "card points",
                    "a curtain card has points_lead and points_company in its place (C8)",
                ),
            ],
        ),
        (
            STAND_IN + OWN_SCRIPT.replace('"confronts"', '"kills" # here').replace("the audience", "everybody"),
            [('character_2 = "everybody"', "III.16 character_2", '"everybody" is no character who can be wounded')],
        ),
        (
            STAND_IN + OWN_SCRIPT.replace('"confronts"', '"wounds" # here').replace("character_2 =", "# no"),
            [('[[card]]\nid = "III.16', "III.16 character_2", "is missing: who wounds, does it to somebody (K5, K6)")],
        ),
        (
            STAND_IN + OWN_SCRIPT.replace('"the audience"', "16"),
            [("character_2 = 16", "III.16 character_2", "must be text with something in it, not 16")],
        ),
        (
            STAND_IN + OWN_SCRIPT.replace("blank", "points_lead = 11\npoints_company = 12\nblank"),
            [
                ("points_lead = 11", "III.16 points_lead", ONLY_CURTAINS),
                ("points_company = 12", "III.16 points_company", ONLY_CURTAINS),
            ],
        ),
        (
            STAND_IN + OWN_SCRIPT.replace('"confronts"', '"conspires" # here'),
            [('character_2 = "the aud', "III.16 character_2", "who conspires does it alone; leave it out")],
        ),
        (
            STAND_IN + "[[staging]]\n",
            [("[[staging]]", "staging card id", "is missing"), ("[[staging]]", "staging card text", "is missing")],
        ),
        (
            STAND_IN
            + '[[staging]]\nid = ""\ntext = 1\ntitle = 2\nprice = -3\ncopies = "4"\nmood = 5\nchanges = ["hand", 6]\n',
            [
                ('id = ""', "staging card id", 'must be text with something in it, not ""'),
                ("text = 1", "staging card text", "must be text with something in it, not 1"),
                ("title = 2", "staging card title", "must be text with something in it, not 2"),
                ("price = -3", "staging card price", f"{NO_COUNT}, not -3"),
                ('copies = "4"', "staging card copies", f'{NO_COUNT}, not "4"'),
                ("mood = 5", "staging card mood", f"there is no such field; there are: {', '.join(STAGING_FIELDS)}"),
                ('changes = ["hand", 6]', "staging card changes", f"6 is not {SOME_CHANGES}"),
            ],
        ),
        (
            STAND_IN + OWN_STAGING.replace('["hand", "intrigue"]', "7"),
            [("changes = 7", "Masque changes", f"must be a list of some of: {', '.join(CHANGES)}")],
        ),
        (
            STAND_IN + OWN_STAGING.replace("Masque", "Seize"),
            [('id = "Seize"', "Seize id", "Seize is a card of the box; give your own another id")],
        ),
        (
            STAND_IN + OWN_STAGING.replace("Masque", "?"),
            [('id = "?"', "? id", "looks like a script card, or like one that is not known; choose another")],
        ),
        (
            STAND_IN + OWN_STAGING.replace("Masque", "Bianca"),
            [
                (
                    'id = "Bianca"',
                    "Bianca id",
                    "is a character, or a word that the companion uses for something else; choose another",
                )
            ],
        ),
        (
            STAND_IN + OWN_SCRIPT.replace("blank = true\n", ""),
            [
                (
                    'id = "III.16"',
                    "III.16 id",
                    "the act has 15 cards in 2024 (C2); a card of your own needs blank = true",
                )
            ],
        ),
        (
            changed('id = "II.3"', 'id = "II.3"\nblank = true'),
            [('[[card]]\nid = "II.12"', "II.3", "is missing: the act has 12 cards in 2024 (C2)")],
        ),
        (
            changed('curtain = "half"', 'curtain = "full"'),
            [
                ('[[card]]\nid = "I.12"', "Act I", "has no half curtain card (C8)"),
                ('[[card]]\nid = "I.12"', "Act I", "has more than one full curtain card: I.9, I.12 (C8)"),
            ],
        ),
        (
            STAND_IN + OWN_STAGING.replace("copies = 2", "copies = 4"),
            [("[[staging]]", "Masque", "the box of 2024 has 3 blank cards, and this is number 4 (C11)")],
        ),
    ],
)
def test_what_is_wrong_is_told_in_full(text: str, faults: list[tuple[str, str, str]]) -> None:
    expected = [(line_of(text, part), where, reason) for part, where, reason in faults]
    assert [tuple(fault) for fault in check_deck(text)] == expected


@pytest.mark.parametrize("key", ["points_lead", "points_company"])
@pytest.mark.parametrize("value", ['"two"', "-1", "true"])
def test_both_values_of_a_curtain_card_are_numbers(key: str, value: str) -> None:
    text = re.sub(rf"{key} = \d", f"{key} = {value}", CURTAIN)
    found = [fault for fault in check_deck(STAND_IN + text) if fault.where == f"III.16 {key}"]
    assert [fault.reason for fault in found] == [f"must be a whole number from 0 on, not {value}"]


@pytest.mark.parametrize("key", ["points_lead", "points_company"])
def test_a_curtain_card_needs_both_values(key: str) -> None:
    found = check_deck(STAND_IN + re.sub(rf"{key} = \d\n", "", CURTAIN))
    reason = "is missing: a curtain card has points for the Lead and for the company (C8)"
    assert (f"III.16 {key}", reason) in [(fault.where, fault.reason) for fault in found]


@pytest.mark.parametrize(
    ("line", "field", "reason"),
    [
        ("points = 1.5", "points", "must be a whole number from 0 on, not 1.5"),
        ("spotlight = false", "spotlight", "must be a whole number from 0 on, not false"),
        ("title = 3", "title", "must be text with something in it, not 3"),
        ("line = 3", "line", "must be text, not 3"),
        ('blank = "yes"', "blank", 'must be true or false, not "yes"'),
        (
            "points_company = 3",
            "points_company",
            "only a curtain card has it; write points, or say which curtain it is (C8)",
        ),
    ],
)
def test_a_field_of_a_blank_card_is_told_in_full(line: str, field: str, reason: str) -> None:
    own = re.sub(rf"^{field} = .*\n", "", OWN_SCRIPT, flags=re.MULTILINE) + line + "\n"
    assert (f"III.16 {field}", reason) in [(fault.where, fault.reason) for fault in check_deck(STAND_IN + own)]


def test_a_wound_needs_somebody_who_can_have_it() -> None:
    own = OWN_SCRIPT.replace("confronts", "wounds")
    assert the_fault(STAND_IN + own).where == "III.16 character_2"
    assert "can be wounded" in the_fault(STAND_IN + own).reason
    missing = own.replace('character_2 = "the audience"\n', "")
    assert "is missing" in the_fault(STAND_IN + missing).reason


def test_cards_written_in_one_line_stand_in_that_line() -> None:
    faults = check_deck('id = "a"\ntitle = "A"\ncard = [{id = "I.1", verb = "sings"}, {id = "I.1"}]\n')
    assert [(fault.where, fault.reason) for fault in faults if fault.line == 3] == [
        ("I.1 character_1", "is missing"),
        ("I.1 verb", 'must be one of: confronts, convinces, conspires, wounds, kills, not "sings"'),
        ("I.1 character_1", "is missing"),
        ("I.1 verb", "is missing"),
        ("I.1 id", "is in this deck already, in line 3"),
        *((f"I.{number}", "is missing: the act has 12 cards in 2024 (C2)") for number in range(2, 13)),
        ("Act I", "has no half curtain card (C8)"),
        ("Act I", "has no full curtain card (C8)"),
    ]


def test_the_rulebook_may_state_every_field() -> None:
    assert check_deck(STAND_IN + OWN_SCRIPT + f"rulebook = {json.dumps(CARD_FIELDS)}\n") == []


def test_what_the_rulebook_states_are_fields() -> None:
    fault = the_fault(STAND_IN + OWN_SCRIPT + 'rulebook = ["applause"]\n')
    assert (fault.where, fault.reason) == ("III.16 rulebook", "must be a list of the fields that the rulebook states")


def test_who_does_not_star_in_the_act_is_told() -> None:
    fault = the_fault(STAND_IN + OWN_SCRIPT.replace("Emilia", "Brabantio"))
    assert (fault.where, fault.reason) == ("III.16 character_1", "Brabantio does not star in Act III (C1)")


def test_a_card_that_stands_there_twice_tells_the_other_line() -> None:
    text = STAND_IN + OWN_SCRIPT + OWN_SCRIPT
    fault = the_fault(text)
    first = line_of(text, 'id = "III.16"')
    assert fault.reason == f"is in this deck already, in line {first}"
    assert fault.line == first + OWN_SCRIPT.count("\n")


def test_a_card_too_many_has_to_be_on_a_blank_one() -> None:
    fault = the_fault(STAND_IN + OWN_SCRIPT.replace("blank = true\n", ""))
    assert "needs blank = true" in fault.reason


def test_there_are_three_blank_cards() -> None:
    text = STAND_IN + OWN_STAGING + OWN_SCRIPT + OWN_SCRIPT.replace("III.16", "III.17")
    assert the_fault(text).reason == "the box of 2024 has 3 blank cards, and this is number 4 (C11)"


def test_a_blank_card_too_many_is_told_without_a_name_too() -> None:
    text = STAND_IN + "[[card]]\nblank = true\n" * 4
    last = Fault(text.count("\n") - 1, "card", "the box of 2024 has 3 blank cards, and this is number 4 (C11)")
    assert check_deck(text)[-1] == last


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"Masque"', '"Seize"', "is a card of the box"),
        ('"Masque"', '"IV.99"', "looks like a script card"),
        ('"Masque"', '"?x"', "looks like a script card"),
        ('["hand", "intrigue"]', '["weather"]', "is not one of: intrigue, spotlight"),
        ('["hand", "intrigue"]', '"hand"', "must be a list"),
        ("copies = 2", "copies = 1.5", "must be a whole number"),
        ('text = "Everybody passes a card to the left."\n', "", "is missing"),
    ],
)
def test_a_wrong_staging_card_is_told(old: str, new: str, reason: str) -> None:
    assert reason in the_fault(STAND_IN + OWN_STAGING.replace(old, new)).reason


def test_all_mistakes_are_listed_in_the_order_of_their_lines() -> None:
    text = with_lines(I_3="spotlight = -2", V_9="verb2 = 1", II_5='coin = ""') + OWN_STAGING.replace("Masque", "Revive")
    faults = check_deck(text)
    assert [fault.where for fault in faults] == ["I.3 spotlight", "II.5 coin", "V.9 verb2", "Revive id"]
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)


def test_a_file_that_is_no_toml_says_where() -> None:
    fault = the_fault('id = "a"\ntitle = \n')
    assert fault.line == 2
    assert fault.reason.startswith("is not TOML: ")
    assert the_fault("[[card]\n").line == 1
    assert the_fault('id = "a"\ntitle = """b\n\n') == Fault(4, "", "is not TOML: Unterminated string")


def test_a_deck_without_cards_lacks_all_of_them() -> None:
    faults = check_deck('title = "A"\nid = "a"\n')
    assert {fault.line for fault in faults} == {1}
    assert [fault.where for fault in faults if fault.where.startswith("V")] == [f"V.{n}" for n in range(1, 17)]
    curtains = [(fault.where, fault.reason) for fault in faults if fault.where.startswith("Act")]
    assert curtains == [
        (f"Act {act}", f"has no {curtain} curtain card (C8)")
        for act in ("I", "II", "III", "IV", "V")
        for curtain in ("half", "full")
    ]


def test_lines_within_long_texts_are_no_fields() -> None:
    long = OWN_SCRIPT + 'line = """\n[[card]]\npoints = 7\n"""\nspotlight = "x"\n'
    assert the_fault(STAND_IN + long).line == line_of(STAND_IN + long, 'spotlight = "x"')


def test_a_deck_with_a_mistake_is_not_read() -> None:
    with pytest.raises(InputError, match=r"line \d+: I.3 spotlight: must be a whole number.*\n.*V.9 verb2"):
        DECKS.read(with_lines(I_3="spotlight = -2", V_9="verb2 = 1"))


# --- a new file


@pytest.mark.parametrize("edition", edition_names())
def test_a_new_deck_lacks_only_what_the_owner_has_to_fill_in(edition: str) -> None:
    faults = check_deck(new_deck_text(edition, "mine", "Mine"))
    lacking = {fault.where.split()[-1] for fault in faults}
    assert {"character_1", "verb"} <= lacking <= {"character_1", "verb", "points_lead", "points_company"}
    assert all(fault.reason.startswith("is missing") for fault in faults)


@pytest.mark.parametrize("title", ['The "good" copy', "C:\\cards", "Two\nlines"])
def test_a_new_deck_may_have_any_title(title: str) -> None:
    assert tomllib.loads(new_deck_text("2024", "mine", title))["title"] == title


def test_a_new_deck_has_what_the_rulebook_tells() -> None:
    text = new_deck_text("2024", "mine", "Mine")
    assert text.count("[[card]]") == 70
    assert [line for line in text.splitlines() if line.startswith("# ---")] == [
        "# --- Act I: Othello, Iago, Cassio, Roderigo, Brabantio, Desdemona",
        "# --- Act II: Othello, Iago, Cassio, Roderigo, Montano",
        "# --- Act III: Othello, Iago, Cassio, Desdemona, Bianca, Emilia",
        "# --- Act IV: Othello, Iago, Cassio, Desdemona, Bianca, Emilia, Roderigo, Lodovico",
        "# --- Act V: Othello, Iago, Cassio, Desdemona, Bianca, Emilia, Roderigo",
    ]
    assert '\nid = "mine"\ntitle = "Mine"\nmade_up = false\nedition = "2024"\n' in text
    assert f"some of: {', '.join(CHANGES)}\n" in text
    assert '\n[[card]]\nid = "I.1"\n' in text
    assert 'id = "IV.3"\ncharacter_1 = "Iago"\nverb = "conspires"\ncurtain = "half"\n' in text


# --- differences


def test_a_deck_does_not_differ_from_itself() -> None:
    assert DECKS.differences(DECKS.read(STAND_IN), DECKS.read(STAND_IN)) == []


def test_differences_are_told_field_by_field() -> None:
    other = DECKS.read(with_lines(I_8="handkerchief = true") + OWN_STAGING + OWN_SCRIPT)
    found = DECKS.differences(DECKS.read(STAND_IN), other)
    assert [(each.card, each.field, each.first, each.second) for each in found] == [
        ("I.8", "handkerchief", False, True),
        ("III.16", "", None, "Emilia confronts the audience"),
        ("Masque", "", None, "Masque"),
    ]
    back = DECKS.differences(other, DECKS.read(STAND_IN))
    assert [(each.card, each.field, each.first, each.second) for each in back] == [
        ("I.8", "handkerchief", True, False),
        ("III.16", "", "Emilia confronts the audience", None),
        ("Masque", "", "Masque", None),
    ]


def test_every_field_of_a_card_is_compared() -> None:
    other = DECKS.read(STAND_IN + OWN_STAGING + OWN_SCRIPT + MORE)
    mine = OWN_SCRIPT.replace("Emilia", "Bianca").replace('"confronts"', '"wounds"').replace("the audience", "Iago")
    first = DECKS.read(STAND_IN + OWN_STAGING.replace("copies = 2", "price = 1") + mine.replace("= 3", "= 4"))
    assert [(each.card, each.field, each.first, each.second) for each in DECKS.differences(first, other)] == [
        ("III.16", "title", "Bianca wounds Iago", "Emilia confronts the audience"),
        ("III.16", "character_1", "Bianca", "Emilia"),
        ("III.16", "verb", "wounds", "confronts"),
        ("III.16", "character_2", "Iago", "the audience"),
        ("III.16", "points", 4, 3),
        ("III.16", "intrigue", 0, 1),
        ("III.16", "spotlight", 0, 2),
        ("III.16", "coin", None, "Iago"),
        ("III.16", "handkerchief", False, True),
        ("III.16", "line", "", "Sir!"),
        ("Masque", "copies", 1, 2),
        ("Masque", "price", 1, 0),
    ]


def test_every_field_of_a_card_on_a_blank_one_is_read() -> None:
    read = DECKS.read(STAND_IN.replace('"2024"', '"2024-first"') + OWN_STAGING + OWN_SCRIPT + MORE)
    assert read.edition == "2024-first"
    assert read.deck.cards["III.16"] == ScriptCard(
        id="III.16",
        act=3,
        position=16,
        character_1="Emilia",
        verb=Verb.CONFRONTS,
        character_2="the audience",
        title="Emilia confronts the audience",
        points=3,
        intrigue=1,
        spotlight=2,
        coin="Iago",
        handkerchief=True,
        line="Sir!",
        made_up=True,
    )
    assert read.deck.staging["Masque"] == OwnStaging(
        "Masque", "Masque", "Everybody passes a card to the left.", 2, 0, ("hand", "intrigue")
    )


# --- the commands


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["deck", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_check_lists_all_that_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    text = with_lines(I_3="spotlight = -2", V_9="verb2 = 1")
    file.write_text(text, encoding="utf-8")
    status, out, _err = run(capsys, "check", str(file))
    assert status == 2
    first, second, last = out.splitlines()
    line = line_of(text, "spotlight = -2")
    assert first == f"{file}:{line}: I.3 spotlight: must be a whole number from 0 on, not -2"
    assert second.startswith(f"{file}:{line_of(text, 'verb2 = 1')}: V.9 verb2: there is no such field")
    assert last == f"2 mistakes in {file}"


def test_check_says_when_nothing_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(STAND_IN + OWN_STAGING, encoding="utf-8")
    status, out, _err = run(capsys, "check", str(file))
    assert (status, out) == (0, f"{file}: 70 script cards and 2 staging cards of your own; nothing is wrong.\n")
    assert run(capsys, "check", "stand-in")[0] == 0


def test_new_writes_a_file_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    assert run(capsys, "new", str(file), "--title", "Ours")[0] == 0
    text = file.read_text(encoding="utf-8")
    assert 'id = "mine"\ntitle = "Ours"' in text
    status, _out, err = run(capsys, "new", str(file))
    assert (status, err) == (2, f"cuelight: {file}: is there already, and is not overwritten; choose another name\n")
    assert run(capsys, "new", "-")[1].startswith("# A deck of The Tragedy of Othello")
    assert run(capsys, "new", str(tmp_path / "no" / "where.toml"))[0] == 2
    assert run(capsys, "new", "-", "--edition", "1604")[0] == 2


def test_show_has_every_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(STAND_IN + OWN_STAGING, encoding="utf-8")
    status, out, _err = run(capsys, "show", str(file))
    assert status == 0
    assert "Act I: 12 cards, 15 points" in out
    assert all(f"  {name} " in out for name in load_deck("stand-in").cards)
    assert "2 × Masque: Everybody passes a card to the left. [changes hand, intrigue]" in out


def test_what_show_prints_is_taken_as_the_deck_of_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    cards = json.loads(run(capsys, "show", "stand-in", "--json")[1])
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    state = position_from_json({"edition": "2024", "deck": cards, "lead": "Ann", "seats": seats})
    assert list(state.deck.cards) == list(load_deck("stand-in").cards)


def test_diff_tells_in_what_two_decks_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(with_lines(I_8="handkerchief = true") + OWN_SCRIPT, encoding="utf-8")
    status, out, _err = run(capsys, "diff", "stand-in", str(file))
    assert status == 0
    assert out.splitlines() == [
        "I.8 handkerchief: false → true",
        f"III.16: only in {file}: Emilia confronts the audience",
        "2 differences",
    ]
    assert run(capsys, "diff", "stand-in", "stand-in")[1] == "no difference\n"


def test_a_file_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _out, err = run(capsys, "show", str(tmp_path / "none.toml"))
    assert status == 2
    assert "cannot be read" in err


def test_the_page_has_every_field() -> None:
    page = (ROOT / "docs" / "decks.md").read_text(encoding="utf-8")
    for field in (*CARD_FIELDS, *STAGING_FIELDS, *CHANGES):
        assert f"`{field}`" in page, field


def test_what_is_wrong_is_told_in_the_language_of_the_table_and_its_place_stays() -> None:
    lines = {"I_8": "intrigue = -1", "I_9": "points = 3", "III_4": 'applause = "much"'}
    othello = with_lines(**lines, II_12='character_2 = "Cassio"').replace('curtain = "half"\n', 'curtain = "full"\n', 1)
    deathmatch = 'title = 3\n[[card]]\nkind = "action"\nid = "?a"\npoints = 1.5\nwings = 2\n'
    texts = othello, "a = [" * 40, "="

    def told() -> list[Fault]:
        return [fault for text in texts for fault in check_deck(text)] + check_deck_of_deathmatch(deathmatch)

    english = told()
    tongue.speak("de")
    try:
        german = told()
    finally:
        tongue.speak("en")
    assert [fault[:2] for fault in german] == [fault[:2] for fault in english] and len(german) >= 15
    assert [fault.reason for fault, then in zip(english, german, strict=True) if fault.reason == then.reason] == []
