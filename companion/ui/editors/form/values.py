"""The controls of single values: numbers, ticks, choices and texts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.ui.components import stepper
from companion.ui.components.controls import caption, text
from companion.ui.components.fields import chip, field, tick, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.form.place import NONE, key_title
from scoring.fields import MAX_INTEGER
from scoring.messages import tr
from storage.documents.fields import ChoiceField, IntegerField, NameField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.ui.editors.form.place import Place
    from scoring.messages import Message
    from scoring.problems import Problem

FEW: Final = 6
"""The most choices that are all shown at once."""

MAX_CHIPS: Final = 12
"""The most codes that are chosen from; more of them, such as squares, are typed."""

CODE: Final = 4
"""The most characters of a code."""


def explained(place: Place, controls: list[ft.Control], wrong: Iterable[Problem]) -> ft.Control:
    """Return the controls of a place with what it means, and what is wrong with it, below them."""
    words = meaning(place)
    return with_problems([*controls, *([caption(words)] if words else [])], wrong)


def with_problems(controls: Iterable[ft.Control], wrong: Iterable[Problem]) -> ft.Control:
    """Return controls with what is wrong below them."""
    return column([*controls, *map(_problem, wrong)], SPACE)


def meaning(place: Place) -> str:
    """Return what the type of a place says of it, with the range of a number that is not just any amount."""
    words = "" if place.meaning is None else sentence(place.meaning.replace("_", " "))
    if isinstance(place.field, IntegerField) and place.field.range.high < MAX_INTEGER:
        span = tr("{low} to {high}.", low=place.field.range.low, high=place.field.range.high)
        words = f"{words} {span}"
    return words.strip()


def named(place: Place) -> list[ft.Control]:
    """Return the title of what has parts, and what it means."""
    words = meaning(place)
    return [text(place.title, Style.STRONG), *([caption(words)] if words else [])]


def _problem(problem: Problem) -> ft.Control:
    words = text(sentence(problem.message), Style.SMALL, color=ft.Colors.ERROR)
    return ft.Semantics(content=words, live_region=True, container=True)


def value_control(place: Place) -> ft.Control:
    """Return the control of a number, a tick, a choice or a text, with what is wrong with it."""
    return explained(place, [_control(place)], place.wrong())


def _control(place: Place) -> ft.Control:
    match place.field:
        case IntegerField():
            return _number(place, place.field)
        case ChoiceField() if not is_typed(place.field):
            return keyed(
                place.name, Choice, place, {str(key): key_title(place.field.values, key) for key in place.field.values}
            )
        case NameField() if place.field.of_player:
            return keyed(place.name, Choice, place, {name: name for name in place.live.names})
    if isinstance(place.value, bool):
        return _tick(place)
    return keyed(place.name, TypedText, place)


def is_typed(choice: ChoiceField) -> bool:
    """Return whether a choice is one of many codes, such as the squares of a board."""
    return len(choice.values) > MAX_CHIPS and all(len(code) <= CODE for code in choice.values)


def _number(place: Place, number: IntegerField) -> ft.Control:
    counter = Counter(
        name=place.title,
        label=place.spoken,
        least=number.range.low,
        most=number.range.high,
        inset=place.inset,
    )
    return keyed(place.name, Stepper, counter, place.value, place.put)


def _tick(place: Place) -> ft.Control:
    async def turn() -> None:
        await place.put(not place.value)

    return tick(place.title, turn, use_ui().viewport, ticked=place.value, label=place.spoken)


@component
def Choice(place: Place, choices: Mapping[str, Message | str]) -> ft.Control:
    """Show the choices, by their values; where there are many, only the one that is chosen until it is tapped."""
    opened, set_opened = use_value(initial=False)

    def choose(value: str) -> Callable[[], Any]:
        async def chosen() -> None:
            set_opened(lambda _: False)
            await place.put(value)

        return chosen

    if len(choices) > FEW and not opened:
        words = choices.get(place.value, place.value)
        show = chip(
            words,
            lambda: set_opened(lambda _: True),
            leading=ft.Icon(ft.Icons.EXPAND_MORE),
            label=tr("{spoken}: {words}, choose another", spoken=place.spoken, words=words),
        )
        return wrapped([text(place.title), show])
    chips = [
        chip(words, choose(value), selected=value == place.value, label=f"{place.spoken}: {words}")
        for value, words in choices.items()
    ]
    return column([text(place.title), wrapped(chips)], SPACE)


@component
def TypedText(place: Place) -> ft.Control:
    """Show a text that is typed; one that cannot stand there stays in its field, with the reason below it."""
    ui = use_ui()
    typed, type_in, leave, refused = _use_text(place)
    capitals = isinstance(place.field, ChoiceField)

    async def blur() -> None:
        ui.keys.typing = False
        await leave()

    entry = field(
        ui,
        place.spoken,
        typed,
        type_in,
        wrong=refused,
        capitalization=ft.TextCapitalization.CHARACTERS if capitals else None,
    )
    entry.label_style = ft.TextStyle(size=1, color=ft.Colors.TRANSPARENT)
    entry.border = ft.NoInputBorder()
    entry.fill_color = ft.Colors.SURFACE_CONTAINER_HIGHEST if refused is None else ft.Colors.ERROR_CONTAINER
    entry.on_blur = safe(blur)
    return column([text(place.title), entry], SPACE)


def _use_text(place: Place) -> tuple[str, Callable[[str], Any], Callable[[], Any], str | None]:
    """Return what stands in the field, what takes typing and leaving it, and why the text was refused, if it was.

    A text is saved after a pause, or when the field is left; small letters do where only capitals are known.
    """
    saved: str = place.value
    nothing: str | None = None
    typed, set_typed = use_value(nothing)
    refused, set_refused = use_value(nothing)
    waiting, keys = use_ref(lambda: nothing), use_ref(int)

    async def settle() -> None:
        entered, waiting.current = waiting.current, None
        if entered is None:
            return
        fitting = next(
            (
                candidate
                for candidate in (entered, entered.strip(), entered.strip().upper())
                if not place.read(candidate)
            ),
            None,
        )
        if fitting is None:
            set_refused(lambda _: f"{sentence(place.read(entered))} {tr('It stays {number}.', number=saved or NONE)}")
        else:
            await place.put(fitting)  # also what stands there, as another text may still wait to be saved

    async def type_in(entered: str) -> None:
        waiting.current = entered
        keys.current = key = keys.current + 1
        set_typed(lambda _: entered)
        set_refused(lambda _: None)
        await asyncio.sleep(stepper.PAUSE_S)
        if key == keys.current:
            await settle()

    async def leave() -> None:
        key = keys.current
        await settle()
        fits = typed is not None and any(
            not place.read(candidate) for candidate in (typed.strip(), typed.strip().upper())
        )
        if fits and key == keys.current:
            set_typed(lambda _: None)

    return saved if typed is None else typed, type_in, leave, refused
