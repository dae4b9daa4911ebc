"""The screen of imports, exports and backups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.components.layout import screen, topbar
from companion.ui.core.error_boundary import component
from companion.ui.screens.exchange.backups import Backups
from companion.ui.screens.exchange.export_plays import ExportPlays
from companion.ui.screens.exchange.import_plays import ImportPlays

if TYPE_CHECKING:
    import flet as ft


@component
def Exchange() -> ft.Control:
    """Import plays, save them, and back everything up."""
    return screen(topbar("In and out", back="/history"), [ImportPlays(), ExportPlays(), Backups()])
