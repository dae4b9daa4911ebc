"""The settings: appearance, the table, the network, my copies, the data, and about Tessera."""

from __future__ import annotations

from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.languages import LANGUAGE_SETTING, own_names
from companion.formatting.numbers import percent
from companion.games import KITS
from companion.system.machine import LAN_SETTING, LanError
from companion.ui.components.browser_page import PageSettings, StorageSettings
from companion.ui.components.controls import caption, card, group, heading, notice, outlined, silent, tappable, text
from companion.ui.components.fields import chip, switch, wrapped
from companion.ui.components.layout import screen, topbar
from companion.ui.components.sections import EXCHANGE, SETTINGS, section_screen, section_topbar
from companion.ui.core.context import MOTION_SETTING, use_loaded, use_subscription, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import nothing, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors import EDITORS
from scoring import GAMES
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Opening = Callable[[object, Callable[[], object]], list[ft.Control]]

AUTOMATIC: Final = say("Automatic")
THEMES: Final = {"system": AUTOMATIC, "light": say("Light"), "dark": say("Dark")}
SIZES: Final = (1.0, 1.25, 1.5, 2.0)

KEYS: Final = say("With a keyboard, ? shows what its keys do.")
FILES: Final = say("Import, export, backups")
"""What one finds under the way to files, and what the page there is called."""

KEPT_THERE: Final = say("Backups are on this device.")


@component
def Settings() -> ft.Control:
    """Show the settings, or my copy of the game that the address names."""
    game = ft.use_route_params().get("copy")
    if game is not None and game in EDITORS:
        name = EDITORS[game].copy_title
        parts = [] if name else [caption(GAMES[game].name), _copy_as_code(game)]
        return screen(topbar(name or tr("My copy"), back="/settings"), [*parts, EDITORS[game].my_copy()])
    browser = use_ui().browser
    page_settings = [] if browser is None else [PageSettings(browser)]
    uses = [appearance_settings(), table_settings(), *page_settings, NetworkSettings()]
    return section_screen(SETTINGS, section_topbar(tr("Settings")), uses, [_copies(), _data(), _about()])


def appearance_settings() -> ft.Control:
    """Return the settings of language, theme and size of text."""
    ui = use_ui()
    theme = ui.settings.get("theme", "system")
    size = float(ui.settings.get("text", 1.0))

    themes = [chip(words, partial(ui.set, "theme", key), selected=key == theme) for key, words in THEMES.items()]
    sizes = [chip(percent(factor), partial(ui.set, "text", factor), selected=factor == size) for factor in SIZES]
    moving = bool(ui.settings.get(MOTION_SETTING, True))
    motion = switch(tr("Animations"), partial(ui.set, MOTION_SETTING, not moving), on=moving)
    language = ui.settings.get(LANGUAGE_SETTING)
    named: dict[str | None, str] = {None: str(AUTOMATIC)} | dict(own_names())
    chosen = language if language in named else None
    languages = [
        chip(words, partial(ui.set, LANGUAGE_SETTING, key), selected=key == chosen) for key, words in named.items()
    ]
    choices = ((tr("Language"), languages), (tr("Theme"), themes), (tr("Text size"), sizes))
    return card([heading(tr("Appearance")), *(_choice(name, chips) for name, chips in choices), motion])


def _choice(name: str, chips: Sequence[ft.Control]) -> ft.Control:
    """Return the chips of a setting below its name, under which screen readers find them."""
    return group(ft.Column([silent(text(name)), wrapped(chips)], spacing=2 * SPACE, tight=True), name)


def table_settings() -> ft.Control:
    """Return the settings of the time at a table."""
    ui = use_ui()
    awake = bool(ui.settings.get("awake", True))

    async def turn() -> None:
        await ui.set("awake", not awake)

    line = switch(tr("Keep the screen awake"), turn, on=awake)
    return card([heading(tr("At the table")), line])


def _copies() -> ft.Control:
    page = ft.context.page

    def to(game: str) -> Callable[[], Any]:
        return lambda: page.navigate(f"/settings/{game}")

    with_copies = [EDITORS[game] for game, kit in KITS.items() if kit.copy_parts]
    links = [_link(editor.copy_title or GAMES[editor.game].name, to(editor.game)) for editor in with_copies]
    words = tr("What your box says.")
    return card([heading(tr("My copies")), caption(words), *links])


