import ExperimentsCore
import ExperimentsOperator
import Testing

@Suite("The order of changes of one's own overrides and the team's")
struct OverrideOrderTests {
    private func edit(_ owner: OverrideOwner, _ kind: OverrideEdit.Kind = .edit) -> OverrideEdit {
        OverrideEdit(title: "t", entries: [:], kind: kind).owned(by: owner)
    }

    @Test("where nothing was changed here, one's own are undone")
    func empty() {
        #expect(OverrideOrder().next(.undo) == .mine && OverrideOrder().next(.redo) == .mine)
    }

    @Test("what was changed last is undone first, and done again last")
    func order() {
        var order = OverrideOrder()
        for owner in [OverrideOwner.team, .mine, .team] { order.note(edit(owner)) }
        #expect(order.next(.undo) == .team)
        order.note(edit(.team, .undo))
        #expect(order.next(.undo) == .mine && order.next(.redo) == .team)
        order.note(edit(.mine, .undo))
        #expect(order.next(.undo) == .team && order.next(.redo) == .mine)
        order.note(edit(.mine, .redo))
        #expect(order.next(.undo) == .mine && order.next(.redo) == .team)
    }

    @Test("after another change, nothing of the team's is done again")
    func changed() {
        var order = OverrideOrder()
        order.note(edit(.team))
        order.note(edit(.team, .undo))
        order.note(edit(.mine))
        #expect(order.next(.redo) == .mine)
    }
}
