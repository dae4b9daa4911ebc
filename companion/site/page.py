"""The page of the site, and the files of Flet's client that it needs."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

import flet_web
from flet_web.patch_index import patch_index_html

from companion.web import middleware as additions

if TYPE_CHECKING:
    from collections.abc import Mapping

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

CLIENT_FOLDER: Final = "client"

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
    head = additions.head(assets, ("page/head.html", "site/head.html"))
    head = head.replace("{client}page/", site["scripts"]).replace("{client}", "")
    text = additions.with_additions(text, head, (assets / "page/body.html").read_text(encoding="utf-8"))
    policy = POLICY.format(hashes=additions.digests(text))
    meta = f'<meta charset="UTF-8">\n  <meta http-equiv="Content-Security-Policy" content="{policy}">'
    page.write_text(text.replace('<meta charset="UTF-8">', meta, 1), encoding="utf-8")
