"""Sends the requests of Firebase's tools and apps to `experiments emulator`, in the form in which they are on the wire.

The SDKs for iOS and Android have their addresses built in, and Firebase's tools need Node, so neither can be run here.
Their requests are written down instead: paths, headers, the dialects of their bodies, and what they look for in answers.

Usage: wire_client.py PROGRAM, where PROGRAM is `experiments`. Exits with 1 when anything is not as expected.
"""

import gzip
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import checks
from checks import check

PROJECT = "demo-project"
NUMBER = "123456789012"
FID = "cAbCdEfGhIjKlMnOpQrStU"
IOS = f"1:{NUMBER}:ios:0a1b2c3d4e5f"
ANDROID = f"1:{NUMBER}:android:0a1b2c3d4e5f"
WEB = f"1:{NUMBER}:web:0a1b2c3d4e5f"

TEMPLATE = {
    "conditions": [
        {"name": "german", "expression": "device.language in ['de', 'en_NZ']", "tagColor": "BLUE"},
        {"name": "austria", "expression": "device.country in ['AT']"},
    ],
    # The names are sorted, as most libraries write maps; the order of the conditions decides.
    "parameters": {
        "greeting": {
            "defaultValue": {"value": "Hello"},
            "conditionalValues": {"austria": {"value": "Servus"}, "german": {"value": "Hallo"}},
        }
    },
}


class Emulator:
    """`experiments emulator` as a process. Its numbers of versions are kept in a folder of this run."""

    def __init__(self, program, folder, *arguments):
        environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
        self.process = subprocess.Popen(
            [program, "emulator", "--port", "0", "--json", *arguments],
            stdout=subprocess.PIPE, text=True, env=environment,
        )
        for line in self.process.stdout:
            document = json.loads(line)
            if document.get("event") == "listening":
                self.host = document["url"].removeprefix("http://")
                return
        raise SystemExit("the emulator ended before it listened")

    def request(self, method, path, body=b"", headers=()):
        connection = http.client.HTTPConnection(self.host, timeout=10)
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, value in headers:
            connection.putheader(name, value)
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        return connection.getresponse()

    def answer(self, method, path, body=b"", headers=()):
        response = self.request(method, path, body, headers)
        return response, response.read()

    def stop(self):
        self.process.terminate()
        self.process.wait()


def multipart(fields):
    """A form in parts, as the library of Firebase's tools writes it."""
    boundary = "--------------------------515890814546601021194782"
    parts = "".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields
    )
    return f"{parts}--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def tools(emulator):
    """firebase-tools: a login, the number of the project, get, deploy, versions and rollback."""
    body, form = multipart(
        [
            ("refresh_token", "owner"),
            ("client_id", "563584335869-example.apps.googleusercontent.com"),
            ("client_secret", "example"),
            ("grant_type", "refresh_token"),
            ("scope", "email openid https://www.googleapis.com/auth/cloud-platform"),
        ]
    )
    response, content = emulator.answer("POST", "/oauth2/v3/token", body, [("Content-Type", form)])
    check("tools: a refresh token", response.status, 200)
    token = json.loads(content)["access_token"]
    headers = [
        ("Authorization", f"Bearer {token}"), ("User-Agent", "FirebaseCLI/15.28.1"),
        ("X-Client-Version", "FirebaseCLI/15.28.1"), ("Accept-Encoding", "gzip"), ("Connection", "keep-alive"),
    ]
    response, content = emulator.answer("GET", f"/v1beta1/projects/{PROJECT}", headers=headers)
    check("tools: the number of the project", json.loads(content)["projectNumber"], NUMBER)
    path = f"/v1/projects/{NUMBER}/remoteConfig"
    response, content = emulator.answer("GET", path, headers=headers)
    etag = response.headers["etag"]
    check("tools: get", (response.status, etag), (200, f"etag-{NUMBER}-1"))
    json_headers = headers + [("Content-Type", "application/json")]
    edited = {key: json.loads(content)[key] for key in ("conditions", "parameters")}
    edited["parameters"]["other"] = {"defaultValue": {"value": "1"}, "valueType": "NUMBER"}
    deployed, _ = emulator.answer("PUT", path, json.dumps(edited).encode(), json_headers + [("If-Match", etag)])
    check("tools: deploy", deployed.status, 200)
    stale, content = emulator.answer("PUT", path, json.dumps(edited).encode(), json_headers + [("If-Match", etag)])
    check("tools: deploy on an older version", stale.status, 412)
    forced, _ = emulator.answer("PUT", path, json.dumps(edited).encode(), json_headers + [("If-Match", "*")])
    check("tools: deploy --force", forced.status, 200)
    _, content = emulator.answer("GET", f"{path}:listVersions?pageSize=10", headers=headers)
    numbers = [version["versionNumber"] for version in json.loads(content)["versions"]]
    check("tools: versions", numbers, ["3", "2", "1"])
    _, content = emulator.answer("POST", f"{path}:rollback?versionNumber=1", headers=json_headers)
    check("tools: rollback", json.loads(content)["version"]["description"], "Rollback to version 1")
    google, _ = emulator.answer("GET", path, headers=[("Authorization", "Bearer ya29.from-google")])
    check("tools: a token from Google", google.status, 200)


