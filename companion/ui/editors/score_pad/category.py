"""A category of a pad that is being made: its title, its kind, what that takes, and the games that it can begin as."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
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
from companion.games.score_pad.kinds.cards import PLAYED_WITH, with_part_turned
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, is_blank
from companion.games.score_pad.kinds.kind import Dial, turned, value_at
from companion.games.score_pad.kinds.marked import with_rule
from companion.games.score_pad.pad_draft import category_of, preset_of, with_category, with_category_moved, with_preset
from companion.ui.components.controls import caption, card, icon_button, plain_button, silent, text
from companion.ui.components.correction import spot
from companion.ui.components.dialogs import choice_button
from companion.ui.components.fields import field, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_effect, use_focus, use_ref, use_toggle, use_value
from companion.ui.core.theme import SPACE, WIDEST, Style, width_of
from companion.ui.editors.score_pad.kind_form import Change, KindForm, shown
from scoring.messages import say, titled, tr
from scoring.score_pad.deck import name_of
from scoring.score_pad.kinds import AnyCategory, Bids, Kind, Marked, MarkedRule

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.games.score_pad.kinds.bids import Cards
    from companion.games.score_pad.pad_draft import CheckedDraft
    from scoring.fields import Between


@component
def Presets(form: KindForm) -> ft.Control:
    """Show the games that score such a category, and the numbers of its rounds that count.

    Where one was turned to 0 it can be added again, so that no number below it comes under the finger.
    """
    nothing: frozenset[Dial] = frozenset()
    counted_before = use_ref(lambda: nothing)
    kept = form.category.kept

    async def choose(preset: AnyCategory) -> None:
        counted_before.current = nothing
        await form.step(with_preset, preset)()

    games = wrapped(
        form.choice(game, partial(choose, preset), selected=game == preset_of(form.made))
        for game, preset in KITS[form.category.kind].presets.items()
    )
    if kept is None:
        return games
    dials = kit_of(kept).dials(kept)
    counting = {dial for dial in dials if value_at(kept, dial) or dial.stays}
    counted_before.current |= counting
    numbers = [
        keyed(".".join(dial.path), DialStepper, form, dial, value_at(kept, dial))
        if dial in counting
        else _dial_button(form, dial)
        for dial in dials
        if dial in counted_before.current
    ]
    rules, more = (_parts, None) if kept.shape.of_cards else BELOW.get(kept.kind, (_nothing, None))
    last = [] if more is None else [keyed("more", more, form, kept, counted_before.current)]
    return column([games, *rules(form, kept), *numbers, *last], spacing=3 * SPACE)


def _cards(form: KindForm, bids: Bids) -> list[ft.Control]:
    """Return how many cards the rounds have: the usual choices, of which none need be, and their number."""
    number = most_cards(bids.cards)
    choices = cards_choices(number)

    def choose(cards: Cards) -> Awaitable[None]:
        return form.step(_with_fields, {"cards": None if cards == bids.cards else cards})()

    shown = [*choices, *([] if bids.cards is None or bids.cards in choices else [bids.cards])]
    name = titled(say("cards"))
    chips = [
        form.choice(
            cards_text(cards),
            partial(choose, cards),
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
        await form.step(_with_fields, {"cards": cards_choices(cards)[at]})()

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
        form.choice(words, form.step(_with_rule, rule), selected=rule is marked.rule)
        for rule, words in MARKED_RULES.items()
    )
    if marked.rule not in SWITCHES:
        return [rules]
    field, words = SWITCHES[marked.rule]
    on = bool(getattr(marked, field))
    turn = form.step(_with_fields, {field: None if on else True})
    return [rules, wrapped([form.choice(words, turn, selected=on)])]


def _parts(form: KindForm, cards: Any) -> list[ft.Control]:  # noqa: ANN401 - a category of cards
    """Return the parts of a deck that not everybody plays with."""

    def turn(part: str) -> Callable[[], Awaitable[None]]:
        return form.step(_with_fields, {"parts": with_part_turned(cards, part)})

    parts = [
        form.choice(name_of(cards.deck, part), turn(part), selected=part in cards.parts)
        for part in cards.deck.parts or ()
    ]
    return [caption(PLAYED_WITH), wrapped(parts)] if parts else []


def _nothing(_form: KindForm, _category: AnyCategory) -> list[ft.Control]:
    return []


def _dial_button(form: KindForm, dial: Dial) -> ft.Control:
    """Return the button that lets a number count."""
    return wrapped([form.choice(dial.name, form.step(_with_dial, dial, 1), icon=ft.Icons.ADD)])


@component
def DialStepper(form: KindForm, dial: Dial, value: int) -> ft.Control:
    """Show a number that can be turned; at 0 it does not count any more."""

    async def keep(number: int) -> None:
        await form.step(_with_dial, dial, number)()

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
        form.choice(CASES[case], form.step(_with_case, case), selected=getattr(bids, case) is not None)
        for case in OPTIONAL_CASES
    ]
    numbers = [_dial_button(form, dial) for dial in kit_of(bids).dials(bids) if dial not in above]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryActions:
    """What is done with a category besides typing: Enter goes on to the next one, and it is removed, both by number.

    `scroll_to` takes the name of its spot.
    """

    go_on: Callable[[int], None]
    scroll_to: Callable[[str], Awaitable[None]]
    remove: Callable[[int], Awaitable[None]]


CATEGORY_GROUP: Final = "categories"

AROUND_TITLE: Final = 128
"""The width on both sides of a title in its field, in px; one that is longer stands below the field as well."""

ONE_ROW_FROM: Final = 600
"""From this width on, divided by the scale of the text, the kind and the buttons stand beside the title, in px."""


@component
def CategoryCard(  # noqa: PLR0913 - the draft, and what is done with one of its categories
    draft: PadDraft,
    at: int,
    checked_draft: CheckedDraft,
    change: Change,
    actions: CategoryActions,
    *,
    tried: bool,
    focus: int,
) -> ft.Control:
    """Show a category by its place; of the empty one at the end only the field for its title.

    It takes the focus each time that `focus` is another number but 0.
    """
    ui = use_ui()
    opened, toggle = use_toggle()
    category = draft.categories[at]
    path = f"categories.{category.number}"
    wrong = {
        name.removeprefix(f"{path}."): checked_draft.at(name, tried=tried)
        for name in checked_draft.problems
        if name.startswith(f"{path}.")
    }
    form = KindForm(
        ui=ui,
        draft=draft,
        checked_draft=checked_draft,
        category=category,
        title=called(category, at),
        change=change,
        wrong=wrong,
    )
    name = _title_field(category, at, change, actions, wrong.get("title"))

    async def show_choices() -> None:
        if opened:
            await actions.scroll_to(path)

    use_focus(name, [focus], when=focus)
    use_effect(show_choices, [opened])
    waits = is_blank(category) and at == len(draft.categories) - 1
    shown = opened or any(problem for part, problem in wrong.items() if part != "title")
    ways = [] if waits else _ways(draft, at, change, actions, toggle)
    in_one = ui.viewport.width / ui.viewport.scale >= ONE_ROW_FROM
    start, between = ft.CrossAxisAlignment.START, ft.MainAxisAlignment.SPACE_BETWEEN
    # The field keeps its place in the row when the first letter is typed, or it would lose the focus.
    line = [_handle(category, at, visible=not waits), name, *(ways if in_one else [])]
    rows: list[ft.Control] = [ft.Row(line, spacing=SPACE, vertical_alignment=start)]
    if ways and not in_one:
        rows.append(ft.Row(ways, wrap=True, alignment=between, run_spacing=SPACE))
    if shown:
        rows += kind_fields(form)
    elif category.kind is not Kind.POINTS:
        rows += form.worth()

    async def dropped(event: ft.DragTargetEvent) -> None:
        await change(lambda old: with_category_moved(old, event.src.data, at))

    made = card(rows, padding=3 * SPACE)
    key = f"category-{category.number}"
    return spot(path, ft.DragTarget(group=CATEGORY_GROUP, content=made, on_accept=safe(dropped), key=key))


def called(category: CategoryDraft, at: int) -> str:
    """Return what a category is called in labels, also without a title."""
    return category.title.strip() or tr("Category {number}", number=at + 1)


def _title_field(
    category: CategoryDraft, at: int, change: Change, actions: CategoryActions, wrong: object
) -> ft.TextField:
    ui = use_ui()
    room = min(ui.viewport.width, WIDEST) - AROUND_TITLE
    fits = width_of(Style.TEXT, len(category.title)) * ui.viewport.scale <= room
    return field(
        ui,
        tr("Category {number}", number=at + 1),
        category.title,
        lambda typed: change(lambda old: with_category(old, category.number, title=typed)),
        wrong=wrong,
        helper=None if fits else caption(category.title),
        on_submit=safe(lambda: actions.go_on(category.number)),
        expand=True,
    )


def _handle(category: CategoryDraft, at: int, *, visible: bool) -> ft.Control:
    """Return the handle by which a category is dragged; the buttons below its title do the same."""
    lifted = ft.Container(
        text(called(category, at)),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=2 * SPACE,
        padding=3 * SPACE,
    )
    grip = ft.Container(
        silent(ft.Icon(ft.Icons.DRAG_INDICATOR, color=ft.Colors.ON_SURFACE_VARIANT)),
        padding=ft.Padding.symmetric(vertical=4 * SPACE),
    )
    return ft.Draggable(
        group=CATEGORY_GROUP,
        data=category.number,
        content=grip,
        content_feedback=silent(lifted),
        affinity=ft.Axis.VERTICAL,
        visible=visible,
    )


def _ways(
    draft: PadDraft, at: int, change: Change, actions: CategoryActions, turn: Callable[[], None]
) -> list[ft.Control]:
    """Return the kind, which a tap lets choose, and what moves a category or removes it."""
    last = sum(not is_blank(category) for category in draft.categories) - 1
    category = draft.categories[at]
    title = called(category, at)

    def move(to: int) -> Awaitable[None]:
        return change(lambda old: with_category_moved(old, category.number, to))

    kind = choice_button(tr("Kind of {category}", category=title), str(KITS[category.kind].name), turn)
    buttons = [
        icon_button(ft.Icons.ARROW_UPWARD, tr("Move {name} up", name=title), partial(move, at - 1), disabled=at == 0),
        icon_button(
            ft.Icons.ARROW_DOWNWARD, tr("Move {name} down", name=title), partial(move, at + 1), disabled=at >= last
        ),
        icon_button(ft.Icons.CLOSE, tr("Remove {name}", name=title), lambda: actions.remove(category.number)),
    ]
    return [kind, ft.Row(buttons, spacing=0, tight=True)]


def kind_fields(form: KindForm) -> list[ft.Control]:
    """Return the choice of the kind with an example of it, the fields that it takes, and what it then is worth."""
    category = form.category
    kit = KITS[category.kind]
    example = [] if kit.about is None else [caption(kit.about)]
    below = (
        []
        if category.kept is not None
        else [part for typed in kit.fields(form.draft, category) for part in shown(form, typed)]
    )
    if kit.presets:
        below.insert(0, keyed(f"presets {category.kind}", Presets, form))
    kinds = wrapped(
        form.choice(
            offered.name,
            form.setting(kind=kind)
            if offered.is_typed or kind is category.kind
            else form.step(with_preset, next(iter(offered.presets.values()))),
            selected=kind is category.kind,
        )
        for kind, offered in KITS.items()
    )
    return [column([kinds, *example, *below, *form.worth()], spacing=3 * SPACE)]
