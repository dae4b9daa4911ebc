"""Questions about the rondel: the order of its spaces, asked once, and where the Action markers stand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor import copy_values
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, card, heading, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state
from companion.ui.core.theme import SPACE, WIDEST
from companion.ui.editors.mayor.drawings import kind_mark
from companion.ui.editors.mayor.pads import StreetChips
from companion.ui.editors.mayor.rondel import marker_mark, neutral_mark, rondel
from scoring.mayor.state import PLURALS
from scoring.mayor.turns import marker_put
from scoring.messages import Message, say, say_in, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.games.mayor.actions import MayorTable
    from companion.games.mayor.copy_values import RondelSpace
    from companion.tables.live_table import LiveTable
    from scoring.mayor.state import Kind, Street

MARGIN: Final = 4 * SPACE


@component
def RondelQuestions(game: str, answered: Callable[[], None]) -> ft.Control:
    """Ask which space follows the shop, and for the colour of the church; both answers are kept in my copy."""
    ui = use_ui()
    copies = ui.tables.copies[game]
    shown = copy_values.unprinted_spaces(copies)

    async def follows(kind: Kind) -> None:
        await copy_values.RONDEL.keep(copies, copy_values.AFTER_SHOP, kind)
        answered()

    async def has(street: Street) -> None:
        await copy_values.RONDEL.keep(copies, copy_values.CHURCH_STREET, street)
        answered()

    spaces = wrapped(
        chip(
            PLURALS[kind].title,
            partial(follows, kind),
            selected=kind is shown.after_shop,
            leading=kind_mark(kind, 20, ft.Colors.ON_SURFACE),
            label=tr("The {kind} follows the shop", kind=kind.noun.name),
        )
        for kind in copy_values.AFTER_SHOP_CANDIDATES
    )
    streets = StreetChips(
        shown.church_street, has, label=lambda street: tr("The church space is {street}", street=street)
    )
    return card(
        [
            heading(tr("Your rondel")),
            text(tr("The rulebook does not give these two things. Tessera asks once, and keeps them in “My copy”.")),
            caption(tr("Clockwise: banks (red), shops (yellow), and then …")),
            spaces,
            caption(tr("… then parks (green). The statues have the Rainbow. Which colour is the church space?")),
            streets,
        ],
    )


def _first() -> int | None:
    return None


@component
def MarkerPlacement(live: LiveTable, spaces: Sequence[RondelSpace], done: Callable[[], None]) -> ft.Control:
    """Let the Action markers be put on spaces: tap a marker, then its space; the next marker follows by itself."""
    use_revision(live)
    viewport = use_ui().viewport
    state: MayorTable = live.state
    players = len(state.table.players)
    markers = state.table.markers
    picked, set_picked = use_lazy_state(_first)
    unplaced = next((at for at, space in enumerate(markers) if space is None), None)
    moving = picked if picked is not None else unplaced

    def pick(at: int) -> None:
        set_picked(lambda _: at)

    async def stand(kind: Kind) -> None:
        if moving is None:
            return
        await live.change(
            say(
                "{marker} on the {kind} space",
                marker=_marker_name(state, moving),
                kind=kind.noun.name,
            ),
            transition(marker_put, moving, kind),
        )
        set_picked(lambda _: None)

    chips = [
        chip(
            _marker_name(state, at),
            partial(pick, at),
            selected=at == moving,
            leading=marker_mark(state, at) if at < players else neutral_mark(),
            label=_putting(_marker_name(state, at), space),
        )
        for at, space in enumerate(markers)
    ]
    room = min(viewport.width - MARGIN, WIDEST) - 8 * SPACE
    hint = (
        tr("Tap a marker to move it.")
        if moving is None
        else tr("Tap the space for {marker}.", marker=_marker_name(state, moving))
    )
    parts: list[ft.Control] = [heading(tr("Where do the Action markers stand?")), wrapped(chips), text(hint)]
    parts.append(rondel(state, spaces, {}, viewport, room, stand))
    if unplaced is None:
        parts.append(button(tr("Done"), done))
    else:
        parts.append(caption(tr("The rulebook does not say where they begin: follow your copy, or agree.")))
    return card(parts)


def _putting(marker: Message, space: Kind | None) -> str:
    """Return the label that puts an Action marker on a space; `space` is the one where it stands now."""
    if space is None:
        return tr("Put {marker}", marker=marker)
    return tr("Put {marker}, now on the {kind} space", marker=marker, kind=space.noun.name)


def _marker_name(state: MayorTable, marker: int) -> Message:
    """Return whose an Action marker is; neutral ones have numbers if there are several."""
    players = state.table.players
    if marker < len(players):
        return say_in("rondel", "{name}’s marker", name=players[marker].name)
    several = len(state.table.markers) - len(players) > 1
    return say("neutral marker {number}", number=marker - len(players) + 1) if several else say("the neutral marker")
