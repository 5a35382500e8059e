import TestSupport
import Testing

@testable import ExperimentsTerminalUI

@Suite("Lists to choose from", .inTurn)
struct ChoiceListTests {
    private let rect = CellRect(column: 3, row: 2, columns: 10, rows: 5)

    @Test("the chosen one is on the screen, wherever it is", arguments: 0..<20)
    func visible(selected: Int) {
        let list = ChoiceList(selected: selected, count: 20, in: rect)
        #expect(list.visible.count == 5 && list.visible.contains(selected))
        #expect(rect.contains(list.line(of: selected).origin))
    }

    @Test("a point is a choice where one is drawn, and none elsewhere")
    func points() {
        let list = ChoiceList(selected: 1, count: 3, in: rect)
        #expect(list.choice(at: CellPoint(column: 3, row: 2)) == 0)
        #expect(list.choice(at: CellPoint(column: 12, row: 4)) == 2)
        #expect(list.choice(at: CellPoint(column: 3, row: 5)) == nil)
        #expect(list.choice(at: CellPoint(column: 2, row: 2)) == nil)
    }

    @Test("if there is no room, nothing is chosen or drawn")
    func noRoom() {
        let list = ChoiceList(selected: 4, count: 9, in: CellRect(column: 0, row: 0, columns: 4, rows: 0))
        #expect(list.visible.isEmpty)
        #expect(list.choice(at: .origin) == nil)
    }
}
