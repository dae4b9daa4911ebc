"""The controls of what has parts: records, lists, counts by key, and what may stand there or not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.tables.state import index_now
from companion.ui.components.controls import icon_button, plain_button, tappable, text
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, memo
from companion.ui.core.hooks import keyed, use_ref, use_value, value_now
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.form.values import (
    Place,
    explained,
    key_title,
    named,
    summary,
    titled,
    value_control,
    with_problems,
)
from scoring.messages import Message, say, tr
from storage.documents.fields import ChoiceField
from storage.documents.records import CountsField, EitherField, KindField, ListField, NullableField, RecordField

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scoring.problems import Problem


INDENT: Final = 3 * SPACE
"""How far the parts of a record stand in, in px."""

EDGES: Final = 12 * SPACE
"""What the edges of a screen and of a card take of its width, in px."""

ROOM_BESIDE: Final = 200
"""The least width, divided by the scale of the text, of a control that has a button beside it, in px."""

KINDS_OF_VALUES: Final = {int: say("A number"), bool: say("Tick"), str: say("A text"), list: say("One by one")}
"""What stands on the choice between values of several types of JSON."""


def control(place: Place) -> ft.Control:  # noqa: PLR0911 - one return a kind of field
    """Return the controls of a place, whatever its field is."""
    match place.field:
        case RecordField():
            return _group(place, record_controls(_inside(place), tuple(place.field.fields)))
        case ListField():
            return keyed(place.name, Entries, place)
        case CountsField():
            return keyed(place.name, Counts, place)
        case NullableField():
            return optional(place)
        case KindField():
            return _one_kind(place, place.field)
        case EitherField():
            return _either(place, place.field)
    return value_control(place)


def record_controls(place: Place, names: Sequence[str]) -> list[ft.Control]:
    """Return the controls of these fields of a record, and above them what is wrong with the rest of it."""
    record: Any = place.field
    parts = [place.part(name) for name in names]
    wrong = place.wrong(parts)
    made = [optional(part) if part.path[-1] in record.optional else control(part) for part in parts]
    return [*([with_problems([], wrong)] if wrong else []), *made]


def optional(place: Place) -> ft.Control:
    """Return the controls of what may be there or not: a way to it, or itself with a way to leave it out."""
    if isinstance(place.field, NullableField):
        place = replace(place, field=place.field.shape)

    async def give() -> None:
        await place.change(lambda now: place.smallest() if now is None else now, place.spoken)

    async def leave_out() -> None:
        await place.change(lambda _: None, place.spoken, tr("{spoken} was removed.", spoken=place.spoken))

    if place.value is None:
        return explained(place, [_add(place.title, tr("Add {spoken}", spoken=place.spoken), give)], place.wrong())
    return _removable(place, leave_out)


def _add(words: object, label: object, do: Callable[[], Any]) -> ft.Control:
    """Return the way to something that is not there yet."""
    return wrapped([chip(words, do, leading=ft.Icon(ft.Icons.ADD), label=label)])


def _removable(place: Place, remove: Callable[[], Any]) -> ft.Control:
    """Return the controls of a place with the way to leave it out: beside its name, beside it all, or below it."""
    viewport = use_ui().viewport
    away = icon_button(ft.Icons.CLOSE, tr("Remove {name}", name=place.spoken), remove)
    if isinstance(place.field, RecordField):
        return _group(place, record_controls(_inside(place), tuple(place.field.fields)), away)
    room = (viewport.width - EDGES - place.inset - TARGET) / viewport.scale
    if room < ROOM_BESIDE:
        return column([control(place), ft.Row([away], alignment=ft.MainAxisAlignment.END)], 0)
    shown = ft.Container(control(replace(place, inset=place.inset + TARGET + SPACE)), expand=True)
    return ft.Row([shown, away], spacing=SPACE, vertical_alignment=ft.CrossAxisAlignment.START)


def _group(place: Place, controls: Sequence[ft.Control], away: ft.Control | None = None) -> ft.Control:
    """Return the parts of something, standing in a little, below its name with the way to leave it out, if any.

    An entry of a list stands below its own line, which names it.
    """
    inner = ft.Container(
        column(controls, 4 * SPACE),
        border=ft.Border.only(left=ft.BorderSide(2, ft.Colors.OUTLINE_VARIANT)),
        padding=ft.Padding.only(left=INDENT - 2),
    )
    if isinstance(place.path[-1], int):
        return inner if away is None else column([ft.Row([away], alignment=ft.MainAxisAlignment.END), inner])
    if away is None:
        return column([*named(place), inner])
    name = ft.Container(column(named(place), SPACE), expand=True)
    return column([ft.Row([name, away], spacing=SPACE, vertical_alignment=ft.CrossAxisAlignment.START), inner])


def _inside(place: Place) -> Place:
    return replace(place, inset=place.inset + INDENT)


def _one_kind(place: Place, kinds: KindField) -> ft.Control:
    """Return the choice of the kind of a record, and the fields of that kind."""
    current = place.value[kinds.tag]

    def take(kind: str) -> Callable[[], Any]:
        return lambda: place.put({kinds.tag: kind} | place.smallest(kinds.kinds[kind]))

    chips = [
        chip(titled(kind), take(kind), selected=kind == current, label=f"{place.spoken}: {titled(kind)}")
        for kind in kinds.kinds
    ]
    record = kinds.kinds[current]
    names = tuple(name for name in record.fields if name != kinds.tag)
    return _group(place, [wrapped(chips), *record_controls(_inside(replace(place, field=record)), names)])


def _either(place: Place, either: EitherField) -> ft.Control:
    """Return the choice between values of several types, and the controls of the one that is there."""
    current = either.shapes[type(place.value)]
    chips: list[ft.Control] = []
    for json, shape in either.shapes.items():
        if isinstance(shape, ChoiceField):
            chips += [
                _alternative(place, key_title(shape.values, choice), choice, chosen=place.value == choice)
                for choice in map(str, shape.values)
            ]
        else:
            first = place.value if shape is current else place.smallest(shape)
            chips.append(_alternative(place, KINDS_OF_VALUES[json], first, chosen=shape is current))
    inner = [] if isinstance(current, ChoiceField) else [control(replace(place, field=current, meaning=None))]
    wrong = () if inner else place.wrong()
    return explained(place, [text(place.title), wrapped(chips), *inner], wrong)


def _alternative(place: Place, words: Message, value: Any, *, chosen: bool) -> ft.Control:  # noqa: ANN401 - any JSON
    return chip(words, lambda: place.put(value), selected=chosen, label=f"{place.spoken}: {words}")


@component
def Counts(place: Place) -> ft.Control:
    """Show what stands under each key, and the keys that may be added."""
    counts: Any = place.field
    entries: dict[str, Any] = place.value
    parts = [place.count(key) for key in dict.fromkeys((*counts.keys, *entries)) if key in entries]

    def add(key: str) -> Callable[[], Any]:
        first = counts.value
        inner = place.count(key)
        value = first.range.clamp(1) if hasattr(first, "range") else inner.smallest()
        return lambda: place.change(
            lambda now: now | {key: value}, say("{what}: {value}", what=inner.spoken, value=summary(value, first))
        )

    async def remove(key: str) -> None:
        spoken = place.count(key).spoken
        await place.change(
            lambda now: {kept_key: value for kept_key, value in now.items() if kept_key != key},
            spoken,
            tr("{spoken} was removed.", spoken=spoken),
        )

    lines = [_removable(part, partial(remove, str(part.path[-1]))) for part in parts]
    chips = [
        chip(
            place.count(key).title,
            add(key),
            leading=ft.Icon(ft.Icons.ADD),
            label=tr("Add {spoken}", spoken=place.count(key).spoken),
        )
        for key in counts.keys
        if key not in entries
    ]
    more: list[ft.Control] = [wrapped(chips)] if chips else []
    if counts.pattern is not None:
        more.append(keyed("key", NewKey, place, add))
    return with_problems([*named(place), *lines, *more], place.wrong(parts))


@component
def NewKey(place: Place, add: Callable[[str], Callable[[], Any]]) -> ft.Control:
    """Show the field for a key that is not known beforehand."""
    ui = use_ui()
    key, set_key = use_typed(f"{place.name} at {place.live.id}", "")
    refused, set_refused = use_value("")

    def type_in(entered: str) -> None:
        set_key(lambda _: entered)
        set_refused(lambda _: "")

    async def take() -> None:
        latest = value_now(set_key).strip()
        problem = place.read({latest: place.count(latest).smallest()})
        if problem is not None:
            set_refused(lambda _: sentence(problem))
            return
        await add(latest)()
        set_key(lambda _: "")

    counts: Any = place.field
    entry = field(ui, place.spoken, key, type_in, wrong=refused or None, on_submit=take)
    entry.helper = sentence(counts.pattern.what)
    return column(
        [entry, wrapped([plain_button(tr("Add to {title}", title=place.title), take, icon=ft.Icons.ADD)])], SPACE
    )


@component
def Entries(place: Place) -> ft.Control:
    """Show a list: each entry as a line that opens, and the way to add one."""
    listing: Any = place.field
    nothing: int | None = None
    opened, set_opened = use_value(nothing)
    number = len(place.value)
    least, most = (0, None) if listing.length is None else (listing.length.least, listing.length.most)
    entries = [place.entry(index) for index in range(number)]

    async def add() -> None:
        first = place.smallest(listing.entry)
        await place.change(lambda now: [*now, first], say("{spoken}: one more", spoken=place.spoken))
        set_opened(lambda _: number)

    def toggle(index: int | None) -> None:
        set_opened(lambda old: None if old == index else index)

    show = use_ref(lambda: toggle).current  # always the same function, so that closed lines are not drawn again
    if least == most and not isinstance(listing.entry, (RecordField, KindField)):
        return explained(place, [control(entry) for entry in entries], place.wrong(entries))
    lines = [
        keyed(f"{entry.name} opened", OpenedEntry, entry, place.value, least, show)
        if index == opened
        else keyed(
            entry.name, EntryLine, index, str(entry.spoken), str(summary(entry.value, entry.field)), entry.wrong(), show
        )
        for index, entry in enumerate(entries)
    ]
    more = (
        []
        if number == most
        else [_add(tr("Add to {title}", title=place.title), tr("Add to {title}", title=place.spoken), add)]
    )
    return with_problems([*named(place), *lines, *more], place.wrong(entries))


@memo
def EntryLine(
    at: int, spoken: str, words: str, wrong: tuple[Problem, ...], show: Callable[[int | None], None]
) -> ft.Control:
    """Show an entry of a list in a line that opens, with what is wrong with it."""
    line = _line(at, tr("{spoken}: {words}, open", spoken=spoken, words=words), words, show, opened=False)
    return with_problems([line], wrong)


@component
def OpenedEntry(place: Place, entries: list[Any], least: int, show: Callable[[int | None], None]) -> ft.Control:
    """Show one of the entries of a list below its line, with the ways to move and remove it."""
    at: Any = place.path[-1]
    words = summary(place.value, place.field)
    head = _line(at, tr("{spoken}: {words}, close", spoken=place.spoken, words=words), words, show, opened=True)
    return column([head, control(place), _entry_buttons(place, at, entries, least, show)])


def _line(at: int, label: str, words: object, show: Callable[[int | None], None], *, opened: bool) -> ft.Control:
    """Return the line of an entry of a list: its number and what it is in a few words."""
    face = ft.Row(
        [
            text(f"{at + 1}.", Style.STRONG),
            text(words, expand=True, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS),
            ft.Icon(ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE, color=ft.Colors.ON_SURFACE_VARIANT),
        ],
        spacing=2 * SPACE,
    )
    return tappable(face, label, lambda: show(at), bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST, padding=3 * SPACE)


def _entry_buttons(
    place: Place, at: int, entries: list[Any], least: int, show: Callable[[int | None], None]
) -> ft.Control:
    """Return the buttons that move an entry of a list up and down, and remove it."""
    whole = replace(place, path=place.path[:-1])

    async def move(by: int) -> None:
        await whole.change(lambda now: _moved(now, index_now(now, entries, at), by), place.spoken)
        show(at + by)

    async def remove() -> None:
        await whole.change(
            lambda now: _without(now, index_now(now, entries, at)),
            place.spoken,
            tr("{spoken} was removed.", spoken=place.spoken),
        )
        show(None)

    up = icon_button(
        ft.Icons.ARROW_UPWARD, tr("Move {name} up", name=place.spoken), partial(move, -1), disabled=at == 0
    )
    down = icon_button(
        ft.Icons.ARROW_DOWNWARD,
        tr("Move {name} down", name=place.spoken),
        partial(move, 1),
        disabled=at == len(entries) - 1,
    )
    away = icon_button(
        ft.Icons.DELETE_OUTLINE, tr("Remove {name}", name=place.spoken), remove, disabled=len(entries) <= least
    )
    lies_on_square = isinstance(place.field, RecordField) and "cell" in place.field.fields  # such lists have no order
    buttons = [away] if lies_on_square else [up, down, away]
    return ft.Row(buttons, alignment=ft.MainAxisAlignment.END, spacing=SPACE)


def _moved(entries: list[Any], at: int | None, by: int) -> list[Any]:
    """Return a list with one entry in another place; as it is where there is no such place any more."""
    if at is None or not 0 <= at + by < len(entries):
        return entries
    others = _without(entries, at)
    others.insert(at + by, entries[at])
    return others


def _without(entries: list[Any], at: int | None) -> list[Any]:
    """Return a list without one of its entries, as it is for `None`."""
    return entries if at is None else [*entries[:at], *entries[at + 1 :]]
