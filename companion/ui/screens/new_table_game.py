"""The game of a new table: those to choose from, all of them on a page of their own, and what is chosen of one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad import (
    ANSWERS,
    PLAYED_WITH,
    Pad,
    answer_here,
    deck_lines,
    deck_parts,
    is_of_shelf,
    may_have_only_totals,
    pad_here,
    parts_of,
    ready_pads,
    with_parts,
)
from companion.services import new_table
from companion.services.end_sheet import has_end_sheet, last_table
from companion.services.game_names import MAX_FOUND, Choice, all_games, proposed, search, titles_of
from companion.services.kept_pads import new_pad_address
from companion.services.new_table import NEW_TABLE
from companion.services.new_table_data import load_draft
from companion.ui.components.controls import (
    button,
    caption,
    emblem,
    heading,
    notice,
    outlined,
    plain_button,
    raised,
    tappable,
    tappable_picture,
    text,
)
from companion.ui.components.correction import scroll_to_spot, spot
from companion.ui.components.dialogs import use_window
from companion.ui.components.drafts import choose_game, kept_typed
from companion.ui.components.fields import CHIP_PADDING, chip, field, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import (
    button_grid,
    column,
    is_near_end,
    screen,
    screen_room,
    spread_row,
    topbar,
    waiting,
)
from companion.ui.core.context import use_loaded, use_rerender, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_effect, use_ref, use_toggle, use_value, value_now
from companion.ui.core.page import came_from
from companion.ui.core.theme import SPACE
from companion.ui.editors.score_pad.my_copy_screen import ShelfPad
from scoring.messages import Message, counted, say, tr, with_commas
from storage.repositories.values import PAD_GAME

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.services.new_table import SeatingDraft
    from companion.tables.my_copy import MyCopy
    from scoring.game import Game

    Change = Callable[[Callable[[SeatingDraft], SeatingDraft]], Awaitable[None]]

BASE_ALONE: Final = say("The base game alone")

NO_SUCH_GAME: Final = say("No game here has this name. You can make a score pad for it.")

LAYOUT_S: Final = 0.1
"""Seconds until a browser has laid out what has just opened, in which it cannot scroll there."""

ALL_GAMES: Final = "/new/games"
"""The address of the page of all games."""

EMBLEM_IN_CHIP: Final = 24
"""The size of an emblem in a chip where text has its usual size, in px."""

EMBLEMS_FROM: Final = 360
"""From this width on, divided by the scale of the text, chips have the emblems of their games, in px."""


def summary_line(words: object, do: Callable[[], Any], *, opened: bool) -> ft.Control:
    """Return a line that says what is chosen; a tap shows the choices below it, another one hides them."""
    icon, act = (ft.Icons.EXPAND_LESS, tr("Close")) if opened else (ft.Icons.EDIT_OUTLINED, tr("Edit"))
    sign = ft.Icon(icon, color=ft.Colors.PRIMARY)
    face = ft.Row([text(words, expand=True), sign], spacing=2 * SPACE)
    padding = ft.Padding.symmetric(horizontal=4 * SPACE, vertical=CHIP_PADDING - 1)
    return tappable(face, f"{words}: {act}", do, padding=padding, **raised())


@component
def GameOfTable(draft: SeatingDraft, change: Change, choice: Choice, scrolled: ft.Ref[ft.Column]) -> ft.Control:
    """Show the games that are likely, a search for the others, and what is chosen of the game of the table."""
    ui, page = use_ui(), ft.context.page
    typed, set_typed = use_value("")
    chosen_here = use_ref(lambda: came_from(page) == ALL_GAMES)
    matches = search(choice, typed)
    shown = matches[:MAX_FOUND] if typed.strip() else proposed(choice, draft.game)

    async def take(key: str) -> None:
        set_typed(lambda _: "")
        if key == draft.game:
            return
        chosen_here.current = True
        last = await ui.tables.worker.run(last_table, key)
        await change(lambda old: new_table.with_game(old, key, choice.games[key], last))

    async def take_first() -> None:
        latest = search(choice, value_now(set_typed))
        if latest:
            await take(latest[0])
        elif value_now(set_typed).strip():
            page.navigate(new_pad_address(value_now(set_typed).strip()))

    chips = _game_chips(shown, draft.game, choice, take)
    if matches and typed.strip():
        chips.append(_another_game(chip, typed, leading=ft.Icon(ft.Icons.ADD)))
    find = field(
        ui,
        tr("Find a game"),
        typed,
        lambda words: set_typed(lambda _: words),
        prefix_icon=ft.Icons.SEARCH,
        on_submit=safe(take_first),
    )
    nothing = [notice(NO_SUCH_GAME)] if typed.strip() and not matches else []
    all_of_them = plain_button(tr("All games"), lambda: page.navigate(ALL_GAMES))
    games = [spread_row([heading(tr("Game")), all_of_them]), find, *nothing, wrapped(chips)]
    game = choice.games.get(draft.game)
    seeks = bool(typed.strip()) and matches[:1] != (draft.game,)
    options = partial(GameOptions, just_chosen=chosen_here.current)
    chosen = [] if game is None or seeks else [keyed(draft.game, options, draft, game, change, scrolled)]

    def first_found() -> list[ft.Control]:
        if not matches:
            return [_another_game(button, typed, icon=ft.Icons.ADD)]
        return [button(tr("Choose {game}", game=choice.games[matches[0]].name), take_first, icon=ft.Icons.CHECK)]

    # while somebody looks for a game, the bar starts no other one
    foot = [keyed("found", AtThumb, first_found)] if seeks else []
    return column([*games, *_more(len(matches) - MAX_FOUND), *chosen, *foot])


def _another_game(made: Callable[..., ft.Control], typed: str, **more: Any) -> ft.Control:  # noqa: ANN401
    """Return the way to a pad for a game that is not here, as a chip or a button."""
    page = ft.context.page
    return made(tr("Another game …"), lambda: page.navigate(new_pad_address(typed.strip())), **more)


def _game_chips(
    keys: Sequence[str], chosen: str, choice: Choice, take: Callable[[str], Awaitable[None]]
) -> list[ft.Control]:
    """Return games to choose from, with their emblems where there is room for them."""
    viewport = use_ui().viewport
    has_room, size = viewport.width >= EMBLEMS_FROM * viewport.scale, EMBLEM_IN_CHIP * viewport.scale
    return [
        chip(
            choice.games[key].name,
            partial(take, key),
            selected=key == chosen,
            leading=emblem(key, choice.games[key].title, size) if has_room else None,
        )
        for key in keys
    ]


def _more(number: int) -> list[ft.Control]:
    """Return how many games more were found than there is room for."""
    return [caption(counted(number, "{number} more: type on.", "{number} more: type on."))] if number > 0 else []


@component
def GameOptions(
    draft: SeatingDraft, game: Game[Any], change: Change, scrolled: ft.Ref[ft.Column], *, just_chosen: bool
) -> ft.Control:
    """Say in one line what is chosen of the game, by somebody or as usual; a tap on it brings the choices into view.

    The line itself comes into view where the game was `just_chosen`.
    """
    opened, toggle = use_toggle()

    async def reveal() -> None:
        if opened or just_chosen:
            await asyncio.sleep(LAYOUT_S)
            await scroll_to_spot(scrolled, "options")

    use_effect(reveal, [opened])
    mine, again = use_ui().tables.copies[PAD_GAME], use_rerender()
    pad = new_table.pad_of(draft)

    async def answered() -> None:
        again()
        await change(lambda old: replace(old, parts=None))

    line = spot("options", summary_line(_summary(draft, game, mine), toggle, opened=opened))
    if pad:
        of_pad = [PadOfTable(pad, game.name, answered, draft.parts, _parts(draft, mine, change))] if opened else []
        return column([line, *_only_totals(draft, mine, change), *of_pad], spacing=3 * SPACE)
    hint = [] if game.edition_hint is None else [caption(game.edition_hint)]
    choices = [*_variants(draft, change), *hint, *_extent(draft, game, change)]
    to_be_read = [] if game.editions[1:] else hint  # which one is known; else how to tell them apart
    return column([line, *(choices if opened else to_be_read)], spacing=3 * SPACE)


def _summary(draft: SeatingDraft, game: Game[Any], mine: MyCopy) -> str:
    """Return what is chosen of a game; of a pad with a question that one with its answer."""
    pad = new_table.pad_of(draft)
    if pad:
        kind = say("Ready score pad") if pad in ready_pads() else say("Your own score pad")
        names, chosen = _decks(draft, mine)
        _, usual = _decks(replace(draft, parts=None), mine)
        said, playing = answer_here(mine, pad) or kind, with_commas([names[part] for part in chosen])
        if chosen == usual:
            return str(said)
        if usual:  # of which the answer speaks
            return str(say("{what}: {value}", what=PLAYED_WITH, value=playing) if chosen else BASE_ALONE)
        return f"{said} · {playing}"
    variants = new_table.variants_of(draft.game)
    parts = [variants[draft.variant]] if len(variants) > 1 else []
    if has_end_sheet(game):
        parts.append(tr("Only the end") if draft.only_end else tr("The whole game"))
    return " · ".join(map(str, parts)) or str(game.name)


def _extent(draft: SeatingDraft, game: Game[Any], change: Change) -> list[ft.Control]:
    """Return the choice of what is entered at this table, where there is one."""
    if not has_end_sheet(game):
        return []

    def enter(*, only_end: bool) -> Callable[[], Any]:
        return lambda: change(lambda old: replace(old, only_end=only_end))

    choices = ((tr("The whole game"), False), (tr("Only the end"), True))
    chips = [chip(words, enter(only_end=end), selected=end is draft.only_end) for words, end in choices]
    return [heading(tr("What do you enter?"), 3), wrapped(chips)]


def _pad(draft: SeatingDraft, mine: MyCopy) -> Pad | None:
    """Return the pad of a draft, `None` where its game is no pad's."""
    key = new_table.pad_of(draft)
    return pad_here(mine, key) if key else None


