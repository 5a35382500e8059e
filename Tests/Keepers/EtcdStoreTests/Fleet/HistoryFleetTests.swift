import EtcdNodes
import ExperimentsCore
import Foundation
import Locks
import TestSupport
import Testing

@testable import EtcdClient
@testable import EtcdStore

@Suite(
    "The history of values while members fail", .serialized,
    .enabled(if: EtcdFleet.isWanted, Comment(rawValue: EtcdFleet.absence)), .timeLimit(.minutes(15)))
struct HistoryFleetTests {
    private static let layout = EtcdLayout(project: "shop", environment: "history")
    private static let names = (0..<9).map { "register_\($0)" }
    private static let target = 10_000

    /// What was done to each register, with times of one clock.
    private final class Record: Sendable {
        private let start = ContinuousClock.now
        private let operations = Mutex<[String: [RegisterHistory.Operation]]>([:])

        var time: Int { Int((ContinuousClock.now - start) / .microseconds(1)) }
        var count: Int { operations.withLock { $0.values.reduce(0) { $0 + $1.count } } }
        var all: [String: [RegisterHistory.Operation]] { operations.withLock(\.self) }

        func add(_ action: RegisterHistory.Action, of name: String, since call: Int, isKnown: Bool = true) {
            let answer = isKnown ? time : nil
            operations.withLock { $0[name, default: []].append(.init(action, call, answer)) }
        }
    }

    /// Publishes and reads until there are enough operations.
    private static func act(as client: Int, on store: EtcdValueStore, _ record: Record) async {
        let origin = OverrideOrigin(author: "client \(client)", program: "tests")
        var number = 0
        while record.count < target {
            number += 1
            let call = record.time
            guard let base = try? await store.published() else { continue }
            for name in names { record.add(.read(base.entries[name]?.text), of: name, since: call) }
            let (name, text) = (names[(number + client) % names.count], "\(client)-\(number)")
            let action = RegisterHistory.Action.change(from: base.entries[name]?.text, to: text)
            let changing = record.time
            do {
                let proposal = ValueProposal([name: .set(text)], on: base)
                let outcome = try await store.publish(proposal, by: origin, at: Date(), id: text)
                let isKnown = if case .known = outcome { true } else { false }
                record.add(action, of: name, since: changing, isKnown: isKnown)
            } catch is ValueProblem {
                // Somebody else changed it: nothing was done.
            } catch {
                record.add(action, of: name, since: changing, isKnown: false)
            }
        }
    }

    /// Lets one member after the other fail, each until there are operations without it.
    private static func fail(_ fleet: EtcdFleet, _ record: Record, _ failures: Recorder<String>) async throws {
        func waitForOthers() async throws {
            let before = record.count
            try await eventually("operations without a member") { record.count > before + 100 }
        }
        while true {
            let number = failures.elements.count
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

    @Test(
        "10,000 reads and publications under kills, stops and partitions of members are linearizable",
        .promise(
            "A value that was published is never lost or undone", "operations with members killed, stopped, cut off"))
    func values() async throws {
        let fleet = try await EtcdFleet()
        let (record, failures) = (Record(), Recorder<String>())
        let failing = Task { try await Self.fail(fleet, record, failures) }
        await withTaskGroup(of: Void.self) { group in
            for client in 0..<5 {
                let store = EtcdValueStore(client: fleet.client(first: client % 3), layout: Self.layout)
                group.addTask { await Self.act(as: client, on: store, record) }
            }
        }
        failing.cancel()
        await #expect(throws: CancellationError.self) { try await failing.value }
        let histories = record.all
        let unknown = histories.values.joined().count { $0.answer == nil }
        let summary = "\(failures.elements.count) failures of members, \(unknown) unknown results"
        print("\(record.count) operations, \(summary)")
        Promise.count(record.count)
        Promise.note(summary)
        #expect(record.count >= Self.target)
        #expect(Set(failures.elements).count == 3)
        for (name, operations) in histories.sorted(by: { $0.key < $1.key }) {
            #expect(RegisterHistory(operations).isLinearizable, "\(name)")
            // The check itself finds the smallest loss: the first value is read again at the end.
            let stale = RegisterHistory.Operation(.read(nil), record.time, record.time)
            #expect(!RegisterHistory(operations + [stale]).isLinearizable, "\(name)")
        }
    }
}
