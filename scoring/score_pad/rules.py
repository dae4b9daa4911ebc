"""The score of a pad: what each kind of category is worth, and who wins (contract, section 7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, as_typed, say
from scoring.score_pad.entries import number_of, pairs_of, rounds_of
from scoring.score_pad.state import Beyond, By, Count, Majority, Points, Products, Rounds, Steps, Table, Tick, Ties
from scoring.sheet import Column, Criterion, Line, most_points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.score_pad.state import Alone, AnyCategory, Pair, Player, TieBreak

Scored = tuple[int, Message]
"""The points of an entry, and their arithmetic."""

THE_MOST: Final = (
    say("the most"),
    say("the second most"),
    say("the third most"),
    say("the fourth most"),
    say("the fifth most"),
    say("the sixth most"),
)
"""The places of a majority that can be worth points."""


def columns(table: Table) -> tuple[Column, ...]:
    """Score all players, category by category."""
    pad = table.pad
    by_category = [(category.key, scored(category, table.players)) for category in pad.categories]
    return tuple(
        Column(
            player=player.name,
            lines=tuple(
                Line(rule=key, points=those[seat][0], because=those[seat][1], ref=as_typed(pad.title))
                for key, those in by_category
            ),
        )
        for seat, player in enumerate(table.players)
    )


def compares_players(table: Table) -> bool:
    """Return whether a category of the pad is a majority, or has rounds, of which somebody may lack some."""
    return any(isinstance(category, (Majority, Rounds)) for category in table.pad.categories)


def scored(category: AnyCategory, players: Sequence[Player]) -> tuple[Scored, ...]:
    """Return what all players score in a category, in seat order."""
    if isinstance(category, Majority):
        held = [number_of(player, category.key) for player in players]
        names = [player.name for player in players]
        scores = [majority(category, held, names, seat) for seat in range(len(players))]
    else:
        scores = [_scored_alone(category, player) for player in players]
    most = max(len(rounds_of(player, category.key)) for player in players)
    return tuple(_with_gap(category, player, score, most) for player, score in zip(players, scores, strict=True))


def _with_gap(category: AnyCategory, player: Player, scored: Scored, most: int) -> Scored:
    """Return what a player scores, with the reason that says where nothing is entered, or fewer than `most` rounds."""
    points, because = scored
    rounds = len(rounds_of(player, category.key))
    if isinstance(category, Rounds) and 0 < rounds < most:
        return points, say("{sum}: {number} of {most} rounds entered", sum=because, number=rounds, most=most)
    if category.key in player.entries or isinstance(category, (Tick, Rounds, Products)):
        return scored
    return points, say("nothing entered: {because}", because=because) if points else say("nothing entered")


def _scored_alone(category: Alone, player: Player) -> Scored:
    """Return what a player scores in a category in which nobody else counts."""
    match category:
        case Points():
            return points(number_of(player, category.key))
        case Count():
            return count(category, number_of(player, category.key))
        case Tick():
            return tick(category, number_of(player, category.key))
        case Steps():
            return steps(category, number_of(player, category.key))
        case Rounds():
            return rounds(rounds_of(player, category.key))
    return products(pairs_of(player, category.key))


def points(number: int) -> Scored:
    """Points are what the players added up themselves."""
    return number, say("{points} entered", points=number)


def count(category: Count, number: int) -> Scored:
    """Every full `per` is worth `each`."""
    full, rest = divmod(number, category.per)
    product = f"{full} × {category.each}"
    because = as_typed(product if category.per == 1 else f"{product}: {number} ÷ {category.per}")
    return full * category.each, _rounded_down(because) if rest else because


def _rounded_down(because: Message) -> Message:
    return say("{sum}, rounded down", sum=because)


def tick(category: Tick, ticked: int) -> Scored:
    """A tick is worth what the category says."""
    return (category.worth, say("{worth}, ticked", worth=category.worth)) if ticked else (0, say("not ticked"))


def steps(category: Steps, number: int) -> Scored:
    """A number has a printed value; beyond the last one it has that value again, or begins again.

    >>> from scoring.score_pad.state import Steps
    >>> sets = Steps(key="sets", title="Sets", values=(0, 1, 3, 6, 10), beyond=Beyond.AGAIN)
    >>> [(points, str(because)) for points, because in (steps(sets, number) for number in (3, 6))]
    [(6, '3 is worth 6'), (13, '1 × 10 + 3: 6 is 1 × 4 and 2')]
    """
    last = len(category.values) - 1
    value = category.values[min(number, last)]
    if number <= last:
        return value, say("{number} is worth {value}", number=number, value=value)
    if category.beyond is Beyond.LAST:
        return value, say("{number} is worth {value}, as {last} is", number=number, value=value, last=last)
    full, left = divmod(number, last)
    values = {"number": number, "full": full, "last": last, "value": value, "left": left, "more": category.values[left]}
    if left == 0:
        return full * value, say("{full} × {value}: {number} is {full} × {last}", **values)
    total = full * value + category.values[left]
    return total, say("{full} × {value} + {more}: {number} is {full} × {last} and {left}", **values)


def rounds(entered: Sequence[int]) -> Scored:
    """The points of all rounds are added.

    >>> print(rounds((20, -10, 30))[1])
    20 - 10 + 30
    """
    signed = "".join(f" {'-' if number < 0 else '+'} {abs(number)}" for number in entered[1:])
    because = as_typed(f"{entered[0]}{signed}") if entered else say("no rounds")
    return sum(entered), because


def products(entered: Sequence[Pair]) -> Scored:
    """The numbers of each pair are multiplied, and the products added.

    >>> print(products(((5, 2), (3, 1)))[1])
    5 × 2 + 3 × 1
    """
    because = as_typed(" + ".join(f"{first} × {second}" for first, second in entered)) if entered else say("no pairs")
    return sum(first * second for first, second in entered), because


def majority(category: Majority, held: Sequence[int], names: Sequence[str], seat: int) -> Scored:
    """The values go to those who have the most, the second most, …; `held` is what everybody has, in seat order.

    Whoever has less than `least` has no place. Players who are level take as many places as they are.
    """
    mine = held[seat]
    if mine < category.least:
        return 0, say("{number}: a place needs at least {least}", number=mine, least=category.least)
    ahead = sum(number > mine for number in held)
    others = tuple(names[at] for at, number in enumerate(held) if number == mine and at != seat)
    values = category.values[ahead : ahead + 1 + len(others)]
    rank: dict[str, object] = {"number": mine, "others": others, "place": ahead + 1}
    if not values:
        return 0, _without_value(rank, level=bool(others))
    rank |= {"most": THE_MOST[ahead], "value": values[0]}
    if not others:
        return values[0], say("{number} is {most}: {value}", **rank)
    if category.ties is Ties.SHARE:
        return _shared(values, rank, 1 + len(others))
    if category.ties is Ties.ALL:
        return values[0], say("{number}, level for {most} with {others}: {value} for each", **rank)
    return 0, say("{number}, level for {most} with {others}: nothing for any of them", **rank)


def _without_value(rank: Mapping[str, object], *, level: bool) -> Message:
    if level:
        return say("{number}, level with {others} in place {place}: worth nothing", **rank)
    return say("{number} is in place {place}: worth nothing", **rank)


def _shared(values: Sequence[int], rank: Mapping[str, object], players: int) -> Scored:
    """The values of the places that players take together are divided among them, rounded down."""
    share, rest = divmod(sum(values), players)
    rank = {"values": " + ".join(map(str, values)), "players": players, **rank}
    because = say("{number}, level for {most} with {others}: {values} shared by {players}", **rank)
    return share, _rounded_down(because) if rest else because


def criteria(table: Table) -> tuple[Criterion[Table], ...]:
    """The most points win, or the fewest; then the tie-breaks of the pad decide in their order."""
    pad = table.pad
    titles = {category.key: category.title for category in pad.categories}
    total: Criterion[Table] = replace(most_points(as_typed(pad.title)), better=pad.winner)
    return (
        total,
        *(
            _tie_break(tie_break, titles.get(tie_break.category, tie_break.category), as_typed(pad.title))
            for tie_break in pad.tie_breaks
        ),
    )


def _tie_break(tie_break: TieBreak, title: str, ref: Message) -> Criterion[Table]:
    key = tie_break.category

    def entry(table: Table, seat: int, _column: Column) -> int:
        return number_of(table.players[seat], key)

    def line(_table: Table, _seat: int, column: Column) -> int:
        return sum(sheet_line.points for sheet_line in column.lines if sheet_line.rule == key)

    by_entry = tie_break.by is By.ENTRY
    return Criterion(
        name=key,
        title=as_typed(title) if by_entry else say("points for {title}", title=title),
        better=tie_break.wanted,
        figure=entry if by_entry else line,
        ref=ref,
    )
