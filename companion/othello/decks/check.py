"""The validation of deck files: all errors, each with its line and the reason.

A deck is a TOML file with a head (`id`, `title`, `made_up`, `edition`), a `[[card]]` for each script card, and a
`[[staging]]` for each staging card that its owner wrote on a blank one. docs/decks.md describes every field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.errors import InputError
from companion.core.i18n import _
from companion.core.json_fields import is_showable, shown
from companion.core.safe_parse import read_toml
from companion.game.deck_files import Fault, TomlTable, key_of, name_of, parts_of, places_of
from companion.othello.model.cards import ACT_NUMERALS, Curtain, Verb, script_place
from companion.othello.model.deck import CHANGES, misnamed
from companion.othello.model.ruleset import GAME, RuleSet, edition_names, load_edition

BLANKS = {"2022": 4}  # C11: number of blank cards in the box
USUAL_BLANKS = 3
CARD, STAGING = "card", "staging"
HEAD_FIELDS = ("game", "id", "title", "made_up", "edition", CARD, STAGING)
CARD_FIELDS = (
    "id", "title", "character_1", "verb", "character_2", "points", "curtain", "points_lead", "points_company",
    "intrigue", "spotlight", "coin", "handkerchief", "line", "blank", "guessed", "rulebook",
)  # fmt: skip
STAGING_FIELDS = ("id", "title", "text", "copies", "price", "changes")

Item = Mapping[str, Any]


class Faults:
    """A collector of the errors of one table."""

    def __init__(self, part: TomlTable, name: str, found: list[Fault]) -> None:
        self.part = part
        self.name = name
        self.found = found

    def add(self, key: str, reason: str) -> None:
        """Record an error of a key."""
        where = " ".join(word for word in (self.name, key_of(key)) if word)
        self.found.append(Fault(self.part.line_of(key), where, reason))


MOST_CARDS = 200  # of a kind in one file: the play has 70 script cards, and a box a few blank ones
MOST_LETTERS = 2000  # of one text, which every page receives with each update
MOST_COUNT = 999  # limit of points, tokens and copies


def check_deck(text: str) -> list[Fault]:
    """Return all errors of a deck file's text, ordered by line."""
    try:
        data = read_toml(text)
    except InputError as error:
        return [Fault(error.line or 1, "", error.what)]
    parts = parts_of(text)
    found: list[Fault] = []
    rules = _check_head(data, Faults(parts[0], "", found))
    if rules is None:
        return found
    cards = _items(data, CARD, parts, found)
    own = _items(data, STAGING, parts, found)
    for item, part in cards:
        _check_card(item, Faults(part, name_of(item, "card"), found), rules)
    for item, part in own:
        _check_staging(item, Faults(part, name_of(item, "staging card"), found), rules)
    _check_ids([*cards, *own], found)
    _check_acts(cards, parts[0], rules, found)
    _check_blanks(cards, own, rules, found)
    return sorted(found, key=lambda fault: fault.line)


def _check_head(data: Item, faults: Faults) -> RuleSet | None:
    """Check the keys above the cards.

    Return the edition's rules, or None if the check cannot continue.
    """
    _check_keys(data, HEAD_FIELDS, faults)
    for key in ("id", "title"):
        _check_type(data, key, _text, faults, needed=True)
    _check_type(data, "made_up", _flag, faults)
    _check_type(data, "game", _one_of((GAME,)), faults)
    edition = data.get("edition", "2024")
    if edition not in edition_names():
        known = ", ".join(edition_names())
        faults.add("edition", _("{value} is not one of: {words}", value=shown(edition), words=known))
        return None
    return load_edition(edition)


def _items(data: Item, kind: str, parts: Sequence[TomlTable], found: list[Fault]) -> list[tuple[Item, TomlTable]]:
    """Return the tables of one kind with their places.

    Inline tables get the place of their line.
    """
    value = data.get(kind, [])
    line = parts[0].line_of(kind)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        found.append(Fault(line, kind, _("write [[{kind}]] above each one", kind=kind)))
        return []
    if len(value) > MOST_CARDS:
        reason = _("there are {count} of them; {most} are the most", count=len(value), most=MOST_CARDS)
        found.append(Fault(line, kind, reason))
        return []
    return list(zip(value, places_of(kind, len(value), parts), strict=True))


# --- types


def _text(value: Any) -> str | None:
    if not isinstance(value, str) or not value.strip():
        return _("must be text with something in it")
    return _unfit(value) or (None if is_showable(value) else _("must have no control characters"))


