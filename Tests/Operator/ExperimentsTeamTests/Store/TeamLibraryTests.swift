import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("What a team keeps under names", .inTurn, .timeLimit(.minutes(60)))
struct TeamLibraryTests {
    private let team = TeamUnderTest()

    private func profile(_ value: String = "b") throws -> OverrideProfile {
        try OverrideProfile(
            name: "QA checkout", overrides: OverrideSet(["paywall": Override(value: value)]), author: "ann",
            savedAt: TeamUnderTest.now)
    }

    private let norway = NamedPersona(
        name: "norway", fields: ["country": "NO"], origin: .saved(author: "ann", at: TeamUnderTest.now))

    @Test("what one saves, another sees, with who saved it, until it is deleted")
    func seenElsewhere() async throws {
        let (one, other) = (try await team.followed(), try await team.followed())
        try await one.make(.saveProfile(profile(), replaces: false))
        try await one.make(.savePersona(norway, replaces: false))
        try await eventually("both elsewhere") {
            other.view.library.profiles.map(\.author) == ["ann"]
                && other.view.library.personas == [norway.teams]
        }
        #expect(other.view.library.profiles == [try profile()] && norway.teams.isTeams)
        try await other.make(.deleteProfile("QA checkout"))
        try await other.make(.deletePersona("norway"))
        try await eventually("both to be gone") {
            one.view.library.profiles.isEmpty && one.view.library.personas.isEmpty
        }
    }

    @Test(
        "a name that is taken is refused unless it is to be replaced, and one that is not there cannot be deleted"
    )
    func taken() async throws {
        let store = try team.store()
        try await store.make(.saveProfile(profile(), replaces: false))
        await #expect(throws: TeamRefusal.taken("profile QA checkout")) {
            try await store.make(.saveProfile(profile("c"), replaces: false))
        }
        try await store.make(.saveProfile(profile("c"), replaces: true))
        try await store.read()
        #expect(store.view.library.profiles.first?.overrides["paywall"]?.value == "c")
        await #expect(throws: TeamRefusal.missing("persona norway")) {
            try await store.make(.deletePersona("norway"))
        }
    }

    @Test("an answer that is lost makes no difference: what arrived twice was done once")
    func lostAnswer() async throws {
        let store = try team.store()
        team.etcd.fail("kv/txn", .lostAnswer)
        try await store.make(.savePersona(norway, replaces: false))
        try await store.read()
        #expect(store.view.library.personas == [norway.teams])
    }

    @Test("what someone else saved in between is not replaced unseen")
    func rival() async throws {
        let store = try team.store()
        let other = try profile("theirs").documentBytes
        team.etcd.fail(
            "kv/txn", .rival { $0.put(TeamUnderTest.layout.key(of: .profile("QA checkout")), other) })
        await #expect(throws: TeamRefusal.changedMeanwhile("profile QA checkout")) {
            try await store.make(.saveProfile(profile(), replaces: true))
        }
    }

    @Test("what cannot be read is omitted and reported, and the others are kept")
    func unreadable() async throws {
        team.etcd.put(TeamUnderTest.layout.key(of: .profile("broken")), "{")
        team.etcd.put(TeamUnderTest.layout.key(of: .persona("broken")), "{}")
        let store = try team.store()
        try await store.make(.savePersona(norway, replaces: false))
        try await store.read()
        #expect(store.view.library.profiles.isEmpty && store.view.library.personas.map(\.name) == ["norway"])
        #expect(store.view.notes.count == 2 && store.view.notes[0].contains("persona \"broken\""))
    }
}
