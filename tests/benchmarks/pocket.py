"""What acts cost the app, natively and in the pocket: processor time of the thread with Python, and what is sent.

Beside it stands an older commit, where its checkout is named: the acts are the same there, on the same data.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from bisect import bisect
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree
from statistics import median
from threading import Event, Thread
from time import time
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table as Grid

from tests.benchmarks import Row, pocket_data
from tests.benchmarks.app import chromium, phone
from tests.benchmarks.pocket_acts import Cost
from tests.benchmarks.site import KEPT, SEMANTICS, bare_site, served
from tests.browser.site import Site
from tests.built_site import built
from tests.forks import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from playwright.sync_api import Browser, Page, Worker

ROUNDS: Final = 5
"""Rounds of all acts; of the first, in which screens are loaded, the time does not count."""

MAX_CONTROLS: Final = 400
MAX_KB: Final = 64
"""What an act should send at most."""

LONGEST_SEARCH_MS: Final = 10
"""What the longest search for garbage should take."""

LITTLE: Final = 0.1
"""Such a part of the most is little enough: a hint more or less makes no difference."""

ALLOWED: Final = 1.1
"""What is sent may be so many times what was recorded: some words are of today."""

EVERY_S: Final = 0.001
"""How often the processor time of the worker is looked at."""

REST_S: Final = 15
"""How long a page rests before its memory is looked at: a browser searches for garbage when nothing else is done."""

MAX_AT_REST_MB: Final = 350
MAX_AFTER_ACTS_MB: Final = 450
"""What a page should take at rest, before all acts and after them: phones end those that take more."""

PSS_KB: Final = re.compile(r"^Pss: +([0-9]+) kB$", re.MULTILINE)

SHOWN: Final = "() => window.tessera.shown"

FILES: Final[dict[str, Callable[[], str]]] = {
    "pytest.py": lambda: "def fail(reason): raise LookupError(reason)\n",
    **{f"tests/{package}__init__.py": str for package in ("", "benchmarks/", "companion/")},
    **{
        f"tests/{name}.py": (ROOT / f"tests/{name}.py").read_text
        for name in ("benchmarks/pocket_acts", "companion/spoken")
    },
}
"""What the worker needs of the tests, by its names there."""

BEGIN: Final = """
import asyncio, json, sys
sys.path.insert(0, "/acts")
import flet_js
from tests.benchmarks.pocket_acts import Acting
connection = flet_js.start_connection.__self__
while not hasattr(connection, "session"):
    await asyncio.sleep(0.1)
