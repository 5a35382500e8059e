import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Sets of rows", .inTurn)
struct RowSetTests {
    @Test("they hold what sets of numbers hold", arguments: [0, 1, 63, 64, 65, 200])
    func sameAsSets(rowCount: Int) {
        var generator = SeededGenerator(seed: 3 &+ FuzzEffort.seed)
        for _ in 0..<20 {
            let one = Set((0..<rowCount).filter { _ in Bool.random(using: &generator) })
            let other = Set((0..<rowCount).filter { _ in Bool.random(using: &generator) })
            let (rows, others) = (
                RowSet(rowCount: rowCount, where: one.contains),
                RowSet(rowCount: rowCount, where: other.contains)
            )
            #expect(rows.rows == one.sorted())
            #expect(rows.count == one.count && rows.isEmpty == one.isEmpty)
            #expect(rows.union(others).rows == one.union(other).sorted())
            #expect(rows.intersection(others).rows == one.intersection(other).sorted())
            #expect(rows.subtracting(others).rows == one.subtracting(other).sorted())
            #expect(RowSet.all(rowCount).subtracting(rows).count == rowCount - one.count)
        }
    }

    @Test("rows are put in and taken out one by one")
    func singleRows() {
        var rows = RowSet(rowCount: 100)
        for row in [0, 63, 64, 99] { rows.insert(row) }
        rows.remove(63)
        #expect(rows.rows == [0, 64, 99])
        #expect(rows.contains(64) && !rows.contains(63))
    }
}
