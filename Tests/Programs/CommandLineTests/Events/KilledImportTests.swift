import ExperimentsCore
import Foundation
import TestSupport
import Testing

/// An import that is killed at any moment leaves totals that are those of what was stored, and can be done again.
///
/// `EXPERIMENTS_KILLS` says how often: 24 by default, so that all tests together stay short.
@Suite("Imports that are killed")
struct KilledImportTests {
    private static let kills =
        ProcessInfo.processInfo.environment["EXPERIMENTS_KILLS"].flatMap { Int($0) } ?? 24
    private static let users = 4000

    @Test("lose nothing and count nothing twice")
    func kill() async throws {
        let workplace = try Self.workplace()
        let start = ContinuousClock.now
        #expect(try await Self.workplace().run("events", "import", "events.csv").status == 0)
        // So long takes an import that nobody kills: the moments are taken from all of it.
        let whole = Int(start.duration(to: .now) / .milliseconds(1))
        var random = SeededGenerator(seed: 17)
        for _ in 0..<Self.kills {
            let running = try workplace.start("events", "import", "events.csv", "--json")
            // A random moment is what is wanted here: whatever it meets is to be fine.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...whole, using: &random)))
            running.send(SIGKILL)
            _ = try await running.finished()
            let verified = try await workplace.run("events", "verify", "--json")
            if verified.status == 1 {
                // It was killed before there was anything.
                #expect(verified.errors.contains("there are no events yet"), "\(verified)")
            } else {
                #expect(verified.status == 0, "\(verified)")
            }
        }
        let done = try await workplace.run("events", "import", "events.csv", "--json")
        #expect(done.status == 0, "\(done)")
        let outcomes = try await workplace.run("events", "--json").json().object?["outcomes"]?.object
        #expect(outcomes?["exposed"]?.int == Self.users)
        #expect(outcomes?["counted"]?.int == Self.users)
        #expect(try await workplace.run("events", "verify").status == 0)
    }

    /// A workplace with an experiment, and a file of its events that is stored in several transactions.
    private static func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            experiments: [{name: paywall, flag: paywall, groups: [a, b]}]
            metrics: [{name: revenue, event: order, kind: sum}]

            """, to: "experiments.yaml")
        var rows = "experiment,group,event,unit,at,value\n"
        for user in 0..<users {
            rows += "paywall,\(user % 2 == 0 ? "a" : "b"),,user \(user),2026-03-01T12:00:00Z,\n"
            rows += ",,order,user \(user),2026-03-01T13:00:00Z,\(user % 7)\n"
        }
        try workplace.folder.write(rows, to: "events.csv")
        return workplace
    }
}