def _only_totals(draft: SeatingDraft, mine: MyCopy, change: Change) -> list[ft.Control]:
    """Return the choice to enter only the totals on a pad, where its lines come to one."""
    pad = _pad(draft, mine)
    if pad is None or not may_have_only_totals(pad):
        return []

    def turn() -> Awaitable[None]:
        return change(lambda old: replace(old, only_end=not old.only_end))

    return [wrapped([chip(tr("Only the totals"), turn, selected=draft.only_end)])]


def _decks(draft: SeatingDraft, mine: MyCopy) -> tuple[Mapping[str, Message], tuple[str, ...]]:
    """Return the names of what may be played with of a pad's decks, by key, and what is; `mine` has the pads."""
    pad = _pad(draft, mine)
    names = {} if pad is None else deck_parts(pad)
    chosen = parts_of(pad) if pad is not None and draft.parts is None else draft.parts or ()
    return names, tuple(part for part in names if part in chosen)


def _parts(draft: SeatingDraft, mine: MyCopy, change: Change) -> list[ft.Control]:
    """Return the choice of the parts of a pad's decks that are played with, where it has any."""
    names, chosen = _decks(draft, mine)

    def turn(part: str) -> Awaitable[None]:
        parts = tuple(key for key in names if (key in chosen) is not (key == part))
        return change(lambda old: replace(old, parts=parts))

    chips = [chip(name, partial(turn, part), selected=part in chosen) for part, name in names.items()]
    return [column([text(PLAYED_WITH), wrapped(chips)])] if chips else []


