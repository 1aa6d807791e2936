"""The public screen: the current question is readable at three metres, moments come and go, an idle screen invites."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
import zxingcpp
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from companion.core.i18n import speak
from companion.games import begin, game_ids, game_of
from companion.table.score_sheet import account
from companion.table.session import Session
from companion.table.snapshot import board as board_of
from companion.table.snapshot import desk as desk_of
from tests.support import recorded_table as fixtures
from tests.support.all_games import SEED, Book, moments, random_game, standing
from tests.support.phones import HOME
from tests.support.served_pages import LARGE, PHONE, Room, house, moments_seen, room, watch_moments
from tests.support.snapshot_parts import Json, board, seat, tiles
from web.server.server import Server

__all__ = ["house", "room"]

READABLE = 34  # pixels of 1080: readable at three metres on a screen of 32 inches
NAMES = ["<script>alert(1)</script>", "W" * 24, "עומר בן דוד", "Rosalind", "👩‍👩‍👧 Zoë", "Wolfeschlegelsteinhausen"]
LONG_NAMES = [
    "Jean-Christophe Delacroi",
    "Maximiliane Oberhuberin",
    "Wolfeschlegelsteinhausen",
    "Bartholomew Featherstone",
    "Wilhelmina Mackintoshton",
    "MAXIMILIAN MUMMENTHALER",
]  # the longest names that are shown in full
CUES = ["may-interrupt", "your-turn", "draw-staging", "go-on", "may-interrupt", "attention"]


def full(players: int, names: list[str] = NAMES) -> Json:
    """Return a table with every kind of message at once and names that are hard to show."""
    seats = [
        {
            **seat(
                i, points=88, intrigue=12, wounds=3, handkerchief=i == 0, card={"face": "down"}, cue=CUES[i], hand=0
            ),
            "name": names[i],
            "coins": {"Iago": 2, "Cassio": 1, "Desdemona": 1, "Emilia": 1},
        }
        for i in range(players)
    ]
    seats[0]["lead"] = True
    window = {"id": 3, "kind": "window", "by": 1, "card": None, "seats": [0], "seconds": 60.0, "left": 60.0}
    words = f"{names[1]} blocks {names[0]}’s “Desdemona confronts Othello” with a spotlight"
    return board(
        seats,
        act=3,
        scene=11,
        half_curtain=True,
        last_scene=True,
        marker="final-scene",
        tiles=tiles(4),
        window={**window, "text": words, "card": fixtures.reveal()["seats"][1]["card"]["card"]},
        headline=f"{names[0]} may interrupt with a Seize that is swapped in, a Desdemona coin or No Drama",
    )


def sizes(page: Page, selector: str) -> list[float]:
    return [
        float(size)
        for size in page.locator(selector).evaluate_all(
            "nodes => nodes.filter((node) => node.offsetWidth).map((node) => parseInt(getComputedStyle(node).fontSize))"
        )
    ]


SMALL = """([least]) => [...document.querySelectorAll("#board *")].filter((node) => {
  const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  if (!own || !node.getClientRects().length || node.closest(".card, .notes, .unseen")) return false;
  const drawn = node.ownerSVGElement ? node.ownerSVGElement.getScreenCTM().a : 1;
  return parseFloat(getComputedStyle(node).fontSize) * drawn < least - 0.5;
}).map((node) => `${node.getAttribute("class") ?? node.localName}: ${node.textContent}`)"""


def small(page: Page) -> list[str]:
    """Return the texts too small for three metres, except cards, which are on the table too, and small print."""
    return [str(words) for words in page.evaluate(SMALL, [READABLE])]


def cut(page: Page, selector: str) -> list[str]:
    """Return the elements that overflow their place or the screen."""
    page.evaluate("document.fonts.ready.then(() => null)")  # letters of a fallback font are wider
    return [
        str(text)
        for text in page.locator(selector).evaluate_all(
            """nodes => nodes.filter((node) => {
          const box = node.getBoundingClientRect();
          const outside = box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1;
          return box.width > 0 && (outside || node.scrollWidth > node.clientWidth + 1);
        }).map((node) => node.className + ": " + node.textContent)"""
        )
    ]


ROOM_BESIDE_THE_NAME = """heads => heads.map((head) => {
  const range = document.createRange();
  range.selectNodeContents(head.querySelector(".seat-name"));
  return head.querySelector(".seat-lead").getBoundingClientRect().left - range.getBoundingClientRect().right;
})"""
WAITED_FOR = "#headline, #window-who, #window-left, .seat-cue, .seat-points, .seat-label"
WHOLE = ".limelight, .limelight-words, .seat-tokens, .seat, .prompt, .stage, .bill, .come, .seat-slot .card"
PILES = ".pile dt, .pile-count, .pile-discard"


def test_what_one_waits_for_is_read_at_three_metres_with_any_names(room: Room) -> None:
    room.table.publish(full(2))
    page = room.open("/board")
    for players in range(2, 7):
        room.table.publish(full(players))
        expect(page.locator(".seat")).to_have_count(players)
        expect(page.locator(".seat-name").last).to_have_text(NAMES[players - 1])
        found = sizes(page, WAITED_FOR)
        assert len(found) == 3 + 3 * players - (players if players == 6 else 0)  # no label for six
        assert small(page) == [], players
        assert cut(page, f"{WAITED_FOR}, {PILES}, {WHOLE}") == [], players
        assert page.evaluate(
            "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
        ) == [0, 0]
    room.table.publish(full(4))
    expect(page.locator(".seat")).to_have_count(4)
    assert sizes(page, ".seat-cue")[0] >= 56  # "may interrupt", at a table of four


def test_names_of_24_letters_are_read_whole_at_a_table_of_six(room: Room) -> None:
    room.table.publish(full(6, LONG_NAMES))
    page = room.open("/board")
    expect(page.locator(".seat")).to_have_count(6)
    assert cut(page, f"{WAITED_FOR}, .limelight-who, .seat, .seat-slot .card") == []
    assert page.locator(".cast .tile").evaluate_all(OUTSIDE_THE_STAGE) == []
    higher = "names => names.map((name) => name.scrollHeight - name.clientHeight)"
    assert max(page.locator(".seat-name").evaluate_all(higher)) <= 2


def test_names_of_one_word_are_read_whole_by_whoever_leads_at_a_table_of_any_size(room: Room) -> None:
    names = ["Bartholomew", "Christopher", "Wilhelmina", "Featherston", "Constantine", "Maximiliana"]
    page = None
    for players in range(2, 7):
        for lead in range(players):
            public = full(players, names) | {"seq": 100 * players + lead}
            for index, player in enumerate(public["seats"]):
                player["lead"] = index == lead
            room.table.publish(public)
            page = page or room.open("/board")
            expect(page.locator("html")).to_have_attribute("data-seq", str(public["seq"]))
            assert cut(page, ".seat-name, .seat-cue, .seat, .seat-lead") == [], (players, lead)


def test_no_name_lies_under_the_sign_of_the_lead_whose_german_word_is_long(room: Room) -> None:
    page = None
    speak("de")
    try:
        for players, first in ((2, "Bartholomew"), (4, "Wilhelm")):
            room.table.publish(full(players, [first, *NAMES]) | {"seq": players})
            page = page or room.open("/board")
            expect(page.locator("html")).to_have_attribute("data-seq", str(players))
            assert page.locator(".seat-head:has(.seat-lead:visible)").evaluate_all(ROOM_BESIDE_THE_NAME)[0] >= 0
    finally:
        speak("en")


def test_the_word_at_a_seat_is_that_of_what_is_asked_there(room: Room) -> None:
    cases = [
        ("choose", "lay", "choose"),  # a pile or a card that is entered at the desk
        ("placement", "lay", "play a card"),
        ("discard", "go-on", "discard"),
        ("intermission", "go-on", "done?"),
    ]
    page = None
    for asked, cue, words in cases:
        room.table.publish(board([seat(0, cue=cue)], asked=asked))
        page = page or room.open("/board")
        expect(page.locator(".seat-cue")).to_have_text(words)


def test_where_the_system_chooses_the_colours_cues_lamps_and_turns_are_still_seen(room: Room) -> None:
    room.table.publish(full(4))
    page = room.open("/board", forced_colors="active", reduced_motion="reduce")
    place = page.locator(".seat-cue").first.bounding_box()
    assert place is not None
    whole = page.screenshot(clip=place)  # a number's background would cover it
    page.locator(".seat-points").first.evaluate("node => { node.style.visibility = 'hidden'; }")
    assert page.screenshot(clip=place) == whole
    lamp = page.locator(".seat .lamp").first
    lamps = set()
    for cue in ("idle", "on-deck", "may-interrupt", "draw-staging", "done"):
        lamp.evaluate("(node, cue) => { node.dataset.cue = cue; }", cue)
        lamps.add(lamp.screenshot())
    assert len(lamps) == 5
    seat = page.locator(".seat").first
    outlines = [
        seat.evaluate("(node, up) => { node.dataset.up = up; return getComputedStyle(node).outlineStyle; }", up)
        for up in ("true", "false")
    ]
    assert outlines == ["solid", "none"]
    expect(page.locator(".seat .card-back").first).not_to_have_css("background-image", "none")  # a card is there
    code, mark = page.locator(".come").bounding_box(), page.get_by_role("button", name="Pages").bounding_box()
    assert code is not None and mark is not None
    assert code["x"] + code["width"] <= mark["x"]  # a frame there, which would cover the code


SPACED = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"
SPACE = (
    """(css) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"""
)
LOST = """() => {
  const lost = [], words = document.createTreeWalker(document.querySelector("#board"), NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()], within = node.parentElement;
    if (!node.data.trim() || !rects.length || within.closest(".card") || within.offsetWidth < 2) continue;
    for (let around = within; around.id !== "board"; around = around.parentElement) {
      const box = around.getBoundingClientRect();
      if (getComputedStyle(around).overflow === "visible") continue;
      if (rects.some((one) => one.bottom > box.bottom + 4 || one.top < box.top - 4 || one.right > box.right + 1))
        lost.push(`${node.data} in ${around.className}`);
    }
  }
  return lost;
}"""


def test_where_words_are_set_wider_apart_a_wall_is_a_column_and_nothing_is_lost(room: Room) -> None:
    room.table.publish(full(4))  # WCAG 2.2, 1.4.12
    page = room.open("/board")
    expect(page.locator(".seat")).to_have_count(4)
    assert page.locator("html").get_attribute("data-spaced") is None
    page.evaluate(SPACE, SPACED)
    expect(page.locator("html")).to_have_attribute("data-spaced", "")
    assert page.evaluate(LOST) == []
    assert page.evaluate(
        "[innerWidth - document.documentElement.scrollWidth, getComputedStyle(document.body).overflowY]"
    ) == [0, "visible"]
    for part in (".come", "#headline", ".seat-cue >> nth=3", ".pile >> nth=1", "#notes"):
        page.locator(part).scroll_into_view_if_needed()
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    page.evaluate(SPACE, "")
    expect(page.locator("html")).not_to_have_attribute("data-spaced", "")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


def test_a_pause_is_told_and_stops_the_time(room: Room) -> None:
    snapshot = full(2)
    snapshot["table"]["paused"] = True
    snapshot["window"]["paused"] = True
    room.table.publish(snapshot)
    page = room.open("/board")
    expect(page.locator("#headline")).to_have_text("The game is paused: interrupts and buttons are off.")
    expect(page.locator("#window-left")).to_be_hidden()


def moment(number: int, kind: str, words: str, player: int | None = None) -> Json:
    return {"id": number, "moment": kind, "text": words, "seat": player}


def test_a_moment_is_shown_once_and_is_not_shown_again_at_a_reload(room: Room) -> None:
    shown = {**full(4), "moments": [moment(7, "lead", "Rosalind is the Lead.", 3)]}
    room.table.publish(shown)
    page = room.open("/board")
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.locator("#moment")).to_be_hidden()  # it was shown before
    watch_moments(page)
    died = moment(9, "death", "Desdemona dies. Rosalind takes 5 wound tokens.", 3)
    room.table.publish({**shown, "seq": 413, "moments": [*shown["moments"], died]})
    assert moments_seen(page, 1) == [["death", "Desdemona dies. Rosalind takes 5 wound tokens", 3, 0]]
    expect(page.locator("#moment")).to_be_hidden()
    expect(page.locator(".seat[data-moment]")).to_have_count(0)
    page.reload()
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.locator("#moment")).to_be_hidden()
    room.table.publish({**shown, "seq": 414})  # an undo: it did not happen
    room.table.publish({**shown, "seq": 415, "headline": "Somebody thinks"})
    expect(page.locator("#window-who")).to_have_text("Somebody thinks")
    expect(page.locator("#moment")).to_be_hidden()
    page.evaluate("document.getElementById('board').dataset.moment = 'curtain'")
    drawn = "getComputedStyle(document.getElementById('stage'), '::before').animationName"
    assert page.evaluate(drawn) == "curtains"


def test_what_stands_where_a_moment_is_shown_makes_way_for_it(room: Room) -> None:
    for motion in ("reduce", "no-preference"):
        room.table.publish({**full(4), "moments": []})
        page = room.open("/board", reduced_motion=motion)
        expect(page.locator(".seat")).to_have_count(4)
        page.evaluate("document.getElementById('board').dataset.moment = 'death'")
        expect(page.locator("#bill")).to_have_css("opacity", "0")
        room.close_pages()


def told(players: int, game: str = "othello") -> Json:
    """Return the log of a whole game of bots, as a table sends it."""
    play, _counts = random_game(game, players)
    return account(game_of(game), play.start, play.state, play.events)


def ended(players: int, game: str = "othello") -> Any:
    """Return the explanation of each point in that game."""
    play, _counts = random_game(game, players)
    return game_of(game).rules.points(play.state, play.events)


SIZES = (LARGE, ViewportSize(width=1280, height=720), ViewportSize(width=1024, height=768))
LONG_REFUSAL = "not your turn: take it back, lay it when your light asks"
OVERLAPS = """seats => seats.flatMap((seat) => {
  const says = seat.querySelector(".seat-says"), room = says.getBoundingClientRect();
  const others = [...says.parentElement.children, ...seat.querySelectorAll(".seat-name, .seat-cue, .seat-lead")];
  const found = others.filter((other) => {
    const box = other.getBoundingClientRect();
    const apart = box.bottom <= room.top + 1 || box.top >= room.bottom - 1;
    return other !== says && box.width > 0 && !apart && getComputedStyle(other).position !== "absolute";
  }).map((other) => `${says.textContent} lies on ${other.className}`);
  return says.scrollHeight > says.clientHeight + 1 ? [...found, `${says.textContent} is cut`] : found;
})"""
HIDDEN = """(all) => all.filter((says) => {
  const { left, right, bottom } = says.getBoundingClientRect(), room = says.parentElement.getBoundingClientRect();
  return left >= room.right - 1 || right > room.right + 1 || bottom > room.bottom + 1;
}).map((says) => says.textContent)"""
SETTLED = """document.fonts.ready.then(() =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))"""
PLACES = """() => [...document.querySelectorAll(".seat, .seat-says, .stage, .prompt")].map((node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left, top, width, height].map(Math.round).join(" ");
})"""


def said_at_seats(game: str, players: int) -> list[tuple[str, str, str]]:
    """Return all messages at the seats of a random game: cards to play, effects of a press and of a hold."""
    rules, (_play, counts) = game_of(game), random_game(game, players)
    found: dict[tuple[str, str, str], None] = {("", "", ""): None}
    for play in standing(game, players, range(0, len(counts), 2)):
        session = Session(rules, play.state, rules.rules.chance(), Book())
        for offer in session.view.offers:
            found[offer.lay, offer.says.press, offer.says.hold] = None
    return list(found)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", game_ids())
def test_every_seat_says_what_hands_do_there_and_nothing_jumps_for_it(room: Room, game: str, language: str) -> None:
    rules, seq, page = game_of(game), 2000, None
    speak(language)
    try:
        for players, sizes in ((4, SIZES[:1]), (rules.info.seats[-1], SIZES)):
            said = said_at_seats(game, players)
            assert len(said) > 1
            session = Session(rules, next(standing(game, players, [3])).state, rules.rules.chance(), Book())
            public = board_of(session.view)
            desk = {"board": public, **desk_of(session.view)}
            for size in sizes:
                room.table.publish({**public, "seq": (seq := seq + 1)}, desk)
                page = page or room.open("/board")
                page.set_viewport_size(size)
                expect(page.locator("html")).to_have_attribute("data-seq", str(seq))
                page.evaluate(SETTLED)
                places = page.evaluate(PLACES)
                for first in range(0, len(said), players):
                    for number, player in enumerate(public["seats"]):
                        lay, press, hold = said[(first + number) % len(said)]
                        player |= {"lay": lay, "press": press, "hold": hold, "told": None}
                    room.table.publish({**public, "seq": (seq := seq + 1)}, desk)
                    expect(page.locator("html")).to_have_attribute("data-seq", str(seq))
                    shown = [words.replace("\u00a0", " ") for words in page.locator(".seat-says").all_text_contents()]
                    for words, player in zip(shown, public["seats"], strict=True):
                        hold = "" if player["hold"] == player["press"] else player["hold"]
                        parts = (*player["lay"].split("; "), player["press"], hold)
                        assert all(part.replace("\u00a0", " ") in words for part in parts)
                    assert page.locator(".seat").evaluate_all(OVERLAPS) == [], (players, size)
                    assert page.evaluate(PLACES) == places
                    # narrower seats may lack room for what is laid, which the headline names, too
                    spare = {
                        part for player in public["seats"] for part in player["lay"].replace("\u00a0", " ").split("; ")
                    }
                    hidden = page.locator(".seat-says > *").evaluate_all(HIDDEN)
                    assert {words.replace("\u00a0", " ") for words in hidden} <= (spare if players > 4 else set())
                for player in public["seats"]:
                    player["told"] = LONG_REFUSAL
                room.table.publish({**public, "seq": (seq := seq + 1)}, desk)
                expect(page.locator(".seat-says").first).to_have_text(LONG_REFUSAL)
                assert page.locator(".seat").evaluate_all(OVERLAPS) == []
                assert page.evaluate(PLACES) == places
                assert size != LARGE or small(page) == []
    finally:
        speak("en")


@pytest.mark.parametrize("game", game_ids())
def test_the_fullest_table_of_every_game_is_read_at_three_metres_to_its_end(room: Room, game: str) -> None:
    rules = game_of(game)
    most = rules.info.seats[-1]
    states = [*moments(game, most, 2), random_game(game, most).play.state]
    room.table.answers["sheet"] = told(most, game)
    for state in states:
        session = Session(rules, state, rules.rules.chance(), Book())
        session.settle()
        public = board_of(session.view)
        room.table.publish(public, {"board": public, **desk_of(session.view)})
        page = room.open("/board")
        expect(page.locator(".seat")).to_have_count(most)
        assert small(page) == []
        over = public["table"]["state"] == "over"
        if over:
            expect(page.locator(".reckoning .race")).to_be_visible()
            assert small(page) == []
            long = with_ann_as("Wolfeschlegelsteinhausen", public) | {"seq": 999}
            room.table.publish(long, {"board": public, **desk_of(session.view)})
            expect(page.locator(".seat-name").first).to_have_text("Wolfeschlegelsteinhausen")
            assert page.locator(".seat-name").first.evaluate(HIGHER_THAN_ITS_SEAT) <= 1
        whole = ".prompt, .stage, .call, .race, .race text, .seat, .seat-cue, .seat-name, .pool"
        assert cut(page, whole if over else f"{whole}, .seat-label, .tile-name, .tile-count") == []
        page.close()
    assert over


OUTSIDE_THE_STAGE = """tiles => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const places = tiles.map((tile) => [tile.textContent, tile.getBoundingClientRect()]);
  return places.filter(([, { top, bottom }]) => top < stage.top || bottom > stage.bottom).map(([name]) => name);
}"""
HIGHER_THAN_ITS_SEAT = """(name) => {
  const [written, seat] = [name, name.closest(".seat")].map((node) => node.getBoundingClientRect());
  return seat.top - written.top;
}"""
BESIDE_CURTAINS = """() => {
  const [call, table] = ["#call", "#call table"].map((part) => document.querySelector(part).getBoundingClientRect());
  const curtain = parseFloat(getComputedStyle(document.querySelector("#call"), "::before").width);
  return [table.left - call.left - curtain, call.right - curtain - table.right];
}"""


def with_ann_as(name: str, told: Json) -> Json:
    """Return the log with another name for Ann."""
    found: Json = json.loads(json.dumps(told).replace('"Ann"', json.dumps(name)))
    return found


def test_between_the_acts_the_ranking_is_shown_and_at_the_end_the_race(room: Room) -> None:
    room.table.answers["sheet"] = told(6)
    room.table.publish(fixtures.intermission())
    page = room.open("/board")
    expect(page.locator(".ranking li")).to_have_count(6)
    totals = [int(total) for total in page.locator(".ranking b").all_inner_texts()]
    assert totals == sorted(totals, reverse=True)
    assert sizes(page, ".ranking b")[0] > 2 * sizes(page, ".ranking span")[0]
    expect(page.locator("#stage")).to_be_hidden()
    assert small(page) == []
    assert cut(page, ".ranking li, .seat, .prompt") == []
    low = page.locator(".reckoning-what").evaluate("node => node.scrollHeight - node.clientHeight")
    assert low <= 1  # the last row is above the prompt
    room.table.answers["sheet"] = told(4)
    room.table.publish(fixtures.over())
    expect(page.locator(".reckoning .race")).to_be_visible()
    expect(page.locator("#call-winners")).to_have_text("Ann takes the bow")
    expect(page.locator("#call-rows tr")).to_have_count(4)
    assert cut(page, ".reckoning .race, .call, #call-rows tr") == []
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    room.table.answers["sheet"] = with_ann_as(LONG_NAMES[1], told(4))
    room.table.publish(with_ann_as(LONG_NAMES[1], fixtures.over()) | {"seq": 998})
    expect(page.locator(".race text", has_text=LONG_NAMES[1])).to_be_visible()  # whole
    assert cut(page, ".race text") == []
    room.table.answers["sheet"] = with_ann_as(NAMES[1], told(4))
    room.table.publish(with_ann_as(NAMES[1], fixtures.over()) | {"seq": 999})
    expect(page.locator(".race text", has_text="WWW")).to_be_visible()
    assert cut(page, ".race text, #call-winners") == []
    assert min(page.evaluate(BESIDE_CURTAINS)) >= 0
    room.table.publish(fixtures.reveal())
    expect(page.locator(".reckoning")).to_be_hidden()
    expect(page.locator("#stage")).to_be_visible()


CUT_NAMES = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
LIE_ON_EACH_OTHER = """(sheets) => sheets.filter((sheet, i) => sheets.slice(i + 1).some((other) => {
  const [one, two] = [sheet, other].map((each) => each.getBoundingClientRect());
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
})).length"""


def test_late_in_a_game_the_whole_ranking_is_above_the_prompt(room: Room) -> None:
    page = None
    for players in (2, 3, 4, 5, 6):
        game, (whole, counts) = game_of("othello"), random_game("othello", players)
        play = begin("othello", whole.names, seed=SEED)
        for number in reversed(counts):
            play.stand_after(whole.events[:number])
            if play.asked is not None and play.asked.kind == "intermission":
                break
        session = Session(game, play.state, game.rules.chance(), Book())
        session.settle()
        public = board_of(session.view)
        for player in public["seats"]:
            player["coins"] = {"Iago": 1, "Cassio": 1, "Desdemona": 1, "Emilia": 1}  # in two rows on a narrow screen
        sheet = account(game, play.start, play.state, play.events)
        for player in sheet["sheet"]["players"]:
            player["name"] = "Bartholomäus der Große"
        room.table.answers["sheet"] = sheet
        room.table.publish({**public, "half_curtain": True, "last_scene": True, "seq": players})
        page = page or room.open("/board")
        expect(page.locator(".ranking li")).to_have_count(players)
        page.evaluate("document.fonts.ready.then(() => null)")
        assert page.locator(".reckoning-what").evaluate("node => node.scrollHeight - node.clientHeight") <= 1
        assert page.locator(".ranking li").evaluate_all(LIE_ON_EACH_OTHER) == 0, players
        assert page.locator(".ranking bdi").evaluate_all(CUT_NAMES) == [], players
        assert small(page) == []
        assert cut(page, ".ranking li, .seat, .prompt, .seat-tokens") == []


@pytest.mark.parametrize("game", game_ids())
def test_at_the_end_wall_and_phone_say_how_each_point_was_made(room: Room, game: str) -> None:
    """The wall shows one player after the other, by turns with the race; a phone has all of them below each other."""
    play, _counts = random_game(game, game_of(game).info.seats[-1])
    rules, told = game_of(game), json.dumps(game_of(game).rules.points(play.state, play.events))
    for number, name in enumerate(play.names):
        told = told.replace(name, f"Wolfeschlegelsteinhaus{number:02d}")
    players = json.loads(told)
    said = [player["slain"]["text"] for player in players if player.get("slain")]
    said += [entry["text"] for player in players for entry in (player.get("slain") or player)["entries"]]
    room.table.answers |= {
        "sheet": account(rules, play.start, play.state, play.events),
        "explain": {"players": players},
    }
    session = Session(rules, play.state, rules.rules.chance(), Book())
    session.settle()
    public = board_of(session.view)
    room.table.publish(public, {"board": public, **desk_of(session.view)})
    page = room.open("/board")
    page.clock.install()
    page.reload()
    expect(page.locator("#reckoning-what > [data-shown]")).to_have_class("race")
    read = ""
    for _turn in range(page.locator("#reckoning-what > .made").count()):
        page.clock.run_for(12_000)
        expect(page.locator("#reckoning-what > .made:visible")).to_have_count(1)
        assert small(page) == []
        assert cut(page, ".made, .made li, .made span, .seat, .prompt") == []
        read += page.locator("#reckoning-what").inner_text()
    assert [text for text in said if text not in read] == []
    page.clock.run_for(12_000)
    expect(page.locator("#reckoning-what > .race")).to_be_visible()
    phone = room.open("/board", PHONE)
    expect(phone.locator(".race, .made").first).to_be_visible()
    letters = phone.locator(".race text").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert all(letter >= 13 for letter in letters)  # the chart is read on a phone too
    written = phone.locator("#reckoning-what").inner_text()
    assert [text for text in said if text not in written] == []
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_pages_that_turn_by_themselves_stand_still_while_the_keyboard_is_on_them(room: Room) -> None:
    room.table.answers |= {"sheet": told(4), "explain": {"players": ended(4)}}
    room.table.publish(fixtures.over())
    page = room.open("/board")
    page.clock.install()
    page.reload()
    race = page.locator("#reckoning-what > .race")
    expect(race).to_be_visible()
    page.locator("#reckoning-what").focus()
    page.clock.run_for(30_000)
    expect(race).to_be_visible()
    page.keyboard.press("Tab")
    page.clock.run_for(13_000)
    expect(race).to_be_hidden()
    room.table.publish(fixtures.idle() | {"seq": 999})
    games = page.locator("#foyer-games")
    expect(games).to_be_visible()
    games.focus()
    shown = games.locator("[data-shown]").inner_text()
    page.clock.run_for(30_000)
    expect(games.locator("[data-shown]")).to_have_text(shown, use_inner_text=True)
    page.locator("#foyer-start a").focus()
    page.clock.run_for(13_000)
    expect(games.locator("[data-shown]")).not_to_have_text(shown, use_inner_text=True)
    page.set_viewport_size(PHONE)  # all are visible at once, so no rotation can be stopped
    expect(games).not_to_have_attribute("tabindex", "0")
    page.set_viewport_size(LARGE)
    expect(games).to_have_attribute("tabindex", "0")


def test_after_a_scene_the_wall_says_what_it_has_brought_and_why(room: Room) -> None:
    entry = {"part": "script", "rules": ["K2"], "rules_words": [""], "events": [], "told": []}
    won = {**entry, "points": 2, "text": "“Cassio convinces Emilia” (III.1), played as company", "act": 1, "scene": 1}
    before = {**won, "text": "something of another scene", "act": 1, "scene": None}
    players = ["Ann", "Ben", "Cal", "Dee"]
    changes: list[Json] = [{"script": 2, "intrigue": -1, "total": 1}, {"intrigue": -1, "total": -1}, {}, {}]
    room.table.answers["explain"] = {
        "players": [{"name": name, "entries": [before, won] if name == "Ann" else []} for name in players]
    }
    room.table.answers["sheet"] = {
        "sheet": {"parts": [{"key": "script", "words": "script cards"}, {"key": "intrigue", "words": "intrigue"}]},
        "race": {
            "places": [{}, {}],
            "players": [{"name": name, "changes": [change, {}]} for name, change in zip(players, changes, strict=True)],
        },
    }
    room.table.publish({**fixtures.pre_placement(), "scene": 2})
    page = room.open("/board")
    had, intrigue = (seat["intrigue"] for seat in fixtures.pre_placement()["seats"][:2])
    card = "“Cassio convinces Emilia” (III.1), played as company"  # it comes last, since the end of a line is cut
    expect(page.locator("#gains li")).to_have_text(
        [f"Ann+1now {had} intrigue · {card}", f"Ben−1now {intrigue} intrigue"]
    )
    assert min(sizes(page, "#gains b, #gains bdi, #gains span")) >= READABLE
    room.table.publish({**fixtures.reveal(), "act": 1})
    expect(page.locator("#gains li")).to_have_count(0)


@pytest.mark.parametrize("size", [LARGE, ViewportSize(width=1080, height=1920), PHONE])
def test_a_demonstration_invites_to_play_above_the_game_and_covers_nothing_of_it(
    room: Room, size: ViewportSize
) -> None:
    board = fixtures.reveal()
    room.table.publish(board)
    page = room.open("/board", size)
    invitation = page.get_by_role("link", name="Play yourself")
    expect(page.locator("#prompt")).to_be_visible()
    expect(invitation).to_be_hidden()
    room.table.publish({**board, "seq": 900, "table": {**board["table"], "demo": True}})
    expect(invitation).to_have_attribute("href", "/start?game=othello")
    own = invitation.bounding_box()
    assert own is not None and own["height"] >= 44
    for part in ("#prompt", ".seat"):
        box = page.locator(part).first.bounding_box()
        assert box is not None and own["y"] + own["height"] <= box["y"], part


def test_the_links_of_pages_are_behind_one_mark_on_a_wall_and_stay_on_a_phone(room: Room) -> None:
    room.table.publish(fixtures.reveal())
    page = room.open("/board")
    desk, mark = page.get_by_role("link", name="Desk"), page.get_by_role("button", name="Pages")
    expect(mark).to_have_attribute("aria-expanded", "false")
    expect(desk).to_be_hidden()
    mark.press("Enter")
    expect(desk).to_be_visible()
    mark.click()
    expect(desk).to_be_hidden()
    phone = room.open("/board", PHONE)
    expect(phone.get_by_role("link", name="Desk")).to_be_visible()
    expect(phone.get_by_role("button", name="Pages")).to_be_hidden()
    expect(phone.locator(".come")).to_be_hidden()


@pytest.fixture(scope="module")
def reached() -> Iterator[tuple[Server, fixtures.RecordedTable]]:
    """Yield a table that listens to its whole network."""
    table = fixtures.RecordedTable()
    server = Server(table, "", 0, addresses=lambda: [HOME])
    server.start()
    yield server, table
    server.stop()


KEEP = """{
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = (kind) => (window.awake = kind, request(kind));
}"""


def test_a_wall_that_nobody_plays_at_invites_and_stays_awake(browser: Browser, reached: Any) -> None:
    server, table = reached
    address = f"http://{HOME.number}:{server.port}"
    context = browser.new_context(viewport=LARGE)
    page = context.new_page()
    page.add_init_script(KEEP)
    page.goto(f"http://127.0.0.1:{server.port}/board")
    expect(page.get_by_role("heading", level=1)).to_have_text("The table is free")
    expect(page.locator(".foyer-games h2")).to_contain_text(
        ["The Tragedy of Othello", "Shakespeare Deathmatch", "Asides"]
    )
    expect(page.locator(".foyer-games [data-shown]")).to_have_count(1)
    assert cut(page, ".foyer-words > :not(.lamp), .foyer-games *, .foyer-come *") == []
    assert page.evaluate("window.awake") == "screen"
    expect(page.locator(".foyer .address")).to_have_text(address.replace("http://", ""))
    assert seen_by_a_camera(page, page.locator(".foyer")) == [f"{address}/"]
    table.publish(fixtures.reveal())
    expect(page.locator(".come")).to_contain_text("The Tragedy of Othello")
    assert seen_by_a_camera(page, page.locator(".come")) == [f"{address}/"]
    page.goto(f"http://127.0.0.1:{server.port}/mat")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    assert page.evaluate("window.awake") == "screen"
    context.close()


GREY = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const dots = pen.getImageData(0, 0, image.width, image.height).data;
  let grey = "";
  for (let i = 0; i < dots.length; i += 4) grey += String.fromCharCode(dots[i]);
  return [image.width, image.height, btoa(grey)];
}"""


