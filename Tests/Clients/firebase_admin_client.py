"""Runs Firebase's own SDK for servers against `experiments emulator`.

The whole path of the SDK is used: a service account's key signs a JWT, the emulator's token endpoint gives an access
token for it, the template is loaded with that and evaluated. The one thing changed is where the SDK finds its service:
its address is a constant, so an adapter of its HTTP session sends the requests to the emulator instead.

Usage: firebase_admin_client.py PROGRAM, where PROGRAM is `experiments`. Exits with 1 when anything is not as expected.
"""

import asyncio
import hashlib
import json
import logging
import os
import pathlib
import subprocess
import sys
import tempfile

import firebase_admin
import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import credentials, remote_config

import checks
from checks import check

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


class Emulator:
    """`experiments emulator` as a process, with the events that it prints."""

    def __init__(self, program, folder, account):
        self.process = subprocess.Popen(
            [program, "emulator", "--folder", folder, "--port", "0", "--json", "--service-account", account],
            stdout=subprocess.PIPE,
            text=True,
            # The numbers of versions go on from one run to the next; those of this run begin at 1.
            env={**os.environ, "XDG_STATE_HOME": str(pathlib.Path(folder) / "state")},
        )
        self.url = self.wait("listening")["url"]

    def wait(self, event):
        for line in self.process.stdout:
            document = json.loads(line)
            if document.get("event") == event:
                return document
        raise SystemExit(f"the emulator ended before it said {event!r}")

    def stop(self):
        self.process.terminate()
        self.process.wait()


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


def operate(program, template, key, url, folder):
    """What an operator publishes and rolls back with commands is what the SDK loads."""
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
    file = folder / "edited.json"

    def run(*arguments):
        service = ["--server", "--base-url", url, "--service-account", str(account)]
        command = [program, "template", *arguments, *service]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    got = run("get", "-o", str(file))
    check("getting the template with a command", (got.returncode, got.stderr), (0, ""))
    edited = json.loads(file.read_text())
    edited["parameters"]["color"]["defaultValue"]["value"] = "green"
    file.write_text(json.dumps(edited))
    check("a command publishes nothing unasked", run("publish", str(file)).returncode, 1)
    asyncio.run(template.load())
    check("nothing was published", template.evaluate({}).get_string("color"), "black")
    check("publishing with a command", run("publish", str(file), "--yes").returncode, 0)
    asyncio.run(template.load())
    check("loading what a command published", template.evaluate({}).get_string("color"), "green")
    check("its conditions hold as before", template.evaluate({"tier": "gold"}).get_string("color"), "yellow")
    check("rolling back with a command", run("rollback", "--yes").returncode, 0)
    asyncio.run(template.load())
    check("loading what was brought back", template.evaluate({}).get_string("color"), "black")


def refused(key, url):
    template, _ = server_template(key, url, "stranger")
    try:
        asyncio.run(template.load())
    except Exception as error:  # The SDK does not say which.
        check("a key of somebody else is refused", "Invalid JWT Signature" in str(error), True)
    else:
        check("a key of somebody else is refused", "loaded", "refused")


def main(program):
    print(f"firebase-admin {firebase_admin.__version__} against {program} emulator")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        templates = folder / "templates"
        templates.mkdir()
        file = templates / f"{PROJECT}.server.json"
        file.write_text(json.dumps(TEMPLATE))
        key = new_key()
        account = folder / "account.json"
        account.write_text(json.dumps({"client_email": EMAIL, "public_key": public_pem(key)}))
        emulator = Emulator(program, str(templates), str(account))
        try:
            template, session = server_template(key, emulator.url, "server")
            asyncio.run(template.load())
            evaluate(template)
            publish(session, template)
            operate(program, template, key, emulator.url, folder)
            changed = json.loads(json.dumps(TEMPLATE))
            changed["parameters"]["color"]["defaultValue"]["value"] = "white"
            file.write_text(json.dumps(changed))
            # The first are those of the SDK and of the commands.
            while emulator.wait("published")["version"] < 5:
                pass
            asyncio.run(template.load())
            check("a change of the file", template.evaluate({}).get_string("color"), "white")
            refused(new_key(), emulator.url)
        finally:
            emulator.stop()
    return checks.status()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
