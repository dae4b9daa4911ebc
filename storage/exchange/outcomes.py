"""Plain results: who won and with how much, where nothing is known of what lay on the table."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from storage.contents import Participant
from storage.exchange.record import LARGEST_TOTAL, LONGEST_NAME, cleaned
from storage.values import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

_SUM: Final = re.compile(r"[+-]?\d{1,10}([+-]\d{1,10}){0,50}", re.ASCII)
_WHOLE: Final = re.compile(r"([+-]?\d{1,10})\.0{1,10}", re.ASCII)
_LAST: Final = 1_000_000
"""Comes after every rank and seat."""

NOBODY: Final = "Somebody"
"""The name of who has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a play ended for somebody; `rank` is the place that was noted, `seat` orders the players at the table."""

    id: str | None = None
    name: str
    total: int | None
    won: bool
    rank: int | None = None
    seat: int | None = None
    starts: bool = False


def total_of(text: str) -> int | None:
    """Return the points that somebody noted, also as a sum; nothing where that is no whole number.

    >>> total_of("87"), total_of("12+5-3"), total_of("31.0"), total_of("49-46ish"), total_of("")
    (87, 14, 31, None, None)
    """
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    whole = _WHOLE.fullmatch(text)
    if whole is not None:
        text = whole[1]
    if not _SUM.fullmatch(text):
        return None
    total = sum(int(part) for part in re.findall(r"[+-]?\d+", text, re.ASCII))
    return total if abs(total) <= LARGEST_TOTAL else None


def participants(outcomes: Sequence[Outcome]) -> tuple[Participant, ...]:
    """Return the players of a plain result, in the order given.

    Winners share the first place; behind them counts the rank that was noted, then the total, where fewer are better
    if the winners have the fewest. Nobody has the same name as another.
    """
    merits = _merits(outcomes)
    positions = _positions(outcomes)
    names = _apart([cleaned(outcome.name, LONGEST_NAME) or NOBODY for outcome in outcomes])
    return tuple(
        Participant(
            id=outcome.id,
            name=name,
            total=outcome.total,
            place=1 + sum(other < merit for other in merits),
            won=outcome.won,
            position=position,
        )
        for outcome, name, merit, position in zip(outcomes, names, merits, positions, strict=True)
    )


def rejoined(players: Sequence[Participant]) -> tuple[Participant, ...]:
    """Return players of whom nobody has the same name as another."""
    names = _apart([player.name for player in players])
    return tuple(replace(player, name=name) for player, name in zip(players, names, strict=True))


def _merits(outcomes: Sequence[Outcome]) -> list[tuple[bool, int, bool, int]]:
    """Return what orders the players, the least first."""
    won = [outcome.total for outcome in outcomes if outcome.won and outcome.total is not None]
    lost = [outcome.total for outcome in outcomes if not outcome.won and outcome.total is not None]
    fewest = bool(won and lost) and max(won) < min(lost)
    return [
        (False, 0, False, 0)
        if outcome.won
        else (
            True,
            outcome.rank or _LAST,
            outcome.total is None,
            (outcome.total or 0) * (1 if fewest else -1),
        )
        for outcome in outcomes
    ]


def _positions(outcomes: Sequence[Outcome]) -> list[int | None]:
    """Return where everybody sat, as far as that was noted: 0 for who began."""
    seats = [outcome.seat for outcome in outcomes]
    if None not in seats and len(set(seats)) == len(seats):
        order = sorted(seat for seat in seats if seat is not None)
        return [None if seat is None else order.index(seat) for seat in seats]
    began = sum(outcome.starts for outcome in outcomes)
    return [0 if outcome.starts and began == 1 else None for outcome in outcomes]


def _apart(names: Sequence[str]) -> list[str]:
    """Return the names, with a number behind those that stand there more than once."""
    taken: set[str] = set()
    apart: list[str] = []
    for name in names:
        number, own = 1, name
        while folded(own) in taken:
            number += 1
            ending = f" ({number})"
            own = f"{name[: LONGEST_NAME - len(ending)]}{ending}"
        taken.add(folded(own))
        apart.append(own)
    return apart
