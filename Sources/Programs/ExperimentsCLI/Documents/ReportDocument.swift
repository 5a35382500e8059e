import ExperimentsCore
import ExperimentsOperator
import Foundation

extension Report {
    /// A report, as `list --json` and `check --json` print it.
    ///
    /// - Parameter outcome: what a check found in it; nil where none was made.
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
    /// Where the present values came from.
    var document: Document { document(of: service.snapshot) }

    /// Where values came from: `{"name", "environment", "persona", "version", "fetchedAt", "notes"}`.
    func document(of snapshot: Snapshot) -> Document {
        [
            "name": sourceName, "environment": environment, "persona": asked?.json, "version": snapshot.version,
            "fetchedAt": snapshot.fetchedAt,
            "notes": snapshot.notes.isEmpty
                ? nil : snapshot.notes.map { note -> Document in ["title": note.title, "text": note.text] },
        ]
    }
}

/// An override as JSON: what the file says of it, and whether it is in force.
struct EntryDocument {
    let members: Document
    var json: JSONValue { members.json }

    /// - Parameter isActive: whether it is in force; nil if that is not asked.
    init(_ override: Override, isActive: Bool? = nil) {
        members = [
            "value": override.value, "enabled": override.isEnabled, "active": isActive, "author": override.author,
            "note": override.note, "setAt": override.setAt, "expiresAt": override.expiresAt,
            "until": override.until?.words,
        ]
    }
}
