"""Parts of players that came in as codes: what each would change at the table, to add together or one by one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.share_codes.player_parts import (
    add_parts,
    misfit,
    part_changes,
    received_part,
    seat_for,
    tables_for,
    tables_in_play,
)
from companion.services.table_import import begin_with_part, older_parts
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    notice,
    outlined,
    plain_button,
    seat_mark,
    text,
)
from companion.ui.components.dialogs import CANCEL, say_changed
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.core.context import use_loaded, use_rerender, use_subscription, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.codes.received import ALL_KNOWN, DOUBTS
from scoring.messages import Message, counted, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.services.share_codes.player_parts import PartChange, ReceivedPart
    from companion.tables.live_table import LiveTable
    from storage.codes.contents import TablePart

    Leave = Callable[[bytes], bool]

UNSEEN: Final = say("The points shown stay the same; something else changes.")
OLDER: Final = say("It is older than what lies here.")
CONFLICT_HERE: Final = say("It does not fit with what lies on the table.")


@component
def ReceivedParts(arrived: Mapping[bytes, TablePart], leave: Leave) -> ft.Control:
    """Show the parts that came in, table by table; `leave` drops one and returns whether nothing is left."""
    ui = use_ui()
    parts = [received_part(whole, contents) for whole, contents in arrived.items()]
    games = sorted({part.game.key for part in parts})
    lives, load_again = use_loaded(lambda: tables_in_play(ui.tables, games), [tuple(games), ui.turn])
    rerender = use_rerender()
    nothing: dict[bytes, str] = {}
    chosen, choose = use_value(nothing)
    if lives is None:
        return column([])
    in_play = [live for live in lives if not live.ended]
    of_tables: dict[str, list[ReceivedPart]] = {}
    lost: list[ft.Control] = []
    for part in parts:
        fitting = tables_for(part, in_play)
        chosen_table = next((live for live in fitting if live.id == chosen.get(part.payload)), None)
        live = chosen_table or next(iter(fitting), None)
        if live is None:
            lost.append(keyed(part.payload.hex(), PartWithoutTable, part, tuple(in_play), leave))
        else:
            of_tables.setdefault(live.id, []).append(part)

    def move(whole: bytes, table: str) -> None:
        choose(lambda old: {**old, whole: table})

    def sort_again() -> None:
        rerender()
        load_again()

    tables = [
        keyed(live.id, PartsOfTable, live, tuple(of_tables[live.id]), tuple(in_play), Handing(leave, move, sort_again))
        for live in in_play
        if live.id in of_tables
    ]
    return column([*tables, *lost], spacing=4 * SPACE)


@dataclass(frozen=True, slots=True)
class Handing:
    """What can be done with parts: leave one, move one to another table, and sort them by table again."""

    leave: Leave
    move: Callable[[bytes, str], None]
    sort_again: Callable[[], None]


@component
def PartsOfTable(
    live: LiveTable, parts: Sequence[ReceivedPart], lives: Sequence[LiveTable], handing: Handing
) -> ft.Control:
    """Show the parts for one table, and the button that adds all that are without conflict."""
    ui = use_ui()
    nobody: dict[bytes, int] = {}
    seats, put = use_value(nobody)
    rerender = use_rerender()
    shown = (live.revision, live.ended)

    def changed() -> None:
        fits = not live.ended and all(misfit(part, live) is None for part in parts)
        (rerender if fits else handing.sort_again)()

    use_subscription(
        live.observers.subscribe,
        changed,
        [live, tuple(part.payload for part in parts)],
        missed=lambda: (live.revision, live.ended) != shown,
    )
    placed = [(part, seats.get(part.payload, seat_for(part, live))) for part in parts]

    async def load() -> frozenset[bytes]:
        return await ui.tables.worker.run(older_parts, live.id, live.game, placed)

    older, _ = use_loaded(load, [live.id, live.revision, tuple((part.payload, seat) for part, seat in placed)])
    changes = part_changes(live, placed, ui.tables.copies[live.game.key], older or frozenset())
    ready = [change for change in changes if change.is_ready]
    take = partial(_add, live, handing)

    def sit(whole: bytes, seat: int) -> None:
        put(lambda old: {**old, whole: seat})

    body: list[ft.Control] = [heading(tr("Parts for {game}", game=live.game.name)), caption(", ".join(live.names))]
    if ready[1:]:
        every = counted(len(ready), "Add {number} part", "Add {number} parts")
        body.append(AtThumb(lambda: [button(every, partial(take, ready), icon=ft.Icons.DONE_ALL)]))
    for change in changes:
        others = [
            plain_button(
                tr("It belongs to the table of {names}", names=", ".join(elsewhere.names)),
                partial(handing.move, change.part.payload, elsewhere.id),
            )
            for elsewhere in tables_for(change.part, lives)
            if elsewhere.id != live.id
        ]
        ways = (
            [outlined(tr("Add {name}’s part", name=_name(live, change)), partial(take, [change]))]
            if change.can_be_taken
            else []
        )
        leave = plain_button(tr("Remove {name}", name=change.part.name), partial(handing.leave, change.part.payload))
        sit_here = partial(sit, change.part.payload)
        body.append(keyed(change.part.payload.hex(), PartCard, live, change, sit_here, [*ways, *others, leave]))
    return card(body)


async def _add(live: LiveTable, handing: Handing, taken: Sequence[PartChange]) -> None:
    """Add parts as one step of a table, and say so."""
    page = ft.context.page
    names = tuple(_name(live, change) for change in taken)
    label = say("{name}’s part", name=names)
    seated = live.names
    made = await live.change(label, lambda state: add_parts(live.game, state, taken, seated))
    left = [handing.leave(change.part.payload) for change in taken]
    if left[-1]:
        page.navigate(f"/table/{live.id}")
    say_changed(live, made, tr("{what} added.", what=label))


def _name(live: LiveTable, change: PartChange) -> str:
    """Return the name of the player at a table whom a part is for."""
    return change.part.name if change.seat is None else live.names[change.seat]


@component
def PartCard(live: LiveTable, change: PartChange, sit: Callable[[int], None], ways: Sequence[ft.Control]) -> ft.Control:
    """Show what a part would change, what stands against it, and what can be done with it."""
    if change.seat is None:
        chips = [chip(name, partial(sit, at)) for at, name in enumerate(live.names)]
        asked = notice(tr("Nobody here is called {name}. Whose part is it?", name=change.part.name))
        return _framed([text(change.part.name, Style.STRONG), asked, wrapped(chips), wrapped(ways)])
    name_here, there = live.names[change.seat], change.part.name
    before, after = change.totals
    totals = text(str(after) if before == after else f"{before} → {after}", Style.STRONG, no_wrap=True)
    called = text(name_here if name_here == there else f"{name_here} ({there})", Style.STRONG, expand=True)
    who = ft.Row([seat_mark(live.state.extras.seats[change.seat]), called, totals], spacing=2 * SPACE)
    return _framed([who, *_said(change, name_here), wrapped(ways)])


def _said(change: PartChange, name_here: str) -> list[ft.Control]:
    """Return what a part changes, and what stands against it."""
    if change.lacking is not None:
        return [notice(sentence(change.lacking), wrong=True)]
    if not change.is_new:
        return [caption(ALL_KNOWN)]
    said: list[ft.Control] = [notice(OLDER, wrong=True)] if change.is_older else []
    said += [caption(sentence(line)) for line in change.lines] or [caption(UNSEEN)]
    if change.others:
        said.append(caption(tr("For the others: {changes}.", changes=change.others)))
    of_parts = say("It does not fit with the part of {names}.", names=change.against)
    conflict = of_parts if change.against else CONFLICT_HERE
    said += _against(conflict, change.conflicts, wrong=True) + _against(DOUBTS, change.doubts, wrong=False)
    rivals = tr("There is another part for {name}: add one of them.", name=name_here)
    return [*said, *([notice(rivals, wrong=True)] if change.rivals else [])]


def _framed(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Container(
        column(parts),
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        padding=ft.Padding.only(top=2 * SPACE),
    )


def _against(title: Message, messages: Sequence[object], *, wrong: bool) -> list[ft.Control]:
    if not messages:
        return []
    return [notice(" ".join((str(title), *(sentence(message) for message in messages))), wrong=wrong)]


@component
def PartWithoutTable(part: ReceivedPart, lives: Sequence[LiveTable], leave: Leave) -> ft.Control:
    """Say why a part fits no table here, and let a table begin with it."""
    ui = use_ui()
    page = ft.context.page
    same = [live for live in lives if live.game.key == part.game.key]

    async def begin() -> None:
        table = await begin_with_part(ui.tables, part)

        async def undo() -> None:
            await ui.tables.remove(table)
            page.navigate("/")

        if leave(part.payload):
            page.navigate(f"/table/{table}")
        show_snackbar(tr("{what} added.", what=title), undo=undo)

    game = part.game.name
    title = say("{player}’s part of {game}", player=part.name, game=game)
    none_here = say("No table of {game} is in play here.", game=game)
    reasons = [(", ".join(live.names), misfit(part, live)) for live in same]
    said = [say("{what}: {value}", what=names, value=why) for names, why in reasons if why is not None]
    why = said or [none_here]
    return card(
        [
            heading(title),
            *(notice(sentence(reason), wrong=True) for reason in why),
            wrapped([outlined(tr("Start a table"), begin), plain_button(CANCEL, partial(leave, part.payload))]),
        ]
    )
