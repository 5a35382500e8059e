import ExperimentsCore
import Foundation

/// A named user whose values can be looked at, for example `beta tester`.
public struct NamedPersona: Sendable, Hashable {
    /// Where the persona is stored.
    public enum Origin: Sendable, Hashable {
        /// In the project file, where it cannot be changed.
        case project
        /// In a separate file.
        case saved(author: String?, at: Date?)
        /// In the store that a team shares.
        case team(author: String?, at: Date?)
    }

    /// The name for people.
    public let name: String
    /// The fields of the user, by name. Null removes a field that the source's configuration sets.
    public var fields: [String: JSONValue]
    /// Where the persona is stored.
    public var origin: Origin

    /// Creates a persona.
    public init(name: String, fields: [String: JSONValue], origin: Origin) {
        (self.name, self.fields, self.origin) = (name, fields, origin)
    }

    /// Creates a persona from the current user, to save it under a name.
    ///
    /// - Parameter configured: the configured user of the source. Attributes that were removed from it are saved as
    ///   well.
    package init(
        name: String, of persona: SourcePersona, configured: SourcePersona, author: String?, at now: Date
    ) throws(MessageError) {
        try Self.check(name: name)
        var fields = persona.fields
        for field in configured.fields.keys where fields[field] == nil { fields[field] = .null }
        self.init(name: name, fields: fields, origin: .saved(author: author, at: now))
    }

    /// Whether the project file declares it, so that it cannot be changed here.
    public var isFromProject: Bool { origin == .project }

    /// Whether it is in the store that a team shares.
    package var isTeams: Bool { if case .team = origin { true } else { false } }

    /// The same persona in the team's store.
    package var teams: NamedPersona {
        guard case .saved(let author, let date) = origin else { return self }
        return NamedPersona(name: name, fields: fields, origin: .team(author: author, at: date))
    }

    /// Returns the attributes to use for a source: the fields of this persona take precedence over the configured ones.
    package func laid(over configured: SourcePersona) -> SourcePersona {
        var all = configured.fields
        for (field, value) in fields {
            if value == .null { all.removeValue(forKey: field) } else { all[field] = value }
        }
        return SourcePersona(fields: all)
    }

    /// The fields in a few words: `country=NO plan=pro`.
    package var words: String {
        let parts = fields.sorted { $0.key < $1.key }.map { field, value in
            value == .null ? "\(field)=" : "\(field)=\(value.fieldText)"
        }
        return parts.joined(separator: " ")
    }

    /// Checks whether a persona can have this name, which is also the name of a file, and is used in place of
    /// `NAME=VALUE`.
    package static func check(name: String) throws(MessageError) {
        if let problem = NamedFiles.problem(name: name, of: "persona", such: "beta tester") { throw problem }
        guard !name.contains(scalar: "=") else {
            throw MessageError(
                "\(Quotation.of(name)) cannot be the name of a persona: --as reads it as NAME=VALUE",
                advice: "Remove the =.")
        }
    }
}

// The document of a persona: `{"version": 1, "name", "author", "savedAt", "fields": {…}}`.
extension NamedPersona {
    private static let version = 1
    /// The largest document, in bytes.
    package static let sizeLimit = 1 << 20

    /// Reads a document in UTF-8.
    ///
    /// - Parameters:
    ///   - name: the name of the persona, which is also that of its file.
    ///   - path: the file, for messages.
    /// - Throws: `FileProblem` with the place of the first mistake.
    package init(parsing bytes: [UInt8], named name: String, at path: String) throws(FileProblem) {
        let document = try JSONValue(parsing: bytes) { FileProblem(path, $0) }
        let advice = "correct it, or delete the file"
        guard let members = document.object, let version = members["version"] else {
            throw FileProblem(path: path, message: "is not a persona: \"version\" is missing", advice: advice)
        }
        guard version == .number(String(Self.version)) else {
            throw FileProblem(
                path: path,
                message: "has version \(version.compactText), but this program reads version \(Self.version)",
                advice: "use a newer version of this program")
        }
        guard let fields = members["fields"]?.object else {
            throw FileProblem(
                path: path, message: "has no \"fields\": expected an object such as {\"country\": \"NO\"}",
                advice: advice)
        }
        self.init(
            name: name, fields: Dictionary(fields.valuesByName),
            origin: .saved(
                author: members["author"]?.string,
                at: members["savedAt"]?.string.flatMap { RFC3339.date(from: $0) }))
    }

    /// The document: indented, with a newline at the end.
    package var documentBytes: [UInt8] {
        var document = JSONObject()
        document["version"] = .number(String(Self.version))
        for member in members.members where member.name != "origin" { document[member.name] = member.value }
        return JSONValue.object(document).prettyBytes + [UInt8(ascii: "\n")]
    }

    /// `{"name", "origin", "author", "savedAt", "fields"}`, as far as each is known.
    package var members: JSONObject {
        var members = JSONObject()
        members["name"] = .string(name)
        switch origin {
        case .project: members["origin"] = "project"
        case .saved(let author, let date), .team(let author, let date):
            members["origin"] = isTeams ? "team" : "saved"
            members["author"] = author.map(JSONValue.string)
            members["savedAt"] = date.map { .string(RFC3339.text(of: $0)) }
        }
        members["fields"] = .object(JSONObject(sorting: fields))
        return members
    }
}
