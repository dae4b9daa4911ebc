"""My copy of Little Town: what its gameplay aid says, and objective cards that no list knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.little_town.copy_values import CARD_PART, QUESTIONS, keep_answer, known, my_cards
from companion.ui.components.controls import caption, card, heading, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.my_copy import Refresh, below_each_other, remove_button, use_refresh
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.games.little_town.copy_values import Choice, Question
    from companion.tables.my_copy import MyCopy

GAME: Final = "little-town"

AID: Final = "What the rulebook leaves open and the gameplay aid may say. New tables play by it."
NOT_ASKED: Final = "Not looked up yet: asked when a table needs it."
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
            caption(AID),
            *(_question(copies, one, again) for one in QUESTIONS),
            heading("Objective cards of my own"),
            *(rows or [caption(NO_CARDS)]),
        ]
    )


def _question(copies: MyCopy, question: Question, again: Refresh) -> ft.Control:
    answers = known(copies)
    asked = question.field in answers
    said = answers.get(question.field)

    def choosing(choice: Choice | None) -> Callable[[], Awaitable[None]]:
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
    below = [caption(ruling), *([] if asked else [caption(NOT_ASKED)])]
    return card([heading(question.title, 3), text(question.words), wrapped(chips), *below])


def _card(copies: MyCopy, words: str, points: int, again: Refresh) -> ft.Control:
    figure = counted(points, "point", "points")
    line: list[ft.Control] = [
        text(f"{words}: {figure}", expand=True),
        remove_button(copies, CARD_PART, words, words, again),
    ]
    return card([ft.Row(line)], padding=2 * SPACE)
