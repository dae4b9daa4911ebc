"""Placing a tile in four taps: the tile, the square, who stands beside it, and done; with what everybody gets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import copy_values
from companion.games.mayor.placement import PlacementDraft, placement_preview, placement_question, valid_draft
from companion.games.mayor.wording import gains_text
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, card, heading, labelled, notice, outlined, seat_mark, text
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.layout import column, leading_trailing_row
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import value_now
from companion.ui.core.theme import SPACE, WIDEST, Style
from companion.ui.editors.mayor.placement_steps import amenity_choice, beside_choice, square_choice, tile_choice
from companion.ui.editors.mayor.turn_memory import use_turn_memory
from scoring.mayor.state import Variant
from scoring.mayor.turns import Laying, tile_placed
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.games.mayor.actions import MayorTable
    from companion.games.mayor.placement import PlacementPreview
    from companion.tables.live_table import LiveTable
    from scoring.mayor.state import Order, Street


NOT_SCORED: Final = say(
    "The tile then scores for nobody. The rulebook does not say whether others beside it would score."
)

ONE_OF_A_TYPE: Final = say("A block takes one tile of each type, parks included. Check that this one fits.")

ANYTHING_FITS: Final = say(
    "A Civic Amenity allows any empty square, even beside a tile of the same type. Then lay the Amenity itself on an "
    "empty square."
)

NOT_TAKEN: Final = say("Whoever places first in a block without taking its Civic Amenity removes it from the game.")

CARD_MARGIN: Final = 6 * SPACE
"""The width of the edges of the screen and of a card on either side, in px."""


@component
def Placing(live: LiveTable, seat: int, street: Street | None, order: Order) -> ft.Control:
    """Let a tile be placed beside a street, any street where `street` is `None`."""
    use_revision(live)
    state: MayorTable = live.state
    entered, set_draft = use_turn_memory(live, "placement", PlacementDraft())
    draft = valid_draft(state.table, seat, entered)

    def change(*, after: Callable[[PlacementDraft], Mapping[str, Any]] = lambda _: {}, **values: Any) -> None:  # noqa: ANN401
        set_draft(lambda old: replace(old, **after(old), **values))

    def draft_now() -> PlacementDraft:
        return valid_draft(live.state.table, seat, value_now(set_draft))

    rainbow = street is None and not draft.used
    ask = placement_question(state.table, seat, draft, rainbow=rainbow)
    parts: list[ft.Control] = [
        heading(tr("Place a tile")),
        caption(ANYTHING_FITS if draft.used else ONE_OF_A_TYPE),
        *amenity_choice(state.table, seat, draft, change),
        *tile_choice(live, seat, draft, change),
        *square_choice(state.table, seat, draft, None if draft.used else street, change),
        *beside_choice(state, draft, change, rainbow=rainbow),
    ]
    if ask is not None:
        preview = placement_preview(state.table, ask)
        finish = _finishing(live, seat, draft_now, street, order)
        parts += _preview(live, preview, finish, ready=_is_ready(draft, preview))
    if draft.tile is not None and Variant.AMENITIES in state.table.variants and not (state.table.closing or draft.used):
        take = _taking(live, seat, Laying(placement=None, tile=draft.number, rainbow=rainbow), order)
        parts += [outlined(tr("Take the block's Civic Amenity instead"), take), caption(NOT_SCORED), caption(NOT_TAKEN)]
    return card(parts)


def _is_ready(draft: PlacementDraft, preview: PlacementPreview) -> bool:
    """Return whether nothing speaks against a placement, and nothing is missing."""
    return not preview.problems and (draft.reward is not None or not draft.used)


def _preview(
    live: LiveTable, preview: PlacementPreview, finish: Callable[[], Awaitable[None]], *, ready: bool
) -> list[ft.Control]:
    """Return what everybody gets, and the button that places the tile."""
    return [
        heading(tr("What everybody gets"), 3),
        *(text(words) for words in preview.sentences),
        *(_gains_row(live.state, other, row) for other, row in enumerate(preview.rows)),
        *(notice(sentence(problem.message), wrong=True) for problem in preview.problems),
        button(tr("Place it"), finish, icon=ft.Icons.CHECK, disabled=not ready),
        *(caption(tr("Ruling: {ruling}", ruling=ruling)) for ruling in preview.rulings),
    ]


def _finishing(
    live: LiveTable, seat: int, draft_now: Callable[[], PlacementDraft], street: Street | None, order: Order
) -> Callable[[], Awaitable[None]]:
    """Return the handler that places the tile by the draft as it is by then, if that is whole."""
    copies = use_ui().tables.copies[live.game.key]

    async def finish() -> None:
        draft = draft_now()
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
        await change_and_say(live, words, transition(tile_placed, seat, laying, order), f"{words}: {gains}.")
        if tile.park:
            await copy_values.keep_park(copies, tile.park)

    return finish


def _taking(live: LiveTable, seat: int, laying: Laying, order: Order) -> Callable[[], Awaitable[None]]:
    """Return the handler that takes the Civic Amenity of the block instead of scoring the tile."""

    async def take() -> None:
        words = say("{name} takes a Civic Amenity", name=live.state.table.players[seat].name)
        await change_and_say(live, words, transition(tile_placed, seat, laying, order))

    return take


def _gains_row(state: MayorTable, seat: int, row: tuple[Any, ...]) -> ft.Control:
    name, points, gold, because = row
    brought = gains_text(points, gold)
    viewport = use_ui().viewport
    room = (min(viewport.width, WIDEST) / (2 if viewport.wide else 1) - 2 * CARD_MARGIN) / viewport.scale
    figure = text(brought, Style.STRONG if points or gold else Style.TEXT)
    head = leading_trailing_row(seat_mark(state.extras.seats[seat]), text(name), figure, room)
    why = caption(sentence(because))
    return labelled(column([head, why], 0), f"{name}: {brought}; {because}")
