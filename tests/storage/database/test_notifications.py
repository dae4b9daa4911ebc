"""Processes at one database of PostgreSQL hear of each other's changes: each, in order, and none of their own."""

from __future__ import annotations

import json
import logging
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import make_url

from scoring.messages import say
from storage.database import connections
from storage.database.connections import EVERYTHING
from storage.database.errors import StoreError
from storage.repositories import access, plays
from storage.repositories.tables import Store
from storage.repositories.values import Counted, StaleError
from tests.storage import postgres, stores
from tests.storage.sample_plays import sheet
from tests.storage.stores import Clock, coins, opened_with_care, paid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from storage.database.connections import NotificationListener

PATIENCE: Final = 20.0
ALL: Final = (EVERYTHING, "")


class Ear:
    """What was told, in order."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []
        self._told = threading.Condition()

    def told(self, what: str, which: str) -> None:
        with self._told:
            self.heard.append((what, which))
            self._told.notify_all()

    def hears(self, *expected: tuple[str, str]) -> None:
        """Wait until so many things were told, and see that they are these; forget them."""
        with self._told:
            self._told.wait_for(lambda: len(self.heard) >= len(expected), PATIENCE)
            assert self.heard == list(expected)
            self.heard.clear()


@pytest.fixture(autouse=True)
def with_postgres(server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where others may run tests at the same database, nobody hears them."""
    channel = f"tessera_{uuid4().hex}"
    monkeypatch.setattr("storage.database.connections.CHANNEL", channel)
    with stores.at(server):
        yield


@pytest.fixture
def name(tmp_path: Path) -> str:
    """What the process under test is called by the server."""
    return f"tessera {tmp_path.name}"


@pytest.fixture
def address(tmp_path: Path, name: str) -> str:
    """A schema of its own; the address has what is easily lost on the way to a driver."""
    place = make_url(stores.url_of(tmp_path))
    options = f"{place.query['options']} -cextra_float_digits=1"
    whole = place.update_query_dict({"options": options, "application_name": name}).set(password="a+b c%d@e/f")  # noqa: S106 - not asked for
    return whole.render_as_string(hide_password=False)


@pytest.fixture
def ours(address: str) -> Iterator[Store]:
    with closing(Store(address, Clock())) as store:
        yield store


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[Store]:
    """The store as another process has it."""
    with opened_with_care(tmp_path) as store:
        yield store


@pytest.fixture
def listen(ours: Store) -> Iterator[Callable[[Ear], NotificationListener]]:
    listeners: list[NotificationListener] = []

    def listening(ear: Ear) -> NotificationListener:
        listener = ours.listen(ear.told)
        assert listener is not None
        listeners.append(listener)
        return listener

    yield listening
    for listener in listeners:
        listener.close()
        assert not listener._thread.is_alive()


@pytest.fixture
def ear(listen: Callable[[Ear], NotificationListener]) -> Ear:
    """Somebody who has begun to listen."""
    ear = Ear()
    listen(ear)
    ear.hears(ALL)
    return ear


def said(server: str, *payloads: str) -> None:
    """Have somebody say something in one transaction, whoever that is."""
    with psycopg.connect(postgres.plain(server)) as connection:
        for payload in payloads:
            connection.execute("SELECT pg_notify(%s, %s)", (connections.CHANNEL, payload))


def sentence(what: str, which: str) -> str:
    return json.dumps({"by": "somebody", "what": what, "which": which})


def cut(server: str, name: str) -> None:
    """Have the server end the connection on which a process listens."""
    with psycopg.connect(postgres.plain(server), autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s AND query LIKE %s",
            (name, "LISTEN %"),
        ).fetchall()
    assert ended == [(True,)]


def test_what_another_process_changes_is_heard_in_order(ear: Ear, writer: Store) -> None:
    table = writer.begin("carpe-diem", coins(0))
    ear.hears(("table", table.id))
    table = writer.save(table, paid(table, 2), coins(2))
    writer.keep("mayor", "cards", "1", 3)
    writer.save(table, paid(table, 3), coins(3), counted=Counted("tiles", ("a",)))
    writer.drop("mayor", "cards", "1")
    writer.set("theme", "dark")
    counted = ("table", table.id), ("copy", "carpe-diem")
    ear.hears(("table", table.id), ("copy", "mayor"), *counted, ("copy", "mayor"), ("setting", "theme"))


def test_who_comes_and_goes_at_the_doors_is_heard(ear: Ear, writer: Store) -> None:
    table = writer.begin("carpe-diem", coins(0, seats=[{}] * 2)).id
    ear.hears(("table", table))
    _, phone = access.redeem(writer, access.join_code(writer, table).secret, access.new_token())
    ear.hears(("door", table))
    access.take_seat(writer, table, phone.id, 1)
    access.set_locked(writer, table, locked=True)
    access.remove_device(writer, table, phone.id)
    access.rotate_secret(writer, table)
    ear.hears(*[("door", table)] * 4)
    access.rotate_secret(writer, access.HOST_CODE)
    ear.hears(("door", access.HOST_CODE))


def test_the_end_of_a_table_is_heard_and_its_return(ear: Ear, writer: Store) -> None:
    table = writer.begin("carpe-diem", coins(0)).id
    writer.set_state(table, "removed")
    writer.set_state(table, "running")
    play = plays.finish(writer, table, sheet({"Cathy": 5}))
    plays.reopen(writer, play.id)
    ear.hears(*[("table", table)] * 5)


def test_a_database_that_was_put_back_is_heard_as_a_whole(ear: Ear, writer: Store, tmp_path: Path) -> None:
    file = tmp_path / "before.db"
    with closing(Store(f"sqlite:///{file}", Clock())) as before:
        before.set("theme", "light")
    writer.restore_from(file)
    ear.hears(ALL)


