"""The ways to the sections of the app, in words: a bar at the foot of a phone, a rail beside a wide screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.controls import button, mark, tappable_picture, text
from companion.ui.components.foot import FootBar, SnackbarStrip
from companion.ui.components.layout import column, screen, screen_room, topbar
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import with_failed_loads
from companion.ui.core.theme import RADIUS, SPACE, TARGET, WIDEST, Style, width_of
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ICON: Final = 24
"""The size of the icon of a section, in px."""


NARROW_LETTERS: Final = 0.9
"""The width of these names, as a share of the greatest width of so many letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of the app: its name, its address and its icon."""

    name: Message
    address: str
    icon: ft.IconData


HOME: Final = Section(name=say("Home"), address="/", icon=ft.Icons.HOME_OUTLINED)
HISTORY: Final = Section(name=say("History"), address="/history", icon=ft.Icons.HISTORY)
STATISTICS: Final = Section(name=say("Statistics"), address="/statistics/all", icon=ft.Icons.INSIGHTS)
FRIENDS: Final = Section(name=say("Friends"), address="/people", icon=ft.Icons.PEOPLE_OUTLINE)
EXCHANGE: Final = Section(name=say("Import and export"), address="/exchange", icon=ft.Icons.IMPORT_EXPORT)
SETTINGS: Final = Section(name=say("Settings"), address="/settings", icon=ft.Icons.SETTINGS_OUTLINED)

AT_THE_FOOT: Final = (HOME, HISTORY, STATISTICS, FRIENDS)
AT_THE_SIDE: Final = (*AT_THE_FOOT, EXCHANGE, SETTINGS)


def section_topbar(title: object, *, back: str = "/") -> ft.Control:
    """Return the bar on top of a section that only the rail leads to; without it, an arrow leads to `back`."""
    return topbar(title, back=None if use_ui().viewport.broad else back)


def section_screen(
    current: Section,
    bar: ft.Control,
    body: Sequence[ft.Control],
    more: Sequence[ft.Control] = (),
    *,
    on_scroll: Callable[[ft.OnScrollEvent], object] | None = None,
) -> ft.Control:
    """Return the screen of a section, with the ways to the other sections; `more` has a column where there is room.

    `on_scroll` hears where a single column was scrolled to.
    """
    viewport = use_ui().viewport
    body = with_failed_loads(body)
    if more and viewport.two_panes:
        return with_rail(current, _two_columns(bar, body, more, viewport))
    body = [*body, *more]
    if viewport.broad:
        return with_rail(current, screen(bar, body, on_scroll=on_scroll))
    return screen(bar, body, below=[section_bar(current, viewport)], on_scroll=on_scroll)


def section_room(viewport: Viewport) -> float:
    """Return the width of a column of a section, in px: of one of two where there is room for them."""
    if viewport.two_panes:
        return min((viewport.width - viewport.rail - 4 * SPACE) / 2, WIDEST) - 4 * SPACE
    return screen_room(viewport)


def _two_columns(
    bar: ft.Control, left: Sequence[ft.Control], right: Sequence[ft.Control], viewport: Viewport
) -> ft.Control:
    """Return two columns that scroll together below a bar."""
    width = section_room(viewport) + 4 * SPACE
    columns: list[ft.Control] = [
        ft.Container(column(side, spacing=4 * SPACE), width=width, padding=2 * SPACE) for side in (left, right)
    ]
    both = ft.Row(columns, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START)
    scrolling = ft.Column(
        [ft.Container(both, padding=2 * SPACE)], scroll=ft.ScrollMode.AUTO, expand=True, key=ft.use_route_location()
    )
    return ft.Column([bar, scrolling, SnackbarStrip(), FootBar(side="right")], spacing=0, expand=True)


def with_rail(current: Section, content: ft.Control) -> ft.Control:
    """Return what a wide screen shows, with the sections at its side."""
    return ft.Row(
        [section_rail(current, use_ui().viewport), ft.Container(content, expand=True)], spacing=0, expand=True
    )


def section_bar(current: Section, viewport: Viewport) -> ft.Control:
    """Return the ways to the sections below a screen: words alone where the text is large."""
    longest = max(len(str(section.name)) for section in AT_THE_FOOT)
    width = viewport.width / len(AT_THE_FOOT)
    fits = width_of(Style.SMALL, longest) * viewport.scale * NARROW_LETTERS <= width
    each = width if fits else viewport.width / 2
    ways = [_way(section, current, width=each, icon=fits and not viewport.low) for section in AT_THE_FOOT]
    return ft.Container(
        ft.Row(ways, wrap=not fits, spacing=0, run_spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
    )


def section_rail(current: Section, viewport: Viewport) -> ft.Control:
    """Return the ways to the sections at the side, below the way to a new table."""
    page = ft.context.page
    sign = ft.Container(mark("tessera", 40, ft.Colors.PRIMARY), alignment=ft.Alignment.CENTER, padding=2 * SPACE)
    begin = ft.Container(
        button(tr("New table"), lambda: page.navigate("/new")), padding=ft.Padding.only(bottom=2 * SPACE)
    )
    ways = [_way(section, current, width=viewport.rail - 4 * SPACE, icon=True) for section in AT_THE_SIDE]
    listed = column(ways, spacing=SPACE, scroll=ft.ScrollMode.AUTO, expand=True)
    return ft.Container(
        column([begin, listed] if viewport.low else [sign, begin, listed], spacing=SPACE),
        width=viewport.rail,
        padding=2 * SPACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.only(right=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
    )


def _way(section: Section, current: Section, *, width: float, icon: bool) -> ft.Control:
    page = ft.context.page
    is_current = section is current
    ink = ft.Colors.PRIMARY if is_current else ft.Colors.ON_SURFACE_VARIANT
    words = text(section.name, Style.SMALL, color=ink, text_align=ft.TextAlign.CENTER, semantics_label="")
    above = ft.Icon(section.icon, color=ink, size=ICON)
    with_icon = ft.Column([above, words], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    return tappable_picture(
        with_icon if icon else words,
        section.name,
        lambda: page.navigate(section.address),
        selected=is_current,
        alignment=ft.Alignment.CENTER,
        width=width,
        height=None if icon else TARGET * use_ui().viewport.scale ** 0.5,
        padding=ft.Padding.symmetric(vertical=SPACE),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if is_current else None,
        border_radius=RADIUS,
    )
