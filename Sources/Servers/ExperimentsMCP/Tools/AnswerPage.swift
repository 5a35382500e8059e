import ExperimentsSupport

/// A part of a list, so that no answer is longer than assistants accept.
struct AnswerPage {
    static let defaultLimit = 50

    static let arguments = [
        ToolArgument("limit", .number(1...500), "Most entries to return (default: \(defaultLimit))"),
        ToolArgument("cursor", "Where to go on: `page.next` of the answer before"),
    ]

    static let schema: JSONValue = [
        "type": "object",
        "properties": [
            "total": ["type": "integer", "description": "All entries"],
            "first": ["type": "integer", "description": "Number of the first entry here, from 1"],
            "next": ["type": "string", "description": "Cursor of the next page"],
        ],
    ]

    let start: Int
    let limit: Int

    /// - Throws: `ToolProblem` for a cursor that no answer contained.
    init(_ input: ToolInput) throws(ToolProblem) {
        limit = input.number("limit") ?? Self.defaultLimit
        guard let cursor = input.text("cursor") else {
            start = 0
            return
        }
        guard let place = Int(cursor), place >= 0, String(place) == cursor else {
            throw ToolProblem("invalid cursor \(Quotation.of(cursor)): use `page.next` of an earlier answer")
        }
        start = place
    }

    /// Returns the entries of the page and what it says about the others.
    func cut(_ entries: [JSONValue], to count: Int? = nil) -> (entries: [JSONValue], page: JSONValue) {
        let first = min(start, entries.count)
        let end = min(first + min(limit, count ?? limit), entries.count)
        var page = JSONObject()
        page["total"] = .number(String(entries.count))
        page["first"] = .number(String(first + 1))
        if end < entries.count { page["next"] = .string(String(end)) }
        return (Array(entries[first..<end]), .object(page))
    }
}
