"""Runs Firebase's own SDK for servers against `experiments emulator`.

The whole path of the SDK is used: a service account's key signs a JWT, the emulator's token endpoint gives an access
token for it, the template is loaded with that and evaluated. The one thing changed is where the SDK finds its service:
its address is a constant, so an adapter of its HTTP session sends the requests to the emulator instead.

Before and after each publication, the SDK and `experiments template evaluate` have to give equal values.

Usage: firebase_admin_client.py PROGRAM, where PROGRAM is `experiments`. Exits with 1 when anything is not as expected.
"""

import asyncio
import hashlib
import json
import logging
import random
import subprocess

import firebase_admin
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import credentials, remote_config

import checks
from checks import check
from emulator import Emulator

PROJECT = "demo-project"
EMAIL = f"robot@{PROJECT}.iam.gserviceaccount.com"
SERVICE = "https://firebaseremoteconfig.googleapis.com"

# Conditions as operators write them: the emulator compiles them, as the service does.
TEMPLATE = {
    "conditions": [
        {"name": "gold", "expression": "app.customSignal['tier'].exactlyMatches(['gold'])"},
        {"name": "new", "expression": "version(app.customSignal['version']) >= '1.9.0'"},
        {"name": "adult", "expression": "app.customSignal['age'] >= 18"},
        {"name": "some", "expression": "percent('seed') <= 40"},
        {"name": "mail", "expression": "app.customSignal['mail'].matches(['@example\\.com$'])"},
        {"name": "both", "expression": "app.customSignal['age'] < 30 && app.customSignal['tier'].contains(['ol'])"},
    ],
    "parameters": {
        "color": {"defaultValue": {"value": "red"}, "conditionalValues": {"gold": {"value": "yellow"}}},
        "layout": {"defaultValue": {"value": "old"}, "conditionalValues": {"new": {"value": "new"}}},
        "limit": {"defaultValue": {"value": "10"}, "conditionalValues": {"adult": {"value": "100"}}},
        "lucky": {"defaultValue": {"value": "false"}, "conditionalValues": {"some": {"value": "true"}}},
        "staff": {"defaultValue": {"value": "false"}, "conditionalValues": {"mail": {"value": "true"}}},
        "both": {"defaultValue": {"value": "no"}, "conditionalValues": {"both": {"value": "yes"}}},
        "ratio": {"defaultValue": {"value": "0.25"}},
        "own": {"defaultValue": {"useInAppDefault": True}},
    },
}
DEFAULTS = {"own": "from the app", "absent": "also from the app"}

# Users for whom the SDK and the program have to agree.
CONTEXTS = [
    {},
    {"randomization_id": "user-1"},
    {"randomization_id": "user-2", "tier": "gold", "version": "1.10", "age": 20, "mail": "ann@example.com"},
    {"randomization_id": "user-3", "tier": "old silver", "version": "1.8.9", "age": 17.5, "mail": "a@example.org"},
    {"randomization_id": "bruker-æ", "tier": " gold ", "version": "2", "age": 40},
]

# The libraries tell a lot, of hosts that they would like to reach too.
logging.disable(logging.ERROR)


def new_key():
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


def public_pem(key):
    return (
        key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )


def credential(key, url):
    return credentials.Certificate(
        {
            "type": "service_account",
            "project_id": PROJECT,
            "private_key_id": "made-for-this-run",
            "private_key": pem(key),
            "client_email": EMAIL,
            "client_id": "1",
            "token_uri": f"{url}/token",
        }
    )


class Redirection(requests.adapters.HTTPAdapter):
    """Sends what is meant for the service to the emulator."""

    def __init__(self, url):
        super().__init__()
        self.url = url

    def send(self, request, **options):
        request.url = request.url.replace(SERVICE, self.url, 1)
        return super().send(request, **options)


def server_template(key, url, name):
    app = firebase_admin.initialize_app(credential(key, url), {"projectId": PROJECT}, name=name)
    template = remote_config.init_server_template(app=app, default_config=DEFAULTS)
    session = template._rc_service._client.session
    session.mount(SERVICE, Redirection(url))
    return template, session


def percentile(seed, identifier):
    digest = hashlib.sha256(f"{seed}.{identifier}".encode()).hexdigest()
    return int(digest, 16) % 100_000_000


