"""A check of the data and the backups, the same as `tessera doctor`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.system.clock import now
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import outlined, text
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, Style
from scoring.messages import say, tr
from storage.backup.doctor import examine_open

if TYPE_CHECKING:
    from companion.ui.components.async_state import OnProgress
    from storage.backup.doctor import Finding

FINDING_ICONS: Final = {
    "good": (ft.Icons.CHECK_CIRCLE_OUTLINE, ft.Colors.PRIMARY),
    "note": (ft.Icons.INFO_OUTLINE, ft.Colors.TERTIARY),
    "fault": (ft.Icons.ERROR_OUTLINE, ft.Colors.ERROR),
}
FINDING_NAMES: Final = {"good": say("Fine:"), "note": say("Worth knowing:"), "fault": say("Needs repair:")}


@component
def CheckData() -> ft.Control:
    """Examine the data and the backups, and say what was found."""
    ui = use_ui()
    task, run = use_task()
    nothing: tuple[Finding, ...] = ()
    findings, set_findings = use_value(nothing)

    async def check() -> None:
        async def examined(progress: OnProgress) -> tuple[Finding, ...]:
            await asyncio.sleep(0)  # what is being done is shown first, where there is one thread alone
            return await ui.tables.worker.run(examine_open, ui.tables.folder, lambda: now().astimezone(), progress)

        result = await run(tr("Check the data"), examined)
        set_findings(lambda _: result)

    begin = outlined(tr("Check the data"), check, icon=ft.Icons.FACT_CHECK_OUTLINED, disabled=task is not None)
    lines = column([_finding(finding) for finding in findings])
    said = ft.Semantics(content=lines, live_region=True, container=True, visible=bool(findings))
    return column([wrapped([begin]), *([progress_bar(task)] if task else []), said])


def _finding(finding: Finding) -> ft.Control:
    icon, color = FINDING_ICONS[finding.kind]
    mark = ft.Icon(icon, color=color, size=20, semantics_label=str(FINDING_NAMES[finding.kind]))
    row: list[ft.Control] = [mark, text(finding.message, Style.SMALL, expand=True)]
    return ft.Row(row, spacing=2 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)
