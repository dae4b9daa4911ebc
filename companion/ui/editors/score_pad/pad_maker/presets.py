"""A category that begins as a game has it: the games, and the numbers of its rounds that can be turned."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.score_pad.kinds import KITS, kit_of
from companion.games.score_pad.kinds.bids import (
    CASES,
    OPTIONAL_CASES,
    cards_choices,
    cards_dial,
    cards_text,
    most_cards,
    with_case_turned,
)
from companion.games.score_pad.kinds.kind import turned, value_at
from companion.games.score_pad.kinds.marked import with_rule
from companion.games.score_pad.pad_draft import category_of, preset_of, with_category, with_preset
from companion.ui.components.controls import caption, plain_button
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.theme import SPACE
from scoring.messages import say, titled, tr
from scoring.score_pad.kinds import Kind, Marked, MarkedRule

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.score_pad.kinds.bids import Cards
    from companion.games.score_pad.kinds.draft import PadDraft
    from companion.games.score_pad.kinds.kind import Dial
    from companion.ui.editors.score_pad.pad_maker.kind_form import KindForm, Set
    from scoring.fields import Between
    from scoring.score_pad.kinds import AnyCategory, Bids, Marked


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
        for game, preset in KITS[form.category.kind].presets.items()
    )
    if kept is None:
        return games
    dials = kit_of(kept).dials(kept)
    counting = {dial for dial in dials if value_at(kept, dial) or dial.stays}
    counted_before.current |= counting
    numbers = [
        keyed(".".join(dial.path), Turning, form, dial, value_at(kept, dial))
        if dial in counting
        else _adding(form, dial)
        for dial in dials
        if dial in counted_before.current
    ]
    rules, more = BELOW.get(kept.kind, (_nothing, None))
    last = [] if more is None else [keyed("more", more, form, kept, counted_before.current)]
    return column([games, *rules(form, kept), *numbers, *last], spacing=3 * SPACE)


def _cards(form: KindForm, bids: Bids) -> list[ft.Control]:
    """Return how many cards the rounds have: the usual choices, of which none need be, and their number."""
    number = most_cards(bids.cards)
    choices = cards_choices(number)

    def choosing(cards: Cards) -> Set:
        return form.changing(_with_fields, {"cards": None if cards == bids.cards else cards})

    shown = [*choices, *([] if bids.cards is None or bids.cards in choices else [bids.cards])]
    name = titled(say("cards"))
    chips = [
        form.choice(
            cards_text(cards),
            choosing(cards),
            selected=cards == bids.cards,
            spoken=say("{what}: {value}", what=name, value=cards_text(cards)),
        )
        for cards in shown
    ]
    dial = None if bids.cards is None else cards_dial(bids.cards)
    number_of_cards = [] if dial is None else [keyed("cards", CardsNumber, form, bids, *dial)]
    return [column([caption(name), wrapped(chips)]), *number_of_cards]


@component
def CardsNumber(form: KindForm, bids: Bids, number: int, range_: Between) -> ft.Control:
    """Show the number that makes the cards of the rounds what they are."""

    async def keep(cards: int) -> None:
        at = cards_choices(number).index(bids.cards)
        await form.changing(_with_fields, {"cards": cards_choices(cards)[at]})()

    name = titled(say("cards"))
    counter = Counter(name=name, least=range_.low, most=range_.high, label=f"{form.title}: {name}", inset=8 * SPACE)
    shown: ft.Control = Stepper(counter, number, keep)
    return shown


MARKED_RULES: Final = {
    MarkedRule.DOUBLE: say("number counts double"),
    MarkedRule.CLEAR: say("number counts 0"),
    MarkedRule.TAKE: say("gets all numbers"),
}
"""What happens to the player who is marked in a round, as choices."""

SWITCHES: Final = {
    MarkedRule.DOUBLE: ("negatives", say("also below 0")),
    MarkedRule.TAKE: ("lose", say("the others lose theirs")),
}
"""What more a rule of the marked may say, by the field that says it."""


def _marked(form: KindForm, marked: Marked) -> list[ft.Control]:
    """Return what happens to the player who is marked in a round."""
    rules = wrapped(
        form.choice(words, form.changing(_with_rule, rule), selected=rule is marked.rule)
        for rule, words in MARKED_RULES.items()
    )
    if marked.rule not in SWITCHES:
        return [rules]
    field, words = SWITCHES[marked.rule]
    on = bool(getattr(marked, field))
    turn = form.changing(_with_fields, {field: None if on else True})
    return [rules, wrapped([form.choice(words, turn, selected=on)])]


def _nothing(_form: KindForm, _category: AnyCategory) -> list[ft.Control]:
    return []


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
    numbers = [_adding(form, dial) for dial in kit_of(bids).dials(bids) if dial not in above]
    return column([caption(tr("Points of their own")), wrapped(cases), *numbers], spacing=2 * SPACE)


BELOW: Final[Mapping[Kind, tuple[Callable[[KindForm, Any], list[ft.Control]], Callable[..., ft.Control] | None]]] = {
    Kind.BIDS: (_cards, MoreNumbers),
    Kind.MARKED: (_marked, None),
}
"""What else is chosen for rounds, by their kind: above the numbers and below them."""


def _with_dial(draft: PadDraft, number: int, dial: Dial, value: int) -> PadDraft:
    kept = category_of(draft, number).kept
    return draft if kept is None else with_category(draft, number, kept=turned(kept, dial, value))


def _with_fields(draft: PadDraft, number: int, fields: Mapping[str, Any]) -> PadDraft:
    kept = category_of(draft, number).kept
    return draft if kept is None else with_category(draft, number, kept=replace(kept, **fields))


def _with_rule(draft: PadDraft, number: int, rule: MarkedRule) -> PadDraft:
    kept: Any = category_of(draft, number).kept
    return with_category(draft, number, kept=with_rule(kept, rule))


def _with_case(draft: PadDraft, number: int, case: str) -> PadDraft:
    kept: Any = category_of(draft, number).kept
    return with_category(draft, number, kept=with_case_turned(kept, case))
