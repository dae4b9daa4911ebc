"""The database: opened, brought up to this version, copied, and what it reports."""
