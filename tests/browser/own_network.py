"""A network of its own for what a test runs, with a way out of it, without which browsers connect no phones."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

R = TypeVar("R")

NEW_NETWORK: Final = 0x40000000
"""`CLONE_NEWNET` of Linux."""

SET_UP: Final = """
set -e
ip link set lo up
ip link add v0 type veth peer name v1
ip addr add 10.77.0.1/24 dev v0
ip link set v0 up
ip link set v1 up
ip route add default via 10.77.0.2 dev v0
"""


def in_own_network(act: Callable[[], R]) -> R:
    """Return what a function returns in a network that leads nowhere; where none can be made, the test is skipped."""
    with ThreadPoolExecutor(1) as thread:  # the network is that of a thread, and of all that it starts
        reason = thread.submit(_enter).result()
        if reason:
            pytest.skip(reason)
        return thread.submit(act).result()


@contextmanager
def silence() -> Iterator[None]:
    """Let nothing come through in the network of this thread."""
    _run("tc qdisc add dev lo root tbf rate 1kbit burst 10 limit 1").check_returncode()  # no message fits into that
    try:
        yield
    finally:
        _run("tc qdisc del dev lo root").check_returncode()


def _run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["/bin/sh", "-c", script], check=False, capture_output=True, text=True)


def _enter() -> str:
    if shutil.which("ip") is None:
        return "there is no program `ip`, which makes a network"
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "unshare") or libc.unshare(NEW_NETWORK) != 0:
        return f"this machine gives no network of its own: {os.strerror(ctypes.get_errno())}"
    return _run(SET_UP).stderr.strip()
