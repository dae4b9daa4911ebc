"""Devices that agree over a channel: whatever breaks off loses nothing, and nothing of the other end is trusted."""

from __future__ import annotations

import json
import os
import random
import shutil
import zlib
from base64 import b64encode
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import delete

from companion.services import agreement
from companion.services.agreement import (
    LAST,
    MAX_TEXT,
    MORE,
    NEWER,
    ODD,
    OLDER,
    PLAY_TOO_LARGE,
    TOO_MUCH,
    Agreement,
    AgreementError,
    Introduction,
    Outcome,
    outcome_summary,
)
from storage.database.models import PhotoRow, ShownVersionRow
from storage.exchange import facts
from storage.exchange.facts import NAME_BYTES, PARTS, facts_of
from storage.exchange.past_imports import imports, undo_import
from storage.repositories import photos, plays
from storage.repositories.history import Filter, count, stream
from tests.companion.services.test_agreement import HISTORIES, LATER, PHOTO, act, file_of, note_of, noted, state
from tests.forks import FORKS
from tests.storage.exchange.samples import jsonl, keep, line, number, plain, take_in
from tests.storage.stores import Clock, opened, opened_with_care
from tests.strategies import EACH_WEEK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from pathlib import Path

    from scoring.messages import Message
    from storage.repositories.people_merges import Merge
    from storage.repositories.tables import Store

KILLS: Final = int(os.environ.get("TESSERA_KILLS", "3"))


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[list[Store]]:
    with ExitStack() as until_the_end:
        yield [until_the_end.enter_context(opened(tmp_path / f"{name}.db", Clock())) for name in "abc"]


def end_of(name: str) -> Agreement:
    return Agreement(Introduction(device=name, name=f"the {name}"))


class Meeting:
    """Two ends that hear each other, as far as the channel goes."""

    def __init__(self, *stores: Store, ends: tuple[Agreement, Agreement] | None = None) -> None:
        self.stores = stores
        self.ends = ends or (end_of("first"), end_of("second"))
        self.on_the_way: list[list[str]] = [
            end.begin(store) for end, store in zip(self.ends, stores, strict=True)
        ]  # by who said it
        self.characters = self.messages = 0

    def step(self, sender: int) -> None:
        """Let the next message of an end come to the other one."""
        text = self.on_the_way[sender].pop(0)
        self.characters += len(text)
        self.messages += 1
        assert len(text) <= MAX_TEXT
        hearer = 1 - sender
        self.on_the_way[hearer] += self.ends[hearer].take(self.stores[hearer], text)

    def go_on(self, most: int = 100_000, draw: random.Random | None = None) -> Meeting:
        """Go on until nothing is on the way, or the channel is cut after so many messages."""
        while self.messages < most and (senders := [at for at in (0, 1) if self.on_the_way[at]]):
            self.step(senders[0] if draw is None else draw.choice(senders))
        return self

    @property
    def outcomes(self) -> list[Outcome]:
        assert all(end.outcome.is_over for end in self.ends)
        return [end.outcome for end in self.ends]


def test_two_devices_have_the_same_history_and_say_what_is_new(stores: list[Store]) -> None:
    a, b, _ = stores
    keep(a, plain({"Anna": 1, "Ben": 2}), number(1))
    noted(a, "corrected")
    keep(b, LATER, number(2))
    meeting = Meeting(a, b).go_on()
    assert [str(outcome_summary(outcome)) for outcome in meeting.outcomes] == ["Agreed, 1 new.", "Agreed, 1 new."]
    assert state(a) == state(b)
    assert meeting.ends[0].other == Introduction(device="second", name="the second")
    assert all(outcome.part == 1 for outcome in meeting.outcomes)
    again = Meeting(a, b).go_on()
    assert [str(outcome_summary(outcome)) for outcome in again.outcomes] == ["Agreed, nothing new."] * 2


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_three_devices_agree_whatever_they_did_and_wherever_a_channel_broke_off(stores: list[Store], seed: int) -> None:
    draw, made = random.Random(seed), list[str]()
    merges: list[tuple[Store, Merge]] = []
    for _ in range(draw.randint(5, 25)):
        store, chance = draw.choice(stores), draw.random()
        store._clock.now += timedelta(minutes=draw.randrange(-90, 120))  # type: ignore[attr-defined]
        if chance < 0.6:
            act(draw, store, made, merges)
        else:
            Meeting(*draw.sample(stores, 2)).go_on(draw.choice([3, 5, 8, 100]), draw)
    old = file_of(draw.choice(stores))
    for first, second in ((0, 1), (1, 2), (0, 2), (0, 1)):
        assert Meeting(stores[first], stores[second]).go_on(draw=draw).outcomes
    states = [state(store) for store in stores]
    assert states[0] == states[1] == states[2]
    for store in stores:
        take_in(store, old)
        assert state(store) == states[0], "an old file took something back"


