"""Tessera's own format of plays and copies: JSON Lines, one object a line."""
