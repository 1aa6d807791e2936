"""The session of one table: observations in, answers by inference, events, and what everybody sees from them.

One thread owns it; it has no clock and no device of its own. Each observation is taken whole: what follows from it is
in the book before anything is shown. At a table what was done was done: what the rules forbid is kept as an
irregularity, what cannot be read becomes a question, and neither stops the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from companion.othello.at_table import comparing, gestures
from companion.othello.at_table.corrections import next_again, words_left
from companion.othello.at_table.gestures import Chosen, Drawn, Early, Meaning, Misfit, Ready, Thrown, Waits
from companion.othello.at_table.knowledge import as_known, hearsay, judge, named, play_as_known
from companion.othello.at_table.misfits import (
    QuestionClosed,
    Reply,
    face_down,
    misplaced,
    told_openly,
)
from companion.othello.model.answers import Answer, Do, answer_from_json, answer_to_json
from companion.othello.model.cards import CardName, Pile, is_unknown
from companion.othello.model.events import (
    Event,
    Found,
    Revealed,
    SceneBegan,
    Swapped,
)
from companion.othello.model.evolve_cards import back, find_in_hand
from companion.othello.model.frames import Action, Choices, Draws, Intermission, Placement, Reveals, Steps
from companion.othello.model.state import State
from companion.othello.rules.acts import staging_excess
from companion.othello.rules.options import decision
from companion.othello.rules.submit import lapse
from companion.othello.rules.targets import VILLAINY, can_pay
from companion.othello.text.narrate import answer_text
from companion.play.errors import InputError
from companion.play.fields import as_word
from companion.play.verdict import Forbidden
from companion.table.asker import HOST, Asker
from companion.table.kept_game import Backs, Book, NothingToUndo, Step
from companion.table.lit_game import LitGame
from companion.table.observation import (
    Hold,
    Lift,
    Observation,
    Press,
    Said,
    Sort,
    Tag,
    observation_to_json,
    split_thing,
)

TIME_RAN_OUT = "the time for answers ran out"
WINDOW_SECONDS = 5.0
DRAW_SECONDS = 5.0


class Session(LitGame):
    """One game at one table.

    Args:
        start: the state that the game begins with, settled or before the lead tile is dealt.
        chance: who shuffles; at a table nobody knows the cards.
        book: where it is all written down.
        window_seconds: how long an interrupt may be announced.
    """

    kept = (*LitGame.kept, "_early", "_resting", "_swapped", "_waiting", "_draws_end")

    def __init__(self, start: State, chance: Backs, book: Book, window_seconds: float = WINDOW_SECONDS) -> None:
        super().__init__(start, chance, book, window_seconds)
        self._early: dict[int, str] = {}
        self._resting: dict[str, str] = {}
        self._swapped: dict[str, str] = {}
        self._laid_in: str | None = None
        self._waiting: list[Answer] = []
        self._draws_end = 0.0

    def observe(self, observation: Observation) -> None:
        """Take an observation: everything that was due by then, then what it means."""
        self.tick(observation.at)
        with self._whole():
            self._records.append(("observation", observation_to_json(observation)))
            self._laid_in = observation.zone if isinstance(observation, Tag) and _is_card(observation) else None
            self._acting = gestures.seat_index(_place_of(observation), self.state)
            match observation:
                case Tag():
                    self._tag(observation)
                case Lift(_, zone):
                    self._resting.pop(zone, None)
                    self._forget_early(zone)
                case Press() | Hold():
                    if self._acting is not None:
                        self._mean(self._readable(self.button(self._acting, observation)))
                case Said(_, answer):
                    self._say(answer)
                case _:
                    pass
            self._follow_up()

    def say(self, answer: Mapping[str, Any], at: float, asker: Asker = HOST) -> None:
        """An answer given at a page.

        It is judged by what `asker` may know; that takes the same steps whatever the cards are that others have hidden.

        Raises InputError for one that cannot be read, Forbidden for one against the rules; nothing happens then.
        """
        self.tick(at)
        read = answer_from_json(answer, self.names())
        owner = asker.player if asker.player == read.by else None
        self._judge(read, owner)
        with self._whole():
            self._records.append(("observation", observation_to_json(Said(at, dict(answer)))))
            self._commit(read if owner is not None else hearsay(self.state, read), owner=owner)
            self._follow_up()

    def correct(self, number: int, answer: Mapping[str, Any], at: float) -> None:
        """Put an answer in the place of a step, and play again what came after it.

        What does not fit any more is asked about. For an interrupt that nobody heard, or another Lead.

        Raises NothingToUndo where there is no such step, InputError or Forbidden as `say`; nothing happens then.
        """
        read = answer_from_json(answer, self.names())
        if not 0 <= number < len(self.steps):
            raise NothingToUndo("there is no such answer to correct")
        self.now = max(self.now, at)
        with self._whole():
            later = self._take_back(number)[1:]
            self._judge(read, None)
            self._commit(hearsay(self.state, read))
            self._follow_up()
            left = self._play_again(later)
            if left:
                words = "; ".join(left)
                self._ask(Misfit(f"After the correction this could not be played again: {words}.", None), None)

    def _play_again(self, waiting: Sequence[Step]) -> list[str]:
        """Play steps again as far as they fit; the words of those left."""
        over: list[Step] = []
        while (again := next_again(waiting, self._fits)) is not None:
            waiting = again.waiting
            over += again.over
            if again.step.answer is None:
                self._lapse()
            else:
                self._commit(answer_from_json(again.step.answer, self.names()))
            self._follow_up()
        return words_left([*over, *waiting])

    def _fits(self, step: Step) -> bool:
        """Whether a step that was taken back can be played now."""
        if step.answer is None:
            return step.lapsed and self.countdown.deadline is not None
        try:
            self._judge(answer_from_json(step.answer, self.names()), None)
        except (Forbidden, InputError):
            return False
        return True

    def _judge(self, answer: Answer, owner: int | None) -> None:
        """Try an answer on what `owner`, or everybody, may know. Raises Forbidden."""
        try:
            judge(self.state, answer, owner)
        except Forbidden as forbidden:
            missing = [reason.code for reason in forbidden.reasons] == ["reveal.which-card"]
            if not missing or named(self.state, answer).card is None:  # else it is turned up by that
                raise

    def tick(self, now: float) -> None:
        """Let time pass until `now`: a window whose time is up closes, hands have drawn, lights come on."""
        since, self.now = self.now, max(self.now, now)
        deadline = self.countdown.deadline
        if deadline is not None and self.now >= deadline:
            with self._whole():
                self._lapse()
                self._follow_up()
        if self.memory.drew and self.now >= self._draws_end:
            self.memory.drew.clear()
            self.changed += 1
            self._light()
        self._pass_lights(since)

    def due(self) -> float | None:
        """When `tick` has something to do next, without an observation; None for never."""
        times = (self.countdown.deadline, self._draws_end if self.memory.drew else None, super().due())
        return min((time for time in times if time is not None), default=None)

    def reply(self, question: int, reply: str, at: float) -> None:
        """The host's judgement of a question: `table` is right, the `companion` is right, or `ignore` it.

        Raises LookupError for a question that is not open, InputError for another reply.
        """
        word = Reply(as_word(reply, "reply", tuple(Reply)))
        found = next((item for item in self.questions if item.id == question), None)
        if found is None:
            raise QuestionClosed("this question has been answered already")
        self.now = max(self.now, at)
        with self._whole():
            self.questions.remove(found)
            self.changed += 1
            self._records.append(("question", {"id": question, "reply": word, "text": found.text}))
            if word is Reply.TABLE and found.answer is not None and found.answer.card is not None:
                self._find(found.answer.by, found.answer.card)
                self._commit(found.answer)
            self._follow_up()

    def compare(self, zone: str, thing: str | None, at: float) -> None:
        """What lies in a zone whose reader is back; what does not fit becomes a question, and nothing is a gesture."""
        self.tick(at)
        misfit = comparing.compare(self.state, zone, thing)
        if misfit is not None:
            with self._whole():
                self._ask(misfit, None)

    def early(self) -> dict[int, str]:
        """The cards that were laid down before their phase, by player."""
        return dict(self._early)

    def is_early(self, player: int) -> bool:
        """Whether this player has laid a card down that waits for the placement phase."""
        return player in self._early

    def replay(self, records: Iterable[tuple[str, Any]], at: float = 0.0) -> None:
        """Take up a game from its records; the placed cards lie there already, and those that were laid early."""
        kept = list(records)
        super().replay(kept, at)
        names, newest = self.names(), [body for kind, body in kept if kind == "early"][-1:]
        self._early = {names.index(name): card for laid in newest for name, card in laid.items()}
        self.rest({f"seat{player + 1}.play": card for player, card in self._early.items()})
        self._light_anew()

    def rest(self, lying: Mapping[str, str] | None = None) -> None:
        """What a reader reports next of the placed cards, and of what is `lying` elsewhere, is no gesture."""
        self._resting = dict(lying or {}) | {
            f"seat{player + 1}.play": seat.placed for player, seat in enumerate(self.state.seats) if seat.placed
        }

    @contextmanager
    def _whole(self) -> Iterator[None]:
        with super()._whole():
            before, names = dict(self._early), self.names()
            yield
            if self._early != before:
                self._records.append(("early", {names[player]: card for player, card in self._early.items()}))

    # --- what observations mean

    def _tag(self, observation: Tag) -> None:
        resting = self._resting.pop(observation.zone, None)
        if resting is not None and find_in_hand([resting], observation.thing) is not None:
            return  # it has been lying there since before the restart
        swapped = self._swapped.pop(observation.zone, None)
        if swapped is not None and find_in_hand([swapped], observation.thing) is not None:
            return  # the card that an improv has put there, laid down at last
        meaning = gestures.read_tag(self.state, observation)
        misfit = self._turned_up(meaning)
        if misfit is not None and isinstance(meaning, Answer):
            self._ask(misfit, meaning if meaning.do is Do.REVEAL else None)
        else:
            self._mean(meaning)

    def _turned_up(self, meaning: Meaning) -> Misfit | None:
        """What is wrong with a card that is being turned up, or laid in place of it in its player's turn."""
        if not isinstance(meaning, Answer):
            return None
        card = meaning.card if meaning.do is Do.REVEAL else meaning.choices.give
        if card is None or meaning.by not in gestures.up_next(self.state):
            return None
        return misplaced(self._open(), meaning.by, card)

    def _open(self) -> State:
        """What everybody sees of the game."""
        return as_known(self.state, None)

    def _readable(self, meaning: Meaning) -> Meaning:
        """What a button means; a card of which no reader knows what it is cannot be revealed by it alone."""
        if not isinstance(meaning, Answer) or meaning.do is not Do.REVEAL:
            return meaning
        seat = self.state.seats[meaning.by]
        if seat.placed is None or not is_unknown(seat.placed):
            return meaning
        return Misfit(f"{seat.name} reveals a card that no reader has read: enter at the desk which one.", meaning.by)

    def _mean(self, meaning: Meaning) -> None:
        match meaning:
            case Answer(Do.CHOOSE, player) if not self._is_choosing(player):
                self._waiting.append(meaning)  # the other card of an improv that may still be stopped
            case Answer():
                self._settle_price(meaning)
                self._commit(face_down(self._open(), meaning))
            case Early(player, card):
                if self._has_just_played(player, card):
                    return
                self._early[player] = card
                self._settle_choices()
                if type(self.state.frames[-1]) is Intermission:
                    self._commit(Answer(Do.NEXT_ACT))
            case Chosen(character):
                self._chosen = (*self._chosen, character)
                self._settle_pay()
                self.changed += 1
            case Ready(player):
                self._ready.add(player)
                self.changed += 1
                if len(self._ready) == len(self.state.seats):
                    self._commit(Answer(Do.NEXT_ACT))
            case Drawn(player):
                self.memory.drew.pop(player, None)
                self.changed += 1
                asked = decision(self.state)
                if asked is not None and asked.kind == "pre-placement" and player in asked.players:
                    self._commit(Answer(Do.PASS, player))
            case Waits(player):
                self.countdown.begin(self.now)
                self.tell(player, "asks for time")
            case Thrown(player, card):
                self._throw(player, card)
            case Misfit():
                self._ask(meaning, None)
            case None:
                pass

    def _has_just_played(self, player: int, card: CardName) -> bool:
        """Whether a card is the one that its player has turned up in this scene, laid back once more."""
        shown = self.memory.shown.get(player) if type(self.state.frames[0]) is Reveals else None
        return shown is not None and find_in_hand([shown], card) is not None

    def _forget_early(self, zone: str) -> None:
        player = gestures.seat_index(zone, self.state)
        if player is not None:
            self._early.pop(player, None)

    def _throw(self, player: int, card: CardName) -> None:
        """G4: once as many cards lie there as are too many, they are discarded."""
        self._chosen = (*self._chosen, card)
        self.changed += 1
        if len(self._chosen) == staging_excess(self.state, player):
            thrown, self._chosen = self._chosen, ()
            self._commit(Answer(Do.DISCARD, player, cards=thrown))

    def _say(self, answer: Mapping[str, Any]) -> None:
        self._commit(hearsay(self.state, answer_from_json(answer, self.names())))

    def _find(self, player: int, card: CardName) -> None:
        """The host says that a card is with this player: the book of the game follows the table."""
        before = len(self.game.events)
        self.steps.append(Step(f"{self.state.seats[player].name} has {card} after all", before))
        self._records.append(("answer", {"text": self.steps[-1].text}))
        self.game.emit(Found(player, card))
        self._note_events(before)

    # --- answers and what follows from them

    def _commit(self, answer: Answer, said: bool = True, owner: int | None = None) -> bool:
        """Play an answer. What the rules forbid is an irregularity, unless it waits for somebody's choice.

        One that nobody has `said` belongs to the answer before it, and is taken back with it. It is judged by what
        `owner`, or everybody, may know.
        """
        before, text = len(self.game.events), answer_text(self.state, told_openly(answer))
        shown = named(self.state, answer)
        try:
            play_as_known(self.game, shown, owner)
        except Forbidden as forbidden:
            asked = decision(self.state)
            if forbidden.reasons[0].is_timing and asked is not None and asked.kind in ("choose", "swap"):
                self._waiting.append(answer)
                return False
            self._irregular(forbidden, shown.card if answer.card is None else None)
            if answer.do is Do.CHOOSE:
                self._chosen = ()
            if forbidden.reasons[0].code == "exit.curtain":  # E1: shown it is, and then it counts
                return self._commit(shown._replace(do=Do.REVEAL))
            return False
        if len(self.game.events) == before:
            return True  # a pass that nobody waited for: nothing to take back
        if said:
            self._records.append(("answer", {"answer": answer_to_json(answer, self.names()), "text": text}))
            self.steps.append(Step(text, before, self._records[-1][1]["answer"]))
        self._note_events(before)
        self._chosen = ()
        return True

    def _lapse(self) -> None:
        """The time for answers has run out: a step that can be taken back, for whoever called and was not heard."""
        before, names, asked = len(self.game.events), self.names(), decision(self._open())
        instead = [
            {"answer": answer_to_json(option, names), "text": answer_text(self.state, told_openly(option))}
            for option in (asked.options if asked is not None else ())
            if option.do is not Do.PASS
        ]
        lapse(self.game)
        if len(self.game.events) > before:
            self.steps.append(Step(TIME_RAN_OUT, before, lapsed=True, instead=tuple(instead)))
            self._records.append(("answer", {"text": TIME_RAN_OUT, "lapsed": True, "instead": instead}))
            self._note_events(before)

    def _follow_up(self) -> None:
        """What a table can go on with by itself: unseen choices, cards laid early, answers that waited."""
        while self._fill_unseen() or self._use_early() or self._use_waiting():
            pass
        if type(self.state.frames[0]) is not Intermission:
            self._ready.clear()

    def _fill_unseen(self) -> bool:
        """A1, I2: nobody need say which unseen card changed hands, or which of several with the same back.

        Whether it is asked must not tell which cards the companion knows.
        """
        asked = decision(self.state)
        action = self.state.frames[-1]
        if asked is None or asked.kind != "choose" or type(action) is not Action or action.name == "Emilia":
            return False
        takes = [item.choices.take for item in asked.options if item.choices.take is not None]
        gives = [item.choices.give for item in asked.options if item.choices.give is not None]
        if not self._chance.blind and not any(map(is_unknown, takes + gives)):
            return False
        if takes and action.choices.target is not None:
            hand = self.state.seats[action.choices.target].hand
            return self._fill(action, Choices(take=self._chance.pick(action.choices.target, hand)))
        if gives and action.name in ("Exchange", "Roderigo"):
            return self._fill(action, Choices(give=self._chance.give(action.player, self.game.events)))
        if gives and len({back(card) for card in gives}) == 1:
            return self._fill(action, Choices(give=back(gives[0])))
        return False

    def _fill(self, action: Action, choices: Choices) -> bool:
        return self._commit(Answer(Do.CHOOSE, action.player, choices=choices), said=False)

    def _use_early(self) -> bool:
        """P2, P3: who has laid a card down has nothing more to do before placement."""
        top = self.state.frames[-1]
        if type(top) is Steps and top.phase == "pre-placement":
            player = top.order[top.at]
            return player in self._early and self._commit(Answer(Do.PASS, player))
        if type(top) is Placement and self._early:
            player = next(iter(self._early))
            return self._commit(face_down(self._open(), Answer(Do.PLACE, player, self._early.pop(player))))
        return False

    def _use_waiting(self) -> bool:
        if not self._waiting:
            return False
        asked, first = decision(self.state), self._waiting[0]
        if first.do is Do.CHOOSE and not self._is_choosing(first.by):
            under_way = any(type(frame) is Action and frame.player == first.by for frame in self.state.frames)
            if not under_way:
                self._waiting.pop(0)
            return not under_way
        if first.do is not Do.CHOOSE and asked is not None and asked.kind in ("choose", "swap"):
            return False
        taken = self._commit(face_down(self._open(), first))
        self._waiting = self._waiting[1:]
        return taken or bool(self._waiting)

    def _is_choosing(self, player: int) -> bool:
        asked = decision(self.state)
        return asked is not None and asked.kind == "choose" and asked.players == (player,)

    def _settle_choices(self) -> None:
        """Z6: whoever goes on without having said what they draw has drawn a script card."""
        top = self.state.frames[-1]
        while type(top) is Draws and decision(self.state) is not None:
            self._commit(Answer(Do.DRAW, top.order[top.at], pile=str(Pile.SCRIPT)))
            top = self.state.frames[-1]

    def _settle_pay(self) -> None:
        """A6: tiles chosen for a Villainy before its price was settled: as many as they are, they say it."""
        action = self.state.frames[-1]
        if type(action) is Action and action.choices.pay is None:
            more = len(self._chosen) > self.state.rules.villainy_weak.wounds
            if more and can_pay(self.state, action.player, VILLAINY):
                self._commit_choice(action, Choices(pay=True))

    def _settle_price(self, answer: Answer) -> None:
        """A6: whoever says whom a Villainy harms, and has not said to pay for it, does not pay."""
        action, given = self.state.frames[-1], answer.choices
        if type(action) is Action and action.choices.pay is None and (given.wounds or given.cut):
            self._commit_choice(action, Choices(pay=False))

    def _commit_choice(self, action: Action, choices: Choices) -> None:
        chosen = self._chosen
        self._commit(Answer(Do.CHOOSE, action.player, choices=choices))
        self._chosen = chosen

    def _note_events(self, before: int) -> None:
        self._expect_swapped(self.game.events[before:])
        super()._note_events(before)
        if len(self.game.events) > before and self.memory.drew:
            self._draws_end = self.now + DRAW_SECONDS

    def _expect_swapped(self, events: Sequence[Event]) -> None:
        """I3: where nobody told which card an improv has put down, it is still to be laid, and that reveals nothing."""
        for event in events:
            match event:
                case Swapped(player, card) if is_unknown(card) and not self._has_laid(player):
                    self._swapped[f"seat{player + 1}.play"] = card
                case Revealed(player, _):
                    self._swapped.pop(f"seat{player + 1}.play", None)
                case SceneBegan():
                    self._swapped.clear()
                case _:
                    pass

    def _has_laid(self, player: int) -> bool:
        """Whether the other card lies there already."""
        return self._laid_in == f"seat{player + 1}.play" or any(item.by == player for item in self._waiting)

    def _rewind(self, count: int) -> None:
        super()._rewind(count)
        self._chosen, self._waiting, self._early, self._swapped = (), [], {}, {}


def _place_of(observation: Observation) -> str:
    """The zone or button at which something was done; "" for none."""
    match observation:
        case Tag(_, place, _) | Lift(_, place) | Press(_, place) | Hold(_, place):
            return place
        case _:
            return ""


def _is_card(observation: Tag) -> bool:
    return split_thing(observation.thing)[0] in (Sort.CARD, Sort.UID)
