"""What each kind of category is worth in which a player scores alone, with its arithmetic (contract, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.messages import Message, as_typed, say
from scoring.score_pad.arithmetic import added, rounded_down
from scoring.score_pad.bids import bids
from scoring.score_pad.entries import bids_of, number_of, pairs_of, rounds_of
from scoring.score_pad.state import Beyond, Bids, Count, EachBeyond, Lookups, Points, Products, Rounds, Steps, Tick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.score_pad.state import Alone, Pair, Player

Scored = tuple[int, Message]
"""The points of an entry, and their arithmetic."""


def scored_alone(category: Alone, player: Player) -> Scored:
    """Return what a player scores in a category in which nobody else counts."""
    if isinstance(category, (Rounds, Products, Lookups, Bids)):
        return _listed(category, player)
    number = number_of(player, category.key)
    match category:
        case Points():
            return points(number)
        case Count():
            return count(category, number)
        case Tick():
            return tick(category, number)
    return steps(category, number)


def _listed(category: Rounds | Products | Lookups | Bids, player: Player) -> Scored:
    """Return what a player scores in a category for which a list is entered."""
    match category:
        case Rounds():
            return rounds(category, rounds_of(player, category.key))
        case Lookups():
            return lookups(category, rounds_of(player, category.key))
        case Bids():
            return bids(category, bids_of(player, category.key))
    return products(pairs_of(player, category.key))


def points(number: int) -> Scored:
    """Points are what the players added up themselves."""
    return number, say("{points} entered", points=number)


def count(category: Count, number: int) -> Scored:
    """Every full `per` is worth `each`."""
    full, rest = divmod(number, category.per)
    product = f"{full} × {category.each}"
    because = as_typed(product if category.per == 1 else f"{product}: {number} ÷ {category.per}")
    return full * category.each, rounded_down(because) if rest else because


def tick(category: Tick, ticked: int) -> Scored:
    """A tick is worth what the category says, and may win at once."""
    if not ticked:
        return 0, say("not ticked")
    because = say("{worth}, ticked", worth=category.worth)
    return category.worth, say("{sum}: wins at once", sum=because) if category.wins else because


def steps(category: Steps | Lookups, number: int) -> Scored:
    """A number has a printed value; beyond the last one it has that value again, begins again, or more for each.

    >>> from scoring.score_pad.state import Steps
    >>> sets = Steps(key="sets", title="Sets", values=(0, 1, 3, 6, 10), beyond=Beyond.AGAIN)
    >>> [(points, str(because)) for points, because in (steps(sets, number) for number in (3, 6))]
    [(6, '3 is worth 6'), (13, '1 × 10 + 3: 6 is 1 × 4 and 2')]
    """
    last = len(category.values) - 1
    value = category.values[min(number, last)]
    if number <= last:
        return value, say("{number} is worth {value}", number=number, value=value)
    if isinstance(category.beyond, EachBeyond):
        return _each_beyond(number, last, value, category.beyond.each)
    if category.beyond is Beyond.LAST:
        return value, say("{number} is worth {value}, as {last} is", number=number, value=value, last=last)
    full, left = divmod(number, last)
    values = {"number": number, "full": full, "last": last, "value": value, "left": left, "more": category.values[left]}
    if left == 0:
        return full * value, say("{full} × {value}: {number} is {full} × {last}", **values)
    total = full * value + category.values[left]
    return total, say("{full} × {value} + {more}: {number} is {full} × {last} and {left}", **values)


def _each_beyond(number: int, last: int, value: int, each: int) -> Scored:
    values = {"number": number, "last": last, "value": value, "more": number - last, "each": each}
    return value + (number - last) * each, say("{value} + {more} × {each}: {number} is {last} and {more}", **values)


def lookups(category: Lookups, entered: Sequence[int]) -> Scored:
    """Each number has a printed value, as with steps, and the values are added.

    >>> from scoring.score_pad.state import Lookups
    >>> trees = Lookups(key="trees", title="Trees", values=(0, 1, 3, 7), beyond=EachBeyond(each=4))
    >>> points, because = lookups(trees, (1, 3, 4))
    >>> print(points, because)
    19 1 + 7 + 11 for 1, 3 and 4
    """
    if not entered:
        return 0, say("no numbers")
    values = [steps(category, number)[0] for number in entered]
    return sum(values), say("{sum} for {numbers}", sum=added(values), numbers=tuple(map(str, entered)))


def rounds(category: Rounds, entered: Sequence[int]) -> Scored:
    """The points of all rounds are added, and the sum multiplied.

    >>> from scoring.score_pad.state import Rounds
    >>> print(rounds(Rounds(key="tricks", title="Tricks"), (20, -10, 30))[1])
    20 - 10 + 30
    >>> print(rounds(Rounds(key="tricks", title="Tricks", times=10), (3, 4))[1])
    (3 + 4) × 10
    """
    if not entered:
        return 0, say("no rounds")
    sum_ = added(entered)
    if category.times != 1:
        sum_ = f"{sum_ if len(entered) == 1 else f'({sum_})'} × {category.times}"
    return sum(entered) * category.times, as_typed(sum_)


def products(entered: Sequence[Pair]) -> Scored:
    """The numbers of each pair are multiplied, and the products added.

    >>> print(products(((5, 2), (3, 1)))[1])
    5 × 2 + 3 × 1
    """
    because = as_typed(" + ".join(f"{first} × {second}" for first, second in entered)) if entered else say("no pairs")
    return sum(first * second for first, second in entered), because
