"""What is known of a pad of the shelf: what it says, where it is from, and how to report that it is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.formatting.text import sentence
from companion.games.score_pad.copy_values import ANSWERS, GAME
from companion.games.score_pad.shelf import Level, Status, ready_pads, source_name
from companion.games.score_pad.wording import pad_lines
from companion.ui.components.controls import caption, heading, text
from companion.ui.components.layout import column
from companion.ui.components.report import Report, words_to_copy
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from scoring.messages import say, tr
from scoring.sheet import Winner

if TYPE_CHECKING:
    from collections.abc import Mapping

    import flet as ft

    from scoring.messages import Message

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
    answered = [] if choice is None or game.file.ask is None else [caption(f"{game.file.ask} {choice}")]
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