acting = Acting(connection.session.page, *json.loads(tables))
await acting.rest()
"""
COST: Final = "() => self.pyodide.runPython('json.dumps(acting.cost())')"
STEPS: Final = "json.dumps([[number, step] for number, acts in enumerate(acting.acts()) for step in range(len(acts))])"

LOAD: Final = f"""
async ({{ files, tables }}) => {{
    const {{ pyodide }} = self;
    for (const [name, content] of Object.entries(files)) {{
        pyodide.FS.mkdirTree(`/acts/${{name}}`.replace(/[^/]*$/, ""));
        pyodide.FS.writeFile(`/acts/${{name}}`, content);
    }}
    pyodide.globals.set("tables", tables);
    await pyodide.runPythonAsync({BEGIN!r});
    self.acting = pyodide.globals.get("acting");
    self.steps = JSON.parse(pyodide.runPython({STEPS!r}));
}}
"""


class Data:
    """The data on which all sides act: where they lie, and the tables in them, as `Acting` takes them."""

    def __init__(self, folder: Path) -> None:
        """Fill a folder."""
        self.folder = folder
        self.data = folder / "data"
        self.tables = json.dumps(pocket_data.fill(self.data, ROUNDS))


@dataclass(frozen=True, slots=True)
class Act:
    """What an act costs: ms at the median until all is sent, and behind that; the most bytes and controls sent."""

    ms: float
    behind_ms: float
    bytes: int
    controls: int

    @property
    def sent(self) -> str:
        return f"{self.controls} controls, {self.bytes / 1000:.0f} kB"


def short() -> Iterator[Row]:
    """Compare what each act sends with the most that it should, natively: no machine changes that."""
    with tempfile.TemporaryDirectory() as name:
        costs = native(Data(Path(name) / "data"), ROOT)
    most = f"{MAX_CONTROLS} controls, {MAX_KB} kB"
    for name, act in acts_of(costs).items():
        ratios = tuple(max(part, LITTLE) for part in (act.controls / MAX_CONTROLS, act.bytes / 1000 / MAX_KB))
        yield Row(f"{name}: sent", act.sent, "at most", most, ratios, "1 time", ALLOWED)


def longest_search(costs: Iterable[Cost], where: str) -> Row:
    """Compare the longest search for garbage with its limit."""
    costs = [*costs]
    searches = [search for cost in costs for search in cost.searches_ms]
    longest = max(searches, default=0.0)
    ours = f"{longest:.1f} ms, of {len(searches)} in {len(costs)} acts"
    limit = LONGEST_SEARCH_MS
    return Row(f"the longest search for garbage {where}", ours, "at most", f"{limit} ms", (longest / limit,), "1 time")


def native(data: Data, checkout: Path) -> list[Cost]:
    """Do all acts with the app of a checkout, in a process of its own."""
    with tempfile.TemporaryDirectory(dir=data.folder) as name:
        folder = Path(name)
        copytree(data.data, folder / "data")
        (folder / "tests").symlink_to(ROOT / "tests")  # the app is that of the checkout, the acts are these
        command = [sys.executable, "-m", "tests.benchmarks.pocket_native", str(folder / "data"), data.tables]
        path = os.environ | {"PYTHONPATH": str(checkout)}
        done = subprocess.run(command, cwd=folder, env=path, stdout=subprocess.PIPE, check=True)
    return [Cost(**cost) for cost in json.loads(done.stdout)]


def acts_of(costs: Iterable[Cost]) -> dict[str, Act]:
    """Return what each act costs, by its name."""
    by_act: dict[str, list[Cost]] = {}
    for cost in costs:
        by_act.setdefault(cost.act, []).append(cost)
    by_act.pop("", None)
    return {
        name: Act(
            median(cost.ms for cost in costs[1:] or costs),
            median(cost.behind_ms for cost in costs[1:] or costs),
            max(cost.bytes for cost in costs),
            max(cost.controls for cost in costs),
        )
        for name, costs in by_act.items()
    }


def in_pocket(data: Data, root: Path) -> tuple[list[Cost], tuple[int, int]]:
    """Do all acts in a browser that has kept a site, which lies in a folder.

    Return what they cost, and the MB that the page took at rest before them and after.
    """
    with (
        tempfile.TemporaryDirectory(dir=data.folder) as name,
        sync_playwright() as playwright,
        chromium(playwright.chromium) as browser,
    ):
        site = Site(root, Path(name))
        copytree(data.data, site.data)
        context = phone(browser)
        try:
            site.start().lend(context)
            page = context.new_page()
            page.goto(site.base)
            page.evaluate(SHOWN)
            page.evaluate(KEPT)
            session = context.new_cdp_session(page)
            session.send("ServiceWorker.enable")
            session.send("ServiceWorker.stopAllWorkers")
            page.close()  # and with it its process, as nothing else runs there
            page = context.new_page()
            page.goto(site.base)
            page.evaluate(SHOWN)
            before = mb_at_rest(browser, page)
            (worker,) = (worker for worker in page.workers if worker.url.startswith(site.base))
            worker.evaluate(LOAD, {"files": {name: file() for name, file in FILES.items()}, "tables": data.tables})
            watch = Watch(worker_thread(browser))
            costs = [acted(worker, watch, *step) for step in worker.evaluate("() => self.steps")]
            return costs, (before, mb_at_rest(browser, page))
        finally:
            site.stop()


def acted(worker: Worker, watch: Watch, round_: int, step: int) -> Cost:
    """Do an act, and return its cost, by the processor time of the worker's thread."""
    worker.evaluate("([round, step]) => self.acting.ready(round, step)", [round_, step])
    with watch.looking():
        worker.evaluate("async () => { await self.acting.do(); }")
    cost = Cost(**json.loads(worker.evaluate(COST)))
    had = watch.processor_s
    return replace(
        cost, moments=[*map(had, cost.moments)], searches=[(had(begin), had(end)) for begin, end in cost.searches]
    )


class Watch:
    """Looks a thousand times a second at the processor time of a thread, to say what it was at a moment."""

    def __init__(self, thread: Path) -> None:
        """Watch a thread, of which the system tells in a folder."""
        self._thread = thread
        self._seen: list[tuple[float, float]] = []
        self._over = Event()

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Look until the end of a `with`."""
        self._over.clear()
        self._seen = [(time(), processor_s(self._thread))]
        looking = Thread(target=self._look)
        looking.start()
        try:
            yield
        finally:
            self._over.set()
            looking.join()

    def _look(self) -> None:
        while not self._over.wait(EVERY_S):
            self._seen.append((time(), processor_s(self._thread)))

    def processor_s(self, moment: float) -> float:
        """Return the processor time that the thread had had at a moment, in s."""
        later = min(max(bisect(self._seen, (moment,)), 1), len(self._seen) - 1)
        (before, had), (after, has) = self._seen[later - 1], self._seen[later]
        return had + (has - had) * min(max((moment - before) / (after - before), 0), 1)


def bare_mb(folder: Path) -> int:
    """Return the MB that a page of bare Flet takes at rest."""
    with (
        served(bare_site(folder)) as address,
        sync_playwright() as playwright,
        chromium(playwright.chromium) as browser,
    ):
        page = phone(browser).new_page()
        page.goto(address)
        page.evaluate(SEMANTICS)
        page.get_by_role("button", name="Add").first.wait_for()
        return mb_at_rest(browser, page)


def mb_at_rest(browser: Browser, page: Page) -> int:
    """Return the MB of a browser's largest page (PSS) after a rest."""
    page.wait_for_timeout(REST_S * 1000)
    sizes = [
        PSS_KB.search(Path(f"{process}/smaps_rollup").read_text(encoding="ascii")) for process in renderers(browser)
    ]
    return max(int(size[1]) for size in sizes if size) // 1024


