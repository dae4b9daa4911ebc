"""My copy of Little Town: the answers of its gameplay aid where the rulebook is silent, and its objective cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from companion.games.kit import CopyPart, by_name
from companion.tables.state import with_table
from scoring.fields import Between, KeyPattern, OneOf
from scoring.little_town.board import buildings_around, built, workers_around
from scoring.little_town.game import (
    CASTLE_ANY,
    CASTLE_OWN,
    CATHEDRAL_ANY,
    CATHEDRAL_OWN,
    COINS_DO_NOT_FEED,
    COINS_FEED,
    WORKERS_BLOCK,
    WORKERS_DO_NOT_BLOCK,
)
from scoring.little_town.rules import feed_the_workers
from scoring.little_town.state import Table, Tile, Whose
from scoring.messages import Message, points_text, say, titled, wordless
from storage.documents.records import field_of, record_of

if TYPE_CHECKING:
    from companion.games.little_town.actions import LittleTownTable
    from companion.tables.my_copy import MyCopy

GAME: Final = "little-town"

UNSAID: Final = "unsaid"
"""The value kept where the aid does not answer: the question is not asked again, and the ruling holds."""

CARD_POINTS: Final = range(1, 7)
"""The points that an objective card can print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AidAnswer:
    """A possible answer of the aid: the value of the field, a few words, and the ruling as the sheet shows it."""

    value: Whose | bool
    words: Message
    ruling: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class AidQuestion:
    """A question that only the gameplay aid answers, about a field of the table; the first choice is our ruling."""

    field: str
    title: Message
    words: Message
    choices: tuple[AidAnswer, ...]


YES, NO = titled(say("yes")), titled(say("no"))

CASTLE: Final = AidQuestion(
    field="castle_counts",
    title=Tile.CASTLE.noun.title,
    words=say("Which houses around the castle count?"),
    choices=(
        AidAnswer(value=Whose.OWN, words=say("Its owner’s"), ruling=CASTLE_OWN),
        AidAnswer(value=Whose.ANY, words=say("Everybody’s"), ruling=CASTLE_ANY),
    ),
)

CATHEDRAL: Final = AidQuestion(
    field="cathedral_counts",
    title=Tile.CATHEDRAL.noun.title,
    words=say("Whose workers around the cathedral count?"),
    choices=(
        AidAnswer(value=Whose.ANY, words=say("Everybody’s"), ruling=CATHEDRAL_ANY),
        AidAnswer(value=Whose.OWN, words=say("Its owner’s"), ruling=CATHEDRAL_OWN),
    ),
)

WATCHTOWER: Final = AidQuestion(
    field="watchtower_workers_block",
    title=Tile.WATCHTOWER.noun.title,
    words=say("Is a grass square with a worker on it empty?"),
    choices=(
        AidAnswer(value=True, words=NO, ruling=WORKERS_BLOCK),
        AidAnswer(value=False, words=YES, ruling=WORKERS_DO_NOT_BLOCK),
    ),
)

COINS: Final = AidQuestion(
    field="coins_feed",
    title=say("Coins as food"),
    words=say("May 3 coins feed a worker?"),
    choices=(
        AidAnswer(value=True, words=YES, ruling=COINS_FEED),
        AidAnswer(value=False, words=NO, ruling=COINS_DO_NOT_FEED),
    ),
)

QUESTIONS: Final = (CASTLE, CATHEDRAL, WATCHTOWER, COINS)


