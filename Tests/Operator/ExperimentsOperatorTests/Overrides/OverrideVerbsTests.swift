import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Verbs of overrides", .inTurn)
struct OverrideVerbsTests {
    private static let now = SampleShop.start
    private let own = OverrideSet([
        "max_items": Override(value: "9", author: "ana", note: "QA", setAt: now - 600),
        "price_factor": Override(value: "2", isEnabled: false, author: "ben", setAt: now - 60),
        "ended": Override(value: "x", setAt: now - 90, expiresAt: now - 30),
    ])
    private let team = OverrideSet(["paywall_type": Override(value: "b", author: "team", setAt: now - 900)])

    private var verbs: OverrideVerbs {
        OverrideVerbs(
            own: own,
            layers: [
                OverrideLayer(name: "team.json", overrides: team),
                OverrideLayer(name: "own.json", overrides: own),
            ],
            in: OverrideCircumstances(now: Self.now, snapshot: SampleShop.snapshot, fetchedAt: nil),
            author: "eve")
    }

    @Test("setting forgets what overrides said before, and notes who does it and when")
    func set() {
        let edit = verbs.set("3", for: ["max_items", "new"], until: .upstreamChange)
        #expect(edit.title == "override 2 keys")
        let override = edit.entries["max_items"] ?? nil
        #expect(override?.value == "3" && override?.author == "eve" && override?.setAt == Self.now)
        #expect(override?.note == nil && override?.until == .upstreamChange(from: "7"))
    }

    @Test("amending keeps what is not named, and unchanged overrides are not part of the edit")
    func amend() throws {
        let edit = try verbs.amend(["max_items"], note: "why")
        #expect(edit.title == "note and expiry of max_items")
        let override = try #require(edit.entries["max_items"] ?? nil)
        #expect(override.value == "9" && override.note == "why" && override.setAt == Self.now - 600)
        #expect(try verbs.amend(["max_items"], note: "QA").entries.isEmpty)
        #expect(try verbs.amend(["paywall_type"]).entries.isEmpty)
    }

    @Test(
        "a value puts an override active again: one that was off, one that had ended, one that was not there")
    func amendValue() throws {
        let edit = try verbs.amend(["price_factor", "ended", "new"], value: "4")
        #expect(edit.title == "override 3 keys")
        for name in ["price_factor", "ended", "new"] {
            let override = try #require(edit.entries[name] ?? nil)
            #expect(
                override.value == "4" && override.isEnabled && override.expiresAt == nil
                    && override.author == "eve")
        }
    }

    @Test("what is of a lower layer is covered by a changed copy, and cannot be removed")
    func layers() throws {
        let edit = try verbs.turn(["paywall_type"], on: false)
        let copy = try #require(edit.entries["paywall_type"] ?? nil)
        #expect(!copy.isEnabled && copy.value == "b" && copy.author == "eve")
        let refusal = #expect(throws: OverrideRefusal.self) {
            try verbs.remove(["max_items", "paywall_type"])
        }
        #expect(refusal?.reason == "the override of paywall_type is from team.json")
    }

    @Test("if one of several keys has no override, none is changed")
    func allOrNone() {
        let names = ["max_items", "login_screen"]
        let refusals = [
            #expect(throws: OverrideRefusal.self) { try verbs.remove(names) },
            #expect(throws: OverrideRefusal.self) { try verbs.turn(names, on: true) },
            #expect(throws: OverrideRefusal.self) { try verbs.amend(names, note: "x") },
        ]
        #expect(refusals.allSatisfy { $0?.reason == "login_screen has no override" })
    }

    @Test("a profile takes the place of what is changed here, or stands beside it")
    func load() throws {
        let profile = try OverrideProfile(
            name: "slow", overrides: OverrideSet(["max_items": Override(value: "1")]), author: nil,
            savedAt: nil)
        let replacing = verbs.load(profile).edit
        #expect(replacing.title == "load profile slow")
        #expect(Set(replacing.entries.keys) == ["max_items", "price_factor", "ended"])
        #expect(replacing.entries["price_factor"] == .some(nil))
        let merging = verbs.load(profile, keepsOthers: true)
        #expect(Array(merging.edit.entries.keys) == ["max_items"] && merging.changes.changes.count == 1)
        #expect((merging.edit.entries["max_items"] ?? nil)?.author == "eve")
    }
}

@Suite("What can be undone", .inTurn)
struct UndoHistoryTests {
    private func update(_ before: OverrideSet, _ edit: OverrideEdit) throws -> OverrideUpdate {
        var after = before
        try edit.apply(to: &after)
        return OverrideUpdate(before: before, after: after)
    }

    private func edit(_ value: String) -> OverrideEdit {
        OverrideEdit(title: "override a", entries: ["a": Override(value: value)])
    }

    @Test("what was undone can be done again, until something else is changed")
    func undoAndRedo() throws {
        var history = UndoHistory()
        try history.note(edit("1"), update(OverrideSet(), edit("1")))
        let undo = try #require(history.next(.undo))
        #expect(undo.entries["a"] == .some(nil))
        history.take(.undo)
        #expect(history.next(.undo) == nil)
        let one = OverrideSet(["a": Override(value: "1")])
        try history.note(undo, update(one, undo))
        #expect((history.next(.redo)?.entries["a"] ?? nil)?.value == "1")
        try history.note(edit("2"), update(OverrideSet(), edit("2")))
        #expect(history.next(.redo) == nil)
    }

    @Test("what the store refused to undo can be tried again")
    func refused() throws {
        var history = UndoHistory()
        try history.note(edit("1"), update(OverrideSet(), edit("1")))
        let undo = try #require(history.next(.undo))
        history.take(.undo)
        history.giveBack(undo)
        #expect(history.next(.undo) == undo)
    }

    @Test("a journal counts only where everything that was changed here is in it")
    func journal() throws {
        var history = UndoHistory()
        history.follow(.empty)
        try history.note(edit("1"), update(OverrideSet(), edit("1")))
        #expect(history.next(.undo) == nil)
        // It cannot be read any more: what is changed now is remembered here.
        history.follow(nil)
        try history.note(edit("2"), update(OverrideSet(), edit("2")))
        history.follow(.empty)
        #expect(history.next(.undo) != nil)
    }
}
