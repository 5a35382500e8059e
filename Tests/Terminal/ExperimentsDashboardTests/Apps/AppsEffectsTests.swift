import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Serving apps beside a dashboard", .inTurn)
struct AppsEffectsTests {
    private func session(_ serving: (any AppServing)?, _ change: (inout DashboardSession) -> Void = { _ in })
        -> DashboardSession
    {
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(ShopFixture.snapshot))
        var session = DashboardSession(service: service, keys: ShopFixture.keys, sourceName: "shop")
        session.apps = serving
        change(&session)
        return session
    }

    @Test("it is started, gets the apps, and is stopped, in that order")
    func serving() async throws {
        let (served, messages) = (AppsFixture.Served(), Recorder<Message>())
        let runner = EffectRunner(session: session(served), now: { ShopFixture.start }) {
            messages.record($0)
        }
        runner.run(.serveApps(.project))
        try await eventually("serving") {
            messages.elements.contains { $0.serving?.address?.text == "127.0.0.1:4180" }
        }
        served.say(KnownApps(AppsFixture.registry))
        try await eventually("apps") { messages.elements.contains { $0.apps?.apps.count == 3 } }
        runner.run(.linkApp("shop", server: nil))
        try await eventually("a link") { messages.elements.contains { $0.link == "shop" } }
        runner.run(.serveApps(.network))
        try await eventually("the network") {
            messages.elements.last?.serving?.address?.text == "192.168.1.20:4180"
        }
        runner.run(.serveApps(nil))
        try await eventually("no longer") { messages.elements.last?.serving == .off }
    }

    @Test("a server that cannot be started says why, and so does a link that cannot be made")
    func failing() async throws {
        let messages = Recorder<Message>()
        let served = AppsFixture.Served(problem: "the port is taken")
        let session = session(served) { $0.servesAtStart = true }
        let runner = EffectRunner(session: session, now: { ShopFixture.start }) { messages.record($0) }
        try await eventually("a reason") {
            messages.elements.contains {
                if case .failed(let reason)? = $0.serving {
                    reason.contains("the port is taken")
                } else {
                    false
                }
            }
        }
        runner.run(.linkApp("shop", server: nil))
        try await eventually("a refusal") { messages.elements.contains { $0.link == "refused" } }
    }

    @Test("links are revoked, and how many is reported, or why none was")
    func unlinking() async throws {
        let messages = Recorder<Message>()
        let runner = EffectRunner(session: session(AppsFixture.Served()), now: { ShopFixture.start }) {
            messages.record($0)
        }
        for app in ["shop", "kiosk"] { runner.run(.unlinkApp(app)) }
        let failing = EffectRunner(
            session: session(AppsFixture.Served(problem: "no file")), now: { ShopFixture.start }
        ) { messages.record($0) }
        failing.run(.unlinkApp("shop"))
        try await eventually("all answers") {
            Set(messages.elements.compactMap(\.said)) == [
                "revoked the 2 links of shop", "kiosk has no link to revoke",
                "cannot revoke the links: no file",
            ]
        }
        withExtendedLifetime((runner, failing)) {}
    }

    @Test("what another program keeps of apps is reported at the start, and when it changes")
    func otherProgram() async throws {
        let (folder, messages) = (try TemporaryFolder(), Recorder<Message>())
        let file = AppsFile(besideOverridesAt: folder.path("overrides.json"))
        try file.write(AppsDocument(AppsFixture.registry, server: "127.0.0.1:9", at: ShopFixture.start))
        let runner = EffectRunner(session: session(nil) { $0.appsFile = file }, now: { ShopFixture.start }) {
            messages.record($0)
        }
        try await eventually("the apps") {
            messages.elements.contains { $0.apps?.otherServer == "127.0.0.1:9" }
        }
        try file.write(AppsDocument(AppRegistry(), server: nil, at: ShopFixture.start))
        try await eventually("no apps") { messages.elements.contains { $0.apps?.apps.isEmpty == true } }
        withExtendedLifetime(runner) {}
    }
}

extension Message {
    fileprivate var serving: ServingStatus? {
        if case .servingChanged(let serving)? = content(AppsState.Message.self) { serving } else { nil }
    }
    fileprivate var apps: KnownApps? {
        if case .changed(let apps)? = content(AppsState.Message.self) { apps } else { nil }
    }
    fileprivate var said: String? { if case .listenerSays(let text, _) = self { text } else { nil } }
    fileprivate var link: String? {
        switch content(AppsState.Message.self) {
        case .linked(.made(let link)): link.app
        case .linked(.refused): "refused"
        default: nil
        }
    }
}
