"""The app as one browser sees it: its theme and settings, the screen of its address, and the list of keys."""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.languages import LANGUAGE_SETTING
from companion.services.devices import state_of
from companion.tables.access import THIS_MACHINE, VISITOR, Visitor
from companion.ui.components.controls import plain_button, text
from companion.ui.components.drafts import TYPED
from companion.ui.core import theme
from companion.ui.core.context import UI, AppContext, Ui, Viewport, use_subscription
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import (
    begin_rendering,
    nothing,
    unmount,
    use_dialog,
    use_effect,
    use_lazy_state,
    use_ref,
    use_remembered,
    use_value,
)
from companion.ui.core.keyboard import Keys
from companion.ui.core.page import apply_language, begin_reading, note_addresses
from companion.ui.core.theme import DARK, LIGHT, SPACE, Style
from companion.ui.routes import ROUTES, ROUTES_OF_GUESTS, NotFound
from scoring.messages import as_typed, say, tr
from storage.repositories.access import set_device_setting
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.services.devices import Devices

    SetSetting = Callable[[str, Any], Awaitable[None]]

TITLE: Final = "Tessera"

PHONE: Final = (390, 844)
"""The width and height of a page that has not reported them yet, in px."""


def main(context: AppContext, page: ft.Page) -> None:
    """Show the app in one browser."""
    visitor = VISITOR.get()
    page.title = TITLE
    page.padding = 0
    settings = settings_of(context, visitor)
    apply_theme(page, settings)
    begin_reading(page, settings)
    note_addresses(page)
    begin_rendering(page)
    page.on_close = safe(lambda: unmount(page))
    page.render(lambda: App(context, visitor))


def settings_of(context: AppContext, visitor: Visitor) -> ChainMap[str, Any]:
    """Return the settings of a visitor: those of the app for the host, those of the phone for a guest.

    A browser elsewhere that is the host's has those of the app as well, but a language of its own, the first map.
    """
    if visitor.phone is None:
        return ChainMap(context.settings)
    own = {LANGUAGE_SETTING: None, **visitor.phone.settings}
    if not visitor.host:
        return ChainMap(own)
    if typed := own.pop(TYPED, None):  # at a table, before it was the host's
        context.settings[TYPED] = typed | context.settings.get(TYPED, {})
    return ChainMap(own, context.settings)


def apply_theme(page: ft.Page, settings: Mapping[str, Any]) -> None:
    """Give the page the theme of the settings."""
    scale = float(settings.get("text", 1.0))
    page.theme = theme.theme(LIGHT, scale)
    page.dark_theme = theme.theme(DARK, scale)
    page.theme_mode = ft.ThemeMode(settings.get("theme", "system"))


def viewport_of(page: ft.Page, settings: Mapping[str, Any]) -> Viewport:
    """Return the viewport of a page with these settings."""
    mode = settings.get("theme", "system")
    dark = mode == "dark" or (mode == "system" and page.platform_brightness is ft.Brightness.DARK)
    return Viewport(
        palette=DARK if dark else LIGHT,
        scale=float(settings.get("text", 1.0)),
        width=int(page.width or PHONE[0]),
        height=int(page.height or PHONE[1]),
    )


@component
def App(context: AppContext, visitor: Visitor = THIS_MACHINE) -> ft.Control:
    """Hold what all screens of this browser share, and show the one that the address names."""
    tables = use_ref(lambda: context.tables if visitor.host else context.tables.as_user(visitor))
    turn, set_turn = use_value(0)
    keys = use_ref(Keys)

    def render_all() -> None:
        set_turn(lambda count: count + 1)

    settings, viewport, keep, change = use_settings(context, visitor, render_all)
    use_page_events(keys.current, render_all)
    use_remembered("theme", settings.get("theme", "system"))
    use_remembered("language", settings.get(LANGUAGE_SETTING) or "")
    ui = Ui(
        tables=tables.current,
        links=context.links,
        viewport=viewport,
        settings=settings,
        set=change,
        keep=keep,
        keys=keys.current,
        visitor=visitor,
        lan=context.lan if visitor.host else None,
        browser=context.browser,
        pairing=context.pairing if visitor.phone is None else None,
        visit=context.visit if visitor.phone is None else None,
        devices=context.devices if visitor.phone is None else None,
        friends=context.friends if visitor.phone is None else None,
        sharing=context.sharing if visitor.phone is None else None,
        address=context.address,
        turn=turn,
    )
    use_agreed(ui.devices)
    return UI(ui, lambda: ft.Router(ROUTES if visitor.host else ROUTES_OF_GUESTS, not_found=NotFound))


