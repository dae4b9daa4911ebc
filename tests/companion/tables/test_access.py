"""The access to tables as screens have it: loaded once, observed, and who may enter what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.tables.access import OUT, THIS_MACHINE, WATCHING, Guests, RefusedError, Visitor
from companion.tables.registry import HOST_ALONE
from storage.repositories import access
from storage.repositories.access import HOST_CODE, AccessDeniedError, SeatTakenError
from tests.companion.carpe_diem_tables import GAME, laid_out, player_with, table_state
from tests.companion.phones import come, guest_of, seated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from companion.tables.live_table import LiveTable
    from companion.tables.registry import Tables
    from tests.companion.headless import Headless


def looked(app: Headless, live: LiveTable) -> Guests:
    return app.run(app.tables.access.load(live.id))


def hosts_own(app: Headless) -> Visitor:
    """A phone that came in by the host's own code."""
    door = app.run(app.tables.access.join_code(HOST_CODE))
    where, visitor = app.run(app.tables.access.redeem(door.secret, access.new_token()))
    assert where == HOST_CODE
    return visitor


def test_a_browser_of_this_machine_is_the_host() -> None:
    assert (THIS_MACHINE.host, THIS_MACHINE.key, THIS_MACHINE.user_id) == (True, "host", "host")


def test_a_phone_is_somebody_of_its_own(app: Headless) -> None:
    visitor = come(app, laid_out(app))
    assert visitor.phone is not None
    assert not visitor.host
    assert visitor.key == visitor.user_id == visitor.phone.id


def test_a_phone_of_the_host_does_what_the_host_does(app: Headless) -> None:
    visitor = hosts_own(app)
    assert (visitor.host, visitor.user_id) == (True, "host")
    assert visitor.key != "host"


def test_who_has_a_token_is_known_again(app: Headless) -> None:
    token = access.new_token()
    visitor = come(app, laid_out(app), token)
    assert app.run(app.tables.access.visitor(token)) == visitor
    assert app.run(app.tables.access.visitor(access.new_token())) is None


def test_a_wrong_secret_leads_nowhere(app: Headless, live: LiveTable) -> None:
    app.run(app.tables.access.join_code(live.id))
    with pytest.raises(AccessDeniedError):
        app.run(app.tables.access.redeem("wrong", access.new_token()))
    assert looked(app, live) == Guests()


def test_before_a_table_is_looked_at_nobody_is_known_there(app: Headless, live: LiveTable) -> None:
    app.worker.run_blocking(access.redeem, app.run(app.tables.access.join_code(live.id)).secret, access.new_token())
    assert app.tables.access.guests(live.id) == Guests()
    assert len(looked(app, live).all) == 1
    assert len(app.tables.access.guests(live.id).all) == 1


def test_a_table_is_looked_up_once(app: Headless, live: LiveTable) -> None:
    visitor = come(app, live)
    before = looked(app, live)
    app.worker.run_blocking(access.take_seat, live.id, visitor.key, 1)  # as another process does
    assert looked(app, live) is before
    app.run(app.tables.access.reload(live.id))
    assert looked(app, live).holder(1) == guest_of(app, live, visitor)


def test_every_table_that_was_looked_at_is_looked_up_again(app: Headless) -> None:
    tables = [laid_out(app), laid_out(app)]
    visitors = [come(app, live) for live in tables]
    for seat, (live, visitor) in enumerate(zip(tables, visitors, strict=True)):
        app.worker.run_blocking(access.take_seat, live.id, visitor.key, seat)
    app.run(app.tables.access.reload_all())
    assert [[guest.seat for guest in looked(app, live).all] for live in tables] == [[0], [1]]


def test_who_watches_is_told_of_every_move(app: Headless) -> None:
    table_id, there = laid_out(app), laid_out(app)
    first_phone, second_phone = come(app, table_id), come(app, table_id)
    table_access = app.tables.access
    noted: list[str] = []
    stop = table_access.observers.subscribe(noted.append)
    moves: list[Awaitable[object]] = [
        table_access.sit(table_id.id, first_phone, 0),
        table_access.ask_for(table_id.id, second_phone, 0),
        table_access.refuse(table_id.id, second_phone.key),
        table_access.ask_for(table_id.id, second_phone, 0),
        table_access.hand_over(table_id.id, second_phone.key),
        table_access.free(table_id.id, second_phone.key),
        table_access.leave(table_id.id, first_phone),
        table_access.remove_device(table_id.id, second_phone.key),
        table_access.lock(table_id.id, locked=True),
        table_access.rotate_secret(table_id.id),
    ]
    for number, move in enumerate(moves, start=1):
        app.run(awaited(move))
        assert noted == [table_id.id] * number
    come(app, there)
    assert noted[-1] == there.id
    stop()
    stop()
    come(app, there)
    assert noted[-1:] == [there.id]
    assert len(noted) == len(moves) + 1


