"""Runs GrowthBook's own SDK for Python against `experiments emulator --growthbook`.

Usage: growthbook_client.py PROGRAM [CASES], where PROGRAM is `experiments` and CASES the file of GrowthBook's cases. Exits
with 1 when anything is not as expected.
"""

import json
import logging
import os
import pathlib
import subprocess
import sys
import tempfile

from growthbook import GrowthBook, feature_repo

import checks
from checks import check, eventually

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


def streaming(server, url, folder):
    client = GrowthBook(api_host=url, client_key="sdk-streaming", attributes={"id": "ann"}, streaming=True)
    client.load_features()
    check("the value before", client.get_feature_value("checkout", None), "classic")
    write(folder, {"features": {"checkout": {"defaultValue": "express"}}})
    eventually("a change comes over the stream", lambda: client.get_feature_value("checkout", None), "express")
    (folder / "features.json").write_text('{"features": ')
    # The program says so once it has seen it; nothing else ends the wait.
    while json.loads(server.stdout.readline())["event"] != "refused":
        pass
    check("a file that breaks harms nobody", client.get_feature_value("checkout", None), "express")
    write(folder, PAYLOAD)
    eventually("the next good one comes, too", lambda: client.get_feature_value("checkout", None), "classic")
    client.destroy()


def cases(url, folder, path):
    """The features of GrowthBook's own cases, each fetched over the network by the SDK."""
    for name, context, key, expected in json.loads(path.read_text())["feature"]:
        served = {member: context[member] for member in ("features", "savedGroups", "contextualBandits")
                  if member in context}
        served.setdefault("features", {})
        write(folder, served)
        client = GrowthBook(
            api_host=url, client_key="sdk-cases", attributes=context.get("attributes", {}),
            forced_variations=context.get("forcedVariations", {}), url=context.get("url", ""))

        def summary():
            feature_repo.clear_cache()
            client.load_features(force_refresh=True)
            result = client.eval_feature(key).to_dict()
            return {member: result.get(member) for member in ("value", "on", "off", "source")}

        eventually(name, summary, {member: expected.get(member) for member in ("value", "on", "off", "source")})


def main(program, path):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder, PAYLOAD)
        arguments = ["emulator", "--growthbook", "features.json", "--port", "0", "--json", "--quiet"]
        server = subprocess.Popen([program, *arguments], cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            url = json.loads(server.stdout.readline())["url"]
            fetching(program, url, folder)
            streaming(server, url, folder)
            if path and path.exists():
                cases(url, folder, path)
            else:
                print("skipped: GrowthBook's cases are not here")
        finally:
            server.terminate()
            server.wait()
    sys.exit(checks.status())


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None)
