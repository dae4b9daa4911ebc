"""TODO scoring/carpe_diem/forum."""
