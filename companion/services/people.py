"""Friends and places, as their screens show and change them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.services.history import GONE
from storage.repositories import people, people_merges
from storage.repositories.people import KnownPlace, KnownPlayer, NameKind
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.messages import Message
    from storage.repositories.people_merges import Merge
    from storage.repositories.tables import Store


PlayerOrPlace = KnownPlayer | KnownPlace


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Friends, hidden friends and places."""

    friends: tuple[KnownPlayer, ...]
    hidden: tuple[KnownPlayer, ...]
    places: tuple[KnownPlace, ...]


def kind_of(person: PlayerOrPlace) -> NameKind:
    """Return whether this is a player or a place."""
    return "player" if isinstance(person, KnownPlayer) else "place"


def load_names(store: Store) -> KnownNames:
    """Return all friends and places."""
    everybody = people.players(store, hidden=True)
    return KnownNames(
        friends=tuple(friend for friend in everybody if not friend.hidden),
        hidden=tuple(friend for friend in everybody if friend.hidden),
        places=people.places(store),
    )


def load_person(store: Store, kind: str, number: str) -> tuple[PlayerOrPlace, tuple[PlayerOrPlace, ...]] | Message:
    """Return the friend or place with this id and all others of the kind, a sentence where there is none."""
    everybody: Sequence[PlayerOrPlace] = ()
    match kind:
        case "player":
            everybody = people.players(store, hidden=True)
        case "place":
            everybody = people.places(store)
    person = next((person for person in everybody if person.id == number), None)
    if person is None:
        return GONE
    return person, tuple(another for another in everybody if another is not person)


def rename(store: Store, person: PlayerOrPlace, name: str) -> None:
    """Rename a friend or a place.

    Raises:
        StoreError: another one has it.

    """
    (people.rename_player if kind_of(person) == "player" else people.rename_place)(store, person.id, name)


def merge(store: Store, person: PlayerOrPlace, into: PlayerOrPlace) -> Merge:
    """Merge a friend or a place into another one.

    Raises:
        StoreError: they sat at one table.

    """
    return (people_merges.merge_players if kind_of(person) == "player" else people_merges.merge_places)(
        store, person.id, into.id
    )


def forget_typing_error(store: Store, name: str) -> None:
    """Propose a name no more that was mended before anybody finished a play under it."""
    friend = next((friend for friend in people.players(store) if folded(friend.name) == folded(name)), None)
    if friend is not None and not friend.plays:
        people.hide_player(store, friend.id)
