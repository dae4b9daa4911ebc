"""The Board tab: the six cities with the buildings of a player, what a tap on them opens, and the upgrade tiles."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.kit import UPGRADES
from companion.ui.components.controls import (
    button,
    caption,
    card,
    group,
    heading,
    icon_button,
    labelled,
    mark,
    notice,
    outlined,
    raised,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, scrolling, spread_row, two_columns
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import Ui, Viewport, use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, unless_gone, use_effect, use_lazy_state, use_ref, use_value, value_now
from companion.ui.core.theme import RADIUS, SPACE, TARGET, Style
from companion.ui.editors.palaces_of_carrara.building import Build, Change
from companion.ui.editors.palaces_of_carrara.drawings import (
    TILE_WIDTH,
    category_swatch,
    color_blocks,
    tile_face,
    tile_ground,
)
from companion.ui.editors.palaces_of_carrara.objectives import PICK_CARDS
from companion.ui.editors.palaces_of_carrara.stock import Stock
from companion.ui.editors.palaces_of_carrara.wheel import TurnLine
from scoring.messages import Message, say, titled, tr, with_commas
from scoring.palaces_of_carrara.board import cost_of, of_category, of_kind, scored_by, tile_key, value
from scoring.palaces_of_carrara.data import ACCEPTED, VALUES
from scoring.palaces_of_carrara.moves import free_upgrades
from scoring.palaces_of_carrara.state import VALUE_RANGE, Building, Category, City, Color, Kind, Location, Value, What
from scoring.palaces_of_carrara.wording import building_name, given
from scoring.players import problems_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from companion.tables.live_table import LiveTable
    from scoring.palaces_of_carrara.state import Player
    from scoring.problems import Problem

    Select = Callable[["BoardSelection | None"], None]


UPGRADE_ASKED: Final = say("What does the tile show, for each block of building cost?")


@component
def Upgrades(live: LiveTable, seat: int) -> ft.Control:
    """Show the upgrade tiles of a seat, and the tiles to take for a building of cost 8."""
    use_revision(live)
    ui = use_ui()
    player = live.state.table.players[seat]
    nothing: Location | None = None
    asked, set_asked = use_value(nothing)
    copies = ui.tables.copies[live.game.key]

    def ask(location: Location | None) -> None:
        set_asked(lambda before: None if before is location else location)

    async def take(location: Location, value: Value) -> None:
        ask(None)
        label = _take_text(location, value)
        await change_and_say(live, label, lambda state: actions.lay_upgrade(state, seat, location, value))

    async def keep(location: Location, value: Value) -> None:
        await UPGRADES.keep(copies, location, value)
        if location not in live.state.table.players[seat].upgrades:
            await take(location, value)
            return
        ask(None)
        await live.change(
            say("{what}: {value}", what=_title(location), value=given(value.points, value.coins)),
            lambda state: actions.with_upgrade_value(state, location, value),
        )

    parts: list[ft.Control] = [heading(tr("Upgrade tiles"))]
    parts += [_upgrade_row(live, seat, location, ask) for location in player.upgrades]
    if asked is not None:
        start = live.state.table.upgrades.get(asked, VALUES[asked])
        parts.append(keyed(f"value {asked}", UpgradeEntry, asked, start, keep, lambda: ask(None)))
    elif actions.upgrades_due(player):
        parts += _upgrades_to_take(live, ui, ask, take)
    elif not player.upgrades:
        parts.append(caption(tr("None yet: a building of cost 8 brings one.")))
    return card(parts, padding=3 * SPACE)


def _upgrades_to_take(
    live: LiveTable, ui: Ui, ask: Callable[[Location], None], take: Callable[[Location, Value], Awaitable[None]]
) -> list[ft.Control]:
    """Return the upgrade tiles that nobody has; a tap on one with an unknown value asks for the value."""
    values = {**UPGRADES.values(ui.tables.copies[live.game.key]), **live.state.table.upgrades}

    async def tap(location: Location) -> None:
        if location in values:
            await take(location, values[location])
        else:
            ask(location)

    def upgrade_chip(location: Location) -> ft.Control:
        words = _upgrade_text(location, values.get(location))
        return chip(words, partial(tap, location), label=_take_text(location, values.get(location)))

    words = tr("Tap the upgrade tile that was taken.")
    return [notice(words), wrapped(upgrade_chip(location) for location in free_upgrades(live.state.table))]


def _upgrade_text(location: Location, value: Value | None) -> Message:
    printed = say("not known yet") if value is None else given(value.points, value.coins)
    return say("{what}: {value}", what=location.noun.title, value=printed)


def _title(location: Location) -> Message:
    return say("Upgrade tile {location}", location=location.noun.name)


def _take_text(location: Location, value: Value | None) -> Message:
    return say("Take the upgrade tile {tile}", tile=_upgrade_text(location, value))


def _upgrade_row(live: LiveTable, seat: int, location: Location, ask: Callable[[Location], None]) -> ft.Control:
    value = live.state.table.upgrades.get(location)
    remove = say("{what}: {value}", what=say("Remove"), value=_title(location))

    async def give_back() -> None:
        await live.change(remove, lambda state: actions.give_upgrade_back(state, seat, location))

    return ft.Row(
        [
            mark("upgrade", 22, ft.Colors.SECONDARY),
            text(_upgrade_text(location, value), expand=True),
            icon_button(
                ft.Icons.EDIT_OUTLINED,
                tr("{what}: {value}", what=say("Edit"), value=_title(location)),
                lambda: ask(location),
            ),
            icon_button(ft.Icons.DELETE_OUTLINE, remove, give_back),
        ],
        spacing=2 * SPACE,
    )


@component
def UpgradeEntry(
    location: Location, start: Value, keep: Callable[[Location, Value], Awaitable[None]], leave: Callable[[], None]
) -> ft.Control:
    """Ask for the value that an upgrade tile prints."""
    value, set_value = use_lazy_state(lambda: start)

    async def points(number: int) -> None:
        set_value(lambda before: Value(points=number, coins=before.coins))

    async def coins(number: int) -> None:
        set_value(lambda before: Value(points=before.points, coins=number))

    async def done() -> None:
        await keep(location, value_now(set_value))

    return ft.Column(
        [
            text(_title(location), Style.STRONG),
            text(UPGRADE_ASKED),
            Stepper(Counter(name=say("Points"), most=VALUE_RANGE.high), value.points, points),
            Stepper(Counter(name=titled(say("coins")), most=VALUE_RANGE.high), value.coins, coins),
            AtThumb(lambda: [outlined(tr("Cancel"), leave), button(tr("Save"), done)]),
        ],
        spacing=2 * SPACE,
        tight=True,
    )


CITY_NAME_WIDTH, CITY_ROW_WIDTH = 116, 370
"""The width of a city's name, and the least of a column with two tiles beside it, in px with text of its usual size."""

