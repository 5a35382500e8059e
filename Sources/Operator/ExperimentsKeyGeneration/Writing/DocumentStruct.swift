import ExperimentsCore

/// A struct with the members of JSON documents, and the values of one of them as initial values.
struct DocumentStruct {
    let name: String
    let members: [DocumentShape.Member]
    /// The documents; the first one has the initial values.
    let objects: [JSONObject]
    /// The names that the struct already has.
    let kept: ValueNames
    let access: String

    /// - Parameter conformances: the protocols that the struct conforms to.
    func write(to code: inout CodeLines, attributes: [String] = [], conformances: String) {
        code.add(attributes)
        let names = NameTable(
            members.map(\.name), kept: kept.members, reserved: Set(kept.types.values).union(["CodingKeys"]),
            suffix: "Value"
        ) { SwiftName.member($0, prefix: "value") }
        let types = NameTable(
            members.map(\.name), kept: kept.types,
            reserved: TypeNames.reserved.union(names.all).union(["CodingKeys"]), suffix: "Value"
        ) { SwiftName.type($0) }
        code.block("\(access)nonisolated struct \(name)\(conformances.isEmpty ? "" : ": " + conformances)") {
            code in
            for member in members {
                let property = SwiftName.declared(names[member.name])
                code.add("\(access)var \(property)" + value(of: member, type: types[member.name]))
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
                guard case .object(let inner) = member.shape else { continue }
                code.space()
                DocumentStruct(
                    name: types[member.name], members: inner,
                    objects: objects.compactMap { $0[member.name]?.object },
                    kept: kept.documents[member.name] ?? ValueNames(), access: access
                ).write(to: &code, conformances: "Codable, Equatable, Sendable")
            }
        }
    }

    /// Returns what follows the name of a property: its type where the value does not say it, and its value.
    private func value(of member: DocumentShape.Member, type name: String) -> String {
        let type = member.shape.type(named: name)
        guard let json = objects.first?[member.name], json != .null else { return ": \(type)?" }
        let value = member.shape.literal(of: json) ?? name + "()"
        if member.isOptional { return ": \(type)? = \(value)" }
        return value == "[]" ? ": \(type) = []" : " = \(value)"
    }
}

/// The names of types.
enum TypeNames {
    /// The names that generated code uses itself, or that no type may have.
    static let reserved: Set = [
        "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "Date", "Decimal",
        "Decodable",
        "Dictionary", "Double", "Duration", "Encodable", "Equatable", "Error", "Experiments",
        "ExperimentsMacros",
        "Foundation", "Hashable", "Int", "Key", "Keys", "Never", "Optional", "RawValue", "Remote",
        "RemoteKey",
        "RemoteValue", "Sendable", "Set", "String", "Swift", "TitledRemoteKey", "URL", "Value",
        "ValueReading",
        "ValueSchema", "Variant", "Void",
    ]
}
