"""Parts of players that came in as codes: what each would change at the table, to take in together or one by one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.code_import import begin_with_part
from companion.services.share_codes.player_parts import (
    misfit,
    part_changes,
    received_part,
    seat_for,
    tables_for,
    tables_in_play,
    taken_in,
)
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    notice,
    outlined,
    plain_button,
    seat_mark,
    text,
)
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_loaded, use_rerender, use_subscription, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.core.theme import SPACE, Style
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.services.share_codes.player_parts import PartChange, ReceivedPart
    from companion.tables.live_table import LiveTable
    from storage.codes.contents import TablePart

    Leave = Callable[[bytes], bool]

NO_TABLE: Final = (
    "no table of {game} is in play here: take in the running table first, begin one with the same players, or begin "
    "one with this part"
)
NOBODY: Final = "Nobody called {name} sits at this table. Whose part is it?"
NOTHING_NEW: Final = "All of it is at the table already; there is nothing to take in."
UNSEEN: Final = "The points that are shown stay as they are; something else of it changes."
RIVALS: Final = "Another part for {name} came in as well: take in one of them, and leave the other."
CONFLICTS: Final = "It does not go together with what else lies on the table, or with another part:"
DOUBTS: Final = "Something of it does not fit the rules yet, as may happen while a table is still being entered:"
OTHERS: Final = "For the others: {changes}."
WHICH_TABLE: Final = "Which table is it of?"


@component
def ReceivedParts(arrived: Mapping[bytes, TablePart], leave: Leave) -> ft.Control:
    """Show the parts that came in, table by table; `leave` drops one and returns whether nothing is left."""
    ui = use_ui()
    parts = [received_part(whole, contents) for whole, contents in arrived.items()]
    games = sorted({part.game.key for part in parts})
    lives, load_again = use_loaded(lambda: tables_in_play(ui.tables, games), [tuple(games), ui.turn])
    chosen, choose = use_lazy_state(_nothing_chosen)
    if lives is None:
        return column([])
    in_play = [live for live in lives if not live.ended]
    of_tables: dict[str, list[ReceivedPart]] = {}
    lost: list[ft.Control] = []
    for part in parts:
        fitting = tables_for(part, in_play)
        wanted = next((live for live in fitting if live.id == chosen.get(part.payload)), None)
        live = wanted or next(iter(fitting), None)
        if live is None:
            lost.append(keyed(part.payload.hex(), PartWithoutTable, part, tuple(in_play), leave))
        else:
            of_tables.setdefault(live.id, []).append(part)

    def move(whole: bytes, table: str) -> None:
        choose(lambda old: {**old, whole: table})

    tables = [
        keyed(live.id, PartsOfTable, live, tuple(of_tables[live.id]), tuple(in_play), Handing(leave, move, load_again))
        for live in in_play
        if live.id in of_tables
    ]
    return column([*tables, *lost], spacing=4 * SPACE)


def _nothing_chosen() -> dict[bytes, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Handing:
    """What can be done with a part: leave it, move it to another table, and look for tables again."""

    leave: Leave
    move: Callable[[bytes, str], None]
    load_again: Callable[[], None]


@component
def PartsOfTable(
    live: LiveTable, parts: Sequence[ReceivedPart], lives: Sequence[LiveTable], handing: Handing
) -> ft.Control:
    """Show the parts for one table, and the button that takes in all that are without conflict."""
    ui = use_ui()
    page = ft.context.page
    seats, put = use_value(_no_seats())
    use_subscription(live.subscribe, _ended_or(live, use_rerender(), handing.load_again), [live])
    placed = [(part, seats.get(part.payload, seat_for(part, live))) for part in parts]
    changes = part_changes(live, placed, ui.tables.copies[live.game.key])
    ready = [one for one in changes if one.is_ready]

    async def take(taken: Sequence[PartChange]) -> None:
        names = tuple(live.names[one.seat] for one in taken if one.seat is not None)
        label = str(say("Part of {names}" if len(names) == 1 else "Parts of {names}", names=names))
        await live.change(label, taken_in(live.game, taken, live.names))
        left = [handing.leave(one.part.payload) for one in taken]
        if left[-1]:
            page.navigate(f"/table/{live.id}")
        show_snackbar(f"{label}: taken in.", undo=undo_of_last_step(live))

    def seat(whole: bytes, number: int) -> None:
        put(lambda old: {**old, whole: number})

    body: list[ft.Control] = [heading(f"Parts for {live.game.title}"), caption(", ".join(live.names))]
    if ready[1:]:
        body.append(button(f"Take in {len(ready)} parts", partial(take, ready), icon=ft.Icons.DONE_ALL))
    for one in changes:
        others = [table for table in tables_for(one.part, lives) if table.id != live.id]
        body.append(keyed(one.part.payload.hex(), PartCard, live, one, take, seat))
        body += _other_tables(one.part, others, handing.move)
        body.append(wrapped([plain_button(f"Leave {one.part.name}’s part", partial(handing.leave, one.part.payload))]))
    return card(body)


def _no_seats() -> dict[bytes, int]:
    return {}


def _ended_or(live: LiveTable, rerender: Callable[[], None], load_again: Callable[[], None]) -> Callable[[], None]:
    return lambda: load_again() if live.ended else rerender()


def _other_tables(
    part: ReceivedPart, others: Sequence[LiveTable], move: Callable[[bytes, str], None]
) -> list[ft.Control]:
    """Return the ways to other tables that the part could be of."""
    return [
        plain_button(f"It is of the table of {', '.join(other.names)}", partial(move, part.payload, other.id))
        for other in others
    ]


@component
def PartCard(
    live: LiveTable, one: PartChange, take: Callable[[Sequence[PartChange]], object], seat: Callable[[bytes, int], None]
) -> ft.Control:
    """Show what a part would change, and what stands against it."""
    name = one.part.name
    if one.seat is None:
        chips = [chip(other, partial(seat, one.part.payload, at)) for at, other in enumerate(live.names)]
        return _framed([text(name, Style.STRONG), notice(say(NOBODY, name=name)), wrapped(chips)])
    here = live.names[one.seat]
    before, after = one.totals
    called = here if here == name else f"{here} ({name} there)"
    totals = text(str(after) if before == after else f"{before} → {after}", Style.STRONG, no_wrap=True)
    who = ft.Row(
        [seat_mark(live.state.extras.seats[one.seat]), text(called, Style.STRONG, expand=True), totals],
        spacing=2 * SPACE,
    )
    parts: list[ft.Control] = [who]
    if one.lacking is not None:
        return _framed([*parts, notice(sentence(one.lacking), wrong=True)])
    if not one.is_new:
        return _framed([*parts, caption(NOTHING_NEW)])
    parts += [caption(sentence(line)) for line in one.lines] or [caption(UNSEEN)]
    if one.others:
        parts.append(caption(str(say(OTHERS, changes=one.others))))
    parts += _against(CONFLICTS, one.conflicts, wrong=True) + _against(DOUBTS, one.doubts, wrong=False)
    if one.rivals:
        parts.append(notice(say(RIVALS, name=here), wrong=True))
    taking = button if one.is_ready else outlined
    return _framed([*parts, wrapped([taking(f"Take in {here}’s part", partial(take, [one]))])])


def _framed(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Container(
        column(parts),
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        padding=ft.Padding.only(top=2 * SPACE),
    )


def _against(title: str, messages: Sequence[object], *, wrong: bool) -> list[ft.Control]:
    if not messages:
        return []
    return [notice(" ".join((title, *(sentence(str(message)) for message in messages))), wrong=wrong)]


@component
def PartWithoutTable(part: ReceivedPart, lives: Sequence[LiveTable], leave: Leave) -> ft.Control:
    """Say why a part fits no table here, and let a table begin with it."""
    ui = use_ui()
    page = ft.context.page
    same = [live for live in lives if live.game.key == part.game.key]

    async def begin() -> None:
        table = await begin_with_part(ui.tables, part)

        async def undo() -> None:
            await ui.tables.remove(table)
            page.navigate("/")

        if leave(part.payload):
            page.navigate(f"/table/{table}")
        show_snackbar(f"A table has begun with {part.name}’s part.", undo=undo)

    title = part.game.title
    reasons = [(", ".join(live.names), misfit(part, live)) for live in same]
    said = [say("The table of {names}: {why}", names=names, why=why) for names, why in reasons if why is not None]
    why = said or [say(NO_TABLE, game=title)]
    return card(
        [
            heading(f"{part.name}’s part of {title}"),
            *(notice(sentence(one), wrong=True) for one in why),
            wrapped([outlined("Begin a table with it", begin), plain_button("Leave it", partial(leave, part.payload))]),
        ]
    )
