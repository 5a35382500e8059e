import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite(
    "Attack: killing what changes overrides", .fewAtATime,
    .enabled(if: Campaign.isPossible, "\(Campaign.absence)"))
struct StoreKillTests {
    @Test(
        "a command that is killed at any moment did all or nothing, and undo knows which",
        .promise("A change to overrides is made or not, and undo knows", "commands killed at a random moment")
    )
    func killedCommands() async throws {
        let whole = try await OverridesUnderAttack().timeOfChange()
        await Campaign("store: killed commands").run(3, inCampaign: 62) { random in
            var attacked = try OverridesUnderAttack()
            for _ in 0..<14 {
                try await attacked.change(killedWithin: whole, &random)
                Promise.count()
            }
        }
    }

    @Test("many writers together, some of them killed, lose nothing that was said to be done")
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
            for (name, writer) in zip(["x", "y", "z"], writers) {
                expected += writer.lines.map { "\(name)-\($0)" }
            }
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

    @Test("of very many writers together, none gives up and none loses a change or a step")
    func crowd() async throws {
        let (writers, changes) = Campaign.isLong ? (64, 50) : (16, 5)
        let folder = try TemporaryFolder()
        let path = folder.path("overrides.json")
        let programs = try (0..<writers).map {
            try ChildProgram(BuiltProducts.path("OverrideWriter"), ["change", path, "w\($0)", "\(changes)"])
        }
        for program in programs {
            let status = try await program.end(within: .seconds(900))
            #expect(status == 0 && program.lines.count == changes, "\(program.output)")
        }
        let overrides = try Self.read(path)
        #expect(overrides.entries.count == writers)
        #expect(overrides.entries.values.allSatisfy { $0.value == "\(changes)" })
        let steps = try OverrideJournalFile(besideOverridesAt: path).read().steps
        #expect(steps.last?.number == writers * changes)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
    }

    #if os(Linux)
    @Test(
        "a disk that is full takes neither a change nor its step, and loses nothing",
        .promise("A full disk loses nothing", "changes to overrides refused by a full disk"),
        .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.absence)"))
    func fullDisk() async throws {
        await Campaign("store: full disks").run(2, inCampaign: 20) { random in
            let disk = try SmallDisk()
            let path = disk.folder.path("overrides.json")
            let workplace = try OverridesUnderAttack.workplace()
            func command(_ arguments: String...) async throws -> Finished {
                try await workplace.run(Workplace.program, ["override"] + arguments + ["--overrides", path])
            }
            var expected: [OverrideSet] = []
            var failures = 0
            while failures < 5 {
                let turn = expected.count + failures
                let value = "\(turn) " + String(repeating: "v", count: random.below(6_000))
                let finished = try await command("set", "k\(random.below(5))", value)
                let now = try Self.read(path)
                if finished.status == 0 {
                    expected.append(now)
                } else {
                    failures += 1
                    Promise.count()
                    guard now == expected.last ?? .empty else {
                        throw Broken("changed although it failed: \(finished)")
                    }
                }
                guard expected.count < 100 else { throw Broken("the disk never was full") }
            }
            // With some room again, each step that is kept is taken back, one after the other.
            try disk.grow()
            let kept = try OverrideJournalFile(besideOverridesAt: path).read().undoable.count
            guard kept > 0 else { throw Broken("no step was kept") }
            for count in 1...kept {
                let undo = try await command("undo")
                let aim = expected.dropLast(count).last ?? .empty
                guard undo.status == 0, try Self.read(path) == aim else {
                    throw Broken("undo \(count) of \(kept): \(undo)")
                }
            }
        }
    }
    #endif

    private static func read(_ path: String) throws -> OverrideSet {
        let store = JSONOverrideStore(path: path, watcher: nil)
        if let problem = store.problem { throw problem }
        return store.overrides
    }
}
