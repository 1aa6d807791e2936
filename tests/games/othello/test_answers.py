"""Answers as JSON: results of each word, refusals by field and message, and round trips.

For answers that the rules forbid, also all reasons.
"""

from typing import Any

import pytest

from companion.core.errors import InputError
from companion.core.verdict import Forbidden, Reason, Verdict
from companion.othello.model.answers import Answer, Do, Token, answer_from_json, answer_to_json
from companion.othello.model.cards import Pile
from companion.othello.model.changes import Change
from companion.othello.model.frames import Choices
from companion.othello.model.vocabulary import Protection, Way
from companion.othello.rules.legality.check import legality
from companion.othello.rules.submit import submit
from tests.games.othello.rules.table import DECK, Json, Table

NAMES = ("Ann", "Ben", "Cal")
SAID_ALREADY = "says how something is that another change says already; say it once"
NOBODY = '"Dan" is not one of: Ann, Ben, Cal'

ANSWERS: list[tuple[dict[str, Any], Answer]] = [
    ({"do": "lead", "to": "Cal"}, Answer(Do.LEAD, -1, to=2)),
    ({"by": "Ben", "do": "place", "card": "I.1"}, Answer(Do.PLACE, 1, card="I.1")),
    ({"by": "Ann", "do": "draw", "from": "staging"}, Answer(Do.DRAW, 0, pile=Pile.STAGING)),
    ({"by": "Ann", "do": "trade", "give": "spotlight"}, Answer(Do.TRADE, 0, token=Token.SPOTLIGHT)),
    ({"by": "Ann", "do": "discard", "cards": ["Seize"]}, Answer(Do.DISCARD, 0, cards=("Seize",))),
    ({"by": "Cal", "do": "protect", "with": "desdemona"}, Answer(Do.PROTECT, 2, way=Protection.DESDEMONA)),
    (
        {"by": "Ben", "do": "reveal", "card": "Villainy", "pay": True, "wounds": ["Cassio"], "cut": {"Iago": 1}},
        Answer(Do.REVEAL, 1, card="Villainy", choices=Choices(pay=True, wounds=("Cassio",), cut=(("Iago", 1),))),
    ),
    (
        {"by": "Ben", "do": "reveal", "card": "Exchange", "target": "Ann", "look": False, "take": "I.1", "give": "I.2"},
        Answer(Do.REVEAL, 1, card="Exchange", choices=Choices(target=0, look=False, take="I.1", give="I.2")),
    ),
    (
        {"by": "Ben", "do": "coin", "coin": "Cassio", "improv": {"way": "hand", "give": "I.2", "draw": "script"}},
        Answer(Do.COIN, 1, coin="Cassio", choices=Choices(way=Way.HAND, give="I.2", draw=Pile.SCRIPT)),
    ),
    (
        {"by": "Ben", "do": "coin", "coin": "Iago", "on": "Bianca"},
        Answer(Do.COIN, 1, coin="Iago", choices=Choices(on="Bianca")),
    ),
    ({"do": "next-act"}, Answer(Do.NEXT_ACT)),
    ({"by": "Cal", "do": "next-act"}, Answer(Do.NEXT_ACT, 2)),
    ({"by": "Ann", "do": "lead", "to": "Ann"}, Answer(Do.LEAD, 0, to=0)),
    ({"by": "Ann", "do": "discard", "cards": []}, Answer(Do.DISCARD, 0)),
    ({"by": "Ann", "do": "coin", "coin": "Cassio"}, Answer(Do.COIN, 0, coin="Cassio")),
    (
        {"by": "Ann", "do": "coin", "coin": "Emilia", "target": "Cal", "look": True, "take": "Iago", "give": "?"},
        Answer(Do.COIN, 0, coin="Emilia", choices=Choices(target=2, look=True, take="Iago", give="?")),
    ),
    (
        {"by": "Ann", "do": "improv", "way": "face-down", "give": "I.1", "draw": "staging"},
        Answer(Do.IMPROV, 0, way=None, choices=Choices(way=Way.FACE_DOWN, give="I.1", draw=Pile.STAGING)),
    ),
    (
        {"by": "Ann", "do": "choose", "character": "Bianca", "play": False, "pay": False, "wounds": [], "cut": {}},
        Answer(Do.CHOOSE, 0, choices=Choices(character="Bianca", play=False, pay=False, wounds=(), cut=())),
    ),
    (
        {"by": "Ann", "do": "carry-out", "changes": [{"what": "lead", "of": "Ben"}]},
        Answer(Do.CARRY_OUT, 0, changes=(Change("lead", 1),)),
    ),
]


