"""The fields of a majority among the players, and of what is worked out from other categories."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.formatting.text import sentence
from companion.games.score_pad.pad_draft import comparable, places_of, with_compared, with_places, with_players
from companion.games.score_pad.pad_draft_check import may_count_by_entry, split_numbers
from companion.games.score_pad.wording import TIES
from companion.ui.components.controls import caption, notice
from companion.ui.components.fields import tick, wrapped
from companion.ui.components.layout import column
from scoring.messages import say, tr
from scoring.score_pad.majority import PLACES
from scoring.score_pad.state import MAX_PLACES, MAX_PLAYERS, By, Ties
from scoring.sheet import Better

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import flet as ft

    from companion.games.score_pad.pad_draft import PlacesDraft
    from companion.ui.screens.pad_maker.kind_form import KindForm

WANTED: Final = {Better.MOST: say("The most wins"), Better.FEWEST: say("The fewest wins")}
"""Which number is the better one."""

BY: Final = {By.POINTS: say("Its points"), By.ENTRY: say("The number entered")}
"""What of a category counts."""

COUNTED: Final = {False: say("once"), True: say("times the number entered")}
"""How many times the lowest counts."""

OF_THEIR_OWN: Final = say("players who are level get points of their own")


def majority_fields(form: KindForm) -> list[ft.Control]:
    """Return who is first, the values of the places, for how many players, and what those get who are level."""
    category, places = form.category, places_of(form.category)
    ties = [form.choice(words, form.setting(ties=ties), selected=ties is category.ties) for ties, words in TIES.items()]
    level: list[ft.Control] = []
    if category.ties is not Ties.NEXT:
        by_level = category.by_level
        ties.append(form.choice(OF_THEIR_OWN, form.setting(by_level=not by_level), selected=by_level))
        level = [field for values in places for field in _level_fields(form, values)] if by_level else []
    return [
        form.chosen("wanted", WANTED),
        *(_values_field(form, values) for values in places),
        _numbers_of_players(form),
        *([form.typed("least", tr("Minimum for a place"), hint_text="1")] if category.wanted is Better.MOST else []),
        wrapped(ties),
        *([caption(tr("Each of 2, 3, … players who are level")), *level] if level else []),
    ]


def _numbers_of_players(form: KindForm) -> ft.Control:
    """Return the numbers of players from which on the values are others, to be chosen."""
    numbers = {places.players for places in places_of(form.category)}
    chips = [
        form.choice(
            players,
            form.changing(with_players, players),
            selected=players in numbers,
            spoken=tr("from {number} players on", number=players),
        )
        for players in map(str, range(2, MAX_PLAYERS + 1))
    ]
    return column([caption(tr("Other points from so many players on")), wrapped(chips)])


def _values_field(form: KindForm, places: PlacesDraft) -> ft.Control:
    """Return the values of all places."""
    first = tr("Points, most first") if form.category.wanted is Better.MOST else tr("Points, fewest first")
    return form.text_field(
        places.path("values"),
        _from(places, first),
        places.values,
        lambda typed: form.changing(with_places, replace(places, values=typed))(),
        hint_text="5, 2",
    )


def _level_fields(form: KindForm, places: PlacesDraft) -> list[ft.Control]:
    """Return for each place what each of two, three, … players gets who are level for it."""
    level = (*places.level, *("",) * MAX_PLACES)

    def typing(at: int) -> Callable[[str], Awaitable[None]]:
        def with_level(typed: str) -> PlacesDraft:
            return replace(places, level=(*level[:at], typed, *places.level[at + 1 :]))

        return lambda typed: form.changing(with_places, with_level(typed))()

    shown = min(max(len(split_numbers(places.values)), len(places.level), 1), MAX_PLACES)
    return [
        form.text_field(
            places.path("level", at),
            _from(places, tr("Level for {most}", most=most)),
            level[at],
            typing(at),
            hint_text="2, 1",
        )
        for at, most in enumerate(PLACES[form.category.wanted][:shown])
    ]


def _from(places: PlacesDraft, label: str) -> str:
    """Return a label with the number of players from which on its values hold, unless they hold for any."""
    return tr("{number}+ players: {what}", what=label, number=places.players) if places.players else label


def lowest_fields(form: KindForm) -> list[ft.Control]:
    """Return the categories of which the lowest counts, what of them, and how many times."""
    by = [form.chosen("by", BY)] if may_count_by_entry(form.draft, form.category) else []
    return [
        *_compared(form, tr("The lowest of")),
        *by,
        form.typed("worth", tr("Points for each"), hint_text="1"),
        form.chosen("counted", COUNTED),
    ]


def bonus_fields(form: KindForm) -> list[ft.Control]:
    """Return the categories whose points are added, how many they need, and what that is worth."""
    return [
        *_compared(form, tr("The points of")),
        form.typed("at_least", tr("At least")),
        form.typed("worth", tr("Bonus")),
    ]


def _compared(form: KindForm, words: str) -> list[ft.Control]:
    """Return the categories to be ticked from which this one is worked out."""
    category, title = form.category, form.title
    ticks = [
        tick(
            compared.title,
            form.changing(with_compared, compared.number),
            form.ui.viewport,
            ticked=compared.number in category.of,
            label=f"{title}: {compared.title}",
        )
        for compared in comparable(form.draft, category.number)
    ]
    wrong = form.wrong.get("of")
    problem = [] if wrong is None else [notice(sentence(wrong), wrong=True)]
    return [column([caption(words), *ticks, *problem], spacing=0)]
