"""What lies on a table of Carpe Diem. Attribute names are the field names of the documents (contract, section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Annotated, Final

from scoring.carpe_diem.villa_chart import KEY, VillaChart
from scoring.fields import (
    IN_PLAY,
    Amount,
    Between,
    Entered,
    KeyPattern,
    Keys,
    Length,
    Name,
    Noun,
    NounKey,
    Number,
    OneOf,
    OrNull,
    Seat,
    SeatText,
    Without,
    numbers_of,
    numbers_under,
)
from scoring.grid import SIDES, squares
from scoring.messages import forms, say, titled


class Edition(NounKey):
    """The edition of the game; they differ in the tie-break and past the end of the prestige bar."""

    FIRST = "first", Noun(say("first edition"))
    SECOND = "second", Noun(say("second edition"))


class BreadSets(StrEnum):
    """How often three bread may meet a card in one visit to the forum."""

    UNLIMITED = "unlimited"
    ONE_PER_VISIT = "one-per-visit"


class Kind(NounKey):
    """What a feature on a building tile shows."""

    POND = "pond", Noun(say("pond"))
    GARDEN = "garden", Noun(say("garden"))
    VINEYARD = "vineyard", Noun(say("vineyard"))
    FARMYARD = "farmyard", Noun(say("farmyard"))
    MERCHANT = "merchant", Noun(say("merchant"))
    GRANARY = "granary", Noun(say("granary"))
    ADMINISTRATION = "administration", Noun(say("administration"))
    CRAFTSMAN = "craftsman", Noun(say("craftsman"))
    VILLA = "villa", Noun(say("villa"))
    MARKET = "market", Noun(say("market"))
    BAKERY = "bakery", Noun(say("bakery"))
    FOUNTAIN = "fountain", Noun(say("fountain"))


LANDSCAPES = (Kind.POND, Kind.GARDEN, Kind.VINEYARD, Kind.FARMYARD)
DWELLINGS = (Kind.MERCHANT, Kind.GRANARY, Kind.ADMINISTRATION, Kind.CRAFTSMAN)
SINGLE_TILES = (Kind.MARKET, Kind.BAKERY, Kind.FOUNTAIN)


class Good(NounKey):
    """The goods, one for each landscape."""

    GRAPES = "grapes", Noun(say("grapes"), forms=forms("{number} grape", "{number} grapes"))
    HERBS = "herbs", Noun(say("herbs"), forms=forms("{number} herb", "{number} herbs"))
    CHICKEN = "chicken", Noun(say("chicken"), forms=forms("{number} chicken", "{number} chicken"))
    FISH = "fish", Noun(say("fish"), forms=forms("{number} fish", "{number} fish"))


_COINS: Final = Number(say("coins"), forms=forms("{number} coin", "{number} coins"), mark="coin")
_BREAD: Final = Number(say("bread"), forms=forms("{number} bread", "{number} bread"), mark="bread")
"""What coins and bread are called, and their drawings."""

COINS, BREAD = "coins", "bread"
"""Names of what is counted beside goods, as the documents have them."""


class Thing(NounKey):
    """The things that a forum card asks for: completed structures of a kind, chimneys, any landscapes or dwellings."""

    POND = "pond", Noun(say("ponds"), forms=forms("{number} pond", "{number} ponds"))
    GARDEN = "garden", Noun(say("gardens"), forms=forms("{number} garden", "{number} gardens"))
    VINEYARD = "vineyard", Noun(say("vineyards"), forms=forms("{number} vineyard", "{number} vineyards"))
    FARMYARD = "farmyard", Noun(say("farmyards"), forms=forms("{number} farmyard", "{number} farmyards"))
    MERCHANT = "merchant", Noun(say("merchants"), forms=forms("{number} merchant", "{number} merchants"))
    GRANARY = "granary", Noun(say("granaries"), forms=forms("{number} granary", "{number} granaries"))
    ADMINISTRATION = (
        "administration",
        Noun(say("administrations"), forms=forms("{number} administration", "{number} administrations")),
    )
    CRAFTSMAN = "craftsman", Noun(say("craftsmen"), forms=forms("{number} craftsman", "{number} craftsmen"))
    VILLA = "villa", Noun(say("villas"), forms=forms("{number} villa", "{number} villas"))
    MARKET = "market", Noun(say("markets"), forms=forms("{number} market", "{number} markets"))
    BAKERY = "bakery", Noun(say("bakeries"), forms=forms("{number} bakery", "{number} bakeries"))
    FOUNTAIN = "fountain", Noun(say("fountains"), forms=forms("{number} fountain", "{number} fountains"))
    CHIMNEYS = ("chimneys", Noun(say("chimneys"), forms=forms("{number} chimney", "{number} chimneys"), mark="chimney"))
    LANDSCAPE = ("landscape", Noun(say("landscapes"), forms=forms("{number} landscape", "{number} landscapes")))
    DWELLING = "dwelling", Noun(say("dwellings"), forms=forms("{number} dwelling", "{number} dwellings"))


CARD_POINTS_RANGE = Between(-99, 999)
"""The range of the points on victory point cards, which may be a debt."""

VILLA_POINTS_RANGE, GOAL_POINTS_RANGE = Between(0, 999), Between(1, 20)
"""The ranges of the points for a villa, and of those on a frame goal or a fountain card."""

ASKED_RANGE, REWARD_RANGE = Between(1, 9), Between(0, 30)
"""The ranges of each number that a forum card asks for, and of each that it gives."""

CHIMNEYS_RANGE = Between(0, 9)
"""The range of the chimneys on a part of a villa."""

FRAME_LENGTH, FOUNTAIN_CARDS_LENGTH = Length(0, 8), Length(0, 24)
"""How many goals a frame may have, and how many fountain cards a player."""

PRESTIGE_END = 20
"""The last space of the prestige bar by default (one public source)."""

ROUNDS: Final = 7
"""Rounds of a building phase, with any number of players. Rulebook, Playing the Game."""

DISTRICT_COLUMNS = DISTRICT_ROWS = 6
DISTRICT_SQUARES = squares(DISTRICT_COLUMNS, DISTRICT_ROWS)
FORUM_COLUMNS, FORUM_ROWS = 4, 3
FORUM_SQUARES = squares(FORUM_COLUMNS, FORUM_ROWS)
CARDS_OF_A_VISIT = 2
"""The cards of a visit; a marker lies between them."""

SHOVEL_SQUARES = ("C3", "D3", "C4", "D4")
FRAME_LINES = tuple("ABCDEF123456")
OPENINGS = tuple("".join(some) for number in range(len(SIDES) + 1) for some in combinations(SIDES, number))

DistrictSquare = Annotated[str, OneOf(DISTRICT_SQUARES, say("a square of the district, A1 to F6"))]
ForumSquare = Annotated[str, OneOf(FORUM_SQUARES, say("a square of the forum, A1 to D3"))]


RULES: Final = {
    "victory_cards": titled(say("victory point cards")),
    "items": say("Items on resource board"),
    "prestige": say("Prestige bar"),
    "frame": say("Frame achievements"),
    "fountains": titled(say("fountain cards")),
    "villas": Thing.VILLA.noun.title,
}
"""The lines of the sheet in their order, by the rule that each is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One landscape, half a dwelling, a part of a villa, or a market, bakery or fountain, and the sides it reaches."""

    kind: Kind
    opens: Annotated[
        str,
        OneOf(OPENINGS, say("some of the sides N, E, S, W, in that order, or an empty text for none,")),
        "the sides of the tile that the feature reaches, such as NE; empty for a market, bakery or fountain",
    ]
    chimneys: Annotated[int, CHIMNEYS_RANGE, "chimneys on this part of a villa; 0 for all other kinds"] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A building tile on its square; a side that no feature reaches is grass."""

    cell: Annotated[DistrictSquare, "the square: a column letter and a row number, A1 top left"]
    features: Annotated[tuple[Feature, ...], Length(1, 4), "what the tile shows; sides reached by none are grass"]


