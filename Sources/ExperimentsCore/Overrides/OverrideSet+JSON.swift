import Foundation

/// Why a document is not one of overrides.
public struct OverrideDocumentProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public let message: String
    /// The place in the text, where the text is not JSON.
    public let line: Int?
    /// The place in the text, where the text is not JSON.
    public let column: Int?
    /// What to do about it.
    public let advice: String?

    init(_ message: String, line: Int? = nil, column: Int? = nil, advice: String? = nil) {
        (self.message, self.line, self.column, self.advice) = (message, line, column, advice)
    }

    public var description: String { message }
}

// The document is `{"version": 1, "overrides": {key: entry}}`, an entry
// `{"value", "enabled", "author", "note", "setAt", "expiresAt"}`; only `value` is required.
extension OverrideSet {
    /// The version of the document that this code writes, and the latest it reads.
    public static let documentVersion = 1

    /// Reads a document.
    ///
    /// - Throws: `OverrideDocumentProblem` where it is not JSON, of a later version, or of another shape.
    public init(parsing bytes: [UInt8]) throws(OverrideDocumentProblem) {
        let document: JSONValue
        do throws(JSONProblem) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw OverrideDocumentProblem(
                "not JSON: \(error.message)", line: error.line, column: error.column,
                advice: "mend the file or move it away")
        }
        try self.init(document: document)
    }

    init(document: JSONValue) throws(OverrideDocumentProblem) {
        guard var object = document.object else {
            throw OverrideDocumentProblem("expected an object with \"version\" and \"overrides\"")
        }
        guard let version = object["version"]?.int else {
            throw OverrideDocumentProblem("\"version\" is missing or not a whole number; expected 1")
        }
        guard version <= Self.documentVersion else {
            throw OverrideDocumentProblem(
                "its version is \(version), and this program reads up to \(Self.documentVersion)",
                advice: "use a newer version of experiments")
        }
        guard version == Self.documentVersion else {
            throw OverrideDocumentProblem("its version is \(version); expected \(Self.documentVersion)")
        }
        guard let overrides = (object["overrides"] ?? .object(JSONObject())).object else {
            throw OverrideDocumentProblem("\"overrides\" is not an object of key names")
        }
        object["version"] = nil
        object["overrides"] = nil
        var entries: [String: Override] = [:]
        for member in overrides.members {
            entries[member.name] = try Override(entry: member.value, of: member.name)
        }
        self.init(entries, unknownMembers: object)
    }

    /// The document as text: keys in alphabetical order, indented, with a newline at the end.
    public var documentText: String {
        var overrides = JSONObject()
        // Appended in order to an object that is built once: a lookup for each would make it quadratic.
        overrides = JSONObject(distinct: names.compactMap { name in
            entries[name].map { JSONObject.Member(name: name, value: $0.entry) }
        })
        var document = JSONObject()
        document["version"] = .number(String(Self.documentVersion))
        document["overrides"] = .object(overrides)
        for member in unknownMembers.members { document[member.name] = member.value }
        return JSONValue.object(document).prettyText + "\n"
    }
}

extension Override {
    init(entry: JSONValue, of name: String) throws(OverrideDocumentProblem) {
        guard var object = entry.object else {
            throw OverrideDocumentProblem("the override of \"\(name)\" is not an object")
        }
        func take(_ member: String) -> JSONValue? {
            defer { object[member] = nil }
            let value = object[member]
            return value == .null ? nil : value
        }
        func wrong(_ member: String, _ expected: String) -> OverrideDocumentProblem {
            OverrideDocumentProblem("\"\(member)\" of \"\(name)\" is not \(expected)")
        }
        func text(_ member: String) throws(OverrideDocumentProblem) -> String? {
            guard let value = take(member) else { return nil }
            guard let text = value.string else { throw wrong(member, "a string") }
            return text
        }
        func time(_ member: String) throws(OverrideDocumentProblem) -> Date? {
            guard let text = try text(member) else { return nil }
            guard let date = RFC3339.date(from: text) else {
                throw wrong(member, "a time such as 2026-03-01T09:30:00Z")
            }
            return date
        }
        guard let value = try text("value") else {
            throw OverrideDocumentProblem("the override of \"\(name)\" has no \"value\"")
        }
        let enabled = take("enabled")
        guard enabled == nil || enabled?.bool != nil else { throw wrong("enabled", "true or false") }
        self.init(
            value: value, isEnabled: enabled?.bool ?? true, author: try text("author"), note: try text("note"),
            setAt: try time("setAt"), expiresAt: try time("expiresAt"))
        unknownMembers = object
    }

    var entry: JSONValue {
        var object = JSONObject()
        object["value"] = .string(value)
        object["enabled"] = .bool(isEnabled)
        object["author"] = author.map(JSONValue.string)
        object["note"] = note.map(JSONValue.string)
        object["setAt"] = setAt.map { .string(RFC3339.text(of: $0)) }
        object["expiresAt"] = expiresAt.map { .string(RFC3339.text(of: $0)) }
        for member in unknownMembers.members { object[member.name] = member.value }
        return .object(object)
    }
}
