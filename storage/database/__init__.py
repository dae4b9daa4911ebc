"""The database: its tables, opening and upgrading, copies, notifications and errors."""
