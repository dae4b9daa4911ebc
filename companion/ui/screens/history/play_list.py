"""The list of finished plays, page by page, and the one of those that were deleted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, cast

import flet as ft

from companion.services.game_names import title_here
from companion.services.history import NO_PLAYS, HistoryPage, has_page, list_plays, load_page
from companion.services.results import relative_end
from companion.system import now
from companion.tables.attempt import done_once
from companion.ui.components.controls import caption, loading_text, outlined, plain_button, text
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.drafts import read_kept
from companion.ui.components.foot import AtThumb, new_table_way
from companion.ui.components.layout import column, is_near_end, screen, topbar
from companion.ui.components.plays import game_address, play_button, play_label
from companion.ui.components.sections import EXCHANGE, HISTORY, section_screen, with_rail
from companion.ui.core.context import Viewport, use_loading, use_stored, use_turn, use_ui
from companion.ui.core.error_boundary import component, memo, show_snackbar
from companion.ui.core.hooks import keyed, use_changed, use_lazy_state, use_ref, use_value
from companion.ui.core.page import came_from
from companion.ui.core.theme import RADIUS, SPACE, WIDEST, Style
from companion.ui.screens.history.filters import NO_FILTER, SearchBar
from companion.ui.screens.history.play import DELETE_FOR_GOOD, FOR_GOOD, OpenPlay
from scoring.messages import counted, say, tr
from storage.documents.codec import plain
from storage.repositories import plays
from storage.repositories.history import Filter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.services.browser_page import BrowserPage
    from storage.repositories.play_content import ListedPlay


PLAY_HEIGHT: Final = 180
"""About the height of a play of four on the list, where text has its usual size, in px."""

SEARCH_KEY: Final = "history"
"""The key under which a browser's session keeps the last search."""

THESE_PLAYS: Final = "/history?these"
"""The address of the history with the filter of another screen."""

ALL_PLAYS: Final = say("All plays")


@dataclass(frozen=True, slots=True)
class HistorySearch:
    """A filter, how many of its plays were on the screen, 0 for the first ones, and the one open beside them."""

    filter: Filter = NO_FILTER
    number: int = 0
    opened: str = ""


def page_size(viewport: Viewport) -> int:
    """Return how many plays are loaded at first, and how many more each time: those that one sees, and as many again.

    >>> page_size(Viewport(height=844))
    10
    """
    return 1 + int(2 * viewport.height / viewport.scale) // PLAY_HEIGHT


def show_plays(page: ft.Page, browser: BrowserPage | None, play_filter: Filter) -> None:
    """Go to the history with this filter."""
    keep_search(page, browser, HistorySearch(play_filter))
    page.navigate(THESE_PLAYS)


def keep_search(page: ft.Page, browser: BrowserPage | None, search: HistorySearch) -> None:
    """Keep a search in the session of a browser, and where no server has that, in its page."""
    page.session.store.set(SEARCH_KEY, search)
    if browser is not None:
        browser.remember_search(plain(search))


def take_up_search(page: ft.Page, browser: BrowserPage | None) -> None:
    """Take up what the page remembers of a search in a session that has none yet; a search that was left is gone.

    Who opened a play of it comes back to it, as do those who load the page anew.
    """
    if browser is not None and not page.session.store.contains_key(SEARCH_KEY):
        page.session.store.set(SEARCH_KEY, read_kept(browser.state.search, HistorySearch()))
    before = came_from(page)
    its_own = ("/history/", f"/play/{last_search(page).opened}")
    if before and not before.startswith(its_own) and page.route != THESE_PLAYS:
        keep_search(page, browser, HistorySearch())


def last_search(page: ft.Page) -> HistorySearch:
    """Return the last search in this browser."""
    return cast("HistorySearch", page.session.store.get(SEARCH_KEY) or HistorySearch())


