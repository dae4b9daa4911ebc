"""What was entered of rounds and turns, put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.little_town import actions
from companion.ui.components.controls import caption, card, heading, plain_button, seat_mark
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE
from companion.ui.editors.little_town.pieces import column
from scoring.little_town.data import WORKERS
from scoring.little_town.state import LAST_ROUND

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable

ROUND: Final = Counter(name="Round", least=1, most=LAST_ROUND)


@component
def PutRight(live: LiveTable) -> ft.Control:
    """Let the round, the first player, whose turn it is, and the workers at the construction site be corrected."""
    use_revision(live)
    opened, set_opened = use_value(initial=False)
    state = live.state

    def turn() -> None:
        set_opened(lambda before: not before)

    async def keep(number: int) -> None:
        await live.change(f"Round: {number}", actions.with_round(number))

    if not opened:
        return ft.Row([plain_button("Put round and turn right", turn, icon=ft.Icons.EDIT_OUTLINED)], wrap=True)

    def first(seat: int) -> Callable[[], Any]:
        words = f"{actions.name_of(state, seat)} has the first player token"
        return lambda: live.change(words, lambda before: actions.with_beside(before, first=seat))

    def plays(seat: int) -> Callable[[], Any]:
        return lambda: live.change(f"{actions.name_of(state, seat)} plays", actions.with_turn(seat))

    return card(
        [
            heading("Put right", 3),
            Stepper(ROUND, state.table.round, keep),
            _whose(live, "The first player token", state.extras.first, first),
            _whose(live, "Who plays now", state.extras.turn, plays),
            caption("Workers at the construction site"),
            *(_site(live, seat) for seat in range(len(state.table.players))),
            ft.Row([plain_button("Close", turn)]),
        ],
    )


def _whose(live: LiveTable, title: str, now: int, choosing: Callable[[int], Callable[[], Any]]) -> ft.Control:
    chips = [
        chip(
            player.name,
            choosing(seat),
            selected=seat == now,
            leading=seat_mark(live.state.extras.seats[seat]),
            label=f"{title}: {player.name}",
        )
        for seat, player in enumerate(live.state.table.players)
    ]
    return column([caption(title), wrapped(chips)], SPACE)


def _site(live: LiveTable, seat: int) -> ft.Control:
    name = actions.name_of(live.state, seat)
    counter = Counter(name=name, most=WORKERS[len(live.state.table.players)])

    async def keep(number: int) -> None:
        await live.change(f"{name}, at the construction site: {number}", actions.with_site(seat, number))

    return keyed(f"site {seat}", Stepper, counter, actions.at_site(live.state, seat), keep)
