"""Printed numbers of Carpe Diem, each with where it is printed ("Rulebook" is that of the second edition)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from scoring.carpe_diem.state import Good, Kind

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
"""Victory points lost by a forum card that is met not once. Rulebook, Forum Phase."""

POINT_FOR_A_STEP: Final = 1
"""Victory points for each step past the end of the prestige bar, second edition. Rulebook, Administration."""

START_POINTS: Final[Mapping[int, tuple[int, ...]]] = {2: (8, 9), 3: (8, 9, 13), 4: (8, 9, 10, 11)}
"""Victory points to begin with, by number of players, in seat order. Rulebook, Game Setup."""

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

MARKER_PLACES: Final[Mapping[int, int]] = {2: 9, 3: 13, 4: 17}
"""Places between two forum cards, one more than all visits need, by number of players. Rulebook, Forum Phase."""

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
