"""The way from a step of the final scoring to the spot where its points are entered, and back."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.ui.components.layout import column
from companion.ui.core.context import use_ui
from companion.ui.core.hooks import nothing, run_on, unless_gone, use_effect, use_ref
from companion.ui.core.page import address_now

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What is corrected: the title of what led to it, the rule or the field of a player, the seat, and the tab back.

    `reached` says that the spot was shown: whoever scrolls on, or comes again, is left alone.
    """

    step: Message
    spot: str
    seat: int
    tab: str = "end"
    reached: bool = False


GAP: Final = "gap"
"""The spot that stands for the first number that is missing."""

_REOPENED_KEY: Final = "reopened"


def _key(table_id: str) -> str:
    return f"correcting {table_id}"


def begin_correction(table_id: str, correction: Correction) -> None:
    """Keep what is corrected at a table in this browser."""
    ft.context.page.session.store.set(_key(table_id), correction)


def end_correction(table_id: str) -> None:
    """Forget what was corrected at a table."""
    ft.context.page.session.store.set(_key(table_id), None)


def corrected_at(table_id: str) -> Correction | None:
    """Return what is corrected at a table in this browser, if anything is."""
    correction: Correction | None = ft.context.page.session.store.get(_key(table_id))
    return correction


def take_spot(table_id: str) -> Correction | None:
    """Return what is corrected at a table unless its spot was shown; it counts as shown from now on."""
    correction = corrected_at(table_id)
    if correction is None or correction.reached:
        return None
    begin_correction(table_id, replace(correction, reached=True))
    return correction


def leads_to_gap(table_id: str) -> bool:
    """Return whether what led here is the first number that is missing, unless that was shown."""
    correction = take_spot(table_id)
    return correction is not None and correction.spot == GAP


def note_reopened(table_id: str) -> None:
    """Keep that the table of a play was opened in this browser, to look for what is wrong there."""
    ft.context.page.session.store.set(_REOPENED_KEY, table_id)


def use_finish_unchanged(live: LiveTable) -> None:
    """Finish a table that was reopened in this browser as its play is, once one goes elsewhere and changed nothing."""
    page, tables = ft.context.page, use_ui().tables

    async def finish() -> None:
        await asyncio.sleep(0)  # what was typed last goes to the table first
        await tables.finish_unchanged(live)

    def left() -> None:
        address = address_now(page)
        if live.id in address and not address.startswith("/play/"):
            return
        if page.session.store.get(_REOPENED_KEY) == live.id:
            page.session.store.set(_REOPENED_KEY, None)
            run_on(page, finish)

    use_effect(nothing, [live], cleanup=left)


def spot(name: str, content: ft.Control) -> ft.Control:
    """Return what can be scrolled to by its name: as a rule, a field of a player, a category of a pad.

    What can be scrolled to stands above the content and not around it: the client makes it anew at each change, and a
    field in it would lose what is being typed.
    """
    top = ft.Container(key=ft.ScrollKey(f"at {name}"))  # type: ignore[call-arg]  # a dataclass made late
    return column([top, content], spacing=0)


async def scroll_to_spot(scrolled: ft.Ref[ft.Column], name: str) -> None:
    """Scroll a column, if it is shown, until the spot of a name is at its top."""
    if scrolled.current is not None:
        with unless_gone():
            await scrolled.current.scroll_to(scroll_key=f"at {name}")


def use_spot(table_id: str) -> ft.Ref[ft.Column]:
    """Return a reference for a column that scrolls; at first it is scrolled to the spot that is corrected."""
    scrolled = use_ref(ft.Ref[ft.Column]).current

    async def show() -> None:
        correction = take_spot(table_id)
        if correction is not None:
            await scroll_to_spot(scrolled, correction.spot)

    use_effect(show, [])
    return scrolled
