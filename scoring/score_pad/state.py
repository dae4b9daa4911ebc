"""What is known of a table of a score pad. Attribute names are the field names of the documents (contract, section 7).

A pad is part of its table, so a play keeps the pad that it was scored with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final, Literal, TypeVar

from scoring.fields import (
    IN_PLAY,
    MAX_INTEGER,
    WHERE_SET,
    Between,
    KeyPattern,
    Keys,
    Length,
    Name,
    Pattern,
    PerPlayer,
    PersonalName,
)
from scoring.messages import say
from scoring.sheet import Better

T = TypeVar("T", int, tuple[int, ...], tuple[tuple[int, ...], ...])

MAX_PLAYERS: Final = 12
"""The most players at a table."""

MAX_CATEGORIES, MAX_TIE_BREAKS = 40, 6
"""The most categories and tie-breaks of a pad."""

MAX_STEPS, MAX_PLACES = 40, 6
"""The most values of steps, apart from that of 0, and of a majority."""

MAX_ROUNDS, MAX_PRODUCTS, MAX_LOOKUPS, MAX_BIDS = 100, 50, 50, 40
"""The most entries of the lists that are entered; rounds are also those in which a player is marked."""

MAX_LEVEL: Final = MAX_PLAYERS - 1
"""The most numbers of players who can be level, from two on."""

MAX_COMPARED, MAX_SUMMED, MAX_MEMBERS = 12, 6, 6
"""The most categories of which one is the lowest, and whose sum breaks ties, and the most people of a team."""

MAX_ENTRY: Final = 9_999_999
"""The largest number that is entered as points or counted: some games are about money."""

WORTH_RANGE, ROUND_RANGE, FACTOR_RANGE = Between(-999, 999), Between(-MAX_ENTRY, MAX_ENTRY), Between(0, 999)
"""The ranges of what one thing is worth, of points and those of a round, and of each number of a product."""

COUNT_RANGE, STEPS_RANGE = Between(0, MAX_ENTRY), Between(0, MAX_INTEGER)
"""The ranges of what is counted, for itself or for a majority, and of the number of steps."""

PER_RANGE, LEAST_RANGE, PLACE_RANGE = Between(1, 99), Between(0, 99), Between(-999, 999)
"""The ranges of how many things count once, of how many take a place, and of what a place is worth."""

TRICKS_RANGE, TIMES_RANGE, ADD_RANGE = Between(0, 99), Between(-99, 99), Between(0, 999)
"""The ranges of cards, bids and tricks, of what a sum is multiplied by, and of what is added to a number."""

END_RANGE: Final = Between(1, MAX_ENTRY)
"""The range of the points at which a game ends."""

PLAYERS_RANGE, BGG_RANGE = Between(1, MAX_PLAYERS), Between(1, 9_999_999)
"""The ranges of how many play, and of the number of a game at BoardGameGeek."""

PAD_TITLE, CATEGORY_TITLE = PersonalName(80), PersonalName(60)
"""How long the titles of a pad and of a category may be."""

BY_NUMBER: Final = Keys(tuple(str(number) for number in range(1, MAX_PLAYERS + 1)))
"""The keys of values by number of players: the largest that is not above the number holds, else the smallest."""

OF_CATEGORIES: Final = KeyPattern(r"[\s\S]*", say("the key of a category"))
"""The keys of the categories; limits say which ones the pad has."""

LANGUAGES: Final = KeyPattern(r"[a-z]{2,3}(?:[_-][0-9A-Za-z]{1,8})?", say("the code of a language, such as de,"))

Worth = Annotated[int, WORTH_RANGE]
Key = Annotated[str, Pattern("[a-z0-9_]{1,40}", say("1 to 40 characters of a to z, 0 to 9 and _"))]


class Kind(StrEnum):
    """The kinds of categories."""

    POINTS = "points"
    COUNT = "count"
    TICK = "tick"
    STEPS = "steps"
    ROUNDS = "rounds"
    PRODUCTS = "products"
    MAJORITY = "majority"
    LOOKUPS = "lookups"
    BIDS = "bids"
    LOWEST = "lowest"
    BONUS = "bonus"
    MARKED = "marked"


class Winner(StrEnum):
    """Who wins: who has the most or the fewest points, or all together or nobody."""

    MOST = "most"
    FEWEST = "fewest"
    TOGETHER = "together"


class Outcome(StrEnum):
    """How a game ended that all play together."""

    WON = "won"
    LOST = "lost"


class Beyond(StrEnum):
    """What a number is worth for which steps say nothing: as much as the last one, or begun again."""

    LAST = "last"
    AGAIN = "again"


class Ties(StrEnum):
    """What players get who are level for a place of a majority."""

    SHARE = "share"
    ALL = "all"
    NONE = "none"
    NEXT = "next"


class By(StrEnum):
    """What of a category breaks a tie: its points, or the number that was entered."""

    POINTS = "points"
    ENTRY = "entry"


class MarkedRule(StrEnum):
    """What a round is worth for the player who is marked in it."""

    DOUBLE = "double"
    CLEAR = "clear"
    TAKE = "take"


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A line of the sheet; each kind adds what it takes."""

    key: Annotated[Key, "the rule of its line, and the field of the entries"]
    title: Annotated[str, CATEGORY_TITLE]
    kind: Annotated[Kind, "how an entry becomes points"]
    heading: Annotated[str | None, CATEGORY_TITLE, "what it and the categories after it stand under"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Category):
    """Points that the players add up themselves."""

    kind: Literal[Kind.POINTS] = Kind.POINTS
    low: Annotated[int, ROUND_RANGE, "the fewest points that can be entered"] = ROUND_RANGE.low
    high: Annotated[int, ROUND_RANGE, "the most points that can be entered"] = ROUND_RANGE.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Category):
    """A number of things that are worth the same."""

    kind: Literal[Kind.COUNT] = Kind.COUNT
    each: Annotated[Worth, "the points for every full `per`"]
    per: Annotated[int, PER_RANGE, "how many things are needed for that"] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Category):
    """Something that a player has or has not."""

    kind: Literal[Kind.TICK] = Kind.TICK
    worth: Annotated[Worth, "the points where it is ticked"]
    wins: Annotated[bool, "whether who has it stands before all who have not, whatever the points"] = field(
        default=False, metadata=WHERE_SET
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EachBeyond:
    """What each one beyond the last value adds to it."""

    each: Worth


BEYOND: Final = (
    "what more is worth: as much as the last value, the last value again and again, and what is left, or so much each"
)

Values = Annotated[tuple[Worth, ...], Length(2, 1 + MAX_STEPS), "what 0, 1, 2, … are worth"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps(Category):
    """A number with a printed value."""

    kind: Literal[Kind.STEPS] = Kind.STEPS
    values: Values
    beyond: Annotated[Beyond | EachBeyond, BEYOND] = Beyond.LAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds(Category):
    """Points round by round."""

    kind: Literal[Kind.ROUNDS] = Kind.ROUNDS
    times: Annotated[int, TIMES_RANGE, "what their sum is multiplied by"] = field(default=1, metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Products(Category):
    """Pairs of numbers that are multiplied, such as squares and crowns."""

    kind: Literal[Kind.PRODUCTS] = Kind.PRODUCTS


PlaceValues = Annotated[tuple[Annotated[int, PLACE_RANGE], ...], Length(1, MAX_PLACES)]
"""The points for the most, the second most, …."""

LevelValues = Annotated[
    tuple[Annotated[tuple[Annotated[int, PLACE_RANGE], ...], Length(1, MAX_LEVEL)], ...], Length(1, MAX_PLACES)
]
"""For each place what each of two players gets who are level for it, each of three, …."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Majority(Category):
    """Points for those who have the most of something, or the fewest.

    Where the fewest win, everybody has a place, and `least` is `None`.
    """

    kind: Literal[Kind.MAJORITY] = Kind.MAJORITY
    values: Annotated[
        PlaceValues | Annotated[Mapping[str, PlaceValues], BY_NUMBER],
        "the points for the most, the second most, …; or these by the number of players",
    ]
    ties: Annotated[
        Ties,
        "what those get who are level: their share of the values, all the best one, nothing, "
        "or that of their rank, where ranks have no gaps",
    ] = Ties.SHARE
    least: Annotated[
        int | None, LEAST_RANGE, "how many are needed for a place, 1 unless it is said; with 0 all have one"
    ] = None
    wanted: Annotated[Better, "which is the better one"] = field(default=Better.MOST, metadata=WHERE_SET)
    level: Annotated[
        LevelValues | Annotated[Mapping[str, LevelValues], BY_NUMBER] | None,
        "for each place what each of 2, 3, … players gets who are level for it; or these by the number of players",
    ] = None

    def __post_init__(self) -> None:
        """Let one be needed for a place where the most win."""
        if self.least is None and self.wanted is Better.MOST:
            object.__setattr__(self, "least", 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookups(Category):
    """Numbers with a printed value each, such as those of several trees."""

    kind: Literal[Kind.LOOKUPS] = Kind.LOOKUPS
    values: Values
    beyond: Annotated[Beyond | EachBeyond, BEYOND] = field(default=Beyond.LAST, metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class BidWorth:
    """What a round of bids is worth: the sum of these."""

    base: Annotated[Worth, "for the round"] = field(default=0, metadata=WHERE_SET)
    per_bid: Annotated[Worth, "for each trick that was bid"] = field(default=0, metadata=WHERE_SET)
    per_made: Annotated[Worth, "for each trick that was made"] = field(default=0, metadata=WHERE_SET)
    per_off: Annotated[Worth, "for each trick between the two"] = field(default=0, metadata=WHERE_SET)
    per_card: Annotated[Worth, "for each card of the round"] = field(default=0, metadata=WHERE_SET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bids(Category):
    """Round by round a bid and what was made of it, and a bonus, which does not count where the bid was missed."""

    kind: Literal[Kind.BIDS] = Kind.BIDS
    made: Annotated[BidWorth, "a round in which as many were made as bid"]
    missed: Annotated[BidWorth, "a round in which fewer were made, or more unless `over` says otherwise"]
    over: Annotated[BidWorth | None, "a round in which more were made; otherwise `missed`"] = None
    zero: Annotated[BidWorth | None, "a round in which none were bid and none made; otherwise `made`"] = None
    zero_missed: Annotated[BidWorth | None, "a round in which none were bid and some made; otherwise `over`"] = None
    cards: Annotated[
        Literal["round"] | Annotated[tuple[Annotated[int, TRICKS_RANGE], ...], Length(1, MAX_BIDS)] | None,
        "the cards of a round: its number, or one of a list, 0 beyond it",
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lowest(Category):
    """The lowest of several categories, and how many times it counts."""

    kind: Literal[Kind.LOWEST] = Kind.LOWEST
    of: Annotated[tuple[str, ...], Length(2, MAX_COMPARED), "the keys of the categories"]
    by: Annotated[By, "their points, or the numbers entered; a tick is 1 or 0"] = field(
        default=By.POINTS, metadata=WHERE_SET
    )
    worth: Annotated[Worth, "what it is multiplied by"] = field(default=1, metadata=WHERE_SET)
    counted: Annotated[bool, "whether a number is entered by which it is multiplied as well"] = field(
        default=False, metadata=WHERE_SET
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Category):
    """Points for enough points in other categories."""

    kind: Literal[Kind.BONUS] = Kind.BONUS
    of: Annotated[tuple[str, ...], Length(1, MAX_COMPARED), "the keys of the categories"]
    at_least: Annotated[int, ROUND_RANGE, "how many points they need together"]
    worth: Annotated[Worth, "the points for that"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Category):
    """A number round by round, and who is marked in the round, such as whoever ended it."""

    kind: Literal[Kind.MARKED] = Kind.MARKED
    rule: Annotated[
        MarkedRule,
        "the number of the marked player is doubled unless it is the lowest alone; or nothing counts for them if "
        "nobody has less; or they get the numbers of all others",
    ]
    negatives: Annotated[bool | None, "with double: whether numbers below 0 are doubled as well"] = None
    add: Annotated[int | None, ADD_RANGE, "with clear: what is added if somebody has less"] = None
    lose: Annotated[bool | None, "with take: whether the others lose their numbers"] = None


Alone = Points | Count | Tick | Steps | Rounds | Products | Lookups | Bids
"""A category in which each player scores alone, by what is entered for it."""

Derived = Lowest | Bonus
"""A category that is worked out from others."""

AnyCategory = Alone | Majority | Derived | Marked


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """A criterion for players who are level on points and on the tie-breaks before."""

    category: Annotated[
        str | Annotated[tuple[str, ...], Length(2, MAX_SUMMED)], "the key of a category, or several whose sum counts"
    ]
    wanted: Annotated[Better, "which is the better one"] = Better.MOST
    by: Annotated[By, "its points, or the number entered; a tick is 1 or 0"] = By.POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """The points at which a game ends."""

    at: Annotated[
        Annotated[int, END_RANGE] | Annotated[Mapping[str, Annotated[int, END_RANGE]], BY_NUMBER],
        "so many points, or these by the number of players",
    ]
    category: Annotated[str | None, "the key of the category in which they are reached, otherwise the total"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """How a game is scored: its categories, who wins, and how ties break."""

    title: Annotated[str, PAD_TITLE]
    winner: Annotated[Winner, "whether the most or the fewest points win, or all together"] = Winner.MOST
    players: Annotated[
        tuple[Annotated[int, PLAYERS_RANGE], ...] | None, Length(2, 2), "the fewest and the most players"
    ] = None
    bgg: Annotated[int | None, BGG_RANGE, "the number of the game at BoardGameGeek"] = None
    categories: Annotated[tuple[AnyCategory, ...], Length(1, MAX_CATEGORIES), "in the order of the sheet"]
    tie_breaks: Annotated[tuple[TieBreak, ...], Length(0, MAX_TIE_BREAKS), "in the order in which they are asked"] = ()
    ends: Annotated[Ends | None, "when the game ends"] = None
    titles: Annotated[
        Mapping[str, Annotated[Mapping[str, Annotated[str, CATEGORY_TITLE]], OF_CATEGORIES]] | None,
        LANGUAGES,
        "the titles in other languages, by the code of the language and the key of the category, or KEY.heading",
    ] = None


Pair = tuple[int, int]
"""Two numbers that are multiplied."""

GROUP_SIZES: Final = range(2, 4)

Group = Annotated[tuple[Annotated[int, ROUND_RANGE] | bool, ...], Length(GROUP_SIZES[0], GROUP_SIZES[-1])]
"""A pair of numbers; a bid, what was made, and a bonus where there is one; or a number and whether it is marked."""

Entry = Annotated[int, ROUND_RANGE] | bool | tuple[Annotated[int, ROUND_RANGE] | Group, ...]
"""What is entered for a category: a number, a tick, or a list of numbers or of groups of them; limits say which."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player, with what is entered for each category; without an entry it is 0, not ticked, or nothing."""

    name: Name
    entries: Annotated[
        Mapping[str, Entry],
        OF_CATEGORIES,
        "by the key of the category: a number, true or false, numbers or points of each round, pairs of numbers, "
        "a bid, what was made and a bonus of each round, or a number of each round and whether it is marked",
    ] = field(default_factory=dict)
    members: Annotated[tuple[Name, ...] | None, Length(2, MAX_MEMBERS), "the people of a team"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table: the pad and the players.

    In play, `bids` is what each player has bid in the rounds that are played, by the key of the category.
    """

    pad: Pad
    players: Annotated[tuple[Player, ...], Length(1, MAX_PLAYERS), "in seat order"]
    outcome: Annotated[Outcome | None, "with a pad that all win together: how it ended"] = None
    bids: Annotated[
        tuple[Annotated[Mapping[str, Annotated[int, TRICKS_RANGE]], OF_CATEGORIES], ...], PerPlayer(may_be_empty=True)
    ] = field(default=(), metadata=IN_PLAY)


def keys_of(tie_break: TieBreak) -> tuple[str, ...]:
    """Return the keys of the categories by which a tie is broken."""
    return (tie_break.category,) if isinstance(tie_break.category, str) else tie_break.category


def at_number(values: T | Mapping[str, T], players: int) -> T:
    """Return the value for so many players.

    >>> [at_number({"2": 100, "4": 80}, players) for players in (1, 3, 4, 5)]
    [100, 100, 80, 80]
    """
    if not isinstance(values, Mapping):
        return values
    numbers = sorted(map(int, values))
    return values[str(max((number for number in numbers if number <= players), default=numbers[0]))]
