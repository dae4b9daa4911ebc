"""My copy of Carpe Diem: its values with their sources, and the ways to enter, change and remove mine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import copy_values
from companion.games.carpe_diem.copy_values import COPY_PARTS, GAME
from companion.games.carpe_diem.wording import card_text
from companion.games.copy_parts import points_text
from companion.ui.components.controls import button, card, heading, icon_button, labelled, mark, outlined, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.components.my_copy import CopyPage, CopyPages, Refresh, remove_button, value_card
from companion.ui.components.stepper import Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_value, value_now
from companion.ui.core.theme import SPACE
from companion.ui.editors.carpe_diem.card_face import CardFace, face_height
from companion.ui.editors.carpe_diem.card_picker import FACE, STACKS, CardEntry
from companion.ui.editors.carpe_diem.goals import POINTS
from companion.ui.editors.carpe_diem.villa_chart import villa_page
from scoring.carpe_diem.state import FrameGoal, Kind
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from companion.games.copy_parts import KnownValue
    from companion.tables.my_copy import MyCopy
    from scoring.carpe_diem.state import Card

    KeepPoints = Callable[[Kind, int], Awaitable[None]]


def _card_page(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    """Return the forum cards of my copy by the letters on their backs, and what adds a card."""
    entries = copy_values.forum_cards(copies)
    page: list[ft.Control] = [AddCard(copies, again)]
    for letter, title in STACKS.items():
        of_letter = [entry for entry in entries if copy_values.stack(entry.value) == letter]
        cards = [keyed(f"card {entry.key}", KnownCard, entry, copies, again) for entry in of_letter]
        page += [heading(title, 3), *cards] if cards else []
    return page


@component
def KnownCard(entry: KnownValue[Card], copies: MyCopy, again: Refresh) -> ft.Control:
    """Show a card with its source; one of mine can be changed."""
    viewport = use_ui().viewport
    changing, set_changing = use_value(initial=False)

    def turn() -> None:
        set_changing(lambda old: not old)

    async def keep(changed: Card) -> None:
        if changed != entry.value:
            await copies.drop(copy_values.FORUM_CARD_PART, entry.key)
            await copy_values.keep_card(copies, changed)
        turn()
        again()

    words = str(card_text(entry.value))
    named = f"{entry.value.name}: {words}" if entry.value.name else words
    face = CardFace(entry.value, viewport, FACE, face_height((entry.value,), FACE, viewport.scale))
    row: list[ft.Control] = [face, text(named[:1].upper() + named[1:], expand=True)]
    if entry.is_mine:
        row.append(icon_button(ft.Icons.EDIT_OUTLINED, tr("Change {words}", words=words), turn))
    content: ft.Control = ft.Row(row, spacing=3 * SPACE)
    if changing:
        content = column([content, CardEntry(keep, entry.value)], spacing=3 * SPACE)
    return value_card(
        content, entry.printed, remove_button(copies, copy_values.FORUM_CARD_PART, entry.key, words, again)
    )


@component
def AddCard(copies: MyCopy, again: Refresh) -> ft.Control:
    """Let a card be entered."""
    entering, set_entering = use_value(initial=False)

    def turn() -> None:
        set_entering(lambda old: not old)

    async def keep(entered: Card) -> None:
        await copy_values.keep_card(copies, entered)
        turn()
        again()

    if not entering:
        return outlined(tr("Add a card"), turn, icon=ft.Icons.ADD)
    title = ft.Container(heading(tr("A card of my copy"), 3), expand=True)
    return card([ft.Row([title, icon_button(ft.Icons.CLOSE, tr("Close"), turn)]), CardEntry(keep)])


def _fountain_page(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    """Return the fountain cards of my copy, and what adds the other kinds."""
    entries = copy_values.fountain_values(copies)
    known = {Kind(entry.key) for entry in entries}

    async def keep(kind: Kind, points: int) -> None:
        await copy_values.keep_fountain(copies, kind, points)
        again()

    missing = [kind for kind in Kind if kind not in known]
    rows = [_fountain(entry, copies, keep, again) for entry in entries]
    return [*rows, AddPoints(tr("Add a fountain card"), missing, keep)] if missing else rows


def _fountain(entry: KnownValue[int], copies: MyCopy, keep: KeepPoints, again: Refresh) -> ft.Control:
    kind = Kind(entry.key)
    counter = replace(
        POINTS,
        name=say("Points for each {kind}", kind=kind.noun.name),
        char=MARKS[kind.value],
        ink=ft.Colors.ON_SURFACE,
    )
    stepper = keyed(f"fountain {kind}", Stepper, counter, entry.value, lambda points: keep(kind, points))
    name = tr("the fountain card for {kind}", kind=kind.noun.name)
    remove = remove_button(copies, copy_values.FOUNTAIN_CARD_PART, entry.key, name, again)
    return value_card(stepper, entry.printed, remove)


def _goal_page(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    """Return the frame goals of my copy, and what adds a goal."""

    async def keep(kind: Kind, points: int) -> None:
        await copy_values.keep_goal(copies, FrameGoal(kind=kind, points=points))
        again()

    rows = [_goal(entry, copies, again) for entry in copy_values.frame_goals(copies)]
    return [*rows, AddPoints(tr("Add a frame goal"), tuple(Kind), keep)]


def _goal(entry: KnownValue[FrameGoal], copies: MyCopy, again: Refresh) -> ft.Control:
    goal = entry.value
    words = f"{goal.kind.noun.title}: {points_text(goal.points)}"
    row = ft.Row([mark(goal.kind.value, 24, ft.Colors.ON_SURFACE), text(words, expand=True)], spacing=3 * SPACE)
    remove = remove_button(copies, copy_values.FRAME_GOAL_PART, entry.key, words, again)
    return value_card(labelled(row, words), entry.printed, remove)


@component
def AddPoints(title: str, kinds: Sequence[Kind], keep: KeepPoints) -> ft.Control:
    """Let points for one of some kinds be entered."""
    nothing: Kind | None = None
    chosen, set_chosen = use_value(nothing)
    points, set_points = use_value(1)

    def choosing(kind: Kind) -> Callable[[], None]:
        return lambda: set_chosen(lambda _: kind)

    async def change_points(number: int) -> None:
        set_points(lambda _: number)

    async def keep_points() -> None:
        if chosen is not None:
            await keep(chosen, value_now(set_points))
            set_chosen(lambda _: None)
            set_points(lambda _: 1)

    chips = wrapped(
        chip(
            kind.noun.title,
            choosing(kind),
            selected=kind is chosen,
            leading=mark(kind.value, 20, ft.Colors.ON_SURFACE),
        )
        for kind in kinds
    )
    parts: list[ft.Control] = [heading(title, 3), chips]
    if chosen is not None:
        counter = replace(POINTS, char=MARKS["prestige"], ink=ft.Colors.ON_SURFACE)
        words = tr("Save {points} for {what}", points=points_text(points), what=chosen.noun.title)
        parts += [Stepper(counter, points, change_points), button(words, keep_points)]
    return card(parts)


PAGES: Final = (
    CopyPage(
        title=COPY_PARTS[copy_values.VILLA_CHART_PART].title,
        about=say("What a completed villa is worth by its chimneys, as printed on the resource board."),
        shown=villa_page,
    ),
    CopyPage(
        title=COPY_PARTS[copy_values.FORUM_CARD_PART].title,
        about=say("The cards of the forum. What is entered at a table or here can be picked from then on."),
        shown=_card_page,
    ),
    CopyPage(
        title=COPY_PARTS[copy_values.FOUNTAIN_CARD_PART].title,
        about=say("What a fountain card gives for each completed structure of its kind."),
        shown=_fountain_page,
    ),
    CopyPage(
        title=COPY_PARTS[copy_values.FRAME_GOAL_PART].title,
        about=say("The goals on the frame parts: a kind and its points, wherever the part lies."),
        shown=_goal_page,
    ),
)


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy, a part at a time."""
    return CopyPages(GAME, PAGES)
