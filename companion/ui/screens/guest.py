"""The screens of a phone that joined a table: its tables, the choice of a seat, the table, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import read_number, sentence
from companion.services.history import VisitedTable, load_sheet, load_visited
from companion.services.results import result_of_play
from companion.tables.access import OUT, WATCH, Guests
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
from companion.ui.components.dialogs import CANCEL, asking, use_confirmation
from companion.ui.components.fields import wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, screen, screen_room, topbar, use_table, waiting
from companion.ui.components.pictures import photo_shown
from companion.ui.core.context import use_guests, use_loaded, use_names, use_stored, use_ui
from companion.ui.core.error_boundary import component, lazily
from companion.ui.core.hooks import use_effect, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.history.picture_and_text import share_button
from companion.ui.screens.opened_sheet import OpenedSheet
from companion.ui.screens.scoreboard import Scoreboard
from companion.ui.screens.settings import appearance_settings, table_settings
from companion.ui.screens.sheet import SheetView
from companion.ui.screens.table_screen import TableScreen, first_of_a_seat
from scoring.messages import Message, say, tr
from storage.repositories.values import title_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from storage.repositories.access import Guest

    AskForSeat = Callable[[int | None], Awaitable[None]]

NOWHERE: Final = say("This phone is not at a table. To join, scan the code on the host's screen.")
NOT_THEIRS: Final = say("This phone was not at the table of this result, or the result was removed.")
NOT_THEIR_SEAT: Final = say("This phone does not have this seat. Take the seat first, then show its part.")
SCANS_NOTHING: Final = say("This phone is a guest at a table: the host scans codes.")
LEAVE: Final = say("Leave this table")
STAYS: Final = say("What you entered stays. To come back, scan the code again.")


@component
def GuestHome() -> ft.Control:
    """Show the tables that a phone has joined, and its settings."""
    tables, load_again = use_stored(load_visited, use_ui().visitor.key)
    bar = topbar("Tessera")
    if tables is None:
        return screen(bar, [])
    alone = len(tables) == 1
    parts: list[ft.Control] = [VisitedTableCard(visited, load_again, alone=alone) for visited in tables]
    if not parts:
        parts.append(text(NOWHERE))
    return screen(bar, [*parts, appearance_settings(), table_settings()])


@component
def VisitedTableCard(visited: VisitedTable, changed: Callable[[], None], *, alone: bool) -> ft.Control:
    """Show a table that a phone has joined: the ways to it or its result, at the thumb if it is `alone`, and out."""
    ui = use_ui()
    page = ft.context.page
    table_id = visited.stored.id
    guests = use_guests(table_id)

    async def leave() -> None:
        await ui.tables.access.leave(table_id, ui.visitor)
        changed()

    def go() -> None:
        page.navigate(to)

    leaving = use_confirmation(asking(LEAVE, STAYS), leave)
    title = title_of(visited.stored)
    me = None if guests is None else guests.of(ui.visitor)
    if guests is not None and me is None:
        return card([heading(title), text(sentence(OUT))])
    names = [str(player["name"]) for player in visited.stored.content["table"]["players"]]
    sits = tr("You are watching.") if me is None or me.seat is None else tr("You are {name}.", name=names[me.seat])
    rows: list[ft.Control] = [heading(title), caption(", ".join(names)), text(sits)]
    words, to = tr("Go to the table"), f"/table/{table_id}"
    if visited.play is not None:
        words, to = tr("Result"), f"/play/{visited.play}"
    rows.append(AtThumb(lambda: [button(words, go)]) if alone else outlined(words, go))
    if visited.play is None:
        rows.append(outlined(tr("Choose a seat"), lambda: page.navigate(f"/seat/{table_id}")))
    return card([*rows, plain_button(LEAVE, leaving)])


@component
def NotAtTable() -> ft.Control:
    """Say that a phone is no longer at a table."""
    page = ft.context.page
    home = outlined(tr("Your tables"), lambda: page.navigate("/"))
    return screen(topbar(tr("Not at the table"), back="/"), [notice(sentence(OUT)), home])


@component
def GuestSeats() -> ft.Control:
    """Show the seats of the table that the address names."""
    table_id = ft.use_route_params()["table"]
    return ForGuests(table_id, lambda: SeatList(table_id))


@component
def GuestTable() -> ft.Control:
    """Show the table that the address names; without a tab, let the phone choose a seat first."""
    params = ft.use_route_params()
    table_id, tab, seat = params["table"], params.get("tab"), params.get("seat", "")

    def shown() -> ft.Control:
        if tab is None:
            return ArrivingGuest(table_id)
        if tab == WATCH:
            return Scoreboard(table_id)
        return TableScreen(table_id, tab, read_number(seat))

    return ForGuests(table_id, shown)


@component
def GuestBoard() -> ft.Control:
    """Show the board of the table that the address names to a phone that came by the code to watch."""
    table_id = ft.use_route_params()["table"]
    return ForGuests(table_id, lambda: Scoreboard(table_id))


@component
def ForGuests(table_id: str, shown: Callable[[], ft.Control]) -> ft.Control:
    """Show a screen to the phones at a table, and to no others."""
    ui = use_ui()
    guests = use_guests(table_id)
    if guests is None:
        return waiting(topbar(tr("Table"), back="/"))
    return NotAtTable() if guests.of(ui.visitor) is None else shown()


@component
def ArrivingGuest(table_id: str) -> ft.Control:
    """Lead a phone with a seat to its tab, and let one without choose a seat."""
    ui = use_ui()
    page = ft.context.page
    live, _ = use_loaded(lambda: ui.tables.open(table_id), [table_id])
    me = ui.tables.access.guests(table_id).of(ui.visitor)

    def go_on() -> None:
        if live is not None and me is not None and me.seat is not None:
            page.navigate(seat_address(live, me.seat))

    use_effect(go_on, [live is None, me])
    return SeatList(table_id)


@component
def GuestResult() -> ft.Control:
    """Show the result of one of the phone's own tables."""
    return OwnPlay(ResultPage)


