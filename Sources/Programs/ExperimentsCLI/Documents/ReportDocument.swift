import ExperimentsCore
import ExperimentsOperator
import Foundation

/// A report as JSON, as `list --json` and `check --json` print it.
struct ReportDocument {
    /// The document.
    let json: JSONValue

    init(
        _ report: Report, of session: ProjectSession, _ choice: RowChoice = RowChoice(), at now: Date = Date()
    ) {
        self.init(members: Self.members(report, session, choice, nil, now))
    }

    /// A report together with what a check found in it.
    init(_ report: Report, of session: ProjectSession, _ outcome: CheckOutcome, at now: Date = Date()) {
        self.init(members: Self.members(report, session, RowChoice(), outcome, now))
    }

    private init(members: JSONObject) {
        json = .object(members)
    }

    private static func members(
        _ report: Report, _ session: ProjectSession, _ choice: RowChoice, _ outcome: CheckOutcome?, _ now: Date
    ) -> JSONObject {
        let rows = choice.rows ?? report.rows
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["source"] = SourceDocument(session, report.snapshot).json
        if let outcome {
            if outcome.verdict != .unknown { members["passed"] = .bool(outcome.verdict == .passed) }
            members["findings"] = .array(outcome.findings.map { $0.json(file: outcome.file?.path) })
        }
        var counts = JSONObject()
        for status in KeyStatus.allCases { counts[status.rawValue] = .number(String(report.counts[status])) }
        members["counts"] = .object(counts)
        if choice.isGrouped { members["groups"] = .array(RowGroup.groups(of: rows).map(\.json)) }
        members["keys"] = .array(
            rows.map { row in
                var members = RowDocument(row, override: report.overrides[row.name], at: now).members
                members["was"] = choice.was(row.name)
                return .object(members)
            })
        return members
    }
}

extension RowGroup {
    /// `{"name", "counts", "keys"}`, the keys by name.
    fileprivate var json: JSONValue {
        [
            "name": name.map(JSONValue.string) ?? .null,
            "counts": .object(
                JSONObject(
                    distinct: counts.map { .init(name: $0.status.rawValue, value: .number(String($0.count))) })),
            "keys": .array(rows.map { .string($0.name) }),
        ]
    }
}

/// Where values came from, as JSON: `{"name", "environment", "persona", "version", "fetchedAt",
/// "notes"}`.
struct SourceDocument {
    /// The object.
    let json: JSONValue

    init(_ session: ProjectSession, _ snapshot: Snapshot) {
        var members = JSONObject()
        members["name"] = .string(session.sourceName)
        members["environment"] = session.environment.map(JSONValue.string)
        members["persona"] = session.asked?.json
        members["version"] = snapshot.version.map(JSONValue.string)
        members["fetchedAt"] = snapshot.fetchedAt.map { .string(RFC3339.text(of: $0)) }
        if !snapshot.notes.isEmpty {
            members["notes"] = .array(
                snapshot.notes.map { ["title": .string($0.title), "text": .string($0.text)] })
        }
        json = .object(members)
    }
}

/// An override as JSON: what the file says of it, and whether it is in force.
struct EntryDocument {
    /// The members.
    let members: JSONObject
    /// The object.
    var json: JSONValue { .object(members) }

    /// - Parameter isActive: whether it is in force; nil if that is not asked.
    init(_ override: Override, isActive: Bool? = nil) {
        var members = JSONObject()
        members["value"] = .string(override.value)
        members["enabled"] = .bool(override.isEnabled)
        members["active"] = isActive.map(JSONValue.bool)
        members["author"] = override.author.map(JSONValue.string)
        members["note"] = override.note.map(JSONValue.string)
        members["setAt"] = override.setAt.map { .string(RFC3339.text(of: $0)) }
        members["expiresAt"] = override.expiresAt.map { .string(RFC3339.text(of: $0)) }
        members["until"] = override.until.map { .string($0.words) }
        self.members = members
    }
}
