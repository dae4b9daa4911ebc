"""The context that all screens of one browser share: tables, viewport and settings, and the hooks to read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar, cast

import flet as ft

from companion.formatting.text import sentence
from companion.tables.access import THIS_MACHINE, Guests, Visitor
from companion.ui.core.error_boundary import (
    LOG,
    NOT_LOADED,
    NOT_LOADED_AGAIN,
    FailedLoad,
    follow_players,
    report_failed_load,
)
from companion.ui.core.hooks import nothing, show_on, use_effect, use_ref, use_value
from companion.ui.core.page import read_as
from companion.ui.core.theme import DARK, LEAST_LIST, LIGHT, RAIL, TWO_COLUMNS, WIDEST, Palette
from storage.database.errors import StoreError
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Mapping

    from companion.services.browser_page import BrowserPage, PageState
    from companion.services.devices import Devices
    from companion.services.friends import Friends
    from companion.services.pairing import Pairing
    from companion.services.share_codes.incoming import LinkInbox
    from companion.services.shared_folder import Sharing
    from companion.services.visit import Visit
    from companion.system.network import Lan
    from companion.tables.live_table import LiveTable
    from companion.tables.registry import Tables
    from companion.tables.store_worker import Unsaved
    from companion.ui.core.keyboard import Keys
    from scoring.messages import Message

P = ParamSpec("P")
R = TypeVar("R")


MOTION_SETTING: Final = "motion"

CRAMPED_HEIGHT: Final = 560
"""Below this height, divided by the scale of the text, bars show only what must be seen, in px."""

LOW_HEIGHT: Final = 520
"""The height in px below which bars are kept flat, as on a phone lying on its side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewport:
    """The palette, the scale of the text, and the size of the window in px."""

    palette: Palette = LIGHT
    scale: float = 1.0
    width: int = 390
    height: int = 844

    @property
    def wide(self) -> bool:
        """Whether there is room for two columns."""
        return self.width >= TWO_COLUMNS

    @property
    def rail(self) -> float:
        """The width of the sections at the side, in px."""
        return RAIL * self.scale

    @property
    def broad(self) -> bool:
        """Whether there is room for the sections beside a column of the greatest width."""
        return self.width >= self.rail + WIDEST

    @property
    def two_panes(self) -> bool:
        """Whether there is also room for a list beside that column."""
        return self.width >= self.rail + WIDEST + LEAST_LIST * self.scale

    @property
    def low(self) -> bool:
        """Whether bars are kept flat, as there is little height."""
        return self.height < LOW_HEIGHT

    @property
    def cramped(self) -> bool:
        """Whether text of this size leaves room for few lines."""
        return self.height / self.scale < CRAMPED_HEIGHT

    @property
    def dark(self) -> bool:
        """Whether the theme is the dark one."""
        return self.palette is DARK


@dataclass(frozen=True, slots=True, kw_only=True)
class AppContext:
    """What all browsers share: the tables, the settings, the links that were opened, and the network.

    `lan` is `None` where no server serves the screens, and `browser` where one does. `visit` is the table where this
    browser is a guest, or a device of mine whose code it has answered. `pairing` are the phones that come to tables
    here by codes, and `devices` those of mine with the same history, `friends` those of others; `sharing` is the folder
    by which this device agrees with others, `None` in a browser alone. `address` is where browsers elsewhere open this
    app, such as https://tessera.example or https://example.org/games/tessera/, "" where none is known.
    """

    tables: Tables
    settings: dict[str, Any]
    links: LinkInbox
    lan: Lan | None = None
    browser: BrowserPage | None = None
    pairing: Pairing | None = None
    visit: Visit | None = None
    devices: Devices | None = None
    friends: Friends | None = None
    sharing: Sharing | None = None
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ui:
    """The context of the screens of one browser: its visitor, and the tables as that visitor may use them.

    `lan` is `None` where no server serves the app, `browser` where one does, `pairing`, `visit`, `devices`, `friends`
    and `sharing` for a visitor on another machine; `address` is where browsers elsewhere open it, "" where
    none is known; `turn` changes when all screens are to be shown anew. `set` sets a setting and shows all screens
    anew, `keep` only sets it.
    """

    tables: Tables
    links: LinkInbox
    viewport: Viewport
    settings: Mapping[str, Any]
    set: Callable[[str, Any], Awaitable[None]]
    keep: Callable[[str, Any], Awaitable[None]]
    keys: Keys
    visitor: Visitor = THIS_MACHINE
    lan: Lan | None = None
    browser: BrowserPage | None = None
    pairing: Pairing | None = None
    visit: Visit | None = None
    devices: Devices | None = None
    friends: Friends | None = None
    sharing: Sharing | None = None
    address: str = ""
    turn: int = 0

    async def reload_settings(self, keys: Container[str] | None = None) -> None:
        """Take up what the store has now of all settings, or of some."""
        for key, value in (await self.tables.worker.run(Store.settings)).items():
            if (keys is None or key in keys) and self.settings.get(key) != value:
                await self.set(key, value)


