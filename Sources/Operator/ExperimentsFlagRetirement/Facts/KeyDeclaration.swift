import ExperimentsSyntaxReading
import SwiftSyntax

/// The place of a key's declaration, and its name there.
struct KeyDeclaration {
    let name: KeyName
    /// The property, the case or the constant, and the declaration around it.
    let node: Syntax

    private init(_ property: String, in owner: String?, _ kind: KeyName.Kind, _ node: some SyntaxProtocol) {
        name = KeyName(property: property, owner: owner, kind: kind)
        self.node = Syntax(node)
    }

    /// Returns the declarations of a key in a file.
    static func all(of key: String, in tree: SourceFileSyntax) -> [KeyDeclaration] {
        var found: [KeyDeclaration] = []
        tree.visitNodes { node in
            if let declaration = node.as(EnumDeclSyntax.self) {
                if let catalog = CatalogDeclaration(declaration), node.typesAround.contains("Keys") {
                    for entry in catalog.entries where entry.name == key {
                        let (name, owner) = (entry.property.plainText, declaration.name.plainText)
                        found.append(KeyDeclaration(name, in: owner, .key(type(of: entry)), entry.binding))
                    }
                    return false
                }
                found += cases(of: key, in: declaration)
            } else if let binding = node.as(PatternBindingSyntax.self) {
                if let declaration = KeyDeclaration(binding, of: key) { found.append(declaration) }
            }
            return true
        }
        return found
    }

    private static func cases(of key: String, in node: EnumDeclSyntax) -> [KeyDeclaration] {
        let isOfKeys = node.inheritedNames.contains { ["RemoteKey", "TitledRemoteKey"].contains($0) }
        guard isOfKeys || node.hasStringRawType else { return [] }
        return node.caseElements.filter { $0.rawText == key }.map {
            let name = $0.name.plainText
            let kind: KeyName.Kind = isOfKeys ? .key(valueType(ofCase: name, in: node)) : .text
            return KeyDeclaration(name, in: node.name.plainText, kind, $0)
        }
    }

    private init?(_ node: PatternBindingSyntax, of key: String) {
        guard let name = node.name?.plainText, let value = node.initializer?.value, !node.isLocal else { return nil }
        let (type, owner) = (node.typeAnnotation?.type, node.typesAround.last)
        if value.textLiteral == key {
            let isParameter =
                type?.trimmedDescription == "RemoteConfig.Key" || (type?.lastName == "Self" && owner == "Key")
            self.init(name, in: owner, isParameter ? .parameter : .text, node)
        } else if let call = value.keyCall, call.arguments.first?.expression.textLiteral == key {
            self.init(name, in: owner, .key(Self.type(of: call, annotation: type)), node)
        } else {
            return nil
        }
    }

    private static func type(of entry: CatalogEntry) -> KeyType {
        if let reading = entry.detail("optional") { return .optional(type(ofReading: reading)) }
        if entry.detail("isJSON")?.trimmedDescription == "true" || entry.detail("reading") != nil { return .other }
        if let type = entry.binding.typeAnnotation?.type { return KeyType(name: type.trimmedDescription) }
        return entry.binding.initializer.map { type(ofDefault: $0.value) } ?? .other
    }

    private static func type(of call: FunctionCallExprSyntax, annotation: TypeSyntax?) -> KeyType {
        let generic =
            call.calledExpression.as(GenericSpecializationExprSyntax.self)?.genericArgumentClause
            ?? annotation?.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        if let argument = generic?.arguments.first, case .type(let type) = argument.argument {
            if let optional = type.as(OptionalTypeSyntax.self) {
                return .optional(KeyType(name: optional.wrappedType.trimmedDescription))
            }
            return KeyType(name: type.trimmedDescription)
        }
        let second = call.arguments.dropFirst().first
        switch second?.label?.plainText {
        case "json": return .other
        case "optional": return second.map { .optional(type(ofReading: $0.expression)) } ?? .other
        case nil:
            guard let path = second?.expression.namePath, path.last == "self" else { return .other }
            return KeyType(name: path.dropLast().joined(separator: "."))
        default:
            let value = call.arguments.first { $0.label?.plainText == "default" }
            let type = value.map { Self.type(ofDefault: $0.expression) } ?? KeyType.other
            /// A range with a decimal point makes a whole literal a double.
            let range = call.arguments.first { $0.label?.plainText == "in" }
            return type == .int && range?.expression.hasPoint == true ? .double : type
        }
    }

    private static func type(ofDefault value: ExprSyntax) -> KeyType {
        if value.is(BooleanLiteralExprSyntax.self) { return .bool }
        if value.is(StringLiteralExprSyntax.self) { return .string }
        if let number = value.as(PrefixOperatorExprSyntax.self) { return type(ofDefault: number.expression) }
        if value.is(FloatLiteralExprSyntax.self) { return .double }
        if value.is(IntegerLiteralExprSyntax.self) { return .int }
        guard let path = value.namePath, path.count > 1, path[0].first?.isUppercase == true else { return .other }
        return KeyType(name: path.dropLast().joined(separator: "."))
    }

    private static func type(ofReading reading: ExprSyntax) -> KeyType {
        let callee = reading.as(FunctionCallExprSyntax.self)?.calledExpression ?? reading
        switch callee.as(MemberAccessExprSyntax.self)?.declName.baseName.plainText {
        case "bool": return .bool
        case "int": return .int
        case "double": return .double
        case "string": return .string
        default: return .other
        }
    }

    /// Returns the type that `valueType` returns for a case.
    private static func valueType(ofCase name: String, in node: EnumDeclSyntax) -> KeyType {
        let paths = node.nodes(of: SwitchCaseSyntax.self).compactMap { arm -> [String]? in
            guard case .case(let label) = arm.label,
                label.caseItems.contains(where: { $0.pattern.trimmedDescription.hasSuffix(".\(name)") }),
                arm.statements.count == 1, let path = arm.statements.first?.expression?.namePath, path.last == "self"
            else { return nil }
            return path
        }
        return paths.last.map { KeyType(name: $0.dropLast().joined(separator: ".")) } ?? .other
    }
}

extension PatternBindingSyntax {
    /// Whether it is in the body of a function or a closure.
    var isLocal: Bool {
        guard let list = parent?.as(PatternBindingListSyntax.self), let declaration = list.parent else { return true }
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
            statement.as(ExpressionStmtSyntax.self)?.expression ?? statement.as(ReturnStmtSyntax.self)?.expression
        case .decl: nil
        }
    }
}

extension ExprSyntax {
    /// Whether a number with a point is in it.
    fileprivate var hasPoint: Bool {
        tokens(viewMode: .sourceAccurate).contains { if case .floatLiteral = $0.tokenKind { true } else { false } }
    }

    /// The call of `Key(…)` in `Key("columns", default: 3).described(title: "Columns")`.
    var keyCall: FunctionCallExprSyntax? {
        if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.keyCall }
        guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
        let callee = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? call.calledExpression
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
            } else if current.asProtocol((any DeclGroupSyntax).self) != nil, !current.is(ProtocolDeclSyntax.self),
                let name = current.asProtocol((any NamedDeclSyntax).self)?.name.plainText
            {
                names.append(name)
            }
            node = current.parent
        }
        return names.reversed()
    }
}
