"""How phones come to a table: the secret of its code, the phones that came in by it, and the seats that they take."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from sqlalchemy import delete, update
from sqlmodel import col, select

from scoring.messages import say
from storage.database.errors import StoreError
from storage.database.models import DeviceRow, GuestRow, JoinCodeRow, TableRow
from storage.repositories.values import from_row, stale

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel import Session

    from storage.repositories.tables import Store

HOST_CODE: Final = "host"
"""The door by which a browser on another machine becomes the host's own."""

SECRET_BYTES: Final = 18
"""How many random bytes a secret has: 144 bits, and 24 letters of an address."""

TOKEN_BYTES: Final = 32
"""How many random bytes the token has by which a phone is known again."""

FORGET_DEVICE_AFTER: Final = timedelta(days=90)
"""How long a phone that does not come back is known."""

SEEN_INTERVAL: Final = timedelta(days=1)
"""After how long it is noted again that a phone came back: not each time that it asks for something."""


class AccessDeniedError(StoreError):
    """A secret opens no door, or a locked one; `locked` tells which."""

    def __init__(self, *, locked: bool) -> None:
        """Say what helps."""
        wrong = "this code is not right, or not any more: scan the one that the host's screen shows now"
        closed = "the table is locked: ask the host to unlock it, and scan the code again"
        super().__init__(say(closed if locked else wrong))
        self.locked = locked


class SeatTakenError(StoreError):
    """The seat is another phone's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinCode:
    """The way to a table: `id` is that of the table, or `HOST`."""

    id: str
    secret: str
    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A phone that is known; its id is no secret."""

    id: str
    host: bool
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A phone at a table: its seat, nothing where it watches, and the seat that it would like to take over."""

    device_id: str
    seat: int | None
    wants: int | None
    since: datetime


def new_token() -> str:
    """Return a new token for a phone."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def join_code(store: Store, door_id: str) -> JoinCode:
    """Return the way to a running table, or the host's own; its secret is made when it is asked for first.

    Raises:
        StaleError: there is no such table in play.

    """
    with store.writing() as session:
        return from_row(JoinCode, _code_row(session, door_id))


def rotate_secret(store: Store, door_id: str) -> JoinCode:
    """Return a door with a new secret, after all who came by the old one were put out."""
    with store.writing() as session:
        row = _code_row(session, door_id)
        row.secret = _secret()
        if door_id == HOST_CODE:
            session.connection().execute(update(DeviceRow).values(host=False))
        else:
            session.connection().execute(delete(GuestRow).where(col(GuestRow.table_id) == door_id))
        store.announce(session, "door", door_id)
        return from_row(JoinCode, row)


def set_locked(store: Store, table_id: str, *, locked: bool) -> JoinCode:
    """Return the door to a table, locked so that nobody new comes in, or not."""
    with store.writing() as session:
        row = _code_row(session, table_id)
        row.locked = locked
        store.announce(session, "door", table_id)
        return from_row(JoinCode, row)


def _code_row(session: Session, door_id: str) -> JoinCodeRow:
    if door_id != HOST_CODE and not _runs(session, door_id):
        raise stale()
    row = session.get(JoinCodeRow, door_id, with_for_update=True)
    if row is None:
        row = JoinCodeRow(id=door_id, secret=_secret())
        session.add(row)
    return row


def _secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def _runs(session: Session, table_id: str) -> bool:
    table = session.get(TableRow, table_id)
    return table is not None and table.state == "running"


# -- phones


def redeem(store: Store, secret: str, device_token: str) -> tuple[str, Device]:
    """Return where a secret leads, and the phone that has come in by it: a new one, or the one of the token.

    Raises:
        NotLetInError: the secret opens nothing, or the door is locked for a phone that is not in.

    """
    with store.writing() as session:
        row = _code_with_secret(session, secret)
        phone = _device_row(session, device_token)
        inside = phone is not None and session.get(GuestRow, (row.id, phone.id)) is not None
        if row.locked and not inside:
            raise AccessDeniedError(locked=True)
        now = store.now()
        if phone is None:
            phone = DeviceRow(id=uuid4().hex, token=_hashed(device_token), settings={}, seen=now)
            session.add(phone)
            session.flush()
        phone.seen = now
        if row.id == HOST_CODE:
            phone.host = True
        elif not inside:
            session.add(GuestRow(table_id=row.id, device_id=phone.id, since=now))
        store.announce(session, "door", row.id)
        return row.id, from_row(Device, phone)


def _code_with_secret(session: Session, secret: str) -> JoinCodeRow:
    """Return the door that a secret opens; how long that takes says nothing about the secrets."""
    found = None
    asked = _plain(secret)
    for row in session.exec(select(JoinCodeRow)):
        if hmac.compare_digest(_plain(row.secret), asked):
            found = row
    if found is None or (found.id != HOST_CODE and not _runs(session, found.id)):
        raise AccessDeniedError(locked=False)
    return found


