"""My copy of Carpe Diem: its values with their sources, and the ways to enter, change and remove mine; the villa chart.

Only the resource board prints the chart, so a value is asked for when a completed villa needs it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem import copy_values
from companion.games.carpe_diem.actions import with_villa_value
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
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    icon_button,
    labelled,
    mark,
    notice,
    outlined,
    text,
)
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import number_border, tick
from companion.ui.components.layout import column
from companion.ui.components.my_copy import CopyPage, CopyPages, PartPage
from companion.ui.components.stepper import Counter, Stepper, read_number
from companion.ui.core.context import Ui, use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_toggle, use_value, value_now
from companion.ui.core.keyboard import text_focus_handlers
from companion.ui.core.theme import MARKS, SPACE, TARGET, Style
from companion.ui.editors.carpe_diem.card_picker import FACE, STACKS, CardEntry
from companion.ui.editors.carpe_diem.forum_grid import card_face, face_height
from companion.ui.editors.carpe_diem.stock import FOUNTAIN_CARD, FRAME_GOAL, POINTS, KindPicker, KnownPoints
from scoring.carpe_diem.state import VILLA_POINTS_RANGE, Card, Edition, FrameGoal, Kind, Thing
from scoring.carpe_diem.villa_chart import Chimneys, VillaChart
from scoring.carpe_diem.wording import chimneys_counted
from scoring.messages import Message, counted, points_text, say, titled, tr, wordless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.kit import KnownValue
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from companion.ui.editors.carpe_diem.stock import AddPoints
    from scoring.fields import Noun


ASKED: Final = say("What a completed villa is worth is printed on your resource boards only: Tessera asks once.")

MORE_COUNT_THE_SAME: Final = say("More chimneys count the same")

CHIMNEYS: Final = Counter(
    name=Thing.CHIMNEYS.noun.title, least=1, most=999, char=MARKS["chimney"], ink=ft.Colors.ON_SURFACE
)
CHIMNEY_POINTS: Final = Counter(
    name=say("Points"), most=VILLA_POINTS_RANGE.high, char=MARKS["prestige"], ink=ft.Colors.ON_SURFACE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class VillaValueDraft:
    """A value while it is being typed; `tried` says that it was to be kept, but is wrong or in doubt."""

    typed: str
    and_more: bool = False
    tried: bool = False


@component
def VillaQuestions(live: LiveTable) -> ft.Control:
    """Ask for each value that the table's villa chart lacks; an answer is kept at the table and in my copy."""
    use_revision(live)
    missing = copy_values.missing_chimneys(live.state.table)
    questions = [keyed(str(chimneys), VillaQuestion, live, chimneys) for chimneys in missing]
    return column([heading(copy_values.VILLA_CHART.title), text(ASKED), *questions], spacing=3 * SPACE)


def villa_questions(live: LiveTable, seat: int, *, in_window: bool = False) -> list[ft.Control]:
    """Return the questions for the values of a player's villas that nobody knows, right where a villa is completed.

    In a window it is said where they stand, and the first one can be answered at once.
    """
    missing = copy_values.missing_chimneys(live.state.table, seat)
    questions = [
        keyed(f"villa of {chimneys}", VillaQuestion, live, chimneys, focus=in_window and chimneys == missing[0])
        for chimneys in missing
    ]
    return [text(ASKED), *questions] if in_window else questions


