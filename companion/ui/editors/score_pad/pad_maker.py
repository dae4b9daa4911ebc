"""The screen on which a pad is made or changed, and what breaks ties; what is typed is kept until the pad is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad.copy_values import (
    GAME,
    KEEPS,
    PADS,
    PADS_PART,
    WINNERS,
    is_of_shelf,
    pad_here,
    pads,
    with_titles_of,
)
from companion.games.score_pad.kinds.derived import BY
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, TieBreakDraft, is_blank
from companion.games.score_pad.kinds.majority import WANTED
from companion.games.score_pad.kinds.numbers import PointsKit, RoundsKit
from companion.games.score_pad.pad_draft import (
    CheckedDraft,
    begun_from,
    checked,
    draft_of,
    is_begun,
    points_only,
    rounds_only,
    starts,
    with_blank_last,
    with_category_back,
    with_field,
    with_tie_break,
    without_category,
)
from companion.services.kept_pads import proposed_title
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    icon_button,
    notice,
    outlined,
    plain_button,
    text,
)
from companion.ui.components.correction import scroll_to_spot
from companion.ui.components.drafts import (
    PUT_ASIDE,
    LeftDraft,
    LeftDraftForm,
    choose_game,
    keep_typed,
    typed_before,
    use_draft,
    was_left,
)
from companion.ui.components.fields import LOOK_ABOVE, chip, field, growing_list, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, screen, topbar
from companion.ui.core.context import Ui, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.score_pad.category import CategoryActions, CategoryCard, called
from scoring.messages import Message, as_typed, say, tr
from scoring.score_pad.kinds import BY_KIND, By
from scoring.score_pad.state import MAX_TIE_BREAKS, Pad
from storage.documents.codec import plain
from storage.repositories.values import PAD_PREFIX

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.my_copy import MyCopy
    from companion.ui.editors.score_pad.kind_form import Change
    from scoring.sheet import Winner


START_FROM: Final = say("Start from another pad")
NO_TIE_BREAK: Final = say("Players with the same points share their place, unless something breaks the tie.")


def tie_breaks(draft: PadDraft, change: Change) -> list[ft.Control]:
    """Return the tie-breaks in their order, and the button that adds one."""
    named = [category for category in draft.categories if not is_blank(category)]
    used = {tie_break.category for tie_break in draft.tie_breaks}
    free = next((category for category in named if category.number not in used), None)
    parts: list[ft.Control] = [heading(tr("Ties")), caption(NO_TIE_BREAK)]
    parts += [_tie_break(draft, at, named, change) for at in range(len(draft.tie_breaks))]
    if free is not None and len(draft.tie_breaks) < MAX_TIE_BREAKS:
        new = TieBreakDraft(category=free.number)
        parts.append(
            outlined(
                tr("Add a tie-break"),
                lambda: change(lambda old: with_tie_break(old, len(old.tie_breaks), new)),
                icon=ft.Icons.ADD,
            )
        )
    return parts


def _tie_break(draft: PadDraft, at: int, named: list[CategoryDraft], change: Change) -> ft.Control:
    """Return a tie-break: which category decides, which of its numbers, and whether most or fewest."""
    tie_break = draft.tie_breaks[at]

    def put(**values: Any) -> Awaitable[None]:  # noqa: ANN401 - fields of any type
        return change(lambda old: with_tie_break(old, at, replace(tie_break, **values)))

    places = {category.number: place for place, category in enumerate(draft.categories)}
    in_lists = {category.number for category in named if not BY_KIND[category.kind].shape.single}

    def decide_by(number: int) -> Awaitable[None]:
        return put(category=number, by=By.POINTS if number in in_lists else tie_break.by)

    which = [
        chip(
            called(category, places[category.number]),
            partial(decide_by, category.number),
            selected=category.number == tie_break.category,
        )
        for category in named
    ]
    winners = [
        chip(words, partial(put, wanted=better), selected=better is tie_break.wanted)
        for better, words in WANTED.items()
    ]
    by = [chip(words, partial(put, by=choice), selected=choice is tie_break.by) for choice, words in BY.items()]
    remove = icon_button(
        ft.Icons.CLOSE,
        tr("Remove {name}", name=tr("Tie-break {number}", number=at + 1)),
        lambda: change(lambda old: with_tie_break(old, at, None)),
    )
    title = text(tr("Tie-break {number}", number=at + 1), Style.STRONG, expand=True)
    head = ft.Row([title, remove])
    rows = [head, wrapped(which), wrapped(winners), *([] if tie_break.category in in_lists else [wrapped(by)])]
    return card([column(rows, spacing=3 * SPACE)], padding=3 * SPACE)


NEW, CHANGED, GONE = say("New pad"), say("Edit score pad"), say("This pad is not here any more.")
MAKES_A_COPY: Final = say("Your change makes a pad of your own; the ready one stays as it is.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where the pad maker was opened: the address to go back to, and what is done with the id of the pad kept."""

    back: str
    kept: Callable[[Ui, str], Awaitable[None]]


