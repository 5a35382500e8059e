import ExperimentsCore

// Beside `overrides`, a file of overrides may have `"apps": {app: {"overrides": {key: entry}, "installations":
// {installation: {"overrides": {key: entry}}}}}`, with entries as everywhere. Unknown members are kept at each level.
extension ScopedOverrides {
    private static let member = "apps"
    private static let ownMembers = ["overrides", "installations"]

    /// The overrides of all scopes in what was read of a file.
    ///
    /// - Throws: `ScopedOverridesProblem` where the member for apps is not as it must be.
    package init(_ set: OverrideSet) throws(ScopedOverridesProblem) {
        var base = set
        guard let node = set.unknownMembers[Self.member] else {
            self.init(base: base, apps: [:])
            return
        }
        // The place among the members is kept; the content is written anew.
        base.unknownMembers[Self.member] = .null
        var apps: [String: App] = [:]
        for (name, app) in try Self.members(node, DocumentPath()[Self.member]) {
            let path = DocumentPath()[Self.member][name]
            var found = App(overrides: try Self.overrides(app, path))
            if let installations = app.object?["installations"] {
                let path = path["installations"]
                for (id, installation) in try Self.members(installations, path) {
                    found.installations[id] = try Self.overrides(installation, path[id])
                }
            }
            apps[name] = found
        }
        self.init(base: base, apps: apps)
    }

    private static func members(
        _ node: JSONValue, _ path: DocumentPath
    ) throws(ScopedOverridesProblem) -> [(String, JSONValue)] {
        if node.isNothing { return [] }
        guard let object = node.object else {
            throw ScopedOverridesProblem(path, DocumentWords.expected("an object", found: node.found))
        }
        return object.members.map { ($0.name, $0.value) }
    }

    private static func overrides(
        _ node: JSONValue, _ path: DocumentPath
    ) throws(ScopedOverridesProblem) -> OverrideSet {
        let members = try members(node, path)
        let document: JSONValue = ["version": 1, "overrides": node.object?["overrides"] ?? [:]]
        do throws(OverrideDocumentProblem) {
            var set = try OverrideSet(parsing: document.compactBytes)
            let others = members.filter { !ownMembers.contains($0.0) }
            set.unknownMembers = JSONObject(distinct: others.map { JSONObject.Member(name: $0.0, value: $0.1) })
            return set
        } catch {
            throw ScopedOverridesProblem(path["overrides"], error.message)
        }
    }

    /// The overrides as they are written to a file: those for everyone, with those for apps beside them.
    package var set: OverrideSet {
        var set = base
        let members = apps.sorted { $0.key < $1.key }.map { name, app in
            JSONObject.Member(name: name, value: .object(Self.document(app)))
        }
        set.unknownMembers[Self.member] = members.isEmpty ? nil : .object(JSONObject(distinct: members))
        return set
    }

    private static func document(_ app: App) -> JSONObject {
        var document = document(app.overrides)
        let installations = app.installations.sorted { $0.key < $1.key }.map { id, set in
            JSONObject.Member(name: id, value: .object(Self.document(set)))
        }
        if !installations.isEmpty { document["installations"] = .object(JSONObject(distinct: installations)) }
        return document
    }

    private static func document(_ set: OverrideSet) -> JSONObject {
        var document = JSONObject()
        if !set.isEmpty { document["overrides"] = OverrideEntries.json(of: set) }
        for member in set.unknownMembers.members where !ownMembers.contains(member.name) {
            document[member.name] = member.value
        }
        return document
    }
}

/// The entries of overrides as JSON, spelled as in a file of overrides.
package enum OverrideEntries {
    /// The entries of a set by key name, in alphabetical order.
    package static func json(of set: OverrideSet) -> JSONValue {
        let document = try? JSONValue(parsing: OverrideSet(set.entries).documentBytes)
        return document?.object?["overrides"] ?? [:]
    }

    /// The entry of one override.
    package static func json(of override: Override) -> JSONValue {
        json(of: OverrideSet(["key": override])).object?["key"] ?? [:]
    }

    /// The override that an entry is.
    ///
    /// - Parameter name: the key, which the error names.
    /// - Throws: `OverrideDocumentProblem`; its place is one in the entry's compact text, if it has one.
    package static func override(
        _ entry: JSONValue, of name: String
    ) throws(OverrideDocumentProblem) -> Override? {
        let entries = JSONObject(distinct: [JSONObject.Member(name: name, value: entry)])
        let document: JSONValue = ["version": 1, "overrides": .object(entries)]
        return try OverrideSet(parsing: document.compactBytes)[name]
    }
}

/// The reason why a file's overrides for apps cannot be read. Those for everyone still can, and nothing is lost: the
/// member stays as it is.
package struct ScopedOverridesProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// Where in the document.
    package let path: DocumentPath
    /// The problem, and what was expected.
    package let message: String

    init(_ path: DocumentPath, _ message: String) {
        self.path = path
        self.message = "overrides for apps: \(path): \(message)"
    }

    /// What to do about it.
    package var advice: String? { "mend the member \"apps\" of the overrides file; it is left as it is" }

    /// The message.
    package var description: String { message }

    /// The problem with its place in the file that it is about.
    package func located(in file: String) -> FileProblem {
        let bytes = try? FileBytes.readIfPresent(file, limit: JSONOverrideStore.sizeLimit)
        let place = bytes.map { JSONPlaces($0).place(of: path) }
        return FileProblem(path: file, message: message, line: place?.line, column: place?.column, advice: advice)
    }
}
