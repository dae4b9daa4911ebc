"""How a game of Mayor begins and ends: the setup with its check list, and the score."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.game import SetupItem, setup_items
from scoring.mayor.data import AMENITY_TILES, BANKER_START, CITIZEN_START, EMPTY_LINES, EVENT_TILES, MAYOR_SPACE
from scoring.mayor.state import PLURALS, EndAsk, Kind, Player, Table, Variant
from scoring.messages import Message, say
from scoring.sheet import Better, Column, Criterion, Line, most_points

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


_ALL_COLOURS: Final = 4
"""The number of players with whom no neutral piece is needed."""


class Section(Enum):
    """A section of the check list."""

    BOARDS = say("The boards")
    EVERYBODY = say("Everybody takes")
    NEUTRAL = say("Neutral pieces")
    VARIANTS = say("Variant tiles")
    START = say("Who begins")


_BOARDS: Final = {
    "city-board": say("the City board in the middle"),
    "market-board": say("the Market board with its rondel beside it"),
    "tile-lines": say(
        "the building tiles of each kind in their line on the Market, the next tile to be bought face up"
    ),
}

_EVERYBODY: Final = {
    "citizen": say("1 Citizen in their own color, on space {space}", space=CITIZEN_START),
    "banker": say("1 Banker of that color, on space {space}", space=BANKER_START),
    "action-marker": say("1 Action marker of that color, on the rondel"),
}

_NEUTRAL: Final = {
    "neutral-markers": say("the Action markers of colors that nobody plays, on the rondel as neutral pieces")
}

_VARIANT_TILES: Final[Mapping[Variant, Mapping[str, Message]]] = {
    Variant.EVENTS: {
        "festival": say("the Festival Event face up in the area at the bottom right: it is in effect"),
        "events": say("the other {tiles} Events shuffled, in a stack beside it", tiles=EVENT_TILES - 1),
    },
    Variant.AMENITIES: {
        "amenities": say(
            "{tiles} Civic Amenities shuffled, one face down in the middle of each main block", tiles=AMENITY_TILES
        )
    },
}

_REMOVED: Final = {
    Variant.EVENTS: ("events-removed", say("put the Event tiles back into the box")),
    Variant.AMENITIES: ("amenities-removed", say("put the Civic Amenity tiles back into the box")),
}

_START: Final = {
    "copy": say(
        "the rulebook at hand does not say who begins, nor where the Action markers start: follow your copy, or agree"
    )
}


def setup(players: int, variants: Collection[Variant] = ()) -> tuple[SetupItem, ...]:
    """Return the check list for 2 to 4 players, in the order in which it is worked off.

    The rulebook at hand has no setup; the list is what its other headings presuppose.

    >>> [item.key for item in setup(4) if item.section is Section.EVERYBODY]
    ['citizen', 'banker', 'action-marker']
    """
    sections = (
        (Section.BOARDS, _BOARDS),
        (Section.EVERYBODY, _EVERYBODY),
        (Section.NEUTRAL, _NEUTRAL if players < _ALL_COLOURS else {}),
        (Section.VARIANTS, _variant_tiles(variants)),
        (Section.START, _START),
    )
    return setup_items(sections)


def _variant_tiles(variants: Collection[Variant]) -> Mapping[str, Message]:
    items: dict[str, Message] = {}
    for variant in Variant:
        items |= _VARIANT_TILES[variant] if variant in variants else dict([_REMOVED[variant]])
    return items


def laid_out(names: Sequence[str]) -> Table:
    """Return the table of 2 to 4 players, named in seat order, before the first turn.

    The number of tiles in each line is not printed and is entered from a copy.
    """
    return Table(players=tuple(Player(name=name, citizen=CITIZEN_START, banker=BANKER_START) for name in names))


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
