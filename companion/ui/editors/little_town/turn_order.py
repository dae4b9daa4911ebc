"""For whom a tap on the board enters: whose turn it is, and somebody else only after a second look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from companion.formatting.text import sentence
from companion.ui.components.controls import caption, notice, outlined
from companion.ui.components.dialogs import say_changed
from companion.ui.components.layout import column
from scoring.little_town.moves import workers_to_place
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.live_table import LiveTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Entering:
    """The seat for which a tap enters, the seat that is shown, and the one whose turn it is.

    `waits` says that nothing is entered for the seat until it is asked for again, which `insist` does and undoes.
    """

    seat: int
    shown: int
    turn: int
    waits: bool
    insist: Callable[[], None]


def turn_passed(live: LiveTable, made: int | None, step: object) -> bool:
    """Say that a step, by its number, has ended its turn, with the way back, and return whether it has."""
    state = live.state
    if not state.table.books or state.table.visit is not None:
        return False
    words = [sentence(step)]
    if workers_to_place(state.table):
        words.append(sentence(tr("{name} plays", name=state.table.players[state.table.turn].name)))
    say_changed(live, made, " ".join(words))
    return True


def out_of_turn_note(state: LittleTownTable, entering: Entering) -> list[ft.Control]:
    """Return whose turn it is where another player is shown, with the way to enter something out of turn."""
    plays, shown = (state.table.players[seat].name for seat in (entering.turn, entering.shown))
    if entering.turn == entering.shown:
        return []
    if entering.seat == entering.shown and not entering.waits:
        back = ft.Row([outlined(tr("Back to {name}", name=plays), entering.insist)], wrap=True)
        return [
            column(
                [
                    notice(tr("It is {name}’s turn. What you enter now is for {shown}.", name=plays, shown=shown)),
                    back,
                ]
            )
        ]
    words = tr("It is {name}’s turn.", name=plays)
    insist = outlined(tr("Enter it for {name}, out of turn", name=shown), entering.insist)
    return [column([caption(words), ft.Row([insist], wrap=True)])]
