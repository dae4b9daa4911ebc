"""What the rulebook prints of the material, each piece with where it stands; all else is entered from a copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.state import Card, Good, Kind, Reward, Thing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.carpe_diem.data import Stack


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCard:
    """A forum card that the rulebook prints, the letter on its back, and where it is printed."""

    card: Card
    stack: Stack
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPoints:
    """The points that a fountain card or a frame goal gives for a kind, and where they are printed."""

    kind: Kind
    points: int
    source: str


VILLA_CHART: Final[Mapping[str, int]] = {"3": 3, "5": 7}
"""The two entries of the villa chart that the rulebook gives away; the resource board prints them all."""

VILLA_CHART_SOURCE: Final = "Rulebook, Scoring Victory Points: Villas, example"

_A_AND_B: Final = "Rulebook, A and B Cards"
_C: Final = "Rulebook, C Cards"
_D: Final = "Rulebook, D Cards"

FORUM_CARDS: Final = (
    KnownCard(card=Card(pay={Good.HERBS: 2}, reward=Reward(points=4)), stack="A", source=_A_AND_B),
    KnownCard(card=Card(pay={Good.CHICKEN: 3}, reward=Reward(points=7)), stack="A", source=_A_AND_B),
    KnownCard(
        card=Card(pay={Good.FISH: 3}, reward=Reward(points=7)), stack="A", source="Rulebook, Forum Phase, example"
    ),
    KnownCard(
        card=Card(pay={Good.GRAPES: 1, Good.CHICKEN: 1, Good.FISH: 1}, reward=Reward(points=5)),
        stack="B",
        source=_A_AND_B,
    ),
    KnownCard(card=Card(pay=dict.fromkeys(Good, 1), reward=Reward(points=8)), stack="B", source=_A_AND_B),
    KnownCard(card=Card(own={Thing.CHIMNEYS: 2}, reward=Reward(bread=1)), stack="C", source=_C),
    KnownCard(card=Card(own={Thing.CHIMNEYS: 3}, reward=Reward(coins=1, prestige=1)), stack="C", source=_C),
    KnownCard(card=Card(own={Thing.VILLA: 1}, reward=Reward(points=3)), stack="C", source=_C),
    KnownCard(card=Card(own={Thing.VILLA: 2}, reward=Reward(coins=1, bread=1, prestige=1)), stack="C", source=_C),
    KnownCard(card=Card(own={Thing.MERCHANT: 1}, reward=Reward(points=3)), stack="D", source=_D),
    KnownCard(card=Card(own={Thing.POND: 1, Thing.GARDEN: 1}, reward=Reward(points=7)), stack="D", source=_D),
    KnownCard(card=Card(own={Thing.LANDSCAPE: 3}, reward=Reward(coins=1, bread=1)), stack="D", source=_D),
    KnownCard(card=Card(own={Thing.BAKERY: 2}, reward=Reward(points=3)), stack="D", source=_D),
)
"""The forum cards that the rulebook states: A asks for one good, B for several, C for villas, D for anything else."""

_FOUNTAINS: Final = "Rulebook, Scoring Victory Points: Fountain cards"

FOUNTAIN_CARDS: Final = (
    KnownPoints(kind=Kind.MERCHANT, points=2, source=_FOUNTAINS),
    KnownPoints(kind=Kind.GARDEN, points=2, source=_FOUNTAINS),
    KnownPoints(kind=Kind.MARKET, points=2, source=_FOUNTAINS),
    KnownPoints(kind=Kind.VILLA, points=2, source=_FOUNTAINS),
)
"""The fountain cards that the rulebook states, of twelve kinds with two cards each."""

_FRAME: Final = "Rulebook, Scoring Victory Points: Frame achievements, example"

FRAME_GOALS: Final = (
    KnownPoints(kind=Kind.GRANARY, points=4, source=_FRAME),
    KnownPoints(kind=Kind.VILLA, points=3, source=_FRAME),
)
"""The frame goals whose points the rulebook states, of two on each of sixteen parts."""