@pytest.mark.parametrize(("data", "answer"), ANSWERS)
def test_an_object_becomes_an_answer_and_back(data: dict[str, Any], answer: Answer) -> None:
    assert answer_from_json(data, NAMES) == answer
    assert answer_to_json(answer, NAMES) == data


@pytest.mark.parametrize(
    ("data", "field", "what"),
    [
        ("pass", None, 'an answer is an object such as {"by": "Ann", "do": "pass"}'),
        (
            {"by": "Ann", "do": "exit", "target": "Ben"},
            "target",
            "the answer 'exit' has no field 'target'; it may have: by, card",
        ),
        ({"by": "Ann", "do": "place"}, "card", "the answer 'place' needs the field 'card'"),
        ({"do": "pass"}, "by", "the answer 'pass' needs the field 'by'"),
        ({"by": "Dan", "do": "pass"}, "by", NOBODY),
        ({"do": "lead", "to": "Dan"}, "to", NOBODY),
        ({"by": "Ann", "do": "place", "card": 3}, "card", "must be text, not 3"),
        ({"by": "Ann", "do": "draw", "from": "hand"}, "from", '"hand" is not one of: script, staging'),
        ({"by": "Ann", "do": "trade", "give": "wounds"}, "give", '"wounds" is not one of: intrigue, spotlight'),
        ({"by": "Ann", "do": "discard", "cards": "Seize"}, "cards", 'must be a list, not "Seize"'),
        ({"by": "Ann", "do": "reveal", "target": "Dan"}, "target", NOBODY),
        ({"by": "Ann", "do": "reveal", "look": "yes"}, "look", 'must be true or false, not "yes"'),
        ({"by": "Ann", "do": "reveal", "wounds": [1]}, "wounds[0]", "must be text, not 1"),
        (
            {"by": "Ann", "do": "reveal", "cut": {"Iago": "one"}},
            "cut",
            'must be an object such as {"Cassio": 1}, not {"Iago": "one"}',
        ),
        (
            {"by": "Ann", "do": "reveal", "cut": {"Iago": True}},
            "cut",
            'must be an object such as {"Cassio": 1}, not {"Iago": true}',
        ),
        (
            {"by": "Ann", "do": "reveal", "cut": ["Iago"]},
            "cut",
            'must be an object such as {"Cassio": 1}, not ["Iago"]',
        ),
        ({"by": "Ann", "do": "discard", "cards": ["Seize", ""]}, "cards[1]", 'must be text, not ""'),
        ({"by": "Ann", "do": "protect", "with": "charm"}, "with", '"charm" is not one of: no-drama, desdemona'),
        ({"by": "Ann", "do": "reveal", "pay": 1}, "pay", "must be true or false, not 1"),
        ({"by": "Ann", "do": "choose", "play": 0}, "play", "must be true or false, not 0"),
        ({"by": "Ann", "do": "choose", "take": 1}, "take", "must be text, not 1"),
        ({"by": "Ann", "do": "choose", "give": 2}, "give", "must be text, not 2"),
        ({"by": "Ann", "do": "choose", "on": 3}, "on", "must be text, not 3"),
        ({"by": "Ann", "do": "choose", "character": 4}, "character", "must be text, not 4"),
        ({"by": "Ann", "do": "choose", "draw": "hand"}, "draw", '"hand" is not one of: script, staging'),
        (
            {"by": "Ann", "do": "coin", "coin": "Cassio", "improv": {"way": "foot"}},
            "way",
            '"foot" is not one of: hand, face-down',
        ),
        ({"by": "Ann"}, "do", f"null is not one of: {', '.join(Do)}"),
        ({"do": "next-act", "to": "Ann"}, "to", "the answer 'next-act' has no field 'to'; it may have: by"),
        (
            {"by": "Ann", "do": "coin", "coin": "Cassio", "improv": "hand"},
            "improv",
            "must be an object with way, give and draw",
        ),
        (
            {"by": "Ann", "do": "coin", "coin": "Cassio", "improv": {"way": "hand", "target": "Ben"}},
            "improv",
            "has no field 'target'; it may have: way, give, draw",
        ),
        (
            {"by": "Ann", "do": "coin", "coin": "Cassio", "give": "I.1", "improv": {"give": "I.2"}},
            "give",
            "'give' stands in the improv too; say it there alone",
        ),
        ({"by": "Ann", "do": "improv", "way": "foot"}, "way", '"foot" is not one of: hand, face-down'),
        *[
            ({"do": "correct", "because": "agreed", "changes": [first, second]}, "changes[1]", SAID_ALREADY)
            for first, second in (
                ({"what": "lead", "of": "Ann"}, {"what": "lead", "of": "Ben"}),
                ({"what": "intrigue", "of": "Ann", "now": 1}, {"what": "intrigue", "of": "Ann", "now": 2}),
                ({"what": "life", "name": "Iago", "now": True}, {"what": "life", "name": "Iago", "now": False}),
                ({"what": "scored", "card": "I.3", "of": "Ann"}, {"what": "scored", "card": "I.3", "of": None}),
            )
        ],
    ],
)
def test_what_is_no_answer_is_refused_at_its_field(data: Any, field: str | None, what: str) -> None:
    with pytest.raises(InputError) as caught:
        answer_from_json(data, NAMES)
    assert (caught.value.field, caught.value.what) == (field, what)