def node(emulator):
    """Node's and Java's SDKs for servers: validation, a missing server template, and errors."""
    headers = [
        ("Authorization", "Bearer ya29.from-google"), ("X-Firebase-Client", "fire-admin-node/14.0.0"),
        ("Accept-Encoding", "gzip"), ("Content-Type", "application/json;charset=utf-8"),
    ]
    path = f"/v1/projects/{PROJECT}/remoteConfig"
    body = {"parameters": {}, "version": {"description": "promo"}}
    response, content = emulator.answer(
        "PUT", f"{path}?validate_only=true", json.dumps(body).encode(), headers + [("If-Match", "*")]
    )
    check("node: validating", json.loads(content).get("version"), {"description": "promo"})
    check("node: the ETag of a validation", response.headers["etag"].endswith("-0"), True)
    response, content = emulator.answer(
        "GET", f"/v1/projects/{PROJECT}/namespaces/firebase-server/serverRemoteConfig", headers=headers
    )
    check("node: no server template has an ETag", (response.status, bool(response.headers["etag"])), (200, True))
    bad = {"conditions": [{"name": "a", "expression": "x"}, {"name": "b", "expression": "y"}], "parameters": {}}
    _, content = emulator.answer("PUT", path, json.dumps(bad).encode(), headers + [("If-Match", "*")])
    # The pattern of the SDK for Java, whose dot ends at a line break.
    code = re.fullmatch(r"\[(\w+)\]:.*", json.loads(content)["error"]["message"])
    check("java: the code of an error", code and code.group(1), "VALIDATION_ERROR")
    _, content = emulator.answer("PUT", path, json.dumps(body).encode(), headers)
    message = json.loads(content)["error"]["message"]
    check("no If-Match", message.startswith("[VERSION_MISMATCH]: No If-Match header found"), True)
    typo = {"parameters": {"a": {"defaultvalue": {"value": "1"}}}}
    _, content = emulator.answer("PUT", path, json.dumps(typo).encode(), headers + [("If-Match", "*")])
    check(
        "an unknown member",
        json.loads(content)["error"]["message"],
        "Invalid JSON payload received. Unknown name \"defaultvalue\" at 'remote_config.parameters[0].value': "
        "Cannot find field.",
    )


