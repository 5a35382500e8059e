import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore
@testable import ExperimentsOperator

@Suite("Overrides for apps after a sudden end", .inTurn)
struct ScopedCrashTests {
    private static let now = SampleShop.start

    private func ledger(_ folder: TemporaryFolder) -> OverrideLedger {
        let path = folder.path("all/overrides.json")
        return OverrideLedger(
            store: JSONOverrideStore(path: path, watcher: nil),
            journal: OverrideJournalFile(besideOverridesAt: path), origin: OverrideOrigin())
    }

    private func set(_ values: [String: String], in folder: TemporaryFolder, for scope: OverrideScope) throws
    {
        let edit = OverrideEdit(title: "set", entries: values.mapValues { Override(value: $0) })
        try ledger(folder).make(edit.scoped(to: scope), at: Self.now)
    }

    @Test("wherever a change is cut off, it is made or not, never half, and undo leads back")
    func change() throws {
        let folder = try TemporaryFolder()
        let phone = OverrideScope.installation(app: "shop", id: "phone")
        try set(["a": "1"], in: folder, for: .everyone)
        let first = ledger(folder).store.overrides
        let states = Recorder<TemporaryFolder>()
        let copy: @Sendable (String, String) -> Void = { _, _ in
            guard let state = try? TemporaryFolder() else { return }
            try? FileManager.default.copyItem(atPath: folder.path("all"), toPath: state.path("all"))
            states.record(state)
        }
        try FileMoment.$witness.withValue(copy) { try set(["a": "2", "b": "2"], in: folder, for: phone) }
        copy("end", "")
        var made: Set<Bool> = []
        for state in states.elements {
            let ledger = ledger(state)
            let count = ledger.store.overrides[phone].entries.count
            #expect(count == 0 || count == 2)
            made.insert(count == 2)
            #expect(try ledger.journal?.read().steps.count == (count == 2 ? 2 : 1))
            if count == 2 { try ledger.reverse(.undo, at: Self.now) }
            #expect(ledger.store.overrides == first)
            try ledger.reverse(.undo, at: Self.now)
            #expect(ledger.store.overrides.isEmpty)
        }
        #expect(made == [true, false])
    }
}
