"""What every screen of one browser shares: its look and width, the way to the tables, and the hooks to read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import flet as ft

from companion.tables.visitor import THIS_MACHINE
from companion.ui.core.hooks import nothing, run_on, use_ref, use_value
from companion.ui.core.theme import DARK, LIGHT, TWO_COLUMNS, Palette

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.services.link_inbox import LinkInbox
    from companion.system.network import Lan
    from companion.tables.access import Guests
    from companion.tables.live_table import LiveTable
    from companion.tables.registry import Tables
    from companion.tables.visitor import Visitor
    from companion.ui.core.keyboard import Keys

R = TypeVar("R")


def _always(*_: object) -> bool:
    return True


LOW: Final = 520
"""Below this height, such as that of a phone lying on its side, bars are kept flat, in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewport:
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
class AppContext:
    """What all browsers share: the tables, the settings, the links that were opened, and the network.

    `lan` is `None` where no server serves the screens.
    """

    tables: Tables
    settings: dict[str, Any]
    links: LinkInbox
    lan: Lan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """What screens take from above: for whom, and what of the tables they may touch.

    `lan` is nothing where no server serves them; `turn` changes when all of them are to be shown anew.
    """

    tables: Tables
    links: LinkInbox
    viewport: Viewport
    settings: dict[str, Any]
    set: Callable[[str, Any], Awaitable[None]]
    keys: Keys
    visitor: Visitor = THIS_MACHINE
    lan: Lan | None = None
    turn: int = 0


UI: Final = cast("ft.ContextProvider[Ui]", ft.create_context(None))


def use_ui() -> Ui:
    """Return what this browser's screens share."""
    return ft.use_context(UI)


def use_subscription(
    watch: Callable[[Callable[..., None]], Callable[[], None]],
    act: Callable[[], None],
    dependencies: list[object],
    matters: Callable[..., bool] = _always,
) -> None:
    """Run `act` in this browser whenever something that is watched tells that it has changed, and that `matters`.

    `watch` returns what ends it, as `LiveTable.watch` does.
    """
    page = ft.context.page
    stop = use_ref(lambda: nothing)

    async def acted() -> None:
        act()

    def told(*what: object) -> None:
        if matters(*what):
            run_on(page, acted)

    def start() -> None:
        stop.current = watch(told)

    ft.use_effect(start, dependencies, cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then


def use_rerender() -> Callable[[], None]:
    """Return what renders this component again."""
    _, bump = use_value(0)
    return lambda: bump(lambda count: count + 1)


def use_revision(live: LiveTable) -> int:
    """Render this component again whenever the table changes; return the table's revision."""
    use_subscription(live.subscribe, use_rerender(), [live])
    return live.revision


def use_selector(live: LiveTable, see: Callable[[], R], *dependencies: object) -> R:
    """Return what `see` sees of the table; the component is rendered again when that has become another."""
    seen = use_ref(see)
    seen.current = see()
    use_subscription(live.subscribe, use_rerender(), [live, *dependencies], lambda: see() != seen.current)
    return seen.current


def use_guests(table_id: str) -> Guests | None:
    """Return the phones at a table, nothing until that is known; the component is rendered again when they change."""
    access = use_ui().tables.access
    use_subscription(access.subscribe, use_rerender(), [table_id], lambda other: other == table_id)
    use_loaded(lambda: access.load(table_id), [table_id])
    return access.guests(table_id) if access.knows(table_id) else None


def use_next(table_id: str) -> Callable[[int], int]:
    """Return what says whose things come next when a turn passes to a seat: on a phone with a seat always its own."""
    ui = use_ui()

    def shown(seat: int) -> int:
        me = ui.tables.access.guests(table_id).of(ui.visitor)
        return seat if me is None or me.seat is None else me.seat

    return shown


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


def use_table(table_id: str) -> tuple[LiveTable | None] | None:
    """Return a table, nothing in its place where it is not in play, and nothing at all until that is known."""
    ui = use_ui()

    async def find() -> tuple[LiveTable | None]:
        return (await ui.tables.open(table_id),)

    return use_loaded(find, [table_id])[0]