LAYOUT_S: Final = (0.1, 0.5)
"""Seconds until a browser, and a slow one, has laid out a panel: before that the last city has no room to move up."""

_BUILDING: Final = re.compile(r"players\[(\d+)\]\.buildings\[(\d+)\]")
BOARD_FIELDS: Final = ("buildings", "scored", "upgrades")
"""The fields of a player that are entered on this tab."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSelection:
    """What is selected: a city to build in, or a building that stands there."""

    city: City
    building: Building | None = None


@component
def BoardTab(live: LiveTable, seat: int) -> ft.Control:
    """Show the board of a seat; on a wide screen with the stock on the right."""
    cities = use_ref(ft.Ref[ft.Column]).current
    board, viewport = keyed(f"board {seat}", Board, live, seat, cities), use_ui().viewport
    plays = TurnLine(live, seat, "board")
    if viewport.wide:
        return two_columns([plays, board], [Stock(live, seat)], cities)
    if viewport.low:
        return scrolling([plays, board], cities)
    head = ft.Container(plays, padding=ft.Padding.symmetric(horizontal=2 * SPACE))
    return ft.Column([head, scrolling([board], cities)], spacing=0, expand=True)


def wrong_buildings(problems: Iterable[Problem], seat: int) -> frozenset[int]:
    """Return the indices of a player's buildings that problems are about."""
    matches = (_BUILDING.match(problem.path) for problem in problems)
    return frozenset(int(match[2]) for match in matches if match is not None and int(match[1]) == seat)


