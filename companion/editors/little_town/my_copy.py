"""My copy of Little Town: what its gameplay aid says, and objective cards that no list knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.little_town.copy import CARD_PART, QUESTIONS, keep_answer, known, my_cards
from companion.guards import component
from companion.parts.basics import card, heading, quiet, text
from companion.parts.fields import chip, wrapped
from companion.parts.my_copy import Again, below_each_other, remove_button, use_again
from companion.theme import SPACE
from companion.ui import use_ui
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.copies import Copies
    from companion.editors.little_town.copy import Choice, Question
    from companion.theme import Palette

GAME: Final = "little-town"

AID: Final = "What the rulebook leaves open and the gameplay aid may say. New tables play by it."
NOT_ASKED: Final = "Not looked up yet: asked when a table needs it."
NO_CARDS: Final = "None yet. A card that is not on the list is kept here when somebody completes it at a table."


@component
def MyCopy() -> ft.Control:
    """Show what is known of my copy."""
    ui = use_ui()
    palette = ui.look.palette
    copies = ui.tables.copies[GAME]
    _, again = use_again()
    rows = [_card(copies, words, points, again, palette) for words, points in my_cards(copies).items()]
    return below_each_other(
        [
            heading("Gameplay aid"),
            quiet(AID, palette),
            *(_question(copies, one, again, palette) for one in QUESTIONS),
            heading("Objective cards of my own"),
            *(rows or [quiet(NO_CARDS, palette)]),
        ]
    )


def _question(copies: Copies, question: Question, again: Again, palette: Palette) -> ft.Control:
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
            palette,
            selected=asked and said == one.value,
            label=f"{question.title}: {one.words}",
        )
        for one in question.choices
    ]
    unsaid = "The aid does not say it"
    chips.append(
        chip(unsaid, choosing(None), palette, selected=asked and said is None, label=f"{question.title}: {unsaid}")
    )
    ruling = next((one.ruling for one in question.choices if asked and one.value == said), question.choices[0].ruling)
    below = [quiet(ruling, palette), *([] if asked else [quiet(NOT_ASKED, palette)])]
    return card([heading(question.title, 3), text(question.words), wrapped(chips), *below], palette)


def _card(copies: Copies, words: str, points: int, again: Again, palette: Palette) -> ft.Control:
    figure = counted(points, "point", "points")
    line: list[ft.Control] = [
        text(f"{words}: {figure}", expand=True),
        remove_button(copies, CARD_PART, words, words, again),
    ]
    return card([ft.Row(line)], palette, padding=2 * SPACE)
