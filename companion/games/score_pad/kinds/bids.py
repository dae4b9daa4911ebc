"""Rounds in which players bid and make tricks, as the app has them."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

from companion.games.said_entries import BID, BID_NAMES, BONUS, MADE, Takes
from companion.games.score_pad.kinds.kind import (
    Cell,
    Dial,
    EntryPart,
    KindKit,
    bid_in_play,
    number_in,
    numbers_at,
    round_remark,
    round_title,
    with_entry,
    with_points,
)
from companion.tables.state import with_table
from scoring.fields import Between
from scoring.messages import Message, as_typed, counted, points_text, say, with_commas
from scoring.score_pad.game import entered_by
from scoring.score_pad.kinds import Bids, BidWorth
from scoring.score_pad.kinds.bids import MAX_BIDS, TERM_RANGE, TRICKS_RANGE
from scoring.score_pad.kinds.category import groups_in
from scoring.score_pad.state import Player, Table, is_there, length_of
from scoring.sheet import MISSING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.score_pad.kinds.kind import State

Cards: TypeAlias = "Literal['round'] | tuple[int, ...]"
"""The cards of the rounds of bids: their number, or a list."""

_TERMS: Final = (
    ("per_bid", say("bid")),
    ("per_made", say("made")),
    ("per_off", say("off")),
    ("per_card", say("cards")),
)
"""What the points of a round of bids may be multiplied by, by the field that says how much."""


CASES: Final[Mapping[str, Message]] = {
    "made": say("made as bid"),
    "over": say("more than bid"),
    "missed": say("missed"),
    "zero": say("nothing bid and nothing made"),
    "zero_missed": say("nothing bid and something made"),
}
"""When a round of bids is worth what, by the field that says it."""

OPTIONAL_CASES: Final = ("over", "zero", "zero_missed")
"""The cases that a pad may leave to those before them."""

_FACTORS: Final[Mapping[str, Message]] = {
    "base": say("for the round"),
    "per_bid": say("for each trick bid"),
    "per_made": say("for each trick made"),
    "per_off": say("for each trick off"),
    "per_card": say("for each card"),
}
"""What the numbers of a round of bids are for."""

_ROUND: Final = 3
"""The cards of the round that is the example."""

_BIDS: Final = ((2, 2), (2, 1), (2, 3), (0, 0), (0, 1))
"""The bids that are the example."""

_FIRST_CARDS: Final = 10
"""The cards of a round that the choices begin with."""

_CARDS_RANGES: Final = (Between(2, MAX_BIDS), Between(2, (MAX_BIDS + 1) // 2), Between(1, TRICKS_RANGE.high))
"""The most cards of a round where each has one less, where they become more and less again, and where all have them."""


WIZARD: Final = Bids(
    key="preset", title="?", made=BidWorth(base=20, per_made=10), missed=BidWorth(per_off=-10), cards="round"
)
SKULL_KING: Final = Bids(
    key="preset",
    title="?",
    made=BidWorth(per_bid=20),
    missed=BidWorth(per_off=-10),
    zero=BidWorth(per_card=10),
    zero_missed=BidWorth(per_card=-10),
    cards="round",
)
OH_HELL: Final = Bids(key="preset", title="?", made=BidWorth(base=5, per_bid=2), missed=BidWorth(per_off=-2))
SPADES: Final = Bids(
    key="preset",
    title="?",
    made=BidWorth(per_bid=10),
    missed=BidWorth(per_bid=-10),
    over=BidWorth(per_bid=10, per_off=1),
    zero=BidWorth(base=100),
    zero_missed=BidWorth(base=-100),
)


class BidsKit(KindKit[Bids]):
    """Round by round a bid and what was made of it, and a bonus."""

    of = Bids
    name = say("Bids")
    is_typed = False
    presets: ClassVar = {"Wizard": WIZARD, "Skull King": SKULL_KING, "Oh Hell": OH_HELL, "Spades": SPADES}
    takes_said = Takes.BIDS
    in_turn = True
    own_reason = True

    def worth(self, category: Bids, _titles: Mapping[str, str]) -> Message:
        """Return what rounds of bids are worth.

        >>> wizard = Bids(key="bids", title="Bids", made=BidWorth(base=20, per_made=10), missed=BidWorth(per_off=-10))
        >>> str(BidsKit().worth(wizard, {}))
        'made as bid: 20 + 10 × made, missed: -10 × off'
        """
        cases: tuple[tuple[Message, BidWorth | None], ...] = (
            (say("made as bid"), category.made),
            (say("more than bid"), category.over),
            (say("missed"), category.missed),
            (say("nothing bid and nothing made"), category.zero),
            (say("nothing bid and something made"), category.zero_missed),
        )
        return with_commas(
            say("{what}: {value}", what=what, value=_worth(worth)) for what, worth in cases if worth is not None
        )

    def examples(self, category: Bids, _titles: Mapping[str, str]) -> tuple[Message, ...]:
        """Return what bids are worth that are made and missed.

        >>> wizard = Bids(key="", title="", made=BidWorth(base=20, per_made=10), missed=BidWorth(per_off=-10))
        >>> print(*BidsKit().examples(wizard, {})[:2], sep="; ")
        bid 2, made 2: 20 + 2 × 10 = 40; bid 2, made 1: 1 × -10 = -10
        """
        of_round = replace(category, cards=(category.cards_in(_ROUND - 1) or _ROUND,))
        return with_points([of_round.points((bid,)) for bid in _BIDS])

    def dials(self, category: Bids) -> tuple[Dial, ...]:
        return tuple(
            Dial(path=(case, factor), name=with_commas((when, what)), range=TERM_RANGE)
            for case, when in CASES.items()
            if getattr(category, case) is not None
            for factor, what in _FACTORS.items()
        )

    def parts(self, category: Bids, table: Table, seat: int, rounds: int) -> tuple[EntryPart, ...]:
        return tuple(part for index in range(rounds) for part in self.cell_parts(category, table, seat, index))

    def cell_parts(self, category: Bids, table: Table, seat: int, index: int | None) -> tuple[EntryPart, ...]:
        key = category.key
        made, bid = length_of(table.players[seat], key), EntryPart(key=key, index=index, factor=BID)
        if index is None:
            return (EntryPart(key=key),)
        if index > made:
            return ()
        if index < made:
            return bid, replace(bid, factor=MADE), replace(bid, factor=BONUS)
        return (bid,) if bid_in_play(table, seat, key) is None else (bid, replace(bid, factor=MADE))

    def rounds_to_enter(self, category: Bids, players: Sequence[Player]) -> int:
        """Return how many rounds there is room for: as many as a list of cards has.

        In the next one nobody bids before all have said what they made in the last one.
        """
        made = entered_by(category, players)
        most = len(category.cards) if isinstance(category.cards, tuple) else MAX_BIDS
        return max(*made, min(1 + min(made), most), 0)

    def with_number(self, state: State, seat: int, part: EntryPart, number: int | None) -> State:
        """Enter a number of a round; what was made completes the round that is played.

        Where it is taken out of the last round, that is played again.
        """
        key, index = part.key, part.index or 0
        rounds, bid = groups_in(state.table.players[seat].entries.get(key)), bid_in_play(state.table, seat, key)
        if index == len(rounds) and part.factor == BID:
            return _with_bid_in_play(state, seat, key, number)
        if index == len(rounds):
            if bid is None or number is None:
                return state
            return _with_bid_in_play(with_entry(state, seat, key, (*rounds, (bid, number))), seat, key, None)
        played = rounds[index]
        if number is None and part.factor == MADE and index == len(rounds) - 1 and bid is None:
            return _with_bid_in_play(with_entry(state, seat, key, rounds[:-1] or None), seat, key, played[BID])
        bonus = played[BONUS:] if part.factor != BONUS else () if number is None else (number,)
        numbers = [*played[:BONUS]]
        if part.factor != BONUS:
            numbers[part.factor or 0] = number or 0
        return with_entry(state, seat, key, (*rounds[:index], (*numbers, *bonus), *rounds[index + 1 :]))

    def round_title(self, category: Bids, index: int) -> Message:
        cards = category.cards_in(index)
        if cards in (0, index + 1):
            return round_title(index)
        return counted(cards, "{round}: {number} card", "{round}: {number} cards", round=round_title(index))

    def part_title(self, title: Message, part: EntryPart) -> Message:
        return title if part.factor is None else with_commas((title, BID_NAMES[part.factor]))

    def reason(self, category: Bids, table: Table, part: EntryPart, seat: int) -> Message | None:
        score = self.round_score(category, table, part.index or 0, seat)
        return self.fit(category, table, part.index or 0) if part.factor == BID or score is None else score[1]

    def fit(self, category: Bids, table: Table, index: int) -> Message | None:
        """Return whether what was bid in a round, or made in it, fits its tricks; `None` where nobody has bid.

        Before anybody bids, it is what was wrong with the round before. Where the pad does not say how many cards there
        are, it is the sum alone.
        """
        seats = [seat for seat, player in enumerate(table.players) if is_there(player, index)]
        cards = category.cards_in(index)
        bids, made = (
            numbers_at(table, seats, EntryPart(key=category.key, index=index, factor=at)) for at in (BID, MADE)
        )
        if not bids:
            return round_remark(self, category, table, index - 1)
        if len(made) == len(seats):
            return self.remark(category, table, index) or say("{bid} bid", bid=sum(bids))
        if cards == 0:
            return (
                say("{bid} bid", bid=sum(bids)) if len(bids) == len(seats) else say("{bid} bid so far", bid=sum(bids))
            )
        if len(bids) < len(seats):
            return counted(
                cards, "{bid} bid so far for {number} trick", "{bid} bid so far for {number} tricks", bid=sum(bids)
            )
        return counted(cards, "{bid} bid for {number} trick", "{bid} bid for {number} tricks", bid=sum(bids))

    def shown(self, category: Bids, cell: Cell) -> dict[str, Any]:
        if cell.part.index is None:
            return KindKit.shown(self, category, cell)
        if cell.is_wrong:
            return {}
        score = self.round_score(category, cell.table, cell.part.index, cell.seat)
        numbers = [number_in(cell.table, cell.seat, replace(cell.part, factor=factor)) for factor in (BID, MADE)]
        bid, made = (MISSING if number is None else number for number in numbers)
        if made == MISSING:
            said = cell.said if bid == MISSING else (say("bid {bid}", bid=bid),)
            return {"figure": bid, "firm": bid != MISSING, "said": said}
        worth, points = (None, ()) if score is None else (score[0], (points_text(score[0]),))
        said = (say("bid {bid}, made {made}", bid=bid, made=made), *points)
        return {"figure": f"{bid}/{made}", "firm": True, "worth": worth, "said": said}

    def choices(self, category: Bids, part: EntryPart) -> int:
        return 0 if part.factor == BONUS else category.cards_in(part.index or 0)


def _worth(worth: BidWorth) -> Message:
    """Return what a round is worth as a sum, such as `20 + 10 × made`."""
    terms: list[Message] = [as_typed(str(worth.base))] if worth.base else []
    for field, factor in _TERMS:
        if each := getattr(worth, field):
            terms.append(say("{each} × {factor}", each=each, factor=factor))
    added, *others = terms or [as_typed("0")]
    for term in others:
        added = say("{first} + {second}", first=added, second=term)
    return added


def _with_bid_in_play(state: State, seat: int, key: str, bid: int | None) -> State:
    """Return the table with what a player has bid in the round that is played."""
    bids = [dict(before or {}) for before, _ in zip_longest(state.table.bids, state.table.players)]
    bids[seat].pop(key, None)
    if bid is not None:
        bids[seat][key] = bid
    return with_table(state, bids=tuple(bids) if any(bids) else ())


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


def cards_choices(number: int) -> tuple[Cards, ...]:
    """Return the usual cards of rounds: as many as its number, one less each, more and less again, always the same.

    >>> [cards_text(cards) for cards in cards_choices(4)]
    ['1, 2, 3 …', '4 … 1', '1 … 4 … 1', '4, 4, 4 …']
    """
    first, peak, always = (range_.clamp(number) for range_ in _CARDS_RANGES)
    up = tuple(range(1, peak + 1))
    return "round", tuple(range(first, 0, -1)), (*up, *up[-2::-1]), (always,) * MAX_BIDS


def cards_dial(cards: Cards) -> tuple[int, Between] | None:
    """Return the number that makes the usual cards of rounds what they are, and its range, `None` where none does."""
    number = most_cards(cards)
    ranges = zip(cards_choices(number)[1:], _CARDS_RANGES, strict=True)
    return next(((number, range_) for choice, range_ in ranges if choice == cards), None)


def most_cards(cards: Cards | None) -> int:
    """Return the most cards of a round, those that the choices begin with where no list says it."""
    return max(cards) if isinstance(cards, tuple) else _FIRST_CARDS


def cards_text(cards: Cards) -> str:
    """Return how many cards the rounds have, in short."""
    if cards == "round":
        return "1, 2, 3 …"
    first, most, last = cards[0], max(cards), cards[-1]
    if min(cards) == most:
        return f"{most}, {most}, {most} …"
    return " … ".join(map(str, (first, last) if most in (first, last) else (first, most, last)))


def with_case_turned(category: Bids, case: str) -> Bids:
    """Return rounds of bids in which a case is worth something of its own, or again what others are."""
    values: dict[str, Any] = {case: BidWorth() if getattr(category, case) is None else None}
    return replace(category, **values)
