"""My copy of Little Town: what its gameplay aid says, and objective cards that no list knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town.copy_values import (
    CARD_PART,
    QUESTIONS,
    aid_answers,
    answer_in_force,
    keep_answer,
    my_cards,
    play_by_answer,
)
from companion.ui.components.controls import caption, card, heading, outlined, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.components.my_copy import Refresh, below_each_other, remove_button, use_refresh
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.games.little_town.copy_values import AidAnswer, AidQuestion
    from companion.games.little_town.copy_values import AidQuestion as Question
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy


GAME: Final = "little-town"


AID_ABOUT: Final = "What the rulebook leaves open and the gameplay aid may say. New tables play by it."


NOT_LOOKED_UP: Final = "Not looked up yet: asked when a table needs it."


NO_CARDS: Final = "None yet. A card that is not on the list is kept here when somebody completes it at a table."


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy."""
    ui = use_ui()
    copies = ui.tables.copies[GAME]
    _, again = use_refresh()
    rows = [_card(copies, words, points, again) for words, points in my_cards(copies).items()]
    return below_each_other(
        [
            heading("Gameplay aid"),
            caption(AID_ABOUT),
            *(_question(copies, one, again) for one in QUESTIONS),
            heading("Objective cards of my own"),
            *(rows or [caption(NO_CARDS)]),
        ]
    )


def _question(copies: MyCopy, question: AidQuestion, again: Refresh) -> ft.Control:
    answers = aid_answers(copies)
    asked = question.field in answers
    said = answers.get(question.field)

    def choosing(choice: AidAnswer | None) -> Callable[[], Awaitable[None]]:
        async def choose() -> None:
            await keep_answer(copies, question, choice)
            again()

        return choose

    chips = [
        chip(
            one.words,
            choosing(one),
            selected=asked and said == one.value,
            label=f"{question.title}: {one.words}",
        )
        for one in question.choices
    ]
    unsaid = "The aid does not say it"
    chips.append(chip(unsaid, choosing(None), selected=asked and said is None, label=f"{question.title}: {unsaid}"))
    ruling = next((one.ruling for one in question.choices if asked and one.value == said), question.choices[0].ruling)
    below = [caption(ruling), *([] if asked else [caption(NOT_LOOKED_UP)])]
    return card([heading(question.title, 3), text(question.words), wrapped(chips), *below])


def _card(copies: MyCopy, words: str, points: int, again: Refresh) -> ft.Control:
    figure = counted(points, "point", "points")
    line: list[ft.Control] = [
        text(f"{words}: {figure}", expand=True),
        remove_button(copies, CARD_PART, words, words, again),
    ]
    return card([ft.Row(line)], padding=2 * SPACE)


AID_INTRODUCTION = (
    "The rulebook does not say it, the gameplay aid of your copy may. It is asked once, and kept in “My copy”."
)


@component
def AidQuestionCard(live: LiveTable, question: Question) -> ft.Control:
    """Ask what the aid says; until then the ruling holds."""
    use_revision(live)
    ui = use_ui()
    copies = ui.tables.copies[live.game.key]

    def choosing(choice: AidAnswer | None, words: str) -> Callable[[], Awaitable[None]]:
        async def choose() -> None:
            await keep_answer(copies, question, choice)
            await live.change(f"{question.title}: {words}", play_by_answer(question, choice))

        return choose

    unsaid = "The aid does not say it"
    ways = [outlined(one.words, choosing(one, one.words)) for one in question.choices]
    ways.append(outlined(unsaid, choosing(None, unsaid)))
    ruling = answer_in_force(live.state.table, question).ruling
    return card(
        [
            heading(question.title, 3),
            text(question.words),
            wrapped(ways),
            caption(f"Until then: {sentence(ruling)}"),
        ],
        padding=3 * SPACE,
    )


@component
def AidQuestions(live: LiveTable, questions: Sequence[Question]) -> ft.Control:
    """Ask several things of the aid."""
    return column(
        [heading("The gameplay aid"), caption(AID_INTRODUCTION), *(AidQuestionCard(live, one) for one in questions)],
        3 * SPACE,
    )
