import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Changes to overrides of several scopes", .inTurn)
struct ScopedLedgerTests {
    private static let now = SampleShop.start
    private static let phone = OverrideScope.installation(app: "shop", id: "phone")

    private let folder: TemporaryFolder
    private let path: String
    private let ledger: OverrideLedger

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("overrides.json")
        ledger = OverrideLedger(
            store: JSONOverrideStore(path: path, watcher: nil),
            journal: OverrideJournalFile(besideOverridesAt: path), origin: OverrideOrigin(author: "eve"))
    }

    private func set(_ value: String, _ scope: OverrideScope = .everyone) throws {
        try ledger.change(OverrideTitle.set(["a"]), at: Self.now, in: scope) { $0.set(value, for: ["a"]) }
    }

    private var scoped: OverrideSet { JSONOverrideStore(path: path, watcher: nil).overrides }

    @Test("a change of one scope does not change the others")
    func apart() throws {
        try set("1")
        try set("2", .app("shop"))
        try set("3", Self.phone)
        #expect(scoped[.everyone]["a"]?.value == "1")
        #expect(scoped[.app("shop")]["a"]?.value == "2")
        let own = try #require(scoped[Self.phone]["a"])
        #expect(own.value == "3" && own.author == "eve" && own.setAt == Self.now)
        #expect(ledger.store.overrides.entries.count == 1)
    }

    @Test("an override for everyone is turned off for one app by a copy, and on again without it")
    func covered() throws {
        try set("1")
        func turn(_ isOn: Bool) throws {
            try ledger.change("turn", at: Self.now, in: Self.phone) { try $0.turn(["a"], on: isOn) }
        }
        try turn(false)
        #expect(scoped[Self.phone]["a"]?.isEnabled == false && scoped[.everyone]["a"]?.isEnabled == true)
        try turn(true)
        #expect(scoped[Self.phone].isEmpty)
        let refusal = try #require(throws: OverrideRefusal.self) {
            try ledger.change("remove", at: Self.now, in: Self.phone) { try $0.remove(["a"]) }
        }
        #expect(refusal.reason == "the override of a is from the overrides for everyone")
    }

    @Test("one journal keeps the changes of all scopes, and undo reverts the last one in any scope")
    func undo() throws {
        try set("1")
        try set("2", Self.phone)
        let journal = try #require(try ledger.journal?.read())
        #expect(journal.steps.map(\.title) == ["override a", "override a for shop on phone"])
        #expect(journal.steps.last?.names == ["a @shop/phone"])
        #expect(try ledger.reverse(.undo, at: Self.now).step?.title == "override a for shop on phone")
        #expect(scoped[Self.phone].isEmpty && scoped[.everyone]["a"]?.value == "1")
        try ledger.reverse(.undo, at: Self.now)
        #expect(scoped == .empty)
        try ledger.reverse(.redo, at: Self.now)
        try ledger.reverse(.redo, at: Self.now)
        #expect(scoped[Self.phone]["a"]?.value == "2")
    }

    @Test("the edit that undoes a step of an app's overrides knows what was changed since, and only there")
    func changedSince() throws {
        try set("1")
        try set("2", .app("shop"))
        let step = try #require(try ledger.journal?.read().undoable.last)
        let edit = OverrideEdit(.undo, step)
        #expect(edit.scope == .app("shop") && edit.entries.keys.sorted() == ["a"])
        #expect(edit.namesChangedSince(in: ledger.store.overrides) == [])
        var overrides = ledger.store.overrides
        try edit.apply(to: &overrides)
        #expect(overrides[.app("shop")].isEmpty && overrides["a"]?.value == "1")
        #expect(edit.namesChangedSince(in: overrides) == ["a"])
    }

    @Test("an edit of an app's overrides is undone without a journal, too")
    func withoutJournal() throws {
        let store = InMemoryOverrideStore(OverrideSet(["a": Override(value: "1")]))
        let ledger = OverrideLedger(store: store, journal: nil, origin: OverrideOrigin())
        let edit = OverrideEdit(title: "override a", entries: ["a": Override(value: "2")]).scoped(
            to: .app("shop"))
        let done = try ledger.make(edit, at: Self.now)
        #expect(store.overrides[.app("shop")]["a"]?.value == "2")
        try ledger.make(edit.inverse(of: done.update, .undo), at: Self.now)
        #expect(store.overrides == OverrideSet(["a": Override(value: "1")]))
    }

    @Test("overrides for apps that cannot be read keep only those for apps from being changed")
    func unreadable() throws {
        let text = #"{"version": 1, "overrides": {}, "apps": {"shop": 3}}"#
        try folder.write(text, to: "overrides.json")
        #expect(throws: OverrideDocumentProblem.self) { try set("2", .app("shop")) }
        #expect(try folder.text(of: "overrides.json") == text)
        try set("1")
        let kept = try OverrideSet(parsing: Array(folder.text(of: "overrides.json").utf8))
        #expect(kept["a"]?.value == "1" && kept.unknownMembers["apps"]?.object?["shop"]?.int == 3)
    }

    @Test("random changes, undone one by one, leave what was there before each", arguments: 0..<12)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var before: [OverrideSet] = []
        for _ in 0..<12 {
            let scope = RandomScopes.all[random.below(RandomScopes.all.count)]
            let name = RandomScopes.names[random.below(RandomScopes.names.count)]
            let removes = random.below(3) == 0
            let earlier = scoped
            let update = try ledger.change("edit", at: Self.now, in: scope) { verbs in
                if removes, verbs.own[name] != nil { return try verbs.remove([name]) }
                return verbs.set("v\(random.below(1000))", for: [name])
            }
            if update.step != nil { before.append(earlier) }
        }
        while let earlier = before.popLast() {
            try ledger.reverse(.undo, at: Self.now)
            #expect(scoped.scopedNamesChanged(from: earlier).isEmpty)
        }
    }
}
