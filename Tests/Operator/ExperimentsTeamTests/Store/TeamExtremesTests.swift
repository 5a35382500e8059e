import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("A team under unusual conditions", .inTurn, .timeLimit(.minutes(60)))
struct TeamExtremesTests {
    private let team = TeamUnderTest()
    private static let day: TimeInterval = 86_400

    @Test("clocks that are a day apart change neither the order of steps nor what can be undone")
    func clockSkew() async throws {
        let store = try team.store()
        let ahead = TeamUnderTest.now + Self.day
        try await store.change("set", by: TeamUnderTest.ann, at: ahead) { overrides in
            overrides["paywall"] = Override(value: "b", author: "ann", setAt: ahead, expiresAt: ahead + 3600)
        }
        try await store.set("paywall", "c", by: TeamUnderTest.bob)
        try await store.reverse(.undo, by: TeamUnderTest.bob, at: TeamUnderTest.now)
        try await store.read()
        #expect(store.view.journal.steps.map(\.number) == [1, 2, 3])
        let override = try #require(store.overrides["paywall"])
        // Its end is a moment, which each reader's own clock judges.
        #expect(override.value == "b" && !override.isExpired(at: TeamUnderTest.now + Self.day))
        #expect(override.isExpired(at: ahead + 3601))
    }

    @Test("of five thousand overrides one is changed like any other, and nothing else is written")
    func many() async throws {
        for number in 0..<5000 { team.etcd.put(team.key("key\(number)"), #"{"value": "\#(number)"}"#) }
        let store = try await team.followed()
        #expect(store.overrides.entries.count == 5000)
        let done = try await store.set("key7", "new")
        #expect(done.step?.changes.map(\.name) == ["key7"])
        try await eventually("the change") { store.overrides["key7"]?.value == "new" }
        #expect(store.overrides.entries.count == 5000)
    }
}
