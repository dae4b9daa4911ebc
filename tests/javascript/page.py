"""The page in which scripts are tried out: `browser.js`, run by Node."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any, Final

from companion.site.build import find_node
from companion.system.paths import assets

BROWSER: Final = Path(__file__).parent / "browser.js"

RUN: Final = """
const { browser, before, scripts, doing } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const run = (text) => (0, eval)(text);
const print = console.log, exit = process.exit;
run(browser);
(async () => {
  await run(`(async () => { ${before} })()`);
  run(scripts.join("\\n"));  // whose names are those of one page
  print(JSON.stringify(await run(`(async () => { ${doing} })()`) ?? null));
  exit();
})().catch((error) => { console.error(error); exit(1); });
"""


def ours(name: str) -> list[str]:
    """Return the scripts of an addition to the page by their paths, in the order in which they run."""
    text = (assets() / "page" / name).read_text(encoding="utf-8")
    return re.findall('src="{client}(.+?)"', text)


def run(scripts: list[str], doing: str, *, before: str = "") -> Any:
    """Do something in a page with some scripts of ours, and return what that gives."""
    page = {
        "browser": BROWSER.read_text(encoding="utf-8"),
        "before": before,
        "scripts": [(assets() / script).read_text(encoding="utf-8") for script in scripts],
        "doing": doing,
    }
    done = subprocess.run(
        [find_node(), "-e", RUN], input=json.dumps(page), check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
