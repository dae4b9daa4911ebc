"""TODO companion/games/carpe_diem."""
