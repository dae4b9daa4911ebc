"""A friend or a place: renamed, merged with another spelling, hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import sentence
from companion.services.people import load_person, merge, rename
from companion.system.clock import now
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import OptionList, asking, use_confirmation, use_window
from companion.ui.components.fields import field, wrapped
from companion.ui.components.layout import screen, topbar, waiting
from companion.ui.core.context import use_stored, use_typed, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value, value_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.history.play_list import show_plays
from companion.ui.screens.people import MergeNote, name_mark, plays_of, remember_merge
from scoring.messages import Message, say, tr
from storage.database.errors import StoreError
from storage.repositories import people
from storage.repositories.history import Filter
from storage.repositories.people import KnownPlayer, NameTakenError
from storage.repositories.play_content import MAX_PLACE_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.people import PlayerOrPlace
    from companion.ui.components.dialogs import Confirmation

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

    def choosing_other(target: PlayerOrPlace) -> Callable[[], None]:
        def choose() -> None:
            show_others(shown=False)
            propose_merge(target)

        return choose

    options = [(target.name, choosing_other(target), False) for target in others]
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
        ],
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
        parts.append(button(tr("Merge with {name}", name=holder.name), lambda: propose(holder), icon=ft.Icons.MERGE))
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

    async def hide() -> None:
        await worker.run(people.hide_player, friend.id)
        again()

    async def show() -> None:
        await worker.run(people.unhide_player, friend.id)
        again()

    if friend.hidden:
        return card(
            [notice(HIDDEN, live=False), button(tr("Show again"), show)],
        )
    return plain_button(tr("Hide at new tables"), hide, icon=ft.Icons.VISIBILITY_OFF_OUTLINED)
