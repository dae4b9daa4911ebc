"""The words of Carpe Diem for one and for many."""

from __future__ import annotations

from typing import Final

from scoring.carpe_diem.state import Good, Thing

NOUNS: Final = {
    Thing.POND: ("pond", "ponds"),
    Thing.GARDEN: ("garden", "gardens"),
    Thing.VINEYARD: ("vineyard", "vineyards"),
    Thing.FARMYARD: ("farmyard", "farmyards"),
    Thing.MERCHANT: ("merchant", "merchants"),
    Thing.GRANARY: ("granary", "granaries"),
    Thing.ADMINISTRATION: ("administration", "administrations"),
    Thing.CRAFTSMAN: ("craftsman", "craftsmen"),
    Thing.VILLA: ("villa", "villas"),
    Thing.MARKET: ("market", "markets"),
    Thing.BAKERY: ("bakery", "bakeries"),
    Thing.FOUNTAIN: ("fountain", "fountains"),
    Thing.CHIMNEYS: ("chimney", "chimneys"),
    Thing.LANDSCAPE: ("landscape", "landscapes"),
    Thing.DWELLING: ("dwelling", "dwellings"),
}

ITEMS: Final = {
    Good.GRAPES.value: ("grape", "grapes"),
    Good.HERBS.value: ("herb", "herbs"),
    Good.CHICKEN.value: ("chicken", "chicken"),
    Good.FISH.value: ("fish", "fish"),
    "coins": ("coin", "coins"),
    "bread": ("bread", "bread"),
}
"""The words for what is paid, by the names of the documents."""
