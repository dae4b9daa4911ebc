"""The Market tab: cost and effect of each building, who built it, and which tiles were laid out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.wording import cost_text, effect_text, missing_coins
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    labelled,
    outlined,
    plain_button,
    tappable,
    text,
)
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state, use_value, value_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.drawings import tile_line
from scoring.little_town.board import market_is_known, tiles_left, tiles_offered
from scoring.little_town.build_a_building import price
from scoring.little_town.data import FIRST_GAME_TILES, MARKET_TILES, TILES
from scoring.little_town.state import Tile
from scoring.messages import points_text, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from scoring.messages import Message

MARKET_CANDIDATES: Final = tuple(tile for tile in Tile if tile is not Tile.WHEAT_FIELD)
"""The tiles of which some are laid out in the market."""

MARKET_UNKNOWN = say("Once it is entered, only what lies there is offered.")


@component
def MarketTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the market, with what a player can pay."""
    use_revision(live)
    choosing, set_choosing = use_value(initial=False)
    entered = len(live.state.table.market)
    is_known = market_is_known(live.state.table)

    def toggle() -> None:
        set_choosing(lambda before: not before)

    if choosing:
        chosen: ft.Control = MarketEntry(live, toggle)
        return chosen
    unknown = ticked_text(entered) if entered else MARKET_UNKNOWN
    ask = column([caption(unknown), ft.Row([button(tr("Enter the market"), toggle)], wrap=True)])
    again = ft.Row([plain_button(tr("Edit"), toggle, icon=ft.Icons.EDIT_OUTLINED)], wrap=True)
    offered = tiles_offered(live.state.table)
    gone = tuple(building.tile for building in live.state.table.buildings)
    built = [tile for tile in Tile if tile in gone and tile not in offered]
    parts: list[ft.Control] = [heading(tr("The market"))]
    if not is_known:
        parts.append(ask)
    parts.append(card([_tile(live, seat, tile) for tile in offered], padding=3 * SPACE))
    if built:
        parts += [heading(tr("Built")), card([_tile(live, seat, tile) for tile in built], padding=3 * SPACE)]
    if is_known:
        parts.append(again)
    return column(parts, 3 * SPACE)


def _tile(live: LiveTable, seat: int, tile: Tile) -> ft.Control:
    """Return a tile with its cost and effect, who built it, and whether the player can pay it."""
    state = live.state
    player = state.table.players[seat]
    left = tiles_left(state.table, tile)
    points = points_text(TILES[tile].points)
    title = str(tile.noun.title)
    if TILES[tile].number > 1 and left > 0:
        title = tr("{tile}, {left} left", tile=tile.noun.title, left=left)
    below: list[ft.Control] = [
        text(tr("Costs {cost}.", cost=cost_text(tile)), Style.SMALL),
        caption(sentence(effect_text(tile))),
    ]
    asked = price(player, tile)
    where = _built(live, tile)
    notes: list[str] = []
    if where:
        notes.append(tr("{what}: {value}", what=say("Built"), value=where))
        below.append(text(sentence(notes[-1]), Style.SMALL))
    if left > 0 and not asked.affordable:
        notes.append(str(missing_coins(asked.short, player.name)))
        below.append(text(sentence(notes[-1]), Style.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    line = tile_line(tile, title, below, figure=str(TILES[tile].points))
    label = ". ".join((f"{title}: {cost_text(tile)}, {points}", str(effect_text(tile)), *notes))
    return ft.Container(labelled(line, label), padding=ft.Padding.symmetric(vertical=SPACE))


def _built(live: LiveTable, tile: Tile) -> tuple[Message, ...]:
    """Return who built a tile, and on which squares."""
    cells: dict[str, tuple[str, ...]] = {}
    for building in live.state.table.buildings:
        if building.tile is tile:
            cells[building.owner] = (*cells.get(building.owner, ()), building.cell)
    return tuple(say("{what} on {cell}", what=owner, cell=on) for owner, on in cells.items())


@component
def MarketEntry(live: LiveTable, done: Callable[[], None]) -> ft.Control:
    """Let the tiles that were laid out be ticked, with the same pictures and in the same order as they are shown."""
    use_revision(live)
    chosen, set_chosen = use_lazy_state(lambda: frozenset(live.state.table.market))

    def toggle(tile: Tile) -> None:
        set_chosen(lambda old: old ^ {tile})

    async def keep() -> None:
        tiles = value_now(set_chosen)
        await live.change(say("The market"), lambda state: actions.with_market(state, tiles))
        done()

    def as_in_a_first_game() -> None:
        set_chosen(lambda _: frozenset(FIRST_GAME_TILES))

    save = (button if len(chosen) == MARKET_TILES else outlined)(tr("Save"), keep)
    words = tr("Tick the tiles on the open spots, and those already built.")
    return column(
        [
            heading(tr("The market")),
            caption(words),
            wrapped(
                [plain_button(tr("First game: the {number} with a bird", number=MARKET_TILES), as_in_a_first_game)]
            ),
            ft.Semantics(content=text(_ticked(len(chosen)), Style.STRONG), live_region=True, container=True),
            column(
                [_market_tick(tile, partial(toggle, tile), ticked=tile in chosen) for tile in MARKET_CANDIDATES], SPACE
            ),
            text(ticked_text(len(chosen)), Style.STRONG),
            wrapped([save, plain_button(tr("Cancel"), done)]),
        ],
        3 * SPACE,
    )


def ticked_text(number: int) -> str:
    """Return how many tiles are ticked, and what another number than that of the market means.

    >>> ticked_text(12)
    '12 of 12 ticked'
    """
    if number == MARKET_TILES:
        return _ticked(number)
    return tr("{ticked}. Until it is {most}, every tile is offered.", ticked=_ticked(number), most=MARKET_TILES)


def _ticked(number: int) -> str:
    return tr("{number} of {most} ticked", number=number, most=MARKET_TILES)


def _market_tick(tile: Tile, turn: Callable[[], None], *, ticked: bool) -> ft.Control:
    """Return a tile as the market shows it, with a box to tick."""
    icon = ft.Icons.CHECK_BOX if ticked else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    box = ft.Icon(icon, color=ft.Colors.SECONDARY if ticked else ft.Colors.ON_SURFACE_VARIANT)
    points = points_text(TILES[tile].points)
    below = [
        text(tr("Costs {cost}.", cost=cost_text(tile)), Style.SMALL),
        caption(sentence(effect_text(tile))),
    ]
    line = tile_line(tile, tile.noun.title, below, figure=str(TILES[tile].points))
    line.expand = True
    return tappable(
        ft.Row([box, line], spacing=2 * SPACE),
        f"{tile.noun.title}: {cost_text(tile)}, {points}",
        turn,
        checked=ticked,
        padding=2 * SPACE,
        bgcolor=ft.Colors.SECONDARY_CONTAINER if ticked else ft.Colors.SURFACE_CONTAINER,
    )
