"""The record of the score pad, and what was not entered on a pad or cannot be right: it was perhaps forgotten."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from scoring.game import Game
from scoring.messages import Message, as_typed, points_text, say, wordless
from scoring.score_pad.kinds.category import MAX_PLAYERS, at_number, look_again, parts_in
from scoring.score_pad.limits import LIMITS, LIMITS_AT_TABLE, outcome_is_missing, tricks_within_cards
from scoring.score_pad.rules import columns, compares_players, criteria, is_behind_who_stayed, places, winners_of
from scoring.score_pad.state import Player, Table, attended, entries_of, headings_of, titles_of, with_entries
from scoring.sheet import Winner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scoring.score_pad.kinds import Category


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """What was not entered in a category.

    Some players, by seat, have no entry or fewer rounds, while somebody else has; or nobody is marked in some `rounds`,
    counted from 0, in which somebody has to be.
    """

    category: Category
    seats: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()


def gaps(table: Table) -> tuple[Gap, ...]:
    """Return what was not entered.

    A tick is no gap: nobody has to have it. Nor is a category in which nobody has anything. Nothing lacks in rounds
    that somebody was not there for, and who left early is asked for nothing else.
    """
    return tuple(gap for category in table.pad.categories for gap in _gaps_in(category, table.players))


def _gaps_in(category: Category, players: Sequence[Player]) -> Iterator[Gap]:
    if category.has_entry and not category.shape.is_tick and (seats := _lacking(category, players)):
        yield Gap(category=category, seats=seats)
    if rounds := category.unfinished(attended(players, category)):
        yield Gap(category=category, rounds=rounds)


def _lacking(category: Category, players: Sequence[Player]) -> tuple[int, ...]:
    entered = entered_by(category, players)
    return tuple(seat for seat, number in enumerate(entered) if number < max(entered))


def entered_by(category: Category, players: Sequence[Player]) -> list[int]:
    """Return how many rounds all players have entered, or were not there for; of other categories 1 for an entry.

    Who left early counts there as all others do, as nothing is asked.
    """
    if category.shape.in_rounds:
        return [len(parts_in(entry)) for entry in attended(players, category)]
    entered = [int(category.key in player.entries) for player in players]
    return [max(entered) if player.left else number for player, number in zip(players, entered, strict=True)]


def gap_text(gap: Gap, table: Table) -> Message:
    """Return a gap as a sentence."""
    title = titles_of(table.pad)[gap.category.key]
    if gap.rounds:
        return gap.category.unfinished_text(gap.rounds, title)
    players = tuple(table.players[seat].name for seat in gap.seats)
    if gap.category.shape.in_rounds:
        return say("Rounds are missing for {players} in {category}: they count as 0.", players=players, category=title)
    return say("Nothing was entered for {players} in {category}: it counts as 0.", players=players, category=title)


def remarks(table: Table) -> tuple[Message, ...]:
    """Return what was not entered, and what was but cannot be right, in sentences."""
    return (
        *(gap_text(gap, table) for gap in gaps(table)),
        *(problem.message for problem in tricks_within_cards(table)),
        *_tricks_that_do_not_add_up(table),
        *doubts(table),
    )


def open_questions(table: Table) -> tuple[Message, ...]:
    """Return what cards ask and nobody has answered, in sentences."""
    return tuple(_of_categories(table, lambda category: category.unanswered))


def _rulings(table: Table) -> Iterator[Message]:
    for category in table.pad.categories:
        yield from category.rulings(entries_of(table.players, category.key))


def doubts(table: Table) -> Iterator[Message]:
    """Yield what may be entered and is perhaps not meant, or what is left to decide, in sentences."""
    yield from _of_categories(table, lambda category: partial(_far_out_text, table, category))
    yield from _of_categories(table, lambda category: category.doubts)


def _far_out_text(table: Table, category: Category, _: object, names: Sequence[str]) -> Iterator[Message]:
    if (number := far_out(table, category)) is not None:
        yield say("{what}: {value}", what=names[number[0]], value=look_again(number[1]))


def _of_categories(table: Table, said: Callable[[Category], Callable[..., Iterator[Message]]]) -> Iterator[Message]:
    titles, names = titles_of(table.pad), [player.name for player in table.players]
    for category in table.pad.categories:
        for text in said(category)(entries_of(table.players, category.key), names):
            yield wordless("{what}, {value}.", what=titles[category.key], value=text)


def far_out(table: Table, category: Category) -> tuple[int, int] | None:
    """Return the seat and the number of a category that has perhaps a digit too many, `None` where none has."""
    ends, entries = table.pad.ends, entries_of(table.players, category.key)
    if ends is None or not category.shape.in_rounds or ends.category not in (None, category.key):
        return category.far_out(entries, None)
    return category.far_out(entries, at_number(ends.at, len(table.players)))


def comings_and_goings(table: Table) -> tuple[Message, ...]:
    """Return who came late and with how many points, and who left early, in sentences."""
    return tuple(_comings_and_goings(table))


def _comings_and_goings(table: Table) -> Iterator[Message]:
    for seat, player in enumerate(table.players):
        values = {"player": player.name}
        if player.joined is not None:
            points = points_text(sum(player.joined.points.values()))
            joined = {**values, "number": player.joined.round, "points": points}
            yield say("{player} joined in round {number} with {points}.", **joined)
        if player.left is not None:
            left = {**values, "number": player.left}
            if is_behind_who_stayed(table, seat):
                yield say("{player} left after round {number}, and stands behind those who stayed.", **left)
            else:
                yield say("{player} left after round {number}.", **left)


def _tricks_that_do_not_add_up(table: Table) -> Iterator[Message]:
    titles = titles_of(table.pad)
    for category in table.pad.categories:
        entries = attended(table.players, category)
        for index in range(min(len(parts_in(entry)) for entry in entries)):
            if (text := category.remark(entries, index)) is not None:
                yield wordless("{what}, {value}.", what=titles[category.key], value=text)


def deciding_gaps(table: Table) -> tuple[Gap, ...]:
    """Return the gaps that may decide who wins: others would, were they filled.

    Where the fewest points win, each gap of a winner is one: nobody knows how many points it hides.
    """
    winners, all_gaps = winners_of(table), gaps(table)
    fewest = table.pad.winner is Winner.FEWEST
    deciding = {
        seat
        for seat, player in enumerate(table.players)
        if (fewest and player.name in winners)
        or any(winners_of(filled) != winners for filled in _filled(table, all_gaps, seat))
    }
    kept = (replace(gap, seats=tuple(seat for seat in gap.seats if seat in deciding)) for gap in all_gaps)
    return tuple(
        gap for gap in kept if gap.seats or any(winners_of(marked) != winners for marked in _with_marks(table, gap))
    )


def _filled(table: Table, all_gaps: Sequence[Gap], seat: int) -> Iterator[Table]:
    """Yield the table with the gaps of a player filled with what each of the others has there."""
    keys = [gap.category.key for gap in all_gaps if seat in gap.seats]
    player = table.players[seat]
    for rival in table.players if keys else ():
        theirs = {key: rival.entries[key] for key in keys if key in rival.entries}
        for gap in all_gaps:
            key = gap.category.key
            mine, entry = player.entries.get(key, ()), theirs.get(key)
            if isinstance(mine, tuple) and isinstance(entry, tuple) and gap.category.shape.in_rounds:
                theirs[key] = (*mine, *gap.category.as_taken_over(entry[len(mine) :]))
        yield with_entries(table, seat, theirs)


def _with_marks(table: Table, gap: Gap) -> Iterator[Table]:
    """Yield the table with each player marked in all rounds in which nobody is, and in each of them alone."""
    alone = [(index,) for index in gap.rounds] if len(gap.rounds) > 1 else []
    for seat, player in enumerate(table.players):
        entry = player.entries.get(gap.category.key, ())
        for rounds in (gap.rounds, *alone) if gap.rounds else ():
            yield with_entries(table, seat, {gap.category.key: gap.category.with_marks(entry, rounds)})


def _of_pad(game: Game[Table], table: Table) -> Game[Table]:
    """Return the game that a pad describes, under its own title and with its own lines."""
    pad = table.pad
    return replace(
        game,
        title=pad.title,
        name=as_typed(pad.title),
        rules=titles_of(pad),
        headings=headings_of(pad),
        bgg_id=pad.bgg,
        players=game.players if pad.players is None else (min(pad.players), max(pad.players)),
    )


SCORE_PAD: Final[Game[Table]] = Game(
    key="score-pad",
    title="Score pad",
    name=say("Score pad"),
    source=say("the pad: whoever made it says how the game is scored"),
    table=Table,
    players=(1, MAX_PLAYERS),
    rules={},
    work_out=columns,
    compares=compares_players,
    criteria=criteria,
    places=places,
    limits=LIMITS,
    more_limits_at_table=LIMITS_AT_TABLE,
    unscorable=outcome_is_missing,
    of_table=_of_pad,
    rulings=lambda table, _sheet: (*_rulings(table), *comings_and_goings(table), *remarks(table)),
    checks_at="scoring.score_pad.checks:CHECKS",
)
