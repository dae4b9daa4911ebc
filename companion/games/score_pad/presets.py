"""What the pad maker begins from: how well-known games score bids, marked rounds, majorities and what is worked out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad.kinds import KITS, kit_of
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft
from companion.games.score_pad.kinds.majority import CASCADIA
from companion.games.score_pad.pad_draft import draft_of, with_preset
from scoring.messages import as_typed, say, tr, wordless
from scoring.score_pad.kinds import Bonus, By, Lowest, Points, Steps
from scoring.score_pad.state import Pad
from scoring.sheet import Winner

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.messages import Message
    from scoring.score_pad.kinds import AnyCategory, Category


def preset_of(category: Category | None) -> str | None:
    """Return the game that scores a category like this one, `None` where no preset does."""
    if category is None:
        return None
    presets = kit_of(category).presets
    same = (game for game, preset in presets.items() if category == replace(preset, **_names(category)))
    return next(same, None)


def _names(category: Category) -> dict[str, Any]:
    return {"key": category.key, "title": category.title, "heading": category.heading}


_ENDS: Final = {"Spades": "500", "UNO": "500", "Skyjo": "100"}
"""The points at which games end."""

_FEWEST: Final = ("Skyjo", "CABO")
"""The games that the fewest points win."""

_SQUARES, _SET = (0, 1, 4, 9, 16, 25, 36), 7
"""What symbols of science are worth in 7 Wonders, by how many there are, and a set of different ones."""

_UPPER_SECTION, _UPPER_BONUS, _DICE = 63, 35, 5
"""How many points the upper section of Yahtzee needs for a bonus, what that is worth, and how many dice there are."""


def starts() -> Mapping[Message, PadDraft]:
    """Return the drafts that a pad can begin from, in the language of whoever makes it, by what they are called."""
    in_rounds = {
        title: preset for kit in KITS.values() if kit.of.shape.in_rounds for title, preset in kit.presets.items()
    }
    return {as_typed(title): _of_rounds(title, category) for title, category in in_rounds.items()} | {
        wordless("{game}: {what}", game="7 Wonders", what=say("science")): draft_of(_science()),
        wordless("{game}: {what}", game="Cascadia", what=say("majority")): _of_category(tr("Largest group"), CASCADIA),
        wordless("{game}: {what}", game="Yahtzee", what=say("bonus")): draft_of(_upper_section()),
    }


def _of_category(title: str, category: AnyCategory) -> PadDraft:
    return with_preset(PadDraft(categories=(CategoryDraft(number=1, title=title),)), 1, category)


def _of_rounds(title: str, category: AnyCategory) -> PadDraft:
    """Return the draft of a game that is scored round by round."""
    return replace(
        _of_category(tr("Points"), category),
        title=title,
        winner=Winner.FEWEST if title in _FEWEST else Winner.MOST,
        ends_at=_ENDS.get(title, ""),
    )


def _science() -> Pad:
    """Return symbols that are worth their square each, and sets of different ones."""
    symbols = {"tablets": tr("Tablets"), "wheels": tr("Wheels"), "compasses": tr("Compasses")}
    squares = (Steps(key=key, title=title, values=_SQUARES) for key, title in symbols.items())
    sets = Lowest(key="sets", title=tr("Sets of three"), of=tuple(symbols), by=By.ENTRY, worth=_SET)
    return Pad(title="7 Wonders", categories=(*squares, sets))


def _upper_section() -> Pad:
    """Return the points of each number on dice, and the bonus for enough of them."""
    titles = (tr("Ones"), tr("Twos"), tr("Threes"), tr("Fours"), tr("Fives"), tr("Sixes"))
    numbers = [
        Points(key=f"number_{pips}", title=title, low=0, high=_DICE * pips) for pips, title in enumerate(titles, 1)
    ]
    of = tuple(number.key for number in numbers)
    bonus = Bonus(key="bonus", title=tr("Bonus"), of=of, at_least=_UPPER_SECTION, worth=_UPPER_BONUS)
    return Pad(title="Yahtzee", categories=(*numbers, bonus))
