"""What is kept: tables, plays, people, devices; each file asks and changes its part of the database."""
