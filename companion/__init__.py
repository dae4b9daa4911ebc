"""Everything that meets a person."""
