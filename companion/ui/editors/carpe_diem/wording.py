"""The words of Carpe Diem as they stand alone on screens: with a capital, and for many without their number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.state import Good, Thing
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.messages import Message

MANY: Final[Mapping[Good | Thing, Message]] = {
    Good.GRAPES: say("grapes"),
    Good.HERBS: say("herbs"),
    Good.CHICKEN: say("chicken"),
    Good.FISH: say("fish"),
    Thing.POND: say("ponds"),
    Thing.GARDEN: say("gardens"),
    Thing.VINEYARD: say("vineyards"),
    Thing.FARMYARD: say("farmyards"),
    Thing.MERCHANT: say("merchants"),
    Thing.GRANARY: say("granaries"),
    Thing.ADMINISTRATION: say("administrations"),
    Thing.CRAFTSMAN: say("craftsmen"),
    Thing.VILLA: say("villas"),
    Thing.MARKET: say("markets"),
    Thing.BAKERY: say("bakeries"),
    Thing.FOUNTAIN: say("fountains"),
    Thing.CHIMNEYS: say("chimneys"),
    Thing.LANDSCAPE: say("landscapes"),
    Thing.DWELLING: say("dwellings"),
}
"""Goods and things, many of each, without their number."""

MANY_TITLES: Final[Mapping[Good | Thing, Message]] = {
    Good.GRAPES: say("Grapes"),
    Good.HERBS: say("Herbs"),
    Good.CHICKEN: say("Chicken"),
    Good.FISH: say("Fish"),
    Thing.POND: say("Ponds"),
    Thing.GARDEN: say("Gardens"),
    Thing.VINEYARD: say("Vineyards"),
    Thing.FARMYARD: say("Farmyards"),
    Thing.MERCHANT: say("Merchants"),
    Thing.GRANARY: say("Granaries"),
    Thing.ADMINISTRATION: say("Administrations"),
    Thing.CRAFTSMAN: say("Craftsmen"),
    Thing.VILLA: say("Villas"),
    Thing.MARKET: say("Markets"),
    Thing.BAKERY: say("Bakeries"),
    Thing.FOUNTAIN: say("Fountains"),
    Thing.CHIMNEYS: say("Chimneys"),
    Thing.LANDSCAPE: say("Landscapes"),
    Thing.DWELLING: say("Dwellings"),
}
"""The same with a capital."""

ITEM_TITLES: Final = {"coins": say("Coins"), "bread": say("Bread"), "stored_tiles": say("Stored tiles")}
"""What lies on the resource board beside goods, by the fields of a player."""

REWARD_TITLES: Final = {
    "points": say("Points"),
    "coins": say("Coins"),
    "bread": say("Bread"),
    "prestige": say("Steps on the prestige bar"),
}
"""What a forum card gives, by the names in documents."""
