"""A category that begins as a game has it: the games, and the numbers of its rounds that can be turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.games.score_pad.dials import CASES, OPTIONAL_CASES, dials, turned, value_at, with_case_turned
from companion.games.score_pad.pad_draft import category_of, with_category, with_preset
from companion.games.score_pad.presets import PRESETS, preset_of
from companion.ui.components.controls import caption, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.theme import SPACE
from scoring.messages import titled, tr
from scoring.score_pad.state import Bids

if TYPE_CHECKING:
    from companion.games.score_pad.dials import Dial
    from companion.games.score_pad.pad_draft import PadDraft
    from companion.ui.screens.pad_maker.kind_form import KindForm, Set
    from scoring.score_pad.state import AnyCategory


@component
def Presets(form: KindForm) -> ft.Control:
    """Show the games that score such a category, and the numbers of its rounds that count.

    Where one was turned to 0 it can be added again, so that no number below it comes under the finger.
    """
    nothing: frozenset[Dial] = frozenset()
    counted_before = use_ref(lambda: nothing)
    kept = form.category.kept

    def choosing(preset: AnyCategory) -> Set:
        async def choose() -> None:
            counted_before.current = nothing
            await form.changing(with_preset, preset)()

        return choose

    games = wrapped(
        form.choice(game, choosing(preset), selected=game == preset_of(form.made))
        for game, preset in PRESETS.get(form.category.kind, {}).items()
    )
    if kept is None:
        return games
    counting = {dial for dial in dials(kept) if value_at(kept, dial) or not isinstance(kept, Bids)}
    counted_before.current |= counting
    numbers = [
        keyed(".".join(dial.path), Turning, form, dial, value_at(kept, dial))
        if dial in counting
        else _adding(form, dial)
        for dial in dials(kept)
        if dial in counted_before.current
    ]
    more = [keyed("more", MoreNumbers, form, kept, counted_before.current)] if isinstance(kept, Bids) else []
    return column([games, *numbers, *more], spacing=3 * SPACE)


def _adding(form: KindForm, dial: Dial) -> ft.Control:
    """Return the button that lets a number count."""
    return wrapped([form.choice(dial.name, form.changing(_with_dial, dial, 1), icon=ft.Icons.ADD)])


@component
def Turning(form: KindForm, dial: Dial, value: int) -> ft.Control:
    """Show a number that can be turned; at 0 it does not count any more."""

    async def keep(number: int) -> None:
        await form.changing(_with_dial, dial, number)()

    name = titled(dial.name)
    label = f"{form.title}: {name}"
    counter = Counter(name=name, least=dial.range.low, most=dial.range.high, label=label, inset=8 * SPACE)
    shown: ft.Control = Stepper(counter, value, keep)
    return shown


@component
def MoreNumbers(form: KindForm, bids: Bids, above: frozenset[Dial]) -> ft.Control:
    """Show, once it is asked for, which rounds are worth something of their own, and the numbers that do not count."""
    asked, ask = use_value(initial=False)
    if not asked:
        return wrapped([plain_button(tr("More numbers"), lambda: ask(lambda _: True), icon=ft.Icons.ADD)])
    cases = [
        form.choice(CASES[case], form.changing(_with_case, case), selected=getattr(bids, case) is not None)
        for case in OPTIONAL_CASES
    ]
    numbers = [_adding(form, dial) for dial in dials(bids) if dial not in above]
    return column([caption(tr("Points of their own")), wrapped(cases), *numbers], spacing=2 * SPACE)


def _with_dial(draft: PadDraft, number: int, dial: Dial, value: int) -> PadDraft:
    kept = category_of(draft, number).kept
    return draft if kept is None else with_category(draft, number, kept=turned(kept, dial, value))


def _with_case(draft: PadDraft, number: int, case: str) -> PadDraft:
    kept = category_of(draft, number).kept
    return with_category(draft, number, kept=with_case_turned(kept, case)) if isinstance(kept, Bids) else draft
