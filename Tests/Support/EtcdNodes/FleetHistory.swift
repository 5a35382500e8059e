import ExperimentsLocks
import Foundation
import TestSupport

/// What clients did to the registers of a fleet while its members failed, with times of one clock.
package final class FleetHistory: Sendable {
    /// How many operations are done before it ends.
    private static let target = 6000

    private let start = ContinuousClock.now
    private let operations = Mutex<[String: [RegisterHistory.Operation]]>([:])
    private let failures = Recorder<String>()

    package init() {}

    /// The current time, for ``add(_:of:since:isKnown:)``.
    package var time: Int { Int((ContinuousClock.now - start) / .microseconds(1)) }

    /// Whether clients go on.
    package var isOpen: Bool { count < Self.target }

    private var count: Int { operations.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Adds an operation that is answered now.
    ///
    /// - Parameter isKnown: whether it is known that it was done.
    package func add(_ action: RegisterHistory.Action, of name: String, since call: Int, isKnown: Bool = true)
    {
        let answer = isKnown ? time : nil
        operations.withLock { $0[name, default: []].append(.init(action, call, answer)) }
    }

    /// Runs five clients until there are enough operations, while one member after the other fails.
    ///
    /// - Parameter client: does operations as the client of a number, as long as the history is open.
    package func run(_ fleet: EtcdFleet, _ client: @escaping @Sendable (Int) async -> Void) async throws {
        let failing = Task { try await fail(fleet) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<5 { group.addTask { await client(number) } }
        }
        failing.cancel()
        do {
            try await failing.value
        } catch is CancellationError {}
        fleet.reconnect()
    }

    /// Lets one member after the other fail, each until there are operations without it.
    private func fail(_ fleet: EtcdFleet) async throws {
        while true {
            let number = failures.count
            let node = number.isMultiple(of: 2) ? try await fleet.leader() : number % fleet.nodes.count
            switch number % 3 {
            case 0:
                failures.record("kill")
                fleet.nodes[node].kill()
                try await waitForOthers()
                try fleet.nodes[node].restart()
                try await fleet.nodes[node].ready()
            case 1:
                failures.record("stop")
                fleet.nodes[node].send(SIGSTOP)
                try await waitForOthers()
                fleet.nodes[node].send(SIGCONT)
            default:
                failures.record("partition")
                try await fleet.isolate(node)
                try await waitForOthers()
                fleet.reconnect()
            }
        }
    }

    private func waitForOthers() async throws {
        let before = count
        try await eventually("operations without a member") { self.count > before + 100 }
    }

    /// The registers without an order of operations that explains every answer.
    package var unexplained: [String] { registers { !RegisterHistory($0).isLinearizable } }

    /// The registers of which the check itself does not find the smallest loss: that the first value that was set is read
    /// again at the end.
    package var unchecked: [String] {
        registers { operations in
            let first = operations.lazy.compactMap {
                if case .change(_, let new?) = $0.action { new } else { nil }
            }
            .first
            return RegisterHistory(operations + [.init(.read(first), time, time)]).isLinearizable
        }
    }

    private func registers(that isWanted: ([RegisterHistory.Operation]) -> Bool) -> [String] {
        operations.withLock(\.self).filter { isWanted($0.value) }.keys.sorted()
    }

    /// Whether enough was done, and members failed in each way.
    package var isComplete: Bool { !isOpen && Set(failures.elements).count == 3 }

    /// How many results are not known.
    package var unknownCount: Int { operations.withLock { $0.values.joined().count { $0.answer == nil } } }

    /// Adds the figures to the table of the campaign.
    package func report() {
        let summary = "\(failures.count) failures of members, \(unknownCount) unknown results"
        print("\(count) operations, \(summary)")
        Promise.count(count)
        Promise.note(summary)
    }
}
