"""The Civic Amenity that is used with an action: what it pays is the player's choice."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.games.mayor.actions import amenity_of, unknown_tiles
from companion.games.mayor.wording import reward_said
from companion.ui.components.fields import chip, tick, wrapped
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from companion.ui.editors.mayor.faces import column
from scoring.mayor.data import AMENITY_REWARDS
from scoring.mayor.setup import Variant

if TYPE_CHECKING:
    from collections.abc import Callable

    import flet as ft

    from companion.games.mayor.table import MayorTable
    from scoring.mayor.data import Reward


def plays_amenities(state: MayorTable) -> bool:
    """Return whether Civic Amenities are played with."""
    return Variant.AMENITIES in state.extras.variants


def may_use_amenity(state: MayorTable, seat: int) -> bool:
    """Return whether a player may have a Civic Amenity to use: none is used for a last tile. Civic Amenities."""
    holds = amenity_of(state, seat) is not None or unknown_tiles(state, seat) > 0
    return plays_amenities(state) and holds and not state.extras.closing


@component
def RewardChips(
    used: bool,  # noqa: FBT001 - what a component takes
    chosen: Reward | None,
    turn: Callable[[], Any],
    choose: Callable[[Reward], Any],
    *,
    what: str,
) -> ft.Control:
    """Let a Civic Amenity be used, and one of its rewards be chosen."""
    viewport = use_ui().viewport
    line = tick(what, turn, viewport, ticked=used)
    if not used:
        return line
    chips = wrapped(
        chip(
            str(reward_said(reward)),
            partial(choose, reward),
            selected=reward == chosen,
            label=f"The Civic Amenity pays {reward_said(reward)}",
        )
        for reward in AMENITY_REWARDS
    )
    return column([line, chips], 2 * SPACE)
