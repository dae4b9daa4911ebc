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
from storage.reports import StoreError
from storage.rows import DoorRow, GuestRow, PhoneRow, TableRow
from storage.values import stale, taken

if TYPE_CHECKING:
    from datetime import datetime

    from sqlmodel import Session

    from storage.store import Store

HOST: Final = "host"
"""The door by which a browser on another machine becomes the host's own."""

SECRET: Final = 18
"""How many random bytes a secret has: 144 bits, and 24 letters of an address."""

TOKEN: Final = 32
"""How many random bytes the token has by which a phone is known again."""

FORGOTTEN: Final = timedelta(days=90)
"""How long a phone that does not come back is known."""

NOTED_AGAIN: Final = timedelta(days=1)
"""After how long it is noted again that a phone came back: not each time that it asks for something."""


class NotLetInError(StoreError):
    """A secret opens no door, or a locked one; `locked` tells which."""

    def __init__(self, *, locked: bool) -> None:
        """Say what helps."""
        wrong = "this code is not right, or not any more: scan the one that the host's screen shows now"
        closed = "the table is locked: ask the host to unlock it, and scan the code again"
        super().__init__(say(closed if locked else wrong))
        self.locked = locked


class SeatError(StoreError):
    """The seat is another phone's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The way to a table: `id` is that of the table, or `HOST`."""

    id: str
    secret: str
    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """A phone that is known; its id is no secret."""

    id: str
    host: bool
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A phone at a table: its seat, nothing where it watches, and the seat that it would like to take over."""

    phone_id: str
    seat: int | None
    wants: int | None
    since: datetime


def token() -> str:
    """Return a new token for a phone."""
    return secrets.token_urlsafe(TOKEN)


def door(store: Store, door_id: str) -> Door:
    """Return the way to a running table, or the host's own; its secret is made when it is asked for first.

    Raises:
        StaleError: there is no such table in play.

    """
    with store.writing() as session:
        return taken(Door, _door(session, door_id))


def renew(store: Store, door_id: str) -> Door:
    """Return a door with a new secret, after all who came by the old one were put out."""
    with store.writing() as session:
        row = _door(session, door_id)
        row.secret = _secret()
        if door_id == HOST:
            session.connection().execute(update(PhoneRow).values(host=False))
        else:
            session.connection().execute(delete(GuestRow).where(col(GuestRow.table_id) == door_id))
        store.announce(session, "door", door_id)
        return taken(Door, row)


def lock(store: Store, table_id: str, *, locked: bool) -> Door:
    """Return the door to a table, locked so that nobody new comes in, or not."""
    with store.writing() as session:
        row = _door(session, table_id)
        row.locked = locked
        store.announce(session, "door", table_id)
        return taken(Door, row)


def _door(session: Session, door_id: str) -> DoorRow:
    if door_id != HOST and not _runs(session, door_id):
        raise stale()
    row = session.get(DoorRow, door_id, with_for_update=True)
    if row is None:
        row = DoorRow(id=door_id, secret=_secret())
        session.add(row)
    return row


def _secret() -> str:
    return secrets.token_urlsafe(SECRET)


def _runs(session: Session, table_id: str) -> bool:
    table = session.get(TableRow, table_id)
    return table is not None and table.state == "running"


# -- phones


def enter(store: Store, secret: str, phone_token: str) -> tuple[str, Phone]:
    """Return where a secret leads, and the phone that has come in by it: a new one, or the one of the token.

    Raises:
        NotLetInError: the secret opens nothing, or the door is locked for a phone that is not in.

    """
    with store.writing() as session:
        row = _opened(session, secret)
        phone = _known(session, phone_token)
        inside = phone is not None and session.get(GuestRow, (row.id, phone.id)) is not None
        if row.locked and not inside:
            raise NotLetInError(locked=True)
        now = store.now()
        if phone is None:
            phone = PhoneRow(id=uuid4().hex, token=_hashed(phone_token), settings={}, seen=now)
            session.add(phone)
            session.flush()
        phone.seen = now
        if row.id == HOST:
            phone.host = True
        elif not inside:
            session.add(GuestRow(table_id=row.id, phone_id=phone.id, since=now))
        store.announce(session, "door", row.id)
        return row.id, taken(Phone, phone)


def _opened(session: Session, secret: str) -> DoorRow:
    """Return the door that a secret opens; how long that takes says nothing about the secrets."""
    found = None
    asked = _plain(secret)
    for row in session.exec(select(DoorRow)):
        if hmac.compare_digest(_plain(row.secret), asked):
            found = row
    if found is None or (found.id != HOST and not _runs(session, found.id)):
        raise NotLetInError(locked=False)
    return found


def phone_of(store: Store, phone_token: str) -> Phone | None:
    """Return the phone that a token belongs to, and note that it came back."""
    with store.reading() as session:
        row = _known(session, phone_token)
    if row is not None and store.now() - row.seen > NOTED_AGAIN:
        with store.writing() as session:
            session.connection().execute(update(PhoneRow).where(col(PhoneRow.id) == row.id).values(seen=store.now()))
    return None if row is None else taken(Phone, row)


def set_of_phone(store: Store, phone_id: str, key: str, value: object) -> None:
    """Keep how a phone likes its screens; any JSON."""
    with store.writing() as session:
        row = session.get(PhoneRow, phone_id, with_for_update=True)
        if row is not None:
            row.settings = {**row.settings, key: value}


def _known(session: Session, phone_token: str) -> PhoneRow | None:
    return session.exec(select(PhoneRow).where(PhoneRow.token == _hashed(phone_token))).first()


def _hashed(phone_token: str) -> str:
    return hashlib.sha256(_plain(phone_token)).hexdigest()


def _plain(said: str) -> bytes:
    """Return the bytes of what somebody sent, whatever it is."""
    return said.encode(errors="surrogatepass")


def forget(store: Store) -> None:
    """Forget the phones that have not come back for long, and who sat at tables that are not in play any more."""
    long_ago = store.now() - FORGOTTEN
    gone = select(PhoneRow.id).where(col(PhoneRow.seen) < long_ago)
    over = select(TableRow.id).where(TableRow.state != "running", col(TableRow.changed) < long_ago)
    with store.writing() as session:
        run = session.connection().execute
        run(delete(GuestRow).where(col(GuestRow.phone_id).in_(gone)))
        run(delete(GuestRow).where(col(GuestRow.table_id).in_(over)))
        run(delete(PhoneRow).where(col(PhoneRow.seen) < long_ago))
        run(delete(DoorRow).where(col(DoorRow.id).in_(over)))


# -- seats


def guests(store: Store, table_id: str) -> tuple[Guest, ...]:
    """Return the phones at a table, the first to come first."""
    with store.reading() as session:
        asked = select(GuestRow).where(GuestRow.table_id == table_id)
        rows = session.exec(asked.order_by(col(GuestRow.since), col(GuestRow.phone_id)))
        return tuple(taken(Guest, row) for row in rows)


def tables_of(store: Store, phone_id: str) -> tuple[str, ...]:
    """Return the tables that a phone has come to, the last one first."""
    with store.reading() as session:
        asked = select(GuestRow.table_id).where(GuestRow.phone_id == phone_id)
        return tuple(session.exec(asked.order_by(col(GuestRow.since).desc())))


def sit(store: Store, table_id: str, phone_id: str, seat: int | None) -> None:
    """Let a phone take a free seat, or watch; the seat that it had is free then.

    Raises:
        SeatError: another phone has it.
        StaleError: the phone is not at the table.

    """
    with store.writing() as session:
        row = _guest(session, table_id, phone_id)
        holder = None if seat is None else _holder(session, table_id, seat)
        if holder is not None and holder is not row:
            raise SeatError(say("another phone has taken that seat: choose another one, or ask to take it over"))
        row.seat, row.wants = seat, None
        store.announce(session, "door", table_id)


def ask_for(store: Store, table_id: str, phone_id: str, seat: int | None) -> None:
    """Note that a phone would like to take over a seat, or would not any more.

    Raises:
        StaleError: the phone is not at the table.

    """
    with store.writing() as session:
        _guest(session, table_id, phone_id).wants = seat
        store.announce(session, "door", table_id)


def hand_over(store: Store, table_id: str, phone_id: str) -> None:
    """Give a phone the seat that it asked for; who had it watches from then on.

    Raises:
        StaleError: the phone is not at the table, or asks for nothing.

    """
    with store.writing() as session:
        row = _guest(session, table_id, phone_id)
        if row.wants is None:
            raise stale()
        holder = _holder(session, table_id, row.wants)
        if holder is not None:
            holder.seat = None
            session.flush()  # one at a time: a seat is never two phones'
        row.seat, row.wants = row.wants, None
        store.announce(session, "door", table_id)


def put_out(store: Store, table_id: str, phone_id: str) -> None:
    """Take a phone from a table; it comes back by the code alone."""
    with store.writing() as session:
        row = session.get(GuestRow, (table_id, phone_id))
        if row is not None:
            session.delete(row)
        store.announce(session, "door", table_id)


def _guest(session: Session, table_id: str, phone_id: str) -> GuestRow:
    row = session.get(GuestRow, (table_id, phone_id), with_for_update=True)
    if row is None:
        raise stale()
    return row


def _holder(session: Session, table_id: str, seat: int) -> GuestRow | None:
    return session.exec(select(GuestRow).where(GuestRow.table_id == table_id, GuestRow.seat == seat)).first()
