import EtcdNodes
import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsEtcdClient
@testable import ExperimentsEtcdStore

@Suite(
    "Values on three members", .inTurn, .serialized,
    .enabled(if: EtcdFleet.isWanted, Comment(rawValue: EtcdFleet.absence)), .timeLimit(.minutes(60)))
struct ValueFleetTests {
    private static let layout = EtcdLayout(project: "shop", environment: "test")
    private static let origin = OverrideOrigin(author: "ann", program: "tests")

    private static func store(_ client: EtcdClient) -> EtcdValueStore {
        EtcdValueStore(client: client, layout: layout)
    }

    /// A keeper as a dashboard has one, and what it is told.
    private struct Dashboard {
        let keeper: EtcdRemoteConfigKeeper
        let seen: Arrivals
        let observation: ObservationHandle

        init(_ client: EtcdClient) {
            let (keeper, seen) = (EtcdRemoteConfigKeeper(client: client, layout: layout), Arrivals())
            observation = keeper.observe { notice in
                if case .snapshot(let snapshot) = notice { seen.note(snapshot.entries["counter"]?.text) }
            }
            (self.keeper, self.seen) = (keeper, seen)
        }
    }

    /// When which value was seen first.
    private final class Arrivals: Sendable {
        private let state = Mutex<[String: ContinuousClock.Instant]>([:])

        func note(_ text: String?) {
            let now = ContinuousClock.now
            guard let text else { return }
            state.withLock { if $0[text] == nil { $0[text] = now } }
        }

        subscript(text: String) -> ContinuousClock.Instant? { state.withLock { $0[text] } }
    }

    @Test("a value that one publishes is seen by ten others; how soon is printed")
    func latency() async throws {
        let fleet = try await EtcdFleet()
        let dashboards = (0..<10).map { Dashboard(fleet.client(first: $0 % 3)) }
        for dashboard in dashboards {
            try await eventually("a dashboard that is live") { dashboard.keeper.liveStatus == .live }
        }
        let store = Self.store(fleet.client())
        var delays: [Duration] = []
        for number in 0..<200 {
            let text = String(number)
            let proposal = ValueProposal(["counter": .set(text)], on: try await store.published())
            let start = ContinuousClock.now
            _ = try await store.publish(proposal, by: Self.origin, at: Date(), id: "latency-\(number)")
            for dashboard in dashboards {
                let seen = try await eventually("the value in a dashboard") { dashboard.seen[text] }
                delays.append(seen - start)
            }
        }
        delays.sort()
        let (median, late) = (delays[delays.count / 2], delays[delays.count * 99 / 100])
        print(
            "shown in ten dashboards after \(median) at the median, \(late) at 99%, \(delays.last ?? .zero) at most"
        )
        #expect(delays.count == 2000)
        #expect(median < .seconds(1), "far more than the 20 ms of a machine that has nothing else to do")
        withExtendedLifetime(dashboards) {}
    }

    @Test("eight who change one value at the same time lose nothing")
    func writers() async throws {
        let fleet = try await EtcdFleet()
        let first = Self.store(fleet.client())
        let start = ValueProposal(["sum": .set("0")], on: try await first.published())
        _ = try await first.publish(start, by: Self.origin, at: Date(), id: "start")
        let began = ContinuousClock.now
        let conflicts = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    try await Self.add(50, as: writer, to: Self.store(fleet.client(first: writer % 3)))
                }
            }
            return try await group.reduce(0, +)
        }
        print("400 edits by 8 writers in \(ContinuousClock.now - began), \(conflicts) conflicts")
        #expect(try await first.published().entries["sum"]?.text == "400")
        #expect(try await first.history(of: "sum", limit: 1000).publications.count == 401)
    }

    /// Adds one, again and again, each time to what is there.
    private static func add(_ count: Int, as writer: Int, to store: EtcdValueStore) async throws -> Int {
        var (done, conflicts) = (0, 0)
        while done < count {
            let base = try await store.published()
            let sum = Int(base.entries["sum"]?.text ?? "") ?? 0
            let proposal = ValueProposal(["sum": .set(String(sum + 1))], on: base)
            do {
                _ = try await store.publish(
                    proposal, by: origin, at: Date(), id: "\(writer)-\(done)-\(conflicts)")
                done += 1
            } catch is MessageError {
                conflicts += 1
            }
        }
        return conflicts
    }

    @Test(
        "leaders killed under publications: each is made once or not at all, and dashboards end with what there is"
    )
    func killedLeaders() async throws {
        let fleet = try await EtcdFleet()
        let dashboards = (0..<3).map { Dashboard(fleet.client(first: $0)) }
        for dashboard in dashboards {
            try await eventually("a dashboard that is live") { dashboard.keeper.liveStatus == .live }
        }
        let isOver = Mutex(false)
        let publishing = Task {
            var (number, unknown, longest) = (0, 0, Duration.zero)
            let store = Self.store(fleet.client(first: 1))
            while !isOver.withLock({ $0 }) {
                let began = ContinuousClock.now
                do {
                    let proposal = ValueProposal(
                        ["counter": .set(String(number + 1))], on: try await store.published())
                    let outcome = try await store.publish(
                        proposal, by: Self.origin, at: Date(), id: "n\(number)")
                    if case .known = outcome { number += 1 } else { unknown += 1 }
                } catch is EtcdError {
                    continue
                }
                longest = max(longest, ContinuousClock.now - began)
            }
            return (number, unknown, longest)
        }
        for _ in 0..<EtcdFleet.kills {
            let leader = try await fleet.leader()
            fleet.nodes[leader].kill()
            let before = dashboards[0].keeper.snapshot.version
            try await eventually("a publication after it") { dashboards[0].keeper.snapshot.version != before }
            try fleet.nodes[leader].restart()
            try await fleet.nodes[leader].ready()
        }
        isOver.withLock { $0 = true }
        let (count, unknown, longest) = try await publishing.value
        print(
            "\(count) publications over \(EtcdFleet.kills) leaders, \(unknown) unknown, the longest \(longest)"
        )
        let held = try await Self.store(fleet.client()).published()
        #expect(held.entries["counter"]?.text == String(count))
        for dashboard in dashboards {
            try await eventually("the last value") {
                dashboard.keeper.snapshot.entries["counter"]?.text == String(count)
            }
        }
    }

    @Test("100,000 values are read and followed; how long that takes is printed")
    func many() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let client = node.client()
        for first in stride(from: 0, to: 100_000, by: 125) {
            let puts = (first..<first + 125).map { number in
                EtcdOperation.put(
                    EtcdPut(Self.layout.key(of: .value("key_\(number)")), Array("value \(number)".utf8)))
            }
            _ = try await client.perform(EtcdTransaction(then: puts))
        }
        let dashboard = Dashboard(client)
        let clock = ContinuousClock()
        let fetching = try await clock.measure { _ = try await dashboard.keeper.fetch(.manual) }
        #expect(dashboard.keeper.snapshot.entries.count == 100_000)
        try await eventually("a dashboard that is live") { dashboard.keeper.liveStatus == .live }
        let store = Self.store(client)
        let base = try await store.published()
        let start = clock.now
        let proposal = ValueProposal(["counter": .set("1")], on: base)
        _ = try await store.publish(proposal, by: Self.origin, at: Date(), id: "one")
        let seen = try await eventually("the value in a dashboard") { dashboard.seen["1"] }
        print("100,000 values: read in \(fetching), a change seen after \(seen - start)")
    }
}
