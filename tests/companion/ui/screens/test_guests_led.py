"""What becomes of phones while they watch: freed, removed, led to the result, and back again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.formatting.text import sentence
from companion.system import now
from companion.tables.access import OUT, WATCHING
from companion.tables.state import with_player
from companion.ui.screens.guest import NOWHERE, seat_address
from storage.backup import backups
from storage.repositories import access, plays
from tests.companion.carpe_diem_tables import change, laid_out
from tests.companion.headless import Headless, opened
from tests.companion.phones import coins, come, on_phone, seated, stock
from tests.companion.ui.screens.test_table_screen import GONE

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from pathlib import Path


def test_a_seat_that_is_handed_over_changes_both_screens(app: Headless) -> None:
    live = laid_out(app)
    old, new = seated(app, live, 0), come(app, live)
    olds, news = (on_phone(app, visitor, stock(live)) for visitor in (old, new))
    app.run(app.tables.access.ask_for(live.id, new, 0))
    app.run(app.tables.access.hand_over(live.id, new.key))
    assert olds.has(f"{WATCHING}.")
    assert not news.has(f"{WATCHING}.")
    news.tap("Coins, +1")
    olds.tap("Coins, +1")
    assert coins(live) == 1


@pytest.mark.parametrize("how", ["removed", "renewed"])
@pytest.mark.parametrize("route", ["/table/{table}/stock/0", "/seat/{table}", "/table/{table}"])
def test_who_is_put_out_sees_nothing_more_of_the_table(app: Headless, how: str, route: str) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    screen = on_phone(app, visitor, route.format(table=live.id))
    assert not screen.has(sentence(OUT))
    act: Awaitable[object] = (
        app.tables.access.remove_device(live.id, visitor.key)
        if how == "removed"
        else app.tables.access.rotate_secret(live.id)
    )
    app.run(done(act))
    assert screen.has(sentence(OUT))
    assert not screen.says("Anna")


async def done(act: Awaitable[object]) -> None:
    await act


def test_who_was_put_out_and_scans_the_code_is_back(app: Headless) -> None:
    live = laid_out(app)
    token = access.new_token()
    visitor = come(app, live, token)
    screen = on_phone(app, visitor, f"/seat/{live.id}")
    app.run(app.tables.access.rotate_secret(live.id))
    assert screen.has(sentence(OUT))
    assert come(app, live, token) == visitor
    assert screen.has("I am Anna")


def test_when_the_host_finishes_phones_come_to_the_result(app: Headless) -> None:
    live = laid_out(app)
    visitors = seated(app, live, 0), come(app, live)
    screens = [on_phone(app, visitor, f"/table/{live.id}/end/0") for visitor in visitors]
    assert not any(screen.has("Finish") for screen in screens)
    play = app.run(app.tables.finish(live))
    for screen in screens:
        assert screen.route == f"/play/{play.id}"
        screen.follow()
        assert screen.says("Anna")
        assert not screen.says("Correct")
        screen.go("/")
        screen.tap("Result")
        assert screen.route == f"/play/{play.id}"


def test_who_walked_to_the_end_is_told_that_the_host_finishes(app: Headless) -> None:
    live = laid_out(app)
    screen = on_phone(app, seated(app, live, 0), f"/table/{live.id}/end/0")
    screen.tap("Result")
    assert screen.has("The host finishes the game.")
    assert not screen.has("Finish")


def test_a_table_that_is_taken_up_again_has_its_phones(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    screen = on_phone(app, visitor, stock(live))
    play = app.run(app.tables.finish(live))
    screen.follow()
    app.run(app.worker.run(plays.reopen, play.id))
    screen.go("/")
    assert screen.has("You are Anna.")
    screen.tap("Go to the table")
    screen.follow()
    screen.follow()
    screen.go(stock(live))
    screen.tap("Coins, +1")
    again = app.run(app.tables.open(live.id))
    assert again is not None
    assert coins(again) == 1


def test_a_removed_table_says_so_and_is_there_again_when_it_is_restored(app: Headless) -> None:
    live = laid_out(app)
    screen = on_phone(app, seated(app, live, 0), stock(live))
    app.run(app.tables.remove(live.id))
    assert screen.has(GONE)
    screen.go("/")
    assert screen.has(NOWHERE)
    app.run(app.tables.restore(live.id))
    screen.go(stock(live))
    screen.tap("Coins, +1")
    again = app.run(app.tables.open(live.id))
    assert again is not None
    assert coins(again) == 1


def test_when_a_backup_is_put_back_phones_come_again_by_the_new_code(app: Headless, tmp_path: Path) -> None:
    live = laid_out(app)
    anna = seated(app, live, 0)
    before = app.run(app.tables.access.join_code(live.id))
    change(app, live, lambda state: with_player(state, 0, coins=1))
    made = app.worker.run_blocking(backups.backup, tmp_path / "kept", now())
    change(app, live, lambda state: with_player(state, 0, coins=5))
    screen = on_phone(app, anna, stock(live))
    app.worker.run_blocking(backups.restore, made, tmp_path / "kept", now())
    app.run(app.tables.reload_all())
    assert screen.has("Not at the table")
    with pytest.raises(access.AccessDeniedError):
        app.run(app.tables.access.redeem(before.secret, access.new_token()))
    again = app.run(app.tables.open(live.id))
    assert again is not None
    assert coins(again) == 1
    code = app.run(app.tables.access.join_code(live.id))
    _, anna = app.run(app.tables.access.redeem(code.secret, access.new_token()))
    app.run(app.tables.access.sit(live.id, anna, 0))
    screen = on_phone(app, anna, stock(again))
    screen.tap("Coins, +1")
    assert coins(again) == 2


def test_a_phone_is_where_it_was_after_the_host_was_started_again(tmp_path: Path) -> None:
    token = access.new_token()
    with opened(tmp_path) as app:
        live = laid_out(app)
        visitor = come(app, live, token)
        app.run(app.tables.access.sit(live.id, visitor, 0))
        on_phone(app, visitor, stock(live)).tap("Coins, +1")
    with opened(tmp_path) as app:
        same_visitor = app.run(app.tables.access.visitor(token))
        assert same_visitor == visitor
        screen = on_phone(app, same_visitor, stock(live))
        assert screen.value("Coins") == "1"
        screen.tap("Coins, +1")
        screen.tap("Undo: Coins: 2")
        screen.tap("Undo: Coins: 1")
        assert screen.value("Coins") == "0"


def test_who_comes_with_a_seat_is_led_to_what_it_enters(app: Headless) -> None:
    live = laid_out(app)
    screen = on_phone(app, seated(app, live, 1), f"/table/{live.id}")
    assert screen.route == seat_address(live, 1)
