"""The screens of The Palaces of Carrara."""
