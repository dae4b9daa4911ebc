"""Guessing is slowed: by address, over all, and without remembering more than a little."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.web.rate_limit import LONGEST, MOST, SHORTEST, WRONG, WRONG_OF_ALL, Throttle

if TYPE_CHECKING:
    from tests.companion.clock import Clock


@pytest.fixture
def throttle(clock: Clock) -> Throttle:
    return Throttle(clock)


def guess(throttle: Throttle, address: str, times: int = WRONG) -> None:
    for _ in range(times):
        throttle.wrong(address)


def test_a_few_wrong_ones_are_forgiven(throttle: Throttle) -> None:
    guess(throttle, "192.168.0.7", WRONG - 1)
    assert throttle.wait("192.168.0.7") == 0


def test_after_too_many_one_waits_and_others_do_not(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    assert throttle.wait("192.168.0.7") == SHORTEST
    assert throttle.wait("192.168.0.8") == 0
    clock.now += SHORTEST
    assert throttle.wait("192.168.0.7") == 0


def test_each_further_one_doubles_the_wait_up_to_a_limit(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    waits = []
    for _ in range(7):
        waits.append(throttle.wait("192.168.0.7"))
        clock.now += waits[-1]
        throttle.wrong("192.168.0.7")
    assert waits == [10, 20, 40, 80, 160, 300, 300]


def test_slow_ones_are_never_too_many(throttle: Throttle, clock: Clock) -> None:
    for _ in range(20):
        throttle.wrong("192.168.0.7")
        assert throttle.wait("192.168.0.7") == 0
        clock.now += 16


def test_the_past_is_forgotten_after_a_while(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    clock.now += SHORTEST + LONGEST + 1
    throttle.wrong("192.168.0.7")
    assert throttle.wait("192.168.0.7") == 0


def test_the_right_one_forgives_the_wrong_ones(throttle: Throttle) -> None:
    guess(throttle, "192.168.0.7", WRONG - 1)
    throttle.right("192.168.0.7")
    guess(throttle, "192.168.0.7", WRONG - 1)
    assert throttle.wait("192.168.0.7") == 0


def test_many_addresses_get_no_further_than_a_few(throttle: Throttle) -> None:
    for number in range(WRONG_OF_ALL):
        assert throttle.wait("10.9.9.9") == 0
        throttle.wrong(f"10.0.0.{number}")
    assert throttle.wait("10.9.9.9") == SHORTEST


def test_half_of_an_address_of_the_new_kind_stands_for_all_of_it(throttle: Throttle) -> None:
    for number in range(WRONG):
        throttle.wrong(f"2001:db8::{number}")
    assert throttle.wait("2001:db8::ffff") == SHORTEST
    assert throttle.wait("2001:db8:0:1::1") == 0


def test_what_is_no_address_is_slowed_as_well(throttle: Throttle) -> None:
    guess(throttle, "")
    assert throttle.wait("") == SHORTEST


def test_no_more_than_a_few_addresses_are_remembered(throttle: Throttle, clock: Clock) -> None:
    for number in range(MOST + 100):
        throttle.wrong(f"10.0.{number // 250}.{number % 250}")
        clock.now += 10
    assert len(throttle._by_address) == MOST
