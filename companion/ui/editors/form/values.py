"""The single values of a document: their places, what may stand there, what is wrong, and the controls for them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.plain_game import smallest, with_value
from companion.ui.components import stepper
from companion.ui.components.controls import caption, text
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, field, tick, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.theme import SPACE, Style
from scoring.fields import MAX_INTEGER, NounKey
from scoring.messages import Message, as_typed, say, tr, with_commas
from scoring.problems import Problem, join_path
from storage.documents.fields import BooleanField, ChoiceField, Field, IntegerField, NameField
from storage.documents.records import CountsField, KindField, ListField, NullableField, RecordField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState


NONE: Final = say("none")
"""The words for an empty text, and for nothing."""

YES, NO = say("yes"), say("no")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A value in the document of a table: its field, and its path from the table.

    `title` is what is shown of it, `of` whose it is and what it is part of, `meaning` what the type says of it.
    `document` is the whole table as JSON, as it is shown; `inset` the px that what is around it takes of the width.
    """

    live: LiveTable
    document: Any
    field: Field
    path: tuple[str | int, ...] = ()
    title: Message | str = ""
    of: Message | str = ""
    meaning: str | None = None
    inset: float = 0

    @property
    def spoken(self) -> Message | str:
        """What it is, and whose."""
        if self.of and self.title:
            return say("{first}, {second}", first=self.of, second=self.title)
        return self.of or self.title

    @property
    def value(self) -> Any:  # noqa: ANN401 - any JSON
        """What stands there, `None` where nothing does."""
        part: Any = self.document
        for key in self.path:
            part = part.get(key) if isinstance(part, dict) else part[key]
        return part

    @property
    def name(self) -> str:
        """Its path as problems have it, and as the key of its controls."""
        return reduce(join_path, self.path, "")

    @property
    def player(self) -> str | None:
        """The name of the player whose it is, `None` for what lies on the table."""
        match self.path:
            case ("players", int() as seat, *_):
                return self.live.names[seat]
        return None

    def smallest(self, field: Field | None = None) -> Any:  # noqa: ANN401 - any JSON
        """Return the value that its field, or another one, begins with; a piece is the player's own."""
        own = () if self.player is None else (self.player,)
        return smallest(field or self.field, (*own, *self.live.names))

    def part(self, name: str) -> Place:
        """Return the place of a field of a record."""
        record: Any = self.field
        return replace(
            self,
            field=record.fields[name],
            path=(*self.path, name),
            title=field_title(record, name),
            of=self.spoken,
            meaning=record.meanings[name],
        )

    def entry(self, index: int) -> Place:
        """Return the place of an entry of a list, called by its number from 1."""
        listing: Any = self.field
        title = say("{name} {number}", name=self.title, number=index + 1)
        return replace(self, field=listing.entry, path=(*self.path, index), title=title, meaning=None)

    def count(self, key: str) -> Place:
        """Return the place of what stands under a key."""
        counts: Any = self.field
        return replace(
            self,
            field=counts.value,
            path=(*self.path, key),
            title=key_title(counts.keys, key),
            of=self.spoken,
            meaning=None,
        )

    async def put(self, value: Any) -> None:  # noqa: ANN401 - any JSON
        """Save another value; `None` takes it away.

        Raises:
            StoreError: it could not be saved.

        """
        words = NONE if value is None else summary(value, self.field)
        await self.change(lambda _: value, say("{what}: {value}", what=self.spoken, value=words))

    async def change(self, change: Callable[[Any], Any], label: Message | str, words: str = "") -> None:
        """Save what a function makes of the value, as a step that undo names so; `words` say it was done, if anything.

        Raises:
            StoreError: it could not be saved.

        """

        def apply(state: TableState[Any]) -> TableState[Any]:
            return with_value(self.live.game, state, self.document, self.path, change)

        await (change_and_say(self.live, label, apply, words) if words else self.live.change(label, apply))

    def wrong(self, shown: Iterable[Place] = ()) -> tuple[Problem, ...]:
        """Return the problems of the value, apart from those of the parts that are `shown` for themselves."""
        own, parts = self.name, [place.name for place in shown]
        return tuple(
            problem
            for problem in self.live.problems
            if _lies_in(problem.path, own) and not any(_lies_in(problem.path, part) for part in parts)
        )

    def read(self, value: Any) -> str | None:  # noqa: ANN401 - any JSON
        """Return why a value cannot stand there, `None` where it can."""
        problems: list[Problem] = []
        self.field.read(value, None, problems)
        return str(problems[0].message) if problems else None


