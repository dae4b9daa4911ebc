"""Access of devices to tables: join codes, the devices that have joined by them, and the seats that they take."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from sqlalchemy import delete
from sqlmodel import Session, col, select

from scoring.messages import counted, say
from storage.database.errors import StoreError
from storage.database.models import DeviceRow, GuestRow, JoinCodeRow, TableRow
from storage.repositories.values import from_row, stale

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.repositories.tables import Store

HOST_CODE: Final = "host"
"""The id of the join code by which a browser on another machine becomes the host's."""

DEVICE_SETTING: Final = "device"
"""The setting with what names this device, and its file in shared folders."""

DEVICES_SETTING: Final = "devices"
"""The setting with the other devices of whoever uses this one, and the keys by which they are known."""

FRIENDS_SETTING: Final = "friends"
"""The setting with what is known of friends' devices, by their numbers.

That is the key, what names the device, the players here who are `me` and `they`, the first `play` that both have, that
play again with the seat there that is mine (`who`), the plays that the device was `given`, and the versions of it that
were `heard`, although others count here. What is missing is not known; "" is nobody.
"""

DEVICE_SETTINGS: Final = (DEVICE_SETTING, DEVICES_SETTING, FRIENDS_SETTING)
"""The settings that no backup has: another device may be made of it."""

SECRET_BYTES: Final = 18
"""The random bytes of a secret: 144 bits, 24 characters of a URL."""

TOKEN_BYTES: Final = 32
"""The random bytes of the token by which a device is recognized."""

FORGET_DEVICE_AFTER: Final = timedelta(days=90)
"""The time after which an unused device is forgotten."""

SEEN_INTERVAL: Final = timedelta(minutes=5)
"""The time between two notes that a device was used."""

AWAY_AFTER: Final = 2 * SEEN_INTERVAL
"""The time after which a device that was not used makes room at a full table, if it has no seat."""


WRONG: Final = say("this code is wrong, or too old: scan the one on the host's screen now")

LOCKED: Final = say("the table is locked: ask the host to unlock it, then scan the code again")


class AccessDeniedError(StoreError):
    """No join code has the secret, or it is `locked`."""

    def __init__(self, *, locked: bool) -> None:
        """Say what helps."""
        super().__init__(LOCKED if locked else WRONG)
        self.locked = locked


class TableFullError(StoreError):
    """As many devices are at the table as may be, and none of them makes room."""


class SeatTakenError(StoreError):
    """Another device has the seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinCode:
    """The join code of a table; `id` is that of the table, or `HOST_CODE`."""

    id: str
    secret: str
    locked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A known device; its id is no secret."""

    id: str
    host: bool
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A device at a table: its seat, `None` if it watches, and the seat that it has asked for (`wants`)."""

    device_id: str
    seat: int | None
    wants: int | None
    since: datetime


def new_token() -> str:
    """Return a new token for a device."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def join_code(store: Store, code_id: str) -> JoinCode:
    """Return the join code of a table in play, or of the host; make its secret if there is none.

    Raises:
        StaleError: the table is not in play.

    """
    with store.writing() as session:
        return from_row(JoinCode, _code_row(session, code_id))


def rotate_secret(store: Store, code_id: str) -> JoinCode:
    """Give a join code a new secret, and remove all devices that joined by the old one."""
    with store.writing() as session:
        row = _code_row(session, code_id)
        row.secret = _secret()
        if code_id == HOST_CODE:
            for device in session.exec(select(DeviceRow).where(col(DeviceRow.host).is_(True))):
                device.host = False
        else:
            session.connection().execute(delete(GuestRow).where(col(GuestRow.table_id) == code_id))
        store.announce(session, "door", code_id)
        return from_row(JoinCode, row)


def set_locked(store: Store, table_id: str, *, locked: bool) -> JoinCode:
    """Lock or unlock a join code: nobody new joins while it is locked."""
    with store.writing() as session:
        row = _code_row(session, table_id)
        row.locked = locked
        store.announce(session, "door", table_id)
        return from_row(JoinCode, row)


def _code_row(session: Session, code_id: str) -> JoinCodeRow:
    if code_id != HOST_CODE and not _runs(session, code_id):
        raise stale()
    row = session.get(JoinCodeRow, code_id, with_for_update=True)
    if row is None:
        row = JoinCodeRow(id=code_id, secret=_secret())
        session.add(row)
    return row


