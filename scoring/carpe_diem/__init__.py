"""Carpe Diem by Stefan Feld: district, frame, villas, prestige bar and forum, in both editions."""
