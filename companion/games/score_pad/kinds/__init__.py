"""What the app adds to each kind of category. A kind is one file, and one line of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad.kinds.bids import BidsKit
from companion.games.score_pad.kinds.cards import CardsKit
from companion.games.score_pad.kinds.derived import BonusKit, LowestKit
from companion.games.score_pad.kinds.majority import MajorityKit
from companion.games.score_pad.kinds.marked import MarkedKit
from companion.games.score_pad.kinds.numbers import (
    CountKit,
    LookupsKit,
    PointsKit,
    ProductsKit,
    RoundsKit,
    StepsKit,
    TickKit,
)
from scoring.score_pad.kinds import Category, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.score_pad.kinds.kind import EntryPart, KindKit, State
    from scoring.score_pad.state import Table

KITS: Final[Mapping[Kind, KindKit[Any]]] = {
    Kind.POINTS: PointsKit(),
    Kind.COUNT: CountKit(),
    Kind.TICK: TickKit(),
    Kind.STEPS: StepsKit(),
    Kind.ROUNDS: RoundsKit(),
    Kind.PRODUCTS: ProductsKit(),
    Kind.MAJORITY: MajorityKit(),
    Kind.LOOKUPS: LookupsKit(),
    Kind.BIDS: BidsKit(),
    Kind.LOWEST: LowestKit(),
    Kind.BONUS: BonusKit(),
    Kind.MARKED: MarkedKit(),
    Kind.CARDS: CardsKit(),
}
"""The kinds in the order in which they are chosen."""


def kit_of(category: Category) -> KindKit[Any]:
    """Return what the app adds to the kind of a category."""
    return KITS[category.kind]


def fields_of(category: Category, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Return what a draft holds of a category apart from its names: the category itself where it cannot be typed.

    `numbers` are those of all categories of the draft, by their keys.
    """
    typed = kit_of(category).drafted(category, numbers)
    return {"kept": category} if typed is None else typed


def category_of(table: Table, key: str) -> Category:
    """Return the category with this key."""
    return next(category for category in table.pad.categories if category.key == key)


def with_number(state: State, seat: int, part: EntryPart, number: int | None) -> State:
    """Enter a number for a player, a tick as 1 or 0; `None` takes it out."""
    return kit_of(category_of(state.table, part.key)).with_number(state, seat, part, number)
