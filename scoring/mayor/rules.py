"""The score of Mayor, and how the game ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.mayor.data import EMPTY_LINES, MAYOR_SPACE
from scoring.mayor.state import PLURALS, Kind
from scoring.messages import Message, say
from scoring.sheet import Better, Column, Criterion, Line, most_points

if TYPE_CHECKING:
    from scoring.mayor.state import EndAsk, Player, Table


_GAME_END: Final = say("Rulebook, Game End")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnd:
    """Whether the game is over, and if so who is mayor, alone or together, and why."""

    over: bool
    mayor: tuple[str, ...] | None = None
    because: Message | None = None


def columns(table: Table) -> tuple[Column, ...]:
    """Score all players; nobody's points depend on the others."""
    return tuple(Column(player=player.name, lines=(citizen(player),)) for player in table.players)


def citizen(player: Player) -> Line:
    """The Citizen records the points. Rulebook, Game Introduction."""
    because = say("on space {space}", space=player.citizen)
    if is_mayor(player):
        because = say("on {space}, and {most} or more make a mayor at once", space=player.citizen, most=MAYOR_SPACE)
    return Line(rule="citizen", points=player.citizen, because=because, ref=say("Rulebook, Game Introduction: Citizen"))


def is_mayor(player: Player) -> bool:
    """A Citizen on 50 or more wins at once. Rulebook, Game End."""
    return player.citizen >= MAYOR_SPACE


_MAYOR: Final[Criterion[Table]] = Criterion(
    name="mayor",
    title=say("Citizens on {most} or more", most=MAYOR_SPACE),
    better=Better.MOST,
    figure=lambda table, seat, _column: int(is_mayor(table.players[seat])),
    ref=_GAME_END,
)


_POINTS: Final[Criterion[Table]] = most_points(_GAME_END)


def new_mayor(table: Table) -> tuple[Criterion[Table], ...]:
    """Return what decides the game: a Citizen on 50 or more, where there is one, then the points. Rulebook, Game End.

    Players who are level win together.
    """
    return (_MAYOR, _POINTS) if any(is_mayor(player) for player in table.players) else (_POINTS,)


def empty_lines(table: Table) -> tuple[Kind, ...]:
    """Return the tile lines that are entered as empty."""
    return tuple(kind for kind in Kind if table.tile_lines.get(kind) == 0)


def game_end(table: Table, _ask: EndAsk) -> GameEnd:
    """The game ends when a Citizen is on 50 or more, or when three tile lines are empty. Rulebook, Game End.

    The last placements have been entered; the Citizen who is furthest becomes mayor, or several who are level.
    """
    for player in table.players:
        if is_mayor(player):
            because = say("the Citizen of {name} is on {space}", name=player.name, space=player.citizen)
            return GameEnd(over=True, mayor=(player.name,), because=because)
    empty = empty_lines(table)
    if len(empty) < EMPTY_LINES:
        return GameEnd(over=False)
    furthest = max(player.citizen for player in table.players)
    names = tuple(player.name for player in table.players if player.citizen == furthest)
    return GameEnd(over=True, mayor=names, because=_why_furthest(empty, names, furthest))


def _why_furthest(empty: tuple[Kind, ...], names: tuple[str, ...], furthest: int) -> Message:
    lines = tuple(PLURALS[kind] for kind in empty)
    if len(names) > 1:
        return say(
            "the lines of {lines} are empty, and the Citizens of {names} are furthest, level on {space}",
            lines=lines,
            names=names,
            space=furthest,
        )
    return say(
        "the lines of {lines} are empty, and the Citizen of {names} is furthest, on {space}",
        lines=lines,
        names=names,
        space=furthest,
    )
