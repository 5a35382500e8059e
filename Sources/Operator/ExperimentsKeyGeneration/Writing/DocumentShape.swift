import ExperimentsCore

/// A JSON document that a struct with initial values can have; see `init(_:)`.
indirect enum DocumentShape {
    case text(String)
    case truth(Bool)
    case whole(Int)
    case number(Double)
    case list([DocumentShape])
    case object([(name: String, value: DocumentShape)])

    /// Reads a value. Nil for null, and for lists that are empty, that have objects, or elements of several types: no
    /// property has a type that follows from them.
    init?(_ json: JSONValue, depth: Int = 0) {
        guard depth < 8 else { return nil }
        switch json {
        case .null: return nil
        case .bool(let value): self = .truth(value)
        case .string(let value): self = .text(value)
        case .number(let text):
            if let whole = NumberText.integer(text) {
                self = .whole(whole)
            } else if let number = NumberText.double(text) {
                self = .number(number)
            } else {
                return nil
            }
        case .array(let elements):
            let values = elements.compactMap { DocumentShape($0, depth: depth + 1) }
            guard let first = values.first, values.count == elements.count,
                values.allSatisfy({ $0.scalarType == first.scalarType }), first.scalarType != nil
            else { return nil }
            self = .list(values)
        case .object(let object):
            var members: [(name: String, value: DocumentShape)] = []
            for member in object.members {
                guard let value = DocumentShape(member.value, depth: depth + 1) else { return nil }
                members.append((member.name, value))
            }
            self = .object(members)
        }
    }

    private var scalarType: String? {
        switch self {
        case .text: "String"
        case .truth: "Bool"
        case .whole: "Int"
        case .number: "Double"
        case .list, .object: nil
        }
    }

    /// The literal of a value without a separate type.
    fileprivate var literal: String {
        switch self {
        case .text(let text): SwiftText.literal(text)
        case .truth(let value): value ? "true" : "false"
        case .whole(let value): SwiftText.literal(value)
        case .number(let value): SwiftText.literal(value)
        case .list(let values): "[" + values.map(\.literal).joined(separator: ", ") + "]"
        case .object: ""
        }
    }
}

/// A struct with the members of a JSON document, and their values as initial values.
struct DocumentStruct {
    let name: String
    let members: [(name: String, value: DocumentShape)]
    let access: String

    /// - Parameter conformances: the protocols that the struct conforms to.
    func write(to code: inout CodeLines, attributes: [String] = [], conformances: String) {
        code.add(attributes)
        let names = NameTable(members.map(\.name), reserved: ["CodingKeys"], suffix: "Value") {
            SwiftName.member($0, prefix: "value")
        }
        let types = NameTable(
            members.map(\.name), reserved: TypeNames.reserved.union(names.all).union(["CodingKeys"]), suffix: "Value"
        ) {
            SwiftName.type($0)
        }
        code.block("\(access)nonisolated struct \(name)\(conformances.isEmpty ? "" : ": " + conformances)") { code in
            for member in members {
                let value = if case .object = member.value { types[member.name] + "()" } else { member.value.literal }
                code.add("\(access)var \(SwiftName.declared(names[member.name])) = \(value)")
            }
            if members.contains(where: { $0.name != names[$0.name] }) {
                code.space()
                code.block("private enum CodingKeys: String, CodingKey") { code in
                    for member in members {
                        let name = names[member.name]
                        let raw = name == member.name ? "" : " = \(SwiftText.literal(member.name))"
                        code.add("case \(SwiftName.declared(name))\(raw)")
                    }
                }
            }
            if !access.isEmpty {
                code.space()
                code.add("\(access)init() {}")
            }
            for member in members {
                guard case .object(let inner) = member.value else { continue }
                code.space()
                DocumentStruct(name: types[member.name], members: inner, access: access)
                    .write(to: &code, conformances: "Codable, Equatable, Sendable")
            }
        }
    }
}

/// The names of types.
enum TypeNames {
    /// The names that generated code uses itself, or that no type may have.
    static let reserved: Set = [
        "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "Date", "Decimal", "Decodable",
        "Dictionary", "Double", "Duration", "Encodable", "Equatable", "Error", "Experiments", "ExperimentsMacros",
        "Foundation", "Hashable", "Int", "Key", "Keys", "Never", "Optional", "RawValue", "Remote", "RemoteKey",
        "RemoteValue", "Sendable", "Set", "String", "Swift", "TitledRemoteKey", "URL", "Value", "ValueReading",
        "ValueSchema", "Variant", "Void",
    ]
}
