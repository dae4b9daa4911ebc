"""The Wheel tab: the prices of blocks in each section, buying blocks and objects, and the cities that accept them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.actions import BlocksBasket, basket_with, basket_without, blocks_left
from companion.games.palaces_of_carrara.wording import blocks_named
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    icon_button,
    mark,
    notice,
    outlined,
    plain_button,
    tappable,
    text,
)
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.palaces_of_carrara.drawings import BLOCK_INKS, block, roomy
from companion.ui.editors.palaces_of_carrara.screened import Screened
from companion.ui.editors.palaces_of_carrara.turn_line import TurnLine
from scoring.messages import counted, say
from scoring.palaces_of_carrara.data import CANNOT_PAY_COINS, OBJECT_PRICE
from scoring.palaces_of_carrara.state import BLOCKS_OF_A_COLOR, SECTIONS, CitiesAsk, Color, Object
from scoring.palaces_of_carrara.wheel import cities, cost_of_blocks, price
from scoring.palaces_of_carrara.wording import CITIES, OBJECTS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport
    from scoring.palaces_of_carrara.state import Player, Table

NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI")

DEAREST_BLOCK: Final = max(price(section, color) for section in range(1, SECTIONS + 1) for color in Color)
"""The coins with which a player can pay any block."""

CORRECT_OBJECTS: Final = "Correct what is on the board"

CLOSE: Final = "Close the correction"

NUMERAL_WIDTH: Final = 26
"""The width of the numeral of a section, in px, with text of its usual size."""


@component
def WheelTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the wheel for a seat, with a basket of its own."""
    wheel: ft.Control = keyed(f"wheel {seat}", Screened, live, seat, lambda: Wheel(live, seat))
    return wheel


@component
def Wheel(live: LiveTable, seat: int) -> ft.Control:
    """Show the prices; a tap puts a block into the basket."""
    use_revision(live)
    viewport = use_ui().viewport
    basket, set_basket = use_lazy_state(BlocksBasket)
    player = live.state.table.players[seat]

    def put(section: int, color: Color) -> None:
        if basket.section == section and basket.blocks.get(color, 0) >= blocks_left(live.state.table, color):
            show_snackbar(f"There are {BLOCKS_OF_A_COLOR} {color.value} blocks in all; no other is left.")
            return
        set_basket(lambda before: basket_with(before, section, color))

    def empty() -> None:
        set_basket(lambda _: BlocksBasket())

    def put_back(color: Color) -> None:
        set_basket(lambda before: basket_without(before, color))

    async def buy() -> None:
        cost = counted(cost_of_blocks(basket.section, basket.blocks), "coin", "coins")
        label = f"{player.name} buys {blocks_named(basket.blocks)} for {cost}"
        await live.change(label, actions.buy_blocks(seat, basket.section, basket.blocks))
        empty()
        show_snackbar(f"{label}.", undo=undo_of_last_step(live))

    prices = card(
        [
            heading("Prices on the wheel"),
            caption("Coins for a block by section. Tap what is bought, all of one section."),
            *(_section_row(section, basket, put, viewport) for section in range(1, SECTIONS + 1)),
        ],
        padding=3 * SPACE,
    )
    return column(
        [
            TurnLine(live, seat, "wheel"),
            prices,
            _basket_card(live, seat, basket, buy, (empty, put_back)),
            OtherPurchases(live, seat),
        ],
        spacing=3 * SPACE,
    )


