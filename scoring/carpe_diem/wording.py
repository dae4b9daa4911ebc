"""The words of Carpe Diem: nouns, and what is said of tiles, structures and their bonuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import MERCHANT_COINS
from scoring.carpe_diem.state import BREAD, COINS, Feature, Good, Kind, Thing, Tile
from scoring.grid import DIRECTIONS
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.carpe_diem.building_phase import Bonus
    from scoring.carpe_diem.district import Structure
    from scoring.carpe_diem.villa_chart import Chimneys


_CHOSEN: Final = {
    Kind.CRAFTSMAN: say("craftsman: take a black building tile and lay it"),
    Kind.FOUNTAIN: say("fountain: choose a fountain card, and enter it in the stock"),
}
"""Bonuses that are the player's choice."""

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
"""The nouns of goods, coins and bread, by their names in documents."""


def chimneys_counted(chimneys: Chimneys) -> Message:
    """Return the chimneys of an entry of the villa chart in words.

    >>> from scoring.carpe_diem.villa_chart import Chimneys
    >>> print(chimneys_counted(Chimneys(1)), "|", chimneys_counted(Chimneys(5, and_more=True)))
    1 chimney | 5 or more chimneys
    """
    if chimneys.and_more:
        return say("{number} or more chimneys", number=chimneys.number)
    return counted(chimneys.number, "chimney", "chimneys")


def completion_message(structure: Structure, bonus: Bonus) -> Message:
    """Return the sentence about a structure just completed and its bonus.

    >>> from scoring.carpe_diem.building_phase import Bonus
    >>> from scoring.carpe_diem.district import Structure
    >>> pond = Structure(kind=Kind.POND, cells=("C3", "D3", "D4"), parts=(), waiting=(), chimneys=0)
    >>> print(completion_message(pond, Bonus(good=Good.FISH, goods=2)))
    pond of 3: 2 fish
    """
    kind, size = structure.kind, len(structure.cells)
    if kind in _CHOSEN:
        return _CHOSEN[kind]
    if kind is Kind.VILLA:
        chimneys = counted(structure.chimneys, "chimney", "chimneys")
        return say("villa of {size} with {chimneys}", size=size, chimneys=chimneys)
    if bonus.good is not None:
        goods = counted(bonus.goods, *ITEMS[bonus.good])
        return say("{kind} of {size}: {goods}", kind=kind.value, size=size, goods=goods)
    given = (
        (bonus.coins, *ITEMS[COINS]),
        (bonus.bread, *ITEMS[BREAD]),
        (bonus.steps, "step on the prestige bar", "steps on the prestige bar"),
    )
    gains = tuple(counted(number, one, many) for number, one, many in given if number)
    traded = bonus.coins - MERCHANT_COINS
    if bonus.goods_returned and traded:
        goods = counted(traded, "good", "goods")
        return say("{kind}: {gains} for {goods}", kind=kind.value, gains=gains, goods=goods)
    return say("{kind}: {gains}", kind=kind.value, gains=gains)


def label(tile: Tile) -> Message:
    """Return what a tile shows, for screen readers.

    >>> pond, villa = Feature(kind=Kind.POND, opens="NE"), Feature(kind=Kind.VILLA, opens="S", chimneys=2)
    >>> print(label(Tile(cell="C4", features=(pond, villa))))
    pond, open to the north and east; villa with 2 chimneys, open to the south
    """
    return _listed([_said(feature) for feature in tile.features])


def _listed(parts: Sequence[Message]) -> Message:
    first, *others = parts
    return say("{first}; {others}", first=first, others=_listed(others)) if others else first


def _said(feature: Feature) -> Message:
    kind: object = feature.kind.value
    if feature.chimneys:
        chimneys = counted(feature.chimneys, "chimney", "chimneys")
        kind = say("{kind} with {chimneys}", kind=kind, chimneys=chimneys)
    if not feature.opens:
        return say("{kind}", kind=kind)
    return say("{kind}, open to the {sides}", kind=kind, sides=tuple(DIRECTIONS[side] for side in feature.opens))
