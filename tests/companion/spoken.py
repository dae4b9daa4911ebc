"""Controls as a screen reader finds them: what they are called, what lies in what, and what takes a tap."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import pytest
from flet.components.component import Component
from flet.controls.base_control import BaseControl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

CHANGING: Final = (ft.Checkbox, ft.Switch)
"""What a tap turns over."""

ENTERED: Final = (ft.TextField, ft.Checkbox, ft.Switch, ft.Radio, ft.Chip, ft.Segment)
"""What is tapped or entered, whatever its handlers."""

PARENTS: Final = ("_parent", "parent")
"""Fields that lead back to what a control lies in."""


def name_of(control: object) -> str:
    """Return what a screen reader calls a control; "" for what only holds others."""
    match control:
        case ft.Semantics():
            name = control.label
        case ft.Text() | ft.Icon():
            spoken = control.semantics_label
            name = spoken if spoken is not None else getattr(control, "value", None)
        case ft.TextField() | ft.Checkbox() | ft.Switch() | ft.Radio() | ft.Chip() | ft.Segment():
            name = _words(control.label)
        case ft.IconButton():
            name = name_of(control.icon)
        case ft.Button() | ft.FilledButton() | ft.OutlinedButton() | ft.TextButton() | ft.FilledTonalButton():
            name = _words(control.content)
        case _:
            name = None
    return name or ""


def _words(content: object) -> str | None:
    return content if isinstance(content, str) else name_of(content)


def takes_tap(control: BaseControl) -> BaseControl | None:
    """Return a control that takes taps, nothing for others."""
    can = isinstance(control, (*CHANGING, ft.Segment, ft.Radio))
    return control if can or getattr(control, "on_click", None) or getattr(control, "on_select", None) else None


def strays(screen: SpokenScreen) -> list[str]:
    """Return the names of the main buttons that scroll away, instead of standing in the bar of a screen or window."""
    return [name_of(control) for control, around in screen.controls() if _is_main(control) and _scroll(around)]


def _is_main(control: BaseControl) -> bool:
    return isinstance(control, ft.FilledButton)


def _scroll(around: tuple[BaseControl, ...]) -> bool:
    windows = [outer.content for outer in around if isinstance(outer, ft.AlertDialog)]
    return any(getattr(outer, "scroll", None) or outer in windows for outer in around)


def inside(control: BaseControl) -> Iterator[BaseControl]:
    """Find the controls in a control."""
    return (inner for inner, _ in walk(control, (), deaf=False) if inner is not control)


def walk(
    value: object, around: tuple[BaseControl, ...], *, deaf: bool = True
) -> Iterator[tuple[BaseControl, tuple[BaseControl, ...]]]:
    """Find the controls in a control, an attribute, or a list; `deaf` passes over what screen readers pass over."""
    if isinstance(value, BaseControl):
        if _hidden(value):
            return
        yield value, around
        around = (*around, value)
        if deaf and isinstance(value, ft.Semantics) and value.exclude_semantics:
            return
    for part in _parts(value):
        if not _is_plain(type(part)):  # type: ignore[arg-type]  # types have hashes
            yield from walk(part, around, deaf=deaf)


def _hidden(control: BaseControl) -> bool:
    return getattr(control, "visible", True) is False or getattr(control, "open", True) is False


def _parts(value: object) -> Iterable[Any]:
    """Return what a control, an attribute or a list is made of."""
    if isinstance(value, Component):
        return (value._b,)
    if isinstance(value, (list, tuple)):
        return value
    if isinstance(value, Mapping):
        return value.values()
    names = _fields(type(value))  # type: ignore[arg-type]  # types have hashes
    held, structural = getattr(value, "_values", None), getattr(value, "_structural_fields", ())
    if held is not None:  # the others have their defaults, in which no control lies
        names = [name for name in names if name in held or name in structural]
    return [getattr(value, name, None) for name in names]


@cache
def _is_plain(kind: type) -> bool:
    """Whether nothing can lie in values of a type."""
    return not issubclass(kind, (list, tuple, Mapping)) and not dataclasses.is_dataclass(kind)


@cache
def _fields(kind: type) -> Sequence[str]:
    """Return the names of the fields of a type that may hold controls."""
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    return tuple(field.name for field in fields if not field.metadata.get("skip") and field.name not in PARENTS)


@dataclasses.dataclass(frozen=True, slots=True)
class Sent:
    """What a browser sends of a tap or of typing: an event of a control, behind the fields that it has changed."""

    control: BaseControl
    event: str
    data: Any = None
    fields: Mapping[str, Any] = dataclasses.field(default_factory=dict)


class SpokenScreen:
    """What a page shows, as a screen reader finds it.

    `rest` returns what tells one moment at which nothing is left to do from the next, `None` while something is done.
    """

    def __init__(self, page: ft.Page, rest: Callable[[], object]) -> None:
        self.page = page
        self._rest = rest
        self._seen: dict[bool, list[tuple[BaseControl, tuple[BaseControl, ...]]]] = {}
        self._seen_at: object = None

    @property
    def names(self) -> list[str]:
        """Everything that is said, from top to bottom."""
        said = ((name_of(control), around) for control, around in self.controls())
        return [name for name, around in said if name and not (around and name_of(around[-1]) == name)]

    def says(self, words: object) -> bool:
        """Whether something on the screen says these words, alone or among others."""
        return any(str(words) in name for name in self.names)

    def controls(self, *, unsaid: bool = False) -> list[tuple[BaseControl, tuple[BaseControl, ...]]]:
        """Return everything visible, each with what it lies in, the innermost last; also what is `unsaid`.

        The page is gone through once after all that was done, since nothing changes by itself.
        """
        rest = self._rest()
        if rest is None or self._seen_at is not rest:
            self._seen, self._seen_at = {}, rest
        if unsaid not in self._seen:
            self._seen[unsaid] = list(walk(self.page, (), deaf=not unsaid))
        return self._seen[unsaid]

    def find(self, name: str, kind: type | tuple[type, ...] = BaseControl) -> BaseControl:
        """Return the control of this name, and of this kind."""
        for control, _ in self._from_the_top():
            if name_of(control) == name and isinstance(control, kind):
                return control
        pytest.fail(f"nothing is called {name!r} among {self.names}")

    def has(self, name: object, *, group: str = "") -> bool:
        """Whether something has exactly this name, in a group where one is named."""
        if group:
            return any(
                name_of(control) == str(name) and group in map(name_of, around) for control, around in self.controls()
            )
        return str(name) in self.names

    def enabled(self, name: str) -> bool:
        """Whether what has this name can be tapped."""
        return not getattr(self.tapped(name), "disabled", False)

    def value(self, name: str) -> Any:
        """Return what a field, a switch or a tick holds."""
        return self.find(name, (ft.TextField, *CHANGING)).value  # type: ignore[attr-defined]

    def can_be_tapped(self, name: str) -> bool:
        """Whether something of this name takes taps now."""
        target = self._target(name)
        return target is not None and not getattr(target, "disabled", False)

    def tapped(self, name: str, group: str = "") -> BaseControl:
        """Return what takes the tap on this name: the control, or what it lies in, or what lies in it."""
        target = self._target(name, group)
        if target is None:
            pytest.fail(f"nothing that can be tapped is called {name!r} among {self.names}")
        return target

    def tap_on(self, name: str, group: str = "") -> Sent:
        """Return what is sent of a tap on this name; `group` is what it lies in, where several have the name."""
        target = self.tapped(name, group)
        assert not getattr(target, "disabled", False), f"{name} is disabled"
        if isinstance(target, CHANGING):
            return _changing(target, "value", not target.value)
        if isinstance(target, ft.Segment):
            return _changing(self._around(target, ft.SegmentedButton), "selected", [target.value])
        if isinstance(target, ft.Radio):
            return _changing(self._around(target, ft.RadioGroup), "value", target.value)
        if isinstance(target, ft.Chip) and target.on_select is not None:
            return _changing(target, "selected", not target.selected, event="select")
        return Sent(target, "click")

    def text_in(self, name: str, text: str) -> Sent:
        """Return what is sent of a text that takes the place of what a field holds."""
        return _changing(self.find(name, ft.TextField), "value", text)

    async def send(self, sent: Sent) -> None:
        """Let the page hear what its browser sends."""
        session = self.page.session
        if sent.fields:
            session.apply_patch(sent.control._i, dict(sent.fields))
        await session.dispatch_event(sent.control._i, sent.event, sent.data)

    def _target(self, name: str, group: str = "") -> BaseControl | None:
        for control, around in self._from_the_top():
            if name_of(control) == name and (not group or group in map(name_of, around)):
                taken = takes_tap(control) or next(
                    (target for target in map(takes_tap, inside(control)) if target),
                    next((target for target in map(takes_tap, reversed(around)) if target), None),
                )
                if taken is not None:
                    return taken
        return None

    def _from_the_top(self) -> list[tuple[BaseControl, tuple[BaseControl, ...]]]:
        """Return the controls, first those of a window that lies over everything else."""
        shown = self.controls()
        if not any(isinstance(control, ft.AlertDialog) for control, _ in shown):
            return shown
        return sorted(shown, key=lambda pair: not any(isinstance(outer, ft.AlertDialog) for outer in pair[1]))

    def _around(self, control: BaseControl, kind: type[BaseControl]) -> BaseControl:
        around = next(around for shown, around in self.controls() if shown is control)
        return next(outer for outer in reversed(around) if isinstance(outer, kind))


def _changing(control: BaseControl, field: str, value: Any, event: str = "change") -> Sent:
    return Sent(control, event, value, {field: value})


LEAST_TARGET: Final = 44
"""The least width and height of what is tapped, in px."""


def sides_of(control: BaseControl) -> tuple[float | None, float | None]:
    """Return the width and height that a control is given, in px."""
    return getattr(control, "width", None), getattr(control, "height", None)


def small_targets(screen: SpokenScreen) -> list[str]:
    """What is tapped and is made smaller than a finger needs, by its name and size."""
    shown = [(control, around[-1]) for control, around in screen.controls() if getattr(control, "on_click", None)]
    sizes = [(name_of(outer) or name_of(control), *sides_of(control)) for control, outer in shown]
    small = [f"{name}: {size}" for name, *size in sizes if min(side or LEAST_TARGET for side in size) < LEAST_TARGET]
    bare = [name_of(control) for control, _ in screen.controls() if isinstance(control, ft.Switch)]
    return [*small, *bare]


def said_twice(screen: SpokenScreen) -> list[str]:
    """What is read out at once by a control and again by what it lies in, or what lies in it."""
    live = [(control, around) for control, around in screen.controls() if getattr(control, "live_region", None)]
    return [
        name_of(inner) for inner, around in live if any(outer is control for outer in around for control, _ in live)
    ]


def read_out(screen: SpokenScreen) -> list[str]:
    """What is read out at once, by its label."""
    return [name_of(control) for control, _ in screen.controls() if getattr(control, "live_region", None)]


def nameless(screen: SpokenScreen) -> list[str]:
    """What can be tapped or entered and has no name: neither its own, nor what it lies in, nor what lies in it."""
    shown = screen.controls()
    around_names = {id(outer) for control, around in shown if name_of(control) for outer in around}
    return [
        f"{type(control).__name__} in {[type(outer).__name__ for outer in around[-4:]]}"
        for control, around in shown
        if (getattr(control, "on_click", None) is not None or isinstance(control, ENTERED))
        and not (name_of(control) or name_of(around[-1]) or id(control) in around_names)
    ]
