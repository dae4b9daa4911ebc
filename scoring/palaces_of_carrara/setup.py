"""The setup: the check list, and the table before the first turn."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from scoring.game import SEATS, SetupItem, setup_items
from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara.data import (
    BLOCKS_ON_SECTION_1,
    BUILDINGS_ON_SHOW,
    CARDS_IN_A_PILE,
    FIRST_EXPANSION_NUMBER,
    KNOWN_UPGRADES,
    OBJECTS_OF_A_TYPE,
    SCORING_MARKERS,
    START_BLOCKS,
    START_COINS,
    START_SECTION,
)
from scoring.palaces_of_carrara.state import (
    GREAT_COST,
    SMALL_COSTS,
    Cards,
    Kind,
    Location,
    Object,
    Player,
    Table,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Section(Enum):
    """A section of the check list."""

    MIDDLE = say("In the middle")
    EVERYBODY = say("Everybody takes")
    START = say("Who begins")


_MIDDLE: Final = {
    "boards": say("the game board and the Objectives board"),
    "wheel": say("the wheel, its section {section} at the arrow", section=START_SECTION),
    "blocks": say(
        "{blocks} block of each color on section I of the wheel, the rest in the bag", blocks=BLOCKS_ON_SECTION_1
    ),
    "buildings": say(
        "{tiles} building tiles shuffled: {shown} face up on the board, the rest face down beside it",
        tiles=len(SMALL_COSTS) * len(Kind),
        shown=BUILDINGS_ON_SHOW,
    ),
    "objects": say(
        "{objects} objects by type: 1 of each on its space of the board, the other {others} of each beside it",
        objects=OBJECTS_OF_A_TYPE * len(Object),
        others=OBJECTS_OF_A_TYPE - 1,
    ),
    "coins": say("the coins as a bank, the 50/100 point markers beside the board"),
}

_EXPANSION: Final = {
    "great-buildings": say(
        "{tiles} buildings of cost {cost} face up beside the board", tiles=len(Kind), cost=GREAT_COST
    ),
    "upgrade-tiles": say("{tiles} upgrade tiles beside the board", tiles=len(Location)),
    "cards": say(
        "cards shuffled by color, one of each face up on the Objectives board: {brown} brown, {purple} purple, "
        "{gray} gray, {green} green; in a first game those numbered {number}",
        **CARDS_IN_A_PILE,
        number=FIRST_EXPANSION_NUMBER,
    ),
}

_EVERYBODY: Final = {
    "player-board": say("1 player board, the side with trees in the lower right-hand corner, and 1 screen"),
    "coins-each": say("coins worth {coins} behind the screen", coins=START_COINS),
    "scoring-markers": say(
        "{all} scoring markers of one color: 1 on space 0 of the scoring track, {markers} in front of you",
        all=SCORING_MARKERS + 1,
        markers=SCORING_MARKERS,
    ),
}

_CATEGORY_SIDE: Final = say("1 player board, the side with the building category spaces, and 1 screen")


def setup(players: int, *, expansion: bool = False) -> tuple[SetupItem, ...]:
    """Return the check list for 2 to 4 players, in the order in which it is worked off. Rulebook, Game Setup.

    >>> [str(item.message) for item in setup(2) if item.key.startswith("block-")]
    ['Starting player: 1 black block behind the screen', 'Second player: 1 blue block behind the screen']
    """
    middle = {**_MIDDLE, **_EXPANSION} if expansion else _MIDDLE
    everybody = {**_EVERYBODY, "player-board": _CATEGORY_SIDE} if expansion else _EVERYBODY
    sections = ((Section.MIDDLE, middle), (Section.EVERYBODY, everybody), (Section.START, _start(players)))
    return setup_items(sections)


def _start(players: int) -> Mapping[str, Message]:
    blocks = {
        f"block-{seat}": say("{seat}: {block} behind the screen", seat=name, block=counted(1, *color.noun.forms))
        for seat, (name, color, _) in enumerate(zip(SEATS, START_BLOCKS, range(players), strict=False), start=1)
    }
    first = say("give the start player token to whoever begins; by the rulebook that is the last to visit or see Italy")
    return {"starting-player": first, **blocks}


def laid_out(
    names: Sequence[str],
    *,
    cards: Cards | None = None,
    upgrades: Mapping[Location, Value] = KNOWN_UPGRADES,
    objects_of: Mapping[Kind, Object] | None = None,
) -> Table:
    """Return the table of 2 to 4 players, named in seat order, before the first turn. Rulebook, Game Setup.

    With cards it is a game with the expansion; `upgrades` are then what the upgrade tiles of this copy print, as far as
    they are known.
    """
    players = tuple(
        Player(name=name, score=0, coins=START_COINS, blocks={color: 1})
        for name, color in zip(names, START_BLOCKS, strict=False)
    )
    return Table(
        players=players,
        expansion=cards is not None,
        cards=cards,
        upgrades={} if cards is None else upgrades,
        objects_of=objects_of or {},
    )
