import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("The order of changes of one's own overrides and the team's", .inTurn)
struct OverrideOrderTests {
    private static let update = OverrideUpdate(before: .empty, after: .empty)

    private func note(
        _ owner: OverrideAim.Owner, _ reversal: OverrideReversal? = nil, in history: inout UndoHistory
    ) {
        let edit = OverrideEdit(title: "t", entries: [:]).aimed(at: OverrideAim(owner))
        history.note(
            reversal.map { edit.inverse(of: Self.update, $0).aimed(at: edit.aim) } ?? edit, Self.update)
    }

    @Test("if nothing was changed here, one's own are undone")
    func empty() {
        #expect(UndoHistory().owner(ofNext: .undo) == .mine && UndoHistory().owner(ofNext: .redo) == .mine)
    }

    @Test("what was changed last is undone first, and done again last")
    func order() {
        var history = UndoHistory()
        for owner in [OverrideAim.Owner.team, .mine, .team] { note(owner, in: &history) }
        #expect(history.owner(ofNext: .undo) == .team)
        note(.team, .undo, in: &history)
        #expect(history.owner(ofNext: .undo) == .mine && history.owner(ofNext: .redo) == .team)
        note(.mine, .undo, in: &history)
        #expect(history.owner(ofNext: .undo) == .team && history.owner(ofNext: .redo) == .mine)
        note(.mine, .redo, in: &history)
        #expect(history.owner(ofNext: .undo) == .mine && history.owner(ofNext: .redo) == .team)
    }

    @Test("after another change, nothing of the team's is done again")
    func changed() {
        var history = UndoHistory()
        note(.team, in: &history)
        note(.team, .undo, in: &history)
        note(.mine, in: &history)
        #expect(history.owner(ofNext: .redo) == .mine)
        #expect(history.undoable.count == 1, "only one's own can be undone without the team's journal")
    }
}

@Suite("One history of one's own changes and the team's", .inTurn)
struct OneHistoryTests {
    private static func journal(_ title: String, by author: String, at seconds: TimeInterval)
        -> OverrideJournal
    {
        let change = OverrideSetDifference.Change(name: "a", before: nil, after: Override(value: title))
        let step = OverrideStep(
            number: 1, kind: .edit, title: title, origin: OverrideOrigin(author: author, program: "x"),
            at: Date(timeIntervalSince1970: seconds), changes: [change])
        return OverrideJournal(steps: [step])
    }

    private func history(own: TimeInterval?, team: (author: String, at: TimeInterval)?) -> UndoHistory {
        var history = UndoHistory(by: "ann")
        history.follow(own.map { Self.journal("own", by: "ann", at: $0) } ?? .empty, of: .mine)
        history.follow(team.map { Self.journal("team's", by: $0.author, at: $0.at) }, of: .team)
        return history
    }

    @Test(
        "undoes the author's last change first, from before the dashboard was opened, too",
        arguments: [
            (20.0, "ann", 10.0, "own"), (10, "ann", 20, "team's"), (nil, "ann", 10, "team's"),
            (10, "bob", 20, "own"),
        ])
    func earlier(_ own: TimeInterval?, _ author: String, _ team: TimeInterval, _ expected: String) {
        let history = history(own: own, team: (author, team))
        #expect(history.next(.undo)?.title == expected)
    }

    @Test("has the next change of the team's, with its author, after the team's overrides were changed here")
    func others() {
        var history = history(own: 10, team: ("bob", 20))
        let update = OverrideUpdate(before: .empty, after: .empty)
        history.note(OverrideEdit(title: "mine", entries: [:]).aimed(at: .team), update)
        #expect(history.nextStep(.undo)?.author == "bob")
        #expect(history.next(.undo)?.isTeams == true)
    }

    @Test("has nothing if neither journal has anything")
    func nothing() {
        let history = history(own: nil, team: nil)
        #expect(history.next(.undo) == nil)
        #expect(history.next(.redo) == nil)
    }
}
