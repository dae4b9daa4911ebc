"""Looks through the scripts with ESLint, and through the types in their comments with TypeScript.

    python3 -m tests.javascript

Both come from npm as `package-lock.json` has them; nothing is left of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from companion.site.build import find_node, npm_ci

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parent.parent
CONFIG: Final = "eslint.config.js"
"""What ESLint looks for; it imports parts of ESLint, and has to lie beside them."""

TYPED: Final = ("page", "worker")
"""The worlds of the scripts with types: each knows other parts of a browser."""


def main() -> int:
    """Print what is wrong in scripts, and return 1 where something is."""
    node = find_node()
    with tempfile.TemporaryDirectory() as place:
        tools = Path(place)
        npm_ci(node, HERE, tools)
        shutil.copy(HERE / CONFIG, tools)
        modules = tools / "node_modules"
        commands: list[list[Path | str]] = [
            [modules / "eslint/bin/eslint.js", "--config", tools / CONFIG, "assets", "tests/javascript"]
        ]
        commands += [[modules / "typescript/bin/tsc", "--project", HERE / f"{world}.json"] for world in TYPED]
        ends = [subprocess.run([node, *command], cwd=ROOT, check=False).returncode for command in commands]
    return int(any(ends))


if __name__ == "__main__":
    sys.exit(main())
