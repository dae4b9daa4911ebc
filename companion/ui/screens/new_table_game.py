"""The game of a new table: those that are near, a field that finds all others, and what a pad asks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.score_pad import ANSWERS, Question, is_of_shelf, open_question
from companion.services import new_table
from companion.services.drafts import new_pad_address
from companion.services.game_choice import MAX_FOUND, proposed, search
from companion.ui.components.controls import caption, heading, notice, plain_button, text
from companion.ui.components.dialogs import use_window
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_rerender, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE
from companion.ui.editors.score_pad.my_copy_screen import ShelfPad
from scoring import GAMES
from scoring.messages import counted, say, tr
from storage.repositories.values import PAD_GAME

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.services.game_choice import Choice
    from companion.services.new_table import SeatingDraft
    from scoring.messages import Message

    Change = Callable[[Callable[[SeatingDraft], SeatingDraft]], Awaitable[None]]

NO_GAME: Final = say("No game here has this name. You can make a pad for it.")


@component
def GameOfTable(draft: SeatingDraft, change: Change, choice: Choice, *, tried: bool) -> ft.Control:
    """Show the games to choose from, and what belongs to the one that is chosen."""
    ui, page = use_ui(), ft.context.page
    typed, set_typed = use_value("")
    matches = search(choice, typed)
    shown = matches[:MAX_FOUND] if typed.strip() else proposed(choice, draft.game)

    async def take(key: str) -> None:
        set_typed(lambda _: "")
        await change(lambda old: new_table.with_game(old, key, choice.games[key]))

    async def take_first() -> None:
        if matches:
            await take(matches[0])

    def make_one() -> None:
        page.navigate(new_pad_address(typed.strip()))

    chips = [chip(choice.games[key].name, partial(take, key), selected=key == draft.game) for key in shown]
    chips.append(chip(tr("Another game …"), make_one, leading=ft.Icon(ft.Icons.ADD)))
    find = field(
        ui,
        tr("Find a game"),
        typed,
        lambda words: set_typed(lambda _: words),
        prefix_icon=ft.Icons.SEARCH,
        on_submit=safe(take_first),
    )
    nothing = [notice(NO_GAME)] if typed.strip() and not matches else []
    chosen = [] if draft.game in shown else [text(tr("Chosen: {game}", game=choice.games[draft.game].name))]
    games = [heading(tr("Game")), find, *nothing, wrapped(chips), *_more(len(matches) - MAX_FOUND), *chosen]
    return column([*games, *_variants(draft, change), *_pad(draft, choice, tried=tried)], spacing=3 * SPACE)


def _more(number: int) -> list[ft.Control]:
    """Return how many games more were found than there is room for."""
    return [caption(counted(number, "{number} more: type on.", "{number} more: type on."))] if number > 0 else []


def _variants(draft: SeatingDraft, change: Change) -> list[ft.Control]:
    """Return the variants of a game with rules of its own, where it has several."""

    def play(variant: str) -> Callable[[], Any]:
        return lambda: change(lambda old: replace(old, variant=variant))

    variants = [
        chip(title, play(variant), selected=variant == draft.variant)
        for variant, title in new_table.variants_of(draft.game).items()
    ]
    hint = GAMES[draft.game].edition_hint if draft.game in GAMES else None
    more: list[ft.Control] = [wrapped(variants)] if len(variants) > 1 else []
    return more if hint is None else [*more, caption(hint)]


def _pad(draft: SeatingDraft, choice: Choice, *, tried: bool) -> list[ft.Control]:
    pad = new_table.pad_of(draft)
    return [keyed(pad, PadOfTable, pad, choice.games[draft.game].name, tried=tried)] if pad else []


@component
def PadOfTable(pad: str, title: Message, *, tried: bool) -> ft.Control:
    """Show the ways to a pad: to change it, and to read what a pad of the shelf says and where it is from."""
    page, copies, again = ft.context.page, use_ui().tables.copies[PAD_GAME], use_rerender()
    about, set_about = use_value(initial=False)
    question = open_question(copies, pad)
    use_window(title, ShelfPad(pad) if about else None, lambda: set_about(lambda _: False))

    async def keep(answer: str) -> None:
        await ANSWERS.keep(copies, pad, answer)
        again()

    ways = [plain_button(tr("Edit"), lambda: page.navigate(f"/new/pad/{pad}"), icon=ft.Icons.EDIT_OUTLINED)]
    if is_of_shelf(copies, pad):
        show = plain_button(tr("About this pad"), lambda: set_about(lambda _: True), icon=ft.Icons.INFO_OUTLINE)
        ways.insert(0, show)
    return column([*([] if question is None else _asked(question, keep, tried=tried)), wrapped(ways)])


def _asked(question: Question, keep: Callable[[str], Any], *, tried: bool) -> list[ft.Control]:
    """Return the question that the sources of a pad leave open, with its answers."""
    chips = wrapped(chip(str(choice), partial(keep, choice.en)) for choice in question.choices)
    missing = [notice(tr("Choose an answer; it is asked only once."), wrong=True)] if tried else []
    return [text(str(question)), chips, *missing]
