"""The choice of a tile for a square, the likeliest first; and the bar of kinds, of which a chosen one is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import for_screen
from companion.games.carpe_diem import actions
from companion.games.carpe_diem.copy_values import SHAPE_PART
from companion.ui.components.controls import (
    caption,
    group,
    heading,
    icon_button,
    mark,
    outlined,
    raised,
    silent,
    tappable,
    tappable_picture,
    text,
)
from companion.ui.components.fields import chip
from companion.ui.components.layout import SQUARE_CORNER, column
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component, memo, repeated, supersede
from companion.ui.core.hooks import Setter, keyed, use_value
from companion.ui.core.theme import FONT, SPACE, TARGET, Palette, Style, line_height, text_part
from companion.ui.editors.carpe_diem.square_pictures import pile
from companion.ui.editors.carpe_diem.tile_drawing import drawn_text, sign_layers, tile_layers
from scoring.carpe_diem import placement
from scoring.carpe_diem.district import shown_name, sides_asked
from scoring.carpe_diem.game import LARGE_LANDSCAPE
from scoring.carpe_diem.state import CHIMNEYS_RANGE, DWELLINGS, LANDSCAPES, SHOVEL_SQUARES, SINGLE_TILES, Kind, Tile
from scoring.carpe_diem.wording import label
from scoring.grid import DIRECTIONS
from scoring.messages import Message, say, titled, tr, wordless
from storage.repositories.values import Counted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.placement import FittingTile
    from scoring.carpe_diem.state import District

    Choose = Callable[[Kind | None], Awaitable[None]]

    Pick = Callable[[str | None], Awaitable[None]]


KINDS: Final = (
    *LANDSCAPES,
    *(Kind.MERCHANT, Kind.GRANARY, Kind.CRAFTSMAN, Kind.VILLA),
    *(Kind.ADMINISTRATION, *SINGLE_TILES),
)
"""The kinds in an order in which they fill three rows of a phone; completed structures are counted in it, too."""

SIGN: Final = 24
"""The size of the sign of a kind, in px, with text of its usual size; a margin belongs to it."""

SIGN_LINE: Final = 0.2
"""The height of a line with a sign alone, in sizes of the sign: so low that words make the line as high as always."""

KIND_NAME: Final = 13
"""The size of the name of a kind, in px: with letters close together all names fill three rows in every language."""

KIND_PADDING: Final = (TARGET - 2 * SPACE - line_height(Style.SMALL)) / 2
"""The padding above and below the name of a kind, in px: with its outline it is a little lower than a target."""


@ft.observable
@dataclass
class ChosenKind:
    """The kind that is drawn in this browser; `None` while taps choose squares."""

    kind: Kind | None = None


@component
def KindBar(chosen: ChosenKind, choose: Choose, *, in_one_row: bool) -> ft.Control:
    """Show all kinds; a tap begins to draw one, another tap on it ends that."""
    viewport = use_ui().viewport

    async def toggle(kind: Kind) -> None:
        await choose(None if chosen.kind is kind else kind)

    buttons = [kind_button(kind, str(kind.noun.name), viewport, toggle, chosen=chosen.kind is kind) for kind in KINDS]
    row = ft.Row(buttons, wrap=True, spacing=SPACE - 1, run_spacing=SPACE)
    if in_one_row:
        row = ft.Row(buttons, spacing=SPACE, scroll=ft.ScrollMode.HIDDEN)
    return group(row, tr("Draw"))


def with_sign(kind: Kind, words: list[ft.TextSpan], viewport: Viewport, said: str = "") -> ft.Text:
    """Return words behind the sign of a kind, which screen readers pass over, or say as `said`."""
    style = ft.TextStyle(size=SIGN * viewport.scale, height=SIGN_LINE, font_family=FONT)
    signs = drawn_text(sign_layers(kind), viewport.palette)
    return ft.Text(signs, spans=words, style=style, no_wrap=True, semantics_label=said)


def kind_button(
    kind: Kind, label: str, viewport: Viewport, toggle: Callable[[Kind], object], *, chosen: bool
) -> ft.Control:
    """Return the button of a kind: its sign, and its name."""
    small = text_part(Style.SMALL, viewport.scale, ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE)
    small.size, small.height, small.letter_spacing = KIND_NAME * viewport.scale, line_height(Style.SMALL) / KIND_NAME, 0
    return tappable_picture(
        with_sign(kind, [ft.TextSpan(for_screen(kind.noun.name), small)], viewport),
        label,
        lambda: toggle(kind),
        selected=chosen,
        padding=ft.Padding.only(right=SPACE / 2, top=KIND_PADDING, bottom=KIND_PADDING),
        **raised(chosen=chosen),
    )


FILTERS: Final = (*LANDSCAPES, *DWELLINGS, Kind.VILLA)
"""The kinds to filter by; markets, bakeries and fountains are among the first tiles wherever one fits."""

PICTURE: Final = 64
TURN_SIGN: Final = 18
"""The size of a tile to choose, and of the sign in its corner that it can be turned, in px."""

TILES_SHOWN: Final = 9
"""How many tiles are shown at first; "More tiles" shows twice as many more."""

FEW: Final = 6
"""Up to so many tiles need no filters."""

LAID_LAST: Final = 6
"""How many of the shapes laid last are offered before others."""

ORDER: Final = tuple(Kind)

CHIMNEYS_SHOWN: Final = 10
CHIMNEYS_BELOW: Final = 5
"""How many of the numbers in a row are lower than the present one, where that one is high."""

ONLY_WITH: Final = say("Only with")
TURN: Final = say("Turn")

NONE_OF_THESE: Final = say("No tile with all of these fits here. Choose fewer kinds.")
NONE: Final = say("No tile fits here: it would complete a landscape of more than 4 tiles. Check the tiles around it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TileFilter:
    """The kinds that all tiles shown have, and how many are shown."""

    kinds: frozenset[Kind] = frozenset()
    limit: int = TILES_SHOWN


@component
def TilePicker(
    live: LiveTable, seat: int, cell: str, pick: Pick, laid: Callable[[], None], *, kind: Kind | None = None
) -> ft.Control:
    """Show the tiles that fit on a square, the likeliest first, at first those of a `kind`, if any; a tap lays one."""
    ui = use_ui()
    district, seen = actions.district_of(live.state, seat), ui.tables.copies[live.game.key].part(SHAPE_PART)

    def at_first() -> TileFilter:
        of_kind = TileFilter(kinds=frozenset(() if kind is None else (kind,)))
        return of_kind if kind is None or _fitting_tiles(district, cell, of_kind, seen) else TileFilter()

    tile_filter, set_filter = use_value(ft.use_memo(at_first, []))
    fitting = _fitting_tiles(district, cell, tile_filter, seen)

    async def lay(tile: Tile) -> None:
        await lay_tile(live, seat, tile)
        laid()

    def show_more() -> None:
        set_filter(lambda old: replace(old, limit=old.limit + 2 * TILES_SHOWN))

    lay_stable = ft.use_callback(lay, [live, seat, cell])
    palette = ui.viewport.palette
    tiles = [
        keyed(placement.outline(fitting_tile.tile), TileChoice, fitting_tile, palette, lay_stable)
        for fitting_tile in fitting[: tile_filter.limit]
    ]
    parts: list[ft.Control] = [
        panel_head(cell, _must_show(district, cell), pick),
        _tiles_below(tiles, NONE_OF_THESE if tile_filter.kinds else NONE),
        *_kind_filters(
            tile_filter,
            set_filter,
            _forced(district, cell),
            ui.viewport,
            shown=bool(tile_filter.kinds) or len(fitting) > FEW,
        ),
    ]
    foot: list[ft.Control] = []
    if len(fitting) > tile_filter.limit:
        foot.append(outlined(tr("More tiles"), show_more))
    if cell in SHOVEL_SQUARES:
        foot.append(shovel_button(live, seat, cell))
    return ft.Column([*parts, ft.Row(foot, wrap=True)], spacing=2 * SPACE, tight=True)


async def lay_tile(live: LiveTable, seat: int, tile: Tile) -> None:
    """Lay a tile, and count its shape in my copy."""
    counted = Counted(SHAPE_PART, (placement.shape_key(tile.features),))
    await live.change(laid_label(tile), lambda state: actions.lay(state, seat, tile), counted)


def laid_label(tile: Tile) -> Message:
    """Return the name of the step that lays a tile."""
    kinds = tuple(kind.noun.name for kind in dict.fromkeys(feature.kind for feature in tile.features))
    return say("{what} on {cell}", what=kinds, cell=tile.cell)


def _forced(district: District, cell: str) -> frozenset[Kind]:
    """Return the kinds that every tile on a square shows, as its neighbours need them."""
    return frozenset(kind for kind in sides_asked(district, cell).values() if kind is not None)


def _fitting_tiles(
    district: District, cell: str, tile_filter: TileFilter, seen: Mapping[str, int]
) -> tuple[FittingTile, ...]:
    """Return the tiles that fit and pass the filter, one more than are shown; `seen` counts shapes laid before.

    The shapes of the tiles laid last come first, the others from simple to
    rich; what "More tiles" adds comes after what was there.
    """
    kinds = tile_filter.kinds - _forced(district, cell)
    limit = tile_filter.limit + 1
    last = tiles_laid_last(actions.without(district, cell))
    most = max(seen.values(), default=0)
    first = {placement.shape_key(tile.features): most + len(last) - number for number, tile in enumerate(last)}
    candidates = placement.fitting_tiles(district, cell, kinds=kinds, seen={**seen, **first}, limit=limit)
    latest = [placement.outline(tile) for tile in last]

    def rank(place: int) -> tuple[int, int, tuple[object, ...]]:
        tile = candidates[place].tile
        shape = placement.outline(tile)
        since = latest.index(shape) if shape in latest else len(latest)
        return (place + TILES_SHOWN) // (2 * TILES_SHOWN), since, _richness(tile)

    return tuple(candidates[place] for place in sorted(range(len(candidates)), key=rank))


def tiles_laid_last(district: District) -> tuple[Tile, ...]:
    """Return the tiles of the last shapes that were laid, the latest first."""
    shapes = {placement.outline(tile): tile for tile in district.tiles}
    latest = dict.fromkeys(map(placement.outline, reversed(district.tiles)))
    return tuple(shapes[shape] for shape in latest)[:LAID_LAST]


def _richness(tile: Tile) -> tuple[object, ...]:
    """Return what tiles are sorted by: fewer features, then fewer sides come first, then kinds in their order."""
    kinds = sorted(ORDER.index(feature.kind) for feature in tile.features)
    return len(kinds), sum(len(feature.opens) for feature in tile.features), kinds


def _tiles_below(tiles: list[ft.Control], nothing_fits: Message) -> ft.Control:
    if not tiles:
        return text(nothing_fits, Style.SMALL)
    start = ft.CrossAxisAlignment.START
    return ft.Row(tiles, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE, vertical_alignment=start)


def _kind_filters(
    tile_filter: TileFilter, set_filter: Setter[TileFilter], forced: frozenset[Kind], viewport: Viewport, *, shown: bool
) -> list[ft.Control]:
    """Return the kinds to filter by, without those that every tile shows there."""

    def toggle(kind: Kind) -> None:
        set_filter(lambda old: replace(old, kinds=old.kinds ^ {kind}, limit=TILES_SHOWN))

    filters = [
        kind_button(kind, str(kind.noun.name), viewport, toggle, chosen=kind in tile_filter.kinds)
        for kind in FILTERS
        if kind not in forced or kind in tile_filter.kinds
    ]
    row = ft.Row(filters, wrap=True, spacing=SPACE, run_spacing=SPACE)
    return [group(column([silent(caption(ONLY_WITH)), row], spacing=SPACE), ONLY_WITH)] if shown else []


@memo
def TileChoice(fitting: FittingTile, palette: Palette, lay: Callable[[Tile], Awaitable[None]]) -> ft.Control:
    """Show a tile that fits; a tap lays it. An arrow in its corner says that it fits in several ways."""
    face = tile_face(fitting.tile, PICTURE, palette, signs=[_turn_sign()] if len(fitting.turns) > 1 else [])
    return tappable_face(face, tr("Lay {tile}", tile=label(fitting.tile)), lambda: lay(fitting.tile))


def _turn_sign() -> ft.Control:
    arrow = ft.Icon(ft.Icons.ROTATE_RIGHT, size=TURN_SIGN, color=ft.Colors.ON_SURFACE)
    return ft.Container(arrow, bgcolor=ft.Colors.SURFACE, border_radius=TURN_SIGN / 2, right=1, bottom=1)


def tile_face(tile: Tile, size: float, palette: Palette, signs: Sequence[ft.Control] = ()) -> ft.Container:
    """Return the picture of a tile alone, in a size in px, with signs that lie on it."""
    face = pile(tile_layers(tile, frozenset(), frozenset()), size, palette, signs)
    return ft.Container(face, bgcolor=palette.grass, border_radius=SQUARE_CORNER, width=size, height=size)


def tappable_face(face: ft.Container, label: object, do: Callable[[], Any]) -> ft.Control:
    """Return the picture of a tile with what a tap on it does."""
    face.ink, face.on_click = True, supersede(do)
    return ft.Semantics(label=for_screen(label), button=True, container=True, content=face)


def turn_row(tile: Tile, palette: Palette, turn: Callable[[], Awaitable[None]]) -> ft.Control:
    """Return the picture of a tile that lies, as wide as the panel: another tap where it was chosen turns it."""
    face = tile_face(tile, PICTURE, palette, signs=[_turn_sign()])
    row = ft.Row([face, caption(TURN, expand=True)], spacing=3 * SPACE)
    return tappable(row, TURN, repeated(turn))


def panel_head(title: str, below: str, pick: Pick) -> ft.Control:
    """Return the head of a panel: its title, a line about it, and the button that closes it."""
    said: list[ft.Control] = [heading(title)]
    if below:
        said.append(caption(below))
    words = ft.Column(said, spacing=0, tight=True, expand=True)
    return ft.Row([words, icon_button(ft.Icons.CLOSE, tr("Close"), lambda: pick(None))])


def _must_show(district: District, cell: str) -> str:
    """Return what the sides of a tile on a square must show, "" where anything fits, and why tiles are left out."""
    asked = sides_asked(district, cell)
    if not asked:
        return ""
    why = f" {LARGE_LANDSCAPE}" if placement.could_close_too_much(district, cell) else ""
    sides = {kind: tuple(DIRECTIONS[side] for side in asked if asked[side] is kind) for kind in asked.values()}
    kinds = [str(wordless("{kind} {sides}", kind=shown_name(kind), sides=sides[kind])) for kind in sides]
    return tr("Must show {sides}.", sides="; ".join(kinds)) + why


def chimney_row(
    title: str, now: int | None, choose: Callable[[int], Any], most: int = CHIMNEYS_RANGE.high
) -> ft.Control:
    """Return ten numbers of chimneys to choose from: 0 to 9, or those around a higher one up to `most`."""
    chosen, row = now or 0, CHIMNEYS_RANGE.high
    first = max(0, min(chosen - CHIMNEYS_BELOW, most - row)) if chosen >= row else 0

    def number(chimneys: int) -> ft.Control:
        chosen = chimneys == now
        face = text(chimneys, Style.STRONG, color=ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE)
        return tappable(
            ft.Container(face, alignment=ft.Alignment.CENTER),
            f"{title}: {chimneys}",
            lambda: choose(chimneys),
            selected=chosen,
            width=TARGET,
            height=TARGET,
            **raised(chosen=chosen),
        )

    numbers = [number(chimneys) for chimneys in range(first, first + CHIMNEYS_SHOWN)]
    digits = ft.Row(numbers, wrap=True, spacing=2, run_spacing=2)
    words = ft.Row([mark("chimney", 20, ft.Colors.ON_SURFACE), caption(title)], spacing=SPACE, tight=True)
    return ft.Column([words, digits], spacing=SPACE, tight=True)


def shovel_button(live: LiveTable, seat: int, cell: str) -> ft.Control:
    """Return the chip that makes a square the shovel space, or no longer."""
    is_shovel = actions.district_of(live.state, seat).shovel == cell
    words = titled(say("shovel space"))

    async def toggle() -> None:
        label = say("{what}: {value}", what=words, value=cell)
        await live.change(label, lambda state: actions.put_shovel(state, seat, None if is_shovel else cell))

    return chip(words, toggle, selected=is_shovel)
