"""Devices that agree by a folder: each writes one file of its own there, and takes in those of the others.

Nothing is locked. A file appears under its name only when it is whole; where a copy of it is cut off all the same, what
stands in it is taken in, and the rest once it is there.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from hashlib import file_digest, sha256
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from companion.services.agreement import DEVICE_SETTING
from companion.services.import_export import changes_anything, import_summary, read_file
from companion.services.kept_pads import import_planned
from companion.system import now
from scoring.messages import Message, say
from storage.database.errors import StoreError, unusable
from storage.database.whole_files import PART_SUFFIX, part_file, sync_to_disk
from storage.documents.messages import text_of
from storage.exchange.past_imports import AGREED_SETTING
from storage.exchange.planning import plan
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.history import Filter, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.tables.store_worker import StoreWorker
    from storage.repositories.tables import Store

BROUGHT: Final = say("a shared folder")
"""What brought the plays of another device."""

INTERVAL_S: Final = 20
"""Seconds after which the folder is looked at again."""

_FILES: Final = "tessera-*.jsonl"

_Signature = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file of another device that was read: its name, what it changed here, and what was wrong with it."""

    name: str
    summary: str
    problems: tuple[str, ...] = ()


class SharedFolder:
    """A folder in which devices agree; it remembers which files it has read."""

    def __init__(self, path: Path) -> None:
        """Begin with no file read."""
        self.path: Final = path
        self._read: dict[str, _Signature] = {}
        self._written: object = None

    def agree(self, store: Store) -> tuple[FileRead, ...]:
        """Take in the files that changed, and write that of this device; return what was read.

        Raises:
            StoreError: the folder cannot be used; what was read before is kept.

        """
        try:
            read = tuple(self._take_in(store))
            self._write(store, self.path / f"tessera-{device_of(store)}.jsonl")
        except OSError as error:
            raise StoreError(unusable(self.path, error)) from error
        return read

    def _take_in(self, store: Store) -> Iterator[FileRead]:
        """Take in each file that is not as it was when it was read; that of this device may come from its copy."""
        for path in sorted(self.path.glob(_FILES)):
            status = path.stat()
            signature = status.st_size, status.st_mtime_ns
            if not status.st_size or self._read.get(path.name) == signature:
                continue
            with path.open("rb") as file:
                incoming = read_file(file, path.name)
            self._read[path.name] = signature
            planned = plan(store, incoming)
            problems = (*map(str, incoming.problems), *map(str, planned.remarks))
            if changes_anything(planned):
                yield FileRead(path.name, import_summary(import_planned(store, planned, text_of(BROUGHT))), problems)
            elif problems:
                yield FileRead(path.name, "", problems)

    def _write(self, store: Store, path: Path) -> None:
        """Write the file of this device, unless nothing was written since, or it is there as it would be."""
        state, there = fingerprint(store), path.exists()
        if there and state == self._written:
            return
        digest = sha256()
        export_jsonl(store, Filter(), digest.update)
        self._written = state
        if there and _digest_of(path) == digest.digest():
            return
        part = path.with_name(f".{path.name}{PART_SUFFIX}")
        with part_file(part):
            with part.open("wb") as out:
                export_jsonl(store, Filter(), out.write)
            sync_to_disk(part)
            part.replace(path)
            sync_to_disk(path.parent)
        status = path.stat()
        self._read[path.name] = status.st_size, status.st_mtime_ns
        store.set(AGREED_SETTING, now().isoformat())


def _digest_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return file_digest(file, "sha256").digest()


async def keep_agreeing(worker: StoreWorker, path: Path, notify: Callable[[str], object]) -> None:
    """Agree by a folder now and whenever something changes there or here, for ever; `notify` gets what happened."""
    folder, last = SharedFolder(path), ""
    while True:
        try:
            for read in await worker.run(lambda store: folder.agree(store)):  # noqa: PLW0108 - the store comes first
                notify(str(said(read)))
            last = ""
        except StoreError as error:
            if str(error) != last:
                last = str(error)
                notify(last)
        await asyncio.sleep(INTERVAL_S)


def device_of(store: Store) -> str:
    """Return what names the file of this device, made when it is first needed."""
    device = store.settings().get(DEVICE_SETTING)
    if not isinstance(device, str):
        device = uuid4().hex[:12]
        store.set(DEVICE_SETTING, device)
    return device


def said(read: FileRead) -> Message:
    """Return what reading a file did, in a sentence."""
    return say("{file}: {what}", file=read.name, what=" ".join(filter(None, (read.summary, *read.problems[:1]))))
