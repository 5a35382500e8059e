import TestSupport
import Testing

@testable import ExperimentsTerminalUI

@Suite("Columns of a table", .inTurn)
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

    @Test("columns of the same priority get the same room, if both want more")
    func equalShares() {
        let columns = ["left", "right"].map {
            TableColumn(title: $0, minimum: 4, ideal: 30, priority: 9)
        }
        #expect(ColumnPlan(columns, width: 41).columns.map(\.width) == [20, 20])
    }

    private func measured(_ title: String, ideal: Int, _ measured: Int, weight: Int = 1) -> TableColumn {
        TableColumn(title: title, minimum: 6, ideal: ideal, weight: weight, priority: 5, measured: measured)
    }

    @Test("a column takes no more than it needs while another one is cut")
    func measuring() {
        let columns = [measured("value", ideal: 24, 9, weight: 3), measured("key", ideal: 12, 40)]
        #expect(ColumnPlan(columns, width: 50).columns.map(\.width) == [9, 40])
    }

    @Test("of several that are cut, each gets an equal share, and what one does not need goes to the others")
    func sharing() {
        let columns = [
            measured("a", ideal: 6, 100), measured("b", ideal: 6, 9), measured("c", ideal: 6, 100),
        ]
        #expect(ColumnPlan(columns, width: 41).columns.map(\.width) == [15, 9, 15])
    }

    @Test("what no one needs is spread over those that grow")
    func nothingCut() {
        let columns = [measured("a", ideal: 10, 10, weight: 1), measured("b", ideal: 10, 10, weight: 3)]
        #expect(ColumnPlan(columns, width: 61).columns.map(\.width) == [20, 40])
    }

    @Test("whatever the widths, the columns stay within the table and waste nothing while one is cut")
    func anyWidths() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let columns = (0..<Int.random(in: 1...6, using: &random)).map { place in
                TableColumn(
                    title: "\(place)", minimum: Int.random(in: 1...12, using: &random),
                    ideal: Int.random(in: 12...30, using: &random),
                    weight: Int.random(in: 0...2, using: &random),
                    priority: Int.random(in: 0...9, using: &random),
                    measured: Bool.random(using: &random) ? Int.random(in: 0...80, using: &random) : nil)
            }
            let width = Int.random(in: 12...200, using: &random)
            let plan = ColumnPlan(columns, width: width)
            let used = plan.columns.reduce(-1) { $0 + $1.width + 1 }
            #expect(used <= width)
            let isCut = plan.columns.contains { $0.width < $0.column.measured ?? 0 }
            if isCut { #expect(used == width) }
            #expect(plan.columns.allSatisfy { $0.width >= $0.column.least })
        }
    }
}
