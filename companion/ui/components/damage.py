"""What is damaged, on the screen where it is missed, with the ways to put it back and to remove it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.relative import relative_time
from companion.system.clock import now
from companion.ui.components.controls import card, notice
from companion.ui.components.dialogs import Confirmation, use_confirmation
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_rerender, use_subscription, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import keyed
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.ui.core.context import Ui
    from scoring.messages import Message
    from storage.repositories.damage import Damage

MEANWHILE: Final[Mapping[str, Message]] = {
    "tables": say("It is not in the list; all other tables go on."),
    "revisions": say("Undo goes back no further there."),
    "plays": say("It is in no list and in no statistics."),
    "play_revisions": say("The play as it is now is intact."),
    "imports": say("The plays that came with it are intact; it cannot be undone."),
    "journal": say("What came with the import is intact; it cannot be undone."),
    "players": say("The plays of this friend are intact."),
    "places": say("The plays there are intact."),
    "aliases": say("A new play under this name makes a new friend or place."),
    "photos": say("The play and the table that it belongs to are intact."),
    "copies": say("Tessera asks for it again when it is needed."),
    "settings": say("Its default applies until then."),
}
"""What goes on without the damaged record, by its table."""

NO_BACKUP: Final = say("No backup has it intact. It can be removed, or stay as it is until one is found.")


@component
def DamagedRecords(
    kinds: tuple[str, ...], key: tuple[str, ...] = (), again: Callable[[], None] | None = None
) -> ft.Control:
    """Show what is damaged of these tables; `again` loads the screen anew after something has come back."""
    ui = use_ui()
    use_subscription(ui.tables.damage.observers.subscribe, use_rerender(), [])
    found = ui.tables.damage.of(kinds, key) if ui.visitor.host else ()
    if not found:
        return ft.Container(visible=False)
    return column([keyed(repr(one.record), DamagedRecord, one, again) for one in found])


@component
def DamagedRecord(lost: Damage, again: Callable[[], None] | None) -> ft.Control:
    """Show a damaged record with the buttons that put it back and remove it."""
    ui = use_ui()

    async def reload() -> None:
        await _take_up(ui, lost)
        if again is not None:
            again()

    async def put_back() -> None:
        backup = await ui.tables.damage.put_back(lost)
        if backup is None:
            show_snackbar(NO_BACKUP)
            return
        await reload()
        show_snackbar(
            tr(
                "Put back: {name}, as in the backup of {when}.",
                name=lost.name,
                when=relative_time(backup.at, now()),
            )
        )

    async def remove() -> None:
        await ui.tables.damage.remove(lost)
        await reload()
        show_snackbar(tr("Removed: {name}.", name=lost.name))

    confirmation = Confirmation(
        title=tr("Remove it for good?"),
        words=tr(
            "This will be removed: {name}. What is there now is backed up first, damage included.", name=lost.name
        ),
        do=tr("Remove it"),
        leave=tr("Leave it as it is"),
    )
    ask = use_confirmation(confirmation, remove)
    words = tr(
        "This is damaged and cannot be read: {name}. {meanwhile}", name=lost.name, meanwhile=MEANWHILE[lost.kind]
    )
    putting = ft.Text(tr("Put back from a backup"), semantics_label=tr("Put back {name}", name=lost.name))
    removing = ft.Text(tr("Remove it"), semantics_label=tr("Remove {name}", name=lost.name))
    buttons = [
        ft.OutlinedButton(putting, on_click=safe(put_back)),
        ft.TextButton(removing, on_click=safe(ask)),
    ]
    return card([notice(words, wrong=True), wrapped(buttons)])


async def _take_up(ui: Ui, lost: Damage) -> None:
    """Have the app know what the store has now."""
    match lost.kind:
        case "tables":
            await ui.tables.reload_all()
        case "copies":
            await ui.tables.reload_copies()
        case "settings":
            await ui.reload_settings(lost.record.key)
