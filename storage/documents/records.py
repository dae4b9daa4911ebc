"""Objects and lists of documents, made from the types of a game's state."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from itertools import zip_longest
from typing import Annotated, Any, Literal, Union

from scoring.fields import (
    MAX_INTEGER,
    Between,
    KeyPattern,
    Keys,
    Length,
    OneOf,
    OrNull,
    Pattern,
    PerPlayer,
    PersonalName,
    SeatFirst,
    SeatNumber,
    Without,
    document_fields,
    nouns_of,
)
from scoring.messages import counted, say
from scoring.problems import UNREADABLE
from storage.documents.fields import (
    BooleanField,
    ChoiceField,
    Field,
    IntegerField,
    JsonField,
    MomentField,
    NameField,
    ObjectField,
    PatternField,
    SeatField,
    SeatTextField,
    TextField,
    add_problem,
    belongs_here,
    is_full,
    one_of,
    shown,
    unknown_key_message,
)

if typing.TYPE_CHECKING:
    from scoring.messages import Message
    from scoring.problems import Path, Problem


class ListField(Field):
    """A list of entries of one kind."""

    def __init__(self, entry: Field, length: Length | None, per_player: PerPlayer | None = None) -> None:
        """Accept lists of a length; of any length if there is none. One `per_player` has an entry for each."""
        self.entry = entry
        self.length = length
        self.per_player = per_player
        self.expected = say("a list") if length is None else _list_of(length)

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is not list:
            return self.refuse(value, path, problems)
        if self.length is not None and not self.length.least <= len(value) <= self.length.most:
            self.refuse(value, path, problems)
            value = value[: 2 * self.length.most]
        read = self.entry.read
        return tuple([read(entry, (path, index), problems) for index, entry in enumerate(value)])

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "array", "items": self.entry.schema()}
        if self.length is not None:
            schema |= {"minItems": self.length.least, "maxItems": self.length.most}
        return schema


def _list_of(length: Length) -> Message:
    if length.least == length.most:
        return counted(length.most, "a list of {number} entry", "a list of {number} entries")
    return say("a list of {least} to {most} entries", least=length.least, most=length.most)


def _either(first: Message | str, last: Message | str) -> Message:
    return say("{first}, or {last},", first=first, last=last)


class NullableField(Field):
    """A value, or `null`."""

    def __init__(self, shape: Field) -> None:
        """Accept what `inner` accepts, and `null`."""
        self.shape = shape
        self.expected = _either(shape.expected, "null")

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        return None if value is None else self.shape.read(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}


_TYPES: typing.Final = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
"""How Python reads the types of JSON; a choice is a text without saying so."""


class EitherField(Field):
    """A value of one of several types of JSON."""

    def __init__(self, *shapes: Field) -> None:
        """Accept what the field of a value's own type accepts."""
        self.shapes = {_TYPES[shape.schema().get("type", "string")]: shape for shape in shapes}
        expected = shapes[0].expected
        for shape in shapes[1:-1]:
            expected = say("{first}, {second}", first=expected, second=shape.expected)
        self.expected = _either(expected, shapes[-1].expected)

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        shape = self.shapes.get(type(value))
        return self.refuse(value, path, problems) if shape is None else shape.read(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [shape.schema() for shape in self.shapes.values()]}