@dataclass(frozen=True, slots=True, kw_only=True)
class District:
    """The 6 × 6 city district; its shovel space differs by board and is `None` while unknown."""

    shovel: Annotated[
        str | None,
        OneOf(SHOVEL_SQUARES, say("one of the four middle squares")),
        OrNull(),
        "where the board shows the shovel; null where nobody says",
    ] = None
    tiles: Annotated[tuple[Tile, ...], "in any order"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The counts of a district: completed structures, the chimneys of each completed villa, and all chimneys."""

    counts: Annotated[
        Mapping[Kind, Amount],
        Without((Kind.VILLA,), say("completed villas belong in `villas`, with their chimneys")),
        "completed structures of each kind but villas",
    ]
    villas: Annotated[tuple[Amount, ...], "the chimneys of each completed villa"]
    chimneys: Annotated[
        Amount,
        Number(say("all chimneys"), mark="chimney", range=Between(0, 999)),
        "all chimneys in the district, also of villas that are not completed",
    ]


CHIMNEYS: Final = numbers_of(Tally)["chimneys"]

COUNTS: Final = {
    kind: number
    for kind, number in numbers_under(Kind, "counts", Between(0, len(DISTRICT_SQUARES))).items()
    if kind is not Kind.VILLA
}
"""The numbers of a tally: all chimneys, and completed structures by kind, of which there are no more than squares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameGoal:
    """A goal on a frame part: with a district the column or row it points along, with a tally whether it is met."""

    kind: Kind
    points: Annotated[int, GOAL_POINTS_RANGE]
    line: Annotated[
        str | None,
        OneOf(FRAME_LINES, say("a column A to F or a row 1 to 6")),
        "with a district: the column or row that the goal points along",
    ] = None
    met: Annotated[bool | None, "with a tally: whether the goal is met"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FountainCard:
    """A fountain card: points for each completed structure of a kind."""

    kind: Kind
    points: Annotated[int, GOAL_POINTS_RANGE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reward:
    """What a forum card gives each time it is met."""

    points: Annotated[
        int, REWARD_RANGE, Number(say("points"), forms=forms("{number} point", "{number} points"), mark="victory_card")
    ] = 0
    coins: Annotated[int, REWARD_RANGE, _COINS] = 0
    bread: Annotated[int, REWARD_RANGE, _BREAD] = 0
    prestige: Annotated[
        int,
        REWARD_RANGE,
        Number(say("steps on the prestige bar"), forms=forms("{number} step", "{number} steps"), mark="prestige"),
    ] = 0


REWARDS: Final = tuple(numbers_of(Reward).values())
"""What a forum card may give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A forum card: goods to pay (A and B) or things to own (C and D), exactly one of the two, and a reward."""

    name: Name | None = None
    pay: Annotated[
        Mapping[Good, Annotated[int, ASKED_RANGE]] | None, "cards A and B: the goods of one payment; not beside own"
    ] = None
    own: Annotated[
        Mapping[Thing, Annotated[int, ASKED_RANGE]] | None,
        "cards C and D: what one set takes; landscape or dwelling (any of them) stand alone; not beside pay",
    ] = None
    reward: Annotated[Reward, "what one set gives, at least one part above 0"] = Reward()


@dataclass(frozen=True, slots=True, kw_only=True)
class Forum:
    """The forum: three rows of four cards, `None` where none lies, and the markers between two cards."""

    cards: Annotated[
        tuple[Annotated[tuple[Card | None, ...], Length(FORUM_COLUMNS, FORUM_COLUMNS)], ...],
        Length(FORUM_ROWS, FORUM_ROWS),
        "three rows of four cards, null where none lies",
    ]
    markers: Annotated[
        tuple[Annotated[tuple[ForumSquare, ...], Length(CARDS_OF_A_VISIT, CARDS_OF_A_VISIT)], ...],
        "each the two neighbouring squares it lies between; columns A to D, rows 1 to 3",
    ] = ()


ITEMS_RANGE: Final = Between(0, 999)
"""The range in which items of a sort are entered, though documents allow more."""

_ITEMS: Final = "items"
"""The group of the numbers that lie on a resource board beside goods."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player: the resource board, the marker on the prestige bar, the writs, and a district or its tally."""

    name: Name
    victory_cards: Annotated[
        int | None,
        CARD_POINTS_RANGE,
        Number(say("victory point cards"), say("Points on victory cards"), mark="victory_card"),
        "the points on the victory point cards held; may be a debt, and may be absent where the line is entered",
    ] = None
    goods: Annotated[Mapping[Good, Amount], Noun(say("goods"))] = field(default_factory=dict)
    coins: Annotated[
        Amount, replace(_COINS, range=ITEMS_RANGE, in_the_box=24, group=_ITEMS)  # Rulebook, Game Material
    ] = 0
    bread: Annotated[
        Amount, replace(_BREAD, range=ITEMS_RANGE, in_the_box=18, group=_ITEMS)  # Rulebook, Game Material
    ] = 0
    stored_tiles: Annotated[
        Amount,
        Number(
            say("stored tiles"),
            forms=forms("{number} stored tile", "{number} stored tiles"),
            mark="stored_tile",
            range=ITEMS_RANGE,
            group=_ITEMS,
        ),
        "tiles laid face down on the resource board",
    ] = 0
    prestige: Annotated[
        int,
        Between(0, 99),
        Number(say("steps on the prestige bar"), say("Space on the prestige bar"), mark="prestige"),
        "the space of the marker on the prestige bar, at most prestige_end",
    ]
    stack: Annotated[
        Amount, Number(say("markers beneath on that space")), "how many markers lie beneath this player's on that space"
    ] = 0
    writs_left: Annotated[
        int, Between(0, 9), Number(say("writs left"), mark="writ"), "writs still on the district board"
    ]
    district: Annotated[
        District | None, Noun(say("district")), "the district, tile by tile; or a tally, or its lines entered"
    ] = None
    tally: Annotated[
        Tally | None, Noun(say("district, as counted")), "the district only counted; or a district instead"
    ] = None
    frame: Annotated[
        tuple[FrameGoal, ...], FRAME_LENGTH, Noun(say("frame goals")), "the goals on the frame, met or not"
    ] = ()
    fountain_cards: Annotated[
        tuple[FountainCard, ...], FOUNTAIN_CARDS_LENGTH, Noun(say("fountain cards")), "the fountain cards held"
    ] = ()
    entered: Annotated[Entered, Keys(tuple(RULES))] = None


NUMBERS: Final = numbers_of(Player)
"""The numbers of a player by their fields."""

GOODS: Final = tuple(replace(good, in_the_box=5) for good in numbers_under(Good, "goods", ITEMS_RANGE).values())
"""The goods on a resource board, each kind for itself. Rulebook, Game Material."""

ITEMS_ON_BOARD: Final = tuple(numbers_of(Player, _ITEMS).values())
"""What lies on a resource board beside goods; each counts as an item."""


class Objective(NounKey):
    """The objective of a visit to the forum: points now, or the largest rise of the final total."""

    POINTS = "points", Noun(say("points now"))
    FINAL = "final", Noun(say("the final total"), titled(say("final total")))


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedVisit:
    """A booked visit to the forum: its phase, its seat, the squares of the marker, and what it brought.

    One that was skipped has no squares.
    """

    phase: int
    seat: Seat
    cells: tuple[str, ...]
    points: int
    prestige: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table, players in seat order, the starting player of the game first.

    In play, `phase` is the open or next forum phase, 1 to 4, and 5 after the last; `order` has the seats in the order
    fixed when the phase began, and is empty before; `round` is that of the building phase where somebody notes it;
    `visits` are booked, and weighed for the `objective`; `settled` names the structures whose bonus was taken or
    waived, by seat, kind and squares (`0 pond C3 D3`); `writs` the squares whose writ was taken (`0 C4`).
    """

    players: Annotated[tuple[Player, ...], Length(2, 4), "in seat order, the starting player of the game first"]
    edition: Edition = Edition.SECOND
    villa_chart: Annotated[
        Mapping[str, Annotated[int, VILLA_POINTS_RANGE]],
        Noun(say("villa chart")),
        KeyPattern(KEY, say("a number of chimneys from 1 to 999, the highest with + if more chimneys count the same")),
        "chimneys of a completed villa to points, as the resource board prints them; 5+ is 5 and more",
    ] = field(default_factory=dict)
    prestige_end: Annotated[int, Between(0, 99), "the last space of the prestige bar"] = PRESTIGE_END
    bread_sets: Annotated[BreadSets, "how often three bread may meet a card in one visit"] = BreadSets.UNLIMITED
    forum: Annotated[Forum | None, "the cards of the forum, for the check forum"] = None
    phase: int = field(default=1, metadata=IN_PLAY)
    order: tuple[Seat, ...] = field(default=(), metadata=IN_PLAY)
    round: Annotated[int | None, Between(1, ROUNDS)] = field(default=None, metadata=IN_PLAY)
    visits: tuple[BookedVisit, ...] = field(default=(), metadata=IN_PLAY)
    objective: Objective = field(default=Objective.POINTS, metadata=IN_PLAY)
    settled: tuple[SeatText, ...] = field(default=(), metadata=IN_PLAY)
    writs: tuple[SeatText, ...] = field(default=(), metadata=IN_PLAY)

    @property
    def chart(self) -> VillaChart:
        """The villa chart as a value that knows the points of each villa."""
        return VillaChart.read(self.villa_chart)
