"""My copy of Carpe Diem: its values with their sources, and the ways to enter, change and remove mine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem.copy_values import (
    FORUM_CARDS,
    FOUNTAIN_CARDS,
    FRAME_GOALS,
    GAME,
    VILLA_CHART,
    card_key,
    goal_key,
    stack,
)
from companion.ui.components.controls import card, heading, icon_button, labelled, mark, outlined, text
from companion.ui.components.layout import column
from companion.ui.components.my_copy import CopyPage, CopyPages, PartPage
from companion.ui.components.stepper import Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import MARKS, SPACE
from companion.ui.editors.carpe_diem.card_picker import FACE, STACKS, CardEntry, CardFace, face_height
from companion.ui.editors.carpe_diem.stock import FOUNTAIN_CARD, FRAME_GOAL, POINTS, KindPicker, KnownPoints
from companion.ui.editors.carpe_diem.villa_chart import villa_page
from scoring.carpe_diem.state import Edition, FrameGoal, Kind
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.kit import KnownValue
    from companion.ui.editors.carpe_diem.stock import AddPoints
    from scoring.carpe_diem.state import Card
    from scoring.fields import Noun


def _card_page(page: PartPage[str, Card]) -> list[ft.Control]:
    """Return the forum cards of my copy by the letters on their backs, and what adds a card."""
    controls: list[ft.Control] = [AddCard(page)]
    for letter, title in STACKS.items():
        of_letter = [entry for entry in page.known if stack(entry.value) == letter]
        cards = [keyed(f"card {entry.key}", KnownCard, page, entry) for entry in of_letter]
        controls += [heading(title, 3), *cards] if cards else []
    return controls


@component
def KnownCard(page: PartPage[str, Card], entry: KnownValue[str, Card]) -> ft.Control:
    """Show a card with its source; one of mine can be changed."""
    viewport = use_ui().viewport
    changing, set_changing = use_value(initial=False)

    def turn() -> None:
        set_changing(lambda old: not old)

    async def keep(changed: Card) -> None:
        key = card_key(changed)
        await page.keep(key, changed)
        if key != entry.key:
            await page.copies.drop(page.part.name, entry.key)
        turn()
        page.again()

    words = str(page.words(entry))
    named = f"{entry.value.name}: {words}" if entry.value.name else words
    face = CardFace(entry.value, viewport, FACE, face_height((entry.value,), FACE, viewport.scale))
    row: list[ft.Control] = [face, text(named[:1].upper() + named[1:], expand=True)]
    if entry.is_mine:
        row.append(icon_button(ft.Icons.EDIT_OUTLINED, tr("Edit {name}", name=words), turn))
    content: ft.Control = ft.Row(row, spacing=3 * SPACE)
    if changing:
        content = column([content, CardEntry(keep, entry.value)], spacing=3 * SPACE)
    return page.card(entry, [content])


@component
def AddCard(page: PartPage[str, Card]) -> ft.Control:
    """Let a card be entered."""
    entering, set_entering = use_value(initial=False)

    def turn() -> None:
        set_entering(lambda old: not old)

    async def keep(entered: Card) -> None:
        await page.keep(card_key(entered), entered)
        turn()

    if not entering:
        return outlined(tr("Add {spoken}", spoken=say("card")), turn, icon=ft.Icons.ADD)
    close = icon_button(ft.Icons.CLOSE, tr("Close"), turn)
    return card([ft.Row([close], alignment=ft.MainAxisAlignment.END), CardEntry(keep)])


def _fountain_page(page: PartPage[Kind, int]) -> list[ft.Control]:
    """Return the fountain cards of my copy, and what adds the other kinds."""
    rows = [_fountain(page, entry) for entry in page.known]
    missing = [kind for kind in Kind if kind not in page.part.values(page.copies)]
    return [*rows, _add_points(FOUNTAIN_CARD, page.keep, missing)] if missing else rows


def _add_points(what: Noun, keep: AddPoints, kinds: Sequence[Kind] = tuple(Kind)) -> ft.Control:
    return card([heading(tr("Add {spoken}", spoken=what.name), 3), KindPicker(what, KnownPoints(), keep, kinds)])


def _fountain(page: PartPage[Kind, int], entry: KnownValue[Kind, int]) -> ft.Control:
    kind = entry.key
    counter = replace(
        POINTS,
        name=say("Points for {what}", what=kind.noun.name),
        char=MARKS[kind.noun.mark],
        ink=ft.Colors.ON_SURFACE,
    )
    stepper = keyed(f"fountain {kind}", Stepper, counter, entry.value, lambda points: page.keep(kind, points))
    return page.card(entry, [stepper])


def _goal_page(page: PartPage[str, FrameGoal]) -> list[ft.Control]:
    """Return the frame goals of my copy, and what adds a goal."""

    async def keep(kind: Kind, points: int) -> None:
        goal = FrameGoal(kind=kind, points=points)
        await page.keep(goal_key(goal), goal)

    rows = [_goal(page, entry) for entry in page.known]
    return [*rows, _add_points(FRAME_GOAL, keep)]


def _goal(page: PartPage[str, FrameGoal], entry: KnownValue[str, FrameGoal]) -> ft.Control:
    words = sentence(page.words(entry))
    row = [mark(entry.value.kind.noun.mark, 24, ft.Colors.ON_SURFACE), text(words, expand=True)]
    return page.card(entry, [labelled(ft.Row(row, spacing=3 * SPACE), words)])


PAGES: Final = (
    CopyPage(
        part=VILLA_CHART,
        about=say("Points of a completed villa, as printed on the resource board."),
        shown=villa_page,
    ),
    CopyPage(
        part=FORUM_CARDS[Edition.SECOND],
        shown=_card_page,
    ),
    CopyPage(
        part=FOUNTAIN_CARDS,
        about=say("Points for each completed structure of the kind."),
        shown=_fountain_page,
    ),
    CopyPage(
        part=FRAME_GOALS,
        shown=_goal_page,
    ),
)


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy, a part at a time."""
    return CopyPages(GAME, PAGES)
