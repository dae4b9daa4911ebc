"""What follows from the state of a table: the score of each seat, and what cannot be."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from scoring.game import changed_seats
from scoring.problems import checked_after

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.problems import Checked, Problem
    from scoring.sheet import Column

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A state, the score of each seat, what cannot be, and who has something of unknown worth.

    `names` are those of the players in seat order, the same object as before where they are the same.
    """

    state: TableState[Any]
    names: tuple[str, ...]
    columns: tuple[Column, ...]
    unknown: tuple[bool, ...]
    checked: Checked
    _facts: dict[object, object] = field(default_factory=dict, init=False, compare=False)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What cannot be as it lies on the table; paths count from the table."""
        return self.checked.problems

    def fact(self, work_out: Callable[Concatenate[Evaluated, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what a function works out of this and other values; it is called once for all who ask."""
        key = (work_out, args, tuple(kwargs.items()))
        if key not in self._facts:
            self._facts[key] = work_out(self, *args, **kwargs)
        return cast("R", self._facts[key])


def evaluated(game: Game[Any], state: TableState[Any], before: Evaluated | None) -> Evaluated:
    """Return what follows from a state; what cannot have changed is taken from the state `before`."""
    table = state.table
    names = tuple(player.name for player in table.players)
    if before is None:
        unknown = tuple(_is_unknown(game, table, player) for player in table.players)
        return Evaluated(state, names, game.columns(table), unknown, checked_after(table, game.limits_at_table, None))
    was = before.state.table
    changed = changed_seats(table, was)
    unknown = tuple(
        _is_unknown(game, table, player) if changed is None or seat in changed else before.unknown[seat]
        for seat, player in enumerate(table.players)
    )
    return Evaluated(
        state,
        before.names if names == before.names else names,
        game.columns_after(table, was, before.columns),
        unknown,
        checked_after(table, game.limits_at_table, before.checked),
    )


def _is_unknown(game: Game[Any], table: Any, player: object) -> bool:  # noqa: ANN401 - a table of any game
    """Return whether something is lacking for the points of a player, and not for the table alone."""
    of_the_table = tuple(game.unscorable(replace(table, players=())))
    return any(problem not in of_the_table for problem in game.unscorable(replace(table, players=(player,))))
