"""The screens by which phones come to a table without a server, at both ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft
import pytest

from companion.services.browser_page import REASONS, BrowserPage
from companion.services.pairing import SHOWN_S, Pairing
from companion.services.share_codes.outgoing import shareable_play, shareable_table
from companion.services.visit import Visit
from companion.system.network import Lan
from companion.ui.screens import pairing as screens
from companion.ui.screens.codes.receive import ANSWERS
from companion.ui.screens.pairing import (
    ANOTHER_VERSION,
    ELSEWHERE,
    HOLD,
    HOW,
    HOW_COMPUTER,
    NEW_CODE,
    NO_WAY_IN,
    OWN_CODE,
    POINT,
    POINT_TESSERA,
    TOO_OLD,
    UNREACHED,
)
from storage.codes import links, pairing
from storage.codes.pairing import Answer, Description, Offer
from storage.repositories import history
from storage.repositories.tables import Store
from tests.companion.headless import Headless, opened
from tests.companion.paired import DESCRIBED, PLAIN, FakePage, answer_to, hello_with
from tests.companion.phones import of_host, on_phone, seated
from tests.companion.spoken import nameless

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from tests.companion.clock import Clock
    from tests.companion.headless import Screen

BASE: Final = "https://example.org/games/tessera/"
OFFER: Final = Offer(secret=bytes(range(16)), seat=1, description=DESCRIBED)


@pytest.fixture
def page(app: Headless) -> FakePage:
    made = FakePage(app)
    app.pairing = Pairing(app.tables, made.phones)
    settings = app.worker.run_blocking(Store.settings)
    app.visit = Visit(app.worker, settings, made.phones)
    app.browser = BrowserPage(lambda _: None, made.phones)
    return made


def copied(screen: Screen) -> str:
    """The link that the screen lets people copy."""
    buttons = (control for control, _ in screen.controls() if isinstance(control, ft.OutlinedButton))
    (link,) = (button.action.data for button in buttons if isinstance(button.action, ft.CopyToClipboard))
    return str(link)


def scanned(app: Headless, screen: Screen, code: Offer | Answer) -> Screen:
    """What the screen shows once the camera has seen a code."""
    screen.go(f"/take/{app.links.add(links.fragment_of(pairing.link(code, BASE)))}")
    return screen


def code_of(screen: Screen) -> Offer:
    offer = pairing.read(copied(screen))
    assert isinstance(offer, Offer)
    return offer


@pytest.fixture
def other_app(tmp_path: Path) -> Iterator[Headless]:
    """The app of another phone."""
    with opened(tmp_path / "other") as running:
        yield running


def test_a_phone_comes_by_two_scans_and_is_here(app: Headless, live: LiveTable, page: FakePage) -> None:
    screen = of_host(app, f"/phones/{live.id}")
    assert screen.has(HOW)
    assert not nameless(screen)
    screen.tap("Show the code: Ben")
    screen.follow()
    assert screen.has("Code for Ben")
    assert screen.has(POINT)
    assert not nameless(screen)
    offer = code_of(screen)
    assert offer.seat == 1
    scanned(app, screen, offer)
    assert screen.has(OWN_CODE)
    assert screen.has("Scan the answer")
    screen.go(f"/take/{app.links.add(links.fragment_of(pairing.link(offer, BASE))[:-9])}")
    assert screen.has("Scan a code")
    scanned(app, screen, answer_to(offer))
    assert screen.has("The phones are connecting …")
    page.arrives(offer)
    screen.follow()
    assert screen.route == f"/phones/{live.id}"
    assert screen.has("Phone 1: Ben")
    assert screen.has("here")
    scanned(app, screen, Answer(tag=offer.tag, description=Description.from_json(PLAIN | {"ufrag": "Zz9+"})))
    assert screen.says("used or too old")
    scanned(app, screen, answer_to(OFFER))
    assert screen.says("used or too old")
    screen.tap("Carpe Diem")
    assert screen.route == f"/phones/{live.id}"
    screen.go(f"/phones/{live.id}")
    page.says(offer.tag.hex(), became="away")
    assert screen.has("away")
    scanned(app, screen, answer_to(offer))
    assert screen.says("used or too old")
    assert screen.has("New code")


def test_a_phone_that_was_here_comes_back_by_the_code_alone(app: Headless, live: LiveTable, page: FakePage) -> None:
    screen = of_host(app, f"/phones/{live.id}/pair/1")
    before = code_of(screen)
    scanned(app, screen, answer_to(before))
    page.arrives(before)
    page.says(before.tag.hex(), spare=PLAIN)
    page.says(before.tag.hex(), became="closed")
    screen.go(f"/phones/{live.id}/pair/1")
    page.says(code_of(screen).tag.hex(), hello=hello_with(code_of(screen).secret, "0.9"))
    assert screen.has(ANOTHER_VERSION)
    screen.tap("Try again")
    page.arrives(code_of(screen))
    screen.follow()
    assert screen.route == f"/phones/{live.id}"
    assert screen.has("Phone 1: Ben")
    assert screen.has("here")


def test_a_phone_that_is_not_reached_is_said_with_what_helps(
    app: Headless, live: LiveTable, page: FakePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "CONNECT_TIMEOUT_S", 0.01)
    screen = of_host(app, f"/phones/{live.id}/pair/watch")
    offer = code_of(screen)
    assert offer.seat is None
    scanned(app, screen, answer_to(offer))
    app.run(asyncio.sleep(0.02))
    assert screen.has(UNREACHED)
    screen.tap("New code")
    assert screen.route == f"/phones/{live.id}/pair/watch"
    screen.tap("Table as a code")
    assert screen.route == f"/code/table/{live.id}"
    page.trouble = "alone"
    screen.go(f"/phones/{live.id}/pair/0")
    assert screen.has(REASONS["alone"])


def test_a_phone_of_another_version_is_said(app: Headless, live: LiveTable, page: FakePage) -> None:
    screen = of_host(app, f"/phones/{live.id}/pair/0")
    offer = code_of(screen)
    scanned(app, screen, answer_to(offer))
    page.says(offer.tag.hex(), hello=hello_with(offer.secret, "0.9"))
    assert screen.has(ANOTHER_VERSION)


def test_a_computer_shows_codes_beside_its_network_and_takes_answers_without_a_camera(
    app: Headless, live: LiveTable, page: FakePage
) -> None:
    app.visit = None
    lan = Lan(8423)
    seated(app, live, 0)  # over the network, of which nobody knows whether it is here
    screen = of_host(app, f"/phones/{live.id}", lan)
    assert screen.has("Let phones join")
    screen.tap("If that does not work")
    assert screen.has(HOW_COMPUTER)
    assert not screen.has("away")
    screen.tap("Show the code: Ben")
    screen.follow()
    assert screen.has(POINT_TESSERA)
    assert not screen.has("Copy the link")  # which would lead to this machine alone
    assert app.pairing is not None
    offer = app.run(app.pairing.offer(live.id, 1))
    screen.tap("Scan the answer")
    screen.follow()
    assert screen.has(ANSWERS)
    screen.type_into("Link", pairing.link(answer_to(offer), BASE))
    screen.tap("Next")
    screen.follow()
    page.arrives(offer)
    screen.follow()
    assert screen.has("here")
    page.says(offer.tag.hex(), became="closed")
    assert screen.has("away")
    scanned(app, screen, OFFER)
    assert screen.has(ELSEWHERE)


def test_a_guest_shows_its_answer_and_keeps_the_table_with_the_way_back(
    app: Headless, live: LiveTable, page: FakePage
) -> None:
    screen = scanned(app, of_host(app), OFFER)
    assert screen.has(HOLD)
    assert screen.has("Seat 2")
    assert not screen.has(TOO_OLD)
    assert not nameless(screen)
    assert pairing.read(copied(screen)) == answer_to(OFFER)
    assert page.asked_to("answer")[0]["proof"] == OFFER.secret.hex()
    channel = OFFER.tag.hex()
    page.says(channel, became="open")
    screen.follow()
    assert screen.route == "/"
    kept = (links.payload_link(shareable_table(live).payload, ""), pairing.link(OFFER, ""))
    page.says(channel, keep="\n".join(map(links.fragment_of, kept)))
    assert screen.has("Carpe Diem on another phone")
    screen.tap("Come back")
    screen.follow()
    assert screen.has(HOLD)
    assert screen.has(NEW_CODE)
    page.says(channel, became="open")
    screen.go("/")
    assert scanned(app, screen, replace(OFFER, secret=bytes(16))).has(HOLD)
    assert not screen.has(NEW_CODE)
    assert [asked["back"] for asked in page.asked_to("answer")] == [False, True, False]
    screen.go("/")
    screen.tap("Go on here")
    screen.follow()
    assert screen.has("Table of Carpe Diem")
    screen.go("/")
    screen.tap("Remove: Carpe Diem on another phone")
    assert not screen.has("Carpe Diem on another phone")


def test_a_guest_that_reaches_nobody_is_told_what_helps(app: Headless, page: FakePage) -> None:
    screen = scanned(app, of_host(app), OFFER)
    page.says(OFFER.tag.hex(), became="closed")
    assert screen.has(NO_WAY_IN)
    assert scanned(app, screen, OFFER).has(HOLD)
    page.trouble = "none"
    assert scanned(app, of_host(app), OFFER).has(REASONS["none"])


def test_a_code_says_how_long_it_is_shown_and_another_one_takes_its_place(
    app: Headless, live: LiveTable, page: FakePage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.pairing = Pairing(app.tables, page.phones, clock)
    monkeypatch.setattr(screens, "LOOK_AGAIN_S", 0.01)
    screen = of_host(app, f"/phones/{live.id}/pair/1")
    assert screen.has("The code is for one phone. A new one comes in 10 minutes.")
    first = code_of(screen)
    clock.now += SHOWN_S - 30
    app.run(asyncio.sleep(0.05))
    assert screen.has("The code is for one phone. A new one comes in 1 minute.")
    clock.now += 30
    app.run(asyncio.sleep(0.05))
    assert screen.has("The code is for one phone. A new one comes in 10 minutes.")
    assert code_of(screen) != first
    clock.now += SHOWN_S
    scanned(app, screen, answer_to(first))
    assert screen.says("used or too old")
    screen.tap("New code")
    screen.follow()
    assert screen.route == f"/phones/{live.id}/pair/1"


@pytest.mark.usefixtures("page")
def test_a_guest_whose_answer_nobody_scanned_is_told_that_its_code_is_too_old(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "SHOWN_S", 0.01)
    screen = scanned(app, of_host(app), OFFER)
    app.run(asyncio.sleep(0.02))
    assert screen.has(TOO_OLD)
    assert screen.has("Scan a code")


def test_a_guest_has_the_play_in_its_own_history_once(app: Headless, live: LiveTable, other_app: Headless) -> None:
    ended = app.run(app.tables.finish(live))
    link = links.payload_link(shareable_play(ended).payload, "")
    theirs = FakePage(other_app)
    other_app.visit = Visit(other_app.worker, other_app.worker.run_blocking(Store.settings), theirs.phones)
    other_app.browser = BrowserPage(lambda _: None, theirs.phones)
    screen = scanned(other_app, of_host(other_app), OFFER)
    for _ in range(2):
        theirs.says(OFFER.tag.hex(), keep=f"\n\n{links.fragment_of(link)}")
    (play,) = other_app.worker.run_blocking(lambda store: [*history.stream(store, history.Filter())])
    assert [(seat.name, seat.total) for seat in play.players] == [(seat.name, seat.total) for seat in ended.players]
    screen.go("/history")
    assert screen.says("Carpe Diem")
    screen.go("/")
    assert not screen.says("on another phone")


@pytest.mark.parametrize("text", ["not a table", "t065\np065", "", "\n\nt065", "\n\n\n"])
def test_what_is_no_table_is_kept_by_nobody(app: Headless, page: FakePage, text: str) -> None:
    screen = scanned(app, of_host(app), OFFER)
    page.says("another", keep=text)
    page.says(OFFER.tag.hex(), keep=text)
    screen.go("/")
    assert not screen.says("on another phone")


def test_a_pairing_code_can_be_pasted_and_says_where_it_belongs(app: Headless) -> None:
    screen = of_host(app, "/take")
    screen.type_into("Link", pairing.link(OFFER, BASE))
    screen.tap("Next")
    screen.follow()
    assert screen.has(ELSEWHERE)
    screen.go(f"/take/{app.links.add('p065')}")
    assert screen.says("does not come from Tessera")


def test_a_guest_of_this_phone_pairs_no_others(app: Headless, live: LiveTable, page: FakePage) -> None:
    phone = on_phone(app, seated(app, live, 0), f"/take/{app.links.add('p065')}")
    assert not phone.says("Answer")
    assert not page.asked
