import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("What a filter keeps in mind", .inTurn)
struct SearchMemoryTests {
    private func rows(_ rows: Int...) -> RowSet {
        RowSet(rowCount: 10, where: rows.contains)
    }

    @Test("what was looked for before is looked for only in the rows that were left out then")
    func unknownRowsOnly() {
        var memory = SearchMemory()
        let probe = SearchMemory.Probe.containing(Needle("a"))
        _ = memory.rows(probe, among: rows(1, 2, 3)) { _ in rows(2) }
        let again = memory.rows(probe, among: rows(2, 3)) { _ in
            Issue.record("it was looked for again")
            return rows()
        }
        #expect(again == rows(2))
        let more = memory.rows(probe, among: rows(2, 3, 4, 5)) { unknown in
            #expect(unknown == rows(4, 5))
            return rows(5)
        }
        #expect(more == rows(2, 5))
    }

    @Test("a letter more is looked for only where the letters before it were found")
    func narrowing() {
        var memory = SearchMemory()
        _ = memory.rows(.spelling(Needle("ab")), among: .all(10)) { _ in rows(1, 2) }
        _ = memory.rows(.spelling(Needle("abc")), among: .all(10)) { unknown in
            #expect(unknown == rows(1, 2))
            return rows(2)
        }
        // Something else is no continuation of it.
        for probe in [
            SearchMemory.Probe.containing(Needle("abc")), .field(.key, Needle("abc")), .spelling(Needle("b")),
        ] {
            _ = memory.rows(probe, among: .all(10)) { unknown in
                #expect(unknown == .all(10))
                return rows()
            }
        }
    }

    @Test(
        "a capital makes a text narrower, and its absence does not",
        arguments: [("ab", "aB", true), ("aB", "abc", false), ("aB", "aBc", true), ("A", "aB", false)])
    func capitals(text: String, longer: String, continues: Bool) {
        #expect(Needle(longer).continues(Needle(text)) == continues)
    }

    @Test("rows that became others are looked at again")
    func forgetting() {
        var memory = SearchMemory()
        let probe = SearchMemory.Probe.field(.value, Needle("a"))
        _ = memory.rows(probe, among: .all(10)) { _ in rows(1, 2) }
        memory.forget([2, 3])
        let found = memory.rows(probe, among: .all(10)) { unknown in
            #expect(unknown == rows(2, 3))
            return rows(3)
        }
        #expect(found == rows(1, 3))
    }

    @Test("only so much is kept")
    func limit() {
        var memory = SearchMemory()
        let first = SearchMemory.Probe.containing(Needle("x"))
        _ = memory.rows(first, among: .all(10)) { _ in rows() }
        for number in 0..<100 {
            _ = memory.rows(.containing(Needle("\(number)")), among: .all(10)) { _ in rows() }
        }
        #expect(!memory.knows(first, among: rows(1)))
        #expect(memory.knows(.containing(Needle("99")), among: rows(1)))
    }
}