async def _nothing_more(_ui: Ui, _pad: str) -> None:
    return


async def _chosen(ui: Ui, pad: str) -> None:
    """Choose a pad on New table, where what was typed stays."""
    await choose_game(ui, f"{PAD_PREFIX}{pad}")


FROM_NEW_TABLE: Final = Origin(back="/new", kept=_chosen)
FROM_SETTINGS: Final = Origin(back=f"/settings/{GAME}", kept=_nothing_more)


@component
def PadForNewTable() -> ft.Control:
    """Show the pad maker on the way from New table."""
    shown: ft.Control = PadMaker(ft.use_route_params().get("pad", ""), FROM_NEW_TABLE)
    return shown


@component
def PadOfMine() -> ft.Control:
    """Show the pad maker on the way from the pads that are here."""
    shown: ft.Control = PadMaker(ft.use_route_params().get("pad", ""), FROM_SETTINGS)
    return shown


@component
def PadMaker(pad: str, origin: Origin) -> ft.Control:
    """Make a pad, or change the one with an id."""
    ui, page = use_ui(), ft.context.page
    left = use_ref(lambda: was_left(page, page.route)).current
    draft = ft.use_memo(lambda: _left_draft(ui, pad, proposed_title(page.route)), [pad])
    bar = topbar(CHANGED if pad else NEW, back=origin.back)
    if isinstance(draft, Message):
        return screen(bar, [text(draft)])
    asking = left and draft.stored != draft.fresh
    return keyed(pad, LeftDraftForm, bar, draft, PadForm, pad, origin, ask=asking)


def _left_draft(ui: Ui, pad: str, title: str) -> LeftDraft[PadDraft] | Message:
    """Return the draft of a pad, and a fresh one, of this title where the pad is new; the sentence where it is gone."""
    begun = pad_here(ui.tables.copies[GAME], pad)
    if pad and begun is None:
        return GONE
    fresh = with_blank_last(PadDraft(title=title) if begun is None else draft_of(begun))
    stored = with_blank_last(typed_before(ui, _kept_as(pad), fresh))
    titles = ", ".join(category.title.strip() for category in stored.categories if not is_blank(category))
    words = ": ".join(part for part in (stored.title.strip(), titles) if part)
    return LeftDraft(stored=stored, fresh=fresh, words=words, keep=partial(keep_typed, ui, _kept_as(pad)))


def _about(copies: MyCopy, pad: str) -> Message:
    return MAKES_A_COPY if is_of_shelf(copies, pad) else KEEPS


def _kept_as(pad: str) -> str:
    return f"pad {pad}" if pad else "pad"


