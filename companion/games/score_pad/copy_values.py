"""The pads that are kept here and the answers to questions of the shelf, entries of my copy; and pads in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

from companion.games.kit import ANY_KEY, CopyPart, by_name
from companion.games.score_pad.kinds import kit_of
from companion.games.score_pad.kinds.kind import rounds_of_category, titles_of_keys
from companion.games.score_pad.shelf import ready_pads
from scoring.fields import PersonalName
from scoring.messages import Message, as_typed, counted, points_text, say, with_commas, wordless
from scoring.score_pad.game import SCORE_PAD, entered_by, gaps
from scoring.score_pad.kinds import By, Category
from scoring.score_pad.kinds.category import at_number
from scoring.score_pad.rules import criteria, places
from scoring.score_pad.state import OF_HEADING, Ends, Pad, Table, TieBreak, keys_of, titles_of, worded
from scoring.sheet import Better, Column, Winner
from storage.documents.records import field_of
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from scoring.game import Game
    from scoring.sheet import Standing


KEEPS: Final = say("Tables and plays keep the pad that they began with.")

WINNERS: Final[Mapping[Winner, Message]] = {
    Winner.MOST: say("The most points win"),
    Winner.FEWEST: say("The fewest points win"),
    Winner.TOGETHER: say("All win or lose together"),
}
"""Who wins, as a sentence and as a choice."""


def category_text(category: Category, titles: Mapping[str, str]) -> Message:
    """Return a category in words: its title, and what it is worth; `titles` are those of the pad by their keys."""
    worth = kit_of(category).worth(category, titles)
    return as_typed(category.title) if worth is None else say("{what}: {value}", what=category.title, value=worth)


def tie_break_text(tie_break: TieBreak, titles: Mapping[str, str]) -> Message:
    """Return a tie-break in words; `titles` are those of the categories by their keys."""
    title: str | Message = " + ".join(titles_of_keys(keys_of(tie_break), titles))
    if tie_break.by is By.POINTS:
        title = say("points for {title}", title=title)
    if tie_break.wanted is Better.MOST:
        return say("the most {title}", title=title)
    return say("the fewest {title}", title=title)


def ends_text(ends: Ends, titles: Mapping[str, str | Message]) -> Message:
    """Return when a game ends in words.

    >>> from scoring.score_pad.state import Ends
    >>> str(ends_text(Ends(at={"2": 100, "4": 80}), {}))
    'at 100 points with 2 players, 80 points with 4 players'
    """
    if isinstance(ends.at, int):
        at = [points_text(ends.at)]
    else:
        at = [_points_with(number, points) for number, points in ends.at.items()]
    if ends.category is None:
        return say("at {points}", points=with_commas(at))
    return say("at {points} for {what}", points=with_commas(at), what=titles.get(ends.category, ends.category))


def _points_with(number: str, points: int) -> Message:
    return counted(
        int(number), "{points} with {number} player", "{points} with {number} players", points=points_text(points)
    )


def pad_lines(pad: Pad) -> Iterator[Message]:
    """Yield all that a pad says apart from its title: who wins, for how many it is, the categories, the tie-breaks."""
    pad = worded(pad)
    yield WINNERS[pad.winner]
    if pad.players is not None:
        yield _players(*pad.players)
    titles = {category.key: category.title for category in pad.categories}
    for category in pad.categories:
        if category.heading is not None:
            yield as_typed(category.heading)
        yield category_text(category, titles)
    if pad.tie_breaks:
        order = with_commas([tie_break_text(tie_break, titles) for tie_break in pad.tie_breaks])
        yield say("{what}: {value}", what=say("Ties"), value=order)
    if pad.ends is not None:
        yield say("{what}: {value}", what=say("Ends"), value=ends_text(pad.ends, titles))
    if pad.bgg is not None:
        yield say("{what}: {value}", what=say("BoardGameGeek number"), value=pad.bgg)


def deck_lines(pad: Pad) -> tuple[Message, ...]:
    """Return what a pad says of its decks, nothing where it has none."""
    of_cards = (category for category in pad.categories if category.shape.of_cards)
    return tuple(worth for category in of_cards if (worth := kit_of(category).worth(category, {})) is not None)


def pad_summary(pad: Pad) -> tuple[Message, ...]:
    """Return what a pad says, in short: the titles of its categories, and who wins."""
    return as_typed(", ".join(map(str, titles_of(pad).values()))), WINNERS[pad.winner]


def _players(low: int, high: int) -> Message:
    if low == high:
        return counted(low, "For {number} player", "For {number} players")
    return say("For {low} to {high} players", low=low, high=high)


def leading(table: Table, columns: Sequence[Column]) -> Message | None:
    """Return who leads in words, `None` where nobody does, or nobody can say."""
    first = _in_front(table, columns)
    if not first:
        return None
    if len(first) == len(columns):
        return say("all are level")
    wins = {tick.key: tick.title for tick in table.pad.categories if tick.wins_at_once}
    leaders, decided_by = tuple(standing.player for standing in first), first[0].decided_by
    if decided_by in wins:
        return say("{what}: {value}", what=leaders, value=wins[decided_by])
    return counted(
        len(first),
        "{leaders} leads with {points}",
        "{leaders} lead with {points}",
        leaders=leaders,
        points=points_text(first[0].total),
    )


def leaders(table: Table, columns: Sequence[Column]) -> tuple[str, ...]:
    """Return the names of those who lead, nobody where all are level."""
    first = _in_front(table, columns)
    return tuple(standing.player for standing in first) if len(first) < len(columns) else ()


def _in_front(table: Table, columns: Sequence[Column]) -> list[Standing]:
    """Return the places in front, none where one player is alone, all play together, or nothing is entered yet.

    Where the fewest points win, nobody is in the midst of a round, nor who lacks an entry: nobody knows how many
    points it hides.
    """
    if len(columns) == 1 or table.pad.winner is Winner.TOGETHER or not any(player.entries for player in table.players):
        return []
    fewest = table.pad.winner is Winner.FEWEST
    if fewest and not _is_complete(table):
        return []
    first = [standing for standing in places(table, tuple(columns), criteria(table)) if standing.place == 1]
    return [] if fewest and _lacking(table) & {standing.player for standing in first} else first


def _lacking(table: Table) -> set[str]:
    return {table.players[seat].name for gap in gaps(table) for seat in gap.seats}


def _is_complete(table: Table) -> bool:
    begun = [category for category in _in_rounds(table) if rounds_of_category(table.players, category.key)]
    return all(player.entries for player in table.players) and all(
        round_is_complete(table, category) for category in begun
    )


def round_is_complete(table: Table, category: Category) -> bool:
    """Return whether at least one round was played, and everybody who took part in the last one has an entry for it.

    Who has fewer rounds than that took no part.
    """
    key = category.key
    played = rounds_of_category(table.players, key)
    lacking = any(rounds == played - 1 for rounds in entered_by(category, table.players))
    return played > 0 and not lacking and not any(key in bids for bids in table.bids)


def _in_rounds(table: Table) -> list[Category]:
    return [category for category in table.pad.categories if category.shape.in_rounds]


def at_end(table: Table, columns: Sequence[Column]) -> Message | None:
    """Return who has reached the points at which the game ends, `None` where nobody has, or a round is not complete."""
    in_rounds = _in_rounds(table)
    least, reached = _reached(table, columns)
    if not reached or not all(round_is_complete(table, category) for category in in_rounds):
        return None
    values = {"players": tuple(reached), "points": max(reached.values()) if len(reached) == 1 else least}
    if in_rounds:
        return counted(
            len(reached),
            "{players} has {points}: this was the last round",
            "{players} have {points} or more: this was the last round",
            **values,
        )
    return counted(
        len(reached),
        "{players} has {points}: the game ends",
        "{players} have {points} or more: the game ends",
        **values,
    )


def still_to_reach(table: Table) -> Message | None:
    """Return at how many points a game of rounds ends where nobody has them; without rounds it may end otherwise."""
    if table.pad.ends is None or not _in_rounds(table) or _reached(table, SCORE_PAD.columns(table))[1]:
        return None
    return say("it ends {when}", when=ends_text(table.pad.ends, titles_of(table.pad)))


def _reached(table: Table, columns: Sequence[Column]) -> tuple[int, Mapping[str, int]]:
    """Return the points at which a game ends, and those of who has as many."""
    ends = table.pad.ends
    if ends is None:
        return 0, {}
    least = at_number(ends.at, max(sum(player.left is None for player in table.players), 1))
    return least, {column.player: points for column in columns if (points := _points(column, ends.category)) >= least}


def _points(column: Column, key: str | None) -> int:
    """Return the points of a column, or those of its line for a category."""
    if key is None:
        return column.total
    return next(line.points for line in column.lines if line.rule == key)


GAME: Final = "score-pad"

PADS_PART: Final = "pads"


PADS: Final[CopyPart[str, Pad]] = CopyPart(
    game=GAME,
    name=PADS_PART,
    title=say("Score pads"),
    entries=field_of(Annotated[Mapping[str, Pad], ANY_KEY]),
    words=lambda _, pad: say("{what}: {value}", what=pad.title, value="\n".join(map(str, pad_lines(pad)))),
    order=lambda entry: (by_letter(entry.value.title), entry.key),
)


def _answer_text(key: str, answer: str) -> Message:
    game = ready_pads().get(key)
    choice = None if game is None else game.choice(answer)
    value = answer if game is None or choice is None else game.ask(choice)
    return say("{what}: {value}", what=key if game is None else game.title, value=value)


ANSWERS: Final[CopyPart[str, str]] = CopyPart(
    game=GAME,
    name="shelf",
    title=say("Answers to questions of ready score pads"),
    entries=field_of(Annotated[Mapping[str, Annotated[str, PersonalName(200)]], ANY_KEY]),
    words=_answer_text,
)

COPY_PARTS: Final = by_name(PADS, ANSWERS)


def read_pad(value: object) -> Pad | None:
    """Return a pad from JSON in the reader's language, `None` where it is none, or breaks a limit."""
    entry = PADS.read("", value)
    return None if entry is None else worded(entry.value)


