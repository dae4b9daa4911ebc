"""What a placement brings: the question as the rules take it, and their answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.games.mayor.actions import until_mayor
from companion.games.mayor.table import player_of
from scoring.mayor.actions import matching
from scoring.mayor.checks import CHECKS
from scoring.mayor.state import Building, Kind, ParkAsk, PlaceAsk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.mayor.extras import Tile
    from companion.games.mayor.table import MayorTable
    from scoring.game import Check
    from scoring.mayor.actions import Placement
    from scoring.mayor.state import Placing, Square, Table
    from scoring.messages import Message
    from scoring.problems import Problem

_CHECKS: Final[Mapping[str, Check[Table, Any, Any]]] = {check.key: check for check in CHECKS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was entered of a placement: the tile, the square or the block, and the seats that stand beside."""

    tile: Tile | None
    square: Square | None
    block: tuple[Building, ...]
    extras: tuple[int, ...]
    rainbow: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a placement brings; `rows` are name, points, gold and why, in seat order."""

    placement: Placement
    rainbow: bool
    sentences: tuple[Message, ...]
    rows: tuple[tuple[Any, ...], ...]
    problems: tuple[Problem, ...]
    rulings: tuple[Message, ...]


def ask_of(state: MayorTable, seat: int, asked: Asked) -> Placing | None:
    """Return the question, `None` where too little was entered."""
    tile, name = asked.tile, player_of(state, seat).name
    if tile is None or tile.kind is None:
        return None
    if tile.kind is Kind.PARK:
        return ParkAsk(player=name, icons=tile.park, block=asked.block, rainbow=asked.rainbow) if tile.park else None
    if tile.icons is None or asked.square is None:
        return None
    return PlaceAsk(
        player=name,
        kind=Building(tile.kind.value),
        icons=tile.icons,
        square=asked.square,
        beside=tuple(player_of(state, other).name for other in asked.extras),
        rainbow=asked.rainbow,
    )


def answer(state: MayorTable, ask: Placing) -> Found:
    """Return what a placement brings everybody, until somebody is mayor."""
    check = _CHECKS["place_park" if isinstance(ask, ParkAsk) else "place"]
    table = state.table
    whole: Placement = check.answer(table, ask)
    seat = next(number for number, player in enumerate(table.players) if player.name == ask.player)
    placement = until_mayor(table, seat, whole)
    report = check.report(table, ask, placement)
    late = tuple(one.name for one, then in zip(whole.players, placement.players, strict=True) if one != then)
    rows = tuple((*row[:3], "the game is over before" if row[0] in late else row[3]) for row in report.rows)
    problems = tuple(problem for limit in check.limits for problem in limit(table, ask))
    return Found(
        placement=placement,
        rainbow=ask.rainbow,
        sentences=report.sentences,
        rows=rows,
        problems=problems,
        rulings=check.rulings(table, ask, placement),
    )


def matches_on(state: MayorTable, seat: int, tile: Tile, square: Square) -> int:
    """Return how many icons of a building match a square."""
    ask = ask_of(state, seat, Asked(tile=tile, square=square, block=(), extras=(), rainbow=False))
    return len(matching(ask)) if isinstance(ask, PlaceAsk) else 0
