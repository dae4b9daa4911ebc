"""Building in a city: choosing the tile and paying; and improving, moving or removing a building that stands there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.tables.state import transition
from companion.ui.components.controls import (
    button,
    caption,
    heading,
    icon_button,
    labelled,
    notice,
    outlined,
    plain_button,
    silent,
    tappable,
    text,
)
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_effect, use_lazy_state, use_value, value_now
from companion.ui.core.theme import RADIUS, SPACE, TARGET
from companion.ui.editors.palaces_of_carrara.drawings import block, category_swatch, tile_face, tile_ground
from companion.ui.editors.palaces_of_carrara.stock import Screened
from scoring.messages import Message, counted, say, tr
from scoring.palaces_of_carrara import moves
from scoring.palaces_of_carrara.board import BuildingTile, category, same_tile, tile_key
from scoring.palaces_of_carrara.data import ACCEPTED
from scoring.palaces_of_carrara.moves import unbuilt
from scoring.palaces_of_carrara.state import GREAT_COST, SMALL_COSTS, Building, Category, City, Color, Kind
from scoring.palaces_of_carrara.wording import building_in_city, building_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.live_table import LiveTable

    Done = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """A building to pay: its city, its cost in blocks, and the words of the button, such as `Build villa 3 in Pisa`."""

    city: City
    cost: int
    words: Message


WITHOUT_PAYING: Final = say("Build without paying here")


@component
def Payment(
    live: LiveTable, seat: int, bill: Bill, pay: Callable[[Mapping[Color, int]], Awaitable[None]]
) -> ft.Control:
    """Let a player choose the blocks to pay with; the tile can be laid without paying, too."""
    use_revision(live)
    blocks: Mapping[Color, int] = live.state.table.players[seat].blocks
    chosen, set_chosen = use_lazy_state(lambda: actions.cheapest_payment(blocks, bill.city, bill.cost))
    usable = {color: blocks[color] for color in ACCEPTED[bill.city] if blocks.get(color, 0)}
    paid = sum(chosen.values())

    async def pay_chosen() -> None:
        await pay({color: number for color, number in value_now(set_chosen).items() if number})

    async def pay_nothing() -> None:
        await pay({})

    async def choose(color: Color, number: int) -> None:
        set_chosen(lambda before: {**before, color: number})

    if sum(usable.values()) < bill.cost:
        words = WITHOUT_PAYING if any(blocks.values()) else bill.words  # who has none keeps no count of them
        without = AtThumb(lambda: [button(words, pay_nothing)])
        return column([caption(_needed(bill, sum(usable.values()))), without])

    return column(
        [
            *(
                _block_stepper(color, most, chosen.get(color, 0), partial(choose, color))
                for color, most in usable.items()
            ),
            *([] if paid == bill.cost else [notice(_needed(bill, paid), wrong=True)]),
            wrapped([plain_button(WITHOUT_PAYING, pay_nothing)]),
            AtThumb(lambda: [button(bill.words, pay_chosen, disabled=paid != bill.cost)]),
        ]
    )


def _needed(bill: Bill, paid: int) -> Message:
    return counted(
        bill.cost,
        "{number} block that {city} accepts is needed: {paid} here.",
        "{number} blocks that {city} accepts are needed: {paid} here.",
        city=bill.city.noun.name,
        paid=paid,
    )


def _block_stepper(color: Color, most: int, number: int, keep: Callable[[int], Awaitable[None]]) -> ft.Control:
    stepper = Stepper(Counter(name=color.noun.title, most=most), number, keep)
    return ft.Row([block(color), ft.Container(stepper, expand=True)], spacing=2 * SPACE)


DIMMED_OPACITY: Final = 0.45
"""The opacity of a tile that cannot be taken."""


@component
def Build(live: LiveTable, seat: int, city: City, done: Done, reveal: Callable[[], Awaitable[None]]) -> ft.Control:
    """Let a player choose a tile to build in a city, then the blocks to pay with, which `reveal` brings into sight."""
    use_revision(live)
    nothing: BuildingTile | None = None
    chosen, set_chosen = use_value(nothing)
    left = unbuilt(live.state.table)
    if chosen is not None and chosen not in left:
        chosen = None

    def choose(tile: BuildingTile | None) -> None:
        set_chosen(lambda before: None if before == tile else tile)

    async def show_payment() -> None:
        if chosen is not None:
            await reveal()

    use_effect(show_payment, [chosen])

    async def build(blocks: Mapping[Color, int]) -> None:
        if chosen is None or value_now(set_chosen) != chosen:
            return  # another tile was tapped meanwhile
        building = Building(kind=chosen.kind, cost=chosen.cost, city=city)
        built = tr(
            "{name} builds {building} in {city}.",
            name=live.names[seat],
            building=building_name(chosen),
            city=city.noun.name,
        )
        await change_and_say(live, build_words(chosen, city), transition(moves.build, seat, building, blocks), built)
        done()

    parts: list[ft.Control] = [
        _titled(tr("Build in {city}", city=city.noun.name), done),
        TileGrid(live, frozenset(left), chosen, choose),
    ]
    if chosen is None:
        return column(parts)
    bill = Bill(city=city, cost=chosen.cost, words=build_words(chosen, city))
    key = tile_key(chosen.kind, chosen.cost)
    return column([*parts, keyed(key, Screened, live, seat, lambda: Payment(live, seat, bill, build))])


def build_words(tile: BuildingTile, city: City) -> Message:
    """Return what the button says that builds a tile in a city."""
    return say("Build {building} in {city}", building=building_name(tile), city=city.noun.name)


@component
def TileGrid(
    live: LiveTable,
    offered: frozenset[BuildingTile],
    chosen: BuildingTile | None,
    choose: Callable[[BuildingTile | None], None],
) -> ft.Control:
    """Show every building tile by kind and cost; tiles that are not offered are dimmed, with the reason."""
    use_revision(live)
    viewport = use_ui().viewport
    costs = (*SMALL_COSTS, GREAT_COST) if live.state.table.expansion else SMALL_COSTS

    room = viewport.width / (2 if viewport.wide else 1)
    named = viewport.scale == 1 and room >= KIND_WIDTH + len(costs) * TARGET + 14 * SPACE

    def tile_choice(kind: Kind, cost: int) -> ft.Control:
        tile = BuildingTile(kind=kind, cost=cost, category=category(kind))
        if tile in offered:
            return _offered_tile(live, tile, choose, chosen=tile == chosen)
        return _dimmed_tile(live, tile, viewport)

    rows = (
        ft.Row(
            [*([_kind_name(kind)] if named else []), *(tile_choice(kind, cost) for cost in costs)],
            spacing=SPACE // 2,
            wrap=viewport.scale > 1,
            run_spacing=SPACE,
        )
        for kind in Kind
    )
    legend = [ft.Row([category_swatch(of), caption(of.noun.title)], spacing=2 * SPACE, tight=True) for of in Category]
    return column([*([wrapped(legend)] if live.state.table.expansion else []), *rows], spacing=SPACE)


KIND_WIDTH: Final = 76
"""The width of the name of a kind before its tiles, in px."""


def _kind_name(kind: Kind) -> ft.Control:
    return silent(ft.Container(caption(kind.noun.title, no_wrap=True), width=KIND_WIDTH))


def _tile_box(viewport: Viewport) -> dict[str, Any]:
    """Return the size of a tile in the grid: cells of equal width, or as wide as its text where that is enlarged."""
    if viewport.scale == 1:
        return {"height": TARGET, "alignment": ft.Alignment.CENTER}
    return {"padding": 2 * SPACE}


def _offered_tile(
    live: LiveTable, tile: BuildingTile, choose: Callable[[BuildingTile | None], None], *, chosen: bool
) -> ft.Control:
    viewport = use_ui().viewport
    return tappable(
        tile_face(tile),
        str(building_name(tile)),
        lambda: choose(tile),
        selected=chosen,
        expand=True if viewport.scale == 1 else None,
        bgcolor=tile_ground(tile.kind, live.state.table),
        border=ft.Border.all(2, ft.Colors.PRIMARY if chosen else ft.Colors.TRANSPARENT),
        **_tile_box(viewport),
    )


def _dimmed_tile(live: LiveTable, tile: BuildingTile, viewport: Viewport) -> ft.Control:
    face = ft.Container(
        tile_face(tile, dim=True),
        opacity=DIMMED_OPACITY,
        bgcolor=ft.Colors.SURFACE,
        border_radius=RADIUS,
        **_tile_box(viewport),
    )
    reason = _reason_not_offered(live, tile)
    return labelled(face, f"{building_name(tile)}, {reason}", expand=True if viewport.scale == 1 else None)


def _reason_not_offered(live: LiveTable, tile: BuildingTile) -> str:
    for player in live.state.table.players:
        if any(same_tile(building, tile) for building in player.buildings):
            return tr("built by {player}", player=player.name)
    gone = tile_key(tile.kind, tile.cost) in live.state.table.gone
    return tr("out of the game") if gone else tr("costs no more")


@component
def Change(live: LiveTable, seat: int, building: Building, done: Done) -> ft.Control:
    """Let a player improve a building with the expansion, or correct it."""
    use_revision(live)
    title = tr(
        "{kind} {cost} in {city}", kind=building.kind.noun.title, cost=building.cost, city=building.city.noun.name
    )
    parts = [_titled(title, done)]
    if live.state.table.expansion and any(tile.cost > building.cost for tile in unbuilt(live.state.table)):
        parts.append(Improve(live, seat, building, done))
    return column([*parts, BuildingCorrections(live, seat, building, done)])


@component
def Improve(live: LiveTable, seat: int, building: Building, done: Done) -> ft.Control:
    """Let a player choose a dearer tile for the place of a building, then the blocks to pay with."""
    use_revision(live)
    nothing: BuildingTile | None = None
    chosen, set_chosen = use_value(nothing)
    dearer = frozenset(tile for tile in unbuilt(live.state.table) if tile.cost > building.cost)

    def choose(tile: BuildingTile | None) -> None:
        set_chosen(lambda before: None if before == tile else tile)

    async def improve(blocks: Mapping[Color, int]) -> None:
        if chosen is None or value_now(set_chosen) != chosen:
            return  # another tile was tapped meanwhile
        new = Building(kind=chosen.kind, cost=chosen.cost, city=building.city)
        label = say("Improve to {building}", building=building_name(new))
        await change_and_say(live, label, transition(moves.improve, seat, building, new, blocks))
        done()

    parts = [text(tr("To improve it, tap a dearer building.")), TileGrid(live, dearer, chosen, choose)]
    if chosen is not None and chosen in dearer:
        tile = building_name(chosen)
        bill = Bill(
            city=building.city, cost=chosen.cost - building.cost, words=say("Improve to {building}", building=tile)
        )
        key = tile_key(chosen.kind, chosen.cost)
        parts.append(keyed(key, Screened, live, seat, lambda: Payment(live, seat, bill, improve)))
    return column(parts)


@component
def BuildingCorrections(live: LiveTable, seat: int, building: Building, done: Done) -> ft.Control:
    """Let a building that was laid by mistake be moved to another city, or be removed."""
    tile = building_name(building)

    async def move(city: City) -> None:
        label = say("Move {building} to {city}", building=tile, city=city.noun.name)
        await change_and_say(live, label, lambda state: actions.move_building(state, seat, building, city))
        done()

    async def take_off() -> None:
        label = say("{what}: {value}", what=say("Remove"), value=building_in_city(building))
        await change_and_say(live, label, lambda state: actions.take_building_off(state, seat, building))
        done()

    others = [
        chip(
            city.noun.name,
            partial(move, city),
            label=tr("Move {building} to {city}", building=tile, city=city.noun.name),
        )
        for city in City
        if city is not building.city
    ]
    take = outlined(tr("Remove"), take_off, icon=ft.Icons.DELETE_OUTLINE)
    return column([caption(tr("Move it to")), wrapped(others), ft.Row([take], wrap=True)])


def _titled(words: str, done: Done) -> ft.Control:
    title = heading(words, 3)
    title.expand = True
    return ft.Row([title, icon_button(ft.Icons.CLOSE, tr("Close"), done)])
