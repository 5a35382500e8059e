"""Runs OpenFeature's own OFREP provider against `experiments serve`.

Usage: openfeature_client.py PROGRAM, where PROGRAM is `experiments`. Exits with 1 when anything is not as expected.
"""

import json
import logging
import subprocess
import urllib.request

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

import checks
from checks import check

TOKEN = "s3cret"

PROJECT = """
sources:
  - {name: values, kind: file, path: config.json}
  - {name: flags, kind: variants, path: variants.json}
overrides: overrides.json
keys:
  - {name: new_checkout, type: bool, default: false}
  - {name: greeting, type: string, cases: [hello, howdy], default: hello}
  - {name: trial_days, type: int, default: 14}
  - {name: tax_rate, type: double, default: 0.5}
  - {name: support, type: json}
  - {name: methods, type: json}
  - {name: absent, type: string}
  - {name: wrong, type: int}
  - {name: checkout/flow, type: string, default: classic}
"""

VALUES = {
    "new_checkout": "yes",
    "greeting": "howdy",
    "trial_days": 7,
    "tax_rate": 7,
    "support": {"from": "09:00"},
    "methods": ["card", "paypal"],
    "wrong": "four",
    "checkout/flow": "express",
}

VARIANTS = {
    "flag_defs": [{"flag": "greeting", "base_value": "hello"}],
    "variants": [
        {
            "id": "FRIENDS",
            "conditions": [{"type": "USER_ID", "values": ["ann"]}],
            "mods": [{"flag": "greeting", "value": "howdy"}],
        }
    ],
}

OVERRIDES = {"version": 1, "overrides": {"trial_days": {"value": "30", "enabled": True}}}

logging.disable(logging.CRITICAL)


def summary(details):
    code = details.error_code.value if details.error_code else None
    return (details.value, type(details.value).__name__, str(details.reason), details.variant, code)


def client(url, token=TOKEN):
    headers = {"Authorization": f"Bearer {token}"}
    provider = OFREPProvider(url, timeout=10, headers_factory=lambda: headers)
    domain = f"{url} {token}"
    api.set_provider(provider, domain)
    return api.get_client(domain)


def values(url):
    flags = client(url)
    check("boolean", summary(flags.get_boolean_details("new_checkout", False)), (True, "bool", "STATIC", "true", None))
    check("string", summary(flags.get_string_details("greeting", "x")), ("howdy", "str", "STATIC", "howdy", None))
    check("override", summary(flags.get_integer_details("trial_days", 1)), (30, "int", "STATIC", "override", None))
    check("whole double", summary(flags.get_float_details("tax_rate", 1.0)), (7.0, "float", "STATIC", "source", None))
    support = flags.get_object_details("support", {})
    check("object", support.value, {"from": "09:00"})
    check("list", flags.get_object_details("methods", {}).value, ["card", "paypal"])
    check("missing", summary(flags.get_string_details("absent", "mine")), ("mine", "str", "DEFAULT", "default", None))
    wrong = flags.get_integer_details("wrong", 5)
    check("incorrect", (wrong.value, wrong.error_code.value), (5, "PARSE_ERROR"))
    unknown = flags.get_string_details("nope", "mine")
    check("not declared", (unknown.value, unknown.error_code.value), ("mine", "FLAG_NOT_FOUND"))
    check("key with a slash", flags.get_string_value("checkout/flow", "x"), "express")
    mismatch = flags.get_string_details("trial_days", "x")
    check("another type", (mismatch.value, mismatch.error_code.value), ("x", "TYPE_MISMATCH"))
    stranger = client(url, "wrong").get_string_details("greeting", "mine")
    check("wrong token", (stranger.value, stranger.error_code.value), ("mine", "GENERAL"))


def context(url):
    flags = client(f"{url}/flags")
    friend = flags.get_string_details("greeting", "x", EvaluationContext("ann"))
    check("met condition", summary(friend), ("howdy", "str", "TARGETING_MATCH", "howdy", None))
    other = flags.get_string_details("greeting", "x", EvaluationContext("bob"))
    check("no condition met", summary(other), ("hello", "str", "DEFAULT", "hello", None))


def change(url, folder):
    flags = client(url)
    request = urllib.request.Request(f"{url}/ofrep/v1/events", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=10) as stream:
        events = (line for line in stream if line.startswith(b"data:"))
        next(events)  # The first one is about the values so far.
        (folder / "overrides.json").write_text(json.dumps({"version": 1, "overrides": {}}))
        next(events)
    check("an override that is taken away", flags.get_integer_value("trial_days", 1), 7)


def main(program, folder):
    (folder / "experiments.yaml").write_text(PROJECT)
    for file, content in [("config", VALUES), ("variants", VARIANTS), ("overrides", OVERRIDES)]:
        (folder / f"{file}.json").write_text(json.dumps(content))
    arguments = ["serve", "--port", "0", "--json", "--token", TOKEN, "--also", "flags"]
    server = subprocess.Popen([program, *arguments], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        url = json.loads(server.stdout.readline())["url"]
        values(url)
        context(url)
        change(url, folder)
    finally:
        server.terminate()
        status = server.wait(timeout=20)
    check("ends well", status, 0)


if __name__ == "__main__":
    checks.run(main, __doc__)
