import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("Who of a team is there", .inTurn, .timeLimit(.minutes(60)))
struct TeamPresenceTests {
    private let team = TeamUnderTest()

    private func person(_ name: String, at place: String = "keys") -> TeamPerson {
        var person = TeamPerson(
            session: name + "-1", author: name, program: "experiments", host: "lab", since: TeamUnderTest.now)
        person.place = place
        return person
    }

    @Test("who comes is seen, with what they look at and edit, and gone when they leave")
    func stay() async throws {
        let (one, other) = (try await team.followed(), try await team.followed())
        var ann = person("ann")
        one.announce(ann)
        try await eventually("ann") { other.view.people.map(\.activity) == ["on screen keys"] }
        (ann.key, ann.isEditing) = ("paywall", true)
        one.announce(ann)
        try await eventually("the key") { other.view.people.map(\.activity) == ["edits paywall"] }
        #expect(other.view.people == [ann])
        await one.leave()
        try await eventually("ann to be gone") { other.view.people.isEmpty }
    }

    @Test("if the lease is gone, what one does is reported again")
    func lostLease() async throws {
        let (one, other) = (try await team.followed(), try await team.followed())
        one.announce(person("ann"))
        try await eventually("ann") { other.view.people.count == 1 }
        // Her entry may be under way once more, because the lease and the announcement each cause one.
        try await eventually("ann to be gone") {
            team.etcd.delete(TeamUnderTest.layout.key(of: .presence("ann-1")))
            return other.view.people.isEmpty
        }
        one.presence.refresh()
        try await eventually("ann again") { other.view.people.count == 1 }
        await one.leave()
    }

    @Test("what someone else writes of a person is read as far as it can be")
    func oddPeople() {
        let odd = TeamPerson(session: "x", document: Array(#"{"author": 7, "key": "a", "more": true}"#.utf8))
        #expect(odd.name == "somebody" && odd.key == "a")
        #expect(TeamPerson(session: "x", document: [0xFF]).activity == "is there")
        let ann = person("ann")
        #expect(TeamPerson(session: ann.session, document: ann.document) == ann)
    }
}
