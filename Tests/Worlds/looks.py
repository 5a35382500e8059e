"""What one look computes, and what all looks at one metric say together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Optional

from counting import DAY_MS, ZERO
from sums import Sums, variance
from worlds import Metric

ALPHA = 0.05
EXPECTED_USERS = 5_000
MARGIN = 0.1
LEAST_USERS = 100
LEAST_VALUES = 25
SIEGMUND = 0.583


@dataclass(frozen=True)
class Look:
    """One comparison of a treatment with the control."""

    day: float
    control: Sums
    treatment: Sums
    difference: float
    variance: float
    effective: float
    shown: tuple[Sums, Sums] = (Sums(), Sums())  # of all phases, also those that are not compared
    base: float = 0.0  # the control's mean
    base_variance: float = 0.0
    delta: float = 0.0  # how much narrower the look at the end of a day is

    @property
    def moment(self) -> int:
        return ZERO + round(self.day * DAY_MS)

    @property
    def z(self) -> float:
        if self.variance > 0:
            return self.difference / math.sqrt(self.variance)
        return 0.0

    def interval(self, alpha: float) -> tuple[float, float]:
        half = math.sqrt(self.variance) * (width(self.effective, alpha) - self.delta)
        return self.difference - half, self.difference + half

    @property
    def p(self) -> float:
        if self.variance <= 0:
            return 1.0
        q = growth(self.effective)
        return min(1.0, math.sqrt(q + 1) * math.exp(-q * (abs(self.z) + self.delta) ** 2 / (2 * (q + 1))))

    def is_better_than(self, lift: float, direction: str) -> bool:
        """Whether the interval of *treatment - (1 + lift) control* leaves out zero (Fieller)."""
        k = width(self.effective)
        if self.base**2 <= k**2 * self.base_variance:
            return False
        spread = math.sqrt(max(0.0, self.variance + (2 * lift + lift**2) * self.base_variance))
        distance = self.difference - lift * self.base
        return distance + k * spread <= 0 if direction == "down" else distance - k * spread >= 0

    @property
    def has_users(self) -> bool:
        return min(self.control.users, self.treatment.users) >= LEAST_USERS

    @property
    def has_enough(self) -> bool:
        users = self.control.users + self.treatment.users
        values = self.control.with_value + self.treatment.with_value
        smaller = min(self.control.users, self.treatment.users)
        return self.has_users and self.day >= 1 and values * smaller >= LEAST_VALUES * users


@dataclass
class Finding:
    """What the looks at one metric of one treatment say together."""

    metric: Metric
    group: str
    looks: list[Look]
    low: float = -math.inf
    high: float = math.inf
    p: float = 1.0
    level: float = ALPHA
    changed: bool = False
    harmful: bool = False

    @property
    def now(self) -> Optional[Look]:
        return self.looks[-1] if self.looks else None

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0

    @property
    def word(self) -> str:
        if self.metric.role == "guardrail":
            return "harmful" if self.harmful else "safe" if self._is_safe else "notYetKnown"
        if self.changed:
            return "changed"
        if self.excludes_zero:
            return "better" if (self.low > 0) == (self.metric.direction == "up") else "worse"
        return "undecided" if self.now and self.now.has_enough else "tooEarly"

    @property
    def _is_safe(self) -> bool:
        if self.now is None or not self.now.has_enough:
            return False
        margin = MARGIN if self.metric.margin is None else self.metric.margin
        return self.now.is_better_than(
            margin if self.metric.direction == "down" else -margin, self.metric.direction
        )


@dataclass(frozen=True)
class Part:
    """The comparison within one phase."""

    metric: Metric
    phase: int
    one: Sums
    two: Sums
    difference: float
    variance: float = field(init=False)
    own: float = field(init=False)
    together: float = field(init=False)

    def __post_init__(self) -> None:
        both = variance(self.metric, self.one + self.two)
        own = sum((variance(self.metric, sums) or both) / sums.users for sums in (self.one, self.two))
        object.__setattr__(self, "variance", both)
        object.__setattr__(self, "own", own)
        object.__setattr__(self, "together", both / self.one.users + both / self.two.users)

    def control(self, together: bool) -> float:
        """The variance of the control's mean: from both groups together if that is the larger of the two."""
        own = variance(self.metric, self.one) or self.variance
        return (self.variance if together else own) / self.one.users

    @property
    def users(self) -> int:
        return self.one.users + self.two.users

    @property
    def share(self) -> float:
        return self.two.users / self.users

    @property
    def weight(self) -> float:
        return self.one.users * self.two.users / self.users


def growth(users: float, alpha: float = ALPHA, expected: float = EXPECTED_USERS) -> float:
    return users * (-2 * math.log(alpha) + math.log1p(-2 * math.log(alpha))) / expected


def width(users: float, alpha: float = ALPHA) -> float:
    """How many standard errors the interval for looks at any time extends to each side."""
    q = growth(users)
    return math.sqrt(2 * (q + 1) / q * math.log(math.sqrt(q + 1) / alpha))
