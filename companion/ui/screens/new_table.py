"""A new table: who plays, in which order, and what; one button starts it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services import new_table
from companion.services.history import GONE
from companion.services.kept_pads import with_pad
from companion.services.new_table import NEW_TABLE, SeatingDraft, draw_starting_player, highlight_order, rotated
from companion.services.new_table_data import draft_again, load_draft, regulars
from companion.tables.state import style_of
from companion.ui.components.controls import button, caption, heading, notice, outlined, seat_mark, text
from companion.ui.components.drafts import LeftDraft, LeftDraftForm, keep_typed, kept_typed, use_draft, was_left
from companion.ui.components.fields import LOOK_ABOVE, chip, growing_list, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, screen, topbar, waiting
from companion.ui.core.context import use_loaded, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, unless_gone, use_effect, use_ref, use_value
from companion.ui.core.theme import Style
from companion.ui.screens.new_table_game import GameOfTable, summary_line
from companion.ui.screens.new_table_seat import Seat, SeatCard
from scoring.messages import Message, counted, say, tr
from storage.repositories import plays
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from companion.services.new_table_data import NewTableData
    from scoring.game import Game
    from storage.repositories.people import KnownPlayer
    from storage.repositories.play_content import PlayBrief

    Change = Callable[[Callable[[SeatingDraft], SeatingDraft]], Awaitable[None]]

SEAT_LIT_S: Final = 0.09
"""How long each seat is lit during the draw, in seconds."""

PROPOSED_PLAYERS: Final = 6
"""How many friends are shown at first."""

MAX_PROPOSED_PLAYERS: Final = 60
"""How many friends are shown at most; the names of others are typed."""

MARK_SIZE: Final = 20
"""The size of a player's mark where text has its usual size, in px."""

AGAIN: Final = say("Play again")

AGAIN_ADDRESS: Final = "/new?again"
"""The address of a new table with the players of a play, which nobody has to be asked about."""

CHOSEN_ADDRESS: Final = "/new?chosen"
"""The address of a new table whose game was just chosen elsewhere; nor is anybody asked about that."""

NO_PAD: Final = say("The score pad of this game is not here any more. Choose another game, or make it again.")
PUT_ASIDE: Final = say("The seats typed before are put aside.")


@component
def NewTable() -> ft.Control:
    """Seat the players of a new table, choose its game, and start it."""
    ui = use_ui()
    page = ft.context.page
    left = use_ref(lambda: page.route not in (AGAIN_ADDRESS, CHOSEN_ADDRESS) and was_left(page, "/new/")).current
    data, _ = use_loaded(lambda: ui.tables.worker.run(load_draft, ui.tables.copies, kept_typed(ui, NEW_TABLE)), [])
    bar = topbar(tr("New table"), back="/")
    if data is None:
        return waiting(bar)
    names, asks = new_table.names_typed(data.draft), left and new_table.is_typed(data.draft)
    game = data.choice.games.get(data.draft.game)

    draft = LeftDraft(
        stored=data.draft if asks or not left else data.fresh,
        fresh=data.fresh,
        words=": ".join([*([] if game is None else [str(game.name)]), ", ".join(names)]),
        keep=partial(keep_typed, ui, NEW_TABLE),
    )
    shown: ft.Control = LeftDraftForm(bar, draft, SeatingForm, data, ask=asks)
    return shown


