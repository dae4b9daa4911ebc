"""TODO companion/cli."""
