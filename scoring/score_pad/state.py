"""What is known of a table of a score pad. Attribute names are the field names of the documents (contract, section 7).

A pad is part of its table, so a play keeps the pad that it was scored with. Its titles are in the language of whoever
reads them, as far as the pad has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Final

from scoring.fields import IN_PLAY, Between, KeyPattern, Length, Name, PerPlayer, PersonalName
from scoring.messages import Message, as_typed, language, say, wordless
from scoring.players import MAX_MEMBERS
from scoring.score_pad.kinds import AnyCategory, By
from scoring.score_pad.kinds.bids import TRICKS_RANGE
from scoring.score_pad.kinds.category import (
    BY_NUMBER,
    CATEGORY_TITLE,
    MAX_ENTRY,
    MAX_PLAYERS,
    MAX_ROUNDS,
    ROUND_RANGE,
    Category,
    Entry,
    number_in,
    parts_in,
)
from scoring.sheet import Better, Outcome, Winner

MAX_CATEGORIES, MAX_TIE_BREAKS = 40, 6
"""The most categories and tie-breaks of a pad."""

MAX_SUMMED: Final = 6
"""The most categories whose sum breaks ties."""

END_RANGE: Final = Between(1, MAX_ENTRY)
"""The range of the points at which a game ends."""

PLAYERS_RANGE, BGG_RANGE = Between(1, MAX_PLAYERS), Between(1, 9_999_999)
"""The ranges of how many play, and of the number of a game at BoardGameGeek."""

JOINED_RANGE, LEFT_RANGE = Between(2, MAX_ROUNDS), Between(1, MAX_ROUNDS)
"""The ranges of the first round of who comes late, and of the last one of who leaves early."""

PAD_TITLE: Final = PersonalName(80)
"""How long the title of a pad may be."""

OF_CATEGORIES: Final = KeyPattern(r"[\s\S]*", say("the key of a category"))
"""The keys of the categories; limits say which ones the pad has."""

LANGUAGES: Final = KeyPattern(r"[a-z]{2,3}(?:[_-][0-9A-Za-z]{1,8})?", say("the code of a language, such as de,"))


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """The first round of a player who came late, and the points with which they began."""

    round: Annotated[int, JOINED_RANGE, "the first round that the player was there for; earlier ones are 0"]
    points: Annotated[
        Mapping[str, Annotated[int, ROUND_RANGE]],
        OF_CATEGORIES,
        "the points before that round, by the key of a category with rounds",
    ] = field(default_factory=dict)


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
    joined: Annotated[Joined | None, "where the player came after the first round"] = None
    left: Annotated[int | None, LEFT_RANGE, "the last round that the player was there for, of who left early"] = None


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


def number_of(player: Player, key: str) -> int:
    """Return the number entered for a category, 0 without one; a tick is 1 or 0."""
    return number_in(player.entries.get(key))


def length_of(player: Player, key: str) -> int:
    """Return how many rounds, pairs or numbers are entered for a category."""
    return len(parts_in(player.entries.get(key)))


def entries_of(players: Sequence[Player], key: str) -> list[Entry | None]:
    """Return what all players have entered for a category."""
    return [player.entries.get(key) for player in players]


def is_there(player: Player, index: int) -> bool:
    """Return whether a player takes part in a round; rounds count from 0.

    >>> [is_there(Player(name="Clara", joined=Joined(round=3), left=4), index) for index in range(5)]
    [False, False, True, True, False]
    """
    return rounds_before(player) <= index and (player.left is None or index < player.left)


def rounds_before(player: Player) -> int:
    """Return how many rounds were played before a player joined."""
    return 0 if player.joined is None else player.joined.round - 1


def rounds_there(player: Player, number: int) -> int:
    """Return how many of the first rounds a player was there for.

    >>> [rounds_there(Player(name="Clara", joined=Joined(round=3), left=4), number) for number in (1, 3, 4, 5)]
    [0, 1, 2, 2]
    """
    last = number if player.left is None else min(number, player.left)
    return max(last - rounds_before(player), 0)


def rounds_entered(player: Player, key: str) -> int:
    """Return the number of the last round of a category that a player has entered, 0 where there is none."""
    length = length_of(player, key)
    return length if length > rounds_before(player) else 0


def attended(players: Sequence[Player], category: Category) -> list[Entry | None]:
    """Return what all players have entered for a category, of rounds that one of them was not there for ()."""
    entries = entries_of(players, category.key)
    if not category.shape.in_rounds or not any(player.joined or player.left for player in players):
        return entries
    most = max(rounds_entered(player, category.key) for player in players)

    def of_player(player: Player, entry: Entry | None) -> Entry:
        parts = parts_in(entry)
        length = max(len(parts), rounds_before(player))
        if player.left is not None and length >= player.left:
            length = most
        return tuple(parts[index] if is_there(player, index) else () for index in range(min(length, most)))

    return [of_player(player, entry) for player, entry in zip(players, entries, strict=True)]


def with_entries(table: Table, seat: int, entries: Mapping[str, Entry]) -> Table:
    """Return a table with other entries of a player in some categories."""
    player = replace(table.players[seat], entries={**table.players[seat].entries, **entries})
    return replace(table, players=(*table.players[:seat], player, *table.players[seat + 1 :]))


OF_HEADING: Final = ".heading"
"""What follows the key of a category where its heading is meant."""

_NONE: Final[Mapping[str, Mapping[str, str]]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Title:
    """A title, and those in other languages."""

    title: str
    others: Mapping[str, str]

    def __str__(self) -> str:
        return self.others.get(language(), self.title)


def titles_of(pad: Pad) -> dict[str, Message]:
    """Return the title of each category by its key, worded when it is read."""
    return {category.key: _worded(pad, category.key, category.title) for category in pad.categories}


def headings_of(pad: Pad) -> dict[str, Message]:
    """Return the heading of each category that has one by its key, worded when it is read."""
    return {
        category.key: _worded(pad, f"{category.key}{OF_HEADING}", category.heading)
        for category in pad.categories
        if category.heading
    }


def _worded(pad: Pad, key: str, title: str) -> Message:
    others = {code: titles[key] for code, titles in (pad.titles or _NONE).items() if key in titles}
    return wordless("{text}", text=_Title(title=title, others=others)) if others else as_typed(title)


def worded(pad: Pad) -> Pad:
    """Return a pad in the reader's language alone, as a table of it is begun."""
    titles, headings = titles_of(pad), headings_of(pad)

    def in_language(category: AnyCategory) -> AnyCategory:
        heading = headings.get(category.key)
        return replace(category, title=str(titles[category.key]), heading=None if heading is None else str(heading))

    return pad if pad.titles is None else replace(pad, categories=tuple(map(in_language, pad.categories)), titles=None)
