import ExperimentsCore
import Foundation
import TestSupport

/// Overrides that commands change and are killed while they do, and what should have become of them.
struct OverridesUnderAttack {
    private let workplace: Workplace
    /// The overrides after each change that can be undone, the latest last; the first is what no undo goes below.
    private var done: [OverrideSet] = [.empty]
    /// What changes that were undone had made, the next to be made again last.
    private var undone: [OverrideSet] = []
    private var turn = 0
    private var story: [String] = []

    private static let keys = (0..<5).map { "k\($0)" }

    init() throws { workplace = try Self.workplace() }

    /// A project with a few keys that take any text.
    static func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write("{}", to: "config.json")
        let keys = keys.map { "{name: \($0), type: string}" }.joined(separator: ", ")
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\nkeys: [\(keys)]\n", to: "experiments.yaml")
        return workplace
    }

    /// How long a change takes here that nobody disturbs.
    func timeOfChange() async throws -> Duration {
        _ = try await workplace.run("override", "set", "k0", "warm")
        let clock = ContinuousClock()
        return try await clock.measure { _ = try await workplace.run("override", "set", "k0", "timed") }
    }

    /// A command, what it should come to, and whether it takes back or repeats.
    private struct Step {
        var arguments: [String]
        var isAsMeant: (OverrideSet) -> Bool
        var kind = OverrideStep.Kind.edit
    }

    /// Starts a command, kills it within `time`, and looks at what it did; at times lets an undo follow.
    mutating func change(killedWithin time: Duration, _ random: inout SeededGenerator) async throws {
        turn += 1
        let step = step(&random)
        let delay = time * (Double(random.below(1_000)) / 900)
        let running = try workplace.start(Workplace.program, ["override"] + step.arguments)
        let finished = try await running.killed(after: delay)
        story.append(
            "\(step.arguments.joined(separator: " ")), killed after \(delay): status \(finished.status)")
        try settle(step, confirmed: finished.status == 0)
        guard random.happens(onceIn: 2) else { return }
        try await expectUndo()
    }

    /// Undo, which nobody disturbs, leads to what was before the last change that came about.
    private mutating func expectUndo() async throws {
        let finished = try await workplace.run("override", "undo")
        story.append("undo: status \(finished.status)")
        if done.count == 1 {
            guard finished.status == 1, try read() == done.last else {
                throw broken("undo of nothing: \(finished)")
            }
            return
        }
        guard finished.status == 0 else { throw broken("undo failed: \(finished)") }
        guard try read() == done[done.count - 2] else {
            throw broken("undo came to something else: \(finished)")
        }
        if let last = done.popLast() { undone.append(last) }
    }

    /// Keeps account of a step that happened, or did not.
    private mutating func settle(_ step: Step, confirmed: Bool) throws {
        let now = try read()
        guard now != done.last else {
            guard !confirmed else { throw broken("said to be done, and lost") }
            return
        }
        guard step.isAsMeant(now) else { throw broken("neither the old overrides nor the new ones") }
        switch step.kind {
        case .edit:
            done.append(now)
            undone = []
        case .undo:
            if let last = done.popLast() { undone.append(last) }
        case .redo:
            if let next = undone.popLast() { done.append(next) }
        }
    }

    private func step(_ random: inout SeededGenerator) -> Step {
        let before = done.last ?? .empty
        switch random.below(6) {
        case 0 where done.count > 1:
            let aim = done[done.count - 2]
            return Step(arguments: ["undo"], isAsMeant: { $0 == aim }, kind: .undo(of: 0))
        case 1 where !undone.isEmpty:
            let aim = undone.last
            return Step(arguments: ["redo"], isAsMeant: { $0 == aim }, kind: .redo(of: 0))
        case 2 where !before.isEmpty:
            let name = random.one(of: before.names)
            var aim = before
            aim[name] = nil
            return Step(arguments: ["unset", name], isAsMeant: { [aim] in $0 == aim })
        default:
            let (name, value) = (random.one(of: Self.keys), "value \(turn)")
            return Step(arguments: ["set", name, value]) { after in
                var rest = after
                rest[name] = before[name]
                return after[name]?.value == value && rest == before
            }
        }
    }

    private func read() throws -> OverrideSet {
        let store = JSONOverrideStore(
            path: workplace.folder.path(".experiments/overrides.json"), watcher: nil)
        if let problem = store.problem { throw broken("the file cannot be read: \(problem)") }
        return store.overrides
    }

    private func broken(_ what: String) -> Broken {
        Broken("\(what)\n" + story.joined(separator: "\n"))
    }
}
