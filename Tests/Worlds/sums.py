"""Plain sums over users, and what the guide computes from the sums of one group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from worlds import Metric

Cell = tuple[int, str]  # a phase and a group


@dataclass
class Sums:
    """Over the users of one group in one phase: y in hundredths, and d, the denominator, too."""

    users: int = 0
    with_value: int = 0
    y: int = 0
    yy: int = 0
    d: int = 0
    dd: int = 0
    yd: int = 0

    def add(self, y: int, d: int) -> None:
        self.users += 1
        self.with_value += y != 0
        self.y += y
        self.yy += y * y
        self.d += d
        self.dd += d * d
        self.yd += y * d

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.users + other.users,
            self.with_value + other.with_value,
            self.y + other.y,
            self.yy + other.yy,
            self.d + other.d,
            self.dd + other.dd,
            self.yd + other.yd,
        )


def mean(metric: Metric, sums: Sums) -> Optional[float]:
    if metric.kind in ("mean", "ratio"):
        return sums.y / sums.d if sums.d else None
    return sums.y / sums.users / 100 if sums.users else None


def variance(metric: Metric, sums: Sums) -> float:
    """Of one user's value: whole numbers until the last division, so zero only if all values are equal."""
    n = sums.users
    if metric.kind == "proportion":
        return sums.with_value * (n - sums.with_value) / n**2
    if n < 2:
        return 0.0
    if metric.kind in ("count", "sum"):
        return (n * sums.yy - sums.y * sums.y) / (n * (n - 1)) / 10_000
    if not sums.d:
        return 0.0
    residues = sums.d**2 * sums.yy - 2 * sums.y * sums.d * sums.yd + sums.y**2 * sums.dd
    return residues * n * n / (sums.d**4 * (n - 1))
