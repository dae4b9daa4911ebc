"""Friends and places: the lists with their plays, and each of them renamed, merged with another one, hidden."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import sentence
from companion.services.history import NO_PLAYS
from companion.services.people import PlayerOrPlace, kind_of, load_names, load_person, merge, rename
from companion.system import now
from companion.tables.attempt import done_once
from companion.tables.state import style_of
from companion.ui.components.controls import (
    caption,
    card,
    heading,
    loading_text,
    notice,
    outlined,
    plain_button,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.dialogs import NOTHING_FOUND, OptionList, asking, use_confirmation, use_window
from companion.ui.components.drafts import use_typed, was_left
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.layout import column, screen, topbar, waiting
from companion.ui.components.sections import FRIENDS, section_screen
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_ref, use_value, value_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.history.play_list import show_plays
from scoring.messages import Message, counted, say, tr
from storage.database.errors import StoreError
from storage.repositories import people, people_merges
from storage.repositories.history import Filter
from storage.repositories.people import KnownPlayer, NameTakenError
from storage.repositories.play_content import MAX_PLACE_LENGTH
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.ui.components.dialogs import Confirmation
    from storage.repositories.people_merges import Merge

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
    bar = topbar(tr("Friends and places"))
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
        chip(tr("{what}: {value}", what=title, value=len(lists[key])), to(key), selected=key == shown)
        for key, title in TITLES.items()
        if key != "hidden" or loaded.hidden or shown == "hidden"
    ]
    names = keyed(shown, NameList, shown, lists[shown])
    return section_screen(FRIENDS, bar, [LastMerge(again), wrapped(tabs), names])


@component
def NameList(shown: ListKind, listed: Sequence[PlayerOrPlace]) -> ft.Control:
    """List friends or places by name, page by page, with a search where there are many."""
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
    by_name = sorted(listed, key=lambda entry: folded(entry.name))
    fitting = [entry for entry in by_name if folded(typed) in folded(entry.name)]
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
        await done_once(ui.tables.worker.run, people_merges.unmerge, merged.merge)
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
        padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=3 * SPACE),
    )


MAX_NAME_LENGTH: Final = 40
"""The greatest length of a name."""

SHEETS: Final = say("Finished sheets keep the name written on them.")
MERGE: Final = say("Merge with another one")
HIDDEN: Final = say("Not proposed at a new table. Plays and statistics keep everything.")


@dataclass(frozen=True, slots=True)
class NameClash:
    """Why a name cannot be taken, and who has it, if somebody does."""

    words: Message
    holder: PlayerOrPlace | None


@component
def Person() -> ft.Control:
    """Show the friend or the place that the address names."""
    params = ft.use_route_params()
    loaded, again = use_stored(load_person, params["kind"], params["id"])
    bar = topbar(tr("Friends and places"), back="/people")
    if loaded is None:
        return waiting(bar)
    if isinstance(loaded, Message):
        return screen(bar, [text(loaded)])
    entry, others = loaded
    return keyed(f"{entry.id} {entry.name}", PersonPage, entry, others, again)


@component
def PersonPage(entry: PlayerOrPlace, others: tuple[PlayerOrPlace, ...], again: Callable[[], None]) -> ft.Control:
    """Show a friend or a place with what can be done; `again` loads it anew."""
    choosing, set_choosing = use_value(initial=False)
    propose_merge = use_merge(entry)

    def show_others(*, shown: bool) -> None:
        set_choosing(lambda _: shown)

    def choose(target: PlayerOrPlace) -> None:
        show_others(shown=False)
        propose_merge(target)

    options = [(target.name, partial(choose, target), False) for target in others]
    content = keyed("others", OptionList, options) if choosing else None
    use_window(MERGE, content, lambda: show_others(shown=False))
    body = [_about(entry), Renaming(entry, others, propose_merge, again)]
    if others:
        body.append(outlined(MERGE, lambda: show_others(shown=True), icon=ft.Icons.MERGE))
    if isinstance(entry, KnownPlayer):
        body.append(Hiding(entry, again))
    return screen(topbar(entry.name, back="/people"), body)


def use_merge(entry: PlayerOrPlace) -> Callable[[PlayerOrPlace], None]:
    """Return a call that asks whether to merge into another one, and does so where that is confirmed."""
    page = ft.context.page
    worker = use_ui().tables.worker
    nobody: PlayerOrPlace | None = None
    into, set_into = use_value(nobody)

    async def merge_both() -> None:
        if into is None:
            return
        made = await worker.run(merge, entry, into)
        remember_merge(page, MergeNote(say("{name} is {other} now.", name=entry.name, other=into.name), made))
        page.navigate("/people")

    confirm = use_confirmation(_merge_question(entry, into), merge_both)

    def propose(target: PlayerOrPlace) -> None:
        set_into(lambda _: target)
        confirm()

    return propose


def _merge_question(entry: PlayerOrPlace, into: PlayerOrPlace | None) -> Confirmation:
    into_name = "" if into is None else into.name
    words = tr(
        "{other} gets all plays of {name} ({plays}), later ones too. You can undo this.",
        other=into_name,
        name=entry.name,
        plays=entry.plays,
    )
    return asking(tr("Merge with {name}", name=into_name), words)


def _about(entry: PlayerOrPlace) -> ft.Control:
    page, browser = ft.context.page, use_ui().browser
    is_player = isinstance(entry, KnownPlayer)
    only = Filter(player_id=entry.id) if is_player else Filter(place_id=entry.id)
    ways: list[ft.Control] = []
    if entry.plays:
        ways.append(outlined(tr("Show these plays"), lambda: show_plays(page, browser, only), icon=ft.Icons.HISTORY))
    if entry.plays and is_player:
        address = f"/statistics/all/{entry.id}"
        ways.append(outlined(tr("Statistics"), lambda: page.navigate(address), icon=ft.Icons.INSIGHTS))
    name = text(entry.name, Style.HEADING, expand=True)
    return card(
        [
            ft.Row([name_mark(entry, 32), name], spacing=3 * SPACE),
            caption(tr("{plays}, last {when}", plays=plays_of(entry), when=relative_time(entry.seen, now()))),
            *([wrapped(ways)] if ways else []),
        ]
    )


@component
def Renaming(
    entry: PlayerOrPlace,
    others: tuple[PlayerOrPlace, ...],
    propose: Callable[[PlayerOrPlace], None],
    again: Callable[[], None],
) -> ft.Control:
    """Take a new name; where somebody else has it, propose to merge the two."""
    ui = use_ui()
    typed, set_typed = use_typed(f"name of {entry.id}", entry.name)
    none: NameClash | None = None
    clash, set_clash = use_value(none)

    def type_(words: str) -> None:
        set_typed(lambda _: words)
        set_clash(lambda _: None)

    async def keep() -> None:
        most = MAX_NAME_LENGTH if isinstance(entry, KnownPlayer) else MAX_PLACE_LENGTH
        words = value_now(set_typed)
        if len(words.strip()) > most:
            set_clash(lambda _: NameClash(say("At most {number} characters.", number=most), None))
            return
        try:
            await ui.tables.worker.run(rename, entry, words)
        except StoreError as error:
            refusal = _clash(error, others)
            set_clash(lambda _: refusal)
            return
        set_typed(lambda _: entry.name)
        again()

    parts: list[ft.Control] = [
        heading(tr("Name")),
        field(ui, tr("Name"), typed, type_, wrong=None if clash is None else sentence(clash.words)),
    ]
    if clash is not None and clash.holder is not None:
        holder = clash.holder
        parts.append(outlined(tr("Merge with {name}", name=holder.name), lambda: propose(holder), icon=ft.Icons.MERGE))
    same = typed.strip() == entry.name
    parts += [caption(SHEETS), outlined(tr("Save"), keep, disabled=same)]
    return card(parts)


def _clash(error: StoreError, others: tuple[PlayerOrPlace, ...]) -> NameClash:
    """Return why the store refuses a name, and who has it."""
    taken = error.holder if isinstance(error, NameTakenError) else None
    return NameClash(error.message, next((holder for holder in others if holder.id == taken), None))


@component
def Hiding(friend: KnownPlayer, again: Callable[[], None]) -> ft.Control:
    """Hide a friend from the proposals at new tables, or show them again."""
    ui = use_ui()
    worker = ui.tables.worker

    async def turn() -> None:
        await worker.run(people.unhide_player if friend.hidden else people.hide_player, friend.id)
        again()

    if friend.hidden:
        return card([notice(HIDDEN, live=False), outlined(tr("Show again"), turn)])
    return plain_button(tr("Hide at new tables"), turn, icon=ft.Icons.VISIBILITY_OFF_OUTLINED)
