"""The Market tab, and the buildings that a player can build on a square, each with its price, effect and points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.kit import cost_text, effect_text, instead_text, lacking_text
from companion.tables.state import transition
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    labelled,
    outlined,
    plain_button,
    raised,
    tappable,
    text,
)
from companion.ui.components.dialogs import say_changed
from companion.ui.components.fields import wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.number_grid import scroll_key
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import (
    keyed,
    nothing,
    run_on,
    use_effect,
    use_lazy_state,
    use_ref,
    use_toggle,
    use_value,
    value_now,
)
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.activation import KeptCubes, may_keep
from companion.ui.editors.little_town.drawings import goods_row, tile_line
from scoring.little_town import moves
from scoring.little_town.actions import NOTHING_KEPT, Price, price, tiles_by_price
from scoring.little_town.board import houses_left, market_is_known, tiles_left, tiles_offered
from scoring.little_town.data import FIRST_GAME_TILES, MARKET_TILES, TILES
from scoring.little_town.limits import no_house_left
from scoring.little_town.moves import workers_at_hand
from scoring.little_town.objectives import newly_met
from scoring.little_town.rules import prospects
from scoring.little_town.state import Tile
from scoring.messages import Message, counted, points_text, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.drawings import Pick


MARKET_CANDIDATES: Final = tuple(tile for tile in Tile if tile is not Tile.WHEAT_FIELD)
"""The tiles of which some are laid out in the market."""

MARKET_UNKNOWN = say("Once it is entered, only what lies there is offered.")


@component
def MarketTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the market, with what a player can pay."""
    use_revision(live)
    opened, toggle = use_toggle()
    entered = len(live.state.table.market)
    is_known = market_is_known(live.state.table)
    if opened:
        chosen: ft.Control = MarketEntry(live, toggle)
        return chosen
    unknown = ticked_text(entered) if entered else MARKET_UNKNOWN
    ask = column([caption(unknown), AtThumb(lambda: [button(tr("Enter the market"), toggle)])])
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
        notes.append(str(lacking_text(player, TILES[tile].cost, asked)))
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
    page = ft.context.page
    chosen, set_chosen = use_lazy_state(lambda: frozenset(live.state.table.market))
    before, closed = use_ref(lambda: chosen), use_ref(lambda: False)

    def toggle(tile: Tile) -> None:
        set_chosen(lambda old: old ^ {tile})

    async def keep() -> None:
        now, then = value_now(set_chosen), before.current
        if now != then:  # what somebody else ticked meanwhile stays
            await live.change(
                say("The market"),
                lambda state: actions.with_market(state, (frozenset(state.table.market) | now) - (then - now)),
            )

    async def keep_when_left() -> None:
        if not closed.current and live.refusal is None:
            await keep()

    use_effect(nothing, [], cleanup=lambda: run_on(page, keep_when_left))

    def close() -> None:
        closed.current = True
        done()

    async def save() -> None:
        await keep()
        close()

    def as_in_a_first_game() -> None:
        set_chosen(lambda _: frozenset(FIRST_GAME_TILES))

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
            AtThumb(lambda: [plain_button(tr("Cancel"), close), button(tr("Save"), save)]),
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
    below = [text(tr("Costs {cost}.", cost=cost_text(tile)), Style.SMALL), caption(sentence(effect_text(tile)))]
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


AT_THE_END: Final = (Tile.CASTLE, Tile.WATCHTOWER)
"""Buildings whose points depend on the squares around them."""


