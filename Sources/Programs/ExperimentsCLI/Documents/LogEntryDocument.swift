import ExperimentsCore
import ExperimentsOperator
import Foundation

/// An entry of the log as JSON: `{"at", "kind", "severity", "text", …}`, with a further member for each kind: `fetch`
/// and `live` as in `watch`, `override` with a step of `override log`, or `changes`.
struct LogEntryDocument {
    /// The members, to which a document adds its own.
    let members: JSONObject

    init(_ entry: LogEntry) {
        var members = JSONObject()
        members["at"] = .string(RFC3339.text(of: entry.date, milliseconds: true))
        members["kind"] = .string(entry.kind.rawValue)
        members["severity"] = .string(entry.severity.rawValue)
        members["text"] = .string(entry.text)
        members["source"] = entry.source.map(JSONValue.string)
        members["program"] = entry.program.map(JSONValue.string)
        switch entry.event {
        case .fetch(let record): members["fetch"] = .object(FetchDocument(record).members)
        case .live(let status): members["live"] = .object(WatchEventDocument.members(status))
        case .override(let step): members["override"] = OverrideLogDocument.json(of: step)
        case .overridesChanged(let changes): members["changes"] = OverrideLogDocument.json(of: changes)
        case .file, .message: break
        }
        self.members = members
    }

    /// The entry as a document of its own.
    var event: JSONValue {
        var document = JSONObject()
        document["schema"] = .number(DocumentSchema.version)
        for member in members.members { document[member.name] = member.value }
        return .object(document)
    }
}
