"""What a file brings, checked as the app would enter it, and the sentences of the preview."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.games.carpe_diem.copy_values import villa_values
from companion.services.import_export import (
    changes_anything,
    difference_lines,
    import_summary,
    people_lines,
    plan_summary,
    read_file,
)
from storage.exchange.importing import carry_out
from storage.exchange.planning import plan
from tests.companion.headless import opened
from tests.storage.test_version_1 import LINES

if TYPE_CHECKING:
    from pathlib import Path

    from storage.repositories.tables import Store


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps({"format": 1} | record).encode() + b"\n" for record in records)


def copy(game: str, part: str, key: str, value: object) -> dict[str, Any]:
    return {"tessera": "copy", "game": game, "part": part, "key": key, "value": value}


def setting(key: str, *, value: object) -> dict[str, Any]:
    return {"tessera": "setting", "key": key, "value": value}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (copy("carpe-diem", "villa_chart", "shop", 7), '"shop", 7: Villa chart of my copy has nothing of that kind'),
        (
            copy("carpe-diem", "villa_chart", "4", "many"),
            '"4", "many": Villa chart of my copy has nothing of that kind',
        ),
        (copy("carpe-diem", "shape", "a", "often"), '"often": a whole number from 0 to 1000000000 belongs here'),
        (setting("theme", value=7), "7: not a value of this setting"),
        (setting("text", value=True), "true: not a value of this setting"),
        (setting("text", value=99), "99: not a value of this setting"),
        (setting("lan", value=True), '"lan": this setting is not imported'),
    ],
)
def test_what_could_not_be_entered_here_is_a_problem_with_its_line(line: dict[str, Any], sentence: str) -> None:
    good = (
        copy("carpe-diem", "villa_chart", "4", 7),
        setting("theme", value="dark"),
        copy("carpe-diem", "new_part", "a", [1]),
    )
    incoming = read_file(lines(good[0], line, *good[1:], copy("ark-nova", "zoo", "a", {})), "file")
    assert [(problem.path, str(problem.message)) for problem in incoming.problems] == [("line 2, value", sentence)]
    assert [value.key for value in incoming.values] == ["4", "theme", "a", "a"]


def test_a_key_of_the_chart_that_an_earlier_version_took_in_does_not_break_my_copy(tmp_path: Path) -> None:
    with opened(tmp_path / "here") as app:
        before = villa_values(app.tables.copies["carpe-diem"])
        app.worker.run_blocking(lambda store: store.keep("carpe-diem", "villa_chart", "shop", 7))
        app.run(app.tables.reload_copies())
        assert villa_values(app.tables.copies["carpe-diem"]) == before


ADDED: Final = (
    "To be added: 6 plays, 1 earlier version, 10 friends, 1 place, 1 other name, 4 values of your copies and 1 setting."
)


def test_the_preview_says_all_that_a_file_brings(store: Store) -> None:
    incoming = read_file(LINES, "plays.jsonl")
    planned = plan(store, incoming)
    assert plan_summary(planned) == (ADDED, "Deleted plays: 1.")
    done = carry_out(store, planned, "plays.jsonl")
    assert import_summary(done) == ("6 plays, 11 friends and places, 4 values of your copies and 1 setting added.")
    again = plan(store, incoming)
    assert plan_summary(again) == ("Already here: 6 plays.",)
    assert not changes_anything(again)


def test_the_preview_names_friends_that_differ_here(store: Store) -> None:
    friend = {"tessera": "player", "id": "a", "name": "Anna", "aliases": [], "hidden": False, "colour": "", "shape": ""}
    friend |= {"seen": "2024-03-01T20:00:00+00:00"}
    carry_out(store, plan(store, read_file(lines(friend), "file")), "file")
    planned = plan(store, read_file(lines(friend | {"name": "Anna B."}), "file"))
    assert plan_summary(planned) == ("Stays as it is here: 1 friend or place.",)
    assert (people_lines(planned), difference_lines(planned)) == (
        (("Anna differs from the file: called Anna B. there.",), 0),
        ((), 0),
    )
    assert not changes_anything(planned)
    later = friend | {"name": "Anna B.", "written": "2024-03-02T20:00:00+00:00"}
    planned = plan(store, read_file(lines(later), "file"))
    assert plan_summary(planned) == ("To be changed; earlier versions stay readable: 1 friend or place.",)
    assert changes_anything(planned)
