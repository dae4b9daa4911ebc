"""The Market: buying a tile, and the lines with the prices that they show."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import actions, copy_values
from companion.games.mayor.actions import price_question, price_text, purchase_option, shown_price
from companion.games.mayor.wording import ASKED_ONCE
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, card, group, heading, notice, plain_button, silent, text
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.stepper import Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import Setter, keyed, use_value, value_now
from companion.ui.core.theme import SPACE
from companion.ui.editors.mayor.pads import (
    IconsPad,
    ParkIcons,
    RewardChips,
    gold_counter,
    kind_counter,
    use_turn_memory,
)
from companion.ui.editors.mayor.questions import EventCard, GameEnd
from scoring.mayor.actions import Option, buy_a_tile
from scoring.mayor.data import EMPTY_LINES, Reward
from scoring.mayor.game import LINES_ENTERED
from scoring.mayor.rules import empty_lines
from scoring.mayor.state import PLURALS, PRICE_RANGE, Building, Icons, Kind, Order, PriceAsk, Table, Tile
from scoring.mayor.turns import Purchase, buy_tile, count_lines, may_use_amenity
from scoring.messages import Message, counted, say, tr, tr_in

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseDraft:
    """A purchase that is being entered: what the tile shows, and the Civic Amenity that makes it free."""

    icons: Icons | None = None
    park: Mapping[Building, int] = field(default_factory=dict)
    free: bool = False
    reward: Reward | None = None


@component
def PurchaseCard(live: LiveTable, seat: int, kind: Kind, order: Order) -> ft.Control:
    """Show what the tile of a line costs, and let it be bought."""
    use_revision(live)
    copies = use_ui().tables.copies[live.game.key]
    state: MayorTable = live.state
    draft, set_draft = use_turn_memory(live, "purchase", PurchaseDraft())

    if state.table.tile_lines.get(kind) == 0:
        return card([notice(tr("The line of {kinds} is empty.", kinds=PLURALS[kind]), wrong=True)])
    ask = price_question(state.table, copies, seat, kind)
    gold = _gold(state.table, ask, draft)
    allowed = purchase_option(state.table, copies, seat, kind)
    ready = draft.reward is not None if draft.free else ask is not None and allowed.allowed
    words = tr("Buy it for {gold} gold", gold=gold) if draft.free or ask is not None else tr_in("action", "Buy")
    buy = partial(_buy, live, seat, kind, copies, order, set_draft)
    return card(
        [
            *_for_free(state.table, seat, draft, set_draft),
            *([] if draft.free else _price(live, kind, ask, allowed)),
            _tile_question(live, kind, draft, set_draft),
            AtThumb(lambda: [button(words, buy, disabled=not ready)]),
        ]
    )


async def _buy(
    live: LiveTable, seat: int, kind: Kind, copies: MyCopy, order: Order, set_draft: Setter[PurchaseDraft]
) -> None:
    """Buy the tile by the draft as it is now."""
    draft = value_now(set_draft)
    gold = _gold(live.state.table, price_question(live.state.table, copies, seat, kind), draft)
    left = live.state.table.tile_lines.get(kind)
    purchase = Purchase(
        tile=Tile(kind=kind, icons=draft.icons, park=draft.park),
        gold=gold,
        shown=copy_values.price(copies, kind, None if left is None else left - 1),
        reward=draft.reward if draft.free else None,
    )
    words = say(
        "{name} buys a {kind} for {gold} gold", name=live.state.table.players[seat].name, kind=kind.noun.name, gold=gold
    )
    await change_and_say(live, words, transition(buy_tile, seat, purchase, order))
    if draft.park:
        await copy_values.keep_park(copies, draft.park)


def _gold(table: Table, ask: PriceAsk | None, draft: PurchaseDraft) -> int:
    """Return what a tile costs by a draft, in gold."""
    return 0 if draft.free or ask is None else buy_a_tile(table, ask).gold


def _for_free(table: Table, seat: int, draft: PurchaseDraft, set_draft: Setter[PurchaseDraft]) -> list[ft.Control]:
    if not may_use_amenity(table, seat):
        return []
    use = RewardChips(
        draft.free,
        draft.reward,
        lambda: set_draft(lambda old: replace(old, free=not old.free)),
        lambda reward: set_draft(lambda old: replace(old, reward=reward)),
    )
    return [use]


def _price(live: LiveTable, kind: Kind, ask: PriceAsk | None, allowed: Option) -> list[ft.Control]:
    parts: list[ft.Control] = [ShownPrice(live, kind)]
    if ask is not None:
        parts += [text(why) for why in price_text(live.state.table, ask)]
    if not allowed.allowed:
        parts.append(notice(sentence(allowed.because), wrong=True))
    return parts


def _tile_question(live: LiveTable, kind: Kind, draft: PurchaseDraft, set_draft: Setter[PurchaseDraft]) -> ft.Control:
    """Return the question what the tile shows; it may wait until the tile is placed."""
    ui = use_ui()
    words = tr("What does the {kind} show?", kind=kind.noun.name)

    async def with_park(icons: Mapping[Building, int]) -> None:
        set_draft(lambda old: replace(old, park=icons))

    def with_icons(icons: Icons) -> None:
        set_draft(lambda old: replace(old, icons=None if icons == old.icons else icons))

    if kind is Kind.PARK:
        pad = ParkIcons(draft.park, copy_values.PARKS.known(ui.tables.copies[live.game.key]), with_park)
    else:
        pad = IconsPad(draft.icons, with_icons)
    return column([caption(words), pad])


@component
def MarketTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show the five lines of the Market."""
    use_revision(live)
    state: MayorTable = live.state
    lacking = [kind for kind in Kind if kind not in state.table.tile_lines]
    return column(
        [
            GameEnd(live),
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
    seat = state.table.turn
    ask = price_question(state.table, ui.tables.copies[live.game.key], seat, kind)

    async def keep(number: int) -> None:
        words = say("{what}: {value}", what=tiles_left(kind), value=number)
        await live.change(words, transition(count_lines, {kind: number}))

    counter = kind_counter(kind, tiles_left(kind), copy_values.MAX_LINE)
    parts: list[ft.Control] = [keyed(f"left {kind.value}", Stepper, counter, left, keep)]
    if left and (ask is not None or asking):
        parts.append(ShownPrice(live, kind))
    elif left:
        parts.append(
            wrapped(
                [plain_button(tr("Add a price of {kinds}", kinds=PLURALS[kind]), lambda: set_asking(lambda _: True))]
            )
        )
    if left and ask is not None:
        parts += [
            caption(tr("{what}: {value}", what=state.table.players[seat].name, value=why))
            for why in price_text(state.table, ask)
        ]
    return card(parts)


def tiles_left(kind: Kind) -> Message:
    """Return what the number of tiles in a line is called."""
    return say("{kind} tiles left", kind=kind.noun.title)


@component
def LineCount(live: LiveTable) -> ft.Control:
    """Ask how many tiles lie in the lines that are not counted; before the first turn it is kept in my copy."""
    use_revision(live)
    ui = use_ui()
    state: MayorTable = live.state
    nothing: Mapping[Kind, int] = {}
    entered, set_entered = use_value(nothing)
    lacking = [kind for kind in Kind if kind not in state.table.tile_lines]
    start = actions.is_untouched(state.table)

    async def count(kind: Kind, number: int) -> None:
        set_entered(lambda old: {**old, kind: number})

    async def keep() -> None:
        counts = {kind: number for kind, number in entered.items() if number and kind in lacking}
        await live.change(COUNT, transition(count_lines, counts))
        for kind, number in counts.items() if start else ():
            await copy_values.LINES.keep(ui.tables.copies[live.game.key], kind, number)

    return card(
        [
            heading(COUNT),
            caption(tr("0 means not known.")),
            *([caption(ASKED_ONCE)] if start else []),
            *(_line_stepper(kind, entered.get(kind, 0), partial(count, kind)) for kind in lacking),
            AtThumb(lambda: [button(tr("Save"), keep, disabled=not any(map(entered.get, lacking)))]),
            notice(tr("Ruling: {ruling}", ruling=LINES_ENTERED), live=False),
        ]
    )


def _line_stepper(kind: Kind, number: int, keep: Callable[[int], Awaitable[None]]) -> ft.Control:
    counter = kind_counter(kind, kind.noun.title, copy_values.MAX_LINE)
    return keyed(f"start {kind.value}", Stepper, counter, number, keep)


COUNT: Final = say("Tiles left in each line")

OFFERED_PRICES: Final = range(1, 16)
"""The prices that can be tapped; others are stepped to."""


async def keep_shown(live: LiveTable, copies: MyCopy, kind: Kind, price: int) -> None:
    """Keep the price that a line shows now, at this table and, if its tiles are counted, in my copy."""
    await live.change(
        say("{what}: {value}", what=price_shown(kind), value=price),
        lambda state: actions.with_shown_price(state, kind, price),
    )
    left = live.state.table.tile_lines.get(kind)
    if left:
        await copy_values.PRICES.keep(copies, copy_values.price_key(kind, left), price)


def price_shown(kind: Kind) -> Message:
    """Return what the price is called that a line shows."""
    return say("Price shown for a {kind}", kind=kind.noun.name)


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
        counter = gold_counter(price_shown(kind), PRICE_RANGE.high)
        return keyed(f"price {kind.value}", Stepper, counter, price, keep)
    counts = live.state.table.tile_lines.get(kind) is not None
    title = price_shown(kind)
    chips = group(wrapped(chip(str(number), partial(keep, number)) for number in OFFERED_PRICES), title)
    return column([silent(text(title)), *([caption(ASKED_ONCE)] if counts else []), chips])
