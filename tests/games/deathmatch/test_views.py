"""Views of Deathmatch by audience, column by column; no view depends on anything hidden."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core import i18n as tongue
from companion.deathmatch.model import events as e
from companion.deathmatch.model.cards import Suit
from companion.deathmatch.model.changes import (
    CardMoved,
    Change,
    CharacterChanged,
    LimitChanged,
    Place,
    PlaceKind,
)
from companion.deathmatch.model.deck import STAND_IN, load_deck
from companion.deathmatch.model.ruleset import RULINGS, Variant, names_of
from companion.deathmatch.model.seen import as_seen, hidden_in
from companion.deathmatch.model.state import State
from companion.deathmatch.model.unknown import Heap, known, size
from companion.deathmatch.notation.read import position_from_json
from companion.deathmatch.notation.write import position_to_json
from companion.deathmatch.rules.game import Dealer, Game
from companion.deathmatch.rules.options import decision
from companion.deathmatch.rules.submit import begin, submit
from companion.deathmatch.text.narrate import event_text
from companion.deathmatch.text.views import board_view, card_view
from tests.games.deathmatch.positions import Json, position

ANN, BEN, EVERYBODY = 0, 1, None
KNOWN: list[Json] = [
    {
        "character": "Hamlet",
        "hand": ["blades.1", "coins.2", "Et tu, Brute?"],
        "pile": ["poison.1"],
        "pool": ["blades.3"],
    },
    {"character": "Ophelia", "hand": ["letters.1"], "pile": ["poison.2", "poison.3"], "pool": ["coins.1", "poison.6"]},
    {"character": "Timon", "revealed": True},
]


def state(**keys: Any) -> State:
    return position_from_json(position(*KNOWN, discard=["letters.7"], limits={"Ben": {"coins": 2}}, **keys))


def seat(player: int, viewer: int | None, **keys: Any) -> Json:
    """Return a seat as the viewer sees it."""
    found: Json = board_view(state(**keys), viewer)["seats"][player]
    return found


# --- column by column


def test_ds2_a_character_is_seen_by_its_own_player_and_by_all_once_it_is_revealed_or_slain() -> None:
    assert seat(ANN, ANN)["character"]["id"] == "Hamlet"
    assert seat(ANN, ANN)["character"]["limits"] == {"blades": 4, "coins": 8}
    assert seat(ANN, BEN)["character"] is None
    assert seat(ANN, EVERYBODY)["character"] is None
    assert seat(2, EVERYBODY)["character"]["id"] == "Timon"
    out = position_from_json(position({"character": "Hamlet", "out": True}, {}, {}, {}, first="Ben", turn="Ben"))
    assert board_view(out)["seats"][0]["character"]["id"] == "Hamlet"


def test_a_limit_that_a_text_changed_is_as_secret_as_its_character() -> None:
    assert seat(BEN, BEN)["character"]["limits"] == {"coins": 2, "letters": 8}
    assert "limits" not in (seat(BEN, ANN)["character"] or {})
    assert as_seen(state(), ANN).seats[BEN].limits == ()


def test_ds4_of_a_hand_its_player_sees_the_cards_and_all_others_their_number() -> None:
    assert [card["id"] for card in seat(ANN, ANN)["cards"]] == ["blades.1", "coins.2", "Et tu, Brute?"]
    for viewer in (BEN, EVERYBODY):
        assert (seat(ANN, viewer)["cards"], seat(ANN, viewer)["hand"]) == (None, 3)


def test_dh4_of_draw_piles_and_the_discard_pile_everybody_sees_the_number_and_nobody_a_card() -> None:
    for viewer in (ANN, BEN, EVERYBODY):
        view = board_view(state(), viewer)
        assert ([found["pile"] for found in view["seats"]], view["discard"]) == ([1, 2, 0], 1)
        assert not {"poison.1", "poison.2", "poison.3", "letters.7"} & set(json.dumps(view).split('"'))


def test_pools_and_their_points_are_seen_by_all_but_what_harms_by_who_sees_the_character() -> None:
    for viewer in (ANN, BEN, EVERYBODY):
        ben = seat(BEN, viewer)
        assert [card["id"] for card in ben["pool"]] == ["coins.1", "poison.6"]
        assert ben["points"] == {"blades": 0, "coins": 1, "letters": 0, "poison": 6}
        assert ben["total"] == 7
        assert [card["harms"] for card in ben["pool"]] == ([True, False] if viewer == BEN else [None, None])


def test_what_lies_in_a_scene_is_seen_by_all_with_the_card_to_beat() -> None:
    seats = [{**KNOWN[0], "played": "blades.4"}, {"played": "coins.6"}, {}]
    keys = {"scene_cards": ["One Fell Swoop"], "rulings": {"DJ1": "higher-any", "DJ11": "scene"}}
    view = board_view(position_from_json(position(*seats, phase="scene", **keys)))
    assert [found["played"] and found["played"]["id"] for found in view["seats"]] == ["blades.4", "coins.6", None]
    assert (view["standing"], view["opener"], view["turn"]) == (1, 0, 2)
    assert view["scene_cards"][0]["id"] == "One Fell Swoop"


def test_what_the_stand_in_deck_says_is_said_in_the_tables_language() -> None:
    texts = {card.text for card in load_deck(STAND_IN).cards if card.text}
    tongue.speak("de")
    try:
        assert texts and [text for text in texts if tongue.gettext(text) == text] == []
        board = board_view(state(setting="heath"), ANN)
        assert board["setting"]["text"] == tongue.gettext("Nobody plays a trickster for its text.")
        assert board["seats"][ANN]["character"]["text"].startswith("Sieh ")
        assert board["seats"][ANN]["cards"][2]["text"].startswith("Tausche ")
        assert card_view(state(), "?")["words"] == "eine Karte"
    finally:
        tongue.speak("en")


def test_a_text_that_waits_is_seen_by_all_with_its_words() -> None:
    view = board_view(state(carrying={"by": "Ann", "card": "One Fell Swoop"}))
    assert view["carrying"] == {
        "by": ANN,
        "card": "One Fell Swoop",
        "text": "Each other player draws a card, then discards one of their hand.",
        "effect": "discard",
    }


def test_the_end_names_who_has_won() -> None:
    assert board_view(state())["winners"] is None
    over = position_from_json(position({}, {"out": True}, {"out": True}, phase="over"))
    assert board_view(over)["winners"] == ["Ann"]


def test_an_unknown_card_is_a_back_and_nothing_else() -> None:
    assert card_view(state(), "?action") == {"id": "?action", "kind": "unknown", "words": "a card"}


# --- events

HAND, POOL, PILE = (Place(kind, ANN) for kind in (PlaceKind.HAND, PlaceKind.POOL, PlaceKind.PILE))
BENS, DISCARD = Place(PlaceKind.HAND, BEN), Place(PlaceKind.DISCARD)


def moved(origin: Place, to: Place) -> Change:
    return CardMoved("blades.1", origin, to)


@pytest.mark.parametrize(
    ("event", "hidden", "who"),
    [
        (e.CharacterDealt(ANN, "Hamlet"), "character", {ANN}),
        (e.CharacterDealt(2, "Timon"), "character", {ANN, BEN, EVERYBODY}),
        (e.Drew(ANN, "blades.1"), "card", {ANN}),
        (e.Dealt(ANN, "blades.1"), "card", set()),
        (e.Discarded(ANN, "blades.1", e.Origin.HAND), "card", {ANN}),
        (e.Discarded(ANN, "blades.1", e.Origin.PILE), "card", set()),
        (e.Discarded(ANN, "blades.1", e.Origin.POOL), "card", {ANN, BEN, EVERYBODY}),
        (e.Discarded(ANN, "blades.1", e.Origin.SCENE), "card", {ANN, BEN, EVERYBODY}),
        (e.Found(ANN, "blades.1"), "card", {ANN}),
        (e.Played(ANN, "blades.1"), "card", {ANN, BEN, EVERYBODY}),
        (e.Showed(ANN, "One Fell Swoop"), "card", {ANN, BEN, EVERYBODY}),
        (e.Revealed(ANN, "Hamlet"), "character", {ANN, BEN, EVERYBODY}),
        (e.Slain(ANN, "Hamlet"), "character", {ANN, BEN, EVERYBODY}),
        (e.Damaged(ANN, BEN, "blades.1"), "card", {ANN, BEN, EVERYBODY}),
        (e.Changed(moved(HAND, BENS)), "card", {ANN, BEN}),
        (e.Changed(moved(HAND, PILE)), "card", {ANN}),
        (e.Changed(moved(PILE, DISCARD)), "card", set()),
        (e.Changed(moved(PILE, POOL)), "card", {ANN, BEN, EVERYBODY}),
        (e.Changed(CharacterChanged(ANN, "Hamlet")), "now", {ANN}),
        (e.Changed(CharacterChanged(2, "Timon")), "now", {ANN, BEN, EVERYBODY}),
        (e.Changed(LimitChanged(BEN, Suit.COINS, 2)), "now", {BEN}),
    ],
)
def test_of_an_event_everybody_sees_all_but_what_is_hidden(event: e.Event, hidden: str, who: set[int | None]) -> None:
    for viewer in (ANN, BEN, EVERYBODY):
        assert hidden_in(state(), event, viewer) == (set() if viewer in who else {hidden})


def test_the_words_of_an_event_name_nothing_that_its_reader_does_not_see() -> None:
    names = {"blades.1", "a broken hilt", "Hamlet", "2 coins"}
    for event in (
        e.CharacterDealt(ANN, "Hamlet"),
        e.Drew(ANN, "blades.1"),
        e.Discarded(ANN, "blades.1", e.Origin.HAND),
        e.Changed(moved(HAND, PILE)),
        e.Changed(CharacterChanged(ANN, "Hamlet")),
        e.Changed(LimitChanged(BEN, Suit.COINS, 2)),
    ):
        told = event_text(state(), event)
        assert told is not None
        assert not any(name in told.text for name in names), told.text


# --- redealt


def played_at_random(seed: int, answers: int = 70) -> Iterator[Game]:
    """Yield a game of any form and ruling, after each of its answers."""
    chance = random.Random(seed)
    rulings = {ruling: chance.choice(names_of(ruling)) for ruling in RULINGS}
    variants = [variant for variant in Variant if chance.random() < 0.25]
    game = begin(["Ann", "Ben", "Cal", "Dot", "Eve"][: chance.randint(2, 5)], Dealer(seed), variants, rulings)
    for _ in range(answers):
        open_now = decision(game.state)
        if open_now is None:
            return
        submit(game, chance.choice(open_now.options))
        yield game


def dealt_anew(found: State, viewer: int | None, chance: random.Random) -> State:
    """Return the state with everything redealt that the viewer does not see."""
    heaps: list[Heap] = [found.discard]
    for player, held in enumerate(found.seats):
        heaps += [held.pile, () if player == viewer else held.hand]
    loose = [card for heap in heaps for card in known(heap)]
    chance.shuffle(loose)
    unseen = [player for player in found.alive if player != viewer and not found.seats[player].revealed]
    names = [found.seats[player].character for player in unseen] + list(known(found.characters))
    chance.shuffle(names)

    def anew(heap: Heap) -> tuple[str, ...]:
        return tuple(loose.pop() for _ in range(size(heap)))

    for player, held in enumerate(found.seats):
        hand = held.hand if player == viewer else anew(held.hand)
        found = found.with_seat(player, held._replace(hand=hand, pile=anew(held.pile)))
    for player in unseen:
        limits = ((Suit.COINS, chance.randint(1, 9)),)
        found = found.with_seat(player, found.seats[player]._replace(character=names.pop(), limits=limits))
    return found._replace(discard=anew(found.discard), characters=tuple(names))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_hidden_is_dealt_anew_and_no_view_of_anybody_changes(seed: int) -> None:
    chance = random.Random(seed)
    for game in played_at_random(seed):
        for viewer in (EVERYBODY, *range(len(game.state.seats))):
            anew = dealt_anew(game.state, viewer, chance)
            assert position_to_json(anew) != position_to_json(game.state) or game.state.phase == "over"
            assert board_view(anew, viewer) == board_view(game.state, viewer)


@pytest.mark.parametrize("seed", range(3))
def test_what_somebody_sees_is_a_position_that_can_be(seed: int) -> None:
    for game in played_at_random(seed, 40):
        for viewer in (EVERYBODY, ANN):
            seen = as_seen(game.state, viewer)
            assert position_from_json(json.loads(json.dumps(position_to_json(seen)))) == seen
            json.dumps(board_view(game.state, viewer))