class CountsField(Field):
    """An object with kinds as keys, or keys that match a pattern, and values of one kind."""

    expected = say("an object")

    def __init__(
        self,
        keys: Mapping[str, object],
        value: Field,
        *,
        without: Without | None = None,
        pattern: KeyPattern | None = None,
    ) -> None:
        """Accept the keys of `keys`, or those that match the pattern."""
        self.keys = keys
        self.value = value
        self._without = without
        self.pattern = pattern
        self._matches = None if pattern is None else re.compile(pattern.pattern, re.ASCII).fullmatch

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is not dict:
            return self.refuse(value, path, problems)
        read = self.value.read
        counts = {}
        for name, count in value.items():
            place = (path, name)
            if name in self.keys:
                counts[self.keys[name]] = read(count, place, problems)
            elif self._matches is not None and self._matches(name):
                counts[name] = read(count, place, problems)
            elif not is_full(problems):
                add_problem(problems, place, self._unknown(name))
        return counts if len(counts) == len(value) else UNREADABLE

    def _unknown(self, name: str) -> Message:
        if self._without is not None and name in self._without.members:
            return say("{name} has no place here: {instead}", name=name, instead=self._without.instead)
        if self.pattern is not None:
            return belongs_here(name, self.pattern.what)
        return unknown_key_message(name, tuple(self.keys))

    def schema(self) -> dict[str, Any]:
        value = self.value.schema()
        keys: dict[str, Any] = {"properties": dict.fromkeys(self.keys, value)}
        if self.pattern is not None:
            keys = {"patternProperties": {f"^(?:{self.pattern.pattern})$": value}}
        return {"type": "object", **keys, "additionalProperties": False}


class RecordField(Field):
    """An object with named fields, which becomes a dataclass.

    The `required` ones may not be absent; the absence of the `optional` ones is a value of its own. `titles` are what
    people call those that have a noun, `meanings` say in plain text what they are.
    """

    expected = say("an object")

    def __init__(self, of: Any, *, in_play: bool = False) -> None:  # noqa: ANN401 - a dataclass
        """Accept the fields of a dataclass, those of a table in play only where that is said."""
        self._of = of
        hints = typing.get_type_hints(of, include_extras=True)
        names = document_fields(of)
        declared = [field for field in dataclasses.fields(of) if in_play or field.name in names]
        self.fields = {field.name: field_of(hints[field.name], in_record=True) for field in declared}
        self.titles = {name: noun.title for name, noun in nouns_of(of).items()}
        self.meanings = {field.name: _said(hints[field.name]) for field in declared}
        self._defaults = {field.name: field.default for field in declared if isinstance(field.default, (int, str))}
        self._reads = {name: shape.read for name, shape in self.fields.items()}
        self.required = tuple(
            field.name
            for field in declared
            if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        )
        self._needed = frozenset(self.required)
        self.optional = frozenset(field.name for field in declared if field.default is None)

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is not dict:
            return self.refuse(value, path, problems)
        values = {}
        for name, item in value.items():
            read = self._reads.get(name)
            if read is None and not is_full(problems):
                add_problem(problems, (path, name), unknown_key_message(name, tuple(self.fields)))
            elif read is not None:
                values[name] = read(item, (path, name), problems)
        if not values.keys() >= self._needed:
            for name in self.required:
                if name not in values:
                    self.fields[name].miss((path, name), problems)
                    values[name] = UNREADABLE
        return self._of(**values)

    def _field_schema(self, name: str) -> dict[str, Any]:
        schema = self.fields[name].schema()
        if self.meanings[name] is not None:
            schema = {"description": self.meanings[name]} | schema
        if name in self.titles:
            schema = {"title": self.titles[name].english} | schema
        if name in self._defaults:
            schema["default"] = self._defaults[name]
        return schema

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {name: self._field_schema(name) for name in self.fields},
            "additionalProperties": False,
        }
        if self.required:
            schema["required"] = list(self.required)
        return schema


class KindField(Field):
    """An object of one of several kinds: dataclasses with the same base, each of which says its kind by a `Literal`."""

    expected = say("an object")

    def __init__(self, kinds: tuple[type, ...]) -> None:
        """Accept an object whose field for the kind names one of these."""
        self._base = record_of(kinds[0].__bases__[0])
        hints = [typing.get_type_hints(kind) for kind in kinds]
        self.tag = next(name for name, hint in hints[0].items() if typing.get_origin(hint) is Literal)
        self.kinds = {
            typing.get_args(hint[self.tag])[0].value: record_of(kind) for kind, hint in zip(kinds, hints, strict=True)
        }

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is not dict:
            return self.refuse(value, path, problems)
        tag = value.get(self.tag)
        if type(tag) is str and tag in self.kinds:
            return self.kinds[tag].read(value, path, problems)
        base_fields = {name: item for name, item in value.items() if name in self._base.fields}
        return self._base.read(base_fields, path, problems)  # names the kinds, and whatever else is wrong in every kind

    def schema(self) -> dict[str, Any]:
        schemas = [kind.schema() for kind in self.kinds.values()]
        return {"anyOf": [schema | {"required": [*schema["required"], self.tag]} for schema in schemas]}


