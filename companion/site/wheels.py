"""The wheels with machine code for browsers, from the package registry."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Final

from companion.site.errors import SiteError
from scoring.messages import say

if TYPE_CHECKING:
    from pathlib import Path

PLATFORM: Final = (
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
    "--platform=pyemscripten_2026_0_wasm32",
)
"""The Python and the platform of the Pyodide that `flet-web` brings along, in the words of pip."""


def download(listed: Path, folder: Path) -> list[Path]:
    """Download the wheels that a file lists with their hashes into a folder, and return them.

    Raises:
        SiteError: one cannot be had, or is not the one that was listed.

    """
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
    asked = [
        "--no-deps",
        "--only-binary=:all:",
        "--require-hashes",
        "--requirement",
        str(listed),
        "--dest",
        str(folder),
    ]
    done = subprocess.run([*pip, *PLATFORM, *asked], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR:")] or [done.stderr.strip()]
        message = "The parts for browsers cannot be had from the package registry: {why}"
        raise SiteError(say(message, why=lines[-1].removeprefix("ERROR: ")))
    return sorted(folder.glob("*.whl"))
