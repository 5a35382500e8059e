import ExperimentsCore
import ExperimentsOperator
import Foundation

/// One event of `watch` as JSON: `{"schema": 1, "at", "event", …}`, where `event` is `fetch`, `key`, `gone`, `live`,
/// `overrides` or `problem`.
struct WatchEventDocument {
    /// The document.
    let json: JSONValue

    /// - Parameters:
    ///   - source: the name of the source, if there are several: `source`.
    ///   - rings: whether the event rings the bell.
    init(_ event: WatchEvent, from source: String? = nil, at now: Date, rings: Bool = false) {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["at"] = .string(RFC3339.text(of: now, milliseconds: true))
        members["source"] = source.map(JSONValue.string)
        switch event {
        case .fetch(let record):
            members["event"] = "fetch"
            for member in FetchDocument(record).members.members { members[member.name] = member.value }
        case .key(let row, let override, let was):
            members["event"] = "key"
            members["key"] = RowDocument(row, override: override, at: now).json
            members["was"] = was.map(Self.state)
            if rings { members["bell"] = true }
        case .gone(let row):
            members["event"] = "gone"
            members["name"] = .string(row.name)
            members["was"] = Self.state(row)
        case .sourceProblem(let text):
            members["event"] = "problem"
            members["text"] = .string(text)
        case .overridesProblem(let problem):
            members["event"] = "overrides"
            members["problem"] = problem.map { .string($0.description) } ?? .null
        case .live(let status):
            members["event"] = "live"
            for member in Self.members(status).members { members[member.name] = member.value }
        }
        json = .object(members)
    }

    /// Whether the source announces its changes: `status`, `reason`, `retryAt`.
    static func members(_ status: LiveStatus) -> JSONObject {
        var members = JSONObject()
        members["status"] = .string(status.word)
        members["reason"] = status.reason.map(JSONValue.string)
        members["retryAt"] = status.nextTryAt.map { .string(RFC3339.text(of: $0)) }
        return members
    }

    private static func state(_ row: ReportRow) -> JSONValue {
        ["status": .string(row.status.rawValue), "value": row.valueText.map(JSONValue.string) ?? .null]
    }
}
