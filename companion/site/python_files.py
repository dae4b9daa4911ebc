"""The Python of the site: the app, the libraries that it needs in a browser, and the standard library, all compiled."""

from __future__ import annotations

import gzip
import json
import pickle
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from babel.core import get_global

import scoring
import storage
from companion.formatting.languages import (
    CATALOGUE,
    ENGLISH_CODE,
    FOLDER,
    INDEX,
    LANGUAGE_PACK,
    catalogue,
    languages,
    locale,
)
from companion.site import SiteError
from companion.system.paths import PACKAGE, assets
from scoring.messages import reading

if TYPE_CHECKING:
    from collections.abc import Iterable

OWN: Final = (PACKAGE, *(Path(package.__path__[0]) for package in (scoring, storage)))
"""The folders of our own packages."""

LIBRARIES: Final = (
    "annotated-types",
    "babel",
    "cachetools",
    "defusedxml",
    "flet",
    "flet-charts",
    "imagesize",
    "pypng",
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

LEFT_OUT: Final = (
    "*.dist-info/sboms",
    "annotated_types/test_cases.py",
    "babel/messages",
    "babel/support.py",
    "companion/cli",
    "companion/shell",
    "companion/site",
    "companion/system/data_folder.py",
    "companion/system/native_pictures.py",
    "companion/web",
    "defusedxml/*builder.py",
    "defusedxml/*reader.py",
    "defusedxml/lxml.py",
    "defusedxml/minidom.py",
    "defusedxml/pulldom.py",
    "defusedxml/sax.py",
    "defusedxml/xmlrpc.py",
    "flet/cli.py",
    "flet/fastapi",
    "flet/messaging/flet_dart_bridge_server.py",
    "flet/messaging/flet_socket_server.py",
    "flet/pytest_plugin.py",
    "flet/testing",
    "flet/utils/griffe_deprecations.py",
    "msgpack/fallback.py",
    "pydantic/deprecated/decorator.py",
    "pydantic/experimental",
    "pydantic/mypy.py",
    "pydantic/v1",
    "qrcode/console_scripts.py",
    "qrcode/tests",
    "sqlalchemy/connectors/aioodbc.py",
    "sqlalchemy/connectors/pyodbc.py",
    "sqlalchemy/dialects/*/provision.py",
    "sqlalchemy/dialects/mssql",
    "sqlalchemy/dialects/mysql",
    "sqlalchemy/dialects/oracle",
    "sqlalchemy/dialects/postgresql",
    "sqlalchemy/ext",
    "sqlalchemy/testing",
    "sqlalchemy/util/tool_support.py",
    "sqlmodel/ext",
)
"""What nothing in a browser imports."""

READ: Final = (("fonts", "TesseraMarks.txt"), (FOLDER, INDEX), ("shelf", "*.json"), ("decks", "*.json"))
"""What the app reads of its assets: a list of characters, the index of languages, and the pads of the shelf."""

READ_LATER: Final = ("fonts", "Others.txt")
"""What it reads of them for some pictures alone, and then gets from the site: a folder, and a file there."""

KEPT_OF_BABEL: Final = {
    "days",
    "decimal_formats",
    "likely_subtags",
    "months",
    "number_symbols",
    "parent_exceptions",
    "percent_formats",
}
"""What days, times and numbers are written by; the rest of Babel's data are names of countries, currencies, units …"""

LIBRARY_LEFT_OUT: Final = (
    "_pydatetime.py",
    "_pyio.py",
    "_pyrepl",
    "argparse.py",
    "asyncio/__main__.py",
    "asyncio/proactor_events.py",
    "asyncio/tools.py",
    "asyncio/windows_*.py",
    "bdb.py",
    "cProfile.py",
    "cmd.py",
    "code.py",
    "compileall.py",
    "concurrent/futures/interpreter.py",
    "concurrent/futures/process.py",
    "concurrent/interpreters",
    "configparser.py",
    "ctypes",
    "doctest.py",
    "email/_header_value_parser.py",
    "email/contentmanager.py",
    "email/headerregistry.py",
    "email/mime",
    "email/policy.py",
    "encodings/cp1[01]*.py",
    "encodings/cp[025-9]*.py",
    "encodings/mac_*.py",
    "filecmp.py",
    "fileinput.py",
    "ftplib.py",
    "getopt.py",
    "getpass.py",
    "graphlib.py",
    "html",
    "http/cookiejar.py",
    "http/cookies.py",
    "http/server.py",
    "imaplib.py",
    "json/tool.py",
    "logging/config.py",
    "logging/handlers.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing",
    "netrc.py",
    "optparse.py",
    "pathlib/types.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pty.py",
    "py_compile.py",
    "pyclbr.py",
    "pydoc.py",
    "pyodide/console.py",
    "rlcompleter.py",
    "runpy.py",
    "sched.py",
    "shelve.py",
    "shlex.py",
    "smtplib.py",
    "socketserver.py",
    "sqlite3/__main__.py",
    "symtable.py",
    "sysconfig/__main__.py",
    "tabnanny.py",
    "tarfile.py",
    "timeit.py",
    "tomllib",
    "trace.py",
    "unittest",
    "urllib/robotparser.py",
    "wave.py",
    "wsgiref",
    "xml/dom",
    "xml/sax",
    "xmlrpc",
    "zipapp.py",
)
"""What nothing there imports of the standard library."""

MAX_LINES: Final = 12
"""The lines of an error that are shown, the last ones."""

PACKED: Final = {"app.zip": 9, "library.zip": 9, "memory": 7}
"""What is packed as a whole, which takes a quarter less than a file at a time, and how hard.

The memory comes behind a first visit, and 9 takes it five times as long for a hundredth less.
"""


@dataclass(frozen=True, slots=True)
class Tools:
    """What builds: Node, the folder of our scripts for it, and Pyodide."""

    node: Path
    scripts: Path
    pyodide: Path

    def run(self, script: str, *arguments: Path) -> None:
        """Run one of our scripts.

        Raises:
            SiteError: it failed.

        """
        command = [self.node, self.scripts / script, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own scripts
        if done.returncode != 0:
            why = "\n".join(done.stderr.strip().splitlines()[-MAX_LINES:])
            message = f"The site cannot be built, as {script} failed: {why}"
            raise SiteError(message)


def build(made: Path, wheels: Iterable[Path], tools: Tools, work: Path) -> dict[str, Any]:
    """Put Python into the site `made`, and return what its scripts know of it; `work` is an empty folder.

    The memory of a Python that has started is part of it, for every start but the first.

    Raises:
        SiteError: a library is not installed, or a script failed.

    """
    app, library = work / "app", work / "library"
    app.mkdir(parents=True)
    _gather(wheels, app)
    table = "/".join(READ_LATER)
    later = [
        *_pack_languages(app, made / FOLDER),
        (f"{PACKAGE.name}/assets/{table}", *READ_LATER, (assets() / table).stat().st_size),
    ]
    libraries = _move_machine_code(app, made)
    with zipfile.ZipFile(tools.pyodide / "python_stdlib.zip") as packed:
        packed.extractall(library)
    _leave_out(library, LIBRARY_LEFT_OUT)
    for folder in (app, library):
        tools.run("compile.mjs", tools.pyodide, folder)
        _pack(folder, folder.with_suffix(".zip"))
    python = {"libraries": libraries, "later": later, "info": _info(tools.pyodide), "pyodide": "pyodide/"}
    (work / "python.json").write_text(json.dumps(python), encoding="utf-8")
    tools.run("memory.mjs", made, work)
    for name, level in PACKED.items():
        (made / f"{name}.gz").write_bytes(gzip.compress((work / name).read_bytes(), level, mtime=0))
    return python


def _gather(wheels: Iterable[Path], folder: Path) -> None:
    """Copy the app, its libraries and the packages of `wheels` into a folder, without what is left out."""
    for package in OWN:
        shutil.copytree(package, folder / package.name, ignore=shutil.ignore_patterns("__pycache__", "assets", "*.md"))
    for place, files in READ:
        target = folder / "companion/assets" / place
        target.mkdir(parents=True)
        for file in (assets() / place).glob(files):
            shutil.copy(file, target)
    for name in LIBRARIES:
        _copy_library(name, folder)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder, [name for name in packed.namelist() if name.endswith(ENDINGS)])
    _leave_out(folder, LEFT_OUT)
    own = folder / f"tessera_companion-{version('tessera-companion')}.dist-info"
    own.mkdir()
    (own / "METADATA").write_text(
        f"Name: tessera-companion\nVersion: {version('tessera-companion')}\n", encoding="utf-8"
    )


def locales() -> set[str]:
    """Return the locales of all languages and their parents, by which Babel writes dates and numbers."""
    names = {"root"}
    left = list(languages())
    for code in languages():
        with reading(catalogue(code)):
            left.append(locale())
    while left:
        name = left.pop()
        names.add(name)
        parent = get_global("parent_exceptions").get(name) or name.rpartition("_")[0]
        left += [parent] if parent else []
    return names


def _pack_languages(app: Path, folder: Path) -> list[tuple[str, str, str, int]]:
    """Pack each language but English, with its dates and numbers, which leave the app, as most readers want one alone.

    Return their paths for Python, the folder as the site names it, their names there, and their sizes.
    """
    folder.mkdir()
    packed = []
    for code in languages():
        if code == ENGLISH_CODE:
            continue
        target = folder / f"{code}{LANGUAGE_PACK}"
        path = f"{PACKAGE.name}/assets/{FOLDER}/{code}"
        dates = app / "babel/locale-data" / f"{code}.dat"
        parts = {
            f"{path}{CATALOGUE}": assets() / FOLDER / f"{code}{CATALOGUE}",
            dates.relative_to(app).as_posix(): dates,
        }
        with zipfile.ZipFile(target, "w") as archive:
            for name, file in parts.items():
                archive.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
        dates.unlink()
        packed.append((f"{path}{LANGUAGE_PACK}", FOLDER, target.name, target.stat().st_size))
    return packed


def _copy_library(name: str, folder: Path) -> None:
    try:
        library = distribution(name)
    except PackageNotFoundError:
        message = f"The library {name} is not installed: install Tessera again"
        raise SiteError(message) from None
    data = {"global.dat", *(f"{code}.dat" for code in locales())}
    for file in library.files or ():
        is_needed = file.suffix in {".py", ".json"} or file.name in data
        if ".." in file.parts or not (is_needed or file.name == "METADATA"):
            continue
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        content = Path(str(file.locate())).read_bytes()
        if file.name == "METADATA":
            content = b"Name: %b\nVersion: %b\n" % (name.encode(), library.version.encode())
        target.write_bytes(_kept_of_babel(content) if file.suffix == ".dat" else content)


def _kept_of_babel(content: bytes) -> bytes:
    """Return data of Babel with what is kept of them, and of its table of languages those of our locales."""
    data = {key: value for key, value in pickle.loads(content).items() if key in KEPT_OF_BABEL}  # noqa: S301 - Babel's
    if "likely_subtags" in data:
        data["likely_subtags"] = {name: data["likely_subtags"][name] for name in languages()}
    return pickle.dumps(data, pickle.HIGHEST_PROTOCOL)


def _move_machine_code(sources: Path, made: Path) -> list[tuple[str, str]]:
    """Move extension modules to where the page fetches them; return their paths for Python, and those in the site."""
    (made / "lib").mkdir()
    moved = []
    for path in sorted(sources.rglob("*.so")):
        target = f"lib/{path.name.partition('.')[0]}.wasm"
        shutil.move(path, made / target)
        moved.append((path.relative_to(sources).as_posix(), target))
    return moved


def _leave_out(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        for path in [*folder.glob(name)]:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


def _pack(folder: Path, archive: Path) -> None:
    """Pack the files of a folder without compression: they are read in their places."""
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                packed.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())


def _info(pyodide: Path) -> dict[str, Any]:
    """Return what Pyodide says of itself, as it wants it back when it starts."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    package = json.loads((pyodide / "package.json").read_text(encoding="utf-8"))
    return {**lock["info"], "version": package["version"]}
