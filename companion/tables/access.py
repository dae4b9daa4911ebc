"""Who may do what: the host and everybody who is not refused, and which phones are let in to which table and seat."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.system.limits import MAX_PHONES
from companion.tables import Observers
from scoring.messages import Message, say
from storage.database.errors import StoreError
from storage.repositories import access

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.store_worker import StoreWorker
    from storage.repositories.access import Device, Guest, JoinCode

HOST: Final = "host"
"""The user id of all browsers of the host; everybody undoes their own steps alone."""


class RefusedError(StoreError):
    """A user may not do what they asked for; nothing has changed."""


@dataclass(frozen=True, slots=True)
class User:
    """A user who changes things; `refusal` returns why they may not do so now, `None` where they may."""

    id: str = HOST
    refusal: Callable[[], Message | None] = lambda: None

    def check(self) -> None:
        """Check that they may change something now.

        Raises:
            RefusedError: they may not.

        """
        refusal = self.refusal()
        if refusal is not None:
            raise RefusedError(refusal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The visitor of a page; `phone` is `None` for a browser on this machine."""

    phone: Device | None = None

    @property
    def host(self) -> bool:
        """Whether the visitor may do everything."""
        return self.phone is None or self.phone.host

    @property
    def key(self) -> str:
        """The key of the visitor's screens; it is no secret."""
        return HOST if self.phone is None else self.phone.id

    @property
    def user_id(self) -> str:
        """The id of the user whose steps theirs are; all browsers of the host are one user."""
        return HOST if self.host else self.key


THIS_MACHINE: Final = Visitor()
"""The visitor at a browser on this machine."""

VISITOR: Final[ContextVar[Visitor]] = ContextVar("VISITOR", default=THIS_MACHINE)
"""The visitor of the page that is being served."""

WATCH: Final = "watch"
"""What an address has for somebody who only watches, in the place of a seat, a tab, or the table."""

OUT: Final = say("You are not at this table any more: scan the code that the host's screen shows now")
WATCHING: Final = say("You are watching: take a seat to enter something")


@dataclass(frozen=True, slots=True)
class Guests:
    """The phones at a table in the order in which they came."""

    all: tuple[Guest, ...] = ()

    def of(self, visitor: Visitor) -> Guest | None:
        """Return the guest of a visitor, `None` where the visitor is not at this table."""
        return next((guest for guest in self.all if guest.device_id == visitor.key), None)

    def holder(self, seat: int) -> Guest | None:
        """Return the guest who has a seat, or `None`."""
        return next((guest for guest in self.all if guest.seat == seat), None)

    def number(self, guest: Guest) -> int:
        """Return the number of a phone, which has no name; 1 for the first that came."""
        return self.all.index(guest) + 1

    def refusal(self, visitor: Visitor, seat: int | None, name: str) -> Message | None:
        """Return why a visitor may enter nothing for a seat, or for all seats, `None` where they may.

        `name` is the player in the seat.
        """
        if visitor.host:
            return None
        guest = self.of(visitor)
        if guest is None:
            return OUT
        if guest.seat is None:
            return WATCHING
        holder = None if seat is None else self.holder(seat)
        if holder is None or holder is guest:
            return None
        return say("What {name} has is entered on another phone", name=name)


