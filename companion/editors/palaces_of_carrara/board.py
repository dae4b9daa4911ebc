"""The player board: the six cities with their buildings, the upgrade tiles, and what can be done by a tap."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.palaces_of_carrara import acts
from companion.editors.palaces_of_carrara.building import Build, Change
from companion.editors.palaces_of_carrara.pieces import TILE, colors, ground, named, placed, roomy, tile_face
from companion.editors.palaces_of_carrara.stock import Stock
from companion.editors.palaces_of_carrara.upgrades import Upgrades
from companion.guards import component
from companion.hooks import keyed, use_made
from companion.parts.basics import (
    button,
    card,
    heading,
    labelled,
    mark,
    notice,
    quiet,
    seat_mark,
    silent,
    tappable,
    text,
)
from companion.parts.rooms import scrolling, two
from companion.theme import RADIUS, SPACE, TARGET, Style
from companion.ui import use_live, use_ui
from companion.words import sentence
from scoring.messages import counted, say
from scoring.palaces_of_carrara.board import cost_of, of_category, of_kind, scored_by, standing_in, value
from scoring.palaces_of_carrara.data import ACCEPTED, SCORING_MARKERS
from scoring.palaces_of_carrara.state import Building, Category, City, Kind, Location, What
from scoring.palaces_of_carrara.wording import CATEGORY_BUILDINGS, CITIES, given

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.live import LiveTable
    from companion.theme import Palette
    from companion.ui import Look
    from scoring.palaces_of_carrara.state import Player
    from scoring.problems import Problem

NAME: Final = 116
"""What the name of a city and its value take of the width, in px, where the text has its own size."""

NO_CARDS: Final = (
    "The four cards of the expansion are not picked yet: until then objectives and end count as in the base game."
)

_BUILDING: Final = re.compile(r"players\[(\d+)\]\.buildings\[(\d+)\]")
_HERE: Final = ("buildings", "scored", "upgrades")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked:
    """What was tapped: a city to build in, or a building that stands there."""

    city: City
    building: Building | None = None


@component
def BoardPlace(live: LiveTable, seat: int) -> ft.Control:
    """Show the board of a seat, with the stock beside it where there is room."""
    board = keyed(f"board {seat}", Board, live, seat)
    return two([board], [Stock(live, seat)]) if use_ui().look.wide else scrolling([board])


def wrong_buildings(problems: Iterable[Problem], seat: int) -> frozenset[int]:
    """Return the numbers of a player's buildings that a problem is about."""
    found = (_BUILDING.match(problem.path) for problem in problems)
    return frozenset(int(one[2]) for one in found if one is not None and int(one[1]) == seat)


def said_here(problems: Iterable[Problem], seat: int, fields: tuple[str, ...] = _HERE) -> list[Problem]:
    """Return the problems about some fields of a player."""
    starts = tuple(f"players[{seat}].{field}" for field in fields)
    return [problem for problem in problems if problem.path.startswith(starts)]


