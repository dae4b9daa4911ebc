"""What a player should know of data in the storage of a browser: whether it lasts, whether it is gone, what helps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import button, caption, card, notice, outlined, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.core.context import use_rerender, use_subscription
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect, use_value
from scoring.messages import say, tr

if TYPE_CHECKING:
    from companion.services.browser_page import BrowserPage

KEPT_HERE: Final = say(
    "Everything is in the storage of this browser, on this device, and nowhere else. It is gone when the data of "
    "this site is cleared in the browser, and in a private window when you close it."
)
PROMISED: Final = say("This browser has promised not to clear any of it on its own.")
NOT_PROMISED: Final = say(
    "This browser has not promised to keep it: it may clear it when the device runs short of room, or when Tessera "
    "has not been opened for a long time. So save a backup as a file now and then, under “In and out” in the history."
)
TRANSIENT: Final = say(
    "This page keeps nothing: everything you enter is gone when you close it. Before you do, save what you need as a "
    "file, under “In and out” in the history."
)
WHY: Final = say(
    "What you enter is kept only in this browser, on this device. When the device runs short of room, the browser "
    "may clear it, unless it promises not to. It may ask you whether that is all right."
)
CLEARED: Final = say(
    "This browser has cleared what Tessera kept in it: tables, plays and backups are gone from "
    "here. If you have saved a backup as a file, you can put it back."
)


@component
def StorageNotices(browser: BrowserPage, *, entered: bool) -> ft.Control:
    """Show what was lost, what may be lost, and what helps; something was `entered` if there is a table or a play."""
    page = ft.context.page
    state = browser.state
    asking, set_asking = use_value(initial=False)
    use_subscription(browser.observers.subscribe, use_rerender(), [])

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
        back = button(tr("Put a backup back"), lambda: page.navigate("/exchange"))
        return card([notice(CLEARED, wrong=True), wrapped([back, _plain(tr("Got it"), browser, "forget data")])])
    if asking and state.asked:
        words = PROMISED if state.promised else NOT_PROMISED
        return card([notice(words), wrapped([plain_button(tr("Got it"), noted)])])
    if entered and state.promised is False and not state.asked:
        return card(
            [
                notice(WHY),
                wrapped([button(tr("Keep my data"), promise), _plain(tr("Not now"), browser, "promise later")]),
            ]
        )
    return ft.Container(visible=False)


def _plain(words: str, browser: BrowserPage, wish: str) -> ft.Control:
    return plain_button(words, lambda: browser.ask(wish))


@component
def StorageSettings(browser: BrowserPage) -> ft.Control:
    """Show where the data lie, and whether they stay there."""
    use_subscription(browser.observers.subscribe, use_rerender(), [])
    state = browser.state
    if not state.lasts:
        return notice(TRANSIENT, wrong=True)
    parts: list[ft.Control] = [caption(KEPT_HERE)]
    if state.promised is not None:
        parts.append(caption(PROMISED if state.promised else NOT_PROMISED))
    if state.promised is False:
        parts.append(wrapped([outlined(tr("Ask the browser to keep it"), lambda: browser.ask("promise"))]))
    return ft.Column(parts, tight=True)
