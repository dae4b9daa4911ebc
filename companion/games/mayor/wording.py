"""The texts of Mayor's screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.mayor.moves import Piece
from scoring.mayor.state import Area, Building, Kind, Ring
from scoring.mayor.wording import NOUNS, gold, points
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.mayor.extras import Event, Tile
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Icons, Square, Street
    from scoring.messages import Message

RAINBOW: Final = "Rainbow"
AMENITY: Final = "Civic Amenity"

AREAS: Final = {Area.NORTH: "north", Area.SOUTH: "south"}
RINGS: Final = {Ring.OUTER: "outer", Ring.INNER: "inner"}
PIECES: Final = {Piece.CITIZEN: "Citizen", Piece.BANKER: "Banker"}


def singular(kind: Kind | Building) -> str:
    """Return the word for one tile of a kind.

    >>> singular(Kind.CHURCH)
    'church'
    """
    return NOUNS[Kind(kind.value)][0]


def plural(kind: Kind | Building) -> str:
    """Return the word for several tiles of a kind.

    >>> plural(Kind.CHURCH)
    'churches'
    """
    return NOUNS[Kind(kind.value)][1]


def mark_of(kind: Kind | Building) -> str:
    """Return the name of the drawing of a kind."""
    return f"mayor_{kind.value}"


def colour_text(street: Street | None) -> str:
    """Return the colour of a space of the rondel; `None` is the Rainbow."""
    return RAINBOW if street is None else street.value


def icons_text(icons: Icons) -> str:
    """Return the icons of a building in words.

    >>> from scoring.mayor.state import Icons, Street
    >>> icons_text(Icons(street=Street.RED, area=Area.NORTH, ring=Ring.INNER))
    'red, north, inner'
    """
    return f"{icons.street.value}, {AREAS[icons.area]}, {RINGS[icons.ring]}"


def square_text(square: Square) -> str:
    """Return a square in words: its streets, half and ring; without a street it lies beside space 0 or 50 alone.

    >>> from scoring.mayor.state import Square, Street
    >>> square_text(Square(streets=(Street.RED, Street.YELLOW), area=Area.NORTH, ring=Ring.OUTER))
    'red and yellow, north, outer'
    """
    streets = " and ".join(street.value for street in square.streets) or "beside 0 or 50"
    return f"{streets}, {AREAS[square.area]}, {RINGS[square.ring]}"


def park_text(icons: Mapping[Building, int]) -> str:
    """Return the icons of a park in words.

    >>> from scoring.mayor.state import Building
    >>> park_text({Building.CHURCH: 1, Building.SHOP: 2})
    '2 × shop, 1 × church'
    """
    return ", ".join(f"{icons[kind]} × {singular(kind)}" for kind in Building if kind in icons)


def tile_text(tile: Tile) -> str:
    """Return a tile in words, with what it shows where that is known."""
    if tile.kind is None:
        return AMENITY
    shown = icons_text(tile.icons) if tile.icons else park_text(tile.park)
    name = singular(tile.kind).capitalize()
    return f"{name}: {shown}" if shown else name


def event_text(event: Event) -> str:
    """Return what an Event does in words.

    >>> from companion.games.mayor.extras import Event
    >>> event_text(Event()), event_text(Event(dearer={Kind.BANK: 1}))
    ('Festival: nothing is closed or dearer', 'banks cost 1 more')
    >>> event_text(Event(name="Strike", note="nobody passes"))
    'Strike: nobody passes'
    """
    closed = [f"{' and '.join(street.value for street in event.closed)} closed"] if event.closed else []
    dearer = [f"{plural(kind)} cost {extra} more" for kind, extra in event.dearer.items()]
    does = ", ".join([*closed, *dearer, *([event.note] if event.note else [])])
    if event.name:
        return f"{event.name}: {does}" if does else event.name
    return does or "Festival: nothing is closed or dearer"


def reward_text(given: Reward) -> Message:
    """Return the points or gold that a Civic Amenity pays."""
    return points(given.points) if given.points else gold(given.gold)


def gains_text(earned_points: int, earned_gold: int) -> str:
    """Return the points and gold that a placement brings a player, each with its sign.

    >>> gains_text(2, 4), gains_text(-1, 0), gains_text(0, 0)
    ('+2 points, +4 gold', '-1 point', 'nothing')
    """
    parts = [f"{number:+} {noun}" for number, noun in _nouns(earned_points, earned_gold) if number]
    return ", ".join(parts) or "nothing"


def _nouns(earned_points: int, earned_gold: int) -> tuple[tuple[int, str], tuple[int, str]]:
    return (earned_points, "point" if abs(earned_points) == 1 else "points"), (earned_gold, "gold")


def holdings_text(citizen: int, banker: int, tiles: int) -> Message:
    """Return the points, gold and tiles of a player in words."""
    counted_tiles = "1 tile" if tiles == 1 else f"{tiles} tiles"
    return say("{points}, {gold}, {tiles} to place", points=points(citizen), gold=gold(banker), tiles=counted_tiles)