def use_agreed(devices: Devices | None) -> None:
    """Say what two devices have agreed on that met at a table."""

    def show() -> None:
        if devices is not None and devices.last is not None:
            show_snackbar(state_of(devices.last))

    use_subscription((lambda _: nothing) if devices is None else devices.agreed.subscribe, show, [])


def use_settings(
    context: AppContext, visitor: Visitor, render_all: Callable[[], None]
) -> tuple[Mapping[str, Any], Viewport, SetSetting, SetSetting]:
    """Return the settings of a visitor, the viewport that follows from them and the page, and two calls that set one.

    The first one only keeps it, the second one also shows everything as it says.
    """
    page = ft.context.page
    settings = use_ref(lambda: settings_of(context, visitor)).current
    viewport, set_viewport = use_lazy_state(lambda: viewport_of(page, settings))

    def measure() -> None:
        set_viewport(lambda _: viewport_of(page, settings))

    def of_app(key: str) -> bool:
        return visitor.host and (visitor.phone is None or key != LANGUAGE_SETTING)

    async def save(key: str, value: object) -> None:
        if of_app(key):
            await context.tables.worker.run(Store.set, key, value)
        else:
            await context.tables.worker.run(set_device_setting, visitor.key, key, value)

    def note(key: str, value: object) -> None:
        settings.maps[-1 if of_app(key) else 0][key] = value

    async def keep(key: str, value: object) -> None:
        note(key, value)
        await save(key, value)

    async def change(key: str, value: object) -> None:
        await save(key, value)
        note(key, value)
        apply_theme(page, settings)
        apply_language(page, settings)
        page.update()
        measure()
        render_all()

    def start() -> None:
        page.on_resize = safe(measure)
        page.on_platform_brightness_change = safe(measure)
        measure()

    use_effect(start, [])
    return settings, viewport, keep, change


def use_page_events(keys: Keys, render_all: Callable[[], None]) -> None:
    """Hand keys to the screens, list them where that is asked, and render all anew when a browser is back."""
    page = ft.context.page
    listing, set_listing = use_value(initial=False)

    async def pressed(event: ft.KeyboardEvent) -> None:
        if event.key in ("?", "F1") and not keys.typing:
            set_listing(lambda _: True)
        else:
            await keys.press(event)

    def start() -> None:
        page.on_keyboard_event = safe(pressed)
        page.on_connect = safe(render_all)

    use_effect(start, [])
    use_key_list(lambda: set_listing(lambda _: False), shown=listing)


KEYS: Final = (
    (say("Tab, Shift+Tab"), say("go to the next thing, or the one before")),
    (
        say("Enter, Space"),
        say("do what a tap does; Enter also goes from a chosen square to its offers, and from a field to the next one"),
    ),
    (say("Arrows"), say("move over the squares of the board, the numbers of the sheet, and a row of choices")),
    (say("0 to 9, +, −"), say("enter a number, or a sum, in a field")),
    (say("Alt+1 to Alt+4"), say("show another player")),
    (say("Alt+Page Up, Alt+Page Down"), say("show the tab to the left, or to the right")),
    (say("Ctrl+Z"), say("undo the last step")),
    (say("Ctrl+Shift+Z"), say("redo it")),
    (say("Escape"), say("close what is open")),
    (as_typed("?"), say("show these keys")),
)

KEY_LIST_WIDTH: Final = 480
"""The greatest width of the list, in px."""


def use_key_list(close: Callable[[], None], *, shown: bool) -> None:
    """Show the list of keys over the screen where it is `shown`."""
    use_dialog(_key_list(close) if shown else None)


def _key_list(close: Callable[[], None]) -> ft.AlertDialog:
    rows: list[ft.Control] = [
        ft.ResponsiveRow(
            [text(keys, Style.STRONG, col={"xs": 12, "sm": 4}), text(what, col={"xs": 12, "sm": 8})],
            spacing=2 * SPACE,
            run_spacing=0,
        )
        for keys, what in KEYS
    ]
    return ft.AlertDialog(
        title=text(tr("Keys"), Style.HEADING),
        content=ft.Column(rows, spacing=3 * SPACE, tight=True, width=KEY_LIST_WIDTH),
        actions=[plain_button(tr("Close"), close)],
        on_dismiss=safe(close),
        scrollable=True,
    )