def _lies_in(path: str, whole: str) -> bool:
    return not whole or path == whole or path.startswith((f"{whole}.", f"{whole}["))


def field_title(record: RecordField, name: str) -> Message:
    """Return the name of a field as its type has it, else as people would read it."""
    return record.titles.get(name) or titled(name)


def key_title(members: Mapping[str, object], key: str) -> Message:
    """Return the name of a key, or of a choice, as its type has it, else as people would read it."""
    member = members.get(key)
    return member.noun.title if isinstance(member, NounKey) else titled(key)


def titled(name: str) -> Message:
    """Return the name of a field, or one of its choices, as people read it; codes stay as they are.

    Which names a game has is not known here: they read as the type has them, unless the catalogue knows the words.

    >>> [str(titled(name)) for name in ("stored_tiles", "old-town", "C4", "")]
    ['Stored tiles', 'Old town', 'C4', 'none']
    """
    words = str(name).replace("_", " ").replace("-", " ") if len(name) > 1 else str(name)
    return _word(words[:1].upper() + words[1:]) if words else NONE


def _word(words: str) -> Message:
    return as_typed(words) if "{" in words or "}" in words else say(words)


def _listed(parts: Iterable[Message]) -> Message:
    """Return parts with commas between them, "none" where there are none."""
    every = list(parts)
    return with_commas(every) if every else NONE


def summary(value: Any, field: Field) -> Message:  # noqa: ANN401, PLR0911 - any JSON, one return a kind of field
    """Return a value in a few words.

    >>> from storage.documents.records import record_of
    >>> from companion.tables.state import Colour, PlayerStyle, Shape
    >>> print(summary({"colour": Colour.RED, "shape": Shape.CIRCLE}, record_of(PlayerStyle)))
    Red, Circle
    """
    match field:
        case RecordField():
            said = (_said(field, name, value) for name in field.fields)
            return _listed(part for part in said if part is not None)
        case KindField():
            return summary(value, field.kinds[value[field.tag]])
        case NullableField():
            return NONE if value is None else summary(value, field.shape)
        case ListField():
            return _listed(summary(entry, field.entry) for entry in value)
        case CountsField():
            return _listed(
                say("{count} {name}", count=summary(count, field.value), name=key_title(field.keys, key))
                for key, count in value.items()
            )
        case BooleanField():
            return YES if value else NO
        case ChoiceField():
            return key_title(field.values, value)
    return titled(value) if isinstance(value, str) else as_typed(str(value))


def _said(of: RecordField, name: str, record: dict[str, Any]) -> Message | None:
    """Return what a record says in a field; numbers and ticks with the name of the field, 0 and no tick not at all."""
    value = record.get(name)
    if not value and not isinstance(value, str):
        return None
    match of.fields[name]:
        case IntegerField():
            return say("{name} {number}", name=field_title(of, name), number=value)
        case BooleanField():
            return field_title(of, name)
    return summary(value, of.fields[name])


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
        name=place.title, label=place.spoken, least=number.range.low, most=number.range.high, inset=place.inset
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

    async def choose(value: str) -> None:
        set_opened(lambda _: False)
        await place.put(value)

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
        chip(words, partial(choose, value), selected=value == place.value, label=f"{place.spoken}: {words}")
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