def evaluate(template):
    for number in range(10):
        identifier = f"user-{number}"
        config = template.evaluate({"randomization_id": identifier})
        lucky = percentile("seed", identifier) <= 40_000_000
        check(f"percent for {identifier}", config.get_boolean("lucky"), lucky)
    config = template.evaluate(
        {
            "randomization_id": "user-1",
            "tier": "gold",
            "version": "1.10",
            "age": 20,
            "mail": "ann@example.com",
        }
    )
    check("a custom signal that matches exactly", config.get_string("color"), "yellow")
    check("a semantic version", config.get_string("layout"), "new")
    check("a numeric signal", config.get_int("limit"), 100)
    check("a regular expression", config.get_boolean("staff"), True)
    check("two parts that hold", config.get_string("both"), "yes")
    check("a number", config.get_float("ratio"), 0.25)
    check("the app's own default", config.get_string("own"), "from the app")
    check("where it comes from", config.get_value_source("own"), "default")
    check("where a value comes from", config.get_value_source("color"), "remote")
    check("a key of the app alone", config.get_string("absent"), "also from the app")
    check("a key of nobody", config.get_value_source("nothing"), "static")
    config = template.evaluate({"randomization_id": "user-1", "tier": "silver", "version": "1.8.9", "age": 17})
    check("a custom signal that does not match", config.get_string("color"), "red")
    check("an older version", config.get_string("layout"), "old")
    check("a smaller number", config.get_int("limit"), 10)
    check("two parts of which one holds", config.get_string("both"), "no")


class Operator:
    """The commands of the program, with a service account's key, on the template for servers."""

    def __init__(self, program, key, url, folder):
        self.program, self.folder = program, folder
        self.file = folder / "edited.json"
        account = folder / "key.json"
        account.write_text(
            json.dumps(
                {
                    "type": "service_account",
                    "project_id": PROJECT,
                    "private_key_id": "made-for-this-run",
                    "private_key": pem(key),
                    "client_email": EMAIL,
                    "token_uri": f"{url}/token",
                }
            )
        )
        self.service = ["--server", "--base-url", url, "--service-account", str(account)]

    def run(self, *arguments):
        command = [self.program, "template", *arguments]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def ask(self, *arguments):
        return self.run(*arguments, *self.service)

    def get(self):
        got = self.ask("get", "-o", str(self.file))
        check("getting the template with a command", (got.returncode, got.stderr), (0, ""))
        return json.loads(self.file.read_text())

    def publish(self, document, *arguments):
        self.file.write_text(json.dumps(document))
        return self.ask("publish", str(self.file), *arguments)

    def compiled(self):
        """The file of what the SDK loads."""
        file = self.folder / "compiled.json"
        got = self.ask("get", "--compiled", "-o", str(file))
        check("getting the compiled template with a command", (got.returncode, got.stderr), (0, ""))
        return file

    def values(self, compiled, context):
        """The values and sources that the program gives a user."""
        evaluated = self.run(
            "evaluate", str(compiled), "--context-json", json.dumps(context), "--defaults-json", json.dumps(DEFAULTS),
            "--json",
        )
        values = json.loads(evaluated.stdout)["parameters"]
        return {key: (value["value"], value["source"]) for key, value in values.items()}


def agree(when, template, operator):
    """Loads the template with the SDK, and compares its values with those of the program."""
    asyncio.run(template.load())
    compiled = operator.compiled()
    keys = {*json.loads(template.to_json())["parameters"], *DEFAULTS}
    for context in CONTEXTS:
        config = template.evaluate(context)
        expected = {key: (config.get_string(key), config.get_value_source(key)) for key in keys}
        check(f"{when}, equal values for {json.dumps(context)}", operator.values(compiled, context), expected)


def publish(session, template):
    path = f"{SERVICE}/v1/projects/{PROJECT}/namespaces/firebase-server/remoteConfig"
    current = session.get(path)
    check("reading the template for editing", current.status_code, 200)
    etag = current.headers["ETag"]
    document = current.json()
    document["parameters"]["color"]["defaultValue"]["value"] = "black"
    published = session.put(path, json=document, headers={"If-Match": etag})
    check("publishing it", published.status_code, 200)
    check("publishing on the version before", session.put(path, json=document, headers={"If-Match": etag}).status_code, 412)
    asyncio.run(template.load())
    check("loading what was published", template.evaluate({}).get_string("color"), "black")


