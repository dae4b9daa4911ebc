"""What holds for every test."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.built_site import built

if TYPE_CHECKING:
    from pathlib import Path

os.environ["LC_ALL"] = "C.UTF-8"  # tests read English, whatever the machine speaks

# how fast a machine is says nothing about the rules: speed is measured by the benchmarks, beside something else
settings.register_profile("quick", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("quick"), max_examples=2000)  # by --hypothesis-profile=long
settings.load_profile("quick")


def pytest_collection_finish() -> None:
    """Leave what is loaded out of the search for garbage, which is a quarter of the work of the tests of screens."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def site_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that the site is served from, the same for all workers of a run."""
    own = tmp_path_factory.getbasetemp()
    return built(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)
