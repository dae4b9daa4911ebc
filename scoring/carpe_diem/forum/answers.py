"""Answers about the forum: how two cards are met, what they give, and who visits when (contract, section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a card gives in a visit; `points` include overflow and penalty, `prestige` are the steps made."""

    points: int
    coins: int
    bread: int
    prestige: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardVisit:
    """How one card is met: by what is owned, by payments of goods and coins, and by three bread each."""

    card: int
    owned_sets: int
    paid_sets: int
    bread_sets: int
    paid: Mapping[str, int]
    gained: Gain

    @property
    def sets(self) -> int:
        """How often the card is met."""
        return self.owned_sets + self.paid_sets + self.bread_sets


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumVisit:
    """A visit to two cards (contract, section 3): `visits` in the order in which the cards are visited.

    `cells` are the squares of the two cards in the forum, `others` are alternatives worth considering.
    """

    cells: tuple[str, str] | None = None
    order: tuple[int, int]
    visits: tuple[CardVisit, CardVisit]
    points: int
    prestige: int
    items_left: int
    final_gain: int
    because: Message
    others: tuple[ForumVisit, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForumVisits:
    """The visits to all open pairs of the forum, best first."""

    visits: tuple[ForumVisit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitingOrder:
    """The names of the players in the order in which they visit the forum."""

    order: tuple[str, ...]
