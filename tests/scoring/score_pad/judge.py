"""A pad scored by moving single things about: the judge of every kind of category."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def _whole_groups(number: int, size: int) -> int:
    groups = 0
    while number >= size:
        number -= size
        groups += 1
    return groups


def _steps(category: dict[str, Any], number: int) -> int:
    values, beyond = category["values"], category.get("beyond", "last")
    earned = at = more = 0
    for _ in range(number):
        if at == len(values) - 1:
            if beyond == "again":
                earned, at = earned + values[at], 0
            else:
                more += 0 if beyond == "last" else beyond["each"]
                continue
        at += 1
    return int(earned + values[at] + more)


def _round_of_bids(category: dict[str, Any], at: int, bid: int, made: int, bonus: int = 0) -> int:
    """Look for the first case that says something of a round, in the order in which they stand in for each other."""
    if bid == made:
        cases = ["zero", "made"] if bid == 0 else ["made"]
    elif bid > made:
        cases = ["missed"]
    else:
        cases = ["zero_missed", "over", "missed"] if bid == 0 else ["over", "missed"]
    case = next(case for case in cases if case in category)
    cards = category.get("cards", [])
    held = at if cards == "round" else (dict(enumerate(cards, start=1)).get(at, 0))
    paid = category[case].get("base", 0)
    for each, number in (("per_bid", bid), ("per_made", made), ("per_card", held)):
        paid += sum(category[case].get(each, 0) for _ in range(number))
    paid += sum(category[case].get("per_off", 0) for _ in range(min(bid, made), max(bid, made)))
    return int(paid if case in ("missed", "zero_missed") else paid + bonus)


def _rounds(category: dict[str, Any], entry: Any) -> int:
    times = category.get("times", 1)
    return sum(number if times > 0 else -number for number in entry or () if number for _ in range(abs(times)))


def _cards(deck: dict[str, Any], entries: list[Any], seat: int) -> int:
    """Lay every card on the table, one by one, and look from each of them at all others; nothing is blanked."""
    if not isinstance(entries[seat], dict):
        return int(entries[seat] or 0)
    tables = [_laid(deck, entry if isinstance(entry, dict) else {}) for entry in entries]
    table = tables.pop(seat)
    total = sum(_worth(shared["points"], None, table, tables) for shared in deck.get("shared", []))
    once: set[tuple[str, int]] = set()
    for laid in table:
        for at, rule in enumerate(laid[2].get("points", [])):
            if not rule.get("once") or (laid[2]["key"], at) not in once:
                total += _worth(rule, laid, table, tables)
            once.add((laid[2]["key"], at))
        total += laid[2].get("number", 0) if deck.get("numbers_count") else 0
    return total


def _worth(rule: dict[str, Any], own: Any, table: list[Any], rivals: list[list[Any]]) -> int:
    if not all(_is_met(needs, table, rivals) for needs in rule.get("when", [])):
        return _worth(rule["otherwise"], own, table, rivals) if "otherwise" in rule else 0
    if "of" not in rule:
        return int(rule.get("each", 0))
    among = [laid for laid in table if laid is not own] if rule.get("other") else table
    earned = 0
    for number in _amounts(rule, among):
        steps = rule.get("steps")
        whole = _whole_groups(number, rule.get("per", 1))
        earned += steps[min(number, len(steps) - 1)] if steps else sum(rule.get("each", 0) for _ in range(whole))
    return earned


def _amounts(rule: dict[str, Any], table: list[Any]) -> list[int]:
    any_of, never = {key for key in rule["of"] if key[0] != "-"}, {key[1:] for key in rule["of"] if key[0] == "-"}
    held = [laid for laid in table if (not any_of or laid[1] & any_of) and not laid[1] & never]
    names = {laid[0] for laid in held}
    if rule.get("amount", "cards") != "sets":
        return [len(names) if rule.get("amount") == "names" else len(held)]
    piles = [[laid for laid in held if laid[0] == name] for name in names]
    sets = []
    while any(piles):
        sets.append(sum(bool(pile) for pile in piles))
        piles = [pile[1:] for pile in piles]
    return sets


def _is_met(needs: dict[str, Any], table: list[Any], rivals: list[list[Any]]) -> bool:
    number = max(_amounts(needs, table), default=0)
    if needs.get("most"):
        return all(max(_amounts(needs, rival), default=0) <= number for rival in rivals)
    least = needs.get("at_least", 0 if "at_most" in needs else 1)
    return bool(least <= number <= needs.get("at_most", number))


def _laid(deck: dict[str, Any], entry: dict[str, int]) -> list[Any]:
    """Return each card that lies there with its name, its tags and what it does, and so much as was asked."""
    table: list[Any] = []
    for card in deck["cards"]:
        name = card.get("counts_as", card["key"])
        copies = entry.get(card["key"], 0)
        table += [(name, {card["key"], name, *card.get("tags", [])}, card) for _ in range(copies)]
        for ask in card.get("asks", []) if copies else []:
            said = entry.get(f"{card['key']}.{ask['key']}", 0)
            table += [(ask["tags"][0], {*ask["tags"]}, {"key": ""}) for _ in range(said)]
    return table


def _alone(category: dict[str, Any], entry: Any) -> int:
    worth: dict[str, Callable[[], int]] = {
        "points": lambda: int(entry or 0),
        "count": lambda: sum(category["each"] for _ in range(_whole_groups(entry or 0, category["per"]))),
        "tick": lambda: category["worth"] if entry else 0,
        "steps": lambda: _steps(category, entry or 0),
        "lookups": lambda: sum(_steps(category, number) for number in entry or ()),
        "bids": lambda: sum(
            _round_of_bids(category, at, *numbers) for at, numbers in enumerate(entry or (), start=1) if numbers
        ),
        "rounds": lambda: _rounds(category, entry),
        "products": lambda: sum(1 for left, right in entry or () for _ in range(left) for _ in range(right)),
    }
    return worth[category["kind"]]()


def _of_number(values: Any, players: int) -> Any:
    """Go down from the number of players to the first that stands there, or else up."""
    if not isinstance(values, dict):
        return values
    return next(values[str(n)] for n in [*range(players, 0, -1), *range(players, 13)] if str(n) in values)


def _shared(taken: list[int], players: int) -> int:
    total = sum(taken)
    return _whole_groups(total, players) if total >= 0 else -_whole_groups(-total, players)


def _majority(category: dict[str, Any], held: list[int]) -> list[int]:
    """Let whole groups of players come forward, the best first, and take a place each."""
    earned = [0] * len(held)
    fewest, ties = category.get("wanted") == "fewest", category["ties"]
    prizes = [*_of_number(category["values"], len(held)), *([0] * len(held))]
    levels = list(_of_number(category.get("level", []), len(held)))
    competing = {figure for figure in held if fewest or figure >= category["least"]}
    for number in sorted(competing, reverse=not fewest):
        group = [seat for seat, figure in enumerate(held) if figure == number]
        places = 1 if ties == "next" else len(group)
        taken, prizes = prizes[:places], prizes[places:]
        pay, levels = levels[:1], levels[places:]
        for seat in group:
            if len(group) > 1 and pay:
                earned[seat] = [*pay[0], *[pay[0][-1]] * len(group)][len(group) - 2]
            elif len(group) == 1 or ties in ("all", "next"):
                earned[seat] = taken[0]
            elif ties == "share":
                earned[seat] = _shared(taken, len(group))
    return earned


def _marked(category: dict[str, Any], entries: list[Any]) -> list[int]:
    """Play the rounds one after the other, with those who took part in them."""
    earned = [0] * len(entries)
    for at in range(max(len(entry) for entry in entries)):
        taking_part = [seat for seat, entry in enumerate(entries) if at < len(entry) and entry[at] is not None]
        numbers = {seat: entries[seat][at][0] for seat in taking_part}
        closer = next((seat for seat in taking_part if entries[seat][at][1]), None)
        if category["rule"] == "take":
            for seat in [seat for seat in taking_part if seat != closer]:
                earned[seat] -= numbers[seat] if category.get("lose") else 0
                if closer is not None:
                    earned[closer] += numbers[seat]
            continue
        for seat in taking_part:
            earned[seat] += numbers[seat]
        if closer is None:
            continue
        mine = numbers.pop(closer)
        lowest = min(mine, *numbers.values(), mine)
        if category["rule"] == "clear":
            earned[closer] += category.get("add", 0) if lowest < mine else -mine
        elif any(number <= mine for number in numbers.values()) and (mine > 0 or category.get("negatives")):
            earned[closer] += mine
    return earned


def _derived(category: dict[str, Any], entries: dict[str, Any], points: dict[str, int]) -> int:
    figures = [int(entries.get(key, 0)) if category.get("by") == "entry" else points[key] for key in category["of"]]
    if category["kind"] == "bonus":
        return category["worth"] if sum(figures) >= category["at_least"] else 0
    times = entries.get(category["key"], 0) if category.get("counted") else 1
    return sum(min(figures) * category.get("worth", 1) for _ in range(times))


IN_ROUNDS = ("rounds", "bids", "marked")


def _there(player: dict[str, Any], at: int) -> bool:
    """Return whether somebody was there in a round, from 1."""
    return player.get("joined", {"round": 1})["round"] <= at <= player.get("left", at)


def _of_its_time(player: dict[str, Any], category: dict[str, Any]) -> Any:
    """Return an entry without the rounds in which the player was not there: `None` stands in their place."""
    entry = player["entries"].get(category["key"])
    if category["kind"] not in IN_ROUNDS:
        return entry
    return [part if _there(player, at) else None for at, part in enumerate(entry or [], start=1)]


def _compared(category: dict[str, Any], players: list[dict[str, Any]]) -> list[int]:
    """Compare those who are still there, or have an entry; nobody else gets anything."""
    seats = [seat for seat, it in enumerate(players) if "left" not in it or category["key"] in it["entries"]]
    paid = _majority(category, [players[seat]["entries"].get(category["key"], 0) for seat in seats]) if seats else []
    return [dict(zip(seats, paid, strict=True)).get(seat, 0) for seat in range(len(players))]


def lines(pad: dict[str, Any], players: list[dict[str, Any]]) -> list[dict[str, int]]:
    """Return the points of all players by the keys of the categories of a document."""
    earned: list[dict[str, int]] = [{} for _ in players]
    first = [category for category in pad["categories"] if category["kind"] not in ("lowest", "bonus")]
    for category in first:
        entries = [_of_its_time(player, category) for player in players]
        if category["kind"] == "majority":
            paid = _compared(category, players)
        elif category["kind"] == "marked":
            paid = _marked(category, [entry or [] for entry in entries])
        elif category["kind"] == "cards":
            paid = [_cards(category["deck"], entries, seat) for seat in range(len(entries))]
        else:
            paid = [_alone(category, entry) for entry in entries]
        for player, points, line in zip(players, earned, paid, strict=True):
            begun = player.get("joined", {}).get("points", {}) if category["kind"] in IN_ROUNDS else {}
            points[category["key"]] = line + begun.get(category["key"], 0)
    for category in [category for category in pad["categories"] if category not in first]:
        for player, points in zip(players, earned, strict=True):
            points[category["key"]] = _derived(category, player["entries"], points)
    return earned


def ticks(table: dict[str, Any], seat: int, decides: str) -> list[str]:
    """Return the keys of what a player has ticked that wins, or that loses, whatever the points."""
    keys = [category["key"] for category in table["pad"]["categories"] if category.get(decides)]
    return [key for key in keys if table["players"][seat]["entries"].get(key)]


def decided_by_tick(table: dict[str, Any], places: list[int], seat: int) -> str | None:
    """Return the key of the tick that puts a player before the next lower one, `None` where none does."""
    lower = sorted((rival for rival, place in enumerate(places) if place > places[seat]), key=lambda at: places[at])
    if not lower or table["pad"]["winner"] == "together":
        return None
    for decides, before, behind in (("wins", seat, lower[0]), ("loses", lower[0], seat)):
        if bool(ticks(table, before, decides)) != bool(ticks(table, behind, decides)):
            return ticks(table, before, decides)[0]
    return None


def order(table: dict[str, Any], earned: list[dict[str, int]]) -> list[int]:
    """Return the place of each player: one more than there are players who are better; all in one who play together."""
    pad, players = table["pad"], table["players"]
    seats = range(len(players))
    if pad["winner"] == "together":
        return [1 if table["outcome"] == "won" else 2 for _ in seats]

    def figure(tie: dict[str, Any], seat: int) -> int:
        keys = [tie["category"]] if isinstance(tie["category"], str) else tie["category"]
        held = players[seat]["entries"] if tie["by"] == "entry" else earned[seat]
        return sum(int(held.get(key, 0)) for key in keys)

    def better(rival: int, own: int) -> bool:
        for decides in ("wins", "loses"):
            ticked = [bool(ticks(table, seat, decides)) for seat in (rival, own)]
            if ticked[0] != ticked[1]:
                return ticked[0] is (decides == "wins")
        if pad["winner"] == "fewest" and ("left" in players[rival]) != ("left" in players[own]):
            return "left" in players[own]
        totals = [sum(earned[seat].values()) for seat in (rival, own)]
        if totals[0] != totals[1]:
            return (totals[0] > totals[1]) is (pad["winner"] == "most")
        for tie in pad["tie_breaks"]:
            mine, theirs = figure(tie, rival), figure(tie, own)
            if mine != theirs:
                return (mine > theirs) is (tie["wanted"] == "most")
        return False

    return [1 + sum(better(rival, seat) for rival in seats) for seat in seats]
