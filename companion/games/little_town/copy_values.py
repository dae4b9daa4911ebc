"""My copy of Little Town: what the gameplay aid says where the rulebook does not, and objective cards of one's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.little_town.actions import with_beside, with_table
from scoring.little_town.board import buildings_around, built, workers_around
from scoring.little_town.round_end import feed_the_workers
from scoring.little_town.rulings import (
    CASTLE_ANY,
    CASTLE_OWN,
    CATHEDRAL_ANY,
    CATHEDRAL_OWN,
    COINS_DO_NOT_FEED,
    COINS_FEED,
    WORKERS_BLOCK,
    WORKERS_DO_NOT_BLOCK,
)
from scoring.little_town.state import Tile, Whose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.little_town.actions import LittleTownTable, Transition
    from companion.tables.my_copy import MyCopy
    from scoring.little_town.state import Table
    from scoring.messages import Message

AID_PART: Final = "aid_card"
CARD_PART: Final = "objective"

UNSAID: Final = "unsaid"
"""What is kept where the aid does not say it: the question is not asked again, and the ruling holds."""

CARD_POINTS: Final = range(1, 7)
"""What an objective card may print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the aid may say: the value of the field, in a few words, and the ruling as the sheet shows it."""

    value: Whose | bool
    words: str
    ruling: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What only the gameplay aid of one's copy can answer: the field of the table; the first choice is the ruling."""

    field: str
    title: str
    words: str
    choices: tuple[Choice, ...]


CASTLE: Final = Question(
    field="castle_counts",
    title="Castle",
    words="Which houses around the castle count?",
    choices=(
        Choice(value=Whose.OWN, words="Its owner’s", ruling=CASTLE_OWN),
        Choice(value=Whose.ANY, words="Everybody’s", ruling=CASTLE_ANY),
    ),
)
CATHEDRAL: Final = Question(
    field="cathedral_counts",
    title="Cathedral",
    words="Whose workers around the cathedral count?",
    choices=(
        Choice(value=Whose.ANY, words="Everybody’s workers", ruling=CATHEDRAL_ANY),
        Choice(value=Whose.OWN, words="Its owner’s workers", ruling=CATHEDRAL_OWN),
    ),
)
WATCHTOWER: Final = Question(
    field="watchtower_workers_block",
    title="Watchtower",
    words="Is a grass square with a worker on it empty?",
    choices=(
        Choice(value=True, words="No, it is taken", ruling=WORKERS_BLOCK),
        Choice(value=False, words="Yes, it is empty", ruling=WORKERS_DO_NOT_BLOCK),
    ),
)
COINS: Final = Question(
    field="coins_feed",
    title="Coins as food",
    words="May 3 coins feed a worker?",
    choices=(
        Choice(value=True, words="Yes, they may", ruling=COINS_FEED),
        Choice(value=False, words="No, only food", ruling=COINS_DO_NOT_FEED),
    ),
)
QUESTIONS: Final = (CASTLE, CATHEDRAL, WATCHTOWER, COINS)


def known(copies: MyCopy) -> Mapping[str, Whose | bool | None]:
    """Return what my copy answers by field; `None` where it was looked up and the aid does not say it."""
    kept = copies.part(AID_PART)
    answers: dict[str, Whose | bool | None] = {}
    for question in QUESTIONS:
        if question.field in kept:
            said = kept[question.field]
            answers[question.field] = next((one.value for one in question.choices if one.value == said), None)
    return answers


def of_copy(table: Table, copies: MyCopy) -> tuple[Table, tuple[str, ...]]:
    """Return a table that plays by my copy, and the fields that need not be asked for any more."""
    answers = known(copies)
    said = {field: value for field, value in answers.items() if value is not None}
    values: dict[str, Any] = dict(said)
    return replace(table, **values), tuple(answers)


async def keep_answer(copies: MyCopy, question: Question, choice: Choice | None) -> None:
    """Keep what the aid says, or with no choice that it does not say it."""
    await copies.keep(AID_PART, question.field, UNSAID if choice is None else choice.value)


def answer(question: Question, choice: Choice | None) -> Transition:
    """Play by what the aid says; where it does not say it, by the ruling."""
    value = (choice or question.choices[0]).value

    def apply(state: LittleTownTable) -> LittleTownTable:
        answered = tuple(dict.fromkeys((*state.extras.answered, question.field)))
        return with_beside(with_table(state, **{question.field: value}), answered=answered)

    return apply


def chosen(table: Table, question: Question) -> Choice:
    """Return what a table plays by."""
    value = getattr(table, question.field)
    return next(one for one in question.choices if one.value == value)


# -- what matters at a table


def asked_at_the_end(state: LittleTownTable) -> tuple[Question, ...]:
    """Return the questions on which the score rests, and which nobody has answered."""
    table = state.table
    castle, tower = built(table, Tile.CASTLE), built(table, Tile.WATCHTOWER)
    others = castle is not None and any(house.owner != castle.owner for house in buildings_around(table, castle.cell))
    workers = tower is not None and bool(workers_around(table, tower.cell))
    return _open(state, ((CASTLE, others), (WATCHTOWER, workers)))


def asked_at_a_round_end(state: LittleTownTable, seat: int) -> tuple[Question, ...]:
    """Return the questions on which feeding this player and the cathedral rest, and which nobody has answered."""
    table = state.table
    player = table.players[seat]
    mine = built(table, Tile.CATHEDRAL)
    others = (
        mine is not None
        and mine.owner == player.name
        and any(worker.owner != player.name for worker in workers_around(table, mine.cell))
    )
    meal = feed_the_workers(replace(table, coins_feed=True), player)
    return _open(state, ((CATHEDRAL, others), (COINS, meal.coins > 0)))


def _open(state: LittleTownTable, asked: tuple[tuple[Question, bool], ...]) -> tuple[Question, ...]:
    return tuple(one for one, matters in asked if matters and one.field not in state.extras.answered)


# -- objective cards that no list knows


def my_cards(copies: MyCopy) -> Mapping[str, int]:
    """Return the points of the cards that were entered from my copy, by their words."""
    kept = copies.part(CARD_PART)
    return {words: points for words, points in kept.items() if isinstance(points, int) and points in CARD_POINTS}


async def keep_card(copies: MyCopy, words: str, points: int) -> None:
    """Keep an objective card."""
    await copies.keep(CARD_PART, words, points)
