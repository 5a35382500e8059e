import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import OpenFeatureRemote

@Suite("Waiting after a server refuses", .inTurn)
struct HoldingTests {
    func failure(_ test: KeeperUnderTest, _ trigger: FetchTrigger) async -> FetchFailure? {
        do {
            _ = try await test.keeper.fetch(trigger)
            return nil
        } catch {
            return error as? FetchFailure
        }
    }

    @Test("after 401 and 403 only a person asks again", arguments: [401, 403])
    func notAllowed(status: Int) async throws {
        let test = try KeeperUnderTest()
        test.transport.add(status)
        test.transport.add(200, Answers.flag("1"))
        test.transport.add(200, Answers.flag("2"))
        #expect(await failure(test, .scheduled)?.wasHeldBack == false)
        for trigger in [FetchTrigger.scheduled, .realtime(attempt: 1), .app] {
            #expect(await failure(test, trigger)?.wasHeldBack == true)
        }
        #expect(test.transport.requests.count == 1)
        #expect(await failure(test, .manual) == nil)
        #expect(await failure(test, .scheduled) == nil)
    }

    @Test("after 401, another persona may be asked for")
    func otherPersona() async throws {
        let test = try KeeperUnderTest()
        test.transport.add(401)
        test.transport.add(200, Answers.flag("1"))
        _ = await failure(test, .scheduled)
        test.keeper.setPersona(SourcePersona())
        #expect(await failure(test, .realtime(attempt: 1)) == nil)
    }

    @Test(
        "after 429, all requests wait as long as the server asks, in every spelling",
        arguments: ["30", "Thu, 01 Jan 2026 00:00:30 GMT", "2026-01-01T00:00:30Z"])
    func limited(text: String) async throws {
        let test = try KeeperUnderTest()
        test.transport.add(429, headers: ["Retry-After": text])
        test.transport.add(200, Answers.flag("1"))
        let first = await failure(test, .scheduled)
        // A tenth longer at most, for clients that were refused together.
        #expect(first?.retryAt == test.clock.now + 33)
        test.clock.advance(by: 32)
        #expect(await failure(test, .manual)?.wasHeldBack == true)
        test.clock.advance(by: 1)
        #expect(await failure(test, .scheduled) == nil)
    }

    @Test("429 without a word waits a second, then longer")
    func unspoken() async throws {
        let test = try KeeperUnderTest()
        var waits: [TimeInterval] = []
        for _ in 0..<3 {
            test.transport.add(429)
            let until = try #require(await failure(test, .scheduled)?.retryAt)
            waits.append(until.timeIntervalSince(test.clock.now))
            test.clock.advance(by: waits.last ?? 0)
        }
        #expect(waits == [2, 3, 5])
    }

    @Test(
        "a time of day that is set ahead or back makes a wait neither shorter nor longer",
        arguments: [3600, -3600])
    func clockWasSet(by seconds: TimeInterval) async throws {
        let test = try KeeperUnderTest()
        test.transport.add(429, headers: ["Retry-After": "30"])
        test.transport.add(200, Answers.flag("1"))
        _ = await failure(test, .scheduled)
        test.clock.set(by: seconds)
        #expect(await failure(test, .manual)?.retryAt == test.clock.now + 33)
        // The steady clock goes on while the machine sleeps.
        test.clock.advance(by: 33)
        #expect(await failure(test, .scheduled) == nil)
    }
}
