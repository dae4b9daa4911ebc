"""What came in as a code, as it is shown before it is kept: a result, a running table, a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.days import at_length
from companion.exchange import undid
from companion.guards import component, tell
from companion.hooks import use_made
from companion.offers import CopyOffer, ResultOffer, give_back, keep_copy, keep_result
from companion.parts.basics import button, card, heading, notice, plain_button, quiet, seat_mark, text
from companion.parts.fields import tick, wrapped
from companion.parts.headed import headed
from companion.parts.outcome import outcome
from companion.prints import PARTS
from companion.theme import SPACE, WIDEST, Style
from companion.travels import NAMED
from companion.ui import use_ui
from companion.words import sentence
from scoring.messages import counted, say
from storage.exchange import importing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from companion.offers import CopyEntry, Offer, TableOffer
    from companion.theme import Palette
    from companion.ui import Look

    Leave = Callable[[], bool]

HERE_ALREADY: Final = "This result is here already; nothing needs to be kept."
IN_THE_BIN: Final = "This result is here already, among the deleted plays. Bring it back from there."
UNDATED: Final = "No day came with it: it counts as played now."
AS_FIGURES: Final = "It comes as figures: names, points and places, without what lay on the table."
IN_PLAY: Final = "Just this table is in play here already."
AGAINST: Final = "The rules have something against it, as at any table that is still being entered:"
ALL_KNOWN: Final = "All of it is known here already; nothing needs to be kept."
NOT_TAKEN: Final = "What is not ticked stays as it is here."


@component
def Offered(offer: Offer, leave: Leave) -> ft.Control:
    """Show what came in, with the ways to keep and to leave it; `leave` says whether nothing is left then."""
    if isinstance(offer, ResultOffer):
        return OfferedResult(offer, leave)
    if isinstance(offer, CopyOffer):
        return OfferedCopy(offer, leave)
    return OfferedTable(offer, leave)


def _ways(way: ft.Control, leave: Leave) -> ft.Control:
    return wrapped([way, plain_button("Leave it", leave)])


def _room(look: Look) -> float:
    """Return the width in a card of a screen, in px of a text of usual size."""
    return (min(look.width, WIDEST) - 16 * SPACE) / look.scale


@component
def OfferedResult(offer: ResultOffer, leave: Leave) -> ft.Control:
    """Show a result: who, with how many points, in which place, and when."""
    ui = use_ui()
    page = ft.context.page
    palette = ui.look.palette
    tables = ui.tables

    async def keep() -> None:
        import_id = await keep_result(tables, offer)

        async def undo() -> None:
            undone = await tables.keeper.ask(importing.undo_import, import_id or "")
            page.navigate("/history")
            tell(" ".join(undid(undone)))

        if leave():
            page.navigate(f"/play/{offer.record.id}")
        tell("The result was kept.", undo=undo)

    def show() -> None:
        page.navigate(f"/play/{offer.known.id}" if offer.known else "/history")

    moment = UNDATED if offer.undated else at_length(offer.record.content.finished)
    parts: list[ft.Control] = [heading(f"Result of {offer.result.title}"), quiet(moment, palette)]
    parts.append(outcome(offer.result, palette, _room(ui.look)))
    if offer.known is None:
        parts.append(quiet(AS_FIGURES, palette))
        way = button("Keep the result", keep)
    else:
        parts.append(notice(HERE_ALREADY if offer.known.removed is None else IN_THE_BIN, palette))
        way = button("Show it", show)
    return card([*parts, _ways(way, leave)], palette)


@component
def OfferedTable(offer: TableOffer, leave: Leave) -> ft.Control:
    """Show a running table: the players and their totals as they stand."""
    ui = use_ui()
    page = ft.context.page
    palette = ui.look.palette
    tables = ui.tables

    async def keep() -> None:
        table = await tables.begin(offer.game.key, offer.evening)

        async def undo() -> None:
            await tables.remove(table)
            page.navigate("/")

        if leave():
            page.navigate(f"/table/{table}")
        tell("The table is in play here, too.", undo=undo)

    def show() -> None:
        page.navigate(f"/table/{offer.twin}")

    room = _room(ui.look)
    rows = [
        headed(seat_mark(seat, palette), text(column.player), text(column.total, Style.STRONG, no_wrap=True), room)
        for seat, column in zip(offer.evening.beside.seats, offer.columns, strict=True)
    ]
    parts = [heading(f"Table of {offer.game.title}"), quiet("Running totals", palette), *rows]
    if offer.problems:
        parts += [quiet(AGAINST, palette), *_listed((str(problem.message) for problem in offer.problems), palette)]
    way = button("Keep the table", keep)
    if offer.twin is not None:
        parts.append(notice(IN_PLAY, palette))
        way = button("Go to it", show)
    return card([*parts, _ways(way, leave)], palette)


@component
def OfferedCopy(offer: CopyOffer, leave: Leave) -> ft.Control:
    """Show a copy: what is new, and what differs from what is known here, each with both values and a tick."""
    ui = use_ui()
    page = ft.context.page
    palette = ui.look.palette
    tables = ui.tables
    taken, take = use_made(_none_yet)

    def turning(entry: CopyEntry) -> Callable[[], None]:
        return lambda: take(lambda old: old ^ {(entry.part, entry.key)})

    async def keep() -> None:
        chosen = (*offer.new, *(entry for entry in offer.other if (entry.part, entry.key) in taken))
        kept = await keep_copy(tables, offer, chosen)

        async def undo() -> None:
            await give_back(tables, offer.game.key, kept)
            page.navigate("/settings")
            tell("Your copy is as it was before.")

        if leave():
            page.navigate(f"/settings/{offer.game.key}")
        tell(f"{counted(kept.number, 'value', 'values')} taken into your copy.", undo=undo)

    parts: list[ft.Control] = [heading(f"Copy of {offer.game.title}")]
    for name, part in PARTS[offer.game.key].items():
        new = [entry for entry in offer.new if entry.part == name]
        other = [entry for entry in offer.other if entry.part == name]
        if new or other:
            parts.append(heading(part.title, 3))
            parts += [text(sentence(say("New: {words}", words=str(entry.print)))) for entry in new]
            parts += [
                tick(_instead(entry), turning(entry), ui.look, ticked=(name, entry.key) in taken) for entry in other
            ]
    parts += [quiet(words, palette) for words in _counts(offer)]
    ways = [plain_button("Leave it", leave)]
    if offer.new or taken:
        ways.insert(0, button("Keep it in my copy", keep))
    return card([*parts, wrapped(ways)], palette)


def _none_yet() -> frozenset[tuple[str, str]]:
    return frozenset()


def _instead(entry: CopyEntry) -> str:
    return str(say("Take “{theirs}”; here it is “{mine}”", theirs=str(entry.print), mine=str(entry.here)))


def _counts(offer: CopyOffer) -> Iterable[str]:
    """Return what else is to be said of a copy that came in."""
    if not offer.new and not offer.other:
        yield ALL_KNOWN
    elif offer.same:
        yield f"{counted(offer.same, 'entry is', 'entries are')} known here just so."
    if offer.other:
        yield NOT_TAKEN
    if offer.unread:
        yield f"{counted(offer.unread, 'entry is', 'entries are')} not known to this version, and left out."


def _listed(sentences: Iterable[str], palette: Palette) -> list[ft.Control]:
    told = [sentence(words) for words in sentences]
    more = [f"and {len(told) - NAMED} more"] if told[NAMED:] else []
    return [quiet(words, palette) for words in (*told[:NAMED], *more)]
