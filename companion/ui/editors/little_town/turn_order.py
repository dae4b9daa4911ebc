"""For whom a tap on the board enters: whose turn it is, and somebody else only after a second look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from companion.games.little_town.wording import possessive
from companion.ui.components.controls import caption, notice, outlined
from companion.ui.components.layout import column

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.little_town.actions import LittleTownTable


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


def out_of_turn_note(state: LittleTownTable, entering: Entering) -> list[ft.Control]:
    """Return whose turn it is where another player is shown, with the way to enter something out of turn."""
    plays, shown = (state.table.players[seat].name for seat in (entering.turn, entering.shown))
    if entering.turn == entering.shown:
        return []
    if entering.seat == entering.shown and not entering.waits:
        back = ft.Row([outlined(f"Back to {plays}", entering.insist)], wrap=True)
        return [column([notice(f"It is {possessive(plays)} turn. What you enter now is for {shown}."), back])]
    whose = f"It is {possessive(plays)} turn."
    words = whose if entering.waits else f"{whose} What you tap is entered for {plays}."
    insist = outlined(f"Enter it for {shown}, out of turn", entering.insist)
    return [column([caption(words), ft.Row([insist], wrap=True)])]
