"""Plays and copies in the format of Tessera itself: JSON Lines, one object a line."""
