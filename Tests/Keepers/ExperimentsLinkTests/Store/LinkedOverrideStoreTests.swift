import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import ExperimentsLink

@Suite("A store of linked overrides", .inTurn, .timeLimit(.minutes(60)))
struct LinkedOverrideStoreTests {
    @Test("does nothing and keeps nothing until a link is given")
    func inert() throws {
        let app = try LinkedApp(["title": "hello"])
        let store = app.start()
        store.track("purchase")
        #expect(store.status == .off)
        #expect(store.problem == nil)
        #expect(store.overrides == .empty)
        #expect(app.server.requests.isEmpty)
        #expect(app.network.count == 0)
        #expect(try app.folder.names() == [])
    }

    @Test("takes a link that the app is opened with, and leaves any other URL to the app")
    func opening() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = app.start()
        let other = try #require(URL(string: "shop-debug://basket?item=3"))
        #expect(try !store.open(other))
        #expect(try store.open(app.url()))
        try await eventually("the overrides") { store.overrides["title"]?.value == "hello" }
        let request = try #require(app.server.requests.first)
        #expect(
            request.url.absoluteString == "http://lab:4180/experiments/v1/events?app=shop&installation=i-1")
        #expect(request.headers["authorization"] == "Bearer s3cret")
        #expect(request.headers["last-event-id"] == nil)
    }

    @Test("refuses a link for another app")
    func otherApp() throws {
        let app = try LinkedApp()
        let store = app.start()
        let url = try #require(URL(string: "x://experiments?server=http://lab&token=t&app=bank"))
        let problem = try #require(throws: LinkProblem.self) { try store.open(url) }
        #expect(problem.message == "the link is for bank, and this app is shop")
        #expect(store.status == .off)
    }

    @Test("gives the service each change, and notifies observers once")
    func changes() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(), overrideStore: store)
        let told = Recorder<OverrideStoreState>()
        let handle = store.observe { told.record($0) }
        defer { handle.cancel() }
        app.server.set(["title": "good morning"])
        let state = try await told.first(1)
        #expect(state.map(\.overrides) == [app.server.current.overrideSet])
        let title: LinkedKey.Title = service.remoteValue(for: LinkedKey.title)
        #expect(title.name == "good morning")
        app.server.set([:])
        _ = try await told.first(2)
        #expect(store.overrides == .empty)
    }

    @Test("has its last overrides immediately at the next start, even without the server")
    func nextStart() async throws {
        let app = try LinkedApp(["title": "hello"])
        try await app.startLinked().disk.flush()
        app.server.goAway()
        let store = app.start()
        #expect(store.overrides["title"]?.value == "hello")
        #expect(store.overrides == app.server.current.overrideSet)
        try await eventually("the failure") {
            if case .looking(_?) = store.status { true } else { false }
        }
        #expect(store.overrides["title"]?.value == "hello")
        // A server that is merely away is no problem of the store's.
        #expect(store.problem == nil)
        app.server.set(["title": "later"])
        app.server.goAway(false)
        app.time.pass(.seconds(60))
        try await eventually("the change") { store.overrides["title"]?.value == "later" }
    }

    @Test("continues after what it has, and is reported only what changed since")
    func resuming() async throws {
        let app = try LinkedApp(["title": "hello"])
        try await app.startLinked().disk.flush()
        let store = app.start()
        try await eventually("the link") { store.status == .linked }
        let revision = app.server.current.revision.description
        #expect(app.server.requests.last?.headers["last-event-id"] == revision)
    }

    @Test("keeps what it has when it is opened with the same link again")
    func sameLink() async throws {
        let app = try LinkedApp(["title": "hello"])
        try await app.startLinked().disk.flush()
        app.server.goAway()
        let store = app.start()
        try store.open(app.url())
        store.disk.flush()
        #expect(store.overrides["title"]?.value == "hello")
        #expect(app.start().overrides["title"]?.value == "hello")
    }

    @Test("reads a large state right after the start, and not before it")
    func largeState() async throws {
        let texts = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("key_\($0)", "value \($0)") })
        let app = try LinkedApp(texts)
        try await app.startLinked().disk.flush()
        app.server.goAway()
        let store = app.start()
        try await eventually("the state") { store.overrides == app.server.current.overrideSet }
    }

    @Test("keeps link and state readable only by its user, and the token in one file")
    func permissions() async throws {
        let app = try LinkedApp(["title": "hello"])
        try await app.startLinked().disk.flush()
        let folder = app.folder.path("link")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            #expect(try app.folder.text(of: "link/\(name)").contains("s3cret") == (name == "link.json"))
        }
    }

    @Test("forgets everything when the link is taken back")
    func unlinking() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        store.unlink()
        try await eventually("the end") { store.status == .off && store.overrides == .empty }
        store.disk.flush()
        let files = try FileManager.default.contentsOfDirectory(atPath: app.folder.path("link"))
        #expect(files.filter { !$0.hasPrefix(".") } == [])
        #expect(app.start().status == .off)
    }

    @Test("ends the overrides where the server refuses the link, and says what to do", arguments: [401, 403])
    func refusal(status: Int) async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        app.server.answer(status)
        try await eventually("the refusal") {
            app.time.pass(.seconds(1))
            return store.problem != nil && store.overrides == .empty
        }
        #expect(store.problem?.advice?.hasPrefix("open the app with a") == true)
        #expect(store.problem?.path == "http://lab:4180")
        // Let in again, it has all again, without another link.
        app.server.answer(200)
        try await eventually("the overrides") {
            app.time.pass(.seconds(10))
            return store.overrides["title"]?.value == "hello" && store.problem == nil
        }
    }

    @Test("says that a newer server cannot be read, and keeps what it had")
    func newerServer() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        app.server.send("event: state\ndata: {\"version\": 2}\n\n")
        try await eventually("the problem") { store.problem != nil }
        #expect(store.problem?.message.contains("its version is 2") == true)
        #expect(store.overrides["title"]?.value == "hello")
    }

    @Test("notices that a server fell silent, and looks for it again")
    func silence() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        app.server.fallSilent()
        app.server.set(["title": "unheard"])
        try await eventually("the alarm, the wait and another stream") {
            app.time.pass(.seconds(20))
            return store.overrides["title"]?.value == "unheard"
        }
        #expect(app.server.requests.count >= 2)
    }

    @Test("opens again when the device changes its network")
    func network() async throws {
        let app = try LinkedApp()
        let store = try await app.startLinked()
        app.time.pass(.seconds(5))
        app.server.fallSilent()
        try await app.network.first(1)[0](true)
        try await eventually("another stream") { app.server.requests.count == 2 && store.status == .linked }
    }

    @Test("leaves the server when the app releases it")
    func release() async throws {
        let app = try LinkedApp()
        var store: LinkedOverrideStore? = try await app.startLinked()
        weak let released = store
        store = nil
        try await eventually("the release") { released == nil }
    }

    @Test("refuses to be changed by the app, and lets a store over it be")
    func updating() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        let problem = try #require(throws: FileProblem.self) {
            try store.update { $0["title"] = Override(value: "mine") }
        }
        #expect(problem.message == "the app cannot change overrides from a link")
        #expect(try store.update { _ in }.after == store.overrides)
        let layers = LayeredOverrideStore(
            lower: [("link", store)], top: InMemoryOverrideStore(), named: "mine")
        try layers.update { $0["title"] = Override(value: "mine") }
        #expect(layers.overrides["title"]?.value == "mine")
        #expect(store.overrides["title"]?.value == "hello")
    }

    @Test("says how it fares, from now on")
    func statuses() async throws {
        let app = try LinkedApp()
        let store = app.start()
        var statuses = store.statuses.makeAsyncIterator()
        #expect(await statuses.next() == .off)
        try store.open(app.url())
        #expect(await statuses.next() == .looking(problem: nil))
        #expect(await statuses.next() == .linked)
        app.server.goAway()
        guard case .looking(_?) = await statuses.next() else {
            Issue.record("not looking for the server that went away")
            return
        }
    }

    @Test(
        "says where a kept link that cannot be read lies, and takes a new one",
        arguments: ["", "{", "{\"version\": 2}"])
    func brokenLink(text: String) async throws {
        let app = try LinkedApp(["title": "hello"])
        try app.folder.write(text, to: "link/link.json")
        let store = app.start()
        #expect(store.problem?.path == app.folder.path("link/link.json"))
        #expect(store.problem?.advice == "open the app with a new link")
        #expect(try app.folder.text(of: "link/link.json") == text)
        try store.open(app.url())
        try await eventually("the overrides") {
            store.overrides["title"]?.value == "hello" && store.problem == nil
        }
    }

    @Test("asks for everything where the kept state cannot be read")
    func brokenState() async throws {
        let app = try LinkedApp(["title": "hello"])
        try await app.startLinked().disk.flush()
        try app.folder.write("{\"version\"", to: "link/overrides.json")
        // Away at first: it would answer before the test has looked.
        app.server.goAway()
        let store = app.start()
        #expect(store.overrides == .empty)
        app.server.goAway(false)
        try await eventually("the overrides") {
            app.time.pass(.seconds(10))
            return store.overrides["title"]?.value == "hello"
        }
        #expect(app.server.requests.last?.headers["last-event-id"] == nil)
    }

    @Test("takes nothing of one server for another's")
    func otherServer() async throws {
        let app = try LinkedApp(["title": "hello"])
        let store = try await app.startLinked()
        app.server.goAway()
        try store.link(to: LinkInvitation(url: "http://other:1", token: "t"))
        try await eventually("the end") { store.overrides == .empty }
        store.disk.flush()
        #expect(app.start().overrides == .empty)
    }
}

extension LinkInvitation {
    init(url: String, token: String) throws {
        try self.init(server: try #require(URL(string: url)), token: token)
    }
}
