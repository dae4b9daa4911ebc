"""The screens of Carpe Diem."""
