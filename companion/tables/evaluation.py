"""What follows from the state of a table: the score of each seat, and what cannot be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from scoring.game import changed_seats
from scoring.problems import checked_after

if TYPE_CHECKING:
    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.problems import Checked, Problem
    from scoring.sheet import Column


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A state, the score of each seat, what cannot be, and who has something of unknown worth."""

    state: TableState[Any, Any]
    columns: tuple[Column, ...]
    problems: tuple[Problem, ...]
    unknown: tuple[bool, ...]
    checked: Checked


def evaluated(game: Game[Any], state: TableState[Any, Any], before: Evaluated | None) -> Evaluated:
    """Return what follows from a state; what cannot have changed is taken from the state `before`."""
    table = state.table
    if before is None:
        checked = checked_after(table, game.limits, None)
        unknown = tuple(_is_unknown(game, table, player) for player in table.players)
        return Evaluated(state, game.columns(table), checked.problems, unknown, checked)
    was = before.state.table
    if table is was:
        return replace(before, state=state)
    checked = checked_after(table, game.limits, before.checked)
    columns = game.columns_after(table, was, before.columns)
    changed = changed_seats(table, was)
    unknown = tuple(
        _is_unknown(game, table, player) if changed is None or seat in changed else before.unknown[seat]
        for seat, player in enumerate(table.players)
    )
    return Evaluated(state, columns, checked.problems, unknown, checked)


def _is_unknown(game: Game[Any], table: Any, player: object) -> bool:  # noqa: ANN401 - a table of any game
    alone = replace(table, players=(player,))
    return any(True for _ in game.unscorable(alone))
