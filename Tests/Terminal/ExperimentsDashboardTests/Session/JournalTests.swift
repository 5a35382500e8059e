import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Undo that lasts", .inTurn)
struct JournalTests {
    private let folder: TemporaryFolder
    private let path: String
    private let messages = Recorder<Message>()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("overrides.json")
    }

    private var journal: OverrideJournalFile { OverrideJournalFile(besideOverridesAt: path) }

    /// A dashboard whose effects are run, with the messages that came of it so far.
    private func open(_ options: DashboardOptions = DashboardOptions(), layers: Int = 1) -> (
        runner: EffectRunner, state: DashboardState, store: JSONOverrideStore
    ) {
        let store = JSONOverrideStore(path: path)
        let team = InMemoryOverrideStore(OverrideSet(["a": Override(value: "team's")]))
        let layered = LayeredOverrideStore(lower: [("team", team)], top: store, named: "mine")
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(.empty),
            overrideStore: layers > 1 ? layered : store)
        var session = DashboardSession(
            service: service, keys: [CatalogKey(name: "a", schema: ValueSchema(kind: .string))],
            sourceName: "s",
            author: "eve")
        session.journal = journal
        let runner = EffectRunner(session: session, now: { ShopFixture.start }) { [messages] in
            messages.record($0)
        }
        let state = DashboardState(
            session: session, options: options, size: CellSize(columns: 100, rows: 30), now: ShopFixture.start
        )
        return (runner, state, store)
    }

    private func edit(_ text: String?) -> OverrideEdit {
        OverrideEdit(title: "override a", entries: ["a": text.map { Override(value: $0) }])
    }

    private func settle(_ count: Int) async throws -> [Message] {
        try await eventually("the edit") {
            messages.elements.count { message in
                if case .overridesEdited = message { true } else { false }
            } == count
        }
        return messages.elements
    }

    /// Waits until a journal was read with so many changes that can be undone.
    private func read(undoable count: Int) async throws -> [Message] {
        try await eventually("the step") {
            messages.elements.contains { message in
                guard case .journalRead(let reading) = message else { return false }
                return reading.journal?.undoable.count == count
            }
        }
        return messages.elements
    }

    private func undo(_ state: inout DashboardState) -> [Effect] {
        state.update(.input(.key(KeyPress("U"))))
    }

    @Test("a change comes back as one message, be it made, taken back or refused, over one layer or several")
    func once() async throws {
        let dashboard = open(layers: 2)
        _ = try await read(undoable: 0)
        let before = messages.elements.count
        dashboard.runner.run(.editOverrides(edit("1")))
        var answers = try await settle(1)[before...]
        guard case .overridesEdited(let answer) = answers.first else {
            Issue.record("the answer comes first")
            return
        }
        #expect(answer.state?.layers.last?.overrides["a"]?.value == "1")
        let step = try #require(answer.journal?.journal?.undoable.last)
        for _ in 0..<2 { dashboard.runner.run(.editOverrides(OverrideEdit(.undo, step))) }
        _ = try await settle(3)
        dashboard.store.reload()
        dashboard.runner.run(.editOverrides(edit("2")))
        answers = try await settle(4)[before...]
        #expect(answers.count == 4, "\(answers)")
    }

    @Test("what another program changes while a change is made comes with its journal")
    func meanwhile() async throws {
        var dashboard = open()
        _ = try await read(undoable: 0)
        let other = JSONOverrideStore(path: path, watcher: nil)
        dashboard.runner.writes.async { [journal] in
            _ = try? journal.change(
                other, "override b", by: OverrideOrigin(author: "ann"), at: ShopFixture.start + 1
            ) { $0["b"] = Override(value: "2") }
        }
        dashboard.runner.run(.editOverrides(edit("1")))
        var taken = 0
        try await eventually("both changes") {
            let came = messages.elements
            for message in came[taken...] { _ = dashboard.state.update(message) }
            taken = came.count
            return dashboard.state.overriding.undoHistory.undoable.count == 2
        }
        #expect(dashboard.state.ownOverrides.names == ["a", "b"])
        #expect(dashboard.state.log.entries.count == 2)
    }

    @Test("what one dashboard changed, the next one undoes")
    func afterRestart() async throws {
        let first = open()
        first.runner.run(.editOverrides(edit("1")))
        _ = try await settle(1)
        var second = open()
        for message in try await read(undoable: 1) {
            if case .journalRead = message { _ = second.state.update(message) }
        }
        #expect(second.state.reasonDisabled(.undo) == nil)
        for effect in undo(&second.state) { second.runner.run(effect) }
        for message in try await settle(2) { _ = second.state.update(message) }
        #expect(JSONOverrideStore(path: path, watcher: nil).overrides.isEmpty)
        #expect(second.state.notices.notice?.text == "undone: a: 1 -> value of the source, override removed")
        #expect(try journal.read().steps.map(\.kind) == [.edit, .undo(of: 1)])
        #expect(try journal.read().steps.last?.origin == OverrideOrigin(author: "eve", program: "dashboard"))
    }

    @Test("a change that a command made is there to be undone a moment later")
    func ofOthers() async throws {
        var dashboard = open()
        let other = JSONOverrideStore(path: path, watcher: nil)
        try journal.change(other, "override a", by: OverrideOrigin(), at: ShopFixture.start) {
            $0["a"] = Override(value: "2")
        }
        for message in try await read(undoable: 1) { _ = dashboard.state.update(message) }
        for effect in undo(&dashboard.state) { dashboard.runner.run(effect) }
        _ = try await settle(1)
        #expect(JSONOverrideStore(path: path, watcher: nil).overrides.isEmpty)
    }

    @Test("the log says once who changed what, and how: this dashboard, a command, an editor")
    func log() async throws {
        var dashboard = open()
        dashboard.runner.run(.editOverrides(edit("1")))
        _ = try await settle(1)
        let other = JSONOverrideStore(path: path, watcher: nil)
        try journal.change(
            other, "override a", by: OverrideOrigin(author: "ann", program: "experiments override set"),
            at: ShopFixture.start + 1
        ) { $0["a"] = Override(value: "2") }
        try JSONOverrideStore(path: path, watcher: nil).update { $0["b"] = Override(value: "by hand") }
        func texts() -> [String] { dashboard.state.log.entries.map(\.line) }
        var taken = 0
        try await eventually("the three changes in the log") {
            let came = messages.elements
            for message in came[taken...] { _ = dashboard.state.update(message) }
            taken = came.count
            return texts().count == 3
        }
        #expect(
            Set(texts()) == [
                "override a: none -> 1, by eve in the dashboard",
                "override a: 1 -> 2, by ann with experiments override set",
                "overrides changed in the file by an app or an editor: b: none -> by hand",
            ])
    }

    @Test("undoing a key that an editor changed since is asked about, by name")
    func asksFirst() async throws {
        var dashboard = open()
        dashboard.runner.run(.editOverrides(edit("1")))
        for message in try await settle(1) { _ = dashboard.state.update(message) }
        let byHand = OverrideSet(["a": Override(value: "by hand")])
        try JSONOverrideStore(path: path, watcher: nil).update { $0 = byHand }
        _ = dashboard.state.update(
            .service(.overridesChanged(OverrideStoreState(overrides: byHand))), at: ShopFixture.start)
        #expect(undo(&dashboard.state).isEmpty)
        let screen = DashboardView.frame(of: dashboard.state, theme: .plain).text
        #expect(screen.contains("Undo \"override a\" anyway?"), "\(screen)")
        for effect in dashboard.state.update(.input(.key(KeyPress("y")))) { dashboard.runner.run(effect) }
        for message in try await settle(2) { _ = dashboard.state.update(message) }
        #expect(JSONOverrideStore(path: path, watcher: nil).overrides.isEmpty)
        #expect(
            dashboard.state.notices.notice?.text
                == "undone: a: \"by hand\" -> value of the source, override removed")
    }

    @Test(
        "if no questions are wanted, a key that an editor changed since is not undone, and its name is reported"
    )
    func changedSince() async throws {
        var options = DashboardOptions()
        options.asksFirst = false
        var dashboard = open(options)
        dashboard.runner.run(.editOverrides(edit("1")))
        for message in try await settle(1) { _ = dashboard.state.update(message) }
        try JSONOverrideStore(path: path, watcher: nil).update { $0["a"]?.value = "by hand" }
        for effect in undo(&dashboard.state) { dashboard.runner.run(effect) }
        for message in try await settle(2) { _ = dashboard.state.update(message) }
        #expect(dashboard.store.overrides["a"]?.value == "by hand")
        #expect(dashboard.state.notices.notice?.text.hasSuffix("such as an editor: a") == true)
    }

    @Test("if the step cannot be kept, nothing is changed, and the reason is reported")
    func unwritable() async throws {
        try folder.write("in the way", to: ".override-journal")
        var dashboard = open()
        dashboard.runner.run(.editOverrides(edit("1")))
        for message in try await settle(1) { _ = dashboard.state.update(message) }
        #expect(JSONOverrideStore(path: path, watcher: nil).overrides.isEmpty)
        #expect(dashboard.state.log.entries.contains { $0.text.contains(".override-journal") })
    }
}
