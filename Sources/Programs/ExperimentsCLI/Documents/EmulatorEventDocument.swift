import ExperimentsCore
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// One event of `emulator` as JSON: `{"schema": 1, "at", "event", …}`, where `event` is `listening`, `request`,
/// `published`, `refused`, `overridden`, `upstream` or `full`.
struct EmulatorEventDocument {
    /// The document.
    let json: JSONValue

    init(listeningAt url: URL, projectIDs: [String], at now: Date) {
        var members = JSONObject(listeningAt: url, at: now)
        members["projects"] = .array(projectIDs.map(JSONValue.string))
        json = .object(members)
    }

    init(_ notice: EmulatorNotice, at now: Date) {
        switch notice {
        case .request(let record):
            json = .object(Self.members(of: record))
        case .published(let projectID, let namespace, let version):
            var members = JSONObject(event: "published", at: now)
            members["project"] = .string(projectID)
            members["namespace"] = .string(namespace.rawValue)
            members["version"] = .number(String(version))
            json = .object(members)
        case .connectionsRefused(let limit):
            json = .object(JSONObject(connectionsRefusedFrom: limit, at: now))
        case .templateRefused(let projectID, let namespace, let problem):
            var members = JSONObject(event: "refused", at: now)
            members["project"] = .string(projectID)
            members["namespace"] = .string(namespace.rawValue)
            members["problem"] = .string("\(problem)")
            members["line"] = problem.line.map { .number(String($0)) }
            members["column"] = problem.column.map { .number(String($0)) }
            json = .object(members)
        case .payloadPublished(let features):
            var members = JSONObject(event: "published", at: now)
            members["features"] = features.map { .number(String($0)) } ?? .null
            json = .object(members)
        case .payloadRefused(let problem):
            var members = JSONObject(event: "refused", at: now)
            members["problem"] = .string("\(problem)")
            json = .object(members)
        case .overridden, .overridesRefused, .upstream:
            json = .object(Self.members(of: notice, at: now) ?? JSONObject())
        }
    }

    /// The members of news about what feeds a project.
    private static func members(of notice: EmulatorNotice, at now: Date) -> JSONObject? {
        switch notice {
        case .overridden(let projectID, let overrides):
            var members = JSONObject(event: "overridden", at: now)
            members["project"] = .string(projectID)
            // Null for a key that is left out, because it does not accept its override.
            let values = overrides.everyone.sorted { $0.key < $1.key }.map { name, text in
                JSONObject.Member(name: name, value: text.map(JSONValue.string) ?? .null)
            }
            members["overrides"] = .object(JSONObject(distinct: values))
            members["scopes"] = .number(String(overrides.narrowerScopeCount))
            return members
        case .overridesRefused(let projectID, let problem):
            var members = JSONObject(event: "refused", at: now)
            members["project"] = .string(projectID)
            members["problem"] = .string("\(problem)")
            members["line"] = problem.line.map { .number(String($0)) }
            members["column"] = problem.column.map { .number(String($0)) }
            return members
        case .upstream(let projectID, let news):
            var members = JSONObject(event: "upstream", at: now)
            members["project"] = .string(projectID)
            members["status"] = .string(news.word)
            if let reason = news.reason { members["reason"] = .string(reason) }
            return members
        default: return nil
        }
    }

    private static func members(of record: RequestRecord) -> JSONObject {
        var members = JSONObject(event: "request", at: record.time)
        for member in record.json.members { members[member.name] = member.value }
        return members
    }
}

extension UpstreamNews {
    /// One word: `failed`, `mended`, `live` or `silent`.
    fileprivate var word: String {
        switch self {
        case .failed: "failed"
        case .mended: "mended"
        case .live: "live"
        case .silent: "silent"
        }
    }

    /// The reason, if there is one.
    fileprivate var reason: String? {
        switch self {
        case .failed(let reason), .silent(let reason): reason
        case .mended, .live: nil
        }
    }
}
