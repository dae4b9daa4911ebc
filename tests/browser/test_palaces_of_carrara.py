"""A whole game of The Palaces of Carrara in a real browser, from the new table to the winner in the history."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.evenings import MOVED, check_all, finish, seat_two
from tests.browser.kept import only_play, scored

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program
    from tests.browser.screen import Screen

CARDS = (
    "8 buildings, nothing",
    "3 pairs, at the end 5",
    "4 land buildings, at the end",
    "Livorno and Lerici, at the end",
)


def test_a_whole_game_with_the_expansion(
    program: Program, screen: Screen, open_screen: Callable[[str], Screen]
) -> None:
    screen.tap("New table")
    screen.tap("The Palaces of Carrara")
    screen.tap("With the expansion")
    seat_two(screen)
    screen.tap("Lay out the table")
    screen.tap("To the table")
    screen.tap("Pick the four cards")
    for card in CARDS:
        screen.tap(re.compile(f"^{card}"))
    screen.sees("Announcing the end")
    screen.shot("carrara-goals")

    screen.tap("Wheel")
    screen.tap("Anna, 4 points so far")
    buy(screen, "Anna", "Section 2, white: 5 coins", "5 coins")
    expect(screen.page).to_have_url(re.compile("/wheel/1$"))
    screen.tap(re.compile("^Anna, "))
    screen.sees("What you enter now is for Anna.")
    buy(screen, "Anna", "Section 6, yellow: 0 coins", "0 coins")
    screen.tap("Board")
    build(screen, "Livorno", "villa 1", ", pay 1 block")
    build(screen, "Livorno", "castello 8", "")
    screen.tap("Take the upgrade tile Lerici: 1 point + 1 coin")
    screen.sees("Lerici: 1 point + 1 coin")
    screen.shot("carrara-board")
    screen.tap("Score")
    score(screen, "Livorno", "27 points, 1 flag and 1 coat of arms")
    score(screen, "Villa", "3 points and 1 coat of arms")
    screen.shot("carrara-score")

    screen.tap(re.compile("^Ben, "))
    screen.sees("6 scoring markers left")
    screen.tap("Board")
    build_as_the_turn_passes(screen)
    screen.tap("Stock")
    screen.enter("Coins", "31")
    screen.sees(re.compile("^Ben, [0-9]+ points so far$"))

    screen.tap("End")
    check_all(screen)
    screen.sees(re.compile("^Anna wins with [0-9]+ points$"))
    screen.sees("Until somebody says what the tiles show, the cathedrale brings the cup")
    screen.shot("carrara-result")
    see_the_steps_of_the_track(screen)
    finish(screen)
    screen.page.goto("about:blank")
    program.kill()
    standings = scored(only_play(program).document)["standings"]
    total = next(one["total"] for one in standings if one["place"] == 1)
    program.start()
    again = open_screen(program.address).open("/history")
    again.tap(re.compile("^The Palaces of Carrara, today"))
    again.sees(f"Anna wins with {total} points")


def buy(screen: Screen, name: str, block: str, cost: str) -> None:
    screen.tap(block)
    screen.tap(f"{name} buys for {cost}")
    screen.sees("No block is chosen.")


def build(screen: Screen, city: str, tile: str, paid: str) -> None:
    screen.tap(f"Build in {city}")
    screen.wait(MOVED)  # until the city has come to the top
    screen.tap_until(tile, screen.button(f"Build {tile} in {city}{paid}"))
    screen.tap(f"Build {tile} in {city}{paid}")
    expect(screen.button(f"{tile} in {city}")).to_be_visible()


def build_as_the_turn_passes(screen: Screen) -> None:
    """Build for Ben, whose turn ends with it, and come back to him."""
    screen.tap("Build in Lerici")
    expect(screen.button("villa 2")).to_be_in_viewport(ratio=1)
    screen.tap("Close")
    screen.tap("Build in Lerici")
    screen.wait(MOVED)
    screen.tap_until("porta 5", screen.button("Build porta 5 in Lerici"))
    screen.tap("Build porta 5 in Lerici")
    expect(screen.page).to_have_url(re.compile("/board/0$"))
    screen.tap(re.compile("^Ben, "))
    expect(screen.button("porta 5 in Lerici")).to_be_visible()


def score(screen: Screen, what: str, paid: str) -> None:
    screen.tap(re.compile(f"^{what}: {re.escape(paid)};"))
    screen.wait(350)
    screen.tap(f"Score {what}")
    screen.sees(f"{what}: Scored")


def see_the_steps_of_the_track(screen: Screen) -> None:
    screen.tap("Anna, Scoring track: 30")
    expect(screen.page.get_by_label(re.compile(r": \+27, 27 points$"))).to_be_visible()
    expect(screen.page.get_by_label(re.compile(r": \+3, 30 points$"))).to_be_visible()
    screen.shot("carrara-track")
    screen.tap("Close")
