"""Flet's walks through controls, and its making of them, by what is set alone: the rest was half the work of a screen.

Flet prepares each control that comes onto a page, and drops each that goes, by all its declared fields, 50 to 117 of
them; most were never set, and in a default no control lies. Its own functions run here, and ask this module for the
fields. A control that is made sets all these fields as well, each to the default that it has anyway: here it sets what
it is given. README.md beside it says what Flet could do, so that this file can go.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, wraps
from inspect import Parameter, getattr_static, signature
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from flet.controls import base_control
from flet.controls.base_control import BaseControl, Prop
from flet.controls.object_patch import DiffBuilder
from flet.version import flet_version

from companion.ui.core.error_boundary import LOG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

KNOWN: Final = "1.0.5"
"""The version of Flet whose walks were read."""

WALKS: Final = ("_configure_dataclass", "_removed_controls")

PLAIN: Final = frozenset({bool, int, float, str, type(None)})
"""The types of values that have no controls in them."""


@cache
def _walked(kind: Any) -> tuple[Field[Any], ...]:  # noqa: ANN401 - a class
    """Return the fields of a class that Flet walks through."""
    return tuple(field for field in fields(kind) if not field.metadata.get("skip"))


@cache
def _has_fields(kind: Any) -> bool:  # noqa: ANN401 - a class
    return is_dataclass(kind)


def _is_of_fields(item: object) -> bool:
    return _has_fields(type(item))  # type: ignore[arg-type]  # types have hashes


def filled_fields(item: Any) -> Sequence[Field[Any]]:  # noqa: ANN401 - a control, or a part of one
    """Return the fields of a control, or of a part of one, in which controls can lie."""
    walked = _walked(type(item))  # type: ignore[arg-type]  # types have hashes
    held = getattr(item, "_values", None)
    if held is None:
        return walked
    others = type(item)._structural_fields  # noqa: SLF001 - no other way
    return [
        field
        for field in walked
        if field.name in others or (field.name in held and type(held[field.name]) not in PLAIN)
    ]


def walk_what_is_set(version: str = flet_version) -> None:
    """Let Flet walk over the fields that are set, and set no others, if it is the version that is known here."""
    if version != KNOWN:
        LOG.warning("Flet %s walks over all fields of a control: only those of Flet %s are known here", version, KNOWN)
        return
    make_by_what_is_given()
    for name in WALKS:
        walk = getattr(DiffBuilder, name)
        setattr(
            DiffBuilder, name, with_fields_by(walk, SimpleNamespace(is_dataclass=_is_of_fields, fields=filled_fields))
        )


def with_fields_by(walk: FunctionType, of_fields: object) -> Callable[..., Any]:
    """Return a walk that asks something else than the standard library for the fields of what it meets."""
    return FunctionType(walk.__code__, {**walk.__globals__, "dataclasses": of_fields}, walk.__name__, walk.__defaults__)


def make_by_what_is_given() -> None:
    """Let all controls set the fields that they are given alone: those that there are, and those yet to be declared."""
    for kind in _controls(BaseControl):
        kind.__init__ = sparse_init(kind)
    declare = base_control._apply_control  # noqa: SLF001 - no other way

    def declared(*args: Any, **options: Any) -> type:  # noqa: ANN401 - what Flet passes
        kind: type = declare(*args, **options)
        kind.__init__ = sparse_init(kind)  # type: ignore[misc]
        return kind

    base_control._apply_control = declared  # noqa: SLF001


def _controls(kind: Any) -> Iterator[Any]:  # noqa: ANN401 - a class
    """Yield the kinds of controls below one whose `__init__` is made of their fields."""
    for below in kind.__subclasses__():
        if "__init__" in vars(below) and "__dataclass_fields__" in vars(below):
            yield below
        yield from _controls(below)


def sparse_init(kind: type) -> Callable[..., None]:
    """Return an `__init__` for a kind of control that sets what it is given, and each default that no `Prop` has."""
    full = kind.__init__  # type: ignore[misc]  # what is wrong with a call it says as ever
    _, *declared = signature(full).parameters.values()
    in_order = [each.name for each in declared if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    defaults_by_name = {each.name: each.default for each in declared}
    needed = {name for name, default in defaults_by_name.items() if default is Parameter.empty}
    stored = {field.name: field for field in fields(kind)}
    order = {name: number for number, name in enumerate(kind.__dataclass_fields__)}  # type: ignore[attr-defined]
    makers = [(name, field.default_factory) for name, field in stored.items() if field.default_factory is not MISSING]
    passed = [
        (name, defaults_by_name[name]) for name in order if name in defaults_by_name and name not in stored
    ]  # to `__post_init__`
    skipped = {*needed, *dict(makers), *dict(passed)}
    defaults = [entry for entry in defaults_by_name.items() if entry[0] not in skipped and not _has(kind, *entry)]

    @wraps(full)
    def init(self: Any, *args: Any, **named: Any) -> None:  # noqa: ANN401 - a control
        arguments = named | dict(zip(in_order, args, strict=False)) if args else {**named}
        if len(arguments) < len(named) + len(args) or not (
            arguments.keys() <= defaults_by_name.keys() and needed <= arguments.keys()
        ):
            full(self, *args, **named)
            return
        for name, make in makers:
            if name not in arguments:
                setattr(self, name, make())
        for name, value in defaults:
            if name not in arguments:
                setattr(self, name, value)
        rest = [arguments.pop(name, default) for name, default in passed]
        for name in sorted(arguments, key=order.__getitem__):
            setattr(self, name, arguments[name])
        self.__post_init__(*rest)

    return init


def _has(kind: type, name: str, default: object) -> bool:
    """Return whether a kind of control has this default without a field being set."""
    prop = getattr_static(kind, name, None)
    return isinstance(prop, Prop) and (prop.default is default or bool(prop.default == default))
