import ExperimentsCore
import ExperimentsKeyFiles

/// The keys of a document: a project file, a template of Firebase Remote Config, the defaults of an app as a property
/// list, a payload of GrowthBook, a flag manifest of OpenFeature, or a JSON file of key and value.
public struct KeyDocument: Sendable {
    /// The keys, in the order of the document; by name if it has no order.
    public let keys: [CatalogKey]
    /// The values that keys can have besides their defaults, by name: those of conditions and rules.
    public let texts: [String: [String]]
    /// The parts that were left out, and the reasons.
    public let notes: [String]

    /// Reads the content of a file. Its kind follows from its ending and its content.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - path: the path of the file, for its ending and for messages.
    ///   - systems: the readers of documents of other systems.
    /// - Throws: the problem with the document, with its place.
    public init(_ bytes: [UInt8], path: String, systems: KeySystems = KeySystems()) throws {
        let ending = path.lowercased().split(scalar: ".").last ?? ""
        let found: FoundKeys
        if ending == "plist" || bytes.starts(with: "<?xml".utf8) || bytes.starts(with: "bplist".utf8) {
            found = FoundKeys(try PropertyListKeys.keys(bytes, path: path))
        } else if ending == "json" || bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == 0x7B {
            found = try Self.found(json: bytes, path, systems)
        } else {
            guard let text = String(validUTF8: bytes) else {
                throw FileProblem(path: path, message: "is not UTF-8 text")
            }
            found = FoundKeys(try KeysOfProject.keys(parsing: text, path: path))
        }
        var notes = found.notes
        var keys: [CatalogKey] = []
        var names: Set<String> = []
        for key in found.keys {
            if ProjectFile.canDeclare(key.name), names.insert(key.name).inserted {
                keys.append(key)
            } else {
                notes.append(
                    "\(Quotation.of(key.name)) is ignored: a key has one name without control characters")
            }
        }
        self.keys = keys
        self.texts = found.texts
        self.notes = notes
    }

    private static func found(json bytes: [UInt8], _ path: String, _ systems: KeySystems) throws -> FoundKeys
    {
        let json = try JSONValue(parsing: bytes) { FileProblem(path, $0) }
        guard let root = json.object else {
            throw FileProblem(
                path: path, message: DocumentWords.expected("an object", found: json.found), line: 1,
                column: 1)
        }
        if FlagManifest.isManifest(root) { return FoundKeys(try FlagManifest.keys(json, bytes, path: path)) }
        if root["parameters"]?.object != nil || root["parameterGroups"]?.object != nil {
            return try systems.read(
                systems.template, "a template of Firebase Remote Config", root, bytes, path)
        }
        if root["features"] != nil || root["encryptedFeatures"] != nil {
            return try systems.read(systems.payload, "a payload of GrowthBook", root, bytes, path)
        }
        return FoundKeys(root.members.map { CatalogKey(name: $0.name, schema: ValueSchema(of: $0.value)) })
    }
}

/// The keys that a document of another system has.
public struct FoundKeys: Sendable {
    /// The keys, in the order of the document.
    public var keys: [CatalogKey]
    /// The values that keys can have besides their defaults, by name.
    public var texts: [String: [String]] = [:]
    /// The parts that were ignored, and the reasons.
    public var notes: [String] = []

    /// Creates keys without other values.
    public init(_ keys: [CatalogKey] = []) { self.keys = keys }
}

/// The readers of documents of other systems. They are separate, so that a program that generates keys while an app is
/// built does not have to compile them.
public struct KeySystems: Sendable {
    /// Reads the members, the content and the path of a document.
    public typealias Reader = @Sendable (JSONObject, [UInt8], String) throws -> FoundKeys

    /// Reads templates of Firebase Remote Config; nil if this program cannot.
    public var template: Reader?
    /// Reads payloads of GrowthBook; nil if this program cannot.
    public var payload: Reader?

    /// Creates readers.
    public init(template: Reader? = nil, payload: Reader? = nil) {
        self.template = template
        self.payload = payload
    }

    fileprivate func read(
        _ reader: Reader?, _ document: String, _ root: JSONObject, _ bytes: [UInt8], _ path: String
    ) throws -> FoundKeys {
        if let reader { return try reader(root, bytes, path) }
        throw FileProblem(
            path: path, message: "is \(document), which this program does not read",
            advice: "use `experiments generate swift --from \(path)`")
    }
}

extension ValueSchema {
    /// Creates the schema of a JSON value of any type, which is the default.
    ///
    /// - Parameter others: the values that the key can have besides it. The kind is that of all values, or text.
    package init(of json: JSONValue, or others: [JSONValue] = []) {
        let kinds = Set(([json] + others).filter { $0 != .null }.map(Self.kind))
        let kind = kinds == [.int, .double] ? .double : kinds.count == 1 ? kinds.first ?? .string : .string
        self.init(kind: kind, defaultText: json.valueText)
    }

    private static func kind(of json: JSONValue) -> ValueKind {
        switch json {
        case .bool: .bool
        case .number(let text): NumberText.integer(text) == nil ? .double : .int
        case .string, .null: .string
        case .array, .object: .json
        }
    }
}
