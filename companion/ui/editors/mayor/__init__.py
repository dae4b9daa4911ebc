"""The screens of Mayor."""
