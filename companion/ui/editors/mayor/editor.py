"""Mayor at the table, as one record; and my copy of it: all that is known, with its source, and how to change it."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.kit import KnownValue
from companion.games.mayor import copy_values
from companion.games.mayor.copy_values import EVENTS, GAME, LINES, PARKS, PRICES, RONDEL
from companion.games.mayor.wording import color_text
from companion.tables.state import STYLES
from companion.ui.components.controls import card, heading, outlined, text
from companion.ui.components.my_copy import CopyPage, CopyPages, PartPage, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_toggle, use_value, value_now
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.mayor.market import MarketTab, price_shown, tiles_left
from companion.ui.editors.mayor.pads import ParkIcons, gold_counter, kind_counter
from companion.ui.editors.mayor.questions import EventEntry, LastQuestions, has_open_questions
from companion.ui.editors.mayor.rondel import RondelQuestions
from companion.ui.editors.mayor.track import TrackPieces, TrackTab, track
from companion.ui.editors.mayor.turn import TurnTab
from scoring.mayor.data import KNOWN_RONDEL_SPACES
from scoring.mayor.state import PLURALS, PRICE_RANGE, Building, Event, Kind, Player, Table, Tile
from scoring.messages import say, say_in, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tables.live_table import LiveTable


def _rondel(page: PartPage[str, Any]) -> list[ft.Control]:
    printed = [
        with_source(
            [text(tr("{what}: {value}", what=space.kind.noun.title, value=color_text(space.street)))], space.source
        )
        for space in KNOWN_RONDEL_SPACES
    ]
    return [RondelQuestions(copy_values.GAME, page.again), *printed]


def _lines(page: PartPage[Kind, int]) -> list[ft.Control]:
    prices = PartPage(PRICES, page.copies, page.again)
    numbers = page.part.values(page.copies)
    rows: list[ft.Control] = []
    for kind in Kind:
        of_line = (_price(prices, entry) for entry in copy_values.prices(page.copies, kind))
        add = keyed(f"add {kind.value}", AddPrice, prices, kind)
        rows += [heading(kind.noun.title, 3), _line(page, kind, numbers.get(kind)), *of_line, add]
    return rows


def _line(page: PartPage[Kind, int], kind: Kind, number: int | None) -> ft.Control:
    async def keep(entered: int) -> None:
        if entered:
            await page.keep(kind, entered)
        else:
            await page.drop(kind)

    counter = kind_counter(kind, copy_values.line_title(kind), copy_values.MAX_LINE)
    stepper = keyed(f"line {kind.value}", Stepper, counter, number or 0, keep)
    if number is None:
        return with_source([stepper], tr("0 means not known."))
    return page.card(KnownValue(key=kind, value=number), [stepper])


def _price(page: PartPage[str, int], entry: KnownValue[str, int]) -> ft.Control:
    kind, left = copy_values.priced(entry.key)
    counter = gold_counter(copy_values.price_title(kind, left), PRICE_RANGE.high)
    stepper = keyed(f"price {entry.key}", Stepper, counter, entry.value, partial(page.keep, entry.key))
    return page.card(entry, [stepper])


@component
def AddPrice(page: PartPage[str, int], kind: Kind) -> ft.Control:
    """Let the price be entered that a line shows at another number of tiles left."""
    opened, toggle = use_toggle()
    left, set_left = use_value(1)
    price, set_price = use_value(1)

    async def with_left(number: int) -> None:
        set_left(lambda _: number)

    async def with_price(number: int) -> None:
        set_price(lambda _: number)

    async def keep() -> None:
        await page.keep(copy_values.price_key(kind, value_now(set_left)), value_now(set_price))
        toggle()

    if not opened:
        return outlined(tr("Add a price of {kinds}", kinds=PLURALS[kind]), toggle, icon=ft.Icons.ADD)
    lines = Counter(name=tiles_left(kind), least=1, most=copy_values.MAX_LINE)
    return card(
        [
            Stepper(lines, left, with_left),
            Stepper(gold_counter(price_shown(kind), PRICE_RANGE.high), price, with_price),
            outlined(tr("Save"), keep),
        ]
    )


def _entries(page: PartPage[Any, Any]) -> list[ft.Control]:
    return [page.card(entry, [text(sentence(page.words(entry)))]) for entry in page.known]


def _events(page: PartPage[str, Event]) -> list[ft.Control]:
    async def keep(event: Event) -> None:
        await page.keep(copy_values.event_key(event), event)

    rows = _entries(page)
    entry = keyed(f"event {len(rows)}", EventEntry, "Event of my copy", keep)
    return [*rows, card([heading(tr("Add an Event"), 3), entry])]


@component
def AddPark(page: PartPage[str, Tile]) -> ft.Control:
    """Let the icons of another park be entered."""
    nothing: Mapping[Building, int] = {}
    icons, set_icons = use_value(nothing)

    async def change(entered: Mapping[Building, int]) -> None:
        set_icons(lambda _: entered)

    async def keep() -> None:
        entered = value_now(set_icons)
        await page.keep(copy_values.park_key(entered), copy_values.park_tile(entered))
        set_icons(lambda _: {})

    return card(
        [heading(tr("Add a park"), 3), ParkIcons(icons, (), change), outlined(tr("Save"), keep, disabled=not icons)]
    )


COPY_PAGES: Final = (
    CopyPage(part=RONDEL, shown=_rondel),
    CopyPage(part=LINES, shown=_lines),
    CopyPage(part=PARKS, shown=lambda page: [*_entries(page), AddPark(page)]),
    CopyPage(part=EVENTS, shown=_events),
)


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy of Mayor, a part at a time."""
    return CopyPages(copy_values.GAME, COPY_PAGES)


def ask(live: LiveTable) -> ft.Control | None:
    """Return the questions that are open at the end: pieces on a taken number, and last tiles."""
    return LastQuestions(live) if has_open_questions(live.state.table) else None


def board(table: Table, seat: int, _lit: frozenset[str], width: float) -> ft.Control | None:
    """Return the track with the pieces of one player."""
    alone = Table(players=(table.players[seat],))
    return track(TrackPieces(table=alone, seats=STYLES[seat : seat + 1]), width)


MAYOR: Final = Editor(
    game=GAME,
    tabs=(
        Tab(
            key="turn",
            title=say_in("a player's turn", "Turn"),
            icon=ft.Icons.ROTATE_RIGHT,
            view=TurnTab,
            of_a_seat=False,
            fills=True,
        ),
        Tab(
            key="track",
            title=say("Track"),
            icon=ft.Icons.TIMELINE,
            view=TrackTab,
            enters=frozenset(field.name for field in fields(Player)),
        ),
        Tab(key="market", title=say("Market"), icon=ft.Icons.STOREFRONT_OUTLINED, view=MarketTab, of_a_seat=False),
    ),
    ask=ask,
    my_copy=MyCopyScreen,
    board=board,
)
