"""The choice of a seat on a phone: its own, free ones, those of other phones, or none, to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import button, caption, card, heading, outlined, plain_button, seat_mark, text
from companion.ui.components.dialogs import CANCEL
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column, not_in_play, screen, topbar, waiting
from companion.ui.core.context import use_guests, use_names, use_table, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.table_screen import first_of_a_seat, first_tab
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.access import Guests
    from companion.tables.live_table import LiveTable
    from storage.repositories.access import Guest

    AskForSeat = Callable[[int | None], Awaitable[None]]

MARK_SIZE: Final = 28
"""The size of a player's mark where the text has its own size, in px."""

ABOUT: Final = say(
    "The phone in a seat, or the host, enters what lies in front of that player. What is for all, or for a player "
    "without a phone, everybody with a seat enters."
)
REFUSED: Final = say("The host has left this seat to the other phone.")


def seat_address(live: LiveTable, seat: int) -> str:
    """Return the address of the tab on which a seat's own things are entered."""
    return f"/table/{live.id}/{first_of_a_seat(live)}/{seat}"


@component
def SeatList(table_id: str) -> ft.Control:
    """List the seats of a table, and let the phone take one, ask for one, or watch."""
    ui = use_ui()
    loaded = use_table(table_id)
    guests = use_guests(table_id)
    nowhere: int | None = None
    asked, set_asked = use_value(nowhere)

    async def ask(seat: int | None) -> None:
        await ui.tables.access.ask_for(table_id, ui.visitor, seat)
        set_asked(lambda _: seat)

    bar = topbar(tr("Who are you?"), back="/")
    if loaded is None or guests is None:
        return waiting(bar)
    (live,) = loaded
    if live is None:
        return not_in_play(bar)
    me = guests.of(ui.visitor)
    refused = asked if me is not None and me.wants is None else None
    seats = SeatCards(live, guests, ask, refused)
    return screen(bar, [heading(live.game.name), seats, WatchButton(live, me), caption(ABOUT)])


@component
def SeatCards(live: LiveTable, guests: Guests, ask: AskForSeat, refused: int | None) -> ft.Control:
    """Show a card for each player who sits at the table now; the host has just refused the seat `refused`."""
    names = use_names(live)
    cards = [SeatCard(live, seat, guests, ask, refused=seat == refused) for seat in range(len(names))]
    return column(cards, spacing=4 * SPACE)


@component
def SeatCard(live: LiveTable, seat: int, guests: Guests, ask: AskForSeat, *, refused: bool) -> ft.Control:
    """Show who has a seat, and what this phone can do; `refused` where the host has just refused it."""
    ui = use_ui()
    me = guests.of(ui.visitor)
    name = live.state.table.players[seat].name
    mark = seat_mark(live.state.extras.seats[seat], MARK_SIZE * ui.viewport.scale)
    who = ft.Row([mark, text(name, Style.HEADING, expand=True)], spacing=2 * SPACE)
    words, ways = _ways(live, seat, guests, ask)
    if refused and guests.holder(seat) not in (None, me):
        words = str(REFUSED)
    made = card([who, *([caption(words)] if words else []), wrapped(ways)])
    if me is not None and me.seat == seat:
        made.border = ft.Border.all(2, ft.Colors.PRIMARY)
    return made


def _ways(live: LiveTable, seat: int, guests: Guests, ask: AskForSeat) -> tuple[str, list[ft.Control]]:
    """Return a note on a seat, and its buttons."""
    ui = use_ui()
    page = ft.context.page
    access = ui.tables.access
    name = live.state.table.players[seat].name
    holder, me = guests.holder(seat), guests.of(ui.visitor)

    async def take() -> None:
        await access.sit(live.id, ui.visitor, seat)
        page.navigate(seat_address(live, seat))

    if holder is None:
        return "", [button(tr("I am {name}", name=name), take)]
    if holder is me:
        give_up = plain_button(tr("Give up the seat"), lambda: access.sit(live.id, ui.visitor, None))
        part = outlined(
            tr("My part as a code"), lambda: page.navigate(f"/code/part/{live.id}/{seat}"), icon=ft.Icons.QR_CODE
        )
        return tr("Your seat"), [
            button(tr("Go to the table"), lambda: page.navigate(seat_address(live, seat))),
            part,
            give_up,
        ]
    if me is not None and me.wants == seat:
        return tr("You have asked; the host decides."), [plain_button(CANCEL, lambda: ask(None))]
    return tr("Another phone has this seat."), [outlined(tr("Ask for {name}’s seat", name=name), lambda: ask(seat))]


@component
def WatchButton(live: LiveTable, me: Guest | None) -> ft.Control:
    """Let the phone watch without a seat."""
    ui = use_ui()
    page = ft.context.page

    async def watch() -> None:
        if me is not None and me.seat is not None:
            await ui.tables.access.sit(live.id, ui.visitor, None)
        page.navigate(f"/table/{live.id}/{first_tab(live).key}/0")

    return outlined(tr("Just watch"), watch, icon=ft.Icons.VISIBILITY_OUTLINED)
