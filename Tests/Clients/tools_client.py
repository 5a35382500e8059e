"""Sends the requests of Firebase's tools to `experiments emulator`: the nine commands for Remote Config, and the deploy.

The tools need packages of Node that cannot be had here, so their requests are written down as they are on the wire, with
what the tools read of each answer.

Usage: tools_client.py PROGRAM, where PROGRAM is `experiments`. Exits with 1 when anything is not as expected.
"""

import json

import checks
from checks import check
from emulator import NUMBER, PROJECT, Emulator

STUDIES = f"projects/{NUMBER}/namespaces/firebase"

TEMPLATE = {
    "conditions": [
        {"name": "austria", "expression": "device.country in ['AT']", "tagColor": "BLUE"},
        {"name": "everyone", "expression": "true"},
    ],
    "parameters": {
        "greeting": {"defaultValue": {"value": "Hello"}, "conditionalValues": {"austria": {"value": "Servus"}}},
        "checkout": {
            "defaultValue": {"value": "classic"},
            "conditionalValues": {
                "everyone": {"rolloutValue": {"rolloutId": "rollout_2", "value": "express", "percent": 12.5}}
            },
        },
        "paywall": {
            "defaultValue": {"value": "a"},
            "conditionalValues": {
                "everyone": {
                    "experimentValue": {
                        "experimentId": "7",
                        "exposurePercent": 50,
                        "variantValue": [{"variantId": "0", "noChange": True}, {"variantId": "1", "value": "b"}],
                    }
                }
            },
        },
    },
}

EXPERIMENT = {
    "name": f"{STUDIES}/experiments/7",
    "definition": {
        "displayName": "Paywall",
        "service": "EXPERIMENT_SERVICE_REMOTE_CONFIG",
        "description": "Which paywall sells more",
        "objectives": {
            "activationEvent": {},
            "eventObjectives": [
                {"isPrimary": True, "systemObjectiveDetails": {"objective": "total_revenue"}},
                {"customObjectiveDetails": {"event": "app_exception", "countType": "NO_EVENT_USERS"}},
            ],
        },
        "variants": [{"name": "Baseline", "weight": 1}, {"name": "Variant A", "weight": 1}],
    },
    "state": "RUNNING",
    "startTime": "2025-01-01T00:00:00Z",
    "endTime": "1970-01-01T00:00:00Z",
    "lastUpdateTime": "2025-01-01T00:00:00Z",
    "etag": "e1",
}


def rollout(number, state):
    """A rollout as the console makes it."""
    return {
        "name": f"{STUDIES}/rollouts/rollout_{number}",
        "definition": {
            "displayName": f"Checkout {number}",
            "description": "The express checkout",
            "service": "ROLLOUT_SERVICE_REMOTE_CONFIG",
            "controlVariant": {"name": "Control", "weight": 1},
            "enabledVariant": {"name": "Enabled", "weight": 1},
        },
        "state": state,
        "createTime": "2025-01-01T00:00:00Z",
        "startTime": "2025-01-02T00:00:00Z",
        "endTime": "1970-01-01T00:00:00Z",
        "lastUpdateTime": "2025-01-02T00:00:00Z",
        "etag": f"r{number}",
    }


ROLLOUTS = [rollout(1, "DONE"), rollout(2, "RUNNING"), *(rollout(number, "DONE") for number in range(3, 13))]


def multipart(fields):
    """A form in parts, as the library of Firebase's tools writes it."""
    boundary = "--------------------------515890814546601021194782"
    parts = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields
    )
    return f"{parts}--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


class Tools:
    """One installation of the tools, signed in."""

    def __init__(self, emulator):
        self.emulator = emulator
        body, form = multipart(
            [
                ("refresh_token", "owner"),
                ("client_id", "563584335869-example.apps.googleusercontent.com"),
                ("client_secret", "example"),
                ("grant_type", "refresh_token"),
                ("scope", "email openid https://www.googleapis.com/auth/cloud-platform"),
            ]
        )
        response, grant = emulator.answer("POST", "/oauth2/v3/token", body, [("Content-Type", form)])
        check("a refresh token", response.status, 200)
        self.headers = [
            ("Authorization", f"Bearer {grant['access_token']}"),
            ("User-Agent", "FirebaseCLI/15.28.1"), ("X-Client-Version", "FirebaseCLI/15.28.1"),
            ("Accept-Encoding", "gzip"), ("Connection", "keep-alive"),
        ]

    def call(self, method, path, body=b"", headers=()):
        """The status, the JSON and the headers of an answer."""
        more = [("Content-Type", "application/json"), *headers] if body else headers
        response, document = self.emulator.answer(method, path, body, [*self.headers, *more])
        return response.status, document, response.headers

    def number(self):
        """What every command about experiments, rollouts and deploying asks first."""
        return self.call("GET", f"/v1beta1/projects/{PROJECT}")[1]["projectNumber"]

    def deploy(self, template, etag):
        """`firebase deploy --only remoteconfig`: three members of the file, and nothing else of it."""
        members = ("conditions", "parameters", "parameterGroups")
        body = {name: template[name] for name in members if name in template}
        return self.call("PUT", f"/v1/projects/{self.number()}/remoteConfig", body, [("If-Match", etag)])

    def message(self, method, path):
        """What the tools show of a refusal."""
        status, document, _ = self.call(method, path)
        return status, document["error"]["message"]


def row(study):
    """A line of the lists that the tools print; a member that is missing stops them with an error of JavaScript."""
    definition = study["definition"]
    members = ("state", "startTime", "endTime", "lastUpdateTime", "etag")
    return [study["name"].split("/")[-1], definition["displayName"], definition["service"], *map(study.get, members)]


