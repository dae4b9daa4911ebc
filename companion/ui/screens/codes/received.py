"""What came in as a code, shown before it is kept: a result, a running table or a copy."""

from __future__ import annotations

from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games import KITS
from companion.services.code_import import CopyOffer, ResultOffer, keep_copy, keep_result, offer_of, undo_copy
from companion.services.import_export import undo_summary
from companion.services.results import full_end, headline
from companion.services.share_codes.incoming import MAX_NAMED_PROBLEMS
from companion.services.table_import import Relation, TableOffer, keep_table, take_over
from companion.ui.components.controls import (
    button,
    caption,
    card,
    group,
    heading,
    notice,
    outlined,
    plain_button,
    seat_mark,
    text,
)
from companion.ui.components.dialogs import CANCEL, say_changed
from companion.ui.components.fields import tick, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import NOT_IN_PLAY, leading_trailing_row, screen_room
from companion.ui.components.outcome import outcome
from companion.ui.components.plays import DELETED
from companion.ui.core.context import use_loaded, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors import EDITORS
from scoring.messages import Message, counted, say, tr
from storage.exchange import past_imports
from storage.repositories.values import StaleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.services.code_import import ReceivedValue
    from companion.tables.registry import Tables
    from storage.codes.contents import OpenTable, OwnCopy, PlayResult

    Leave = Callable[[], bool]
    Choose = Callable[..., ft.Control]

ALL_KNOWN: Final = say("All of it is already here.")
UNDATED: Final = say("It came without a date, so it counts as played now.")
AS_FIGURES: Final = say("It has only names, points and places, not what lay on the table.")
WENT_ON: Final = say("The game went on elsewhere; nothing was entered here since.")
EARLIER: Final = say("The table here is further on than this one.")
BOTH_CHANGED: Final = say(
    "Both tables have changed since. Replacing the one here loses what was entered here since; you can undo that."
)
ALIKE: Final = say("A table with these players is in play here. Replace it if it is the same one; otherwise add this.")
FINISHED: Final = say("This table is already finished here.")
REPLACE: Final = say("Replace the table here")


class Way(Enum):
    """What can be done with a table that came in."""

    ADD = auto()
    SECOND = auto()
    REPLACE = auto()
    SHOW = auto()


WAYS: Final = {
    Relation.NEW: (Way.ADD,),
    Relation.SAME: (Way.SHOW,),
    Relation.WENT_ON: (Way.REPLACE,),
    Relation.EARLIER: (Way.SHOW, Way.SECOND),
    Relation.BOTH_CHANGED: (Way.REPLACE, Way.SECOND),
    Relation.ALIKE: (Way.SECOND, Way.REPLACE),
    Relation.FINISHED: (Way.SHOW, Way.SECOND),
}
"""What can be done with a table, the likeliest first, by what it is to one here."""

ABOUT_RELATION: Final = {
    Relation.SAME: ALL_KNOWN,
    Relation.WENT_ON: WENT_ON,
    Relation.EARLIER: EARLIER,
    Relation.BOTH_CHANGED: BOTH_CHANGED,
    Relation.ALIKE: ALIKE,
    Relation.FINISHED: FINISHED,
}
DOUBTS: Final = say("Something does not fit the rules yet; that happens while a table is still being entered.")


@component
def ReceivedItem(contents: PlayResult | OpenTable | OwnCopy, arrived: tuple[bytes, ...], leave: Leave) -> ft.Control:
    """Show what came in, to keep or to leave; `leave` returns whether nothing is left.

    It is compared with what is here again when something else has `arrived`, or was kept or left.
    """
    ui = use_ui()
    offer, compare_again = use_loaded(lambda: offer_of(ui.tables, contents), [arrived, ui.turn])
    if offer is None:
        return wrapped([plain_button(CANCEL, leave)])
    choose = partial(_ways, leave, alone=len(arrived) == 1)
    if isinstance(offer, ResultOffer):
        return ReceivedResult(offer, leave, choose)
    if isinstance(offer, CopyOffer):
        return ReceivedCopy(offer, leave, choose)
    return ReceivedTable(offer, leave, choose, compare_again)


