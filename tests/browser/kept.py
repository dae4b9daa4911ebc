"""What is put into the data of a program, and what is found in them, beside the program."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from companion.system import paths
from companion.tables.state import stored_of
from storage.repositories import history
from storage.repositories.history import Filter
from storage.repositories.tables import Store
from storage.repositories.values import documents_in
from tests import forks

if TYPE_CHECKING:
    from companion.tables.state import TableState
    from scoring.game import Game
    from storage.repositories.play_content import StoredPlay
    from tests.browser.program import Program


def opened(program: Program) -> closing[Store]:
    """The database of a program, until the end of a `with`."""
    program.fetch()
    program.data.mkdir(parents=True, exist_ok=True)
    return closing(Store(paths.database(program.data), lambda: datetime.now(UTC)))


def begun(program: Program, game: Game[Any], state: TableState[Any]) -> str:
    """Put a table in play, and say where it is shown."""
    with opened(program) as store:
        return f"/table/{store.begin(game.key, stored_of(state)).id}"


def only_table(program: Program) -> dict[str, Any]:
    """The document of the only table in play."""
    with opened(program) as store:
        (table,) = store.tables()
        return documents_in(table.game, table.content)[0]


def only_play(program: Program) -> StoredPlay:
    """The only play in the history, once no table is in play."""
    with opened(program) as store:
        assert store.tables() == ()
        (play,) = history.stream(store, Filter())
        return play


def scored(document: object) -> dict[str, Any]:
    """What `tessera score` says of a document."""
    done = forks.run("-m", "companion", "score", "--json", "-", stdin=json.dumps(document).encode())
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result