def templates(tools):
    """remoteconfig:get, remoteconfig:versions:list, remoteconfig:rollback, and the deploy."""
    path = f"/v1/projects/{PROJECT}/remoteConfig"
    status, template, headers = tools.call("GET", path)
    etag = headers["etag"]
    check("get", (status, etag, template["version"]["versionNumber"]), (200, f"etag-{NUMBER}-1", "1"))
    edited = json.loads(json.dumps(template))
    edited["parameters"]["other"] = {"defaultValue": {"value": "1"}, "valueType": "NUMBER"}
    status, deployed, _ = tools.deploy(edited, etag)
    check("deploy", (status, deployed["version"]["versionNumber"]), (200, "2"))
    check("deploy on an older version", tools.deploy(edited, etag)[0], 412)
    check("deploy --force", tools.deploy(edited, "*")[0], 200)
    _, versions, _ = tools.call("GET", f"{path}:listVersions?pageSize=10")
    check("versions:list", [version["versionNumber"] for version in versions["versions"]], ["3", "2", "1"])
    check(
        "what versions:list shows",
        all({"updateTime", "updateUser"} <= set(version) for version in versions["versions"]), True,
    )
    _, page, _ = tools.call("GET", f"{path}:listVersions?pageSize=2")
    _, last, _ = tools.call("GET", f"{path}:listVersions?pageSize=2&pageToken={page['nextPageToken']}")
    check("versions:list in pages", ([len(page["versions"]), len(last["versions"])], "nextPageToken" in last), ([2, 1], False))
    check("get -v", tools.call("GET", f"{path}?versionNumber=1")[1]["parameters"], TEMPLATE["parameters"])
    _, restored, _ = tools.call("POST", f"{path}:rollback?versionNumber=1")
    check("rollback", restored["version"]["description"], "Rollback to version 1")
    check("what rollback restores", restored["parameters"], TEMPLATE["parameters"])
    check("rollback to a version that is gone", tools.message("POST", f"{path}:rollback?versionNumber=99")[0], 404)
    google, _ = tools.emulator.answer("GET", path, headers=[("Authorization", "Bearer ya29.from-google")])
    check("a token from Google", google.status, 200)


def studies(tools):
    """remoteconfig:experiments and remoteconfig:rollouts: list, get, delete."""
    root = f"/v1/projects/{tools.number()}/namespaces/firebase"
    _, page, _ = tools.call("GET", f"{root}/experiments?page_size=10")
    check(
        "experiments:list", [row(study) for study in page["experiments"]],
        [["7", "Paywall", "EXPERIMENT_SERVICE_REMOTE_CONFIG", "RUNNING", "2025-01-01T00:00:00Z",
          "1970-01-01T00:00:00Z", "2025-01-01T00:00:00Z", "e1"]],
    )
    check("experiments:list has no more pages", "nextPageToken" in page, False)
    check("experiments:get", tools.call("GET", f"{root}/experiments/7")[:2], (200, EXPERIMENT))
    status, message = tools.message("GET", f"{root}/experiments/8")
    check("experiments:get of an unknown one", status, 404)
    status, message = tools.message("DELETE", f"{root}/experiments/7")
    check("experiments:delete of a running one", (status, "is running and cannot be deleted" in message), (400, True))

    _, first, _ = tools.call("GET", f"{root}/rollouts?page_size=10")
    _, second, _ = tools.call("GET", f"{root}/rollouts?page_size=10&page_token={first['nextPageToken']}")
    names = [row(study)[0] for study in first["rollouts"] + second["rollouts"]]
    check("rollouts:list in pages", names, [f"rollout_{number}" for number in range(1, 13)])
    _, running, _ = tools.call("GET", f"{root}/rollouts?page_size=10&filter=state%3DRUNNING")
    check("rollouts:list --filter", [row(study)[0] for study in running["rollouts"]], ["rollout_2"])
    _, none, _ = tools.call("GET", f"{root}/rollouts?page_size=10&filter=state%3DPAUSED")
    check("rollouts:list without any", none, {})
    check("rollouts:get", tools.call("GET", f"{root}/rollouts/rollout_2")[:2], (200, ROLLOUTS[1]))
    status, message = tools.message("DELETE", f"{root}/rollouts/rollout_2")
    check("rollouts:delete of a running one", (status, "is running and cannot be deleted" in message), (400, True))
    check("rollouts:delete", tools.call("DELETE", f"{root}/rollouts/rollout_1")[:2], (200, {}))
    check("rollouts:delete twice", tools.message("DELETE", f"{root}/rollouts/rollout_1")[0], 404)

    plain = {"parameters": {"checkout": {"defaultValue": {"value": "classic"}}}}
    check("deploy of a file without them", tools.deploy(plain, "*")[0], 200)
    check("it ends a rollout", tools.call("GET", f"{root}/rollouts/rollout_2")[1]["state"], "DONE")
    check("it ends an experiment", tools.call("GET", f"{root}/experiments/7")[1]["state"], "STOPPED")
    check("experiments:delete", tools.call("DELETE", f"{root}/experiments/7")[:2], (200, {}))
    check("experiments:list without any", tools.call("GET", f"{root}/experiments?page_size=10")[1], {})


def main(program, folder):
    print(f"requests of Firebase's tools against {program} emulator")
    template, file = folder / "template.json", folder / "studies.json"
    template.write_text(json.dumps(TEMPLATE))
    file.write_text(json.dumps({"experiments": [EXPERIMENT], "rollouts": ROLLOUTS}))
    with Emulator(program, folder, "--template", str(template), "--experiments", str(file)) as emulator:
        tools = Tools(emulator)
        check("the number of the project", tools.number(), NUMBER)
        templates(tools)
        studies(tools)


if __name__ == "__main__":
    checks.run(main, __doc__)