@dataclasses.dataclass(frozen=True, slots=True)
class Like:
    """JSON with the fields of a dataclass, which stays JSON."""

    of: type


class NamedField(RecordField):
    """An object that is read as a record, or the name of one that a library has."""

    expected = say("an object, or a name such as {example},", example="forest-shuffle")

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is not str:
            return super().read(value, path, problems)
        record = self._of.library.find(value)
        if record is None:
            add_problem(problems, path, say("{name}: this version of Tessera has no such deck", name=shown(value)))
            return UNREADABLE
        return record

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, super().schema()]}


class LikeField(RecordField):
    """An object that is read as a record, and stays as it is."""

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        before = len(problems)
        super().read(value, path, problems)
        return value if len(problems) == before and not is_full(problems) else UNREADABLE


def _said(hint: Any) -> str | None:  # noqa: ANN401 - a type, or what typing makes of one
    return _extra(typing.get_args(hint)[1:] if typing.get_origin(hint) is Annotated else (), str)


_RECORDS: dict[tuple[type, bool], RecordField] = {}


def record_of(of: type, *, in_play: bool = False) -> RecordField:
    """Return the field of a dataclass, made once; `in_play` with what only a table in play has."""
    if (of, in_play) not in _RECORDS:
        _RECORDS[of, in_play] = (NamedField if hasattr(of, "library") else RecordField)(of, in_play=in_play)
    return _RECORDS[of, in_play]


def split(value: Any, shape: Field) -> tuple[Any, Any]:  # noqa: ANN401 - JSON of any kind
    """Return JSON without the fields that a shape does not know, and these fields alone, where they stood."""
    if isinstance(shape, RecordField) and isinstance(value, dict):
        parts = {name: split(item, shape.fields[name]) for name, item in value.items() if name in shape.fields}
        unknown = {name: item for name, item in value.items() if name not in shape.fields}
        unknown |= {name: inside for name, (_, inside) in parts.items() if inside}
        return {name: part for name, (part, _) in parts.items()}, unknown
    if isinstance(shape, ListField) and isinstance(value, list):
        parts_of_entries = [split(entry, shape.entry) for entry in value]
        left_over = [inside for _, inside in parts_of_entries]
        return [entry for entry, _ in parts_of_entries], left_over if any(left_over) else None
    return value, None


def check_numbers(part: Any, before: Any, shape: Field, problems: list[Problem]) -> None:  # noqa: ANN401 - of any state
    """Note the numbers in a part of a state that are out of range; what is the same object as `before` is left out."""
    if part is before or part is None:
        return
    if isinstance(shape, EitherField):
        shape = shape.shapes.get(list if type(part) is tuple else type(part), shape)
    if dataclasses.is_dataclass(part):
        for name, field in record_of(type(part), in_play=True).fields.items():
            check_numbers(getattr(part, name), getattr(before, name, None), field, problems)
    elif isinstance(shape, ListField):
        for entry, was in zip_longest(part, before if isinstance(before, tuple) else ()):
            check_numbers(entry, was, shape.entry, problems)
    elif isinstance(shape, CountsField):
        for number in part.values():
            check_numbers(number, None, shape.value, problems)
    elif type(part) is int:
        shape.read(part, None, problems)


