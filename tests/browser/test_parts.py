"""Four players on four phones, each with a Tessera of their own: one takes in the parts of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.services.share_codes.player_parts import part_of
from companion.tables.my_copy import MyCopy
from companion.tables.state import with_player
from scoring.carpe_diem.game import CARPE_DIEM
from storage.codes import contents, links, payload
from storage.documents import codec
from tests.browser.conftest import running
from tests.browser.evenings import begins
from tests.browser.kept import begun, only_table
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP, PHONE, PHONE_DARK
from tests.browser.site import ON_BOTH
from tests.browser.test_codes import photographed
from tests.companion.carpe_diem_tables import GAME, player_with, table_state
from tests.companion.payloads import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

    from tests.browser.screen import Screen

NAMES = ("Anna", "Ben", "Cleo", "Dora")
EMPTY = table_state(*(player_with(name, stack=seat) for seat, name in enumerate(NAMES)))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Program]:
    """The phone of another player, with data of its own."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    phone = Program(tessera, folder)
    begun(phone, CARPE_DIEM, with_player(EMPTY, 1, coins=4))
    yield from running(tessera, folder)


def part(seat: int, coins: int) -> str:
    """The link of the part of a player who has some coins, as one more phone shows it."""
    nothing_known: Any = None
    state = part_of(GAME, with_player(EMPTY, seat, coins=coins), seat, MyCopy(nothing_known, GAME, ()))
    whole = contents.OpenTable(game=CARPE_DIEM, table=state.table, extras=codec.plain(state.extras))
    return links.payload_link(payload.encode(contents.TablePart(whole=whole, seat=seat)), ADDRESS)


@ON_BOTH
def test_one_phone_takes_in_the_parts_of_the_three_others(
    start: Callable[..., tuple[Program, str]], elsewhere: Program, open_screen: Callable[[str], Screen]
) -> None:
    phone = open_screen(elsewhere.address).open()
    phone.tap("Continue Carpe Diem", exact=False)
    phone.tap("Phones at this table")
    phone.tap("My part as a code")
    phone.tap("Ben’s part")
    _, link = photographed(phone)
    phone.shot("my-part")

    program, table = start(CARPE_DIEM, with_player(EMPTY, 0, coins=2))
    here = open_screen(program.address).open("/take")
    here.enter("Link", "\n".join((link, part(2, 6), part(3, 1))))
    here.tap("Take in the link")
    here.can_tap("Take in 3 parts")
    for _ in here.sizes(PHONE, PHONE_DARK, DESKTOP, PHONE):
        here.sees("Items on resource board 0 → 3")
        here.shot("parts")
    here.tap("Take in 3 parts")
    here.sees("Parts of Ben, Cleo and Dora: taken in.")
    assert [player["coins"] for player in only_table(program)["table"]["players"]] == [2, 4, 6, 1]
    here.tap("Undo")
    here.sees_no("Parts of Ben, Cleo and Dora: taken in.")
    here.open(table)
    expect(here.button(begins("Redo"), exact=False)).to_be_enabled()
    assert [player["coins"] for player in only_table(program)["table"]["players"]] == [2, 0, 0, 0]
