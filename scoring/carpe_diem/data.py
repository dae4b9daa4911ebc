"""Printed numbers of Carpe Diem, each with where it is printed ("Rulebook" is that of the second edition)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from scoring.carpe_diem.state import Card, Edition, Good, Kind, Reward, Thing

if TYPE_CHECKING:
    from collections.abc import Mapping


Stack = Literal["A", "B", "C", "D"]
"""The letter on the back of a forum card."""


ITEMS_FOR_A_POINT: Final = 2
"""Rulebook, Scoring Victory Points: Items on resource board."""


LANDSCAPE_TILES: Final = (2, 4)
"""Fewest and most tiles of a completed landscape. Rulebook, Landscapes."""


DWELLING_TILES: Final = 2
"""Tiles of a dwelling. Rulebook, Dwellings."""


VILLA_TILES_LEAST: Final = 2
"""Fewest tiles of a completed villa. Rulebook, Villas."""


LANDSCAPE_GOODS: Final = {
    Kind.VINEYARD: Good.GRAPES,
    Kind.GARDEN: Good.HERBS,
    Kind.FARMYARD: Good.CHICKEN,
    Kind.POND: Good.FISH,
}
"""What each landscape yields when it is completed. Rulebook, Landscapes."""


BUILDING_PHASES: Final = 4
"""Building phases, each followed by a forum phase. Rulebook, Playing the Game."""


MERCHANT_COINS: Final = 1
"""Coins a merchant gives beyond one for each good traded in. Rulebook, Merchant."""


GRANARY_BREAD: Final = 2
"""Rulebook, Granary."""


ADMINISTRATION_STEPS: Final = 2
"""Rulebook, Administration."""


MARKET_COINS: Final = 1
"""Rulebook, Market."""


BAKERY_BREAD: Final = 1
"""Rulebook, Bakery."""


BREAD_FOR_A_SET: Final = 3
"""Bread that meets a forum card once. Rulebook, Granary and Forum Phase."""


UNMET_CARD_COST: Final = 4
"""Victory points lost for a forum card that is not met. Rulebook, Forum Phase."""


POINT_FOR_A_STEP: Final = 1
"""Victory points for each step past the end of the prestige bar, second edition. Rulebook, Administration."""


START_POINTS: Final[Mapping[int, tuple[int, ...]]] = {2: (8, 9), 3: (8, 9, 13), 4: (8, 9, 10, 11)}
"""Victory points to begin with, by number of players, in seat order. Rulebook, Game Setup.

The rulebook has a list for each number of players. Of the two scans one has all three lists, the other that for four
players alone; the first edition's rulebook, too, names the 13 as a special case.
"""


FORUM_CARDS_DRAWN: Final[Mapping[int, Mapping[Stack, int]]] = {
    2: {"A": 2, "B": 2, "C": 2, "D": 2},
    3: {"A": 2, "B": 3, "C": 2, "D": 3},
    4: {"A": 3, "B": 3, "C": 2, "D": 4},
}
"""Forum cards drawn from each stack, by number of players. Rulebook, Game Setup."""


FORUM_EMPTY: Final[Mapping[int, tuple[tuple[str, ...], ...]]] = {
    2: (("A1", "D1", "A3", "D3"),),
    3: (("A1", "D3"), ("D1", "A3")),
    4: ((),),
}
"""The ways to leave squares of the forum empty, by number of players. Rulebook, Game Setup."""


FRAME_PARTS: Final = 4
"""Frame parts of a player. Rulebook, Game Setup."""


WRITS: Final = 9
"""Writs of a player at the start. Rulebook, Game Setup."""


MARKER_DISCS: Final = 5
"""Marker discs of a player: one for the prestige bar, one for each visit to the forum. Rulebook, Game Setup."""


FOUNTAIN_PILE: Final = 24
"""Fountain cards in the pile. Rulebook, Game Setup."""


VICTORY_PILES: Final = 5
"""Piles of victory point cards, one for each value. Rulebook, Game Setup."""


BLUEPRINT_TILES: Final = 4
"""White building tiles on each blueprint. Rulebook, Game Setup."""


LOWER_EDGE_TILES: Final = 11
"""Black building tiles at the lower edge of the game board. Rulebook, Game Setup."""


LAST_PHASE_TILES: Final = 28
"""Black building tiles that fill the blueprints for the last building phase. Rulebook, Phases 2-4."""


LEFT_OVER_TILES: Final = {2: 2, 3: 1, 4: 0}
"""Tiles of a blueprint that nobody takes, by number of players. Rulebook, 2- and 3-player Games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCard:
    """A forum card that the rulebook prints, the letter on its back, and in which editions."""

    card: Card
    stack: Stack
    editions: tuple[Edition, ...] = tuple(Edition)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPoints:
    """The points that a fountain card or a frame goal gives for a kind."""

    kind: Kind
    points: int


