"""Answers about the forum: how two cards are met, what they give, and who visits when (contract, section 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.carpe_diem.state import Good
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
class Payment:
    """How a player meets a card in addition to what is owned: sets paid in goods, and sets for three bread each.

    `coins` says for a good how many coins are paid in its place; a good that is not in it is paid in coins only as far
    as it is lacking.
    """

    card: int
    paid_sets: int = 0
    bread_sets: int = 0
    coins: Mapping[Good, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentLimits:
    """What can be paid for a card: the most sets paid in goods and for bread, and the least sets of either.

    `coins` has the fewest and the most coins that can be paid in place of each good of the sets paid.
    """

    least: int
    paid_sets: int
    bread_sets: int
    coins: Mapping[Good, tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenVisit:
    """A visit as a player makes it: its outcome, and for each card in order its payment and what could be paid."""

    visit: ForumVisit
    payments: tuple[Payment, Payment]
    limits: tuple[PaymentLimits, PaymentLimits]


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitingOrder:
    """The names of the players in the order in which they visit the forum."""

    order: tuple[str, ...]