BUILD: Final = "build"
"""The key of the list of buildings, to which a phone scrolls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingSite:
    """The seat that builds, and the square."""

    seat: int
    cell: str


@component
def BuildingPicker(live: LiveTable, seat: int, cell: str, pick: Pick) -> ft.Control:
    """Show the buildings that a player can pay on a square, and on demand those that cost too much.

    On a phone a button at the thumb brings them in sight, as the board leaves them little room.
    """
    use_revision(live)
    page, state = ft.context.page, live.state
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
        await pick(None, entered=cell)
        met = tuple(say("“{name}”", name=card.message) for card in newly_met(before, live.state.table, seat))
        if met:
            say_changed(live, made, tr("{name} now meets {objectives}.", name=name, objectives=met))

    title: ft.Control = ft.Container(heading(tr("Build"), 3), key=scroll_key(BUILD))
    if houses_left(state.table, name) < 1:
        return column([title, text(sentence(no_house_left(state.table, name)), Style.SMALL)])
    affordable, too_dear = tiles_by_price(state.table, seat, kept)
    parts = [title, *_before_building(live, site)]
    if affordable and not use_ui().viewport.wide:
        parts.append(AtThumb(lambda: [outlined(tr("Build"), partial(pick, cell, sought=BUILD))], further=True))
    parts += [_building_choice(live, site, tile, asked, build) for tile, asked in affordable.items()]
    if not affordable:
        parts.append(text(tr("{name} cannot afford any of the buildings.", name=name), Style.SMALL))
    if keeps:
        parts.append(keyed("kept", KeptCubes, player, kept, set_kept))
    if too_dear:
        parts.append(TooDearBuildings(live, site, too_dear, build))
    if not market_is_known(state.table):
        enter = plain_button(tr("Enter the market"), lambda: page.navigate(f"/table/{live.id}/market/{seat}"))
        parts.append(wrapped([enter]))
    return column(parts, SPACE)


@component
def TooDearBuildings(
    live: LiveTable, site: BuildingSite, prices: Mapping[Tile, Price], build: Callable[[Tile], object]
) -> ft.Control:
    """Show on demand the buildings that a player cannot pay, with the coins that are lacking."""
    expanded, toggle = use_toggle()
    words = counted(
        len(prices), "{number} more building that costs too much", "{number} more buildings that cost too much"
    )
    icon = ft.Icons.EXPAND_LESS if expanded else ft.Icons.EXPAND_MORE
    more = ft.Row([plain_button(words, toggle, icon=icon)], wrap=True)
    choices = prices.items() if expanded else ()
    return column([more, *(_building_choice(live, site, tile, asked, build) for tile, asked in choices)], SPACE)


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
    return parts


def _building_choice(
    live: LiveTable, site: BuildingSite, tile: Tile, asked: Price | None, build: Callable[[Tile], object]
) -> ft.Control:
    """Return a building that a tap builds; where the player cannot pay it, the tap says what is lacking."""
    table = live.state.table
    cell, player = site.cell, live.state.table.players[site.seat]
    printed, points = TILES[tile], points_text(TILES[tile].points)
    printed_text = f"{cost_text(tile)}, {points}"
    spoken = [f"{tile.noun.title}: {printed_text}"]
    lacking = None if asked is None or asked.affordable else lacking_text(player, TILES[tile].cost, asked)
    paid = goods_row(printed.cost.cubes, printed.cost.coins)
    below: list[ft.Control] = [caption(sentence(effect_text(tile)))]
    if lacking is not None:
        below.insert(0, text(sentence(lacking), Style.SMALL, color=ft.Colors.ERROR))
        spoken.append(str(lacking))
    elif asked is not None and asked.coins > printed.cost.coins:
        spoken.append(str(instead_text(printed.cost, asked)))
        paid += [text("="), *goods_row(asked.cubes, asked.coins)]
    spoken.append(str(effect_text(tile)))
    if tile in AT_THE_END:
        own = [
            prospect
            for prospect in prospects(table, player.name, tile, cell)
            if prospect.player == player.name and prospect.rule == tile.value
        ]
        worth = points_text(own[0].points if own else 0)
        spoken.append(tr("worth {points} as the board lies", points=worth))
        below.append(text(sentence(spoken[-1]), Style.SMALL))
    label = "; ".join(spoken)
    line = tile_line(tile, tile.noun.title, below, figure=str(printed.points), price=paid)
    if lacking is not None:
        return tappable(line, label, lambda: show_snackbar(sentence(lacking)), padding=2 * SPACE)
    return tappable(
        line, label, lambda: build(tile), padding=ft.Padding.symmetric(vertical=SPACE, horizontal=2 * SPACE), **raised()
    )
