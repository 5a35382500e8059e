"""Says from the rows alone what the results are, by the rules of the guide *The rules of a verdict*."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from typing import Optional

from counting import Counting
from looks import ALPHA, SIEGMUND, Finding, Look, Part
from sums import Cell, Sums, mean
from worlds import Metric

SURE = math.log(1_000)  # of a broken split

Key = tuple[str, str]  # a metric and a treatment


class Oracle(Counting):
    """What may be said on a day of a world whose `rows` have been imported."""

    def look(
        self, metric: Metric, group: str, sums: dict[int, dict[Cell, Sums]], day: float
    ) -> Optional[Look]:
        """With the users of whole days if the metric waits for its window, else with all who came by then."""
        last = (
            day - metric.window / 24 - 1
            if metric.waits and metric.window
            else day - 1 if day < self.day else day
        )
        control = self.world.control
        cells: dict[Cell, Sums] = defaultdict(Sums)
        for each, found in sums.items():
            if each <= last + 1e-9:
                for cell, part in found.items():
                    if cell[1] in (control, group):
                        cells[cell] += part
        parts: list[Part] = []
        # The figures show all users. Those of phases in which both groups have a weight count for the minimum.
        shown = Sums(), Sums()
        whole = Sums(), Sums()
        for index, phase in enumerate(self.world.phases):
            one, two = cells[index, control], cells[index, group]
            shown = shown[0] + one, shown[1] + two
            if not phase.weights[control] or not phase.weights[group]:
                continue
            whole = whole[0] + one, whole[1] + two
            if one.users and two.users:
                means = mean(metric, one), mean(metric, two)
                if means[0] is not None and means[1] is not None:
                    parts.append(Part(metric, index, one, two, means[1] - means[0]))
        if not parts:
            return None
        total = sum(part.weight for part in parts)
        own = sum((part.weight / total) ** 2 * part.own for part in parts)
        together = sum((part.weight / total) ** 2 * part.together for part in parts)
        dependence = self._dependence(parts, total, last)
        growing = 1 + dependence / together if together else 1
        return Look(
            day,
            *whole,
            shown=shown,
            difference=sum(part.weight / total * part.difference for part in parts),
            variance=max(own, together) * growing,
            effective=4 * total,
            base=sum(part.weight / total * (mean(metric, part.one) or 0) for part in parts),
            base_variance=growing
            * sum((part.weight / total) ** 2 * part.control(together > own) for part in parts),
        )

    def _dependence(self, parts: list["Part"], total: float, last: float) -> float:
        found = 0.0
        for number, p in enumerate(parts):
            for r in parts[number + 1 :]:
                came = sum(
                    1
                    for stay in self.stays
                    if stay.phase == r.phase and not stay.mixed and stay.day <= last + 1e-9
                )
                back = sum(1 for day in self.returned.get(r.phase, ()) if day <= last + 1e-9)
                if not came or not back:
                    continue
                share = back / came * r.users
                both = min(share, p.users)
                t, u = p.share, r.share
                found += (
                    2
                    * p.weight
                    * r.weight
                    / total**2
                    * math.sqrt(p.variance * r.variance)
                    * both
                    / (p.users * r.users)
                    * (min(t, u) - t * u)
                    / (t * (1 - t) * u * (1 - u))
                )
        return found

    # ---- What all looks say ----

    def looks(self, metric: Metric, group: str, cap: Optional[float], kept: list[Look]) -> list[Look]:
        """At the end of each day with new users, those `kept` from when someone looked, and now."""
        sums = self.sums(metric, cap)
        days = [day + 1.0 for day in sorted(self.new_users) if day + 1 <= self.day]
        daily: list[Look] = []
        before = 0.0
        for day in days:
            look = self.look(metric, group, sums, day)
            if look is None:
                continue
            counts = look.has_enough or metric.role == "guardrail"
            delta = SIEGMUND * math.sqrt(max(0.0, min(1.0, (look.effective - before) / look.effective)))
            daily.append(replace(look, delta=delta if counts else 0.0))
            before = look.effective if counts else before
        now = self.look(metric, group, sums, self.day)
        return sorted(daily + kept, key=lambda look: look.day) + ([now] if now else [])

    @staticmethod
    def finding(metric: Metric, group: str, looks: list[Look], level: float = ALPHA) -> Finding:
        found = Finding(metric, group, looks, level=level)
        for look in looks:
            low, high = look.interval(level)
            if metric.role == "guardrail":
                bad = low > 0 if metric.direction == "down" else high < 0
                found.harmful = found.harmful or (look.has_users and bad)
                continue
            if not look.has_enough:
                continue
            wide = look.interval(ALPHA)
            if not found.changed and (wide[0] > found.high or wide[1] < found.low):
                found.changed = True
            if found.changed:
                found.low, found.high, found.p = low, high, look.p
            else:
                found.low, found.high = max(low, found.low), min(high, found.high)
                found.p = min(found.p, look.p)
        if metric.role == "guardrail" and found.now:
            found.low, found.high = found.now.interval(ALPHA)
            found.p = found.now.p
        return found

    def findings(self, caps: dict[str, Optional[float]], kept: dict[Key, list[Look]]) -> dict[Key, Finding]:
        """All metrics of all treatments; goals at their levels of Holm's correction."""
        found = {}
        for metric in self.world.metrics:
            for group in self.world.treatments:
                key = metric.name, group
                looks = self.looks(metric, group, caps.get(metric.name), kept.get(key, []))
                found[key] = self.finding(metric, group, looks)
        goals = [key for key, each in found.items() if each.metric.role == "goal"]
        corrected = 0.0
        ranked = sorted(goals, key=lambda key: found[key].p)
        for rank, key in enumerate(ranked):
            corrected = max(corrected, min(1.0, found[key].p * (len(goals) - rank)))
            found[key].p = corrected
        rejected = sum(found[key].p < ALPHA for key in goals)
        for rank, key in enumerate(ranked):
            level = ALPHA / max(1, len(goals) - min(rank, rejected))
            if level != ALPHA:
                again = self.finding(found[key].metric, key[1], found[key].looks, level)
                again.p = found[key].p
                found[key] = again
        return found


def word_of(group: str, findings: dict[Key, Finding]) -> str:
    """The word for a treatment whose split is sound."""
    goals = {each.word for each in findings.values() if each.group == group and each.metric.role == "goal"}
    guards = {
        each.word for each in findings.values() if each.group == group and each.metric.role == "guardrail"
    }
    if "harmful" in guards:
        return "harmful"
    if not goals:
        return "safe" if guards == {"safe"} else "notYetKnown" if guards else "undecided"
    if {"better", "worse"} <= goals:
        return "undecided"
    for word in ("changed", "better", "worse"):
        if word in goals:
            return word
    return goals.pop() if len(goals) == 1 else "undecided"


URGENCY = (
    "harmful",
    "better",
    "changed",
    "undecided",
    "notYetKnown",
    "worse",
    "tooEarly",
    "noDifference",
    "safe",
)
