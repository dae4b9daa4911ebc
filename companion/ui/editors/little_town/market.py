"""The market: what each building costs and does, who built it, and which tiles were laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.wording import TILE_MARKS, cost, effect, missing, titled
from companion.ui.components.controls import button, caption, card, heading, labelled, outlined, plain_button, text
from companion.ui.components.fields import tick, wrapped
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.pieces import IN_COINS, column, tile_line
from scoring.little_town.board import tiles_left
from scoring.little_town.build_a_building import price
from scoring.little_town.data import MARKET_TILES, TILES
from scoring.little_town.state import Tile
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from scoring.messages import Message

SINGLE = tuple(tile for tile in TILE_MARKS if tile is not Tile.WHEAT_FIELD)
"""The tiles of which some are laid out in the market."""

UNKNOWN = "Which tiles were laid out? Once that is entered, only these are offered on the board."


@component
def MarketTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the market of a table, as a player looks at it."""
    use_revision(live)
    choosing, set_choosing = use_value(initial=False)
    market = live.state.extras.market

    def turn() -> None:
        set_choosing(lambda before: not before)

    if choosing:
        chosen: ft.Control = Choosing(live, turn)
        return chosen
    ask = column([caption(UNKNOWN), ft.Row([button("Enter the market", turn)], wrap=True)])
    again = ft.Row([plain_button("Change the market", turn, icon=ft.Icons.EDIT_OUTLINED)], wrap=True)
    offered = actions.offered(live.state)
    gone = tuple(building.tile for building in live.state.table.buildings)
    built = [tile for tile in Tile if tile in gone and tile not in offered]
    parts: list[ft.Control] = [heading("The market")]
    if not market:
        parts.append(ask)
    parts += [
        caption(IN_COINS),
        card([_tile(live, seat, tile) for tile in offered], padding=3 * SPACE),
    ]
    if built:
        parts += [heading("Built"), card([_tile(live, seat, tile) for tile in built], padding=3 * SPACE)]
    if market:
        parts.append(again)
    return column(parts, 3 * SPACE)


def _tile(live: LiveTable, seat: int, tile: Tile) -> ft.Control:
    """Return a tile: its cost, what it does, and whether the player could pay it, or who built it."""
    state = live.state
    player = actions.player_of(state, seat)
    left = tiles_left(state.table, tile)
    points = counted(TILES[tile].points, "point", "points")
    title = titled(tile) if TILES[tile].number == 1 or left < 1 else f"{titled(tile)}, {left} left"
    below: list[ft.Control] = [text(f"Costs {cost(tile)}.", Style.SMALL), caption(sentence(effect(tile)))]
    asked = price(player, tile)
    where = _built(live, tile)
    said: list[str] = []
    if where:
        said.append(str(say("Built by {where}", where=where)))
        below.append(text(sentence(said[-1]), Style.SMALL))
    if left > 0:
        said.append(f"{player.name} can pay it" if asked.affordable else str(missing(asked.short, player.name)))
        ink = ft.Colors.SECONDARY if asked.affordable else ft.Colors.ON_SURFACE_VARIANT
        below.append(text(sentence(said[-1]), Style.SMALL, color=ink))
    line = tile_line(tile, title, below, figure=str(TILES[tile].points))
    label = ". ".join((f"{title}: {cost(tile)}, {points}", str(effect(tile)), *said))
    return ft.Container(labelled(line, label), padding=ft.Padding.symmetric(vertical=SPACE))


def _built(live: LiveTable, tile: Tile) -> tuple[Message, ...]:
    """Return who built a tile, and where."""
    cells: dict[str, tuple[str, ...]] = {}
    for one in live.state.table.buildings:
        if one.tile is tile:
            cells[one.owner] = (*cells.get(one.owner, ()), one.cell)
    return tuple(say("{owner} on {cells}", owner=owner, cells=on) for owner, on in cells.items())


@component
def Choosing(live: LiveTable, done: Callable[[], None]) -> ft.Control:
    """Let the tiles be ticked that were laid out."""
    use_revision(live)
    viewport = use_ui().viewport
    chosen, set_chosen = use_lazy_state(lambda: frozenset(live.state.extras.market))

    def turning(tile: Tile) -> Callable[[], None]:
        return lambda: set_chosen(lambda old: old ^ {tile})

    async def keep() -> None:
        await live.change("the market", actions.with_market(chosen))
        done()

    lines = [
        tick(f"{titled(tile)}: {cost(tile)}", turning(tile), viewport, ticked=tile in chosen)
        for tile in sorted(SINGLE, key=titled)
    ]
    said = f"{len(chosen)} of {MARKET_TILES} ticked"
    feet: list[ft.Control] = [button("That is the market", keep), outlined("Leave it as it was", done)]
    words = (
        "The wheat fields are always there. Tick the tiles that lie on the open spots; tiles built later count, too."
    )
    return column(
        [
            heading("What lies in the market?"),
            caption(words),
            ft.Semantics(content=text(said, Style.STRONG), live_region=True, container=True),
            card([ft.Column(lines, spacing=0, tight=True)], padding=2 * SPACE),
            wrapped(feet),
        ],
        3 * SPACE,
    )