def _copy_as_code(game: str) -> ft.Control:
    """Return the way to the codes of my copy."""
    page = ft.context.page
    return wrapped([outlined(tr("Show as a code"), lambda: page.navigate(f"/code/copy/{game}"), icon=ft.Icons.QR_CODE)])


def _link(words: object, to: Callable[[], Any]) -> ft.Control:
    row = ft.Row(
        [text(words, Style.STRONG, expand=True), ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT)],
        spacing=2 * SPACE,
    )
    return tappable(
        row,
        words,
        to,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        padding=ft.Padding.symmetric(horizontal=3 * SPACE, vertical=3 * SPACE),
    )


def _data() -> ft.Control:
    """Return the way to imports, exports and backups, and where the data lie."""
    page = ft.context.page
    path, browser = use_ui().tables.where, use_ui().browser
    first = [heading(tr("Your data")), _link(FILES, lambda: page.navigate(EXCHANGE.address))]
    if use_ui().devices is not None:
        first.append(_link(tr("My devices"), lambda: page.navigate("/devices")))
    if browser is not None:
        return card([*first, StorageSettings(browser)])
    return card(
        [
            *first,
            *([caption(KEPT_THERE)] if "://" in path else []),
            text(path, selectable=True),
            outlined(tr("Copy the path"), nothing, icon=ft.Icons.COPY, action=ft.CopyToClipboard(path)),
        ]
    )


def _about() -> ft.Control:
    keys = [caption(KEYS)] if use_ui().viewport.wide else []
    return card([heading(f"Tessera {program_version()}"), *keys])


def program_version() -> str:
    """Return the version of Tessera."""
    try:
        return version("tessera-companion")
    except PackageNotFoundError:
        return tr("(not installed)")


NETWORK_TITLE: Final = say("Phones on this network")

NO_NETWORK: Final = say(
    "This device is not on a network that phones could share. Join a Wi-Fi network or open a hotspot."
)
CODES_OF_TABLES: Final = say("Each table has its own code, behind the icon at its top.")
NO_SERVER: Final = say("Tessera runs in this browser alone: phones cannot join, but codes and links reach them.")


def use_bases() -> tuple[tuple[str, ...] | None, Callable[[], None]]:
    """Return the addresses at which phones reach this Tessera, `None` until known, and a call that checks again."""
    ui = use_ui()
    lan = ui.lan

    async def load() -> tuple[str, ...]:
        return () if lan is None else lan.bases()

    bases, load_again = use_loaded(load, [ui.turn])
    use_subscription(never if lan is None else lan.subscribe, load_again, [])
    return bases, load_again


def never(_: Callable[..., None]) -> Callable[[], None]:
    """Subscribe to nothing."""
    return nothing


@component
def Network(
    changed: Callable[[], None], *, reached: bool, title: object = "", hint: object = "", opening: Opening | None = None
) -> ft.Control:
    """Open Tessera to the network, or close it; `hint` says what comes then, `opening` makes what a page for it has."""
    ui = use_ui()
    lan = ui.lan
    wrong, set_wrong = use_value("")

    async def turn() -> None:
        if lan is None:
            return
        try:
            await (lan.close() if lan.is_open else lan.open())
        except LanError as error:
            problem = str(error)
            set_wrong(lambda _: problem)
        else:
            set_wrong(lambda _: "")
            await ui.set(LAN_SETTING, lan.is_open)
        changed()

    if lan is None:
        return card([heading(NETWORK_TITLE), caption(NO_SERVER)])
    if lan.address is not None:
        return card([caption(tr("Phones reach this Tessera at {address}.", address=lan.address))])
    words, problem = tr("Let phones join"), [notice(wrong, wrong=True)] if wrong else []
    if opening is not None and not lan.is_open:
        return card([*opening(words, turn), *problem])
    parts = [*([heading(title)] if title else []), switch(words, turn, on=lan.is_open), *problem]
    if hint and lan.is_open and reached:
        parts.append(caption(hint))
    if lan.is_open and not reached:
        parts.append(notice(NO_NETWORK, wrong=True))
        parts.append(outlined(tr("Look again"), changed))
    return card(parts)


@component
def NetworkSettings() -> ft.Control:
    """Open Tessera to the network, or close it, in the settings."""
    bases, load_again = use_bases()
    return Network(load_again, reached=bool(bases), title=NETWORK_TITLE, hint=CODES_OF_TABLES)