def two_pasts(a: Store, b: Store) -> None:
    """Give two devices what they have in common, and news of every kind."""
    for index in (1, 2, 3, 4):
        keep(a, plain({"Anna": index, "Ben": 2}), number(index))
    take_in(b, file_of(a))
    noted(a, "here", number(1))
    noted(b, "there", number(1))
    named = {photos.PHOTO: photos.keep(b, PHOTO)}
    play = plays.play(b, number(2))
    assert play is not None
    plays.correct(b, number(2), replace(play, extras=named), "photo")
    plays.remove(a, number(3))
    plays.delete_for_good(a, number(3))
    noted(b, "unseen", number(3))
    keep(b, LATER, number(5))
    b.keep("score-pad", "winner", "azul", "fewest")


def test_a_channel_that_is_cut_at_any_message_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "BATCH_BYTES", 1)
    for name in "ab":
        with opened(tmp_path / f"{name}.db", Clock()):
            pass
    with opened(tmp_path / "a.db", Clock()) as a, opened(tmp_path / "b.db", Clock()) as b:
        two_pasts(a, b)
    end, whole = 0, False
    states = []
    while not whole:
        end += 1 if EACH_WEEK else 5
        for name in "ab":
            shutil.copy(tmp_path / f"{name}.db", tmp_path / f"cut-{name}.db")
        with opened(tmp_path / "cut-a.db", Clock()) as a, opened(tmp_path / "cut-b.db", Clock()) as b:
            cut = Meeting(a, b).go_on(end)
            whole = all(side.outcome.is_over for side in cut.ends)
            assert Meeting(a, b).go_on().outcomes
            assert state(a) == state(b)
            assert photos.photo(a, photos.photo_id(PHOTO)) is not None
            states.append({key: value for key, value in state(a).items() if key != number(3)})
            assert [play.note for play in stream(b, Filter(removed=True))] == ["unseen"]
    assert end > 20
    assert all(after == states[0] for after in states)


def be_a_device(path: Path, name: str, channel: Connection) -> None:
    """Agree in a process of its own, until the other end has gone."""
    with opened_with_care(path) as store, suppress(EOFError, BrokenPipeError):
        end = end_of(name)
        answers = end.begin(store)
        while True:
            for answer in answers:
                channel.send(answer)
            if end.outcome.is_over:
                return
            answers = end.take(store, channel.recv())


def test_processes_that_are_killed_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    draw, paths = random.Random(5), [tmp_path / f"{name}.db" for name in "ab"]
    for path, first in zip(paths, (0, 40), strict=True):
        with opened(path, Clock()) as store:
            for index in range(first, first + 60):
                keep(store, plain({"Anna": index}, days=index), number(index))
                if not index % 7:
                    noted(store, path.name, number(index))
    for _ in range(KILLS):
        ends = FORKS.Pipe()
        devices = [
            FORKS.Process(target=be_a_device, args=(path, path.stem, end), daemon=True)
            for path, end in zip(paths, ends, strict=True)
        ]
        for device in devices:
            device.start()
        for end in ends:
            end.close()
        devices[0].join(draw.uniform(0.05, 1.5))
        draw.choice(devices).kill()
        for device in devices:
            device.join()
    with opened_with_care(paths[0]) as a, opened_with_care(paths[1]) as b:
        assert Meeting(a, b).go_on().outcomes
        assert state(a) == state(b)
        assert count(a, Filter()) == 100
        assert len(plays.revisions(a, number(42))) == 3, "one of two corrections was lost"


