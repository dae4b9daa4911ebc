"""What a player should know of the app in a browser alone: versions, no network, the home screen, its storage."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import caption, card, heading, notice, outlined, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_page_state, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_effect, use_value
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from companion.services.browser_page import BrowserPage, PageState

READY: Final = say("A new version of Tessera is ready for the next start.")
NEXT: Final = say("A new version of Tessera could not be downloaded; Tessera tries again later.")
FIRST: Final = say("Tessera does not work without a network yet; it tries again later.")
NO_ROOM: Final = say("This device has too little room.")

NEVER: Final = say(
    "Tessera works here only with a network: this browser does not keep it, as in some private windows and at "
    "addresses without https."
)
WORKS: Final = say("Tessera works here without a network, too.")
NOT_YET: Final = say("This browser is saving Tessera, so that it works without a network. That takes a moment.")

INSTALL: Final = say("Tessera can be an app of its own on this device.")
WAYS: Final = {
    ft.PagePlatform.ANDROID: say("In the menu of the browser (three dots), tap “Add to home screen” or “Install app”."),
    ft.PagePlatform.IOS: (
        say(
            "In Safari, tap Share, then “Add to Home Screen”, before you enter much: that app has data of its own. "
            "Safari clears what a site has kept after a week without a visit, what such an app has kept never."
        )
    ),
}
"""How a phone puts a site on its home screen, where the browser does not offer it to the site."""

APART: Final = say(
    "This app has data of its own. What you entered in Safari is still there: export it there, in the settings "
    "under “Your data”, and import the file here."
)

INSTALL_SETTING: Final = "home_screen_noted"
"""The setting that says that somebody has taken note of how Tessera comes on the home screen."""

NETWORK_SETTING: Final = "network_noted"
"""The setting that says that somebody has taken note that Tessera works here with a network only."""


@component
def PageNotices(browser: BrowserPage) -> ft.Control:
    """Show what is new, and what a player should know once."""
    ui = use_ui()
    state = use_page_state(browser)

    def take_note(setting: str) -> ft.Control:
        return plain_button(tr("Close"), partial(ui.set, setting, True))  # noqa: FBT003 - the value of the setting

    shown: list[ft.Control] = []
    if state.ready:
        shown.append(card([notice(READY), plain_button(tr("Update now"), lambda: browser.ask("update"))]))
    elif state.trouble:
        shown.append(notice(_trouble(state)))
    if not state.possible and not ui.settings.get(NETWORK_SETTING):
        shown.append(card([notice(NEVER), take_note(NETWORK_SETTING)]))
    way = _way(browser)
    if way and _in_words() is not None and not ui.settings.get(INSTALL_SETTING):
        shown.append(card([*way, take_note(INSTALL_SETTING)]))
    return column(shown) if shown else ft.Container(visible=False)


@component
def PageSettings(browser: BrowserPage) -> ft.Control:
    """Show whether the app works without a network, what is new, and how it comes on the home screen."""
    state = use_page_state(browser)
    parts: list[ft.Control] = [heading(tr("On this device"))]
    if state.ready:
        parts += [notice(READY), wrapped([outlined(tr("Update now"), lambda: browser.ask("update"))])]
    elif state.trouble:
        parts.append(notice(_trouble(state)))
    if not state.possible:
        parts.append(caption(NEVER))
    elif state.offline or not state.trouble:
        parts.append(caption(WORKS if state.offline else NOT_YET))
    if state.installed and ft.context.page.platform is ft.PagePlatform.IOS:
        parts.append(caption(APART))
    return card([*parts, *_way(browser)])


def _trouble(state: PageState) -> str:
    words = NEXT if state.offline else FIRST
    return f"{words} {NO_ROOM}" if state.trouble == "room" else str(words)


def _in_words() -> Message | None:
    platform = ft.context.page.platform
    return None if platform is None else WAYS.get(platform)


def _way(browser: BrowserPage) -> list[ft.Control]:
    """Return how Tessera comes on the home screen: a button where the browser offers it, else in words."""
    state = browser.state
    if state.installable:
        return [caption(INSTALL), wrapped([outlined(tr("Install Tessera"), lambda: browser.ask("install"))])]
    in_words = _in_words()
    return [] if state.installed or not state.possible or in_words is None else [caption(INSTALL), caption(in_words)]


KEPT_HERE: Final = say(
    "Everything is kept in this browser, on this device, and nowhere else. It is gone when you clear the data of this "
    "site, and in a private window when you close it."
)
PROMISED: Final = say("This browser has promised not to clear it.")
NOT_PROMISED: Final = say(
    "This browser may clear what you enter when the device runs short of room, or when you have not opened Tessera for "
    "a long time. So save a backup as a file now and then: in the settings, under “Your data”."
)
TRANSIENT: Final = say(
    "This page keeps nothing: everything is gone when you close it. Export what you need before: in the settings, "
    "under “Your data”."
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
        back = outlined(tr("Restore a backup"), lambda: page.navigate("/exchange"))
        return card([notice(CLEARED, wrong=True), wrapped([back, _plain(tr("Close"), browser, "forget data")])])
    if asking and state.asked:
        words = PROMISED if state.promised else NOT_PROMISED
        return card([notice(words), wrapped([plain_button(tr("Close"), noted)])])
    if entered and state.promised is False and not state.asked:
        return card(
            [notice(NOT_PROMISED), wrapped([outlined(ASK, promise), _plain(tr("Cancel"), browser, "promise later")])]
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
