import EtcdNodes
import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite(
    "The history of a team's overrides while members fail", .inTurn, .serialized,
    .enabled(if: EtcdFleet.isWanted, Comment(rawValue: EtcdFleet.absence)), .timeLimit(.minutes(60)))
struct TeamHistoryFleetTests {
    private static let names = (0..<9).map { "key_\($0)" }

    /// The numbers of the steps of which writers were told that they were made.
    private let confirmed = Recorder<Int>()

    private static func text(of override: Override?) -> String? {
        override.map { "\($0.value), \($0.isEnabled ? "on" : "off")" }
    }

    /// Sets, removes and toggles overrides, and reads them back, until there are enough operations.
    ///
    /// - Parameters:
    ///   - writer: the store in which changes are made.
    ///   - reader: that from which they are read back.
    private func act(as client: Int, _ writer: TeamStore, _ reader: TeamStore, _ history: FleetHistory) async
    {
        let origin = OverrideOrigin(author: "client \(client)", program: "tests")
        var number = 0
        while history.isOpen {
            number += 1
            let (name, value) = (Self.names[(number + client) % Self.names.count], "\(client)-\(number)")
            let deed = number % 4
            // What the last attempt was about to do: the only one whose outcome may be unknown.
            let last = Mutex<RegisterHistory.Action?>(nil)
            let changing = history.time
            do {
                let done = try await writer.change("change", by: origin, at: TeamUnderTest.now) { overrides in
                    let before = overrides[name]
                    switch deed {
                    case 0: overrides[name] = nil
                    case 1: overrides[name]?.isEnabled.toggle()
                    default: overrides[name] = Override(value: value)
                    }
                    let action = RegisterHistory.Action.change(
                        from: Self.text(of: before), to: Self.text(of: overrides[name]))
                    last.withLock { $0 = action }
                }
                // What changes nothing is not asked of the store: a dashboard knows its content, if a moment late.
                if let step = done.step, let action = last.withLock(\.self) {
                    history.add(action, of: name, since: changing)
                    confirmed.record(step.number)
                }
            } catch is TeamOutcomeUnknown {
                if let action = last.withLock(\.self) {
                    history.add(action, of: name, since: changing, isKnown: false)
                }
            } catch {
                // Every other error says that nothing was changed.
            }
            let call = history.time
            guard (try? await reader.read()) != nil else { continue }
            let found = reader.overrides
            for name in Self.names { history.add(.read(Self.text(of: found[name])), of: name, since: call) }
        }
    }

    @Test(
        "Reads and changes under kills, stops and partitions of members are linearizable, each made once",
        .promise(
            "A change of a team's override is made once, never lost",
            "operations with members killed, stopped, cut off"))
    func overrides() async throws {
        let (fleet, history) = (try await EtcdFleet(), FleetHistory())
        @Sendable func store(_ client: Int) -> TeamStore {
            TeamStore(client: fleet.client(first: client % 3), layout: TeamUnderTest.layout)
        }
        try await history.run(fleet) { client in
            let writer = store(client)
            // Commands read before a change; a dashboard follows the store.
            if client.isMultiple(of: 2) { writer.follow() }
            await act(as: client, writer, store(client + 1), history)
            await writer.leave()
        }
        history.report()
        #expect(history.isComplete)
        #expect(history.unexplained.isEmpty)
        #expect(history.unchecked.isEmpty)
        // The journal counts what was made.
        let reader = store(0)
        try await eventually("the store to answer") { (try? await reader.read()) != nil }
        let made = reader.view.journal.steps.last?.number ?? 0
        let numbers = confirmed.elements
        #expect(Set(numbers).count == numbers.count)
        #expect((numbers.count...(numbers.count + history.unknownCount)).contains(made))
    }
}