KNOWN_VILLA_CHART: Final[Mapping[str, int]] = {"3": 3, "5": 7}
"""The two entries of the villa chart in the rulebook; the resource board prints all.

Rulebook, Scoring Victory Points: Villas, example.
"""


KNOWN_FORUM_CARDS: Final = (
    KnownCard(card=Card(pay={Good.HERBS: 2}, reward=Reward(points=4)), stack="A"),
    KnownCard(card=Card(pay={Good.CHICKEN: 3}, reward=Reward(points=7)), stack="A"),
    KnownCard(card=Card(pay={Good.FISH: 3}, reward=Reward(points=7)), stack="A"),
    KnownCard(card=Card(pay={Good.GRAPES: 1, Good.CHICKEN: 1, Good.FISH: 1}, reward=Reward(points=5)), stack="B"),
    KnownCard(card=Card(pay=dict.fromkeys(Good, 1), reward=Reward(points=8)), stack="B", editions=(Edition.SECOND,)),
    KnownCard(card=Card(own={Thing.CHIMNEYS: 2}, reward=Reward(bread=1)), stack="C"),
    KnownCard(card=Card(own={Thing.CHIMNEYS: 3}, reward=Reward(coins=1, prestige=1)), stack="C"),
    KnownCard(card=Card(own={Thing.VILLA: 1}, reward=Reward(points=3)), stack="C"),
    KnownCard(card=Card(own={Thing.VILLA: 2}, reward=Reward(coins=1, bread=1, prestige=1)), stack="C"),
    KnownCard(card=Card(own={Thing.MERCHANT: 1}, reward=Reward(points=3)), stack="D"),
    KnownCard(card=Card(own={Thing.POND: 1, Thing.GARDEN: 1}, reward=Reward(points=7)), stack="D"),
    KnownCard(card=Card(own={Thing.LANDSCAPE: 3}, reward=Reward(coins=1, bread=1)), stack="D"),
    KnownCard(card=Card(own={Thing.BAKERY: 2}, reward=Reward(points=3)), stack="D"),
)
"""The forum cards that the rulebook states. The first edition's has 5 points for the four goods: there it is asked for.

A asks for one good, B for several, C for villas, D for anything else. Rulebook, A and B Cards, C Cards, D Cards, and
Forum Phase, example.
"""


KNOWN_FOUNTAIN_CARDS: Final = (
    KnownPoints(kind=Kind.MERCHANT, points=2),
    KnownPoints(kind=Kind.GARDEN, points=2),
    KnownPoints(kind=Kind.MARKET, points=2),
    KnownPoints(kind=Kind.VILLA, points=2),
)
"""The fountain cards that the rulebook states, of twelve kinds with two cards each.

Rulebook, Scoring Victory Points: Fountain cards.
"""


KNOWN_FRAME_GOALS: Final = (KnownPoints(kind=Kind.GRANARY, points=4), KnownPoints(kind=Kind.VILLA, points=3))
"""The frame goals whose points the rulebook states, of two on each of sixteen parts.

Rulebook, Scoring Victory Points: Frame achievements, example.
"""
