import Testing

@testable import TerminalUI

@Suite("Columns of a table")
struct ColumnPlanTests {
    private let columns = [
        TableColumn(title: "status", minimum: 6, ideal: 6, priority: 9),
        TableColumn(title: "key", minimum: 8, ideal: 20, weight: 1, priority: 10),
        TableColumn(title: "note", minimum: 10, ideal: 10, priority: 1),
    ]

    @Test("what matters least goes first, and the others say which they were")
    func leavingOut() {
        let plan = ColumnPlan(columns, width: 20)
        #expect(plan.columns.map(\.index) == [0, 1])
        #expect(plan.columns.map(\.offset) == [0, 7])
        #expect(plan.columns.map(\.width) == [6, 13])
    }

    @Test("the last one stays, however narrow it is")
    func last() {
        #expect(ColumnPlan(columns, width: 3).columns.map(\.index) == [1])
    }

    @Test("what is left over goes to those that grow")
    func growing() {
        let plan = ColumnPlan(columns, width: 60)
        #expect(plan.columns.map(\.width) == [6, 42, 10])
    }
}
