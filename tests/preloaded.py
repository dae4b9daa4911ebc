"""What forks have imported already: every module of the project."""

from __future__ import annotations

import gc
import pkgutil
from importlib import import_module

OTHERS = (".__main__", "browser.connection", "system.browser_pictures")
"""What the names of modules end with that start something, or that a browser alone can import."""

for package in ("companion", "scoring", "storage"):
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        if not module.name.endswith(OTHERS):
            import_module(module.name)
import_module("tests.forks")
gc.freeze()  # nothing of it is ever given back, so forks go on sharing its memory
