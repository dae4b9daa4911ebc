"""Two processes at one database of PostgreSQL: what is changed in one is on the screens of the other."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import psycopg
import pytest

from companion.games.carpe_diem import actions
from companion.tables.registry import ChangeSync
from companion.tables.state import stored_of, with_player
from companion.ui.screens.table_screen import TableScreen
from scoring.messages import say
from storage.database.connections import EVERYTHING
from storage.database.errors import StoreError
from storage.repositories import access
from storage.repositories.tables import Store
from storage.repositories.values import StaleError, TableStep
from tests.companion.carpe_diem_tables import GAME, change, laid_out, player_with, table_state, tile
from tests.companion.headless import Headless, opened
from tests.companion.phones import come, seated
from tests.storage import postgres, stores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.tables.live_table import LiveTable


PATIENCE: Final = 10.0


class Process:
    """The app as one process of several, which hears of the others."""

    def __init__(self, app: Headless) -> None:
        self.app = app
        self.tables = app.tables
        self.settings: dict[str, Any] = {"of before": True}
        self.hearing = app.run(ChangeSync.begin(app.tables, self.settings))
        self.until(lambda: "of before" not in self.settings)  # everything was noted: it listens

    def until(self, there: Callable[[], bool]) -> None:
        """Wait until something is so, while what was heard is taken up."""

        async def waited() -> None:
            end = asyncio.get_running_loop().time() + PATIENCE
            while not there():
                assert asyncio.get_running_loop().time() < end, "that has not come"
                await asyncio.sleep(0.01)

        self.app.run(waited())

    def open(self, table_id: str) -> LiveTable | None:
        return self.app.run(self.tables.open(table_id))

    def opened(self, table_id: str) -> LiveTable:
        live = self.open(table_id)
        assert live is not None
        return live


@pytest.fixture
def address(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of its own; where others may run tests at the same server, nobody hears them."""
    channel = f"tessera_{uuid4().hex}"
    monkeypatch.setattr("storage.database.connections.CHANNEL", channel)
    with stores.at(server):
        url = stores.url_of(tmp_path)
    monkeypatch.setattr("companion.system.paths.database", lambda _: url)
    return url


@pytest.fixture
def processes(address: str, tmp_path: Path) -> Iterator[tuple[Process, Process]]:
    assert address
    with ExitStack() as ends:
        first, second = (Process(ends.enter_context(opened(tmp_path / name))) for name in ("one", "other"))
        yield first, second
        first.hearing.close()
        second.hearing.close()


@pytest.fixture
def ours(processes: tuple[Process, Process]) -> Process:
    return processes[0]


@pytest.fixture
def there(processes: tuple[Process, Process]) -> Process:
    return processes[1]


@pytest.fixture
def live(ours: Process) -> LiveTable:
    """A table in play here."""
    return laid_out(ours.app)


def paid(seat: int = 0, **amounts: int) -> Callable[[Any], Any]:
    return lambda state: with_player(state, seat, **amounts)


def coins(live: LiveTable) -> tuple[int, ...]:
    return tuple(player.coins for player in live.state.table.players)


def test_what_is_changed_there_is_on_the_screen_here(ours: Process, live: LiveTable, there: Process) -> None:
    screen = ours.app.show(TableScreen, live.id, "district", 0)
    assert screen.has("C4")
    change(there.app, there.opened(live.id), lambda state: actions.put_shovel(state, 0, "C4"))
    change(there.app, there.opened(live.id), lambda state: actions.lay(state, 0, tile("C4", "market")))
    ours.until(lambda: not screen.has("C4"))
    assert any(name.startswith("C4, market") for name in screen.names)
    assert ours.opened(live.id).state == there.opened(live.id).state
    assert ours.opened(live.id).revision == there.opened(live.id).revision == 2


def test_two_who_change_different_seats_at_once_both_have_it(ours: Process, live: LiveTable, there: Process) -> None:
    live_there = there.opened(live.id)
    for times in range(1, 4):
        change(there.app, live_there, paid(1, coins=times))
        change(ours.app, live, paid(0, coins=10 * times))  # upon what is not heard yet
        assert coins(live) == (10 * times, times)
    there.until(lambda: coins(live_there) == (30, 3))
    assert live.revision == live_there.revision == 6


def test_of_two_who_change_the_same_the_last_has_it(ours: Process, live: LiveTable, there: Process) -> None:
    live_there = there.opened(live.id)
    change(there.app, live_there, paid(coins=3))
    change(ours.app, live, paid(coins=4))
    there.until(lambda: coins(live_there)[0] == 4)


