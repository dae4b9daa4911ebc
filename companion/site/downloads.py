"""What is made for browsers alone, from the package registries: wheels with machine code, and what finds codes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

from companion.site.errors import SiteError

if TYPE_CHECKING:
    from pathlib import Path

PLATFORM: Final = (
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
    "--platform=pyemscripten_2026_0_wasm32",
)
"""The Python and the platform of the Pyodide that `flet-web` brings along, in the words of pip."""


ERRORS: Final = ("ERROR: ", "npm error ")
"""What the lines begin with in which pip and npm say what went wrong."""

OTHER: Final = re.compile(r"^ +(\S+==\S+) from .*\n +Expected sha256|EINTEGRITY.* (\S+): ", re.MULTILINE)
"""How pip and npm say that a part has another digest than the one that is listed."""

ZXING: Final = "node_modules/zxing-wasm"

ZXING_FILES: Final = {
    "LICENSE": "LICENSE",
    "dist/es/share.js": "share.js",
    "dist/es/reader/index.js": "reader/index.js",
    "dist/reader/zxing_reader.wasm": "reader/zxing_reader.wasm",
}
"""What finds codes in pictures, by where it goes: the files by their names in the package."""


def download_wheels(listed: Path, folder: Path) -> list[Path]:
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
    _check(done)
    return sorted(folder.glob("*.whl"))


def download_zxing(node: Path, locked: Path, work: Path, target: Path) -> None:
    """Have npm download what a folder locks by digest, and put the finder of codes into the folder `target`.

    Raises:
        SiteError: it cannot be had, or is not what was locked.

    """
    npm_ci(node, locked, work)
    for name, place in ZXING_FILES.items():
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(work / ZXING / name, target / place)


def npm_ci(node: Path, locked: Path, work: Path) -> None:
    """Have npm download what a folder locks by digest into a folder.

    Raises:
        SiteError: it cannot be had, or is not what was locked.

    """
    for name in ("package.json", "package-lock.json"):
        shutil.copy(locked / name, work / name)
    npm = next(node.parent.parent.rglob("npm/bin/npm-cli.js"))
    asked = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    _check(subprocess.run([node, npm, *asked], cwd=work, capture_output=True, text=True, check=False))  # noqa: S603


def _check(done: subprocess.CompletedProcess[str]) -> None:
    mismatch = OTHER.search(done.stderr)
    if done.returncode != 0 and mismatch:
        part = mismatch[1] or mismatch[2]
        message = f"{part} at the package registry is not the one that this Tessera was made with; nothing was taken"
        raise SiteError(message)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith(ERRORS)] or [done.stderr.strip()]
        why = lines[-1].removeprefix(ERRORS[0])
        message = f"The parts for browsers could not be fetched from the package registry, which needs a network: {why}"
        raise SiteError(message)
