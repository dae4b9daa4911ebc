"""The table in play: the players on top, one part of the table below, all parts one tap away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.awake import use_awake
from companion.editors.base import Place
from companion.guards import component, safe, tell
from companion.hooks import keyed, use_value
from companion.keys import use_keys
from companion.parts.basics import icon_button, notice, quiet, tappable, text
from companion.parts.players import Players
from companion.parts.rooms import in_the_middle, scrolling
from companion.parts.topbar import screen, topbar
from companion.theme import SPACE, Style, width_of
from companion.ui import use_seen, use_ui
from companion.views.end import End
from companion.views.setup import SetUpList
from storage.codec import DocumentError

if TYPE_CHECKING:
    from companion.live import LiveTable

SETUP: Final = Place(
    key="setup", title="Set up", icon=ft.Icons.CHECKLIST, view=lambda live, _: SetUpList(live), of_a_seat=False
)
END: Final = Place(key="end", title="End", icon=ft.Icons.FLAG_OUTLINED, view=lambda live, _: End(live), of_a_seat=False)

UNREADABLE: Final = (
    "This Tessera cannot read what is stored of the table. Nothing of it was changed; a newer Tessera may read it."
)
FLICK: Final = 300
"""How fast a finger moves sideways to turn to the next player, in px a second."""


@component
def TableScreen(table_id: str, place: str | None, seat: int) -> ft.Control:
    """Show a part of a table in play."""
    ui = use_ui()
    live, set_live = use_value(ui.tables.at_hand(table_id))
    missing, set_missing = use_value("")
    page = ft.context.page

    async def find() -> None:
        try:
            found = await ui.tables.open(table_id)
        except DocumentError:
            set_missing(lambda _: UNREADABLE)
            return
        set_live(lambda _: found)
        if found is None:
            play = await ui.tables.play_of(table_id)
            if play is not None:
                page.navigate(f"/play/{play}")
            set_missing(lambda _: "This table is not in play any more: it was finished or removed.")

    ft.use_effect(safe(find), [table_id])
    if live is None or live.id != table_id:
        words = notice(missing, ui.look.palette) if missing else quiet("The table is being opened …", ui.look.palette)
        return screen(topbar("Table", back="/"), [words])
    places = {one.key: one for one in (*live.editor.places, END, SETUP)}
    here = places.get(place or "", live.editor.places[0])
    whole: ft.Control = Opened(live, here, min(max(seat, 0), len(live.evening.table.players) - 1))
    return whole


@component
def Opened(live: LiveTable, place: Place, seat: int) -> ft.Control:
    """Show a part of an open table, with the way to all the others."""
    ui = use_ui()
    page = ft.context.page
    players = len(live.evening.table.players)

    def show(other: int, key: str = place.key) -> None:
        page.navigate(f"/table/{live.id}/{key}/{other}")

    def show_seat(other: int) -> None:
        own = next((one.key for one in live.editor.places if one.of_a_seat), live.editor.places[0].key)
        show(other, place.key if place.of_a_seat else own)

    def flicked(event: ft.DragEndEvent[ft.GestureDetector]) -> None:
        speed = event.primary_velocity or 0
        if place.of_a_seat and abs(speed) > FLICK:
            show((seat + (1 if speed < 0 else -1)) % players)

    async def press(event: ft.KeyboardEvent) -> bool:
        if (event.ctrl or event.meta) and event.key == "Z":
            standing = live.standing
            await (live.redo() if event.shift else live.undo())
            label = standing.redo if event.shift else standing.undo
            if label is not None:
                tell(f"{'Done again' if event.shift else 'Taken back'}: {label}.")
            return True
        if event.alt and event.key.isdecimal() and 1 <= int(event.key) <= players:
            show_seat(int(event.key) - 1)
            return True
        return False

    use_keys(ui.keys, press)
    use_awake(awake=bool(ui.settings.get("awake", False)))
    parts: list[ft.Control] = [
        _bar(live),
        Players(live, seat if place.of_a_seat else None, show_seat),
        ft.GestureDetector(
            content=keyed(f"{place.key} {seat if place.of_a_seat else ''}", Shown, live, place, seat),
            on_horizontal_drag_end=safe(flicked),
            expand=True,
            exclude_from_semantics=True,
        ),
        _places(live, place, seat, show),
    ]
    return ft.SafeArea(
        ft.Column(parts, spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH), expand=True
    )


@component
def Shown(live: LiveTable, place: Place, seat: int) -> ft.Control:
    """Show a part of the table, from its beginning: another part, or another player, does not begin scrolled."""
    shown = place.view(live, seat)
    return shown if place.fills else scrolling([ft.Row([in_the_middle(shown)], alignment=ft.MainAxisAlignment.CENTER)])


def _bar(live: LiveTable) -> ft.Control:
    page = ft.context.page
    to_setup = icon_button(ft.Icons.CHECKLIST, "Set-up list", lambda: page.navigate(f"/table/{live.id}/setup/0"))
    return topbar(live.game.title, back="/", actions=[Steps(live), to_setup])


@component
def Steps(live: LiveTable) -> ft.Control:
    """Show the two buttons that take a step back, and bring it again."""
    standing = use_seen(live, lambda: live.standing)

    async def back() -> None:
        await live.undo()
        tell(f"Taken back: {standing.undo}.")

    async def again() -> None:
        await live.redo()
        tell(f"Done again: {standing.redo}.")

    undo = f"Undo: {standing.undo}" if standing.undo else "Undo: nothing to take back"
    redo = f"Redo: {standing.redo}" if standing.redo else "Redo: nothing was taken back"
    return ft.Row(
        [
            icon_button(ft.Icons.UNDO, undo, back, disabled=standing.undo is None),
            icon_button(ft.Icons.REDO, redo, again, disabled=standing.redo is None),
        ],
        spacing=0,
    )


def _places(live: LiveTable, here: Place, seat: int, show: Any) -> ft.Control:  # noqa: ANN401 - a call with a place
    look = use_ui().look
    palette = look.palette

    places = (*live.editor.places, END)
    longest = max(len(place.title) for place in places)
    fits = width_of(Style.SMALL, longest) * look.scale <= look.width / len(places) - 2 * SPACE

    def button(place: Place) -> ft.Control:
        chosen = place.key == here.key
        ink = palette.primary if chosen else palette.quiet
        drawn: list[ft.Control] = [
            ft.Icon(place.icon, color=ink),
            *([text(place.title, Style.SMALL, color=ink, no_wrap=True)] if fits else []),
        ]
        face: ft.Control = ft.Column(drawn, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
        if look.low:
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
        bgcolor=palette.surface,
        border=ft.Border.only(top=ft.BorderSide(1, palette.line)),
        padding=ft.Padding.symmetric(horizontal=SPACE, vertical=SPACE // 2),
    )
