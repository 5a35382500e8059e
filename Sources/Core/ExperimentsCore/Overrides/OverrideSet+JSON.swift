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
        let document: JSONValue
        do throws(JSONProblem) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw OverrideDocumentProblem(notJSON: error)
        }
        do throws(OverrideDocumentProblem.Misfit) {
            try self.init(document: document)
        } catch {
            throw OverrideDocumentProblem(error, in: bytes)
        }
    }

    private init(document: JSONValue) throws(OverrideDocumentProblem.Misfit) {
        guard var object = document.object else {
            throw Self.misfit(
                "expected an object with \"version\" and \"overrides\", found \(document.kindName)", at: [])
        }
        try Self.checkVersion(object["version"])
        guard let overrides = (object["overrides"] ?? .object(JSONObject())).object else {
            throw Self.misfit("\"overrides\" is not an object of key names", at: ["overrides"])
        }
        object["version"] = nil
        object["overrides"] = nil
        var entries: [String: Override] = [:]
        entries.reserveCapacity(overrides.members.count)
        for member in overrides.members {
            entries[member.name] = try Override(entry: member.value, of: member.name)
        }
        self.init(entries, unknownMembers: object)
    }

    private static func checkVersion(_ value: JSONValue?) throws(OverrideDocumentProblem.Misfit) {
        guard let value else { throw misfit("\"version\" is missing; expected \(documentVersion)", at: []) }
        guard let version = value.int else {
            throw misfit("\"version\" is not a whole number; expected \(documentVersion)", at: ["version"])
        }
        guard version <= documentVersion else {
            throw OverrideDocumentProblem.Misfit(
                "its version is \(version), and this program reads up to \(documentVersion)", at: ["version"],
                advice: OverrideDocumentProblem.newerVersionAdvice)
        }
        guard version == documentVersion else {
            throw misfit("its version is \(version); expected \(documentVersion)", at: ["version"])
        }
    }

    private static func misfit(_ message: String, at path: [String]) -> OverrideDocumentProblem.Misfit {
        OverrideDocumentProblem.Misfit(message, at: path)
    }

    /// The document as text: keys in alphabetical order, indented, with a newline at the end.
    public var documentText: String { String(decoding: documentBytes, as: UTF8.self) }

    /// `documentText` in UTF-8.
    public var documentBytes: [UInt8] { document.prettyBytes + [UInt8(ascii: "\n")] }

    /// The document for a file of limited size: as ``documentBytes``, or, where that would be too large, on one line and
    /// with as few escapes as JSON knows. It may still be too large.
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
