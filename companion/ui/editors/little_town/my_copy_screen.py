"""My copy of Little Town: the answers of its gameplay aid, asked here and at the table, and its objective cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion.games.little_town.copy_values import (
    AID,
    GAME,
    OBJECTIVE_CARDS,
    QUESTIONS,
    UNSAID_TEXT,
    aid_answers,
    keep_answer,
    play_by_answer,
)
from companion.ui.components.controls import caption, card, heading, outlined, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.my_copy import CopyPage, CopySections, PartPage
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from scoring.messages import Message, say

if TYPE_CHECKING:
    import flet as ft

    from companion.games.little_town.copy_values import AidAnswer, AidQuestion
    from companion.tables.live_table import LiveTable

NOT_LOOKED_UP: Final = say("Not known yet: Tessera asks when a table needs it.")
NO_CARDS: Final = say("None yet: cards that are not on the list come here when somebody completes them.")
ASKED_ONCE: Final = say("Look at your gameplay aid: Tessera asks only once.")


@component
def MyCopyScreen() -> ft.Control:
    """Show the gameplay aid and the objective cards of my copy."""
    return CopySections(GAME, PARTS)


def _aid_question(page: PartPage[str, Any], question: AidQuestion) -> ft.Control:
    """Return a question with the kept answer selected, and the ruling that a new table plays by."""
    answers = aid_answers(page.copies)
    asked, value = question.field in answers, answers.get(question.field)

    async def choose(choice: AidAnswer | None) -> None:
        await keep_answer(page.copies, question, choice)
        page.again()

    choices: list[tuple[Message, AidAnswer | None]] = [(choice.words, choice) for choice in question.choices]
    chips = [
        chip(
            words,
            partial(choose, choice),
            selected=asked and value == (None if choice is None else choice.value),
            label=f"{question.title}: {words}",
        )
        for words, choice in [*choices, (UNSAID_TEXT, None)]
    ]
    in_force = next((choice for choice in question.choices if asked and choice.value == value), question.choices[0])
    below = [caption(in_force.ruling), *([] if asked else [caption(NOT_LOOKED_UP)])]
    return card([heading(question.title, 3), text(question.words), wrapped(chips), *below])


def _objective_cards(page: PartPage[str, int]) -> list[ft.Control]:
    return [page.card(entry, [text(page.words(entry))]) for entry in page.known] or [caption(NO_CARDS)]


PARTS: Final = (
    CopyPage(
        part=AID,
        about=say("What the rulebook leaves open. New tables use it."),
        shown=lambda page: [_aid_question(page, question) for question in QUESTIONS],
    ),
    CopyPage(part=OBJECTIVE_CARDS, shown=_objective_cards),
)


@component
def AidQuestionCard(live: LiveTable, question: AidQuestion, *, at_thumb: bool = False) -> ft.Control:
    """Ask a question of the gameplay aid; that on which an act depends is answered `at_thumb`."""
    use_revision(live)
    copies = use_ui().tables.copies[live.game.key]

    async def choose(choice: AidAnswer | None, words: Message) -> None:
        await keep_answer(copies, question, choice)
        label = say("{what}: {value}", what=question.title, value=words)
        await live.change(label, lambda state: play_by_answer(state, question, choice))

    def answers() -> ft.Control:
        ways = [outlined(choice.words, partial(choose, choice, choice.words)) for choice in question.choices]
        return wrapped([*ways, outlined(UNSAID_TEXT, partial(choose, None, UNSAID_TEXT))])

    ways = AtThumb(lambda: [answers()]) if at_thumb else answers()
    return card([heading(question.words, 3), text(ASKED_ONCE), ways], padding=3 * SPACE)
