"""Sends the requests of Firebase's apps and SDKs to `experiments emulator`, in the form in which they are on the wire.

The SDKs for iOS and Android have their addresses built in, and others need Node or Java, so they cannot be run here. Their
requests are written down instead: paths, headers, the dialects of their bodies, and what they look for in answers.

Usage: wire_client.py PROGRAM, where PROGRAM is `experiments`. Exits with 1 when anything is not as expected.
"""

import gzip
import json
import re

import checks
from checks import check
from emulator import NUMBER, PROJECT, Emulator

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


def node(emulator):
    """Node's and Java's SDKs for servers: validation, a missing server template, and errors."""
    headers = [
        ("Authorization", "Bearer ya29.from-google"), ("X-Firebase-Client", "fire-admin-node/14.0.0"),
        ("Accept-Encoding", "gzip"), ("Content-Type", "application/json;charset=utf-8"),
    ]
    path = f"/v1/projects/{PROJECT}/remoteConfig"
    body = {"parameters": {}, "version": {"description": "promo"}}
    response, content = emulator.answer(
        "PUT", f"{path}?validate_only=true", body, headers + [("If-Match", "*")]
    )
    check("node: validating", content.get("version"), {"description": "promo"})
    check("node: the ETag of a validation", response.headers["etag"].endswith("-0"), True)
    response, content = emulator.answer(
        "GET", f"/v1/projects/{PROJECT}/namespaces/firebase-server/serverRemoteConfig", headers=headers
    )
    check("node: no server template has an ETag", (response.status, bool(response.headers["etag"])), (200, True))
    bad = {"conditions": [{"name": "a", "expression": "x"}, {"name": "b", "expression": "y"}], "parameters": {}}
    _, content = emulator.answer("PUT", path, bad, headers + [("If-Match", "*")])
    # The pattern of the SDK for Java, whose dot ends at a line break.
    code = re.fullmatch(r"\[(\w+)\]:.*", content["error"]["message"])
    check("java: the code of an error", code and code.group(1), "VALIDATION_ERROR")
    _, content = emulator.answer("PUT", path, body, headers)
    message = content["error"]["message"]
    check("no If-Match", message.startswith("[VERSION_MISMATCH]: No If-Match header found"), True)
    typo = {"parameters": {"a": {"defaultvalue": {"value": "1"}}}}
    _, content = emulator.answer("PUT", path, typo, headers + [("If-Match", "*")])
    check(
        "an unknown member",
        content["error"]["message"],
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
        "POST", f"/v1/projects/{PROJECT}/installations/", body, common
    )
    registered = content
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
        return response.headers["etag"], content

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
    emulator.answer("PUT", path, changed, operator)
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
    response, content = emulator.answer("POST", path, body, headers)
    check("android: a fetch", content["entries"]["greeting"], "Hallo")
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
        "POST", path, body,
        [
            ("Origin", "http://localhost:5173"), ("Content-Type", "application/json"), ("Content-Encoding", "gzip"),
            ("If-None-Match", "*"),
        ],
    )
    check("web: a fetch", content["entries"]["greeting"], "Hallo")
    check("web: the page may read the ETag", "etag" in response.headers["access-control-expose-headers"].lower(), True)


def faults(emulator):
    """What Apple's SDK looks for in the bytes of a refused stream."""
    body = json.dumps({"appId": IOS, "appInstanceId": FID}).encode()
    path = f"/v1/projects/{NUMBER}/namespaces/firebase:streamFetchInvalidations"
    response = emulator.request("POST", path, body, [("X-Goog-Api-Key", "AIza-example")])
    check("ios: a refused stream", (response.status, b'"code": 403' in response.read()), (403, True))


def version(emulator):
    """The number of the version that is published."""
    _, content = emulator.answer(
        "GET", f"/v1/projects/{PROJECT}/remoteConfig", headers=[("Authorization", "Bearer owner")]
    )
    return int(content["version"]["versionNumber"])


def main(program, folder):
    print(f"requests of Firebase's apps and SDKs against {program} emulator")
    file = folder / "template.json"
    file.write_text(json.dumps(TEMPLATE))
    with Emulator(program, folder, "--template", str(file)) as emulator:
        for client in (node, ios, android, web):
            client(emulator)
        last = version(emulator)
    with Emulator(program, folder, "--template", str(file), "--fail", "realtime/403") as emulator:
        faults(emulator)
        check("versions grow over a restart", version(emulator) > last, True)


if __name__ == "__main__":
    checks.run(main, __doc__)
