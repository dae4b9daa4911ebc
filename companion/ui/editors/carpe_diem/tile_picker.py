"""Tiles for an empty square, the likeliest first, and what chooses among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.carpe_diem import actions
from companion.ui.components.controls import (
    caption,
    heading,
    icon_button,
    mark,
    outlined,
    plain_button,
    tappable,
    tappable_picture,
    text,
)
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, memo
from companion.ui.core.hooks import keyed, nothing, use_value
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.carpe_diem.square_pictures import tile_picture
from companion.ui.editors.carpe_diem.tile_drawing import tile_layers
from scoring.carpe_diem import placement, wording
from scoring.carpe_diem.district import sides_asked
from scoring.carpe_diem.state import DWELLINGS, LANDSCAPES, SHOVEL_SQUARES, Kind
from scoring.messages import say
from storage.repositories.values import Counted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.live_table import LiveTable
    from companion.ui.core.theme import Palette
    from scoring.carpe_diem.placement import FittingTile
    from scoring.carpe_diem.state import District, Tile

FILTERS: Final = (*LANDSCAPES, *DWELLINGS, Kind.VILLA)
"""What tiles can be asked for; a market, bakery or fountain is among the first offered wherever one fits."""

PICTURE: Final = 56
"""The size of an offered tile, in px."""

SHOWN: Final = 12
"""How many tiles are offered at once; as many more at a time are asked for."""

FEW: Final = 6
"""Up to so many tiles are looked over at once; among more, one may ask for kinds."""

LOOKED_OVER: Final = 5
"""Among how many times as many tiles those with a number of chimneys are sought."""

CHIMNEYS: Final = tuple(range(7))
"""The numbers of chimneys that one tap enters; all others are stepped to on the tile."""

MOST_CHIMNEYS: Final = 9

SEEN: Final = "shape"
"""The part of my copy that counts how often each shape of a tile was laid."""

NONE_OF_THESE: Final = "No tile fits here that shows all of these. Take a kind away."
NONE: Final = "No tile can lie here: it would close a landscape of more than 4 tiles. Look at the tiles around."

TOWARDS: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}


@component
def Offers(
    live: LiveTable,
    seat: int,
    cell: str,
    pick: Callable[[str | None], Awaitable[None]],
    laid: Callable[[], None] = nothing,
) -> ft.Control:
    """Offer the tiles that fit on a square, the likeliest first; one tap lays one, and `laid` is told."""
    ui = use_ui()
    palette = ui.viewport.palette
    kinds, set_kinds = use_value(frozenset[Kind]())
    any_number: int | None = None
    chimneys, set_chimneys = use_value(any_number)
    limit, set_limit = use_value(SHOWN)
    district = actions.district_of(live.state, seat)
    copies = ui.tables.copies[live.game.key]
    there = frozenset(kind for kind in sides_asked(district, cell).values() if kind is not None)
    offered = _offered(district, cell, kinds - there, chimneys, (copies.part(SEEN), limit + 1))

    async def lay(tile: Tile) -> None:
        await lay_tile(live, seat, tile)
        laid()

    lay_stable = ft.use_callback(lay, [live, seat, cell])

    def toggle(kind: Kind) -> None:
        set_kinds(lambda before: before ^ {kind})
        set_limit(lambda _: SHOWN)

    def count_chimneys(number: int) -> None:
        set_chimneys(lambda before: None if before == number else number)

    parts: list[ft.Control] = [head(cell, _asked(district, cell), pick)]
    if kinds or len(offered) > FEW:
        filters = [_filter(kind, kind in kinds, toggle) for kind in FILTERS]
        parts.append(ft.Row(filters, spacing=SPACE, scroll=ft.ScrollMode.HIDDEN))
    if offered:
        shown = [keyed(offer.shape, OfferPicture, offer, palette, lay_stable) for offer in offered[:limit]]
        start = ft.CrossAxisAlignment.START
        parts.append(ft.Row(shown, wrap=True, spacing=SPACE, run_spacing=SPACE, vertical_alignment=start))
    else:
        parts.append(text(NONE_OF_THESE if kinds else NONE, Style.SMALL))
    if chimneys is not None or _has_villa(offered):
        parts.append(chimney_row("Only with chimneys", chimneys, count_chimneys))
    foot: list[ft.Control] = []
    if len(offered) > limit:
        foot.append(outlined("More tiles", lambda: set_limit(lambda before: before + 2 * SHOWN)))
    if cell in SHOVEL_SQUARES:
        foot.append(shovel_button(live, seat, cell))
    parts.append(ft.Row(foot, wrap=True))
    return ft.Column(parts, spacing=2 * SPACE, tight=True)


async def lay_tile(live: LiveTable, seat: int, tile: Tile) -> None:
    """Lay a tile, and count its shape in my copy."""
    kinds = dict.fromkeys(feature.kind.value for feature in tile.features)
    counted = Counted(SEEN, (placement.shape_key(tile.features),))
    await live.change(f"{' and '.join(kinds)} on {tile.cell}", actions.lay(seat, tile), counted)


def _offered(
    district: District, cell: str, kinds: frozenset[Kind], chimneys: int | None, seen: tuple[Mapping[str, int], int]
) -> tuple[FittingTile, ...]:
    """Return the tiles that fit; with a number of chimneys, those that have it on a part of a villa."""
    counts, limit = seen
    if chimneys is None:
        return placement.fitting_tiles(district, cell, kinds=kinds, seen=counts, limit=limit)
    wanted = [
        offer
        for offer in placement.fitting_tiles(
            district, cell, kinds=kinds, chimneys=chimneys, seen=counts, limit=LOOKED_OVER * limit
        )
        if any(one.kind is Kind.VILLA and one.chimneys == chimneys for one in offer.tile.features)
    ]
    return tuple(wanted[:limit])


def _has_villa(offered: tuple[FittingTile, ...]) -> bool:
    return any(feature.kind is Kind.VILLA for offer in offered[:SHOWN] for feature in offer.tile.features)


@memo
def OfferPicture(offer: FittingTile, palette: Palette, lay: Callable[[Tile], Awaitable[None]]) -> ft.Control:
    """Show a tile that fits; a tap lays it, the arrow below turns it first where it fits in several ways."""
    turn, set_turn = use_value(0)
    tile = offer.turns[turn % len(offer.turns)]
    picture = tappable_picture(
        tile_picture(tile_layers(tile, frozenset(), frozenset()), PICTURE, palette),
        f"Lay {wording.label(tile)}",
        lambda: lay(tile),
    )
    if len(offer.turns) == 1:
        return picture
    arrow = icon_button(
        ft.Icons.ROTATE_RIGHT, f"Turn {wording.label(tile)}", lambda: set_turn(lambda before: before + 1)
    )
    return ft.Column([picture, arrow], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def head(title: str, below: str, pick: Callable[[str | None], Awaitable[None]]) -> ft.Control:
    """Return the title of what was tapped, what is to be known of it, and the way to close it."""
    words = ft.Column([heading(title), caption(below)], spacing=0, tight=True, expand=True)
    return ft.Row([words, icon_button(ft.Icons.CLOSE, "Close", lambda: pick(None))])


def _asked(district: District, cell: str) -> str:
    asked = sides_asked(district, cell)
    if not asked:
        return "Anything fits here. Tap what the tile shows to narrow the choice, then the tile."
    sides = tuple(
        say("{kind} to the {side}", kind="grass" if kind is None else kind.value, side=TOWARDS[side])
        for side, kind in asked.items()
    )
    return str(say("Must show {sides}.", sides=sides))


def _filter(kind: Kind, chosen: bool, toggle: Callable[[Kind], None]) -> ft.Control:  # noqa: FBT001
    face = mark(kind.value, 28, ft.Colors.ON_PRIMARY if chosen else ft.Colors.ON_SURFACE)
    return _square(face, f"Only tiles with {kind.value}", lambda: toggle(kind), chosen=chosen)


def _square(face: ft.Control, label: str, do: Callable[[], Any], *, chosen: bool) -> ft.Control:
    """Return something to choose by a tap, filled where it is chosen."""
    return tappable(
        ft.Container(face, alignment=ft.Alignment.CENTER),
        label,
        do,
        selected=chosen,
        width=TARGET,
        height=TARGET,
        bgcolor=ft.Colors.PRIMARY if chosen else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def chimney_row(title: str, now: int | None, choose: Callable[[int], Any]) -> ft.Control:
    """Return numbers of chimneys to choose from, as many as a tap enters and those up to what it is `now`."""

    def number(chimneys: int) -> ft.Control:
        chosen = chimneys == now
        face = text(chimneys, Style.STRONG, color=ft.Colors.ON_PRIMARY if chosen else ft.Colors.ON_SURFACE)
        return _square(face, f"{title}: {chimneys}", lambda: choose(chimneys), chosen=chosen)

    beyond = range(CHIMNEYS[-1] + 1, min(now + 1, MOST_CHIMNEYS) + 1) if now is not None and now >= CHIMNEYS[-1] else ()
    numbers = [number(chimneys) for chimneys in (*CHIMNEYS, *beyond)]
    return ft.Row(
        [ft.Row([mark("chimney", 20, ft.Colors.ON_SURFACE), caption(title)], spacing=SPACE, tight=True), *numbers],
        wrap=True,
        spacing=SPACE,
        run_spacing=SPACE,
    )


def shovel_button(live: LiveTable, seat: int, cell: str) -> ft.Control:
    """Return the button that says whether a square is the shovel space."""
    is_shovel = actions.district_of(live.state, seat).shovel == cell
    words = "The shovel is not here after all" if is_shovel else "This is the shovel space"

    async def mark_it() -> None:
        await live.change(f"shovel space {cell}", actions.shovel(seat, None if is_shovel else cell))

    return plain_button(words, mark_it)
