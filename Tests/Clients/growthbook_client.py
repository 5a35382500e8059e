"""Runs GrowthBook's own SDK for Python against `experiments emulator --growthbook`.

Usage: growthbook_client.py PROGRAM [CASES], where PROGRAM is `experiments` and CASES the file of GrowthBook's cases. Exits
with 1 when anything is not as expected.
"""

import json
import logging
import os
import pathlib
import queue
import subprocess

from growthbook import GrowthBook, feature_repo

import checks
from checks import check
from emulator import Emulator

PAYLOAD = {
    "features": {
        "checkout": {
            "defaultValue": "classic",
            "rules": [
                {"condition": {"country": "NO"}, "key": "checkout", "variations": ["classic", "express", "gift"],
                 "weights": [0.4, 0.3, 0.3], "meta": [{"key": "control"}, {"key": "express"}, {"key": "gift"}]},
            ],
        },
        "banner": {"defaultValue": False, "rules": [{"force": True, "coverage": 0.5, "hashAttribute": "id"}]},
    }
}

logging.disable(logging.CRITICAL)


class StreamingClient(GrowthBook):
    """A client that says when it has taken other features."""

    def __init__(self, **options):
        self.arrivals = queue.SimpleQueue()
        super().__init__(**options)

    def set_features(self, features):
        super().set_features(features)
        self.arrivals.put(features)

    def wait(self):
        """Waits for features that were not taken yet; those of the first fetch may come twice."""
        self.arrivals.get(timeout=10)


def write(folder, payload):
    """Replaces the file in one step, as a careful program does."""
    new = folder / "features.json.new"
    new.write_text(json.dumps(payload))
    os.replace(new, folder / "features.json")


def evaluated_by(program, folder, attributes):
    """What `growthbook eval` makes of the same file."""
    arguments = ["growthbook", "eval", "features.json", "--attributes-json", json.dumps(attributes), "--json"]
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return {key: feature["value"] for key, feature in json.loads(done.stdout)["features"].items()}


def fetching(program, url, folder):
    users = [{"id": f"user {number} é", "country": "NO"} for number in range(40)]
    groups = set()
    for attributes in users:
        client = GrowthBook(api_host=url, client_key="sdk-any", attributes=attributes)
        client.load_features()
        found = {key: client.get_feature_value(key, None) for key in PAYLOAD["features"]}
        groups.add(found["checkout"])
        if found != evaluated_by(program, folder, attributes):
            check(f"values of {attributes['id']}", found, evaluated_by(program, folder, attributes))
    check("40 users get the same values from the SDK and from the program, in all groups", len(groups), 3)


def streaming(emulator, folder):
    client = StreamingClient(
        api_host=emulator.url, client_key="sdk-streaming", attributes={"id": "ann"}, streaming=True)
    client.load_features()

    def arrives(name, value):
        while client.get_feature_value("checkout", None) != value:
            client.wait()
        check(name, client.get_feature_value("checkout", None), value)

    arrives("the value before", "classic")
    write(folder, {"features": {"checkout": {"defaultValue": "express"}}})
    arrives("a change comes over the stream", "express")
    (folder / "features.json").write_text('{"features": ')
    emulator.wait("refused")
    check("a file that breaks harms nobody", client.get_feature_value("checkout", None), "express")
    write(folder, PAYLOAD)
    emulator.wait("published")
    arrives("the next good one comes, too", "classic")
    client.destroy()


def cases(emulator, folder, path):
    """The features of GrowthBook's own cases, each fetched over the network by the SDK."""
    written = None
    for name, context, key, expected in json.loads(path.read_text())["feature"]:
        served = {member: context[member] for member in ("features", "savedGroups", "contextualBandits")
                  if member in context}
        served.setdefault("features", {})
        if served != written:
            write(folder, served)
            emulator.wait("published", "refused")
            written = served
        client = GrowthBook(
            api_host=emulator.url, client_key="sdk-cases", attributes=context.get("attributes", {}),
            forced_variations=context.get("forcedVariations", {}), url=context.get("url", ""))
        feature_repo.clear_cache()
        client.load_features(force_refresh=True)
        members = ("value", "on", "off", "source")
        found = client.eval_feature(key).to_dict()
        check(name, {member: found.get(member) for member in members}, {member: expected.get(member) for member in members})


def main(program, path=None, *, folder):
    write(folder, PAYLOAD)
    with Emulator(program, folder, "--growthbook", str(folder / "features.json"), "--quiet") as emulator:
        fetching(program, emulator.url, folder)
        streaming(emulator, folder)
        if path and pathlib.Path(path).exists():
            cases(emulator, folder, pathlib.Path(path))
        else:
            print("skipped: GrowthBook's cases are not here")


if __name__ == "__main__":
    checks.run(main, __doc__)
