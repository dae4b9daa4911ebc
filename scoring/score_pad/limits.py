"""The limits: what is impossible on a pad, and in what is entered on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.messages import as_typed, say, with_commas
from scoring.players import names_differ
from scoring.problems import UNREADABLE, Limits, Problem, for_each, join_path
from scoring.score_pad import pad_limits
from scoring.score_pad.bids import tricks_range
from scoring.score_pad.entries import bids_of, entry_range, has_entry, length_of
from scoring.score_pad.pad_limits import all_keys_are_legible, by_key, unknown_key
from scoring.score_pad.state import (
    FACTOR_RANGE,
    GROUP_SIZES,
    MAX_BIDS,
    MAX_LOOKUPS,
    MAX_PLAYERS,
    MAX_PRODUCTS,
    MAX_ROUNDS,
    ROUND_RANGE,
    STEPS_RANGE,
    TRICKS_RANGE,
    WORTH_RANGE,
    Bids,
    Bonus,
    Count,
    Ends,
    Kind,
    Lookups,
    Lowest,
    Majority,
    Marked,
    Pad,
    Points,
    Products,
    Rounds,
    Steps,
    Table,
    Tick,
    Winner,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.fields import Between
    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory, Entry, Player

A_LIST: Final = say("a list")

A_TICK: Final = say("true or false")


def as_many_as_the_pad_is_for(table: Table) -> Iterator[Problem]:
    """As many play as the pad says."""
    number = len(table.players)
    match table.pad.players:
        case (fewest, most) if fewest <= most and 1 <= number <= MAX_PLAYERS and not fewest <= number <= most:
            players = str(most) if fewest == most else f"{fewest}–{most}"
            message = say("{number} at the table: the pad is for {players}", number=number, players=players)
            yield Problem(path="players", message=message)


def members_differ(table: Table) -> Iterator[Problem]:
    """Nobody is in two teams, or twice in one; capitals make no difference."""
    seen: set[str] = set()

    def of_team(seat: int, player: Player) -> Iterator[Problem]:
        def is_new(index: int, member: str) -> Iterator[Problem]:
            if member.casefold() in seen:
                message = say('"{name}" is in a team already', name=member)
                yield Problem(path=f"players[{seat}].members[{index}]", message=message)
            seen.add(member.casefold())

        yield from for_each(player.members or (), is_new)

    yield from for_each(table.players, of_team)


def outcome_of_those_who_play_together(table: Table) -> Iterator[Problem]:
    """Only those who play together win or lose together."""
    if table.pad.winner is not Winner.TOGETHER and table.outcome is not None and table.outcome is not UNREADABLE:
        message = say("outcome is not known here: on this pad the points say who wins")
        yield Problem(path="outcome", message=message)


def outcome_is_missing(table: Table) -> Iterator[Problem]:
    """Whoever plays together has won or lost in the end."""
    if table.pad.winner is Winner.TOGETHER and table.outcome is None:
        yield Problem(path="outcome", message=say("missing: {expected} belongs here", expected=say("won or lost")))


def entries_fit(table: Table) -> Iterator[Problem]:
    """What is entered is for a category of the pad, and fits its kind."""
    categories = by_key(table.pad)

    def entries_of(seat: int, player: Player) -> Iterator[Problem]:
        def fits(_index: int, item: tuple[str, Entry]) -> Iterator[Problem]:
            key, entry = item
            path = join_path(f"players[{seat}].entries", key)
            if key in categories:
                for where, message in misfits(categories[key], entry):
                    yield Problem(path=path + where, message=message)
            elif all_keys_are_legible(table.pad):
                yield Problem(path=path, message=unknown_key(categories))

        yield from for_each(player.entries.items(), fits)

    yield from for_each(table.players, entries_of)


def misfits(category: AnyCategory, entry: Entry) -> Iterator[tuple[str, Message]]:
    """Yield why an entry does not fit its category, with the path from the entry."""
    match category:
        case Tick():
            if isinstance(entry, (int, tuple)) and not isinstance(entry, bool):
                yield "", _unfit(entry, A_TICK)
        case Rounds() | Products() | Lookups() | Bids() | Marked():
            yield from _list_misfits(_LISTED[category.kind], entry)
        case Lowest() | Bonus() if not has_entry(category):
            yield "", say("nothing is entered here: it is worked out from other categories")
        case Points() if category.low > category.high:
            return
        case Points() | Count() | Steps() | Majority() | Lowest():
            yield from _number_misfits(entry, entry_range(category))


def _number_misfits(entry: Entry, range_: Between) -> Iterator[tuple[str, Message]]:
    if isinstance(entry, (bool, tuple)) or not range_.low <= entry <= range_.high:
        yield "", _unfit(entry, _whole_number(range_))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listed:
    """What a list holds: at most so many numbers, or groups of numbers and ticks, the `optional` last ones of them.

    `parts` are the ranges of the numbers of a group, `None` for a tick; a list of numbers has a single one.
    """

    most: int
    expected: Message
    parts: tuple[Between | None, ...]
    optional: int = 0


_LISTED: Final[Mapping[Kind, _Listed]] = {
    Kind.ROUNDS: _Listed(most=MAX_ROUNDS, expected=say("a whole number"), parts=(ROUND_RANGE,)),
    Kind.LOOKUPS: _Listed(most=MAX_LOOKUPS, expected=say("a whole number"), parts=(STEPS_RANGE,)),
    Kind.PRODUCTS: _Listed(
        most=MAX_PRODUCTS,
        expected=say("a pair of numbers such as [5, 2]"),
        parts=(FACTOR_RANGE, FACTOR_RANGE),
    ),
    Kind.BIDS: _Listed(
        most=MAX_BIDS,
        expected=say("a bid and what was made, such as [2, 1], or these and a bonus, such as [2, 2, 30],"),
        parts=(TRICKS_RANGE, TRICKS_RANGE, WORTH_RANGE),
        optional=1,
    ),
    Kind.MARKED: _Listed(
        most=MAX_ROUNDS,
        expected=say("a number and whether it is marked, such as [5, true],"),
        parts=(ROUND_RANGE, None),
    ),
}


def _list_misfits(listed: _Listed, entry: Entry) -> Iterator[tuple[str, Message]]:
    """Yield why an entry is no list of such numbers, or of such groups."""
    if isinstance(entry, int):
        yield "", _unfit(entry, A_LIST)
        return
    if len(entry) > listed.most:
        yield "", too_many(len(entry), listed.most)
    for index, part in enumerate(entry):
        for where, message in _part_misfits(listed, part):
            yield f"[{index}]{where}", message


def _part_misfits(listed: _Listed, part: int | tuple[int, ...]) -> Iterator[tuple[str, Message]]:
    """Yield why a part of a list is none; what cannot be read, or is no group at all, was refused when it was read."""
    if isinstance(part, tuple) is (len(listed.parts) == 1):
        if part is not UNREADABLE:
            yield "", _unfit(part, listed.expected)
    elif not isinstance(part, tuple):
        yield from _item_misfits(part, listed.parts[0])
    elif not len(listed.parts) - listed.optional <= len(part) <= len(listed.parts):
        if len(part) in GROUP_SIZES:
            yield "", _unfit(part, listed.expected)
    else:
        for at, (item, range_) in enumerate(zip(part, listed.parts, strict=False)):
            for _, message in _item_misfits(item, range_):
                yield f"[{at}]", message


def _item_misfits(item: int, range_: Between | None) -> Iterator[tuple[str, Message]]:
    if item is UNREADABLE:
        return
    if range_ is not None:
        yield from _number_misfits(item, range_)
    elif not isinstance(item, bool):
        yield "", _unfit(item, A_TICK)


def one_is_marked(table: Table) -> Iterator[Problem]:
    """One player at most is marked in a round."""
    for category in by_key(table.pad).values():
        if isinstance(category, Marked):
            yield from _marked_again(table, category.key)


def _marked_again(table: Table, key: str) -> Iterator[Problem]:
    rounds: set[int] = set()

    def of_player(seat: int, player: Player) -> Iterator[Problem]:
        entry = player.entries.get(key)
        for index, part in enumerate(entry if isinstance(entry, tuple) else ()):
            match part:
                case (_, True):
                    if index in rounds:
                        path = f"{join_path(f'players[{seat}].entries', key)}[{index}][1]"
                        yield Problem(path=path, message=say("somebody else is marked in this round already"))
                    rounds.add(index)

    yield from for_each(table.players, of_player)


def tricks_within_cards(table: Table) -> Iterator[Problem]:
    """Nobody bids or makes more tricks than the round has cards; documents may hold it."""
    for category in (category for category in table.pad.categories if isinstance(category, Bids)):
        for seat, player in enumerate(table.players):
            for path, index, tricks in _tricks(table, category.key, seat):
                range_ = tricks_range(category, index)
                if not range_.low <= tricks <= range_.high:
                    where = (as_typed(player.name), as_typed(category.title), say("Round {number}", number=index + 1))
                    value = _unfit(tricks, _whole_number(range_))
                    yield Problem(path=path, message=say("{what}: {value}", what=with_commas(where), value=value))


def _tricks(table: Table, key: str, seat: int) -> Iterator[tuple[str, int, int]]:
    """Yield the path, the round, and the number of each bid of a player, and of what was made of it."""
    player = table.players[seat]
    for index, bid in enumerate(bids_of(player, key)):
        for at, tricks in enumerate((bid.bid, bid.made)):
            yield f"{join_path(f'players[{seat}].entries', key)}[{index}][{at}]", index, tricks
    if table.bids and key in table.bids[seat]:
        yield f"{join_path(f'bids[{seat}]', key)}", length_of(player, key), table.bids[seat][key]


def too_many(number: int, most: int) -> Message:
    """Return what is wrong with a list of more than the most entries."""
    return say("{number} entries: at most {most} belong here", number=number, most=most)


def _whole_number(range_: Between) -> Message:
    return say("a whole number from {low} to {high}", low=range_.low, high=range_.high)


def _unfit(entry: Entry, expected: Message) -> Message:
    value = A_LIST if isinstance(entry, tuple) else str(entry).lower()
    return say("{value}: {expected} belongs here", value=value, expected=expected)


LIMITS: Final[Limits] = {
    Table: (
        names_differ,
        as_many_as_the_pad_is_for,
        members_differ,
        outcome_of_those_who_play_together,
        entries_fit,
        one_is_marked,
    ),
    Pad: (
        pad_limits.keys_differ,
        pad_limits.fewest_to_most_players,
        pad_limits.derived_from_categories,
        pad_limits.tie_breaks_name_categories,
        pad_limits.ends_in_a_category,
        pad_limits.titles_name_categories,
    ),
    Points: (pad_limits.low_to_high,),
    Steps: (pad_limits.again_begins_with_nothing,),
    Lookups: (pad_limits.again_begins_with_nothing,),
    Majority: (
        pad_limits.values_for_some_number,
        pad_limits.ranks_without_gaps_need_no_level,
        pad_limits.fewest_need_no_least,
    ),
    Marked: (pad_limits.fields_of_its_rule,),
    Ends: (pad_limits.an_end_for_some_number,),
}

LIMITS_AT_TABLE: Final[Limits] = {Table: (tricks_within_cards,)}
