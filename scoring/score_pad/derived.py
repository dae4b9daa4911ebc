"""Categories that are worked out from others: the lowest of several, and a bonus for enough (contract, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.messages import Message, as_typed, say
from scoring.score_pad.entries import number_of
from scoring.score_pad.state import By, Lowest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.score_pad.state import Bonus, Derived, Player


def derived(
    category: Derived, player: Player, points: Mapping[str, int], titles: Mapping[str, str]
) -> tuple[int, Message]:
    """Return what a player scores by the points of other categories, by their keys."""
    by_entry = isinstance(category, Lowest) and category.by is By.ENTRY
    figures = {key: number_of(player, key) if by_entry else points[key] for key in category.of}
    named = [f"{titles[key]} {figure}" for key, figure in figures.items()]
    if isinstance(category, Lowest):
        times = (number_of(player, category.key),) if category.counted else ()
        return _lowest(category, min(figures.values()), named, times)
    return _bonus(category, sum(figures.values()), named)


def _lowest(category: Lowest, lowest: int, named: Sequence[str], times: tuple[int, ...]) -> tuple[int, Message]:
    """The lowest of several categories counts so many times."""
    product, factors = lowest, [lowest]
    for factor in ((category.worth,) if category.worth != 1 else ()) + times:
        product, factors = product * factor, [*factors, factor]
    because = say("the lowest of {parts}: {sum}", parts=", ".join(named), sum=" × ".join(map(str, factors)))
    return product, because


def _bonus(category: Bonus, total: int, named: Sequence[str]) -> tuple[int, Message]:
    """So many points in several categories give more."""
    sum_ = as_typed(" + ".join(named) + (f" = {total}" if len(named) > 1 else ""))
    values = {"sum": sum_, "least": category.at_least, "value": category.worth}
    if total < category.at_least:
        return 0, say("{sum}, less than {least}", **values)
    return category.worth, say("{sum}, at least {least}: {value}", **values)
