"""The texts of Mayor's screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.fields import in_words
from scoring.mayor.actions import tiles_text
from scoring.mayor.rules import game_end
from scoring.mayor.state import PLURALS, STREETS, Area, Building, EndAsk, Piece, Ring, gold
from scoring.mayor.turns import is_over
from scoring.messages import Message, as_typed, counted, points_text, say, with_commas, wordless

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.mayor.data import Reward
    from scoring.mayor.state import Event, Icons, Square, Street, Table, Tile


RAINBOW: Final = say("Rainbow")
AMENITY: Final = say("Civic Amenity")
ASKED_ONCE: Final = say("Asked once, kept in “My copy”.")
BESIDE_AN_END: Final = say("beside 0 or 50")

AREAS: Final = {Area.NORTH: say("north"), Area.SOUTH: say("south")}
RINGS: Final = {Ring.OUTER: say("outer"), Ring.INNER: say("inner")}


def piece_of(name: str, piece: Piece) -> Message:
    """Return a piece with the name of its player.

    >>> str(piece_of("Nick", Piece.BANKER))
    "Nick's Banker"
    """
    return say("{name}'s Citizen", name=name) if piece is Piece.CITIZEN else say("{name}'s Banker", name=name)


def color_text(street: Street | None) -> Message:
    """Return the color of a space of the rondel; `None` is the Rainbow."""
    return RAINBOW if street is None else STREETS[street]


def colors(streets: Sequence[Street]) -> tuple[Message, ...]:
    """Return the colors of streets, for a list."""
    return tuple(STREETS[street] for street in streets)


def streets_closed(streets: Sequence[Street]) -> Message:
    """Return that the Event closes streets."""
    return say("the Event closes {streets} streets", streets=colors(streets))


def icons_text(icons: Icons) -> Message:
    """Return the icons of a building in words.

    >>> from scoring.mayor.state import Icons, Street
    >>> str(icons_text(Icons(street=Street.RED, area=Area.NORTH, ring=Ring.INNER)))
    'red, north, inner'
    """
    return with_commas([STREETS[icons.street], quarter_text(icons)])


def square_text(square: Square) -> Message:
    """Return a square in words: its streets, half and ring; without a street it lies beside space 0 or 50 alone.

    >>> from scoring.mayor.state import Square, Street
    >>> str(square_text(Square(streets=(Street.RED, Street.YELLOW), area=Area.NORTH, ring=Ring.OUTER)))
    'red and yellow, north, outer'
    """
    return with_commas([beside_text(square.streets), quarter_text(square)])


def beside_text(streets: Sequence[Street]) -> Message:
    """Return the streets beside a square in words; without one it lies beside space 0 or 50 alone."""
    return wordless("{text}", text=colors(streets)) if streets else BESIDE_AN_END


def quarter_text(place: Icons | Square) -> Message:
    """Return the half and the ring of icons or of a square in words."""
    return with_commas([AREAS[place.area], RINGS[place.ring]])


def park_text(icons: Mapping[Building, int]) -> Message:
    """Return the icons of a park in words.

    >>> from scoring.mayor.state import Building
    >>> str(park_text({Building.CHURCH: 1, Building.SHOP: 2}))
    '2 shops, 1 church'
    """
    return with_commas(in_words({kind: icons[kind] for kind in Building if kind in icons}))


def tile_text(tile: Tile) -> Message:
    """Return a tile in words, with what it shows where that is known."""
    if tile.kind is None:
        return AMENITY
    name = tile.kind.noun.title
    if tile.icons:
        return say("{what}: {value}", what=name, value=icons_text(tile.icons))
    return say("{what}: {value}", what=name, value=park_text(tile.park)) if tile.park else name


def event_text(event: Event) -> Message:
    """Return what an Event does in words.

    >>> from scoring.mayor.state import Event, Kind
    >>> str(event_text(Event())), str(event_text(Event(dearer={Kind.BANK: 1})))
    ('Festival: nothing is closed, and nothing costs more', 'banks cost 1 more')
    >>> str(event_text(Event(name="Strike", note="nobody passes")))
    'Strike: nobody passes'
    """
    parts = [say("{streets} closed", streets=colors(event.closed))] if event.closed else []
    parts += [
        say("{kinds} cost {extra} more", kinds=PLURALS[kind], extra=extra) for kind, extra in event.dearer.items()
    ]
    parts += [as_typed(event.note)] if event.note else []
    if event.name:
        return say("{what}: {value}", what=event.name, value=with_commas(parts)) if parts else as_typed(event.name)
    return with_commas(parts) if parts else say("Festival: nothing is closed, and nothing costs more")


def reward_text(reward: Reward) -> Message:
    """Return the points or gold that a Civic Amenity pays."""
    return points_text(reward.points) if reward.points else gold(reward.gold)


def gains_text(earned_points: int, earned_gold: int) -> Message:
    """Return the points and gold that a placement brings a player, each with its sign.

    >>> str(gains_text(2, 4)), str(gains_text(-1, 0)), str(gains_text(0, 0))
    ('+2 points, +4 gold', '-1 point', 'nothing')
    """
    parts = [counted(earned_points, "{number:+} point", "{number:+} points")] if earned_points else []
    parts += [counted(earned_gold, "{number:+} gold", "{number:+} gold")] if earned_gold else []
    return with_commas(parts) if parts else say("nothing")


def holdings_text(banker: int, tiles: int) -> Message:
    """Return the gold and tiles of a player in words."""
    return with_commas([gold(banker), tiles_text(tiles)])


def end_text(table: Table) -> Message | None:
    """Return the sentence that says who is mayor, or who may place a last tile; `None` before that."""
    mayor = game_end(table, EndAsk()).mayor
    if mayor is None:
        return None
    if is_over(table):
        return counted(
            len(mayor),
            "The game is over: {names} is mayor.",
            "The game is over: {names} are mayor together.",
            names=mayor,
        )
    names = tuple(table.players[seat].name for seat in table.still)
    return say("Three tile lines are empty. Last tiles, in this order: {names}.", names=names)