@component
def History() -> ft.Control:
    """List the finished plays, and let them be searched."""
    page = ft.context.page
    browser = use_ui().browser
    use_ref(lambda: take_up_search(page, browser))
    play_filter, set_filter = use_lazy_state(lambda: last_search(page).filter)
    anew, set_anew = use_value(0)
    listed, again, more, on_scroll = use_history_page(play_filter)

    def take(chosen: Filter) -> None:
        keep_search(page, browser, replace(last_search(page), filter=chosen, number=0))
        set_filter(lambda _: chosen)

    def clear() -> None:
        take(NO_FILTER)
        set_anew(lambda count: count + 1)

    def search(words: str) -> None:
        chosen = last_search(page).filter
        if words.strip() != chosen.text:
            take(replace(chosen, text=words.strip()))

    opened, open_play = use_open_play(() if listed is None else listed.plays)
    bar = topbar(tr("History"))
    if listed is None:
        return section_screen(HISTORY, bar, [loading_text()], on_scroll=on_scroll)
    if not listed.number and play_filter == NO_FILTER:
        return section_screen(HISTORY, bar, _no_plays(listed), on_scroll=on_scroll)
    body: list[ft.Control] = [
        keyed(f"search-{anew}", SearchBar, play_filter, search, take),
        keyed("count", Count, listed, play_filter, clear),
        *([] if listed.number else [outlined(ALL_PLAYS, clear)]),
        keyed("plays", PlayList, listed, open_play, opened),
        *([outlined(tr("Show more"), more)] if listed.after else []),
        *_other_ways(listed),
    ]
    if opened is None:
        return section_screen(HISTORY, bar, body, on_scroll=on_scroll)
    left = screen(bar, body, on_scroll=on_scroll, below=None)
    return with_rail(HISTORY, _list_and_detail(left, keyed(opened, OpenPlay, opened, again)))


def _list_and_detail(listed: ft.Control, detail: ft.Control) -> ft.Control:
    """Return the list of plays, and the open one beside it."""
    viewport = use_ui().viewport
    width = viewport.width - viewport.rail - WIDEST
    line = ft.Border.only(right=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT))
    return ft.Row(
        [ft.Container(listed, width=width, border=line), ft.Container(detail, expand=True)], spacing=0, expand=True
    )


def use_open_play(shown: Sequence[ListedPlay]) -> tuple[str | None, Callable[[str], None]]:
    """Return the play that is open beside the list, `None` where it has no room there, and a call that opens one."""
    page, ui = ft.context.page, use_ui()
    viewport = ui.viewport
    _, set_opened = use_value("")
    kept = last_search(page).opened

    def open_play(play_id: str) -> None:
        keep_search(page, ui.browser, replace(last_search(page), opened=play_id))
        if viewport.two_panes:
            set_opened(lambda _: play_id)
        else:
            page.navigate(f"/play/{play_id}")

    open_play = ft.use_callback(open_play, [viewport.two_panes])  # the list is not drawn again
    if not viewport.two_panes or not shown:
        return None, open_play
    return next((play.id for play in shown if play.id == kept), shown[0].id), open_play


def use_history_page(
    play_filter: Filter,
) -> tuple[
    HistoryPage | None, Callable[[], None], Callable[[], Awaitable[None]], Callable[[ft.OnScrollEvent], Awaitable[None]]
]:
    """Return the plays of a filter, `None` until they are there, and calls that load them again, and more of them.

    The last call loads more once one scrolls near the end.
    """
    ui = use_ui()
    page = ft.context.page
    worker = ui.tables.worker
    not_yet: HistoryPage | None = None
    listed, set_listed = use_value(not_yet)
    under_way, last_end = use_ref(bool), use_ref(float)
    size = page_size(ui.viewport)

    async def load() -> None:
        search = last_search(page)
        loaded = await worker.run(load_page, search.filter, search.number or size)
        last_end.current = 0.0
        set_listed(lambda _: loaded)

    async def more() -> None:
        if listed is None or listed.after is None or under_way.current:
            return
        under_way.current = True
        try:
            longer = listed.with_more(await worker.run(list_plays, play_filter, size, listed.after))
        finally:
            under_way.current = False
        keep_search(page, ui.browser, replace(last_search(page), number=len(longer.plays)))
        set_listed(lambda old: longer if old is listed else old)

    async def on_scroll(event: ft.OnScrollEvent) -> None:
        end = event.max_scroll_extent  # where it is the last one, the client does not show yet what was loaded there
        if is_near_end(event) and end != last_end.current and not under_way.current:
            last_end.current = end
            await more()

    return listed, use_loading(load, [play_filter, use_turn()], lacks=listed is None), more, on_scroll


def _no_plays(listed: HistoryPage) -> list[ft.Control]:
    page = ft.context.page
    return [
        text(NO_PLAYS),
        outlined(EXCHANGE.name, lambda: page.navigate("/exchange"), icon=ft.Icons.IMPORT_EXPORT),
        *_deleted_plays(listed),
        AtThumb(new_table_way),
    ]


def _other_ways(listed: HistoryPage) -> list[ft.Control]:
    """Return the ways to files and to the deleted plays, below the list."""
    page = ft.context.page
    files = plain_button(EXCHANGE.name, lambda: page.navigate("/exchange"), icon=ft.Icons.IMPORT_EXPORT)
    return [files, *_deleted_plays(listed)]


