"""Carpe Diem without its screens."""
