"""What the history dares its players to do, and what they could play next."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.dates import duration_text
from companion.formatting.text import sentence
from companion.services import new_table
from companion.services.kept_pads import new_pad_address
from companion.services.statistics import TEN, load_dares, suggestions
from companion.system import now
from companion.ui.components.controls import (
    caption,
    card,
    emblem,
    heading,
    labelled,
    loading_text,
    notice,
    outlined,
    tappable,
    text,
)
from companion.ui.components.dialogs import use_window
from companion.ui.components.drafts import choose_game
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import RADIUS, SPACE, Style
from companion.ui.screens.new_table import CHOSEN_ADDRESS
from scoring.messages import counted, say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import date

    from companion.services.statistics import Dares, Suggestion

    Begin = Callable[[str, str], Awaitable[None]]

WHAT_NEXT: Final = say("What shall we play?")

SHOWN: Final = 6
"""How many games a dare names at most."""

BAR: Final = 12
"""The height of a bar, in px."""

MOST_PLAYERS: Final = 8
"""The most players that one chooses from; a game for more fits a table of so many, too."""

TIMES: Final = (30, 60, 120, None)
"""How long players have, in minutes; the last one has no limit."""


@component
def DaresOfGroup() -> ft.Control:
    """Show what the history dares its players to do; a tap on a game begins a table of it."""
    ui, page = use_ui(), ft.context.page
    today = now().astimezone().date()
    dares, _ = use_stored(load_dares, ui.tables.copies, today)
    asked, ask = use_value(initial=False)

    async def begin(key: str, title: str) -> None:
        if key not in new_table.games_here(ui.tables.copies):
            page.navigate(new_pad_address(title))
            return
        await choose_game(ui, key)
        page.navigate(CHOSEN_ADDRESS)

    window = None if dares is None or not asked else WhatToPlay(dares, today, begin)
    use_window(WHAT_NEXT, window, lambda: ask(lambda _: False))
    if dares is None:
        return card([loading_text()])
    return card(
        [
            heading(tr("Challenges")),
            _ten_by_ten(dares, today),
            *_games(
                tr("Each of your games once: {number} of {all}", number=len(dares.games), all=dares.of_group),
                dares.unplayed,
                begin,
            ),
            *_games(tr("Not played for a year"), [(game.key, game.title) for game in dares.left_alone(today)], begin),
            outlined(WHAT_NEXT, lambda: ask(lambda _: True), icon=ft.Icons.CASINO_OUTLINED),
        ]
    )


def _ten_by_ten(dares: Dares, today: date) -> ft.Control:
    """Return how far ten games are that are played ten times each in a year."""
    words = tr(
        "Ten games ten times in {year}: {number} of {all}",
        year=today.year,
        number=dares.towards_ten_by_ten,
        all=TEN * TEN,
    )
    bar = ft.ProgressBar(
        value=dares.towards_ten_by_ten / (TEN * TEN),
        bar_height=BAR,
        border_radius=RADIUS,
        color=ft.Colors.PRIMARY,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )
    games = " · ".join(f"{title} {number}" for title, number in dares.this_year[:TEN])
    face = column([text(words), bar, *([caption(games)] if games else [])], spacing=SPACE)
    return labelled(face, f"{words}. {games}" if games else words)


def _games(words: str, games: Sequence[tuple[str, str]], begin: Begin) -> list[ft.Control]:
    """Return a dare with the games that it is about, some of them where they are many; nothing where there are none."""
    if not games:
        return []
    chips = [chip(title, partial(begin, key, title)) for key, title in games[:SHOWN]]
    left = len(games) - SHOWN
    more = [caption(counted(left, "and {number} more", "and {number} more"))] if left > 0 else []
    return [column([text(words), wrapped(chips), *more], spacing=SPACE)]


@component
def WhatToPlay(dares: Dares, today: date, begin: Begin) -> ft.Control:
    """Ask how many they are and how long they have, and propose games out of what was played, with reasons."""
    players, set_players = use_value(min(dares.at_table or 2, MOST_PLAYERS))
    no_limit: int | None = None
    minutes, set_minutes = use_value(no_limit)

    def sit(number: int) -> Callable[[], None]:
        return lambda: set_players(lambda _: number)

    def take(time: int | None) -> Callable[[], None]:
        return lambda: set_minutes(lambda _: time)

    sizes = [chip(number, sit(number), selected=number == players) for number in range(1, MOST_PLAYERS + 1)]
    times = [
        chip(tr("As long as we like") if time is None else duration_text(time), take(time), selected=time == minutes)
        for time in TIMES
    ]
    proposed = [_suggestion(each, begin) for each in suggestions(dares.games, players, minutes, today)]
    nothing = notice(tr("Nothing that you have played fits. Take more time, or another number of players."))
    return column(
        [
            heading(tr("How many are you?"), 3),
            wrapped(sizes),
            heading(tr("How long do you have?"), 3),
            wrapped(times),
            column(proposed) if proposed else nothing,
        ]
    )


def _suggestion(suggestion: Suggestion, begin: Begin) -> ft.Control:
    """Return a game with the reason why it is proposed; a tap begins a table of it."""
    game, takes = suggestion.game, suggestion.takes
    words = [sentence(suggestion.reason), *([] if takes is None else [sentence(takes)])]
    name = column([text(game.title, Style.STRONG), caption(" ".join(words))], spacing=0, expand=True)
    face = ft.Row([emblem(game.key, game.title), name], spacing=3 * SPACE)
    padding = ft.Padding.symmetric(vertical=2 * SPACE)
    return tappable(face, f"{game.title}: {' '.join(words)}", partial(begin, game.key, game.title), padding=padding)
