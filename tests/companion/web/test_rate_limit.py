"""Guessing is slowed: by address, for nobody else, and without remembering more than a little."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.system.limits import FIRST_WAIT_S, MAX_FAILURES, MAX_WAIT_S, TokenBucket
from companion.web.rate_limit import MAX_ADDRESSES, Throttle

if TYPE_CHECKING:
    from tests.companion.clock import Clock


@pytest.fixture
def throttle(clock: Clock) -> Throttle:
    return Throttle(clock)


def guess(throttle: Throttle, address: str, times: int = MAX_FAILURES) -> None:
    for _ in range(times):
        throttle.record_failure(address)


def test_a_few_wrong_ones_are_forgiven(throttle: Throttle) -> None:
    guess(throttle, "192.168.0.7", MAX_FAILURES - 1)
    assert throttle.seconds_to_wait("192.168.0.7") == 0


def test_after_too_many_one_waits_and_others_do_not(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    assert throttle.seconds_to_wait("192.168.0.7") == FIRST_WAIT_S
    assert throttle.seconds_to_wait("192.168.0.8") == 0
    clock.now += FIRST_WAIT_S
    assert throttle.seconds_to_wait("192.168.0.7") == 0


def test_each_further_one_doubles_the_wait_up_to_a_limit(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    waits = []
    for _ in range(7):
        waits.append(throttle.seconds_to_wait("192.168.0.7"))
        clock.now += waits[-1]
        throttle.record_failure("192.168.0.7")
    assert waits == [10, 20, 40, 80, 160, 300, 300]


def test_slow_ones_are_never_too_many(throttle: Throttle, clock: Clock) -> None:
    for _ in range(20):
        throttle.record_failure("192.168.0.7")
        assert throttle.seconds_to_wait("192.168.0.7") == 0
        clock.now += 16


def test_the_past_is_forgotten_after_a_while(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    clock.now += FIRST_WAIT_S + MAX_WAIT_S + 1
    throttle.record_failure("192.168.0.7")
    assert throttle.seconds_to_wait("192.168.0.7") == 0


def test_nobody_waits_for_the_wrong_ones_of_many_others(throttle: Throttle) -> None:
    for number in range(200):
        throttle.record_failure(f"10.0.0.{number}")
    assert throttle.seconds_to_wait("10.9.9.9") == 0
    throttle.record_failure("10.9.9.9")
    assert throttle.seconds_to_wait("10.9.9.9") == 0


def test_an_old_address_that_is_written_as_a_new_one_is_the_same(throttle: Throttle) -> None:
    guess(throttle, "::ffff:192.168.0.7")
    assert throttle.seconds_to_wait("192.168.0.7") == FIRST_WAIT_S
    assert throttle.seconds_to_wait("::ffff:192.168.0.8") == 0


def test_half_of_an_address_of_the_new_kind_stands_for_all_of_it(throttle: Throttle) -> None:
    for number in range(MAX_FAILURES):
        throttle.record_failure(f"2001:db8::{number}")
    assert throttle.seconds_to_wait("2001:db8::ffff") == FIRST_WAIT_S
    assert throttle.seconds_to_wait("2001:db8:0:1::1") == 0


def test_what_is_no_address_is_slowed_as_well(throttle: Throttle) -> None:
    guess(throttle, "")
    assert throttle.seconds_to_wait("") == FIRST_WAIT_S


def test_no_more_than_a_few_addresses_are_remembered(throttle: Throttle, clock: Clock) -> None:
    for number in range(MAX_ADDRESSES + 100):
        throttle.record_failure(f"10.0.{number // 250}.{number % 250}")
        clock.now += 10
    assert len(throttle._by_network) == MAX_ADDRESSES


def test_so_much_at_once_and_then_so_much_in_a_second(clock: Clock) -> None:
    bucket = TokenBucket(2, 3, clock)
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 0.5, 1]
    clock.now += 1
    assert not bucket.take_if_there()
    clock.now += 0.5
    assert bucket.take_if_there()
    clock.now += 100
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]
