import Foundation
import TestSupport
import Testing

/// The number of requests that a server gets in an hour from a client that wants to follow its changes. No time passes in
/// these tests but that of a clock which they move.
@Suite("Requests for a stream of changes", .inTurn)
struct StreamRequestTests {
    @Test("A server that fails in any way is asked less and less often", arguments: StreamUnderTest.allCases)
    func failing(stream: StreamUnderTest) async throws {
        let behaviours: [StreamBehaviour] = [
            .endsImmediately, .isUnavailable, .isNotThere, .refusesConnections, .hangs,
        ]
        for behaviour in behaviours {
            let requests = try await stream.requests(of: behaviour)
            let most = PretendServer.horizon / stream.longestWait + 12
            #expect(requests.count >= 2, "\(behaviour): it must try again")
            #expect(Double(requests.count) <= most, "\(behaviour): \(requests.count) requests in an hour")
            let pauses = zip(requests.dropFirst(), requests).map { $0 - $1 }
            let isSlowing = zip(pauses.dropFirst(), pauses).allSatisfy { $0 >= $1 * 0.999 }
            #expect(isSlowing, "\(behaviour): \(pauses.prefix(8))")
        }
    }

    @Test(
        "A server that asks clients to wait is not asked before that",
        arguments: StreamUnderTest.allCases,
        [StreamBehaviour.isUnavailableAndAsksToWait, .refusesMostAndAsksToWait])
    func asking(stream: StreamUnderTest, behaviour: StreamBehaviour) async throws {
        let requests = try await stream.requests(of: behaviour)
        let pauses = zip(requests.dropFirst(), requests).map { $0 - $1 }
        #expect(pauses.count >= 10)
        #expect(pauses.allSatisfy { $0 >= Double(StreamBehaviour.askedWait) }, "\(pauses.prefix(8))")
    }

    @Test(
        "A server that ends its streams after a minute is asked again within seconds",
        arguments: StreamUnderTest.allCases)
    func ending(stream: StreamUnderTest) async throws {
        let requests = try await stream.requests(of: .endsAfterAMinute)
        let pauses = zip(requests.dropFirst(), requests).map { $0 - $1 }
        #expect(pauses.count >= 50)
        #expect(pauses.allSatisfy { (60.0...62).contains($0) }, "\(pauses.prefix(8))")
    }

    @Test("A stream that falls silent is opened again", arguments: StreamUnderTest.allCases)
    func silent(stream: StreamUnderTest) async throws {
        #expect(try await stream.requests(of: .fallsSilent).count >= 10)
    }

    @Test("A server that knows no stream is not asked again and again", arguments: StreamUnderTest.allCases)
    func unknown(stream: StreamUnderTest) async throws {
        let requests = try await stream.requests(of: .knowsNoStream)
        if stream.givesUp { #expect(requests.count == 1) } else { #expect(requests.count <= 135) }
    }
}
