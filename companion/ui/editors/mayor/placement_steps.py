"""The steps of a placement: the tile and what it shows, the square or block, and who stands beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor import copy_values
from companion.games.mayor.placement import PlacementDraft, is_known, matches_on
from companion.games.mayor.wording import colours, square_text, tile_text
from companion.tables.state import transition
from companion.ui.components.controls import caption, heading, notice, seat_mark
from companion.ui.components.fields import chip, wrapped
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import show_snackbar
from companion.ui.editors.mayor.drawings import kind_mark, street_dot
from companion.ui.editors.mayor.pads import BlockPad, IconsPad, ParkIcons, RewardChips, SquarePad, StreetChips
from scoring.mayor.data import RAINBOW_POINTS
from scoring.mayor.moves import advanced
from scoring.mayor.preview import may_be_beside
from scoring.mayor.state import SQUARES_BESIDE_A_PARK, Kind, Tile
from scoring.mayor.turns import may_use_amenity, tile_shown, unknown_tiles
from scoring.mayor.wording import STREETS
from scoring.messages import say, tr

if TYPE_CHECKING:
    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable
    from scoring.mayor.state import Square, Street, Table

ON_NO_STREET: Final = say("Beside space 0 or 50 alone, where no piece earns anything")

Change = Callable[..., None]
"""Changes fields of a draft, given by name, or by `after`, a function of the draft as it is."""


def amenity_choice(table: Table, seat: int, draft: PlacementDraft, change: Change) -> list[ft.Control]:
    """Return the choice to place the tile anywhere with a Civic Amenity, if the player may have one."""
    if not may_use_amenity(table, seat):
        return []
    use = RewardChips(
        draft.used,
        draft.reward,
        lambda: change(after=lambda old: {"used": not old.used}, square=None),
        lambda reward: change(reward=reward),
        what=tr("Anywhere, with a Civic Amenity"),
    )
    return [use]


def tile_choice(live: LiveTable, seat: int, draft: PlacementDraft, change: Change) -> list[ft.Control]:
    """Return the choice of the tile, and the question what it shows if that is not known."""
    state: MayorTable = live.state
    chips = [
        chip(
            tile_text(tile),
            partial(change, tile=tile, number=number, square=None, block=(), beside=(), entering=False),
            selected=number == draft.number and draft.tile is not None,
            leading=kind_mark(tile.kind, 20, ft.Colors.ON_SURFACE),
            label=tr("Place {tile}", tile=tile_text(tile)),
        )
        for number, tile in enumerate(state.table.held[seat])
        if tile.kind is not None
    ]
    parts: list[ft.Control] = [heading(tr("1. The tile"), 3)]
    if chips:
        parts.append(wrapped(chips))
    if unknown_tiles(state.table, seat):
        parts.append(caption(tr("Tiles not entered yet: tap the kind.")))
        parts.append(wrapped(_kind_chip(kind, draft, change) for kind in Kind))
    return [*parts, *_tile_question(live, seat, draft, change)]


def _tile_question(live: LiveTable, seat: int, draft: PlacementDraft, change: Change) -> list[ft.Control]:
    """Return the question what the tile shows; the answer about a tile in front of the player is kept at the table."""
    ui = use_ui()
    tile = draft.tile
    if tile is None or tile.kind is None or draft.square is not None:
        return []
    if draft.number is not None and is_known(live.state.table.held[seat][draft.number]) and not draft.entering:
        return []
    kind = tile.kind

    async def reveal(shown: Tile) -> None:
        change(tile=shown, square=None, entering=True)
        if draft.number is not None:
            words = say("{what}: {value}", what=live.state.table.players[seat].name, value=tile_text(shown))
            await live.change(words, transition(tile_shown, seat, draft.number, shown))

    pad = IconsPad(tile.icons, lambda icons: reveal(Tile(kind=kind, icons=icons)))
    if kind is Kind.PARK:
        known = copy_values.PARKS.known(ui.tables.copies[live.game.key])
        pad = ParkIcons(tile.park, known, lambda icons: reveal(Tile(kind=kind, park=icons)))
    return [caption(tr("What does the {kind} show?", kind=kind.noun.name)), pad]


def _kind_chip(kind: Kind, draft: PlacementDraft, change: Change) -> ft.Control:
    chosen = draft.number is None and draft.tile is not None and draft.tile.kind is kind
    return chip(
        kind.noun.title,
        partial(change, tile=Tile(kind=kind), number=None, square=None, block=(), beside=()),
        selected=chosen,
        leading=kind_mark(kind, 20, ft.Colors.ON_SURFACE),
        label=tr("Place a {kind}", kind=kind.noun.name),
    )


def square_choice(
    table: Table, seat: int, draft: PlacementDraft, street: Street | None, change: Change
) -> list[ft.Control]:
    """Return the choice of the square, or of the block of a park; `street` is the one of the rondel, if it has one."""
    tile = draft.tile
    if tile is None or not is_known(tile):
        return []
    if tile.kind is Kind.PARK:
        block = BlockPad(draft.block, SQUARES_BESIDE_A_PARK, lambda block: change(block=block))
        return [heading(tr("2. Its block"), 3), block]
    parts: list[ft.Control] = [heading(tr("2. The square"), 3)]
    if draft.square is not None:
        return [
            *parts,
            wrapped([_chosen_square(draft.square, change)]),
        ]
    closed = () if draft.used else table.event.closed
    first = street or draft.street
    if street is None:
        parts += [
            caption(tr("A street beside the square")),
            StreetChips(
                draft.street,
                lambda street: change(street=street, no_street=False, square=None),
                label=lambda street: tr("Beside a street that is {street}", street=street),
                closed=closed,
            ),
            wrapped([_no_street_chip(draft, change)]),
        ]
    if closed:
        streets = colours(closed)
        parts.append(
            notice(tr("The Event closes {streets} streets: nothing may be placed beside them now.", streets=streets))
        )
    no_street = street is None and draft.no_street
    if not no_street and (first is None or first in closed):
        return parts
    first = None if no_street else first
    matches = partial(matches_on, table, seat, tile)
    words = ON_NO_STREET if first is None else say("Beside {street}, and beside …", street=STREETS[first])
    return [
        *parts,
        caption(tr("{where} (N north, S south, + outer, o inner)", where=words)),
        SquarePad(first, draft.square, matches, lambda square: change(square=square), closed=closed),
    ]


def _no_street_chip(draft: PlacementDraft, change: Change) -> ft.Control:
    return chip(
        tr("0 or 50 alone"),
        partial(change, no_street=True, street=None, square=None, beside=()),
        selected=draft.no_street,
        label=tr("Beside space 0 or 50 alone"),
    )


def _chosen_square(square: Square, change: Change) -> ft.Control:
    words = str(square_text(square))
    dots = ft.Row([street_dot(street) for street in square.streets], spacing=2, tight=True)
    return chip(
        words[:1].upper() + words[1:],
        partial(change, square=None, beside=()),
        selected=True,
        leading=dots,
        label=tr("A square other than {square}", square=words),
    )


def beside_choice(state: MayorTable, draft: PlacementDraft, change: Change, *, rainbow: bool) -> list[ft.Control]:
    """Return the choice of who stands on a street beside the square; with `rainbow`, after the Rainbow is paid."""
    if draft.square is None or not draft.square.streets:
        return []
    turn = state.table.turn
    table = advanced(state.table, turn, points=-RAINBOW_POINTS) if rainbow else state.table

    def toggle(other: int) -> None:
        player = table.players[other]
        if not may_be_beside(player):
            show_snackbar(
                tr(
                    "{name} stands on no street: Citizen on {citizen}, Banker on {banker}.",
                    name=player.name,
                    citizen=player.citizen,
                    banker=player.banker,
                )
            )
            return
        change(after=lambda old: {"beside": tuple(sorted({*old.beside} ^ {other}))})

    def chip_of(other: int) -> ft.Control:
        player = table.players[other]
        spaces = {"name": player.name, "citizen": player.citizen, "banker": player.banker}
        words = tr("{name} ({citizen} and {banker})", **spaces)
        label = tr("{name} stands beside: Citizen on {citizen}, Banker on {banker}", **spaces)
        if not may_be_beside(player):
            words = tr("{name} ({citizen} and {banker}, on no street)", **spaces)
            label = tr("{name} stands beside: Citizen on {citizen}, Banker on {banker}, on no street", **spaces)
        return chip(
            words,
            partial(toggle, other),
            selected=other in draft.beside,
            leading=seat_mark(state.extras.seats[other]),
            label=label,
        )

    words = tr("Who has a Citizen or Banker on a street beside the square? Corners are not streets.")
    return [
        heading(tr("3. Who stands beside"), 3),
        caption(words),
        wrapped(chip_of(other) for other in range(len(table.players))),
    ]
