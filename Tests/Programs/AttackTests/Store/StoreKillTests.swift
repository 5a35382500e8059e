import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Attack: killing what changes overrides", .enabled(if: Campaign.isPossible, "\(Campaign.absence)"))
struct StoreKillTests {
    @Test("a command that is killed at any moment did all or nothing, and undo knows which")
    func killedCommands() async throws {
        let whole = try await OverridesUnderAttack().timeOfChange()
        await Campaign("store: killed commands").run(3) { random in
            var attacked = try OverridesUnderAttack()
            for _ in 0..<14 { try await attacked.change(killedWithin: whole, &random) }
        }
    }

    @Test("many writers at once, some of them killed, lose nothing that was said to be done")
    func killedWriters() async throws {
        await Campaign("store: killed writers").run(2) { random in
            let workplace = try OverridesUnderAttack.workplace()
            let path = workplace.folder.path(".experiments/overrides.json")
            _ = try await workplace.run("override", "set", "k0", "first")
            let writers = try ["x", "y", "z"].map {
                try ChildProgram(BuiltProducts.path("OverrideWriter"), ["add", path, $0, "0"])
            }
            // Each writer ends after a different number of commands beside it.
            let ends = writers.map { _ in 1 + random.below(4) }
            for turn in 1...4 {
                let set = try await workplace.run("override", "set", "k\(turn)", "value \(turn)")
                guard set.status == 0 else { throw Broken("a change among others failed: \(set)") }
                for (writer, end) in zip(writers, ends) where end == turn { writer.send(SIGKILL) }
            }
            for writer in writers { try await writer.end() }
            let overrides = try Self.read(path)
            var expected = (1...4).map { "k\($0)" } + ["k0"]
            for (name, writer) in zip(["x", "y", "z"], writers) { expected += writer.lines.map { "\(name)-\($0)" } }
            let lost = expected.filter { overrides[$0] == nil }
            guard lost.isEmpty else { throw Broken("said to be done, and lost: \(lost)") }

            let undo = try await workplace.run("override", "undo")
            var undone = overrides
            undone["k4"] = nil
            guard undo.status == 0, try Self.read(path) == undone else {
                throw Broken("undo did not take back the last command, and nothing else: \(undo)")
            }
        }
    }

    private static func read(_ path: String) throws -> OverrideSet {
        let store = JSONOverrideStore(path: path, watcher: nil)
        if let problem = store.problem { throw problem }
        return store.overrides
    }
}
