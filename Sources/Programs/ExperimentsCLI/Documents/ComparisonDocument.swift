import ExperimentsCore
import ExperimentsOperator

/// Two sources side by side as JSON: `{"schema": 1, "left", "right", "same", "differences": [{"name", "difference",
/// "left", "right", "changes"}]}`, with changes by path where both values are lists or objects of JSON.
struct ComparisonDocument {
    /// The document.
    let json: JSONValue

    init(_ comparison: SourceComparison, _ left: ProjectSession, _ right: ProjectSession) {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["left"] = SourceDocument(left, left.service.snapshot).json
        members["right"] = SourceDocument(right, right.service.snapshot).json
        members["same"] = .number(String(comparison.sameCount))
        members["differences"] = .array(
            comparison.rows.map { row in
                var entry = JSONObject()
                entry["name"] = .string(row.name)
                entry["difference"] = .string(row.word)
                // Absent where a source holds nothing, null where it says to use the app's default.
                if let left = row.left { entry["left"] = left.text.map(JSONValue.string) ?? .null }
                if let right = row.right { entry["right"] = right.text.map(JSONValue.string) ?? .null }
                entry["changes"] = ValueDifference(row.left?.text, row.right?.text).json
                return .object(entry)
            })
        json = .object(members)
    }
}
