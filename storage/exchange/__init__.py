"""Imports and exports: Tessera's own lines, CSV, BG Stats, BoardGameGeek."""
