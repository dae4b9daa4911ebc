"""The pads that are kept here, by their ids, and what was answered to questions of the shelf: entries of my copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

from companion.games.kit import ANY_KEY, CopyPart, by_name
from companion.games.score_pad.shelf import ready_pads
from companion.games.score_pad.wording import pad_lines
from scoring.fields import PersonalName
from scoring.messages import say
from scoring.score_pad.game import SCORE_PAD
from scoring.score_pad.state import OF_HEADING, Pad, Table, worded
from storage.documents.records import field_of
from storage.repositories.values import by_letter

if TYPE_CHECKING:
    from companion.games.score_pad.shelf import Question
    from companion.tables.my_copy import MyCopy
    from scoring.game import Game
    from scoring.messages import Message

GAME: Final = "score-pad"

PADS_PART: Final = "pads"


PADS: Final[CopyPart[str, Pad]] = CopyPart(
    game=GAME,
    name=PADS_PART,
    title=say("Pads"),
    entries=field_of(Annotated[Mapping[str, Pad], ANY_KEY]),
    words=lambda _, pad: say("{what}: {value}", what=pad.title, value="\n".join(map(str, pad_lines(pad)))),
    order=lambda entry: (by_letter(entry.value.title), entry.key),
)


def _answer_text(key: str, answer: str) -> Message:
    game = ready_pads().get(key)
    choice = None if game is None else game.choice(answer)
    return say("{what}: {value}", what=key if game is None else game.title, value=str(choice or answer))


ANSWERS: Final[CopyPart[str, str]] = CopyPart(
    game=GAME,
    name="shelf",
    title=say("Answers to questions of ready pads"),
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


def open_question(copies: MyCopy, key: str) -> Question | None:
    """Return what a pad of the shelf asks before its first table, `None` where it asks nothing or was answered."""
    if not is_of_shelf(copies, key):
        return None
    game = ready_pads()[key]
    return game.file.ask if game.choice(ANSWERS.values(copies).get(key)) is None else None
