"""A new table: its game and what a pad asks, its players in seat order, and who begins."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.score_pad import ANSWERS, Question, is_of_shelf, open_question
from companion.services import new_table
from companion.services.end_sheet import has_end_sheet
from companion.services.game_names import MAX_FOUND, Choice, proposed, search
from companion.services.history import GONE
from companion.services.kept_pads import keep_draft, kept_draft, new_pad_address, with_pad
from companion.services.new_table import SeatingDraft, draw_starting_player, highlight_order, rotated
from companion.tables.state import style_of
from companion.ui.components.controls import button, caption, heading, notice, outlined, plain_button, seat_mark, text
from companion.ui.components.dialogs import use_window
from companion.ui.components.drafts import LeftDraft, LeftDraftForm, use_draft, was_left
from companion.ui.components.fields import LOOK_ABOVE, chip, field, wrapped
from companion.ui.components.layout import column, column_foot, screen, topbar, waiting
from companion.ui.core.context import use_loaded, use_rerender, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import keyed, use_effect, use_ref, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.score_pad.my_copy_screen import ShelfPad
from companion.ui.screens.new_table_seat import SeatCard
from scoring import GAMES
from scoring.messages import Message, counted, say, tr
from storage.repositories import plays
from storage.repositories.values import PAD_GAME, folded

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from scoring.game import Game
    from storage.repositories.people import KnownPlayer
    from storage.repositories.play_content import PlayBrief

    Change = Callable[[Callable[[SeatingDraft], SeatingDraft]], Awaitable[None]]

SEAT_LIT_S: Final = 0.09
"""How long each seat is lit during the draw, in seconds."""

PROPOSED_PLAYERS: Final = 12
"""How many players of earlier plays are proposed."""

MIN_HEIGHT_FOR_FOOT: Final = 560
"""The least height of a screen on which the foot stays in place, in px."""

MARK_SIZE: Final = 20
"""The size of a player's mark where text has its usual size, in px."""

AGAIN: Final = say("Play again")

AGAIN_ADDRESS: Final = "/new?again"
"""The address of a new table with the players of a play, which nobody has to be asked about."""

NO_PAD: Final = say("The pad of this game is not here any more. Choose another game, or make the pad again.")
PUT_ASIDE: Final = say("The seats typed before are put aside.")


@component
def NewTable() -> ft.Control:
    """Seat the players of a new table, and start it."""
    ui = use_ui()
    page = ft.context.page
    left = use_ref(lambda: page.route != AGAIN_ADDRESS and was_left(page, "/new/")).current
    loaded, _ = use_loaded(lambda: ui.tables.worker.run(new_table.load_draft, ui.tables.copies), [])
    bar = topbar(tr("New table"), back="/")
    if loaded is None:
        return waiting(bar)
    stored, friends, choice = loaded
    fresh = new_table.blank_draft(*next(iter(choice.games.items())))
    names = new_table.names_typed(stored)

    draft = LeftDraft(
        stored=stored if names or not left else fresh,
        fresh=fresh,
        words=f"{choice.games[stored.game].name}: {', '.join(names)}",
        keep=partial(new_table.keep, ui.tables),
    )
    shown: ft.Control = LeftDraftForm(bar, draft, SeatingForm, friends, choice, ask=left and bool(names))
    return shown


@component
def SeatingForm(stored: SeatingDraft, friends: tuple[KnownPlayer, ...], choice: Choice) -> ft.Control:
    """Show the draft of a table; every change is saved."""
    ui = use_ui()
    draft, latest, change = use_draft(stored, partial(new_table.keep, ui.tables))
    lit, draw = use_draw(latest, change)
    tried, set_tried = use_value(initial=False)
    ways = use_ref(dict[int, Any]).current
    page = ft.context.page
    game = choice.games[draft.game]
    mine = ui.tables.copies[PAD_GAME]

    def asks(seated: SeatingDraft) -> bool:
        return open_question(mine, new_table.pad_of(seated)) is not None

    async def start() -> None:
        set_tried(lambda _: True)
        if new_table.without_blank_seats(latest(), game) != latest():
            await change(lambda old: new_table.without_blank_seats(old, game))
        if latest().game not in new_table.games_here(ui.tables.copies):
            show_snackbar(NO_PAD)
        elif new_table.is_complete(latest(), choice.games[latest().game]) and not asks(latest()):
            page.navigate(await new_table.begin(ui.tables, latest()))

    # On a phone the keyboard would cover what comes first; elsewhere the first name is typed at once.
    first = next((seat for seat, guest in enumerate(stored.guests) if not guest.name), None)

    async def take_focus() -> None:
        if ui.viewport.wide and first is None:
            await ways[len(stored.guests)].focus()

    use_effect(take_focus, [])
    fresh = {*range(len(stored.guests), len(draft.guests)), *([first] if ui.viewport.wide else [])}
    another = outlined(tr("Another player"), lambda: change(new_table.with_player), icon=ft.Icons.PERSON_ADD_OUTLINED)
    body = [
        keyed("game", GameOfTable, draft, change, choice, tried=tried),
        *(_extent(draft, change) if has_end_sheet(game) else []),
        _titled(tr("Players in seat order"), tr("Clockwise, the starting player on top.")),
        *([caption(tr("A team has one seat: type Anna & Ben, and tick Team."))] if new_table.pad_of(draft) else []),
        *_friends(draft, game, friends, change, ui.viewport.scale),
        *(
            SeatCard(draft, seat, game, change, ways, lit=lit == seat, tried=tried, fresh=seat in fresh)
            for seat in range(len(draft.guests))
        ),
        *([another] if len(draft.guests) < game.players[1] else []),
        outlined(
            tr("Draw who begins"), draw, icon=ft.Icons.CASINO_OUTLINED, disabled=lit is not None or not draft.guests
        ),
    ]
    ways[len(draft.guests)] = button(tr("Start"), start, icon=ft.Icons.CHECK, disabled=lit is not None)
    foot: list[ft.Control] = [ways[len(draft.guests)]]
    foot.insert(0, _drawn(draft, busy=lit is not None))
    if tried and (asks(draft) or not new_table.is_complete(draft, game)):
        foot.insert(0, notice(new_table.player_count_problem(draft, game) or LOOK_ABOVE, wrong=True))
    bar = topbar(tr("New table"), back="/")
    if ui.viewport.height < MIN_HEIGHT_FOR_FOOT:
        return screen(bar, [*body, *foot])
    return screen(bar, body, foot=column_foot(foot, ui.viewport))


