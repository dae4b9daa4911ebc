"""What was entered of rounds and turns, put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.editors.little_town import acts
from companion.editors.little_town.pieces import column
from companion.guards import component
from companion.hooks import keyed, use_value
from companion.parts.basics import card, heading, plain_button, quiet, seat_mark
from companion.parts.fields import chip, wrapped
from companion.parts.stepper import Counter, Stepper
from companion.theme import SPACE
from companion.ui import use_live, use_ui
from scoring.little_town.data import WORKERS
from scoring.little_town.state import LAST_ROUND

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.live import LiveTable

ROUND: Final = Counter(name="Round", least=1, most=LAST_ROUND)


@component
def PutRight(live: LiveTable) -> ft.Control:
    """Let the round, the first player, whose turn it is, and the workers at the construction site be corrected."""
    use_live(live)
    palette = use_ui().look.palette
    opened, set_opened = use_value(initial=False)
    evening = live.evening

    def turn() -> None:
        set_opened(lambda before: not before)

    async def keep(number: int) -> None:
        await live.change(f"Round: {number}", acts.with_round(number))

    if not opened:
        return ft.Row([plain_button("Put round and turn right", turn, icon=ft.Icons.EDIT_OUTLINED)], wrap=True)

    def first(seat: int) -> Callable[[], Any]:
        words = f"{acts.name_of(evening, seat)} has the first player token"
        return lambda: live.change(words, lambda before: acts.with_beside(before, first=seat))

    def plays(seat: int) -> Callable[[], Any]:
        return lambda: live.change(f"{acts.name_of(evening, seat)} plays", acts.with_turn(seat))

    return card(
        [
            heading("Put right", 3),
            Stepper(ROUND, evening.table.round, keep),
            _whose(live, "The first player token", evening.beside.first, first),
            _whose(live, "Who plays now", evening.beside.turn, plays),
            quiet("Workers at the construction site", palette),
            *(_site(live, seat) for seat in range(len(evening.table.players))),
            ft.Row([plain_button("Close", turn)]),
        ],
        palette,
    )


def _whose(live: LiveTable, title: str, now: int, choosing: Callable[[int], Callable[[], Any]]) -> ft.Control:
    palette = use_ui().look.palette
    chips = [
        chip(
            player.name,
            choosing(seat),
            palette,
            selected=seat == now,
            leading=seat_mark(live.evening.beside.seats[seat], palette),
            label=f"{title}: {player.name}",
        )
        for seat, player in enumerate(live.evening.table.players)
    ]
    return column([quiet(title, palette), wrapped(chips)], SPACE)


def _site(live: LiveTable, seat: int) -> ft.Control:
    name = acts.name_of(live.evening, seat)
    counter = Counter(name=name, most=WORKERS[len(live.evening.table.players)])

    async def keep(number: int) -> None:
        await live.change(f"{name}, at the construction site: {number}", acts.with_site(seat, number))

    return keyed(f"site {seat}", Stepper, counter, acts.at_site(live.evening, seat), keep)
