"""Printed numbers of Carpe Diem, each with where it is printed ("Rulebook" is that of the second edition)."""

from __future__ import annotations

from typing import Final

from scoring.carpe_diem.state import Good, Kind

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
