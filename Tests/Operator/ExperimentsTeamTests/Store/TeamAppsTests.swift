import ExperimentsCore
import ExperimentsEtcdClient
import ExperimentsEtcdStore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTeam

@Suite("The apps of a team's servers", .inTurn, .timeLimit(.minutes(60)))
struct TeamAppsTests {
    private let team = TeamUnderTest()

    private func app(_ id: String, streams: Int = 1, after seconds: TimeInterval = 0) -> ConnectedApp {
        ConnectedApp(
            AppIdentity(app: "shop", installation: id), firstSeen: TeamUnderTest.now,
            lastSeen: TeamUnderTest.now + seconds, streams: streams)
    }

    private func known(_ apps: ConnectedApp...) -> [AppID: ConnectedApp] {
        Dictionary(apps.map { ($0.id, $0) }) { first, _ in first }
    }

    @Test("whoever follows them sees the apps of all servers, and what becomes of them")
    func seenElsewhere() async throws {
        let apps = TeamApps(try team.store())
        let heard = Recorder<[ConnectedApp]>()
        let observation = apps.follow { heard.record($0) }
        defer { observation.cancel() }
        let (one, two) = (try reporter("1"), try reporter("2"))
        one.report(known(app("a"), app("b")))
        two.report(known(app("c")))
        try await eventually("all apps") { Set(apps.apps.map(\.id.installation)) == ["a", "b", "c"] }
        one.report(known(app("a", streams: 0, after: 5)))
        try await eventually("what became of them") {
            apps.apps.first { $0.id.installation == "a" }?.isConnected == false
        }
        #expect(!heard.elements.isEmpty)
        let lease = team.etcd.leaseSeconds(TeamUnderTest.layout.key(of: .app(server: "2", app("c").id)))
        #expect(lease == TeamAppsReporter.seconds)
    }

    private func reporter(_ server: String) throws -> TeamAppsReporter {
        TeamAppsReporter(try team.store(server: server))
    }

    @Test("what this program's own server says is not listened to: it is known better already")
    func own() async throws {
        let apps = TeamApps(try team.store(server: "1"))
        let (one, two) = (try reporter("1"), try reporter("2"))
        one.report(known(app("a")))
        two.report(known(app("b")))
        try await eventually("what both say") { team.etcd.texts.count == 2 }
        try await apps.read()
        #expect(apps.apps.map(\.id.installation) == ["b"])
        withExtendedLifetime((one, two)) {}
    }

    @Test("a server that stops withdraws its reports, and its apps count as not connected")
    func leaving() async throws {
        let (apps, one) = (TeamApps(try team.store()), try reporter("1"))
        let observation = apps.follow { _ in }
        defer { observation.cancel() }
        one.report(known(app("a")))
        try await eventually("the app") { apps.apps.map(\.isConnected) == [true] }
        await one.finish()
        #expect(team.etcd.texts.isEmpty)
        try await eventually("that its server is gone") { apps.apps.map(\.isConnected) == [false] }
    }

    @Test("a server that reported nothing has nothing to withdraw")
    func leavingWithoutApps() async throws {
        await (try reporter("1")).finish()
        #expect(team.etcd.texts.isEmpty)
    }

    @Test("an app whose server died is gone, and known until another server knows it")
    func orphan() throws {
        let layout = TeamUnderTest.layout
        var records = TeamAppRecords(layout, besides: "own")
        func tell(_ revision: Int64, _ server: String, _ app: ConnectedApp, isThere: Bool = true) {
            let entry = EtcdEntry(
                key: layout.key(of: .app(server: server, app.id)),
                value: isThere ? JSONValue.object(app.members).compactBytes : [],
                createRevision: isThere ? 1 : 0,
                modRevision: revision, version: isThere ? 1 : 0)
            _ = records.take(.events(range: 0, [EtcdEvent(isThere ? .put : .delete, entry)]))
        }
        tell(2, "1", app("a"))
        tell(3, "1", app("idle", streams: 0))
        tell(4, "1", app("a"), isThere: false)
        tell(5, "1", app("idle"), isThere: false)
        #expect(records.apps.map(\.id.installation) == ["a"] && records.apps.map(\.isConnected) == [false])
        tell(6, "2", app("a"))
        #expect(records.apps.map(\.isConnected) == [true])
    }

    @Test("an app that went to another server is as that one knows it, also while the first still names it")
    func movedOver() async throws {
        let store = try team.store()
        let apps = TeamApps(store)
        func put(_ app: ConnectedApp, _ server: String) {
            team.etcd.put(
                TeamUnderTest.layout.key(of: .app(server: server, app.id)),
                JSONValue.object(app.members).compactBytes)
        }
        put(app("a", streams: 0, after: 9), "1")
        put(app("a", after: 3), "2")
        put(app("b", after: 1), "1")
        put(app("b", after: 2), "2")
        team.etcd.put(TeamUnderTest.layout.key(of: .app(server: "3", app("c").id)), "{")
        try await apps.read()
        let found = apps.apps.sorted { $0.id < $1.id }
        #expect(
            found.map(\.isConnected) == [true, true]
                && found.map(\.lastSeen) == [3, 2].map { TeamUnderTest.now + $0 })
    }

    @Test("so many are reported together that no transaction is too large, and all are reported")
    func parts() {
        let apps = (0..<250).map { app("\($0)") }
        let wanted = Dictionary(apps.map { ($0.id, $0) }) { first, _ in first }
        var told: [AppID: ConnectedApp] = [app("gone").id: app("gone")]
        var rounds = 0
        while true {
            let part = TeamAppsPart(from: told, to: wanted)
            guard !part.changes.isEmpty else { break }
            #expect(part.changes.count <= 100)
            #expect(
                part.operations(7) { TeamUnderTest.layout.key(of: .app(server: "1", $0)) }.count
                    == part.changes.count)
            for (id, app) in part.changes { told[id] = app }
            rounds += 1
        }
        #expect(told == wanted && rounds == 3)
    }
}
