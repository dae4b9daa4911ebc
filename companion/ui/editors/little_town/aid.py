"""Questions that only the gameplay aid of one's copy answers: asked once, kept as my copy, shown as rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.formatting.text import sentence
from companion.games.little_town.copy_values import answer, chosen, keep_answer
from companion.ui.components.controls import caption, card, heading, outlined, text
from companion.ui.components.fields import wrapped
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from companion.ui.editors.little_town.pieces import column

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    import flet as ft

    from companion.games.little_town.copy_values import Choice, Question
    from companion.tables.live_table import LiveTable

WHY = "The rulebook does not say it, the gameplay aid of your copy may. It is asked once, and kept in “My copy”."


@component
def AidQuestion(live: LiveTable, question: Question) -> ft.Control:
    """Ask what the aid says; until then the ruling holds."""
    use_revision(live)
    ui = use_ui()
    copies = ui.tables.copies[live.game.key]

    def choosing(choice: Choice | None, words: str) -> Callable[[], Awaitable[None]]:
        async def choose() -> None:
            await keep_answer(copies, question, choice)
            await live.change(f"{question.title}: {words}", answer(question, choice))

        return choose

    unsaid = "The aid does not say it"
    ways = [outlined(one.words, choosing(one, one.words)) for one in question.choices]
    ways.append(outlined(unsaid, choosing(None, unsaid)))
    ruling = chosen(live.state.table, question).ruling
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
        [heading("The gameplay aid"), caption(WHY), *(AidQuestion(live, one) for one in questions)], 3 * SPACE
    )
