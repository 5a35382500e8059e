import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("serve, with linked apps", .fewAtATime, .timeLimit(.minutes(60)))
struct ServeLinkTests {
    private static let project = """
        source: {kind: file, path: values.json}
        keys:
          - {name: rate, type: double}
        """

    private func served(
        _ arguments: String..., project: String = project
    ) async throws -> (workplace: Workplace, server: RunningProgram, port: UInt16) {
        let workplace = try Workplace()
        try workplace.folder.write(project, to: "experiments.yaml")
        try workplace.folder.write(#"{"rate": 7.0}"#, to: "values.json")
        let server = try workplace.start(["serve", "--port", "0", "--json", "--token", "s3cret"] + arguments)
        try await server.waitForOutput("\n")
        let line = try #require(server.output.split(separator: "\n").first)
        let url = try #require(try JSONValue(parsing: Array(line.utf8)).object?["url"]?.string)
        return (workplace, server, UInt16(try #require(URL(string: url)?.port)))
    }

    private func link(_ workplace: Workplace) async throws -> String {
        let made = try await workplace.run(Workplace.program, ["link", "--app", "shop", "--json"])
        let url = try #require(try made.json().object?["link"]?.object?["url"]?.string)
        return String(try #require(url.components(separatedBy: "token=").last?.prefix(36)))
    }

    private func follow(_ port: UInt16, _ token: String) async throws -> RawConnection {
        let connection = try await RawConnection(port: port)
        try await connection.send(
            "GET /experiments/v1/events?app=shop&installation=phone HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(token)\r\n\r\n")
        return connection
    }

    @Test("a linked app follows what commands set for it, until its link is revoked by another program")
    func follows() async throws {
        let (workplace, server, port) = try await served()
        let token = try await link(workplace)
        // The server hears of the new link a moment after it was made.
        let app = try await eventually("the link to be known") { () async throws -> RawConnection? in
            let connection = try await follow(port, token)
            if try await connection.read(until: "\r\n").contains("200") { return connection }
            await connection.close()
            return nil
        }
        _ = try await app.read(until: "\"overrides\":{}")
        let set = try await workplace.run("override", "set", "rate", "9.5", "--app", "shop")
        #expect(set.status == 0, "\(set)")
        let told = try await app.read(until: "\n\n\r\n")
        let rest = told.contains("9.5") ? "" : try await app.read(until: "\"9.5\"")
        #expect((told + rest).contains("event: changes"))
        #expect(try await workplace.run("link", "--revoke", "--app", "shop").output.hasPrefix("revoked "))
        #expect(try await app.readToEnd().hasSuffix("0\r\n\r\n"))
        server.send(SIGTERM)
        _ = try await server.finished()
        #expect(!(server.output + server.errors).contains(token))
    }

    @Test("overrides of production are served only where the project file allows it")
    func production() async throws {
        for (serve, status) in [("", "403"), ("serve: {production_overrides: true}\n", "200")] {
            let source = "source: {kind: file, path: values.json, environment: production}"
            let project = Self.project.replacingOccurrences(
                of: "source: {kind: file, path: values.json}", with: source)
            let (_, server, port) = try await served(project: project + "\n" + serve)
            let connection = try await RawConnection(port: port)
            try await connection.send(
                "PUT /experiments/v1/overrides/rate HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer s3cret\r\n"
                    + "If-Match: *\r\nContent-Length: 16\r\n\r\n" + #"{"value": "9.5"}"#)
            #expect(try await connection.read(until: "\r\n").contains(status))
            await connection.close()
            server.send(SIGTERM)
            _ = try await server.finished()
        }
    }
}