def _ways(leave: Leave, of: object, *ways: tuple[str, Callable[[], object]], alone: bool) -> ft.Control:
    """Return what can be done with a thing that came in, the likeliest first: at the thumb where it came alone."""
    cancel = partial(plain_button, CANCEL, leave)
    if not alone or not ways:
        return wrapped([*(outlined(*way, of=of) for way in ways), cancel()])
    first, *others = ways
    return AtThumb(lambda: [cancel(), *(outlined(*way, of=of) for way in others), button(*first, of=of)])


@component
def ReceivedResult(offer: ResultOffer, leave: Leave, choose: Choose) -> ft.Control:
    """Show a result: who played, their points and places, and when."""
    ui = use_ui()
    page = ft.context.page
    tables = ui.tables

    async def keep() -> None:
        import_id = await keep_result(tables, offer)

        async def undo() -> None:
            undone = await tables.worker.run(past_imports.undo_import, import_id or "")
            page.navigate("/history")
            show_snackbar(" ".join(str(line) for line in undo_summary(undone)))

        if leave():
            page.navigate(f"/play/{offer.play.id}")
        show_snackbar(tr("{what} added.", what=title), undo=undo)

    def show() -> None:
        page.navigate(f"/play/{offer.play_here.id}" if offer.play_here else "/history")

    day = UNDATED if offer.undated else full_end(offer.play)
    title = say("Result of {game}", game=offer.result.title)
    parts: list[ft.Control] = [heading(title), caption(day)]
    parts.append(group(outcome(offer.result, screen_room(ui.viewport) - 8 * SPACE), headline(offer.result)))
    if offer.play_here is None:
        parts += [caption(AS_FIGURES)] if offer.play.document is None else []
        ways = choose(title, (tr("Add"), keep))
    else:
        parts.append(notice(ALL_KNOWN if offer.play_here.removed is None else DELETED))
        ways = choose("", (tr("Show the play"), show))
    return card([*parts, ways])


@component
def ReceivedTable(offer: TableOffer, leave: Leave, choose: Choose, compare_again: Callable[[], None]) -> ft.Control:
    """Show a running table: its players and their running totals, and what it would change at the one here."""
    ui = use_ui()
    page = ft.context.page
    tables = ui.tables

    async def keep() -> None:
        table = await keep_table(tables, offer)

        async def undo() -> None:
            await tables.remove(table)
            page.navigate("/")

        if leave():
            page.navigate(f"/table/{table}")
        show_snackbar(tr("{what} added.", what=title), undo=undo)

    title = say("Table of {game}", game=offer.game.name)

    def show() -> None:
        page.navigate(f"/play/{offer.play}" if offer.play else f"/table/{offer.id_here}")

    room = (screen_room(ui.viewport) - 8 * SPACE) / ui.viewport.scale  # in a card, in px of unscaled text
    parts: list[ft.Control] = [heading(title), *_players_and_totals(offer, room)]
    if offer.problems:
        parts += [caption(DOUBTS), *_listed(str(problem.message) for problem in offer.problems)]
    ways: dict[Way, tuple[str, Callable[[], object]]] = {
        Way.ADD: (tr("Add"), keep),
        Way.SECOND: (tr("Add as a second table"), keep),
        Way.REPLACE: (tr("Replace the table here"), partial(_replace, tables, offer, leave, compare_again)),
        Way.SHOW: (tr("Show the play") if offer.play else tr("Go to the table"), show),
    }
    parts += [notice(words, wrong=offer.relation is Relation.BOTH_CHANGED) for words in _about(offer)]
    return card([*parts, choose(title, *(ways[way] for way in WAYS[offer.relation] if _is_open(offer, way)))])


async def _replace(tables: Tables, offer: TableOffer, leave: Leave, compare_again: Callable[[], None]) -> None:
    """Make the table here what came in, unless it has changed since the two were compared."""
    page = ft.context.page
    live = await tables.open(offer.id_here or "")
    if live is None:
        show_snackbar(NOT_IN_PLAY)
        return
    try:
        made = await live.change(REPLACE, lambda state: take_over(state, offer))
    except StaleError as error:
        compare_again()
        show_snackbar(sentence(error.message))
        return
    if leave():
        page.navigate(f"/table/{live.id}")
    say_changed(live, made, f"{REPLACE}.")


