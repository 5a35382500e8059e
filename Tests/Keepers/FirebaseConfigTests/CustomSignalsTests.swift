import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("Custom signals", .inTurn)
struct CustomSignalsTests {
    @Test("changes are merged, nil removes, and numbers become text")
    func merging() throws {
        var signals = CustomSignals()
        try signals.merge(["city": "Tokyo", "age": 5, "score": 0.5, "level": 2.0])
        #expect(signals.texts == ["city": "Tokyo", "age": "5", "score": "0.5", "level": "2"])
        try signals.merge(["age": nil, "city": "Oslo", "gone": nil])
        #expect(signals.texts == ["city": "Oslo", "score": "0.5", "level": "2"])
    }

    @Test("what is beyond a limit is refused, and nothing is taken")
    func limits() throws {
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        var signals = CustomSignals()
        try signals.merge([text(250): .string(text(500))])
        let before = signals
        #expect(throws: CustomSignalError.keyTooLong(text(251), limit: 250)) {
            try signals.merge(["a": "1", text(251): "1"])
        }
        #expect(throws: CustomSignalError.valueTooLong(key: "b", limit: 500)) {
            try signals.merge(["a": "1", "b": .string(text(501))])
        }
        #expect(throws: CustomSignalError.notANumber(key: "b")) {
            try signals.merge(["a": "1", "b": .double(.nan)])
        }
        #expect(signals == before)
    }

    @Test("there are at most a hundred, whenever they were set")
    func count() throws {
        var signals = CustomSignals()
        for number in 0..<100 { try signals.merge(["s\(number)": .integer(number)]) }
        #expect(throws: CustomSignalError.tooMany(count: 101, limit: 100)) { try signals.merge(["more": 1]) }
        try signals.merge(["s0": nil, "more": 1])
        #expect(signals.texts.count == 100)
        try signals.merge(["s1": 7])
        #expect(signals.texts["s1"] == "7")
    }

    @Test("lengths are counted as the official clients do")
    func lengths() throws {
        var signals = CustomSignals()
        // Each of these takes two units of UTF-16.
        try signals.merge([String(repeating: "😀", count: 125): "1"])
        #expect(throws: CustomSignalError.self) {
            try signals.merge([String(repeating: "😀", count: 126): "1"])
        }
    }

    @Test("they go with the next fetch, and with the first of the next start")
    func sent() async throws {
        let store = InMemoryConfigStore()
        let client = try await ClientUnderTest.afterFirstFetch(store: store)
        client.context.value.customSignals = ["tier": "gold", "city": "Rome"]
        try await client.config.setCustomSignals(["city": "Oslo", "age": 5])
        #expect(client.config.customSignals == ["city": "Oslo", "age": "5"])
        client.transport.add(304)
        try await client.config.fetch(withExpirationDuration: 0)
        func sentSignals(_ client: ClientUnderTest) throws -> JSONValue? {
            try JSONValue(parsing: try #require(client.transport.requests.last?.body)).object?[
                "customSignals"]
        }
        #expect(try sentSignals(client) == ["age": "5", "city": "Oslo", "tier": "gold"])

        let next = try ClientUnderTest(store: store)
        next.transport.add(304)
        try await next.config.fetch(withExpirationDuration: 0)
        #expect(try sentSignals(next) == ["age": "5", "city": "Oslo"])
        try await next.config.setCustomSignals(["age": nil, "city": nil])
        #expect(next.config.customSignals.isEmpty)
    }

    @Test("they do not shorten the minimum interval")
    func interval() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        try await client.config.setCustomSignals(["age": 5])
        #expect(try await client.config.fetch().status == .cached)
    }

    @Test("refused ones change nothing of what is kept")
    func refused() async throws {
        let client = try ClientUnderTest()
        try await client.config.setCustomSignals(["age": 5])
        await #expect(throws: CustomSignalError.self) {
            try await client.config.setCustomSignals(["age": 6, "x": .double(.infinity)])
        }
        #expect(client.config.customSignals == ["age": "5"])
    }

    @Test("they survive on disk, exactly")
    func disk() throws {
        let identity = StoreIdentity(projectID: "p", appID: "a", namespace: "n")
        var state = StoredState()
        try state.customSignals.merge(["ü \"x\"": "a\nb", "n": -5])
        #expect(try StoredState(parsing: state.json(for: identity).prettyBytes, for: identity) == state)
    }
}
