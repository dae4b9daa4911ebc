"""Judges of every optimum: slow, plain searches over all ways."""

from __future__ import annotations

from functools import cache
from itertools import combinations

Counts = tuple[int, ...]
"""How many there are of each kind; which kind it is does not matter."""


@cache
def best_sets(counts: Counts, values: tuple[int, ...]) -> int:
    """Return the most points for a division into sets of different objects; `values` are those of sizes 0, 1, 2, …."""
    there = [kind for kind, number in enumerate(counts) if number]
    if not there:
        return 0
    first, *others = there
    return max(
        values[1 + more] + best_sets(_without(counts, (first, *rest)), values)
        for more in range(len(others) + 1)
        for rest in combinations(others, more)
    )


@cache
def most_groups(counts: Counts, shapes: tuple[Counts, ...]) -> int:
    """Return how many groups can be taken away; a shape is how many a group takes of different kinds."""
    best = 0
    for shape in shapes:
        for kinds in _arranged(len(counts), len(shape)):
            left = list(counts)
            for kind, number in zip(kinds, shape, strict=True):
                left[kind] -= number
            if min(left) >= 0:
                best = max(best, 1 + most_groups(tuple(sorted(left)), shapes))
    return best


def _arranged(kinds: int, places: int) -> list[tuple[int, ...]]:
    if not places:
        return [()]
    return [(*rest, kind) for rest in _arranged(kinds, places - 1) for kind in range(kinds) if kind not in rest]


def _without(counts: Counts, kinds: tuple[int, ...]) -> Counts:
    return tuple(sorted(number - (kind in kinds) for kind, number in enumerate(counts)))
