"""Building: which tile, in which city, with which blocks; and what else can be done with a building that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.wording import building_in_city, building_name, kind_title
from companion.ui.components.controls import (
    caption,
    heading,
    icon_button,
    labelled,
    outlined,
    tappable,
    text,
)
from companion.ui.components.dialogs import undoing
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_lazy_state
from companion.ui.core.theme import SPACE, TARGET
from companion.ui.editors.palaces_of_carrara.payment import Payment
from companion.ui.editors.palaces_of_carrara.pieces import tile_face, tile_ground
from scoring.palaces_of_carrara.board import category
from scoring.palaces_of_carrara.preview import BuildingTile
from scoring.palaces_of_carrara.state import GREAT_COST, SMALL_COSTS, Building, City, Color, Kind
from scoring.palaces_of_carrara.wording import CITIES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport

    Done = Callable[[], None]


FADED_OPACITY: Final = 0.45
"""How much is seen of a tile that cannot be taken."""


@component
def Build(live: LiveTable, seat: int, city: City, done: Done) -> ft.Control:
    """Let a tile be chosen to build in a city, and then the blocks to pay with."""
    use_revision(live)
    chosen, set_chosen = use_lazy_state(_no_tile)
    name = live.state.table.players[seat].name
    left = actions.tiles_left(live.state)
    if chosen is not None and chosen not in left:
        chosen = None

    def choose(tile: BuildingTile | None) -> None:
        set_chosen(lambda before: None if before == tile else tile)

    async def build(blocks: Mapping[Color, int]) -> None:
        assert chosen is not None  # noqa: S101 - the way to build is shown with a tile alone
        building = Building(kind=chosen.kind, cost=chosen.cost, city=city)
        await live.change(f"{name} builds {building_in_city(building)}", actions.build(seat, building, blocks))
        done()

    parts: list[ft.Control] = [
        _titled(f"Build in {CITIES[city]}", done),
        TileGrid(live, lambda tile: tile in left, chosen, choose),
    ]
    if chosen is not None:
        parts.append(
            keyed(
                building_name(chosen),
                Payment,
                live,
                seat,
                city,
                chosen.cost,
                f"Build {building_name(chosen)} in {CITIES[city]}",
                build,
            )
        )
    else:
        parts.append(caption("Tap the building that you take."))
    return _column(parts)


def _no_tile() -> BuildingTile | None:
    return None


@component
def TileGrid(
    live: LiveTable,
    offered: Callable[[BuildingTile], bool],
    chosen: BuildingTile | None,
    choose: Callable[[BuildingTile | None], None],
) -> ft.Control:
    """Show every building tile of the game by kind and cost; those not offered are dimmed, and say whose they are."""
    use_revision(live)
    viewport = use_ui().viewport
    costs = (*SMALL_COSTS, GREAT_COST) if live.state.table.expansion else SMALL_COSTS
    rows: list[ft.Control] = [
        ft.Row(
            [
                _tile_choice(
                    live, BuildingTile(kind=kind, cost=cost, category=category(kind)), offered, chosen, choose, viewport
                )
                for cost in costs
            ],
            spacing=SPACE // 2,
            wrap=viewport.scale > 1,
            run_spacing=SPACE,
        )
        for kind in Kind
    ]
    return column(rows, spacing=SPACE)


def _tile_choice(
    live: LiveTable,
    tile: BuildingTile,
    offered: Callable[[BuildingTile], bool],
    chosen: BuildingTile | None,
    choose: Callable[[BuildingTile | None], None],
    viewport: Viewport,
) -> ft.Control:
    usual = viewport.scale == 1
    expand = True if usual else None
    padding = None if usual else 2 * SPACE
    height = TARGET if usual else None
    centre = ft.Alignment.CENTER if usual else None
    if not offered(tile):
        face = ft.Container(
            tile_face(tile, dim=True),
            opacity=FADED_OPACITY,
            height=height,
            alignment=centre,
            padding=padding,
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        )
        return labelled(face, f"{building_name(tile)}, {_why_not(live, tile)}", expand=expand)
    picked = tile == chosen
    return tappable(
        tile_face(tile),
        building_name(tile),
        lambda: choose(tile),
        selected=picked,
        expand=expand,
        height=height,
        alignment=centre,
        padding=padding,
        bgcolor=tile_ground(tile.kind),
        border=ft.Border.all(3 if picked else 1, ft.Colors.PRIMARY if picked else ft.Colors.ON_SURFACE_VARIANT),
    )


def _why_not(live: LiveTable, tile: BuildingTile) -> str:
    for player in live.state.table.players:
        if any(actions.same_tile(building, tile) for building in player.buildings):
            return f"built by {player.name}"
    return "out of the game" if actions.tile_key(tile.kind, tile.cost) in live.state.extras.gone else "not dearer"


@component
def Change(live: LiveTable, seat: int, building: Building, done: Done) -> ft.Control:
    """Let a building be improved with the expansion, moved where it was laid by mistake, or taken off."""
    use_revision(live)
    state = live.state
    name = state.table.players[seat].name
    chosen, set_chosen = use_lazy_state(_no_tile)
    dearer = [tile for tile in actions.tiles_left(state) if tile.cost > building.cost]

    def choose(tile: BuildingTile | None) -> None:
        set_chosen(lambda before: None if before == tile else tile)

    async def improve(blocks: Mapping[Color, int]) -> None:
        assert chosen is not None  # noqa: S101 - the way to improve is shown with a tile alone
        new = Building(kind=chosen.kind, cost=chosen.cost, city=building.city)
        label = f"{name} improves {building_name(building)} to {building_in_city(new)}"
        await live.change(label, actions.improve(seat, building, new, blocks))
        done()

    def moving(city: City) -> Callable[[], Awaitable[None]]:
        async def move() -> None:
            await live.change(
                f"{name}: {building_name(building)} moved to {CITIES[city]}",
                actions.move_building(seat, building, city),
            )
            done()

        return move

    async def take_off() -> None:
        await live.change(f"{name}: {building_in_city(building)} taken off", actions.take_building_off(seat, building))
        show_snackbar(f"The {building_in_city(building)} was taken off.", undo=undoing(live))
        done()

    parts: list[ft.Control] = [_titled(f"{kind_title(building.kind)} {building.cost} in {CITIES[building.city]}", done)]
    if state.table.expansion and dearer:
        parts += [
            text("Improve it: tap the dearer building."),
            TileGrid(live, lambda tile: tile in dearer, chosen, choose),
        ]
        if chosen is not None and chosen in dearer:
            words = f"Improve to {building_name(chosen)}"
            cost = chosen.cost - building.cost
            parts.append(keyed(building_name(chosen), Payment, live, seat, building.city, cost, words, improve))
    others = [
        chip(CITIES[city], moving(city), label=f"Move {building_name(building)} to {CITIES[city]}")
        for city in City
        if city is not building.city
    ]
    parts += [caption("Laid by mistake? Move it to"), wrapped(others)]
    parts.append(
        ft.Row([outlined(f"Take {building_name(building)} off", take_off, icon=ft.Icons.DELETE_OUTLINE)], wrap=True)
    )
    return _column(parts)


def _titled(words: str, done: Done) -> ft.Control:
    kind_title = heading(words, 3)
    kind_title.expand = True
    return ft.Row([kind_title, icon_button(ft.Icons.CLOSE, "Close", done)])


def _column(parts: list[ft.Control]) -> ft.Control:
    return column(parts)
