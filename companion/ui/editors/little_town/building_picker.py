"""The buildings that can be built on a square: what a player would pay for each, and what it brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.wording import cost, effect, missing, titled, to_pay
from companion.ui.components.controls import caption, heading, outlined, plain_button, tappable, text
from companion.ui.components.dialogs import undoing
from companion.ui.core.context import use_next, use_revision
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.pieces import IN_COINS, column, tile_line
from scoring.little_town.board import houses_left
from scoring.little_town.build_a_building import price
from scoring.little_town.data import HOUSES, TILES
from scoring.little_town.preview import prospects
from scoring.little_town.rulings import SUBSTITUTES
from scoring.little_town.state import Tile
from scoring.little_town.wording import NAMES
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.pieces import Pick
    from scoring.little_town.build_a_building import Price

AT_THE_END: Final = (Tile.CASTLE, Tile.WATCHTOWER)
"""Buildings whose worth depends on where they stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Who would build, and where."""

    seat: int
    cell: str


@component
def Offers(live: LiveTable, seat: int, cell: str, pick: Pick) -> ft.Control:
    """Offer the buildings that a player can pay; the others one tap further, with what is lacking."""
    use_revision(live)
    page = ft.context.page
    shown_next = use_next(live.id)
    every, set_every = use_value(initial=False)
    state = live.state
    player = actions.player_of(state, seat)
    books = state.extras.books
    prices = {tile: price(player, tile) for tile in actions.offered(state)}
    ready = [tile for tile, asked in prices.items() if asked.affordable or not books]
    others = sorted((tile for tile in prices if tile not in ready), key=lambda tile: prices[tile].short)

    async def build(tile: Tile) -> None:
        await live.change(f"{player.name} builds the {NAMES[tile]} on {cell}", actions.build(seat, tile, cell))
        await pick(None)
        turn = live.state.extras.turn
        words = f"The {NAMES[tile]} stands on {cell}."
        if books and turn != seat:
            page.navigate(f"/table/{live.id}/town/{shown_next(turn)}")
            words += f" {actions.name_of(live.state, turn)} plays."
        show_snackbar(words, undo=undoing(live))

    title = heading(f"{player.name} builds here", 3)
    whole = HOUSES[len(state.table.players)]
    if houses_left(state.table, player.name) < 1:
        return column([title, text(f"All {whole} houses of {player.name} are on the board.", Style.SMALL)])

    def offer(tile: Tile) -> ft.Control:
        asked = prices[tile] if books else None
        return _offer(live, Site(seat=seat, cell=cell), tile, asked, lambda: build(tile))

    parts = [title, *_said_before(live, seat, cell), *(offer(tile) for tile in ready)]
    if not ready:
        parts.append(text(f"{player.name} can pay none of the buildings.", Style.SMALL))
    if others:
        words = counted(len(others), "building", "buildings")
        toggle = f"Hide the {words} that {player.name} cannot pay" if every else f"{words} more that cost too much"
        parts.append(ft.Row([plain_button(toggle, lambda: set_every(lambda old: not old))], wrap=True))
        parts += [caption(IN_COINS), *(offer(tile) for tile in others)] if every else []
    if books and any(_substitutes(tile, prices[tile]) for tile in ready):
        parts.append(caption(SUBSTITUTES))
    return column(parts)


def _said_before(live: LiveTable, seat: int, cell: str) -> list[ft.Control]:
    """Return what is to be known before one builds on a square."""
    state = live.state
    name = actions.name_of(state, seat)
    said: list[ft.Control] = []
    if state.extras.books and not actions.at_hand(state, seat):
        said.append(text(f"All workers of {name} are placed in this round.", Style.SMALL))
    changed = prospects(state.table, name, Tile.STATUE, cell)
    if changed:
        messages = tuple(one.message for one in changed)
        said.append(caption(sentence(say("With any house here: {messages}", messages=messages))))
    if not state.extras.market:
        said.append(_market_unknown(live, seat))
    return said


def _market_unknown(live: LiveTable, seat: int) -> ft.Control:
    page = ft.context.page
    words = caption("Say once what lies in the market, and only that is offered here.")
    to = outlined("Enter the market", lambda: page.navigate(f"/table/{live.id}/market/{seat}"))
    return column([words, ft.Row([to], wrap=True)])


def _offer(live: LiveTable, site: Site, tile: Tile, asked: Price | None, build: Callable[[], object]) -> ft.Control:
    table = live.state.table
    cell, name = site.cell, actions.name_of(live.state, site.seat)
    printed, points = TILES[tile], counted(TILES[tile].points, "point", "points")
    spoken = [f"Build the {NAMES[tile]} on {cell}: {cost(tile)}, {points}"]
    lacking = None if asked is None or asked.affordable else missing(asked.short, name)
    paid = text(_price(tile, asked), Style.SMALL)
    if lacking is not None:
        paid = text(f"Costs {cost(tile)}. {sentence(lacking)}", Style.SMALL, color=ft.Colors.ERROR)
        spoken = [f"{titled(tile)}: {cost(tile)}, {points}", str(lacking)]
    elif asked is not None and _substitutes(tile, asked):
        spoken.append(f"now {to_pay(asked)}")
    below: list[ft.Control] = [paid, caption(sentence(effect(tile)))]
    spoken.append(str(effect(tile)))
    if tile in AT_THE_END:
        own = [one for one in prospects(table, name, tile, cell) if one.player == name and one.rule == tile.value]
        worth = counted(own[0].points if own else 0, "point", "points")
        below.append(text(f"Worth {worth} at the end, as the board lies.", Style.SMALL))
        spoken.append(f"worth {worth} as the board lies")
    label = "; ".join(spoken)
    line = tile_line(tile, titled(tile), below, figure=str(printed.points))
    if lacking is not None:
        return tappable(line, label, lambda: show_snackbar(sentence(lacking)), padding=2 * SPACE)
    return tappable(
        line,
        label,
        build,
        padding=2 * SPACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def _price(tile: Tile, asked: Price | None) -> str:
    if asked is None or not _substitutes(tile, asked):
        return f"Costs {cost(tile)}."
    return f"Costs {cost(tile)}: now {to_pay(asked)}."


def _substitutes(tile: Tile, asked: Price) -> bool:
    """Whether coins stand in for cubes."""
    return asked.coins > TILES[tile].cost.coins