@component
def SeatingForm(stored: SeatingDraft, data: NewTableData) -> ft.Control:
    """Show the draft of a table; every change is saved."""
    ui = use_ui()
    page = ft.context.page
    draft, latest, put = use_draft(stored, partial(keep_typed, ui, NEW_TABLE))

    async def change(step: Callable[[SeatingDraft], SeatingDraft]) -> None:
        await put(lambda old: replace(new_table.with_marks(step(old), data.friends), again=False))

    lit, draw = use_draw(latest, change)
    tried, set_tried = use_value(initial=False)
    asked = use_ref(int)  # how many seats there were when it was tried: those added since may be empty
    asked.current = min(asked.current, len(draft.guests))
    opened, set_opened = use_value(not data.friends or _is_wrong(stored))
    ways, scrolled = use_ref(dict[int, Any]).current, use_ref(ft.Ref[ft.Column]).current
    games = data.choice.games
    game = games.get(draft.game)

    async def start() -> None:
        set_tried(lambda _: True)
        chosen = games.get(latest().game)
        if new_table.without_blank_seats(latest(), chosen) != latest():
            await change(lambda old: new_table.without_blank_seats(old, chosen))
        asked.current = len(latest().guests)
        if chosen is not None and latest().game not in new_table.games_here(ui.tables.copies):
            show_snackbar(NO_PAD)
        elif new_table.is_complete(latest(), chosen):
            address = await new_table.begin(ui.tables, latest())
            await keep_typed(ui, NEW_TABLE, None)
            page.navigate(address)

    async def add() -> None:
        set_opened(lambda _: True)
        await change(new_table.with_player)

    # On a phone the keyboard would cover what comes first; elsewhere the first name is typed at once.
    first = next((seat for seat, guest in enumerate(stored.guests) if not guest.name), None)

    async def take_focus() -> None:
        if ui.viewport.wide and first is None and stored.guests:
            with unless_gone():
                await ways[len(stored.guests)].focus()

    use_effect(take_focus, [])
    fresh = {*range(len(stored.guests), len(draft.guests)), *([first] if ui.viewport.wide else [])}
    seats = [
        Seat(number=number, draft=draft, game=game, latest=latest, change=change, ways=ways)
        for number in range(len(draft.guests))
    ]
    cards = [
        SeatCard(seat, lit=lit == seat.number, tried=seat.number < asked.current, fresh=seat.number in fresh)
        for seat in seats
    ]
    room = len(draft.guests) < new_table.seat_limits(None)[1]
    another = outlined(tr("Another player"), add, icon=ft.Icons.PERSON_ADD_OUTLINED)
    draws = outlined(
        tr("Draw who begins"), draw, icon=ft.Icons.CASINO_OUTLINED, disabled=lit is not None or not draft.guests
    )
    shown = opened or _is_wrong(draft)
    line = _seats_line(draft, lambda: set_opened(lambda old: not old or _is_wrong(draft)), opened=shown)
    friends = [keyed("friends", Friends, draft, change, data, add if room else None)] if data.friends else []
    players = [
        column([heading(tr("Players")), *friends]),
        *([line] if data.friends and draft.guests else []),
        *(_seats(draft, cards, [] if data.friends or not room else [another], draws) if draft.guests and shown else []),
        *([another] if not data.friends and not draft.guests else []),
    ]
    chosen = keyed("game", GameOfTable, draft, change, data.choice, scrolled)

    def foot() -> list[ft.Control]:
        quiet = {"bgcolor": ft.Colors.SURFACE_CONTAINER_HIGHEST, "color": ft.Colors.ON_SURFACE_VARIANT}
        look: dict[str, Any] = {"icon": ft.Icons.CHECK} if _is_ready(draft, game) else quiet
        ways[len(draft.guests)] = button(_start(draft, game), start, disabled=lit is not None, **look)
        return [_drawn(draft, busy=lit is not None), *_missing(draft, game, tried=tried), ways[len(draft.guests)]]

    return screen(topbar(tr("New table"), back="/"), [*players, chosen, AtThumb(foot)], ref=scrolled)


def _is_wrong(draft: SeatingDraft) -> bool:
    """Return whether a name in a draft is wrong, or missing."""
    return any(new_table.name_problem(draft, seat) for seat in range(len(draft.guests)))


def _is_ready(draft: SeatingDraft, game: Game[Any] | None) -> bool:
    """Return whether the table can start, once the seats without a name are removed."""
    return new_table.is_complete(new_table.without_blank_seats(draft, game), game)


def _start(draft: SeatingDraft, game: Game[Any] | None) -> Message:
    """Return what the button says that starts the table: how many play what, once both are known."""
    if game is None or not _is_ready(draft, game):
        return say("Start")
    return counted(
        new_table.number_of_people(draft),
        "Start with {number} player: {game}",
        "Start with {number} players: {game}",
        game=game.name,
    )


def _missing(draft: SeatingDraft, game: Game[Any] | None, *, tried: bool) -> list[ft.Control]:
    """Return why the table cannot start yet, which is wrong once it was tried."""
    missing = new_table.what_is_missing(draft, game)
    if not tried:
        return [] if missing is None else [caption(sentence(missing))]
    if _is_ready(draft, game):
        return []
    return [notice(missing or LOOK_ABOVE, wrong=True)]


def _seats_line(draft: SeatingDraft, do: Callable[[], None], *, opened: bool) -> ft.Control:
    """Return who sits in which order in one line, which opens their seats."""
    first, *others = new_table.names_typed(draft) or ("",)
    words = tr("{first} begins, then {others}", first=first, others=tuple(others)) if others else first
    return summary_line(words or tr("Players in seat order"), do, opened=opened)


