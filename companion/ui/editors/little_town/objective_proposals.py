"""Objective cards that were just met, each with the tap that completes it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from companion.games.little_town import actions
from companion.ui.components.controls import caption
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from scoring.little_town.objectives import open_cards
from scoring.messages import points_text, say, tr

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.little_town.objectives import ObjectiveCard
    from scoring.messages import Message


@component
def ObjectiveProposals(live: LiveTable, seat: int, keys: frozenset[str]) -> ft.Control:
    """Propose the cards with these keys that nobody has completed; a tap scores one for the player who holds it."""
    use_revision(live)
    state = live.state
    name = state.table.players[seat].name
    cards = open_cards(state.table, keys)
    if not cards:
        return ft.Container()

    async def complete(card: ObjectiveCard) -> None:
        words = say("{what}: {value}", what=name, value=_title(card))
        await live.change(words, lambda state: actions.complete_objective(state, seat, card.key, card.points))

    chips = [chip(_title(card), partial(complete, card)) for card in cards]
    return column([caption(tr("Just met, if {name} holds the card:", name=name)), wrapped(chips)], SPACE)


def _title(card: ObjectiveCard) -> Message:
    return say("{what}: {value}", what=card.message, value=points_text(card.points))
