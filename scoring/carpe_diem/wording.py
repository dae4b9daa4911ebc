"""The words of Carpe Diem: nouns, and what is said of tiles, structures and their bonuses."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import MERCHANT_COINS
from scoring.carpe_diem.state import BREAD, COINS, ITEMS_ON_BOARD, Feature, Good, Kind, Reward, Thing, Tile
from scoring.fields import numbers_of
from scoring.grid import DIRECTIONS
from scoring.messages import Message, counted, forms, say, with_commas, wordless

if TYPE_CHECKING:
    from scoring.carpe_diem.building_phase import Bonus
    from scoring.carpe_diem.district import Structure
    from scoring.carpe_diem.villa_chart import Chimneys


_CHOSEN: Final = {
    Kind.CRAFTSMAN: say("craftsman: take a black building tile and lay it"),
    Kind.FOUNTAIN: say("fountain: choose a fountain card, and enter it in the stock"),
}
"""Bonuses that are the player's choice."""

ITEMS: Final = {good.value: good.noun.forms for good in Good} | {item.field: item.forms for item in ITEMS_ON_BOARD}
"""So many of a good, or of what lies beside goods on a resource board, by their names in documents."""

GOODS: Final = forms("{number} good", "{number} goods")
STEPS: Final = numbers_of(Reward)["prestige"].forms
CHIMNEYS: Final = Thing.CHIMNEYS.noun.forms
PRESTIGE_STEPS: Final = forms("{number} step on the prestige bar", "{number} steps on the prestige bar")


def chimneys_counted(chimneys: Chimneys) -> Message:
    """Return the chimneys of an entry of the villa chart in words.

    >>> from scoring.carpe_diem.villa_chart import Chimneys
    >>> print(chimneys_counted(Chimneys(1)), "|", chimneys_counted(Chimneys(5, and_more=True)))
    1 chimney | 5 or more chimneys
    """
    if chimneys.and_more:
        return counted(chimneys.number, "{number} or more chimneys", "{number} or more chimneys")
    return counted(chimneys.number, *CHIMNEYS)


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
        return counted(
            structure.chimneys,
            "villa of {size} with {number} chimney",
            "villa of {size} with {number} chimneys",
            size=size,
        )
    name = kind.noun.name
    if bonus.good is not None:
        return say("{kind} of {size}: {goods}", kind=name, size=size, goods=bonus_message(bonus))
    return say("{what}: {value}", what=name, value=bonus_message(bonus))


def bonus_message(bonus: Bonus) -> Message:
    """Return what a bonus brings, and what is traded for it.

    >>> from scoring.carpe_diem.building_phase import Bonus
    >>> print(bonus_message(Bonus(coins=3, goods_returned=True)), bonus_message(Bonus(bread=2)), sep="; ")
    3 coins for 2 goods; 2 bread
    """
    goods = () if bonus.good is None else ((bonus.goods, ITEMS[bonus.good]),)
    amounts = (*goods, (bonus.coins, ITEMS[COINS]), (bonus.bread, ITEMS[BREAD]), (bonus.steps, PRESTIGE_STEPS))
    gains = tuple(counted(number, *words) for number, words in amounts if number)
    traded = bonus.coins - MERCHANT_COINS
    if bonus.goods_returned and traded:
        return say("{gains} for {goods}", gains=gains, goods=counted(traded, *GOODS))
    return wordless("{gains}", gains=gains)


def label(tile: Tile) -> Message:
    """Return what a tile shows and on which sides, for screen readers.

    >>> pond, villa = Feature(kind=Kind.POND, opens="NE"), Feature(kind=Kind.VILLA, opens="S", chimneys=2)
    >>> print(label(Tile(cell="C4", features=(pond, villa))))
    pond north and east; villa south, 2 chimneys
    """
    first, *others = (with_commas((_with_sides(feature), *_chimneys_of(feature))) for feature in tile.features)
    return reduce(lambda said, part: wordless("{said}; {part}", said=said, part=part), others, first)


def short_label(tile: Tile) -> Message:
    """Return what a tile shows, without its sides.

    >>> pond, villa = Feature(kind=Kind.POND, opens="NE"), Feature(kind=Kind.VILLA, opens="S", chimneys=2)
    >>> print(short_label(Tile(cell="C4", features=(pond, villa))))
    pond, villa, 2 chimneys
    """
    return with_commas(part for feature in tile.features for part in (feature.kind.noun.name, *_chimneys_of(feature)))


def _with_sides(feature: Feature) -> Message:
    sides = tuple(DIRECTIONS[side] for side in feature.opens)
    return wordless("{kind} {sides}", kind=feature.kind.noun.name, sides=sides) if sides else feature.kind.noun.name


def _chimneys_of(feature: Feature) -> tuple[Message, ...]:
    return (counted(feature.chimneys, *CHIMNEYS),) if feature.chimneys else ()


def line_name(line: str) -> Message:
    """Return the name of a row or column of the frame in the middle of a sentence.

    >>> print(line_name("3"), line_name("C"), sep=", ")
    row 3, column C
    """
    return say("row {line}", line=line) if line.isdigit() else say("column {line}", line=line)
