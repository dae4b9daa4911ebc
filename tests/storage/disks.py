"""Disks of their own, which can be filled up."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def mounted(place: Path, options: str) -> None:
    """Mount a disk in memory; the test is skipped where that is not allowed."""
    mount = shutil.which("mount")
    if os.geteuid() != 0 or mount is None:
        pytest.skip("only root can mount a small disk")
    command = [mount, "-t", "tmpfs", "-o", options, "tessera-test", str(place)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {made.stderr.strip()}")


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """Have a disk in a folder for a while that has room for a megabyte."""
    place.mkdir()
    mounted(place, "size=1m")
    try:
        yield place
    finally:
        subprocess.run([shutil.which("umount") or "umount", str(place)], check=True)


def filled_up(disk: Path, left: int = 0) -> Path:
    """Leave so many bytes of a disk; return what takes the rest."""
    filler = disk / "filler"
    room = os.statvfs(disk)
    filler.write_bytes(bytes(max(room.f_bavail * room.f_frsize - left, 0)))
    return filler