def _section_row(
    section: int, basket: BlocksBasket, put: Callable[[int, Color], None], viewport: Viewport
) -> ft.Control:
    in_basket = basket.blocks if basket.section == section else {}

    def cell(color: Color) -> ft.Control:
        fill, ink = BLOCK_INKS[color]
        coins = price(section, color)
        number = in_basket.get(color, 0)
        chosen = f", {number} chosen" if number else ""
        face: list[ft.Control] = [text(coins, Style.STRONG, color=ink, no_wrap=True)]
        if number:
            face.append(text(f"×{number}", Style.SMALL, color=ink, no_wrap=True))
        face_row: ft.Control = ft.Column(face, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
        if roomy(viewport):
            face_row = ft.Row(face, spacing=2, tight=True, alignment=ft.MainAxisAlignment.CENTER)
        return tappable(
            face_row,
            f"Section {section}, {color.value}: {counted(coins, 'coin', 'coins')}{chosen}",
            lambda: put(section, color),
            selected=bool(number),
            live=True,
            expand=True,
            height=TARGET if roomy(viewport) else None,
            padding=SPACE,
            alignment=ft.Alignment.CENTER,
            bgcolor=fill,
            border=ft.Border.all(3 if number else 1, ft.Colors.PRIMARY if number else ft.Colors.ON_SURFACE_VARIANT),
        )

    numeral = text(NUMERALS[section - 1], Style.STRONG, no_wrap=True)
    named = ft.Container(numeral, width=NUMERAL_WIDTH * viewport.scale)
    return ft.Row([named, *(cell(color) for color in Color)], spacing=SPACE)


def _basket_card(
    live: LiveTable,
    seat: int,
    basket: BlocksBasket,
    buy: Callable[[], Awaitable[None]],
    ways_back: tuple[Callable[[], None], Callable[[Color], None]],
) -> ft.Control:
    """Return the blocks in the basket, their cost, and the cities that accept all; a tap on a block puts it back."""
    empty, put_back = ways_back
    player = live.state.table.players[seat]
    coins_left = counted(player.coins, "coin", "coins")
    if not basket.blocks:
        return caption(f"{player.name} has {coins_left} here. No block is chosen.")
    cost = cost_of_blocks(basket.section, basket.blocks)
    accepting = cities(live.state.table, CitiesAsk(blocks=basket.blocks)).cities
    coins = counted(cost, "coin", "coins")
    blocks: list[ft.Control] = [
        _chosen_block(color, basket.blocks[color], put_back) for color in Color if basket.blocks.get(color, 0)
    ]
    words = say(
        "{blocks} of section {section}: {coins}",
        blocks=blocks_named(basket.blocks),
        section=NUMERALS[basket.section - 1],
        coins=coins,
    )
    where = say(
        "A tap puts a block back. Together they build in {cities}.", cities=tuple(CITIES[city] for city in accepting)
    )
    parts: list[ft.Control] = [
        ft.Row(
            [*blocks, ft.Container(expand=True), icon_button(ft.Icons.CLOSE, "Choose no block", empty)], spacing=SPACE
        ),
        ft.Semantics(content=text(f"{words}.", Style.STRONG), live_region=True, container=True),
        caption(where),
    ]
    if cost > player.coins:
        parts.append(notice(f"{player.name} has {coins_left} here. Coins are counted under Stock.", wrong=True))
    parts.append(ft.Row([button(f"{player.name} buys for {coins}", buy, disabled=cost > player.coins)], wrap=True))
    return card(parts, padding=3 * SPACE)


def _chosen_block(color: Color, number: int, put_back: Callable[[Color], None]) -> ft.Control:
    return tappable(
        block(color, number, 32),
        f"Put one {color.value} block back, {number} chosen",
        lambda: put_back(color),
        padding=2 * SPACE,
    )


@component
def OtherPurchases(live: LiveTable, seat: int) -> ft.Control:
    """Show the objects that lie for sale, and the coins for a player who cannot pay any block."""
    use_revision(live)
    correcting, set_correcting = use_value(initial=False)
    player = live.state.table.players[seat]

    async def take() -> None:
        label = f"{player.name} cannot pay for a block and takes {CANNOT_PAY_COINS} coins"
        await live.change(label, actions.take_coins(seat))
        show_snackbar(f"{label}.", undo=undo_of_last_step(live))

    def buying(one: Object) -> Callable[[], Awaitable[None]]:
        async def buy() -> None:
            label = f"{player.name} buys a {OBJECTS[one][0]} for {OBJECT_PRICE} coins"
            await live.change(label, actions.buy_object(seat, one))
            show_snackbar(f"{label}.", undo=undo_of_last_step(live))

        return buy

    def correct() -> None:
        set_correcting(lambda before: not before)

    offered = actions.for_sale(live.state)
    parts: list[ft.Control] = [heading("An object from the board"), caption(_objects_for_sale(offered, player))]
    if player.coins >= OBJECT_PRICE:
        parts.append(wrapped(_object_chip(one, buying(one)) for one in offered))
    parts.append(ft.Row([plain_button(CLOSE if correcting else CORRECT_OBJECTS, correct)], wrap=True))
    if correcting:
        parts.append(caption("Framed objects are on the board. Tap one to add or remove it."))
        parts.append(wrapped(_sold_chip(live, one, lies=one in offered) for one in Object))
    if _may_be_unable_to_pay(live.state.table, player):
        parts.append(ft.Row([outlined(f"Cannot pay for any block: take {CANNOT_PAY_COINS} coins", take)], wrap=True))
    else:
        few = f"With fewer than {DEAREST_BLOCK} coins, a player who cannot pay for any block takes {CANNOT_PAY_COINS}."
        parts.append(caption(few))
    return card(parts, padding=3 * SPACE)


def _may_be_unable_to_pay(table: Table, player: Player) -> bool:
    """Return whether the bank may owe a player coins: some block is too dear, or the players hold all blocks.

    Rulebook, Action I, special situations 2 and 4.
    """
    return player.coins < DEAREST_BLOCK or not any(blocks_left(table, color) for color in Color)


def _objects_for_sale(offered: tuple[Object, ...], player: Player) -> str:
    """Return what can be bought, in words."""
    if not offered:
        return "All objects on the board are sold; it is never refilled."
    if player.coins < OBJECT_PRICE:
        few = counted(player.coins, "coin", "coins")
        return f"After any action, for {OBJECT_PRICE} coins; {player.name} has {few} here."
    return f"After any action, for {OBJECT_PRICE} coins. There is one of each type; they are never refilled."


def _sold_chip(live: LiveTable, one: Object, *, lies: bool) -> ft.Control:
    name = OBJECTS[one][0]
    label = f"The {name} is sold" if lies else f"The {name} lies on the board"
    return chip(
        name,
        lambda: live.change(label, actions.with_sold(one)),
        selected=lies,
        leading=mark(one.value, 20, ft.Colors.ON_SURFACE),
        label=f"{label}: correct it",
    )


def _object_chip(one: Object, buy: Callable[[], Awaitable[None]]) -> ft.Control:
    name = OBJECTS[one][0]
    leading = mark(one.value, 20, ft.Colors.ON_SURFACE)
    return chip(name, buy, leading=leading, label=f"Buy a {name} for {OBJECT_PRICE} coins")
