import ExperimentsCore
import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("serve, with a source that changes how it divides users", .fewAtATime, .timeLimit(.minutes(60)))
struct ServedSplitTests {
    private func variants(_ percent: Int) -> String {
        """
        {"flag_defs": [{"flag": "page", "base_value": "old"}],
         "variants": [{"id": "new page", "conditions": [{"type": "ROLLOUT", "value": {"percentage": \(percent)}}],
                       "mods": [{"flag": "page", "value": "new"}]}]}
        """
    }

    /// Tells the server of so many users, of whom so many of a hundred are in the second group.
    private func come(_ users: Range<Int>, _ percent: Int, to served: ServedProgram) async throws {
        let events = users.map { number in
            #"{"event_name": "Experiment Viewed", "user_id": "user \#(number)", "properties_json": {"#
                + #""experimentId": "Page", "variationId": "\#(number % 100 < percent ? "new" : "old")"}}"#
        }
        let connection = try await RawConnection(port: served.port)
        try await connection.post("/track?client_key=sdk-x", "[\(events.joined(separator: ", "))]")
        #expect(try await connection.read(until: "\r\n").contains("200"))
        await connection.close()
    }

    /// Whether the store of events holds a text.
    private func contains(_ text: String, _ workplace: Workplace) throws -> Bool {
        let path = workplace.folder.path(".experiments/events.sqlite")
        return try [path, path + "-wal"].contains {
            try Data(contentsOf: URL(fileURLWithPath: $0)).range(of: Data(text.utf8)) != nil
        }
    }

    @Test("users are compared with the split that was active when they came, even if no one looked")
    func changes() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(variants(50), to: "variants.json")
        try workplace.folder.write(
            """
            source: {kind: variants, path: variants.json}
            metrics: [{name: purchase, event: order, complete_window: off}]
            experiments: [{name: Page, flag: page, groups: [old, new], fetch_interval: 0s}]

            """, to: "experiments.yaml")
        // A look at another time keeps nothing of its own.
        let today = String(RFC3339.text(of: Date()).prefix(10))
        func page() async throws -> JSONObject {
            let done = try await workplace.run("results", "Page", "--json", "--at", today)
            return try #require(try done.json().object?["experiments"]?.array?.first?.object, "\(done)")
        }
        func users() async throws -> Double {
            (try await page()["groups"]?.array ?? []).reduce(0) { $0 + ($1.object?["users"]?.double ?? 0) }
        }
        let served = try await ServedProgram(workplace)
        try await come(0..<1000, 50, to: served)
        try await eventually("the first users") { try await users() == 1000 }
        try await eventually("the first split to be kept") { try contains(#""share":0.5"#, workplace) }
        try workplace.folder.write(variants(10), to: "variants.json")
        try await eventually("the second split to be kept") { try contains(#""share":0.1"#, workplace) }
        try await come(1000..<2000, 10, to: served)
        try await eventually("the later users") { try await users() == 2000 }
        let last = try await page()
        // Nobody bought anything.
        #expect(last["health"]?.string == "silent", "\(last)")
        #expect(last["groups"]?.array?.last?.object?["intendedShare"]?.double == 0.1)
        served.server.send(SIGTERM)
        #expect(try await served.server.finished().status == 0)
    }
}
