"""A placement before it is made: what is entered of it, and what it brings everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scoring.mayor.actions import matching, until_mayor
from scoring.mayor.checks import CHECKS
from scoring.mayor.rulings import NOT_MOVED_ON
from scoring.mayor.state import Building, Kind, ParkAsk, PlaceAsk
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.game import Check
    from scoring.mayor.actions import Placement
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Placing, Square, Street, Table, Tile
    from scoring.messages import Message
    from scoring.problems import Problem

_CHECKS: Final[Mapping[str, Check[Table, Any, Any]]] = {check.key: check for check in CHECKS}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementDraft:
    """A placement that is being entered: the tile and its number among the known ones, and where it goes.

    `street` is the first street beside the square, if the rondel leaves it open; `no_street` says that the square lies
    beside space 0 or 50 alone: its `streets` are empty then. `beside` are the seats with a piece beside the square;
    `used` says that a Civic Amenity is used, which pays `reward`; `entering` that it is entered here what the tile
    shows.
    """

    tile: Tile | None = None
    number: int | None = None
    street: Street | None = None
    no_street: bool = False
    square: Square | None = None
    block: tuple[Building, ...] = ()
    beside: tuple[int, ...] = ()
    used: bool = False
    reward: Reward | None = None
    entering: bool = False


def is_known(tile: Tile) -> bool:
    """Return whether it is known what a tile shows."""
    return tile.icons is not None or bool(tile.park)


def valid_draft(table: Table, seat: int, draft: PlacementDraft) -> PlacementDraft:
    """Return the draft, or a new one if its tile does not lie in front of the player any more."""
    held = table.held[seat]
    if draft.number is None or draft.tile is None:
        return draft
    lies = draft.number < len(held) and held[draft.number].kind is draft.tile.kind
    return draft if lies else PlacementDraft()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementPreview:
    """What a placement brings; `rows` are name, points, gold and reason, in seat order.

    `rulings` are those it rests on here, where the app asks whether a piece moves on.
    """

    placement: Placement
    rainbow: bool
    sentences: tuple[Message, ...]
    rows: tuple[tuple[Any, ...], ...]
    problems: tuple[Problem, ...]
    rulings: tuple[Message, ...]


def placement_question(table: Table, seat: int, draft: PlacementDraft, *, rainbow: bool) -> Placing | None:
    """Return the question to the rules what a draft brings, `None` while too little is entered."""
    tile, name = draft.tile, table.players[seat].name
    if tile is None or tile.kind is None:
        return None
    if tile.kind is Kind.PARK:
        return ParkAsk(player=name, icons=tile.park, block=draft.block, rainbow=rainbow) if tile.park else None
    if tile.icons is None or draft.square is None:
        return None
    return PlaceAsk(
        player=name,
        kind=Building(tile.kind.value),
        icons=tile.icons,
        square=draft.square,
        beside=tuple(table.players[neighbour].name for neighbour in draft.beside),
        rainbow=rainbow,
    )


def placement_preview(table: Table, ask: Placing) -> PlacementPreview:
    """Return what a placement brings everybody until somebody is mayor."""
    check = _CHECKS["place_park" if isinstance(ask, ParkAsk) else "place"]
    whole: Placement = check.answer(table, ask)
    seat = next(number for number, player in enumerate(table.players) if player.name == ask.player)
    placement = until_mayor(table, seat, whole)
    report = check.report(table, ask, placement)
    late = tuple(result.name for result, then in zip(whole.players, placement.players, strict=True) if result != then)
    rows = tuple((*row[:3], say("the game is over before that") if row[0] in late else row[3]) for row in report.rows)
    problems = tuple(problem for limit in check.limits for problem in limit(table, ask))
    return PlacementPreview(
        placement=placement,
        rainbow=ask.rainbow,
        sentences=report.sentences,
        rows=rows,
        problems=problems,
        rulings=tuple(ruling for ruling in check.rulings(table, ask, placement) if ruling != NOT_MOVED_ON),
    )


def matches_on(table: Table, seat: int, tile: Tile, square: Square) -> int:
    """Return the number of icons of a building that match a square."""
    ask = placement_question(table, seat, PlacementDraft(tile=tile, square=square), rainbow=False)
    return len(matching(ask)) if isinstance(ask, PlaceAsk) else 0
