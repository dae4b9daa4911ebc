"""Rounds of bids, and rounds that somebody closes or wins: who is next to enter a number, and what is said of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.score_pad.actions import BID, BONUS, MADE, EntryPart, number_in
from scoring.messages import counted, say
from scoring.score_pad.bids import bids as bids_worth
from scoring.score_pad.bids import cards_in, tricks_text
from scoring.score_pad.entries import bids_of, length_of, marks_of
from scoring.score_pad.marked import closed_by_nobody
from scoring.score_pad.marked import marked as marked_worth
from scoring.score_pad.state import Bids, Marked, MarkedRule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.messages import Message
    from scoring.score_pad.kinds import Scored
    from scoring.score_pad.state import AnyCategory, Table

BID_NAMES: Final[Mapping[int, Message]] = {BID: say("bid"), MADE: say("made"), BONUS: say("bonus")}
"""What each number of a round of bids is."""

MARKED_BY: Final[Mapping[MarkedRule, Message]] = {
    MarkedRule.DOUBLE: say("closed the round"),
    MarkedRule.CLEAR: say("closed the round"),
    MarkedRule.TAKE: say("won the round"),
}
"""What the player did who is marked in a round."""


def bids_text(category: Bids, table: Table, index: int) -> Message | None:
    """Return whether what was bid in a round, or made in it, fits its tricks; `None` where nobody has bid.

    Before anybody bids, it is what was wrong with the round before. Where the pad does not say how many cards there
    are, it is the sum alone.
    """
    seats, cards = range(len(table.players)), cards_in(category, index)
    bids, made = (numbers_of(table, seats, EntryPart(key=category.key, index=index, factor=at)) for at in (BID, MADE))
    if not bids:
        return round_remark(category, table, index - 1)
    if len(made) == len(seats):
        return complete_remark(category, table, index) or say("{bid} bid", bid=sum(bids))
    if cards == 0:
        return say("{bid} bid", bid=sum(bids)) if len(bids) == len(seats) else say("{bid} bid so far", bid=sum(bids))
    if len(bids) < len(seats):
        return counted(
            cards, "{bid} bid so far for {number} trick", "{bid} bid so far for {number} tricks", bid=sum(bids)
        )
    return counted(cards, "{bid} bid for {number} trick", "{bid} bid for {number} tricks", bid=sum(bids))


def round_remark(category: AnyCategory, table: Table, index: int) -> Message | None:
    """Return what is missing in a round that was begun, or cannot be right in it, `None` where nothing is."""
    lacking = tuple(player.name for player in table.players if length_of(player, category.key) <= index)
    if index < 0 or len(lacking) == len(table.players):
        return None
    if lacking:
        return say("{round}: nothing entered for {players}", round=round_title(index), players=lacking)
    return complete_remark(category, table, index)


def complete_remark(category: AnyCategory, table: Table, index: int) -> Message | None:
    """Return what cannot be right in a round for which everybody has an entry, `None` where somebody lacks one."""
    key, players = category.key, table.players
    if any(length_of(player, key) <= index for player in players):
        return None
    if isinstance(category, Bids):
        return tricks_text(category, [bids_of(player, key) for player in players], index)
    if not isinstance(category, Marked) or index not in closed_by_nobody(
        category, [marks_of(player, key) for player in players]
    ):
        return None
    nobody = say("nobody won it") if category.rule is MarkedRule.TAKE else say("nobody closed it")
    return say("{what}: {value}", what=round_title(index), value=nobody)


def round_title(index: int) -> Message:
    """Return the name of a round."""
    return say("Round {number}", number=index + 1)


def numbers_of(table: Table, seats: Sequence[int], part: EntryPart) -> list[int]:
    """Return the numbers of those who have entered one there."""
    numbers = (number_in(table, seat, part) for seat in seats)
    return [number for number in numbers if number is not None]


def next_number(table: Table, seats: Sequence[int], part: EntryPart, seat: int) -> tuple[EntryPart, int] | None:
    """Return the number of a round that is entered after one of a seat, `None` where the round is complete.

    First everybody bids, from that seat on; then everybody says what they made, from the first of these seats on.
    """
    at = seats.index(seat)
    around = (*seats[at + 1 :], *seats[:at])
    bid, made = replace(part, factor=BID), replace(part, factor=MADE)
    if part.factor == BID:
        order = [*((bid, rival) for rival in around), *((made, rival) for rival in seats)]
    else:
        order = [*((made, rival) for rival in around), *((bid, rival) for rival in seats)]
    blank = (number for number in order if number_in(table, number[1], number[0]) is None)
    return next(
        (number for number in blank if number[0].factor == BID or number_in(table, number[1], bid) is not None), None
    )


def round_score(table: Table, seat: int, category: Bids | Marked, index: int) -> Scored | None:
    """Return the points of a round and their arithmetic, `None` where a player has not entered it."""
    key, players = category.key, table.players
    if index >= length_of(players[seat], key):
        return None
    if isinstance(category, Bids):
        alone = replace(category, cards=(cards_in(category, index),))
        return bids_worth(alone, bids_of(players[seat], key)[index : index + 1])
    entered = [marks_of(player, key)[index : index + 1] for player in players]
    return marked_worth(category, entered, [player.name for player in players])[seat]
