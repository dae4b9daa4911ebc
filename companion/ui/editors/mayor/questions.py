"""What the players are asked: the next Event, whether a piece moves on, last tiles; and the end as it comes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import copy_values
from companion.games.mayor.actions import with_event
from companion.games.mayor.wording import end_text, event_text, piece_of
from companion.tables.state import transition
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import chip, field, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.stepper import Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import Setter, keyed, use_changed, use_value, value_now
from companion.ui.core.theme import RADIUS, SPACE, Style
from companion.ui.editors.mayor.pads import StreetChips, gold_counter, piece_mark
from scoring.mayor.state import DEARER_RANGE, MAX_EVENT_WORDS, Event, Kind, MovedPiece, Street, Table, Variant
from scoring.mayor.turns import end_all_last_placements, is_over, move_on, on_the_same_number, open_questions, stay
from scoring.messages import Message, on_one_line, say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.games.mayor.actions import MayorTable
    from companion.tables.live_table import LiveTable


EVENT_DUE: Final = say(
    "The Rainbow was used: look at the top three Events, and choose one. If the Festival is there, you must take it."
)


@component
def EventCard(live: LiveTable) -> ft.Control:
    """Show the Event in effect, and let another one take its place."""
    use_revision(live)
    ui = use_ui()
    copies = ui.tables.copies[live.game.key]
    state: MayorTable = live.state
    choosing, set_choosing = use_value(initial=False)
    entering, set_entering = use_value(initial=False)
    if Variant.EVENTS not in state.table.variants:
        return ft.Container()
    due = state.table.event_due

    async def take(event: Event) -> None:
        set_choosing(lambda _: False)
        set_entering(lambda _: False)
        await live.change(_in_effect(event), lambda state: with_event(state, event))
        await copy_values.EVENTS.keep(copies, copy_values.event_key(event), event)

    parts: list[ft.Control] = [heading(tr("Event")), text(sentence(event_text(state.table.event)))]
    if due:
        parts.append(notice(EVENT_DUE))
    if not (due or choosing):
        return card([*parts, wrapped([plain_button(tr("Another Event"), lambda: set_choosing(lambda _: True))])])
    chips = [
        chip(event_text(event.value), partial(take, event.value), selected=event.value == state.table.event)
        for event in copy_values.EVENTS.known(copies)
    ]
    parts.append(wrapped(chips))
    if entering:
        parts.append(EventEntry(f"Event at {live.id}", take))
    else:
        parts.append(plain_button(tr("Add an Event"), lambda: set_entering(lambda _: True), icon=ft.Icons.ADD))
    return card(parts)


def event_line(state: MayorTable) -> list[ft.Control]:
    """Return the Event in effect, at a table that plays with Events."""
    if Variant.EVENTS not in state.table.variants:
        return []
    return [notice(sentence(_in_effect(state.table.event)), live=False)]


def _in_effect(event: Event) -> Message:
    return say("{what}: {value}", what=say("Event"), value=event_text(event))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDraft(Event):
    """An Event as it is typed, also with words that are too long."""

    name: str = ""
    note: str = ""


@component
def EventEntry(what: str, keep: Callable[[Event], Awaitable[None]]) -> ft.Control:
    """Let an Event be entered: the streets that it closes, and the gold that tiles cost more.

    `what` names the draft, which is kept as it is typed.
    """
    event, set_event = use_typed(what, EventDraft())

    def toggle(street: Street) -> None:
        set_event(
            lambda old: replace(old, closed=tuple(closed for closed in Street if closed in {*old.closed} ^ {street}))
        )

    async def cost(kind: Kind, extra: int) -> None:
        set_event(lambda old: replace(old, dearer=_costs({**old.dearer, kind: extra})))

    async def take() -> None:
        await keep(_trimmed(value_now(set_event)))
        set_event(lambda _: EventDraft())

    steppers = [
        keyed(
            f"dearer {kind.value}",
            Stepper,
            gold_counter(tr("{kind} tiles cost more", kind=kind.noun.title), DEARER_RANGE.high),
            event.dearer.get(kind, 0),
            partial(cost, kind),
        )
        for kind in Kind
    ]
    too_long = max(len(event.name), len(event.note)) > MAX_EVENT_WORDS
    done = outlined(tr("Save"), take, disabled=_trimmed(event) == Event() or too_long)
    by_hand = caption(tr("Enter by hand what else it does: prices under “Market”, pieces under “Track”."))
    name = _words_field(tr("Name"), "name", event, set_event)
    note = _words_field(tr("What else it does"), "note", event, set_event)
    streets = StreetChips(event.closed, toggle)
    return column([name, caption(tr("Streets that it closes")), streets, *steppers, note, by_hand, done])


def _costs(dearer: Mapping[Kind, int]) -> dict[Kind, int]:
    return {kind: dearer[kind] for kind in Kind if dearer.get(kind)}


def _trimmed(draft: EventDraft) -> Event:
    """Return the Event with its words as they are stored: one line, without control characters."""
    words = {"name": on_one_line(draft.name), "note": on_one_line(draft.note)}
    return Event(closed=draft.closed, dearer=draft.dearer, **words)


def _words_field(label: str, key: str, event: EventDraft, set_event: Setter[EventDraft]) -> ft.Control:
    """Return the field for the name of an Event, or for what the app does not work out."""
    typed: str = getattr(event, key)

    def type_in(words: str) -> None:
        values: dict[str, Any] = {key: words}
        set_event(lambda old: replace(old, **values))

    long = (
        tr("At most {most} characters fit; this has {number}.", most=MAX_EVENT_WORDS, number=len(typed))
        if len(typed) > MAX_EVENT_WORDS
        else None
    )
    return field(use_ui(), label, typed, type_in, wrong=long)


@component
def GameEnd(live: LiveTable) -> ft.Control:
    """Show the sentence about the end with the way to the tally, nothing before the end comes."""
    use_revision(live)
    words = end_text(live.state.table)
    said = use_changed(None if words is None else str(words))
    if words is None:
        return ft.Container(visible=False)
    page = ft.context.page
    if not is_over(live.state.table):
        return notice(words, live=said)

    def ways() -> list[ft.Control]:
        end = f"/table/{live.id}/end/0"
        return [button(tr("Final scoring"), lambda: page.navigate(end), icon=ft.Icons.FLAG_OUTLINED)]

    whole = ft.Container(
        column([text(words, Style.STRONG), AtThumb(ways)]),
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        border_radius=2 * SPACE,
        padding=4 * SPACE,
    )
    return ft.Semantics(content=whole, live_region=said, container=True)


def has_open_questions(table: Table) -> bool:
    """Return whether a question is open that may change the score."""
    return bool(open_questions(table)) or (bool(table.still) and not is_over(table))


@component
def LastQuestions(live: LiveTable) -> ft.Control:
    """Ask the questions that are open at the end: pieces on a taken number, and last tiles."""
    use_revision(live)
    state: MayorTable = live.state
    parts: list[ft.Control] = [TakenSpaceQuestion(live)]

    async def nobody() -> None:
        await live.change(NO_MORE_TILES, transition(end_all_last_placements))

    if state.table.still and not is_over(state.table):
        parts += [text(end_text(state.table)), outlined(NO_MORE_TILES, nobody)]
    return column(parts, 3 * SPACE)


NO_MORE_TILES: Final = say("No more last tiles")

RULE: Final = say(
    "Only one piece may stand on a space. A number can be on several streets: those are different spaces."
)


def taken_space_text(state: MayorTable, moved: MovedPiece) -> Message:
    """Return the sentence about a piece that came to a number where others stand."""
    player = state.table.players[moved.seat]
    others = tuple(
        piece_of(beneath.name, beneath.piece) for beneath in on_the_same_number(state.table, moved.seat, moved.piece)
    )
    piece, space = piece_of(player.name, moved.piece), getattr(player, moved.piece.value)
    return say("{piece} came to {space}. Already there: {others}.", piece=piece, space=space, others=others)


@component
def TakenSpaceQuestion(live: LiveTable) -> ft.Control:
    """Ask whether the first piece on a taken number moves on."""
    use_revision(live)
    state: MayorTable = live.state
    moves = open_questions(state.table)
    if not moves:
        return ft.Container()
    moved = moves[0]
    player = state.table.players[moved.seat]
    space = getattr(player, moved.piece.value)
    to = space + (1 if moved.forwards else -1)
    piece = piece_of(player.name, moved.piece)

    async def go_on() -> None:
        await live.change(say("{piece} on {space}", piece=piece, space=to), transition(move_on, moved))

    async def remain() -> None:
        await live.change(say("{piece} on {space}", piece=piece, space=space), transition(stay, moved))

    words = ft.Row(
        [
            piece_mark(state.extras.seats[moved.seat], moved.piece),
            text(sentence(taken_space_text(state, moved)), Style.STRONG, expand=True),
        ],
        spacing=2 * SPACE,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    ways = wrapped(
        [outlined(tr("Same space: on to {space}", space=to), go_on), outlined(tr("Another space: stays"), remain)]
    )
    whole = ft.Container(
        column([words, caption(RULE), ways]),
        bgcolor=ft.Colors.TERTIARY_CONTAINER,
        border_radius=RADIUS,
        padding=3 * SPACE,
    )
    return ft.Semantics(content=whole, live_region=True, container=True)


def taken_space_question(live: LiveTable) -> list[ft.Control]:
    """Return the question about a piece on a taken number; `[]` if there is none."""
    return [TakenSpaceQuestion(live)] if open_questions(live.state.table) else []
