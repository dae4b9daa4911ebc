"""Paying for a building: which blocks of those that the city accepts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
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
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state, value_now
from companion.ui.core.theme import SPACE
from companion.ui.editors.palaces_of_carrara.drawings import block
from scoring.messages import Message, counted, tr
from scoring.palaces_of_carrara.data import ACCEPTED

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.live_table import LiveTable
    from scoring.palaces_of_carrara.state import City, Color


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """A building to pay: its city, its cost in blocks, and the words of the button, such as `Build villa 3 in Pisa`."""

    city: City
    cost: int
    words: Message


@component
def Payment(
    live: LiveTable, seat: int, bill: Bill, pay: Callable[[Mapping[Color, int]], Awaitable[None]]
) -> ft.Control:
    """Let a player choose the blocks to pay with; the tile can be laid without paying, too."""
    use_revision(live)
    blocks: Mapping[Color, int] = live.state.table.players[seat].blocks
    chosen, set_chosen = use_lazy_state(lambda: actions.cheapest_payment(blocks, bill.city, bill.cost))
    usable = {color: blocks[color] for color in ACCEPTED[bill.city] if blocks.get(color, 0)}
    paid = sum(chosen.values())

    async def pay_chosen() -> None:
        await pay({color: number for color, number in value_now(set_chosen).items() if number})

    async def pay_nothing() -> None:
        await pay({})

    async def choose(color: Color, number: int) -> None:
        set_chosen(lambda before: {**before, color: number})

    if sum(usable.values()) < bill.cost:
        return column(
            [caption(_needed(bill, sum(usable.values()))), ft.Row([button(bill.words, pay_nothing)], wrap=True)]
        )
    ways = [
        button(bill.words, pay_chosen, disabled=paid != bill.cost),
        outlined(tr("Build without paying here"), pay_nothing),
    ]
    return column(
        [
            *(
                _block_stepper(color, most, chosen.get(color, 0), partial(choose, color))
                for color, most in usable.items()
            ),
            *([] if paid == bill.cost else [notice(_needed(bill, paid), wrong=True)]),
            wrapped(ways),
        ]
    )


def _needed(bill: Bill, paid: int) -> Message:
    return counted(
        bill.cost,
        "{number} block that {city} accepts is needed: {paid} here.",
        "{number} blocks that {city} accepts are needed: {paid} here.",
        city=bill.city.noun.name,
        paid=paid,
    )


def _block_stepper(color: Color, most: int, number: int, keep: Callable[[int], Awaitable[None]]) -> ft.Control:
    stepper = Stepper(Counter(name=color.noun.title, most=most), number, keep)
    return ft.Row([block(color), ft.Container(stepper, expand=True)], spacing=2 * SPACE)