def ios(emulator):
    """Apple's SDK: a compressed body in a dialect without quotes, and names of languages with an underscore."""
    common = [
        ("Content-Type", "application/json"), ("Accept", "application/json"), ("x-goog-api-key", "AIza-example"),
        ("X-Ios-Bundle-Identifier", "com.example.shop"),
    ]
    body = {"fid": FID, "authVersion": "FIS_v2", "appId": IOS, "sdkVersion": "i:12.0.0"}
    response, content = emulator.answer(
        "POST", f"/v1/projects/{PROJECT}/installations/", json.dumps(body).encode(), common
    )
    registered = json.loads(content)
    check("ios: an installation", (response.status, registered["authToken"]["expiresIn"]), (200, "604800s"))
    token = registered["authToken"]["token"]

    def fetch(country, language, etag=None, kind="BASE/1"):
        text = (
            f"{{app_instance_id:'{registered['fid']}', app_instance_id_token:'{token}', app_id:'{IOS}', "
            f"country_code:'{country}', language_code:'{language}', platform_version:'18.4', "
            "time_zone:'Europe/Vienna', package_name:'com.example.shop', app_version:'2.0', app_build:'200', "
            "sdk_version:'12.0.0', analytics_user_properties:{}}"
        )
        headers = common + [
            ("x-goog-firebase-installations-auth", token), ("Content-Encoding", "gzip"), ("Accept-Encoding", "gzip"),
            ("X-Firebase-RC-Fetch-Type", kind),
        ]
        if etag:
            headers.append(("if-none-match", etag))
        path = f"/v1/projects/{PROJECT}/namespaces/firebase:fetch?key=AIza-example"
        response, content = emulator.answer("POST", path, gzip.compress(text.encode()), headers)
        return response.headers["etag"], json.loads(content)

    for language, greeting in [("de_AT", "Hallo"), ("de_CH", "Hallo"), ("de", "Hallo"), ("en_NZ", "Hallo"),
                               ("en_GB", "Hello")]:
        check(f"ios: {language}", fetch("US", language)[1]["entries"]["greeting"], greeting)
    check("ios: the first condition decides", fetch("AT", "de_AT")[1]["entries"]["greeting"], "Hallo")
    check("ios: the second condition", fetch("AT", "fr_FR")[1]["entries"]["greeting"], "Servus")

    etag, config = fetch("US", "en_GB")
    version = int(config["templateVersion"])
    headers = common + [("x-goog-firebase-installations-auth", token), ("if-none-match", etag),
                        ("X-Google-GFE-Can-Retry", "true"), ("Content-Encoding", "gzip")]
    text = (
        f"{{project:'{NUMBER}', namespace:'firebase', lastKnownVersionNumber:'{version}', appId:'{IOS}', "
        f"sdkVersion:'12.0.0', appInstanceId:'{registered['fid']}'}}"
    )
    stream = emulator.request(
        "POST", f"/v1/projects/{NUMBER}/namespaces/firebase:streamFetchInvalidations?key=AIza-example",
        gzip.compress(text.encode()), headers,
    )
    check("ios: the stream begins", (stream.status, stream.read(1)), (200, b"["))
    path = f"/v1/projects/{PROJECT}/remoteConfig"
    operator = [("Authorization", "Bearer owner"), ("If-Match", "*"), ("Content-Type", "application/json")]
    changed = json.loads(json.dumps(TEMPLATE))
    changed["parameters"]["greeting"]["conditionalValues"]["austria"]["value"] = "Grüß Gott"
    emulator.answer("PUT", path, json.dumps(changed).encode(), operator)
    announced = json.loads(stream.readline())["latestTemplateVersionNumber"]
    check("ios: an announcement", announced, str(version + 1))
    _, unchanged = fetch("US", "en_GB", etag, "REALTIME/1")
    check("ios: a version that changes nothing here", unchanged, {"state": "NO_CHANGE", "templateVersion": announced})
    check("ios: and something there", fetch("AT", "fr_FR", etag)[1]["entries"]["greeting"], "Grüß Gott")


