"""Friends and places, as their screens show and change them, and what is known of friends' devices."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from companion.services.history import GONE
from storage.exchange.friends import Friend, shared_plays
from storage.repositories import people, people_merges
from storage.repositories.access import FRIENDS_SETTING
from storage.repositories.people import KnownPlace, KnownPlayer, NameKind
from storage.repositories.tables import Store
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.tables.store_worker import StoreWorker
    from scoring.messages import Message
    from storage.codes.pairing import Offer
    from storage.repositories.people_merges import Merge

MAX_FRIENDS: Final = 200
"""The most friends' devices that are known."""

MAX_GIVEN: Final = 500
"""The most plays of which it is known that a device was given them, or need not give them again."""

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
    people.rename(store, kind_of(person), person.id, name)


def merge(store: Store, person: PlayerOrPlace, into: PlayerOrPlace) -> Merge:
    """Merge a friend or a place into another one.

    Raises:
        StoreError: they sat at one table.

    """
    return people_merges.merge(store, kind_of(person), person.id, into.id)


def forget_typing_error(store: Store, name: str) -> None:
    """Propose a name no more that was mended before anybody finished a play under it."""
    friend = next((friend for friend in people.players(store) if folded(friend.name) == folded(name)), None)
    if friend is not None and not friend.plays:
        people.hide_player(store, friend.id)


class FriendDevices:
    """The friends' devices that this one has met, by their numbers, as the settings keep them."""

    def __init__(self, worker: StoreWorker, settings: dict[str, Any]) -> None:
        """Know those that the settings have."""
        self._worker = worker
        self._settings = settings

    def all(self) -> dict[str, dict[str, Any]]:
        """Return what is known of each."""
        stored = self._settings.get(FRIENDS_SETTING)
        return stored if isinstance(stored, dict) else {}

    def record(self, number: str) -> dict[str, Any]:
        """Return what is known of a device; of many strangers, some are forgotten."""
        return self.all().get(number, {})

    def friend(self, number: str) -> Friend:
        """Return who is who by a device."""
        record = self.record(number)
        return Friend(number=number, me=record.get("me") or "", they=record.get("they") or "")

    async def name_of(self, number: str) -> str:
        """Return who has a friend's device, "" where that is not known."""
        they = self.friend(number).they
        players = await self._worker.run(people.players, hidden=True) if they else ()
        return next((player.name for player in players if player.id == they), "")

    async def shared(self, number: str) -> Mapping[str, str]:
        """Return the plays of which a device may hear, with their versions."""
        return await self._worker.run(shared_plays, self.friend(number), self.record(number).get("given", ()))

    def proof(self, number: str, offer: Offer, role: str) -> str:
        """Return what proves at an end of the channel of an offer that a device is known."""
        return offer.proof(self.record(number)["key"], f"friend {role}")

    def is_proved(self, number: str, offer: Offer, role: str, proof: str) -> bool:
        """Return whether the device at the other end is the one with this number."""
        key = self.record(number).get("key")
        return key is not None and offer.is_proved(key, f"friend {role}", proof)

    async def add(self, key: str, device: str) -> str:
        """Know a device from now on by a key; return its number."""
        number = sha256(key.encode()).hexdigest()[:12]
        others = sorted(self.all().items(), key=lambda entry: "play" not in entry[1])
        await self._keep({number: {"key": key, "device": device}, **dict(others[: MAX_FRIENDS - 1])})
        return number

    async def note_first(self, number: str, play_id: str) -> None:
        """Note the first play that two devices share, by which each says who has it."""
        if "play" not in self.record(number):
            await self.note(number, play=play_id)

    async def note_given(self, number: str, play_id: str) -> None:
        """Note that a device was given a play."""
        play_ids = dict.fromkeys([*self.record(number).get("given", ()), play_id])
        await self.note(number, given=[*play_ids][-MAX_GIVEN:])

    async def note_heard(self, number: str, versions: Mapping[str, str]) -> None:
        """Note versions of plays that a device need not give again."""
        heard = {**self.record(number).get("heard", {}), **versions}
        await self.note(number, heard=dict([*heard.items()][-MAX_GIVEN:]))

    async def note(self, number: str, **facts: object) -> None:
        """Note something of a device, as long as it is known."""
        if number in self.all():
            await self._keep(self.all() | {number: self.record(number) | facts})

    async def _keep(self, records: dict[str, dict[str, Any]]) -> None:
        self._settings[FRIENDS_SETTING] = records
        await self._worker.run(Store.set, FRIENDS_SETTING, records)
