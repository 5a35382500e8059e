import ExperimentsTerminalUI
import TestSupport
import Testing

@Suite("Rectangles", .inTurn)
struct RectTests {
    private let rect = CellRect(column: 2, row: 1, columns: 10, rows: 6)

    @Test("Parts cut off and the rest cover the whole")
    func splitting() {
        #expect(rect.splitTop(2).top == CellRect(column: 2, row: 1, columns: 10, rows: 2))
        #expect(rect.splitTop(2).rest == CellRect(column: 2, row: 3, columns: 10, rows: 4))
        #expect(rect.splitBottom(1).bottom == CellRect(column: 2, row: 6, columns: 10, rows: 1))
        #expect(rect.splitBottom(1).rest == CellRect(column: 2, row: 1, columns: 10, rows: 5))
        #expect(rect.splitLeft(3).rest == CellRect(column: 5, row: 1, columns: 7, rows: 6))
        #expect(rect.splitRight(3).right == CellRect(column: 9, row: 1, columns: 3, rows: 6))
    }

    @Test("More than there is cannot be cut off")
    func splittingTooMuch() {
        #expect(rect.splitTop(99).rest.isEmpty)
        #expect(rect.splitTop(99).top == rect)
        #expect(rect.splitLeft(-1).left.isEmpty)
        #expect(rect.splitBottom(-1).rest == rect)
    }

    @Test("A margin larger than the rectangle leaves nothing, in the middle")
    func inset() {
        #expect(rect.inset(by: 1) == CellRect(column: 3, row: 2, columns: 8, rows: 4))
        #expect(rect.inset(by: 9).isEmpty)
        #expect(rect.contains(rect.inset(by: 9).origin) || rect.inset(by: 9).row == 4)
    }

    @Test("A centred rectangle is not larger than its surroundings")
    func centered() {
        #expect(
            rect.centered(CellSize(columns: 4, rows: 2)) == CellRect(column: 5, row: 3, columns: 4, rows: 2))
        #expect(rect.centered(CellSize(columns: 40, rows: 20)) == rect)
    }

    @Test("Points on the edges are inside at the top left and outside at the bottom right")
    func contains() {
        #expect(rect.contains(CellPoint(column: 2, row: 1)))
        #expect(!rect.contains(CellPoint(column: 12, row: 1)))
        #expect(!rect.contains(CellPoint(column: 2, row: 7)))
    }

    @Test("Rectangles that do not meet share nothing")
    func intersection() {
        #expect(rect.intersection(CellRect(column: 50, row: 0, columns: 5, rows: 5)).isEmpty)
        let shared = rect.intersection(CellRect(column: 0, row: 0, columns: 4, rows: 3))
        #expect(shared == CellRect(column: 2, row: 1, columns: 2, rows: 2))
    }
}