def android(emulator):
    """Android's SDK: the project's number in the path, the key in a header, and names in camelCase."""
    headers = [
        ("X-Goog-Api-Key", "AIza-example"), ("X-Android-Package", "com.example.shop"), ("X-Android-Cert", "00"),
        ("X-Google-GFE-Can-Retry", "yes"), ("X-Goog-Firebase-Installations-Auth", "token"),
        ("Content-Type", "application/json"), ("Accept", "application/json"), ("X-Firebase-RC-Fetch-Type", "BASE/1"),
    ]
    body = {
        "appInstanceId": FID, "appInstanceIdToken": "token", "appId": ANDROID, "countryCode": "AT",
        "languageCode": "de_AT", "platformVersion": "19", "timeZone": "Europe/Vienna", "appVersion": "2.0",
        "appBuild": "200", "packageName": "com.example.shop", "sdkVersion": "22.0.0", "analyticsUserProperties": {},
        "firstOpenTime": "2025-06-01T12:00:00.000Z", "customSignals": {},
    }
    path = f"/v1/projects/{NUMBER}/namespaces/firebase:fetch"
    response, content = emulator.answer("POST", path, json.dumps(body).encode(), headers)
    check("android: a fetch", json.loads(content)["entries"]["greeting"], "Hallo")
    check("android: an ETag", response.headers["etag"].startswith(f"etag-{NUMBER}-firebase-fetch-"), True)


def web(emulator):
    """The SDK for web pages: it asks the browser first, and says that a body is compressed which is not."""
    path = f"/v1/projects/{PROJECT}/namespaces/firebase:fetch?key=AIza-example"
    asked, _ = emulator.answer(
        "OPTIONS", path,
        headers=[
            ("Origin", "http://localhost:5173"), ("Access-Control-Request-Method", "POST"),
            ("Access-Control-Request-Headers", "content-encoding,content-type,if-none-match"),
        ],
    )
    allowed = asked.headers["access-control-allow-headers"]
    check("web: what the browser asks", "content-encoding" in allowed and "if-none-match" in allowed, True)
    body = {
        "sdk_version": "w:12.0.0", "app_instance_id": FID, "app_instance_id_token": "token", "app_id": WEB,
        "language_code": "de-AT", "custom_signals": {},
    }
    response, content = emulator.answer(
        "POST", path, json.dumps(body).encode(),
        [
            ("Origin", "http://localhost:5173"), ("Content-Type", "application/json"), ("Content-Encoding", "gzip"),
            ("If-None-Match", "*"),
        ],
    )
    check("web: a fetch", json.loads(content)["entries"]["greeting"], "Hallo")
    check("web: the page may read the ETag", "etag" in response.headers["access-control-expose-headers"].lower(), True)


def faults(emulator):
    """What Apple's SDK looks for in the bytes of a refused stream."""
    body = json.dumps({"appId": IOS, "appInstanceId": FID}).encode()
    path = f"/v1/projects/{NUMBER}/namespaces/firebase:streamFetchInvalidations"
    response, content = emulator.answer("POST", path, body, [("X-Goog-Api-Key", "AIza-example")])
    check("ios: a refused stream", (response.status, b'"code": 403' in content), (403, True))


def main(program):
    print(f"requests of Firebase's tools and apps against {program} emulator")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file = folder / "template.json"
        file.write_text(json.dumps(TEMPLATE))
        emulator = Emulator(program, folder, "--template", str(file))
        try:
            for client in (tools, node, ios, android, web):
                client(emulator)
            _, content = emulator.answer(
                "GET", f"/v1/projects/{PROJECT}/remoteConfig", headers=[("Authorization", "Bearer owner")]
            )
            last = int(json.loads(content)["version"]["versionNumber"])
        finally:
            emulator.stop()
        emulator = Emulator(program, folder, "--template", str(file), "--fail", "realtime/403")
        try:
            faults(emulator)
            _, content = emulator.answer(
                "GET", f"/v1/projects/{PROJECT}/remoteConfig", headers=[("Authorization", "Bearer owner")]
            )
            first = int(json.loads(content)["version"]["versionNumber"])
            check("versions grow over a restart", first > last, True)
        finally:
            emulator.stop()
    return checks.status()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
