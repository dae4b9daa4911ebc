"""The Market: how many tiles are left in each line, what they show as price, and the Event in effect."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.mayor import copy
from companion.editors.mayor.acts import with_line
from companion.editors.mayor.buying import price_ask, price_said
from companion.editors.mayor.city import player_of
from companion.editors.mayor.ending import ending
from companion.editors.mayor.event import EventCard
from companion.editors.mayor.faces import column
from companion.editors.mayor.prices import ShownPrice
from companion.editors.mayor.words import many, mark_of
from companion.guards import component
from companion.hooks import keyed, use_made, use_value
from companion.parts.basics import button, card, heading, notice, plain_button, quiet, text
from companion.parts.fields import wrapped
from companion.parts.stepper import Counter, Stepper
from companion.pictures import MARKS
from companion.theme import Style
from companion.ui import use_live, use_ui
from scoring.mayor.data import EMPTY_LINES
from scoring.mayor.rules import empty_lines
from scoring.mayor.rulings import LINES_ENTERED
from scoring.mayor.setup import laid_out
from scoring.mayor.state import Kind
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.editors.mayor.city import City
    from companion.live import LiveTable
    from companion.theme import Palette

LINE_MOST: Final = 99
"""More tiles than that no line has."""

COURSE: Final = {
    Kind.SHOP: "get cheaper as they are bought",
    Kind.BANK: "get cheaper as they are bought",
    Kind.CHURCH: "get cheaper as they are bought",
    Kind.STATUE: "get dearer as they are bought",
    Kind.PARK: "get dearer as they are bought",
}
"""How prices go on. Rulebook, Buy a Tile."""


@component
def MarketPlace(live: LiveTable, _seat: int) -> ft.Control:
    """Show the five lines of the Market."""
    use_live(live)
    palette = use_ui().look.palette
    evening: City = live.evening
    lacking = [kind for kind in Kind if kind not in evening.table.tile_lines]
    return column(
        [
            *ending(live),
            EventCard(live),
            *([AtTheStart(live)] if lacking else [_empty(evening, palette)]),
            *(keyed(f"line {kind.value}", LineCard, live, kind) for kind in Kind if kind not in lacking),
        ]
    )


def _empty(evening: City, palette: Palette) -> ft.Control:
    number = len(empty_lines(evening.table))
    lines = counted(number, "line is", "lines are")
    return quiet(f"{lines} empty; the game ends with {EMPTY_LINES}.", palette)


@component
def LineCard(live: LiveTable, kind: Kind) -> ft.Control:
    """Show one line: the tiles left, the price shown, and what a tile costs whose turn it is."""
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    evening: City = live.evening
    open_, set_open = use_value(initial=False)
    left = evening.table.tile_lines.get(kind)
    if left is None:
        return ft.Container()
    seat = evening.beside.turn
    ask = price_ask(evening, ui.tables.copies[live.game.key], seat, kind)

    async def keep(number: int) -> None:
        await live.change(f"{many(kind).capitalize()} left: {number}", with_line(kind, number))

    state = text("empty", Style.STRONG, color=palette.primary) if left == 0 else quiet(COURSE[kind], palette)
    counter = Counter(
        name=f"{many(kind).capitalize()} left", most=LINE_MOST, char=MARKS[mark_of(kind)], ink=palette.ink
    )
    parts: list[ft.Control] = [
        text(many(kind).capitalize(), Style.STRONG),
        state,
        keyed(f"left {kind.value}", Stepper, counter, left, keep),
    ]
    if left and (ask is not None or open_):
        parts.append(ShownPrice(live, kind))
    elif left:
        parts.append(wrapped([plain_button(f"Enter the price of {many(kind)}", lambda: set_open(lambda _: True))]))
    if left and ask is not None:
        parts += [quiet(f"For {player_of(evening, seat).name} now: {said}", palette)
                  for said in price_said(evening, ask)]  # fmt: skip
    return card(parts, palette)


def untouched(evening: City) -> bool:
    """Return whether nothing was done yet: all pieces stand as they do at the start, and nobody has a tile."""
    return evening.table.players == laid_out([player.name for player in evening.table.players]).players


def _nothing_entered() -> Mapping[Kind, int]:
    return {}


@component
def AtTheStart(live: LiveTable) -> ft.Control:
    """Ask how many tiles lie in the lines of which it is not known; before the first turn it is kept as my copy."""
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    evening: City = live.evening
    entered, set_entered = use_made(_nothing_entered)
    lacking = [kind for kind in Kind if kind not in evening.table.tile_lines]
    start = untouched(evening)

    async def count(kind: Kind, number: int) -> None:
        set_entered(lambda old: {**old, kind: number})

    async def keep() -> None:
        known = {kind: number for kind, number in entered.items() if number and kind in lacking}

        def act(old: City) -> City:
            for kind, number in known.items():
                old = with_line(kind, number)(old)
            return old

        await live.change(f"Tiles of {', '.join(many(kind) for kind in known)}", act)
        for kind, number in known.items() if start else ():
            await copy.keep_line(ui.tables.copies[live.game.key], kind, number)

    steppers = [
        keyed(
            f"start {kind.value}",
            Stepper,
            Counter(
                name=f"{many(kind).capitalize()} in the line",
                most=LINE_MOST,
                char=MARKS[mark_of(kind)],
                ink=palette.ink,
            ),
            entered.get(kind, 0),
            partial(count, kind),
        )
        for kind in lacking
    ]
    words = "How many tiles lie in each line? Only your copy tells; a line left at 0 stays unknown."
    kept = "It is asked once, and kept as my copy." if start else "Once counted, each line is stepped here."
    some = any(entered.get(kind) for kind in lacking)
    return card(
        [
            heading("Count the lines"),
            text(words),
            quiet(kept, palette),
            *steppers,
            button("Keep these lines", keep, disabled=not some),
            notice(f"Ruling: {LINES_ENTERED}", palette, live=False),
        ],
        palette,
    )
