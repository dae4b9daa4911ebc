"""A pad scored by moving single things about: the judge of every kind of category."""

from __future__ import annotations

from typing import Any


def _whole_groups(number: int, size: int) -> int:
    groups = 0
    while number >= size:
        number -= size
        groups += 1
    return groups


def _steps(category: dict[str, Any], number: int) -> int:
    values = category["values"]
    earned = at = 0
    for _ in range(number):
        if at == len(values) - 1:
            if category["beyond"] == "last":
                break
            earned, at = earned + values[at], 0
        at += 1
    return int(earned + values[at])


def _alone(category: dict[str, Any], entry: Any) -> int:
    kind = category["kind"]
    if kind == "points":
        return int(entry or 0)
    if kind == "count":
        return sum(category["each"] for _ in range(_whole_groups(entry or 0, category["per"])))
    if kind == "tick":
        return category["worth"] if entry else 0
    if kind == "steps":
        return _steps(category, entry or 0)
    if kind == "rounds":
        return sum(entry or ())
    return sum(1 for one, other in entry or () for _ in range(one) for _ in range(other))


def _majority(category: dict[str, Any], held: list[int]) -> list[int]:
    """Let whole groups of players come forward, those with the most first, and take a place each."""
    earned = [0] * len(held)
    prizes = [*category["values"], *([0] * len(held))]
    for number in sorted({one for one in held if one >= category["least"]}, reverse=True):
        group = [seat for seat, one in enumerate(held) if one == number]
        taken, prizes = prizes[: len(group)], prizes[len(group) :]
        for seat in group:
            if len(group) == 1 or category["ties"] == "all":
                earned[seat] = taken[0]
            elif category["ties"] == "share":
                earned[seat] = _whole_groups(sum(taken), len(group))
    return earned


def points(category: dict[str, Any], entries: list[Any]) -> list[int]:
    """Return the points of all players in a category of a document, all of whose fields are given."""
    if category["kind"] == "majority":
        return _majority(category, [entry or 0 for entry in entries])
    return [_alone(category, entry) for entry in entries]


def order(
    pad: dict[str, Any], players: list[dict[str, Any]], totals: list[int], lines: list[dict[str, int]]
) -> list[int]:
    """Return the place of each player: one more than there are players who are better."""

    def better(one: int, other: int) -> bool:
        if totals[one] != totals[other]:
            return (totals[one] > totals[other]) is (pad["winner"] == "most")
        for tie in pad["tie_breaks"]:
            key = tie["category"]
            mine, theirs = (
                int(players[seat]["entries"].get(key, 0)) if tie["by"] == "entry" else lines[seat][key]
                for seat in (one, other)
            )
            if mine != theirs:
                return (mine > theirs) is (tie["wanted"] == "most")
        return False

    seats = range(len(players))
    return [1 + sum(better(other, seat) for other in seats) for seat in seats]
