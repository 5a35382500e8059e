import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// The place of a key's declaration, and its name there.
struct KeyDeclaration {
    let name: KeyName
    /// The property, the case or the constant, and the declaration around it.
    let node: Syntax
    /// The arguments that create the key, if it is typed.
    let arguments: LabeledExprListSyntax?

    private init(
        _ property: String, in owner: TypeKey?, _ kind: KeyName.Kind, _ node: some SyntaxProtocol,
        _ arguments: LabeledExprListSyntax? = nil, file: String? = nil
    ) {
        name = KeyName(property: property, owner: owner, kind: kind, file: file)
        self.node = Syntax(node)
        self.arguments = arguments
    }

    /// Whether only some values of its type are valid.
    var hasLimits: Bool {
        if let arguments { return arguments.contains { ["in", "oneOf"].contains($0.label?.text) } }
        return node.is(PatternBindingSyntax.self) && name.kind.isKey
    }

    /// Returns the declarations of a key in a file.
    ///
    /// An enum of texts is a list of keys if one of its cases is passed to a function that reads keys.
    static func all(
        of key: String, in tree: SourceFileSyntax, _ resolver: NameResolver, lists: Set<TypeKey>
    ) -> [KeyDeclaration] {
        var found: [KeyDeclaration] = []
        tree.visitNodes { node in
            if let declaration = node.as(EnumDeclSyntax.self) {
                if let catalog = CatalogDeclaration(declaration), node.typesAround.contains("Keys") {
                    for entry in catalog.entries where entry.name == key {
                        let type = type(of: entry, resolver)
                        let owner = resolver.key(of: node)
                        found.append(
                            KeyDeclaration(entry.property.plainText, in: owner, .key(type), entry.binding))
                    }
                    return false
                }
                found += cases(of: key, in: declaration, resolver, lists)
            } else if let binding = node.as(PatternBindingSyntax.self) {
                if let declaration = KeyDeclaration(binding, of: key, resolver) { found.append(declaration) }
            }
            return true
        }
        return found
    }

    private static func cases(
        of key: String, in node: EnumDeclSyntax, _ resolver: NameResolver, _ lists: Set<TypeKey>
    ) -> [KeyDeclaration] {
        guard let owner = resolver.key(of: Syntax(node)) else { return [] }
        let isOfKeys = node.inheritedNames.contains { ["RemoteKey", "TitledRemoteKey"].contains($0) }
        guard isOfKeys || node.hasStringRawType && lists.contains(owner) else { return [] }
        return node.caseElements.filter { $0.rawText == key }.map {
            let name = $0.name.plainText
            let kind: KeyName.Kind = isOfKeys ? .key(valueType(ofCase: name, in: node)) : .text
            return KeyDeclaration(name, in: owner, kind, $0)
        }
    }

    private init?(_ node: PatternBindingSyntax, of key: String, _ resolver: NameResolver) {
        guard let name = node.name?.plainText, let value = node.initializer?.value, !node.isLocal else {
            return nil
        }
        let group = Syntax(node).enclosingGroup
        let owner = group.flatMap { resolver.key(of: $0) }
        guard group == nil || owner != nil else { return nil }
        let type = node.typeAnnotation?.type
        let modifiers = node.parent?.parent?.as(VariableDeclSyntax.self)?.modifiers
        let isPrivate = modifiers?.contains { ["private", "fileprivate"].contains($0.name.text) } == true
        let file = isPrivate ? resolver.path(of: Syntax(node)) : nil
        if value.textLiteral == key {
            let isOfFirebase = owner?.path == "RemoteConfig.Key"
            let isParameter =
                type?.trimmedDescription == "RemoteConfig.Key" || (type?.lastName == "Self" && isOfFirebase)
            self.init(name, in: owner, isParameter ? .parameter : .text, node, file: file)
        } else if let call = value.keyCall, call.arguments.first?.expression.textLiteral == key {
            self.init(
                name, in: owner, .key(Self.type(of: call, annotation: type, resolver)), node, call.arguments,
                file: file
            )
        } else {
            return nil
        }
    }

    private static func type(of entry: CatalogEntry, _ resolver: NameResolver) -> KeyType {
        if let reading = entry.detail("optional") { return .optional(type(ofReading: reading)) }
        if entry.detail("isJSON")?.trimmedDescription == "true" { return .other }
        if let reading = entry.detail("reading") { return type(ofReading: reading) }
        if let type = entry.binding.typeAnnotation?.type { return KeyType(name: type.trimmedDescription) }
        return entry.binding.initializer.map { type(ofDefault: $0.value, resolver) } ?? .other
    }

