"""Who comes late to a pad with rounds, or leaves early: what cannot be, and how they begin and go."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.messages import Message, counted, say
from scoring.players import with_player
from scoring.problems import UNREADABLE, Problem, for_each, join_path
from scoring.score_pad.kinds.category import parts_in
from scoring.score_pad.rules import columns
from scoring.score_pad.state import Joined, is_there, rounds_before, rounds_entered

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.score_pad.kinds import Category
    from scoring.score_pad.kinds.category import Group
    from scoring.score_pad.state import Player, Table


class Start(StrEnum):
    """The points with which somebody begins who comes late."""

    NOTHING = "nothing"
    LOWEST = "lowest"
    AVERAGE = "average"
    HIGHEST = "highest"


def in_rounds(table: Table) -> tuple[Category, ...]:
    """Return the categories of a pad that have rounds."""
    return tuple(category for category in table.pad.categories if category.shape.in_rounds)


def rounds_played(table: Table) -> int:
    """Return how many rounds anybody has entered in any category."""
    numbers = (rounds_entered(player, category.key) for player in table.players for category in in_rounds(table))
    return max(numbers, default=0)


def there_for_rounds_played(table: Table) -> Iterator[Problem]:
    """Players come and go between rounds that are played, and have nothing in those that they were not there for."""
    if not _are_rounds_legible(table):
        return
    played = rounds_played(table)

    def of_player(seat: int, player: Player) -> Iterator[Problem]:
        path = f"players[{seat}]"
        for name in ("joined", "left"):
            if not in_rounds(table) and getattr(player, name) is not None:
                message = say("the pad has no rounds: nobody comes late or leaves early")
                yield Problem(path=f"{path}.{name}", message=message)
        if in_rounds(table):
            yield from _out_of_order(player, played, path)
        for category in in_rounds(table):
            for index, part in enumerate(parts_in(player.entries.get(category.key))):
                if not is_there(player, index) and not _is_blank(part):
                    where = f"{join_path(f'{path}.entries', category.key)}[{index}]"
                    yield Problem(path=where, message=_not_there(player, index))

    yield from for_each(table.players, of_player)


def _are_rounds_legible(table: Table) -> bool:
    """Return whether it can be read which categories have rounds, and how many of these are entered."""
    if any(category.kind is UNREADABLE for category in table.pad.categories):
        return False
    keys = [category.key for category in in_rounds(table)]
    return all(isinstance(player.entries.get(key, ()), tuple) for player in table.players for key in keys)


def _out_of_order(player: Player, played: int, path: str) -> Iterator[Problem]:
    """Yield why somebody cannot come or go with these rounds."""
    if player.joined is not None and player.joined.round > played + 1:
        yield Problem(path=f"{path}.joined.round", message=_beyond(player.joined.round, played))
    if player.left is not None and player.left <= rounds_before(player):
        message = say(
            "left after round {number}, before round {first}, in which the player joined",
            number=player.left,
            first=rounds_before(player) + 1,
        )
        yield Problem(path=f"{path}.left", message=message)
    elif player.left is not None and player.left > played:
        yield Problem(path=f"{path}.left", message=_beyond(player.left, played))


def _beyond(number: int, played: int) -> Message:
    return counted(
        played,
        "round {round} has not come yet: {number} round is entered",
        "round {round} has not come yet: {number} rounds are entered",
        round=number,
    )


def _not_there(player: Player, index: int) -> Message:
    if index < rounds_before(player):
        return say("joined in round {number}: earlier rounds are 0", number=rounds_before(player) + 1)
    return say("left after round {number}: nothing is entered for later ones", number=player.left)


def _is_blank(part: int | Group) -> bool:
    return not (any(part) if isinstance(part, tuple) else part)


def start_points(table: Table, start: Start, number: int) -> dict[str, int]:
    """Return the points with which somebody begins in a round, by the keys of the categories with rounds.

    They are those of the rounds before, of whoever played some of them and is there in the round. The lowest and the
    highest are those of one player, the first of several; the average of each category is rounded to a whole number,
    half a point up.
    """
    there = [player for player in table.players if rounds_before(player) < number - 1 and is_there(player, number - 1)]
    if start is Start.NOTHING or not there:
        return {}
    keys = [category.key for category in in_rounds(table)]
    played = _first_rounds(table, number - 1)
    scored = {column.player: {line.rule: line.points for line in column.lines} for column in columns(played)}
    points = [{key: scored[player.name][key] for key in keys} for player in there]
    if start is Start.AVERAGE:
        return {key: rounded(sum(each[key] for each in points), len(points)) for key in keys}
    return (min if start is Start.LOWEST else max)(points, key=lambda each: sum(each.values()))


def rounded(total: int, number: int) -> int:
    """Return an average as people round it: to a whole number, half a point up.

    >>> [rounded(total, 2) for total in (5, 4, -5)], rounded(100, 3)
    ([3, 2, -2], 33)
    """
    return (2 * total + number) // (2 * number)


def _first_rounds(table: Table, number: int) -> Table:
    """Return a table after so many rounds."""
    keys = {category.key for category in in_rounds(table)}

    def of_player(player: Player) -> Player:
        entries = {
            key: entry[:number] if key in keys and isinstance(entry, tuple) else entry
            for key, entry in player.entries.items()
        }
        return replace(player, entries=entries)

    return replace(table, players=tuple(map(of_player, table.players)))


def with_joined(table: Table, seat: int, number: int, points: Mapping[str, int]) -> Table:
    """Return a table at which a player joins in a round with these points; earlier rounds are 0."""
    player = table.players[seat]
    entries = {**player.entries}
    for category in in_rounds(table):
        parts = parts_in(player.entries.get(category.key))
        blanks = (category.shape.blank,) * (number - 1)
        entries[category.key] = (*blanks, *parts[number - 1 :])
    return with_player(table, seat, entries=entries, joined=Joined(round=number, points=points))


def with_left(table: Table, seat: int, number: int) -> Table:
    """Return a table at which a player leaves after a round; what is entered for later ones goes, as does a bid."""
    player, keys = table.players[seat], {category.key for category in in_rounds(table)}
    entries = {
        key: entry[:number] if key in keys and isinstance(entry, tuple) else entry
        for key, entry in player.entries.items()
    }
    bids = tuple({} if at == seat else bids for at, bids in enumerate(table.bids))
    return replace(with_player(table, seat, entries=entries, left=number), bids=bids if any(bids) else ())