@component
def VillaQuestion(live: LiveTable, chimneys: int, *, focus: bool = False) -> ft.Control:
    """Ask for the value of a completed villa with so many chimneys; its field may have the `focus` at once."""
    ui = use_ui()
    table = live.state.table
    copies = ui.tables.copies[live.game.key]
    start = VillaValueDraft(typed=_typed_as_known(copies, chimneys))
    draft, set_draft = use_typed(f"villa of {chimneys} at {live.id}", start)
    villa = counted(chimneys, "a villa with {number} chimney", "a villa with {number} chimneys")
    name = say("Points for {what}", what=villa)
    counter = replace(CHIMNEY_POINTS, name=name)

    def read(typed: str) -> tuple[int | str, Message | None]:
        number = read_number(counter, typed)
        if isinstance(number, str):
            return number, None
        return number, copy_values.doubt_about_value(table.chart, chimneys, number)

    number, doubt = read(draft.typed)
    wrong = number if isinstance(number, str) and (draft.tried or draft.typed.strip()) else None

    def type_in(event: ft.Event[ft.TextField]) -> None:
        typed = str(event.control.value)
        set_draft(lambda old: replace(old, typed=typed, tried=False))

    def toggle_more() -> None:
        set_draft(lambda old: replace(old, and_more=not old.and_more))

    async def keep() -> None:
        latest = value_now(set_draft)
        number, doubt = read(latest.typed)
        if isinstance(number, str) or (doubt is not None and not latest.tried):
            set_draft(lambda old: replace(old, tried=True))
            return
        key = Chimneys(chimneys, and_more=latest.and_more and copy_values.can_be_last(table, chimneys)).key
        label = say("{what}: {value}", what=_chimneys(chimneys), value=points_text(number))
        await live.change(label, lambda state: with_villa_value(state, key, number))
        set_draft(lambda _: start)
        await copy_values.VILLA_CHART.keep(copies, key, number)

    written = {"on_change": safe(type_in), "on_submit": safe(keep)}
    asked_again = doubt if draft.tried else None  # above the field, as a phone's keys may hide what is below it
    owners = wordless("{owners}", owners=copy_values.villa_owners(table, chimneys))
    parts: list[ft.Control] = [
        text(titled(villa), Style.STRONG),
        ft.Container(caption(owners) if asked_again is None else notice(asked_again)),  # the field stays what it is
        *_points_field(ui, str(counter.name), draft.typed, wrong, autofocus=focus, **written),
    ]
    if copy_values.can_be_last(table, chimneys):
        parts.append(tick(MORE_COUNT_THE_SAME, toggle_more, ui.viewport, ticked=draft.and_more))
    value = say("points") if asked_again is None or isinstance(number, str) else points_text(number)
    save = tr("Save {value} for {what}", value=value, what=_chimneys(chimneys))
    return card([*parts, ft.Row([button(save, keep)], wrap=True)])


