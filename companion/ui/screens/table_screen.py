"""The table in play: the players on top, one tab of the table below, all tabs one tap away."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import flet as ft

from companion.formatting.text import sentence
from companion.games import KITS
from companion.games.kit import no_stage
from companion.services.end_sheet import has_end_sheet
from companion.tables.live_table import LiveTable
from companion.ui.components.controls import caption, icon_button, notice, outlined, tappable, text
from companion.ui.components.correction import corrected_at, use_finish_unchanged, use_spot
from companion.ui.components.dialogs import RedoButton, UndoButton, redo_step, undo_step
from companion.ui.components.foot import FootBar, SnackbarStrip, foot_scrolls
from companion.ui.components.layout import NOT_IN_PLAY, column, max_width, screen, scrolling, topbar, waiting
from companion.ui.components.players import PlayersBar, has_room_above
from companion.ui.components.plays import AGAIN
from companion.ui.core.context import (
    use_guests,
    use_loading,
    use_names,
    use_next_seat,
    use_selector,
    use_subscription,
    use_ui,
)
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, nothing, use_awake, use_ref, use_value
from companion.ui.core.keyboard import use_keys
from companion.ui.core.page import address_now
from companion.ui.core.theme import SPACE, TARGET, WIDEST, Style, width_of
from companion.ui.editors import EDITORS, board_tab
from companion.ui.editors.base import Tab
from companion.ui.screens.final_scoring import EndSheet, FinalScoring
from companion.ui.screens.setup_list import HOW, SetUpList, has_set_up, help_address
from scoring.messages import Message, say, tr, with_commas
from storage.documents.codec import DocumentError

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ui.core.context import Viewport
    from companion.ui.core.hooks import Ref

SETUP: Final = Tab(
    key="setup", title=say("Set up"), icon=ft.Icons.CHECKLIST, view=lambda live, _: SetUpList(live), of_a_seat=False
)
SHEET: Final = Tab(
    key="sheet",
    title=say("Sheet"),
    icon=ft.Icons.GRID_ON_OUTLINED,
    view=lambda live, _: EndSheet(live),
    of_a_seat=False,
    fills=True,
    names_players=True,
)
END: Final = Tab(
    key="end",
    title=say("End"),
    icon=ft.Icons.FLAG_OUTLINED,
    view=lambda live, _: FinalScoring(live),
    of_a_seat=False,
    fills=True,
    names_players=True,
)

UNREADABLE: Final = say("This version of Tessera cannot read this table; a newer one may. Nothing in it was changed.")

NARROW_LETTERS: Final = 0.865
"""The width of the titles of tabs, as a share of the greatest width of so many letters."""

FLICK_PX_PER_S: Final = 300
"""The least speed of a sideways flick to the next player, in px a second."""


@component
def TableScreen(table_id: str, tab: str | None, seat: int) -> ft.Control:
    """Show a tab of a table in play; where `tab` names none it is the first one, of the player whose turn it is."""
    live = use_open_table(table_id)
    if isinstance(live, ft.Control):
        return live
    tabs = _tabs(live)
    setup = (SETUP,) if has_set_up(live) else ()
    shown_tab = next((candidate for candidate in (*tabs, *setup) if candidate.key == tab), first_tab(live))
    whole: ft.Control = OpenTable(live, shown_tab, None if tab is None else seat)
    return whole


def use_open_table(table_id: str, page_of_play: str = "") -> LiveTable | ft.Control:
    """Return a table in play, or the screen in its place; where it became a play, its page opens, or one below it."""
    ui, page = use_ui(), ft.context.page
    at_hand: LiveTable | Message | None = ui.tables.at_hand(table_id)
    shown, set_shown = use_value(at_hand)
    start = ft.use_memo(lambda: address_now(page), [table_id])

    async def find() -> None:
        opened: LiveTable | Message | None = UNREADABLE
        with suppress(DocumentError):
            opened = await ui.tables.open(table_id)
        play = await ui.tables.play_of(table_id) if opened is None else None
        address = address_now(page)  # whoever finished it may have gone on meanwhile
        if play is not None and (address == start or address.startswith(f"/table/{table_id}")):
            page.navigate(f"/play/{play}{page_of_play}")  # what was there stays in sight until its play is
        else:
            set_shown(lambda _: opened or NOT_IN_PLAY)

    live = shown if isinstance(shown, LiveTable) else None
    use_end(live, use_loading(find, [table_id, ui.turn], lacks=live is None))
    if live is not None and live.id == table_id:
        return live
    bar = topbar(tr("Table"), back="/")
    return screen(bar, [notice(shown)]) if isinstance(shown, Message) else waiting(bar)


def use_end(live: LiveTable | None, act: Callable[[], None]) -> None:
    """Act in this browser when a table, if there is one, is no longer in play."""

    def ended() -> bool:
        return live is not None and live.ended

    use_subscription((lambda _: nothing) if live is None else live.observers.subscribe, act, [live], ended, ended)


@component
def OpenTable(live: LiveTable, tab: Tab, seat: int | None) -> ft.Control:
    """Show a tab of an open table, anew with other players, seats or lines; `None` is whose turn it was at first."""
    use_finish_unchanged(live)
    plays = use_ref(lambda: turn_of(live) or 0).current
    seat = plays if seat is None else seat
    names, lines = use_names(live), use_selector(live, lambda: tuple(live.game.rules))
    return keyed("\n".join((*names, *lines)), TableOfPlayers, live, tab, min(max(seat, 0), len(names) - 1))


@component
def TableOfPlayers(live: LiveTable, tab: Tab, seat: int) -> ft.Control:
    """Show a tab of an open table, with the way to all the others."""
    ui = use_ui()
    shown = seat if tab.of_a_seat else None
    live = ft.use_memo(lambda: ui.tables.for_place(live, shown), [live, shown])
    ways, turn = use_ways(live, tab, seat), use_selector(live, lambda: turn_of(live) if tab.shared else None, tab)
    lit = shown if turn is None else turn
    use_table_keys(live, ways)
    use_awake(awake=bool(ui.settings.get("awake", True)))
    waits, side = EDITORS[live.game.key].waits, tab.side if ui.viewport.wide else None
    parts: list[ft.Control] = [
        _bar(live),
        *([PlayersBar(live, lit, ways.show_seat, waits)] if _has_players(live, tab, ui.viewport) else []),
        *([] if ui.visitor.host else [RefusalNote(live)]),
        *([] if tab is END else _way_back(live)),
        ft.GestureDetector(
            content=keyed(f"{tab.key} {seat if tab.of_a_seat else ''}", TabView, live, tab, seat),
            on_horizontal_drag_end=safe(ways.flick),
            expand=True,
            exclude_from_semantics=True,
        ),
        *([] if tab.names_players and tab is not END else [SnackbarStrip()]),
        *([] if foot_scrolls(ui.viewport) else [FootBar(side=side, margin=2 * SPACE)]),
        _tab_bar(live, tab, ways.show_tab),
    ]
    return ft.SafeArea(
        ft.Column(parts, spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH), expand=True
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ways:
    """The ways from a tab and a seat of a table to all the others.

    `began` is the seat that was asked for last, and whose turn it was then; `next_seat` as `use_next_seat` returns it.
    """

    page: ft.Page
    live: LiveTable
    tab: Tab
    seat: int
    next_seat: Callable[[int], int]
    began: Ref[tuple[int, int | None]]

    def show_seat(self, seat: int) -> None:
        """Show a player, who then stays, on the first tab that has one where this one has none."""
        asked, _ = self._now()
        self.began.current = (seat, turn_of(self.live))
        self._show(asked.key if asked.of_a_seat else first_of_a_seat(self.live), seat)

    def show_tab(self, key: str) -> None:
        """Show a tab with the same player, or with whose turn it is if that player has just played."""
        (_, seat), plays = self._now(), turn_of(self.live)
        has_played = seat == self.seat and self.began.current[1] in (None, seat)
        self._show(key, plays if has_played and plays is not None and self.next_seat(plays) == plays else seat)

    def show_next_tab(self, by: int) -> None:
        """Show the tab so many further to the right."""
        tabs, (asked, _) = _tabs(self.live), self._now()
        self.show_tab(tabs[(tabs.index(asked) + by) % len(tabs) if asked in tabs else 0].key)

    def flick(self, event: ft.DragEndEvent[ft.GestureDetector]) -> None:
        """Show the player to the side of a flick."""
        speed = event.primary_velocity or 0
        asked, seat = self._now()
        if asked.of_a_seat and abs(speed) > FLICK_PX_PER_S:
            self._show(asked.key, (seat + (1 if speed < 0 else -1)) % len(self.live.names))

    def _now(self) -> tuple[Tab, int]:
        """Return the tab and the seat that were asked for last, or are shown."""
        return _asked(address_now(self.page), self.live) or (self.tab, self.seat)

    def _show(self, key: str, seat: int) -> None:
        self.page.navigate(f"/table/{self.live.id}/{key}/{seat}")


def use_ways(live: LiveTable, tab: Tab, seat: int) -> Ways:
    """Return the ways from a tab and a seat of a table."""
    began, next_seat = use_ref(lambda: (seat, turn_of(live))), use_next_seat(live.id)
    if began.current[0] != seat:
        began.current = (seat, turn_of(live))
    return Ways(page=ft.context.page, live=live, tab=tab, seat=seat, next_seat=next_seat, began=began)


def turn_of(live: LiveTable) -> int | None:
    """Return the seat whose turn it is, where its player is shown next, or `None`."""
    return KITS[live.game.key].turn(live.state) if EDITORS[live.game.key].follows_turn else None


def _way_back(live: LiveTable) -> list[ft.Control]:
    """Return the way back to the sheet, or the step of the final scoring, that led here, if any did."""
    page = ft.context.page
    corrected = corrected_at(live.id)
    if corrected is None:
        return []
    words = tr("Back to {step}", step=corrected.step)
    back = outlined(words, lambda: page.navigate(f"/table/{live.id}/{corrected.tab}/0"), icon=ft.Icons.ARROW_BACK)
    return [ft.Container(back, padding=ft.Padding.symmetric(horizontal=2 * SPACE, vertical=SPACE))]


def _has_players(live: LiveTable, tab: Tab, viewport: Viewport) -> bool:
    """Return whether the players stand above a tab: not where it names them itself, but above steps to the end."""
    return not tab.names_players or (tab is END and board_tab(live) is not None and has_room_above(live, viewport))


def first_tab(live: LiveTable) -> Tab:
    """Return the tab that a table begins with: the sheet where only the end is entered."""
    return SHEET if live.state.extras.only_end else EDITORS[live.game.key].tabs[0]


def first_of_a_seat(live: LiveTable) -> str:
    """Return the key of the first tab that shows one player, or of the first one where only the end is entered."""
    return board_tab(live) or first_tab(live).key


def _tabs(live: LiveTable) -> tuple[Tab, ...]:
    """Return the tabs that are always one tap away, from left to right."""
    sheet = (SHEET,) if has_end_sheet(live.game) else ()
    return (*EDITORS[live.game.key].tabs, *sheet, END)


def _asked(address: str, live: LiveTable) -> tuple[Tab, int] | None:
    """Return the tab and the seat that an address names, `None` where it names none of this table."""
    match urlsplit(address).path.split("/"):
        case ["", "table", live.id, key, seat] if seat.isdecimal():
            tab = next((tab for tab in (*_tabs(live), SETUP) if tab.key == key), None)
            return None if tab is None else (tab, int(seat))
        case _:
            return None


STEP_OF_KEY: Final = {"Page Up": -1, "Page Down": 1}
"""How many tabs further to the right a key leads with Alt."""


def use_table_keys(live: LiveTable, ways: Ways) -> None:
    """Undo and redo with Ctrl+Z, show a player with Alt and a figure, and the next tab with Alt and Page Up or Down.

    The client names a key by its figure where that takes Shift, too, as on French keyboards: Alt and & show the first.
    """

    async def press(event: ft.KeyboardEvent) -> bool:
        if (event.ctrl or event.meta) and event.key == "Z":
            await (redo_step(live) if event.shift else undo_step(live))
            return True
        if event.alt and event.key.isdecimal() and 1 <= int(event.key) <= len(live.names):
            ways.show_seat(int(event.key) - 1)
            return True
        if event.alt and event.key in STEP_OF_KEY:
            ways.show_next_tab(STEP_OF_KEY[event.key])
            return True
        return False

    use_keys(use_ui().keys, press)


@component
def TabView(live: LiveTable, tab: Tab, seat: int) -> ft.Control:
    """Show a tab from its top, or from the spot that is corrected: another tab or player does not begin scrolled."""
    if tab.key in {SHEET.key, END.key}:
        return EDITORS[live.game.key].sheet(live, lambda: tab.view(live, seat))
    if tab.fills:
        return tab.view(live, seat)
    middle = ft.Row([max_width(tab.view(live, seat))], alignment=ft.MainAxisAlignment.CENTER)
    return scrolling([middle], use_spot(live.id))


def _bar(live: LiveTable) -> ft.Control:
    page = ft.context.page
    back = "/"
    if use_ui().visitor.host:
        back = f"/play/{live.id}" if live.reopened else back
        to = icon_button(ft.Icons.GROUPS_OUTLINED, tr("Players"), lambda: page.navigate(f"/seating/{live.id}"))
    elif has_set_up(live):
        to = icon_button(ft.Icons.CHECKLIST, tr("Set-up list"), lambda: page.navigate(f"/table/{live.id}/setup/0"))
    else:
        to = icon_button(ft.Icons.HELP_OUTLINE, HOW, lambda: page.navigate(help_address(live)))
    actions = [UndoButton(live), RedoButton(live), to, PhonesButton(live.id)]
    under = None if KITS[live.game.key].stage is no_stage and not live.reopened else Stage(live)
    return topbar(live.game.name, back=back, actions=actions, under=under)


@component
def Stage(live: LiveTable) -> ft.Control:
    """Show how far the game is, where it has phases or rounds and is not entered at its end alone.

    It also says that the table is that of a play.
    """
    stage = use_selector(live, lambda: None if live.state.extras.only_end else KITS[live.game.key].stage(live.state))
    facts = [*([AGAIN] if live.reopened else []), *([] if stage is None else [stage])]
    return caption(sentence(with_commas(facts)).removesuffix(".")) if facts else ft.Container(visible=False)


@component
def PhonesButton(table_id: str) -> ft.Control:
    """Show the way to the phones at the table, or, on such a phone, to the seats."""
    ui = use_ui()
    page = ft.context.page
    guests = use_guests(table_id)
    if not ui.visitor.host:
        return icon_button(ft.Icons.EVENT_SEAT_OUTLINED, tr("Seats"), lambda: page.navigate(f"/seat/{table_id}"))
    asked = any(guest.wants is not None for guest in (guests.all if guests is not None else ()))
    icon = ft.Icons.PHONELINK_RING if asked else ft.Icons.QR_CODE_2
    label = tr("Phones: one asks for a seat") if asked else tr("Phones")
    return icon_button(icon, label, lambda: page.navigate(f"/phones/{table_id}"))


@component
def RefusalNote(live: LiveTable) -> ft.Control:
    """Show on a phone why it can enter nothing here, where it cannot."""
    use_guests(live.id)
    why = live.refusal
    margin = ft.Margin.symmetric(horizontal=2 * SPACE, vertical=SPACE)
    return caption("" if why is None else f"{why}.", visible=why is not None, margin=margin)


def _tab_bar(live: LiveTable, current: Tab, show: Callable[[str], None]) -> ft.Control:
    """Return the tabs with icons and words; words alone, in two rows, where the words do not fit beside each other.

    Where a word may need more than an equal share of its row, each has the room that it needs, if need be in more rows.
    """
    viewport = use_ui().viewport
    tabs = _tabs(live)
    longest = max(len(str(tab.title)) for tab in tabs)
    room = min(viewport.width, WIDEST) - 2 * SPACE

    def fit(number: int) -> bool:
        return width_of(Style.SMALL, longest) * viewport.scale * NARROW_LETTERS <= room / number - SPACE

    fits = fit(len(tabs))
    one_row = fits or viewport.low
    in_a_row = len(tabs) if one_row else math.ceil(len(tabs) / 2)
    shared = one_row or fit(in_a_row)

    def button(tab: Tab) -> ft.Control:
        chosen = tab.key == current.key
        face = _tab_face(tab, viewport, chosen=chosen, icon=one_row, words=fits or not one_row)
        return tappable(
            face if shared else ft.Row([face], tight=True),
            tab.title,
            lambda: show(tab.key),
            selected=chosen,
            expand=shared or None,
            padding=ft.Padding.symmetric(horizontal=0 if shared else SPACE // 2, vertical=SPACE),
            alignment=ft.Alignment.CENTER if shared else None,
            height=None if one_row else TARGET,
        )

    rows = [
        ft.Row([button(tab) for tab in row], spacing=0, wrap=not shared, alignment=ft.MainAxisAlignment.SPACE_AROUND)
        for row in (tabs[:in_a_row], tabs[in_a_row:])
        if row
    ]
    return ft.Container(
        ft.Row([column(rows, spacing=0, width=room)], alignment=ft.MainAxisAlignment.CENTER),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        padding=ft.Padding.symmetric(horizontal=SPACE, vertical=SPACE // 2),
    )


def _tab_face(tab: Tab, viewport: Viewport, *, chosen: bool, icon: bool, words: bool) -> ft.Control:
    ink = ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE_VARIANT
    drawn: list[ft.Control] = [
        *([ft.Icon(tab.icon, color=ink)] if icon else []),
        *([text(tab.title, Style.SMALL, color=ink, no_wrap=True)] if words else []),
    ]
    if viewport.low:
        return ft.Row(drawn, spacing=2 * SPACE, tight=True)
    return ft.Column(drawn, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
