import ExperimentsCore
import ExperimentsHTTPServing
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("The stream of changes", .inTurn, .timeLimit(.minutes(60)))
struct ChangeStreamTests {
    func stream(_ source: FlagSource) -> ChangeStream {
        ChangeStream(source, now: { Date() }, sleep: { _ in })
    }

    @Test("immediately notifies clients that do not know the latest state, and no others")
    func atOnce() async throws {
        let source = try await ServedFixture.shop().source
        let stream = stream(source)
        for known in [nil, "other", ""] {
            var pieces = stream.open(knowing: known).makeAsyncIterator()
            let text = String(decoding: await pieces.next() ?? [], as: UTF8.self)
            #expect(
                text.hasPrefix("retry: 1000\nid: \(source.tag.text)\ndata: {\"type\":\"refetchEvaluation\""))
        }
        var pieces = stream.open(knowing: source.tag.text).makeAsyncIterator()
        #expect(await pieces.next() == Array("retry: 1000\n\n".utf8))
    }

    @Test("reports many changes at the same time once, and nothing after a fetch without news")
    func coalesced() async throws {
        let fixture = try await ServedFixture.shop()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let stream = ChangeStream(
            fixture.source, now: { Date() },
            sleep: { _ in
                for await _ in ends { return }
            })
        let subscription = stream.open(knowing: fixture.source.tag.text)
        try await fixture.source.service.fetch()
        let keys = fixture.source.report.rows.map(\.key)
        for count in (1...10).reversed() { fixture.source.declare(Array(keys.prefix(count))) }
        end.yield()
        var pieces = subscription.makeAsyncIterator()
        _ = await pieces.next()
        let text = String(decoding: await pieces.next() ?? [], as: UTF8.self)
        #expect(text.hasPrefix("id: \(fixture.source.tag.text)\n"))
        stream.close()
        #expect(await pieces.next() == nil)
    }

    @Test("reports when an override expires, also after the clock was set", arguments: [60.0, 7_200])
    func expiry(after seconds: TimeInterval) async throws {
        let clock = ManualClock(Date(timeIntervalSince1970: 1_770_000_000))
        let store = InMemoryOverrideStore(
            OverrideSet(["one": Override(value: "2", expiresAt: clock.now.addingTimeInterval(seconds))]))
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(
                Snapshot(texts: ["one": "1"], fetchedAt: clock.now)),
            overrideStore: store, now: { clock.now })
        let source = FlagSource(
            name: "s", service, keys: [CatalogKey(name: "one", schema: ValueSchema(kind: .int))],
            now: { clock.now })
        #expect(source.answers.evaluation(of: "one").json["value"] == 2)
        let (waits, wait) = AsyncStream.makeStream(of: Duration.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let stream = ChangeStream(
            source, now: { clock.now },
            sleep: { duration in
                guard duration > .seconds(1) else { return }
                wait.yield(duration)
                for await _ in ends { return }
                throw CancellationError()
            })
        let subscription = stream.open(knowing: source.tag.text)
        var waited = waits.makeAsyncIterator()
        #expect(await waited.next() == .seconds(60))
        clock.advance(by: seconds)
        end.yield()
        var pieces = subscription.makeAsyncIterator()
        _ = await pieces.next()
        #expect(String(decoding: await pieces.next() ?? [], as: UTF8.self).contains("refetchEvaluation"))
        #expect(source.answers.evaluation(of: "one").json["value"] == 1)
    }
}
