import ExperimentsCore
import ExperimentsOperator
import Foundation

extension Report {
    /// A report, as `list --json` and `check --json` print it.
    ///
    /// - Parameter outcome: what a check found in it; nil if none was made.
    func document(
        of session: ProjectSession, _ choice: RowChoice = RowChoice(), checked outcome: CheckOutcome? = nil,
        at now: Date = Date()
    ) -> Document {
        let rows = choice.rows ?? rows
        return [
            "source": session.document(of: snapshot),
            "passed": outcome.flatMap { $0.verdict == .unknown ? nil : $0.verdict == .passed },
            "findings": outcome.map { outcome in outcome.findings.map { $0.json(file: outcome.file?.path) } },
            "counts": Document(KeyStatus.allCases.map { ($0.rawValue, counts[$0]) }),
            "groups": choice.isGrouped ? RowGroup.groups(of: rows).map(\.document) : nil,
            "keys": rows.map { row in
                RowDocument(row, override: overrides[row.name], at: now).members + ["was": choice.was(row.name)]
            },
        ]
    }
}

extension RowGroup {
    /// `{"name", "counts", "keys"}`, the keys by name.
    fileprivate var document: Document {
        [
            "name": name.orNull, "counts": Document(counts.map { ($0.status.rawValue, $0.count) }),
            "keys": rows.map(\.name),
        ]
    }
}

extension ProjectSession {
    /// The origin of the current values.
    var document: Document { document(of: service.snapshot) }

    /// Returns the origin of values: `{"name", "environment", "persona", "version", "fetchedAt", "stale", "notes"}`.
    func document(of snapshot: Snapshot) -> Document {
        [
            "name": sourceName, "environment": environment, "persona": asked?.json, "version": snapshot.version,
            "fetchedAt": snapshot.fetchedAt, "stale": service.staleSince == nil ? nil : true,
            "notes": snapshot.notes.isEmpty
                ? nil : snapshot.notes.map { note -> Document in ["title": note.title, "text": note.text] },
        ]
    }
}

/// An override as JSON: the members of the file, and whether it is active.
struct EntryDocument {
    let members: Document
    var json: JSONValue { members.json }

    /// - Parameter isActive: whether it is active; nil to omit that.
    init(_ override: Override, isActive: Bool? = nil) {
        members = [
            "value": override.value, "enabled": override.isEnabled, "active": isActive, "author": override.author,
            "note": override.note, "setAt": override.setAt, "expiresAt": override.expiresAt,
            "until": override.until?.words,
        ]
    }
}

/// One key with its status and value, as JSON.
struct RowDocument {
    /// The members, to which a document about one key adds its own.
    let members: JSONObject
    /// The object.
    var json: JSONValue { .object(members) }

    /// - Parameter override: the key's override, active or not.
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
        // The words of the glossary stand beside the first names of these members, which scripts may read.
        members["sourceValue"] = KeyColumn.upstream.member?.value(key)
        members["supplier"] = row.entry?.supplier.map(JSONValue.string)
        members["setBy"] = members["supplier"]
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

extension SourceComparison {
    /// Two sources side by side: `{"left", "right", "same", "differences": [{"name", "difference", "left", "right",
    /// "changes"}]}`, with changes by path if both values are JSON lists or objects.
    func document(_ left: ProjectSession, _ right: ProjectSession) -> Document {
        [
            "left": left.document, "right": right.document, "same": sameCount, "identical": sameCount,
            "differences": rows.map { row -> Document in
                [
                    "name": row.name, "difference": row.word,
                    // Absent where a source holds nothing, null where it says to use the app's default.
                    "left": row.left.map(\.text.orNull), "right": row.right.map(\.text.orNull),
                    "changes": ValueDifference(row.left?.text, row.right?.text).json,
                ]
            },
        ]
    }
}
