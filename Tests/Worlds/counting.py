"""Who counts where, by the rules of the guide *The rules of a verdict*, whose numbers are in the comments.

Values are whole hundredths, so sums are exact.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import Optional

from sums import Cell, Sums
from worlds import BEGIN, DAY, Metric, Row, World

DAY_MS = DAY * 1_000
HOUR_MS = 3_600_000
ZERO = 1_000 * BEGIN
MIXED = 0.01


@dataclass
class Stay:
    """A user's time in one phase: the group of the first exposure of that phase counts (rule 3)."""

    unit: str
    phase: int
    group: str
    since: int
    until: Optional[int] = None  # the first exposure after the next phase began (rule 4)
    mixed: bool = False

    @property
    def day(self) -> int:
        return (self.since - ZERO) // DAY_MS


class Counting:
    """The users and events of a world whose `rows` have been imported, as of a day."""

    def __init__(self, world: World, rows: list[Row], day: float):
        self.world = world
        self.day = day
        self.now = ZERO + round(day * DAY_MS)
        self.exposures: dict[str, list[Row]] = defaultdict(list)
        self.events: dict[tuple[str, str], list[Row]] = defaultdict(list)
        for row in rows:
            if row.group:
                self.exposures[row.unit].append(row)
            elif row.event:
                self.events[row.event, row.unit].append(row)
        self.stays: list[Stay] = []
        for unit in self.exposures:
            self._count(unit)
        self.new_users = {stay.day for stay in self.stays}
        self.returned = self._returned()

    # ---- Who counts where ----

    def phase_of_split(self, at: int) -> int:
        """The phase whose split is published."""
        day = (at - ZERO) / DAY_MS
        return max(
            index for index, phase in enumerate(self.world.phases) if index == 0 or phase.from_day <= day
        )

    def phase(self, at: int) -> Optional[int]:
        """The phase that an exposure belongs to: none, while apps may not know the split (rule 2)."""
        index = self.phase_of_split(at)
        known = ZERO + self.world.phases[index].from_day * DAY_MS + round(self.world.declared_fetch * HOUR_MS)
        return index if index == 0 or at >= known else None

    def _count(self, unit: str) -> None:
        stay: Optional[Stay] = None
        for row in sorted(self.exposures[unit], key=lambda row: row.at):
            if stay and stay.until is None and self.phase_of_split(row.at) > stay.phase:
                stay.until = row.at
            phase = self.phase(row.at)
            if phase is None:
                continue
            group = self._group(row.group or "")
            if stay is None or phase > stay.phase:
                stay = Stay(unit, phase, group, row.at)
                self.stays.append(stay)
            elif group != stay.group:
                stay.mixed = True

    def _group(self, name: str) -> str:
        rename = self.world.rename
        return rename.new if rename and name == rename.old else name

    def _returned(self) -> dict[int, list[int]]:
        """By phase: the days on which users came who had been in an earlier one, in whatever groups."""
        found: dict[int, list[int]] = defaultdict(list)
        seen: dict[str, int] = {}
        for stay in self.stays:
            if not stay.mixed and stay.unit in seen and seen[stay.unit] < stay.phase:
                found[stay.phase].append(stay.day)
            seen.setdefault(stay.unit, stay.phase)
        return found

    def users(self) -> dict[str, int]:
        counts = {group: 0 for group in self.world.groups}
        for stay in self.stays:
            if not stay.mixed:
                counts[stay.group] += 1
        return counts

    @property
    def is_mixed(self) -> bool:
        return sum(stay.mixed for stay in self.stays) >= MIXED * max(1, len(self.stays))

    def log_bayes_factor(self) -> float:
        """Of the split: a mixture of splits around the declared one, against the declared one, by phase."""
        factors = []
        for index, phase in enumerate(self.world.phases):
            shares = {
                group: share / sum(phase.weights.values()) for group, share in phase.weights.items() if share
            }
            counts = {group: 0 for group in shares}
            for stay in self.stays:
                if stay.phase == index and not stay.mixed and stay.group in counts:
                    counts[stay.group] += 1
            if not sum(counts.values()):
                continue
            weight = 1_000.0
            factor = math.lgamma(weight) - math.lgamma(weight + sum(counts.values()))
            for group, share in shares.items():
                factor += math.lgamma(weight * share + counts[group]) - math.lgamma(weight * share)
                factor -= counts[group] * math.log(share)
            factors.append(factor)
        if not factors:
            return 0.0
        if not self.returned:
            return sum(factors)
        most = max(factors)
        return most + math.log(sum(math.exp(factor - most) for factor in factors) / len(factors))

    # ---- What they did ----

    def sums(self, metric: Metric, cap: Optional[float] = None) -> dict[int, dict[Cell, Sums]]:
        """By the day of the first exposure in the phase."""
        window = None if metric.window is None else round(metric.window * HOUR_MS)
        # A percentile lies between two values, so it need not be whole hundredths.
        most = None if cap is None else cap * 100
        found: dict[int, dict[Cell, Sums]] = defaultdict(lambda: defaultdict(Sums))
        for stay in self.stays:
            if stay.mixed:
                continue
            done = self._between(stay, metric.event, window)
            d = 0
            if metric.kind == "proportion":
                y = 100 * bool(done)
            elif metric.kind == "count":
                y = 100 * len(done)
            else:
                y = sum(row.value for row in done if row.value is not None)
            if metric.kind == "mean":
                d = 100 * len(done)
            elif metric.kind == "ratio":
                d = sum(row.value or 0 for row in self._between(stay, metric.per or "", window))
            if most is not None and metric.kind in ("sum", "count"):
                y = max(-most, min(y, most))
            found[stay.day][stay.phase, stay.group].add(y, d)
        return found

    def _between(self, stay: Stay, event: str, window: Optional[int]) -> list[Row]:
        rows = self.events.get((event, stay.unit), ())
        end = math.inf if window is None else stay.since + window
        until = math.inf if stay.until is None else stay.until
        return [row for row in rows if stay.since <= row.at <= end and row.at < until]

    # ---- What a look computes ----
