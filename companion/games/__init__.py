"""TODO companion/games."""
