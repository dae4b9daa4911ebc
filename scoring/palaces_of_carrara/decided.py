"""What was decided where the rulebook is silent, each ruling once; tables and checks show those they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.palaces_of_carrara.words import OBJECTS, given, placed
from scoring.sheet import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.palaces_of_carrara.state import Kind, Object, Place, Value

SUPPLY: Final = say(
    "Scoring takes an object as long as the table holds fewer than six of its type, also the one for sale on the board."
)
BONUS_COINS: Final = say("The coins of the bonus points card join the player's coins before they become points.")
BEST_CHOICE: Final = say(
    "Where the bonus points card leaves a choice, what gives the highest total counts, then the most bonus points."
)
NO_MINIMUM: Final = say("The bonus points card scores cities and kinds whatever number of buildings stands there.")
MAJORITY_OF_NOTHING: Final = say("Nobody has the highest total cost where nobody has built.")
KIND_UNDIVIDED: Final = say("Where pairs are multiplied, all objects of a kind are one group, never divided.")
BEST_SETS: Final = say("Sets of different objects are made up so that they are worth most.")
DEAREST_PAIRS: Final = say("Land and city buildings are paired dearest with dearest.")
OBJECTS_SUPPOSED: Final = say(
    "Until somebody says what the tiles show, the cathedrale brings the cup, the castello the flag, the villa the coat "
    "of arms."
)

DECIDED: Final = (
    SUPPLY,
    BONUS_COINS,
    BEST_CHOICE,
    NO_MINIMUM,
    MAJORITY_OF_NOTHING,
    KIND_UNDIVIDED,
    BEST_SETS,
    DEAREST_PAIRS,
    OBJECTS_SUPPOSED,
)
"""All that holds where a table does not say otherwise."""


def upgrade_as_printed(place: Place, value: Value) -> Message:
    """Return what an upgrade tile of this copy prints."""
    return say(
        "As the upgrade tile of this copy prints it, {place}: {value} for each block of building cost.",
        place=placed(place),
        value=given(value.points, value.coins),
    )


def objects_as_shown(shown: Mapping[Kind, Object]) -> Message:
    """Return which objects the building tiles of this copy show."""
    each = tuple(
        say("the {kind} brings the {object}", kind=kind.value, object=OBJECTS[shown[kind]][0]) for kind in shown
    )
    return say("As the building tiles of this copy show it, {each}.", each=each)
