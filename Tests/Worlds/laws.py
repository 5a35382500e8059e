"""The laws that every look at every world must keep.

A law that holds for each world by itself is a `Breach` where it is broken. A law about chances ("at most 5%
...") is a tally: how many worlds could break it, and how many did.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Optional

from looks import ALPHA, Finding, Look, width
from oracle import SURE, URGENCY, Key, Oracle, word_of
from program import Done
from sums import Sums
from worlds import Effect, Metric, Row, World

SAID = ("better", "worse")
# How far beyond the width of the interval an effect must be so that it cannot be missed by chance.
CERTAIN = 3.3


@dataclass(frozen=True)
class Breach:
    law: str
    day: float
    detail: str


@dataclass
class Outcome:
    world: World
    breaches: list[Breach] = field(default_factory=list)
    tallies: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    scripts: dict[str, list[str]] = field(default_factory=dict)  # what was run, by telling

    def breach(self, law: str, day: float, detail: str) -> None:
        if not any(breach.law == law and breach.day == day for breach in self.breaches):
            self.breaches.append(Breach(law, day, detail))


def near(
    found: Optional[float], expected: Optional[float], tolerance: float = 1e-9, scale: float = 0.0
) -> bool:
    if found is None or expected is None:
        return found is None and (expected is None or math.isinf(expected))
    return abs(found - expected) <= tolerance * max(abs(found), abs(expected), scale) + 1e-12


class Judge:
    """Holds what was seen at the looks at one world."""

    def __init__(self, world: World, outcome: Outcome):
        self.world = world
        self.outcome = outcome
        self.kept: dict[Key, list[Look]] = {}  # what the program may have stored of earlier looks
        self.called: set[str] = set()
        self.trusted = True

    def imported(self, rows: list[Row]) -> None:
        """An import forgets the looks that it corrects."""
        first = min((row.at for row in rows), default=None)
        if first is None:
            return
        for key, looks in self.kept.items():
            self.kept[key] = [look for look in looks if look.moment < first]

    def judge(self, experiment: dict[str, Any], done: Done, oracle: Oracle, day: float) -> None:
        rows = experiment["metrics"]
        verdict = experiment["verdict"]
        caps = {row["metric"]: row["cap"] for row in rows}
        least = oracle.findings(caps, {})
        most = oracle.findings(caps, self.kept)
        self._trust(experiment, oracle, day)
        self._users(experiment, oracle, day)
        for row in rows:
            key = row["metric"], row["group"]
            self._figures(row, least[key], day)
            self._row(row, least[key], most[key], day)
        self._headline(experiment, done, least, most, day)
        self.trusted = self.trusted and verdict != "untrustworthy"
        if verdict != "untrustworthy":
            self.called |= {f"{row['verdict']} {row['metric']} {row['group']}" for row in rows}
            for key, each in least.items():
                if each.now:
                    self.kept.setdefault(key, []).append(each.now)

    # ---- Each metric of each treatment ----

    def _figures(self, row: dict[str, Any], finding: Finding, day: float) -> None:
        name, now = f"{finding.metric.name}, {finding.group}", finding.now
        if now is None:
            return
        for figures, sums in zip((row["controlFigures"], row["treatmentFigures"]), now.shown):
            plain = {"users": sums.users, "usersWithValue": sums.with_value, "sum": sums.y / 100}
            if finding.metric.kind in ("count", "sum"):
                plain["sumOfSquares"] = sums.yy / 10_000
            for member, value in plain.items():
                if figures and figures.get(member) is not None and not near(figures[member], value):
                    side = "control" if sums is now.shown[0] else "treatment"
                    detail = f"{name}: {member} of {side} is {figures[member]}, plain sums give {value}"
                    self.outcome.breach("totals are plain sums", day, detail)
        if row["adjusted"] or row["difference"] is None:
            return
        for member, value in (
            ("difference", now.difference),
            ("decidingStandardError", math.sqrt(now.variance)),
        ):
            if row[member] is not None and not near(row[member], value, 1e-8, abs(now.base)):
                detail = f"{name}: {row[member]} instead of {value}"
                self.outcome.breach(f"the {member} is the guide's", day, detail)

    def _row(self, row: dict[str, Any], least: Finding, most: Finding, day: float) -> None:
        breach, name = self.outcome.breach, f"{least.metric.name}, {least.group}"
        low, high = row["differenceInterval"] or (None, None)
        excluded = (low is not None and low > 0) or (high is not None and high < 0)
        p = row["pValue"]
        if p is not None and row["differenceInterval"] and abs(p - ALPHA) > 1e-6 and (p < ALPHA) != excluded:
            breach(
                "p < alpha exactly where zero is excluded",
                day,
                f"{name}: p {p:.6g}, interval {low} to {high}",
            )
        if row["verdict"] in SAID and not excluded:
            breach(
                "better or worse only where zero is excluded",
                day,
                f"{name}: {row['verdict']}, {low} to {high}",
            )
        if row["adjusted"] or least.now is None:
            return
        looked = f"p {least.p:.4g}, {least.low:.6g} to {least.high:.6g}, z {least.now.z:.3f}"
        words = {least.word, most.word}
        if row["verdict"] == "noDifference":
            words.add("noDifference" if "undecided" in words else "")
        if row["verdict"] not in words and not _close(least, most):
            if least.harmful:
                breach("harm that a look saw is reported", day, f"{name}: {row['verdict']}; {looked}")
            else:
                breach(
                    "the word is the guide's",
                    day,
                    f"{name}: {row['verdict']} instead of {least.word}; {looked}",
                )
        if least.metric.role == "goal" and not least.now.has_enough:
            return
        scale = max(abs(least.now.base), math.sqrt(least.now.variance))
        for found, wide, narrow, sign in ((low, least.low, most.low, 1), (high, least.high, most.high, -1)):
            if found is None or math.isinf(wide) or least.changed != most.changed:
                continue
            slack = 1e-7 * scale
            if sign * (found - wide) < -slack or sign * (found - narrow) > slack:
                detail = f"{name}: {low} to {high} instead of {least.low} to {least.high}"
                breach("the interval is that of all looks", day, detail)

    # ---- The experiment ----

    def _headline(
        self,
        experiment: dict[str, Any],
        done: Done,
        least: dict[Key, Finding],
        most: dict[Key, Finding],
        day: float,
    ) -> None:
        breach, verdict, rows = self.outcome.breach, experiment["verdict"], experiment["metrics"]
        harmful = [row for row in rows if row["verdict"] == "harmful"]
        if harmful and verdict not in ("harmful", "untrustworthy"):
            breach("no other headline beside harm", day, f"{verdict}, but {harmful[0]['metric']} is harmful")
        unsure = verdict == "better" and any(
            row["verdict"] == "notYetKnown"
            and any(each["group"] == row["group"] and each["verdict"] == "better" for each in rows)
            for row in rows
        )
        status = 2 if verdict in ("harmful", "untrustworthy") else 3 if unsure else 0
        if done.status != status:
            breach(
                "the exit status says what to do",
                day,
                f"{verdict} ends with {done.status} instead of {status}",
            )
        if verdict in ("untrustworthy", "noData") or any(row["adjusted"] for row in rows):
            return
        if any(each.now is None for each in least.values()):
            return
        words = set()
        for findings in (least, most):
            each = [word_of(group, findings) for group in self.world.treatments]
            words.add(min(each, key=URGENCY.index))
        if verdict not in words and not any(_close(least[key], most[key]) for key in least):
            said = {f"{row['metric']} {row['group']}": row["verdict"] for row in rows}
            if verdict != "noDifference":
                breach("the headline is the most urgent word", day, f"{verdict} instead of {words} of {said}")

    def _trust(self, experiment: dict[str, Any], oracle: Oracle, day: float) -> None:
        verdict, factor = experiment["verdict"], oracle.log_bayes_factor()
        detail = f"{verdict}; users {oracle.users()}, ln B {factor:.2f}"
        if self.world.lost:
            if factor > SURE + 1e-6 and verdict != "untrustworthy":
                self.outcome.breach("a broken split is untrustworthy", day, detail)
        elif any(effect.dead or _stops(effect, self.world) for effect in self.world.effects):
            if verdict != "untrustworthy" and any(
                _is_dead(metric, group, oracle) for metric, group in self._pairs()
            ):
                self.outcome.breach("a group without denominators is untrustworthy", day, detail)
        elif verdict == "untrustworthy":
            if factor > SURE - 1e-6 or oracle.is_mixed:
                self.called.add("untrustworthy by chance")
            else:
                self.outcome.breach("a sound split is never untrustworthy", day, detail)

    def _pairs(self) -> list[tuple[Metric, str]]:
        return [(metric, group) for metric in self.world.metrics for group in self.world.treatments]

    def _users(self, experiment: dict[str, Any], oracle: Oracle, day: float) -> None:
        found = {group["group"]: group["users"] for group in experiment["groups"]}
        if found != oracle.users():
            self.outcome.breach(
                "users are counted once in each phase", day, f"{found} instead of {oracle.users()}"
            )

    def read(self, done: Done, experiment: dict[str, Any], day: float) -> None:
        """What a person reads in the list."""
        if experiment["verdict"] != "better":
            return
        winners = {
            row["group"] for row in experiment["metrics"] if row["role"] == "goal" and row["verdict"] == "better"
        }
        for row in experiment["metrics"]:
            if row["role"] == "goal" and row["verdict"] == "worse" and f"{row['group']}: " not in done.output:
                self.outcome.breach("losing groups are named", day, f"{row['group']} is worse: {done.output}")
            is_open = row["role"] == "guardrail" and row["verdict"] != "safe" and row["group"] in winners
            if is_open and "but " not in done.output:
                detail = f"{row['metric']}, {row['group']} is {row['verdict']}: {done.output}"
                self.outcome.breach("a winner is qualified while a guardrail may be harmful", day, detail)

    # ---- All looks together ----

    def close(self, oracle: Oracle, experiment: dict[str, Any]) -> None:
        """What may happen by chance, over all looks."""
        tallies, world = self.outcome.tallies, self.world
        if world.lost:
            return
        tallies["sound splits"] += 1
        tallies["sound splits called a mismatch"] += "untrustworthy by chance" in self.called
        goals = [metric for metric in world.metrics if metric.role == "goal"]
        if not any(world.has_effect(metric) for metric in goals):
            tallies["goals without an effect"] += 1
            tallies["false goals"] += any(called.split()[0] in (*SAID, "changed") for called in self.called)
        for metric in goals:
            for group in world.treatments:
                way = self._way(metric, group)
                if way:
                    wrong, right = ("worse", "better") if way > 0 else ("better", "worse")
                    tallies["goals with an effect"] += 1
                    tallies["goals found"] += f"{right} {metric.name} {group}" in self.called
                    tallies["goals on the wrong side"] += f"{wrong} {metric.name} {group}" in self.called
        for metric in world.metrics:
            if metric.role == "guardrail" and self.trusted:
                for group in world.treatments:
                    self._harm(metric, group, oracle)

    def _harm(self, metric: Metric, group: str, oracle: Oracle) -> None:
        tallies = self.outcome.tallies
        harmful = f"harmful {metric.name} {group}" in self.called
        safe = f"safe {metric.name} {group}" in self.called
        effects = [each for each in self.world.effects if each.metric == metric.name and each.group == group]
        if not effects:
            tallies["guardrails without harm"] += 1
            tallies["false harm"] += harmful
            tallies["found safe"] += safe
            return
        effect = effects[0]
        if (
            effect.from_day != 0
            or effect.chance is not None
            or effect.factor < 1 + 2 * (metric.margin or 0.1)
        ):
            return
        tallies["guardrails with twice the margin"] += 1
        tallies["harm called safe"] += safe
        tallies["harm found"] += harmful
        now = oracle.look(metric, group, oracle.sums(metric), oracle.day)
        if now is None or now.treatment.users < 10_000 or now.base <= 0:
            return
        expected = (effect.factor - 1) * now.base / math.sqrt(now.variance)
        if expected > width(now.effective) + CERTAIN:
            tallies["harm that 10,000 exposed users show"] += 1
            tallies["harm unnoticed"] += not harmful

    def _way(self, metric: Metric, group: str) -> int:
        ways = {
            (each.factor > 1) - (each.factor < 1)
            for each in self.world.effects
            if each.metric == metric.name and each.group == group
        }
        return ways.pop() if len(ways) == 1 else 0


def _close(*findings: Finding) -> bool:
    """Whether the word depends on the last digits."""
    for each in findings:
        if each.now and each.now.variance > 0:
            error = math.sqrt(each.now.variance)
            ends = [end for end in (each.low, each.high) if not math.isinf(end)]
            if any(abs(end) < 1e-7 * error for end in ends):
                return True
    return False


def _stops(effect: Effect, world: World) -> bool:
    """Whether a treatment ends all events of a mean, so that it has nothing to be divided by."""
    kinds = {metric.name: metric.kind for metric in world.metrics}
    return kinds.get(effect.metric) == "mean" and effect.factor == 0 and not effect.on_value


def _is_dead(metric: Metric, group: str, oracle: Oracle) -> bool:
    """Whether all denominators are missing where many are expected."""
    if metric.kind != "ratio":
        return False
    found = {oracle.world.control: Sums(), group: Sums()}
    for day, cells in oracle.sums(metric).items():
        # Of a goal, only users count whose window is over.
        if metric.role == "goal" and metric.window and day + 1 + metric.window / 24 > oracle.day:
            continue
        for (_, each), sums in cells.items():
            if each in found:
                found[each] += sums
    one, two = found[oracle.world.control], found[group]
    return two.d == 0 and two.users >= 100 and one.d / 100 * two.users >= 100 * one.users


# ---- Over all worlds ----


def limits(tallies: Counter[str]) -> list[tuple[str, bool]]:
    """What is promised of chances, with what was counted, and whether it can be true."""
    lines = [
        _at_most(tallies, "false goals", "goals without an effect", "experiments"),
        _at_most(tallies, "false harm", "guardrails without harm", "guardrails"),
        _at_most(tallies, "harm called safe", "guardrails with twice the margin", "guardrails"),
        _at_most(tallies, "goals on the wrong side", "goals with an effect", "goals"),
        _at_most(tallies, "harm unnoticed", "harm that 10,000 exposed users show", "guardrails", limit=0),
        _at_most(tallies, "sound splits called a mismatch", "sound splits", "experiments", limit=0.001),
    ]
    for found, all_of in (
        ("goals found", "goals with an effect"),
        ("harm found", "guardrails with twice the margin"),
        ("found safe", "guardrails without harm"),
    ):
        lines.append((f"{found}: {tallies[found]:,} of {tallies[all_of]:,} {all_of}", True))
    if tallies["looks during an import"]:
        lines.append((f"{tallies['looks during an import']:,} looks during an import", True))
    return lines


def _at_most(
    tallies: Counter[str], what: str, among: str, unit: str, limit: float = ALPHA
) -> tuple[str, bool]:
    """Kept unless more were counted than chance explains in one of a hundred runs."""
    count, all_of = tallies[what], tallies[among]
    share = f"{100 * count / all_of:.1f}%" if all_of else "-"
    kept = count <= limit * all_of or (limit > 0 and _tail(count, all_of, limit) > 0.01)
    return f"{what}: {count:,} of {all_of:,} {unit} ({share}; limit: {100 * limit:g}%)", kept


def _tail(count: int, all_of: int, chance: float) -> float:
    """The chance of `count` or more."""
    below = sum(
        math.exp(
            math.lgamma(all_of + 1)
            - math.lgamma(k + 1)
            - math.lgamma(all_of - k + 1)
            + k * math.log(chance)
            + (all_of - k) * math.log1p(-chance)
        )
        for k in range(count)
    )
    return max(0.0, 1 - below)