@component
def Board(live: LiveTable, seat: int) -> ft.Control:
    """Show the cities of a player, one below the other; what was tapped is done right below it."""
    use_live(live)
    palette = use_ui().look.palette
    picked, set_picked = use_made(_nothing)
    player = acts.player_of(live.evening, seat)
    if picked is not None and picked.building is not None and picked.building not in player.buildings:
        picked = None

    def pick(tapped: Picked | None) -> None:
        set_picked(lambda before: None if before == tapped else tapped)

    parts: list[ft.Control] = [
        *(notice(sentence(problem.message), palette, wrong=True) for problem in said_here(live.problems, seat))
    ]
    if live.evening.table.expansion and live.evening.table.cards is None:
        parts.append(_cards_missing(live, palette))
    if not player.buildings:
        parts.append(quiet("Nothing built yet. Tap the plus at a city to build there.", palette))
    for city in City:
        parts.append(CityRow(live, seat, city, picked if picked is not None and picked.city is city else None, pick))
        if picked is not None and picked.city is city:
            parts.append(_tray(live, seat, picked, pick, palette))
    if live.evening.table.expansion:
        parts.append(keyed(f"upgrades {seat}", Upgrades, live, seat))
    parts.append(_kinds(live, seat, palette))
    return ft.Column(parts, spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _nothing() -> Picked | None:
    return None


def _cards_missing(live: LiveTable, palette: Palette) -> ft.Control:
    page = ft.context.page
    go = button("Pick the four cards", lambda: page.navigate(f"/table/{live.id}/goals/0"))
    return card([notice(NO_CARDS, palette), ft.Row([go], wrap=True)], palette, padding=3 * SPACE)


def _tray(
    live: LiveTable, seat: int, picked: Picked, pick: Callable[[Picked | None], None], palette: Palette
) -> ft.Control:
    if picked.building is None:
        tray: ft.Control = keyed(f"build {picked.city}", Build, live, seat, picked.city, lambda: pick(None))
    else:
        tray = keyed(f"change {named(picked.building)}", Change, live, seat, picked.building, lambda: pick(None))
    return ft.Container(
        tray, bgcolor=palette.raised, border=ft.Border.all(1, palette.line), border_radius=RADIUS, padding=3 * SPACE
    )


@component
def CityRow(
    live: LiveTable, seat: int, city: City, picked: Picked | None, pick: Callable[[Picked | None], None]
) -> ft.Control:
    """Show a city with the buildings of a player above it; `picked` is what of it was tapped."""
    use_live(live)
    look = use_ui().look
    palette = look.palette
    player = acts.player_of(live.evening, seat)
    wrong = wrong_buildings(live.problems, seat)
    tiles: list[ft.Control] = []
    for number, building in _standing(player, city):
        edge = palette.error if number in wrong else palette.quiet
        chosen = picked is not None and picked.building == building
        tiles.append(_tile(building, palette.primary if chosen else edge, pick, look))
    plus = tappable(
        ft.Icon(ft.Icons.ADD, color=palette.primary),
        f"Build in {CITIES[city]}",
        lambda: pick(Picked(city=city)),
        selected=picked is not None and picked.building is None,
        width=TARGET,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(1, palette.primary),
    )
    name = _name(live, player, city, palette)
    standing = ft.Row([*tiles, plus], wrap=True, spacing=SPACE, run_spacing=SPACE)
    row: ft.Control = ft.Column([name, standing], spacing=2 * SPACE, tight=True)
    if roomy(look):
        standing.expand = True
        beside: list[ft.Control] = [ft.Container(name, width=NAME * look.scale), standing]
        row = ft.Row(beside, spacing=2 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.Container(
        row,
        bgcolor=palette.surface,
        border=ft.Border.all(2 if picked else 1, palette.primary if picked else palette.line),
        border_radius=RADIUS,
        padding=2 * SPACE,
    )


def _standing(player: Player, city: City) -> list[tuple[int, Building]]:
    """Return the buildings of a city with their numbers, the dearest first."""
    standing = [(number, one) for number, one in enumerate(player.buildings) if one.city is city]
    return sorted(standing, key=lambda one: (-one[1].cost, list(Kind).index(one[1].kind)))


def _tile(building: Building, edge: str, pick: Callable[[Picked | None], None], look: Look) -> ft.Control:
    palette = look.palette
    wrong, plain = edge == palette.error, edge == palette.quiet
    return tappable(
        tile_face(building, palette),
        f"{placed(building)}{', cannot be' if wrong else ''}",
        lambda: pick(Picked(city=building.city, building=building)),
        selected=edge == palette.primary,
        width=TILE + 4 * SPACE * look.scale,
        height=TARGET if look.scale == 1 else None,
        padding=SPACE,
        alignment=ft.Alignment.CENTER,
        bgcolor=palette.error_wash if wrong else ground(building.kind, palette),
        border=ft.Border.all(1 if plain else 2, edge),
    )


def _name(live: LiveTable, player: Player, city: City, palette: Palette) -> ft.Control:
    """Return the name of a city, what it is worth here, the blocks it accepts, and who scored it."""
    table = live.evening.table
    worth = value(table, player, Location(city))
    upgraded = Location(city) in player.upgrades
    each = given(worth.points, worth.coins)
    scorer = next((other for other, one in enumerate(table.players) if city in scored_by(one, What.CITY)), None)
    accepted = tuple(color.value for color in ACCEPTED[city])
    said = say(
        "{city}, {each} each{upgraded}, accepts {accepted}",
        city=CITIES[city],
        each=each,
        upgraded=" by an upgrade tile" if upgraded else "",
        accepted=accepted,
    )
    standing = standing_in(player, city)
    total = f"; cost {cost_of(standing)} in all" if standing else "; nothing built"
    by = "" if scorer is None else f"; scored by {table.players[scorer].name}"
    head: list[ft.Control] = [text(CITIES[city], Style.STRONG)]
    if scorer is not None:
        head.append(seat_mark(live.evening.beside.seats[scorer], palette, 16))
    if upgraded:
        head.append(mark("upgrade", 16, palette.secondary))
    shown = ft.Column(
        [
            ft.Row(head, spacing=SPACE, wrap=True),
            quiet(each, palette),
            colors(ACCEPTED[city], palette),
        ],
        spacing=1,
        tight=True,
    )
    return labelled(shown, f"{said}{total}{by}")


def _kinds(live: LiveTable, seat: int, palette: Palette) -> ft.Control:
    """Return the lower part of the board: the kinds, with the expansion the categories, and what of them is scored."""
    page = ft.context.page
    player = acts.player_of(live.evening, seat)
    rows: list[tuple[ft.Control, str, int, bool]] = [
        (
            mark(kind.value, 22, palette.ink),
            kind.value.capitalize(),
            cost_of(of_kind(player, kind)),
            kind in scored_by(player, What.KIND),
        )
        for kind in Kind
    ]
    if live.evening.table.expansion:
        rows += [
            (
                ft.Container(width=22, height=22, border_radius=4, bgcolor=_category_ground(one, palette)),
                CATEGORY_BUILDINGS[one][1].capitalize(),
                cost_of(of_category(player, one)),
                one in scored_by(player, What.CATEGORY),
            )
            for one in Category
        ]
    shown = [_kind(*row, palette) for row in rows]
    left = counted(max(SCORING_MARKERS - len(player.scored), 0), "scoring marker left", "scoring markers left")
    go = ft.Row([button("What scoring pays", lambda: page.navigate(f"/table/{live.id}/score/{seat}"))], wrap=True)
    return card(
        [
            heading("Kinds of buildings"),
            ft.Row(shown, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE),
            quiet(left, palette),
            go,
        ],
        palette,
        padding=3 * SPACE,
    )


def _category_ground(one: Category, palette: Palette) -> str:
    return palette.primary_wash if one is Category.CITY else palette.secondary_wash


def _kind(drawn: ft.Control, name: str, cost: int, scored: bool, palette: Palette) -> ft.Control:  # noqa: FBT001
    face: list[ft.Control] = [drawn, text(name, Style.SMALL), text(cost, Style.STRONG)]
    if scored:
        face.append(ft.Icon(ft.Icons.CHECK_CIRCLE, size=18, color=palette.secondary))
    said = f"{name}: cost {cost} in all{', scored' if scored else ''}"
    return labelled(
        ft.Container(
            silent(ft.Row(face, spacing=SPACE, tight=True)),
            border=ft.Border.all(1, palette.line),
            border_radius=RADIUS,
            padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE),
        ),
        said,
    )
