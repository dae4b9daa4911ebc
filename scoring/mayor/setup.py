"""The setup: the check list, and the table before the first turn."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.game import SetupItem, setup_items
from scoring.mayor.data import AMENITY_TILES, BANKER_START, CITIZEN_START, EVENT_TILES
from scoring.mayor.state import Player, Table, Variant
from scoring.messages import Message, say

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
    "neutral-markers": say("the Action markers of colors that nobody plays, on the rondel as neutral pieces"),
}

_VARIANT_TILES: Final[Mapping[Variant, Mapping[str, Message]]] = {
    Variant.EVENTS: {
        "festival": say("the Festival Event face up in the area at the bottom right: it is in effect"),
        "events": say("the other {tiles} Events shuffled, in a stack beside it", tiles=EVENT_TILES - 1),
    },
    Variant.AMENITIES: {
        "amenities": say(
            "{tiles} Civic Amenities shuffled, one face down in the middle of each main block", tiles=AMENITY_TILES
        ),
    },
}

_REMOVED: Final = {
    Variant.EVENTS: ("events-removed", say("put the Event tiles back into the box")),
    Variant.AMENITIES: ("amenities-removed", say("put the Civic Amenity tiles back into the box")),
}

_START: Final = {
    "copy": say(
        "the rulebook at hand does not say who begins, nor where the Action markers start: follow your copy, or agree"
    ),
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
