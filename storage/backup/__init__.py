"""Backups, the recovery of a damaged database, and the examination of both."""