def test_lines_that_get_lost_come_the_next_time(stores: list[Store], monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, _ = stores
    two_pasts(a, b)
    draw = random.Random(1)

    def losing(store: Store, lacking: facts.Lacking) -> Iterator[facts.Batch]:
        for batch in facts.batches_of(store, lacking):
            kept = [line for line in batch.lines if draw.random() < 0.5]
            yield replace(batch, lines=kept or batch.lines[:1])

    with monkeypatch.context() as patched:
        patched.setattr(agreement, "batches_of", losing)
        Meeting(a, b).go_on()
    assert Meeting(a, b).go_on().outcomes
    assert state(a) == state(b)


def test_ten_new_plays_of_many_are_a_few_kilobytes(tmp_path: Path) -> None:
    with opened(tmp_path / "a.db", Clock()) as a:
        lines = (line(plain({"Anna": i, "Ben": 5}, note=str(i)), number(i)) for i in range(1000))
        take_in(a, jsonl(*lines))
    shutil.copy(tmp_path / "a.db", tmp_path / "b.db")
    with opened(tmp_path / "a.db", Clock()) as a, opened(tmp_path / "b.db", Clock()) as b:
        for index in range(1000, 1010):
            keep(a, plain({"Anna": index}), number(index))
        for index in range(3):
            noted(b, "corrected", number(index))
        meeting = Meeting(a, b).go_on()
        assert [(outcome.new, outcome.changed) for outcome in meeting.outcomes] == [(0, 3), (10, 0)]
        assert meeting.characters < 25_000  # with 10,000 plays it is 26 kB
        assert state(a) == state(b)


def test_a_photo_that_is_missing_comes_although_its_play_is_here(stores: list[Store]) -> None:
    a, b, _ = stores
    keep(a, replace(plain({"Anna": 1}), extras={photos.PHOTO: photos.keep(a, PHOTO)}), number(1))
    Meeting(a, b).go_on()
    with b.writing() as session:
        session.exec(delete(PhotoRow))
    assert facts_of(b).lacking == {photos.photo_id(PHOTO)}
    Meeting(a, b).go_on()
    assert photos.photo(b, photos.photo_id(PHOTO)) is not None


def test_a_photo_that_only_an_earlier_version_names_comes_as_well(stores: list[Store]) -> None:
    a, b, _ = stores
    keep(a, replace(plain({"Anna": 1}), extras={photos.PHOTO: photos.keep(a, PHOTO)}), number(1))
    play = plays.play(a, number(1))
    assert play is not None
    plays.correct(a, number(1), replace(play, extras={}), "photo")
    Meeting(a, b).go_on()
    assert photos.photo(b, photos.photo_id(PHOTO)) is not None
    with b.writing() as session:
        session.exec(delete(PhotoRow))
    Meeting(a, b).go_on()
    assert photos.photo(b, photos.photo_id(PHOTO)) is not None


def test_a_photo_that_an_earlier_version_named_goes_over_once(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, _ = stores
    keep(a, replace(plain({"Anna": 1}), extras={photos.PHOTO: photos.keep(a, PHOTO + bytes(9000))}), number(1))
    Meeting(a, b).go_on()
    noted(a, "corrected")
    sent: list[bytes] = []

    def noting(store: Store, lacking: facts.Lacking) -> Iterator[facts.Batch]:
        for batch in facts.batches_of(store, lacking):
            sent.extend(batch.lines)
            yield batch

    monkeypatch.setattr(agreement, "batches_of", noting)
    Meeting(a, b).go_on()
    assert note_of(b) == "corrected"
    assert not [line for line in sent if b'"photo","format"' in line]


def test_a_play_with_many_versions_goes_over_in_parts(stores: list[Store], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "BATCH_VERSIONS", 2)
    a, b, _ = stores
    keep(a, plain({"Anna": 1}), number(1))
    for index in range(7):
        noted(a, str(index))
    Meeting(a, b).go_on()
    assert state(a) == state(b)
    assert len(plays.revisions(b, number(1))) == 7


def test_a_play_that_is_too_large_goes_over_without_its_past(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "MAX_PLAY_BYTES", 1000)
    a, b, _ = stores
    keep(a, plain({"Anna": 1}), number(1))
    noted(a, "corrected")
    outcome, _ = Meeting(a, b).go_on().outcomes
    assert note_of(b) == "corrected"
    assert not plays.revisions(b, number(1))
    assert outcome.problems == (str(PLAY_TOO_LARGE),), "that is said where its past is"


def test_plays_of_version_1_that_have_no_names_are_known_by_what_they_say(stores: list[Store]) -> None:
    a, b, _ = stores
    keep(a, plain({"Anna": 1}), number(1))
    keep(a, LATER, number(2))
    noted(a, "corrected", number(2))
    with a.writing() as session:
        session.exec(delete(ShownVersionRow))
    named = facts_of(a)
    assert facts_of(a) == named
    take_in(b, file_of(a))
    meeting = Meeting(a, b).go_on()
    assert [str(outcome_summary(outcome)) for outcome in meeting.outcomes] == ["Agreed, nothing new."] * 2


def test_an_undo_is_told_after_devices_have_agreed(stores: list[Store]) -> None:
    a, b, _ = stores
    done = take_in(a, jsonl(line(LATER, number(2))))
    Meeting(a, b).go_on()
    undo_import(a, done.id or "")
    Meeting(a, b).go_on()
    assert state(a) == state(b)
    assert [play.id for play in stream(b, Filter(removed=True))] == [number(2)]


def test_an_undo_of_what_came_from_a_device_is_told_to_that_device(
    stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b, _ = stores
    monkeypatch.setattr(agreement, "now", b._clock)
    keep(a, LATER, number(2))
    keep(b, plain({"Anna": 1}), number(1))
    Meeting(a, b).go_on()
    (brought,) = (done.id for done in imports(b) if done.added)
    undo_import(b, brought or "")
    Meeting(a, b).go_on()
    assert state(a) == state(b)
    for store in (a, b):
        assert [play.id for play in stream(store, Filter(removed=True))] == [number(2)]


def text_of(words: object, body: bytes = b"") -> str:
    packed = zlib.compress(json.dumps(words).encode() + b"\n" + body)
    return LAST + b64encode(packed).decode()


def hello(**changes: Any) -> dict[str, Any]:
    digests = b64encode(bytes(PARTS * NAME_BYTES)).decode()
    words = {"agree": 1, "format": 2, "device": "x", "name": "x", "key": "", "parts": digests}
    return words | {"lines": "00" * NAME_BYTES, "photos": []} | changes


HELLO: Final = text_of(hello())
NAMES: Final = text_of({"names": 0, "lines": 0})
BOMB: Final = LAST + b64encode(zlib.compress(bytes(70 << 20), 9)).decode()


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ([""], ODD),
        (["x"], ODD),
        ([LAST], ODD),
        ([LAST + "!"], ODD),
        ([LAST + "A" * MAX_TEXT], ODD),
        ([LAST + b64encode(b"no zlib").decode()], ODD),
        ([LAST + b64encode(zlib.compress(b"{}\n") + b"more").decode()], ODD),
        ([LAST + b64encode(zlib.compress(b"{}\n")[:-3]).decode()], ODD),
        ([LAST + b64encode(zlib.compress(b"[" * 100_000 + b"\n")).decode()], ODD),
        ([LAST + b64encode(zlib.compress(b"\xff\n")).decode()], ODD),
        ([MORE + b64encode(bytes(42_000)).decode()] * 600, TOO_MUCH),
        ([MORE + BOMB[1 + at : 56_001 + at] for at in range(0, len(BOMB), 56_000)] + [LAST], TOO_MUCH),
        ([text_of([])], ODD),
        ([text_of({"tessera": "play"})], ODD),
        ([text_of(hello(format=3))], NEWER),
        ([text_of(hello(format=1))], OLDER),
        ([text_of(hello(agree=2))], NEWER),
        ([text_of(hello(name=""))], ODD),
        ([text_of(hello(name="x" * 41))], ODD),
        ([text_of(hello(name="\x1b[2J"))], ODD),
        ([text_of(hello(device="../x"))], ODD),
        ([text_of(hello(key="ab"))], ODD),
        ([text_of(hello(parts="AA=="))], ODD),
        ([text_of(hello(parts="?"))], ODD),
        ([text_of(hello(lines="xy"))], ODD),
        ([text_of(hello(photos=["x"]))], ODD),
        ([text_of(hello(photos=["00" * 16] * 1001))], ODD),
        ([text_of(hello(photos=[[]]))], ODD),
        ([HELLO, HELLO], ODD),
        ([NAMES], ODD),
        ([HELLO, text_of({"names": 7, "lines": 0}, bytes(7))], ODD),
        ([HELLO, text_of({"names": 8, "lines": 0})], ODD),
        ([HELLO, text_of({"names": 16, "lines": -8}, bytes(8))], ODD),
        ([HELLO, NAMES, NAMES], ODD),
        ([text_of({"batch": 1, "of": 1}, b"{}")], ODD),
        ([HELLO, text_of({"batch": 2, "of": 1}, b"{}")], ODD),
        ([HELLO, text_of({"batch": -1, "of": 1}, b"{}")], ODD),
        ([HELLO, text_of({"batch": 1, "of": 10**9}, b"{}")], ODD),
        ([HELLO, text_of({"batch": 1, "of": 1}, b"")], ODD),
        ([HELLO, text_of({"batch": 1, "of": 1}, b"Play;Date\n1;2024-03-01\n")], ODD),
        ([HELLO, text_of({"taken": 1})], ODD),
        ([HELLO, text_of({"over": 1, "news": False})], ODD),
        ([HELLO, text_of({"all": 2})], ODD),
        ([HELLO, text_of({"all": 1}), text_of({"all": 1})], ODD),
        ([HELLO, text_of({"all": 1}), text_of({"batch": 1, "of": 1}, b"{}")], ODD),
    ],
)
def test_what_tessera_does_not_send_is_refused_and_changes_nothing(
    stores: list[Store], texts: list[str], message: Message
) -> None:
    store, _, _ = stores
    keep(store, plain({"Anna": 1}), number(1))
    before = state(store)
    end = end_of("first")
    end.begin(store)
    for text in texts[:-1]:
        with suppress(AgreementError):
            end.take(store, text)
    with pytest.raises(AgreementError) as refused:
        end.take(store, texts[-1])
    assert refused.value.message == message
    assert state(store) == before


def test_a_device_is_who_it_said_it_was(stores: list[Store]) -> None:
    a, b, _ = stores
    keep(a, plain({"Anna": 1}), number(1))
    meeting = Meeting(a, b)
    while meeting.ends[1]._round < 2:
        meeting.step(next(at for at in (0, 1) if meeting.on_the_way[at]))
    with pytest.raises(AgreementError):
        meeting.ends[1].take(b, text_of(hello(device="somebody-else")))


def test_lines_that_cannot_be_read_are_named_and_the_others_come_in(stores: list[Store]) -> None:
    store, _, _ = stores
    end = end_of("first")
    end.begin(store)
    end.take(store, HELLO)
    batch = jsonl(line(plain({"Anna": 1}), number(1))) + b'{"tessera":"play","format":2}\n{"tessera":"x"}\n'
    end.take(store, text_of({"batch": 3, "of": 3}, batch))
    assert count(store, Filter()) == 1
    assert len(end.outcome.problems) > 1


def test_batches_without_end_are_refused(stores: list[Store], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "MAX_BATCHES", 3)
    end = end_of("first")
    end.begin(stores[0])
    end.take(stores[0], HELLO)
    batch = text_of({"batch": 0, "of": 1}, jsonl(line(LATER, number(1))))
    for _ in range(3):
        end.take(stores[0], batch)
    with pytest.raises(AgreementError):
        end.take(stores[0], batch)


@given(
    st.lists(st.one_of(st.binary(max_size=200), st.sampled_from([b"{}\n", b'{"agree":1,"format":2}\n'])), max_size=4)
)
def test_any_bytes_get_a_sentence(tmp_path_factory: pytest.TempPathFactory, bodies: list[bytes]) -> None:
    with opened(tmp_path_factory.mktemp("store") / "a.db") as store:
        end = end_of("first")
        end.begin(store)
        for body in bodies:
            try:
                end.take(store, LAST + b64encode(zlib.compress(body)).decode())
            except AgreementError as refused:
                assert refused.message.english  # noqa: PT017 - it may be raised or not
