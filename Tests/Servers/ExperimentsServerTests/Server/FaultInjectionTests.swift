import ExperimentsHTTPServing
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Faults that are asked for", .inTurn)
struct FaultInjectionTests {
    func answer(_ fault: String, stream: Bool = false) async throws -> ServedResponse {
        let events = EventBroadcast()
        let part = EchoPart(
            rules: EndpointRules(["GET"], faults: stream ? .realtime : .fetch), events: stream ? events : nil)
        let configuration = ServerConfiguration(
            faults: [try FaultText(parsing: fault).fault], sleep: { _ in })
        let responder = ServerResponder([part], configuration) { _ in }
        return await responder.respond(to: ServedRequest(method: "GET", path: "/echo"))
    }

    @Test("happen to answers, with what clients read")
    func answers() async throws {
        let limited = try await answer("429,retry-after=30")
        #expect(limited.status == 429)
        #expect(limited.headers["retry-after"] == "30")
        #expect(String(decoding: limited.body, as: UTF8.self).contains(#""metadata":{}"#))
        #expect(try await answer("hang").delivery == .never)
        #expect(try await answer("truncated").delivery == .truncated)
        #expect(try await answer("oversized=5000").delivery == .padded(to: 5000, announced: true))
        #expect(try await answer("delay=1s").status == 200)
    }

    @Test("happen to streams where they are for streams, and to nothing else")
    func streams() async throws {
        #expect(try await answer("realtime/503", stream: true).status == 503)
        #expect(try await answer("realtime/503").status == 200)
        #expect(try await answer("fetch/503", stream: true).status == 200)
        #expect(try await answer("any/503", stream: true).status == 503)
        let ending = try await answer("realtime/end-of-stream=5s", stream: true)
        var count = 0
        for await _ in try #require(ending.stream as? EventSubscription) { count += 1 }
        #expect(count == 1)
    }
}
