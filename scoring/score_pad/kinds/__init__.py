"""The kinds of categories. A kind is one file: its fields, what is entered for it, and what that is worth and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, get_args

from scoring.score_pad.kinds.bids import Bid, Bids, BidWorth
from scoring.score_pad.kinds.cards import Cards
from scoring.score_pad.kinds.category import Category, Kind
from scoring.score_pad.kinds.derived import Bonus, By, Lowest
from scoring.score_pad.kinds.majority import Majority, Ties
from scoring.score_pad.kinds.marked import Mark, Marked, MarkedRule
from scoring.score_pad.kinds.numbers import Beyond, Count, EachBeyond, Lookups, Points, Products, Rounds, Steps, Tick

if TYPE_CHECKING:
    from collections.abc import Mapping

AnyCategory: TypeAlias = (
    Points | Count | Tick | Steps | Rounds | Products | Lookups | Bids | Majority | Lowest | Bonus | Marked | Cards
)
"""A category of any kind, as documents have it."""

KINDS: Final[tuple[type[Category], ...]] = get_args(AnyCategory)

BY_KIND: Final[Mapping[str, type[Category]]] = {str(of.__dataclass_fields__["kind"].default): of for of in KINDS}

__all__ = [
    "BY_KIND",
    "KINDS",
    "AnyCategory",
    "Beyond",
    "Bid",
    "BidWorth",
    "Bids",
    "Bonus",
    "By",
    "Cards",
    "Category",
    "Count",
    "EachBeyond",
    "Kind",
    "Lookups",
    "Lowest",
    "Majority",
    "Mark",
    "Marked",
    "MarkedRule",
    "Points",
    "Products",
    "Rounds",
    "Steps",
    "Tick",
    "Ties",
]