async def awaited(move: Awaitable[object]) -> None:
    await move


def test_a_seat_that_another_phone_has_is_not_taken(app: Headless, live: LiveTable) -> None:
    holder, late = seated(app, live, 0), come(app, live)
    with pytest.raises(SeatTakenError, match="another phone has taken that seat"):
        app.run(app.tables.access.sit(live.id, late, 0))
    guests = looked(app, live)
    assert guests.holder(0) == guests.of(holder)
    assert guests.holder(1) is None


def test_phones_are_counted_as_they_came(app: Headless, live: LiveTable) -> None:
    visitors = [come(app, live) for _ in range(3)]
    guests = looked(app, live)
    assert [guests.number(guest) for visitor in visitors if (guest := guests.of(visitor))] == [1, 2, 3]


def refused(app: Headless, live: LiveTable, visitor: Visitor) -> list[str | None]:
    """Why a visitor may not enter Anna's things, Ben's, and those of all."""
    guests = looked(app, live)
    said = [guests.refusal(visitor, seat, name) for seat, name in ((0, "Anna"), (1, "Ben"), (None, ""))]
    return [None if sentence is None else str(sentence) for sentence in said]


def test_the_host_enters_everything_whoever_has_the_seat(app: Headless, live: LiveTable) -> None:
    seated(app, live, 0)
    assert refused(app, live, THIS_MACHINE) == [None] * 3
    assert refused(app, live, hosts_own(app)) == [None] * 3


def test_who_has_a_seat_enters_all_but_what_other_phones_have(app: Headless, live: LiveTable) -> None:
    anna = seated(app, live, 0)
    assert refused(app, live, anna) == [None] * 3
    ben = seated(app, live, 1)
    assert refused(app, live, anna) == [None, "What Ben has is entered on another phone", None]
    assert refused(app, live, ben) == ["What Anna has is entered on another phone", None, None]
    app.run(app.tables.access.free(live.id, ben.key))
    assert refused(app, live, anna) == [None] * 3


def test_who_watches_enters_nothing(app: Headless, live: LiveTable) -> None:
    assert refused(app, live, come(app, live)) == [str(WATCHING)] * 3


def test_who_is_out_enters_nothing(app: Headless) -> None:
    live, elsewhere = laid_out(app), laid_out(app)
    visitor, stranger = seated(app, live, 0), seated(app, elsewhere, 0)
    app.run(app.tables.access.remove_device(live.id, visitor.key))
    assert refused(app, live, visitor) == [str(OUT)] * 3
    assert refused(app, live, stranger) == [str(OUT)] * 3


@pytest.mark.parametrize("doing", ["begin", "finish", "remove", "restore"])
def test_only_the_host_begins_finishes_and_removes(app: Headless, live: LiveTable, doing: str) -> None:
    calls: dict[str, Callable[[Tables], Awaitable[object]]] = {
        "begin": lambda tables: tables.begin(GAME, table_state(player_with("Mallory"))),
        "finish": lambda tables: tables.finish(live),
        "remove": lambda tables: tables.remove(live.id),
        "restore": lambda tables: tables.restore(live.id),
    }
    theirs = app.tables.as_user(seated(app, live, 0))
    with pytest.raises(RefusedError, match=str(HOST_ALONE)):
        app.run(awaited(calls[doing](theirs)))
    assert not live.ended
    assert app.tables.at_hand(live.id) is live
    assert app.run(app.tables.play_of(live.id)) is None


def test_a_change_is_asked_for_anew_each_time(app: Headless, live: LiveTable) -> None:
    visitor = seated(app, live, 0)
    theirs = app.tables.as_user(visitor).for_place(live, 0)
    assert theirs.refusal is None
    app.run(app.tables.access.free(live.id, visitor.key))
    acts: tuple[Callable[[], Coroutine[Any, Any, object]], ...] = (
        lambda: theirs.change("x", lambda state: state),
        theirs.undo,
        theirs.redo,
    )
    for act in acts:
        with pytest.raises(RefusedError, match=str(WATCHING)):
            app.run(act())
    assert live.revision == 0


def test_my_copies_are_changed_by_who_has_a_seat(app: Headless, live: LiveTable) -> None:
    visitor = come(app, live)
    copies = app.tables.as_user(visitor).copies[GAME]
    acts = (copies.keep("villa_chart", "1", 3), copies.drop("villa_chart", "1"))
    for act in acts:
        with pytest.raises(RefusedError, match=str(WATCHING)):
            app.run(act)
    assert app.tables.copies[GAME].part("villa_chart") == {}
    app.run(app.tables.access.sit(live.id, visitor, 0))
    app.run(copies.keep("villa_chart", "1", 3))
    assert app.tables.copies[GAME].part("villa_chart") == copies.part("villa_chart") == {"1": 3}
