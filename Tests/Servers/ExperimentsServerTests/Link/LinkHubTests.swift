import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("Streams of overrides", .inTurn, .timeLimit(.minutes(60)))
struct LinkHubTests {
    private static let phone = OverrideScope.installation(app: "shop", id: "phone")

    private func events(_ piece: [UInt8]?) throws -> [LinkEvent] {
        try LinkEvent.reading(piece ?? [])
    }

    @Test("a stream begins with the whole state, and continues with what changes")
    func stream() async throws {
        let site = try LinkSite()
        try site.set("1", of: "a")
        let subscription = try #require(site.hub.open(Self.phone, grant: nil, since: nil))
        var pieces = LinkStream(subscription: subscription).makeAsyncIterator()
        let first = await pieces.next()
        #expect(String(decoding: first ?? [], as: UTF8.self).hasPrefix("retry: 1000\n\n"))
        guard case .state(let state) = try #require(try events(first).first) else {
            Issue.record("the first event must be the state")
            return
        }
        #expect(state.overrides.mapValues(\.override.value) == ["a": "1"])
        try site.set("2", of: "a", for: Self.phone)
        guard case .changes(let changes) = try #require(try events(await pieces.next()).first) else {
            Issue.record("the next event must be changes")
            return
        }
        #expect(changes.since == state.revision && changes.changed["a"]?.scope == .installation)
        try site.ledger.reverse(.undo, at: site.clock.now)
        #expect(try events(await pieces.next()).count == 1)
        #expect(try await site.state("?app=shop&installation=phone").overrides["a"]?.override.value == "1")
    }

    @Test("a client that returns with the last ID gets what it missed, or a sign that the server is there")
    func resume() async throws {
        let site = try LinkSite()
        try site.set("1", of: "a")
        let known = try await site.state().revision
        func first() async throws -> [UInt8] {
            let subscription = try #require(site.hub.open(Self.phone, grant: nil, since: known))
            var pieces = LinkStream(subscription: subscription).makeAsyncIterator()
            return try #require(await pieces.next())
        }
        let beat = try await first()
        #expect(try events(beat).isEmpty && beat.suffix(3).elementsEqual(":\n\n".utf8))
        try site.set("2", of: "b")
        guard case .changes(let changes) = try #require(try await events(first()).first) else {
            Issue.record("what was missed must be told")
            return
        }
        #expect(changes.changed.keys.sorted() == ["b"] && changes.since == known)
    }

    @Test("a client that reads slowly is reported once what changed many times")
    func coalesced() async throws {
        let site = try LinkSite()
        let subscription = try #require(site.hub.open(Self.phone, grant: nil, since: nil))
        var pieces = LinkStream(subscription: subscription).makeAsyncIterator()
        _ = await pieces.next()
        for value in 0..<50 { try site.set("\(value)", of: "a") }
        #expect(try events(await pieces.next()).count == 1)
        #expect(site.hub.event(for: Self.phone, since: try await site.state().revision) == nil)
        site.hub.beat()
        #expect(await pieces.next() == LinkEvent.heartbeat)
    }

    @Test("what thousands of clients need to hear is written out once")
    func shared() async throws {
        let site = try LinkSite()
        try site.set("1", of: "a")
        let known = try await site.state().revision
        try site.set("2", of: "a")
        let answers = (0..<2_000).compactMap {
            site.hub.event(for: .installation(app: "shop", id: "\($0)"), since: known)?.bytes
        }
        let places = Set(answers.map { $0.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } })
        #expect(answers.count == 2_000 && places.count == 1)
    }

    @Test("the oldest stream of an installation ends when it has too many: its client is gone")
    func sameInstallation() async throws {
        let site = try LinkSite()
        var streams: [LinkStream.AsyncIterator] = []
        for _ in 0...LinkHub.streamLimitOfInstallation {
            let subscription = try #require(site.hub.open(Self.phone, grant: nil, since: nil))
            streams.append(LinkStream(subscription: subscription).makeAsyncIterator())
        }
        #expect(site.hub.streamCount == LinkHub.streamLimitOfInstallation)
        _ = await streams[0].next()
        #expect(await streams[0].next() == nil)
        streams = []
        #expect(site.hub.streamCount == 0)
    }

    @Test("there are so many streams and no more")
    func limit() throws {
        let site = try LinkSite()
        let streams = (0..<LinkHub.streamLimit).map {
            site.hub.open(.installation(app: "shop", id: "\($0)"), grant: nil, since: nil)
        }
        #expect(streams.allSatisfy { $0 != nil })
        #expect(site.hub.open(Self.phone, grant: nil, since: nil) == nil)
    }

    @Test("the streams of an app end when its link is revoked, and no others")
    func revoked() async throws {
        let site = try LinkSite()
        let (shop, mail) = (try site.link("shop"), try site.link("mail"))
        func open(_ secret: String) async throws -> LinkStream.AsyncIterator {
            let grant = site.grants.grants.grant(for: LinkSecret(secret))
            let subscription = try #require(site.hub.open(.app(grant?.app ?? ""), grant: grant, since: nil))
            var pieces = LinkStream(subscription: subscription).makeAsyncIterator()
            _ = await pieces.next()
            return pieces
        }
        var (one, other) = (try await open(shop), try await open(mail))
        #expect(try site.grants.revoke(app: "shop").count == 1)
        #expect(await one.next() == nil)
        site.hub.beat()
        #expect(await other.next() == LinkEvent.heartbeat)
    }

    @Test("apps hear of an override's end when its time is over")
    func expiry() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Duration.self)
        let (waking, wake) = AsyncStream.makeStream(of: Void.self)
        let site = try LinkSite(sleep: { duration in
            ask.yield(duration)
            for await _ in waking { return }
            throw CancellationError()
        })
        try site.set("1", of: "a", expiresAt: site.clock.now + 60)
        var durations = asked.makeAsyncIterator()
        #expect(await durations.next() == .seconds(60))
        let subscription = try #require(site.hub.open(Self.phone, grant: nil, since: nil))
        var pieces = LinkStream(subscription: subscription).makeAsyncIterator()
        _ = await pieces.next()
        site.clock.advance(by: 60)
        wake.yield()
        guard case .changes(let changes) = try #require(try events(await pieces.next()).first) else {
            Issue.record("the end must be told")
            return
        }
        #expect(changes.removed == ["a"])
    }

    @Test("a file that cannot be read leaves the state of apps unchanged, and is reported")
    func unreadable() async throws {
        let site = try LinkSite()
        try site.set("1", of: "a")
        try site.folder.write(#"{"version": 1, "apps": 3}"#, to: "overrides.json")
        (site.ledger.store as? JSONOverrideStore)?.reload()
        #expect(site.hub.problem?.contains("apps: expected an object") == true)
        #expect(try await site.state().overrides["a"]?.override.value == "1")
    }
}
