"""What players enter on a pad, part by part: a number, a tick, the points of a round, one number of a pair or a bid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from companion.tables.state import with_player
from scoring.messages import say
from scoring.score_pad.kinds.bids import BID
from scoring.score_pad.kinds.category import Group
from scoring.score_pad.state import length_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.state import TableState
    from scoring.messages import Message
    from scoring.score_pad.state import Player, Table

    State = TableState[Table]

T = TypeVar("T")

Listed: TypeAlias = tuple[int | Group, ...]
"""The parts of a list that is entered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPart:
    """One number of an entry: the whole entry of most kinds, a round, or one number of a pair or of a round of bids.

    `index` counts rounds, pairs and lookups from 0; `factor` is the number of a pair, 0 or 1, or `BID`, `MADE` or
    `BONUS`. Both are `None` where the entry is one number.
    """

    key: str
    index: int | None = None
    factor: int | None = None

    @classmethod
    def read(cls, name: str) -> EntryPart:
        """Return the part of this name.

        >>> EntryPart.read("regions.2.1")
        EntryPart(key='regions', index=2, factor=1)
        """
        key, *numbers = name.split(".")
        index, factor = [*map(int, numbers), None, None][:2]
        return cls(key=key, index=index, factor=factor)

    @property
    def name(self) -> str:
        """The name of the part, in which no other part of the table is called."""
        return ".".join(str(part) for part in (self.key, self.index, self.factor) if part is not None)


def number_in(table: Table, seat: int, part: EntryPart) -> int | None:
    """Return the number that a player has entered, a tick as 1 or 0, `None` where nothing is entered."""
    entry = table.players[seat].entries.get(part.key)
    if part.index is None:
        return int(entry) if isinstance(entry, int) else None
    if not isinstance(entry, tuple) or part.index >= len(entry):
        is_bid = part.factor == BID and part.index == (len(entry) if isinstance(entry, tuple) else 0)
        return bid_in_play(table, seat, part.key) if is_bid else None
    value = entry[part.index]
    numbers = value if isinstance(value, tuple) else (value,)
    factor = part.factor or 0
    return numbers[factor] if factor < len(numbers) else None


def numbers_at(table: Table, seats: Sequence[int], part: EntryPart) -> list[int]:
    """Return the numbers of those who have entered one there."""
    numbers = (number_in(table, seat, part) for seat in seats)
    return [number for number in numbers if number is not None]


def bid_in_play(table: Table, seat: int, key: str) -> int | None:
    """Return what a player has bid in the round that is played, `None` where they have not."""
    return table.bids[seat].get(key) if table.bids else None


def rounds_played(players: Sequence[Player], key: str) -> int:
    """Return how many rounds of a category anybody has an entry for."""
    return max(length_of(player, key) for player in players)


def round_title(index: int) -> Message:
    """Return the name of a round."""
    return say("Round {number}", number=index + 1)


def with_entry(state: State, seat: int, key: str, entry: object) -> State:
    """Return the table with another entry of a player, `None` for none."""
    others = {name: value for name, value in state.table.players[seat].entries.items() if name != key}
    return with_player(state, seat, entries=others if entry is None else {**others, key: entry})


def with_round(rounds: tuple[T, ...], index: int, entry: T | None, skipped: T) -> tuple[T, ...]:
    """Return the entries of all rounds; rounds that a player has skipped are worth nothing."""
    if entry is None:
        return rounds[:index] if index >= len(rounds) - 1 else (*rounds[:index], skipped, *rounds[index + 1 :])
    return (*rounds[:index], *(skipped,) * (index - len(rounds)), entry, *rounds[index + 1 :])
