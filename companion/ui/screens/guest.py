"""The screens of a phone that joined a table: its tables, their seats, the table, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import read_number, sentence
from companion.services.history import load_result, load_visited
from companion.services.results import result_of_play
from companion.tables.access import OUT
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.layout import screen, screen_room, topbar, waiting
from companion.ui.components.photo import photo_shown
from companion.ui.core.context import use_guests, use_loaded, use_stored, use_ui
from companion.ui.core.error_boundary import component, lazily
from companion.ui.core.hooks import use_effect
from companion.ui.screens.history.play_sharing import sharing
from companion.ui.screens.seats import SeatList, seat_address
from companion.ui.screens.settings import appearance_settings, table_settings
from companion.ui.screens.sheet import SheetView
from companion.ui.screens.table_screen import TableScreen
from scoring.messages import Message, say, tr
from storage.repositories.values import title_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.history import VisitedTable

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
    parts: list[ft.Control] = [VisitedTableCard(visited, load_again) for visited in tables]
    if not parts:
        parts.append(text(NOWHERE))
    return screen(bar, [*parts, appearance_settings(), table_settings()])


@component
def VisitedTableCard(visited: VisitedTable, changed: Callable[[], None]) -> ft.Control:
    """Show a table that a phone has joined: the ways to it or its result, and the way out."""
    ui = use_ui()
    page = ft.context.page
    table_id = visited.stored.id
    guests = use_guests(table_id)

    async def leave() -> None:
        await ui.tables.access.leave(table_id, ui.visitor)
        changed()

    leaving = use_confirmation(asking(LEAVE, STAYS), leave)
    title = title_of(visited.stored)
    me = None if guests is None else guests.of(ui.visitor)
    if guests is not None and me is None:
        return card([heading(title), text(sentence(OUT))])
    names = [str(player["name"]) for player in visited.stored.content["table"]["players"]]
    sits = tr("You are watching.") if me is None or me.seat is None else tr("You are {name}.", name=names[me.seat])
    rows: list[ft.Control] = [heading(title), caption(", ".join(names)), text(sits)]
    if visited.play is not None:
        rows.append(button(tr("Result"), lambda: page.navigate(f"/play/{visited.play}")))
    else:
        rows.append(button(tr("Go to the table"), lambda: page.navigate(f"/table/{table_id}")))
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
        return TableScreen(table_id, tab, read_number(seat))

    return ForGuests(table_id, shown)


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
    loaded, _ = use_stored(load_result, play_id)
    if loaded is None:
        return waiting(topbar(tr("Result"), back="/"))
    if isinstance(loaded, Message):
        return screen(topbar(tr("Result"), back="/"), [text(loaded)])
    play, game = loaded
    result = result_of_play(play)
    room = screen_room(ui.viewport)
    return screen(
        topbar(result.title, back="/"), [SheetView(result, room, (*photo_shown(play, room), *sharing(play, game)))]
    )