UI: Final = cast("ft.ContextProvider[Ui]", ft.create_context(None))


def use_ui() -> Ui:
    """Return the context of this browser's screens."""
    return ft.use_context(UI)


def use_subscription(
    subscribe: Callable[[Callable[..., None]], Callable[[], None]],
    on_change: Callable[[], None],
    dependencies: list[object],
    matters: Callable[..., bool] = lambda *_: True,
    missed: Callable[[], bool] = lambda: False,
) -> None:
    """Call `on_change` in this browser whenever something has changed and `matters` holds for that change.

    `subscribe` returns the function that ends the subscription, as `Observers.subscribe` does. A component begins to
    listen only after it was rendered; `missed` says whether what it shows has changed between the two.
    """
    page = ft.context.page
    stop = use_ref(lambda: nothing)

    def notify(*what: object) -> None:
        if page.session.connection is not None and matters(*what):  # a closed page is rendered anew when it is back
            show_on(page, on_change)

    def start() -> None:
        stop.current = subscribe(notify)
        if missed():
            on_change()

    use_effect(start, dependencies, cleanup=lambda: stop.current())  # noqa: PLW0108 - what it is by then


def use_rerender() -> Callable[[], None]:
    """Return a function that renders this component again."""
    _, bump = use_value(0)
    return lambda: bump(lambda count: count + 1)


def use_turn() -> int:
    """Return a number that changes when all screens are shown anew, or when plays came from another device."""
    ui = use_ui()
    history = ui.tables.history
    turn = history.turn
    use_subscription(history.observers.subscribe, use_rerender(), [], missed=lambda: history.turn != turn)
    return ui.turn + turn


def use_revision(live: LiveTable) -> int:
    """Render this component again whenever the table changes; return the table's revision.

    Where other players sit at the table, or in other seats, the screen around it is made anew (`use_names`).
    """
    names = use_ref(lambda: live.names).current
    revision = live.revision
    use_subscription(
        live.observers.subscribe,
        use_rerender(),
        [live],
        lambda: live.names == names,
        lambda: live.names == names and live.revision != revision,
    )
    return revision


def use_names(live: LiveTable) -> tuple[str, ...]:
    """Return the players in seat order; the component is rendered again when these change."""
    follow_players()
    names = use_ref(lambda: live.names)
    names.current = live.names

    def other_names() -> bool:
        return live.names != names.current

    use_subscription(live.observers.subscribe, use_rerender(), [live], other_names, other_names)
    return names.current


def use_selector(live: LiveTable, select: Callable[[], R], *dependencies: object) -> R:
    """Return what `select` returns of the table; the component is rendered again when that changes.

    Where other players sit at the table, or in other seats, the screen around it is made anew (`use_names`).
    """
    names = use_ref(lambda: live.names).current
    selected = use_ref(select)
    selected.current = select()

    def matters() -> bool:
        return live.names == names and select() != selected.current

    revision = live.revision

    def missed() -> bool:
        return live.revision != revision and matters()

    use_subscription(live.observers.subscribe, use_rerender(), [live, *dependencies], matters, missed)
    return selected.current


