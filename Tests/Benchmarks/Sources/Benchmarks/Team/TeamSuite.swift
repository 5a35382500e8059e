import Foundation
import Synchronization

/// A team on etcd: how soon a change is seen by ten others, and how long many changes of many at once take.
struct TeamSuite: BenchmarkSuite {
    let title = "team"

    private static let others = 10
    private static let changes = 100
    private static let writers = 8
    private static let edits = 50
    private static let prefix = "/experiments/v1/shop/bench/"

    func rows() throws -> [BenchmarkRow] {
        let etcd = try EtcdProcess()
        return try seen(etcd) + [try edited(etcd)]
    }

    /// Each of the others is a program that follows the store as a dashboard does, and prints what it was told.
    private func seen(_ etcd: EtcdProcess) throws -> [BenchmarkRow] {
        let others = try (0..<Self.others).map { _ in try TeamMember(etcd) }
        for other in others { try other.begin() }
        try etcd.put(Self.prefix + "overrides/team/key_0", #"{"value": "at first"}"#)
        for other in others { _ = try other.hears("at first") }
        var (first, last): ([Duration], [Duration]) = ([], [])
        for number in 0..<Self.changes {
            let (start, mark) = (ContinuousClock.now, "change \(number)")
            try etcd.put(Self.prefix + "overrides/team/key_0", #"{"value": "\#(mark)"}"#)
            let times = try others.map { start.duration(to: try $0.hears(mark)) }
            first.append(times.min() ?? .zero)
            last.append(times.max() ?? .zero)
        }
        return [
            row("a change, seen by the first of \(Self.others) others", first, goal: .milliseconds(20)),
            row("a change, seen by the last of \(Self.others) others", last, goal: .milliseconds(20)),
            BenchmarkRow(
                name: "the same, 99 of 100", value: .time(last.sorted()[last.count * 99 / 100]),
                goal: .time(.milliseconds(100))),
        ]
    }

    /// Each edit is a command of its own that reads the store, works out a step of the journal, and makes it.
    private func edited(_ etcd: EtcdProcess) throws -> BenchmarkRow {
        let problem = Mutex<(any Error)?>(nil)
        let done = DispatchGroup()
        let writers = try (0..<Self.writers).map { _ in try TeamMember(etcd) }
        let start = ContinuousClock.now
        for (number, writer) in writers.enumerated() {
            done.enter()
            Thread.detachNewThread {
                defer { done.leave() }
                do {
                    for edit in 0..<Self.edits {
                        try writer.run("override", "set", "key_\(number)_\(edit)", "x", "--team", "--raw")
                    }
                } catch {
                    problem.withLock { $0 = error }
                }
            }
        }
        done.wait()
        let time = start.duration(to: .now)
        if let problem = problem.withLock({ $0 }) { throw problem }
        let (all, made) = (Self.writers * Self.edits, try etcd.count(Self.prefix + "overrides/team/key_"))
        // The one that was put by hand is among them.
        guard made == all + 1 else { throw BenchmarkProblem("of \(all) edits, \(made - 1) were made") }
        return BenchmarkRow(
            name: "\(Self.writers) × \(Self.edits) edits by commands, none lost: time for one",
            value: .time(time / all))
    }

    private func row(_ name: String, _ times: [Duration], goal: Duration) -> BenchmarkRow {
        let times = times.sorted()
        return BenchmarkRow(
            name: name, value: .time(times[times.count / 2]), tail: .time(times[times.count * 99 / 100]),
            goal: .time(goal))
    }
}
