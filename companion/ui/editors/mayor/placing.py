"""Placing a tile in four taps: the tile, the square, who stands beside it, and done; with what everybody gets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import actions, copy_values
from companion.games.mayor.extras import Tile
from companion.games.mayor.placement import Asked, Found, answer, ask_of, matches_on
from companion.games.mayor.table import player_of
from companion.games.mayor.wording import gains, one, square_said, tile_said
from companion.ui.components.controls import button, caption, card, heading, labelled, notice, outlined, seat_mark, text
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import leading_trailing_row
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, WIDEST, Style
from companion.ui.editors.mayor.faces import column, kind_mark, street_dot
from companion.ui.editors.mayor.pads import BlockPad, IconsPad, ParkIcons, SquarePad, StreetChips
from companion.ui.editors.mayor.rewards import RewardChips, may_use_amenity, plays_amenities
from scoring.mayor.data import RAINBOW_POINTS
from scoring.mayor.moves import advanced
from scoring.mayor.preview import may_be_beside
from scoring.mayor.state import SQUARES_BESIDE_A_PARK, Building, Kind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.games.mayor.table import MayorTable, Order
    from companion.tables.live_table import LiveTable
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Square, Street

    Change = Callable[..., None]

NOT_SCORED: Final = (
    "The tile then scores for nobody. Whether it would for others who stand beside it, the rulebook leaves open."
)

CARD: Final = 6 * SPACE
"""What a card and the edge of the screen take on either side, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A placement that is being entered: the tile and its number among those held, and where it goes.

    `street` is the first street beside the square, where the rondel does not say it; `reward` what a Civic Amenity pays
    that is `used`; `entering` says that what the tile shows is entered here.
    """

    tile: Tile | None = None
    number: int | None = None
    street: Street | None = None
    square: Square | None = None
    block: tuple[Building, ...] = ()
    extras: tuple[int, ...] = ()
    used: bool = False
    reward: Reward | None = None
    entering: bool = False


@component
def Placing(live: LiveTable, seat: int, street: Street | None, order: Order) -> ft.Control:
    """Let a tile be placed beside a street, any street where `street` is `None`."""
    use_revision(live)
    state: MayorTable = live.state
    entered, set_draft = use_value(Draft())
    draft = _still(state, seat, entered)

    def change(**values: Any) -> None:  # noqa: ANN401 - fields of a draft
        set_draft(lambda old: replace(old, **values))

    rainbow = street is None and not draft.used
    asked = Asked(tile=draft.tile, square=draft.square, block=draft.block, extras=draft.extras, rainbow=rainbow)
    ask = ask_of(state, seat, asked)
    found = None if ask is None else answer(state, ask)
    parts: list[ft.Control] = [
        heading("Place a tile"),
        *_anywhere(state, seat, draft, change),
        *_tile(live, seat, draft, change),
        *_where(state, seat, draft, None if draft.used else street, change),
        *_beside(state, draft, change, rainbow=rainbow),
    ]
    if found is not None:
        ready = not found.problems and (draft.reward is not None or not draft.used)
        finish = _finishing(live, seat, draft, found, order)
        parts += [
            heading("What everybody gets", 3),
            *(text(said) for said in found.sentences),
            *(_earned(state, other, row) for other, row in enumerate(found.rows)),
            *(notice(sentence(problem.message), wrong=True) for problem in found.problems),
            button("Place it", finish, icon=ft.Icons.CHECK, disabled=not ready),
            *(caption(f"Ruling: {ruling}") for ruling in found.rulings),
        ]
    if draft.tile is not None and plays_amenities(state) and not (state.extras.closing or draft.used):
        take = _taking(live, seat, actions.Laying(placement=None, tile=draft.number, rainbow=rainbow), order)
        parts += [outlined("Take the block's Civic Amenity instead", take), caption(NOT_SCORED)]
    return card(parts)


def _still(state: MayorTable, seat: int, draft: Draft) -> Draft:
    """Return a draft, a new one where its tile does not lie in front of the player any more."""
    held = state.extras.held[seat]
    if draft.number is None or draft.tile is None:
        return draft
    lies = draft.number < len(held) and held[draft.number].kind is draft.tile.kind
    return draft if lies else Draft()


def _finishing(live: LiveTable, seat: int, draft: Draft, found: Found, order: Order) -> Callable[[], Awaitable[None]]:
    """Return what places the tile."""
    copies = use_ui().tables.copies[live.game.key]

    async def finish() -> None:
        tile = draft.tile
        if tile is None or tile.kind is None:
            return
        laying = actions.Laying(
            placement=found.placement,
            tile=draft.number,
            rainbow=found.rainbow,
            reward=draft.reward if draft.used else None,
        )
        words = f"{player_of(live.state, seat).name} places a {one(tile.kind)}"
        await live.change(words, actions.place(seat, laying, order))
        if tile.park:
            await copy_values.keep_park(copies, tile.park)
        told = ", ".join(f"{row.name} {gains(row.points, row.gold)}" for row in found.placement.players)
        show_snackbar(f"{words}: {told}.", undo=undo_of_last_step(live))

    return finish


def _taking(live: LiveTable, seat: int, laying: actions.Laying, order: Order) -> Callable[[], Awaitable[None]]:
    """Return what takes the Civic Amenity of the block in the place of scoring the tile."""

    async def take() -> None:
        words = f"{player_of(live.state, seat).name} takes a Civic Amenity"
        await live.change(words, actions.place(seat, laying, order))
        show_snackbar(f"{words}.", undo=undo_of_last_step(live))

    return take


def _anywhere(state: MayorTable, seat: int, draft: Draft, change: Change) -> list[ft.Control]:
    if not may_use_amenity(state, seat):
        return []
    use = RewardChips(
        draft.used,
        draft.reward,
        lambda: change(used=not draft.used, square=None),
        lambda reward: change(reward=reward),
        what="Anywhere, with a Civic Amenity",
    )
    return [use]


def _is_known(tile: Tile | None) -> bool:
    return tile is not None and (tile.icons is not None or bool(tile.park))


# -- the tile


def _tile(live: LiveTable, seat: int, draft: Draft, change: Change) -> list[ft.Control]:
    """Return the choice of the tile, and the question what it shows where that is not known."""
    state: MayorTable = live.state
    chips = [
        chip(
            tile_said(tile),
            partial(change, tile=tile, number=number, square=None, block=(), extras=(), entering=False),
            selected=number == draft.number and draft.tile is not None,
            leading=kind_mark(tile.kind, 20, ft.Colors.ON_SURFACE),
            label=f"Place {tile_said(tile)}",
        )
        for number, tile in enumerate(state.extras.held[seat])
        if tile.kind is not None
    ]
    parts: list[ft.Control] = [heading("1. The tile", 3)]
    if chips:
        parts.append(wrapped(chips))
    if actions.unknown_tiles(state, seat):
        parts.append(caption("Tiles not entered yet: tap the kind."))
        parts.append(wrapped(_kind(kind, draft, change) for kind in Kind))
    return [*parts, *_shows(live, seat, draft, change)]


def _shows(live: LiveTable, seat: int, draft: Draft, change: Change) -> list[ft.Control]:
    """Return the question what the tile shows; an answer about one that is held is kept with it."""
    ui = use_ui()
    tile = draft.tile
    if tile is None or tile.kind is None or draft.square is not None:
        return []
    if draft.number is not None and _is_known(live.state.extras.held[seat][draft.number]) and not draft.entering:
        return []
    kind = tile.kind

    async def know(shown: Tile) -> None:
        change(tile=shown, square=None, entering=True)
        if draft.number is not None:
            words = f"{player_of(live.state, seat).name}: {tile_said(shown)}"
            await live.change(words, actions.know(seat, draft.number, shown))

    pad = IconsPad(tile.icons, lambda icons: know(Tile(kind=kind, icons=icons)))
    if kind is Kind.PARK:
        known = copy_values.parks(ui.tables.copies[live.game.key])
        pad = ParkIcons(tile.park, known, lambda icons: know(Tile(kind=kind, park=icons)))
    return [caption(f"What does the {one(kind)} show?"), pad]


def _kind(kind: Kind, draft: Draft, change: Change) -> ft.Control:
    chosen = draft.number is None and draft.tile is not None and draft.tile.kind is kind
    return chip(
        one(kind).capitalize(),
        partial(change, tile=Tile(kind=kind), number=None, square=None, block=(), extras=()),
        selected=chosen,
        leading=kind_mark(kind, 20, ft.Colors.ON_SURFACE),
        label=f"Place a {one(kind)}",
    )


# -- where it goes


def _where(state: MayorTable, seat: int, draft: Draft, street: Street | None, change: Change) -> list[ft.Control]:
    tile = draft.tile
    if tile is None or not _is_known(tile):
        return []
    if tile.kind is Kind.PARK:
        block = BlockPad(draft.block, SQUARES_BESIDE_A_PARK, lambda block: change(block=block))
        return [heading("2. Its block", 3), block]
    parts: list[ft.Control] = [heading("2. The square", 3)]
    if draft.square is not None:
        return [
            *parts,
            wrapped([_chosen_square(draft.square, change)]),
            *_closed(state, draft.square.streets),
        ]
    first = street or draft.street
    if street is None:
        parts += [
            caption("A street beside the square"),
            StreetChips(draft.street, lambda one: change(street=one, square=None), asked="Beside a street that is"),
        ]
    if first is None:
        return parts
    matches = partial(matches_on, state, seat, tile)
    return [
        *parts,
        *_closed(state, (first,)),
        caption(f"Beside {first.value}, and beside … (N north, S south, + outer, o inner)"),
        SquarePad(first, draft.square, matches, lambda square: change(square=square)),
    ]


def _chosen_square(square: Square, change: Change) -> ft.Control:
    words = square_said(square)
    dots = ft.Row([street_dot(street) for street in square.streets], spacing=2, tight=True)
    return chip(
        words.capitalize(),
        partial(change, square=None, extras=()),
        selected=True,
        leading=dots,
        label=f"Another square than {words}",
    )


def _closed(state: MayorTable, streets: Sequence[Street]) -> list[ft.Control]:
    """Return what the Event says against a square beside these streets."""
    closed = [street.value for street in streets if street in state.extras.event.closed]
    if not closed:
        return []
    words = f"The Event closes {' and '.join(closed)} streets: nothing is placed beside them now."
    return [notice(words, wrong=True)]


# -- who stands beside


def _beside(state: MayorTable, draft: Draft, change: Change, *, rainbow: bool) -> list[ft.Control]:
    """Return the choice of who has a piece on a street beside the square, once the Rainbow is paid."""
    if draft.square is None:
        return []
    turn = state.extras.turn
    table = advanced(state.table, turn, points=-RAINBOW_POINTS) if rainbow else state.table

    def toggle(other: int) -> None:
        player = table.players[other]
        if not may_be_beside(player):
            show_snackbar(f"{player.name} stands on no street: Citizen on {player.citizen}, Banker on {player.banker}.")
            return
        change(extras=tuple(sorted(set(draft.extras) ^ {other})))

    def chip_of(other: int) -> ft.Control:
        player = table.players[other]
        off = "" if may_be_beside(player) else ", on no street"
        return chip(
            f"{player.name} ({player.citizen} and {player.banker}{off})",
            partial(toggle, other),
            selected=other in draft.extras,
            leading=seat_mark(state.extras.seats[other]),
            label=f"{player.name} stands beside: Citizen on {player.citizen}, Banker on {player.banker}{off}",
        )

    words = "Who has a Citizen or Banker on a street beside the square? Corners are no street."
    return [
        heading("3. Who stands beside", 3),
        caption(words),
        wrapped(chip_of(other) for other in range(len(table.players))),
    ]


def _earned(state: MayorTable, seat: int, row: tuple[Any, ...]) -> ft.Control:
    name, points, gold, because = row
    brought = gains(points, gold)
    viewport = use_ui().viewport
    room = (min(viewport.width, WIDEST) / (2 if viewport.wide else 1) - 2 * CARD) / viewport.scale
    figure = text(brought, Style.STRONG if points or gold else Style.TEXT)
    head = leading_trailing_row(seat_mark(state.extras.seats[seat]), text(name), figure, room)
    why = caption(sentence(because))
    return labelled(column([head, why], 0), f"{name}: {brought}; {because}")
