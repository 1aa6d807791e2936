"""Deathmatch in a browser: started on the start page, played on phones, and continued from a position."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from companion.deathmatch.model.deck import STAND_IN, card_to_object, load_deck
from cuelight.app.access.keeper import AccessControl
from tests.support.nfc_table import SeatTable
from tests.support.phones import closed, seated, visiting
from tests.support.running_table import running
from tests.support.served_pages import PATIENCE_MS, PHONE
from tests.support.table_pages import Visitors, visited
from tests.support.waiting import until
from web.server.server import Server

NAMES = ["Ann", "Ben", "Cal"]
CHOSEN = {"lead": 0, "variants": ["castle", "no-tricksters"], "rulings": {"DJ1": "higher-any"}}
RIGHT_TO_LEFT = "יהודית 🎭"
NOT_SHOWN = "Iago‮eman"


def tap_a_card(phone: Page) -> str:
    """Pick up the first card and play it; return its name."""
    card = phone.locator(".own-cards button.card").first
    called = card.get_attribute("aria-description") or ""
    card.click()
    phone.get_by_role("button", name=re.compile("^Play ")).click()
    return called


def test_three_phones_play_a_scene_each_with_its_own_hand_and_character(browser: Browser, tmp_path: Path) -> None:
    with seated(browser, tmp_path / "table.db", game="deathmatch", names=NAMES, **CHOSEN) as (visitors, phones):
        each_shows_its_own_character_and_covers_it(phones)
        for player, phone in enumerate(phones):
            expect(phone.get_by_role("heading", name=NAMES[player])).to_be_visible()
            expect(phone.locator("#decision")).to_contain_text("open the scene" if player == 0 else "Answer")
            expect(phone.locator("#cue")).to_be_empty()  # the headline says it
            assert tap_a_card(phone)
        until(lambda: visitors.house.board["phase"] == "damage")
        the_winner_places_damage(visitors, phones[visitors.house.board["turn"]])
        visitors.house.command("start", game="deathmatch", names=NAMES, lead=1)  # ends the keys
        expect(phones[0].locator("#none")).to_contain_text("Another game has begun.")
        expect(phones[0].locator(".who")).to_have_count(0)
        expect(phones[0].get_by_role("heading", name="Ann")).to_be_visible()


def test_a_phone_shows_the_own_character_first_until_its_player_has_read_it(browser: Browser, tmp_path: Path) -> None:
    with (
        running(tmp_path / "table.db") as house,
        closed(house) as (server, doors),
        visiting(browser, house, server) as visitors,
    ):
        house.command("start", game="deathmatch", names=NAMES, **CHOSEN)
        key = doors.make_keys([1, 2, 3])[1]
        phone = visitors.open(f"/seat/1#{key}", viewport=PHONE)
        mine = json.loads(house.table.own(0))["own"]["character"]["id"]
        dialog = phone.get_by_role("dialog")
        expect(dialog).to_contain_text(f"You are {mine}. Keep it secret.")
        phone.reload()
        expect(dialog).to_be_visible()
        dialog.get_by_role("button", name="I know who I am").click()
        phone.reload()
        expect(phone.locator(".who h2")).to_have_text(mine)
        expect(dialog).to_have_count(0)


def test_two_taps_in_a_row_show_nobody_who_one_is(browser: Browser, tmp_path: Path) -> None:
    with seated(browser, tmp_path / "table.db", game="deathmatch", names=NAMES, **CHOSEN) as (visitors, phones):
        phone, dock = phones[0], phones[0].locator("#options > button")
        dock.get_by_text("Reveal yourself").dblclick()
        expect(dock.get_by_text("Reveal yourself")).to_be_visible()
        assert not visitors.house.board["seats"][0]["revealed"]
        if not phone.get_by_role("button", name="No, not now").is_visible():  # the second tap hit it
            dock.get_by_text("Reveal yourself").click()
        expect(phone.locator("#pick")).to_contain_text("cannot take it back")
        phone.wait_for_timeout(1100)
        dock.get_by_text("Reveal yourself").click()
        until(lambda: visitors.house.board["seats"][0]["revealed"])


def test_whoever_says_who_has_won_is_told_what_lies_there(browser: Browser, tmp_path: Path) -> None:
    chosen = {**CHOSEN, "lead": 1, "rulings": {}}
    with seated(browser, tmp_path / "table.db", game="deathmatch", names=NAMES, **chosen) as (visitors, phones):
        laid = [f"{NAMES[player]} {tap_a_card(phones[player]).partition(':')[0]}" for player in (1, 2, 0)]
        for phone in phones:
            expect(phone.locator("#happening")).to_have_text(f"In the scene lie: {laid[0]}, {laid[1]} and {laid[2]}")
        visitors.house.command("language", language="de")
        suits = re.compile("^(Klingen|Münzen|Briefe|Gift)$")
        expect(phones[0].locator(".who-suit .who-name")).to_have_text([suits, suits])


def each_shows_its_own_character_and_covers_it(phones: list[Page]) -> None:
    told = [phone.locator(".who h2") for phone in phones]
    for heading in told:
        expect(heading).to_be_visible()
    names = [heading.text_content() or "" for heading in told]
    assert len(set(names)) == 3
    for player, phone in enumerate(phones):
        for other, name in enumerate(names):
            assert (name in phone.content()) == (other == player)
    phones[0].get_by_role("button", name="Hide").click()
    expect(told[0]).to_be_hidden()
    phones[0].get_by_role("button", name="Show").click()
    expect(told[0]).to_be_visible()


def the_winner_places_damage(visitors: Visitors, winner: Page) -> None:
    heading = winner.get_by_role("heading", name="Place one as damage")
    expect(heading).to_be_visible()
    for size in ("200%", ""):  # WCAG 1.4.4
        winner.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        assert winner.evaluate("document.documentElement.scrollWidth") == PHONE["width"], size
    winner.locator(".own-cards").first.locator("button.card").first.click()
    target = winner.get_by_role("button", name=re.compile("^Damage for ")).first
    hurt = NAMES.index((target.text_content() or "").removeprefix("Damage for "))
    target.click()
    expect(heading).to_have_count(0)
    until(lambda: len(visitors.house.board["seats"][hurt]["pool"]) == 1)


def test_a_deathmatch_begins_at_the_start_page_whatever_its_players_are_called(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        page = visitors.open("/start", viewport=PHONE)
        page.get_by_role("link", name="Shakespeare Deathmatch").click()
        expect(page.get_by_role("heading", name="Shakespeare Deathmatch")).to_be_visible()
        expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
        for _ in range(4):
            page.get_by_role("button", name="One seat more").click()
        expect(page.get_by_role("button", name="One seat more")).to_be_disabled()
        for seat, name in ((1, "<script>alert(1)</script>"[:24]), (2, NOT_SHOWN), (3, RIGHT_TO_LEFT), (4, "W" * 24)):
            page.get_by_label(f"Name at seat {seat}").fill(name)
        page.get_by_text("Seat 2 was dealt the protagonist card").check(force=True)
        page.emulate_media(forced_colors="active")
        colours = "all => all.map((node) => getComputedStyle(node).color)"
        seats = page.locator(".seat-row .lead-choice").evaluate_all(colours)
        assert seats.count(seats[1]) == 1 and seats.count(seats[0]) == len(seats) - 1
        page.emulate_media(forced_colors="none")
        page.get_by_text("More: variants and rulings").click()
        page.get_by_label("What defeats a card?").select_option("higher-any")
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator("#error-1")).to_have_text("This name has characters that cannot be shown.")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        page.get_by_label("Name at seat 2").fill("Ben")
        page.get_by_role("button", name="Start", exact=True).click()
        page.wait_for_url("**/mat")
        board = visitors.house.board
        assert (board["game"], len(board["seats"]), board["protagonist"]) == ("deathmatch", 8, 1)
        assert board["table"]["rulings"] == {"DJ1": "higher-any"}
        for seat in (1, 3, 4):
            page.goto(re.sub("/mat$", f"/seat/{seat}", page.url) if seat == 1 else re.sub(r"\d$", str(seat), page.url))
            expect(page.get_by_role("heading", name=board["seats"][seat - 1]["name"], exact=True)).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        desk = visitors.open("/desk", viewport={"width": 1280, "height": 800})
        expect(desk.locator(".desk-name b").nth(3)).to_have_text("W" * 24)
        assert desk.evaluate("document.documentElement.scrollWidth") == 1280


def test_a_deathmatch_under_way_is_written_down_and_each_fault_is_told_at_its_field(
    browser: Browser, tmp_path: Path
) -> None:
    with visited(browser, tmp_path / "table.db") as visitors:
        page = visitors.open("/start?game=deathmatch", viewport=PHONE)
        page.get_by_role("link", name="Join a game in progress").click()
        page.get_by_role("button", name="One seat fewer").click()
        for seat, name in enumerate(NAMES):
            page.locator(f'[data-field="seats[{seat}].name"]').fill(name)
        page.get_by_label("Act", exact=True).fill("2")
        page.get_by_label("Now").select_option("cards are being laid")
        page.locator(".join-seat").nth(1).locator(".lead-choice").click()
        page.locator('[data-field="seats[1].played"]').fill("blades 4")
        pool = page.locator('[data-field="seats[2].pool"]')
        pool.fill("poison 3, coins 99")
        page.locator(".join-seat summary").first.click()
        character = page.locator('[data-field="seats[0].character"]')
        character.fill("Iago the Younger")
        page.get_by_role("button", name="Play on").click()
        expect(page.locator("#told p")).to_contain_text("2 entries are impossible")
        for field in (pool, character):
            expect(field).to_have_attribute("aria-invalid", "true")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        pool.fill("poison 3")
        character.fill("Hamlet")
        page.get_by_role("button", name="Play on").click()
        page.wait_for_url("**/mat")
        board = visitors.house.board
        assert (board["act"], board["phase"], board["protagonist"], board["turn"]) == (2, "scene", 1, 2)
        assert [seat["total"] for seat in board["seats"]] == [0, 0, 3]
        assert board["seats"][0]["character"]["id"] == "Hamlet"
        assert [seat["character"] for seat in board["seats"][1:]] == [None, None]


def test_what_a_text_has_changed_is_told_at_the_phone_of_whose_text_it_is(browser: Browser, tmp_path: Path) -> None:
    hands = (["One Fell Swoop", "blades.4", "coins.1"], ["?action"] * 3, ["?action"] * 3)
    seats = [{"name": name, "hand": hand, "pile": 9} for name, hand in zip(NAMES, hands, strict=True)]
    cards = [card_to_object(card) for card in load_deck(STAND_IN).cards]
    deck = [{key: value for key, value in card.items() if key != "effect"} for card in cards]
    start = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle", "seats": seats, "deck": deck}
    with seated(browser, tmp_path / "table.db", position=start) as (visitors, phones):
        ann, ben, _ = phones
        ann.get_by_role("button", name="One Fell Swoop").click()
        ann.get_by_role("button", name=re.compile("^Play One Fell Swoop for its text")).click()
        expect(ann.locator(".carry-text")).to_have_text(
            "Each other player draws a card, then discards one of their hand."
        )
        expect(ben.get_by_text("Ann: do what “One Fell Swoop” says")).to_be_visible()
        expect(ben.locator(".carry")).to_be_hidden()
        expect(ann.get_by_role("button", name="Nothing changes", exact=True)).to_be_visible()
        ann.get_by_label("What has changed").select_option("card")
        empty = [f"played/{name}" for name in NAMES]
        offered = "nodes => nodes.map((node) => node.value)"
        origins = ann.get_by_label("From where").locator("option").evaluate_all(offered)
        assert origins and not set(origins) & set(empty), "nothing lies there"
        assert origins[0] not in ann.get_by_label("To where").locator("option").evaluate_all(offered)
        ann.get_by_label("From where").select_option("hand/Ben")
        ann.get_by_label("To where").select_option("discard")
        ann.get_by_role("button", name="That is how it is now").click()
        expect(ann.locator(".carry")).to_be_hidden()
        assert visitors.house.board["discard"] == 2  # the card, and the trickster
        assert visitors.house.board["carrying"] is None


def test_a_text_of_the_made_up_deck_asks_each_phone_only_what_it_leaves_open(browser: Browser, tmp_path: Path) -> None:
    hands = (["One Fell Swoop", "blades.4", "coins.1"], ["?action"] * 3, ["?action"] * 3)
    seats = [{"name": name, "hand": hand, "pile": 9} for name, hand in zip(NAMES, hands, strict=True)]
    start = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle", "seats": seats}
    with seated(browser, tmp_path / "table.db", position=start) as (visitors, phones):
        ann, ben, _ = phones
        ann.get_by_role("button", name="One Fell Swoop").click()
        ann.get_by_role("button", name=re.compile("^Play One Fell Swoop for its text")).click()
        expect(ann.get_by_label("What has changed")).to_have_count(0)
        ann.get_by_role("button", name="Let them draw and discard").click()
        ben.locator(".own-cards button.card").first.click()
        expect(ben.locator("#press")).to_be_hidden()
        ben.get_by_role("button", name="Discard", exact=True).click()
        until(lambda: visitors.house.board["seats"][1]["hand"] == 3)


def test_a_phone_shows_only_the_hand_to_who_may_look_at_it(browser: Browser, tmp_path: Path) -> None:
    hands = (["The Play's the Thing", "blades.4", "coins.1"], ["?action"] * 3, ["?action"] * 3)
    seats = [{"name": name, "hand": hand, "pile": 9} for name, hand in zip(NAMES, hands, strict=True)]
    start = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle", "seats": seats}
    with seated(browser, tmp_path / "table.db", position=start) as (_, phones):
        ann, ben, _ = phones
        ann.get_by_role("button", name="The Play's the Thing").click()
        ann.get_by_role("button", name=re.compile("^Play The Play's the Thing for its text")).click()
        ben.get_by_role("button", name="Show only your hand").click()
        expect(ben.get_by_role("dialog").locator(".card")).to_have_count(3)
        secret = ben.locator(".who h2").text_content() or "?"
        assert secret not in (ben.get_by_role("dialog").text_content() or "")
        ann.get_by_role("button", name="Seen: go on").click()
        expect(ben.get_by_role("dialog")).to_have_count(0)
        expect(ann.get_by_text("Play a card to open the scene")).to_be_visible()


def test_a_tap_before_the_answer_to_the_last_one_counts_if_its_question_is_shown(
    browser: Browser, tmp_path: Path
) -> None:
    hands = (["The Play's the Thing", "blades.4", "coins.1"], ["?action"] * 3, ["?action"] * 3)
    seats = [{"name": name, "hand": hand, "pile": 9} for name, hand in zip(NAMES, hands, strict=True)]
    start = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle", "seats": seats}
    with seated(browser, tmp_path / "table.db", position=start) as (_, phones):
        ann, *_ = phones
        held: list[tuple[Route, APIResponse]] = []
        ann.route("**/api/answer", lambda route: held.append((route, route.fetch())), times=1)
        ann.get_by_role("button", name="The Play's the Thing").click()
        ann.get_by_role("button", name=re.compile("^Play The Play's the Thing for its text")).click()
        ann.get_by_role("button", name="Seen: go on").click()
        expect(ann.locator("#dock")).to_have_attribute("data-busy", "")
        assert len(held) == 1
        held[0][0].fulfill(response=held[0][1])
        expect(ann.get_by_text("Play a card to open the scene")).to_be_visible()


def test_a_card_that_was_taken_up_too_early_chooses_no_card_of_the_scene(browser: Browser, tmp_path: Path) -> None:
    hands = (["blades.4", "coins.1", "coins.2"], ["coins.1"] * 3, ["poison.1"] * 3)
    seats = [{"name": name, "hand": hand, "pile": 9} for name, hand in zip(NAMES, hands, strict=True)]
    start = {
        "game": "deathmatch",
        "protagonist": "Ann",
        "setting": "castle",
        "seats": seats,
        "rulings": {"DJ1": "higher-any"},
    }
    with seated(browser, tmp_path / "table.db", position=start) as (_, phones):
        ann = phones[0]
        ann.get_by_role("button", name="an unbated foil").click()
        ann.get_by_role("button", name=re.compile("^Play ")).click()
        tap_a_card(phones[1])
        expect(ann.locator("#decision")).to_contain_text("Cal")
        ann.get_by_role("button", name="a lost wager").click()
        tap_a_card(phones[2])
        expect(ann.get_by_role("heading", name="Place one as damage")).to_be_visible()
        expect(ann.locator(".own-rows section").first.locator("[aria-pressed=true]")).to_have_count(0)
        expect(ann.get_by_role("button", name=re.compile("^Damage for"))).to_have_count(0)


def test_at_the_desk_a_card_of_damage_stands_under_itself_and_nobody_is_told_who_somebody_is(
    browser: Browser, tmp_path: Path
) -> None:
    seats = [{"name": name, "hand": ["coins.2"], "pile": 9} for name in NAMES]
    for seat, card in zip(seats, ("blades.4", "coins.3", "poison.1"), strict=True):
        seat["played"] = card
    start = {"game": "deathmatch", "phase": "damage", "protagonist": "Ann", "turn": "Ben", "setting": "castle"}
    with visited(browser, tmp_path / "table.db", position={**start, "seats": seats}) as visitors:
        desk = visitors.open("/desk", viewport=PHONE)
        under = desk.locator(".say-under").filter(has_text="3 coins")
        expect(desk.locator(".say-under")).to_have_count(3)
        expect(under.get_by_role("button")).to_have_text(["damage for Cal", "damage for Ann"])
        assert desk.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        mine = [json.loads(visitors.house.table.own(player))["own"]["character"]["id"] for player in range(3)]
        assert not any(name in desk.locator("main").inner_text() for name in mine)
        under.get_by_role("button", name="damage for Cal").click()
        until(lambda: visitors.house.board["seats"][2]["points"]["coins"] == 3)


def test_with_real_cards_a_player_tells_the_companion_alone_who_they_are(browser: Browser, tmp_path: Path) -> None:
    expect.set_options(timeout=PATIENCE_MS)
    made = SeatTable(tmp_path)
    table = made.table
    table.command("start", {"game": "deathmatch", "names": ["Ann", "Ben"], "lead": 0})
    doors = AccessControl(tmp_path / "table.db", lambda: 0.0, lambda: table.own_mark)
    server = Server(table, "127.0.0.1", 0, doors=doors)
    server.start()
    try:
        context = browser.new_context(viewport=PHONE)
        phone = context.new_page()
        phone.goto(f"{server.address}/seat/2#{doors.make_keys([2])[2]}")
        expect(phone.get_by_text("Cuelight does not know who you are.")).to_be_visible()
        phone.get_by_label("Your character").select_option("Ophelia")
        phone.get_by_role("button", name="Tell only Cuelight").click()
        expect(phone.locator(".who h2")).to_have_text("Ophelia")
        assert all("Ophelia" not in json.dumps(json.loads(sent)["board"]) for sent in (table.own(0), table.own(1)))
        assert json.loads(table.own(0))["own"]["characters"] == json.loads(table.desk())["decision"]["characters"]
        host = browser.new_context(viewport=PHONE)
        desk = host.new_page()
        desk.goto(f"{server.address}/login?to=/desk")
        desk.get_by_label("PIN").fill(doors.first_pin() or "")
        desk.get_by_role("button", name="Log in").click()
        desk.get_by_text("Somebody is slain, and the companion does not know it").click()
        desk.get_by_label("Who is slain").select_option("Ben")
        desk.get_by_label("Which character it was").select_option("Hamlet")
        desk.get_by_role("button", name="Is slain").click()
        expect(desk.get_by_text("The cards in the pool of Ben do not reach the points")).to_be_visible()
        assert desk.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        host.close()
        context.close()
    finally:
        server.stop()
        made.close()


def test_a_characters_name_is_not_broken_beside_long_words(browser: Browser, tmp_path: Path) -> None:
    seats = [{"name": name, "hand": ["?action"] * 3, "pile": 9} for name in NAMES]
    seats[0]["character"] = "Cleopatra"
    start = {"game": "deathmatch", "protagonist": "Ann", "setting": "castle", "seats": seats}
    with seated(browser, tmp_path / "table.db", position=start) as (visitors, phones):
        visitors.house.command("language", language="de")
        expect(phones[0].locator(".who-over")).to_have_text("Dein Geheimnis: Du bist")
        name = phones[0].locator(".who h2")
        expect(name).to_have_text("Cleopatra")
        phones[0].set_viewport_size({"width": 360, "height": 640})
        rects = "node => { const range = document.createRange(); range.selectNodeContents(node); "
        tops = "return [...range.getClientRects()].map(({ top }) => Math.round(top)); }"
        assert len({*name.evaluate(rects + tops)}) == 1
