"""The values of my copy that this version reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.palaces_of_carrara import copy_values
from scoring.palaces_of_carrara.state import Location

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_what_this_version_cannot_read_is_passed_over(app: Headless, copies: MyCopy) -> None:
    app.run(copies.keep(copy_values.UPGRADE_PART, "massa", {"points": 99}))
    app.run(copies.keep(copy_values.OBJECT_PART, "villa", "trophy"))
    assert Location.MASSA not in copy_values.upgrade_values(copies)
    assert copy_values.objects_known(copies) == {}
