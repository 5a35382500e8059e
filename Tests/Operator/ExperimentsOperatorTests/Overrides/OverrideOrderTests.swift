import ExperimentsCore
import Testing

@testable import ExperimentsOperator

@Suite("The order of changes of one's own overrides and the team's")
struct OverrideOrderTests {
    private static let update = OverrideUpdate(before: .empty, after: .empty)

    private func note(_ owner: OverrideAim.Owner, _ reversal: OverrideReversal? = nil, in history: inout UndoHistory) {
        let edit = OverrideEdit(title: "t", entries: [:]).aimed(at: OverrideAim(owner))
        history.note(reversal.map { edit.inverse(of: Self.update, $0).aimed(at: edit.aim) } ?? edit, Self.update)
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
