import SwiftSyntax
import SyntaxReading

/// The place of a key's declaration, and its name there.
struct KeyDeclaration {
    let name: KeyName
    /// The property, the case or the constant, and the declaration around it.
    let node: Syntax
}

/// Finds the declarations of a key in a file.
final class DeclarationFinder: TypeNestingVisitor {
    private let key: String
    private(set) var declarations: [KeyDeclaration] = []

    static func declarations(of key: String, in tree: SourceFileSyntax) -> [KeyDeclaration] {
        let finder = DeclarationFinder(key)
        finder.walk(tree)
        return finder.declarations
    }

    private init(_ key: String) {
        self.key = key
        super.init(viewMode: .sourceAccurate)
    }

    private var owner: String? { types.last }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        defer { _ = super.visit(node) }
        if types.contains("Keys"), let catalog = CatalogDeclaration(node) {
            for entry in catalog.entries where entry.name == key {
                add(entry.property.plainText, node.name.plainText, .key(type(of: entry)), Syntax(entry.binding))
            }
            return .skipChildren
        }
        let isOfKeys = node.inheritedNames.contains { ["RemoteKey", "TitledRemoteKey"].contains($0) }
        guard isOfKeys || node.hasStringRawType else { return .visitChildren }
        for element in node.caseElements
        where (element.rawValue?.value.textLiteral ?? element.name.plainText) == key {
            let name = element.name.plainText
            let kind: KeyName.Kind = isOfKeys ? .key(valueType(ofCase: name, in: node)) : .text
            add(name, node.name.plainText, kind, Syntax(element))
        }
        return .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.name?.plainText, let value = node.initializer?.value, !node.isLocal else {
            return .visitChildren
        }
        if value.textLiteral == key {
            let type = node.typeAnnotation?.type
            let isParameter =
                type?.trimmedDescription == "RemoteConfig.Key" || (type?.lastName == "Self" && owner == "Key")
            add(name, owner, isParameter ? .parameter : .text, Syntax(node))
        } else if let call = value.keyCall, call.arguments.first?.expression.textLiteral == key {
            add(name, owner, .key(Self.type(of: call, annotation: node.typeAnnotation?.type)), Syntax(node))
        }
        return .visitChildren
    }

    private func add(_ property: String, _ owner: String?, _ kind: KeyName.Kind, _ node: Syntax) {
        declarations.append(
            KeyDeclaration(name: KeyName(property: property, owner: owner, kind: kind), node: node))
    }

    private func type(of entry: CatalogEntry) -> KeyType {
        if let reading = entry.detail("optional") { return .optional(Self.type(ofReading: reading)) }
        if entry.detail("isJSON")?.trimmedDescription == "true" || entry.detail("reading") != nil { return .other }
        if let type = entry.binding.typeAnnotation?.type { return KeyType(name: type.trimmedDescription) }
        return entry.binding.initializer.map { Self.type(ofDefault: $0.value) } ?? .other
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
            guard let path = second?.expression.names, path.last == "self" else { return .other }
            return KeyType(name: path.dropLast().joined(separator: "."))
        default:
            let value = call.arguments.first { $0.label?.plainText == "default" }
            let type = value.map { Self.type(ofDefault: $0.expression) } ?? KeyType.other
            /// The type of a number: a range with a decimal point makes a whole literal a double.
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
        guard let path = value.names, path.count > 1, path[0].first?.isUppercase == true else { return .other }
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

    /// The type that `valueType` gives a case.
    private func valueType(ofCase name: String, in node: EnumDeclSyntax) -> KeyType {
        let finder = ValueTypeFinder(name)
        finder.walk(node)
        return finder.type.map { KeyType(name: $0) } ?? .other
    }

    private final class ValueTypeFinder: SyntaxVisitor {
        let name: String
        var type: String?

        init(_ name: String) {
            self.name = name
            super.init(viewMode: .sourceAccurate)
        }

        override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
            guard case .case(let label) = node.label,
                label.caseItems.contains(where: { $0.pattern.trimmedDescription.hasSuffix(".\(name)") }),
                node.statements.count == 1, let expression = node.statements.first?.expression,
                let path = expression.names, path.last == "self"
            else { return .skipChildren }
            type = path.dropLast().joined(separator: ".")
            return .skipChildren
        }
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

    /// The names of `Keys.Shop.columns`, in order; nil for anything else.
    var names: [String]? {
        if let name = self.as(DeclReferenceExprSyntax.self) { return [name.baseName.plainText] }
        guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base?.names else { return nil }
        return base + [member.declName.baseName.plainText]
    }

    /// The call of `Key(…)` in `Key("columns", default: 3).described(title: "Columns")`.
    var keyCall: FunctionCallExprSyntax? {
        if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.keyCall }
        guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
        let callee = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? call.calledExpression
        if callee.names?.last == "Key" { return call }
        return callee.as(MemberAccessExprSyntax.self)?.base?.keyCall
    }
}

/// A visitor that knows the types around its current place.
class TypeNestingVisitor: SyntaxVisitor {
    /// The names of the types around the current place, the outermost first.
    private(set) final var types: [String] = []

    private func enter(_ name: String) -> SyntaxVisitorContinueKind {
        types.append(name)
        return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.extendedType.lastName) }
    override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
    override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
    override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
    override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.plainText) }
    override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }
}