def test_who_answers_is_left_out_where_one_player_is_asked() -> None:
    assert answer_to_json(Answer(Do.PASS, 1), NAMES, with_by=False) == {"do": "pass"}


STARS = ("Othello", "Iago", "Cassio", "Roderigo", "Brabantio", "Desdemona")
MASQUE: Json = {"id": "Masque", "kind": "staging", "text": "Everybody does something.", "changes": ["hand"], "price": 2}
PLACED: Json = {"Ann": {"placed": "I.1"}, "Ben": {"placed": "I.4"}, "Cal": {"placed": "I.3"}}
LATE: Json = {"rulings": {"J11": "scene"}}
EXIT_ONLY: Json = {"rulings": {"J14": "exit-only"}}
BEN, CAL = {"by": "Ben", "do": "reveal"}, {"by": "Cal", "do": "reveal"}
SAFE = "protected for the rest of the scene"
CALS_TURN = "It is not the moment for this: Cal may do it in a turn of their own."

# A table, its answers in order, and all reasons against the last one
FORBIDDEN: list[tuple[Json, list[Json], list[tuple[str, str, str]]]] = [
    (
        {"Ben": {"placed": "?"}},
        [{**BEN, "card": "I.99"}],
        [("reveal.no-such-card", "C2 C4", "There is no card I.99 in this deck.")],
    ),
    (
        PLACED | {"Ben": {"placed": "?"}, "Cal": {"placed": "I.4"}},
        [{**BEN, "card": "I.4"}],
        [("reveal.elsewhere", "C2", "I.4 is with Cal.")],
    ),
    (
        PLACED | {"Ben": {"placed": "Villainy"}, "edition": "2022"},
        [{**BEN, "cut": {"Bianca": 1}}],
        [
            ("villainy.lead-only", "A6", "Only the Lead plays Villainy."),
            ("villainy.cut", "A6", "Bianca by 1 cannot be chosen for Villainy now."),
        ],
    ),
    (
        EXIT_ONLY
        | {"edition": "2022", "tiles": {name: {"dead": True} for name in STARS}, "Ben": {"placed": "Villainy"}},
        [BEN],
        [
            ("villainy.nobody", "A6", "No character of this act is alive."),
            ("villainy.lead-only", "A6", "Only the Lead plays Villainy."),
        ],
    ),
    (
        EXIT_ONLY | {"edition": "2022", "Ben": {"placed": "Revive"}},
        [BEN],
        [
            ("revive.nobody-dead", "A7", "No character of this act is dead."),
            ("revive.lead-only", "A7", "Only the Lead plays Revive."),
        ],
    ),
    (
        EXIT_ONLY | {"lead": "Ben", "edition": "2022", "tiles": {"Iago": {"dead": True}}, "Ben": {"placed": "Revive"}},
        [BEN],
        [("revive.no-intrigue", "A7", "Revive costs the lead 3 intrigue tokens; Ben has 0.")],
    ),
    (
        EXIT_ONLY | {"tiles": {"Iago": {"dead": True}}, "Ben": {"placed": "Revive", "intrigue": 2}},
        [BEN],
        [("revive.no-intrigue", "A7", "Revive costs the company 3 intrigue tokens; Ben has 2.")],
    ),
    (
        EXIT_ONLY | {"deck": [*DECK, MASQUE], "Ben": {"placed": "Masque", "intrigue": 1}},
        [BEN],
        [("own-card.no-intrigue", "C11", "Masque costs 2 intrigue tokens; Ben has 1.")],
    ),
    (
        PLACED | {"Ben": {"placed": "I.9"}},
        [{"by": "Ben", "do": "exit"}],
        [("exit.curtain", "E1 T3", "Nobody exits with a curtain card; it must be revealed.")],
    ),
    (
        PLACED,
        [{"by": "Ben", "do": "exit", "card": "I.5"}],
        [("exit.other-card", "P6", "I.5 is not the card that Ben placed.")],
    ),
    (
        PLACED,
        [{"by": "Ben", "do": "place", "card": "I.5"}],
        [
            ("place.not-in-hand", "P3", "Ben does not hold I.5."),
            ("place.not-now", "P3", "Cards are placed in the placement phase."),
        ],
    ),
    (
        PLACED,
        [{"by": "Ben", "do": "coin", "coin": "Cassio"}],
        [
            ("coin.none", "C6", "Ben has no Cassio coin."),
            ("improv.no-card", "I2", "Ben has no card in hand."),
        ],
    ),
    (
        PLACED,
        [{"by": "Cal", "do": "coin", "coin": "Emilia", "target": "Ben"}],
        [
            ("coin.none", "C6", "Cal has no Emilia coin."),
            ("emilia.target", "O6", "Ben cannot be chosen for Emilia: they do not have a coin that can be taken."),
            ("coin.not-now", "O1", CALS_TURN),
        ],
    ),
    (
        PLACED,
        [{"by": "Ben", "do": "coin", "coin": "Roderigo"}],
        [
            ("coin.none", "C6", "Ben has no Roderigo coin."),
            ("exchange.no-target", "A1", "There is nobody whom Roderigo could be aimed at."),
        ],
    ),
    (
        PLACED | {"Ann": {"placed": "I.1", "protected": True}},
        [{"by": "Ben", "do": "coin", "coin": "Othello"}],
        [
            ("coin.none", "C6", "Ben has no Othello coin."),
            ("take-the-lead.protected", "N1", "Ann is protected: nobody can take the lead away."),
        ],
    ),
    (
        {"phase": "after-placement", "Ben": {"hand": ["I.4"], "coins": {"Cassio": 1}}, "Cal": {"placed": "I.3"}},
        [{"by": "Ben", "do": "coin", "coin": "Cassio"}],
        [("improv.not-now", "I2", "The draw piles are open before placement and in one's own turn.")],
    ),
    (
        EXIT_ONLY
        | {"lead": "Ben", "turn": "Ben", "Ben": {"placed": "Take the Lead"}}
        | {name: {"placed": card, "protected": True} for name, card in (("Ann", "I.3"), ("Cal", "I.4"))},
        [BEN],
        [("take-the-lead.protected", "N1", f"Whoever Take the Lead could be aimed at is {SAFE}.")],
    ),
    (
        EXIT_ONLY | {"Ben": {"placed": "Miscue"}, "Cal": {"placed": "I.3"}},
        [BEN],
        [("miscue.no-target", "A2", "There is nobody whom Miscue could be aimed at.")],
    ),
    (
        PLACED,
        [{"by": "Ben", "do": "improv", "way": "hand"}],
        [
            ("improv.no-card", "I2", "Ben has no card in hand."),
            ("improv.no-intrigue", "I1", "Improv costs an intrigue token, and Ben has none."),
        ],
    ),
    (
        PLACED | {"Cal": {"placed": "I.3", "hand": ["I.7"]}},
        [{"by": "Cal", "do": "improv", "way": "hand", "give": "I.5"}],
        [
            ("improv.not-in-hand", "P3", "Cal does not hold I.5."),
            ("improv.no-intrigue", "I1", "Improv costs an intrigue token, and Cal has none."),
            ("improv.not-now", "I2", CALS_TURN),
        ],
    ),
    (
        PLACED | {"edition": "2024-first"},
        [{"by": "Cal", "do": "from-hand", "card": "Exchange", "target": "Ben"}],
        [
            ("from-hand.not-in-hand", "P3", "Cal does not hold Exchange."),
            ("from-hand.placed-only", "A1", "In this edition an Exchange is played from its place in front only."),
            ("exchange.target", "A1", "Ben cannot be chosen for Exchange: they do not have a card in the hand."),
            ("from-hand.not-now", "J5", CALS_TURN),
        ],
    ),
    (
        PLACED,
        [{"by": "Ben", "do": "swap", "card": "I.7"}],
        [
            ("swap.not-in-hand", "P3", "Ben does not hold I.7."),
            ("swap.not-now", "A2", "Ben is not asked to put down another card."),
        ],
    ),
    (
        {"edition": "2022"},
        [{"by": "Ben", "do": "trade", "give": "spotlight"}],
        [
            ("trade.too-few", "G1", "Ben has too few spotlight tokens to change."),
            ("trade.one-way", "G1", "In this edition only intrigue is changed, for spotlights."),
            ("trade.not-now", "G1", "Tokens are changed between acts."),
        ],
    ),
    (
        PLACED,
        [{"by": "Cal", "do": "seize"}],
        [
            ("seize.no-intrigue", "Z1", "A Seize costs an intrigue token, and Cal has none."),
            ("seize.not-now", "Z1 J11", "There is no card that could be seized now."),
        ],
    ),
    (
        PLACED | {"Cal": {"placed": "I.3", "spotlight": 1}},
        [BEN, {"by": "Ben", "do": "seize"}],
        [
            ("seize.no-intrigue", "Z1", "A Seize costs an intrigue token, and Ben has none."),
            ("seize.nothing-face-down", "Z1 Z4", "Ben has no face-down card left in this scene."),
            ("seize.own-card", "Z1", "Nobody seizes what they play themselves."),
        ],
    ),
    (
        PLACED | {"Ann": {"placed": "I.1", "spotlight": 1}, "Cal": {"placed": "Seize", "intrigue": 1}},
        [BEN, {"by": "Cal", "do": "pass"}, {"by": "Cal", "do": "seize"}],
        [("seize.answered", "V2", "Cal has already answered.")],
    ),
    (
        PLACED | LATE | {"Ben": {"placed": "I.6", "coins": {"Desdemona": 1}}},
        [BEN, {"by": "Ben", "do": "protect", "with": "desdemona"}, {"by": "Ben", "do": "seize", "card": "I.6"}],
        [
            ("seize.nothing-face-down", "Z1 Z4", "Ben has no face-down card left in this scene."),
            ("seize.not-handed-over", "J11", "What I.6 did cannot be handed over."),
            ("seize.earlier-in-order", "Z1", "Only those who reveal after Ben may seize."),
            ("seize.protected", "N1", "Ben is protected for the rest of the scene."),
        ],
    ),
    (
        LATE
        | {
            "Ann": {"placed": "Seize", "hand": ["I.7"], "intrigue": 1},
            "Ben": {"placed": "I.4", "hand": ["I.5"]},
            "Cal": {"placed": "Exchange", "hand": ["I.10"]},
        },
        [BEN, CAL, {"by": "Ann", "do": "pass"}, {"by": "Ann", "do": "seize", "card": "I.4"}],
        [("seize.not-now", "J11", "Something else is under way.")],
    ),
    (
        PLACED,
        [{"by": "Cal", "do": "spotlight"}],
        [
            ("spotlight.no-token", "L1", "Cal has no spotlight token."),
            ("spotlight.not-now", "L1", "There is nothing that a spotlight could block now."),
        ],
    ),
    (
        PLACED | {"Cal": {"placed": "I.3", "spotlight": 1}},
        [BEN, {"by": "Ben", "do": "spotlight"}],
        [
            ("spotlight.no-token", "L1", "Ben has no spotlight token."),
            ("spotlight.own-action", "L1", "Nobody blocks what they do themselves."),
        ],
    ),
    (
        {"phase": "intermission", "Ben": {"protected": True}},
        [{"by": "Ben", "do": "protect", "with": "no-drama"}],
        [
            ("protect.already", "N1", "Ben is protected already."),
            ("protect.no-intrigue", "A3", "No Drama costs an intrigue token, and Ben has none to spare."),
            ("protect.not-in-hand", "P3", "Ben does not hold No Drama."),
            ("protect.not-now", "N1", "There is nothing to protect oneself against now."),
        ],
    ),
    (
        PLACED
        | {
            "Ann": {"placed": "Seize", "hand": ["No Drama"], "intrigue": 1},
            "Cal": {"placed": "I.3", "spotlight": 1, "intrigue": 1},
        },
        [BEN, {"by": "Ann", "do": "seize"}, {"by": "Ann", "do": "protect", "with": "no-drama"}],
        [("protect.no-intrigue", "A3", "No Drama costs an intrigue token, and Ann has none to spare.")],
    ),
    (
        PLACED | {"Ben": {"placed": "I.4", "protected": True}},
        [{"by": "Ben", "do": "protect", "with": "desdemona"}],
        [
            ("protect.already", "N1", "Ben is protected already."),
            ("protect.no-coin", "O5", "Ben has no Desdemona coin."),
        ],
    ),
    (
        PLACED,
        [{"by": "Ben", "do": "choose", "look": True}],
        [("choose.not-now", "V1", "Ben has nothing to choose now.")],
    ),
    (
        {"Ann": {"hand": ["I.1"]}, "Ben": {"placed": "Exchange", "hand": ["I.5"]}, "Cal": {"hand": ["I.7"]}},
        [BEN, {"by": "Ben", "do": "choose", "target": "Ben", "on": "Cassio"}],
        [
            ("choose.target", "A1", "Ben cannot be chosen for Exchange: it is aimed at another player."),
            ("choose.on", "A1", "There is no “on” to choose for Exchange."),
        ],
    ),
    (
        {"Ann": {"hand": ["I.1"]}, "Ben": {"placed": "Exchange", "hand": ["I.5"]}, "Cal": {"hand": ["I.7"]}},
        [BEN, {"by": "Ben", "do": "choose", "pay": True, "wounds": ["Cassio", "Iago"], "cut": {"Cassio": 1}}],
        [
            ("choose.wounds", "A1", "There is no “wounds” to choose for Exchange."),
            ("choose.cut", "A1", "There is no “cut” to choose for Exchange."),
            ("choose.pay", "A1", "There is no “pay” to choose for Exchange."),
        ],
    ),
    (
        {"Ann": {"hand": ["I.1"]}, "Ben": {"placed": "Exchange", "hand": ["I.5"]}, "Cal": {"hand": ["I.7"]}},
        [BEN, {"by": "Ben", "do": "choose", "take": "I.7", "look": False}],
        [
            ("choose.look", "V1", "Now “look” cannot be no."),
            ("choose.take", "V1", "Now “take” cannot be I.7."),
        ],
    ),
    (
        {"phase": "placement", "Ben": {"placed": "I.4", "hand": ["I.7"], "intrigue": 1}, "Cal": {"hand": ["I.5"]}},
        [{"by": "Ben", "do": "improv", "way": "face-down", "give": "I.7"}],
        [("improv.not-now", "I3 J10", "Something else is under way.")],
    ),
    (
        {"phase": "intermission", "Ben": {"hand": ["Seize"]}},
        [{"by": "Ben", "do": "discard", "cards": ["Seize"]}],
        [("discard.not-now", "G4", "Ben has no cards to discard now.")],
    ),
    (
        PLACED,
        [{"by": "Ben", "do": "carry-out"}],
        [("carry-out.not-now", "C11", "No card of Ben is being carried out.")],
    ),
    (PLACED, [{"do": "pass", "by": None}], [("answer.nobody", "P6", "It must be said who does this.")]),
    (
        PLACED,
        [{"do": "lead", "to": "Ben"}],
        [("lead.not-now", "S3", "The lead tile is dealt only before Act I.")],
    ),
    (PLACED, [{"do": "next-act"}], [("next-act.not-now", "G4", "The act is not over.")]),
]


