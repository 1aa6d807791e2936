"""Goes through a box with the readers of a table: answers pages and commands, and records the result.

In that time, laid tags are not played: readers report every tag by uid, and the game gets no report. Each assignment is
in the journal before it is reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import CuelightError, InputError
from companion.core.i18n import _
from companion.core.json_fields import Fields, as_flag, as_text, as_word
from companion.core.observation import Clock, Lift, Tag, TagKind, Unsure, split_thing
from companion.game.deck_files import CardForm, Field
from companion.games import game_ids, game_of
from companion.journal import Journal, Kind
from companion.presence.crowding import Crowded
from companion.presence.filter import Resumed, UnknownTag, WeakRead
from companion.presence.misreads import Misread
from cuelight.app.devices.tags import names_in
from cuelight.app.enrolment.box import Box, box_of_table, export_deck, read_deck, unknown_to
from cuelight.app.enrolment.drafts import Drafts
from cuelight.app.enrolment.messages import said
from cuelight.app.enrolment.walk import BoxCheck, Changes, EnrolmentPass, EnrolmentWalk, Typing, WalkNews, WalkOutcome
from cuelight.app.games.decks import DeckLibrary
from hardware.fitted_table import FittedTable
from hardware.reader import Crowd, Notice, Report, TagHintRead, UnreadLine

LOOK = "look"
CARD_COMMANDS = ("open", LOOK, "keep", "drop")
MODES = (EnrolmentWalk.mode, BoxCheck.mode, Typing.mode)
COMMANDS = ("begin", "end", "skip", "back", "go", "undo", "confirm", "import")


class NoWalk(CuelightError, RuntimeError):
    """The command needs a pass through a box, and none is active."""


class EnrolmentService:
    """The boxes of one table. All calls are on one thread, or under one lock.

    Args:
        fitted: the table's readers; None if nothing reads tags.
        wall_clock: seconds since 1970, for the journal.
    """

    def __init__(self, journal: Journal, shelf: DeckLibrary, fitted: FittedTable | None, wall_clock: Clock) -> None:
        self._journal = journal
        self._shelf = shelf
        self._fitted = fitted
        self._wall_clock = wall_clock
        self.drafts = Drafts(journal, shelf, wall_clock)
        self._names: dict[str, str] = {}
        self._box: Box | None = None
        self._pass: EnrolmentPass | None = None
        self._lay: dict[str, str | None] = {}  # content of the zones at the start
        self._laid: dict[str, str] = {}  # changes since then, by zone
        self._unsure: dict[str, str] = {}  # weakly read things by zone; assigned when they are read well
        self._crowds: set[str] = set()  # zones with several tags
        self._hinted: dict[str, str] = {}  # uids, by the hints on the tags
        self.changes = 0
        self.faults: list[str] = []  # mistakes that keep the typed cards from being played

    @property
    def goes_on(self) -> bool:
        """True while a box is gone through."""
        return self._pass is not None

    @property
    def hears(self) -> bool:
        """True if a laid tag now belongs to the box and is not played."""
        return self._pass is not None and not isinstance(self._pass, Typing)

    def take(self, report: Report | Notice) -> bool:
        """Handle a report of a reader; return whether it belongs to the box and not to the game."""
        if self._pass is None or not self.hears:
            return False
        if isinstance(report, Tag | Lift | Resumed | Unsure):
            self._unsure.pop(report.zone, None)
            self._crowds.discard(report.zone)
        match report:
            case TagHintRead(_, uid, thing):
                self._hinted[thing] = uid
                return True
            case Tag(_, zone, thing) | Resumed(_, zone, str(thing), True):
                self._lay_tag(zone, thing)
            case Lift(_, zone) | Unsure(_, zone, None):
                self._lift(zone)
            case Unsure(_, zone, str(thing)) if isinstance(self._pass, BoxCheck):
                self._lay_tag(zone, thing)
            case Unsure(_, zone, str(thing)):
                self._unsure[zone] = thing
                self._pass.news = WalkNews(WalkOutcome.BADLY)
            case Resumed():
                return True
            case Crowd(_, zone) | Crowded(_, zone, True):
                self._crowds.add(zone)
                self._pass.news = WalkNews(WalkOutcome.CROWD)
            case WeakRead(_, zone, True) if zone in self._crowds:
                return False  # the crowd is the better report
            case UnknownTag(_, _, True):
                self._pass.news = WalkNews(WalkOutcome.STRANGER)
                self.changes += 1
                return False
            case UnreadLine(_, _, form) if form:
                self._pass.news = WalkNews(WalkOutcome.UNREAD)
                self.changes += 1
                return False
            case WeakRead(_, zone, False) if zone in self._unsure:
                self._lay_tag(zone, self._unsure.pop(zone))
                self.changes += 1
                return False
            case WeakRead(_, _, True) | Misread(_, _, True):
                self._pass.news = WalkNews(WalkOutcome.BADLY)
                self.changes += 1
                return False
            case _:
                return False
        self.changes += 1
        return True

    def _lay_tag(self, zone: str, thing: str) -> None:
        assert self._pass is not None
        sort, name = split_thing(thing)
        uid = name if sort is TagKind.UID else self._hinted.get(thing)
        if uid is not None:  # otherwise it was reported before the start
            self._laid[zone] = uid
            self._pass.lay(uid)

    def _lift(self, zone: str) -> None:
        assert self._pass is not None
        uid = self._laid.pop(zone, None)
        if uid is not None and self._fitted is not None:
            self._pass.heard(uid, self._fitted.read_share(zone))

    # --- commands

    def command(
        self, body: Mapping[str, Any], *, played: str | None = None, in_play: bool = False
    ) -> dict[str, str | None]:
        """Carry out a command; after `end`, return the zones whose content has changed since the start.

        Args:
            body: `do`; for `begin` also `mode`, `game` and `edition`, for `go` also `thing`.
            played: the current game, whose box is used if the body names none.
            in_play: whether these tags are in play now. Tags that may be in the game keep their assignments.

        Raises InputError, and NoWalk.
        """
        do = as_word(body.get("do"), "do", COMMANDS)
        self.changes += 1
        if do == "import":
            self._import(body.get("file"), in_play)
        elif do == "begin":
            self._begin(body, played, in_play)
        elif do == "end":
            return self._end()
        else:
            self._walk(do, body)
        return {}

    def done(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a command while no game is played, or only `look`, and return the progress. Raises as `command`."""
        if body.get("do") != LOOK:
            self.command(body)
        return self.to_json(body)

    def _begin(self, body: Mapping[str, Any], played: str | None, in_play: bool) -> None:
        mode = as_word(body.get("mode", EnrolmentWalk.mode), "mode", MODES)
        box = self._box_meant(body, played)
        self._read_names()
        self._end()
        self._laid, self._unsure, self._crowds, self._box = {}, {}, set(), box
        if mode == Typing.mode:
            self.drafts.form(box.deck.game)
            self._pass = Typing(dict.fromkeys(self._typed(box), 1), {}, self._note, asks=self._guesses(box))
            return
        if self._fitted is not None:
            self._lay = dict(self._fitted.zones())
            self._fitted.call_by_uid()
        of_another = played is not None and played != box.deck.game
        kept = {uid for uid, thing in self._names.items() if not (of_another and box.has(thing))} if in_play else set()
        if mode == BoxCheck.mode:
            self._pass = BoxCheck(box.copies(), self._names, kept)
        else:
            asks = self._guesses(box) if as_flag(body.get("cards", False), "cards") else ()
            self._pass = EnrolmentWalk(box.copies(), self._names, self._note, kept, self._newest(box), asks)

    def _box_meant(self, body: Mapping[str, Any], played: str | None) -> Box:
        game, edition = body.get("game", played), body.get("edition")
        named = as_word(game, "game", game_ids()) if game is not None else None
        box = box_of_table(self._shelf, as_text(edition, "edition") if edition is not None else None, named)
        return self._drafted(box) if self.drafts.is_begun(box.deck.game, box.edition) else box

    def _drafted(self, box: Box) -> Box:
        """Return the box with the typed cards."""
        text = self.drafts.text(box.deck.game, box.edition)
        return Box(box.edition, game_of(box.deck.game).box.decks.stored(text), text)

    def _guesses(self, box: Box) -> list[str]:
        """Return the cards whose faces are still guesses."""
        return [card for card, is_guess in self._typed(box).items() if is_guess]

    def _typed(self, box: Box) -> dict[str, bool]:
        """The cards whose face can be typed, and whether each is a guess."""
        form = game_of(box.deck.game).box.decks.form
        return form.cards(self.drafts.text(box.deck.game, box.edition)) if form is not None else {}

    def _read_names(self) -> None:
        """Read the assignments from the journal, including those that another program made."""
        found = names_in(self._journal)
        self._names.clear()
        self._names.update(found)

    def _newest(self, box: Box) -> str | None:
        """Return the thing that was assigned last in this box; the walk continues after it."""
        kept = reversed(self._journal.of_kind(Kind.TAG))
        return next((body["thing"] for body in (each.body for each in kept) if box.has(body["thing"] or "?")), None)

    def _note(self, changes: Changes) -> None:
        self._journal.append_all(
            [(Kind.TAG, {"uid": uid, "thing": thing}) for uid, thing in changes.items()], self._wall_clock()
        )
        for uid, thing in changes.items():
            if thing is None:
                self._names.pop(uid, None)
            else:
                self._names[uid] = thing

    def _end(self) -> dict[str, str | None]:
        """End the pass, and let the table play the typed cards."""
        ended, self._pass = self._pass, None
        if ended is not None and self._box is not None:
            self.faults = self.drafts.hand_over(self._box.deck.game, self._box.edition)
        if ended is None or isinstance(ended, Typing) or self._fitted is None:
            return {}
        self._fitted.call_by_name(self._names)
        return {zone: thing for zone, thing in self._fitted.zones().items() if thing != self._lay.get(zone)}

    def _walk(self, do: str, body: Mapping[str, Any]) -> None:
        if not isinstance(self._pass, EnrolmentWalk):
            raise NoWalk(_("No box is open. Begin again: the assigned tags are saved."))
        match do:
            case "go":
                try:
                    self._pass.go(as_text(body.get("thing"), "thing"))
                except KeyError as error:
                    raise InputError(_("there is no {error} in this box", error=error), field="thing") from error
            case "skip":
                self._pass.skip()
            case "back":
                self._pass.back()
            case "undo":
                self._pass.undo()
            case _:
                self._pass.confirm()

    # --- faces of cards

    def card(self, body: Mapping[str, Any], *, played: str | None = None) -> dict[str, Any]:
        """Carry out a page's command for a card: open its form, preview it, keep it, or drop it.

        Raises InputError, and NoForm for a game whose cards are known.
        """
        do = as_word(body.get("do"), "do", CARD_COMMANDS)
        box = self._box if self._pass is not None and self._box is not None else self._box_meant(body, played)
        game, edition, card = box.deck.game, box.edition, str(body.get("card", ""))
        form = self.drafts.form(game)
        if do == "open":
            return self._opened(form, self.drafts.text(game, edition), card)
        values = None if do == "drop" else Fields(body).object("values").value
        change = self.drafts.tried if do == LOOK else self.drafts.keep
        trial = change(game, edition, card, values)
        faults = [{"field": field, "what": what} for field, what in trial.faults]
        result = {
            "card": trial.name,
            "faults": faults,
            "besides": trial.other_faults,
            "kept": do != LOOK and not faults,
        }
        if result["kept"]:
            self.changes += 1
            self._box = self._drafted(box)
            self._take_in(card, trial.name)
        return result | {"view": form.drawn(trial.before, card, values or {})}

    def _opened(self, form: CardForm, text: str, card: str) -> dict[str, Any]:
        cards = form.cards(text)
        if card and card not in cards:
            raise InputError(_("there is no card {card} whose face is typed", card=repr(card)), field="card")
        values = form.values(text, card)
        return {
            "card": card,
            "adds": form.adds,
            "guess": cards.get(card, True),
            "fields": [field_to_json(field) for field in form.fields(text, card)],
            "values": values,
            "view": form.drawn(text, card, values),
        }

    def _take_in(self, card: str, name: str) -> None:
        """Update the active pass after a card has changed."""
        assert self._box is not None
        if isinstance(self._pass, Typing):
            self._pass.copies = dict.fromkeys(self._typed(self._box), 1)
        elif self._pass is not None:
            self._pass.copies = self._box.copies()
        if isinstance(self._pass, EnrolmentWalk):
            self._pass.rename(card, name)

    def _import(self, file: Any, in_play: bool) -> None:
        box, tags = read_deck(file)
        self._read_names()
        if in_play and any(self._names.get(uid, thing) != thing for uid, thing in tags.items()):
            raise InputError(
                _("assigns tags of this table to other cards, and a game is using them; import it after the game"),
                field="file",
            )
        if box.text is not None:
            self.drafts.take_file(box.text)
        self._note({uid: thing for uid, thing in tags.items() if self._names.get(uid) != thing})
        if self._fitted is not None and self._pass is None:
            self._fitted.call_by_name(self._names)

    # --- status

    def to_json(self, body: Mapping[str, Any], *, played: str | None = None) -> dict[str, Any]:
        """Return the progress of the active pass, or of the box that `game` and `edition` select.

        Raises InputError.
        """
        if self._pass is None or self._box is None:
            self._read_names()
            box = self._box_meant(body, played)
            return self._head(box) | EnrolmentWalk(box.copies(), self._names, self._note).to_json() | {"mode": None}
        box, news, progress = self._box, self._pass.news, self._pass.to_json()
        thing = progress.get("thing") or (news.thing if news is not None and self._pass.mode == BoxCheck.mode else None)
        shown = {
            "thing": thing,
            "name": box.called(thing) if thing else None,
            "names": {each: box.called(each) for each in box.copies()},
            "order": list(box.copies()),  # JSON keys may lose their order
            "card": box.view(thing) if thing and box.has(thing) else None,
            "told": said(box, news),
        }
        return self._head(box) | progress | shown

    def _head(self, box: Box) -> dict[str, Any]:
        return {
            "game": box.deck.game,
            "edition": box.edition,
            "deck": _(box.deck.title) if box.deck.made_up else box.deck.title,
            "readers": sorted(self._fitted.served) if self._fitted is not None else [],
            "guessed": len(self._guesses(box)),
            "cards": len(self._typed(box)),
            "faults": self.faults,
            "others": unknown_to(box, self._names.values()),
            "changes": self.changes,
        }

    def answer(self, name: str, body: Mapping[str, Any], *, played: str | None = None) -> dict[str, Any]:
        """Answer a page's question about boxes, by name. Raises InputError, and NoForm."""
        match name:
            case "box-file":
                return {"file": self.export(body, played=played)}
            case "deck-file":
                return {"file": self.deck_file(body, played=played)}
            case _:
                return self.to_json(body, played=played)

    def deck_file(self, body: Mapping[str, Any], *, played: str | None = None) -> str:
        """Return the draft as a deck file. Raises InputError, and NoForm."""
        box = self._box_meant(body, played)
        return self.drafts.text(box.deck.game, box.edition)

    def export(self, body: Mapping[str, Any], *, played: str | None = None) -> str:
        """Return the deck and its tags as a file for another table. Raises InputError."""
        self._read_names()
        return export_deck(self._names, self._box_meant(body, played))


def field_to_json(field: Field) -> dict[str, Any]:
    """Return a field of a form for a page."""
    only = {"field": field.only[0], "is": list(field.only[1])} if field.only is not None else None
    choices = [choice._asdict() for choice in field.choices]
    return {**field._asdict(), "ask": str(field.ask), "choices": choices, "only": only}
