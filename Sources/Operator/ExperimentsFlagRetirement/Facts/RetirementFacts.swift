import ExperimentsCore
import ExperimentsProject
import ExperimentsSyntaxReading
import SwiftSyntax

/// A property, or a function without arguments, that has the same value for all users.
struct KnownMember: Hashable {
    let owner: String
    let name: String
    let isFunction: Bool
    let value: KnownValue
    /// The file that alone can use it; nil if others can.
    let file: String?
}

/// The facts about a key to remove.
struct RetirementFacts {
    let key: String
    /// The value that all users get, as the source has it.
    let text: String
    /// The names of the key in source code.
    var names: [KeyName]
    /// The type of the key according to the project file.
    let kind: ValueKind?
    let readers: [ProjectCodeReader]
    /// The types of the app whose values keys have.
    var types: [String: ValueTypeFacts] = [:]
    /// The properties of the app that the key decides alone.
    var members: Set<KnownMember> = []
    /// Names of the key that other types have, too.
    var sharedNames: Set<String> = []
    /// Returns whether an operator is declared, so that its precedence is known.
    var isSureOperator: @Sendable (String) -> Bool = { _ in true }

    /// Returns the value of the key as a value of a type; nil if the text is not valid for the type, or has no literal.
    func value(of type: KeyType) -> KnownValue? {
        switch type {
        case .bool: BooleanText.value(of: text).map { .bool($0) }
        case .int: NumberText.integer(text).map { KnownValue(.int($0)) }
        case .double: NumberText.double(text).map { KnownValue(.double($0)) }
        case .string: KnownValue(.string(text))
        case .named(let name): types[name]?.value(of: text, type: name)
        case .optional(let type): text.isEmpty ? KnownValue(.null, isOptional: true) : value(of: type)?.optional()
        case .other: nil
        }
    }

    /// The type of the key, from its declaration or the project file, otherwise guessed from its value.
    var type: KeyType {
        for name in names { if case .key(let type) = name.kind { return type } }
        switch kind {
        case .bool: return .bool
        case .int: return .int
        case .double: return .double
        case .string: return .string
        case .json, .duration, .url, .date: return .other
        case nil: return ["true", "false"].contains(text) ? .bool : .string
        }
    }

    /// Returns the result of one of the app's reading functions for the key.
    func value(of reader: ProjectCodeReader) -> KnownValue? {
        switch reader.kind {
        case .bool: value(of: .bool)
        case .int: value(of: .int)
        case .double: value(of: .double)
        case .string: value(of: .string)
        case nil: value(of: type)
        default: nil
        }
    }

    /// Returns the name of the key that an expression refers to; nil if it refers to none.
    ///
    /// - Parameters:
    ///   - types: the enclosing types.
    ///   - isCertain: whether only a key can be at the place.
    func name(_ expression: ExprSyntax, in types: [String], isCertain: Bool) -> KeyName? {
        if expression.textLiteral == key { return KeyName(property: key, owner: nil, kind: .text) }
        if let reference = expression.as(DeclReferenceExprSyntax.self) {
            return names.first { name in
                name.property == reference.baseName.plainText && name.owner.map { types.contains($0) } ?? true
            }
        }
        guard let member = expression.as(MemberAccessExprSyntax.self) else { return nil }
        let property = member.declName.baseName.plainText
        guard let base = member.base else {
            guard isCertain || !sharedNames.contains(property) else { return nil }
            return names.first { $0.property == property && $0.owner != nil }
        }
        if ["rawValue", "name"].contains(property), let name = name(base, in: types, isCertain: isCertain) {
            return KeyName(property: name.property, owner: name.owner, kind: .text)
        }
        guard let owner = base.namePath?.last else { return nil }
        return names.first { name in
            guard name.property == property else { return false }
            // A key from a catalog is a property of `Keys`, too.
            return name.owner == owner || owner == "Keys" && name.kind.isKey
                || owner == "Self" && types.contains(name.owner ?? "")
        }
    }
}

extension KeyName.Kind {
    var isKey: Bool { if case .key = self { true } else { false } }
}