def _secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def _runs(session: Session, table_id: str) -> bool:
    table = session.get(TableRow, table_id)
    return table is not None and table.state == "running"


def redeem(
    store: Store, secret: str, device_token: str, *, host_token: str | None = None, max_guests: int | None = None
) -> tuple[str, Device]:
    """Join by a secret; return the id of the join code and the device, a new one if the token is new.

    A device that becomes the host's is known by the `host_token` alone from then on: somebody else may know the one
    that it came with. Of more than `max_guests` at a table, those without a seat that were away longest make room.

    Raises:
        AccessDeniedError: no join code has the secret, or it is locked and the device has not joined before.
        TableFullError: the table has as many guests as it may have, and nobody makes room.

    """
    with store.writing() as session:
        row = _code_with_secret(session, secret)
        device = _device_row(session, device_token)
        inside = device is not None and session.get(GuestRow, (row.id, device.id)) is not None
        if row.locked and not inside:
            raise AccessDeniedError(locked=True)
        now = store.now()
        if row.id != HOST_CODE and not inside and max_guests is not None:
            _make_room(session, row, max_guests, now - AWAY_AFTER)
        if device is None:
            device = DeviceRow(id=uuid4().hex, token=_hashed(device_token), settings={}, seen=now)
            session.add(device)
            session.flush()
        device.seen = now
        if row.id == HOST_CODE:
            device.host = True
            if host_token is not None:
                device.token = _hashed(host_token)
        elif not inside:
            session.add(GuestRow(table_id=row.id, device_id=device.id, since=now))
        store.announce(session, "door", row.id)
        return row.id, from_row(Device, device)


def _code_with_secret(session: Session, secret: str) -> JoinCodeRow:
    """Return the join code with a secret; the time that this takes reveals nothing about secrets."""
    match = None
    asked = _plain(secret)
    for row in session.exec(select(JoinCodeRow)).all():
        if hmac.compare_digest(_plain(row.secret), asked):
            match = row
    if match is None or (match.id != HOST_CODE and not _runs(session, match.id)):
        raise AccessDeniedError(locked=False)
    return match


def _make_room(session: Session, code: JoinCodeRow, max_guests: int, away_since: datetime) -> None:
    """Make room for one more at a table: guests without a seat go, the longest unseen first."""
    session.refresh(code, with_for_update=True)  # of two who come at the same time, one has to wait
    asked = select(GuestRow, DeviceRow.seen).join(DeviceRow).where(GuestRow.table_id == code.id)
    rows = session.exec(asked.order_by(col(DeviceRow.seen), col(GuestRow.since))).all()
    players = _players(session, code.id).values()
    away = [guest for guest, seen in rows if guest.player not in players and seen < away_since]
    too_many = max(0, len(rows) + 1 - max_guests)
    if too_many > len(away):
        message = counted(
            max_guests,
            "{number} phone is at this table, which is the most: ask the host to remove it, then scan the code again",
            "{number} phones are at this table, which is the most: ask the host to remove one, then scan the code "
            "again",
        )
        raise TableFullError(message)
    for guest in away[:too_many]:
        session.delete(guest)


def device_with_token(store: Store, device_token: str) -> Device | None:
    """Return the device with a token, or `None`; note that it was used."""
    with store.reading() as session:
        row = _device_row(session, device_token)
    if row is not None and store.now() - row.seen > SEEN_INTERVAL:
        with suppress(StoreError), store.writing() as session:  # the device is known even if nothing can be written
            session.get_one(DeviceRow, row.id).seen = store.now()
    return None if row is None else from_row(Device, row)


def device(store: Store, device_id: str) -> Device | None:
    """Return the device with an id, or `None`."""
    with store.reading() as session:
        row = session.get(DeviceRow, device_id)
        return None if row is None else from_row(Device, row)


def set_device_setting(store: Store, device_id: str, key: str, value: object) -> None:
    """Store a setting of a device; any JSON."""
    with store.writing() as session:
        row = session.get(DeviceRow, device_id, with_for_update=True)
        if row is not None:
            row.settings = {**row.settings, key: value}


def _device_row(session: Session, device_token: str) -> DeviceRow | None:
    asked = select(DeviceRow).where(DeviceRow.token == _hashed(device_token))
    return session.exec(asked).first()


