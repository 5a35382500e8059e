import ExperimentsCore
import ExperimentsProject
import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// A property, or a function without arguments, that has the same value for all users.
struct KnownMember: Hashable {
    let owner: TypeKey
    let name: String
    let isFunction: Bool
    let isStatic: Bool
    let value: KnownValue
    /// The file that alone can use it; nil if others can.
    let file: String?
    /// Whether nothing outside of the sources needs it, so that it can go when it is no longer used.
    let canGo: Bool
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
    /// Finds what names stand for.
    let resolver: NameResolver
    /// The types of the app whose values keys have.
    var types: [String: ValueTypeFacts] = [:]
    /// The identities of these types.
    var typeKeys: [String: TypeKey] = [:]
    /// The files that each build writes again, without the key.
    var builtFiles: Set<String> = []
    /// The enums of texts whose cases are keys.
    var lists: Set<TypeKey> = []
    /// Whether the declaration of the key has a range, or a list of values.
    var hasLimits = false
    /// The properties of the app that the key decides alone.
    var members: Set<KnownMember> = []
    /// Names of the key that other types have, too.
    var sharedNames: Set<String> = []
    /// Whether no place reads the key any more, so that what sets it can go.
    var removesSettings = false
    /// The operators that the app declares for the types of values.
    var ownOperators: Set<String> = []
    /// Returns whether an operator is declared, so that its precedence is known.
    var isSureOperator: @Sendable (String) -> Bool = { _ in true }

    /// Returns the value of the key as a value of a type; nil if the text is not valid for the type, or has no literal.
    func value(of type: KeyType) -> KnownValue? {
        switch type {
        case .bool: BooleanText.value(of: text).map { .bool($0) }
        case .int: NumberText.integer(text).map { KnownValue(.int($0)) }
        case .double: NumberText.double(text).map { KnownValue(.double($0)) }
        case .string: KnownValue(.string(text))
        case .named(let name): value(ofType: name)
        case .optional(let type): text.isEmpty ? null(of: type) : value(of: type)?.optional()
        case .url, .date, .duration, .decimal:
            ValueCode(text, type).map { KnownValue(.code($0.text, type: $0.type)) }
        case .json, .other: nil
        }
    }

    private func value(ofType name: String) -> KnownValue? {
        var value = types[name]?.value(of: text, type: name)
        // The next build does not write the type any more.
        if let key = typeKeys[name], builtFiles.contains(key.file) { value?.isWritable = false }
        return value
    }

    private func null(of type: KeyType) -> KnownValue {
        var value = KnownValue(.null, isOptional: true)
        value.nullType = type.name
        return value
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

    /// Whether the sources declare the key with its type, so that a text alone does not read it.
    var isTyped: Bool { names.contains { $0.kind.isKey } }

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

    // MARK: - Names

    /// Returns the name of the key that an expression refers to; nil if it refers to none, or to something else.
    ///
    /// - Parameter isCertain: whether only a key can be at the place.
    func name(_ expression: ExprSyntax, isCertain: Bool) -> KeyName? {
        if expression.textLiteral == key { return KeyName(property: key, owner: nil, kind: .text) }
        if let reference = expression.as(DeclReferenceExprSyntax.self) { return name(of: reference) }
        guard let member = expression.as(MemberAccessExprSyntax.self) else { return nil }
        let property = member.declName.baseName.plainText
        guard let base = member.base else { return implicitName(member, property, isCertain: isCertain) }
        if ["rawValue", "name"].contains(property), let name = name(base, isCertain: isCertain) {
            return KeyName(property: name.property, owner: name.owner, kind: .text, file: name.file)
        }
        guard names.contains(where: { $0.property == property }),
            case .metatype(let type)? = resolver.type(of: base), let owner = type.key
        else { return nil }
        return names.first { $0.property == property && ($0.owner == owner || owner.isKeys && $0.kind.isKey) }
    }

    private func name(of reference: DeclReferenceExprSyntax) -> KeyName? {
        let text = reference.baseName.plainText
        guard names.contains(where: { $0.property == text }) else { return nil }
        switch resolver.value(named: text, at: Syntax(reference)) {
        case .member(_, let owner): return names.first { $0.property == text && $0.owner == owner }
        case .global(let found):
            return names.first {
                $0.property == text && $0.owner == nil && ($0.file ?? found.file) == found.file
            }
        case .local, .none, .unknown: return nil
        }
    }

    private func implicitName(_ node: MemberAccessExprSyntax, _ property: String, isCertain: Bool) -> KeyName?
    {
        let found = names.filter { $0.property == property && $0.owner != nil }
        guard !found.isEmpty else { return nil }
        // A text that is a static property of another type cannot be named with a dot alone.
        let key = found.first { $0.kind != .text } ?? found.first
        switch resolver.expected(of: ExprSyntax(node)) {
        case .types(let types):
            let matching = found.filter { name in types.contains { name.isMember(of: $0.unwrapped) } }
            return types.count == 1 || isCertain ? matching.first : nil
        case .library(let name):
            return isCertain || KeyFunctions.taking(name) || !sharedNames.contains(property) ? key : nil
        case .unknown:
            return isCertain || !sharedNames.contains(property) ? key : nil
        }
    }
}

extension KeyName {
    /// Whether `.name` of a type is the key.
    func isMember(of type: SwiftType) -> Bool {
        switch type {
        case .named(let key, _): key == owner || key.isKeys && kind.isKey
        case .opaque(let text): text.contains("RemoteKey") && kind.isKey
        // A type parameter may be any type of key.
        case .parameter: kind.isKey
        default: false
        }
    }
}

extension TypeKey {
    /// Whether it is the type of typed keys, or the one that they are declared in.
    var isKeys: Bool { ["Key", "Keys"].contains(name) && (isOfLibrary || path == name) }
}

extension KeyName.Kind {
    var isKey: Bool { if case .key = self { true } else { false } }
}

/// The functions and types of the libraries that take keys.
enum KeyFunctions {
    private static let names: Set<String> = [
        "remoteValue", "updateRemoteValue", "values", "row", "override", "pendingValue", "observeValue",
        "getValues",
        "allVariants", "setText", "allowOnly", "Remote", "RemoteConfigProperty", "configValue", "exposure",
        "state",
        "remoteValues", "withRemoteValues", "RemoteValues", "KeyCatalog", "CatalogKey", "RemoteConfigService",
        "TestRemoteConfigService", "publisher",
    ]

    /// Whether a function of this name takes keys.
    static func taking(_ name: String) -> Bool { names.contains(name) }
}
