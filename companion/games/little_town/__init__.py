"""TODO companion/games/little_town."""
