// The document is `{"version": 1, "overrides": {key: entry}}`, an entry
// `{"value", "enabled", "author", "note", "setAt", "expiresAt", "until", "upstream"}`; only `value` is required.
extension OverrideSet {
    /// The version of the document that this code writes, and the newest that it reads.
    public static let documentVersion = 1

    /// Reads a document in UTF-8.
    ///
    /// - Throws: `OverrideDocumentProblem` with the place, if the document is not JSON, is of a newer version, or is
    ///   not a document of overrides.
    public init(parsing bytes: [UInt8]) throws(OverrideDocumentProblem) {
        self = try OverrideReader.read(bytes) { reader, document in
            Self(document, &reader)
        }
    }

    private init?(_ document: JSONValue, _ reader: inout OverrideReader) {
        let known = Self.documentVersion
        guard let root = reader.root(document, members: "overrides", version: known, earliest: known) else {
            return nil
        }
        var entries: [String: Override] = [:]
        if let node = root["overrides"] {
            reader.decoder.enter("overrides")
            defer { reader.decoder.leave() }
            let expected = "an object of key names"
            guard let overrides = reader.decoder.record(node, fields: nil, expected: expected) else { return nil }
            entries.reserveCapacity(overrides.members.count)
            for member in overrides.members {
                reader.decoder.enter(member.name)
                defer { reader.decoder.leave() }
                entries[member.name] = reader.override(member.value)
            }
        }
        let own = ["version", "overrides"]
        self.init(
            entries, unknownMembers: JSONObject(distinct: root.members.filter { !own.contains($0.name) }))
    }

    /// The document as text: keys in alphabetical order, indented, with a newline at the end.
    public var documentText: String { String(decoding: documentBytes, as: UTF8.self) }

    /// `documentText` in UTF-8.
    public var documentBytes: [UInt8] { document.prettyBytes + [UInt8(ascii: "\n")] }

    /// Returns the document for a file of limited size: like ``documentBytes``, or, if that would be too large, on one
    /// line and with as few escapes as JSON allows. It may still be too large.
    func documentBytes(within limit: Int) -> [UInt8] {
        let document = document
        let pretty = document.prettyBytes + [UInt8(ascii: "\n")]
        return pretty.count <= limit ? pretty : document.densestBytes
    }

    private var document: JSONValue {
        let overrides = names.compactMap { name in
            entries[name].map { JSONObject.Member(name: name, value: .object($0.entry)) }
        }
        let own = [
            JSONObject.Member(name: "version", value: .number(String(Self.documentVersion))),
            JSONObject.Member(name: "overrides", value: .object(JSONObject(distinct: overrides))),
        ]
        let others = unknownMembers.members.filter { member in !own.contains { $0.name == member.name } }
        return .object(JSONObject(distinct: own + others))
    }
}

extension Override {
    /// Reads a single entry of a document.
    ///
    /// - Throws: `OverrideDocumentProblem`, with the place in `bytes`.
    package init(entry bytes: [UInt8]) throws(OverrideDocumentProblem) {
        self = try OverrideReader.read(bytes) { reader, entry in reader.override(entry) }
    }

    /// The members that an entry in a document can have. `upstream` comes last, because it belongs to `until`.
    package static let memberNames = ["value", "enabled", "author", "note", "setAt", "expiresAt", "until", "upstream"]

    /// Its entry in a document.
    package var entry: JSONObject {
        var object = JSONObject()
        object["value"] = .string(value)
        object["enabled"] = .bool(isEnabled)
        object["author"] = author.map(JSONValue.string)
        object["note"] = note.map(JSONValue.string)
        object["setAt"] = setAt.map { .string(RFC3339.shortestText(of: $0)) }
        object["expiresAt"] = expiresAt.map { .string(RFC3339.shortestText(of: $0)) }
        object["until"] = until.map { .string($0.words) }
        if case .upstreamChange(let text) = until { object["upstream"] = text.map(JSONValue.string) ?? .null }
        for member in unknownMembers.members where object[member.name] == nil { object[member.name] = member.value }
        return object
    }
}
