"""The limits: what is impossible on a pad, in what its parts say about each other, and in what is entered on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.messages import Message, as_typed, say, with_commas
from scoring.players import names_differ
from scoring.problems import UNREADABLE, Limits, Problem, for_each, join_path
from scoring.score_pad.attendance import there_for_rounds_played
from scoring.score_pad.deck_limits import DECK_LIMITS
from scoring.score_pad.kinds import KINDS, By, Category
from scoring.score_pad.kinds.category import FOR_NO_NUMBER, MAX_PLAYERS, Entry, upside_down
from scoring.score_pad.state import OF_HEADING, Ends, Pad, Player, Table, TieBreak, keys_of
from scoring.sheet import Winner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

MAX_NAMED_KEYS: Final = 8
"""The most keys of categories that a problem names."""

TOTAL: Final = "points"
"""The criterion before all tie-breaks, whose name no category has."""


def as_many_as_the_pad_is_for(table: Table) -> Iterator[Problem]:
    """As many play as the pad says."""
    number = len(table.players)
    match table.pad.players:
        case (fewest, most) if fewest <= most and 1 <= number <= MAX_PLAYERS and not fewest <= number <= most:
            players = str(most) if fewest == most else f"{fewest}–{most}"
            message = say("{number} at the table: the pad is for {players}", number=number, players=players)
            yield Problem(path="players", message=message)


def members_differ(table: Table) -> Iterator[Problem]:
    """Nobody is in two teams, or twice in one; capitals make no difference."""
    seen: set[str] = set()

    def of_team(seat: int, player: Player) -> Iterator[Problem]:
        def is_new(index: int, member: str) -> Iterator[Problem]:
            if member.casefold() in seen:
                message = say('"{name}" is in a team already', name=member)
                yield Problem(path=f"players[{seat}].members[{index}]", message=message)
            seen.add(member.casefold())

        yield from for_each(player.members or (), is_new)

    yield from for_each(table.players, of_team)


def outcome_of_those_who_play_together(table: Table) -> Iterator[Problem]:
    """Only those who play together win or lose together."""
    if table.pad.winner is not Winner.TOGETHER and table.outcome is not None and table.outcome is not UNREADABLE:
        message = say("outcome is not known here: on this pad the points say who wins")
        yield Problem(path="outcome", message=message)


def outcome_is_missing(table: Table) -> Iterator[Problem]:
    """Whoever plays together has won or lost in the end."""
    if table.pad.winner is Winner.TOGETHER and table.outcome is None:
        yield Problem(path="outcome", message=say("missing: {expected} belongs here", expected=say("won or lost")))


def entries_fit(table: Table) -> Iterator[Problem]:
    """What is entered is for a category of the pad, and fits its kind."""
    categories = by_key(table.pad)

    def of_player(seat: int, player: Player) -> Iterator[Problem]:
        def fits(_index: int, item: tuple[str, Entry]) -> Iterator[Problem]:
            key, entry = item
            path = join_path(f"players[{seat}].entries", key)
            if key in categories:
                for where, message in categories[key].misfits(entry):
                    yield Problem(path=path + where, message=message)
            elif all_keys_are_legible(table.pad):
                yield Problem(path=path, message=unknown_key(categories))

        yield from for_each(player.entries.items(), fits)

    yield from for_each(table.players, of_player)


def one_player_has_it(table: Table) -> Iterator[Problem]:
    """One player at most is marked in a round, or has what only one can have."""
    for category in by_key(table.pad).values():
        yield from _had_again(table, category)


def _had_again(table: Table, category: Category) -> Iterator[Problem]:
    seen: set[str] = set()

    def of_player(seat: int, player: Player) -> Iterator[Problem]:
        for where, message in category.of_one_player(player.entries.get(category.key)):
            if where in seen:
                path = join_path(f"players[{seat}].entries", category.key) + where
                yield Problem(path=path, message=message)
            seen.add(where)

    yield from for_each(table.players, of_player)


def begun_with_points_of_rounds(table: Table) -> Iterator[Problem]:
    """Who came late begins with points in categories with rounds."""
    categories = by_key(table.pad)

    def of_player(seat: int, player: Player) -> Iterator[Problem]:
        for key in player.joined.points if player.joined is not None else ():
            path = join_path(f"players[{seat}].joined.points", key)
            yield from _key_problem(table.pad, key, path)
            if key in categories and not categories[key].shape.in_rounds:
                yield Problem(path=path, message=say("{key} has no rounds: nobody begins with points there", key=key))

    yield from for_each(table.players, of_player)


def tricks_within_cards(table: Table) -> Iterator[Problem]:
    """Nobody bids or makes more tricks than the round has cards; documents may hold it."""
    for category in table.pad.categories:
        key = category.key
        for seat, player in enumerate(table.players):
            bid = table.bids[seat].get(key) if table.bids else None
            for part, index, value in category.beyond_cards(player.entries.get(key), bid):
                path = join_path(f"players[{seat}].entries" if part else f"bids[{seat}]", key) + part
                where = (as_typed(player.name), as_typed(category.title), say("Round {number}", number=index + 1))
                yield Problem(path=path, message=say("{what}: {value}", what=with_commas(where), value=value))


def keys_differ(pad: Pad) -> Iterator[Problem]:
    """Each category has a key of its own, which is not that of the total."""
    seen = {TOTAL}

    def key_is_new(index: int, category: Category) -> Iterator[Problem]:
        path = f"categories[{index}].key"
        if category.key in seen:
            message = say("{key} is taken: give this category another key", key=category.key)
            yield Problem(path=path, message=message)
        seen.add(category.key)

    yield from for_each(pad.categories, key_is_new)


def fewest_to_most_players(pad: Pad) -> Iterator[Problem]:
    """The fewest players of a pad are not more than the most."""
    match pad.players:
        case (fewest, most) if fewest > most:
            yield Problem(path="players", message=upside_down(fewest, most))


def tie_breaks_name_categories(pad: Pad) -> Iterator[Problem]:
    """A tie-break is about categories of the pad, all different, by entries only where these are one number each."""

    def names_categories(index: int, tie_break: TieBreak) -> Iterator[Problem]:
        path = f"tie_breaks[{index}]"
        if tie_break.category is not UNREADABLE and isinstance(tie_break.category, str):
            yield from _key_problem(pad, tie_break.category, f"{path}.category")
        else:
            yield from _key_problems(pad, tie_break.category, f"{path}.category", derived=True)
        yield from _by_entry_of_numbers(pad, keys_of(tie_break), f"{path}.by", by_entry=tie_break.by is By.ENTRY)

    yield from for_each(pad.tie_breaks, names_categories)


def derived_from_categories(pad: Pad) -> Iterator[Problem]:
    """The lowest and a bonus are worked out from other categories, which are not worked out themselves."""

    def from_others(index: int, category: Category) -> Iterator[Problem]:
        path = f"categories[{index}]"
        yield from _key_problems(pad, category.sources, f"{path}.of", derived=False)
        yield from _by_entry_of_numbers(pad, category.sources, f"{path}.by", by_entry=category.by_entry)

    yield from for_each(pad.categories, from_others)


def ends_in_a_category(pad: Pad) -> Iterator[Problem]:
    """A game ends by the total, or by the points of a category of the pad."""
    if pad.ends is not None and pad.ends.category is not None:
        yield from _key_problem(pad, pad.ends.category, "ends.category")


def titles_name_categories(pad: Pad) -> Iterator[Problem]:
    """Titles in other languages are those of categories of the pad."""

    def of_language(_index: int, item: tuple[str, Mapping[str, str]]) -> Iterator[Problem]:
        code, titles = item
        for key in titles:
            yield from _key_problem(pad, key.removesuffix(OF_HEADING), join_path(f"titles.{code}", key))

    yield from for_each((pad.titles or {}).items(), of_language)


def _key_problem(pad: Pad, key: str, path: str) -> Iterator[Problem]:
    """Yield the problem of a key that no category of the pad has, where all their keys can be read."""
    categories = by_key(pad)
    if key not in categories and all_keys_are_legible(pad):
        yield Problem(path=path, message=unknown_key(categories))


def _key_problems(pad: Pad, keys: Sequence[str], path: str, *, derived: bool) -> Iterator[Problem]:
    """Yield what is wrong with keys of categories; those that are worked out from others may stand there or not."""
    categories, seen = by_key(pad), set[str]()

    def stands_once(index: int, key: str) -> Iterator[Problem]:
        where = f"{path}[{index}]"
        if key in seen:
            yield Problem(path=where, message=say("{key} stands there already", key=key))
        elif not derived and key in categories and categories[key].shape.derived:
            yield Problem(path=where, message=say("{key} is itself worked out from other categories", key=key))
        else:
            yield from _key_problem(pad, key, where)
        seen.add(key)

    yield from for_each(keys, stands_once)


def _by_entry_of_numbers(pad: Pad, keys: Sequence[str], path: str, *, by_entry: bool) -> Iterator[Problem]:
    """Yield the problem that categories count by their entries, and one of them has none that is a number."""
    categories = by_key(pad)
    named = [categories.get(key) for key in keys if key is not UNREADABLE]
    if by_entry and any(category is not None and not category.shape.single for category in named):
        message = say("entry: for this category no single number is entered, so only its points can count")
        yield Problem(path=path, message=message)


def an_end_for_some_number(ends: Ends) -> Iterator[Problem]:
    """An end by number of players says what holds for one number at least."""
    if ends.at == {}:
        yield Problem(path="at", message=FOR_NO_NUMBER)


def by_key(pad: Pad) -> dict[str, Category]:
    """Return the categories by their keys, those whose key can be read; of two with one key the first."""
    by_key: dict[str, Category] = {}
    for category in pad.categories:
        if category is not UNREADABLE and category.key is not UNREADABLE:
            by_key.setdefault(category.key, category)
    return by_key


def all_keys_are_legible(pad: Pad) -> bool:
    """Return whether the keys of all categories can be read, so that another one is none of them."""
    return all(category is not UNREADABLE and category.key is not UNREADABLE for category in pad.categories)


def unknown_key(keys: Iterable[str]) -> Message:
    """Return what is wrong with a key that is none of these."""
    named: tuple[str | Message, ...] = tuple(keys)
    if len(named) > MAX_NAMED_KEYS:
        named = (*named[:MAX_NAMED_KEYS], say("{number} more", number=len(named) - MAX_NAMED_KEYS))
    return say("the pad has no category with this key; it has {known}", known=named)


LIMITS: Final[Limits] = {
    Table: (
        names_differ,
        as_many_as_the_pad_is_for,
        members_differ,
        outcome_of_those_who_play_together,
        entries_fit,
        one_player_has_it,
        begun_with_points_of_rounds,
        there_for_rounds_played,
    ),
    Pad: (
        keys_differ,
        fewest_to_most_players,
        derived_from_categories,
        tie_breaks_name_categories,
        ends_in_a_category,
        titles_name_categories,
    ),
    **{kind: kind.limits for kind in KINDS},
    **DECK_LIMITS,
    Ends: (an_end_for_some_number,),
}

LIMITS_AT_TABLE: Final[Limits] = {Table: (tricks_within_cards,)}
