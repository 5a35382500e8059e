import ExperimentsCore

// The document of a persona: `{"version": 1, "name", "author", "savedAt", "fields": {…}}`.
extension NamedPersona {
    private static let version = 1
    /// The largest document, in bytes.
    package static let sizeLimit = 1 << 20

    /// Reads a document in UTF-8.
    ///
    /// - Parameters:
    ///   - name: what the persona is called, which is the name of its file.
    ///   - path: the file, for what is wrong with it.
    /// - Throws: `FileProblem` with the place of the first mistake.
    package init(parsing bytes: [UInt8], named name: String, at path: String) throws(FileProblem) {
        let document: JSONValue
        do throws(JSONProblem) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw FileProblem(path: path, message: error.message, line: error.line, column: error.column)
        }
        let advice = "correct it, or delete the file"
        guard let members = document.object, let version = members["version"] else {
            throw FileProblem(path: path, message: "is no persona: it has no 'version'", advice: advice)
        }
        guard version == .number(String(Self.version)) else {
            throw FileProblem(
                path: path, message: "has version \(version.compactText), and this program reads \(Self.version)",
                advice: "use a newer version of this program")
        }
        guard let fields = members["fields"]?.object else {
            throw FileProblem(
                path: path, message: "has no 'fields': expected an object such as {\"country\": \"NO\"}",
                advice: advice)
        }
        self.init(
            name: name, fields: fields.valuesByName,
            origin: .saved(
                author: members["author"]?.string, at: members["savedAt"]?.string.flatMap { RFC3339.date(from: $0) }))
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
        let sorted = fields.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: $0.value) }
        members["fields"] = .object(JSONObject(distinct: sorted))
        return members
    }
}
