"""What a game says of itself: how it is set up, how it is entered, and its rules in short."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games import KITS
from companion.services.history import GONE
from companion.tables.state import TableState, toggle_tick
from companion.ui.components.controls import button, caption, card, heading, outlined, silent, text
from companion.ui.components.fields import tick
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, max_width, screen, topbar
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE, Style
from scoring import GAMES
from scoring.messages import Message, say, titled, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.tables.live_table import LiveTable
    from scoring.game import SetupItem


HOW: Final = say("How it works")
"""The name of the way to a help page."""

ORIGINS: Final = {"": "/table/{}", "setup": "/table/{}/setup/0", "seating": "/seating/{}"}
"""The addresses from which a help page is opened, and to which it leads back."""


def has_set_up(live: LiveTable) -> bool:
    """Return whether there is anything to set up that the app knows of."""
    return bool(KITS[live.game.key].setup(live.state))


@component
def SetUpList(live: LiveTable) -> ft.Control:
    """Show what is to be set up for this number of players, and what is done."""
    ui = use_ui()
    page = ft.context.page
    use_revision(live)
    items = KITS[live.game.key].setup(live.state)
    done = [item for item in items if item.key in live.state.extras.ticked]
    sections = [
        _section(section.value, tuple(of_it), live) for section, of_it in groupby(items, key=lambda item: item.section)
    ]
    leave = AtThumb(lambda: [button(tr("Go to the table"), lambda: page.navigate(f"/table/{live.id}"))])
    join = outlined(tr("Join on your phones"), lambda: page.navigate(f"/phones/{live.id}"), icon=ft.Icons.QR_CODE_2)
    body = [
        _progress(len(done), len(items), KITS[live.game.key].begins_with),
        *([join] if ui.visitor.host else []),
        help_button(live, "setup"),
        *sections,
        leave,
    ]
    return ft.Row([max_width(column(body, spacing=4 * SPACE))], alignment=ft.MainAxisAlignment.CENTER)


def help_button(live: LiveTable, origin: str) -> ft.Control:
    """Return the way to the help page of a table's game, from where there is a way back."""
    page = ft.context.page
    return outlined(HOW, lambda: page.navigate(f"{help_address(live)}/{origin}"), icon=ft.Icons.HELP_OUTLINE)


def help_address(live: LiveTable) -> str:
    """Return the address of the help page of a table's game."""
    return f"/help/{live.game.key}/{live.id}"


def _progress(done: int, all_of_them: int, why: Message | None) -> ft.Control:
    progress = tr("{done} of {number} done", done=done, number=all_of_them)
    bar = ft.ProgressBar(
        value=done / all_of_them,
        bar_height=2 * SPACE,
        border_radius=SPACE,
        color=ft.Colors.SECONDARY,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )
    below = [] if why is None else [caption(why)]
    return column([heading(tr("Set-up list")), text(progress, Style.STRONG), silent(bar), *below])


def _section(section: Message, items: tuple[SetupItem, ...], live: LiveTable) -> ft.Control:
    viewport = use_ui().viewport
    done = live.state.extras.ticked
    ticks: list[ft.Control] = [
        tick(titled(item.message), partial(_tick, live, item), viewport, ticked=item.key in done) for item in items
    ]
    return card([heading(section, 3), ft.Column(ticks, spacing=0, tight=True)], padding=3 * SPACE)


async def _tick(live: LiveTable, item: SetupItem) -> None:
    def step(state: TableState[Any]) -> TableState[Any]:
        return replace(state, extras=replace(state.extras, ticked=toggle_tick(state.extras.ticked, item.key)))

    await live.change(item.message, step)


@component
def HelpForGame() -> ft.Control:
    """Show the help page of the game that the address names, with the way back to where it was opened."""
    params = ft.use_route_params()
    game, table = params["game"], params.get("table")
    back = "/" if table is None else ORIGINS.get(params.get("origin", ""), ORIGINS[""]).format(table)
    if game not in KITS:
        return screen(topbar(tr("How it works"), back=back), [text(GONE)])
    page = KITS[game].help_page
    rules = [heading(tr("In short")), caption(tr("The rulebook decides.")), *_points(page.rules)]
    entering = card([heading(tr("Entering")), *_points(page.enter)])
    return screen(topbar(GAMES[game].name, back=back), [entering, card(rules)])


def _points(lines: Iterable[Message]) -> list[ft.Control]:
    return [
        ft.Row(
            [silent(text("–")), text(line, expand=True)],
            spacing=2 * SPACE,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for line in lines
    ]
