"""The pads that are kept here, with the ways to change, send and remove them; and what is known of one of the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import isolated, sentence
from companion.games.score_pad.copy_values import ANSWERS, GAME, KEEPS, PADS_PART, pad_lines, pads
from companion.games.score_pad.shelf import Level, Status, ready_pads, source_name
from companion.ui.components.controls import button, caption, card, heading, outlined, text
from companion.ui.components.dialogs import Report, words_to_copy
from companion.ui.components.fields import wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.my_copy import remove_button
from companion.ui.core.context import use_rerender, use_ui
from companion.ui.core.error_boundary import component, on_press, safe
from companion.ui.core.theme import SPACE
from scoring.messages import Message, say, tr
from scoring.sheet import Winner
from storage.repositories.values import PAD_PREFIX

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.score_pad.state import Pad


ABOUT: Final = say("A score pad says how to score a game that Tessera has no rules for. New table offers it.")


@component
def MyCopyScreen() -> ft.Control:
    """Show the pads by their titles, and the way to make one."""
    copies = use_ui().tables.copies[GAME]
    again = use_rerender()
    page = ft.context.page
    kept = pads(copies)

    def ways() -> list[ft.Control]:
        code = outlined(tr("Show as a code"), lambda: page.navigate(f"/code/copy/{GAME}"), icon=ft.Icons.QR_CODE)
        make = button(tr("New pad"), lambda: page.navigate(f"/settings/{GAME}/pad"), icon=ft.Icons.ADD)
        return [*([code] if kept else []), make]

    shown = [_pad(key, pad, remove_button(copies, PADS_PART, key, pad.title, again)) for key, pad in kept.items()]
    below = [caption(KEEPS)] if shown else []
    return column([caption(ABOUT), *shown, *below, AtThumb(ways)], spacing=4 * SPACE)


def _pad(key: str, pad: Pad, remove: ft.Control) -> ft.Control:
    """Return a pad with all that it says, and what can be done with it."""
    page = ft.context.page

    def way(words: str, icon: ft.IconData, address: str) -> ft.Control:
        named = ft.Text(words, semantics_label=isolated(f"{words}: {pad.title}"))
        return ft.OutlinedButton(named, icon=icon, **on_press(safe(lambda: page.navigate(address))))

    ways = [
        way(tr("Edit"), ft.Icons.EDIT_OUTLINED, f"/settings/{GAME}/pad/{key}"),
        way(tr("Show as a code"), ft.Icons.QR_CODE, f"/code/copy/{PAD_PREFIX}{key}"),
        remove,
    ]
    return card([heading(pad.title, 3), *(text(sentence(line)) for line in pad_lines(pad)), wrapped(ways)])


HOW_SURE: Final[Mapping[Status, Message]] = {
    Status.A: say("Two sources agree on its lines and their values."),
    Status.B: say("Two sources agree on its lines; the values or the tie-breaks are from one of them."),
    Status.C: say("It is from one source."),
    Status.D: say("Its sources contradict each other; your answer decides."),
}

WHEN_LEVEL: Final[Mapping[Level, Message]] = {
    Level.SHARED: say("Players who are still level share their place."),
    Level.UNKNOWN: say("No source says what else breaks a tie: players who are still level share their place."),
}


@component
def ShelfPad(key: str) -> ft.Control:
    """Show what a pad of the shelf says, and where it is from."""
    copies = use_ui().tables.copies[GAME]
    game = ready_pads()[key]
    answer = ANSWERS.values(copies).get(key)
    pad = game.pad(answer)
    lines = [text(sentence(line)) for line in pad_lines(pad)]
    if pad.winner is not Winner.TOGETHER:
        lines.append(text(WHEN_LEVEL[game.file.level]))
    choice = game.choice(answer)
    question = game.file.ask
    answered = [] if choice is None or question is None else [caption(f"{game.ask(question)} {game.ask(choice)}")]
    return column(
        [
            *lines,
            heading(tr("Where it is from"), 3),
            text(HOW_SURE[game.file.status]),
            *answered,
            caption(", ".join(map(source_name, game.file.sources))),
            Report(tr("Report a wrong one"), lambda: _wrong_pad(key)),
        ],
        spacing=2 * SPACE,
    )


def _wrong_pad(key: str) -> ft.Control:
    version = ready_pads()[key].version
    return words_to_copy(
        tr("Pad {key}, version {version}: what is wrong, and what is right?", key=key, version=version)
    )
