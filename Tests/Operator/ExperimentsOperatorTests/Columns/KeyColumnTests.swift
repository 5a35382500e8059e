import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("The columns of lists of keys", .inTurn)
struct KeyColumnTests {
    private let report = Report(
        keys: [CatalogKey(name: "red", schema: ValueSchema(kind: .bool))],
        snapshot: Snapshot(texts: ["red": "true"], fetchedAt: .distantPast), overrides: .empty,
        at: .distantPast)

    @Test("each has a name of its own, by which it is found if a list can be sorted by it")
    func names() {
        #expect(Set(KeyColumn.declarations.map(\.name)).count == KeyColumn.declarations.count)
        for column in KeyOrder.Column.allCases {
            #expect(KeyOrder.Column(rawValue: column.rawValue) == column)
        }
        #expect(KeyOrder.Column(rawValue: "layer") == nil && KeyOrder.Column(rawValue: "colour") == nil)
        #expect(KeyOrder.Column.allCases.first == .declared)
    }

    @Test("every list shows status, name and value first, the value under the title that it has there")
    func scopes() {
        for scope in KeyScope.allCases {
            let shown = KeyColumn.declarations.filter { $0.scopes.contains(scope) }
            #expect(shown.prefix(3) == [.status, .key, .value])
        }
        #expect(
            KeyColumn.value.title(in: .all) == "value" && KeyColumn.value.title(in: .incorrect) == "found")
        #expect(
            KeyColumn.value.fileName(in: .missing) == "value"
                && KeyColumn.value.fileName(in: .incorrect) == "found")
    }

    @Test("what a column says of a key is what JSON has of it, unless it has it elsewhere")
    func members() throws {
        let row = try #require(report.rows.first)
        let key = ListedKey(row.name, row, override: nil, in: ListedKeys(report))
        for column in KeyColumn.declarations {
            guard let member = column.member else { continue }
            #expect(member.value(key)?.string == column.text(key), "\(member.name)")
        }
    }

    @Test(
        "a key of which only an override is known is an orphan, and its override's state stands in a list of overrides"
    )
    func orphan() {
        let override = ExperimentsCore.Override(value: "1", isEnabled: false)
        #expect(ListedKey("x", nil, override: override, in: ListedKeys(report)).status.word == "orphan")
        let list = ListedKeys(report, scope: .overrides)
        #expect(ListedKey("x", nil, override: override, in: list).status.word == "off")
        #expect(KeyColumn.value.text(ListedKey("x", nil, override: override, in: list)) == "1")
    }

    @Test("filters know the fields of the columns")
    func fields() {
        #expect(FilterField(named: "FROM") == .source && FilterField(named: "is") == .status)
        #expect(FilterField(named: "author") == nil)
        #expect(FilterField.all.map(\.name).prefix(3) == ["key", "status", "type"])
        #expect(Set(KeyColumn.declarations.compactMap(\.field)).isSubset(of: FilterField.all))
    }
}