def _points_field(ui: Ui, label: str, typed: str, wrong: str | None, **more: Any) -> list[ft.Control]:  # noqa: ANN401
    """Return the field for points, and below it what is wrong with what was typed; `more` is what a field takes."""
    field = ft.TextField(
        value=typed,
        label=label,
        label_style=ft.TextStyle(size=1, color=ft.Colors.TRANSPARENT),
        keyboard_type=ft.KeyboardType.NUMBER,
        text_align=ft.TextAlign.RIGHT,
        width=TARGET + 10 * SPACE * ui.viewport.scale,
        border=number_border(),
        filled=True,
        fill_color=ft.Colors.SURFACE_CONTAINER_HIGHEST if wrong is None else ft.Colors.ERROR_CONTAINER,
        **text_focus_handlers(ui.keys),
        **more,
    )
    row = ft.Row([field, text(tr("points"))], wrap=True, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    if wrong is None:
        return [row]
    return [row, ft.Semantics(content=text(wrong, color=ft.Colors.ERROR), live_region=True, container=True)]


def _typed_as_known(copies: MyCopy, chimneys: int) -> str:
    """Return the value that my copy has by now, as it would be typed."""
    value = VillaChart.read(copy_values.villa_values(copies)).points(chimneys)
    return "" if value is None else str(value)


def _chimneys(number: int) -> Message:
    return chimneys_counted(Chimneys(number))


def villa_page(page: PartPage[str, int]) -> list[ft.Control]:
    """Return the villa chart of my copy, and what adds an entry to it."""
    entries = copy_values.villa_chart(page.copies)
    return [*(_entry(page, entry) for entry in entries), AddVilla(page)]


def _entry(page: PartPage[str, int], entry: KnownValue[str, int]) -> ft.Control:
    name = say("Points for {what}", what=chimneys_counted(Chimneys.read(entry.key)))
    counter = replace(CHIMNEY_POINTS, name=name, char=MARKS["villa"])
    stepper = keyed(f"villa {entry.key}", Stepper, counter, entry.value, lambda points: page.keep(entry.key, points))
    return page.card(entry, [stepper])


@component
def AddVilla(page: PartPage[str, int]) -> ft.Control:
    """Let another entry of the villa chart be entered."""
    viewport = use_ui().viewport
    entered, set_entered = use_value(0)
    points, set_points = use_value(0)
    more, set_more = use_value(initial=False)
    chart = VillaChart.read(copy_values.villa_values(page.copies))
    chimneys = entered or copy_values.next_chimneys(chart)
    last = chimneys >= chart.highest

    async def change_chimneys(number: int) -> None:
        set_entered(lambda _: number)

    async def change_points(number: int) -> None:
        set_points(lambda _: number)

    async def keep() -> None:
        typed = value_now(set_entered) or chimneys
        ends = typed >= chart.highest and value_now(set_more)
        await page.keep(Chimneys(typed, and_more=ends).key, value_now(set_points))
        set_entered(lambda _: 0)
        set_points(lambda _: 0)
        set_more(lambda _: False)

    parts: list[ft.Control] = [
        heading(tr("Add to the chart"), 3),
        Stepper(CHIMNEYS, chimneys, change_chimneys),
        Stepper(CHIMNEY_POINTS, points, change_points),
    ]
    if last:
        parts.append(tick(MORE_COUNT_THE_SAME, lambda: set_more(lambda old: not old), viewport, ticked=more))
    parts.append(outlined(tr("Save {value} for {what}", value=points_text(points), what=_chimneys(chimneys)), keep))
    return card(parts)


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
    edited, edit = use_toggle()

    async def keep(changed: Card) -> None:
        key = card_key(changed)
        await page.keep(key, changed)
        if key != entry.key:
            await page.copies.drop(page.part.name, entry.key)
        edit()
        page.again()

    words = str(page.words(entry))
    named = tr("{what}: {value}", what=entry.value.name, value=words) if entry.value.name else words
    face = card_face(entry.value, viewport, FACE, face_height((entry.value,), FACE, viewport.scale))
    row: list[ft.Control] = [face, text(named[:1].upper() + named[1:], expand=True)]
    if entry.is_mine:
        row.append(icon_button(ft.Icons.EDIT_OUTLINED, tr("Edit {name}", name=words), edit))
    content: ft.Control = ft.Row(row, spacing=3 * SPACE)
    if edited:
        content = column([content, CardEntry(keep, entry.value)], spacing=3 * SPACE)
    return page.card(entry, [content])


@component
def AddCard(page: PartPage[str, Card]) -> ft.Control:
    """Let a card be entered."""
    opened, toggle = use_toggle()

    async def keep(entered: Card) -> None:
        await page.keep(card_key(entered), entered)
        toggle()

    if not opened:
        return outlined(tr("Add {spoken}", spoken=say("card")), toggle, icon=ft.Icons.ADD)
    close = icon_button(ft.Icons.CLOSE, tr("Close"), toggle)
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
        POINTS, name=say("Points for {what}", what=kind.noun.name), char=MARKS[kind.noun.mark], ink=ft.Colors.ON_SURFACE
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
        part=VILLA_CHART, about=say("Points of a completed villa, as printed on the resource board."), shown=villa_page
    ),
    CopyPage(part=FORUM_CARDS[Edition.SECOND], shown=_card_page),
    CopyPage(part=FOUNTAIN_CARDS, about=say("Points for each completed structure of the kind."), shown=_fountain_page),
    CopyPage(part=FRAME_GOALS, shown=_goal_page),
)


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy, a part at a time."""
    return CopyPages(GAME, PAGES)
