"""What players enter on a pad, part by part: a number, a tick, the points of a round, one number of a pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.tables.state import with_player
from scoring.score_pad.entries import pairs_of, rounds_of
from scoring.score_pad.state import MAX_PRODUCTS, MAX_ROUNDS, Products, Rounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.state import TableState
    from scoring.score_pad.state import AnyCategory, Pair, Player, Table

    State = TableState[Table]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPart:
    """One number of an entry: the whole entry of most kinds, a round, or one number of a pair.

    `index` counts rounds and pairs from 0; `factor` is 0 or 1, the number of a pair. Both are `None` where the entry is
    one number.
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


def parts_of(category: AnyCategory, player: Player, rounds: int) -> tuple[EntryPart, ...]:
    """Return the numbers that a player can enter for a category, with room for one more pair and `rounds` rounds."""
    key = category.key
    if isinstance(category, Rounds):
        return tuple(EntryPart(key=key, index=index) for index in range(rounds))
    if isinstance(category, Products):
        pairs = min(len(pairs_of(player, key)) + 1, MAX_PRODUCTS)
        return tuple(EntryPart(key=key, index=index, factor=factor) for index in range(pairs) for factor in (0, 1))
    return (EntryPart(key=key),)


def rounds_played(players: Sequence[Player], key: str) -> int:
    """Return how many rounds of a category anybody has points for."""
    return max(len(rounds_of(player, key)) for player in players)


def rounds_to_enter(players: Sequence[Player], key: str) -> int:
    """Return how many rounds of a category there is room for: those that were played, and the next one."""
    return min(rounds_played(players, key) + 1, MAX_ROUNDS)


def number_in(player: Player, part: EntryPart) -> int | None:
    """Return the number that a player has entered, a tick as 1 or 0, `None` where nothing is entered."""
    entry = player.entries.get(part.key)
    if part.index is None:
        return int(entry) if isinstance(entry, int) else None
    if not isinstance(entry, tuple) or part.index >= len(entry):
        return None
    value = entry[part.index]
    return value[part.factor or 0] if isinstance(value, tuple) else value


def with_number(state: State, seat: int, part: EntryPart, number: int | None) -> State:
    """Enter a number for a player; `None` takes it out: a round is worth nothing then, a pair is taken out whole."""
    player = state.table.players[seat]
    if part.index is None:
        return _with_entry(state, seat, part.key, number)
    if part.factor is None:
        rounds = _with_round(rounds_of(player, part.key), part.index, number)
        return _with_entry(state, seat, part.key, rounds or None)
    pairs = _with_factor(pairs_of(player, part.key), part.index, part.factor, number)
    return _with_entry(state, seat, part.key, pairs or None)


def with_tick(state: State, seat: int, key: str, *, ticked: bool) -> State:
    """Tick a category for a player, or take the tick away."""
    return _with_entry(state, seat, key, ticked or None)


def _with_entry(state: State, seat: int, key: str, entry: object) -> State:
    """Return the table with another entry of a player, `None` for none."""
    others = {name: value for name, value in state.table.players[seat].entries.items() if name != key}
    return with_player(state, seat, entries=others if entry is None else {**others, key: entry})


def _with_round(rounds: tuple[int, ...], index: int, points: int | None) -> tuple[int, ...]:
    """Return the points of all rounds; rounds that a player has skipped are worth nothing."""
    if points is None:
        return rounds[:index] if index >= len(rounds) - 1 else (*rounds[:index], 0, *rounds[index + 1 :])
    skipped = (0,) * (index - len(rounds))
    return (*rounds[:index], *skipped, points, *rounds[index + 1 :])


def _with_factor(pairs: tuple[Pair, ...], index: int, factor: int, number: int | None) -> tuple[Pair, ...]:
    """Return the pairs with another number; a pair that is new stands last."""
    if number is None:
        return (*pairs[:index], *pairs[index + 1 :])
    before = pairs[index] if index < len(pairs) else (0, 0)
    pair = (number, before[1]) if factor == 0 else (before[0], number)
    return (*pairs[:index], pair, *pairs[index + 1 :])
