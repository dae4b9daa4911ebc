"""Plays, tables and copies as QR codes."""