def operate(template, operator):
    """What an operator publishes and rolls back with commands is what the SDK loads."""
    edited = operator.get()
    edited["parameters"]["color"]["defaultValue"]["value"] = "green"
    check("a command publishes nothing unasked", operator.publish(edited).returncode, 1)
    asyncio.run(template.load())
    check("nothing was published", template.evaluate({}).get_string("color"), "black")
    check("publishing with a command", operator.publish(edited, "--yes").returncode, 0)
    agree("after a command published", template, operator)
    check("loading what a command published", template.evaluate({}).get_string("color"), "green")
    check("its conditions hold as before", template.evaluate({"tier": "gold"}).get_string("color"), "yellow")
    check("rolling back with a command", operator.ask("rollback", "--yes").returncode, 0)
    agree("after a rollback", template, operator)
    check("loading what was brought back", template.evaluate({}).get_string("color"), "black")


def made_up(dice):
    """A condition that anyone could write."""
    number = dice.choice(["0", "17.5", "20", "40"])
    version = dice.choice(["1", "1.8.9", "1.9", "1.10.0.0.1", "2.0"])
    text = dice.choice(["gold", "ol", "old silver", "é"])
    comparison = dice.choice(["==", "!=", "<", "<=", ">", ">="])
    low, high = sorted(dice.sample(range(101), 2))
    method = dice.choice(["exactlyMatches", "contains", "notContains"])
    parts = [
        f"percent('s{dice.randint(1, 3)}') {dice.choice(['<=', '>'])} {high}",
        f"percent between {low} and {high}",
        f"app.customSignal['tier'].{method}(['{text}', '{dice.choice(['silver', 'none'])}'])",
        f"app.customSignal['age'] {comparison} {number}",
        f"version(app.customSignal['version']) {comparison} '{version}'",
        f"app.customSignal['mail'].matches(['{dice.choice(['^a', '@example[.]com$', '[0-9]'])}'])",
    ]
    return " && ".join(dice.sample(parts, dice.randint(1, 2)))


def edit(template, operator, rounds=6):
    """Edits of all kinds, one publication each."""
    dice = random.Random(44)
    for number in range(rounds):
        document = operator.get()
        document["conditions"].append({"name": f"made up {number}", "expression": made_up(dice)})
        dice.choice(document["conditions"])["expression"] = made_up(dice)
        dice.shuffle(document["conditions"])
        names = [condition["name"] for condition in document["conditions"]]
        for parameter in document["parameters"].values():
            text = str(number) if parameter.get("valueType") == "NUMBER" else f"text {number} é"
            value = dice.choice([{"value": text}, {"useInAppDefault": True}])
            parameter.setdefault("conditionalValues", {})[dice.choice(names)] = value
        document["parameters"][f"new_{number}"] = {"defaultValue": {"value": str(number)}, "valueType": "NUMBER"}
        published = operator.publish(document, "--yes")
        check(f"publishing edit {number}", (published.returncode, published.stderr.count("error")), (0, 0))
        agree(f"after edit {number}", template, operator)


def refused(key, url):
    template, _ = server_template(key, url, "stranger")
    try:
        asyncio.run(template.load())
    except Exception as error:  # The SDK does not say which.
        check("a key of somebody else is refused", "Invalid JWT Signature" in str(error), True)
    else:
        check("a key of somebody else is refused", "loaded", "refused")


def main(program, folder):
    print(f"firebase-admin {firebase_admin.__version__} against {program} emulator")
    templates = folder / "templates"
    templates.mkdir()
    file = templates / f"{PROJECT}.server.json"
    file.write_text(json.dumps(TEMPLATE))
    key = new_key()
    account = folder / "account.json"
    account.write_text(json.dumps({"client_email": EMAIL, "public_key": public_pem(key)}))
    service = ["--folder", str(templates), "--service-account", str(account)]
    with Emulator(program, folder, *service) as emulator:
        template, session = server_template(key, emulator.url, "server")
        operator = Operator(program, key, emulator.url, folder)
        agree("before any publication", template, operator)
        evaluate(template)
        publish(session, template)
        agree("after the SDK's session published", template, operator)
        operate(template, operator)
        changed = json.loads(json.dumps(TEMPLATE))
        changed["parameters"]["color"]["defaultValue"]["value"] = "white"
        file.write_text(json.dumps(changed))
        # The first are those of the SDK and of the commands.
        while emulator.wait("published")["version"] < 5:
            pass
        agree("after a change of the file", template, operator)
        check("a change of the file", template.evaluate({}).get_string("color"), "white")
        edit(template, operator)
        refused(new_key(), emulator.url)


if __name__ == "__main__":
    checks.run(main, __doc__)
