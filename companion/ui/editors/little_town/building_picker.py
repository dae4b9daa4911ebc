"""The buildings that a player can build on a square, each with its price, effect and points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town.wording import cost_text, effect_text, missing_coins, now_text
from companion.tables.state import transition
from companion.ui.components.controls import caption, heading, outlined, plain_button, tappable, text
from companion.ui.components.dialogs import say_changed
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value, value_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.drawings import tile_line
from companion.ui.editors.little_town.kept_cubes import KeptCubes, may_keep
from scoring.little_town import moves
from scoring.little_town.board import houses_left, market_is_known
from scoring.little_town.build_a_building import NOTHING_KEPT, tiles_by_price
from scoring.little_town.data import TILES
from scoring.little_town.limits import no_house_left
from scoring.little_town.moves import workers_at_hand
from scoring.little_town.objectives import newly_met
from scoring.little_town.rules import prospects
from scoring.little_town.state import Tile
from scoring.messages import counted, points_text, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.drawings import Pick
    from scoring.little_town.build_a_building import Price

AT_THE_END: Final = (Tile.CASTLE, Tile.WATCHTOWER)
"""Buildings whose points depend on the squares around them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingSite:
    """The seat that builds, and the square."""

    seat: int
    cell: str


@component
def BuildingPicker(live: LiveTable, seat: int, cell: str, pick: Pick) -> ft.Control:
    """Show the buildings that a player can pay on a square, and on demand those that cost too much."""
    use_revision(live)
    state = live.state
    chosen, set_kept = use_value(NOTHING_KEPT)
    player = state.table.players[seat]
    keeps = state.table.books and may_keep(player)
    kept = chosen if keeps else NOTHING_KEPT
    name = player.name
    site = BuildingSite(seat=seat, cell=cell)

    async def build(tile: Tile) -> None:
        before = live.state.table
        made = await live.change(
            say("Build the {tile} on {cell}", tile=tile.noun.name, cell=cell),
            transition(moves.construct, seat, tile, cell, value_now(set_kept) if keeps else NOTHING_KEPT),
        )
        await pick(None)
        turn = live.state.table.turn
        words = [f"{tile.noun.title} {cell}."]
        if live.state.table.books and turn != seat:
            words.append(sentence(say("{name} plays", name=live.state.table.players[turn].name)))
        met = tuple(say("“{name}”", name=card.message) for card in newly_met(before, live.state.table, seat))
        if met:
            words.append(tr("{name} now meets {objectives}.", name=name, objectives=met))
        say_changed(live, made, " ".join(words))

    title = heading(tr("Build"), 3)
    if houses_left(state.table, name) < 1:
        return column([title, text(sentence(no_house_left(state.table, name)), Style.SMALL)])
    affordable, too_dear = tiles_by_price(state.table, seat, kept)
    parts = [title, *_before_building(live, site)]
    if keeps:
        parts.append(KeptCubes(player, kept, set_kept))
    parts += [_building_choice(live, site, tile, asked, build) for tile, asked in affordable.items()]
    if not affordable:
        parts.append(text(tr("{name} cannot afford any of the buildings.", name=name), Style.SMALL))
    if too_dear:
        parts.append(TooDearBuildings(live, site, too_dear, build))
    return column(parts)


@component
def TooDearBuildings(
    live: LiveTable, site: BuildingSite, prices: Mapping[Tile, Price], build: Callable[[Tile], object]
) -> ft.Control:
    """Show on demand the buildings that a player cannot pay, with the coins that are lacking."""
    expanded, set_expanded = use_value(initial=False)

    def toggle() -> None:
        set_expanded(lambda before: not before)

    words = counted(
        len(prices), "{number} more building that costs too much", "{number} more buildings that cost too much"
    )
    icon = ft.Icons.EXPAND_LESS if expanded else ft.Icons.EXPAND_MORE
    more = ft.Row([plain_button(words, toggle, icon=icon)], wrap=True)
    choices = prices.items() if expanded else ()
    return column([more, *(_building_choice(live, site, tile, asked, build) for tile, asked in choices)])


def _before_building(live: LiveTable, site: BuildingSite) -> list[ft.Control]:
    """Return what a player should know before building on a square."""
    state = live.state
    name = state.table.players[site.seat].name
    parts: list[ft.Control] = []
    if state.table.books and not workers_at_hand(state.table, site.seat):
        parts.append(text(tr("All workers of {name} are placed in this round.", name=name), Style.SMALL))
    changed = prospects(state.table, name, Tile.STATUE, site.cell)
    if changed:
        messages = tuple(prospect.message for prospect in changed)
        parts.append(caption(tr("With any house here: {changes}.", changes=messages)))
    if not market_is_known(state.table):
        parts.append(_market_unknown(live, site.seat))
    return parts


def _market_unknown(live: LiveTable, seat: int) -> ft.Control:
    page = ft.context.page
    to = outlined(tr("Enter the market"), lambda: page.navigate(f"/table/{live.id}/market/{seat}"))
    return ft.Row([to], wrap=True)


def _building_choice(
    live: LiveTable, site: BuildingSite, tile: Tile, asked: Price | None, build: Callable[[Tile], object]
) -> ft.Control:
    """Return a building that a tap builds; where the player cannot pay it, the tap says what is lacking."""
    table = live.state.table
    cell, name = site.cell, live.state.table.players[site.seat].name
    printed, points = TILES[tile], points_text(TILES[tile].points)
    printed_text = f"{cost_text(tile)}, {points}"
    spoken = [f"{tile.noun.title}: {printed_text}"]
    lacking = None if asked is None or asked.affordable else missing_coins(asked.short, name)
    paid = text(_price(tile, asked), Style.SMALL)
    if lacking is not None:
        paid = text(
            f"{_price(tile, None)} {sentence(lacking)}",
            Style.SMALL,
            color=ft.Colors.ERROR,
        )
        spoken.append(str(lacking))
    elif asked is not None and _substitutes(tile, asked):
        spoken.append(str(now_text(asked.cubes, asked.coins)))
    below: list[ft.Control] = [paid, caption(sentence(effect_text(tile)))]
    spoken.append(str(effect_text(tile)))
    if tile in AT_THE_END:
        own = [
            prospect
            for prospect in prospects(table, name, tile, cell)
            if prospect.player == name and prospect.rule == tile.value
        ]
        worth = points_text(own[0].points if own else 0)
        spoken.append(tr("worth {points} as the board lies", points=worth))
        below.append(text(sentence(spoken[-1]), Style.SMALL))
    label = "; ".join(spoken)
    line = tile_line(tile, tile.noun.title, below, figure=str(printed.points))
    if lacking is not None:
        return tappable(line, label, lambda: show_snackbar(sentence(lacking)), padding=2 * SPACE)
    return tappable(
        line,
        label,
        lambda: build(tile),
        padding=2 * SPACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def _price(tile: Tile, asked: Price | None) -> str:
    printed = tr("Costs {cost}.", cost=cost_text(tile))
    if asked is None or not _substitutes(tile, asked):
        return printed
    return f"{printed} {sentence(now_text(asked.cubes, asked.coins))}"


def _substitutes(tile: Tile, asked: Price | None) -> bool:
    """Return whether coins stand in for cubes in a price."""
    return asked is not None and asked.coins > TILES[tile].cost.coins
