"""What players enter on a pad, part by part: a number, a tick, the points of a round, one number of a pair or a bid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeVar

from companion.tables.state import with_player, with_table
from scoring.score_pad.entries import length_of, marks_of, pairs_of, rounds_of
from scoring.score_pad.state import (
    MAX_BIDS,
    MAX_LOOKUPS,
    MAX_PRODUCTS,
    MAX_ROUNDS,
    Bids,
    Lookups,
    Marked,
    Products,
    Rounds,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.state import TableState
    from scoring.score_pad.state import AnyCategory, Group, Outcome, Pair, Player, Table

    State = TableState[Table]

T = TypeVar("T")

BID, MADE, BONUS = range(3)
"""The numbers of a round of bids."""


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


def parts_of(category: AnyCategory, table: Table, seat: int, rounds: int) -> tuple[EntryPart, ...]:
    """Return the numbers that a player can enter for a category, with room for one more in lists.

    There are so many `rounds`; of bids the player has those that they made, and the next one.
    """
    key, player = category.key, table.players[seat]
    match category:
        case Rounds() | Marked():
            return tuple(EntryPart(key=key, index=index) for index in range(rounds))
        case Bids():
            return tuple(part for index in range(rounds) for part in bid_parts(table, seat, key, index))
        case Products():
            pairs = min(len(pairs_of(player, key)) + 1, MAX_PRODUCTS)
            return tuple(EntryPart(key=key, index=index, factor=factor) for index in range(pairs) for factor in (0, 1))
        case Lookups():
            lookups = min(len(rounds_of(player, key)) + 1, MAX_LOOKUPS)
            return tuple(EntryPart(key=key, index=index) for index in range(lookups))
        case _:
            return (EntryPart(key=key),)


def next_in_list(category: AnyCategory, part: EntryPart) -> EntryPart | None:
    """Return the number after one of a list, `None` after the last that it has room for."""
    if part.factor == 0:
        return replace(part, factor=1)
    index = (part.index or 0) + 1
    if index == (MAX_PRODUCTS if isinstance(category, Products) else MAX_LOOKUPS):
        return None
    return replace(part, index=index, factor=None if part.factor is None else 0)


def bid_parts(table: Table, seat: int, key: str, index: int) -> tuple[EntryPart, ...]:
    """Return what a player can enter in a round of bids: what they made once they have bid, then a bonus."""
    made = length_of(table.players[seat], key)
    bid = EntryPart(key=key, index=index, factor=BID)
    if index > made:
        return ()
    if index < made:
        return bid, replace(bid, factor=MADE), replace(bid, factor=BONUS)
    return (bid,) if bid_in_play(table, seat, key) is None else (bid, replace(bid, factor=MADE))


def bid_in_play(table: Table, seat: int, key: str) -> int | None:
    """Return what a player has bid in the round that is played, `None` where they have not."""
    return table.bids[seat].get(key) if table.bids else None


def rounds_played(players: Sequence[Player], key: str) -> int:
    """Return how many rounds of a category anybody has an entry for."""
    return max(length_of(player, key) for player in players)


def rounds_to_enter(players: Sequence[Player], category: AnyCategory) -> int:
    """Return how many rounds of a category there is room for: those that were played, and the next one.

    In the next one nobody bids before all have said what they made in the last one; a list of cards says how many there
    are.
    """
    played = rounds_played(players, category.key)
    if isinstance(category, Bids):
        most = len(category.cards) if isinstance(category.cards, tuple) else MAX_BIDS
        following = 1 + min(length_of(player, category.key) for player in players)
        return max(played, min(following, most))
    return min(played + 1, MAX_ROUNDS)


def round_is_complete(table: Table, category: AnyCategory) -> bool:
    """Return whether at least one round was played, and everybody who took part in the last one has an entry for it.

    Who has fewer rounds than that took no part.
    """
    key = category.key
    played = rounds_played(table.players, key)
    lacking = any(length_of(player, key) == played - 1 for player in table.players)
    return played > 0 and not lacking and not any(key in bids for bids in table.bids)


def groups_of(player: Player, key: str) -> tuple[Group, ...]:
    """Return the rounds of bids or marks entered for a category, as the document has them."""
    entry = player.entries.get(key)
    return tuple(group for group in entry if isinstance(group, tuple)) if isinstance(entry, tuple) else ()


def category_of(table: Table, key: str) -> AnyCategory:
    """Return the category with this key."""
    return next(category for category in table.pad.categories if category.key == key)


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


def is_marked(table: Table, seat: int, part: EntryPart) -> bool:
    """Return whether a player is the one who closed a round, or won it."""
    marks = marks_of(table.players[seat], part.key)
    return part.index is not None and part.index < len(marks) and marks[part.index].marked


def with_number(state: State, seat: int, part: EntryPart, number: int | None) -> State:
    """Enter a number for a player; `None` takes it out: a round is worth nothing then, a pair is taken out whole."""
    player, index, factor = state.table.players[seat], part.index, part.factor
    category = category_of(state.table, part.key)
    if index is None:
        return _with_entry(state, seat, part.key, number)
    match category:
        case Rounds():
            rounds = _with_round(rounds_of(player, part.key), index, number, 0)
            return _with_entry(state, seat, part.key, rounds or None)
        case Lookups():
            lookups = rounds_of(player, part.key)
            entered = () if number is None else (number,)
            return _with_entry(state, seat, part.key, (*lookups[:index], *entered, *lookups[index + 1 :]) or None)
        case Marked():
            mark = None if number is None else (number, is_marked(state.table, seat, part))
            marks = _with_round(groups_of(player, part.key), index, mark, (0, False))
            return _with_entry(state, seat, part.key, marks or None)
        case Bids():
            return _with_bid(state, seat, part, number)
        case _:
            pairs = _with_factor(pairs_of(player, part.key), index, factor or 0, number)
            return _with_entry(state, seat, part.key, pairs or None)


def with_tick(state: State, seat: int, key: str, *, ticked: bool) -> State:
    """Tick a category for a player, or take the tick away."""
    return _with_entry(state, seat, key, ticked or None)


def mark(state: State, seat: int, part: EntryPart) -> State:
    """Mark the player who closed a round, or won it, and nobody else; who is marked already is not any more."""
    key, index = part.key, part.index or 0
    marked = not is_marked(state.table, seat, part)
    for rival, player in enumerate(state.table.players):
        marks = groups_of(player, key)
        if rival == seat or index < len(marks):
            number = marks[index][0] if index < len(marks) else 0
            entry = _with_round(marks, index, (number, marked and rival == seat), (0, False))
            state = _with_entry(state, rival, key, entry)
    return state


def end_together(state: State, outcome: Outcome) -> State:
    """Say how a game ended that all play together."""
    return with_table(state, outcome=outcome)


def _with_entry(state: State, seat: int, key: str, entry: object) -> State:
    """Return the table with another entry of a player, `None` for none."""
    others = {name: value for name, value in state.table.players[seat].entries.items() if name != key}
    return with_player(state, seat, entries=others if entry is None else {**others, key: entry})


def _with_round(rounds: tuple[T, ...], index: int, entry: T | None, skipped: T) -> tuple[T, ...]:
    """Return the entries of all rounds; rounds that a player has skipped are worth nothing."""
    if entry is None:
        return rounds[:index] if index >= len(rounds) - 1 else (*rounds[:index], skipped, *rounds[index + 1 :])
    return (*rounds[:index], *(skipped,) * (index - len(rounds)), entry, *rounds[index + 1 :])


def _with_bid(state: State, seat: int, part: EntryPart, number: int | None) -> State:
    """Return the table with a number of a round of bids; what was made completes the round that is played.

    Where it is taken out of the last round, that is played again.
    """
    key, index = part.key, part.index or 0
    rounds, bid = groups_of(state.table.players[seat], key), bid_in_play(state.table, seat, key)
    if index == len(rounds) and part.factor == BID:
        return _with_bid_in_play(state, seat, key, number)
    if index == len(rounds):
        if bid is None or number is None:
            return state
        return _with_bid_in_play(_with_entry(state, seat, key, (*rounds, (bid, number))), seat, key, None)
    played = rounds[index]
    if number is None and part.factor == MADE and index == len(rounds) - 1 and bid is None:
        return _with_bid_in_play(_with_entry(state, seat, key, rounds[:-1] or None), seat, key, played[BID])
    bonus = played[BONUS:] if part.factor != BONUS else () if number is None else (number,)
    numbers = [*played[:BONUS]]
    if part.factor != BONUS:
        numbers[part.factor or 0] = number or 0
    return _with_entry(state, seat, key, (*rounds[:index], (*numbers, *bonus), *rounds[index + 1 :]))


def _with_bid_in_play(state: State, seat: int, key: str, bid: int | None) -> State:
    """Return the table with what a player has bid in the round that is played."""
    bids = [dict(before or {}) for before, _ in zip_longest(state.table.bids, state.table.players)]
    bids[seat].pop(key, None)
    if bid is not None:
        bids[seat][key] = bid
    return with_table(state, bids=tuple(bids) if any(bids) else ())


def _with_factor(pairs: tuple[Pair, ...], index: int, factor: int, number: int | None) -> tuple[Pair, ...]:
    """Return the pairs with another number; a pair that is new stands last."""
    if number is None:
        return (*pairs[:index], *pairs[index + 1 :])
    before = pairs[index] if index < len(pairs) else (0, 0)
    pair = (number, before[1]) if factor == 0 else (before[0], number)
    return (*pairs[:index], pair, *pairs[index + 1 :])
