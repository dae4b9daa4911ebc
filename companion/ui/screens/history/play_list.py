"""The history: finished plays page by page, found by words and by what they are narrowed down to."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast

import flet as ft

from companion.system.clock import now
from companion.ui.components.controls import button, caption, icon_button, outlined, plain_button, tappable, text
from companion.ui.components.dialogs import OptionList, choice_button, use_window
from companion.ui.components.fields import field, wrapped
from companion.ui.components.layout import column, screen, topbar
from companion.ui.components.plays import play_face, play_label
from companion.ui.core.context import use_loaded, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import keyed, use_lazy_state, use_ref, use_value
from companion.ui.core.theme import RADIUS, SPACE, Style
from companion.ui.screens.history.filters import (
    DaysPicker,
    FilterNames,
    chosen_name,
    filter_choices,
    load_filter_names,
    narrows,
)
from scoring.messages import counted
from storage.repositories import history, plays
from storage.repositories.history import Cursor, Filter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.ui.screens.history.filters import FilterChoice, FilterKind
    from storage.repositories.play_content import PlayBrief
    from storage.repositories.tables import Store

PAGE_SIZE: Final = 30
"""How many plays are shown at first, and how many more with each tap."""

SEARCH_DELAY_S: Final = 0.3
"""Seconds without a letter after which it is searched for what was typed."""

SEARCH_KEY: Final = "history"
"""Where a browser keeps, as long as it is open, what was looked for."""

NOTHING_YET: Final = (
    "No play has been finished yet. At the end of an evening Tessera keeps its sheet here: "
    "who won, with how many points, and why."
)
NOTHING_FOUND: Final = "No play is like that. Fewer words, or another choice, find more."
NO_FILTER: Final = Filter()


@dataclass(frozen=True, slots=True)
class HistorySearch:
    """Which plays are looked for, and how many of them were on the screen."""

    filter: Filter = NO_FILTER
    number: int = PAGE_SIZE


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """The plays that are shown, where to go on, and how many there are in all; those in the bin are counted apart."""

    plays: tuple[PlayBrief, ...]
    after: Cursor | None
    number: int
    deleted: int

    def with_more(self, page: history.Page) -> HistoryPage:
        """Return these plays and those of the next page."""
        return replace(self, plays=(*self.plays, *page.plays), after=page.after)


def show_plays(page: ft.Page, wanted: Filter) -> None:
    """Go to the plays that a filter lets through."""
    page.session.store.set(SEARCH_KEY, HistorySearch(wanted))
    page.navigate("/history")


def last_search(page: ft.Page) -> HistorySearch:
    """Return what was looked for in this browser last."""
    return cast("HistorySearch", page.session.store.get(SEARCH_KEY) or HistorySearch())


def load_page(store: Store, wanted: HistorySearch) -> HistoryPage:
    """Return as many plays as were on the screen."""
    page = history.page(store, wanted.filter, wanted.number)
    return HistoryPage(
        plays=page.plays,
        after=page.after,
        number=history.count(store, wanted.filter),
        deleted=history.count(store, Filter(removed=True)),
    )


@component
def History() -> ft.Control:
    """List the finished plays, and find some of them."""
    use_ui()
    page = ft.context.page
    wanted, set_wanted = use_lazy_state(lambda: last_search(page).filter)
    anew, set_anew = use_value(0)
    found, again, more = use_history_page(wanted)

    def take(chosen: Filter) -> None:
        page.session.store.set(SEARCH_KEY, HistorySearch(chosen))
        set_wanted(lambda _: chosen)

    def clear() -> None:
        take(NO_FILTER)
        set_anew(lambda count: count + 1)

    def search(words: str) -> None:
        chosen = last_search(page).filter
        if words.strip() != chosen.text:
            take(replace(chosen, text=words.strip()))

    bar = _bar()
    if found is None:
        return screen(bar, [caption("The plays are being looked up …")])
    if not found.number and wanted == NO_FILTER:
        return screen(bar, _no_plays(found))
    body: list[ft.Control] = [
        keyed(f"narrowing-{anew}", SearchBar, wanted, search, take),
        _count(found, wanted, clear),
        *([] if found.number else [text(NOTHING_FOUND), outlined("Show all plays", clear)]),
        keyed("plays", PlayList, found.plays, again),
        *([outlined("Show more", more)] if found.after else []),
        *_deleted_plays(found),
    ]
    return screen(bar, body)


def use_history_page(wanted: Filter) -> tuple[HistoryPage | None, Callable[[], None], Callable[[], Awaitable[None]]]:
    """Return the plays that are wanted, `None` until they are there; what looks them up again; what brings more."""
    ui = use_ui()
    page = ft.context.page
    worker = ui.tables.worker
    turn, set_turn = use_value(0)
    not_yet: HistoryPage | None = None
    found, set_found = use_value(not_yet)

    async def load() -> None:
        loaded = await worker.run(load_page, last_search(page))
        set_found(lambda _: loaded)

    def again() -> None:
        set_turn(lambda count: count + 1)

    async def more() -> None:
        if found is None or found.after is None:
            return
        longer = found.with_more(await worker.run(history.page, wanted, PAGE_SIZE, found.after))
        page.session.store.set(SEARCH_KEY, HistorySearch(wanted, len(longer.plays)))
        set_found(lambda old: longer if old is found else old)

    ft.use_effect(safe(load), [wanted, turn, ui.turn])
    return found, again, more


def _bar() -> ft.Control:
    page = ft.context.page
    return topbar(
        "History",
        back="/",
        actions=[
            icon_button(ft.Icons.INSIGHTS, "Statistics", lambda: page.navigate("/statistics/all")),
            icon_button(ft.Icons.PEOPLE_OUTLINE, "Friends and places", lambda: page.navigate("/people")),
            icon_button(ft.Icons.IMPORT_EXPORT, "Move plays in and out", lambda: page.navigate("/exchange")),
        ],
    )


def _no_plays(found: HistoryPage) -> list[ft.Control]:
    page = ft.context.page
    return [
        text(NOTHING_YET),
        button("New table", lambda: page.navigate("/new"), icon=ft.Icons.ADD),
        outlined("Take in plays from a file", lambda: page.navigate("/exchange"), icon=ft.Icons.IMPORT_EXPORT),
        *_deleted_plays(found),
    ]


def _deleted_plays(found: HistoryPage) -> list[ft.Control]:
    if not found.deleted:
        return []
    page = ft.context.page
    words = f"Deleted plays: {found.deleted}"
    return [plain_button(words, lambda: page.navigate("/history/deleted"), icon=ft.Icons.DELETE_OUTLINE)]


def _count(found: HistoryPage, wanted: Filter, clear: Callable[[], None]) -> ft.Control:
    """Return how many plays there are, and where some are left out the way back to all."""
    words = str(counted(found.number, "play", "plays"))
    if wanted != NO_FILTER:
        words = f"{words} found"
    number = ft.Semantics(content=text(words, Style.STRONG), live_region=True, container=True)
    if wanted == NO_FILTER or not found.number:
        return number
    clearing = plain_button("Show all plays", clear, icon=ft.Icons.CLEAR)
    return ft.Row([number, clearing], wrap=True, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)


@component
def SearchBar(wanted: Filter, search: Callable[[str], None], take: Callable[[Filter], None]) -> ft.Control:
    """Take the words that are searched for, and what the plays are narrowed down to."""
    ui = use_ui()
    typed, set_typed = use_value(wanted.text)
    latest = use_ref(lambda: wanted.text)
    chosen = replace(wanted, text="") != NO_FILTER
    unfolded, set_unfolded = use_value(chosen)
    closed: FilterKind | None = None
    choosing, choose = use_value(closed)

    async def load() -> FilterNames | None:
        return await ui.tables.worker.run(load_filter_names) if unfolded else None

    known, _ = use_loaded(load, [unfolded, ui.turn])

    async def type_(words: str) -> None:
        latest.current = words
        set_typed(lambda _: words)
        await asyncio.sleep(SEARCH_DELAY_S)
        if latest.current == words:
            search(words)

    def at_once() -> None:
        search(latest.current)

    def fold() -> None:
        set_unfolded(lambda old: not old)

    def close() -> None:
        choose(lambda _: None)

    def to(filtered: Filter) -> None:
        close()
        take(filtered)

    words = field(
        ui,
        "Search",
        typed,
        type_,
        helper=None if typed else caption("Game, friend, place, or a note"),
        prefix_icon=ft.Icons.SEARCH,
        on_submit=safe(at_once),
        expand=True,
    )
    folding = icon_button(
        ft.Icons.TUNE,
        "Fewer choices" if unfolded else "More choices",
        fold,
        icon_color=ft.Colors.PRIMARY if chosen else ft.Colors.ON_SURFACE,
    )
    offered = filter_choices(known, wanted) if unfolded and known is not None else {}
    title, content = _window(choosing, offered, wanted, to)
    use_window(title, content, close)
    line = ft.Row([words, folding], spacing=2 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)
    if not offered:
        return line

    def opening(which: FilterKind) -> Callable[[], None]:
        return lambda: choose(lambda _: which)

    chips = [
        choice_button(one.title, chosen_name(which, one, wanted), opening(which), narrows=narrows(which, wanted))
        for which, one in offered.items()
    ]
    return ft.Column([line, wrapped(chips)], spacing=3 * SPACE, tight=True)


def _window(
    choosing: FilterKind | None,
    offered: Mapping[FilterKind, FilterChoice],
    wanted: Filter,
    to: Callable[[Filter], None],
) -> tuple[str, ft.Control | None]:
    """Return the title and what is shown of what is being chosen."""
    if choosing is None or choosing not in offered:
        return "", None
    one = offered[choosing]
    if choosing == "time":
        return one.title, keyed(one.title, DaysPicker, wanted, to)

    def taking(filtered: Filter) -> Callable[[], None]:
        return lambda: to(filtered)

    ways = [(name, taking(filtered), filtered == wanted) for name, filtered in one.ways]
    return one.title, keyed(one.title, OptionList, ways)


@component
def PlayList(shown: tuple[PlayBrief, ...], again: Callable[[], None]) -> ft.Control:
    """List plays, each of which can be opened and deleted; `again` is called when one was."""
    ui = use_ui()
    worker = ui.tables.worker

    def deleting(play: PlayBrief) -> Callable[[], Any]:
        async def bring_back() -> None:
            await worker.run(plays.restore, play.id)
            again()

        async def delete() -> None:
            await worker.run(plays.remove, play.id)
            again()
            show_snackbar("The play was deleted.", undo=bring_back)

        return delete

    entries = [_entry(play, deleting(play)) for play in shown]
    return column(entries, spacing=4 * SPACE)


def _entry(play: PlayBrief, delete: Callable[[], Any]) -> ft.Control:
    page = ft.context.page
    label = play_label(play, now())
    opening = tappable(play_face(play, now()), label, lambda: page.navigate(f"/play/{play.id}"), padding=4 * SPACE)
    remove = icon_button(ft.Icons.DELETE_OUTLINE, f"Delete {label}", delete, icon_color=ft.Colors.ON_SURFACE_VARIANT)
    return ft.Container(
        ft.Stack([opening, ft.Container(remove, right=0, top=0)]),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=RADIUS,
    )