def _variants(draft: SeatingDraft, change: Change) -> list[ft.Control]:
    """Return the variants of a game with rules of its own, where it has several."""

    def play(variant: str) -> Callable[[], Any]:
        return lambda: change(lambda old: replace(old, variant=variant))

    variants = [
        chip(title, play(variant), selected=variant == draft.variant)
        for variant, title in new_table.variants_of(draft.game).items()
    ]
    return [wrapped(variants)] if len(variants) > 1 else []


@component
def PadOfTable(
    pad: str,
    title: Message,
    answered: Callable[[], Awaitable[None]],
    played_with: Sequence[str] | None = None,
    parts: Sequence[ft.Control] = (),
) -> ft.Control:
    """Show the question of a pad, which has a usual answer, the parts of its decks, and the ways to it."""
    page, copies = ft.context.page, use_ui().tables.copies[PAD_GAME]
    about, set_about = use_value(initial=False)
    use_window(title, ShelfPad(pad) if about else None, lambda: set_about(lambda _: False))

    async def keep(answer: str) -> None:
        await ANSWERS.keep(copies, pad, answer)
        await answered()

    ways = [plain_button(tr("Edit"), lambda: page.navigate(f"/new/pad/{pad}"), icon=ft.Icons.EDIT_OUTLINED)]
    if not is_of_shelf(copies, pad):
        return column([*parts, wrapped(ways)])
    ways.insert(0, plain_button(tr("About this pad"), lambda: set_about(lambda _: True), icon=ft.Icons.INFO_OUTLINE))
    game = ready_pads()[pad]
    question, chosen = game.file.ask, game.choice(ANSWERS.values(copies).get(pad))
    usual = game.pad(None if chosen is None else chosen.text)
    lines = deck_lines(usual if played_with is None else with_parts(usual, played_with))
    decks = [caption(sentence(line)) for line in lines]
    if question is None:
        return column([*parts, *decks, wrapped(ways)])
    chips = (
        chip(game.ask(answer), partial(keep, answer.text), selected=answer == (chosen or question.choices[0]))
        for answer in question.choices
    )
    return column([text(game.ask(question)), wrapped(chips), *parts, *decks, wrapped(ways)])


