"""A whole game of Little Town in a real browser, from the new table to the winner in the history."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.formatting.text import with_minus_signs
from companion.games.little_town.extras import LittleTownExtras
from companion.tables.state import STYLES, TableState
from scoring.little_town.game import LITTLE_TOWN
from scoring.little_town.setup import laid_out
from scoring.little_town.state import BOARD_COLUMNS, BOARD_SQUARES, Building, Cube, Tile, Worker
from tests.browser.evenings import LONG, MOVED, begins, check_all, finish, seat_two, tap
from tests.browser.kept import only_play, scored
from tests.browser.screen import DESKTOP, LANDSCAPE, NARROW, PHONE_DARK, Look, Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.little_town.actions import LittleTownTable
    from tests.browser.program import Program


def plays(screen: Screen, name: str, seat: int) -> None:
    """Wait until it is somebody's turn, and what is tapped is for them."""
    expect(screen.page).to_have_url(re.compile(f"/town/{seat}$"))
    screen.sees_no("Done:")
    expect(screen.button(re.compile("show (Anna|Ben)$"), exact=False)).to_have_count(0)
    screen.sees(re.compile(f"^{name} plays"))
    screen.wait(MOVED)


def put(screen: Screen, cell: str) -> None:
    """Put a worker on a square."""
    screen.tap(f"{cell}, grass, empty")
    tap(screen, "Put the worker here")


def new_table(screen: Screen) -> None:
    screen.tap("New table")
    screen.tap("Little Town")
    seat_two(screen)
    screen.tap("Side with a mountain in the corner A1")
    screen.tap("Lay out the table")
    screen.sees("0 of 13 done")
    screen.tap("To the table")
    screen.sees("Anna plays")


def first_round(screen: Screen) -> None:
    """Two workers, a building, and a worker who uses it."""
    screen.tap("B5, grass, empty")
    screen.sees("Anna places a worker here")
    expect(screen.page.get_by_role("group", name="3 wood", exact=True)).to_be_visible()
    screen.shot("little-town-empty")
    tap(screen, "Put the worker here")
    plays(screen, "Ben", 1)
    put(screen, "G1")
    plays(screen, "Anna", 0)
    screen.tap("C4, grass, empty")
    tap(screen, "Build the wheat field on C4")
    plays(screen, "Ben", 1)
    expect(screen.button("C4, wheat field of Anna")).to_be_visible()
    screen.tap("D3, grass, empty")
    screen.sees("1 coin to Anna, then gives 1 wheat.")
    tap(screen, "Put the worker here")
    tap(screen, "Activate the wheat field on C4")
    screen.sees("Ben activates the wheat field. Anna plays.")
    screen.shot("little-town-activated")
    plays(screen, "Anna", 0)
    expect(screen.button("Anna, 4 points so far")).to_be_visible()


def round_over(screen: Screen, number: int) -> None:
    """Feed everybody, whatever workers are still to be placed; the aid is asked once whether coins feed."""
    screen.tap("Round")
    screen.sees(f"End of round {number} of 4")
    tap(screen, "Feed the workers")
    if number == 1:
        screen.sees("May 3 coins feed a worker?")
        screen.shot("little-town-feeding")
        tap(screen, "No, only food")
        screen.sees("At this table coins do not feed workers.")
    tap(screen, "Feed the workers")
    if number < 4:
        tap(screen, f"Begin round {number + 1}")
        screen.sees(f"Round {number + 1} of 4")
    else:
        screen.sees("The last round is over")
        tap(screen, "To the end of the game")


def test_a_whole_game_ends_with_a_winner_in_the_history(program: Program, screen: Screen) -> None:
    new_table(screen)
    first_round(screen)
    screen.tap("Stock")
    screen.enter("Fish", "15")
    tap(screen, "Ben, 0 points so far")
    expect(screen.page).to_have_url(re.compile("/player/1$"))
    screen.wait(MOVED)
    screen.enter("Coins", "4")
    no_coins = screen.page.get_by_role("checkbox", name="Hold no coins: 3 points")
    screen.tap_until(no_coins, screen.button(begins("Count it anyway")))
    tap(screen, "Count it anyway")
    screen.sees("1 of 4 completed, 3 points")
    for number in range(1, 5):
        round_over(screen, number)
    check_all(screen)
    screen.sees("Anna wins with")
    screen.shot("little-town-result")
    finish(screen)
    screen.open("/history")
    tap(screen, "Little Town, today")
    screen.sees("Anna wins with")
    for column in scored(only_play(program).document)["columns"]:
        expect(
            screen.page.get_by_role(
                "group", name=begins(with_minus_signs(f"{column['player']}, total: {column['total']} "))
            )
        ).to_be_visible()


