import ExperimentsCore

/// The type of JSON values that Swift properties can have, as all values in a document show it.
indirect enum DocumentShape {
    case text
    case truth
    case whole
    case number
    case list(DocumentShape)
    case object([Member])

    /// A member of an object.
    struct Member {
        let name: String
        let shape: DocumentShape
        /// Whether some objects do not have it, or have null.
        let isOptional: Bool
    }

    /// Creates the shape of which all values are. Nil if there is none: for null alone, for values of several types,
    /// and for lists of which no element is known, or that have lists, objects or null.
    init?(of values: [JSONValue], depth: Int = 0) {
        guard depth < 8, let first = values.first else { return nil }
        switch first {
        case .null: return nil
        case .bool:
            guard values.allSatisfy({ $0.bool != nil }) else { return nil }
            self = .truth
        case .string:
            guard values.allSatisfy({ $0.string != nil }) else { return nil }
            self = .text
        case .number:
            let texts = values.compactMap { if case .number(let text) = $0 { text } else { nil } }
            guard texts.count == values.count, texts.allSatisfy({ NumberText.double($0) != nil }) else {
                return nil
            }
            self = texts.allSatisfy { NumberText.integer($0) != nil } ? .whole : .number
        case .array:
            let lists = values.compactMap(\.array)
            guard lists.count == values.count,
                let element = DocumentShape(of: Array(lists.joined()), depth: depth + 1),
                element.scalarType != nil
            else { return nil }
            self = .list(element)
        case .object:
            let objects = values.compactMap(\.object)
            guard objects.count == values.count, let members = Self.members(of: objects, depth: depth) else {
                return nil
            }
            self = .object(members)
        }
    }

    /// Returns the members of objects, in the order in which they appear first; nil if one of them has no shape.
    private static func members(of objects: [JSONObject], depth: Int) -> [Member]? {
        var names: [String] = []
        var seen: Set<String> = []
        for member in objects.lazy.flatMap(\.members) where seen.insert(member.name).inserted {
            names.append(member.name)
        }
        var members: [Member] = []
        for name in names {
            let values = objects.compactMap { $0[name] }.filter { $0 != .null }
            guard let shape = DocumentShape(of: values, depth: depth + 1) else { return nil }
            members.append(Member(name: name, shape: shape, isOptional: values.count < objects.count))
        }
        return members
    }

    /// The type of a value in Swift; nil for lists and objects.
    private var scalarType: String? {
        switch self {
        case .text: "String"
        case .truth: "Bool"
        case .whole: "Int"
        case .number: "Double"
        case .list, .object: nil
        }
    }

    /// Returns the type in Swift.
    ///
    /// - Parameter name: the name of the type of an object.
    func type(named name: String) -> String {
        switch self {
        case .list(let element): "[" + element.type(named: name) + "]"
        case .object: name
        default: scalarType ?? ""
        }
    }

    /// Returns the literal of a value of this shape; nil for an object.
    func literal(of json: JSONValue) -> String? {
        switch (self, json) {
        case (.text, .string(let text)): SwiftText.literal(text)
        case (.truth, .bool(let value)): value ? "true" : "false"
        case (.whole, .number(let text)): NumberText.integer(text).map { SwiftText.literal($0) }
        case (.number, .number(let text)): NumberText.double(text).map { SwiftText.literal($0) }
        case (.list(let element), .array(let values)):
            "[" + values.compactMap(element.literal).joined(separator: ", ") + "]"
        default: nil
        }
    }
}
