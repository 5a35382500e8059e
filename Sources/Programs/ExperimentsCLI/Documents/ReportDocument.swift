import ExperimentsCore
import ExperimentsOperator
import Foundation

extension Report {
    /// A report, as `list --json` and `check --json` print it.
    ///
    /// - Parameter outcome: the result of a check; nil if there was none.
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
                row.members(override: overrides[row.name], at: now) + ["was": choice.was(row.name)]
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

    /// Returns the origin of values: `{"name", "environment", "persona", "version", "fetchedAt", "stale", "problem",
    /// "notes"}`.
    func document(of snapshot: Snapshot) -> Document {
        [
            "name": sourceName, "environment": environment, "persona": asked?.json,
            "version": snapshot.version,
            "fetchedAt": snapshot.fetchedAt, "stale": service.staleSince == nil ? nil : true,
            "problem": service.staleSince == nil ? nil : service.history.last?.failure?.summary,
            "notes": snapshot.notes.isEmpty
                ? nil : snapshot.notes.map { note -> Document in ["title": note.title, "text": note.text] },
        ]
    }
}

extension Override {
    /// The override as JSON: its entry in the file, and whether it is active.
    ///
    /// - Parameter isActive: whether it is active; nil to leave that out.
    func document(isActive: Bool? = nil) -> Document {
        [
            "value": value, "enabled": isEnabled, "active": isActive, "author": author, "note": note,
            "setAt": setAt,
            "expiresAt": expiresAt, "until": until?.words,
        ]
    }
}

extension ReportRow {
    /// The key with its status and value, as the members of an object. A document about one key adds its own members.
    ///
    /// - Parameter override: the key's override, active or not.
    func members(override: Override?, at now: Date) -> JSONObject {
        let listed = ListedKey(name, self, override: override, in: .none)
        var members = JSONObject()
        func add(_ columns: KeyColumn...) {
            for member in columns.compactMap(\.member) { members[member.name] = member.value(listed) }
        }
        add(.key)
        members["title"] = key.declaredTitle.map(JSONValue.string)
        members["group"] = key.group.map(JSONValue.string)
        members["description"] = key.summary.map(JSONValue.string)
        add(.type, .expected)
        members["default"] = key.schema.defaultText.map(JSONValue.string)
        add(.status, .value)
        members["usesDefault"] = .bool(usesDefault)
        add(.upstream)
        // The members with glossary names are in addition to the first names, which scripts may read.
        members["sourceValue"] = KeyColumn.upstream.member?.value(listed)
        members["supplier"] = entry?.supplier.map(JSONValue.string)
        members["setBy"] = members["supplier"]
        members["override"] = override.map { override in
            override.document(isActive: overrideText != nil && override.isActive(at: now)).json
        }
        members["problem"] = problem.map(Self.json)
        members["sourceProblem"] = sourceProblem.map(JSONValue.string)
        // Further columns come at the end.
        for column in KeyColumn.declarations where !Self.placedColumns.contains(column) { add(column) }
        return members
    }

    /// The columns whose members have fixed places.
    private static let placedColumns: Set<KeyColumn> = [.key, .type, .expected, .status, .value, .upstream]

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
                    // Absent if a source has no entry, null if it tells apps to use their default.
                    "left": row.left.map(\.text.orNull), "right": row.right.map(\.text.orNull),
                    "changes": ValueDifference(row.left?.text, row.right?.text).json,
                ]
            },
        ]
    }
}
