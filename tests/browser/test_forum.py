"""The forum in a real browser: its cards are laid, a visit is chosen and booked, the process dies, nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from companion.games.carpe_diem import forum as steps
from companion.games.carpe_diem.extras import CarpeDiemExtras, CarpeDiemTable
from companion.tables.state import STYLES, TableState
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.setup import laid_out
from scoring.carpe_diem.state import Good, Table
from storage.documents import codec
from tests.browser import kept
from tests.browser.evenings import begins
from tests.browser.screen import DESKTOP_DARK, PHONE, Screen

if TYPE_CHECKING:
    from tests.browser.program import Program

HERBS: Final = "pay 2 herbs, get 4 points (Rulebook, A and B Cards)"
OTHERS: Final = dict(
    zip(("C1", "A2", "B2", "C2", "D2", "B3"), [known.card for known in KNOWN_FORUM_CARDS[1:]], strict=False)
)
"""What lies in the forum before the browser comes: one place of two players is left."""


def begun(program: Program) -> str:
    """A table whose forum lacks the cards of B1 and C3; Nick lies ahead and holds herbs."""
    state: CarpeDiemTable = TableState(table=laid_out(("Nick", "Cathy")), extras=CarpeDiemExtras(seats=STYLES[:2]))
    for square, card in OTHERS.items():
        state = steps.with_card(state, square, card)
    nick, cathy = state.table.players
    nick = replace(nick, goods={Good.HERBS: 5, Good.CHICKEN: 3}, coins=1, bread=3, prestige=4, stack=0)
    table = replace(state.table, players=(nick, replace(cathy, stack=0)))
    return kept.begun(program, CARPE_DIEM, replace(state, table=table))


def stored(program: Program) -> Table:
    """The only table in play, as it is kept."""
    table = codec.read_table(kept.only_table(program)).table
    assert isinstance(table, Table)
    return table


def lay(screen: Screen, square: str) -> None:
    screen.tap(f"{square}: empty, put a card here")
    expect(screen.text(f"The card on {square}").first).to_be_visible()
    laid = screen.button(f"{square}: pay 2 herbs, get 4 points")
    screen.wait(350)  # until the window has come to rest
    screen.tap(begins(HERBS), exact=False)  # also where it says where the same card lies already
    expect(laid).to_be_visible()
    screen.dialog_gone()


def restart(program: Program, screen: Screen) -> None:
    """Let the process die while nobody looks, and start it again."""
    screen.page.goto("about:blank")
    program.kill()
    program.start()


def test_a_visit_to_the_forum(program: Program, screen: Screen) -> None:
    screen.page.goto("about:blank")  # the program is stopped and started again
    table = begun(program)
    screen.open(f"{table}/forum/0")
    for look, square in ((PHONE, "B1"), (DESKTOP_DARK, "C3")):
        lay(screen.resize(look), square)
        screen.shot("forum-laid")
    screen.tap("Begin forum phase 1")
    screen.sees("Nick visits the forum")
    screen.sees("What the open pairs bring")
    for _ in screen.sizes(DESKTOP_DARK, PHONE):
        screen.can_tap("Between B1 and C1: open, brings 26")
        screen.shot("forum-phase")
    screen.tap("Between B1 and C1: open, brings 26")
    screen.button("Choose: B1–C1 for Nick").wait_for()
    screen.wait(350)
    screen.shot("forum-pair")
    screen.tap("Choose: B1–C1 for Nick")
    expect(screen.button("Between B1 and C1: Nick’s marker")).to_be_visible()
    screen.dialog_gone()
    screen.sees("Cathy visits the forum")
    assert stored(program).players[0].victory_cards == 8 + 26

    restart(program, screen)
    screen.resize(DESKTOP_DARK).open(f"{table}/forum/0")
    screen.sees("Cathy visits the forum")
    screen.press("Control+z")
    screen.sees("Nick visits the forum")
    expect(screen.button("Between B1 and C1: open, brings 26")).to_be_visible()
    assert stored(program).players[0].victory_cards == 8


def test_two_cards_without_a_table(program: Program, screen: Screen) -> None:
    screen.open("/cards")
    screen.tap("Pick the first card")
    screen.wait(350)
    screen.tap(HERBS)
    screen.dialog_gone()
    screen.tap("Pick the second card")
    screen.wait(350)
    screen.tap("pay 3 chicken, get 7 points (Rulebook, A and B Cards)")
    screen.dialog_gone()
    screen.enter("Herbs", "4")
    screen.enter("Chicken", "3")
    screen.sees("15 points now, final total +12")
    restart(program, screen)
    screen.open("/cards")
    screen.sees("15 points now, final total +12")
    screen.shot("cards")
