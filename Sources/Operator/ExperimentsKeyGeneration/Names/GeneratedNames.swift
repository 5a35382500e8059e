/// The names in a file that was generated before. Whatever is still in the document keeps them, so that no name of the
/// app's code ever becomes that of another key, case or member.
public struct GeneratedNames: Sendable, Hashable {
    /// The properties or cases, by the name of the key.
    let keys: [String: String]
    /// The names in the types of values, by the name of the key.
    let values: [String: ValueNames]

    /// Creates no names, for a file that does not exist yet.
    public init() { (keys, values) = ([:], [:]) }

    /// Reads the names in a generated file, in either style.
    ///
    /// - Parameter text: the content of the file. A part that is not as it was generated has no names.
    public init(reading text: String) {
        let root = GeneratedBlock.root(of: text)
        var keys: [String: String] = [:]
        var values: [String: ValueNames] = [:]
        func add(_ name: String, of key: String, type: String?) {
            guard keys.updateValue(name, forKey: key) == nil, let type else { return }
            values[key] = root.block(named: type).map(ValueNames.init)
        }
        for key in root.keys { add(key.property, of: key.name, type: key.type) }
        for block in root.blocks where !block.typesOfCases.isEmpty {
            for (name, text) in block.cases { add(name, of: text, type: block.typesOfCases[name]) }
        }
        self.keys = keys
        self.values = values
    }

    /// The types of the values of keys.
    func types(of keys: [String]) -> [String: String] {
        var types: [String: String] = [:]
        for key in keys { types[key] = values[key]?.type }
        return types
    }
}

/// The names in the type of a key's values, or of a member of a document.
struct ValueNames: Sendable, Hashable {
    /// The name of the type.
    var type: String?
    /// The cases, by their texts.
    var cases: [String: String] = [:]
    /// The properties, by the names of the members.
    var members: [String: String] = [:]
    /// The names in the types of members that are documents themselves.
    var documents: [String: ValueNames] = [:]

    /// Creates no names.
    init() {}

    fileprivate init(_ block: GeneratedBlock) {
        type = block.name
        let listed = block.block(named: "Variant")?.cases ?? block.cases
        cases = Dictionary(listed.map { ($0.text, $0.name) }, uniquingKeysWith: { first, _ in first })
        let texts = Dictionary(
            block.block(named: "CodingKeys")?.cases.map { ($0.name, $0.text) } ?? [],
            uniquingKeysWith: { first, _ in first })
        for (name, type) in block.members {
            let text = texts[name] ?? name
            members[text] = name
            documents[text] = type.flatMap { block.block(named: $0) }.map(ValueNames.init)
        }
    }

    /// The types of members.
    var types: [String: String] { documents.compactMapValues(\.type) }
}