@pytest.mark.parametrize(("keys", "answers", "reasons"), FORBIDDEN)
def test_all_that_stands_against_an_answer_is_told(
    keys: Json, answers: list[Json], reasons: list[tuple[str, str, str]]
) -> None:
    table = Table(**keys)
    *before, last = [answer_from_json(answer, NAMES) for answer in answers]
    for answer in before:
        submit(table.game, answer)
    with pytest.raises(Forbidden) as caught:
        submit(table.game, last)
    told = [Reason(code, tuple(rules.split()), message) for code, rules, message in reasons]
    assert list(caught.value.reasons) == told


KNOWN, UNSEEN = Verdict(), Verdict(unknown=True)


@pytest.mark.parametrize(
    ("ben", "answer", "verdict"),
    [
        ({"placed": "I.4"}, {"do": "reveal"}, KNOWN),
        ({"placed": "I.4"}, {"do": "reveal", "card": "I.4"}, KNOWN),
        ({"placed": "?script"}, {"do": "reveal", "card": "I.4"}, UNSEEN),
        ({"placed": "I.4"}, {"do": "exit", "card": "I.4"}, KNOWN),
        ({"placed": "?script"}, {"do": "exit"}, KNOWN),
        ({"placed": "?script"}, {"do": "exit", "card": "I.4"}, UNSEEN),
        ({"hand": ["No Drama"]}, {"do": "protect", "with": "no-drama"}, KNOWN),
        ({"hand": ["?"]}, {"do": "protect", "with": "no-drama"}, UNSEEN),
        ({"coins": {"Desdemona": 1}}, {"do": "protect", "with": "desdemona"}, KNOWN),
        ({"hand": ["I.7"]}, {"do": "improv", "way": "hand", "give": "I.7"}, KNOWN),
        ({"hand": ["?script"]}, {"do": "improv", "way": "hand", "give": "I.7"}, UNSEEN),
        ({"hand": ["Exchange"]}, {"do": "from-hand", "card": "Exchange"}, KNOWN),
        ({"hand": ["?staging"]}, {"do": "from-hand", "card": "Exchange"}, UNSEEN),
        ({"hand": ["?staging"]}, {"do": "from-hand", "card": "?staging"}, KNOWN),
        ({"hand": ["?"]}, {"do": "from-hand", "card": "?"}, KNOWN),
    ],
)
def test_an_answer_may_hang_on_a_card_that_nobody_has_seen(ben: Json, answer: Json, verdict: Verdict) -> None:
    table = Table(Ben={"placed": "I.5", "intrigue": 1, **ben}, Cal={"placed": "I.3", "hand": ["I.10"]})
    assert legality(table.state, answer_from_json({"by": "Ben", **answer}, NAMES)) == verdict