class TableAccess:
    """The access to all tables, held once for all screens; `observers` hear the id of a table whose guests change."""

    def __init__(self, worker: StoreWorker) -> None:
        """Read the access from a store."""
        self._worker = worker
        self._guests: dict[str, Guests] = {}
        self.observers: Observers[str] = Observers()

    async def visitor(self, token: str) -> Visitor | None:
        """Return the visitor with this token, `None` where no phone was let in with it."""
        phone = await self._worker.run(access.device_with_token, token)
        return None if phone is None else Visitor(phone=phone)

    async def redeem(self, secret: str, token: str, host_token: str | None = None) -> tuple[str, Visitor]:
        """Let a device in by the secret of a join code; return `access.HOST_CODE` or a table id, and the visitor.

        If it becomes the host's, it is known by the `host_token` from then on.

        Raises:
            AccessDeniedError: no join code has this secret, or the table is locked.
            TableFullError: the table has as many phones as it may have.

        """
        where, phone = await self._worker.run(
            access.redeem, secret, token, host_token=host_token, max_guests=MAX_PHONES
        )
        if where != access.HOST_CODE:
            await self.reload(where)
        return where, Visitor(phone=phone)

    def guests(self, table_id: str) -> Guests:
        """Return the phones at a table, as far as they were loaded."""
        return self._guests.get(table_id, Guests())

    def knows(self, table_id: str) -> bool:
        """Return whether the phones at a table were loaded."""
        return table_id in self._guests

    async def load(self, table_id: str) -> Guests:
        """Return the phones at a table, loaded once."""
        if table_id not in self._guests:
            await self.reload(table_id)
        return self._guests[table_id]

    async def reload(self, table_id: str) -> None:
        """Load the phones at a table again, and notify the observers."""
        self._guests[table_id] = Guests(await self._worker.run(access.guests, table_id))
        self.observers.notify(table_id)

    async def reload_all(self) -> None:
        """Reload all tables that were loaded."""
        for table_id in tuple(self._guests):
            await self.reload(table_id)

    async def tables_of(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the ids of the tables that a phone came to, the last one first."""
        return await self._worker.run(access.tables_of_device, visitor.key)

    def refusal(self, visitor: Visitor) -> Message | None:
        """Return why a visitor may enter nothing at any table, `None` where they have a seat or are the host."""
        present = (guests.of(visitor) for guests in self._guests.values())
        seated = any(guest is not None and guest.seat is not None for guest in present)
        return None if visitor.host or seated else WATCHING

    async def sit(self, table_id: str, visitor: Visitor, seat: int | None) -> None:
        """Let a phone take a free seat, or watch.

        Raises:
            SeatTakenError: another phone has it.

        """
        await self._worker.run(access.take_seat, table_id, visitor.key, seat)
        await self.reload(table_id)

    async def ask_for(self, table_id: str, visitor: Visitor, seat: int | None) -> None:
        """Ask the host for a seat that another phone has; `None` takes that back."""
        await self._worker.run(access.request_seat, table_id, visitor.key, seat)
        await self.reload(table_id)

    async def leave(self, table_id: str, visitor: Visitor) -> None:
        """Let a phone leave a table."""
        await self.remove_device(table_id, visitor.key)

    async def join_code(self, code_id: str) -> JoinCode:
        """Return the join code of a table, or the host's with `access.HOST_CODE`.

        Raises:
            StaleError: the table is not in play.

        """
        return await self._worker.run(access.join_code, code_id)

    async def rotate_secret(self, code_id: str) -> JoinCode:
        """Remove all devices, and return the join code with its new secret."""
        code = await self._worker.run(access.rotate_secret, code_id)
        if code_id != access.HOST_CODE:
            await self.reload(code_id)
        return code

    async def lock(self, table_id: str, *, locked: bool) -> JoinCode:
        """Let nobody new in, or let them in again; return the join code."""
        code = await self._worker.run(access.set_locked, table_id, locked=locked)
        await self.reload(table_id)
        return code

    async def free(self, table_id: str, device_id: str) -> None:
        """Free the seat of a phone, which watches from then on."""
        await self._worker.run(access.take_seat, table_id, device_id, None)
        await self.reload(table_id)

    async def hand_over(self, table_id: str, device_id: str) -> None:
        """Give a phone the seat that it asks for."""
        await self._worker.run(access.hand_over_seat, table_id, device_id)
        await self.reload(table_id)

    async def refuse(self, table_id: str, device_id: str) -> None:
        """Refuse a phone the seat that it asks for."""
        await self._worker.run(access.request_seat, table_id, device_id, None)
        await self.reload(table_id)

    async def remove_device(self, table_id: str, device_id: str) -> None:
        """Remove a phone from a table."""
        await self._worker.run(access.remove_device, table_id, device_id)
        await self.reload(table_id)
