"""What every screen of one browser shares: its look and width, the way to the tables, and the hooks to read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import flet as ft

from companion.hooks import nothing, use_kept, use_value
from companion.theme import DARK, LIGHT, TWO_COLUMNS, Palette

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.keys import Keys
    from companion.live import LiveTable
    from companion.tables import Tables

R = TypeVar("R")

LOW: Final = 520
"""Below this height, such as that of a phone lying on its side, bars are kept flat, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What the shape of a screen depends on: the palette, the size of the text, and the room there is, in px."""

    palette: Palette = LIGHT
    scale: float = 1.0
    width: int = 390
    height: int = 844

    @property
    def wide(self) -> bool:
        """Whether two columns stand beside each other."""
        return self.width >= TWO_COLUMNS

    @property
    def low(self) -> bool:
        """Whether there is so little height that bars are kept flat."""
        return self.height < LOW

    @property
    def dark(self) -> bool:
        """Whether the theme is the dark one."""
        return self.palette is DARK


@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """What screens take from above; `turn` changes when all of them are to be shown anew."""

    tables: Tables
    look: Look
    settings: dict[str, Any]
    set: Callable[[str, Any], Awaitable[None]]
    keys: Keys
    turn: int = 0


UI: Final = cast("ft.ContextProvider[Ui]", ft.create_context(None))


def use_ui() -> Ui:
    """Return what this browser's screens share."""
    return ft.use_context(UI)


def use_live(live: LiveTable) -> int:
    """Render this component again whenever the table changes; return the table's revision."""
    page = ft.context.page
    _, bump = use_value(0)
    stop = use_kept(lambda: nothing)

    async def again() -> None:
        bump(lambda count: count + 1)

    def told() -> None:
        if page.session.connection is not None:
            page.run_task(again)

    def start() -> None:
        stop.current = live.watch(told)

    ft.use_effect(start, [live.id], cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then
    return live.revision


def use_seen(live: LiveTable, see: Callable[[], R], *dependencies: object) -> R:
    """Return what `see` sees of the table; the component is rendered again when that has become another."""
    page = ft.context.page
    _, bump = use_value(0)
    seen = use_kept(see)
    seen.current = see()
    stop = use_kept(lambda: nothing)

    async def again() -> None:
        bump(lambda count: count + 1)

    def told() -> None:
        if see() != seen.current and page.session.connection is not None:
            page.run_task(again)

    def start() -> None:
        stop.current = live.watch(told)

    watched = [live.id, *dependencies]
    ft.use_effect(start, watched, cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then
    return seen.current


def use_loaded(load: Callable[[], Awaitable[R]], dependencies: list[object]) -> tuple[R | None, Callable[[], None]]:
    """Return what `load` brings, `None` until it is there, and a call that loads it again."""
    unknown: R | None = None
    value, set_value = use_value(unknown)
    turn, set_turn = use_value(0)

    async def fetch() -> None:
        loaded = await load()
        set_value(lambda _: loaded)

    ft.use_effect(fetch, [*dependencies, turn])
    return value, lambda: set_turn(lambda count: count + 1)
