"""Devices that agree by a folder: each writes one file of its own there, and takes in those of the others.

Nothing is locked. A file appears under its name only when it is whole; where a copy of it is cut off all the same, what
stands in it is taken in, and the rest once it is there.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import file_digest, sha256
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from companion.services.agreement import device_of
from companion.services.import_export import changes_anything, import_summary, read_file
from companion.services.kept_pads import import_planned
from companion.system import now
from companion.system.machine import machine_name, offload
from companion.tables import Observers
from scoring.messages import Message, say
from storage.database.errors import StoreError, unusable
from storage.database.whole_files import PART_SUFFIX, part_file, sync_to_disk
from storage.documents.messages import text_of
from storage.exchange.past_imports import AGREED_SETTING
from storage.exchange.planning import plan
from storage.exchange.record import CARRIED_SETTINGS
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.history import Filter, fingerprint
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping
    from typing import Any

    from companion.tables.registry import Tables
    from storage.exchange.record import Incoming

LOG: Final = logging.getLogger("tessera")

FOLDER_SETTING: Final = "folder"
"""The setting with the folder by which this device agrees with others."""

BROUGHT: Final = say("a shared folder")
"""What brought the plays of another device."""

INCOMPLETE_PATH: Final = say("type the whole path, such as /home/anna/Shared")

INTERVAL_S: Final = 20
"""Seconds after which the folder is looked at again."""

_UNFINISHED_S: Final = 3600
"""Seconds after which nobody goes on with a file that is not finished: its program was ended."""

_FILES: Final = "tessera-*.jsonl"

_Signature = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file of another device that was read: its name, what it changed here, and what was wrong with it."""

    name: str
    summary: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """Another device that has a file in the folder: what it is called there, and when it last wrote."""

    name: str
    at: datetime


class SharedFolder:
    """A folder in which devices agree; it remembers which files it has read."""

    def __init__(self, path: Path) -> None:
        """Begin with no file read."""
        self.path: Final = path
        self._read: dict[str, _Signature] = {}
        self._ahead: dict[str, tuple[_Signature, Incoming]] = {}
        self._written: object = None

    def read_ahead(self) -> None:
        """Read the files that changed; that takes the longest, and needs no store. What fails does so in `agree`."""
        with suppress(OSError):
            for path in files_in(self.path):
                with suppress(OSError):
                    self._incoming(path)

    def _incoming(self, path: Path) -> tuple[_Signature, Incoming] | None:
        """Return the content of a file, read once, and what it is known by; `None` if it is as it was taken in."""
        status = path.stat()
        signature = status.st_size, status.st_mtime_ns
        if not status.st_size or self._read.get(path.name) == signature:
            return None
        if path.name not in self._ahead or self._ahead[path.name][0] != signature:
            with path.open("rb") as file:
                self._ahead[path.name] = signature, read_file(file, path.name)
        return self._ahead[path.name]

    def agree(self, store: Store, on_read: Callable[[FileRead], object] = lambda _: None) -> tuple[FileRead, ...]:
        """Take in the files that changed, and write that of this device; return what was read, and say it at once.

        A file that cannot be read or taken in holds up none of the others, and is tried again.

        Raises:
            StoreError: the folder cannot be used, or one of the files; what was read before is kept.

        """
        read: list[FileRead] = []
        failures: list[StoreError] = []
        try:
            for path in files_in(self.path):
                try:
                    taken = self._take_in(store, path)
                except FileNotFoundError:  # another device replaces it just now
                    continue
                except OSError as error:
                    failures.append(StoreError(unusable(path, error)))
                except StoreError as error:
                    failures.append(error)
                else:
                    read += [] if taken is None else [taken]
                    if taken is not None:
                        on_read(taken)
            self._write(store, self.path / f"tessera-{_named(store)}.jsonl")
        except OSError as error:
            raise StoreError(unusable(self.path, error)) from error
        if failures:
            raise failures[0]
        return tuple(read)

    def _take_in(self, store: Store, path: Path) -> FileRead | None:
        """Take in a file if it is not as it was when it was read; that of this device may come from its copy."""
        changed = self._incoming(path)
        if changed is None:
            return None
        signature, incoming = changed
        planned = plan(store, incoming)
        problems = (*map(str, incoming.problems), *map(str, planned.remarks))
        changes = changes_anything(planned)
        summary = import_summary(import_planned(store, planned, text_of(BROUGHT))) if changes else ""
        self._read[path.name] = signature  # only now: what could not be taken in is tried again
        del self._ahead[path.name]
        return FileRead(path.name, summary, problems) if changes or problems else None

    def _write(self, store: Store, path: Path) -> None:
        """Write the file of this device, unless nothing was written since, or it is there as it would be."""
        state, there = fingerprint(store), path.exists()
        if there and state == self._written:
            return
        digest = sha256()
        export_jsonl(store, Filter(), digest.update)
        if not there or _digest_of(path) != digest.digest():
            store.set(AGREED_SETTING, now().isoformat())  # before anybody can have heard
            self._replace(store, path)
        self._written = state

    def _replace(self, store: Store, path: Path) -> None:
        part = path.with_name(f".{path.name}.{uuid4().hex[:8]}{PART_SUFFIX}")  # of two with one name each has its own
        try:
            for left in path.parent.glob(f".{path.name}.*{PART_SUFFIX}"):
                with suppress(FileNotFoundError):  # a device of the same name has finished it just now
                    if time() - left.stat().st_mtime > _UNFINISHED_S:
                        left.unlink()
            with part_file(part):
                with part.open("wb") as out:
                    export_jsonl(store, Filter(), out.write)
                sync_to_disk(part)
                part.replace(path)
                sync_to_disk(path.parent)
        except StoreError as error:
            if isinstance(error.__cause__, OSError):
                raise error.__cause__ from error  # it is said of the folder
            raise
        status = path.stat()
        self._read[path.name] = status.st_size, status.st_mtime_ns

    def others(self, store: Store) -> tuple[DeviceSeen, ...]:
        """Return the other devices that have a file in the folder, the one that wrote last first.

        Raises:
            OSError: the folder cannot be used.

        """
        own, seen = device_of(store), []
        for path in files_in(self.path):
            name, _, device = path.stem.removeprefix("tessera-").rpartition("-")
            if device != own:
                with suppress(FileNotFoundError):
                    seen.append(DeviceSeen(name or device, datetime.fromtimestamp(path.stat().st_mtime, UTC)))
        return tuple(sorted(seen, key=lambda device: device.at, reverse=True))


