"""The Python of the site: the app, the libraries that it needs in a browser, and the standard library, all compiled."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Final

import scoring
import storage
from companion.site.errors import SiteError
from companion.system.paths import PACKAGE, assets
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable

OWN: Final = (PACKAGE, *(Path(package.__path__[0]) for package in (scoring, storage)))
"""The folders of our own packages."""

LIBRARIES: Final = (
    "alembic",
    "annotated-types",
    "babel",
    "cachetools",
    "defusedxml",
    "flet",
    "flet-charts",
    "mako",
    "markupsafe",
    "qrcode",
    "repath",
    "six",
    "sqlalchemy",
    "sqlmodel",
    "typing-extensions",
    "typing-inspection",
)
"""The libraries that come from this environment, as they work without machine code."""

ENDINGS: Final = (".py", ".json", ".so")
"""What is needed of a package, besides the locale."""

LOCALES: Final = ("root.dat", "en.dat", "en_001.dat", "en_GB.dat")

LEFT_OUT: Final = (
    "alembic/templates",
    "alembic/testing",
    "babel/messages",
    "babel/support.py",
    "companion/cli",
    "companion/site",
    "companion/web",
    "flet/cli.py",
    "flet/fastapi",
    "flet/pytest_plugin.py",
    "flet/testing",
    "mako/ext",
    "mako/testing",
    "pydantic/mypy.py",
    "pydantic/v1",
    "qrcode/tests",
    "sqlalchemy/dialects/mssql",
    "sqlalchemy/dialects/mysql",
    "sqlalchemy/dialects/oracle",
    "sqlalchemy/ext/mypy",
    "sqlalchemy/testing",
)
"""What nothing in a browser imports."""

READ: Final = "companion/assets/fonts"
"""Where lists of characters lie, which the app reads."""

MAX_LINES: Final = 12
"""The lines of an error that are shown, the last ones."""

SOURCES: Final = "storage/migrations/versions"
"""Where sources stay: Alembic finds its steps by them."""


def gather(wheels: Iterable[Path], folder: Path) -> None:
    """Copy the app, its libraries and the packages of `wheels` into an empty folder, without what is left out.

    Raises:
        SiteError: a library is not installed.

    """
    for package in OWN:
        shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__", "assets"))
    (folder / READ).mkdir(parents=True)
    for file in (assets() / "fonts").glob("*.txt"):
        shutil.copy(file, folder / READ)
    for name in LIBRARIES:
        _copy_library(name, folder)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder, [name for name in packed.namelist() if name.endswith(ENDINGS)])
    for name in LEFT_OUT:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def _copy_library(name: str, folder: Path) -> None:
    try:
        found = distribution(name)
    except PackageNotFoundError:
        raise SiteError(say("The library {name} is not installed: install Tessera once more", name=name)) from None
    for file in found.files or ():
        wanted = file.suffix in {".py", ".json"} or (file.suffix == ".dat" and file.name in (*LOCALES, "global.dat"))
        if ".." in file.parts or not (wanted or file.name == "METADATA"):
            continue
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(file.locate()), target)


def compile_sources(node: Path, script: Path, pyodide: Path, folder: Path) -> None:
    """Replace the sources in a folder by what the Python of the site makes of them.

    Raises:
        SiteError: it failed.

    """
    run(node, script, pyodide, folder)


def run(node: Path, script: Path, *arguments: Path) -> None:
    """Run a script of ours with Node.

    Raises:
        SiteError: it failed.

    """
    done = subprocess.run([node, script, *arguments], capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        why = "\n".join(done.stderr.strip().splitlines()[-MAX_LINES:])
        raise SiteError(say("The site cannot be built, as {script} failed: {why}", script=script.name, why=why))


def pack(folder: Path, archive: Path, paths: Iterable[Path]) -> None:
    """Pack files of a folder, without compression: they are read where they lie."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
        for path in sorted(paths):
            packed.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
