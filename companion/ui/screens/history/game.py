"""A game without rules of its own: its pad, and its plays merged into another one and separated again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

import flet as ft

from companion.formatting.dates import day_text
from companion.games.score_pad import is_of_shelf, pad_summary
from companion.services.history import GameDetails, load_game
from companion.services.import_export import judged_text
from companion.services.kept_pads import is_kept
from companion.tables.attempt import done_once
from companion.ui.components.controls import caption, card, heading, outlined, text
from companion.ui.components.dialogs import OptionList, asking, use_confirmation, use_window
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column, screen, topbar, waiting
from companion.ui.components.plays import KeepPad, game_address
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import Style
from companion.ui.editors.score_pad.my_copy_screen import ShelfPad
from companion.ui.screens.history.play_list import show_plays
from scoring.messages import Message, counted, say, titled, tr, wordless
from storage.repositories import game_merges
from storage.repositories.history import Filter
from storage.repositories.values import PAD_GAME, PAD_PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.game_merges import GameMerge
    from storage.repositories.games import PlayedGame

SAME_NUMBER: Final = say(
    "{name} has the same number at BoardGameGeek. Its lines may be others, so its plays count apart "
    "until you merge them."
)
COUNT: Final = say("Its plays then count for that pad; their sheets stay as they are.")


@component
def GamePage() -> ft.Control:
    """Show the game that the address names."""
    ui, key = use_ui(), unquote(ft.use_route_params()["game"])
    loaded, again = use_stored(load_game, key)
    bar = topbar(tr("Game"), back="/history")
    if loaded is None:
        return waiting(bar)
    if isinstance(loaded, Message):
        return screen(bar, [text(loaded)])
    body: list[ft.Control] = [About(loaded, again)]
    pad = key.removeprefix(PAD_PREFIX)
    if is_of_shelf(ui.tables.copies[PAD_GAME], pad):
        body.append(card([heading(tr("Ready score pad")), ShelfPad(pad)]))
    if loaded.played is not None:
        body.append(keyed(f"merge {key}", Merging, loaded))
    if loaded.merges:
        body.append(
            card([heading(tr("Merged")), *(keyed(merge.source, Merged, merge, again) for merge in loaded.merges)])
        )
    return screen(topbar(loaded.name, back="/history"), [column(body)])


@component
def About(details: GameDetails, again: Callable[[], None]) -> ft.Control:
    """Show the plays of a game and what its pad says, and let a pad be kept."""
    page, ui = ft.context.page, use_ui()
    key, pad = details.key, details.game.pad
    ways: list[ft.Control] = []
    if details.played is not None:
        only, figures = Filter(game=key), f"/statistics/{quote(key, safe='')}"
        ways.append(outlined(tr("Show these plays"), lambda: show_plays(page, ui.browser, only), icon=ft.Icons.HISTORY))
        ways.append(outlined(tr("Statistics"), lambda: page.navigate(figures), icon=ft.Icons.INSIGHTS))
    if is_kept(ui.tables, key):
        change = f"/settings/score-pad/pad/{key.removeprefix(PAD_PREFIX)}"
        ways.append(outlined(tr("Edit"), lambda: page.navigate(change), icon=ft.Icons.EDIT_OUTLINED))
    parts: list[ft.Control] = [text(details.name, Style.HEADING), caption(_played(details.played))]
    if pad is None:
        return card([*parts, wrapped(ways)])
    return card([*parts, *map(caption, pad_summary(pad)), wrapped(ways), KeepPad(key, pad, again)])


def _played(played: PlayedGame | None) -> Message:
    if played is None:
        return titled(say("not played yet"))
    first, last = (day_text(date.fromisoformat(day)) for day in (played.first, played.last))
    days = first if first == last else say("{first} to {last}", first=first, last=last)
    return wordless("{plays}, {days}", plays=counted(played.plays, "{number} play", "{number} plays"), days=days)


@component
def Merging(details: GameDetails) -> ft.Control:
    """Merge the plays of a game into a pad that is chosen from a list."""
    page = ft.context.page
    choosing, set_choosing = use_value(initial=False)
    propose = use_merge(details)

    def show_others(*, shown: bool) -> None:
        set_choosing(lambda _: shown)

    def choose(key: str, name: str) -> None:
        show_others(shown=False)
        propose(key, name)

    is_pad = details.game.pad is not None
    options = [(name, partial(choose, key, name), False) for key, name in details.others]
    use_window(
        tr("Choose a pad"), keyed("others", OptionList, options) if choosing else None, lambda: show_others(shown=False)
    )
    if not options:
        if is_pad:
            return ft.Container(visible=False)
        make = outlined(tr("New pad"), lambda: page.navigate("/settings/score-pad/pad"), icon=ft.Icons.ADD)
        return card([heading(tr("A score pad for this game")), caption(COUNT), wrapped([make])])
    head = tr("Merge with another score pad") if is_pad else tr("A score pad for this game")
    ways = [outlined(tr("Choose a pad"), lambda: show_others(shown=True), icon=ft.Icons.MERGE)]
    return card([heading(head), *_of_its_number(details, propose), caption(COUNT), wrapped(ways)])


def _of_its_number(details: GameDetails, propose: Callable[[str, str], None]) -> list[ft.Control]:
    """Return why the plays of pads with the same number count apart, each with what merges them."""

    def said(key: str, name: str) -> ft.Control:
        merge = outlined(tr("Merge with {name}", name=name), partial(propose, key, name), icon=ft.Icons.MERGE)
        return column([text(replace(SAME_NUMBER, values={"name": name})), wrapped([merge])])

    return [said(key, name) for key, name in details.of_its_number]


def use_merge(details: GameDetails) -> Callable[[str, str], None]:
    """Return a call that asks whether to merge the plays into a pad, and does so where that is confirmed."""
    page = ft.context.page
    worker = use_ui().tables.worker
    into, set_into = use_value(("", ""))
    source = details.key

    async def undo() -> None:
        await worker.run(game_merges.unmerge_games, source)
        page.navigate(game_address(source))

    async def merge() -> None:
        made = await worker.run(game_merges.merge_games, source, into[0])
        page.navigate(game_address(made.into))
        said = [tr("{name} is {other} now.", name=details.name, other=into[1])]
        said += [judged_text(made.judged)] if made.judged else []
        show_snackbar(" ".join(said), undo=undo)

    plays = counted(0 if details.played is None else details.played.plays, "{number} play", "{number} plays")
    confirm = use_confirmation(
        asking(
            tr("Merge with {name}", name=into[1]),
            tr(
                "{other} gets all plays of {name} ({plays}), later ones too. You can undo this.",
                other=into[1],
                name=details.name,
                plays=plays,
            ),
        ),
        merge,
    )

    def propose(key: str, name: str) -> None:
        set_into(lambda _: (key, name))
        confirm()

    return propose


@component
def Merged(merge: GameMerge, again: Callable[[], None]) -> ft.Control:
    """Show plays that were merged into this game, with the button that separates them."""
    worker = use_ui().tables.worker

    async def redo() -> None:
        await worker.run(game_merges.merge_games, merge.source, merge.into)
        again()

    async def undo() -> None:
        await done_once(worker.run, game_merges.unmerge_games, merge.source)
        again()
        show_snackbar(tr("{name} separated.", name=merge.title), undo=redo)

    plays = counted(len(merge.plays), "{number} play", "{number} plays")
    words = tr("{what}: {value}", what=merge.title, value=f"{plays}, {day_text(merge.at.astimezone().date())}")
    judged = [caption(judged_text(merge.judged))] if merge.judged else []
    return column(
        [text(words), *judged, wrapped([outlined(tr("Separate {name}", name=merge.title), undo, icon=ft.Icons.UNDO)])]
    )