def _hashed(device_token: str) -> str:
    return hashlib.sha256(_plain(device_token)).hexdigest()


def _plain(said: str) -> bytes:
    """Return the bytes of any text that somebody has sent."""
    return said.encode(errors="surrogatepass")


def forget_unused_devices(store: Store) -> None:
    """Forget devices that were not used for long, and the seats at tables that are not in play any more."""
    long_ago = store.now() - FORGET_DEVICE_AFTER
    gone = select(DeviceRow.id).where(col(DeviceRow.seen) < long_ago)
    over = select(TableRow.id).where(TableRow.state != "running", col(TableRow.changed) < long_ago)
    with store.writing() as session:
        run = session.connection().execute
        run(delete(GuestRow).where(col(GuestRow.device_id).in_(gone)))
        run(delete(GuestRow).where(col(GuestRow.table_id).in_(over)))
        run(delete(DeviceRow).where(col(DeviceRow.seen) < long_ago))
        run(delete(JoinCodeRow).where(col(JoinCodeRow.id).in_(over)))


def guests(store: Store, table_id: str) -> tuple[Guest, ...]:
    """Return the devices at a table, in the order in which they joined; whose player is gone is watching."""
    with store.reading() as session:
        asked = select(GuestRow).where(GuestRow.table_id == table_id)
        rows = session.exec(asked.order_by(col(GuestRow.since), col(GuestRow.device_id))).all()
        seats: Mapping[Any, int] = {player: seat for seat, player in _players(session, table_id).items()}
        return tuple(from_row(Guest, row, seat=seats.get(row.player), wants=seats.get(row.wants)) for row in rows)


def _players(session: Session, table_id: str) -> Mapping[Any, int]:
    """Return the ids of the players at a table, by seat."""
    content = session.exec(select(TableRow.content).where(TableRow.id == table_id)).first()
    extras = {"seats": ()} if content is None else content["extras"]
    seats = range(len(extras["seats"]))
    return dict(zip(seats, extras.get("ids") or seats, strict=False))


def tables_of_device(store: Store, device_id: str) -> tuple[str, ...]:
    """Return the ids of the tables that a device has joined, latest first."""
    with store.reading() as session:
        asked = select(GuestRow.table_id).where(GuestRow.device_id == device_id)
        return tuple(session.exec(asked.order_by(col(GuestRow.since).desc())))


def take_seat(store: Store, table_id: str, device_id: str, seat: int | None) -> None:
    """Give a device a free seat, or let it watch; its former seat becomes free.

    Raises:
        SeatTakenError: another device has the seat.
        StaleError: the device is not at the table.

    """
    with store.writing() as session:
        row = _guest(session, table_id, device_id)
        player = _players(session, table_id).get(seat)
        holder = None if player is None else _holder(session, table_id, player)
        if holder is not None and holder is not row:
            raise SeatTakenError(say("another phone has taken that seat: choose another one, or ask for it"))
        row.player, row.wants = player, None
        store.announce(session, "door", table_id)


def request_seat(store: Store, table_id: str, device_id: str, seat: int | None) -> None:
    """Note that a device asks for a seat, or withdraw that.

    Raises:
        StaleError: the device is not at the table.

    """
    with store.writing() as session:
        _guest(session, table_id, device_id).wants = _players(session, table_id).get(seat)
        store.announce(session, "door", table_id)


def hand_over_seat(store: Store, table_id: str, device_id: str) -> None:
    """Give a device the seat that it has asked for; the device that had it watches.

    Raises:
        StaleError: the device is not at the table, or asks for no seat.

    """
    with store.writing() as session:
        row = _guest(session, table_id, device_id)
        if row.wants is None:
            raise stale()
        holder = _holder(session, table_id, row.wants)
        if holder is not None:
            holder.player = None
            session.flush()  # one at a time: a seat is never two phones'
        row.player, row.wants = row.wants, None
        store.announce(session, "door", table_id)


def remove_device(store: Store, table_id: str, device_id: str) -> None:
    """Remove a device from a table; it can join again by the code."""
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


def _holder(session: Session, table_id: str, player: int) -> GuestRow | None:
    return session.exec(select(GuestRow).where(GuestRow.table_id == table_id, GuestRow.player == player)).first()