def in_the_midst() -> LittleTownTable:
    """Four players with the longest names in the last round; the castle stands among houses of others."""
    standing = (
        (Tile.BREWERY, "C3", 1),
        (Tile.WHEAT_FIELD, "D2", 0),
        (Tile.CASTLE, "E4", 1),
        (Tile.BARN, "F3", 0),
        (Tile.SHOP, "D4", 2),
        (Tile.WATCHTOWER, "G3", 0),
        (Tile.CATHEDRAL, "D5", 3),
        (Tile.RESIDENCE, "H4", 2),
    )
    laid = laid_out(LONG)
    held = {Cube.WOOD: 3, Cube.STONE: 3, Cube.FISH: 1}
    table = replace(
        laid,
        round=4,
        players=tuple(
            replace(player, score=-9 + 12 * seat, coins=4, cubes=held) for seat, player in enumerate(laid.players)
        ),
        buildings=tuple(Building(tile=tile, cell=cell, owner=LONG[owner]) for tile, cell, owner in standing),
        workers=(Worker(cell="C4", owner=LONG[0]), Worker(cell="F2", owner=LONG[3])),
    )
    return TableState(table=table, extras=LittleTownExtras(seats=STYLES, turn=1))


def tops_of_the_board(screen: Screen, address: str) -> float:
    """How far down the board begins."""
    screen.open(address)
    screen.sees("A1, mountain")
    (box,) = screen.boxes(screen.button("A1, mountain"))
    return box["y"]


@pytest.mark.parametrize(("looks", "scale"), [((PHONE_DARK, LANDSCAPE, DESKTOP), 1.0), ((NARROW,), 2.0)])
def test_everything_stays_on_the_screen_and_can_be_tapped(
    start: Callable[..., tuple[Program, str]],
    open_screen: Callable[[str], Screen],
    looks: tuple[Look, ...],
    scale: float,
) -> None:
    program, table = start(LITTLE_TOWN, in_the_midst(), text=scale)
    screen = open_screen(program.address).open(f"{table}/town/0")
    for look in screen.sizes(*looks):
        screen.can_tap(begins(f"{LONG[1]} plays, 3 workers left"), exact=False)
        for cell in BOARD_SQUARES[:BOARD_COLUMNS]:
            (box,) = screen.boxes(screen.button(begins(f"{cell}, "), exact=False))
            assert (box["width"] >= 30, box["height"] >= 32, box["x"] >= 0) == (True, True, True)
            assert box["x"] + box["width"] <= look.width
        screen.can_tap("E3, grass, empty")
        screen.shot(f"little-town-town-{scale:.0%}")
    assert tops_of_the_board(screen, f"{table}/town/1") == tops_of_the_board(screen, f"{table}/town/0")
    screen.tap("E3, grass, empty")
    for _ in screen.sizes(*looks):
        screen.sees(f"{LONG[1]} places a worker here")
        screen.can_tap("Round")
        screen.shot(f"little-town-square-{scale:.0%}")
    screen.tap("Round")
    for _ in screen.sizes(*looks):
        screen.sees("may use the squares around it now.")
        screen.can_tap("Market")
        screen.shot(f"little-town-round-{scale:.0%}")
    screen.tap("Market")
    for _ in screen.sizes(*looks):
        screen.sees("Which tiles were laid out?")
        screen.can_tap("Stock")
        screen.shot(f"little-town-market-{scale:.0%}")
    screen.tap("Stock")
    for _ in screen.sizes(*looks):
        screen.sees("0 of 2 completed, 0 points")
        screen.can_tap("End")
        screen.shot(f"little-town-player-{scale:.0%}")
    screen.tap("End")
    for _ in screen.sizes(*looks):
        screen.sees("Which houses around the castle count?")
        screen.can_tap("Everybody’s")
        screen.can_tap(begins("Castle"), exact=False)
    screen.tap("Everybody’s")
    tap(screen, "Castle")
    for _ in screen.sizes(*looks):
        screen.sees("3 houses around E4, 4 each.")
        screen.shot(f"little-town-castle-{scale:.0%}")
