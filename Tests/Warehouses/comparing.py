"""The totals of the store, those of an answer, and how they differ."""

from __future__ import annotations

import pathlib
import sqlite3
import subprocess

SUMS = {
    "y": "value", "yy": "square", "d": "denominator", "dd": "denominator_square", "yd": "denominator_product",
    "x": "past", "xx": "past_square", "yx": "past_product",
}


def stored_totals(program: str, folder: pathlib.Path, project) -> dict:
    """Imports the events, and returns the users and the sums of each cell."""
    command = [program, "events", "import", "exposures.csv", "events.csv"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} in {folder}: {done.stderr}{done.stdout}")
    database = sqlite3.connect(f"file:{folder}/.experiments/events.sqlite?mode=ro", uri=True)
    names = dict(database.execute("SELECT number, text FROM name"))
    number = next(number for number, text in names.items() if text == project.name)
    users = {}
    for phase, group, day, count, mixed, back in database.execute(
        "SELECT phase, exposed_group, day, count, mixed, came_back FROM users WHERE experiment = ?", (number,)
    ):
        users[phase, names[group], day] = (count, mixed, back)
    sums = {}
    columns = ", ".join(f"{name}, {name}_rest" for name in SUMS.values())
    query = f"SELECT phase, exposed_group, day, metric, units, {columns} FROM sums WHERE experiment = ?"
    rows = database.execute(query, (number,))
    for phase, group, day, metric, units, *parts in rows:
        # Values of users who do not count are in no result.
        if phase >= 0:
            values = {name: parts[2 * i] + parts[2 * i + 1] for i, name in enumerate(SUMS)}
            sums[phase, names[group], day, names[metric]] = {"n": units, **values}
    first = database.execute("SELECT first_at FROM span WHERE experiment = ?", (number,)).fetchone()
    caps = {
        names[metric]: value
        for metric, value in database.execute("SELECT metric, value FROM cap WHERE experiment = ?", (number,))
    }
    database.close()
    return {"users": users, "sums": sums, "first": first[0] if first else 0, "caps": caps}


def is_same(a: float, b: float) -> bool:
    return a == b or abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))


def differences(rows: list[dict], expected: dict, project) -> list[str]:
    """Returns how the rows of an answer differ from the totals of the store, in words."""
    found = []
    if {int(row["row_count"]) for row in rows} != {len(rows)}:
        found.append(f"the answer has {len(rows)} rows, and says {rows[0]['row_count']}")
    cells = [row for row in rows if int(row["phase"]) != -9]
    users, sums, caps, first = {}, {}, {}, []
    for row in cells:
        place = (int(row["phase"]), row["group_name"], int(row["day"]))
        users[place] = tuple(int(row[name]) for name in ("users", "mixed_users", "returning_users"))
        first.append(int(row["first_exposure"]))
        for index, metric in enumerate(project.metrics):
            other = "d" if metric["kind"] in ("mean", "ratio") else "x"
            kinds = ("y", "yy", other, other * 2, "y" + other)
            values = {kind: float(row[f"m{index}_{kind}"]) for kind in kinds}
            values["n"] = int(row[f"m{index}_n"])
            if any(values.values()):
                sums[(*place, metric["name"])] = values
            if f"m{index}_cap" in row and float(row[f"m{index}_cap"]) > 0:
                caps[metric["name"]] = float(row[f"m{index}_cap"])
    for place in sorted(set(users) | set(expected["users"]), key=str):
        if users.get(place) != expected["users"].get(place):
            found.append(f"users {place}: {users.get(place)}, the store has {expected['users'].get(place)}")
    if first and min(first) != expected["first"]:
        found.append(f"first exposure {min(first)}, the store has {expected['first']}")
    for place in sorted(set(sums) | set(expected["sums"]), key=str):
        one, other = sums.get(place, {}), expected["sums"].get(place, {})
        for kind in ("n", *SUMS):
            if not is_same(one.get(kind, 0), other.get(kind, 0)):
                found.append(f"{kind} of {place}: {one.get(kind, 0)}, the store has {other.get(kind, 0)}")
    for name in set(caps) | set(expected["caps"]):
        if not is_same(caps.get(name, 0), expected["caps"].get(name, 0)):
            found.append(f"cap of {name}: {caps.get(name)}, the store has {expected['caps'].get(name)}")
    return found
