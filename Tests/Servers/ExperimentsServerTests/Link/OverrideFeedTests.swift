import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("The feed of overrides", .inTurn)
struct OverrideFeedTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let names = ["a", "b", "c"]
    private static let phone = OverrideScope.installation(app: "shop", id: "phone")
    private static let scopes: [OverrideScope] = [
        .everyone, .app("shop"), .app("mail"), phone, .installation(app: "shop", id: "tablet"),
        .installation(app: "mail", id: "phone"),
    ]

    private func feed() -> OverrideFeed {
        var random = SeededGenerator(seed: 7)
        return OverrideFeed(from: .first(using: &random), at: Self.now)
    }

    /// A client that applies what it is told.
    private struct Client {
        let scope: OverrideScope
        var state: LinkedState?

        mutating func hear(_ event: LinkEvent) {
            switch event {
            case .state(let state): self.state = state
            case .changes(let changes):
                let applies = state?.apply(changes) ?? false
                #expect(applies, "changes must lead from what the client has")
            }
        }
    }

    @Test(
        "whatever changes, and whenever clients are away, what they put together is what the server has",
        arguments: 0..<80)
    func resumption(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var feed = feed()
        var overrides = OverrideSet.empty
        var now = Self.now
        var clients = Self.scopes.map { Client(scope: $0) }
        for _ in 0..<60 {
            switch random.below(4) {
            case 0:
                now += Double(random.below(40))
                _ = feed.tick(now)
            default:
                let scope = Self.scopes[random.below(Self.scopes.count)]
                let end: Date? = random.below(4) == 0 ? now + Double(random.below(60)) : nil
                let override = Override(value: "v\(random.below(5))", expiresAt: end)
                overrides[scope][Self.names[random.below(3)]] = random.below(3) == 0 ? nil : override
                _ = feed.adopt(overrides, at: now)
            }
            for index in clients.indices where random.below(3) > 0 {
                let news = feed.news(for: clients[index].scope, since: clients[index].state?.revision)
                if let event = feed.event(news) { clients[index].hear(event) }
                let told = clients[index].state?.overrides.mapValues(\.override)
                #expect(told == overrides.effective(for: clients[index].scope, at: now).mapValues(\.override))
            }
        }
    }

    @Test("who has heard everything has no news, also where something changed for others")
    func nothing() {
        var feed = feed()
        var overrides = OverrideSet.empty
        overrides[.everyone]["a"] = Override(value: "1")
        let isNew = feed.adopt(overrides, at: Self.now)
        #expect(isNew)
        let known = feed.revision
        #expect(feed.news(for: Self.phone, since: known).content == .nothing)
        overrides[.app("mail")]["a"] = Override(value: "2")
        let isOther = feed.adopt(overrides, at: Self.now)
        #expect(isOther)
        #expect(feed.news(for: Self.phone, since: known).content == .nothing)
        #expect(feed.news(for: .app("mail"), since: known).content == .changes(since: known, of: ["a"]))
        let isSame = feed.adopt(overrides, at: Self.now)
        #expect(!isSame)
    }

    @Test("who comes from another count, from the future, or too late, is reported the whole")
    func whole() {
        var feed = feed()
        var overrides = OverrideSet.empty
        let first = feed.revision
        for index in 0...OverrideFeed.changeLimit {
            overrides[.everyone]["a"] = Override(value: "\(index)")
            _ = feed.adopt(overrides, at: Self.now)
        }
        #expect(feed.news(for: .everyone, since: nil).content == .whole)
        #expect(feed.news(for: .everyone, since: first).content == .whole)
        #expect(feed.news(for: .everyone, since: first.next).content != .whole)
        #expect(feed.news(for: .everyone, since: feed.revision.next).content == .whole)
        #expect(feed.news(for: .everyone, since: LinkRevision(origin: "other", number: 3)).content == .whole)
    }

    @Test("a change of very many keys is remembered, and those before it are not")
    func manyNames() {
        var feed = feed()
        var overrides = OverrideSet.empty
        overrides[.everyone]["a"] = Override(value: "1")
        _ = feed.adopt(overrides, at: Self.now)
        let (before, count) = (feed.revision, OverrideFeed.nameLimit + 1)
        let many = (0..<count).map { ("k\($0)", Override(value: "1")) }
        overrides[.everyone].entries.merge(many) { _, new in new }
        _ = feed.adopt(overrides, at: Self.now)
        guard case .changes(_, let names) = feed.news(for: .everyone, since: before).content else {
            Issue.record("the last change must be remembered")
            return
        }
        #expect(names.count == count)
    }

    @Test("an override that ends gives way to a wider one, by the server's clock, once")
    func end() {
        var feed = feed()
        var overrides = OverrideSet.empty
        overrides[.everyone]["a"] = Override(value: "wide")
        overrides[Self.phone]["a"] = Override(value: "narrow", expiresAt: Self.now + 60)
        _ = feed.adopt(overrides, at: Self.now)
        #expect(feed.nextExpiry == Self.now + 60)
        let known = feed.revision
        let early = feed.tick(Self.now + 59)
        #expect(!early)
        let over = feed.tick(Self.now + 60)
        #expect(over)
        #expect(feed.state(for: Self.phone).overrides["a"]?.override.value == "wide")
        #expect(feed.news(for: Self.phone, since: known).content == .changes(since: known, of: ["a"]))
        let again = [feed.tick(Self.now - 3_600), feed.tick(Self.now + 61)]
        #expect(again == [false, false] && feed.nextExpiry == nil)
    }

    @Test("clients that need to hear the same are one audience, and only they")
    func audiences() {
        var feed = feed()
        var overrides = OverrideSet.empty
        overrides[.everyone]["a"] = Override(value: "1")
        _ = feed.adopt(overrides, at: Self.now)
        let phones = (0..<100).map { OverrideScope.installation(app: "shop", id: "\($0)") }
        #expect(Set(phones.map { feed.news(for: $0, since: nil).audience }) == [.everyone])
        let known = feed.revision
        overrides[.app("shop")]["a"] = Override(value: "2")
        overrides[phones[0]]["b"] = Override(value: "3")
        _ = feed.adopt(overrides, at: Self.now)
        #expect(Set(phones.map { feed.news(for: $0, since: known).audience }) == [.app("shop"), phones[0]])
        #expect(feed.news(for: .app("mail"), since: nil).audience == .everyone)
        // What was removed is news to the phone alone, though it has no overrides of its own any more.
        let later = feed.revision
        overrides[phones[0]]["b"] = nil
        _ = feed.adopt(overrides, at: Self.now)
        #expect(feed.news(for: phones[0], since: later).audience == phones[0])
        #expect(feed.news(for: phones[1], since: later).content == .nothing)
    }

    /// A feed that others tell as well, after it has held some states.
    private func shared(_ states: [OverrideSet], at now: Date = Self.now) -> OverrideFeed {
        var feed = OverrideFeed(namedByContentAt: Self.now)
        for state in states { _ = feed.adopt(state, at: Self.now) }
        _ = feed.tick(now)
        return feed
    }

    private func overrides(_ values: [String: String], until end: Date? = nil) -> OverrideSet {
        var overrides = OverrideSet.empty
        for (name, value) in values { overrides[.everyone][name] = Override(value: value, expiresAt: end) }
        return overrides
    }

    @Test("servers with the same overrides give a state the same name, whatever they sent before")
    func namedByContent() {
        let (one, two) = (overrides(["a": "1"]), overrides(["a": "2", "b": "3"]))
        let feeds = [shared([one, two]), shared([two]), shared([two, one, two])]
        #expect(Set(feeds.map(\.revision)).count == 1)
        #expect(shared([one]).revision != feeds[0].revision)
        #expect(LinkRevision(feeds[0].revision.description) == feeds[0].revision)
    }

    @Test("an expired override does not change a state's name, on any server")
    func endedByContent() {
        let end = Self.now + 60
        let left = shared([overrides(["a": "1"], until: end)], at: end + 1)
        #expect(left.revision == shared([]).revision)
        #expect(
            left.revision
                == shared([overrides(["a": "1"], until: end), overrides([:])], at: end + 1).revision)
    }

    @Test(
        "a client that comes from another server hears nothing if nothing is new, what changed where that is known, and else all"
    )
    func comingOver() {
        let (one, two) = (overrides(["a": "1"]), overrides(["a": "1", "b": "2"]))
        let known = shared([one]).revision
        #expect(shared([one]).news(for: .everyone, since: known).content == .nothing)
        #expect(
            shared([one, two]).news(for: .everyone, since: known).content == .changes(since: known, of: ["b"])
        )
        #expect(shared([two]).news(for: .everyone, since: known).content == .whole)
        // What was there twice is new since it was there last.
        #expect(
            shared([one, two, one, two]).news(for: .everyone, since: known).content
                == .changes(since: known, of: ["b"])
        )
        #expect(shared([one, two, one]).news(for: .everyone, since: known).content == .nothing)
    }
}
