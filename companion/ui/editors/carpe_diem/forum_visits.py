"""The visits that a player can make: what each open pair of cards would bring, why, and how it is booked."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem import forum
from companion.games.carpe_diem.wording import card_text, pair_name, pair_text, visit_gains
from companion.tables.state import transition
from companion.ui.components.async_state import use_computed
from companion.ui.components.controls import button, caption, notice, outlined, plain_button, raised, tappable, text
from companion.ui.components.dialogs import say_changed
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, spread_row
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.carpe_diem.forum_grid import marker_name
from scoring.carpe_diem.data import BREAD_FOR_A_SET
from scoring.carpe_diem.forum.visits import Pair, cards_lying, cards_of, marker_owner, next_visitor, payments_of
from scoring.carpe_diem.moves import make_visit
from scoring.carpe_diem.state import BREAD, Good, Objective
from scoring.carpe_diem.wording import ITEMS
from scoring.messages import Message, counted, points_text, say, tr, wordless

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from companion.games.carpe_diem.actions import CarpeDiemTable
    from companion.games.carpe_diem.forum import Payments
    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.forum.answers import ChosenVisit, ForumVisit, Payment, PaymentLimits

    ToggleVisit = Callable[[Pair], object]
    VisitButton = Callable[[str, Callable[[], Awaitable[None]]], ft.Control]

BEST_SHOWN: Final = 5
"""How many of the best visits are shown at first."""


def ranking_number(visit: ForumVisit, objective: Objective) -> int:
    """Return the number by which a visit is ranked."""
    return visit.final_gain if objective is Objective.FINAL else visit.points


def objective_chips(objective: Objective, choose: Callable[[Objective], Awaitable[None]]) -> ft.Control:
    """Return the choice of the objective that visits are ranked by."""

    def objective_chip(choice: Objective) -> ft.Control:
        return chip(choice.noun.title, lambda: choose(choice), selected=choice is objective)

    return wrapped([objective_chip(choice) for choice in Objective])


def visit_list(
    state: CarpeDiemTable, visits: Sequence[ForumVisit], detail: tuple[Pair | None, ft.Control], toggle: ToggleVisit
) -> list[ft.Control]:
    """Return a line for each visit; `detail` is the open pair, and what follows its line."""
    open_pair, shown = detail
    lines: list[ft.Control] = []
    for visit in visits:
        pair = visit.cells or ("", "")
        lines.append(_line(state, visit, pair, toggle, is_open=pair == open_pair))
        lines += [shown] if pair == open_pair else []
    return lines


def _line(state: CarpeDiemTable, visit: ForumVisit, pair: Pair, toggle: ToggleVisit, *, is_open: bool) -> ft.Control:
    final = state.table.objective is Objective.FINAL
    cards = cards_of(state.table, pair)
    gains = f"{points_text(visit.points)}, {visit_gains(visit)}"
    words = ft.Column(
        [
            text(pair_name(pair), Style.STRONG),
            text(pair_text(cards) if cards else "", Style.SMALL),
            caption(gains if final else visit_gains(visit)),
        ],
        spacing=0,
        tight=True,
        expand=True,
    )
    figure = text(f"{visit.final_gain:+}" if final else visit.points, Style.TITLE)
    return tappable(
        ft.Row([words, figure], spacing=3 * SPACE),
        f"{pair_name(pair)}: {gains}",
        lambda: toggle(pair),
        selected=is_open,
        padding=3 * SPACE,
        **raised(chosen=is_open),
    )


@component
def PairDetail(live: LiveTable, pair: Pair, close: Callable[[], None]) -> ft.Control:
    """Show the cards of a pair, the marker between them or the visits it allows, and the buttons that book one."""
    use_revision(live)
    state: CarpeDiemTable = live.state
    visits = use_computed(forum.visits_to_pair, state.table, pair)
    lying = cards_lying(state.table)
    parts: list[ft.Control] = [
        text(f"{tr('{what}: {value}', what=square, value=card_text(lying[square]))}.", Style.SMALL)
        for square in pair
        if square in lying
    ]
    if forum.has_marker(state.table, pair):
        parts += _marker(live, pair, close)
    elif next_visitor(state.table) is None:
        parts.append(_put_marker(live, pair, close, tr("Put a marker here")))
    else:
        parts += _visit_choice(live, pair, visits, close)
        parts.append(_put_marker(live, pair, close, tr("Put a marker here without a visit")))
    return column(parts)


def _marker(live: LiveTable, pair: Pair, close: Callable[[], None]) -> list[ft.Control]:
    async def remove() -> None:
        label = say("{spoken}: removed", spoken=_marker_on(pair))
        await live.change(label, lambda old: forum.without_marker(old, pair))
        close()

    return [text(sentence(marker_name(live.state, pair))), wrapped([outlined(tr("Remove"), remove)])]


def _put_marker(live: LiveTable, pair: Pair, close: Callable[[], None], words: str) -> ft.Control:
    async def put() -> None:
        await live.change(_marker_on(pair), lambda old: forum.with_marker(old, pair))
        close()

    return wrapped([plain_button(words, put)])


def _marker_on(pair: Pair) -> Message:
    return say("{what} on {cell}", what=say("marker"), cell=pair_name(pair))


def _visit_choice(
    live: LiveTable, pair: Pair, visits: tuple[ForumVisit, ...] | None, close: Callable[[], None]
) -> list[ft.Control]:
    """Return the best visit to an open pair with the alternatives, as far as they are worked out."""
    if visits is None:
        return [ft.ProgressBar(semantics_label=tr("One moment …"))]
    cards = cards_of(live.state.table, pair)
    if not visits or cards is None:
        return []
    as_best = payments_of(visits[0], cards)
    return [keyed(f"{pair} {as_best}", VisitAsMade, live, pair, visits, as_best, close)]


@component
def VisitAsMade(
    live: LiveTable, pair: Pair, visits: tuple[ForumVisit, ...], as_best: Payments, close: Callable[[], None]
) -> ft.Control:
    """Show the best visit, let the player say how often each card was met instead, and book it or an alternative.

    `as_best` are the payments of the best visit.
    """
    use_revision(live)
    state: CarpeDiemTable = live.state
    best, *others = visits
    payments, set_payments = use_value(as_best)
    chosen = forum.visit_chosen(state.table, pair, payments)
    if chosen is None:
        return ft.Container()

    def begin_with(card: int) -> Callable[[], None]:
        return lambda: set_payments(lambda old: old if old[0].card == card else (old[1], old[0]))

    async def pay(payment: Payment) -> None:
        set_payments(lambda old: _with_payment(old, payment))

    def back() -> None:
        set_payments(lambda _: as_best)

    is_best = chosen.visit.visits == best.visits
    visit = best if is_best else chosen.visit
    parts = [*_outcome(visit), *_booking(live, visit, button, close)]
    if any(map(_can_choose, chosen.limits)):
        first = chosen.payments[0].card
        order = [
            chip(tr("{square} first", square=pair[card]), begin_with(card), selected=card == first)
            for card in range(len(pair))
        ]
        parts += [text(tr("How often was each card met?"), Style.STRONG), *_steppers(pair, chosen, pay), wrapped(order)]
    if not is_best:
        parts.append(spread_row([plain_button(tr("Best visit: {points}", points=points_text(best.points)), back)]))
    parts += [text(visit.because, Style.SMALL), *_alternatives(live, others, close)]
    return column([*parts, *_rulings(state, pair, (visit, *others))])


def _alternatives(live: LiveTable, visits: Sequence[ForumVisit], close: Callable[[], None]) -> list[ft.Control]:
    parts: list[ft.Control] = []
    for visit in visits:
        book = _booking(live, visit, outlined, close)
        parts += [ft.Divider(height=1), *_outcome(visit), text(visit.because, Style.SMALL), *book]
    return parts


def _rulings(state: CarpeDiemTable, pair: Pair, visits: Sequence[ForumVisit]) -> list[ft.Control]:
    """Return the rulings that visits to a pair rest on, each once."""
    cards = cards_of(state.table, pair)
    if cards is None:
        return []
    rulings = (str(ruling) for visit in visits for ruling in forum.rulings_of_visit(state.table, cards, visit))
    return [caption(ruling) for ruling in dict.fromkeys(rulings)]


def _can_choose(limits: PaymentLimits) -> bool:
    return limits.paid_sets + limits.bread_sets > limits.least


def _with_payment(payments: Payments, payment: Payment) -> Payments:
    first, second = payments
    return (payment, second) if first.card == payment.card else (first, payment)


def _steppers(pair: Pair, chosen: ChosenVisit, pay: Callable[[Payment], Awaitable[None]]) -> Iterator[ft.Control]:
    """Yield the numbers that can be chosen: the sets of either card, then the coins in place of goods that are held."""

    def stepper(
        key: str, name: Message, value: int, limits: tuple[int, int], paid: Callable[[int], Payment]
    ) -> ft.Control:
        counter = Counter(name=name, least=limits[0], most=limits[1])
        return keyed(key, Stepper, counter, value, lambda number: pay(paid(number)))

    in_order = sorted(zip(chosen.payments, chosen.limits, strict=True), key=lambda entry: entry[0].card)
    for made, limits in in_order:
        square = pair[made.card]
        paid, bread = made.paid_sets, made.bread_sets
        if limits.paid_sets:
            sets = max(0, limits.least - bread), limits.paid_sets
            name = wordless("{square}, {goods}", square=square, goods=say("goods"))
            yield stepper(f"{square} goods", name, paid, sets, partial(_with_paid_sets, made))
        if limits.bread_sets:
            sets = max(0, limits.least - paid), limits.bread_sets
            bread_of_a_set = counted(BREAD_FOR_A_SET, *ITEMS[BREAD])
            name = wordless("{square}, {bread}", square=square, bread=bread_of_a_set)
            yield stepper(f"{square} bread", name, bread, sets, partial(_with_bread_sets, made))
    for made, limits in in_order:
        for good, (least, most) in limits.coins.items():
            if least < most:
                square = pair[made.card]
                name = say("{square}, coins for {goods}", square=square, goods=good.noun.name)
                key, coins = f"{square} {good.value}", partial(_with_coins, made, good)
                yield stepper(key, name, made.coins[good], (least, most), coins)


def _with_paid_sets(payment: Payment, number: int) -> Payment:
    return replace(payment, paid_sets=number, coins={})


def _with_bread_sets(payment: Payment, number: int) -> Payment:
    return replace(payment, bread_sets=number)


def _with_coins(payment: Payment, good: Good, number: int) -> Payment:
    return replace(payment, coins={**payment.coins, good: number})


def _outcome(visit: ForumVisit) -> list[ft.Control]:
    """Return what a visit brings."""
    return [text(points_text(visit.points), Style.HEADING), text(f"{visit_gains(visit)}.", Style.SMALL)]


def _booking(live: LiveTable, visit: ForumVisit, button_of: VisitButton, close: Callable[[], None]) -> list[ft.Control]:
    """Return the button that books a visit."""
    state: CarpeDiemTable = live.state
    table, seat, pair = state.table, next_visitor(state.table), visit.cells
    if seat is None or pair is None:
        return []
    name = table.players[seat].name

    async def book() -> None:
        label = say("{name} visits {pair}: {points}", name=name, pair=pair_name(pair), points=points_text(visit.points))
        book_visit = transition(make_visit, visit)
        made = await live.change(label, lambda old: book_visit(old) if old.table == table else old)
        if marker_owner(live.state.table, pair) != seat:
            show_snackbar(tr("The table has changed meanwhile, so nothing was booked. Look at the visits again."))
            return
        close()
        say_changed(live, made, f"{label}, {visit_gains(visit)}.")

    words = tr("Choose {pair} for {name}", pair=pair_name(pair), name=name)
    if button_of is button:
        return [AtThumb(lambda: [button(words, book)])]
    return [wrapped([button_of(tr("{what}: {value}", what=words, value=points_text(visit.points)), book)])]


def problems(live: LiveTable, seat: int) -> list[ft.Control]:
    """Return the problems of what the visits rest on, and the way to a player's district, where they are mended."""
    page = ft.context.page
    doubts = forum.problems_of_visitor(live.state.table, seat)
    if not doubts:
        return []
    sentences = " ".join(f"{problem.message}." for problem in doubts)
    words = tr("This may be wrong, because something that was entered is impossible: {sentences}", sentences=sentences)
    name = live.state.table.players[seat].name
    to_district = plain_button(
        tr("To {name}’s district", name=name), lambda: page.navigate(f"/table/{live.id}/district/{seat}")
    )
    return [notice(words, wrong=True), wrapped([to_district])]