_WhoseOrUnsaid = Annotated[str, OneOf((*Whose, UNSAID), "an answer of the aid")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AidCard:
    """What the gameplay aid says about fields of a table."""

    castle_counts: _WhoseOrUnsaid | None = None
    cathedral_counts: _WhoseOrUnsaid | None = None
    watchtower_workers_block: bool | Literal["unsaid"] | None = None
    coins_feed: bool | Literal["unsaid"] | None = None


UNSAID_TEXT: Final = say("It does not say")


def _answer_text(field: str, value: str | bool) -> Message:  # noqa: FBT001 - an answer
    question = next(question for question in QUESTIONS if question.field == field)
    answer = next((choice.words for choice in question.choices if choice.value == value), UNSAID_TEXT)
    return wordless("{question} {answer}", question=question.words, answer=answer)


AID: Final[CopyPart[str, Any]] = CopyPart(
    game=GAME, name="aid_card", title=say("Gameplay aid"), entries=record_of(AidCard), words=_answer_text
)

OBJECTIVE_CARDS: Final[CopyPart[str, int]] = CopyPart(
    game=GAME,
    name="objective",
    title=say("Objective cards"),
    entries=field_of(
        Annotated[
            Mapping[str, Annotated[int, Between(CARD_POINTS[0], CARD_POINTS[-1])]],
            KeyPattern(r"[^\x00-\x1f\x7f]{1,200}", "the words of a card"),
        ]
    ),
    words=lambda words, points: say("“{name}”: {words}", name=words, words=points_text(points)),
)

COPY_PARTS: Final = by_name(AID, OBJECTIVE_CARDS)


def aid_answers(copies: MyCopy) -> Mapping[str, Whose | bool | None]:
    """Return the answers of my copy by field; `None` stands for an aid that does not answer."""
    return {field: None if value == UNSAID else value for field, value in AID.values(copies).items()}


def with_my_copy(table: Table, copies: MyCopy) -> Table:
    """Return the table with the answers of my copy."""
    answers = aid_answers(copies)
    values: dict[str, Any] = {field: value for field, value in answers.items() if value is not None}
    return replace(table, **values, answered=tuple(answers))


async def keep_answer(copies: MyCopy, question: AidQuestion, choice: AidAnswer | None) -> None:
    """Keep the answer of the aid; `None` says that it does not answer."""
    await AID.keep(copies, question.field, UNSAID if choice is None else choice.value)


def play_by_answer(state: LittleTownTable, question: AidQuestion, choice: AidAnswer | None) -> LittleTownTable:
    """Play by the answer of the aid, or with `None` by the ruling."""
    value = (choice or question.choices[0]).value
    answered = tuple(dict.fromkeys((*state.table.answered, question.field)))
    return with_table(state, **{question.field: value}, answered=answered)


def answer_in_force(table: Table, question: AidQuestion) -> AidAnswer:
    """Return the answer by which a table plays."""
    value = getattr(table, question.field)
    return next(choice for choice in question.choices if choice.value == value)


def asked_at_the_end(state: LittleTownTable) -> tuple[AidQuestion, ...]:
    """Return the open questions that change the final score."""
    return _open(state.table, tuple((question, bool(owner)) for question, owner in _owners_asked(state.table)))


def _owners_asked(table: Table) -> tuple[tuple[AidQuestion, str], ...]:
    """Return the questions of castle and watchtower with the owner whose points they change, `""` for nobody."""
    castle, tower = built(table, Tile.CASTLE), built(table, Tile.WATCHTOWER)
    others = castle is not None and any(house.owner != castle.owner for house in buildings_around(table, castle.cell))
    workers = tower is not None and bool(workers_around(table, tower.cell))
    return (
        (CASTLE, castle.owner if castle is not None and others else ""),
        (WATCHTOWER, tower.owner if tower is not None and workers else ""),
    )


def asked_at_a_round_end(state: LittleTownTable, seat: int) -> tuple[AidQuestion, ...]:
    """Return the open questions that change the feeding of a seat, or the points of its special buildings."""
    table = state.table
    player = table.players[seat]
    mine = built(table, Tile.CATHEDRAL)
    others = (
        mine is not None
        and mine.owner == player.name
        and any(worker.owner != player.name for worker in workers_around(table, mine.cell))
    )
    meal = feed_the_workers(replace(table, coins_feed=True), player)
    later = ((question, owner == player.name) for question, owner in _owners_asked(table))
    return _open(table, ((CATHEDRAL, others), (COINS, meal.coins > 0), *later))


def _open(table: Table, asked: tuple[tuple[AidQuestion, bool], ...]) -> tuple[AidQuestion, ...]:
    return tuple(question for question, matters in asked if matters and question.field not in table.answered)