@component
def PadForm(stored: PadDraft, pad: str, origin: Origin) -> ft.Control:
    """Show the draft of a pad; every change is kept, until the pad is."""
    ui = use_ui()
    page = ft.context.page
    draft, latest, change_to = use_draft(stored, partial(keep_typed, ui, _kept_as(pad)))
    tried, set_tried = use_value(initial=False)
    scrolled = use_ref(ft.Ref[ft.Column]).current
    copies = ui.tables.copies[GAME]
    checked_draft = checked(draft)

    def change(step: Callable[[PadDraft], PadDraft]) -> Awaitable[None]:
        return change_to(lambda old: with_blank_last(step(old)))

    def only_totals(draft: PadDraft) -> bool:
        return not pad and bool(draft.title.strip()) and not is_begun(draft)

    def whole(draft: PadDraft) -> PadDraft:
        return replace(draft, categories=points_only().categories) if only_totals(draft) else draft

    async def keep() -> None:
        set_tried(lambda _: True)
        made = checked(whole(latest())).pad
        if made is None:
            return
        back = await _kept(ui, pad, made, origin)
        page.navigate(origin.back)
        if back is not None:
            show_snackbar(tr("{title}: saved", title=made.title), undo=back)

    async def remove() -> None:
        removed = copies.part(PADS_PART)[pad]
        await copies.drop(PADS_PART, pad)

        async def back() -> None:
            await copies.keep(PADS_PART, pad, removed)
            page.navigate(address)

        address = page.route
        page.navigate(origin.back)
        show_snackbar(tr("Removed from your copy."), undo=back)

    body = [
        *([caption(_about(copies, pad))] if pad else []),
        _title_field(ui, checked_draft, draft, change, tried=tried),
        *use_categories(draft, latest, checked_draft, change, scrolled, tried=tried and not only_totals(draft)),
        *([] if pad else [keyed("starts", Starts, draft, pads(copies), change)]),
        *_winner(draft, change),
        *tie_breaks(draft, change),
        keyed("more", MoreFields, checked_draft, draft, change, tried=tried),
        *_start_over(pad, draft, copies, change),
        *([plain_button(tr("Remove"), remove, icon=ft.Icons.DELETE_OUTLINE)] if pad in pads(copies) else []),
    ]
    wrong = [notice(LOOK_ABOVE, wrong=True)] if tried and checked_draft.pad is None else []
    kept = tr("Only the totals") if only_totals(draft) else tr("Save")
    foot = AtThumb(lambda: [*wrong, button(kept, keep, icon=ft.Icons.CHECK)])
    return screen(topbar(CHANGED if pad else NEW, back=origin.back), [*body, foot], ref=scrolled)


async def _kept(ui: Ui, pad: str, made: Pad, origin: Origin) -> Callable[[], Awaitable[None]] | None:
    """Keep a pad and forget its draft; return what brings the pad back that was changed, `None` for a new one."""
    copies, number = ui.tables.copies[GAME], pad or uuid4().hex
    before = copies.part(PADS_PART).get(pad)

    async def back() -> None:
        await copies.keep(PADS_PART, number, before)

    in_all_languages = None if before is None else PADS.read(pad, before)
    made = made if in_all_languages is None else with_titles_of(in_all_languages.value, made)
    await copies.keep(PADS_PART, number, plain(made))
    await keep_typed(ui, _kept_as(pad), None)
    await origin.kept(ui, number)
    return None if before is None else back


@component
def Starts(draft: PadDraft, kept: Mapping[str, Pad], change: Change) -> ft.Control:
    """Show what a pad can begin from as long as no category was typed; where it had a title, once it is asked for."""
    asked, ask = use_value(initial=not draft.title)
    if not asked:
        show = plain_button(START_FROM, lambda: ask(lambda _: True), icon=ft.Icons.ADD)
        return ft.Row([show], visible=not is_begun(draft))
    begun = [(PointsKit.name, points_only()), (RoundsKit.name, rounds_only()), *starts().items()]
    begun += [(as_typed(pad.title), draft_of(pad)) for pad in kept.values()]

    def begin(start: PadDraft) -> Awaitable[None]:
        return change(lambda old: begun_from(old, start))

    chips = wrapped(chip(words, partial(begin, start)) for words, start in begun)
    return column([text(START_FROM), chips], visible=not is_begun(draft))


