"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# how fast a machine is says nothing about the rules: speed is measured by the benchmarks, beside something else
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
