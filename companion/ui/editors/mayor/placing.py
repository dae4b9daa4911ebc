"""Placing a tile in four taps: the tile, the square, who stands beside it, and done; with what everybody gets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import copy_values
from companion.games.mayor.actions import (
    PlacementDraft,
    is_known,
    matches_on,
    placement_preview,
    placement_question,
    valid_draft,
)
from companion.games.mayor.wording import BESIDE_AN_END, gains_text, square_text, streets_closed, tile_text
from companion.tables.state import transition
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    labelled,
    notice,
    outlined,
    seat_mark,
    silent,
    text,
)
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, leading_trailing_row
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import value_now
from companion.ui.core.theme import SPACE, WIDEST, Style
from companion.ui.editors.mayor.pads import (
    BlockPad,
    IconsPad,
    ParkIcons,
    RewardChips,
    SquarePad,
    StreetChips,
    kind_mark,
    street_dot,
    use_turn_memory,
)
from scoring.mayor.actions import may_be_beside
from scoring.mayor.data import RAINBOW_POINTS
from scoring.mayor.state import SQUARES_BESIDE_A_PARK, Kind, Order, Player, Square, Street, Table, Tile, Variant
from scoring.mayor.turns import Laying, advance, may_use_amenity, place_tile, show_tile, unknown_tiles
from scoring.messages import Message, say, tr, with_commas

if TYPE_CHECKING:
    from companion.games.mayor.actions import MayorTable, PlacementPreview
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy


NOT_SCORED: Final = say(
    "The tile then scores for nobody. Whoever places first in a block and does not take it removes it from the game."
)

TAKE: Final = say("Take the block’s Civic Amenity")

ONE_OF_A_TYPE: Final = say("A block takes one tile of each type, parks included. Check that this one fits.")

ANYTHING_FITS: Final = say(
    "A Civic Amenity allows any empty square, even beside a tile of the same type. Then lay the Amenity itself on an "
    "empty square."
)

CARD_MARGIN: Final = 6 * SPACE
"""The width of the edges of the screen and of a card on either side, in px."""


@component
def PlacementCard(live: LiveTable, seat: int, street: Street | None, order: Order) -> ft.Control:
    """Let a tile be placed beside a street, any street where `street` is `None`."""
    use_revision(live)
    state: MayorTable = live.state
    copies = use_ui().tables.copies[live.game.key]
    entered, set_draft = use_turn_memory(live, "placement", PlacementDraft())
    draft = valid_draft(state.table, seat, entered)

    def change(*, after: Callable[[PlacementDraft], Mapping[str, Any]] = lambda _: {}, **values: Any) -> None:  # noqa: ANN401
        set_draft(lambda old: replace(old, **after(old), **values))

    async def place() -> None:
        latest = valid_draft(live.state.table, seat, value_now(set_draft))
        await _place(live, seat, copies, order, street, latest)

    rainbow = street is None and not draft.used
    ask = placement_question(state.table, seat, draft, rainbow=rainbow)
    parts: list[ft.Control] = [
        caption(ANYTHING_FITS if draft.used else ONE_OF_A_TYPE),
        *amenity_choice(state.table, seat, draft, change),
        *tile_choice(live, seat, draft, change),
        *square_choice(state.table, seat, draft, None if draft.used else street, change),
        *beside_choice(state, draft, change, rainbow=rainbow),
    ]
    if ask is not None:
        preview = placement_preview(state.table, ask)
        parts += _preview(live, seat, preview, place, ready=_is_ready(draft, preview))
    if draft.tile is not None and Variant.AMENITIES in state.table.variants and not (state.table.closing or draft.used):
        laying = Laying(placement=None, tile=draft.number, rainbow=rainbow)
        step = transition(place_tile, seat, laying, order)
        parts += [outlined(TAKE, lambda: change_and_say(live, TAKE, step)), caption(NOT_SCORED)]
    return card(parts)


def _is_ready(draft: PlacementDraft, preview: PlacementPreview) -> bool:
    """Return whether nothing speaks against a placement, and nothing is missing."""
    return not preview.problems and (draft.reward is not None or not draft.used)


def _preview(
    live: LiveTable, seat: int, preview: PlacementPreview, place: Callable[[], Awaitable[None]], *, ready: bool
) -> list[ft.Control]:
    """Return what everybody gets, and the button that places the tile."""
    _, points, gold, _ = preview.rows[seat]
    does = tr("Place it: {gains}", gains=gains_text(points, gold))
    return [
        heading(tr("What everybody gets"), 3),
        *(text(words) for words in preview.sentences),
        *(_gains_row(live.state, seat, row) for seat, row in enumerate(preview.rows)),
        *(notice(sentence(problem.message), wrong=True) for problem in preview.problems),
        *(caption(tr("Ruling: {ruling}", ruling=ruling)) for ruling in preview.rulings),
        AtThumb(lambda: [button(does, place, icon=ft.Icons.CHECK, disabled=not ready)]),
    ]


async def _place(
    live: LiveTable, seat: int, copies: MyCopy, order: Order, street: Street | None, draft: PlacementDraft
) -> None:
    """Place the tile by a draft, if that is whole."""
    tile = draft.tile
    ask = placement_question(live.state.table, seat, draft, rainbow=street is None and not draft.used)
    if tile is None or tile.kind is None or ask is None:
        return
    preview = placement_preview(live.state.table, ask)
    if not _is_ready(draft, preview):
        return
    laying = Laying(
        placement=preview.placement,
        tile=draft.number,
        rainbow=preview.rainbow,
        reward=draft.reward if draft.used else None,
    )
    words = say("{name} places a {kind}", name=live.state.table.players[seat].name, kind=tile.kind.noun.name)
    gains = ", ".join(f"{row.name} {gains_text(row.points, row.gold)}" for row in preview.placement.players)
    said = say("{what}: {value}.", what=words, value=gains)
    await change_and_say(live, words, transition(place_tile, seat, laying, order), said)
    if tile.park:
        await copy_values.keep_park(copies, tile.park)


def _gains_row(state: MayorTable, seat: int, row: tuple[Any, ...]) -> ft.Control:
    name, points, gold, because = row
    brought = gains_text(points, gold)
    viewport = use_ui().viewport
    room = (min(viewport.width, WIDEST) / (2 if viewport.wide else 1) - 2 * CARD_MARGIN) / viewport.scale
    figure = text(brought, Style.STRONG if points or gold else Style.TEXT)
    head = leading_trailing_row([seat_mark(state.extras.seats[seat])], text(name), figure, room)
    why = caption(sentence(because))
    return labelled(column([head, why], 0), f"{name}: {brought}; {because}")


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
        )
        for number, tile in enumerate(state.table.held[seat])
        if tile.kind is not None
    ]
    parts: list[ft.Control] = [heading(tr("1. The tile"), 3)]
    if chips:
        parts.append(wrapped(chips))
    if unknown_tiles(state.table, seat):
        parts.append(caption(tr("Not entered yet:")))
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
            await live.change(words, transition(show_tile, seat, draft.number, shown))

    pad = IconsPad(tile.icons, lambda icons: reveal(Tile(kind=kind, icons=icons)))
    if kind is Kind.PARK:
        parks = copy_values.PARKS.known(ui.tables.copies[live.game.key])
        pad = ParkIcons(tile.park, parks, lambda icons: reveal(Tile(kind=kind, park=icons)))
    return [caption(tr("What does the {kind} show?", kind=kind.noun.name)), pad]


def _kind_chip(kind: Kind, draft: PlacementDraft, change: Change) -> ft.Control:
    chosen = draft.number is None and draft.tile is not None and draft.tile.kind is kind
    return chip(
        kind.noun.title,
        partial(change, tile=Tile(kind=kind), number=None, square=None, block=(), beside=()),
        selected=chosen,
        leading=kind_mark(kind, 20, ft.Colors.ON_SURFACE),
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
        return [*parts, wrapped([_chosen_square(draft.square, change)])]
    closed = () if draft.used else table.event.closed
    first = street or draft.street
    if street is None:
        parts += [
            caption(tr("A street beside the square")),
            StreetChips(
                [draft.street], lambda street: change(street=street, no_street=False, square=None), closed=closed
            ),
            wrapped([_no_street_chip(draft, change)]),
        ]
    if closed:
        parts.append(notice(sentence(streets_closed(closed))))
    no_street = street is None and draft.no_street
    if not no_street and (first is None or first in closed):
        return parts
    first = None if no_street else first
    matches = partial(matches_on, table, seat, tile)
    return [
        *parts,
        silent(caption(tr("N north, S south, + outer, o inner"))),
        SquarePad(first, draft.square, matches, lambda square: change(square=square), closed=closed),
    ]


def _no_street_chip(draft: PlacementDraft, change: Change) -> ft.Control:
    return chip(
        BESIDE_AN_END, partial(change, no_street=True, street=None, square=None, beside=()), selected=draft.no_street
    )


def _chosen_square(square: Square, change: Change) -> ft.Control:
    dots = ft.Row([street_dot(street) for street in square.streets], spacing=2, tight=True)
    return chip(square_text(square), partial(change, square=None, beside=()), selected=True, leading=dots)


def beside_choice(state: MayorTable, draft: PlacementDraft, change: Change, *, rainbow: bool) -> list[ft.Control]:
    """Return the choice of who stands on a street beside the square; with `rainbow`, after the Rainbow is paid."""
    if draft.square is None or not draft.square.streets:
        return []
    turn = state.table.turn
    table = advance(state.table, turn, points=-RAINBOW_POINTS) if rainbow else state.table

    def toggle(seat: int) -> None:
        player = table.players[seat]
        if not may_be_beside(player):
            show_snackbar(sentence(_spaces(player)))
            return
        change(after=lambda old: {"beside": tuple(sorted({*old.beside} ^ {seat}))})

    def chip_of(seat: int) -> ft.Control:
        player = table.players[seat]
        return chip(
            f"{player.name} ({player.citizen}, {player.banker})",
            partial(toggle, seat),
            selected=seat in draft.beside,
            leading=seat_mark(state.extras.seats[seat]),
            label=_spaces(player),
        )

    return [
        heading(tr("3. Who stands beside"), 3),
        caption(tr("With a Citizen or Banker on a street beside the square; corners are none.")),
        wrapped(chip_of(seat) for seat in range(len(table.players))),
    ]


def _spaces(player: Player) -> Message:
    """Return where the pieces of a player stand, and that it is no street where that is known."""
    spaces = say(
        "{name}: Citizen on {citizen}, Banker on {banker}",
        name=player.name,
        citizen=player.citizen,
        banker=player.banker,
    )
    return spaces if may_be_beside(player) else with_commas([spaces, say("on no street")])
