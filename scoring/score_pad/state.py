"""What is known of a table of a score pad. Attribute names are the field names of the documents (contract, section 7).

A pad is part of its table, so a play keeps the pad that it was scored with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final, Literal

from scoring.fields import MAX_INTEGER, Between, KeyPattern, Length, Name, Pattern, PersonalName
from scoring.messages import say
from scoring.sheet import Better

MAX_PLAYERS: Final = 12
"""The most players at a table."""

MAX_CATEGORIES, MAX_TIE_BREAKS = 40, 6
"""The most categories and tie-breaks of a pad."""

MAX_STEPS, MAX_PLACES = 40, 6
"""The most values of steps, apart from that of 0, and of a majority."""

MAX_ROUNDS, MAX_PRODUCTS = 100, 50
"""The most entries of the lists that are entered."""

MAX_ENTRY: Final = 9_999_999
"""The largest number that is entered as points or counted: some games are about money."""

WORTH_RANGE, ROUND_RANGE, FACTOR_RANGE = Between(-999, 999), Between(-MAX_ENTRY, MAX_ENTRY), Between(0, 999)
"""The ranges of what one thing is worth, of points and those of a round, and of each number of a product."""

COUNT_RANGE, STEPS_RANGE = Between(0, MAX_ENTRY), Between(0, MAX_INTEGER)
"""The ranges of what is counted, for itself or for a majority, and of the number of steps."""

PER_RANGE, LEAST_RANGE, PLACE_RANGE = Between(1, 99), Between(1, 99), Between(0, 999)
"""The ranges of how many things count once, of how many take a place, and of what a place is worth."""

PLAYERS_RANGE, BGG_RANGE = Between(1, MAX_PLAYERS), Between(1, 9_999_999)
"""The ranges of how many play, and of the number of a game at BoardGameGeek."""

PAD_TITLE, CATEGORY_TITLE = PersonalName(80), PersonalName(60)
"""How long the titles of a pad and of a category may be."""

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


class Beyond(StrEnum):
    """What a number is worth for which steps say nothing: as much as the last one, or begun again."""

    LAST = "last"
    AGAIN = "again"


class Ties(StrEnum):
    """What players get who are level for a place of a majority."""

    SHARE = "share"
    ALL = "all"
    NONE = "none"


class By(StrEnum):
    """What of a category breaks a tie: its points, or the number that was entered."""

    POINTS = "points"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A line of the sheet; each kind adds what it takes."""

    key: Annotated[Key, "the rule of its line, and the field of the entries"]
    title: Annotated[str, CATEGORY_TITLE]
    kind: Annotated[Kind, "how an entry becomes points"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps(Category):
    """A number with a printed value."""

    kind: Literal[Kind.STEPS] = Kind.STEPS
    values: Annotated[tuple[Worth, ...], Length(2, 1 + MAX_STEPS), "what 0, 1, 2, … are worth"]
    beyond: Annotated[
        Beyond, "what more is worth: as much as the last value, or the last value again and again, and what is left"
    ] = Beyond.LAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds(Category):
    """Points round by round."""

    kind: Literal[Kind.ROUNDS] = Kind.ROUNDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Products(Category):
    """Pairs of numbers that are multiplied, such as squares and crowns."""

    kind: Literal[Kind.PRODUCTS] = Kind.PRODUCTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Majority(Category):
    """Points for those who have the most of something."""

    kind: Literal[Kind.MAJORITY] = Kind.MAJORITY
    values: Annotated[
        tuple[Annotated[int, PLACE_RANGE], ...], Length(1, MAX_PLACES), "the points for the most, the second most, …"
    ]
    ties: Annotated[Ties, "what those get who are level: their share of the values, all the best one, or nothing"] = (
        Ties.SHARE
    )
    least: Annotated[int, LEAST_RANGE, "how many are needed for a place"] = 1


Alone = Points | Count | Tick | Steps | Rounds | Products
"""A category in which each player scores alone."""

AnyCategory = Alone | Majority


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """A criterion for players who are level on points and on the tie-breaks before."""

    category: Annotated[str, "the key of a category"]
    wanted: Annotated[Better, "which is the better one"] = Better.MOST
    by: Annotated[By, "its points, or the number entered; a tick is 1 or 0"] = By.POINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """How a game is scored: its categories, who wins, and how ties break."""

    title: Annotated[str, PAD_TITLE]
    winner: Annotated[Better, "whether the most or the fewest points win"] = Better.MOST
    players: Annotated[
        tuple[Annotated[int, PLAYERS_RANGE], ...] | None, Length(2, 2), "the fewest and the most players"
    ] = None
    bgg: Annotated[int | None, BGG_RANGE, "the number of the game at BoardGameGeek"] = None
    categories: Annotated[tuple[AnyCategory, ...], Length(1, MAX_CATEGORIES), "in the order of the sheet"]
    tie_breaks: Annotated[tuple[TieBreak, ...], Length(0, MAX_TIE_BREAKS), "in the order in which they are asked"] = ()


Pair = Annotated[tuple[Annotated[int, FACTOR_RANGE], ...], Length(2, 2)]
Entry = Annotated[int, ROUND_RANGE] | bool | tuple[Annotated[int, ROUND_RANGE] | Pair, ...]
"""What is entered for a category: a number, a tick, the points of each round, or pairs of numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player, with what is entered for each category; without an entry it is 0, not ticked, or nothing."""

    name: Name
    entries: Annotated[
        Mapping[str, Entry],
        KeyPattern(r"[\s\S]*", say("the key of a category")),  # limits say which keys the pad has
        "by the key of the category: a number, true or false, the points of each round, or pairs of numbers",
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table: the pad and the players."""

    pad: Pad
    players: Annotated[tuple[Player, ...], Length(1, MAX_PLAYERS), "in seat order"]