def files_in(folder: Path) -> list[Path]:
    """Return the files of all devices in a folder.

    Raises:
        OSError: there is no such folder.

    """
    if not folder.is_dir():
        raise OSError(errno.ENOTDIR if folder.exists() else errno.ENOENT, "")
    return sorted(folder.glob(_FILES))


def _folder_named(typed: str) -> Path:
    """Return the folder that somebody has typed.

    Raises:
        StoreError: there is no such folder, or its path is not whole.

    """
    path = Path(typed.strip())
    try:
        path = path.expanduser()
        if not path.is_absolute():
            raise StoreError(INCOMPLETE_PATH)
        files_in(path)
    except (OSError, ValueError, RuntimeError) as error:  # a name that no file can have, or that of an unknown user
        why = error if isinstance(error, OSError) else FileNotFoundError(errno.ENOENT, "")
        raise StoreError(unusable(path, why)) from error
    return path


def _digest_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return file_digest(file, "sha256").digest()


def _named(store: Store) -> str:
    """Return what names the file of this device: what the machine is called, and its number."""
    name = re.sub("[^a-z0-9]+", "-", machine_name().partition(".")[0].lower()).strip("-")[:30]
    return "-".join(filter(None, (name, device_of(store))))


def file_summary(read: FileRead) -> Message:
    """Return what reading a file did, in a sentence."""
    return say("{file}: {what}", file=read.name, what=" ".join(filter(None, (read.summary, *read.problems[:1]))))


class Sharing:
    """The folder by which this device agrees with others while it runs; `observers` hear when what is said changes.

    `path` is the folder, `None` where none was chosen, `others` are the devices that were seen there, and `fault` says
    what was wrong the last time.
    """

    def __init__(self, tables: Tables, settings: MutableMapping[str, Any], path: Path | None = None) -> None:
        """Agree by a folder, else by that of the settings, as soon as it runs."""
        stored = settings.get(FOLDER_SETTING)
        self.observers: Observers[[]] = Observers()
        self.others: tuple[DeviceSeen, ...] = ()
        self.fault: Message | None = None
        self.path = path or (Path(stored) if isinstance(stored, str) and stored else None)
        self._tables = tables
        self._settings = settings
        self._hurry = asyncio.Event()

    async def choose(self, typed: str) -> None:
        """Agree by a folder from now on, and whenever Tessera runs.

        Raises:
            StoreError: there is no such folder, or it could not be saved.

        """
        path = await offload(_folder_named, typed)
        await self._keep(path)

    async def stop(self) -> None:
        """Agree by no folder any more; what was taken in stays, and so do the files there."""
        await self._keep(None)

    async def _keep(self, path: Path | None) -> None:
        await self._tables.worker.run(Store.set, FOLDER_SETTING, "" if path is None else str(path))
        self._settings[FOLDER_SETTING] = "" if path is None else str(path)
        self.path, self.others, self.fault = path, (), None
        self.observers.notify()
        self.look_now()

    def look_now(self) -> None:
        """Look at the folder without waiting for its turn."""
        self._hurry.set()

    async def run(self, notify: Callable[[str], object]) -> None:
        """Agree now and whenever something changes there or here, for ever; `notify` gets what happened."""
        folder: SharedFolder | None = None

        def inform(words: str) -> None:
            with suppress(OSError, ValueError):  # nobody reads it any more
                notify(words)

        while True:
            if self.path is not None:
                folder = folder if folder is not None and folder.path == self.path else SharedFolder(self.path)
                try:
                    await self._agree(folder, inform)
                except Exception:
                    LOG.exception("the shared folder is looked at again later")
            with suppress(TimeoutError):  # `wait_for` of Python 3.11 would lose the end of the program at times
                async with asyncio.timeout(None if self.path is None else INTERVAL_S):
                    await self._hurry.wait()
            self._hurry.clear()

    async def _agree(self, folder: SharedFolder, notify: Callable[[str], object]) -> None:
        worker, read, others = self._tables.worker, list[FileRead](), self.others
        fault: Message | None = None
        try:
            await offload(folder.read_ahead)
            await worker.run(lambda store: folder.agree(store, read.append))
            others = await worker.run(folder.others)
        except StoreError as error:
            fault = error.message
        except OSError as error:
            fault = unusable(folder.path, error)
        for file in read:
            notify(str(file_summary(file)))
        if any(file.summary for file in read):
            await self._show()
        if self.path == folder.path and (fault, others) != (self.fault, self.others):
            if fault is not None and fault != self.fault:
                notify(str(fault))
            self.fault, self.others = fault, others
            self.observers.notify()

    async def _show(self) -> None:
        """Let all open screens show what came in."""
        try:
            await self._tables.reload_copies()
            settings = await self._tables.worker.run(Store.settings)
        except StoreError as error:
            LOG.warning("what came in by the shared folder is not shown yet: %s", error)
        else:
            self._settings.update({key: settings[key] for key in CARRIED_SETTINGS if key in settings})
        self._tables.history.notify()
