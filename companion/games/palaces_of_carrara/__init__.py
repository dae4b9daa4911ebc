"""TODO companion/games/palaces_of_carrara."""
