import ExperimentsCore
import Foundation
import TestSupport
import Testing

/// An import that is killed at any moment leaves totals that are those of what was stored, and can be done again.
///
/// `EXPERIMENTS_KILLS` says how often: 24 by default, so that all tests together stay short. `make test-kills` kills the
/// program as it is shipped a thousand times.
@Suite("Imports that are killed", .fewAtATime)
struct KilledImportTests {
    private static let kills =
        ProcessInfo.processInfo.environment["EXPERIMENTS_KILLS"].flatMap { Int($0) }
        ?? Promise.effort(24, campaign: 180)
    /// How many kills one database lives through: more would make it large, and verifying slow.
    private static let killsOfOne = 12
    /// How often it is verified meanwhile. What does not add up stays so, and is found by the next time.
    private static let killsBetween = 4

    @Test(
        "lose nothing and count nothing twice",
        .promise("An event is stored once, and totals add up", "imports killed at a random moment"))
    func kill() async throws {
        let whole = try await Self.timeOfImport()
        var random = SeededGenerator(seed: 17 &+ FuzzEffort.seed)
        var left = Self.kills
        while left > 0 {
            let rounds = min(left, Self.killsOfOne)
            try await Self.attack(rounds, within: whole, &random)
            Promise.count(rounds)
            left -= rounds
        }
    }

    /// How many milliseconds an import takes that nobody kills, the first one of a database: the moments are taken from
    /// all of it.
    private static func timeOfImport() async throws -> Int {
        let imports = try WorkplaceOfImports()
        let file = try imports.write(round: 0)
        let start = ContinuousClock.now
        #expect(try await imports.workplace.run("events", "import", file).status == 0)
        return Int(start.duration(to: .now) / .milliseconds(1))
    }

    /// Kills imports of one database, each of a file of its own, and then imports all of them.
    private static func attack(_ rounds: Int, within whole: Int, _ random: inout SeededGenerator) async throws
    {
        let imports = try WorkplaceOfImports()
        let workplace = imports.workplace
        for round in 0..<rounds {
            let running = try workplace.start("events", "import", try imports.write(round: round), "--json")
            _ = try await running.killed(after: .milliseconds(Int.random(in: 0...whole, using: &random)))
            if round % killsBetween == killsBetween - 1 { try await verify(workplace) }
        }
        for round in 0..<rounds {
            let done = try await workplace.run("events", "import", imports.name(round: round), "--json")
            #expect(done.status == 0, "\(done)")
        }
        let outcomes = try await workplace.run("events", "--json").json().object?["outcomes"]?.object
        #expect(outcomes?["exposed"]?.int == rounds * WorkplaceOfImports.users)
        #expect(outcomes?["counted"]?.int == rounds * WorkplaceOfImports.users)
        #expect(try await workplace.run("events", "verify").status == 0)
    }

    private static func verify(_ workplace: Workplace) async throws {
        let verified = try await workplace.run("events", "verify", "--json")
        if verified.status == 1 {
            // All imports were killed before there was anything.
            #expect(verified.errors.contains("no events yet"), "\(verified)")
        } else {
            #expect(verified.status == 0, "\(verified)")
        }
    }
}

/// A workplace with an experiment, and files of its events, each of other users and stored in several transactions.
private struct WorkplaceOfImports {
    static let users = 3000

    let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            experiments: [{name: paywall, flag: paywall, groups: [a, b]}]
            metrics: [{name: revenue, event: order, kind: sum}]

            """, to: "experiments.yaml")
    }

    func name(round: Int) -> String { "events-\(round).csv" }

    /// Writes the file of a round.
    ///
    /// - Returns: its name.
    func write(round: Int) throws -> String {
        var rows = "experiment,group,event,unit,at,value\n"
        for user in 0..<Self.users {
            rows += "paywall,\(user % 2 == 0 ? "a" : "b"),,user \(round) \(user),2026-03-01T12:00:00Z,\n"
            rows += ",,order,user \(round) \(user),2026-03-01T13:00:00Z,\(user % 7)\n"
        }
        try workplace.folder.write(rows, to: name(round: round))
        return name(round: round)
    }
}
