"""The Market: the tiles left in each line, the price that it shows, and the Event in effect."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.mayor import actions, copy_values
from companion.games.mayor.prices import price_question, price_text, shown_price
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, card, heading, notice, plain_button, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.mayor.drawings import gold_counter, kind_counter
from companion.ui.editors.mayor.event import EventCard
from companion.ui.editors.mayor.open_questions import game_end_notice
from scoring.mayor.data import EMPTY_LINES
from scoring.mayor.last_placements import lines_counted
from scoring.mayor.rules import empty_lines
from scoring.mayor.rulings import LINES_ENTERED
from scoring.mayor.state import PLURALS, PRICE_RANGE, Kind
from scoring.messages import counted, say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy


PRICE_TREND: Final = {
    Kind.SHOP: say("cost less as they are bought"),
    Kind.BANK: say("cost less as they are bought"),
    Kind.CHURCH: say("cost less as they are bought"),
    Kind.STATUE: say("cost more as they are bought"),
    Kind.PARK: say("cost more as they are bought"),
}
"""How the prices of a line change. Rulebook, Buy a Tile."""


@component
def MarketTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show the five lines of the Market."""
    use_revision(live)
    state: MayorTable = live.state
    lacking = [kind for kind in Kind if kind not in state.table.tile_lines]
    return column(
        [
            *game_end_notice(live),
            EventCard(live),
            *([LineCount(live)] if lacking else [_empty_lines(state)]),
            *(keyed(f"line {kind.value}", LineCard, live, kind) for kind in Kind if kind not in lacking),
        ],
        3 * SPACE,
    )


def _empty_lines(state: MayorTable) -> ft.Control:
    return caption(
        counted(
            len(empty_lines(state.table)),
            "{number} line is empty; the game ends with {most}.",
            "{number} lines are empty; the game ends with {most}.",
            most=EMPTY_LINES,
        )
    )


@component
def LineCard(live: LiveTable, kind: Kind) -> ft.Control:
    """Show one line: the tiles left, the price that it shows, and what a tile costs the active player."""
    use_revision(live)
    ui = use_ui()
    state: MayorTable = live.state
    asking, set_asking = use_value(initial=False)
    left = state.table.tile_lines.get(kind)
    if left is None:
        return ft.Container()
    line, seat = PLURALS[kind], state.table.turn
    ask = price_question(state.table, ui.tables.copies[live.game.key], seat, kind)

    async def keep(number: int) -> None:
        words = say("{kinds} left: {number}", kinds=line.title, number=number)
        await live.change(words, transition(lines_counted, {kind: number}))

    left_over = text(tr("empty"), Style.STRONG, color=ft.Colors.PRIMARY) if left == 0 else caption(PRICE_TREND[kind])
    counter = kind_counter(kind, tr("{kinds} left", kinds=line.title), copy_values.MAX_LINE)
    parts: list[ft.Control] = [
        text(line.title, Style.STRONG),
        left_over,
        keyed(f"left {kind.value}", Stepper, counter, left, keep),
    ]
    if left and (ask is not None or asking):
        parts.append(ShownPrice(live, kind))
    elif left:
        parts.append(
            wrapped(
                [plain_button(tr("Enter the price of {kinds}", kinds=line.name), lambda: set_asking(lambda _: True))]
            )
        )
    if left and ask is not None:
        parts += [
            caption(tr("For {name} now: {why}", name=state.table.players[seat].name, why=why))
            for why in price_text(state.table, ask)
        ]
    return card(parts)


def _nothing_entered() -> Mapping[Kind, int]:
    return {}


@component
def LineCount(live: LiveTable) -> ft.Control:
    """Ask how many tiles lie in the lines that are not counted; before the first turn it is kept in my copy."""
    use_revision(live)
    ui = use_ui()
    state: MayorTable = live.state
    entered, set_entered = use_lazy_state(_nothing_entered)
    lacking = [kind for kind in Kind if kind not in state.table.tile_lines]
    start = actions.is_untouched(state.table)

    async def count(kind: Kind, number: int) -> None:
        set_entered(lambda old: {**old, kind: number})

    async def keep() -> None:
        known = {kind: number for kind, number in entered.items() if number and kind in lacking}
        kinds = tuple(PLURALS[kind].name for kind in known)
        await live.change(say("Tiles of {kinds}", kinds=kinds), transition(lines_counted, known))
        for kind, number in known.items() if start else ():
            await copy_values.LINES.keep(ui.tables.copies[live.game.key], kind, number)

    kept = (
        tr("Tessera asks once, and keeps it in “My copy”.") if start else tr("Once counted, each line is changed here.")
    )
    return card(
        [
            heading(tr("Count the lines")),
            text(tr("How many tiles lie in each line? Only your copy can tell; a line left at 0 stays unknown.")),
            caption(kept),
            *(_line_stepper(kind, entered.get(kind, 0), partial(count, kind)) for kind in lacking),
            button(tr("Save these lines"), keep, disabled=not any(entered.get(kind) for kind in lacking)),
            notice(tr("Ruling: {ruling}", ruling=LINES_ENTERED), live=False),
        ],
    )


def _line_stepper(kind: Kind, number: int, keep: Callable[[int], Awaitable[None]]) -> ft.Control:
    counter = kind_counter(kind, tr("{kinds} in the line", kinds=PLURALS[kind].title), copy_values.MAX_LINE)
    return keyed(f"start {kind.value}", Stepper, counter, number, keep)


OFFERED_PRICES: Final = range(1, 16)
"""The prices that can be tapped; others are stepped to."""


async def keep_shown(live: LiveTable, copies: MyCopy, kind: Kind, price: int) -> None:
    """Keep the price that a line shows now, at this table and, if its tiles are counted, in my copy."""
    await live.change(
        say("Shown price of {kinds}: {price}", kinds=PLURALS[kind].name, price=price),
        actions.with_shown_price(kind, price),
    )
    left = live.state.table.tile_lines.get(kind)
    if left:
        await copy_values.PRICES.keep(copies, copy_values.price_key(kind, left), price)


@component
def ShownPrice(live: LiveTable, kind: Kind) -> ft.Control:
    """Show the price on the next visible space of a line, or ask for it."""
    use_revision(live)
    ui = use_ui()
    copies = ui.tables.copies[live.game.key]
    price = shown_price(live.state.table, copies, kind)

    async def keep(number: int) -> None:
        await keep_shown(live, copies, kind, number)

    if price is not None:
        counter = gold_counter(tr("Price shown for a {kind}", kind=kind.noun.name), PRICE_RANGE.high)
        return keyed(f"price {kind.value}", Stepper, counter, price, keep)
    counts = live.state.table.tile_lines.get(kind) is not None
    question = tr("Which price is visible next in the line of {kinds}?", kinds=PLURALS[kind].name)
    asked_once = tr("Tessera asks once, and keeps it in “My copy”.")
    chips = [
        chip(
            str(number),
            partial(keep, number),
            label=tr("A {kind} shows {number} gold", kind=kind.noun.name, number=number),
        )
        for number in OFFERED_PRICES
    ]
    return column([caption(f"{question} {asked_once}" if counts else question), wrapped(chips)])