def test_one_does_not_hear_oneself(ear: Ear, ours: Store, writer: Store) -> None:
    table = ours.begin("carpe-diem", coins(0))
    ours.save(table, paid(table, 2), coins(2))
    ours.set("theme", "dark")
    writer.set("text", 1.3)
    ear.hears(("setting", "text"))


def taken_back(store: Store) -> None:
    """Say something in a transaction that is not saved."""
    with store.writing() as session:
        store.announce(session, "setting", "nothing")
        raise StoreError(say("never mind"))


def test_what_was_not_saved_is_not_heard(ear: Ear, writer: Store) -> None:
    table = writer.begin("carpe-diem", coins(0))
    step = paid(table, 2)
    writer.save(table, step, coins(2))
    with pytest.raises(StaleError):
        writer.save(table, step, coins(3))
    with pytest.raises(StoreError):
        taken_back(writer)
    writer.set("theme", "dark")
    ear.hears(("table", table.id), ("table", table.id), ("setting", "theme"))


def test_none_is_lost_when_many_are_told_at_once(
    listen: Callable[[Ear], NotificationListener], server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.connections.POLL_INTERVAL_S", 0.001)  # it stops and goes on again and again
    ear = Ear()
    listen(ear)
    ear.hears(ALL)
    many = [("table", str(number)) for number in range(500)]
    for start in range(0, 500, 20):
        said(server, *(sentence(*signal) for signal in many[start : start + 20]))
    ear.hears(*many)


@pytest.mark.parametrize(
    "payload",
    ["", "what", "[]", "7", "null", '"by"', "{}", '{"by": 1, "what": 2}', "[" * 7_000, '{"by": "\\ud800"', "🏛" * 900],
    ids=lambda payload: payload[:8],
)
def test_what_is_no_sentence_of_ours_is_passed_over(ear: Ear, server: str, payload: str) -> None:
    said(server, payload, sentence("setting", "theme"))
    ear.hears(("setting", "theme"))


def test_a_connection_that_was_cut_is_made_again_and_everything_may_have_changed(
    ear: Ear, writer: Store, server: str, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    for times in range(1, 3):
        cut(server, name)
        ear.hears(ALL)
        writer.set("theme", "dark")
        ear.hears(("setting", "theme"))
        said_by_us = [record.getMessage() for record in caplog.records if record.name == "tessera"]
        assert len(said_by_us) == 2 * times, said_by_us
        assert "is not heard (" in said_by_us[-2]
        assert "heard again" in said_by_us[-1]


class Gate:
    """A way to the server that can be shut."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shut = True
        self.tries: list[float] = []
        self._connect = psycopg.connect
        monkeypatch.setattr("psycopg.connect", self._asked)

    def _asked(self, **address: Any) -> psycopg.Connection[Any]:
        self.tries.append(time.monotonic())
        if self.shut:
            message = "refused"
            raise psycopg.OperationalError(message)
        return self._connect(**address)

    def wait_for(self, tries: int) -> None:
        end = time.monotonic() + PATIENCE
        while len(self.tries) < tries:
            assert time.monotonic() < end
            time.sleep(0.01)


def test_a_database_that_cannot_be_reached_is_tried_more_and_more_seldom_and_that_is_said_once(
    listen: Callable[[Ear], NotificationListener],
    writer: Store,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("storage.database.connections.MIN_RETRY_PAUSE_S", 0.05)
    monkeypatch.setattr("storage.database.connections.MAX_RETRY_PAUSE_S", 0.2)
    gate, ear = Gate(monkeypatch), Ear()
    listen(ear)
    gate.wait_for(5)
    for pause, before, after in zip((0.05, 0.1, 0.2, 0.2), gate.tries, gate.tries[1:], strict=False):
        assert after - before >= 0.9 * pause
    writer.set("theme", "dark")
    assert ear.heard == []
    gate.shut = False
    ear.hears(ALL)
    writer.set("theme", "light")
    ear.hears(("setting", "theme"))
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2


def test_closing_takes_no_time_and_nothing_is_told_afterwards(
    listen: Callable[[Ear], NotificationListener], writer: Store, server: str, name: str
) -> None:
    ear = Ear()
    listener = listen(ear)
    ear.hears(ALL)
    begun = time.monotonic()
    listener.close()
    assert time.monotonic() - begun < 1.5
    assert not listener._thread.is_alive()
    writer.set("theme", "dark")
    listener.close()
    with psycopg.connect(postgres.plain(server), autocommit=True) as connection:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND query LIKE %s"
        while connection.execute(asked, (name, "LISTEN %")).fetchall() != [(0,)]:  # the server hears of it later
            assert time.monotonic() - begun < PATIENCE
            time.sleep(0.05)
    assert ear.heard == []


def test_closing_takes_no_time_while_the_database_cannot_be_reached(
    listen: Callable[[Ear], NotificationListener], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.connections.MIN_RETRY_PAUSE_S", 60.0)
    gate = Gate(monkeypatch)
    listener = listen(Ear())
    gate.wait_for(1)
    begun = time.monotonic()
    listener.close()
    assert time.monotonic() - begun < 1.5
    assert not listener._thread.is_alive()


def test_a_database_in_a_file_has_nobody_to_listen_to(tmp_path: Path) -> None:
    with closing(Store(f"sqlite:///{tmp_path / 'tessera.db'}", Clock())) as store:
        assert store.listen(Ear().told) is None
        store.set("theme", "dark")
        assert store.settings() == {"theme": "dark"}
