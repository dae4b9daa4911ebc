"""Paying for a building: which blocks of those that the city accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.ui.components.controls import (
    button,
    caption,
    notice,
    outlined,
)
from companion.ui.components.fields import wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state
from companion.ui.core.theme import SPACE
from companion.ui.editors.palaces_of_carrara.building import _column
from companion.ui.editors.palaces_of_carrara.pieces import block
from scoring.messages import counted, say
from scoring.palaces_of_carrara.data import ACCEPTED
from scoring.palaces_of_carrara.wording import CITIES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.live_table import LiveTable
    from scoring.palaces_of_carrara.state import City, Color

    Done = Callable[[], None]


@component
def Payment(
    live: LiveTable,
    seat: int,
    city: City,
    cost: int,
    words: str,
    pay: Callable[[Mapping[Color, int]], Awaitable[None]],
) -> ft.Control:
    """Let the blocks be chosen that are paid; where too few are counted here, the tile can be laid without."""
    use_revision(live)
    held = live.state.table.players[seat].blocks
    chosen, set_chosen = use_lazy_state(lambda: actions.cheapest_payment(held, city, cost))
    usable = {color: held.get(color, 0) for color in ACCEPTED[city] if held.get(color, 0)}
    paid = sum(chosen.values())
    blocks = counted(cost, "block", "blocks")
    needed = counted(cost, "block is", "blocks are")

    async def go() -> None:
        await pay({color: number for color, number in chosen.items() if number})

    async def free() -> None:
        await pay({})

    def choosing(color: Color) -> Callable[[int], Awaitable[None]]:
        async def choose(number: int) -> None:
            set_chosen(lambda before: {**before, color: number})

        return choose

    if sum(usable.values()) < cost:
        few = say(
            "{needed} needed that {city} accepts; {held} counted here. Blocks are counted under Stock.",
            needed=needed,
            city=CITIES[city],
            held=counted(sum(usable.values()), "is", "are"),
        )
        return _column([caption(few), ft.Row([button(f"{words}", free)], wrap=True)])
    steppers: list[ft.Control] = [
        ft.Row(
            [
                block(color),
                ft.Container(
                    Stepper(Counter(name=f"Pay {color.value}", most=number), chosen.get(color, 0), choosing(color)),
                    expand=True,
                ),
            ],
            spacing=2 * SPACE,
        )
        for color, number in usable.items()
    ]
    ways: list[ft.Control] = [button(f"{words}, pay {blocks}", go, disabled=paid != cost)]
    ways.append(outlined("Without paying here", free))
    wrong: list[ft.Control] = []
    if paid != cost:
        wrong.append(notice(f"{needed} needed, {paid} chosen.", wrong=True))
    return _column([*steppers, *wrong, wrapped(ways)])
