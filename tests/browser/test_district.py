"""A district entered by taps, and what it is worth on the screen, in the database, and on the command line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from scoring import GAMES
from scoring.carpe_diem.state import Player, Table
from storage.documents import codec
from tests.browser.hand import Hand, begin
from tests.browser.kept import only_table, scored
from tests.browser.screen import DESKTOP_DARK, PHONE, Screen
from tests.scoring.carpe_diem.test_placement import outwards

if TYPE_CHECKING:
    from tests.browser.program import Program

DOCUMENT: Final = Path(__file__).parent / "documents" / "cathy-and-hank.json"

TILES: Final = 8
"""How many tiles of the district are laid: after so many, each way to narrow what is offered has been taken."""

GOALS: Final = 2
"""How many goals of the frame are entered."""

TAPS_A_TILE: Final = 4.375
"""What the tiles of this district may take at most by pictures; it is made up, with tiles as no printed ones are."""


def table_of(document: dict[str, Any]) -> Table:
    table = codec.read_table(document).table
    assert isinstance(table, Table)
    return table


def sorted_(player: Player) -> Player:
    """A player without the order in which things were entered."""
    district = player.district
    assert district is not None
    tiles = tuple(
        replace(tile, features=tuple(sorted(tile.features, key=lambda part: (part.kind, part.opens))))
        for tile in sorted(district.tiles, key=lambda tile: tile.cell)
    )
    frame = tuple(sorted(player.frame, key=lambda goal: (str(goal.line), goal.kind)))
    cards = tuple(sorted(player.fountain_cards, key=lambda card: card.kind))
    return replace(player, district=replace(district, tiles=tiles), frame=frame, fountain_cards=cards)


def column_of(document: dict[str, Any]) -> dict[str, Any]:
    """What the first player has of every rule."""
    column: dict[str, Any] = scored(document)["columns"][0]
    return column


def test_a_district_is_entered_by_taps_and_worth_the_same_everywhere(program: Program, screen: Screen) -> None:
    document = json.loads(DOCUMENT.read_text())
    table = table_of(document)
    cathy, hank = table.players
    assert cathy.district is not None
    tiles = outwards(cathy.district)[:TILES]
    cathy = replace(cathy, district=replace(cathy.district, tiles=tuple(tiles)), frame=cathy.frame[:GOALS])
    assert cathy.district is not None
    assert cathy.district.shovel is not None
    begin(screen, (cathy.name, hank.name), "First")

    hand = Hand(screen)
    for number, tile in enumerate(tiles):
        if number == len(tiles) // 2:
            screen.resize(DESKTOP_DARK)
        hand.lay(tile, tiles[:number])
    assert hand.taps <= TAPS_A_TILE * len(tiles)
    for _ in screen.sizes(PHONE, DESKTOP_DARK):
        screen.shot("district-tile")
    hand.shovel(cathy.district.shovel)
    hand.tap("Close")
    screen.shot("district")
    for goal in cathy.frame:
        hand.goal(goal)
    screen.resize(PHONE)
    hand.tap("Stock")
    hand.stock(cathy)
    for _ in screen.sizes(PHONE, DESKTOP_DARK):
        screen.shot("stock")
    screen.tap("District")
    expected = column_of(codec.table_document(GAMES["carpe-diem"], replace(table, players=(cathy, hank))))
    for _ in screen.sizes(DESKTOP_DARK, PHONE):
        expect(screen.button(re.compile("^C3, administration"))).to_be_visible()
        expect(screen.button(f"{cathy.name}, {expected['total']} points so far", exact=False)).to_be_visible()
        screen.shot("district-scored")
    screen.page.goto("about:blank")
    program.stop()
    kept = only_table(program)
    assert column_of(kept) == expected
    assert sorted_(table_of(kept).players[0]) == sorted_(cathy)
