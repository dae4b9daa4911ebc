"""The table in play: the players on top, one part of the table below, all parts one tap away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.ui.components.controls import caption, icon_button, notice, tappable, text
from companion.ui.components.layout import max_width, screen, scrolling, topbar
from companion.ui.components.players import PlayersBar
from companion.ui.core.context import use_guests, use_selector, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import keyed, nothing, run_on, use_awake, use_ref, use_value
from companion.ui.core.keyboard import use_keys
from companion.ui.core.theme import SPACE, Style, width_of
from companion.ui.editors import EDITORS
from companion.ui.editors.base import Tab
from companion.ui.screens.final_scoring import FinalScoring
from companion.ui.screens.setup_list import SetUpList
from storage.documents.codec import DocumentError

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable

SETUP: Final = Tab(
    key="setup", title="Set up", icon=ft.Icons.CHECKLIST, view=lambda live, _: SetUpList(live), of_a_seat=False
)
END: Final = Tab(
    key="end", title="End", icon=ft.Icons.FLAG_OUTLINED, view=lambda live, _: FinalScoring(live), of_a_seat=False
)

UNREADABLE: Final = (
    "This Tessera cannot read what is stored of the table. Nothing of it was changed; a newer Tessera may read it."
)
CHANGED_SINCE: Final = "somebody has changed that since, so it stays as it is."
FLICK_PX_PER_S: Final = 300
"""How fast a finger moves sideways to turn to the next player, in px a second."""


@component
def TableScreen(table_id: str, place: str | None, seat: int) -> ft.Control:
    """Show a part of a table in play."""
    ui = use_ui()
    live, set_live = use_value(ui.tables.at_hand(table_id))
    missing, set_missing = use_value("")
    stop = use_ref(lambda: nothing)
    page = ft.context.page

    async def find() -> None:
        try:
            found = await ui.tables.open(table_id)
        except DocumentError:
            set_missing(lambda _: UNREADABLE)
            return
        set_live(lambda _: found)
        stop.current()
        if found is not None:
            stop.current = found.subscribe(lambda: look_again(found))
        else:
            play = await ui.tables.play_of(table_id)
            if play is not None:
                page.navigate(f"/play/{play}")
            set_missing(lambda _: "This table is not in play any more: it was finished or removed.")

    def look_again(found: LiveTable) -> None:
        if found.ended:
            run_on(page, safe(find))

    ft.use_effect(safe(find), [table_id, ui.turn], cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then
    if live is None or live.id != table_id:
        words = notice(missing) if missing else caption("The table is being opened …")
        return screen(topbar("Table", back="/"), [words])
    places = {one.key: one for one in (*EDITORS[live.game.key].tabs, END, SETUP)}
    here = places.get(place or "", EDITORS[live.game.key].tabs[0])
    whole: ft.Control = OpenTable(live, here, min(max(seat, 0), len(live.state.table.players) - 1))
    return whole


@component
def OpenTable(live: LiveTable, place: Tab, seat: int) -> ft.Control:
    """Show a part of an open table, with the way to all the others."""
    ui = use_ui()
    page = ft.context.page
    players = len(live.state.table.players)
    shown = seat if place.of_a_seat else None
    live = ft.use_memo(lambda: ui.tables.for_place(live, shown), [live, shown])

    def show(other: int, key: str = place.key) -> None:
        page.navigate(f"/table/{live.id}/{key}/{other}")

    def show_seat(other: int) -> None:
        own = next(
            (one.key for one in EDITORS[live.game.key].tabs if one.of_a_seat), EDITORS[live.game.key].tabs[0].key
        )
        show(other, place.key if place.of_a_seat else own)

    def flicked(event: ft.DragEndEvent[ft.GestureDetector]) -> None:
        speed = event.primary_velocity or 0
        if place.of_a_seat and abs(speed) > FLICK_PX_PER_S:
            show((seat + (1 if speed < 0 else -1)) % players)

    async def press(event: ft.KeyboardEvent) -> bool:
        if (event.ctrl or event.meta) and event.key == "Z":
            await (redo_step(live) if event.shift else undo_step(live))
            return True
        if event.alt and event.key.isdecimal() and 1 <= int(event.key) <= players:
            show_seat(int(event.key) - 1)
            return True
        return False

    use_keys(ui.keys, press)
    use_awake(awake=bool(ui.settings.get("awake", False)))
    parts: list[ft.Control] = [
        _bar(live),
        PlayersBar(live, shown, show_seat),
        *([] if ui.visitor.host else [RefusalNote(live)]),
        ft.GestureDetector(
            content=keyed(f"{place.key} {seat if place.of_a_seat else ''}", TabView, live, place, seat),
            on_horizontal_drag_end=safe(flicked),
            expand=True,
            exclude_from_semantics=True,
        ),
        _tab_bar(live, place, seat, show),
    ]
    return ft.SafeArea(
        ft.Column(parts, spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH), expand=True
    )


@component
def TabView(live: LiveTable, place: Tab, seat: int) -> ft.Control:
    """Show a part of the table, from its beginning: another part, or another player, does not begin scrolled."""
    shown = place.view(live, seat)
    return shown if place.fills else scrolling([ft.Row([max_width(shown)], alignment=ft.MainAxisAlignment.CENTER)])


def _bar(live: LiveTable) -> ft.Control:
    page = ft.context.page
    to_setup = icon_button(ft.Icons.CHECKLIST, "Set-up list", lambda: page.navigate(f"/table/{live.id}/setup/0"))
    return topbar(live.game.title, back="/", actions=[UndoButtons(live), to_setup, PhonesButton(live.id)])


@component
def PhonesButton(table_id: str) -> ft.Control:
    """Show the way to the phones at the table, or, on one of them, to the seats."""
    ui = use_ui()
    page = ft.context.page
    guests = use_guests(table_id)
    if not ui.visitor.host:
        return icon_button(ft.Icons.EVENT_SEAT_OUTLINED, "Seats", lambda: page.navigate(f"/seat/{table_id}"))
    asked = any(guest.wants is not None for guest in (guests.all if guests is not None else ()))
    icon = ft.Icons.PHONELINK_RING if asked else ft.Icons.QR_CODE_2
    label = "Phones at this table, one asks for a seat" if asked else "Phones at this table"
    return icon_button(icon, label, lambda: page.navigate(f"/phones/{table_id}"))


@component
def RefusalNote(live: LiveTable) -> ft.Control:
    """Say on a phone why it can enter nothing in what is shown, where it cannot."""
    use_guests(live.id)
    why = live.refusal
    words = caption("" if why is None else f"{why}.")
    return ft.Container(
        words, padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE), visible=why is not None
    )


async def undo_step(live: LiveTable) -> None:
    """Take back the last step that was made here, and say so."""
    label = live.undo_state.undo
    if label is not None:
        show_snackbar(f"Taken back: {label}." if await live.undo() else f"{label}: {CHANGED_SINCE}")


async def redo_step(live: LiveTable) -> None:
    """Bring back the step that was taken back last, and say so."""
    label = live.undo_state.redo
    if label is not None:
        show_snackbar(f"Done again: {label}." if await live.redo() else f"{label}: {CHANGED_SINCE}")


@component
def UndoButtons(live: LiveTable) -> ft.Control:
    """Show the two buttons that take a step back, and bring it again."""
    standing = use_selector(live, lambda: live.undo_state)

    undo = f"Undo: {standing.undo}" if standing.undo else "Undo: nothing to take back"
    redo = f"Redo: {standing.redo}" if standing.redo else "Redo: nothing was taken back"
    return ft.Row(
        [
            icon_button(ft.Icons.UNDO, undo, lambda: undo_step(live), disabled=standing.undo is None),
            icon_button(ft.Icons.REDO, redo, lambda: redo_step(live), disabled=standing.redo is None),
        ],
        spacing=0,
    )


def _tab_bar(live: LiveTable, here: Tab, seat: int, show: Any) -> ft.Control:  # noqa: ANN401 - a call with a place
    viewport = use_ui().viewport

    places = (*EDITORS[live.game.key].tabs, END)
    longest = max(len(place.title) for place in places)
    fits = width_of(Style.SMALL, longest) * viewport.scale <= viewport.width / len(places) - 2 * SPACE

    def button(place: Tab) -> ft.Control:
        chosen = place.key == here.key
        ink = ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT
        drawn: list[ft.Control] = [
            ft.Icon(place.icon, color=ink),
            *([text(place.title, Style.SMALL, color=ink, no_wrap=True)] if fits else []),
        ]
        face: ft.Control = ft.Column(drawn, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
        if viewport.low:
            face = ft.Row(drawn, spacing=2 * SPACE, tight=True)
        centre = ft.Alignment.CENTER
        return tappable(
            face,
            place.title,
            lambda: show(seat, place.key),
            selected=chosen,
            expand=True,
            padding=SPACE,
            alignment=centre,
        )

    buttons = [button(place) for place in places]
    return ft.Container(
        ft.Row(buttons, spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        padding=ft.Padding.symmetric(horizontal=SPACE, vertical=SPACE // 2),
    )
