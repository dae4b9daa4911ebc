"""What a player should know of data in the storage of a browser: whether it lasts, whether it is gone, what helps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import button, caption, card, notice, outlined, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.core.context import use_page_state
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect, use_value
from scoring.messages import say, tr

if TYPE_CHECKING:
    from companion.services.browser_page import BrowserPage

KEPT_HERE: Final = say(
    "Everything is kept in this browser, on this device, and nowhere else. It is gone when you clear the data of this "
    "site, and in a private window when you close it."
)
PROMISED: Final = say("This browser has promised not to clear it.")
NOT_PROMISED: Final = say(
    "This browser may clear what you enter when the device runs short of room, or when you have not opened Tessera for "
    "a long time. So save a backup as a file now and then, under “Import and export” in the history."
)
TRANSIENT: Final = say(
    "This page keeps nothing: everything is gone when you close it. Export what you need before, under “Import and "
    "export” in the history."
)
CLEARED: Final = say(
    "This browser has cleared what Tessera kept in it. If you have saved a backup as a file, restore it."
)
ASK: Final = say("Ask the browser not to clear it")


@component
def StorageNotices(browser: BrowserPage, *, entered: bool) -> ft.Control:
    """Show what was lost, what may be lost, and what helps; something was `entered` if there is a table or a play."""
    page = ft.context.page
    state = use_page_state(browser)
    asking, set_asking = use_value(initial=False)

    def remember() -> None:
        if entered or browser.entered:
            browser.ask("remember data")

    def promise() -> None:
        set_asking(lambda _: True)
        browser.ask("promise")

    def noted() -> None:
        set_asking(lambda _: False)

    use_effect(remember, [entered])
    if not state.lasts:
        return notice(TRANSIENT, wrong=True)
    if state.remembered and not browser.entered and not entered:
        back = button(tr("Restore a backup"), lambda: page.navigate("/exchange"))
        return card([notice(CLEARED, wrong=True), wrapped([back, _plain(tr("Close"), browser, "forget data")])])
    if asking and state.asked:
        words = PROMISED if state.promised else NOT_PROMISED
        return card([notice(words), wrapped([plain_button(tr("Close"), noted)])])
    if entered and state.promised is False and not state.asked:
        return card(
            [
                notice(NOT_PROMISED),
                wrapped([button(ASK, promise), _plain(tr("Cancel"), browser, "promise later")]),
            ]
        )
    return ft.Container(visible=False)


def _plain(words: str, browser: BrowserPage, wish: str) -> ft.Control:
    return plain_button(words, lambda: browser.ask(wish))


@component
def StorageSettings(browser: BrowserPage) -> ft.Control:
    """Show where the data lie, and whether they stay there."""
    state = use_page_state(browser)
    if not state.lasts:
        return notice(TRANSIENT, wrong=True)
    parts: list[ft.Control] = [caption(KEPT_HERE)]
    if state.promised is not None:
        parts.append(caption(PROMISED if state.promised else NOT_PROMISED))
    if state.promised is False:
        parts.append(wrapped([outlined(ASK, lambda: browser.ask("promise"))]))
    return ft.Column(parts, tight=True)
