"""Draws the world of a seed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Callable

from worlds import Behavior, Effect, Metric, Night, Phase, Rename, World

PRICES = (0.1, 1.1, 4.99, 9.99, 19.95, 129.9)
MISHAPS = ("twice", "together", "killed", "undone", "erased", "edited")
Happens = Callable[[str, float], bool]


def draw(seed: int) -> World:
    """The world of a seed. Each trait is there or not by itself, so that they meet in all combinations."""
    dice = random.Random(f"world {seed}")
    traits: list[str] = []

    def happens(trait: str, chance: float) -> bool:
        found = dice.random() < chance
        if found:
            traits.append(trait)
        return found

    groups = ("a", "b", "c", "d")[: dice.choices((2, 3, 4), (65, 22, 13))[0]]
    days = dice.randint(3, 28)
    big = len(groups) == 2 and happens("big", 0.18)
    phases = _draw_phases(dice, groups, days, big, happens)
    users = int(10 ** dice.uniform(2.6, 3.95))
    metrics, effects = _draw_metrics(dice, groups, days, happens)
    if any(metric.behavior.chance < 0.003 for metric in metrics):
        users = max(users, dice.randint(8_000, 15_000))
    if big:
        share = _mean_share(phases, groups[1], days)
        users = min(45_000, int(10_800 / share))
    rename = None
    if days >= 5 and happens("rename", 0.08):
        rename = Rename(day=dice.randint(2, days - 2), old=f"old_{groups[-1]}", new=groups[-1])
    world = World(
        seed=seed,
        days=days,
        users=users,
        groups=groups,
        phases=phases,
        metrics=metrics,
        effects=effects,
        fetch_hours=dice.choice((0.0, 1.0, 12.0)) if len(phases) > 1 else 0.0,
        returning=dice.uniform(0.1, 0.8) if happens("returning", 0.5) else 0.0,
        spread=dice.uniform(0.3, 1.2) if happens("spread", 0.3) else 0.0,
        mixed=dice.uniform(0.001, 0.005) if happens("mixed", 0.2) else 0.0,
        lost=dice.uniform(0.1, 0.4) if happens("broken split", 0.05) else 0.0,
        weekly=dice.uniform(0.2, 1.0) if happens("weekly", 0.3) else 0.0,
        rename=rename,
        nights=_draw_nights(dice, days, metrics),
        gap=dice.choice((0.0, 40.0)),
        once=happens("one look", 0.25),
        cut=dice.choice(("group", "event", "shuffled", "backward")),
        pieces=dice.choice((2, 3)),
        layout=dice.choice(("csv", "json")),
        mishap=dice.choice(("none", "none", "none", *MISHAPS)),
    )
    return replace(world, traits=tuple(traits))


def _draw_phases(dice: random.Random, groups, days: int, big: bool, happens) -> tuple[Phase, ...]:
    treatments = groups[1:]

    def phase(day: int, share: float) -> Phase:
        """All treatments have the same share: 0.25 of each of two leaves half to the control."""
        weights = {group: round(share * 100, 4) for group in treatments}
        return Phase(day, {groups[0]: round(100 - sum(weights.values()), 4), **weights})

    even = 1 / len(groups)
    if days >= 4 and happens("ramp", 0.35):
        steps = dice.choice(
            (
                (0.01, 0.05, 0.25),
                (0.1, 0.5),
                (0.01, 0.1, 0.5),
                (0.05, 0.2),
                (0.5, 0.1),
                (0.25, 0.05, 0.25),
                (0.5, 0.0, 0.5),
            )
        )
        if big:
            steps = dice.choice(((0.1, 0.5), (0.2, 0.4), (0.5, 0.2)))
        most = max(steps)
        shares = [step * even / most if most > even else step for step in steps]
        starts = [0] + sorted(dice.sample(range(1, days), len(steps) - 1))
        return tuple(phase(day, share) for day, share in zip(starts, shares))
    if big:
        return (phase(0, dice.choice((0.25, 0.5, 0.5))),)
    if happens("lopsided", 0.4):
        if len(groups) > 2 and dice.random() < 0.5:
            shares = [dice.randint(5, 40) for _ in treatments]
            weights = dict(zip(treatments, (min(share, 90 // len(treatments)) for share in shares)))
            return (Phase(0, {groups[0]: 100 - sum(weights.values()), **weights}),)
        return (phase(0, min(even, dice.choice((0.01, 0.02, 0.05, 0.1, 0.2, 0.3)))),)
    return (phase(0, even),)


def _mean_share(phases: tuple[Phase, ...], group: str, days: int) -> float:
    ends = [phase.from_day for phase in phases[1:]] + [days]
    return sum(phase.weights[group] * (end - phase.from_day) for phase, end in zip(phases, ends)) / (
        100 * days
    )


def _draw_metrics(dice: random.Random, groups, days: int, happens):
    treatments = groups[1:]
    effects: list[Effect] = []
    goals: list[Metric] = []
    trial = days >= 8 and happens("trial", 0.12)
    for index in range(dice.choices((1, 2, 3), (65, 25, 10))[0]):
        goal = _draw_goal(dice, index, treatments, effects, happens)
        if trial and index == 0:
            delays = tuple((group, 24.0 * dice.choice((3, 5, 7))) for group in treatments)
            goal = replace(goal, window=14 * 24.0, behavior=replace(goal.behavior, delays=delays))
        goals.append(goal)
        if dice.random() < 0.4:
            for group in treatments:
                factor = dice.choice((0.0, 0.5, 0.8, 1.0, 1.0, 1.1, 1.3, 1.5, 2.0))
                factor = min(factor, 0.99 / goal.behavior.chance)
                on_value = goal.kind in ("sum", "mean") and dice.random() < 0.5
                begins = dice.randint(1, days - 1) if happens("changed effect", 0.1) else 0
                effects.append(Effect(goal.name, group, factor, begins, on_value))
    guards: list[Metric] = []
    if happens("guardrail", 0.75):
        margin = dice.choice((0.1, 0.25, 0.5))
        odds = (6.5 / (2 * margin * 70)) ** 2  # what 10,000 exposed users of two equal groups can show
        floor = odds / (1 + odds)
        chance = (
            min(0.4, floor * 10 ** dice.uniform(0, 0.5))
            if dice.random() < 0.5
            else 10 ** dice.uniform(-3.5, -0.6)
        )
        late = ()
        if happens("late files", 0.3):
            late = tuple((group, float(dice.randint(1, 5))) for group in groups if dice.random() < 0.6)
        guard = Metric(
            "crashes",
            "crash",
            Behavior(chance, late=late),
            kind=dice.choice(("proportion", "proportion", "count")),
            role="guardrail",
            direction="down",
            window=dice.choice((24.0, 72.0, None)),
            margin=margin,
        )
        guards.append(guard)
        if happens("harm", 0.45):
            begins = dice.randint(1, days - 1) if happens("harm from a day", 0.5) else 0
            factor = dice.choice((1 + 2 * margin, 1 + 2 * margin, 2.0, 3.0, 10.0))
            factor = min(factor, 0.99 / chance)
            chance_of_none = None
            if happens("harm from nothing", 0.12):
                chance_of_none = dice.choice((0.01, 0.05, 0.5))
                guards[-1] = replace(guard, behavior=replace(guard.behavior, chance=0.0))
                factor = 10.0
            harmed = treatments if dice.random() < 0.3 else (dice.choice(treatments),)
            effects += [Effect("crashes", group, factor, begins, chance=chance_of_none) for group in harmed]
    return tuple(goals + guards), tuple(effects)


def _draw_goal(dice: random.Random, index: int, treatments, effects: list[Effect], happens) -> Metric:
    name = ("purchase", "revenue", "visits")[index]
    event = ("buy", "pay", "visit")[index]
    kind = dice.choices(("proportion", "count", "sum", "mean", "ratio"), (40, 10, 25, 10, 15))[0]
    chance = dice.choice((10 ** dice.uniform(-4, -1), dice.uniform(0.02, 0.5), dice.uniform(0.5, 0.98)))
    if kind != "proportion":
        chance = dice.uniform(0.03, 0.6)
    window = dice.choice((24.0, 72.0, 72.0, 168.0, None))
    if kind == "ratio":
        if dice.random() < 0.08:
            effects.append(Effect(name, dice.choice(treatments), 0.0, dead=True))
        behavior = Behavior(chance, views=dice.uniform(1, 5))
        return Metric(name, event, behavior, kind=kind, per=f"{event}_view", window=window)
    constant = kind in ("sum", "mean") and happens("constant price", 0.3)
    behavior = Behavior(
        chance,
        sigma=0.0 if constant else dice.uniform(0.2, 2.5),
        price=dice.choice(PRICES),
        refunds=dice.choice((0.0, 0.0, 0.1, 0.3)) if kind == "sum" else 0.0,
    )
    if behavior.refunds:
        happens("refunds", 1)
    cap = dice.choice((None, None, "99%", "100")) if kind in ("sum", "count") else None
    return Metric(name, event, behavior, kind=kind, window=window, cap=cap)


def _draw_nights(dice: random.Random, days: int, metrics: tuple[Metric, ...]) -> tuple[Night, ...]:
    """Up to four imports, and a last one when all has arrived; someone looks after most of them."""
    windows = [metric.window / 24 for metric in metrics if metric.window]
    tail = dice.choice((0.1, 1.1, 3.1, max(windows, default=3) + 1.1))
    latest = max((days_late for metric in metrics for _, days_late in metric.behavior.late), default=0)
    last = days + max(tail, latest + 0.1)
    between = sorted(dice.uniform(1, last) for _ in range(dice.randint(0, 4)))
    return tuple(Night(round(at, 3), dice.random() < 0.75) for at in between) + (Night(round(last, 3), True),)