def _deleted_plays(listed: HistoryPage) -> list[ft.Control]:
    if not listed.deleted:
        return []
    page = ft.context.page
    words = tr("{what}: {value}", what=say("Deleted plays"), value=listed.deleted)
    return [plain_button(words, lambda: page.navigate("/history/deleted"), icon=ft.Icons.DELETE_OUTLINE)]


@component
def Count(listed: HistoryPage, play_filter: Filter, clear: Callable[[], None]) -> ft.Control:
    """Show how many plays there are, and where some are filtered out a button that shows all."""
    words = counted(listed.number, "{number} play", "{number} plays")
    number = ft.Semantics(content=text(words, Style.STRONG), live_region=use_changed(listed.number), container=True)
    if play_filter == NO_FILTER or not listed.number:
        return number
    page, game = ft.context.page, play_filter.game
    about = plain_button(
        tr("About this game"), lambda: page.navigate(game_address(game or "")), icon=ft.Icons.INFO_OUTLINE
    )
    clearing = plain_button(ALL_PLAYS, clear, icon=ft.Icons.CLEAR)
    ways = [about, clearing] if game is not None and has_page(game) else [clearing]
    return ft.Row([number, *ways], wrap=True, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)


@component
def PlayList(listed: HistoryPage, open_play: Callable[[str], None], opened: str | None) -> ft.Control:
    """List plays that can be opened; the one that is open beside the list is marked."""
    size = page_size(use_ui().viewport)
    pages = [listed.plays[begin : begin + size] for begin in range(0, len(listed.plays), size)]
    shown = [
        PlaysOfPage(plays, listed.names, open_play, next((play.id for play in plays if play.id == opened), None))
        for plays in pages
    ]
    return column(shown, spacing=3 * SPACE)


@memo
def PlaysOfPage(
    plays: Sequence[ListedPlay], names: Mapping[str, str], open_play: Callable[[str], None], opened: str | None
) -> ft.Control:
    """List the plays of a page; they are not drawn again where more are loaded."""
    entries = [
        play_button(
            play,
            partial(open_play, play.id),
            names.get(play.game),
            selected=play.id == opened or None,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if play.id == opened else ft.Colors.SURFACE_CONTAINER,
        )
        for play in plays
    ]
    return column(entries, spacing=3 * SPACE)


PAGE_SIZE: Final = 30
"""How many plays are shown at first, and how many more with each tap."""

NONE_DELETED: Final = say("No play is deleted.")
STILL_HERE: Final = say("These plays count nowhere. They stay here until you delete them for good.")


@component
def DeletedPlays() -> ft.Control:
    """List the deleted plays."""
    number, set_number = use_value(PAGE_SIZE)
    listed, again = use_stored(list_plays, Filter(removed=True), number)

    def more() -> None:
        set_number(lambda old: old + PAGE_SIZE)

    bar = topbar(tr("Deleted plays"), back="/history")
    if listed is None:
        return screen(bar, [loading_text()])
    if not listed.plays:
        return screen(bar, [text(NONE_DELETED)])
    ways = [outlined(tr("Show more"), more)] if listed.after else []
    listed_plays = (keyed(play.id, DeletedPlay, play, again) for play in listed.plays)
    return screen(bar, [caption(STILL_HERE), *listed_plays, *ways])


@component
def DeletedPlay(play: ListedPlay, again: Callable[[], None]) -> ft.Control:
    """Show a play that can be restored or deleted for good; `again` is called after it was."""
    page, worker = ft.context.page, use_ui().tables.worker
    title = f"{title_here(play.game, play.title)}, {relative_end(play, now())}"

    async def forget() -> None:
        await worker.run(plays.delete_for_good, play.id)
        again()

    async def remove() -> None:
        await worker.run(plays.remove, play.id)
        again()

    async def restore() -> None:
        await done_once(worker.run, plays.restore, play.id)
        again()
        show_snackbar(tr("{what} restored.", what=title), undo=remove)

    ask = use_confirmation(asking(DELETE_FOR_GOOD, f"{title}. {FOR_GOOD}"), forget)
    label = play_label(play, now())
    opening = play_button(play, lambda: page.navigate(f"/play/{play.id}"))
    buttons = [plain_button(DELETE_FOR_GOOD, ask, of=label), outlined(tr("Restore"), restore, of=label)]
    end = ft.MainAxisAlignment.END
    ways = ft.Row(buttons, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE, alignment=end)
    inside = ft.Container(ways, padding=ft.Padding.only(left=3 * SPACE, right=3 * SPACE, bottom=3 * SPACE))
    whole = column([opening, inside], spacing=0)
    return ft.Container(whole, bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=RADIUS)