def _text_in_lines(value: Any) -> str | None:
    return _text(value.replace("\n", " ") if isinstance(value, str) else value)


def _lines(value: Any) -> str | None:
    if not isinstance(value, str):
        return _("must be text")
    return _unfit(value) or (None if is_showable(value, lines=True) else _("must have no control characters"))


def _unfit(value: str) -> str | None:
    return _("is too long; {most} letters are the most", most=MOST_LETTERS) if len(value) > MOST_LETTERS else None


def _flag(value: Any) -> str | None:
    return None if isinstance(value, bool) else _("must be true or false")


def _count(value: Any) -> str | None:
    right = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if right and value > MOST_COUNT:
        return _("must be a whole number from 0 to {most}", most=MOST_COUNT)
    return None if right else _("must be a whole number from 0 on")


def _one_of(words: Sequence[str]) -> Callable[[Any], str | None]:
    return lambda value: None if value in words else _("must be one of: {words}", words=", ".join(words))


def _check_keys(item: Item, known: Sequence[str], faults: Faults) -> None:
    for key in item:
        if key not in known:
            faults.add(key, _("there is no such field; there are: {fields}", fields=", ".join(known)))


def _check_type(
    item: Item, key: str, wrong: Callable[[Any], str | None], faults: Faults, *, needed: bool = False
) -> None:
    if key in item:
        reason = wrong(item[key])
        if reason is not None:
            faults.add(key, _("{reason}, not {value}", reason=reason, value=shown(item[key])))
    elif needed:
        faults.add(key, _("is missing"))


# --- one script or staging card


def _check_card(card: Item, faults: Faults, rules: RuleSet) -> None:
    """Check the fields of one script card, alone and together (C2, C3)."""
    _check_keys(card, CARD_FIELDS, faults)
    _check_type(card, "id", _script_id, faults, needed=True)
    _check_type(card, "character_1", _one_of(tuple(rules.wound_limits)), faults, needed=True)
    _check_type(card, "verb", _one_of(tuple(Verb)), faults, needed=True)
    _check_type(card, "curtain", _one_of(tuple(Curtain)), faults)
    _check_type(card, "coin", _one_of(tuple(rules.coins)), faults)
    for key in ("title", "character_2"):
        _check_type(card, key, _text, faults)
    for key in ("points", "points_lead", "points_company", "intrigue", "spotlight"):
        _check_type(card, key, _count, faults)
    for key in ("handkerchief", "blank", "guessed"):
        _check_type(card, key, _flag, faults)
    _check_type(card, "line", _lines, faults)
    stated = card.get("rulebook", [])
    if not isinstance(stated, list) or not set(map(str, stated)) <= set(CARD_FIELDS):
        faults.add("rulebook", _("must be a list of the fields that the rulebook states"))
    _check_points(card, faults)
    _check_characters(card, faults, rules)


def _script_id(value: Any) -> str | None:
    return None if isinstance(value, str) and script_place(value) else _("must be ACT.POSITION, such as III.4")


def _check_points(card: Item, faults: Faults) -> None:
    """Check that curtain cards have two values and all others one (C8)."""
    if "curtain" in card:
        for key in ("points_lead", "points_company"):
            if key not in card:
                faults.add(key, _("is missing: a curtain card has points for the Lead and for the company (C8)"))
        if "points" in card:
            faults.add("points", _("a curtain card has points_lead and points_company in its place (C8)"))
        return
    for key in ("points_lead", "points_company"):
        if key in card:
            faults.add(key, _("only a curtain card has it; write points, or say which curtain it is (C8)"))


def _check_characters(card: Item, faults: Faults, rules: RuleSet) -> None:
    """Check that the characters of a card fit its act and verb.

    The first one stars in the act (C1). A wound or a kill needs a second one who can be wounded (K5, K6).
    """
    first, second, verb = str(card.get("character_1")), card.get("character_2"), card.get("verb")
    act = act_of(card)
    stars = rules.stars[act - 1] if act is not None and act <= len(rules.stars) else None
    if act is not None and stars and first in rules.wound_limits and first not in stars:
        faults.add("character_1", _("{name} does not star in Act {act} (C1)", name=first, act=ACT_NUMERALS[act - 1]))
    if verb in (Verb.WOUNDS, Verb.KILLS):
        if second is None:
            faults.add("character_2", _("is missing: who {verb}, does it to somebody (K5, K6)", verb=str(verb)))
        elif str(second) not in rules.wound_limits:
            faults.add("character_2", _("{name} is no character who can be wounded", name=shown(second)))
    elif verb == Verb.CONSPIRES and second is not None:
        faults.add("character_2", _("who conspires does it alone; leave it out"))


