import Foundation

/// Values in a form for storing and reading again.
extension Snapshot {
    /// The values as JSON.
    var copied: JSONValue {
        var object = JSONObject()
        object["entries"] = .object(JSONObject(sorting: entries.mapValues(\.copied)))
        if !notes.isEmpty {
            object["notes"] = .array(notes.map { ["title": .string($0.title), "text": .string($0.text)] })
        }
        if !problems.isEmpty {
            object["problems"] = .object(JSONObject(sorting: problems.mapValues(JSONValue.string)))
        }
        if !experiments.isEmpty { object["experiments"] = .array(experiments.map(\.copied)) }
        object["groupSeparator"] = groupSeparator.map { .string(String($0)) }
        return .object(object)
    }

    /// Creates a snapshot from the result of `copied`; nil for anything else.
    init?(copied json: JSONValue, version: String?, fetchedAt: Date) {
        guard let object = json.object, let members = object["entries"]?.object?.members else { return nil }
        let entries = members.map { ($0.name, Entry(copied: $0.value)) }
        let problems = (object["problems"]?.object?.members ?? []).map { ($0.name, $0.value.string ?? "") }
        self.init(
            entries: Dictionary(entries) { $1 }, version: version, fetchedAt: fetchedAt,
            experiments: (object["experiments"]?.array ?? []).compactMap(ExperimentAssignment.init(copied:)),
            notes: (object["notes"]?.array ?? []).compactMap { note in
                guard let title = note.object?["title"]?.string, let text = note.object?["text"]?.string
                else {
                    return nil
                }
                return SourceNote(title: title, text: text)
            }, problems: Dictionary(problems) { $1 }, groupSeparator: object["groupSeparator"]?.string?.first)
    }
}

extension Snapshot.Entry {
    fileprivate var copied: JSONValue {
        var object = JSONObject()
        object["text"] = text.map(JSONValue.string)
        object["supplier"] = supplier.map(JSONValue.string)
        if isNumber { object["number"] = true }
        return .object(object)
    }

    fileprivate init(copied json: JSONValue) {
        let object = json.object
        self.init(
            text: object?["text"]?.string, supplier: object?["supplier"]?.string,
            isNumber: object?["number"] == true)
    }
}

extension ExperimentAssignment {
    fileprivate var copied: JSONValue {
        var object = JSONObject()
        object["id"] = .string(id)
        object["variant"] = .string(variant)
        object["keys"] = .array(keys.map(JSONValue.string))
        object["startedAt"] = startedAt.map { .string(RFC3339.shortestText(of: $0)) }
        return .object(object)
    }

    fileprivate init?(copied json: JSONValue) {
        guard let object = json.object, let id = object["id"]?.string, let variant = object["variant"]?.string
        else {
            return nil
        }
        self.init(
            id: id, variant: variant, keys: (object["keys"]?.array ?? []).compactMap(\.string),
            startedAt: object["startedAt"]?.string.flatMap { RFC3339.date(from: $0) })
    }
}
