"""The doors of the tables as they are now: which phones are in, where they sit, and what each of them may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.tables.visitor import Visitor
from scoring.messages import say
from storage.repositories import access

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.store_worker import StoreWorker
    from scoring.messages import Message
    from storage.repositories.access import Guest, JoinCode

OUT: Final = say("You are not at this table any more: scan the code that the host's screen shows now")
WATCHING: Final = say("You are watching: take a seat to enter something")


@dataclass(frozen=True, slots=True)
class Guests:
    """The phones at a table, the first to come first."""

    all: tuple[Guest, ...] = ()

    def of(self, visitor: Visitor) -> Guest | None:
        """Return the guest that a visitor is."""
        return next((guest for guest in self.all if guest.device_id == visitor.key), None)

    def holder(self, seat: int) -> Guest | None:
        """Return the guest who has a seat."""
        return next((guest for guest in self.all if guest.seat == seat), None)

    def number(self, guest: Guest) -> int:
        """Return the number of a phone, 1 for the first that came; phones have no names."""
        return self.all.index(guest) + 1

    def refusal(self, visitor: Visitor, seat: int | None, name: str) -> Message | None:
        """Return why a visitor may not enter something where a seat's things are shown, or those of all.

        `name` is that of the player in the seat.
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
    """The doors, held once for every screen."""

    def __init__(self, worker: StoreWorker) -> None:
        """Ask a store for them."""
        self._worker = worker
        self._guests: dict[str, Guests] = {}
        self._listeners: list[Callable[[str], None]] = []

    # -- who comes in

    async def visitor(self, token: str) -> Visitor | None:
        """Return who has a token, nobody where it is none of a phone that was let in."""
        phone = await self._worker.run(access.device_with_token, token)
        return None if phone is None else Visitor(phone=phone)

    async def redeem(self, secret: str, token: str) -> tuple[str, Visitor]:
        """Return where a secret leads, `doors.HOST` or the id of a table, and who has come in.

        Raises:
            AccessDeniedError: it leads nowhere, or the door is locked.

        """
        where, phone = await self._worker.run(access.redeem, secret, token)
        if where != access.HOST_CODE:
            await self.reload(where)
        return where, Visitor(phone=phone)

    # -- who is in

    def guests(self, table_id: str) -> Guests:
        """Return the phones at a table that was looked at before."""
        return self._guests.get(table_id, Guests())

    def knows(self, table_id: str) -> bool:
        """Return whether a table was looked at before."""
        return table_id in self._guests

    async def load(self, table_id: str) -> Guests:
        """Return the phones at a table."""
        if table_id not in self._guests:
            await self.reload(table_id)
        return self._guests[table_id]

    async def reload(self, table_id: str) -> None:
        """Take from the store who is at a table, and tell those who want to know."""
        self._guests[table_id] = Guests(await self._worker.run(access.guests, table_id))
        for on_change in tuple(self._listeners):
            on_change(table_id)

    async def reload_all(self) -> None:
        """Do so for every table that was looked at."""
        for table_id in tuple(self._guests):
            await self.reload(table_id)

    def subscribe(self, on_change: Callable[[str], None]) -> Callable[[], None]:
        """Call `on_change` with a table's id when somebody comes, goes or moves, until what is returned is called."""
        self._listeners.append(on_change)
        return lambda: self._listeners.remove(on_change) if on_change in self._listeners else None

    async def tables_of(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the tables that a phone has come to, the last one first."""
        return await self._worker.run(access.tables_of_device, visitor.key)

    def refusal(self, visitor: Visitor) -> Message | None:
        """Return why a visitor may enter nothing at all: no seat at any table is theirs."""
        here = (guests.of(visitor) for guests in self._guests.values())
        return None if visitor.host or any(one is not None and one.seat is not None for one in here) else WATCHING

    # -- what guests do

    async def sit(self, table_id: str, visitor: Visitor, seat: int | None) -> None:
        """Let a phone take a free seat, or watch.

        Raises:
            SeatTakenError: another phone has it.

        """
        await self._worker.run(access.take_seat, table_id, visitor.key, seat)
        await self.reload(table_id)

    async def ask_for(self, table_id: str, visitor: Visitor, seat: int | None) -> None:
        """Ask the host for a seat that another phone has, or take that back."""
        await self._worker.run(access.request_seat, table_id, visitor.key, seat)
        await self.reload(table_id)

    async def leave(self, table_id: str, visitor: Visitor) -> None:
        """Let a phone go."""
        await self.remove_device(table_id, visitor.key)

    # -- what the host does

    async def join_code(self, door_id: str) -> JoinCode:
        """Return the door of a table with its secret, or the host's own.

        Raises:
            StaleError: the table is not in play.

        """
        return await self._worker.run(access.join_code, door_id)

    async def rotate_secret(self, door_id: str) -> JoinCode:
        """Put all phones out, and return the door with its new secret."""
        door = await self._worker.run(access.rotate_secret, door_id)
        if door_id != access.HOST_CODE:
            await self.reload(door_id)
        return door

    async def lock(self, table_id: str, *, locked: bool) -> JoinCode:
        """Let nobody new in, or again."""
        door = await self._worker.run(access.set_locked, table_id, locked=locked)
        await self.reload(table_id)
        return door

    async def free(self, table_id: str, device_id: str) -> None:
        """Let a phone watch, so that its seat is free."""
        await self._worker.run(access.take_seat, table_id, device_id, None)
        await self.reload(table_id)

    async def hand_over(self, table_id: str, device_id: str) -> None:
        """Give a phone the seat that it asks for."""
        await self._worker.run(access.hand_over_seat, table_id, device_id)
        await self.reload(table_id)

    async def refuse(self, table_id: str, device_id: str) -> None:
        """Leave the seat that a phone asks for to whoever has it."""
        await self._worker.run(access.request_seat, table_id, device_id, None)
        await self.reload(table_id)

    async def remove_device(self, table_id: str, device_id: str) -> None:
        """Take a phone from a table."""
        await self._worker.run(access.remove_device, table_id, device_id)
        await self.reload(table_id)
