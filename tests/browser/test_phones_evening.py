"""A whole evening of four at one table, each on a device of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from companion.games.carpe_diem.wording import short_card_label
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.state import Objective
from storage.repositories import access
from tests.browser.conftest import stopped_at_the_end
from tests.browser.evenings import STARTS, choose, finish, seat
from tests.browser.hand import NAMES as SAID
from tests.browser.hand import Hand
from tests.browser.kept import only_play, only_table, scored
from tests.browser.kept import opened as store_of
from tests.browser.phones import asleep, chip, go_to, public, scan, sit
from tests.browser.program import Program
from tests.browser.screen import DESKTOP, PHONE_DARK
from tests.browser.site import EACH_WEEK
from tests.browser.test_codes import photographed
from tests.browser.test_evening import (
    CLARA,
    HER_GOODS,
    HERS,
    HIS_GOODS,
    JONAS,
    asked,
    build,
    enter_goods,
    opened,
    shows,
    visit,
    walk,
)
from tests.browser.test_server import wire
from tests.companion.carpe_diem_tables import tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from tests.browser.screen import Screen

HIS: Final = (tile("D3", "garden S"), tile("D4", "garden N", "merchant E"), tile("E4", "merchant W"))
"""A garden of two, and a merchant."""

MIA, OTTO = "<i>Mia</i>", "Otto"
"""Mia counts on a phone; what Otto has is entered by the host."""

SQUARES: Final = ("A1", "B1", "C1", "D1", "A2", "B2")
NEXT_SQUARE: Final = "C2"
"""Where cards lie in the forum: six pairs for four visits."""

HER_COUNT: Final = {"Pond": 2, "Garden": 3}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Program]:
    """The program, until all screens are closed."""
    with stopped_at_the_end(Program(public, tmp_path)) as program:
        yield program.start()


def secret_of_the_host(program: Program) -> str:
    with store_of(program) as store:
        return access.join_code(store, access.HOST_CODE).secret


def begin(host: Screen) -> None:
    """Begin a table of four, and look at its phones."""
    host.tap("New table")
    choose(host, "Carpe Diem")
    fields = ("Starting player", "Player 2", "Player 3", "Player 4")
    for added in fields[2:]:
        host.tap_until("Another player", host.textbox(added))
        expect(host.textbox(added)).to_be_focused()
    for field, name in zip(fields, (CLARA, JONAS, MIA, OTTO), strict=True):
        seat(host, field, name)
    host.tap(STARTS)
    host.tap("Go to the table")
    expect(host.button("C3")).to_be_visible()
    host.tap("Phones")
    host.sees("No phone is at this table yet.")
    host.shot("table-phones")


def count(screen: Screen, counts: Mapping[str, int]) -> None:
    """Enter only how many of each are completed."""
    screen.tap("Quick count")
    hand = Hand(screen)
    for name, number in counts.items():
        hand.count(name, number)


def lay_the_forum(screen: Screen) -> None:
    go_to(screen, "Forum")
    screen.tap("Lay the cards")
    opened(screen, f"Card on {SQUARES[0]}")
    for square, forum_card in zip(SQUARES, KNOWN_FORUM_CARDS, strict=False):
        screen.sees(f"Card on {square}", exact=True)
        screen.tap(str(short_card_label(forum_card.card)))
    screen.sees(f"Card on {NEXT_SQUARE}", exact=True)  # a tap on Close would be lost while the next card is asked
    screen.tap_until("Close", screen.button(re.compile(f"^{SQUARES[-1]}: (?!empty)")))


def forum(program: Program, host: Screen, hands: Mapping[str, Screen]) -> None:
    """Each makes their own visit in the first phase."""
    lay_the_forum(host)
    for screen in hands.values():
        go_to(screen, "Forum")
    host.tap("Start the forum phase")
    order = asked(program, "forum_order")["order"]
    for name in order:
        visit(program, hands.get(name, host), name, Objective.POINTS)
    host.shot("table-forum")
    for phase in (2, 3, 4):
        host.sees(f"Forum phase {phase} of 4")
        host.tap("Played without Tessera")
    host.sees("All four forum phases are over")


@EACH_WEEK
def test_an_evening_of_four_on_four_devices(served: Program, open_screen: Callable[[str], Screen]) -> None:
    host = open_screen(served.address).resize(DESKTOP)
    scan(host, secret_of_the_host(served))
    begin(host)
    secret = photographed(host)[1].partition("#")[2]  # the picture is read as a camera does it
    with wire(served.port) as between:
        clara, mia = open_screen(served.address), open_screen(served.address).resize(PHONE_DARK)
        jonas = open_screen(between.address)
        hands = {CLARA: clara, JONAS: jonas, MIA: mia}
        for name, phone in hands.items():
            sit(scan(phone, secret), name)
            host.sees(f": {name}")
        host.shot("table-phones-seated")
        play_on(served, host, hands, asleep(jonas, between.lose))

        jonas.page.context.close()
        jonas.errors.clear()


def play_on(
    program: Program, host: Screen, hands: Mapping[str, Screen], jonas_is_away: AbstractContextManager[None]
) -> None:
    """Everybody enters their own, also Jonas, who is away for a while, until all see the play that the host keeps."""
    state(program, host, hands, jonas_is_away)
    play = only_play(program)
    result = scored(play.document)
    assert result == play.sheet
    for screen in (host, *hands.values()):
        screen.page.wait_for_url(re.compile(f"/play/{play.id}$"))
        shows(screen, result)
    mia = hands[MIA]
    mia.shot("table-result")
    mia.tap("Share")
    mia.tap("Show as a code")
    expect(mia.page.get_by_role("img", name="QR code: Result of Carpe Diem", exact=True)).to_be_attached()


def state(
    program: Program, host: Screen, hands: Mapping[str, Screen], jonas_is_away: AbstractContextManager[None]
) -> None:
    clara, jonas, mia = hands.values()
    with jonas_is_away:
        build(Hand(clara), HERS[:3], {"D3": ("Pond of 2: 1 fish", "Take 1 fish")})
        go_to(clara, "Stock")
        enter_goods(clara, HER_GOODS)
        count(mia, HER_COUNT)
        mia.shot("table-count")
    host.tap("Back")
    chip(host, OTTO).click()
    expect(chip(host, OTTO)).to_have_attribute("aria-current", "true")
    count(host, {"Bakery": 1})
    for name, screen in ((CLARA, clara), (MIA, mia)):
        (said_there,) = chip(screen, name, "this phone").evaluate_all(SAID)
        expect(jonas.button(said_there.replace("this phone", "on another phone"))).to_be_visible()
    bonuses = {
        "D4": ("Garden of 2: 1 herb", "Take 1 herb"),
        "E4": ("Merchant: 2 coins for 1 good", "Take 2 coins for 1 good"),
    }
    build(Hand(jonas), HIS, bonuses)
    go_to(jonas, "Stock")
    enter_goods(jonas, HIS_GOODS)
    forum(program, host, hands)
    go_to(clara, "End")
    walk(host)
    shows(host, scored(only_table(program)))
    finish(host)
