"""The licences of what the site hands out, in one file."""

from __future__ import annotations

import json
import re
import zipfile
from email import message_from_bytes
from importlib.metadata import distribution
from typing import TYPE_CHECKING, Any, Final

from companion.site import page
from companion.site.python_files import LIBRARIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

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
