"""The doors of the tables as they are now: which phones are in, where they sit, and what each of them may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.visitors import Visitor
from scoring.messages import say
from storage import doors

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.keeper import Keeper
    from scoring.messages import Message
    from storage.doors import Door, Guest

OUT: Final = say("You are not at this table any more: scan the code that the host's screen shows now")
WATCHING: Final = say("You are watching: take a seat to enter something")


@dataclass(frozen=True, slots=True)
class Guests:
    """The phones at a table, the first to come first."""

    all: tuple[Guest, ...] = ()

    def of(self, visitor: Visitor) -> Guest | None:
        """Return the guest that a visitor is."""
        return next((guest for guest in self.all if guest.phone_id == visitor.key), None)

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


class Doors:
    """The doors, held once for every screen."""

    def __init__(self, keeper: Keeper) -> None:
        """Ask a store for them."""
        self._keeper = keeper
        self._guests: dict[str, Guests] = {}
        self._watching: list[Callable[[str], None]] = []

    # -- who comes in

    async def visitor(self, token: str) -> Visitor | None:
        """Return who has a token, nobody where it is none of a phone that was let in."""
        phone = await self._keeper.ask(doors.phone_of, token)
        return None if phone is None else Visitor(phone=phone)

    async def enter(self, secret: str, token: str) -> tuple[str, Visitor]:
        """Return where a secret leads, `doors.HOST` or the id of a table, and who has come in.

        Raises:
            NotLetInError: it leads nowhere, or the door is locked.

        """
        where, phone = await self._keeper.ask(doors.enter, secret, token)
        if where != doors.HOST:
            await self.look_again(where)
        return where, Visitor(phone=phone)

    # -- who is in

    def guests(self, table_id: str) -> Guests:
        """Return the phones at a table that was looked at before."""
        return self._guests.get(table_id, Guests())

    def knows(self, table_id: str) -> bool:
        """Return whether a table was looked at before."""
        return table_id in self._guests

    async def look(self, table_id: str) -> Guests:
        """Return the phones at a table."""
        if table_id not in self._guests:
            await self.look_again(table_id)
        return self._guests[table_id]

    async def look_again(self, table_id: str) -> None:
        """Take from the store who is at a table, and tell those who want to know."""
        self._guests[table_id] = Guests(await self._keeper.ask(doors.guests, table_id))
        for told in tuple(self._watching):
            told(table_id)

    async def look_at_all_again(self) -> None:
        """Do so for every table that was looked at."""
        for table_id in tuple(self._guests):
            await self.look_again(table_id)

    def watch(self, told: Callable[[str], None]) -> Callable[[], None]:
        """Call `told` with a table's id when somebody comes, goes or moves, until what is returned is called."""
        self._watching.append(told)
        return lambda: self._watching.remove(told) if told in self._watching else None

    async def tables_of(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the tables that a phone has come to, the last one first."""
        return await self._keeper.ask(doors.tables_of, visitor.key)

    def refusal(self, visitor: Visitor) -> Message | None:
        """Return why a visitor may enter nothing at all: no seat at any table is theirs."""
        here = (guests.of(visitor) for guests in self._guests.values())
        return None if visitor.host or any(one is not None and one.seat is not None for one in here) else WATCHING

    # -- what guests do

    async def sit(self, table_id: str, visitor: Visitor, seat: int | None) -> None:
        """Let a phone take a free seat, or watch.

        Raises:
            SeatError: another phone has it.

        """
        await self._keeper.ask(doors.sit, table_id, visitor.key, seat)
        await self.look_again(table_id)

    async def ask_for(self, table_id: str, visitor: Visitor, seat: int | None) -> None:
        """Ask the host for a seat that another phone has, or take that back."""
        await self._keeper.ask(doors.ask_for, table_id, visitor.key, seat)
        await self.look_again(table_id)

    async def leave(self, table_id: str, visitor: Visitor) -> None:
        """Let a phone go."""
        await self.put_out(table_id, visitor.key)

    # -- what the host does

    async def door(self, door_id: str) -> Door:
        """Return the door of a table with its secret, or the host's own.

        Raises:
            StaleError: the table is not in play.

        """
        return await self._keeper.ask(doors.door, door_id)

    async def renew(self, door_id: str) -> Door:
        """Put all phones out, and return the door with its new secret."""
        door = await self._keeper.ask(doors.renew, door_id)
        if door_id != doors.HOST:
            await self.look_again(door_id)
        return door

    async def lock(self, table_id: str, *, locked: bool) -> Door:
        """Let nobody new in, or again."""
        door = await self._keeper.ask(doors.lock, table_id, locked=locked)
        await self.look_again(table_id)
        return door

    async def free(self, table_id: str, phone_id: str) -> None:
        """Let a phone watch, so that its seat is free."""
        await self._keeper.ask(doors.sit, table_id, phone_id, None)
        await self.look_again(table_id)

    async def hand_over(self, table_id: str, phone_id: str) -> None:
        """Give a phone the seat that it asks for."""
        await self._keeper.ask(doors.hand_over, table_id, phone_id)
        await self.look_again(table_id)

    async def refuse(self, table_id: str, phone_id: str) -> None:
        """Leave the seat that a phone asks for to whoever has it."""
        await self._keeper.ask(doors.ask_for, table_id, phone_id, None)
        await self.look_again(table_id)

    async def put_out(self, table_id: str, phone_id: str) -> None:
        """Take a phone from a table."""
        await self._keeper.ask(doors.put_out, table_id, phone_id)
        await self.look_again(table_id)