def device_with_token(store: Store, device_token: str) -> Device | None:
    """Return the phone that a token belongs to, and note that it came back."""
    with store.reading() as session:
        row = _device_row(session, device_token)
    if row is not None and store.now() - row.seen > SEEN_INTERVAL:
        with store.writing() as session:
            session.connection().execute(update(DeviceRow).where(col(DeviceRow.id) == row.id).values(seen=store.now()))
    return None if row is None else from_row(Device, row)


def set_device_setting(store: Store, device_id: str, key: str, value: object) -> None:
    """Keep how a phone likes its screens; any JSON."""
    with store.writing() as session:
        row = session.get(DeviceRow, device_id, with_for_update=True)
        if row is not None:
            row.settings = {**row.settings, key: value}


def _device_row(session: Session, device_token: str) -> DeviceRow | None:
    return session.exec(select(DeviceRow).where(DeviceRow.token == _hashed(device_token))).first()


def _hashed(device_token: str) -> str:
    return hashlib.sha256(_plain(device_token)).hexdigest()


def _plain(said: str) -> bytes:
    """Return the bytes of what somebody sent, whatever it is."""
    return said.encode(errors="surrogatepass")


def forget_unused_devices(store: Store) -> None:
    """Forget the phones that have not come back for long, and who sat at tables that are not in play any more."""
    long_ago = store.now() - FORGET_DEVICE_AFTER
    gone = select(DeviceRow.id).where(col(DeviceRow.seen) < long_ago)
    over = select(TableRow.id).where(TableRow.state != "running", col(TableRow.changed) < long_ago)
    with store.writing() as session:
        run = session.connection().execute
        run(delete(GuestRow).where(col(GuestRow.device_id).in_(gone)))
        run(delete(GuestRow).where(col(GuestRow.table_id).in_(over)))
        run(delete(DeviceRow).where(col(DeviceRow.seen) < long_ago))
        run(delete(JoinCodeRow).where(col(JoinCodeRow.id).in_(over)))


# -- seats


def guests(store: Store, table_id: str) -> tuple[Guest, ...]:
    """Return the phones at a table, the first to come first."""
    with store.reading() as session:
        asked = select(GuestRow).where(GuestRow.table_id == table_id)
        rows = session.exec(asked.order_by(col(GuestRow.since), col(GuestRow.device_id)))
        return tuple(from_row(Guest, row) for row in rows)


def tables_of_device(store: Store, device_id: str) -> tuple[str, ...]:
    """Return the tables that a phone has come to, the last one first."""
    with store.reading() as session:
        asked = select(GuestRow.table_id).where(GuestRow.device_id == device_id)
        return tuple(session.exec(asked.order_by(col(GuestRow.since).desc())))


def take_seat(store: Store, table_id: str, device_id: str, seat: int | None) -> None:
    """Let a phone take a free seat, or watch; the seat that it had is free then.

    Raises:
        SeatError: another phone has it.
        StaleError: the phone is not at the table.

    """
    with store.writing() as session:
        row = _guest(session, table_id, device_id)
        holder = None if seat is None else _holder(session, table_id, seat)
        if holder is not None and holder is not row:
            raise SeatTakenError(say("another phone has taken that seat: choose another one, or ask to take it over"))
        row.seat, row.wants = seat, None
        store.announce(session, "door", table_id)


def request_seat(store: Store, table_id: str, device_id: str, seat: int | None) -> None:
    """Note that a phone would like to take over a seat, or would not any more.

    Raises:
        StaleError: the phone is not at the table.

    """
    with store.writing() as session:
        _guest(session, table_id, device_id).wants = seat
        store.announce(session, "door", table_id)


def hand_over_seat(store: Store, table_id: str, device_id: str) -> None:
    """Give a phone the seat that it asked for; who had it watches from then on.

    Raises:
        StaleError: the phone is not at the table, or asks for nothing.

    """
    with store.writing() as session:
        row = _guest(session, table_id, device_id)
        if row.wants is None:
            raise stale()
        holder = _holder(session, table_id, row.wants)
        if holder is not None:
            holder.seat = None
            session.flush()  # one at a time: a seat is never two phones'
        row.seat, row.wants = row.wants, None
        store.announce(session, "door", table_id)


def remove_device(store: Store, table_id: str, device_id: str) -> None:
    """Take a phone from a table; it comes back by the code alone."""
    with store.writing() as session:
        row = session.get(GuestRow, (table_id, device_id))
        if row is not None:
            session.delete(row)
        store.announce(session, "door", table_id)


def _guest(session: Session, table_id: str, device_id: str) -> GuestRow:
    row = session.get(GuestRow, (table_id, device_id), with_for_update=True)
    if row is None:
        raise stale()
    return row


def _holder(session: Session, table_id: str, seat: int) -> GuestRow | None:
    return session.exec(select(GuestRow).where(GuestRow.table_id == table_id, GuestRow.seat == seat)).first()
