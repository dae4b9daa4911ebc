"""My copy of Carpe Diem: all that is known of it, with its source, and the ways to enter, change and remove mine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.carpe_diem import copy_values
from companion.games.carpe_diem.wording import said
from companion.ui.components.controls import button, card, heading, icon_button, labelled, mark, outlined, text
from companion.ui.components.fields import chip, tick, wrapped
from companion.ui.components.my_copy import CopyPage, CopyPages, Refresh, remove_button, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.core.theme import SPACE
from companion.ui.editors.carpe_diem.card_face import CardFace, face_height
from companion.ui.editors.carpe_diem.cards import FACE, STACKS, CardEntry
from scoring.carpe_diem.state import FrameGoal, Kind, Thing
from scoring.carpe_diem.villa_chart import Chimneys
from scoring.carpe_diem.wording import NOUNS, chimneys_counted
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from companion.games.carpe_diem.copy_values import Entry
    from companion.tables.my_copy import MyCopy
    from scoring.carpe_diem.state import Card
    from scoring.messages import Message

GAME: Final = "carpe-diem"
CHIMNEYS: Final = Counter(name="Chimneys", least=1, most=999, char=MARKS["chimney"])
POINTS: Final = Counter(name="Points", least=1, most=20)
VILLA_POINTS: Final = Counter(name="Points", most=999)


def _entry(content: ft.Control, entry: Entry[Any], remove: ft.Control) -> ft.Control:
    """Return a value with its source; what is mine can be removed."""
    if entry.source is copy_values.Source.MINE:
        return with_source([content], "Mine", remove)
    return with_source([content], entry.printed)


# -- the villa chart


def _villas(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    entries = copy_values.villa_chart(copies)
    return [*(_villa(entry, copies, again) for entry in entries), AddVilla(copies, again)]


def points_of(number: int) -> Message:
    """Return a number of points in words."""
    return counted(number, "point", "points")


def _villa(entry: Entry[int], copies: MyCopy, again: Refresh) -> ft.Control:
    name = str(chimneys_counted(Chimneys.read(entry.key)))
    counter = replace(VILLA_POINTS, name=f"Points for {name}", char=MARKS["villa"], ink=ft.Colors.ON_SURFACE)

    async def keep(points: int) -> None:
        await copy_values.keep_villa(copies, entry.key, points)
        again()

    stepper = keyed(f"villa {entry.key}", Stepper, counter, entry.value, keep)
    return _entry(stepper, entry, remove_button(copies, copy_values.VILLA_CHART_PART, entry.key, name, again))


def next_chimneys(entries: Iterable[Entry[int]]) -> int:
    """Return the smallest number of chimneys that a villa chart does not have."""
    known = {Chimneys.read(entry.key).number for entry in entries}
    return next(number for number in range(1, len(known) + 2) if number not in known)


@component
def AddVilla(copies: MyCopy, again: Refresh) -> ft.Control:
    """Let another entry of the villa chart be entered."""
    viewport = use_ui().viewport
    entries = copy_values.villa_chart(copies)
    entered, set_entered = use_value(0)
    points, set_points = use_value(0)
    more, set_more = use_value(initial=False)
    chimneys = entered or next_chimneys(entries)
    highest = max((Chimneys.read(entry.key).number for entry in entries), default=0)
    last = chimneys >= highest

    async def change(number: int) -> None:
        set_entered(lambda _: number)

    async def worth(number: int) -> None:
        set_points(lambda _: number)

    async def keep() -> None:
        await copy_values.keep_villa(copies, Chimneys(chimneys, and_more=more and last).key, points)
        set_entered(lambda _: 0)
        set_points(lambda _: 0)
        set_more(lambda _: False)
        again()

    parts: list[ft.Control] = [
        heading("Add to the chart", 3),
        Stepper(replace(CHIMNEYS, ink=ft.Colors.ON_SURFACE), chimneys, change),
        Stepper(replace(VILLA_POINTS, char=MARKS["prestige"], ink=ft.Colors.ON_SURFACE), points, worth),
    ]
    if last:
        parts.append(tick("More chimneys count the same", lambda: set_more(lambda old: not old), viewport, ticked=more))
    words = say("Keep {points} for {chimneys}", points=points_of(points), chimneys=chimneys_counted(Chimneys(chimneys)))
    parts.append(outlined(str(words), keep))
    return card(parts)


# -- forum cards


def _cards(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    entries = copy_values.forum_cards(copies)
    made: list[ft.Control] = [AddCard(copies, again)]
    for letter, title in STACKS.items():
        of_letter = [entry for entry in entries if copy_values.stack(entry.value) == letter]
        if of_letter:
            made += [heading(title, 3), *(_card(entry, copies, again) for entry in of_letter)]
    return made


def _card(entry: Entry[Card], copies: MyCopy, again: Refresh) -> ft.Control:
    return keyed(f"card {entry.key}", OneCard, entry, copies, again)


@component
def OneCard(entry: Entry[Card], copies: MyCopy, again: Refresh) -> ft.Control:
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

    words = str(said(entry.value))
    face = CardFace(entry.value, viewport, FACE, face_height((entry.value,), FACE, viewport.scale))
    named = f"{entry.value.name}: {words}" if entry.value.name else words
    row: list[ft.Control] = [face, text(named[:1].upper() + named[1:], expand=True)]
    if entry.source is copy_values.Source.MINE:
        row.append(icon_button(ft.Icons.EDIT_OUTLINED, f"Change {words}", turn))
    content: ft.Control = ft.Row(row, spacing=3 * SPACE)
    if changing:
        content = ft.Column(
            [content, CardEntry(keep, entry.value)],
            spacing=3 * SPACE,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    return _entry(content, entry, remove_button(copies, copy_values.FORUM_CARD_PART, entry.key, words, again))


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
        return outlined("Add a card", turn, icon=ft.Icons.ADD)
    title = ft.Row(
        [ft.Container(heading("A card of my copy", 3), expand=True), icon_button(ft.Icons.CLOSE, "Close", turn)]
    )
    return card([title, CardEntry(keep)])


# -- fountain cards and frame goals


def kind_name(kind: Kind) -> str:
    """Return a kind as a heading says it."""
    return NOUNS[Thing(kind.value)][0].capitalize()


def _fountains(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    entries = copy_values.fountain_values(copies)
    known = {Kind(entry.key) for entry in entries}

    async def keep(kind: Kind, points: int) -> None:
        await copy_values.keep_fountain(copies, kind, points)
        again()

    lacking = [kind for kind in Kind if kind not in known]
    rows = [_fountain(entry, copies, keep, again) for entry in entries]
    return [*rows, AddPoints("Add a fountain card", lacking, keep)] if lacking else rows


def _fountain(
    entry: Entry[int],
    copies: MyCopy,
    keep: Callable[[Kind, int], Awaitable[None]],
    again: Refresh,
) -> ft.Control:
    kind = Kind(entry.key)
    counter = replace(POINTS, name=f"Points for each {kind}", char=MARKS[kind.value], ink=ft.Colors.ON_SURFACE)
    stepper = keyed(f"fountain {kind}", Stepper, counter, entry.value, lambda points: keep(kind, points))
    remove = remove_button(copies, copy_values.FOUNTAIN_CARD_PART, entry.key, f"the fountain card for {kind}", again)
    return _entry(stepper, entry, remove)


def _goals(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    async def keep(kind: Kind, points: int) -> None:
        await copy_values.keep_goal(copies, FrameGoal(kind=kind, points=points))
        again()

    rows = [_goal(entry, copies, again) for entry in copy_values.frame_goals(copies)]
    return [*rows, AddPoints("Add a frame goal", tuple(Kind), keep)]


def _goal(entry: Entry[FrameGoal], copies: MyCopy, again: Refresh) -> ft.Control:
    goal = entry.value
    words = str(say("{kind}: {points}", kind=kind_name(goal.kind), points=points_of(goal.points)))
    row = ft.Row([mark(goal.kind.value, 24, ft.Colors.ON_SURFACE), text(words, expand=True)], spacing=3 * SPACE)
    remove = remove_button(copies, copy_values.FRAME_GOAL_PART, entry.key, words, again)
    return _entry(labelled(row, words), entry, remove)


@component
def AddPoints(title: str, kinds: Sequence[Kind], keep: Callable[[Kind, int], Awaitable[None]]) -> ft.Control:
    """Let points for one of some kinds be entered."""
    chosen, set_chosen = use_lazy_state(_none_yet)
    points, set_points = use_value(1)

    def choose(kind: Kind) -> Callable[[], None]:
        return lambda: set_chosen(lambda _: kind)

    async def worth(number: int) -> None:
        set_points(lambda _: number)

    async def done() -> None:
        if chosen is not None:
            await keep(chosen, points)
            set_chosen(lambda _: None)
            set_points(lambda _: 1)

    chips = wrapped(
        chip(kind_name(kind), choose(kind), selected=kind is chosen, leading=mark(kind.value, 20, ft.Colors.ON_SURFACE))
        for kind in kinds
    )
    parts: list[ft.Control] = [heading(title, 3), chips]
    if chosen is not None:
        counter = replace(POINTS, char=MARKS["prestige"], ink=ft.Colors.ON_SURFACE)
        words = say("Keep {points} for {kind}", points=points_of(points), kind=kind_name(chosen))
        parts += [Stepper(counter, points, worth), button(str(words), done)]
    return card(parts)


def _none_yet() -> Kind | None:
    return None


PARTS: Final = (
    CopyPage(
        title="Villa chart",
        about="What a completed villa is worth by its chimneys, as the resource board prints it.",
        shown=_villas,
    ),
    CopyPage(
        title="Forum cards",
        about="The cards of the forum. What is entered at a table or here can be picked from then on.",
        shown=_cards,
    ),
    CopyPage(
        title="Fountain cards",
        about="What a fountain card gives for each completed structure of its kind.",
        shown=_fountains,
    ),
    CopyPage(
        title="Frame goals",
        about="The goals on the frame parts: a kind and its points, wherever the part lies.",
        shown=_goals,
    ),
)


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy, a part at a time."""
    return CopyPages(GAME, PARTS)
