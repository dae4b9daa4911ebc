"""Flet's walks through controls, over what is set alone: a third of the work of opening a screen was the rest.

Flet prepares each control that comes onto a page, and drops each that goes, by all its declared fields, 50 to 117 of
them; most were never set, and in a default no control lies. Its own functions run here, and ask this module for the
fields. README.md beside it says what Flet could do, so that this file can go.
"""

from __future__ import annotations

from dataclasses import Field, fields, is_dataclass
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from flet.controls.object_patch import DiffBuilder
from flet.version import flet_version

from companion.ui.core.error_boundary import LOG

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    """Let Flet walk over the fields that are set, if it is the version that is known here."""
    if version != KNOWN:
        LOG.warning("Flet %s walks over all fields of a control: only those of Flet %s are known here", version, KNOWN)
        return
    for name in WALKS:
        walk = getattr(DiffBuilder, name)
        setattr(
            DiffBuilder, name, with_fields_by(walk, SimpleNamespace(is_dataclass=_is_of_fields, fields=filled_fields))
        )


def with_fields_by(walk: FunctionType, of_fields: object) -> Callable[..., Any]:
    """Return a walk that asks something else than the standard library for the fields of what it meets."""
    return FunctionType(walk.__code__, {**walk.__globals__, "dataclasses": of_fields}, walk.__name__, walk.__defaults__)
