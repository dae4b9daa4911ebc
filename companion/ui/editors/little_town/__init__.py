"""The screens of Little Town."""