def _is_open(offer: TableOffer, way: Way) -> bool:
    """Return whether a way leads somewhere: a finished table may have a play that was deleted since."""
    return way is not Way.SHOW or offer.relation is not Relation.FINISHED or offer.play is not None


def _about(offer: TableOffer) -> list[Message]:
    words = ABOUT_RELATION.get(offer.relation)
    return [] if words is None else [words]


def _players_and_totals(offer: TableOffer, room: float) -> list[ft.Control]:
    """Return the players with their totals; if a table here would change, both totals and what changes."""
    if not offer.changes:
        figures = [str(KITS[offer.game.key].open_points(offer.state, column)) for column in offer.columns]
    else:
        figures = [
            str(change.after) if change.before == change.after else f"{change.before} → {change.after}"
            for change in offer.changes
        ]
    rows: list[ft.Control] = [caption(tr("Running totals"))]
    for at, (seat, column) in enumerate(zip(offer.state.extras.seats, offer.columns, strict=True)):
        total = text(figures[at], Style.STRONG, no_wrap=True)
        rows.append(leading_trailing_row([seat_mark(seat)], text(column.player), total, room))
        if offer.changes and offer.changes[at].lines:
            rows.append(caption("; ".join(str(line) for line in offer.changes[at].lines)))
    if offer.also is not None:
        rows.append(caption(sentence(offer.also)))
    return rows


@component
def ReceivedCopy(offer: CopyOffer, leave: Leave, choose: Choose) -> ft.Control:
    """Show a copy: its new values, and those that differ from the ones here, both with a tick."""
    ui = use_ui()
    page = ft.context.page
    tables = ui.tables
    nothing: frozenset[tuple[str, str]] = frozenset()
    taken, take = use_value(nothing)

    def toggle(entry: ReceivedValue) -> None:
        take(lambda old: old ^ {(entry.part, entry.key)})

    async def keep() -> None:
        chosen = (*offer.new, *(entry for entry in offer.other if (entry.part, entry.key) in taken))
        addition = await keep_copy(tables, offer, chosen)

        async def undo() -> None:
            await undo_copy(tables, offer.game.key, addition)
            page.navigate("/settings")

        if leave():
            page.navigate(f"/settings/{offer.game.key}")
        values = counted(addition.number, "{number} value of your copies", "{number} values of your copies")
        show_snackbar(tr("{what} added.", what=values), undo=undo)

    own_title = EDITORS[offer.game.key].copy_title
    title = own_title or say("My copy of {game}", game=offer.game.name)
    parts: list[ft.Control] = [heading(title)]
    for name, part in KITS[offer.game.key].copy_parts.items():
        new = [entry for entry in offer.new if entry.part == name]
        differing = [entry for entry in offer.other if entry.part == name]
        if new or differing:
            parts += [] if own_title else [heading(part.title, 3)]
            parts += [text(sentence(entry.printed)) for entry in new]
            parts += [
                tick(
                    tr("“{theirs}” instead of “{mine}”", theirs=entry.printed, mine=entry.printed_here),
                    partial(toggle, entry),
                    ui.viewport,
                    ticked=(name, entry.key) in taken,
                )
                for entry in differing
            ]
    parts += [caption(words) for words in _counts(offer)]
    return card([*parts, choose(title, *([(tr("Add"), keep)] if offer.new or taken else []))])


def _counts(offer: CopyOffer) -> Iterable[Message]:
    """Return notes on a copy: whether all is known here, and what is unknown."""
    if not offer.new and not offer.other:
        yield ALL_KNOWN
    if offer.unread:
        yield counted(
            offer.unread,
            "{number} entry is unknown to this version and left out.",
            "{number} entries are unknown to this version and left out.",
        )


def _listed(sentences: Iterable[str]) -> list[ft.Control]:
    texts = [sentence(words) for words in sentences]
    more = [tr("and {number} more", number=len(texts) - MAX_NAMED_PROBLEMS)] if texts[MAX_NAMED_PROBLEMS:] else []
    return [caption(words) for words in (*texts[:MAX_NAMED_PROBLEMS], *more)]
