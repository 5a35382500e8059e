import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Values of several personas or sources, side by side", .inTurn)
struct ValueMatrixTests {
    private let now = SampleShop.start
    private let keys = [
        CatalogKey(name: "rate", schema: ValueSchema(kind: .double, defaultText: "1")),
        CatalogKey(name: "color", schema: ValueSchema(kind: .string)),
        CatalogKey(name: "layout", schema: ValueSchema(kind: .json)),
    ]

    private func column(_ title: String, _ texts: [String: String?]?) -> ValueMatrix.Column {
        ValueMatrix.Column(
            title: title,
            snapshot: texts.map {
                Snapshot(
                    entries: $0.mapValues { Snapshot.Entry(text: $0) }, version: nil, etag: nil,
                    fetchedAt: now)
            }, problem: texts == nil ? "connection refused" : nil)
    }

    private func matrix(_ columns: [String: String?]?...) -> ValueMatrix {
        ValueMatrix(
            columns.enumerated().map { column("\($0)", $1) }, keys: keys, booleanPolicy: .strict, at: now)
    }

    @Test("keys differ where an app gets another value, not where it is written otherwise")
    func differing() {
        let all = ["rate": "1.0", "color": "red", "layout": "{}"]
        let matrix = matrix(all, ["rate": "1", "color": "blue", "layout": "{ }"])
        #expect(matrix.differing.map(\.name) == ["color"])
        #expect(matrix.rows.map(\.name) == ["rate", "color", "layout"])
    }

    @Test("a key that one column does not have differs, also where the app's default is the same value")
    func missing() {
        let matrix = matrix(["rate": "1", "color": "a", "layout": "1"], ["color": "a", "layout": "1"])
        #expect(matrix.differing.map(\.name) == ["rate"])
        #expect(matrix.differing.first?.differs(at: 1) == true)
        #expect(matrix.differing.first?.excerpt(at: 1, columns: 20) == "missing (1)")
    }

    @Test("names that is not declared come last, and differ where a column does not hold them")
    func undeclared() {
        let all = ["rate": "1", "color": "a", "layout": "1"]
        let matrix = matrix(
            all.merging(["z": "1", "b": "2"]) { $1 }, all.merging(["z": "1"]) { $1 })
        #expect(matrix.rows.suffix(2).map(\.name) == ["b", "z"])
        #expect(matrix.differing.map(\.name) == ["b"])
        #expect(matrix.rows.last?.isDeclared == false)
    }

    @Test("an unknown column makes no difference, and has no cells")
    func unknown() {
        let matrix = matrix(nil, ["rate": "1", "color": "a"], ["rate": "2", "color": "a"])
        #expect(matrix.differing.map(\.name) == ["rate"])
        #expect(matrix.rows[0].baseline == 1)
        #expect(matrix.rows[0].excerpt(at: 0, columns: 20) == nil)
        #expect(matrix.rows[0].differs(at: 2) && !matrix.rows[0].differs(at: 0))
    }

    @Test("of long values the part that differs is shown, and short ones whole")
    func excerpts() throws {
        let long = String(repeating: "same ", count: 40)
        let matrix = matrix(
            ["rate": "1", "color": long + "red end", "layout": ""],
            ["rate": "2", "color": long + "blue end"],
            ["rate": "1", "color": long + "red end", "layout": ""])
        let color = try #require(matrix.rows.first { $0.name == "color" })
        #expect(color.excerpt(at: 0, columns: 20)?.contains("red") == true)
        #expect(color.excerpt(at: 1, columns: 20)?.contains("blue") == true)
        #expect(color.excerpt(at: 2, columns: 20) == color.excerpt(at: 0, columns: 20))
        #expect(matrix.rows[0].excerpt(at: 1, columns: 20) == "2")
        #expect(matrix.rows[2].excerpt(at: 1, columns: 20) == "missing")
    }

    @Test("a filter finds keys, values and groups")
    func filter() {
        let matrix = matrix(["rate": "1", "color": "red"], ["rate": "1", "color": "blue"])
        func names(_ filter: String) -> [String] {
            matrix.rows.filter { $0.passes(Filter(filter), now: now) }.map(\.name)
        }
        #expect(names("") == ["rate", "color", "layout"])
        #expect(names("blue") == ["color"])
        #expect(names("type:double") == ["rate"])
        #expect(names("!color") == ["rate", "layout"])
    }
}