def renderers(browser: Browser) -> list[Path]:
    """Return where the system tells of the processes in which a browser's pages run."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return [Path(f"/proc/{process['id']}") for process in processes if process["type"] == "renderer"]


def worker_thread(browser: Browser) -> Path:
    """Return where the system tells of the thread in which a browser's only Python runs."""
    threads = [thread for process in renderers(browser) for thread in (process / "task").iterdir()]
    workers = [
        thread for thread in threads if (thread / "comm").read_text(encoding="utf-8").startswith("DedicatedWorker")
    ]
    return max(workers, key=processor_s)


def processor_s(thread: Path) -> float:
    """Return the processor time that a thread has had, in s."""
    return int((thread / "schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def rows(turns: int = 1, beside: Path | None = None) -> Iterator[Row]:
    """Do all acts natively and in the pocket, and compare what they take; print what each costs."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        data = Data(Path(name) / "data")
        sides = [side for side in (ROOT, beside) if side is not None]
        roots = [site_of(checkout, Path(name) / f"site {number}") for number, checkout in enumerate(sides)]
        native_costs: list[list[Cost]] = [[] for _ in sides]
        pocket_costs: list[list[Cost]] = [[] for _ in sides]
        memory: list[list[tuple[int, int]]] = [[] for _ in sides]
        for _ in range(turns):
            for side, (checkout, root) in enumerate(zip(sides, roots, strict=True)):
                native_costs[side] += native(data, checkout)
                costs, taken = in_pocket(data, root)
                pocket_costs[side] += costs
                memory[side].append(taken)
        bare = bare_mb(Path(name))
    columns = [acts_of(costs) for side in zip(native_costs, pocket_costs, strict=True) for costs in side]
    print_table(columns, beside)
    for checkout, taken_mb in zip(sides, memory, strict=True):
        Console().print(f"{checkout.name}: MB of the page at rest, before all acts and after: {taken_mb}")
    native_acts, pocket_acts, *_ = columns
    for name, act in pocket_acts.items():
        natively = native_acts[name]
        ratios = (act.ms / natively.ms,)
        yield Row(f"{name}, in the pocket", f"{act.ms:.0f} ms", "natively", f"{natively.ms:.0f} ms", ratios)
    yield longest_search(native_costs[0], "natively")
    yield longest_search(pocket_costs[0], "in the pocket")
    before, after = map(max, zip(*memory[0], strict=True))
    theirs = f"{bare} MB"
    yield Row("the page at rest", f"{before} MB", "a counter of bare Flet as a site", theirs, (before / bare,))
    for when, size, most in (("before", before, MAX_AT_REST_MB), ("after", after, MAX_AFTER_ACTS_MB)):
        yield Row(f"the page {when} all acts", f"{size} MB", "at most", f"{most} MB", (size / most,), "1 time")


def site_of(checkout: Path, folder: Path) -> Path:
    """Build the site of a checkout, and return the folder in which it lies."""
    if checkout == ROOT:
        folder.mkdir()
        return built(folder)
    others = {name: value for name, value in os.environ.items() if name != "TESSERA_TEST_SITE"}
    command = [sys.executable, "-m", "tests.built_site", str(folder)]
    folder.mkdir()
    subprocess.run(command, cwd=checkout, env=others | {"PYTHONPATH": str(checkout)}, check=True)
    return folder / "site"


def print_table(columns: Sequence[dict[str, Act]], beside: Path | None) -> None:
    """Print what each act takes natively and in the pocket, and sends, on each side."""
    sides = ["", *([] if beside is None else [f"{beside.name}: "])]
    heads = ["natively, ms", "in the pocket, ms", "behind it, ms", "kB", "controls"]
    grid = Grid("act", *(f"{side}{head}" for side in sides for head in heads))
    for name in columns[0]:
        cells: list[str] = []
        for native_acts, pocket_acts in zip(columns[::2], columns[1::2], strict=True):
            act = pocket_acts[name]
            numbers = native_acts[name].ms, act.ms, act.behind_ms, act.bytes / 1000, act.controls
            cells += [f"{number:.0f}" for number in numbers]
        grid.add_row(name, *cells)
    Console().print(grid)
    totals = [f"{sum(act.ms for act in acts.values()):.0f}" for acts in columns]
    Console().print(f"all acts, in the order of the columns: {', '.join(totals)} ms")