def _seats(
    draft: SeatingDraft, seats: Sequence[ft.Control], another: Sequence[ft.Control], draws: ft.Control
) -> list[ft.Control]:
    """Return the seats, and what can be done with them."""
    hints = [caption(tr("Clockwise, the starting player on top."))]
    if new_table.pad_of(draft):
        hints.append(caption(tr("A team has one seat: type Anna & Ben, and tick Team.")))
    # seats stay what they are where hints come and go
    return [growing_list(column([column(hints), *seats, *another, draws]))]


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
    page, ui = ft.context.page, use_ui()

    async def again() -> None:
        stored = await ui.tables.worker.run(plays.play, play.id)
        before = kept_typed(ui, NEW_TABLE)

        async def back() -> None:
            await keep_typed(ui, NEW_TABLE, before)
            page.navigate("/")

        if stored is None:
            show_snackbar(GONE)
            return
        if not await with_pad(ui.tables, stored.game):
            show_snackbar(NO_PAD)
            return
        await keep_typed(ui, NEW_TABLE, draft_again(stored))
        page.navigate(AGAIN_ADDRESS)
        draft = new_table.read_draft(before, new_table.games_here(ui.tables.copies))
        if draft is not None and new_table.is_typed(draft):
            show_snackbar(PUT_ASIDE, undo=back)

    return again


def _begun_by(draft: SeatingDraft, seat: int) -> SeatingDraft:
    guests = rotated(draft.guests, seat)
    return replace(draft, guests=guests, starts=guests[0].name.strip())


@component
def Friends(
    draft: SeatingDraft, change: Change, data: NewTableData, add: Callable[[], Awaitable[None]] | None
) -> ft.Control:
    """Show those who may sit here: all of the last time at once, friends one by one, and a new name.

    They stand above the seats and stay where they are, so that the next one is where quick fingers tap.
    """
    scale = use_ui().viewport.scale
    seated = {folded(guest.name): guest.style for guest in draft.guests}
    most, set_most = use_value(PROPOSED_PLAYERS)
    ordered = regulars(data.friends, PROPOSED_PLAYERS, MAX_PROPOSED_PLAYERS)
    shown = [friend for number, friend in enumerate(ordered) if number < most or folded(friend.name) in seated]

    def sit(friend: KnownPlayer) -> ft.Control:
        is_seated = folded(friend.name) in seated
        style = seated.get(folded(friend.name)) or style_of(friend.colour, friend.shape)
        step = partial(_without if is_seated else _with, friends=(friend,))
        mark = None if style is None else seat_mark(style, MARK_SIZE * scale)
        return chip(friend.name, lambda: change(step), leading=mark, selected=is_seated)

    chips = [sit(friend) for friend in shown]
    if add is not None:
        chips.append(
            chip(tr("Another player"), add, leading=ft.Icon(ft.Icons.PERSON_ADD_OUTLINED, size=MARK_SIZE * scale))
        )
    if most < min(len(ordered), MAX_PROPOSED_PLAYERS):
        chips.append(chip(tr("Show more"), lambda: set_most(lambda _: MAX_PROPOSED_PLAYERS)))
    rows: list[ft.Control] = [wrapped(chips)]
    if len(data.last) > 1:
        last, named = {folded(friend.name) for friend in data.last}, seated.keys() - {""}
        together = last == named
        words = tr("As last time: {names}", names=tuple(friend.name for friend in data.last))
        step = partial(_without if together else _alone if last < named else _with, friends=data.last)
        sign = ft.Icon(ft.Icons.REPLAY, size=MARK_SIZE * scale)
        rows.insert(0, wrapped([chip(words, lambda: change(step), leading=sign, selected=together)]))
    return column(rows)


def _with(draft: SeatingDraft, friends: Iterable[KnownPlayer]) -> SeatingDraft:
    return new_table.with_people(draft, friends)


def _without(draft: SeatingDraft, friends: Iterable[KnownPlayer]) -> SeatingDraft:
    return new_table.without_people(draft, (friend.name for friend in friends))


def _alone(draft: SeatingDraft, friends: Iterable[KnownPlayer]) -> SeatingDraft:
    stay = {folded(friend.name) for friend in friends}
    return new_table.without_people(draft, (guest.name for guest in draft.guests if folded(guest.name) not in stay))


def _drawn(draft: SeatingDraft, *, busy: bool) -> ft.Control:
    """Return the result of the draw, which stands at the foot of the screen, where it is seen."""
    first = draft.guests[0].name.strip() if draft.guests else ""
    result = tr("{name} begins.", name=draft.starts) if first and first == draft.starts else ""
    if busy:
        result = tr("One moment …")
    return ft.Semantics(content=text(result, Style.STRONG), live_region=True, container=True, visible=bool(result))
