"""What the site takes from package registries, and what is said where they do not have it."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from companion.site import SiteError
from companion.site.build import download_wheels, download_zxing, find_node
from companion.system.paths import assets

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.site

WHEEL = "msgpack-1.2.4-cp314-cp314-pyemscripten_2026_0_wasm32.whl"


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes for the registry."""
    folder = tmp_path / "registry"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def wanted(tmp_path: Path) -> Path:
    listed = tmp_path / "wheels.txt"
    listed.write_text(f"msgpack==1.2.4 --hash=sha256:{'0' * 64}\n")
    return listed


@pytest.mark.usefixtures("registry")
def test_a_wheel_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"could not be fetched from the package registry, .* msgpack==1\.2\.4$"):
        download_wheels(wanted(tmp_path), tmp_path)


def test_a_wheel_of_other_content_is_named_and_not_taken(registry: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(registry / WHEEL, "w") as wheel:
        wheel.writestr("msgpack/__init__.py", "")
        wheel.writestr("msgpack-1.2.4.dist-info/METADATA", "Metadata-Version: 2.1\nName: msgpack\nVersion: 1.2.4\n")
    with pytest.raises(SiteError, match=r"^msgpack==1\.2\.4 at the package registry is not the one"):
        download_wheels(wanted(tmp_path), tmp_path / "taken")
    assert not list(tmp_path.glob("taken/*"))


def test_a_registry_of_npm_that_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    monkeypatch.setenv("npm_config_fetch_retries", "0")
    with pytest.raises(SiteError, match="could not be fetched from the package registry"):
        download_zxing(find_node(), assets() / "site/build", tmp_path, tmp_path / "zxing")
