"""The way in, in real browsers: the page at the door, the switch that lets the network in, and the way out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from companion.formatting.languages import catalogue
from companion.formatting.text import sentence
from companion.system.machine import join_link
from companion.system.network import Lan
from companion.web import join
from scoring.messages import reading
from storage.repositories import access
from tests.browser.conftest import stopped_at_the_end
from tests.browser.kept import opened
from tests.browser.phones import NAMES, Round, chip, public, round_of
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP_DARK, NARROW, PHONE, PHONE_DARK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.browser.screen import Screen

SWITCH: Final = "Let phones join"


@pytest.fixture
def served(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Program]:
    """The program, until all screens are closed."""
    with stopped_at_the_end(Program(getattr(request, "param", public), tmp_path)) as program:
        yield program


@pytest.fixture
def table(served: Program, open_screen: Callable[[str], Screen]) -> Round:
    party = round_of(NAMES, served, open_screen)
    served.start()
    return party


def test_a_stranger_reads_what_to_do(table: Round, open_screen: Callable[[str], Screen]) -> None:
    stranger = open_screen(table.address)
    looks = (PHONE, PHONE_DARK, DESKTOP_DARK, NARROW)
    stranger.page.goto(f"{table.address}/table/{table.id}")
    for _ in stranger.sizes(*looks):
        expect(stranger.text("scan its code with this phone").first).to_be_in_viewport()
        expect(stranger.button("Try again")).to_be_hidden()
        stranger.shot("join-stranger")
    stranger.page.goto(f"{table.address}/#t0651234")
    stranger.sees(str(join.CODE))
    assert stranger.page.url.endswith("/#t0651234")
    stranger.shot("join-code")
    stranger.page.goto(f"{table.address}/join#abc")
    stranger.sees(sentence(access.WRONG))
    stranger.page.keyboard.press("Tab")
    for _ in stranger.sizes(*looks):
        expect(stranger.text(sentence(access.WRONG)).first).to_be_in_viewport()
        expect(stranger.button("Try again")).to_be_focused()
        stranger.can_tap("Try again")
        stranger.shot("join-wrong")
    assert all("403" in error for error in stranger.errors)
    stranger.errors.clear()


def test_a_stranger_reads_it_in_the_language_of_the_browser(table: Round, chromium: Browser) -> None:
    with chromium.new_context(locale="de-AT") as context:
        page = context.new_page()
        page.goto(f"{table.address}/join")
        assert page.evaluate("document.documentElement.lang") == "de"
        page.goto(f"{table.address}/join#abc")
        with reading(catalogue("de")):
            expect(page.get_by_text(sentence(access.WRONG))).to_be_visible()
            expect(page.get_by_role("button", name=str(join.AGAIN))).to_be_visible()


def test_a_right_code_after_a_wrong_one_is_taken_in_the_same_tab(table: Round) -> None:
    phone = table.device()
    phone.page.goto(join_link(table.address, "abc"))
    phone.sees(sentence(access.WRONG))
    expect(phone.page).to_have_url(f"{table.address}/join")
    with phone.page.expect_response("**/join"):
        phone.tap("Try again")
    phone.sees(sentence(access.WRONG))
    phone.page.goto(join_link(table.address, table.secret))
    phone.ready()
    expect(phone.page).to_have_url(re.compile(f"/table/{table.id}$"))
    assert table.secret not in phone.page.url
    assert [address for address in phone.history() if "#" in address] == []
    phone.errors.clear()


@pytest.mark.parametrize("served", [tessera], indirect=True)
def test_the_switch_lets_the_network_in_and_out_while_the_host_goes_on(
    table: Round, open_screen: Callable[[str], Screen]
) -> None:
    numbers = Lan(0).addresses()
    if not numbers:
        pytest.skip("this machine is on no network")
    lan_address = f"http://{numbers[0]}:{table.program.port}"
    host = open_screen(table.address).open(f"/phones/{table.id}")
    loads: list[str] = []
    host.page.on("load", lambda page: loads.append(page.url))
    host.page.get_by_role("button", name=SWITCH).click()
    expect(host.page.get_by_role("switch", name="New phones may join this table")).to_be_visible()
    phone = table.seated(NAMES[1], address=lan_address)
    host.page.get_by_role("switch", name=SWITCH).click()
    phone.sees("Tessera does not answer")
    expect(host.page.get_by_role("switch", name="New phones may join this table")).to_be_hidden()
    with phone.page.expect_event("load"):
        host.page.get_by_role("button", name=SWITCH).click()
    expect(chip(phone.ready(), NAMES[1], "this phone")).to_be_visible()
    phone.errors.clear()
    assert loads == []
    with opened(table.program) as store:
        assert store.settings()["lan"] is True
        assert access.join_code(store, table.id).secret not in table.program.said()


def test_without_javascript_the_door_says_what_it_needs(table: Round, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{table.address}/join")
    expect(page.locator("noscript p")).to_be_in_viewport()
    context.close()
