"""All tables of this process, held once for all screens, and the changes of other processes that are taken up."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing, suppress
from copy import copy
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from companion.system import machine, now
from companion.system.machine import offload
from companion.tables import History, Observers
from companion.tables.access import THIS_MACHINE, RefusedError, TableAccess, Visitor
from companion.tables.attempt import Version, taking
from companion.tables.live_table import LiveTable
from companion.tables.replay import table_after
from companion.tables.state import TableState, state_of
from scoring import GAMES
from scoring.messages import Message, say
from scoring.sheet import of_members
from storage.backup import backups, mending
from storage.backup.slices import ChangedError, backup_in_slices
from storage.database.connections import EVERYTHING, NotificationListener
from storage.database.errors import DAMAGED_ROW, DamagedDatabaseError, StoreError
from storage.documents import codec
from storage.documents.codec import DocumentError
from storage.repositories import history, people, plays
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from storage.repositories.values import StaleError, StoredTable, game_key, game_of, stale

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from companion.tables.my_copy import MyCopy
    from companion.tables.store_worker import StoreWorker
    from storage.backup.backups import Backup
    from storage.repositories.play_content import StoredPlay

NOT_ALL_SAVED: Final = say("Not everything is saved yet: do that again later")

HOST_ALONE: Final = say("Only the host starts, finishes and removes tables")

UNSAVED: Final = say("The last backup could not be made: {why}.")


class Tables:
    """The tables in play."""

    def __init__(self, worker: StoreWorker, copies: Mapping[str, MyCopy], *, where: str, folder: Path) -> None:
        """Hold the tables of a store at `where`, "" in a browser, with my copy of each game.

        Backups lie in `folder`; `unsaved` says what was wrong with the last one. `begins` hear the id of each table
        that is taken up here, or was changed elsewhere, `ends` of each that is not in play any more, `restored` that
        all data are those of a backup now.
        """
        self.where = where
        self.folder = folder
        self.unsaved: Message | None = None
        self._is_due = False
        self._hurry = asyncio.Event()
        self._backing_up: asyncio.Task[None] | None = None
        self.history: Final = History()
        self.worker = worker
        self.copies = copies
        self.access = TableAccess(worker)
        self._live: dict[str, LiveTable] = {}
        self.begins: Observers[[str]] = Observers()
        self.ends: Observers[[str]] = Observers()
        self.restored: Observers[[]] = Observers()
        self._visitor = THIS_MACHINE

    def as_user(self, visitor: Visitor) -> Tables:
        """Return the same tables for a phone of a guest, who may do what the seat allows."""
        view = copy(self)
        view._visitor = visitor  # noqa: SLF001 - it is one of these itself
        view.copies = {
            game: copies.as_user(lambda: self.access.refusal(visitor)) for game, copies in self.copies.items()
        }
        return view

    def _check_host(self) -> None:
        if not self._visitor.host:
            raise RefusedError(HOST_ALONE)

    def at_hand(self, table_id: str) -> LiveTable | None:
        """Return a table that is open, or `None`."""
        live = self._live.get(table_id)
        return live if live is None or self._visitor.host else self.for_place(live, None)

    def for_place(self, live: LiveTable, seat: int | None) -> LiveTable:
        """Return a table for a screen of this visitor that is about a seat, or about all seats."""
        visitor = self._visitor
        if visitor.host:
            return live
        name = "" if seat is None else live.state.table.players[seat].name
        return live.as_user(visitor.user_id, lambda: self.access.guests(live.id).refusal(visitor, seat, name))

    async def open(self, table_id: str) -> LiveTable | None:
        """Return the table in play with this id, `None` where there is none.

        Raises:
            codec.DocumentError: what is stored of it cannot be read.

        """
        at_hand = self.at_hand(table_id)
        if at_hand is not None:
            await at_hand.ready()
            return at_hand
        stored = await self.worker.run(Store.table, table_id)
        if stored is None or stored.state != "running":
            return None
        game = game_of(stored.game)
        if game is None or game.key not in self.copies:
            return None
        play = await self.worker.run(plays.play, table_id)  # a play has the id of its table
        self._take_up(stored, Version(game, state_of(game, stored.content)))
        self._live[table_id].reopened = play is not None and play.reopened
        await self.reload(table_id)  # what another process saved before the table was open here was not noted
        return await self.open(table_id)

    def _take_up(self, stored: StoredTable, version: Version) -> None:
        copies = self.copies[version.game.key]
        live = LiveTable(stored, version, self.worker, copies, lambda: self.access.reload(stored.id))
        self._live.setdefault(stored.id, live)
        self.begins.notify(stored.id)

    def opened(self) -> tuple[str, ...]:
        """Return the ids of the tables that are open here."""
        return tuple(self._live)

    async def reload(self, table_id: str) -> None:
        """Take up what other processes have saved of a table that is open here, or whose phones are shown here.

        Raises:
            codec.DocumentError: what is stored of it cannot be read.

        """
        live = self._live.get(table_id)
        if live is None:
            self.begins.notify(table_id)
            if self.access.knows(table_id):
                await self.access.reload(table_id)
            return
        await live.reload()
        if live.ended:
            self._live.pop(table_id, None)

    async def begin(
        self, key: str, state: TableState[Any], table_id: str | None = None, before: Version | None = None
    ) -> str:
        """Begin a table of the game with a key, remember its players, and return its id: the one that it has elsewhere.

        What is as in the version `before` is not worked out again.

        Raises:
            RefusedError: the visitor is not the host.
            StaleError: a table with this id is here.

        """
        self._check_host()
        version = Version(GAMES[game_key(key)], state, before)
        with taking() as keep:
            stored = await self.worker.run(Store.begin, key, version.stored, table_id)
            keep()
        self._take_up(stored, version)
        players = [
            (name, style.colour.value, style.shape.value)
            for player, style in zip(state.table.players, state.extras.seats, strict=True)
            for name in getattr(player, "members", None) or (player.name,)
        ]
        await self.worker.run(people.remember_players, players)
        return stored.id

    async def finish(self, live: LiveTable) -> StoredPlay:
        """Make a play of a table that can be scored.

        Raises:
            RefusedError: the visitor is not the host.
            StaleError: it is not in play any more, or cannot be scored any more.

        """
        self._check_host()
        with taking() as keep:
            play = await self._finished(live)
            keep()
        self._ended(live.id)
        self.back_up_soon()
        return play

    async def finish_unchanged(self, live: LiveTable) -> None:
        """Finish a reopened table as its play is, unless something was changed, or a screen still shows it."""
        self._check_host()
        await live.saved()
        if live.observers or live.ended or self.worker.waiting.unsaved is not None:
            return
        if await self.worker.run(plays.finish_unchanged, live.id):
            self._ended(live.id)
            self.history.notify()

    async def _finished(self, live: LiveTable) -> StoredPlay:
        """Make a play of a table, with what phones have changed meanwhile."""
        revision = live.revision
        await self._check_saved(live)
        if live.revision != revision and live.problems:
            raise stale()
        while True:
            revision = live.revision
            scored = of_members(live.game.score(live.state.table), live.state.table)
            sheet = codec.score_result(live.game, scored)
            try:
                return await self.worker.run(plays.finish, live.id, sheet, revision)
            except StaleError:
                await live.reload()
                if live.ended or live.revision == revision or live.problems:
                    raise

    async def _check_saved(self, live: LiveTable) -> None:
        """Wait for what is being saved of a table that is to end.

        Raises:
            StoreError: that takes too long; more may be entered until it is saved.

        """
        if self.worker.waiting.unsaved is not None:
            raise StoreError(NOT_ALL_SAVED)
        await live.saved()

    def back_up_soon(self) -> None:
        """Make a backup that nobody has to wait for: at once, or where there is one thread alone after a rest."""
        self._is_due = True
        if self._backing_up is None or self._backing_up.done():
            self._backing_up = asyncio.get_running_loop().create_task(self._back_up_at_rest())

    async def _back_up_at_rest(self) -> None:
        while self._is_due:
            while (left := self.worker.asked_at + machine.REST_S - monotonic()) > 0 and not self._hurry.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), left)
            self._is_due = False
            await self.back_up()

    def hurry(self) -> None:
        """Make a backup that is due without waiting for a rest: nobody looks."""
        self._hurry.set()

    def take_time(self) -> None:
        """Wait for a rest again."""
        self._hurry.clear()

    async def backed_up(self) -> None:
        """Make a backup that is due now, as the app ends."""
        self.hurry()
        if self._backing_up is not None:
            await self._backing_up

    async def catch_up(self) -> None:
        """Make the backup soon that the newest play lacks: the app was ended before it was made."""
        newest = (await self.worker.run(history.page, Filter(), 1)).plays
        made = next(iter(backups.backups(self.folder)), None)
        if newest and (made is None or made.at < newest[0].finished):
            self.back_up_soon()

    async def back_up(self) -> None:
        """Make a backup, and thin out the older ones; remember why where that fails."""
        try:
            file = await self.worker.run(lambda store: store.file)
            if file is None:
                made = await self.worker.run(_backed_up, self.folder)
            elif machine.REST_S:
                made = await self._backed_up_in_slices(file)
            else:
                made = await offload(_backed_up, file, self.folder)  # a file can be read while others write it
            self.unsaved = None if made.whole else DAMAGED_ROW
        except ChangedError:
            self._is_due = True
        except StoreError as error:
            self.unsaved = replace(UNSAVED, values={"why": error.message})

    async def _backed_up_in_slices(self, file: Path) -> Backup:
        """Make a backup bit by bit, so that a tap meanwhile does not wait for it; in one go where nobody looks.

        Raises:
            ChangedError: something was entered meanwhile.
            StoreError: it could not be made.

        """
        at = now().astimezone()
        slices = backup_in_slices(file, self.folder, at)
        with closing(slices):
            while True:
                try:
                    next(slices)
                except StopIteration as end:
                    made: Backup = end.value
                    backups.thin(self.folder, at)
                    return made
                if not self._hurry.is_set():
                    await asyncio.sleep(0)

    async def remove(self, table_id: str) -> None:
        """Take a running table off the list; `restore` brings it back."""
        self._check_host()
        live = self._live.get(table_id)
        if live is not None:
            await self._check_saved(live)
        await self.worker.run(Store.set_state, table_id, "removed")
        self._ended(table_id)

    def _ended(self, table_id: str) -> None:
        self.ends.notify(table_id)
        live = self._live.pop(table_id, None)
        if live is not None:
            live.end()

    async def restore(self, table_id: str) -> None:
        """Restore a table that was removed."""
        self._check_host()
        await self.worker.run(Store.set_state, table_id, "running")

    async def play_of(self, table_id: str) -> str | None:
        """Return the id of the play that a table became, or `None`."""
        return await self.worker.run(plays.play_of_table, table_id)

    async def reload_all(self) -> None:
        """Mend what is damaged, and load everything again, after the store was restored from another file."""
        await self.worker.run(mending.mend, self.folder, table_after)
        opened = list(self._live.values())
        self._live.clear()
        self.restored.notify()
        await self.reload_copies()
        await self.access.reload_all()
        for live in opened:
            live.end()  # its screens open it anew

    async def reload_copies(self) -> None:
        """Load my copies again."""
        for copies in self.copies.values():
            await copies.reload()


def _backed_up(of: Store | Path, folder: Path) -> Backup:
    at = now().astimezone()
    made = backups.backup(of, folder, at)
    backups.thin(folder, at)
    return made


LOG: Final = logging.getLogger("tessera")

RETRY_AFTER_S: Final = 1.0
"""Seconds until the database is asked again after an error."""


class ChangeSync:
    """Notes changes in the thread of a listener, and takes them up in the event loop of the screens."""

    def __init__(self, tables: Tables, settings: dict[str, Any]) -> None:
        """Keep these tables and settings up to date."""
        self._tables = tables
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._left: dict[tuple[str, str], None] = {}
        self._task: asyncio.Task[None] | None = None
        self._listener: NotificationListener | None = None

    @classmethod
    async def begin(cls, tables: Tables, settings: dict[str, Any]) -> ChangeSync:
        """Listen from now on; a database in a file has no other processes to listen to."""
        sync = cls(tables, settings)
        sync._listener = await tables.worker.run(Store.listen, sync.note)
        return sync

    def close(self) -> None:
        """Listen no more."""
        if self._listener is not None:
            self._listener.close()

    def note(self, what: str, which: str) -> None:
        """Note in any thread that something has changed: its kind, and its id."""
        with suppress(RuntimeError):  # the loop is closed: nobody is served any more
            self._loop.call_soon_threadsafe(self._note, what, which)

    def _note(self, what: str, which: str) -> None:
        for part in self._parts() if what == EVERYTHING else [(what, which)]:
            self._left[part] = None
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._take_up())

    def _parts(self) -> list[tuple[str, str]]:
        """Return the parts of everything; one that cannot be read holds up none of the others."""
        return [
            *(("table", table_id) for table_id in self._tables.opened()),
            ("door", ""),
            ("copy", ""),
            ("setting", ""),
        ]

    async def _take_up(self) -> None:
        """Take up each noted change once, however often it was noted meanwhile."""
        while self._left:
            what, which = next(iter(self._left))
            del self._left[what, which]
            try:
                await self._take(what, which)
            except (DocumentError, DamagedDatabaseError) as error:
                LOG.warning("what another process changed (%s) cannot be read: %s", what, error)
            except StoreError as error:
                LOG.warning("what another process changed (%s) is asked for again: %s", what, error)
                self._left[what, which] = None
                await asyncio.sleep(RETRY_AFTER_S)

    async def _take(self, what: str, which: str) -> None:
        tables = self._tables
        match what:
            case "table":
                await tables.reload(which)
            case "door":
                await (tables.access.reload(which) if which else tables.access.reload_all())
            case "copy":
                await tables.reload_copies()
            case "setting":
                settings = await tables.worker.run(Store.settings)
                self._settings.clear()
                self._settings.update(settings)
