"""The limits: what is impossible on a pad, and in what is entered on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import say
from scoring.players import names_differ
from scoring.problems import UNREADABLE, Limits, Problem, for_each, join_path
from scoring.score_pad.entries import entry_range
from scoring.score_pad.state import (
    MAX_PLAYERS,
    MAX_PRODUCTS,
    MAX_ROUNDS,
    Beyond,
    By,
    Count,
    Majority,
    Pad,
    Points,
    Products,
    Rounds,
    Steps,
    Table,
    Tick,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory, Entry, Player, TieBreak


MAX_NAMED_KEYS: Final = 8
"""The most keys of categories that a problem names."""

TOTAL: Final = "points"
"""The criterion before all tie-breaks, whose name no category has."""

A_LIST: Final = say("a list")

BEGINS_WITH_0: Final = say("values that begin again begin with 0")


def keys_differ(pad: Pad) -> Iterator[Problem]:
    """Each category has a key of its own, which is not that of the total."""
    seen = {TOTAL}

    def key_is_new(index: int, category: AnyCategory) -> Iterator[Problem]:
        path = f"categories[{index}].key"
        if category.key in seen:
            message = say("{key} is taken: give this category another key", key=category.key)
            yield Problem(path=path, message=message)
        seen.add(category.key)

    yield from for_each(pad.categories, key_is_new)


def fewest_to_most_players(pad: Pad) -> Iterator[Problem]:
    """The fewest players of a pad are not more than the most."""
    match pad.players:
        case (fewest, most) if fewest > most:
            yield Problem(path="players", message=upside_down(fewest, most))


def tie_breaks_name_categories(pad: Pad) -> Iterator[Problem]:
    """A tie-break is about a category of the pad, and by its entry only where that is one number."""
    categories = _by_key(pad)

    def names_one(index: int, tie_break: TieBreak) -> Iterator[Problem]:
        category = categories.get(tie_break.category)
        if category is None:
            if _all_keys_are_legible(pad):
                yield Problem(path=f"tie_breaks[{index}].category", message=_unknown(categories))
        elif tie_break.by is By.ENTRY and isinstance(category, (Rounds, Products)):
            message = say("entry: this category takes several numbers, so only its points can break a tie")
            yield Problem(path=f"tie_breaks[{index}].by", message=message)

    yield from for_each(pad.tie_breaks, names_one)


def low_to_high(category: Points) -> Iterator[Problem]:
    """The fewest points that can be entered are not more than the most."""
    if category.low > category.high:
        yield Problem(path="high", message=upside_down(category.low, category.high))


def again_begins_with_nothing(category: Steps) -> Iterator[Problem]:
    """Steps that begin again are worth nothing at first: otherwise a full round would be worth two things."""
    match category.values:
        case (first, *_) if category.beyond is Beyond.AGAIN and first != 0:
            yield Problem(path="values[0]", message=BEGINS_WITH_0)


def as_many_as_the_pad_is_for(table: Table) -> Iterator[Problem]:
    """As many play as the pad says."""
    number = len(table.players)
    match table.pad.players:
        case (fewest, most) if fewest <= most and 1 <= number <= MAX_PLAYERS and not fewest <= number <= most:
            players = str(most) if fewest == most else f"{fewest}–{most}"
            message = say("{number} at the table: the pad is for {players}", number=number, players=players)
            yield Problem(path="players", message=message)


def entries_fit(table: Table) -> Iterator[Problem]:
    """What is entered is for a category of the pad, and fits its kind."""
    categories = _by_key(table.pad)

    def entries_of(seat: int, player: Player) -> Iterator[Problem]:
        def fits(_index: int, item: tuple[str, Entry]) -> Iterator[Problem]:
            key, entry = item
            path = join_path(f"players[{seat}].entries", key)
            if key in categories:
                for where, message in misfits(categories[key], entry):
                    yield Problem(path=path + where, message=message)
            elif _all_keys_are_legible(table.pad):
                yield Problem(path=path, message=_unknown(categories))

        yield from for_each(player.entries.items(), fits)

    yield from for_each(table.players, entries_of)


def misfits(category: AnyCategory, entry: Entry) -> Iterator[tuple[str, Message]]:
    """Yield why an entry does not fit its category, with the path from the entry."""
    match category:
        case Tick():
            if isinstance(entry, (int, tuple)) and not isinstance(entry, bool):
                yield "", _unfit(entry, say("true or false"))
        case Rounds() | Products():
            yield from _list_misfits(category, entry)
        case Points() if category.low > category.high:
            return
        case Points() | Count() | Steps() | Majority():
            range_ = entry_range(category)
            if isinstance(entry, (bool, tuple)) or not range_.low <= entry <= range_.high:
                yield "", _unfit(entry, say("a whole number from {low} to {high}", low=range_.low, high=range_.high))


def _list_misfits(category: Rounds | Products, entry: Entry) -> Iterator[tuple[str, Message]]:
    """Yield why an entry is no list of the points of rounds, or of pairs of numbers."""
    in_rounds = isinstance(category, Rounds)
    if isinstance(entry, int):
        yield "", _unfit(entry, A_LIST)
        return
    most = MAX_ROUNDS if in_rounds else MAX_PRODUCTS
    if len(entry) > most:
        yield "", too_many(len(entry), most)
    for index, part in enumerate(entry):
        if in_rounds and isinstance(part, tuple):
            yield f"[{index}]", _unfit(part, say("a whole number"))
        if not in_rounds and isinstance(part, int):
            yield f"[{index}]", _unfit(part, say("a pair of numbers such as [5, 2]"))


def too_many(number: int, most: int) -> Message:
    """Return what is wrong with a list of more than the most entries."""
    return say("{number} entries: at most {most} belong here", number=number, most=most)


def _by_key(pad: Pad) -> dict[str, AnyCategory]:
    """Return the categories by their keys, those whose key can be read; of two with one key the first."""
    by_key: dict[str, AnyCategory] = {}
    for category in pad.categories:
        if category is not UNREADABLE and category.key is not UNREADABLE:
            by_key.setdefault(category.key, category)
    return by_key


def _all_keys_are_legible(pad: Pad) -> bool:
    return all(category is not UNREADABLE and category.key is not UNREADABLE for category in pad.categories)


def _unfit(entry: Entry, expected: Message) -> Message:
    value = A_LIST if isinstance(entry, tuple) else str(entry).lower()
    return say("{value}: {expected} belongs here", value=value, expected=expected)


def upside_down(low: int, high: int) -> Message:
    """Return what is wrong with a range that ends before it begins."""
    return say("{high} is less than {low}: the smaller number comes first", low=low, high=high)


def _unknown(keys: Iterable[str]) -> Message:
    named: tuple[str | Message, ...] = tuple(keys)
    if len(named) > MAX_NAMED_KEYS:
        named = (*named[:MAX_NAMED_KEYS], say("{number} more", number=len(named) - MAX_NAMED_KEYS))
    return say("the pad has no category with this key; it has {known}", known=named)


LIMITS: Final[Limits] = {
    Table: (names_differ, as_many_as_the_pad_is_for, entries_fit),
    Pad: (keys_differ, fewest_to_most_players, tie_breaks_name_categories),
    Points: (low_to_high,),
    Steps: (again_begins_with_nothing,),
}
