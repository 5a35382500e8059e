import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Writers of overrides, many and killed", .inTurn)
struct OverrideKillTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("overrides.json")
    }

    private func writer(_ arguments: String...) throws -> ChildProgram {
        try ChildProgram(BuiltProducts.path("OverrideWriter"), arguments)
    }

    @Test(
        "after a kill at any moment, the next undo takes back what is active",
        .promise("What a program confirmed is stored, and is undone alone", "writers of overrides killed"))
    func kills() async throws {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        let journal = OverrideJournalFile(besideOverridesAt: path)
        for _ in 0..<Promise.effort(20, campaign: 500) {
            let program = try writer("change", path, "counter", "0")
            let lines = Int.random(in: 2...4, using: &random)
            try await eventually("\(lines) changes") { program.lines.count >= lines }
            let end = ContinuousClock.now + .microseconds(Int.random(in: 0...8_000, using: &random))
            while ContinuousClock.now < end {}
            program.send(SIGKILL)
            try await program.end()
            Promise.count()

            let store = JSONOverrideStore(path: path, watcher: nil)
            let counted = try #require(store.overrides["counter"].flatMap { Int($0.value) })
            let confirmed = try #require(program.lines.last.flatMap(Int.init))
            #expect(counted == confirmed || counted == confirmed + 1)
            let undone = try journal.reverse(.undo, in: store, by: OverrideOrigin(), at: .now)
            #expect(undone.step?.title == "\(counted)")
            #expect(store.overrides["counter"]?.value == "\(counted - 1)")
        }
    }

    @Test("of many writers together, none gives up and none loses a change or a step")
    func crowd() async throws {
        let programs = try (0..<16).map { try writer("change", path, "w\($0)", "10") }
        for program in programs {
            #expect(try await program.end() == 0, "\(program.output)")
            #expect(program.lines.count == 10)
        }
        let store = JSONOverrideStore(path: path, watcher: nil)
        #expect(store.overrides.entries.count == 16)
        #expect(store.overrides.entries.values.allSatisfy { $0.value == "10" })
        let steps = try OverrideJournalFile(besideOverridesAt: path).read().steps
        #expect(steps.map(\.number) == Array(1...160))
    }
}
