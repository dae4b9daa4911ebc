"""Phones at one table: all see the same, each enters its own, and a seat is one phone's."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import urldefrag

import pytest
from playwright.sync_api import expect

from companion.system.machine import join_link
from companion.system.network import Lan
from tests.browser.conftest import stopped_at_the_end
from tests.browser.phones import (
    AT_ONCE,
    NAMES,
    Round,
    asleep,
    chip,
    go_to,
    in_the_network,
    public,
    restarted,
    round_of,
    scan,
    sit,
    together,
)
from tests.browser.program import Program
from tests.browser.screen import DESKTOP, PHONE, PHONE_DARK
from tests.browser.test_codes import photographed
from tests.browser.test_server import wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Request

    from tests.browser.screen import Screen

LOOKS: Final = (PHONE, PHONE_DARK, PHONE, PHONE_DARK)

CARDS: Final = "Points on victory cards"
COINS: Final = "Coins"

READ: Final = "document.cookie + JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
"""What a script can read of what a browser keeps."""

NOT_BY_HTTP: Final = "The Cross-Origin-Opener-Policy header"
"""What a browser complains about that is not encrypted, as in a network at home."""

WATCHING: Final = "You are watching: take a seat to enter something."
LOCKED: Final = "The table is locked"
OUT: Final = "This phone is no longer at a table"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Program]:
    """The program, until all screens are closed."""
    with stopped_at_the_end(Program(public, tmp_path)) as program:
        yield program


@pytest.fixture
def table(served: Program, open_screen: Callable[[str], Screen]) -> Round:
    return round_of(NAMES, served.start(), open_screen)


def step_up(screen: Screen, name: str, to: int) -> None:
    """Step a number up once, and wait until that is saved."""
    screen.tap(f"{name}, +1")
    expect(screen.button(f"Undo: {name}: {to}")).to_be_visible()


def all_see(phones: list[Screen], *points: int) -> None:
    """Wait until the totals of the players are on every screen, which takes no time."""
    for phone in phones:
        for name, total in zip(NAMES, points, strict=True):
            expect(chip(phone, name, points=total)).to_be_visible(timeout=AT_ONCE)


def test_four_phones_change_one_table_and_nothing_is_lost_though_the_host_is_killed(table: Round) -> None:
    phones = [table.seated(name, look) for name, look in zip(NAMES, LOOKS, strict=True)]
    phones[0].shot("phones-district")
    change_their_own(phones, table)
    restarted(table.program, *phones)
    for phone, name in zip(phones, NAMES, strict=True):
        expect(chip(phone, name, "this phone")).to_be_visible()
        expect(phone.button("Stock")).to_have_attribute("aria-current", "true")
    all_see(phones, 17, 16, 18, 19)


def test_a_television_that_only_watches_shows_what_a_phone_enters_and_is_touched_by_nobody(table: Round) -> None:
    television = table.come(DESKTOP)
    television.tap("Just watch")
    television.sees("Building 1 of 4; Dora leads with 11 points")
    anna = table.seated("Anna")
    go_to(anna, "Stock")
    step_up(anna, CARDS, 9)
    television.sees("Anna: Points on victory cards: 9; building 1 of 4; Dora leads with 11 points; Anna 9, Bela 9")
    television.shot("phones-television")
    expect(television.page.get_by_role("button")).to_have_count(1)
    television.tap("Back")
    television.sees("Who are you?")


def change_their_own(phones: list[Screen], table: Round) -> None:
    """One after the other, all in the same moment, and one takes back two steps of its own."""
    anna, bela, *_, dora = phones
    for phone in phones:
        go_to(phone, "Stock")
    step_up(anna, CARDS, 9)
    all_see(phones, 9, 9, 10, 11)
    together(*(phone.button(f"{CARDS}, +1") for phone in phones), times=6)
    all_see(phones, 15, 15, 16, 17)
    together(*(phone.button(f"{COINS}, +1") for phone in phones), times=4)
    for phone in phones:
        expect(phone.button(f"Undo: {COINS}: 4")).to_be_visible()
    all_see(phones, 17, 17, 18, 19)
    kept = [(player["victory_cards"], player["coins"]) for player in table.document()["players"]]
    assert kept == [(15, 4), (15, 4), (16, 4), (17, 4)]
    dora.shot("phones-stock")
    for coins in (4, 3):
        bela.tap(f"Undo: {COINS}: {coins}")
        expect(bela.button(f"Redo: {COINS}: {coins}")).to_be_visible()
    assert [player["coins"] for player in table.document()["players"]] == [4, 2, 4, 4]
    all_see(phones, 17, 16, 18, 19)


def test_a_seat_is_one_phones_until_the_host_gives_it_away_and_the_code_until_it_is_renewed(table: Round) -> None:
    host = table.host(f"/phones/{table.id}")
    host.sees("No phone is at this table yet.")
    phones = [table.come(), table.come(PHONE_DARK)]
    together(*(phone.button("I am Anna") for phone in phones))
    phones.sort(key=lambda phone: sits(phone, "Anna"))
    assert [sits(phone, "Anna") for phone in phones] == [False, True]
    give_away(host, table, *phones)
    late = lock_out(host, table)

    host.tap("Renew the code")
    host.wait(400)
    host.tap("Renew the code")
    host.sees("No phone is at this table yet.")
    for phone in (*phones, late):
        phone.sees(OUT)
    answer = late.page.reload()
    assert answer is not None
    assert answer.status == HTTPStatus.FORBIDDEN
    late.sees(OUT)
    scan(late, table.secret)
    for phone in (*phones, late):
        phone.errors.clear()  # the lost connection is one, and the page of strangers


def give_away(host: Screen, table: Round, wanting: Screen, sitting: Screen) -> None:
    """Give a seat to the phone that asks for it, and free it then: who watches can enter nothing."""
    wanting.tap("Ask for Anna’s seat")
    host.sees("asks for Anna’s seat.")
    host.shot("phones-host-asked")
    host.tap("Give it Anna’s seat")
    expect(chip(wanting, "Anna", "this phone")).to_be_visible()
    go_to(wanting, "Stock")
    step_up(wanting, CARDS, 9)
    sitting.sees(WATCHING)
    go_to(sitting, "Stock")
    sitting.tap(f"{CARDS}, +1")
    sitting.wait(500)
    sitting.shot("phones-watching")
    assert table.document()["players"][0]["victory_cards"] == 9
    host.tap("Free Anna’s seat")
    wanting.sees(WATCHING)


def lock_out(host: Screen, table: Round) -> Screen:
    """Lock the table and unlock it, and return the phone that came too early."""
    lock = host.page.get_by_role("switch", name="New phones may join this table")
    lock.click()
    expect(lock).not_to_be_checked()
    late = table.device()
    late.page.goto(join_link(table.address, table.secret))
    late.sees(LOCKED)
    late.shot("phones-locked")
    late.errors.clear()  # the answer that it is locked is one
    lock.click()
    expect(lock).to_be_checked()
    late.tap("Try again")
    sit(late.ready(), "Anna")
    host.shot("phones-host")
    return late


def sits(phone: Screen, name: str) -> bool:
    """Whether a phone has got a seat, or is told that another one has."""
    expect(chip(phone, name, "this phone").or_(phone.text("Another phone has this seat.")).first).to_be_visible()
    return chip(phone, name, "this phone").count() > 0


def test_phones_that_slept_come_back_to_where_they_were_and_have_missed_nothing(table: Round) -> None:
    with wire(table.program.port) as annas, wire(table.program.port) as doras:
        anna = table.seated("Anna", address=annas.address)
        bela = table.seated("Bela")
        dora = table.seated("Dora", PHONE_DARK, doras.address)
        phones = [anna, bela, dora]
        for phone, points in zip(phones, (9, 10, 12), strict=True):
            go_to(phone, "Stock")
            step_up(phone, CARDS, points)
        with asleep(dora, doras.lose), asleep(anna, annas.cut):
            anna.shot_as_it_is("phones-without-network")
            step_up(bela, CARDS, 11)
            anna.wait(2000)
            anna.shot_as_it_is("phones-asleep")
        all_see(phones, 9, 11, 10, 12)
        for phone, points in ((anna, 9), (dora, 12)):
            expect(phone.button("Stock")).to_have_attribute("aria-current", "true")
            phone.tap(f"Undo: {CARDS}: {points}")
        all_see(phones, 8, 11, 10, 11)
        for phone in phones:
            phone.page.context.close()
            phone.errors.clear()


def test_a_secret_is_in_no_log_and_a_token_in_no_script(table: Round) -> None:
    phone = table.device()
    asked: list[Request] = []
    phone.page.on("request", lambda request: asked.append(request))  # noqa: PLW0108 - Playwright writes on it
    sit(scan(phone, table.secret), NAMES[2])
    expect(phone.page.locator("b")).to_have_count(0)

    (cookie,) = phone.page.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == ("tessera", True, "Lax", "/")
    assert cookie["value"] not in phone.page.evaluate(READ)
    secrets = (table.secret, cookie["value"])
    assert len(asked) > 3
    for request in asked:
        assert not [secret for secret in secrets if secret in urldefrag(request.url).url]
        assert table.secret not in str(request.headers)
    assert not [secret for secret in (*secrets, *NAMES) if secret in table.program.said()]
    files = [file for file in table.program.data.rglob("*") if file.is_file()]
    assert files
    assert not [file for file in files if cookie["value"].encode() in file.read_bytes()]


@pytest.fixture
def let_in(tmp_path: Path) -> Iterator[tuple[Program, str]]:
    """The program as the network finds it by a number, until all screens are closed."""
    program = Program(in_the_network, tmp_path)
    addresses = Lan(program.port).addresses()
    if not addresses:
        pytest.skip("this machine has no address in a network")
    with stopped_at_the_end(program):
        yield program.start(), addresses[0]


def test_phones_come_by_the_network_and_whoever_sits_at_the_machine_is_the_host(
    let_in: tuple[Program, str], open_screen: Callable[[str], Screen]
) -> None:
    program, number = let_in
    table = round_of(NAMES, program, open_screen, number)
    host = open_screen(program.address).open(f"/phones/{table.id}")
    host.sees("No phone is at this table yet.")
    _, link = photographed(host)
    assert link == join_link(table.address, table.secret)
    phone = table.seated("Anna")
    host.sees("Phone 1: Anna")
    go_to(phone, "Stock")
    step_up(phone, CARDS, 9)
    host.open(f"/table/{table.id}/stock/0")
    expect(chip(host, "Anna", "on another phone", 9)).to_be_visible()
    host.tap(f"{CARDS}, +1")
    expect(chip(phone, "Anna", "this phone", 10)).to_be_visible(timeout=AT_ONCE)
    assert {error.partition(" has been ignored")[0] for error in phone.errors} <= {NOT_BY_HTTP}
    phone.errors.clear()