@component
def Board(live: LiveTable, seat: int, scrolled: ft.Ref[ft.Column]) -> ft.Control:
    """Show the cities of a player below each other, with a panel below the selected one, scrolled into sight."""
    use_revision(live)
    nothing: BoardSelection | None = None
    selection, set_selection = use_value(nothing)
    player = live.state.table.players[seat]
    before = use_ref(lambda: player.buildings).current
    built = next((building for building in reversed(player.buildings) if building not in before), None)
    if selection is not None and selection.building is not None and selection.building not in player.buildings:
        selection = None

    def select(tapped: BoardSelection | None) -> None:
        set_selection(lambda before: None if before == tapped else tapped)

    async def reveal() -> None:
        for wait in LAYOUT_S:
            await asyncio.sleep(wait)
            if in_sight is not None and scrolled.current is not None:
                with unless_gone():
                    await scrolled.current.scroll_to(scroll_key=in_sight.city.value)

    in_sight = selection or built
    use_effect(reveal, [selection, built])
    wrong = problems_of(live.problems, seat, *BOARD_FIELDS)
    parts: list[ft.Control] = [notice(sentence(problem.message), wrong=True) for problem in wrong]
    if live.state.table.expansion and live.state.table.cards is None:
        parts.append(_cards_missing(live))
    for city in City:
        parts.append(
            CityRow(
                live, seat, city, selection if selection is not None and selection.city is city else None, select, built
            )
        )
        if selection is not None and selection.city is city:
            parts.append(_selection_panel(live, seat, selection, select, reveal))
    if live.state.table.expansion:
        parts.append(keyed(f"upgrades {seat}", Upgrades, live, seat))
    parts.append(_kinds_card(live, seat))
    return column(parts)


def _cards_missing(live: LiveTable) -> ft.Control:
    page = ft.context.page
    go = AtThumb(lambda: [button(tr("Pick the cards"), lambda: page.navigate(f"/table/{live.id}/goals/0"))])
    return card([notice(PICK_CARDS), go], padding=3 * SPACE)


def _selection_panel(
    live: LiveTable, seat: int, selection: BoardSelection, select: Select, reveal: Callable[[], Awaitable[None]]
) -> ft.Control:
    done, building = partial(select, None), selection.building
    if building is None:
        panel: ft.Control = keyed(f"build {selection.city}", Build, live, seat, selection.city, done, reveal)
    else:
        panel = keyed(f"change {tile_key(building.kind, building.cost)}", Change, live, seat, building, done)
    return card([panel], padding=3 * SPACE)


@component
def CityRow(
    live: LiveTable, seat: int, city: City, selection: BoardSelection | None, select: Select, built: Building | None
) -> ft.Control:
    """Show a city with the buildings of a player; `selection` is what is selected here, `built` what was just built."""
    use_revision(live)
    viewport = use_ui().viewport
    player = live.state.table.players[seat]
    wrong = wrong_buildings(live.problems, seat)
    tiles: list[ft.Control] = []
    for number, building in _buildings_in(player, city):
        edge = ft.Colors.SECONDARY if building == built else ft.Colors.TRANSPARENT
        edge = ft.Colors.ERROR if number in wrong else edge
        chosen = selection is not None and selection.building == building
        tiles.append(_tile(live, building, ft.Colors.PRIMARY if chosen else edge, select, viewport))
    plus = _build_button(city, select, selected=selection is not None and selection.building is None)
    name = _city_name(live, player, city)
    buildings = ft.Row(tiles, wrap=True, spacing=SPACE, run_spacing=SPACE)
    standing = ft.Semantics(content=buildings, container=True)  # read as a whole, however high the name is
    row: ft.Control = column([spread_row([name, plus]), *([standing] if tiles else [])])
    if viewport.width / viewport.scale >= CITY_ROW_WIDTH * (2 if viewport.wide else 1):
        standing.expand = True
        columns: list[ft.Control] = [ft.Container(name, width=CITY_NAME_WIDTH * viewport.scale), standing, plus]
        row = ft.Row(columns, spacing=2 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)
    framed = ft.Container(
        row,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(2, ft.Colors.PRIMARY if selection else ft.Colors.TRANSPARENT),
        border_radius=RADIUS,
        padding=2 * SPACE,
        key=ft.ScrollKey(city.value),  # type: ignore[call-arg]  # Flet makes it a dataclass late
    )
    return group(framed, city.noun.name)


