"""The app: what is opened before it is served, the entry of each browser, and the way from addresses to screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.tables.visitor import THIS_MACHINE, VISITOR
from companion.ui.core import theme
from companion.ui.core.context import UI, AppContext, Ui, Viewport
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import use_lazy_state, use_ref, use_value
from companion.ui.core.keyboard import Keys
from companion.ui.core.theme import DARK, LIGHT
from companion.ui.routes import ROUTES, ROUTES_OF_GUESTS, NotFound
from companion.ui.screens.key_list import KeyList
from storage.repositories.access import set_device_setting
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from companion.tables.visitor import Visitor

TITLE: Final = "Tessera"

PHONE: Final = (390, 844)
"""The width and height of a screen that has not said them yet, in px."""


def main(context: AppContext, page: ft.Page) -> None:
    """Show the app in one browser."""
    visitor = VISITOR.get()
    page.title = TITLE
    page.padding = 0
    apply_theme(page, settings_of(context, visitor))
    page.render(lambda: App(context, visitor))


def settings_of(context: AppContext, visitor: Visitor) -> dict[str, Any]:
    """Return the settings that a visitor sees and changes: those of the app, or, for a guest, those of the phone."""
    return context.settings if visitor.phone is None or visitor.host else dict(visitor.phone.settings)


def apply_theme(page: ft.Page, settings: dict[str, Any]) -> None:
    """Put on the theme that the settings ask for."""
    scale = float(settings.get("text", 1.0))
    page.theme = theme.theme(LIGHT, scale)
    page.dark_theme = theme.theme(DARK, scale)
    page.theme_mode = ft.ThemeMode(settings.get("theme", "system"))


def viewport_of(page: ft.Page, settings: dict[str, Any]) -> Viewport:
    """Return what the shape of the screens depends on, as this browser and the settings have it."""
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
    page = ft.context.page
    settings = use_ref(lambda: settings_of(context, visitor)).current
    viewport, set_viewport = use_lazy_state(lambda: viewport_of(page, settings))
    tables = use_ref(lambda: context.tables if visitor.host else context.tables.as_user(visitor))
    turn, set_turn = use_value(0)
    listing, set_listing = use_value(initial=False)
    keys = use_ref(Keys)

    def look_again() -> None:
        set_viewport(lambda _: viewport_of(page, settings))

    async def keep(key: str, value: object) -> None:
        if visitor.host:
            await context.tables.worker.run(Store.set, key, value)
        else:
            await context.tables.worker.run(set_device_setting, visitor.key, key, value)
        settings[key] = value
        apply_theme(page, settings)
        page.update()
        look_again()
        set_turn(lambda count: count + 1)

    async def pressed(event: ft.KeyboardEvent) -> None:
        if event.key in ("?", "F1") and not keys.current.typing:
            set_listing(lambda _: True)
        else:
            await keys.current.press(event)

    def start() -> None:
        page.on_resize = safe(look_again)
        page.on_platform_brightness_change = safe(look_again)
        page.on_keyboard_event = safe(pressed)
        page.on_connect = safe(lambda: set_turn(lambda count: count + 1))
        look_again()

    ft.use_effect(start, [])
    KeyList(listing, lambda: set_listing(lambda _: False))
    ui = Ui(
        tables=tables.current,
        links=context.links,
        viewport=viewport,
        settings=dict(settings),
        set=keep,
        keys=keys.current,
        visitor=visitor,
        lan=context.lan if visitor.host else None,
        turn=turn,
    )
    return UI(ui, lambda: ft.Router(ROUTES if visitor.host else ROUTES_OF_GUESTS, not_found=NotFound))
