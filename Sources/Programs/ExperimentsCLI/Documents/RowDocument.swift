import ExperimentsCore
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
        var members = JSONObject()
        members["name"] = .string(row.name)
        members["title"] = row.key.declaredTitle.map(JSONValue.string)
        members["group"] = row.key.group.map(JSONValue.string)
        members["description"] = row.key.summary.map(JSONValue.string)
        members["type"] = .string(schema.kind.rawValue)
        members["expected"] = .string(schema.expectation)
        members["default"] = schema.defaultText.map(JSONValue.string)
        members["status"] = .string(row.status.rawValue)
        members["value"] = row.valueText.map(JSONValue.string) ?? .null
        members["usesDefault"] = .bool(row.usesDefault)
        // Absent where the source holds nothing, null where it says to use the app's default.
        if let entry = row.entry { members["remote"] = entry.text.map(JSONValue.string) ?? .null }
        members["supplier"] = row.entry?.supplier.map(JSONValue.string)
        members["override"] = override.map { override in
            EntryDocument(override, isActive: row.overrideText != nil && override.isActive(at: now)).json
        }
        members["problem"] = row.problem.map(Self.json)
        members["sourceProblem"] = row.sourceProblem.map(JSONValue.string)
        self.members = members
    }

    private static func json(of problem: IncorrectValue) -> JSONValue {
        var members = JSONObject()
        members["reason"] = .string(problem.reason)
        members["expected"] = .string(problem.expected)
        members["found"] = .string(problem.found)
        members["offset"] = problem.offset.map { .number(String($0)) }
        return .object(members)
    }
}