def test_one_takes_back_what_one_did_oneself(ours: Process, live: LiveTable, there: Process) -> None:
    guest, host = live.as_user("guest", lambda: None), there.opened(live.id)
    change(ours.app, live, paid(0, coins=1), "by the guest", "guest")
    change(there.app, host, paid(1, coins=2), "by the host")
    ours.until(lambda: coins(live) == (1, 2))
    assert (guest.undo_state.undo, live.undo_state.undo) == (say("by the guest"), say("by the host"))
    assert ours.app.run(guest.undo())
    there.until(lambda: coins(host) == (0, 2))
    assert ours.app.run(live.undo())
    there.until(lambda: coins(host) == (0, 0))
    assert host.undo_state.redo == say("by the host")
    assert there.app.run(host.redo())
    ours.until(lambda: coins(live) == (0, 2))


def test_a_step_that_was_taken_back_there_is_not_taken_back_again(ours: Process, there: Process) -> None:
    live = laid_out(ours.app)
    change(ours.app, live, paid(coins=1))
    change(ours.app, live, paid(coins=2))
    assert there.app.run(there.opened(live.id).undo())
    assert ours.app.run(live.undo())
    assert coins(live)[0] == 0


def test_a_table_that_was_finished_there_is_over_here(ours: Process, live: LiveTable, there: Process) -> None:
    screen = ours.app.show(TableScreen, live.id, "stock", 0)
    play = there.app.run(there.tables.finish(there.opened(live.id)))
    ours.until(lambda: live.ended)
    ours.until(lambda: screen.route == f"/play/{play.id}")
    assert ours.tables.opened() == ()
    assert ours.open(live.id) is None
    assert ours.app.run(ours.tables.play_of(live.id)) == play.id
    with pytest.raises(StaleError):
        change(ours.app, live, paid(coins=1))


def test_a_table_that_was_removed_there_and_brought_back_is_in_play_again(ours: Process, there: Process) -> None:
    live = laid_out(ours.app)
    change(ours.app, live, paid(coins=1))
    there.app.run(there.tables.remove(live.id))
    ours.until(lambda: live.ended)
    there.app.run(there.tables.restore(live.id))
    again = ours.opened(live.id)
    assert coins(again)[0] == 1
    change(there.app, there.opened(live.id), paid(coins=2))
    ours.until(lambda: coins(again)[0] == 2)


def test_a_database_that_was_put_back_there_is_shown_here(ours: Process, there: Process, tmp_path: Path) -> None:
    live = laid_out(ours.app)
    change(ours.app, live, paid(coins=1))
    change(ours.app, live, paid(coins=2))
    file = tmp_path / "before.db"
    content = stored_of(table_state(player_with("Anna", coins=7)))
    with closing(Store(f"sqlite:///{file}", stores.Clock())) as before:
        before.keep(GAME, "villa_chart", "4", 5)
        before.set("theme", "dark")
    there.app.worker.run_blocking(Store.restore_from, file)
    ours.until(lambda: ours.settings == {"theme": "dark"})
    assert live.ended
    assert ours.tables.copies[GAME].part("villa_chart") == {"4": 5}
    stored = there.app.worker.run_blocking(Store.begin, GAME, content)
    assert coins(ours.opened(stored.id))[0] == 7


