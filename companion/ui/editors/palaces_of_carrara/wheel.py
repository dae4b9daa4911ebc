"""The Wheel tab: the prices of blocks, buying blocks and objects, the cities that accept them; and who plays now."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.actions import BlocksBasket, with_block, without_block
from companion.games.palaces_of_carrara.kit import blocks_named
from companion.tables.state import transition
from companion.ui.components.controls import (
    button,
    caption,
    card,
    group,
    heading,
    icon_button,
    mark,
    notice,
    outlined,
    plain_button,
    seat_mark,
    silent,
    tappable,
    text,
)
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.core.context import Viewport, use_guests, use_revision, use_selector, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_lazy_state, use_ref, use_toggle, value_now
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.palaces_of_carrara.drawings import BLOCK_INKS, block, roomy
from companion.ui.editors.palaces_of_carrara.stock import Screened
from scoring.messages import Message, counted, say, tr, with_commas
from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.board import for_sale
from scoring.palaces_of_carrara.data import CANNOT_PAY_COINS, OBJECT_PRICE
from scoring.palaces_of_carrara.moves import cities, cost_of_blocks, price
from scoring.palaces_of_carrara.rules import blocks_left
from scoring.palaces_of_carrara.state import BLOCKS_OF_A_COLOR, SECTIONS, CitiesAsk, Color, Object, Player, Table

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable


ACTIONS: Final = say("Buy blocks, build or score.")


@component
def TurnLine(live: LiveTable, seat: int, tab: str) -> ft.Control:
    """Show who plays now, which a tap leads to; before the first action only whoever begins has a line.

    Whoever played stays in sight when the turn passes: an object can be bought after any action.
    """
    page = ft.context.page
    use_guests(live.id)
    turn = use_selector(live, lambda: live.state.table.turn)
    first = use_ref(lambda: turn).current

    def show() -> None:
        page.navigate(f"/table/{live.id}/{tab}/{turn}")

    if turn is None and (seat or any(player.buildings for player in live.state.table.players)):
        return ft.Container()
    name = live.state.table.players[turn or 0].name
    if turn is None or turn == seat:
        who = text(tr("{name}’s turn", name=name), Style.STRONG, expand=True)
        mine = ft.Row([seat_mark(live.state.extras.seats[seat], 20), who], spacing=2 * SPACE)
        padding = ft.Padding.symmetric(horizontal=3 * SPACE, vertical=SPACE)
        return ft.Container(column([mine, caption(ACTIONS)], spacing=0), padding=padding)
    has_just_played = turn != first and (turn - 1) % len(live.names) == seat
    if has_just_played:
        go_on = tr("Go on to {name}", name=name)
        return AtThumb(lambda: [button(go_on, show)])
    words = tr(
        "It is {name}’s turn. What you enter now is for {shown}.", name=name, shown=live.state.table.players[seat].name
    )
    return column([notice(words), wrapped([plain_button(tr("Back to {name}", name=name), show)])])


NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI")

DEAREST_BLOCK: Final = max(price(section, color) for section in range(1, SECTIONS + 1) for color in Color)
"""The coins with which a player can pay any block."""

WITHOUT_TURNING: Final = say("You may buy without turning the wheel, unless it is empty.")
"""Expansion, Action I: Buying blocks without turning the wheel."""

FOR_SALE: Final = say("An object from the board")

CANNOT_PAY: Final = say("Cannot pay for any block: take {coins} coins", coins=CANNOT_PAY_COINS)

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
        now = value_now(set_basket)
        if now.section == section and now.blocks.get(color, 0) >= blocks_left(live.state.table, color):
            show_snackbar(
                tr("There are {blocks} in all; no more are left.", blocks=counted(BLOCKS_OF_A_COLOR, *color.noun.forms))
            )
            return
        set_basket(lambda before: with_block(before, section, color))

    def empty() -> None:
        set_basket(lambda _: BlocksBasket())

    def put_back(color: Color) -> None:
        set_basket(lambda before: without_block(before, color))

    async def buy() -> None:
        bought = value_now(set_basket)
        label = _purchase_text(player.name, bought)
        await change_and_say(live, label, transition(moves.buy_blocks, seat, bought.section, bought.blocks))
        empty()

    prices = card(
        [
            heading(tr("Prices on the wheel")),
            caption(tr("Tap the blocks you buy.")),
            *([caption(WITHOUT_TURNING)] if live.state.table.expansion else []),
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
        spoken = [say("{what}: {value}", what=color.noun.name, value=coins)]
        if number:
            spoken.append(counted(number, *color.noun.forms))
        face: list[ft.Control] = [text(coins, Style.STRONG, color=ink, no_wrap=True)]
        if number:
            face.append(text(f"×{number}", Style.SMALL, color=ink, no_wrap=True))
        face_row: ft.Control = ft.Column(face, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
        if roomy(viewport):
            face_row = ft.Row(face, spacing=2, tight=True, alignment=ft.MainAxisAlignment.CENTER)
        return tappable(
            face_row,
            with_commas(spoken),
            lambda: put(section, color),
            selected=bool(number),
            expand=True,
            height=TARGET if roomy(viewport) else None,
            padding=SPACE,
            alignment=ft.Alignment.CENTER,
            bgcolor=fill,
            border=ft.Border.all(3 if number else 1, ft.Colors.PRIMARY if number else ft.Colors.ON_SURFACE_VARIANT),
        )

    numeral = silent(text(NUMERALS[section - 1], Style.STRONG, no_wrap=True))
    named = ft.Container(numeral, width=NUMERAL_WIDTH * viewport.scale)
    row = ft.Row([named, *(cell(color) for color in Color)], spacing=SPACE)
    return group(row, tr("Section {section}", section=section))


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
    if not basket.blocks:
        return caption(_coins_of(player))
    cost = cost_of_blocks(basket.section, basket.blocks)
    accepting = cities(live.state.table, CitiesAsk(blocks=basket.blocks)).cities
    blocks: list[ft.Control] = [
        _chosen_block(color, basket.blocks[color], put_back) for color in Color if basket.blocks.get(color, 0)
    ]
    words = say("{what}: {value}", what=blocks_named(basket.blocks), value=_cost(basket))
    where = say("Can build in {cities}.", cities=tuple(city.noun.name for city in accepting))
    parts: list[ft.Control] = [
        ft.Row([*blocks, ft.Container(expand=True), icon_button(ft.Icons.CLOSE, tr("Cancel"), empty)], spacing=SPACE),
        ft.Semantics(content=text(f"{words}.", Style.STRONG), live_region=True, container=True),
        caption(where),
    ]
    if cost > player.coins:
        parts.append(notice(_coins_of(player), wrong=True))
    parts.append(AtThumb(lambda: [button(_purchase_text(player.name, basket), buy, disabled=cost > player.coins)]))
    return card(parts, padding=3 * SPACE)


def _cost(basket: BlocksBasket) -> Message:
    return counted(cost_of_blocks(basket.section, basket.blocks), "{number} coin", "{number} coins")


def _purchase_text(player: str, basket: BlocksBasket) -> Message:
    """Return who buys the blocks in a basket, and for how much."""
    blocks = blocks_named(basket.blocks)
    return say("{player} buys {blocks} for {coins}", player=player, blocks=blocks, coins=_cost(basket))


def _coins_of(player: Player) -> Message:
    name = player.name
    return counted(player.coins, "{player} has {number} coin here.", "{player} has {number} coins here.", player=name)


def _chosen_block(color: Color, number: int, put_back: Callable[[Color], None]) -> ft.Control:
    return tappable(
        block(color, number, 32),
        tr("{what}: {value}", what=say("Remove"), value=color.noun.name),
        lambda: put_back(color),
        padding=2 * SPACE,
    )


@component
def OtherPurchases(live: LiveTable, seat: int) -> ft.Control:
    """Show the objects that lie for sale, and the coins for a player who cannot pay any block."""
    use_revision(live)
    edited, edit = use_toggle()
    player = live.state.table.players[seat]

    async def take() -> None:
        await change_and_say(live, CANNOT_PAY, transition(moves.take_coins, seat))

    async def buy(wooden: Object) -> None:
        await change_and_say(live, _buy_text(wooden), transition(moves.buy_object, seat, wooden))

    offered = for_sale(live.state.table)
    parts: list[ft.Control] = [heading(FOR_SALE), caption(_objects_for_sale(offered))]
    if player.coins >= OBJECT_PRICE:
        parts.append(wrapped(_object_chip(wooden, partial(buy, wooden)) for wooden in offered))
    parts.append(ft.Row([plain_button(tr("Done") if edited else tr("Edit"), edit)], wrap=True))
    if edited:
        parts.append(caption(tr("Framed objects are on the board.")))
        parts.append(wrapped(_sold_chip(live, wooden, lies=wooden in offered) for wooden in Object))
    if _may_be_unable_to_pay(live.state.table, player):
        parts.append(ft.Row([outlined(CANNOT_PAY, take)], wrap=True))
    return card(parts, padding=3 * SPACE)


def _may_be_unable_to_pay(table: Table, player: Player) -> bool:
    """Return whether the bank may owe a player coins: some block is too dear, or the players hold all blocks.

    Rulebook, Action I, special situations 2 and 4.
    """
    return player.coins < DEAREST_BLOCK or not any(blocks_left(table, color) for color in Color)


def _objects_for_sale(offered: tuple[Object, ...]) -> Message:
    """Return what can be bought, in words."""
    if not offered:
        return say("All objects on the board are sold.")
    return say("After any action, for {price} coins.", price=OBJECT_PRICE)


def _sold_chip(live: LiveTable, wooden: Object, *, lies: bool) -> ft.Control:
    name = wooden.noun.name
    label = say("{what}: {value}", what=FOR_SALE, value=name)
    return chip(
        name,
        lambda: live.change(label, lambda state: actions.toggle_sold(state, wooden)),
        selected=lies,
        leading=mark(wooden.value, 20, ft.Colors.ON_SURFACE),
    )


def _buy_text(wooden: Object) -> Message:
    return say("Buy a {object} for {coins} coins", object=wooden.noun.name, coins=OBJECT_PRICE)


def _object_chip(wooden: Object, buy: Callable[[], Awaitable[None]]) -> ft.Control:
    name = wooden.noun.name
    leading = mark(wooden.value, 20, ft.Colors.ON_SURFACE)
    return chip(name, buy, leading=leading, label=_buy_text(wooden))