def use_unsaved() -> Unsaved | None:
    """Return what waits to be saved, `None` where nothing does; the component is rendered again when that changes."""
    waiting = use_ui().tables.worker.waiting
    shown = use_ref(lambda: waiting.unsaved)
    shown.current = waiting.unsaved

    def matters() -> bool:
        return waiting.unsaved != shown.current

    use_subscription(waiting.observers.subscribe, use_rerender(), [waiting], matters, matters)
    return shown.current


def use_page_state(browser: BrowserPage) -> PageState:
    """Return what the page around the app says; the component is rendered again when that changes."""
    state = browser.state
    use_subscription(browser.observers.subscribe, use_rerender(), [], missed=lambda: browser.state is not state)
    return state


def use_guests(table_id: str) -> Guests | None:
    """Return the phones at a table, `None` until they are loaded; the component is rendered again when they change."""
    access = use_ui().tables.access
    shown = (access.knows(table_id), access.guests(table_id))
    use_subscription(
        access.observers.subscribe,
        use_rerender(),
        [table_id],
        lambda changed_id: changed_id == table_id,
        lambda: shown != (access.knows(table_id), access.guests(table_id)),
    )

    async def fetch() -> None:
        await access.load(table_id)  # of which the subscription hears

    use_loading(fetch, [table_id], lacks=not access.knows(table_id))
    return access.guests(table_id) if access.knows(table_id) else None


def use_next_seat(table_id: str) -> Callable[[int], int]:
    """Return the seat to show when the turn passes to a seat: on a phone with a seat always its own."""
    ui = use_ui()

    def shown(seat: int) -> int:
        me = ui.tables.access.guests(table_id).of(ui.visitor)
        return seat if me is None or me.seat is None else me.seat

    return shown


def use_loaded(load: Callable[[], Awaitable[R]], dependencies: list[object]) -> tuple[R | None, Callable[[], None]]:
    """Return what `load` returns, `None` until then, and a function that loads it again."""
    unknown: R | None = None
    value, set_value = use_value(unknown)

    async def fetch() -> None:
        loaded = await load()
        set_value(lambda _: loaded)

    return value, use_loading(fetch, dependencies, lacks=value is None)


def use_stored(
    load: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs
) -> tuple[R | None, Callable[[], None]]:
    """Return what a call of the store loads, `None` until then, and a function that loads it again.

    It is also loaded again where an argument changes, where all screens are shown anew, and after plays came from
    another device.
    """
    ui = use_ui()
    return use_loaded(lambda: ui.tables.worker.run(load, *args, **kwargs), [args, kwargs, use_turn()])


def use_loading(fetch: Callable[[], Awaitable[None]], dependencies: list[object], *, lacks: bool) -> Callable[[], None]:
    """Run what fetches something to show, again where a dependency changes; return a function that runs it again.

    Where that fails, the component says so, with a button that tries again; it `lacks` what was never there.
    """
    turn, set_turn = use_value(0)
    nowhere: Message | None = None
    failed, set_failed = use_value(nowhere)

    def again() -> None:
        set_failed(lambda _: None)
        set_turn(lambda count: count + 1)

    async def attempt() -> None:
        why: Message | None = None
        try:
            read_as(ft.context.page)
            await fetch()
        except StoreError as error:
            why = error.message
        except Exception:  # noqa: BLE001 - whatever it was, the screen says so
            LOG.exception("%s failed", fetch.__qualname__)
            why = NOT_LOADED if lacks else NOT_LOADED_AGAIN
        set_failed(lambda _: why)

    use_effect(attempt, [*dependencies, turn])
    if failed is not None:
        report_failed_load(FailedLoad(words=sentence(failed), again=again, lacks=lacks))
    return again


def use_motion() -> bool | None:
    """Return whether things may move: not where a setting or the system forbids it, `None` before the browser says."""
    ui = use_ui()
    service = use_ref(ft.SemanticsService)

    async def ask() -> bool:
        try:
            features = await service.current.get_accessibility_features()
        except (RuntimeError, TimeoutError) as error:
            LOG.info("the browser does not say whether things may move: %s", error)
            return False
        return not (features.disable_animations or features.reduce_motion)

    allowed, _ = use_loaded(ask, [])
    return allowed and bool(ui.settings.get(MOTION_SETTING, True))
