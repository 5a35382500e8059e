import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The effect runner")
struct EffectRunnerTests {
    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "no such place" }
    }

    private let first = InMemoryRemoteConfigKeeper(Snapshot(texts: ["a": "1"], fetchedAt: nil))
    private let second = InMemoryRemoteConfigKeeper(Snapshot(texts: ["a": "2"], fetchedAt: ShopFixture.start))
    private let store = InMemoryOverrideStore()
    private let messages = Recorder<Message>()

    private func runner(profiles: OverrideProfileStore? = nil) -> EffectRunner {
        let key = CatalogKey(name: "a", schema: ValueSchema(kind: .string))
        let service = RemoteConfigService(remoteConfigKeeper: first, overrideStore: store)
        var session = DashboardSession(service: service, keys: [key], sourceName: "first")
        session.sources = [DashboardSource(name: "first"), DashboardSource(name: "second")]
        session.currentSource = "first"
        session.profiles = profiles
        session.openSource = { [second, store] name in
            guard name == "second" else { throw Refusal() }
            return RemoteConfigService(remoteConfigKeeper: second, overrideStore: store)
        }
        return EffectRunner(session: session, now: { ShopFixture.start }) { [messages] in messages.record($0) }
    }

    private func message<Result>(_ what: String, _ pick: @escaping (Message) -> Result?) async throws -> Result {
        try await eventually(what) { messages.elements.lazy.compactMap(pick).first }
    }

    @Test("tells what the source was last known to hold, where nothing was fetched from it yet")
    func lastKnown() async throws {
        let folder = try TemporaryFolder()
        let log = FetchLog(path: folder.path("shop"))
        var history = FetchHistory()
        history.append(
            FetchRecord(
                id: 1, trigger: .manual, startedAt: ShopFixture.start - 60, duration: .milliseconds(1),
                result: .success(FetchOutcome(status: .updated)), version: "7", difference: .none))
        try log.addLatest(of: history, Snapshot(texts: ["a": "known"], fetchedAt: ShopFixture.start))
        var session = DashboardSession(
            service: RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper()), keys: [], sourceName: "x")
        session.fetchLog = { _ in log }
        let runner = EffectRunner(session: session, now: { ShopFixture.start }) { [messages] in messages.record($0) }
        let known = try await message("the values") { message in
            if case .lastKnown(let snapshot, _) = message { snapshot } else { nil }
        }
        withExtendedLifetime(runner) {
            #expect(known.entries["a"]?.text == "known" && known.version == "7")
            #expect(known.fetchedAt == ShopFixture.start - 60)
        }
    }

    @Test("opens another source on the values last known, and listens to it alone from then on")
    func opening() async throws {
        let runner = runner()
        runner.run(.openSource("second"))
        let opened = try await message("the source") { message in
            if case .sourceOpened(let opened) = message { opened } else { nil }
        }
        #expect(opened.report.rows.first?.valueText == "2")
        try store.update { $0["a"] = Override(value: "3") }
        let name = try await message("the override") { message in
            if case .sourceEvent(let name, .overridesChanged) = message { name } else { nil }
        }
        #expect(name == "second")
        runner.run(.fetch(.manual))
        let fetched = try await message("the fetch") { message in
            if case .sourceEvent(let name, .fetchFinished) = message { name } else { nil }
        }
        #expect(fetched == "second")
    }

    @Test("says why a source cannot be opened")
    func refusal() async throws {
        runner().run(.openSource("third"))
        let reason = try await message("the reason") { message in
            if case .sourceNotOpened("third", let reason) = message { reason } else { nil }
        }
        #expect(reason == "no such place")
    }

    @Test("reads another source without showing it")
    func reading() async throws {
        let runner = runner()
        runner.run(.readSource("second"))
        let text = try await message("the snapshot") { message -> String? in
            guard case .read("second", let snapshot, nil)? = message.content(ComparisonState.Message.self) else {
                return nil
            }
            return snapshot.entries["a"]?.text
        }
        #expect(text == "2")
        runner.run(.fetch(.manual))
        let name = try await message("the fetch") { message in
            if case .sourceEvent(let name, .fetchFinished) = message { name } else { nil }
        }
        #expect(name == "first")
    }

    @Test("saves and deletes profiles, and tells how they are then")
    func profiles() async throws {
        let folder = try TemporaryFolder()
        let runner = runner(profiles: OverrideProfileStore(folder: folder.path("profiles")))
        let profile = try OverrideProfile(name: "QA", overrides: OverrideSet(["a": Override(value: "1")]))
        runner.run(.profiles(.save(profile)))
        let saved = try await message("the saved profile") { message in
            if case .profilesAnswered(.save, let answer) = message { answer } else { nil }
        }
        #expect(saved.profiles == [profile])
        runner.run(.profiles(.delete(name: "QA")))
        let deleted = try await message("the deleted profile") { message in
            if case .profilesAnswered(.delete, let answer) = message { answer } else { nil }
        }
        #expect(deleted.profiles.isEmpty)
        runner.run(.profiles(.delete(name: "other")))
        let refused = try await message("the refusal") { message in
            if case .profilesAnswered(.delete(name: "other"), let answer) = message { answer } else { nil }
        }
        #expect(!refused.isDone)
    }
}
