"""What of the rondel only the table tells: the order of its spaces, asked once, and where the Action markers stand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from companion.editors.mayor import copy
from companion.editors.mayor.acts import put
from companion.editors.mayor.faces import kind_mark
from companion.editors.mayor.pads import StreetChips
from companion.editors.mayor.rondel import marker_mark, neutral_mark, rondel
from companion.editors.mayor.words import many, one
from companion.guards import component
from companion.hooks import use_made
from companion.parts.basics import button, card, heading, quiet, text
from companion.parts.fields import chip, wrapped
from companion.theme import SPACE, WIDEST
from companion.ui import use_live, use_ui

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import flet as ft

    from companion.editors.mayor.city import City
    from companion.editors.mayor.copy import Space
    from companion.live import LiveTable
    from scoring.mayor.state import Kind, Street

MARGIN: Final = 4 * SPACE


@component
def AboutTheRondel(game: str, answered: Callable[[], None]) -> ft.Control:
    """Ask which space follows the shop, and which colour the church's has; both are kept as my copy."""
    ui = use_ui()
    palette = ui.look.palette
    copies = ui.tables.copies[game]
    following, colour = copy.after_shop(copies), copy.church_street(copies)

    async def follows(kind: Kind) -> None:
        await copy.keep_after_shop(copies, kind)
        answered()

    async def has(street: Street) -> None:
        await copy.keep_church_street(copies, street)
        answered()

    spaces = wrapped(
        chip(
            many(kind).capitalize(),
            partial(follows, kind),
            palette,
            selected=kind is following,
            leading=kind_mark(kind, 20, palette.ink),
            label=f"The shop is followed by the {one(kind)}",
        )
        for kind in copy.CANDIDATES
    )
    streets = StreetChips(colour, has, asked="The church space is")
    return card(
        [
            heading("Your rondel"),
            text("The rulebook does not print these two things. They are asked once, and kept as my copy."),
            quiet("Clockwise: banks (red), shops (yellow), and then …", palette),
            spaces,
            quiet("… then parks (green). The statues have the Rainbow. Which colour has the church space?", palette),
            streets,
        ],
        palette,
    )


def _first() -> int | None:
    return None


@component
def Markers(live: LiveTable, spaces: Sequence[Space], done: Callable[[], None]) -> ft.Control:
    """Let the Action markers be put where they stand: a marker, then its space; the next one follows by itself."""
    use_live(live)
    look = use_ui().look
    palette = look.palette
    evening: City = live.evening
    players = len(evening.table.players)
    markers = evening.beside.markers
    picked, set_picked = use_made(_first)
    open_ = next((at for at, space in enumerate(markers) if space is None), None)
    moving = picked if picked is not None else open_

    def pick(at: int) -> None:
        set_picked(lambda _: at)

    async def stand(kind: Kind) -> None:
        if moving is None:
            return
        set_picked(lambda _: None)
        await live.change(f"{_whose(evening, moving)} on the {one(kind)} space", put(moving, kind))

    chips = [
        chip(
            _whose(evening, at),
            partial(pick, at),
            palette,
            selected=at == moving,
            leading=marker_mark(evening, at, look) if at < players else neutral_mark(look),
            label=f"Put {_whose(evening, at)}{'' if space is None else f', now on the {one(space)} space'}",
        )
        for at, space in enumerate(markers)
    ]
    room = min(look.width - MARGIN, WIDEST) - 8 * SPACE
    hint = "Tap a marker to move it." if moving is None else f"Tap the space of {_whose(evening, moving)}."
    parts: list[ft.Control] = [heading("Where do the Action markers stand?"), wrapped(chips), text(hint)]
    parts.append(rondel(evening, spaces, {}, look, room, stand))
    if open_ is None:
        parts.append(button("Done", done))
    else:
        parts.append(quiet("Where they begin, the rulebook does not say: follow your copy, or agree.", palette))
    return card(parts, palette)


def _whose(evening: City, marker: int) -> str:
    """Return whose an Action marker is.

    Neutral ones are told apart by numbers where there are two.
    """
    players = evening.table.players
    if marker < len(players):
        return f"{players[marker].name}’s marker"
    several = len(evening.beside.markers) - len(players) > 1
    return f"neutral marker {marker - len(players) + 1}" if several else "the neutral marker"
