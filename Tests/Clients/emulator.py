"""`experiments emulator` as a process, with the events that it prints and the answers that it gives."""

import http.client
import json
import os
import subprocess

PROJECT = "demo-project"
NUMBER = "123456789012"


class Emulator:
    """Listens on any free port. The numbers of its versions are kept in a folder of this run, so that they begin at 1."""

    def __init__(self, program, folder, *arguments):
        self.process = subprocess.Popen(
            [program, "emulator", "--port", "0", "--json", *arguments],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "XDG_STATE_HOME": str(folder / "state")},
        )
        self.url = self.wait("listening")["url"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def wait(self, *events):
        """The next event with one of these names."""
        for line in self.process.stdout:
            document = json.loads(line)
            if document.get("event") in events:
                return document
        raise SystemExit(f"the emulator ended before it said {' or '.join(events)}")

    def request(self, method, path, body=b"", headers=()):
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=10)
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, value in headers:
            connection.putheader(name, value)
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        return connection.getresponse()

    def answer(self, method, path, body=b"", headers=()):
        """An answer and the JSON in it. A body that is not bytes is sent as JSON."""
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        response = self.request(method, path, body, headers)
        content = response.read()
        return response, json.loads(content) if content else None
