"""Building: which tile, in which city, with which blocks; and what else can be done with a building that stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.ui.components.controls import (
    button,
    caption,
    heading,
    icon_button,
    labelled,
    notice,
    outlined,
    tappable,
    text,
)
from companion.ui.components.dialogs import undoing
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_lazy_state
from companion.ui.core.theme import SPACE, TARGET
from companion.ui.editors.palaces_of_carrara.pieces import block, ground, named, placed, tile_face, title
from scoring.messages import counted, say
from scoring.palaces_of_carrara.board import category
from scoring.palaces_of_carrara.data import ACCEPTED
from scoring.palaces_of_carrara.preview import BuildingTile
from scoring.palaces_of_carrara.state import GREAT_COST, SMALL_COSTS, Building, City, Color, Kind
from scoring.palaces_of_carrara.wording import CITIES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.live_table import LiveTable
    from companion.ui.core.context import Viewport

    Done = Callable[[], None]


FADED: Final = 0.45
"""How much is seen of a tile that cannot be taken."""


@component
def Build(live: LiveTable, seat: int, city: City, done: Done) -> ft.Control:
    """Let a tile be chosen to build in a city, and then the blocks to pay with."""
    use_revision(live)
    chosen, set_chosen = use_lazy_state(_no_tile)
    name = actions.player_of(live.state, seat).name
    left = actions.tiles_left(live.state)
    if chosen is not None and chosen not in left:
        chosen = None

    def choose(tile: BuildingTile | None) -> None:
        set_chosen(lambda before: None if before == tile else tile)

    async def build(blocks: Mapping[Color, int]) -> None:
        assert chosen is not None  # noqa: S101 - the way to build is shown with a tile alone
        building = Building(kind=chosen.kind, cost=chosen.cost, city=city)
        await live.change(f"{name} builds {placed(building)}", actions.build(seat, building, blocks))
        done()

    parts: list[ft.Control] = [
        _titled(f"Build in {CITIES[city]}", done),
        TileGrid(live, lambda tile: tile in left, chosen, choose),
    ]
    if chosen is not None:
        parts.append(
            keyed(
                named(chosen), Payment, live, seat, city, chosen.cost, f"Build {named(chosen)} in {CITIES[city]}", build
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
                _offer(
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
    return ft.Column(rows, spacing=SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _offer(
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
            opacity=FADED,
            height=height,
            alignment=centre,
            padding=padding,
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        )
        return labelled(face, f"{named(tile)}, {_why_not(live, tile)}", expand=expand)
    picked = tile == chosen
    return tappable(
        tile_face(tile),
        named(tile),
        lambda: choose(tile),
        selected=picked,
        expand=expand,
        height=height,
        alignment=centre,
        padding=padding,
        bgcolor=ground(tile.kind),
        border=ft.Border.all(3 if picked else 1, ft.Colors.PRIMARY if picked else ft.Colors.ON_SURFACE_VARIANT),
    )


def _why_not(live: LiveTable, tile: BuildingTile) -> str:
    for player in live.state.table.players:
        if any(actions.same_tile(building, tile) for building in player.buildings):
            return f"built by {player.name}"
    return "out of the game" if actions.tile_key(tile.kind, tile.cost) in live.state.extras.gone else "not dearer"


@component
def Payment(
    live: LiveTable,
    seat: int,
    city: City,
    cost: int,
    words: str,
    pay: Callable[[Mapping[Color, int]], Awaitable[None]],
) -> ft.Control:
    """Let the blocks be chosen that are paid; where too few are counted here, the tile can be laid without."""
    use_revision(live)
    held = actions.player_of(live.state, seat).blocks
    chosen, set_chosen = use_lazy_state(lambda: actions.payment(held, city, cost))
    usable = {color: held.get(color, 0) for color in ACCEPTED[city] if held.get(color, 0)}
    paid = sum(chosen.values())
    blocks = counted(cost, "block", "blocks")
    needed = counted(cost, "block is", "blocks are")

    async def go() -> None:
        await pay({color: number for color, number in chosen.items() if number})

    async def free() -> None:
        await pay({})

    def choosing(color: Color) -> Callable[[int], Awaitable[None]]:
        async def choose(number: int) -> None:
            set_chosen(lambda before: {**before, color: number})

        return choose

    if sum(usable.values()) < cost:
        few = say(
            "{needed} needed that {city} accepts; {held} counted here. Blocks are counted under Stock.",
            needed=needed,
            city=CITIES[city],
            held=counted(sum(usable.values()), "is", "are"),
        )
        return _column([caption(few), ft.Row([button(f"{words}", free)], wrap=True)])
    steppers: list[ft.Control] = [
        ft.Row(
            [
                block(color),
                ft.Container(
                    Stepper(Counter(name=f"Pay {color.value}", most=number), chosen.get(color, 0), choosing(color)),
                    expand=True,
                ),
            ],
            spacing=2 * SPACE,
        )
        for color, number in usable.items()
    ]
    ways: list[ft.Control] = [button(f"{words}, pay {blocks}", go, disabled=paid != cost)]
    ways.append(outlined("Without paying here", free))
    wrong: list[ft.Control] = []
    if paid != cost:
        wrong.append(notice(f"{needed} needed, {paid} chosen.", wrong=True))
    return _column([*steppers, *wrong, wrapped(ways)])


@component
def Change(live: LiveTable, seat: int, building: Building, done: Done) -> ft.Control:
    """Let a building be improved with the expansion, moved where it was laid by mistake, or taken off."""
    use_revision(live)
    state = live.state
    name = actions.player_of(state, seat).name
    chosen, set_chosen = use_lazy_state(_no_tile)
    dearer = [tile for tile in actions.tiles_left(state) if tile.cost > building.cost]

    def choose(tile: BuildingTile | None) -> None:
        set_chosen(lambda before: None if before == tile else tile)

    async def improve(blocks: Mapping[Color, int]) -> None:
        assert chosen is not None  # noqa: S101 - the way to improve is shown with a tile alone
        new = Building(kind=chosen.kind, cost=chosen.cost, city=building.city)
        label = f"{name} improves {named(building)} to {placed(new)}"
        await live.change(label, actions.improve(seat, building, new, blocks))
        done()

    def moving(city: City) -> Callable[[], Awaitable[None]]:
        async def move() -> None:
            await live.change(f"{name}: {named(building)} moved to {CITIES[city]}", actions.move(seat, building, city))
            done()

        return move

    async def take_off() -> None:
        await live.change(f"{name}: {placed(building)} taken off", actions.take_off(seat, building))
        show_snackbar(f"The {placed(building)} was taken off.", undo=undoing(live))
        done()

    parts: list[ft.Control] = [_titled(f"{title(building.kind)} {building.cost} in {CITIES[building.city]}", done)]
    if state.table.expansion and dearer:
        parts += [
            text("Improve it: tap the dearer building."),
            TileGrid(live, lambda tile: tile in dearer, chosen, choose),
        ]
        if chosen is not None and chosen in dearer:
            words = f"Improve to {named(chosen)}"
            cost = chosen.cost - building.cost
            parts.append(keyed(named(chosen), Payment, live, seat, building.city, cost, words, improve))
    others = [
        chip(CITIES[city], moving(city), label=f"Move {named(building)} to {CITIES[city]}")
        for city in City
        if city is not building.city
    ]
    parts += [caption("Laid by mistake? Move it to"), wrapped(others)]
    parts.append(ft.Row([outlined(f"Take {named(building)} off", take_off, icon=ft.Icons.DELETE_OUTLINE)], wrap=True))
    return _column(parts)


def _titled(words: str, done: Done) -> ft.Control:
    title = heading(words, 3)
    title.expand = True
    return ft.Row([title, icon_button(ft.Icons.CLOSE, "Close", done)])


def _column(parts: list[ft.Control]) -> ft.Control:
    return ft.Column(parts, spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
