"""The lists of friends and places, each with the number of plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import flet as ft

from companion.services.history import NO_PLAYS
from companion.services.people import kind_of, load_names
from companion.tables.offers import done_once
from companion.tables.state import style_of
from companion.ui.components.controls import (
    caption,
    card,
    loading_text,
    outlined,
    plain_button,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.dialogs import NOTHING_FOUND
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.layout import column
from companion.ui.components.left_draft import was_left
from companion.ui.components.sections import FRIENDS, section_screen, section_topbar
from companion.ui.core.context import use_stored, use_typed, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.theme import SPACE, Style
from scoring.messages import counted, say, tr
from storage.repositories import people
from storage.repositories.people import KnownPlayer
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.services.people import PlayerOrPlace
    from scoring.messages import Message
    from storage.repositories.people import Merge

PAGE_SIZE: Final = 30
"""How many names are shown at first, and how many more with each tap."""

SEARCH_FROM: Final = 8
"""From this number of names on, the list can be searched."""

MERGE_KEY: Final = "merged"
"""The key under which a browser's session keeps the last merge."""

NOWHERE: Final = say("No place yet: enter one on the page of a play.")

ListKind = Literal["player", "place", "hidden"]

TITLES: Final[Mapping[ListKind, Message]] = {"player": say("Friends"), "place": say("Places"), "hidden": say("Hidden")}


@dataclass(frozen=True, slots=True)
class MergeNote:
    """The last merge: a sentence about it, and what undoes it."""

    words: Message
    merge: Merge


def remember_merge(page: ft.Page, merged: MergeNote | None) -> None:
    """Keep the last merge in the session, so that it can be undone."""
    page.session.store.set(MERGE_KEY, merged)


@component
def People() -> ft.Control:
    """List friends and places."""
    at_first: ListKind = "player"
    shown, show = use_value(at_first)
    loaded, again = use_stored(load_names)
    bar = section_topbar(tr("Friends and places"))
    if loaded is None:
        return section_screen(FRIENDS, bar, [loading_text()])

    lists: Mapping[ListKind, Sequence[PlayerOrPlace]] = {
        "player": loaded.friends,
        "place": loaded.places,
        "hidden": loaded.hidden,
    }

    def to(kind: ListKind) -> Callable[[], None]:
        return lambda: show(lambda _: kind)

    tabs = [
        chip(f"{title}: {len(lists[key])}", to(key), selected=key == shown)
        for key, title in TITLES.items()
        if key != "hidden" or loaded.hidden or shown == "hidden"
    ]
    names = keyed(shown, NameList, shown, lists[shown])
    return section_screen(FRIENDS, bar, [LastMerge(again), wrapped(tabs), names])


@component
def NameList(shown: ListKind, listed: Sequence[PlayerOrPlace]) -> ft.Control:
    """List friends or places page by page, with a search where there are many."""
    ui, page = use_ui(), ft.context.page
    left = use_ref(lambda: was_left(page, "/people/")).current
    typed, set_typed = use_typed(f"search of {shown}", "", anew=left)
    number, set_number = use_value(PAGE_SIZE)

    def search(words: str) -> None:
        set_typed(lambda _: words)
        set_number(lambda _: PAGE_SIZE)

    def more() -> None:
        set_number(lambda old: old + PAGE_SIZE)

    if not listed:
        return text(NOWHERE if shown == "place" else NO_PLAYS)
    fitting = [entry for entry in listed if folded(typed) in folded(entry.name)]
    parts = [_name_row(entry) for entry in fitting[:number]]
    if len(listed) >= SEARCH_FROM:
        parts.insert(0, field(ui, tr("Search"), typed, search, prefix_icon=ft.Icons.SEARCH))
    if not fitting:
        parts.append(text(NOTHING_FOUND))
    if len(fitting) > number:
        parts.append(outlined(tr("Show more"), more))
    return column(parts)


@component
def LastMerge(again: Callable[[], None]) -> ft.Control:
    """Show the last merge with the button that undoes it."""
    ui = use_ui()
    page = ft.context.page
    merged: MergeNote | None = page.session.store.get(MERGE_KEY)

    async def undo() -> None:
        if merged is None:
            return
        await done_once(ui.tables.worker.run, people.unmerge, merged.merge)
        remember_merge(page, None)
        again()

    if merged is None:
        return ft.Container(visible=False)
    way = plain_button(tr("Undo"), undo, icon=ft.Icons.UNDO)
    words = ft.Semantics(content=text(merged.words), live_region=True, container=True)
    return card([words, ft.Row([way], alignment=ft.MainAxisAlignment.END)])


def plays_of(entry: PlayerOrPlace) -> str:
    """Return the number of plays of a friend or a place in words."""
    return str(counted(entry.plays, "{number} play", "{number} plays"))


def name_mark(entry: PlayerOrPlace, size: float = 24) -> ft.Control:
    """Return the mark of a friend or a place."""
    style = style_of(entry.colour, entry.shape) if isinstance(entry, KnownPlayer) else None
    if style is not None:
        return seat_mark(style, size)
    icon = ft.Icons.PERSON_OUTLINE if isinstance(entry, KnownPlayer) else ft.Icons.PLACE_OUTLINED
    return ft.Icon(icon, size=size, color=ft.Colors.ON_SURFACE_VARIANT)


def _name_row(entry: PlayerOrPlace) -> ft.Control:
    page = ft.context.page
    played = plays_of(entry)
    row = ft.Row(
        [
            name_mark(entry),
            ft.Column([text(entry.name, Style.STRONG), caption(played)], spacing=0, tight=True, expand=True),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=3 * SPACE,
    )
    return tappable(
        row,
        f"{entry.name}, {played}",
        lambda: page.navigate(f"/people/{kind_of(entry)}/{entry.id}"),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=3 * SPACE),
    )
