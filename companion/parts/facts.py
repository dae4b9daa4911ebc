"""What is known of a play beside its sheet: when and where it was, how long it took, and what was noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.days import at_length, duration_words, minutes_between
from companion.parts.basics import quiet, text
from companion.theme import SPACE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.theme import Palette
    from storage.repositories.play_content import StoredPlay


def facts_of(play: StoredPlay) -> Sequence[tuple[str, str]]:
    """Return what is known of a play, each with what it is called."""
    minutes = minutes_between(play.begun, play.finished)
    known = (
        ("Finished", at_length(play.finished)),
        ("Duration", "" if minutes is None else duration_words(minutes)),
        ("Place", play.place or ""),
        ("Note", play.note),
    )
    return tuple((name, words) for name, words in known if words)


def facts(play: StoredPlay, palette: Palette) -> ft.Control:
    """Return what is known of a play, each with its name above."""
    shown: list[ft.Control] = [
        ft.Semantics(
            label=f"{name}: {words}",
            container=True,
            content=ft.Semantics(
                content=ft.Column(
                    [quiet(name, palette), text(words, selectable=name == "Note")], spacing=0, tight=True
                ),
                exclude_semantics=True,
            ),
        )
        for name, words in facts_of(play)
    ]
    return ft.Column(shown, spacing=2 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
