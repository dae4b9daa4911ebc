"""A category that begins as a game has it: the games, the numbers that can be turned, and an example."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad.dials import dials, example, turned, value_at
from companion.games.score_pad.pad_draft import CategoryDraft, PadDraft, with_category
from companion.games.score_pad.presets import PRESETS, preset_of
from companion.ui.components.controls import caption
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_ref
from companion.ui.core.theme import SPACE
from scoring.messages import titled

if TYPE_CHECKING:
    from companion.games.score_pad.dials import Dial
    from scoring.score_pad.state import AnyCategory

Change = Callable[[Callable[[PadDraft], PadDraft]], Awaitable[None]]
"""Changes the draft on the screen, and keeps it."""


@component
def Presets(category: CategoryDraft, title: str, change: Change) -> ft.Control:
    """Show the games that score such a category, the numbers of the one that is chosen, and what they come to.

    A number that was turned to 0 stays until another game is chosen.
    """
    shown: dict[tuple[str, ...], Dial] = {}
    turned_before = use_ref(lambda: shown)
    kept = category.kept

    def choosing(preset: AnyCategory) -> Callable[[], Awaitable[None]]:
        async def choose() -> None:
            turned_before.current = {}
            await change(lambda old: with_category(old, category.number, kept=preset))

        return choose

    games = wrapped(
        chip(game, choosing(preset), selected=game == preset_of(kept), label=f"{title}: {game}")
        for game, preset in PRESETS.get(category.kind, {}).items()
    )
    if kept is None:
        return games
    turned_before.current = {**turned_before.current, **{dial.path: dial for dial in dials(kept)}}
    turning = turned_before.current.values()
    steppers = [keyed(".".join(dial.path), Turning, category, dial, title, change) for dial in turning]
    lines = column([caption(sentence(line)) for line in example(kept)], spacing=0)
    said = ft.Semantics(content=lines, live_region=True, container=True)
    return column([games, *steppers, said], spacing=3 * SPACE)


@component
def Turning(category: CategoryDraft, dial: Dial, title: str, change: Change) -> ft.Control:
    """Show a number that can be turned."""

    async def keep(number: int) -> None:
        await change(lambda old: _with_dial(old, category.number, dial, number))

    name = titled(dial.name)
    counter = Counter(name=name, least=dial.range.low, most=dial.range.high, label=f"{title}: {name}", inset=8 * SPACE)
    value = 0 if category.kept is None else value_at(category.kept, dial)
    shown: ft.Control = Stepper(counter, value, keep)
    return shown


def _with_dial(draft: PadDraft, number: int, dial: Dial, value: int) -> PadDraft:
    kept = next(category.kept for category in draft.categories if category.number == number)
    return draft if kept is None else with_category(draft, number, kept=turned(kept, dial, value))
