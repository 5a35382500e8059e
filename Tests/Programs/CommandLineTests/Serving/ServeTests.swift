import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("serve", .fewAtATime, .timeLimit(.minutes(60)))
struct ServeTests {
    private static let project = """
        source: {kind: file, path: config.json}
        overrides: overrides.json
        keys:
          - {name: greeting, type: string, default: hi}
          - {name: rate, type: double}

        """

    /// A workplace with a project, and a server of it.
    private func served(
        _ arguments: String..., project: String = project
    ) async throws -> (workplace: Workplace, server: RunningProgram, port: UInt16) {
        let workplace = try Workplace()
        try workplace.folder.write(project, to: "experiments.yaml")
        try workplace.folder.write(#"{"greeting": "hello", "rate": 7}"#, to: "config.json")
        let server = try workplace.start(["serve", "--port", "0", "--json"] + arguments)
        try await server.waitForOutput("\n")
        let line = try #require(server.output.split(separator: "\n").first)
        let document = try #require(try JSONValue(parsing: String(line)).object)
        #expect(document["event"] == "listening")
        let url = try #require(document["url"]?.string.flatMap(URL.init(string:)))
        return (workplace, server, UInt16(try #require(url.port)))
    }

    private func ask(
        _ port: UInt16, _ key: String, headers: String = ""
    ) async throws -> (status: String, body: JSONValue?) {
        let connection = try await RawConnection(port: port)
        try await connection.send(
            "POST /ofrep/v1/evaluate/flags/\(key) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(headers)"
                + "Content-Length: 14\r\n\r\n{\"context\":{}}")
        let head = try await connection.read(until: "\r\n\r\n")
        let body = try await connection.readToEnd()
        await connection.close()
        return (String(head.prefix { !$0.isNewline }), try? JSONValue(parsing: body))
    }

    @Test("responds as soon as it has printed its address, and logs each request")
    func answers() async throws {
        let (_, server, port) = try await served()
        let answer = try await ask(port, "rate")
        #expect(answer.status == "HTTP/1.1 200 OK")
        #expect(answer.body?.object?["value"] == .number("7.0"))
        try await server.waitForOutput(#""event":"request""#)
        #expect(server.output.contains(#""path":"/ofrep/v1/evaluate/flags/rate""#))
    }

    @Test("sends no variable to another machine without a terminal to ask on, unless --yes is given")
    func consent() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {kind: ofrep, url: \"https://0.0.0.0:1\", token: \"${TOKEN}\"}\nkeys: []\n",
            to: "experiments.yaml")
        let refused = try await workplace.run("serve", "--port", "0", with: ["TOKEN": "abc"])
        #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
        #expect(
            refused.errors == """
                error: the project sends TOKEN to 0.0.0.0, but this is not a terminal
                Use --yes to allow it, or run the command once on a terminal.

                """)
        let server = try workplace.start("serve", "--port", "0", "--yes", with: ["TOKEN": "abc"])
        try await server.waitForOutput("listening on")
    }

    @Test("follows overrides, values and declared keys")
    func follows() async throws {
        let (workplace, server, port) = try await served()
        // It runs for as long as somebody holds it.
        defer { withExtendedLifetime(server) {} }
        func value(_ key: String) async throws -> JSONValue? {
            try await ask(port, key).body?.object?["value"]
        }
        #expect(try await value("greeting") == "hello")
        _ = try await workplace.run("override", "set", "greeting", "howdy")
        try await eventually("the override") { try await value("greeting") == "howdy" }
        try workplace.folder.write(#"{"greeting": "hello", "rate": 0.5}"#, to: "config.json")
        try await eventually("the value") { try await value("rate") == .number("0.5") }
        try workplace.folder.write(
            Self.project + "  - {name: third, type: int, default: 3}\n", to: "experiments.yaml")
        try await eventually("the key") { try await value("third") == 3 }
        try workplace.folder.write("keys: [", to: "experiments.yaml")
        try await eventually("the warning") { server.errors.contains("warning: ") }
        #expect(try await value("third") == 3)
    }

    @Test("asks for the token that the environment holds, and never prints it")
    func token() async throws {
        let project = Self.project + "serve: {token: \"${SERVE_SECRET}\"}\n"
        let workplace = try Workplace()
        try workplace.folder.write(project, to: "experiments.yaml")
        try workplace.folder.write(#"{"greeting": "hello"}"#, to: "config.json")
        let missing = try await workplace.run("serve", "--port", "0")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("the environment variable SERVE_SECRET is not set"), "\(missing)")
        let (_, server, port) = try await served("--token", "s3cret", project: project)
        #expect(try await ask(port, "greeting").status == "HTTP/1.1 401 Unauthorized")
        let shown = try await ask(port, "greeting", headers: "Authorization: Bearer s3cret\r\n")
        #expect(shown.body?.object?["value"] == "hello")
        #expect(!(server.output + server.errors).contains("s3cret"))
    }

    @Test("finishes its responses and exits with success when it is stopped")
    func ends() async throws {
        let (_, server, port) = try await served("--delay", "300ms")
        let connection = try await RawConnection(port: port)
        try await connection.post("/ofrep/v1/evaluate/flags/rate", "{}")
        // One thread looks at what arrives: whoever is answered now came after.
        let other = try await RawConnection(port: port)
        try await other.send("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(try await other.readToEnd().hasSuffix(#"{"status":"ok"}"#))
        server.send(SIGTERM)
        #expect(try await connection.readToEnd().hasPrefix("HTTP/1.1 200 OK"))
        let finished = try await server.finished()
        #expect(finished.status == 0)
        #expect(finished.output.contains(#""event":"stopped""#))
    }

    @Test("fails as it is asked to")
    func fails() async throws {
        let (_, server, port) = try await served("--fail", "429,retry-after=30")
        // It runs for as long as somebody holds it.
        defer { withExtendedLifetime(server) {} }
        #expect(try await ask(port, "rate").status == "HTTP/1.1 429 Too Many Requests")
    }

    @Test(
        "says what is wrong with its arguments",
        arguments: [
            (["--host", "0.0.0.0"], "--host 0.0.0.0 is reachable from the network"),
            (
                ["--host", "0.0.0.0", "--token", "abc"],
                "others can guess a token of fewer than 12 characters"
            ),
            (["--host", "example.com"], "invalid --host \"example.com\": expected an address"),
            (
                ["--allow-origin", "shop"],
                "invalid --allow-origin \"shop\": expected an origin such as https://shop.example"
            ),
            (["--also", "nowhere"], "no source \"nowhere\" in the project"),
            (["--fail", "admin/429"], "expected any, fetch (responses) or realtime (streams) before /"),
            (["--fail", "feature-disabled"], "\"feature-disabled\": supported only by the emulator"),
            (["--port", "70000"], "invalid --port \"70000\""),
        ])
    func wrong(arguments: [String], words: String) async throws {
        let workplace = try Workplace()
        try workplace.folder.write(Self.project, to: "experiments.yaml")
        let finished = try await workplace.start(["serve", "--port", "0"] + arguments).finished()
        #expect(finished.status == 1 || finished.status == 64, "\(finished)")
        #expect(finished.errors.contains(words), "\(finished)")
    }

    @Test("serves further sources at paths of their own")
    func several() async throws {
        let (_, server, port) = try await served(
            project: """
                sources:
                  - {name: staging, kind: file, path: config.json}
                  - {name: live, kind: file, path: live.json}
                serve: {sources: [live], undeclared: true}
                keys: [{name: greeting, type: string}]

                """)
        // It runs for as long as somebody holds it.
        defer { withExtendedLifetime(server) {} }
        #expect(try await ask(port, "greeting").body?.object?["value"] == "hello")
        #expect(try await ask(port, "rate").body?.object?["value"] == 7)
        let connection = try await RawConnection(port: port)
        try await connection.post("/live/ofrep/v1/evaluate/flags/greeting", "{}")
        // There is no such file, so nothing was ever fetched.
        #expect(try await connection.read(until: "\r\n").hasPrefix("HTTP/1.1 500"))
        await connection.close()
    }
}
