import EtcdNodes
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsEtcdClient
@testable import ExperimentsEtcdStore

@Suite(
    "The history of values while members fail", .inTurn, .serialized,
    .enabled(if: EtcdFleet.isWanted, Comment(rawValue: EtcdFleet.absence)), .timeLimit(.minutes(60)))
struct HistoryFleetTests {
    private static let layout = EtcdLayout(project: "shop", environment: "history")
    private static let names = (0..<9).map { "register_\($0)" }

    /// Publishes and reads until there are enough operations.
    private static func act(as client: Int, on store: EtcdValueStore, _ history: FleetHistory) async {
        let origin = OverrideOrigin(author: "client \(client)", program: "tests")
        var number = 0
        while history.isOpen {
            number += 1
            let call = history.time
            guard let base = try? await store.published() else { continue }
            for name in names { history.add(.read(base.entries[name]?.text), of: name, since: call) }
            let (name, text) = (names[(number + client) % names.count], "\(client)-\(number)")
            let action = RegisterHistory.Action.change(from: base.entries[name]?.text, to: text)
            let changing = history.time
            do {
                let proposal = ValueProposal([name: .set(text)], on: base)
                let outcome = try await store.publish(proposal, by: origin, at: Date(), id: text)
                let isKnown = if case .known = outcome { true } else { false }
                history.add(action, of: name, since: changing, isKnown: isKnown)
            } catch is MessageError {
                // Somebody else changed it: nothing was done.
            } catch {
                history.add(action, of: name, since: changing, isKnown: false)
            }
        }
    }

    @Test(
        "Reads and publications under kills, stops and partitions of members are linearizable",
        .promise(
            "A value that was published is never lost or undone",
            "operations with members killed, stopped, cut off"))
    func values() async throws {
        let (fleet, history) = (try await EtcdFleet(), FleetHistory())
        try await history.run(fleet) { client in
            let store = EtcdValueStore(client: fleet.client(first: client % 3), layout: Self.layout)
            await Self.act(as: client, on: store, history)
        }
        history.report()
        #expect(history.isComplete)
        #expect(history.unexplained.isEmpty)
        #expect(history.unchecked.isEmpty)
    }
}