def act_of(card: Item) -> int | None:
    """Return the act of a card, 1 to 5, or None if its id is invalid."""
    place = script_place(str(card.get("id")))
    return None if place is None else place[0]


def _check_staging(card: Item, faults: Faults, rules: RuleSet) -> None:
    """Check a staging card that its owner wrote on a blank one (C11)."""
    _check_keys(card, STAGING_FIELDS, faults)
    for key in ("id", "title"):
        _check_type(card, key, _text, faults, needed=key == "id")
    _check_type(card, "text", _text_in_lines, faults, needed=True)
    for key in ("copies", "price"):
        _check_type(card, key, _count, faults)
    name = card.get("id")
    wrong = misnamed(name, rules) if isinstance(name, str) else None
    if wrong is not None:
        faults.add("id", wrong)
    changes = card.get("changes", [])
    if not isinstance(changes, list):
        faults.add("changes", _("must be a list of some of: {words}", words=", ".join(CHANGES)))
        return
    for change in changes:
        if change not in CHANGES:
            faults.add("changes", _("{value} is not one of: {words}", value=shown(change), words=", ".join(CHANGES)))


# --- all cards together


def _check_ids(items: Sequence[tuple[Item, TomlTable]], found: list[Fault]) -> None:
    first: dict[str, int] = {}
    for item, part in items:
        name = item.get("id")
        if isinstance(name, str):
            if name in first:
                reason = _("is in this deck already, in line {line}", line=first[name])
                found.append(Fault(part.line_of("id"), f"{name} id", reason))
            first.setdefault(name, part.line_of("id"))


def _check_acts(cards: Sequence[tuple[Item, TomlTable]], head: TomlTable, rules: RuleSet, found: list[Fault]) -> None:
    """Check that every act has its number of cards, without gaps, and its two curtains (C2, C8)."""
    for act, number in enumerate(rules.script_cards, start=1):
        mine = [(item, part) for item, part in cards if act_of(item) == act]
        printed = {item["id"] for item, _part in mine if item.get("blank") is not True}
        last = max((part.line for _item, part in mine), default=head.line)
        for name in (f"{ACT_NUMERALS[act - 1]}.{position}" for position in range(1, number + 1)):
            if name not in printed:
                reason = _(
                    "is missing: the act has {count} cards in {edition} (C2)", count=number, edition=rules.edition
                )
                found.append(Fault(last, name, reason))
        for item, part in mine:
            place = script_place(item["id"])
            if place is not None and place[1] > number and item.get("blank") is not True:
                reason = _(
                    "the act has {count} cards in {edition} (C2); a card of your own needs blank = true",
                    count=number,
                    edition=rules.edition,
                )
                found.append(Fault(part.line_of("id"), f"{item['id']} id", reason))
        found += _curtain_faults(mine, act, last)


def _curtain_faults(cards: Sequence[tuple[Item, TomlTable]], act: int, last: int) -> Iterator[Fault]:
    where = f"Act {ACT_NUMERALS[act - 1]}"
    counted = Counter(str(item.get("curtain")) for item, _part in cards)
    for curtain in Curtain:
        if not counted[curtain]:
            yield Fault(last, where, _("has no {curtain} curtain card (C8)", curtain=str(curtain)))
        elif counted[curtain] > 1:
            ids = ", ".join(item["id"] for item, _part in cards if item.get("curtain") == curtain)
            reason = _("has more than one {curtain} curtain card: {ids} (C8)", curtain=str(curtain), ids=ids)
            yield Fault(last, where, reason)


def _check_blanks(
    cards: Sequence[tuple[Item, TomlTable]], own: Sequence[tuple[Item, TomlTable]], rules: RuleSet, found: list[Fault]
) -> None:
    """Check that the box has enough blank cards (C11)."""
    most, used = BLANKS.get(rules.edition, USUAL_BLANKS), 0
    written = [(item, part, 1) for item, part in cards if item.get("blank") is True]
    written += [(item, part, item.get("copies", 1)) for item, part in own if _count(item.get("copies", 1)) is None]
    for item, part, copies in written:
        used += copies
        if used > most:
            reason = _(
                "the box of {edition} has {most} blank cards, and this is number {number} (C11)",
                edition=rules.edition,
                most=most,
                number=used,
            )
            found.append(Fault(part.line, name_of(item, "card"), reason))
