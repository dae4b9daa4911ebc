"""The Stock tab: points, coins, blocks and objects; and what players keep behind their screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.palaces_of_carrara import actions
from companion.ui.components.controls import button, caption, card, heading, notice, outlined
from companion.ui.components.correction import spot
from companion.ui.components.fields import tick
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, max_width, scrolling
from companion.ui.components.stepper import player_stepper
from companion.ui.core.context import use_guests, use_selector, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE
from companion.ui.editors.palaces_of_carrara.drawings import block
from scoring.fields import Between, Number, nouns_of, numbers_under
from scoring.messages import Message, counted, say, tr
from scoring.palaces_of_carrara.cards import number_of
from scoring.palaces_of_carrara.data import OBJECTS_OF_A_TYPE
from scoring.palaces_of_carrara.rules import blocks_held
from scoring.palaces_of_carrara.state import BLOCKS_OF_A_COLOR, NUMBERS, Color, Object, Player
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable


HIDE: Final = say("Hide coins, blocks and objects until the end")

OVER: Final = say("The game is over: show everything")


@component
def Screened(live: LiveTable, seat: int, show: Callable[[], ft.Control]) -> ft.Control:
    """Show what is behind the screen of a seat; where it is hidden, after a tap, or on the phone of its player."""
    secret = use_selector(live, lambda: live.state.table.secret)
    ui = use_ui()
    guests = use_guests(live.id)
    looked, set_looked = use_value(initial=False)
    me = None if guests is None else guests.of(ui.visitor)
    if not secret or looked or (me is not None and me.seat == seat):
        return show()
    name = live.state.table.players[seat].name

    def look() -> None:
        set_looked(lambda _: True)

    return card(
        [
            heading(tr("Behind {name}’s screen", name=name)),
            ft.Row([outlined(tr("I am {name}: show them", name=name), look)], wrap=True),
        ]
    )


@component
def SecretSwitch(live: LiveTable) -> ft.Control:
    """Let what is behind the screens be hidden, or be shown."""
    secret = use_selector(live, lambda: live.state.table.secret)

    async def turn() -> None:
        await live.change(HIDE, lambda state: actions.with_secret(state, secret=not secret))

    return card([tick(HIDE, turn, use_ui().viewport, ticked=secret)])


@component
def ScreenedSheet(live: LiveTable, sheet: Callable[[], ft.Control]) -> ft.Control:
    """Show a sheet; where coins, blocks and objects are hidden, ask first whether the game is over."""
    secret = use_selector(live, lambda: live.state.table.secret)

    async def show() -> None:
        await live.change(OVER, lambda state: actions.with_secret(state, secret=False))

    if not secret:
        return sheet()
    words = caption(tr("Coins and objects are hidden until the end."))
    asked = card([words, AtThumb(lambda: [button(OVER, show)])])
    return scrolling([ft.Row([max_width(asked)], alignment=ft.MainAxisAlignment.CENTER)])


BLOCKS: Final = numbers_under(Color, "blocks", Between(0, BLOCKS_OF_A_COLOR))
OBJECTS: Final = numbers_under(Object, "objects", Between(0, OBJECTS_OF_A_TYPE))

NOUNS: Final = nouns_of(Player)

FIELDS: Final = ("blocks", "objects", "score", "coins")
"""The fields of a player that are entered on this tab."""


@component
def Stock(live: LiveTable, seat: int) -> ft.Control:
    """Show the points, coins, blocks and objects of a seat, and whether they are hidden."""
    behind = keyed(f"stock {seat}", Screened, live, seat, lambda: Holdings(live, seat))
    return column([behind, SecretSwitch(live)], spacing=3 * SPACE)


@component
def Holdings(live: LiveTable, seat: int) -> ft.Control:
    """Show the points, coins, blocks and objects of a seat; each number is drawn anew when it changes."""
    wrong = use_selector(live, lambda: problems_of(live.problems, seat, *FIELDS))
    held = use_selector(live, lambda: _held(live.state.table.players[seat]))
    blocks, objects = (tr("{number} in all", number=number) for number in held)
    points_and_coins = [player_stepper(live, seat, number) for number in NUMBERS.values()]
    return column(
        [
            *(notice(sentence(problem.message), wrong=True) for problem in wrong),
            card(points_and_coins),
            card([heading(NOUNS["blocks"].title), caption(blocks), *(_blocks(live, seat, color) for color in BLOCKS)]),
            spot(
                "objects",
                card(
                    [
                        heading(NOUNS["objects"].title),
                        caption(objects),
                        *(player_stepper(live, seat, number, stock_label) for number in OBJECTS.values()),
                    ]
                ),
            ),
        ],
        spacing=3 * SPACE,
    )


def _held(player: Player) -> tuple[int, int]:
    """Return the number of blocks, and of objects, of a player."""
    return blocks_held(player), number_of(player.objects)


def stock_label(player: str, number: Number, value: int) -> Message:
    """Return the label that undo has of what a player holds: so many blocks or objects."""
    return say("{what}: {value}", what=player, value=counted(value, *number.forms))


def _blocks(live: LiveTable, seat: int, color: Color) -> ft.Control:
    stepper = player_stepper(live, seat, BLOCKS[color], stock_label)
    return ft.Row([block(color), ft.Container(stepper, expand=True)], spacing=2 * SPACE)
