import ExperimentsCore
import ExperimentsOperator
import Foundation

/// One key with its status and value, as JSON.
struct RowDocument {
    /// The members, to which a document about one key adds its own.
    let members: JSONObject
    /// The object.
    var json: JSONValue { .object(members) }

    /// - Parameter override: the key's override, whether in force or not.
    init(_ row: ReportRow, override: Override?, at now: Date) {
        let schema = row.key.schema
        let key = ListedKey(row.name, row, override: override, in: .none)
        var members = JSONObject()
        func add(_ columns: KeyColumn...) {
            for member in columns.compactMap(\.member) { members[member.name] = member.value(key) }
        }
        add(.key)
        members["title"] = row.key.declaredTitle.map(JSONValue.string)
        members["group"] = row.key.group.map(JSONValue.string)
        members["description"] = row.key.summary.map(JSONValue.string)
        add(.type, .expected)
        members["default"] = schema.defaultText.map(JSONValue.string)
        add(.status, .value)
        members["usesDefault"] = .bool(row.usesDefault)
        add(.upstream)
        members["supplier"] = row.entry?.supplier.map(JSONValue.string)
        members["override"] = override.map { override in
            EntryDocument(override, isActive: row.overrideText != nil && override.isActive(at: now)).json
        }
        members["problem"] = row.problem.map(Self.json)
        members["sourceProblem"] = row.sourceProblem.map(JSONValue.string)
        // What further columns have stands at the end.
        for column in KeyColumn.declarations where !Self.placed.contains(column) { add(column) }
        self.members = members
    }

    /// The columns whose members have a place of their own.
    private static let placed: Set<KeyColumn> = [.key, .type, .expected, .status, .value, .upstream]

    private static func json(of problem: IncorrectValue) -> JSONValue {
        var members = JSONObject()
        members["reason"] = .string(problem.reason)
        members["expected"] = .string(problem.expected)
        members["found"] = .string(problem.found)
        members["offset"] = problem.offset.map { .number(String($0)) }
        return .object(members)
    }
}
