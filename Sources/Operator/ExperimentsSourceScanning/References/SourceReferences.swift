import ExperimentsCore
import ExperimentsSyntaxReading
import SwiftParser
import SwiftSyntax

/// A place in the sources that refers to a key.
public struct SourceReference: Sendable, Hashable {
    /// The kind of reference.
    public enum Kind: String, Sendable, Hashable {
        /// The key's case, or its property of `Keys`, is declared, or `setDefaults` gives the key a default.
        case declared
        /// The key's case is used: `service.value(for: .paywallType)`.
        case used
        /// The key's name is in a text.
        case named
    }

    /// The name of the key that is referred to.
    public let key: String
    /// The kind of reference.
    public let kind: Kind
    /// The file, line and column of the reference.
    public let place: SourcePlace
    /// The line, without the blanks around it.
    public let line: String
}

/// The places at which an app's sources refer to keys: declarations and uses of their cases, and texts with their
/// names.
///
/// Nothing is compiled, so a case is recognized by its name: `.paywallType` counts as a key's case if no other enum in
/// the sources has a case with this name, or if it is the argument of a parameter `for`, as in `value(for:)`.
public struct SourceReferences: Sendable {
    /// The references, sorted by place.
    public let references: [SourceReference]
    /// The names of all keys that the sources declare.
    public let declaredNames: [String]

    /// Searches `files`.
    ///
    /// - Parameters:
    ///   - files: the files to search.
    ///   - names: the keys to look for; by default, every key that the sources declare.
    ///   - options: what the source code does not show.
    public init(_ files: [SourceFile], of names: [String] = [], _ options: ScanOptions = ScanOptions()) {
        let cases = KeyCases(files, options)
        declaredNames = cases.names
        let wanted = Set(names.isEmpty ? cases.names : names)
        let words = cases.words(for: wanted)
        var references: [SourceReference] = []
        for file in files {
            // Most files are about no key, and need not be parsed.
            guard words.contains(where: { file.text.utf8.contains($0.utf8) }) else { continue }
            references += ReferenceFinder.references(in: file, to: wanted, cases)
        }
        self.references = references.sorted { $0.place < $1.place }
    }

    /// Returns the keys that no code reads: they are at most declared, or given a default.
    public func unused(among names: [String]) -> [String] {
        let read = Set(references.filter { $0.kind == .used || $0.kind == .named }.map(\.key))
        return names.filter { !read.contains($0) }
    }
}

/// The cases of key enums and the properties of `Keys`, with their keys.
struct KeyCases {
    /// A case's key, by the enum's qualified name and the case's.
    private var keys: [String: [String: String]] = [:]
    /// The enums by their cases, including enums that are not keys.
    private var enums: [String: Set<String>] = [:]
    /// The enums of keys, by the last part of their names.
    private var keyEnums: [String: [String]] = [:]
    /// The declared names, in order.
    private(set) var names: [String] = []
    private let index: TypeIndex
    private static let firebase = ["RemoteConfig", "Key"]

    init(_ files: [SourceFile], _ options: ScanOptions) {
        index = TypeIndex(files, options)
        var reader = KeyReader(index: index)
        let others = options.enums.compactMap { index.type($0.path, from: []) }
        for declaration in index.keyTypes + others {
            for element in declaration.cases {
                guard let name = reader.name(of: element, in: declaration) else { continue }
                keys[declaration.qualifiedName, default: [:]][element.name.plainText] = name
                names.append(name)
            }
            keyEnums[declaration.path.last ?? "", default: []].append(declaration.qualifiedName)
        }
        for call in index.keyCalls where call.isInKeys {
            guard let name = call.name(in: index) else { continue }
            keys["Keys", default: [:]][call.anchor.plainText] = name
            enums[call.anchor.plainText, default: []].insert("Keys")
            keyEnums["Keys"] = ["Keys"]
            names.append(name)
        }
        for key in index.firebaseKeys {
            let name = LiteralReader(
                index: index, scope: LexicalScope(types: Self.firebase, file: key.file.path)
            )
            .text(key.value)
            guard let name else { continue }
            let owner = Self.firebase.joined(separator: ".")
            keys[owner, default: [:]][key.property.plainText] = name
            enums[key.property.plainText, default: []].insert(owner)
            if keyEnums["Key"]?.contains(owner) != true { keyEnums["Key", default: []].append(owner) }
            names.append(name)
        }
        for (name, type) in index.types {
            for element in type.cases { enums[element.name.plainText, default: []].insert(name) }
        }
    }

    /// Returns words, at least one of which is in every file about one of the keys: its name, or that of a case.
    func words(for names: Set<String>) -> Set<String> {
        names.union(keys.values.flatMap { $0.filter { names.contains($0.value) }.keys })
    }

    /// Returns the key of a case, of a named or a guessed enum.
    ///
    /// - Parameters:
    ///   - base: the last name before the case, `ShopKey` of `ShopKey.paywall`; nil if there is none.
    ///   - isCertain: whether a key is expected at the place.
    func key(ofCase name: String, base: String?, isCertain: Bool) -> String? {
        if let base {
            return keyEnums[base]?.lazy.compactMap { keys[$0]?[name] }.first
        }
        let owners = (enums[name] ?? []).filter { keys[$0]?[name] != nil }
        guard let owner = owners.sorted().first, isCertain || enums[name]?.count == 1 else { return nil }
        return keys[owner]?[name]
    }

    /// Returns the enum of keys that a declaration or an extension with a name is about.
    func keyEnum(named path: [String]?) -> String? {
        guard let path else { return nil }
        let name = path.joined(separator: ".")
        if keys[name] != nil { return name }
        return keyEnums[path.last ?? ""].flatMap { $0.count == 1 ? $0.first : nil }
    }

    /// Returns the key of an enum's case.
    func key(ofCase name: String, in enumName: String) -> String? { keys[enumName]?[name] }
}

/// References as JSON: `{"schema", "references": [{"key", "kind", "path", "line", "column", "text"}]}`.
extension SourceReferences {
    /// The references as a document.
    public var json: JSONValue {
        [
            "schema": .number("1"),
            "references": .array(
                references.map { reference in
                    [
                        "key": .string(reference.key), "kind": .string(reference.kind.rawValue),
                        "path": .string(reference.place.path), "line": .number(String(reference.place.line)),
                        "column": .number(String(reference.place.column)), "text": .string(reference.line),
                    ]
                }),
        ]
    }
}
