"""Little Town by Shun and Aya Taguchi: the board, its buildings and workers, the ends of a round and of the game."""