def test_what_is_saved_there_while_a_table_is_opened_here_is_not_missed(
    ours: Process, there: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = laid_out(there.app).id
    ask = ours.tables.worker.run

    async def interrupted(question: Any, *args: Any) -> Any:
        answer = await ask(question, *args)
        if question is Store.table:
            monkeypatch.undo()
            stored = there.app.worker.run_blocking(Store.table, table_id)
            content = stored_of(table_state(player_with("Anna", coins=5), player_with("Ben")))
            assert stored is not None
            there.app.worker.run_blocking(Store.save, stored, TableStep(1, "host", "five", ()), content)
            await asyncio.sleep(0.3)  # it is noted before the table is open here
        return answer

    monkeypatch.setattr(ours.tables.worker, "run", interrupted)
    live = ours.opened(table_id)
    assert (live.revision, coins(live)[0]) == (1, 5)


def test_phones_that_come_and_go_there_are_known_here(ours: Process, live: LiveTable, there: Process) -> None:
    noted: list[str] = []
    ours.tables.access.observers.subscribe(noted.append)
    assert ours.app.run(ours.tables.access.load(live.id)).all == ()
    visitor = seated(there.app, there.opened(live.id), 1)
    guests = ours.tables.access.guests
    ours.until(lambda: guests(live.id).holder(1) is not None)
    assert guests(live.id).of(visitor) == guests(live.id).holder(1)
    there.app.run(there.tables.access.rotate_secret(live.id))
    ours.until(lambda: guests(live.id).all == ())
    assert set(noted) == {live.id}


def test_who_watches_over_the_doors_hears_of_the_hosts_own(ours: Process, there: Process) -> None:
    noted: list[str] = []
    ours.tables.access.observers.subscribe(noted.append)
    there.app.run(there.tables.access.rotate_secret(access.HOST_CODE))
    ours.until(lambda: access.HOST_CODE in noted)


def test_a_phone_that_was_put_out_there_may_enter_nothing_here(ours: Process, live: LiveTable, there: Process) -> None:
    visitor = come(ours.app, live)
    ours.app.run(ours.tables.access.sit(live.id, visitor, 0))
    mine = ours.app.run(ours.tables.as_user(visitor).open(live.id))
    assert mine is not None
    change(ours.app, live, paid(coins=1))
    there.app.run(there.tables.access.remove_device(live.id, visitor.key))
    ours.until(lambda: ours.tables.access.guests(live.id).all == ())
    assert mine.refusal is not None


def test_what_is_kept_of_a_copy_and_set_there_is_known_here(ours: Process, there: Process) -> None:
    there.app.run(there.tables.copies[GAME].keep("villa_chart", "4", 5))
    ours.until(lambda: dict(ours.tables.copies[GAME].part("villa_chart")) == {"4": 5})
    there.app.run(there.tables.copies[GAME].drop("villa_chart", "4"))
    ours.until(lambda: not ours.tables.copies[GAME].part("villa_chart"))
    there.app.worker.run_blocking(Store.set, "theme", "dark")
    ours.until(lambda: ours.settings.get("theme") == "dark")


def test_what_was_changed_while_nobody_listened_is_taken_up(ours: Process, there: Process, server: str) -> None:
    live = laid_out(ours.app)
    change(there.app, there.opened(live.id), paid(coins=1))
    ours.until(lambda: coins(live)[0] == 1)
    with psycopg.connect(postgres.plain(server), autocommit=True) as connection:
        listeners = "FROM pg_stat_activity WHERE query LIKE 'LISTEN tessera_%'"
        ended = connection.execute(f"SELECT pg_terminate_backend(pid) {listeners}".encode()).fetchall()
    assert len(ended) >= 2
    change(there.app, there.opened(live.id), paid(coins=2))
    there.app.run(there.tables.copies[GAME].keep("villa_chart", "4", 5))
    ours.until(lambda: coins(live)[0] == 2)
    ours.until(lambda: dict(ours.tables.copies[GAME].part("villa_chart")) == {"4": 5})


def test_what_is_told_many_times_is_asked_for_once(ours: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    live = laid_out(ours.app)
    asked: Counter[Any] = Counter()
    ask = ours.tables.worker.run

    async def counted(question: Any, *args: Any) -> Any:
        asked[question] += 1
        return await ask(question, *args)

    monkeypatch.setattr(ours.tables.worker, "run", counted)
    for _ in range(100):
        ours.hearing.note("table", live.id)
        ours.hearing.note("setting", "theme")
        ours.hearing.note("table", "another")
    ours.until(lambda: asked[Store.settings] > 0)
    assert asked == {Store.table_with_steps: 1, Store.settings: 1}


def test_a_database_that_cannot_say_it_at_once_is_asked_again(
    ours: Process, there: Process, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.tables.registry.RETRY_AFTER_S", 0.05)
    live = laid_out(ours.app)
    ask = ours.tables.worker.run
    failures = iter(range(3))

    async def failing(question: Any, *args: Any) -> Any:
        if next(failures, None) is not None:
            raise StoreError(say("it rains"))
        return await ask(question, *args)

    live_there = there.opened(live.id)
    monkeypatch.setattr(ours.tables.worker, "run", failing)
    change(there.app, live_there, paid(coins=3))
    ours.until(lambda: coins(live)[0] == 3)
    assert caplog.text.count("it rains") == 3


def test_a_table_that_cannot_be_read_holds_up_nothing_else(
    ours: Process, there: Process, caplog: pytest.LogCaptureFixture
) -> None:
    strange, live = laid_out(ours.app), laid_out(ours.app)
    content = stored_of(strange.state)
    content["table"]["weather"] = "rain"
    ours.hearing.close()  # so that it is noted of all at once
    stored = there.app.worker.run_blocking(Store.table, strange.id)
    assert stored is not None
    there.app.worker.run_blocking(Store.save, stored, TableStep(1, "host", "rain", ()), content)
    change(there.app, there.opened(live.id), paid(coins=3))
    there.app.worker.run_blocking(Store.set, "theme", "dark")
    assert "theme" not in ours.settings
    ours.hearing.note(EVERYTHING, "")
    ours.until(lambda: "theme" in ours.settings)
    assert coins(live)[0] == 3
    assert strange.revision == 0
    assert "cannot be read" in caplog.text


def test_with_a_file_there_is_nobody_to_listen_to(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        hearing = app.run(ChangeSync.begin(app.tables, {}))
        change(app, laid_out(app), paid(coins=1))
        hearing.close()


def test_what_is_told_when_nobody_is_served_any_more_is_passed_over(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        hearing = app.run(ChangeSync.begin(app.tables, {}))
    hearing.note("table", "one")


def test_a_process_ends_while_it_is_told_things(address: str, tmp_path: Path) -> None:
    with closing(Store(address, stores.Clock())) as store:
        with opened(tmp_path / "one") as app:
            process = Process(app)
            for number in range(50):
                store.set("theme", number)
        process.hearing.close()
