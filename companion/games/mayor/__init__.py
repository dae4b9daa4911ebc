"""TODO companion/games/mayor."""
