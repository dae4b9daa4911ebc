"""Who plays and where: found by name, renamed, hidden, merged and told apart again; each test on a real file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from storage.database.errors import StoreError
from storage.repositories import history, people, people_merges, plays
from storage.repositories.history import Filter
from storage.repositories.values import StaleError, day_of
from tests.storage.sample_plays import content, finished, kept, written
from tests.storage.stores import START

if TYPE_CHECKING:
    from storage.repositories.people import KnownPlace, KnownPlayer
    from storage.repositories.tables import Store

NOBODY = "0" * 32


def remember(store: Store, *guests: tuple[str, str, str]) -> None:
    people.remember_players(store, guests)


def everybody(store: Store) -> dict[str, KnownPlayer]:
    return {player.name: player for player in people.players(store, hidden=True)}


def everywhere(store: Store) -> dict[str, KnownPlace]:
    return {place.name: place for place in people.places(store)}


def test_players_are_remembered_with_their_first_mark_or_the_one_chosen_anew_those_seen_last_first(
    store: Store,
) -> None:
    remember(store, ("Cathy", "ochre", "circle"), ("Nick", "slate", "square"))
    remember(store, ("Anna", "wine", "leaf"), ("Cathy", "wine", "leaf"))
    people.remember_players(store, [("Nick", "wine", "square")], anew=True)
    assert [(player.name, player.colour, player.shape) for player in people.players(store)] == [
        ("Nick", "wine", "square"),
        ("Anna", "wine", "leaf"),
        ("Cathy", "ochre", "circle"),
    ]


@pytest.mark.usefixtures("on_both")
def test_a_name_in_other_capitals_is_the_same_person_written_anew(store: Store) -> None:
    remember(store, ("STRASSER", "ochre", "circle"))
    (first,) = people.players(store)
    remember(store, (" Straßer ", "slate", "leaf"))
    (again,) = people.players(store)
    assert again.id == first.id
    assert (again.name, again.colour, again.shape) == ("Straßer", "ochre", "circle")


def test_one_name_twice_at_a_table_is_one_person(store: Store) -> None:
    remember(store, ("Cathy", "ochre", "circle"), ("cathy", "slate", "leaf"))
    (cathy,) = people.players(store)
    assert (cathy.name, cathy.colour) == ("cathy", "ochre")


def test_who_was_remembered_is_who_plays(store: Store) -> None:
    remember(store, ("Cathy", "ochre", "circle"))
    play = finished(store, {"CATHY": 1})
    (cathy,) = people.players(store)
    assert play.players[0].id == cathy.id
    assert (cathy.name, cathy.colour, play.players[0].name) == ("Cathy", "ochre", "CATHY")


def test_plays_are_counted_without_those_in_the_bin(store: Store) -> None:
    gone = finished(store, {"Cathy": 1, "Nick": 2})
    written(store, content({"Cathy": 1}, place="Club"))
    removed = written(store, content({"Anna": 1}, place="club "))
    for play in (gone, removed):
        plays.remove(store, play.id)
    assert {name: player.plays for name, player in everybody(store).items()} == {"Cathy": 1, "Nick": 0, "Anna": 0}
    assert {name: place.plays for name, place in everywhere(store).items()} == {"Club": 1}


@pytest.mark.usefixtures("on_both")
def test_places_are_found_by_name_and_the_one_seen_last_comes_first(store: Store) -> None:
    play = written(store, content({"Cathy": 1}, -3, place="Club"))
    two = written(store, content({"Cathy": 1}, -2, place="At home"))
    three = written(store, content({"Cathy": 1}, -1, place=" CLUB"))
    assert play.place_id == three.place_id != two.place_id
    assert [(place.name, place.seen) for place in people.places(store)] == [
        ("Club", three.finished),
        ("At home", two.finished),
    ]
    assert three.place == "Club"
    assert written(store, content({"Cathy": 1}, place=" ")).place_id is None


def test_who_is_hidden_is_not_proposed_but_keeps_the_plays(store: Store) -> None:
    play = finished(store, {"Cathy": 1, "Nick": 2})
    cathy = everybody(store)["Cathy"]
    people.hide_player(store, cathy.id)
    assert [player.name for player in people.players(store)] == ["Nick"]
    assert everybody(store)["Cathy"].hidden
    assert kept(store, play.id) == play
    people.unhide_player(store, cathy.id)
    assert everybody(store)["Cathy"] == cathy


def test_who_is_hidden_and_plays_again_is_proposed_again(store: Store) -> None:
    remember(store, ("Cathy", "ochre", "circle"))
    people.hide_player(store, everybody(store)["Cathy"].id)
    remember(store, ("cathy", "ochre", "circle"))
    assert [player.name for player in people.players(store)] == ["cathy"]


def test_a_new_name_is_shown_everywhere_but_on_the_sheet(store: Store) -> None:
    play = finished(store, {"Kathy": 1})
    number = play.players[0].id
    people.rename(store, "player", number, " Cathy ")
    (cathy,) = people.players(store)
    assert (cathy.id, cathy.name, cathy.plays) == (number, "Cathy", 1)
    assert kept(store, play.id) == play
    assert finished(store, {"cathy": 1}).players[0].id == number


def test_the_old_name_is_another_name_after_a_renaming(store: Store) -> None:
    number = finished(store, {"Max": 1}).players[0].id
    people.rename(store, "player", number, "Max the elder")
    assert finished(store, {"Max": 1}).players[0].id == number
    assert people.player_named(store, "max") == number
    people.rename(store, "player", number, "Max")
    assert people.player_named(store, "Max the Elder") == number


def test_a_name_may_be_written_in_other_capitals(store: Store) -> None:
    number = finished(store, {"cathy": 1}).players[0].id
    people.rename(store, "player", number, "Cathy")
    assert everybody(store)["Cathy"].id == number


def test_a_name_that_somebody_else_has_is_refused_with_a_way_out(store: Store) -> None:
    cathy = finished(store, {"Cathy": 1, "Nick": 2}).players[0].id
    with pytest.raises(StoreError) as caught:
        people.rename(store, "player", cathy, "NICK")
    assert str(caught.value) == "NICK is Nick already: merge Cathy with Nick, or choose another name"
    assert set(everybody(store)) == {"Cathy", "Nick"}


def test_a_place_is_renamed_likewise(store: Store) -> None:
    play = written(store, content({"Cathy": 1}, place="Club"))
    written(store, content({"Cathy": 1}, place="Home"))
    with pytest.raises(StoreError, match="home is Home already"):
        people.rename(store, "place", play.place_id or "", "home")
    people.rename(store, "place", play.place_id or "", "The club")
    assert kept(store, play.id).place == "The club"


@pytest.mark.parametrize("name", ["", "  "])
def test_nobody_is_without_a_name(store: Store, name: str) -> None:
    number = finished(store, {"Cathy": 1}).players[0].id
    with pytest.raises(StoreError, match="a name is needed"):
        people.rename(store, "player", number, name)


def test_who_is_not_there_is_neither_renamed_nor_hidden_nor_merged(store: Store) -> None:
    number = finished(store, {"Cathy": 1}).players[0].id
    for change in (people.hide_player, people.unhide_player):
        with pytest.raises(StaleError):
            change(store, NOBODY)
    for kind in people.ROWS:
        with pytest.raises(StaleError):
            people.rename(store, kind, NOBODY, "Nick")
    for source, target in ((NOBODY, number), (number, NOBODY)):
        with pytest.raises(StaleError):
            people_merges.merge(store, "player", source, target)


def test_two_spellings_of_one_friend_become_one_who_is_found_by_both(store: Store) -> None:
    first = finished(store, {"Kathy": 1, "Nick": 2})
    second = finished(store, {"Cathy": 3})
    kathy, cathy = first.players[0].id, second.players[0].id
    people_merges.merge(store, "player", kathy, cathy)
    before_all = everybody(store)
    assert set(before_all) == {"Cathy", "Nick"}
    assert (before_all["Cathy"].id, before_all["Cathy"].plays) == (cathy, 2)
    seat, second_seat = kept(store, first.id).players
    assert (seat.id, seat.name) == (cathy, "Kathy")
    assert second_seat == first.players[1]
    assert finished(store, {"kathy": 4}).players[0].id == cathy
    assert written(store, content({"KATHY": 4})).players[0].id == cathy
    remember(store, ("Kathy", "wine", "leaf"))
    assert (everybody(store)["Cathy"].colour, set(everybody(store))) == ("wine", {"Cathy", "Nick"})


def test_the_names_of_a_friend_go_along_into_the_next_merge(store: Store) -> None:
    numbers = {name: finished(store, {name: 1}).players[0].id for name in ("Kati", "Kathy", "Cathy")}
    people_merges.merge(store, "player", numbers["Kati"], numbers["Kathy"])
    people_merges.merge(store, "player", numbers["Kathy"], numbers["Cathy"])
    for name in numbers:
        assert finished(store, {name: 1}).players[0].id == numbers["Cathy"]
    assert everybody(store)["Cathy"].plays == 6


def test_two_who_played_together_are_two(store: Store) -> None:
    play = finished(store, {"Kathy": 1, "Cathy": 2})
    with pytest.raises(StoreError) as caught:
        people_merges.merge(store, "player", play.players[0].id, play.players[1].id)
    assert str(caught.value) == f"Kathy and Cathy played together on {day_of(play.finished)}: they are two people"
    with pytest.raises(StoreError, match="Cathy was chosen twice: choose two different names"):
        people_merges.merge(store, "player", play.players[1].id, play.players[1].id)
    assert kept(store, play.id) == play
    assert set(everybody(store)) == {"Cathy", "Kathy"}


@pytest.mark.usefixtures("on_both")
def test_a_merge_can_be_taken_back(store: Store) -> None:
    first, second = finished(store, {"Kathy": 1, "Nick": 2}), finished(store, {"Kati": 3})
    third = finished(store, {"Cathy": 3})
    kathy, cathy = first.players[0].id, third.players[0].id
    people_merges.merge(store, "player", second.players[0].id, kathy)
    before = everybody(store)
    now = [kept(store, play.id) for play in (first, second, third)]
    merge = people_merges.merge(store, "player", kathy, cathy)
    since = finished(store, {"Kathy": 9})
    people_merges.unmerge(store, merge)
    assert [kept(store, play.id) for play in (first, second, third)] == now
    after = everybody(store)
    assert set(after) == set(before)
    assert after["Kathy"] == before["Kathy"]
    assert kept(store, since.id).players[0].id == cathy
    assert finished(store, {"Kati": 1}).players[0].id == kathy
    with pytest.raises(StaleError):
        people_merges.unmerge(store, merge)


def test_a_merge_is_not_taken_back_when_somebody_has_the_name_by_now(store: Store) -> None:
    kathy, cathy = (finished(store, {name: 1}).players[0].id for name in ("Kathy", "Cathy"))
    merge = people_merges.merge(store, "player", kathy, cathy)
    people.rename(store, "player", cathy, "Kathy")
    with pytest.raises(StaleError):
        people_merges.unmerge(store, merge)
    assert set(everybody(store)) == {"Kathy"}


def test_another_name_of_somebody_is_not_free_for_others(store: Store) -> None:
    kathy, cathy = (finished(store, {name: 1}).players[0].id for name in ("Kathy", "Cathy"))
    nick = finished(store, {"Nick": 1}).players[0].id
    people_merges.merge(store, "player", kathy, cathy)
    with pytest.raises(StoreError, match="Kathy is Cathy already: merge Nick with Cathy"):
        people.rename(store, "player", nick, "Kathy")


def test_places_are_merged_and_told_apart_again(store: Store) -> None:
    first, two = (written(store, content({"Cathy": 1}, day, place=name)) for day, name in ((1, "Klub"), (2, "Club")))
    before = everywhere(store)
    merge = people_merges.merge(store, "place", first.place_id or "", two.place_id or "")
    assert kept(store, first.id).place == "Club"
    assert everywhere(store)["Club"].plays == 2
    assert written(store, content({"Cathy": 1}, place="klub")).place_id == two.place_id
    people_merges.unmerge(store, merge)
    assert kept(store, first.id) == first
    assert everywhere(store)["Klub"] == before["Klub"]
    assert history.count(store, Filter(place_id=two.place_id)) == 2


def test_a_merge_shows_the_later_of_two_moments(store: Store) -> None:
    old = written(store, content({"Cathy": 1}, -9))
    new = written(store, content({"Kathy": 1}, -1))
    people_merges.merge(store, "player", new.players[0].id, old.players[0].id)
    (cathy,) = people.players(store)
    assert (cathy.name, cathy.seen) == ("Cathy", new.finished)
    assert cathy.seen < START


def test_a_known_id_goes_before_the_name_and_an_unknown_one_is_kept(store: Store) -> None:
    cathy = finished(store, {"Cathy": 1}).players[0].id
    people.rename(store, "player", cathy, "Catherine")
    corrected = content({"Cathy": 1, "Nick": 2})
    ids = (cathy, "e" * 32)
    players = tuple(replace(player, id=number) for player, number in zip(corrected.players, ids, strict=True))
    play = written(store, content({}, players=players, sheet=corrected.sheet))
    assert [seat.id for seat in play.players] == [cathy, "e" * 32]
    assert set(everybody(store)) == {"Catherine", "Nick"}


def test_an_id_from_elsewhere_does_not_make_a_second_of_one_name(store: Store) -> None:
    nick = finished(store, {"Nick": 1}).players[0].id
    corrected = content({"Nick": 2})
    players = tuple(replace(player, id="e" * 32) for player in corrected.players)
    assert written(store, content({}, players=players, sheet=corrected.sheet)).players[0].id == nick