def seen_by_a_camera(page: Page, what: Locator) -> list[str]:
    """Return the QR codes in the picture of a part of the page."""
    wide, high, dots = page.evaluate(GREY, base64.b64encode(what.screenshot()).decode())
    return [code.text for code in zxingcpp.read_barcodes(memoryview(base64.b64decode(dots)).cast("B", (high, wide)))]


@pytest.mark.parametrize("game", game_ids())
def test_a_refused_press_is_told_with_what_the_button_does_and_does_not_send_to_the_desk(room: Room, game: str) -> None:
    session = Session(game_of(game), next(standing(game, 4, [3])).state, game_of(game).rules.chance(), Book())
    public = board_of(session.view)
    asked = {"cue": "attention", "lay": "", "press": "reveal", "hold": "exit", "told": "no press is asked for here now"}
    public["seats"][0] |= asked
    public["seats"][1] |= asked | {"told": None}
    room.table.publish({**public, "seq": 3000}, {"board": public, **desk_of(session.view)})
    page = room.open("/board")
    expect(page.locator("html")).to_have_attribute("data-seq", "3000")
    assert page.locator(".seat-says").nth(0).locator("span").all_text_contents() == [
        "no press is asked for here now",
        "Press: reveal",
        "Hold: exit",
    ]
    assert page.locator(".seat-cue").nth(0).text_content() == ""
    assert page.locator(".seat-cue").nth(1).text_content() == "see the desk"  # for a question to the host
    assert page.locator(".seat").evaluate_all(OVERLAPS) == []