def _title_field(ui: Ui, checked_draft: CheckedDraft, draft: PadDraft, change: Change, *, tried: bool) -> ft.Control:
    def type_in(typed: str) -> Awaitable[None]:
        return change(lambda old: replace(old, title=typed))

    wrong = checked_draft.at("title", tried=tried)
    return field(ui, tr("Title of the game"), draft.title, type_in, wrong=wrong, autofocus=not draft.title)


def use_categories(
    draft: PadDraft,
    latest: Callable[[], PadDraft],
    checked_draft: CheckedDraft,
    change: Change,
    scrolled: ft.Ref[ft.Column],
    *,
    tried: bool,
) -> list[ft.Control]:
    """Return the categories below each other, an empty one at the end."""
    to, focus = use_value((0, 0))

    def go_on(number: int) -> None:
        """Go on to the next category: the client would go to the next field that it knows by then."""
        numbers = [category.number for category in latest().categories]
        following = next(iter(numbers[numbers.index(number) + 1 :]), 0)
        focus(lambda old: (following, old[1] + 1))

    async def remove(number: int) -> None:
        before = latest()
        at = next(at for at, category in enumerate(before.categories) if category.number == number)

        async def back() -> None:
            await change(lambda old: with_category_back(old, before, number))

        await change(lambda old: without_category(old, number))
        show_snackbar(tr("{spoken} was removed.", spoken=called(before.categories[at], at)), undo=back)

    actions = CategoryActions(go_on=go_on, remove=remove, scroll_to=partial(scroll_to_spot, scrolled))
    cards = [
        keyed(
            str(category.number),
            CategoryCard,
            draft,
            at,
            checked_draft,
            change,
            actions,
            tried=tried,
            focus=to[1] if category.number == to[0] else 0,
        )
        for at, category in enumerate(draft.categories)
    ]
    wrong = checked_draft.at("categories", tried=tried)
    problem = [] if wrong is None else [notice(sentence(wrong), wrong=True)]
    return [heading(tr("Categories")), growing_list(column(cards)), *problem]


def _winner(draft: PadDraft, change: Change) -> list[ft.Control]:
    def choose(winner: Winner) -> Awaitable[None]:
        return change(lambda old: replace(old, winner=winner))

    chips = wrapped(
        chip(words, partial(choose, winner), selected=winner is draft.winner) for winner, words in WINNERS.items()
    )
    return [column([heading(tr("Who wins")), chips], spacing=3 * SPACE)]


@component
def MoreFields(checked_draft: CheckedDraft, draft: PadDraft, change: Change, *, tried: bool) -> ft.Control:
    """Show the fields that most pads do without, once they are asked for or hold something."""
    ui = use_ui()
    asked, ask = use_value(initial=False)
    if not asked and not any((draft.ends_at, draft.fewest, draft.most, draft.bgg)):
        return wrapped([plain_button(tr("Optional"), lambda: ask(lambda _: True), icon=ft.Icons.ADD)])

    def type_in(name: str, typed: str) -> Awaitable[None]:
        return change(lambda old: with_field(old, name, typed))

    labels = {
        "ends_at": tr("Points that end the game"),
        "fewest": tr("Fewest players"),
        "most": tr("Most players"),
        "bgg": tr("BoardGameGeek number"),
    }
    fields = [
        field(
            ui,
            label,
            getattr(draft, name),
            partial(type_in, name),
            wrong=checked_draft.at(name, tried=tried),
            keyboard_type=ft.KeyboardType.NUMBER,
        )
        for name, label in labels.items()
    ]
    return column([heading(tr("Optional")), *fields], spacing=3 * SPACE)


def _start_over(pad: str, draft: PadDraft, copies: MyCopy, change: Change) -> list[ft.Control]:
    """Return the button that puts aside what was typed, where anything was."""
    before = pad_here(copies, pad)
    begun = PadDraft() if before is None else with_blank_last(draft_of(before))
    if draft == begun:
        return []

    async def start_over() -> None:
        async def back() -> None:
            await change(lambda _: draft)

        await change(lambda _: begun)
        show_snackbar(PUT_ASIDE, undo=back)

    return [plain_button(tr("Start over"), start_over, icon=ft.Icons.RESTART_ALT)]