def field_of(hint: Any, *, in_record: bool = False) -> Field:  # noqa: ANN401 - a type, or what typing makes of one
    """Return the field for a type with its annotations.

    `X | None` may be absent; in a list, or with `OrNull`, it may be `null`. `X | tuple[Y, ...]` is a text or a list,
    `X | Y` of dataclasses an object of one of several kinds, `X | Y` of an enumeration and a dataclass a text or an
    object.
    """
    extras: tuple[object, ...] = ()
    if typing.get_origin(hint) is Annotated:
        hint, *rest = typing.get_args(hint)
        extras = tuple(rest)
    if typing.get_origin(hint) in (types.UnionType, Union):
        inner, *others = (part for part in typing.get_args(hint) if part is not type(None))
        if others:
            is_of_kinds = dataclasses.is_dataclass(inner)
            return KindField((inner, *others)) if is_of_kinds else EitherField(*map(field_of, (inner, *others)))
        if typing.get_origin(inner) is Annotated:
            inner, *rest = typing.get_args(inner)
            extras = (*extras, *rest)
        shape = _plain_field(inner, extras)
        return shape if in_record and _extra(extras, OrNull) is None else NullableField(shape)
    return _plain_field(hint, extras)


_ALIKE: typing.Final[Mapping[Any, type[Field]]] = {bool: BooleanField, datetime: MomentField, Any: JsonField}
"""The fields of types that need no annotation."""

Extra = typing.TypeVar("Extra")


def _extra(extras: tuple[object, ...], of: type[Extra]) -> Extra | None:
    return next((extra for extra in extras if isinstance(extra, of)), None)


def _plain_field(hint: Any, extras: tuple[object, ...]) -> Field:  # noqa: ANN401, PLR0911 - one return a type
    origin = typing.get_origin(hint)
    if origin is Literal:
        kinds = {getattr(choice, "value", choice): choice for choice in typing.get_args(hint)}
        return ChoiceField(kinds, one_of(kinds))
    if origin is tuple:
        return ListField(field_of(typing.get_args(hint)[0]), _extra(extras, Length), _extra(extras, PerPlayer))
    if origin is dict:
        like = _extra(extras, Like)
        return ObjectField() if like is None else LikeField(like.of)
    if origin is Mapping:
        key, value = typing.get_args(hint)
        return _counts(key, value, extras)
    if hint is int:
        return _integer(extras)
    if hint in _ALIKE:
        return _ALIKE[hint]()
    if hint is str:
        return _text(extras)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ChoiceField(_members(hint), one_of(_members(hint)))
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return record_of(hint)
    message = f"no shape for {hint}"
    raise TypeError(message)


def _integer(extras: tuple[object, ...]) -> Field:
    if _extra(extras, SeatNumber) is not None:
        return SeatField(Between(0, 99))  # of seats there are only those of the players
    return IntegerField(_extra(extras, Between) or Between(-MAX_INTEGER, MAX_INTEGER))


def _text(extras: tuple[object, ...]) -> Field:
    choice, name, matching = _extra(extras, OneOf), _extra(extras, PersonalName), _extra(extras, Pattern)
    if choice is not None:
        return ChoiceField({text: text for text in choice.texts}, choice.what)
    if _extra(extras, SeatFirst) is not None:
        return SeatTextField(Pattern("(?:0|[1-9][0-9]?) .*", say("the number of a seat, a space, and more words")))
    if matching is not None:
        return PatternField(matching)
    return TextField() if name is None else NameField(name)


def _counts(key: Any, value: Any, extras: tuple[object, ...]) -> Field:  # noqa: ANN401 - types, or what typing makes
    named = _extra(extras, Keys)
    if named is not None:
        return CountsField(dict(zip(named.texts, named.texts, strict=True)), field_of(value))
    without, pattern = _extra(extras, Without), _extra(extras, KeyPattern)
    left_out = without.members if without else ()
    keys = _members(key) if isinstance(key, type) and issubclass(key, Enum) else {}
    keys = {name: member for name, member in keys.items() if name not in left_out}
    return CountsField(keys, field_of(value), without=without, pattern=pattern)


def _members(enumeration: type[Enum]) -> dict[str, Enum]:
    return {member.value: member for member in enumeration}
