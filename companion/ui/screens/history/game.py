"""A game without rules of its own: its pad, and its plays put under another one and taken out again."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

import flet as ft

from companion.formatting.dates import day_text
from companion.games.score_pad.wording import pad_summary
from companion.services.history import load_game
from companion.services.kept_pads import is_kept
from companion.tables.offers import done_once
from companion.ui.components.controls import button, caption, card, heading, outlined, text
from companion.ui.components.dialogs import Confirmation, OptionList, use_confirmation, use_window
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column, screen, topbar, waiting
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import Style
from companion.ui.screens.history.play_game import KeepPad, game_address
from companion.ui.screens.history.play_list import show_plays
from scoring.messages import Message, counted, say, tr
from storage.repositories import games
from storage.repositories.history import Filter
from storage.repositories.values import PAD_PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.history import GameDetails
    from storage.repositories.games import GameMerge, PlayedGame

SAME_AS: Final = say(
    "If two pads are for the same game, the plays of this one can be put under the other. Their sheets stay as they "
    "are."
)
GIVE_A_PAD: Final = say(
    "Tessera does not know how this game is scored. With a pad, its plays count with the others scored on that pad. "
    "Their sheets and totals stay as they are."
)
NO_PAD: Final = say("There is no pad yet: make one first, then choose it here.")


@component
def GamePage() -> ft.Control:
    """Show the game that the address names."""
    key = unquote(ft.use_route_params()["game"])
    loaded, again = use_stored(load_game, key)
    bar = topbar(tr("Game"), back="/history")
    if loaded is None:
        return waiting(bar)
    if isinstance(loaded, Message):
        return screen(bar, [text(loaded)])
    body: list[ft.Control] = [About(loaded, again)]
    if loaded.played is not None:
        body.append(keyed(f"merge {key}", Merging, loaded))
    if loaded.merges:
        body.append(
            card(
                [
                    heading(tr("Put under this game")),
                    *(keyed(merge.source, Merged, merge, again) for merge in loaded.merges),
                ]
            )
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
        ways.append(outlined(tr("Edit pad"), lambda: page.navigate(change), icon=ft.Icons.EDIT_OUTLINED))
    parts: list[ft.Control] = [text(details.name, Style.HEADING), caption(_played(details.played))]
    if pad is None:
        return card([*parts, wrapped(ways)])
    return card([*parts, *map(caption, pad_summary(pad)), wrapped(ways), KeepPad(key, pad, again)])


def _played(played: PlayedGame | None) -> Message:
    if played is None:
        return say("Not played yet")
    first, last = (day_text(date.fromisoformat(day)) for day in (played.first, played.last))
    if first == last:
        return counted(played.plays, "{number} play, on {day}", "{number} plays, on {day}", day=first)
    return counted(
        played.plays,
        "{number} play, from {first} to {last}",
        "{number} plays, from {first} to {last}",
        first=first,
        last=last,
    )


@component
def Merging(details: GameDetails) -> ft.Control:
    """Put the plays of a game under a pad that is chosen from a list."""
    page = ft.context.page
    choosing, set_choosing = use_value(initial=False)
    propose = use_merge(details)

    def show_others(*, shown: bool) -> None:
        set_choosing(lambda _: shown)

    def choosing_other(key: str, name: str) -> Callable[[], None]:
        def choose() -> None:
            show_others(shown=False)
            propose(key, name)

        return choose

    is_pad = details.game.pad is not None
    options = [(name, choosing_other(key, name), False) for key, name in details.others]
    title = tr("Which pad is {name}?", name=details.name)
    use_window(title, keyed("others", OptionList, options) if choosing else None, lambda: show_others(shown=False))
    if not options:
        if is_pad:
            return ft.Container(visible=False)
        make = button(tr("New pad"), lambda: page.navigate("/settings/score-pad/pad"), icon=ft.Icons.ADD)
        return card([heading(tr("A pad for this game")), caption(GIVE_A_PAD), caption(NO_PAD), wrapped([make])])
    heads = (tr("The same game as another pad?"), SAME_AS, tr("Put the plays under another pad"))
    head, words, does = heads if is_pad else (tr("A pad for this game"), GIVE_A_PAD, tr("Choose a pad"))
    way = outlined(does, lambda: show_others(shown=True), icon=ft.Icons.MERGE)
    return card([heading(head), caption(words), wrapped([way])])


def use_merge(details: GameDetails) -> Callable[[str, str], None]:
    """Return a call that asks whether to put the plays under a pad, and does so where that is confirmed."""
    page = ft.context.page
    worker = use_ui().tables.worker
    into, set_into = use_value(("", ""))
    source = details.key

    async def undo() -> None:
        await worker.run(games.unmerge_games, source)
        page.navigate(game_address(source))

    async def merge() -> None:
        made = await worker.run(games.merge_games, source, into[0])
        page.navigate(game_address(made.into))
        show_snackbar(
            counted(
                len(made.plays),
                "{number} play is under {game} now.",
                "{number} plays are under {game} now.",
                game=into[1],
            ),
            undo=undo,
        )

    number = 0 if details.played is None else details.played.plays
    confirm = use_confirmation(
        Confirmation(
            title=tr("Put {name} under {game}?", name=details.name, game=into[1]),
            words=counted(
                number,
                "{number} play and all later ones count as plays of {game}. That can be taken back.",
                "{number} plays and all later ones count as plays of {game}. That can be taken back.",
                game=into[1],
            ),
            do=tr("Put them there"),
            leave=tr("Leave them here"),
        ),
        merge,
    )

    def propose(key: str, name: str) -> None:
        set_into(lambda _: (key, name))
        confirm()

    return propose


@component
def Merged(merge: GameMerge, again: Callable[[], None]) -> ft.Control:
    """Show plays that were put under this game, with the button that takes them out."""
    worker = use_ui().tables.worker

    async def redo() -> None:
        await worker.run(games.merge_games, merge.source, merge.into)
        again()

    async def take_out() -> None:
        await done_once(worker.run, games.unmerge_games, merge.source)
        again()
        show_snackbar(tr("{game} is a game of its own again.", game=merge.title), undo=redo)

    words = counted(
        len(merge.plays),
        "{number} play of {game}, put here on {day}",
        "{number} plays of {game}, put here on {day}",
        game=merge.title,
        day=day_text(merge.at.astimezone().date()),
    )
    label = tr("Take the plays of {game} out again", game=merge.title)
    return column([text(words), wrapped([outlined(label, take_out, icon=ft.Icons.UNDO)])])
