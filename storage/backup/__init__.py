"""Backups: made, thinned and put back; what happens when a database is damaged."""