@component
def GuestOpening() -> ft.Control:
    """Show how the sheet of one of the phone's own tables opens."""
    return OwnPlay(OpenedSheet)


@component
def GuestPicture() -> ft.Control:
    """Show the result of one of the phone's own tables as a picture and as text."""
    return OwnPlay(lazily("companion.ui.screens.history.picture_and_text", "PictureAndText"))


@component
def GuestCode() -> ft.Control:
    """Show the result of one of the phone's own tables as a code."""
    return OwnPlay(lazily("companion.ui.screens.codes.show_code", "ShowCode"))


@component
def GuestPart() -> ft.Control:
    """Show what belongs to the phone's own seat as a code."""
    params = ft.use_route_params()
    table_id, seat = params["part"], read_number(params["seat"])

    def shown() -> ft.Control:
        me = use_ui().tables.access.guests(table_id).of(use_ui().visitor)
        if me is None or me.seat != seat:
            return screen(topbar(tr("Code"), back=f"/seat/{table_id}"), [notice(NOT_THEIR_SEAT, live=False)])
        return lazily("companion.ui.screens.codes.show_code", "ShowCode")()

    return ForGuests(table_id, shown)


@component
def GuestTake() -> ft.Control:
    """Say who scans codes, to a phone that opened the link of one."""
    return screen(topbar(tr("Scan a code"), back="/"), [notice(SCANS_NOTHING, live=False)])


@component
def OwnPlay(shown: Callable[[], ft.Control]) -> ft.Control:
    """Show a screen of the play that the address names, if it is of one of the phone's own tables."""
    ui = use_ui()
    play_id = ft.use_route_params()["play"]
    tables, _ = use_loaded(lambda: ui.tables.worker.run(load_visited, ui.visitor.key), [play_id, ui.turn])
    if tables is None:
        return waiting(topbar(tr("Result"), back="/"))
    if play_id not in [visited.play for visited in tables]:
        return screen(topbar(tr("Result"), back="/"), [text(NOT_THEIRS)])
    return shown()


@component
def ResultPage() -> ft.Control:
    """Show the sheet of the play that the address names, and the ways to hand it on."""
    ui = use_ui()
    play_id = ft.use_route_params()["play"]
    play, _ = use_stored(load_sheet, play_id)
    if play is None:
        return waiting(topbar(tr("Result"), back="/"))
    if isinstance(play, Message):
        return screen(topbar(tr("Result"), back="/"), [text(play)])
    result = result_of_play(play)
    room = screen_room(ui.viewport)
    view = SheetView(result, room, (*photo_shown(play, room),), ways=share_button(play))
    return screen(topbar(result.title, back="/"), [view])


MARK_SIZE: Final = 28
"""The size of a player's mark where the text has its own size, in px."""

ABOUT_SEATS: Final = say(
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
    guests = use_guests(table_id)
    nowhere: int | None = None
    asked, set_asked = use_value(nowhere)

    async def ask(seat: int | None) -> None:
        await ui.tables.access.ask_for(table_id, ui.visitor, seat)
        set_asked(lambda _: seat)

    bar = topbar(tr("Who are you?"), back="/")
    live = use_table(table_id, bar)
    if isinstance(live, ft.Control):
        return live
    if guests is None:
        return waiting(bar)
    me = guests.of(ui.visitor)
    refused = asked if me is not None and me.wants is None else None
    seats = SeatCards(live, guests, ask, refused)
    return screen(bar, [heading(live.game.name), seats, WatchButton(live, me), caption(ABOUT_SEATS)])


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
    words, ways = _seat_ways(live, seat, guests, ask)
    if refused and guests.holder(seat) not in (None, me):
        words = str(REFUSED)
    made = card([who, *([caption(words)] if words else []), wrapped(ways)])
    if me is not None and me.seat == seat:
        made.border = ft.Border.all(2, ft.Colors.PRIMARY)
    return made


def _seat_ways(live: LiveTable, seat: int, guests: Guests, ask: AskForSeat) -> tuple[str, list[ft.Control]]:
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
        return "", [outlined(tr("I am {name}", name=name), take)]
    if holder is me:
        give_up = plain_button(tr("Give up the seat"), lambda: access.sit(live.id, ui.visitor, None))
        part = outlined(
            tr("My part as a code"), lambda: page.navigate(f"/code/part/{live.id}/{seat}"), icon=ft.Icons.QR_CODE
        )
        return tr("Your seat"), [
            outlined(tr("Go to the table"), lambda: page.navigate(seat_address(live, seat))),
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
        page.navigate(f"/table/{live.id}/{WATCH}")

    return outlined(tr("Just watch"), watch, icon=ft.Icons.VISIBILITY_OUTLINED)
