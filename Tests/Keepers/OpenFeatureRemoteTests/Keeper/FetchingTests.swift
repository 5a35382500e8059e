import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import OpenFeatureRemote

@Suite("Fetching what a server evaluates", .inTurn)
struct FetchingTests {
    @Test("a good answer is the snapshot, with its tag and time, and is reported")
    func good() async throws {
        let test = try KeeperUnderTest()
        test.transport.add(200, Answers.flagd, headers: ["ETag": "\"1\""])
        let outcome = try await test.keeper.fetch(.manual)
        #expect(outcome == FetchOutcome(status: .updated, httpStatus: 200, bytes: Answers.flagd.utf8.count))
        #expect(test.keeper.snapshot.entries.count == 5)
        #expect(test.keeper.snapshot.etag == "\"1\"")
        #expect(test.keeper.snapshot.fetchedAt == test.clock.now)
        #expect(test.notices.elements == ["snapshot"])
    }

    @Test("the tag is sent again, and 304 makes the same values younger without telling anybody")
    func unchanged() async throws {
        let test = try KeeperUnderTest()
        test.transport.add(200, Answers.flagd, headers: ["ETag": "\"1\""])
        test.transport.add(304)
        _ = try await test.keeper.fetch(.scheduled)
        test.clock.advance(by: 60)
        let outcome = try await test.keeper.fetch(.scheduled)
        #expect(outcome == FetchOutcome(status: .unchanged, httpStatus: 304))
        #expect(try test.request(1).headers["if-none-match"] == "\"1\"")
        #expect(test.keeper.snapshot.fetchedAt == test.clock.now)
        #expect(test.keeper.snapshot.entries.count == 5)
        #expect(test.notices.count == 1)
    }

    @Test("the same flags under another tag, or none at all, are unchanged and empty")
    func statuses() async throws {
        let test = try KeeperUnderTest()
        for body in [Answers.flipt, Answers.flipt, #"{"flags": []}"#] { test.transport.add(200, body) }
        var statuses: [FetchOutcome.Status] = []
        for _ in 0..<3 { statuses.append(try await test.keeper.fetch(.manual).status) }
        #expect(statuses == [.updated, .unchanged, .empty])
        #expect(test.notices.count == 2)
    }

    @Test("another persona is asked for without the tag, and its answer replaces the snapshot")
    func persona() async throws {
        let test = try KeeperUnderTest()
        test.transport.add(200, Answers.flag("1"), headers: ["ETag": "\"1\""])
        test.transport.add(200, Answers.flag("2"), headers: ["ETag": "\"2\""])
        test.transport.add(304)
        _ = try await test.keeper.fetch(.manual)
        let other = SourcePersona(fields: ["targetingKey": "other", "country": "NO"])
        test.keeper.setPersona(other)
        test.keeper.setPersona(other)
        #expect(test.notices.elements == ["snapshot", "changed"])
        #expect(test.keeper.snapshot.entries["flag"]?.text == "1")
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        #expect(try test.request(1).headers["if-none-match"] == nil)
        let body = try String(decoding: test.request(1).body ?? [], as: UTF8.self)
        #expect(body == #"{"context":{"targetingKey":"other","country":"NO"}}"#)
        #expect(test.keeper.snapshot.entries["flag"]?.text == "2")
        _ = try await test.keeper.fetch(.scheduled)
        #expect(try test.request(2).headers["if-none-match"] == "\"2\"")
    }

    @Test("what the configured persona got is back immediately, whether or not the server can be asked")
    func configuredAgain() async throws {
        let test = try KeeperUnderTest()
        test.transport.add(200, Answers.flag("1"), headers: ["ETag": "\"1\""])
        test.transport.add(200, Answers.flag("2"), headers: ["ETag": "\"2\""])
        test.transport.add(500)
        test.transport.add(304)
        _ = try await test.keeper.fetch(.manual)
        let configured = test.keeper.persona
        test.keeper.setPersona(SourcePersona(fields: ["targetingKey": "other"]))
        _ = try await test.keeper.fetch(.realtime(attempt: 1))
        test.keeper.setPersona(configured)
        #expect(test.keeper.snapshot.entries["flag"]?.text == "1")
        #expect(test.notices.elements == ["snapshot", "changed", "snapshot", "snapshot", "changed"])
        await #expect(throws: FetchFailure.self) { try await test.keeper.fetch(.realtime(attempt: 1)) }
        #expect(test.keeper.snapshot.entries["flag"]?.text == "1")
        _ = try await test.keeper.fetch(.scheduled)
        #expect(try test.request(3).headers["if-none-match"] == "\"1\"")
    }

    @Test(
        "an answer for a persona that is not asked for any more is thrown away, and the new one is asked for")
    func outdated() async throws {
        let test = try KeeperUnderTest()
        let keeper = test.keeper
        test.transport.add { _ in
            keeper.setPersona(SourcePersona(fields: ["targetingKey": "other"]))
            return TransportResponse(status: 200, body: Array(Answers.flag("1").utf8))
        }
        test.transport.add(200, Answers.flag("2"))
        _ = try await keeper.fetch(.manual)
        #expect(keeper.snapshot.entries["flag"]?.text == "2")
        #expect(test.notices.elements.filter { $0 == "snapshot" }.count == 1)
    }

    @Test("of two answers that cross, the one to the later question stays")
    func overtaken() async throws {
        let test = try KeeperUnderTest()
        let gate = Gate()
        test.transport.add { _ in
            await gate.wait()
            return TransportResponse(status: 200, body: Array(Answers.flag("1").utf8))
        }
        test.transport.add(200, Answers.flag("2"))
        let keeper = test.keeper
        async let slow = keeper.fetch(.manual)
        try await eventually("the first question") { test.transport.requests.count == 1 }
        _ = try await keeper.fetch(.manual)
        await gate.open()
        #expect(try await slow.status == .unchanged)
        #expect(keeper.snapshot.entries["flag"]?.text == "2")
    }

    @Test(
        "a failure keeps the last values and says where it came from",
        arguments: [(200, "invalid response from 127.0.0.1:8016: "), (500, "127.0.0.1:8016 ")])
    func failures(status: Int, beginning: String) async throws {
        let test = try KeeperUnderTest()
        test.transport.add(200, Answers.flag("1"))
        test.transport.add(status, "{")
        _ = try await test.keeper.fetch(.manual)
        let failure = await #expect(throws: FetchFailure.self) { try await test.keeper.fetch(.manual) }
        #expect(failure?.summary.hasPrefix(beginning) == true)
        #expect(failure?.httpStatus == status)
        #expect(test.keeper.snapshot.entries["flag"]?.text == "1")
    }

    @Test("a server that is not reached is reported in the transport's words")
    func unreachable() async throws {
        let test = try KeeperUnderTest()
        test.transport.add { _ in throw TransportError.connectionRefused(host: "127.0.0.1", port: 8016) }
        let failure = await #expect(throws: FetchFailure.self) { try await test.keeper.fetch(.manual) }
        #expect(failure?.summary == "127.0.0.1:8016 refused the connection or cannot be reached")
    }
}
