import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The effect runner", .inTurn)
struct EffectRunnerTests {
    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "no such place" }
    }

    private let first = InMemoryRemoteConfigKeeper(Snapshot(texts: ["a": "1"], fetchedAt: nil))
    private let second = InMemoryRemoteConfigKeeper(Snapshot(texts: ["a": "2"], fetchedAt: ShopFixture.start))
    private let store = InMemoryOverrideStore()
    private let messages = Recorder<Message>()

    private func runner(profiles: OverrideProfileStore? = nil, second other: RemoteConfigService? = nil)
        -> EffectRunner
    {
        let key = CatalogKey(name: "a", schema: ValueSchema(kind: .string))
        let service = RemoteConfigService(remoteConfigKeeper: first, overrideStore: store)
        var session = DashboardSession(service: service, keys: [key], sourceName: "first")
        session.sources = [DashboardSource(name: "first"), DashboardSource(name: "second")]
        session.currentSource = "first"
        session.profiles = profiles
        session.openSource = { [second, store] name in
            guard name == "second" else { throw Refusal() }
            return other ?? RemoteConfigService(remoteConfigKeeper: second, overrideStore: store)
        }
        return EffectRunner(session: session, now: { ShopFixture.start }) { [messages] in messages.record($0)
        }
    }

    private func message<Result>(_ what: String, _ pick: @escaping (Message) -> Result?) async throws
        -> Result
    {
        try await eventually(what) { messages.elements.lazy.compactMap(pick).first }
    }

    @Test(
        "begins with the values that an earlier program fetched, and continues by itself when the source is back"
    )
    func lastGood() async throws {
        let folder = try TemporaryFolder()
        let known = Snapshot(texts: ["a": "known"], version: "7", fetchedAt: ShopFixture.start - 60)
        let session = DashboardSession(
            service: try .away(holding: known, copiedTo: folder.path("shop.copy")), keys: [], sourceName: "x")
        let runner = EffectRunner(session: session, now: { ShopFixture.start }) { [messages] in
            messages.record($0)
        }
        let snapshot = try await message("the values") { message in
            if case .service(.snapshotChanged(let snapshot)) = message { snapshot } else { nil }
        }
        withExtendedLifetime(runner) {
            #expect(snapshot.entries["a"]?.text == "known" && snapshot.version == "7")
            #expect(snapshot.fetchedAt == ShopFixture.start - 60)
        }
    }

    @Test("the user's steps towards a publication are reported, and not what the dashboard reads by itself")
    func templateUse() throws {
        let service = RemoteConfigService(remoteConfigKeeper: first, overrideStore: store)
        var session = DashboardSession(service: service, keys: [], sourceName: "first")
        let uses = Recorder<Bool>()
        session.usesTemplate = { uses.record(true) }
        let runner = EffectRunner(session: session, now: { ShopFixture.start }) { _ in }
        for request in [TemplateRequest.recall, .studies(after: nil), .preview(nil)] {
            runner.run(.template(request))
        }
        #expect(uses.elements.isEmpty)
        for request in [TemplateRequest.open, .change(.undo), .versions] { runner.run(.template(request)) }
        #expect(uses.elements.count == 3)
    }

    @Test("another source is opened with the values that an earlier program fetched from it")
    func lastGoodOfAnother() async throws {
        let folder = try TemporaryFolder()
        let known = Snapshot(texts: ["a": "known"], fetchedAt: ShopFixture.start - 60)
        let away = try RemoteConfigService.away(holding: known, copiedTo: folder.path("shop.copy"))
        let runner = runner(second: away)
        runner.run(.openSource("second"))
        let opened = try await message("the source") { message in
            if case .sourceOpened(let opened) = message { opened } else { nil }
        }
        #expect(opened.report.rows.first?.valueText == "known")
    }

    @Test("a listener does not hear values that an earlier program fetched, but later changes")
    func noNews() async throws {
        let folder = try TemporaryFolder()
        let known = Snapshot(texts: ["a": "known"], fetchedAt: ShopFixture.start - 60)
        let listener = RecordingListener()
        var session = DashboardSession(
            service: try .away(holding: known, copiedTo: folder.path("shop.copy")), keys: [], sourceName: "x")
        session.listener = listener
        let runner = EffectRunner(session: session, now: { ShopFixture.start }) { [messages] in
            messages.record($0)
        }
        _ = try await message("the values") { message in
            if case .service(.snapshotChanged(let snapshot)) = message { snapshot } else { nil }
        }
        runner.run(.fetch(.manual))
        _ = try await eventually("the end of the fetch") {
            listener.events.elements.contains { if case .fetchFinished = $0 { true } else { false } }
                ? true : nil
        }
        #expect(!listener.events.elements.contains { if case .snapshotChanged = $0 { true } else { false } })
    }

    @Test("opens another source with its last known values, and then listens only to it")
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
            guard case .read("second", let snapshot, nil)? = message.content(ComparisonState.Message.self)
            else {
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

    @Test("saves and deletes profiles, and reports their new state")
    func profiles() async throws {
        let folder = try TemporaryFolder()
        let runner = runner(profiles: OverrideProfileStore(folder: folder.path("profiles")))
        let profile = try OverrideProfile(name: "QA", overrides: OverrideSet(["a": Override(value: "1")]))
        runner.run(.profiles(.save(profile, replaces: true)))
        let saved = try await message("the saved profile") { message in
            if case .profilesAnswered(.save, let answer) = message { answer } else { nil }
        }
        #expect(saved.items == [profile])
        runner.run(.profiles(.delete(name: "QA")))
        let deleted = try await message("the deleted profile") { message in
            if case .profilesAnswered(.delete, let answer) = message { answer } else { nil }
        }
        #expect(deleted.items.isEmpty)
        runner.run(.profiles(.delete(name: "other")))
        let refused = try await message("the refusal") { message in
            if case .profilesAnswered(.delete(name: "other"), let answer) = message { answer } else { nil }
        }
        #expect(!refused.isDone)
    }
}

/// A listener that records the events that it is told.
private final class RecordingListener: SourceListener {
    let events = Recorder<ServiceEvent>()

    func begin(saying say: @escaping @Sendable (_ sentence: String, _ isLoss: Bool) -> Void) {}

    func hear(_ event: ServiceEvent, from source: String?, at now: Date) { events.record(event) }
}
