"""Friends and places, as their screens show and change them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.messages import say
from storage.repositories import people
from storage.repositories.people import KnownPlace, KnownPlayer
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.messages import Message
    from storage.repositories.people import Merge, NameKind
    from storage.repositories.tables import Store

NOBODY_THERE: Final = say("Nobody is at this address; two spellings of a name may have been merged.")

PlayerOrPlace = KnownPlayer | KnownPlace


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Friends, hidden friends and places."""

    friends: tuple[KnownPlayer, ...]
    hidden: tuple[KnownPlayer, ...]
    places: tuple[KnownPlace, ...]


def kind_of(one: PlayerOrPlace) -> NameKind:
    """Return whether this is a player or a place."""
    return "player" if isinstance(one, KnownPlayer) else "place"


def load_names(store: Store) -> KnownNames:
    """Return all friends and places."""
    everybody = people.players(store, hidden=True)
    return KnownNames(
        friends=tuple(one for one in everybody if not one.hidden),
        hidden=tuple(one for one in everybody if one.hidden),
        places=people.places(store),
    )


def load_person(store: Store, kind: str, number: str) -> tuple[PlayerOrPlace, tuple[PlayerOrPlace, ...]] | Message:
    """Return the friend or place with this id and all others of the kind, a sentence where there is none."""
    known: Sequence[PlayerOrPlace] = ()
    match kind:
        case "player":
            known = people.players(store, hidden=True)
        case "place":
            known = people.places(store)
    one = next((one for one in known if one.id == number), None)
    return NOBODY_THERE if one is None else (one, tuple(other for other in known if other is not one))


def rename(store: Store, one: PlayerOrPlace, name: str) -> None:
    """Rename a friend or a place.

    Raises:
        StoreError: another one has it.

    """
    (people.rename_player if kind_of(one) == "player" else people.rename_place)(store, one.id, name)


def merge(store: Store, one: PlayerOrPlace, into: PlayerOrPlace) -> Merge:
    """Merge a friend or a place into another one.

    Raises:
        StoreError: they sat at one table.

    """
    return (people.merge_players if kind_of(one) == "player" else people.merge_places)(store, one.id, into.id)


def forget_typing_error(store: Store, name: str) -> None:
    """Propose a name no more that was mended before anybody finished a play under it."""
    known = next((one for one in people.players(store) if folded(one.name) == folded(name)), None)
    if known is not None and not known.plays:
        people.hide_player(store, known.id)