GAMES_AT_FIRST: Final = 30
"""How many games the page of all games shows at first; more come as one scrolls."""

LEAST_GAME: Final = 280
"""The least width of a game on that page, in px, with text of its usual size."""


@component
def AllGames() -> ft.Control:
    """Show every game that can begin here; a tap chooses it for the new table."""
    ui, page = use_ui(), ft.context.page
    loaded, _ = use_loaded(lambda: ui.tables.worker.run(load_draft, ui.tables.copies, kept_typed(ui, NEW_TABLE)), [])
    typed, set_typed = use_value("")
    most, set_most = use_value(GAMES_AT_FIRST)
    bar = topbar(tr("All games"), back="/new")
    if loaded is None:
        return waiting(bar)
    choice, chosen = loaded.choice, loaded.draft.game

    async def take(key: str) -> None:
        await choose_game(ui, key)
        page.navigate("/new")

    find = field(ui, tr("Find a game"), typed, lambda words: set_typed(lambda _: words), prefix_icon=ft.Icons.SEARCH)
    parts: list[ft.Control] = [find, _another_game(outlined, typed, icon=ft.Icons.ADD)]
    matches = search(choice, typed)
    if typed.strip() and not matches:
        parts.append(notice(NO_SUCH_GAME))
    titles = (
        ("", "", "") if typed.strip() else (tr("With full rules"), tr("Your own score pads"), tr("Ready score pads"))
    )
    groups = (matches, (), ()) if typed.strip() else all_games(choice)
    room = most
    for title, keys in zip(titles, groups, strict=True):
        rows = [_game_row(key, choice, partial(take, key), chosen=key == chosen) for key in keys[:room]]
        room = max(0, room - len(keys))
        if rows:
            grid = button_grid(rows, screen_room(ui.viewport), LEAST_GAME * ui.viewport.scale)
            parts.append(column([*([heading(title)] if title else []), grid]))
    shown = min(most, sum(map(len, groups)))

    def scrolled(event: ft.OnScrollEvent) -> None:
        if is_near_end(event):
            set_most(lambda old: old if old > shown else shown + GAMES_AT_FIRST)

    return screen(bar, parts, on_scroll=scrolled)


def _game_row(key: str, choice: Choice, do: Callable[[], Any], *, chosen: bool) -> ft.Control:
    title = titles_of(choice, key)[0]
    told_apart = key in choice.own or key in choice.plays  # of any other, the pad need not be read
    name = str(choice.games[key].name) if told_apart else title
    face = ft.Row([emblem(key, title), text(name, semantics_label="", expand=True)], spacing=3 * SPACE)
    return ft.Container(
        tappable_picture(
            face,
            name,
            do,
            selected=chosen,
            padding=ft.Padding.symmetric(horizontal=3 * SPACE, vertical=2 * SPACE),
            **raised(chosen=chosen),
        )
    )