@pytest.mark.parametrize(("placed", "verdict"), [("Seize", KNOWN), ("?staging", UNSEEN), ("?", UNSEEN)])
def test_a_seize_may_hang_on_one_too(placed: str, verdict: Verdict) -> None:
    table = Table(Ben={"placed": "I.4"}, Cal={"placed": placed, "intrigue": 1})
    submit(table.game, answer_from_json(BEN, NAMES))
    assert legality(table.state, Answer(Do.SEIZE, 2)) == verdict


@pytest.mark.parametrize(
    "answer",
    [
        {"do": "seize"},
        {"do": "seize", "card": "I.4"},
        {"do": "exit"},
        {"do": "exit", "card": "I.5"},
        {"do": "reveal"},
        {"do": "reveal", "card": "I.5"},
        {"do": "reveal", "cut": {"Bianca": 1}},
    ],
    ids=str,
)
def test_a_refusal_that_has_a_public_reason_does_not_depend_on_a_face_down_card(answer: Json) -> None:
    """Otherwise the host at an open mat could try out which card Cal has placed."""

    def refused(placed: str) -> tuple[Reason, ...]:
        table = Table(**PLACED | {"Cal": {"placed": placed, "intrigue": 1}})
        with pytest.raises(Forbidden) as caught:
            submit(table.game, answer_from_json({"by": "Cal", **answer}, NAMES))
        return caught.value.reasons

    assert {refused(placed) for placed in ("Seize", "I.3", "I.9", "Miscue", "?")} == {refused("I.7")}
