"""Plays as files, and backups."""
