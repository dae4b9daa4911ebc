"""A place in the document of a table: what may stand there, what stands there, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from companion.games.plain_game import smallest, with_value
from companion.ui.components.dialogs import change_and_say
from scoring.fields import NounKey
from scoring.messages import as_typed, say, with_commas
from scoring.problems import join_path
from storage.documents.fields import BooleanField, ChoiceField, IntegerField
from storage.documents.records import CountsField, KindField, ListField, NullableField, RecordField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from scoring.messages import Message
    from scoring.problems import Problem
    from storage.documents.fields import Field

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