def _build_button(city: City, select: Select, *, selected: bool) -> ft.Control:
    words = text(tr("Build"), Style.SMALL, no_wrap=True)
    face = ft.Row([ft.Icon(ft.Icons.ADD, color=ft.Colors.PRIMARY), words], spacing=SPACE, tight=True)
    return tappable(
        face,
        tr("Build"),
        lambda: select(BoardSelection(city=city)),
        selected=selected,
        padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=3 * SPACE),
        **raised(chosen=selected),
    )


def _buildings_in(player: Player, city: City) -> list[tuple[int, Building]]:
    """Return the buildings of a city with their indices, the dearest first."""
    standing = [(number, building) for number, building in enumerate(player.buildings) if building.city is city]
    return sorted(standing, key=lambda numbered: (-numbered[1].cost, list(Kind).index(numbered[1].kind)))


def _tile(live: LiveTable, building: Building, edge: str, select: Select, viewport: Viewport) -> ft.Control:
    name = building_name(building)
    wrong = edge == ft.Colors.ERROR
    return tappable(
        tile_face(building),
        f"{name}, {tr('cannot stand here')}" if wrong else str(name),
        lambda: select(BoardSelection(city=building.city, building=building)),
        selected=edge == ft.Colors.PRIMARY,
        width=TILE_WIDTH + 4 * SPACE * viewport.scale,
        height=TARGET if viewport.scale == 1 else None,
        padding=SPACE,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.ERROR_CONTAINER if wrong else tile_ground(building.kind, live.state.table),
        border=ft.Border.all(2, edge),
    )


def _city_name(live: LiveTable, player: Player, city: City) -> ft.Control:
    """Return the name of a city, its value, the blocks that it accepts, and who scored it."""
    table = live.state.table
    worth = value(table, player, Location(city))
    upgraded = Location(city) in player.upgrades
    each = given(worth.points, worth.coins)
    scorer = next((at for at, rival in enumerate(table.players) if city in scored_by(rival, What.CITY)), None)
    words = [each, _accepted(city)]
    if upgraded:
        words.append(say("with an upgrade tile"))
    if scorer is not None:
        words.append(say("{what}: {value}", what=say("Scored"), value=table.players[scorer].name))
    head: list[ft.Control] = [text(city.noun.name, Style.STRONG)]
    if scorer is not None:
        head.append(seat_mark(live.state.extras.seats[scorer], 16))
    if upgraded:
        head.append(mark("upgrade", 16, ft.Colors.SECONDARY))
    shown = ft.Column(
        [ft.Row(head, spacing=SPACE, wrap=True), caption(each), color_blocks(ACCEPTED[city])], spacing=1, tight=True
    )
    return labelled(shown, with_commas(words))


def _accepted(city: City) -> Message:
    """Return the colors that a city accepts: they are neighbors in the order of `Color`."""
    dearest, *others = (color.noun.name for color in ACCEPTED[city])
    if len(ACCEPTED[city]) == len(Color):
        return say("all colors")
    return say("{first} to {last}", first=dearest, last=others[-1]) if others else dearest


def _kinds_card(live: LiveTable, seat: int) -> ft.Control:
    """Return what the kinds of building not yet scored cost, with the expansion the categories too."""
    player = live.state.table.players[seat]
    rows: list[tuple[ft.Control, Message, int]] = [
        (mark(kind.value, 22, ft.Colors.ON_SURFACE), kind.noun.title, cost_of(of_kind(player, kind)))
        for kind in Kind
        if kind not in scored_by(player, What.KIND)
    ]
    if live.state.table.expansion:
        rows += [
            (category_swatch(category), category.noun.title, cost_of(of_category(player, category)))
            for category in Category
            if category not in scored_by(player, What.CATEGORY)
        ]
    shown = [_kind_row(drawn, title, cost) for drawn, title, cost in rows if cost]
    if not shown:
        return ft.Container()
    kinds = ft.Row(shown, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE)
    return card([heading(tr("Kinds of building")), kinds], padding=3 * SPACE)


def _kind_row(drawn: ft.Control, name: Message, cost: int) -> ft.Control:
    face: list[ft.Control] = [drawn, text(name, Style.SMALL), text(cost, Style.STRONG)]
    return labelled(
        ft.Container(
            ft.Row(face, spacing=SPACE, tight=True),
            border_radius=RADIUS,
            padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE),
        ),
        tr("{what}: {value}", what=name, value=cost),
    )