def with_titles_of(before: Pad | None, made: Pad) -> Pad:
    """Return a pad that was made of another one with the titles of that one in all languages, where they still hold."""
    if before is None or before.titles is None:
        return made
    shown = {category.key: category for category in worded(before).categories}
    first = {category.key: category for category in before.categories}
    names: dict[str, str | None] = {}
    categories = []
    for category in made.categories:
        was = shown.get(category.key)
        if was is not None and was.title == category.title:
            names[category.key] = first[category.key].title
        if was is not None and was.heading is not None and was.heading == category.heading:
            names[category.key + OF_HEADING] = first[category.key].heading
        title, heading = names.get(category.key), names.get(category.key + OF_HEADING)
        categories.append(replace(category, title=title or category.title, heading=heading or category.heading))
    titles = {
        code: {key: title for key, title in by_key.items() if key in names} for code, by_key in before.titles.items()
    }
    return replace(made, categories=tuple(categories), titles=titles)


def pads(copies: MyCopy) -> Mapping[str, Pad]:
    """Return the pads by their ids in the reader's language, by their titles, without those that cannot be read."""
    return {key: worded(pad) for key, pad in PADS.values(copies).items()}


def is_of_shelf(copies: MyCopy, key: str) -> bool:
    """Return whether the pad of an id is that of the shelf: who changed it has a copy under the same id."""
    return key in ready_pads() and key not in copies.part(PADS_PART)


def pad_here(copies: MyCopy, key: str) -> Pad | None:
    """Return the pad of an id: mine, else that of the shelf; `None` where there is neither."""
    if is_of_shelf(copies, key):
        return ready_pads()[key].pad(ANSWERS.values(copies).get(key))
    return read_pad(copies.part(PADS_PART).get(key))


def game_by_pad(pad: Pad) -> Game[Table]:
    """Return the game that a pad describes."""
    return SCORE_PAD.at(Table(pad=pad, players=()))


def answer_here(copies: MyCopy, key: str) -> Message | None:
    """Return the question of a pad of the shelf with its answer, the usual one at first; `None` where there is none."""
    game = ready_pads()[key] if is_of_shelf(copies, key) else None
    if game is None or game.file.ask is None:
        return None
    choice = game.choice(ANSWERS.values(copies).get(key)) or game.file.ask.choices[0]
    return wordless("{question} {answer}", question=game.ask(game.file.ask), answer=game.ask(choice))
