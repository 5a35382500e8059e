import ExperimentsCore
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// One event of `emulator` as JSON: `{"schema": 1, "at", "event", …}`, where `event` is `listening`, `request`,
/// `published`, `refused` or `full`.
struct EmulatorEventDocument {
    /// The document.
    let json: JSONValue

    init(listeningAt url: URL, projectIDs: [String], at now: Date) {
        var members = Self.members("listening", at: now)
        members["url"] = .string(url.absoluteString)
        members["projects"] = .array(projectIDs.map(JSONValue.string))
        json = .object(members)
    }

    init(_ notice: EmulatorNotice, at now: Date) {
        switch notice {
        case .request(let record):
            json = .object(Self.members(of: record))
        case .published(let projectID, let namespace, let version):
            var members = Self.members("published", at: now)
            members["project"] = .string(projectID)
            members["namespace"] = .string(namespace.rawValue)
            members["version"] = .number(String(version))
            json = .object(members)
        case .connectionsRefused(let limit):
            var members = Self.members("full", at: now)
            members["limit"] = .number(String(limit))
            json = .object(members)
        case .templateRefused(let projectID, let namespace, let problem):
            var members = Self.members("refused", at: now)
            members["project"] = .string(projectID)
            members["namespace"] = .string(namespace.rawValue)
            members["problem"] = .string("\(problem)")
            members["line"] = problem.line.map { .number(String($0)) }
            members["column"] = problem.column.map { .number(String($0)) }
            json = .object(members)
        }
    }

    private static func members(_ event: String, at time: Date) -> JSONObject {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["at"] = .string(RFC3339.text(of: time, milliseconds: true))
        members["event"] = .string(event)
        return members
    }

    private static func members(of record: RequestRecord) -> JSONObject {
        var members = members("request", at: record.time)
        for member in record.json.members { members[member.name] = member.value }
        return members
    }
}
