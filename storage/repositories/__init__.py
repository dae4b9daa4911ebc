"""What Tessera stores: tables, plays, people, devices; each module reads and writes its part of the database."""
