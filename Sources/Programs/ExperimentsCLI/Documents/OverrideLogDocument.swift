import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

/// The changes of overrides as JSON: `{"schema": 1, "path", "overrides", "undo", "redo", "steps": [step]}`.
struct OverrideLogDocument {
    /// The document.
    let json: JSONValue

    /// - Parameter steps: those to list, of the journal's.
    init(_ journal: OverrideJournal, _ steps: [OverrideStep], _ target: OverrideTarget) {
        json = [
            "schema": .number(DocumentSchema.version),
            "path": .string(target.team?.place ?? Self.absolute(target.files.journal.path)),
            "undo": Self.number(of: journal.undoable.last), "redo": Self.number(of: journal.redoable.last),
            "steps": .array(steps.map(Self.json)),
        ]
    }

    /// One step as JSON: `{"step", "action", "of", "title", "author", "program", "at", "changes"}`.
    static func json(of step: OverrideStep) -> JSONValue {
        var members = JSONObject()
        members["step"] = .number(String(step.number))
        members["action"] = .string(step.kind.word)
        if step.kind != .edit { members["of"] = .number(String(step.subject)) }
        members["title"] = .string(step.title)
        members["author"] = step.origin.author.map(JSONValue.string)
        members["program"] = step.origin.program.map(JSONValue.string)
        members["at"] = .string(RFC3339.text(of: step.at, milliseconds: true))
        members["changes"] = json(of: step.changes)
        return .object(members)
    }

    /// Returns the old and the new override of each key: `[{"name", "app", "installation", "change", "before",
    /// "after"}]`.
    static func json(of changes: [OverrideSetDifference.Change]) -> JSONValue {
        .array(
            changes.map { change in
                var entry = JSONObject()
                let address = OverrideAddress(text: change.name)
                entry["name"] = .string(address.name)
                entry["app"] = address.scope.app.map(JSONValue.string)
                entry["installation"] = address.scope.installation.map(JSONValue.string)
                entry["change"] = .string(change.word)
                entry["before"] = change.before.map { EntryDocument($0).json }
                entry["after"] = change.after.map { EntryDocument($0).json }
                return .object(entry)
            })
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

    private static func number(of step: OverrideStep?) -> JSONValue {
        step.map { .number(String($0.subject)) } ?? .null
    }
}
