"""The editing of a play: place and note, day and duration, and the totals where it has no sheet."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

import flet as ft

from companion.formatting.text import sentence
from companion.services.corrections import correct, corrected_play, draft_of, draft_problems, ended_together, summary
from companion.services.history import load_for_correction
from companion.system import now
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    loading_text,
    notice,
    plain_button,
    seat_mark,
    text,
)
from companion.ui.components.dialogs import CANCEL
from companion.ui.components.drafts import LeftDraft, LeftDraftForm, keep_typed, typed_before, use_draft, was_left
from companion.ui.components.fields import LOOK_ABOVE, chip, field, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, screen, topbar
from companion.ui.components.plays import seats_of
from companion.ui.core.context import use_loaded, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_ref, use_value
from companion.ui.core.theme import SPACE, Style
from scoring.messages import Message, say, tr, tr_in
from scoring.sheet import OUTCOMES, Outcome

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from companion.services.corrections import CorrectionDraft
    from storage.repositories.people import KnownPlace
    from storage.repositories.play_content import StoredPlay

    Change = Callable[[Callable[[CorrectionDraft], CorrectionDraft]], Awaitable[None]]

T = TypeVar("T")


@component
def CorrectPlay() -> ft.Control:
    """Correct the play that the address names."""
    ui, page = use_ui(), ft.context.page
    play_id = ft.use_route_params()["play"]
    left = use_ref(lambda: was_left(page, page.route)).current
    loaded, _ = use_loaded(lambda: ui.tables.worker.run(load_for_correction, play_id), [play_id])
    if loaded is None or isinstance(loaded, Message):
        bar = topbar(tr("Edit"), back=f"/play/{play_id}")
        return screen(bar, [text(loaded) if loaded else loading_text()])
    play, places = loaded
    start, what = draft_of(play), f"correction {play.revision + 1} of {play.id}"
    stored, keep = typed_before(ui, what, start), partial(keep_typed, ui, what, start=start)
    draft = LeftDraft(stored=stored, fresh=start, words=str(summary(start, stored)), keep=keep)
    bar = topbar(tr("Edit"), back=f"/play/{play_id}")
    shown: ft.Control = LeftDraftForm(bar, draft, CorrectionForm, keep, play, places, ask=left and stored != start)
    return shown


@component
def CorrectionForm(
    stored: CorrectionDraft,
    keep_draft: Callable[[CorrectionDraft], Awaitable[None]],
    play: StoredPlay,
    places: tuple[KnownPlace, ...],
) -> ft.Control:
    """Take a correction; it is saved as a whole, or not at all."""
    ui = use_ui()
    page = ft.context.page
    draft, _, change = use_draft(stored, keep_draft)
    tried, set_tried = use_value(initial=False)
    problems = draft_problems(play, draft, now()) if tried else {}

    async def leave() -> None:
        await keep_draft(draft_of(play))
        page.navigate(f"/play/{play.id}")

    async def keep() -> None:
        set_tried(lambda _: True)
        if draft_problems(play, draft, now()):
            return
        correction = corrected_play(play, draft, now())
        if correction is not None:
            await ui.tables.worker.run(correct, play, *correction)
            show_snackbar(sentence(correction[1]))
        await leave()

    def ways() -> list[ft.Control]:
        wrong = [notice(LOOK_ABOVE, wrong=True)] if problems else []
        return [*wrong, plain_button(CANCEL, leave), button(tr("Save"), keep, icon=ft.Icons.CHECK)]

    body = [
        card(_where(draft, places, change, problems)),
        card(_when(draft, change, problems)),
        *([card(_figures(play, draft, change, problems))] if draft.totals else []),
        AtThumb(ways),
    ]
    return screen(topbar(tr("Edit"), back=f"/play/{play.id}"), body)


def _put_typed(change: Change, name: str) -> Callable[[str], Awaitable[None]]:
    """Return a handler of typing that sets a field of the draft."""
    return lambda typed: change(lambda old: replace(old, **{name: cast("Any", typed)}))


def _where(
    draft: CorrectionDraft, places: tuple[KnownPlace, ...], change: Change, problems: Mapping[str, object]
) -> list[ft.Control]:
    ui = use_ui()

    def at(name: str) -> Callable[[], Awaitable[None]]:
        return lambda: change(lambda old: replace(old, place=name))

    proposed = [
        chip(known_place.name, at(known_place.name), selected=known_place.name == draft.place) for known_place in places
    ]
    note = field(
        ui,
        tr("Note"),
        draft.note,
        _put_typed(change, "note"),
        wrong=problems.get("note"),
        multiline=True,
        min_lines=2,
        max_lines=8,
    )
    place = field(ui, tr_in("location", "Place"), draft.place, _put_typed(change, "place"), wrong=problems.get("place"))
    parts = [place, *([wrapped(proposed)] if proposed else []), note]
    return [heading(tr("Place and note")), _below_each_other(parts)]


def _below_each_other(fields: Sequence[ft.Control]) -> ft.Control:
    """Return fields with room for the labels on their frames."""
    return ft.Container(column(fields, spacing=4 * SPACE), padding=ft.Padding.only(top=SPACE))


def _when(draft: CorrectionDraft, change: Change, problems: Mapping[str, object]) -> list[ft.Control]:
    ui = use_ui()
    day = field(ui, tr("Day"), draft.day, _put_typed(change, "day"), wrong=problems.get("day"))
    end = field(ui, tr("End time"), draft.time, _put_typed(change, "time"), wrong=problems.get("time"))
    minutes = field(
        ui,
        tr("Duration in minutes"),
        draft.minutes,
        _put_typed(change, "minutes"),
        wrong=problems.get("minutes"),
        helper=caption(tr("Empty if not known")),
    )
    return [heading(tr("Time")), _below_each_other([day, end, minutes])]


def _figures(
    play: StoredPlay, draft: CorrectionDraft, change: Change, problems: Mapping[str, object]
) -> list[ft.Control]:
    """Return the totals and places of a result without a sheet, one player after the other."""
    parts: list[ft.Control] = [heading(tr("Totals and places"))]
    if ended_together(play):
        parts.append(_outcome_choice(draft, change))
    parts += [_player(play, draft, seat, change, problems.get(f"total {seat}")) for seat in range(len(play.players))]
    if "places" in problems:
        parts.append(notice(problems["places"], wrong=True))
    return parts


def _outcome_choice(draft: CorrectionDraft, change: Change) -> ft.Control:
    """Return the choice whether all have won, or lost."""

    def all_at(place: int) -> Callable[[], Awaitable[None]]:
        return lambda: change(lambda old: replace(old, places=(place,) * len(old.places)))

    ways = ((OUTCOMES[Outcome.WON], 1), (OUTCOMES[Outcome.LOST], 2))
    return wrapped(chip(words, all_at(place), selected={*draft.places} == {place}) for words, place in ways)


def _player(play: StoredPlay, draft: CorrectionDraft, seat: int, change: Change, problem: object) -> ft.Control:
    ui = use_ui()
    name = play.players[seat].name

    def total(typed: str) -> Awaitable[None]:
        return change(lambda old: replace(old, totals=_replaced_at(old.totals, seat, typed)))

    def at(place: int) -> Callable[[], Awaitable[None]]:
        return lambda: change(lambda old: replace(old, places=_replaced_at(old.places, seat, place)))

    last = max(len(play.players), *draft.places)
    places = [
        chip(
            f"{place}.",
            at(place),
            selected=draft.places[seat] == place,
            label=tr("{name}, place {place}", name=name, place=place),
        )
        for place in range(1, last + 1)
    ]
    of_player = tr("{what}: {value}", what=say("Total"), value=name)
    head = ft.Row([seat_mark(seats_of(play)[seat]), text(name, Style.STRONG, expand=True)], spacing=2 * SPACE)
    entry = field(ui, of_player, draft.totals[seat], total, wrong=problem)
    return ft.Container(column([head, entry, wrapped(places)], 3 * SPACE), padding=ft.Padding.only(top=2 * SPACE))


def _replaced_at(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    """Return values with another one at an index."""
    return (*values[:number], value, *values[number + 1 :])
