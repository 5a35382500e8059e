import ExperimentsCore
import Foundation

/// Something that a hook is told of.
package struct HookNews: Sendable, Hashable {
    /// What happened.
    package enum Event: String, Sendable, Hashable, CaseIterable {
        /// Keys came to another value.
        case changed
        /// Keys became missing or incorrect.
        case broken
        /// Keys that were missing or incorrect are no longer.
        case recovered
        /// Fetches fail from now on.
        case failing
        /// Fetches succeed again.
        case fetched
        /// Nothing: somebody tries the hook out.
        case test
    }

    /// What became of a key.
    package struct Change: Sendable, Hashable {
        /// The key.
        package let key: String
        /// What it is now.
        package let status: KeyStatus
        /// Its text before; nil for none.
        package let old: String?
        /// Its text now, also one that is not valid; nil for none.
        package let new: String?
        /// Why its text is not valid, where it is not.
        package let problem: String?

        package init(key: String, status: KeyStatus, old: String?, new: String?, problem: String? = nil) {
            (self.key, self.status, self.old, self.new, self.problem) = (key, status, old, new, problem)
        }

        init(_ row: ReportRow, was: ReportRow?) {
            self.init(
                key: row.name, status: row.status, old: was.flatMap(Self.text), new: Self.text(row),
                problem: row.problem?.description)
        }

        /// A check found that a key is missing or incorrect.
        package init(_ row: ReportRow) { self.init(row, was: nil) }

        private static func text(_ row: ReportRow) -> String? {
            row.status == .incorrect ? row.remoteText : row.valueText
        }
    }

    /// What happened.
    package let event: Event
    /// When.
    package let at: Date
    /// The keys that it happened to.
    package let changes: [Change]
    /// Why, in words, for fetches that fail.
    package let reason: String?

    package init(_ event: Event, at date: Date, changes: [Change] = [], reason: String? = nil) {
        (self.event, self.at, self.changes, self.reason) = (event, date, changes, reason)
    }
}

/// Where news are from.
package struct HookOrigin: Sendable, Hashable {
    /// The name of the project's folder.
    package let project: String
    /// What the source is called.
    package let source: String
    /// The environment that the source serves, if it says.
    package let environment: String?

    package init(project: String, source: String, environment: String?) {
        (self.project, self.source, self.environment) = (project, source, environment)
    }
}

extension HookNews {
    /// How many changes one message has at most; how many more there are is said.
    package static let changeLimit = 100
    /// How many characters of a value are sent at most.
    package static let valueLimit = 1000

    /// `{"version": 1, "event", "project", "source", "environment", "at", "reason", "changes": [{"key", "status", "old",
    /// "new", "problem", "cut"}], "more"}`, without what there is not.
    package func body(from origin: HookOrigin) -> [UInt8] {
        var members = JSONObject()
        members["version"] = 1
        members["event"] = .string(event.rawValue)
        members["project"] = .string(origin.project)
        members["source"] = .string(origin.source)
        members["environment"] = origin.environment.map(JSONValue.string)
        members["at"] = .string(RFC3339.text(of: at))
        members["reason"] = reason.map { .string(Self.cut($0)) }
        members["changes"] = .array(changes.prefix(Self.changeLimit).map(Self.json))
        if changes.count > Self.changeLimit {
            members["more"] = .number(String(changes.count - Self.changeLimit))
        }
        return JSONValue.object(members).compactBytes
    }

    private static func json(_ change: Change) -> JSONValue {
        var members = JSONObject()
        members["key"] = .string(change.key)
        members["status"] = .string(change.status.rawValue)
        // Null says that there was, or is, nothing.
        members["old"] = change.old.map { .string(cut($0)) } ?? .null
        members["new"] = change.new.map { .string(cut($0)) } ?? .null
        members["problem"] = change.problem.map { .string(cut($0)) }
        if [change.old, change.new].contains(where: { $0.map { cut($0) != $0 } ?? false }) { members["cut"] = true }
        return .object(members)
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= valueLimit || text.count <= valueLimit ? text : text.prefix(valueLimit - 1) + "…"
    }
}