def use_draw(latest: Callable[[], SeatingDraft], change: Change) -> tuple[int | None, Callable[[], Awaitable[None]]]:
    """Return the seat that is lit, `None` where no draw is under way, and a call that draws who begins."""
    nobody: int | None = None
    lit, set_lit = use_value(nobody)

    def light(seat: int | None) -> None:
        set_lit(lambda _: seat)

    async def draw() -> None:
        seats = len(latest().guests)
        winner = draw_starting_player(seats)
        for seat in highlight_order(seats, winner):
            light(seat)
            await asyncio.sleep(SEAT_LIT_S)
        light(None)
        await change(lambda old: _begun_by(old, winner))

    return lit, draw


def use_again(play: PlayBrief) -> Callable[[], Awaitable[None]]:
    """Return a call that seats the players of a play at a new table; the seats typed before can be restored."""
    page = ft.context.page
    tables = use_ui().tables

    async def again() -> None:
        stored = await tables.worker.run(plays.play, play.id)
        before = await kept_draft(tables, new_table.SETTING)

        async def back() -> None:
            await keep_draft(tables, new_table.SETTING, before)
            page.navigate("/")

        if stored is None:
            show_snackbar(GONE)
            return
        if not await with_pad(tables, stored.game):
            show_snackbar(NO_PAD)
            return
        await new_table.keep(tables, new_table.draft_again(stored))
        page.navigate(AGAIN_ADDRESS)
        if before is not None:
            show_snackbar(PUT_ASIDE, undo=back)

    return again


def _begun_by(draft: SeatingDraft, seat: int) -> SeatingDraft:
    guests = rotated(draft.guests, seat)
    return replace(draft, guests=guests, starts=guests[0].name.strip())


def _titled(words: str, below: str) -> ft.Control:
    return ft.Column([heading(words), caption(below)], spacing=SPACE, tight=True)


def _extent(draft: SeatingDraft, change: Change) -> list[ft.Control]:
    """Return the choice of what is entered at this table."""

    def enter(*, only_end: bool) -> Callable[[], Any]:
        return lambda: change(lambda old: replace(old, only_end=only_end))

    choices = ((tr("The whole game"), False), (tr("Only the end"), True))
    chips = [chip(words, enter(only_end=end), selected=end is draft.only_end) for words, end in choices]
    return [heading(tr("What do you enter?")), wrapped(chips)]


def _friends(
    draft: SeatingDraft, game: Game[Any], friends: tuple[KnownPlayer, ...], change: Change, scale: float
) -> list[ft.Control]:
    """Return the friends who may sit here.

    They stand above the seats and stay where they are, so that the next one is where quick fingers tap.
    """
    seated = {folded(guest.name) for guest in draft.guests}
    room = len(draft.guests) < game.players[1] or "" in seated
    others = [friend for friend in friends if folded(friend.name) not in seated][: PROPOSED_PLAYERS if room else 0]
    shown = [friend for friend in friends if friend in others or folded(friend.name) in seated]

    def sit(friend: KnownPlayer) -> ft.Control:
        is_seated = folded(friend.name) in seated
        style = style_of(friend.colour, friend.shape)

        def turn() -> Awaitable[None]:
            if is_seated:
                return change(lambda old: new_table.without_player(old, friend.name, game))
            return change(lambda old: new_table.with_player(old, friend.name, style))

        mark = None if style is None else seat_mark(style, MARK_SIZE * scale)
        return chip(friend.name, turn, leading=mark, selected=is_seated)

    return [caption(tr("Played before")), wrapped(sit(friend) for friend in shown)] if shown else []


def _drawn(draft: SeatingDraft, *, busy: bool) -> ft.Control:
    """Return the result of the draw, which stands at the foot of the screen, where it is seen."""
    first = draft.guests[0].name.strip() if draft.guests else ""
    result = tr("{name} begins.", name=draft.starts) if first and first == draft.starts else ""
    if busy:
        result = tr("One moment …")
    return ft.Semantics(content=text(result, Style.STRONG), live_region=True, container=True, visible=bool(result))


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
