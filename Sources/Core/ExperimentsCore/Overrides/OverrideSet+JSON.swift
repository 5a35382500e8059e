// The document is `{"version": 1, "overrides": {key: entry}, "apps": {app: {"overrides": {key: entry}, "installations":
// {installation: {"overrides": {key: entry}}}}}}`, an entry `{"value", "enabled", "author", "note", "setAt",
// "expiresAt", "until", "upstream"}`; only `value` is required. Unknown members are preserved at each level, so that a
// program that does not know apps preserves their overrides.
extension OverrideSet {
    /// The version of the document that this code writes, and the newest that it reads.
    public static let documentVersion = 1

    private static let apps = "apps"
    private static let installations = "installations"

    /// Reads a document in UTF-8. If only the overrides for apps are not as they must be, those for everyone are read.
    ///
    /// - Throws: `OverrideDocumentProblem` with the place, if the document is not JSON, is of a newer version, or is
    ///   not a document of overrides.
    public init(parsing bytes: [UInt8]) throws(OverrideDocumentProblem) {
        self = try OverrideReader.read(bytes) { reader, document in
            let known = Self.documentVersion
            let root = reader.root(document, members: "overrides", version: known, earliest: known)
            return root.flatMap { OverrideSet($0, besides: ["version"], &reader) }
        }
        readApps(bytes)
    }

    /// Reads the overrides of one scope.
    ///
    /// - Parameter known: the names of other members that are read elsewhere.
    private init?(
        _ record: DocumentRecord<JSONValue>, besides known: [String], _ reader: inout OverrideReader
    ) {
        var entries: [String: Override] = [:]
        if let node = record["overrides"] {
            reader.decoder.enter("overrides")
            defer { reader.decoder.leave() }
            let expected = "an object of key names"
            guard let overrides = reader.decoder.record(node, fields: nil, expected: expected) else {
                return nil
            }
            entries.reserveCapacity(overrides.members.count)
            for member in overrides.members {
                reader.decoder.enter(member.name)
                defer { reader.decoder.leave() }
                entries[member.name] = reader.override(member.value)
            }
        }
        let own = known + ["overrides"]
        self.init(
            entries, unknownMembers: JSONObject(distinct: record.members.filter { !own.contains($0.name) }))
    }

    /// Reads the overrides for apps from an unknown member. If they cannot be read, it stays an unknown member.
    private mutating func readApps(_ bytes: [UInt8]) {
        guard let place = unknownMembers.members.firstIndex(where: { $0.name == Self.apps }) else { return }
        let node = unknownMembers.members[place].value
        var reader = OverrideReader()
        var read: [OverrideScope: OverrideSet] = [:]
        reader.each(Self.apps, in: node) { app, record, reader in
            read[.app(app)] = OverrideSet(record, besides: [Self.installations], &reader)
            guard let installations = record[Self.installations] else { return }
            reader.each(Self.installations, in: installations) { id, record, reader in
                read[.installation(app: app, id: id)] = OverrideSet(record, besides: [], &reader)
            }
        }
        if let fault = reader.decoder.faults.first {
            appsProblem = OverrideDocumentProblem(apps: fault, in: bytes)
            return
        }
        unknownMembers[Self.apps] = nil
        narrower = read.filter { !$0.value.isBlank }
        if !narrower.isEmpty { placeOfApps = place }
    }

    /// The document as text: keys in alphabetical order, indented, with a newline at the end.
    public var documentText: String { String(decoding: documentBytes, as: UTF8.self) }

    /// `documentText` in UTF-8.
    public var documentBytes: [UInt8] { documentValue.prettyBytes + [UInt8(ascii: "\n")] }

    /// Returns the document for a file of limited size: like ``documentBytes``, or, if that would be too large, on one
    /// line and with as few escapes as JSON allows. It may still be too large.
    func documentBytes(within limit: Int) -> [UInt8] {
        let document = documentValue
        let pretty = document.prettyBytes + [UInt8(ascii: "\n")]
        return pretty.count <= limit ? pretty : document.densestBytes
    }

    /// The document as a value, to be written on one line.
    package var documentValue: JSONValue {
        let own = [
            JSONObject.Member(name: "version", value: .number(String(Self.documentVersion))),
            JSONObject.Member(name: "overrides", value: .object(entriesDocument)),
        ]
        var others = unknownMembers.members.filter { member in !own.contains { $0.name == member.name } }
        if !narrower.isEmpty, unknownMembers[Self.apps] == nil {
            let apps = JSONObject.Member(name: Self.apps, value: .object(appsDocument))
            others.insert(apps, at: min(placeOfApps, others.count))
        }
        return .object(JSONObject(distinct: own + others))
    }

    private var appsDocument: JSONObject {
        let scopes = Dictionary(grouping: narrower.keys) { $0.app ?? "" }
        return JSONObject(
            distinct: scopes.sorted { $0.key < $1.key }.map { app, scopes in
                var document = self[.app(app)].scopeDocument
                let installations = scopes.compactMap(\.installation).sorted().map { id in
                    let document = self[.installation(app: app, id: id)].scopeDocument
                    return JSONObject.Member(name: id, value: .object(document))
                }
                if !installations.isEmpty {
                    document[Self.installations] = .object(JSONObject(distinct: installations))
                }
                return JSONObject.Member(name: app, value: .object(document))
            })
    }

    /// The document of a narrower scope. Without overrides, there is no member for them.
    private var scopeDocument: JSONObject {
        var document = JSONObject()
        if !isEmpty { document["overrides"] = .object(entriesDocument) }
        for member in unknownMembers.members where document[member.name] == nil {
            document[member.name] = member.value
        }
        return document
    }

    /// The entries by key name, in alphabetical order, as a document has them.
    package var entriesDocument: JSONObject {
        JSONObject(
            distinct: names.compactMap { name in
                entries[name].map { JSONObject.Member(name: name, value: .object($0.entry)) }
            })
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
    package static let memberNames = [
        "value", "enabled", "author", "note", "setAt", "expiresAt", "until", "upstream",
    ]

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
        for member in unknownMembers.members where object[member.name] == nil {
            object[member.name] = member.value
        }
        return object
    }
}