    private static func type(
        of call: FunctionCallExprSyntax, annotation: TypeSyntax?, _ resolver: NameResolver
    ) -> KeyType {
        let generic =
            call.calledExpression.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
            ?? annotation?.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        let second = call.arguments.dropFirst().first
        if second?.label?.plainText == "json" { return second.flatMap { jsonType($0.expression) } ?? .other }
        if let argument = generic?.arguments.first, case .type(let type) = argument.argument {
            if let optional = type.as(OptionalTypeSyntax.self) {
                return .optional(KeyType(name: optional.wrappedType.trimmedDescription))
            }
            return KeyType(name: type.trimmedDescription)
        }
        switch second?.label?.plainText {
        case "optional": return second.map { .optional(type(ofReading: $0.expression)) } ?? .other
        case nil:
            guard let expression = second?.expression else { return .other }
            guard let path = expression.namePath, path.last == "self" else {
                return type(ofReading: expression)
            }
            return KeyType(name: path.dropLast().joined(separator: "."))
        default:
            let value = call.arguments.first { $0.label?.plainText == "default" }
            let type = value.map { Self.type(ofDefault: $0.expression, resolver) } ?? KeyType.other
            /// A range with a decimal point makes a whole literal a double.
            let range = call.arguments.first { $0.label?.plainText == "in" }
            return type == .int && range?.expression.hasPoint == true ? .double : type
        }
    }

    private static func jsonType(_ value: ExprSyntax) -> KeyType? {
        guard let path = value.as(FunctionCallExprSyntax.self)?.calledExpression.namePath else { return nil }
        return .json(path.joined(separator: "."))
    }

    private static func type(ofDefault value: ExprSyntax, _ resolver: NameResolver) -> KeyType {
        if let unwrapped = value.as(ForceUnwrapExprSyntax.self) {
            return type(ofDefault: unwrapped.expression, resolver)
        }
        if let call = value.as(FunctionCallExprSyntax.self) {
            let path = call.calledExpression.namePath ?? []
            for name in path.suffix(2) {
                let type = KeyType(name: name)
                if case .named = type { continue }
                return type
            }
        }
        switch resolver.type(of: value) {
        case .bool?: return .bool
        case .int?: return .int
        case .double?: return .double
        case .string?: return .string
        default: break
        }
        guard let path = value.namePath, path.count > 1, path[0].first?.isUppercase == true else {
            return .other
        }
        return KeyType(name: path.dropLast().joined(separator: "."))
    }

    private static func type(ofReading reading: ExprSyntax) -> KeyType {
        let callee = reading.as(FunctionCallExprSyntax.self)?.calledExpression ?? reading
        switch callee.as(MemberAccessExprSyntax.self)?.declName.baseName.plainText {
        case "bool": return .bool
        case "int": return .int
        case "double": return .double
        case "string", "jsonText": return .string
        case "url": return .url
        case "date": return .date
        case "duration": return .duration
        case "decimal": return .decimal
        default: return .other
        }
    }

    /// Returns the type that `valueType` returns for a case.
    private static func valueType(ofCase name: String, in node: EnumDeclSyntax) -> KeyType {
        let paths = node.nodes(of: SwitchCaseSyntax.self).compactMap { arm -> [String]? in
            guard case .case(let label) = arm.label,
                label.caseItems.contains(where: { $0.pattern.trimmedDescription.hasSuffix(".\(name)") }),
                arm.statements.count == 1, let path = arm.statements.first?.expression?.namePath,
                path.last == "self"
            else { return nil }
            return path
        }
        return paths.last.map { KeyType(name: $0.dropLast().joined(separator: ".")) } ?? .other
    }
}

extension PatternBindingSyntax {
    /// Whether it is in the body of a function or a closure.
    var isLocal: Bool {
        guard let list = parent?.as(PatternBindingListSyntax.self), let declaration = list.parent else {
            return true
        }
        if declaration.parent?.is(MemberBlockItemSyntax.self) == true { return false }
        return declaration.parent?.parent?.parent?.is(SourceFileSyntax.self) != true
    }
}

extension CodeBlockItemSyntax {
    /// The expression that the statement is, or returns.
    var expression: ExprSyntax? {
        switch item {
        case .expr(let expression): expression
        case .stmt(let statement):
            statement.as(ExpressionStmtSyntax.self)?.expression
                ?? statement.as(ReturnStmtSyntax.self)?.expression
        case .decl: nil
        }
    }
}

extension ExprSyntax {
    /// Whether a number with a point is in it.
    fileprivate var hasPoint: Bool {
        tokens(viewMode: .sourceAccurate).contains {
            if case .floatLiteral = $0.tokenKind { true } else { false }
        }
    }

    /// The call of `Key(…)` in `Key("columns", default: 3).described(title: "Columns")`.
    var keyCall: FunctionCallExprSyntax? {
        if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.keyCall }
        guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
        let callee =
            call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
            ?? call.calledExpression
        if callee.namePath?.last == "Key" { return call }
        return callee.as(MemberAccessExprSyntax.self)?.base?.keyCall
    }
}

extension SyntaxProtocol {
    /// The names of the types around it, the outermost first.
    var typesAround: [String] {
        var names: [String] = []
        var node = parent
        while let current = node {
            if let type = current.as(ExtensionDeclSyntax.self) {
                names.append(type.extendedType.lastName)
            } else if current.asProtocol((any DeclGroupSyntax).self) != nil,
                !current.is(ProtocolDeclSyntax.self),
                let name = current.asProtocol((any NamedDeclSyntax).self)?.name.plainText
            {
                names.append(name)
            }
            node = current.parent
        }
        return names.reversed()
    }
}
