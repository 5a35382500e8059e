"""Worlds: experiments whose truth is known.

A world is drawn from a seed. It says how users are divided, when they come and come back, what they do, what
the treatments really change and from which day, and how the events reach the program: in which files, in
which order, how late, and when someone looks. `happenings` plays a world and returns its rows.

Nothing here knows how results are computed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Iterator, Optional

HOUR = 3_600
DAY = 86_400
BEGIN = 1_740_787_200  # 2025-03-01T00:00:00Z
EXPERIMENT = "Paywall"


@dataclass(frozen=True)
class Behavior:
    """What users do at each visit, unless a treatment changes it."""

    chance: float
    sigma: float = 0.0  # of the logarithm of a value
    price: float = 10.0
    refunds: float = 0.0  # the share of values that are paid back two hours later
    views: float = 0.0  # for a ratio: the mean number of events of the denominator
    delays: tuple[tuple[str, float], ...] = ()  # per group: hours until it happens, such as those of a trial
    late: tuple[tuple[str, float], ...] = ()  # per group: days until the row is in a file


@dataclass(frozen=True)
class Metric:
    name: str
    event: str
    behavior: Behavior
    kind: str = "proportion"
    role: str = "goal"
    direction: str = "up"
    window: Optional[float] = 72.0  # hours
    per: Optional[str] = None
    cap: Optional[str] = None
    margin: Optional[float] = None

    @property
    def waits(self) -> bool:
        """Whether only users count whose window is over."""
        return self.role != "guardrail" and self.window is not None


@dataclass(frozen=True)
class Effect:
    """From a day on, a treatment multiplies a metric: how often its event happens, or its value.

    `chance` is for an event that never happens without the treatment. `dead` is a page that nobody
    sees any more.
    """

    metric: str
    group: str
    factor: float
    from_day: float = 0.0
    on_value: bool = False
    chance: Optional[float] = None
    dead: bool = False


@dataclass(frozen=True)
class Phase:
    from_day: int
    weights: dict[str, float]


@dataclass(frozen=True)
class Rename:
    day: int
    old: str
    new: str


@dataclass(frozen=True)
class Night:
    """An import: what has arrived by then, cut into files, and the looks after each file."""

    at: float  # days since the begin
    looks: bool


@dataclass(frozen=True)
class World:
    seed: int
    days: int
    users: int
    groups: tuple[str, ...]  # the first is the control
    phases: tuple[Phase, ...]
    metrics: tuple[Metric, ...]
    effects: tuple[Effect, ...] = ()
    fetch_hours: float = 0.0  # how long an app may take to see a new split
    returning: float = 0.0
    spread: float = 0.0  # how much users differ in what they do
    mixed: float = 0.0
    lost: float = 0.0  # the share of the last group that is never reported: a broken split
    weekly: float = 0.0  # how much the days of a week differ
    rename: Optional[Rename] = None
    nights: tuple[Night, ...] = ()
    gap: float = 0.0  # minutes between the last row of a night and the look at it
    once: bool = False  # nobody looks before the last night
    cut: str = "group"  # the order in which the second telling of the world has its rows
    pieces: int = 2
    mishap: str = "none"
    layout: str = "csv"
    traits: tuple[str, ...] = field(default=(), compare=False)

    @property
    def declared_fetch(self) -> float:
        """The `fetch_interval` in hours: 12 unless declared."""
        return 12.0 if self.fetch_hours > 1 or self.seed % 2 else self.fetch_hours

    @property
    def control(self) -> str:
        return self.groups[0]

    @property
    def treatments(self) -> tuple[str, ...]:
        return self.groups[1:]

    def has_effect(self, metric: Metric, group: Optional[str] = None) -> bool:
        return any(
            effect.metric == metric.name and effect.factor != 1 and group in (None, effect.group)
            for effect in self.effects
        )


@dataclass(frozen=True)
class Row:
    """A line of a file. `value` is in hundredths, so that sums of it are exact."""

    unit: str
    at: int  # milliseconds since 1970
    group: Optional[str] = None  # of an exposure
    event: Optional[str] = None
    value: Optional[int] = None
    arrives: float = 0.0  # days since the begin
    id: str = ""


# ---- Playing a world ----


def happenings(world: World) -> list[Row]:
    """Everything that happens in a world, in the order in which users come."""
    dice = random.Random(f"users {world.seed}")
    rows: list[Row] = []
    for number in range(world.users):
        rows += _user(world, dice, f"u{number:06d}")
    return rows


def _user(world: World, dice: random.Random, unit: str) -> Iterator[Row]:
    first = dice.random() * world.days
    bucket = dice.random()
    zeal = dice.lognormvariate(-world.spread**2 / 2, world.spread) if world.spread else 1.0
    fetch = [dice.random() * world.fetch_hours / 24 for _ in world.phases]
    lost = world.lost and dice.random() < world.lost
    swapped = world.mixed and dice.random() < world.mixed
    visits = [first]
    if world.returning and dice.random() < world.returning:
        at = first
        while len(visits) < 6 and (at := at + dice.expovariate(1 / 3)) < world.days:
            visits.append(at)
    for visit, at in enumerate(visits):
        known = max(
            index
            for index, phase in enumerate(world.phases)
            if index == 0 or phase.from_day + fetch[index] <= at
        )
        group = _group(world, world.phases[known].weights, bucket)
        if lost and group == world.groups[-1]:
            return
        yield Row(unit, _time(at), group=_name(world, group, at), arrives=at, id=f"x{unit}{visit}")
        if swapped and visit == 0:
            other = world.groups[(world.groups.index(group) + 1) % len(world.groups)]
            later = at + dice.random() * 0.02
            yield Row(unit, _time(later), group=_name(world, other, later), arrives=later, id=f"m{unit}")
        for metric in world.metrics:
            yield from _events(world, metric, dice, unit, group, at, zeal, visit)


def _group(world: World, weights: dict[str, float], bucket: float) -> str:
    """Each treatment grows within a range of buckets of its own, so that a ramp moves nobody twice."""
    width = 1 / len(world.treatments)
    for index, group in enumerate(world.treatments):
        begin = index * width
        if begin <= bucket < begin + weights[group] / 100:
            return group
    return world.control


def _events(
    world: World,
    metric: Metric,
    dice: random.Random,
    unit: str,
    group: str,
    at: float,
    zeal: float,
    visit: int,
) -> Iterator[Row]:
    behavior = metric.behavior
    chance, price = behavior.chance, behavior.price
    for effect in world.effects:
        if effect.metric == metric.name and effect.group == group and at >= effect.from_day:
            if effect.dead:
                return
            if effect.chance is not None:
                chance = effect.chance
            elif effect.on_value:
                price *= effect.factor
            else:
                chance *= effect.factor
    if world.weekly:
        chance *= 1 + world.weekly * ((int(at) % 7) in (5, 6))
    chance = min(0.999, chance * zeal)
    happens = at + (0.2 + 2 * dice.random()) / 24 + dict(behavior.delays).get(group, 0) / 24
    arrives = happens + dict(behavior.late).get(group, 0)
    name = f"{metric.event}{unit}{visit}"
    if metric.kind == "ratio":
        views = 1 + int(dice.expovariate(1 / behavior.views))
        clicks = sum(dice.random() < chance for _ in range(views))
        yield Row(unit, _time(happens), event=metric.per, value=100 * views, arrives=arrives, id=f"v{name}")
        if clicks:
            yield Row(
                unit, _time(happens + 1e-4), event=metric.event, value=100 * clicks, arrives=arrives, id=name
            )
        return
    if dice.random() >= chance:
        return
    value = None
    if metric.kind in ("sum", "mean"):
        value = max(1, round(100 * price * (dice.lognormvariate(0, behavior.sigma) if behavior.sigma else 1)))
    yield Row(unit, _time(happens), event=metric.event, value=value, arrives=arrives, id=name)
    if value and behavior.refunds and dice.random() < behavior.refunds:
        later = happens + 2 / 24
        yield Row(
            unit, _time(later), event=metric.event, value=-value, arrives=arrives + 2 / 24, id=f"r{name}"
        )


def _name(world: World, group: str, at: float) -> str:
    rename = world.rename
    return rename.old if rename and group == rename.new and at < rename.day else group


def _time(day: float) -> int:
    return 1_000 * BEGIN + round(day * DAY * 1_000)
