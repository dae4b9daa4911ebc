"""Who is who in a file and here: ids are kept apart, names are known again, and nothing here is renamed unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete

from companion.services.import_export import import_summary
from storage.database.models import AliasRow, PlayerRow
from storage.exchange.past_imports import undo_import
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories.people import (
    hide_player,
    places,
    player_named,
    players,
    remember_players,
    rename,
)
from storage.repositories.people_merges import merge
from storage.repositories.plays import play
from tests.storage.exchange.samples import exported, jsonl, keep, line, number, plain, planned, take_in
from tests.storage.stores import START

if TYPE_CHECKING:
    from storage.exchange.planning import Plan
    from storage.repositories.tables import Store

SEEN = START.isoformat()


def friend(player_id: str, name: str, *aliases: str, **more: Any) -> dict[str, Any]:
    looks = {"hidden": False, "colour": "red", "shape": "circle"}
    head = {"tessera": "player", "format": 1, "id": player_id, "name": name, "aliases": list(aliases), "seen": SEEN}
    return head | looks | more


def played(play_id: str, **ids: str) -> dict[str, Any]:
    """A play of players with these ids."""
    made = line(plain(dict.fromkeys(ids, 5)), play_id)
    for player, player_id in zip(made["players"], ids.values(), strict=True):
        player["id"] = player_id
    return made


def friends(store: Store) -> dict[str, tuple[str, int]]:
    """Everybody here: name and number of plays by id."""
    return {friend.id: (friend.name, friend.plays) for friend in players(store, hidden=True)}


def reasons(plan: Plan) -> list[str]:
    return [str(reason) for entry in plan.people for reason in entry.reasons]


def test_two_friends_of_one_name_come_back_as_two(store: Store, there: Store) -> None:
    keep(store, plain({"Anna": 5}), number(1))
    rename(store, "player", players(store)[0].id, "Anna B.")
    with store.writing() as session:
        session.connection().execute(delete(AliasRow))  # another Anna than the one who was called so
    keep(store, plain({"Anna": 7}, days=1), number(2))
    take_in(there, exported(export_jsonl, store))
    assert friends(there) == friends(store)
    assert sorted(friends(there).values()) == [("Anna", 1), ("Anna B.", 1)]
    newest = play(there, number(2))
    assert newest is not None
    assert player_named(there, "Anna") == newest.players[0].id


def test_two_of_one_name_in_a_file_without_lines_of_friends_are_two(there: Store) -> None:
    data = jsonl(played(number(1), Anna="a1") | {"format": 1}, played(number(2), Anna="a2") | {"format": 1})
    assert reasons(planned(there, data)) == ["Anna in the file comes in as Anna (2): the name is taken here"]
    take_in(there, data)
    assert friends(there) == {"a1": ("Anna", 1), "a2": ("Anna (2)", 1)}
    assert take_in(there, data).id is None


def test_a_friend_with_the_same_id_has_the_name_that_was_written_last(there: Store) -> None:
    take_in(there, jsonl(friend("a1", "Anna"), played(number(1), Anna="a1")))
    data = jsonl(friend("a1", "Anna B.", hidden=True), played(number(2), Anna="a1"))
    plan = planned(there, data)
    assert [entry.kind for entry in plan.people] == ["kept"]
    assert reasons(plan) == ["Anna differs from the file: called Anna B. there and hidden in one of the two"]
    take_in(there, data)
    assert friends(there) == {"a1": ("Anna", 2)}
    data = jsonl(friend("a1", "Anna B.", hidden=True, written="2024-03-02T20:00:00+00:00"))
    done = take_in(there, data)
    assert (done.people, friends(there)) == (1, {"a1": ("Anna B.", 2)})
    assert [friend.hidden for friend in players(there, hidden=True)] == [True]
    assert take_in(there, data).id is None
    undo_import(there, done.id or "")
    assert friends(there) == {"a1": ("Anna", 2)}
    assert [friend.hidden for friend in players(there, hidden=True)] == [False]


def test_a_friend_with_another_id_is_known_by_the_name(there: Store) -> None:
    remember_players(there, [("Anna", "blue", "square")])
    ((own, _),) = friends(there).items()
    data = jsonl(friend("a1", "ANNA"), played(number(1), Anna="a1"))
    assert reasons(planned(there, data)) == ["ANNA in the file counts as Anna, known here by that name"]
    done = take_in(there, data)
    assert friends(there) == {own: ("Anna", 1)}
    assert take_in(there, data).id is None
    undo_import(there, done.id or "")
    assert friends(there) == {own: ("Anna", 0)}


def test_who_has_the_name_here_but_is_somebody_else_in_the_file_stays_apart(there: Store) -> None:
    take_in(there, jsonl(friend("a1", "Anna"), played(number(1), Anna="a1")))
    data = jsonl(friend("a1", "Anna B."), friend("a2", "Anna"), played(number(2), Anna="a2"))
    assert reasons(planned(there, data)) == [
        "Anna differs from the file: called Anna B. there",
        "Anna in the file comes in as Anna (2): the name is taken here",
    ]
    take_in(there, data)
    assert friends(there) == {"a1": ("Anna", 1), "a2": ("Anna (2)", 1)}
    assert take_in(there, data).id is None


def test_who_was_merged_here_stays_merged(there: Store) -> None:
    data = jsonl(friend("a1", "Anna"), friend("a2", "Annie"), played(number(1), Anna="a1", Annie="a2"))
    take_in(there, data)
    keep(there, plain({"Ann": 1}), number(9))
    merge(there, "player", player_named(there, "Ann") or "", "a2")
    assert take_in(there, data).id is None
    again = jsonl(friend("x", "Ann"), played(number(3), Ann="x"))
    take_in(there, again)
    assert friends(there) == {"a1": ("Anna", 1), "a2": ("Annie", 3)}


def test_other_names_come_with_their_friend_unless_they_are_somebody_here(there: Store) -> None:
    remember_players(there, [("Bert", "blue", "square")])
    data = jsonl(friend("n1", "Nick", "Bert", "Nicolas"))
    assert reasons(planned(there, data)) == [
        "Bert is another name of Nick in the file, but is somebody or something else here"
    ]
    done = take_in(there, data)
    assert (player_named(there, "nicolas"), player_named(there, "Bert") == "n1") == ("n1", False)
    undo_import(there, done.id or "")
    assert (player_named(there, "nicolas"), player_named(there, "Nick")) == (None, None)


def test_an_import_of_another_name_alone_is_told_and_taken_back(there: Store) -> None:
    take_in(there, jsonl(friend("n1", "Nick")))
    done = take_in(there, jsonl(friend("n1", "Nick", "Nicolas")))
    assert import_summary(done) == "1 friend or place added."
    undo_import(there, done.id or "")
    assert player_named(there, "Nicolas") is None


def test_a_place_that_was_renamed_here_is_the_same_place(store: Store, there: Store) -> None:
    keep(store, plain({"Anna": 5}), number(1))
    keep(store, plain({"Anna": 5}, days=1), number(2))
    file = exported(export_jsonl, store)
    take_in(there, jsonl({"tessera": "place", "format": 1, "id": "p1", "name": "Home", "aliases": [], "seen": SEEN}))
    rename(there, "place", "p1", "Käthe's")
    place = {"tessera": "place", "format": 1, "id": "p1", "name": "Home", "aliases": [], "seen": SEEN}
    take_in(there, file + jsonl(place, played(number(3), Anna="a") | {"place": "Home"}))
    kept = play(there, number(3))
    assert kept is not None
    assert (kept.place, [place.plays for place in places(there)]) == ("Käthe's", [1])


def test_hidden_friends_who_never_played_come_too_and_go_with_the_import(store: Store, there: Store) -> None:
    remember_players(store, [("Zoë", "green", "diamond")])
    hide_player(store, players(store)[0].id)
    done = take_in(there, exported(export_jsonl, store))
    assert friends(there) == friends(store)
    assert (done.added, done.people) == (0, 1)
    undo_import(there, done.id or "")
    assert friends(there) == {}


def test_one_name_with_composed_and_separate_accents_is_one_friend(store: Store) -> None:
    keep(store, plain({"Zo\u00eb": 5}), number(1))
    keep(store, plain({"Zoe\u0308": 5}, days=1), number(2))
    assert [friend.plays for friend in players(store)] == [2]


def test_a_friend_kept_with_separate_accents_by_an_earlier_version_is_known(store: Store) -> None:
    earlier = "Zoe\u0308"
    with store.writing() as session:
        session.add(PlayerRow(id="z", name=earlier, folded=earlier.casefold(), colour="", shape="", seen=START))
    keep(store, plain({"Zo\u00eb": 5}), number(1))
    assert player_named(store, "ZO\u00cb") == "z"
    assert [(friend.id, friend.plays) for friend in players(store)] == [("z", 1)]
