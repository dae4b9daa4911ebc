"""What a player should know of the app in a browser alone: new versions, use without a network, the home screen."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import caption, card, heading, notice, outlined, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_rerender, use_subscription, use_ui
from companion.ui.core.error_boundary import component
from scoring.messages import say, tr

if TYPE_CHECKING:
    from companion.services.browser_page import BrowserPage, PageState
    from scoring.messages import Message

READY: Final = say("A new version of Tessera is ready. You get it the next time Tessera starts.")

TROUBLE: Final = {
    "room": say("This device has too little room for it."),
    "mixed": say("The site is being updated: its files do not belong together yet."),
    "broken": say("The download broke off."),
}
"""Why the newest version could not be kept."""

NEXT: Final = say(
    "There is a new version of Tessera, but it could not be downloaded. {why} The version that "
    "you have keeps working, and tries again later."
)
FIRST: Final = say("Tessera does not work without a network yet. {why} It tries again later.")

NEVER: Final = say(
    "Tessera works here only with a network, because this browser does not keep it. Some private "
    "windows never do, and no browser does at an address without https."
)
WORKS: Final = say("All of Tessera is kept in this browser: it starts and works without a network, too.")
NOT_YET: Final = say("This browser is saving Tessera, so that it works without a network. That takes a moment.")

INSTALL: Final = say("Put Tessera on your home screen: it opens like any other app, and has the whole screen.")
INSTALL_HERE: Final = say("Tessera can be an app on this computer, with a window of its own.")
WAYS: Final = {
    ft.PagePlatform.ANDROID: say("In the menu of the browser (three dots), tap “Add to home screen” or “Install app”."),
    ft.PagePlatform.IOS: (
        say(
            "In Safari, tap Share, the square with the arrow; then tap “Add to Home Screen”. Do it before you enter "
            "much: the app on the home screen keeps data of its own. Safari also clears what a site has kept when "
            "you have not opened it for a week; it does not touch what such an app has kept."
        )
    ),
}
"""How a phone puts a site on its home screen, where the browser does not offer it to the site."""

APART: Final = say(
    "This app keeps data of its own. What you entered in Safari is still there: save it there as "
    "a file (“In and out” in the history), and choose the file here in the same place."
)

INSTALL_SETTING: Final = "home_screen_noted"
"""The setting that says that somebody has taken note of how Tessera comes on the home screen."""

NETWORK_SETTING: Final = "network_noted"
"""The setting that says that somebody has taken note that Tessera works here with a network only."""


@component
def PageNotices(browser: BrowserPage) -> ft.Control:
    """Show what is new, and what a player should know once."""
    ui = use_ui()
    use_subscription(browser.observers.subscribe, use_rerender(), [])
    state = browser.state

    def take_note(setting: str) -> ft.Control:
        return plain_button(tr("Got it"), partial(ui.set, setting, True))  # noqa: FBT003 - the value of the setting

    shown: list[ft.Control] = []
    if state.ready:
        shown.append(card([notice(READY), plain_button(tr("Take it now"), lambda: browser.ask("update"))]))
    elif state.trouble:
        shown.append(notice(_trouble(state)))
    if not state.possible and not ui.settings.get(NETWORK_SETTING):
        shown.append(card([notice(NEVER), take_note(NETWORK_SETTING)]))
    way = _way(browser)
    if way and _is_phone() and not ui.settings.get(INSTALL_SETTING):
        shown.append(card([*way, take_note(INSTALL_SETTING)]))
    return column(shown) if shown else ft.Container(visible=False)


@component
def PageSettings(browser: BrowserPage) -> ft.Control:
    """Show whether the app works without a network, what is new, and how it comes on the home screen."""
    use_subscription(browser.observers.subscribe, use_rerender(), [])
    state = browser.state
    parts: list[ft.Control] = [heading(tr("On this device"))]
    if state.ready:
        parts += [notice(READY), wrapped([outlined(tr("Take it now"), lambda: browser.ask("update"))])]
    elif state.trouble:
        parts.append(notice(_trouble(state)))
    if not state.possible:
        parts.append(caption(NEVER))
    elif state.offline or not state.trouble:
        parts.append(caption(WORKS if state.offline else NOT_YET))
    if state.installed and ft.context.page.platform is ft.PagePlatform.IOS:
        parts.append(caption(APART))
    return card([*parts, *_way(browser)])


def _trouble(state: PageState) -> Message:
    why = TROUBLE[state.trouble or "broken"]
    return replace(NEXT if state.offline else FIRST, values={"why": why})


def _is_phone() -> bool:
    return _in_words() is not None


def _in_words() -> Message | None:
    platform = ft.context.page.platform
    return None if platform is None else WAYS.get(platform)


def _way(browser: BrowserPage) -> list[ft.Control]:
    """Return how Tessera comes on the home screen: a button where the browser offers it, else in words."""
    state = browser.state
    if state.installable:
        words = INSTALL if _is_phone() else INSTALL_HERE
        return [caption(words), wrapped([outlined(tr("Install Tessera"), lambda: browser.ask("install"))])]
    in_words = _in_words()
    return [] if state.installed or not state.possible or in_words is None else [caption(INSTALL), caption(in_words)]
