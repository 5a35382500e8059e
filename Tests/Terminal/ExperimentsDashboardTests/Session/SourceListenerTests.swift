import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Who hears beside the dashboard", .inTurn)
struct SourceListenerTests {
    private final class Listener: SourceListener {
        let heard = Recorder<String>()
        let say = Recorder<@Sendable (String, Bool) -> Void>()

        func begin(saying say: @escaping @Sendable (_ sentence: String, _ isLoss: Bool) -> Void) {
            self.say.record(say)
        }

        func hear(_ event: ServiceEvent, from source: String?, at now: Date) {
            if case .fetchFinished = event { heard.record(source ?? "the source") }
        }
    }

    @Test(
        "hears of fetches while the source is asked as configured, and of none while it is asked as another user"
    )
    func hearing() async throws {
        let (listener, keeper, messages) = (Listener(), AskableKeeper(), Recorder<Message>())
        let service = RemoteConfigService(remoteConfigKeeper: keeper, now: { ShopFixture.start })
        var session = DashboardSession(service: service, keys: ShopFixture.keys, sourceName: "shop")
        session.listener = listener
        let runner = EffectRunner(session: session) { messages.record($0) }
        _ = try await service.fetch(.manual)
        _ = try await listener.heard.first(1)
        keeper.setPersona(SourcePersona(fields: ["plan": "pro"]))
        _ = try await service.fetch(.manual)
        keeper.setPersona(SourcePersona(fields: ["user_id": 7]))
        _ = try await service.fetch(.manual)
        #expect(try await listener.heard.first(2) == ["the source", "the source"])
        #expect(service.history.records.count == 3)
        listener.say.elements.first?("a hook is too slow", true)
        #expect(
            messages.elements.contains {
                if case .listenerSays("a hook is too slow", true) = $0 { true } else { false }
            })
        withExtendedLifetime(runner) {}
    }

    @Test("what it says is shown, and kept in the log")
    func saying() {
        var fixture = ShopFixture()
        _ = fixture.state.update(.listenerSays("a hook is too slow", isLoss: true), at: ShopFixture.start)
        #expect(fixture.state.notices.notice?.text == "a hook is too slow")
        #expect(fixture.state.log.entries.last?.severity == .warning)
    }
}
