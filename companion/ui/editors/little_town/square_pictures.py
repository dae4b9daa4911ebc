"""The board as it is drawn and read aloud: what each square shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.little_town.board import standing, terrain
from scoring.little_town.state import BOARD_SQUARES, Building, Table, Terrain, Worker
from scoring.little_town.wording import LANDS, NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.tables.state import PlayerStyle
    from scoring.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class SquarePicture:
    """What one square shows: `label` for those who hear it, the rest for those who see it.

    `on` is what stands there, `seat` the look of its owner, where that is known.
    """

    cell: str
    label: str
    land: Terrain
    on: Building | Worker | None = None
    seat: PlayerStyle | None = None
    wrong: bool = False
    lit: bool | None = None


def pictures(
    table: Table, seats: Sequence[PlayerStyle], wrong: Iterable[str] = (), lit: frozenset[str] | None = None
) -> Mapping[str, SquarePicture]:
    """Return what all squares show; with `lit`, these stand out and the others are dimmed."""
    looks = dict(zip((player.name for player in table.players), seats, strict=False))
    land, on = terrain(table), standing(table)
    bad = set(wrong)
    return {
        cell: _picture(cell, land[cell], on.get(cell), looks, cell in bad, None if lit is None else cell in lit)
        for cell in BOARD_SQUARES
    }


def _picture(
    cell: str,
    land: Terrain,
    one: Building | Worker | None,
    looks: Mapping[str, PlayerStyle],
    wrong: bool,  # noqa: FBT001
    lit: bool | None,  # noqa: FBT001
) -> SquarePicture:
    return SquarePicture(
        cell=cell,
        label=", ".join((cell, said(land, one), *(("cannot stand here",) if wrong else ()))),
        land=land,
        on=one,
        seat=None if one is None else looks.get(one.owner),
        wrong=wrong,
        lit=lit,
    )


def said(land: Terrain, one: Building | Worker | None) -> str:
    """Return what is on a square, in words."""
    if isinstance(one, Building):
        return f"{NAMES[one.tile]} of {one.owner}"
    if one is not None:
        return f"worker of {one.owner}"
    return f"{LANDS[land]}, empty" if land is Terrain.GRASS else LANDS[land]


def wrong_squares(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the squares of the board that a problem is about."""
    return tuple(cell for problem in problems for cell in problem.cells)
