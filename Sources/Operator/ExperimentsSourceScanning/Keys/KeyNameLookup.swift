import ExperimentsSyntaxReading
import SwiftSyntax

/// Follows the name of a key to its text: the raw value of a case, the value of a static property or of a constant.
struct KeyNameLookup {
    /// The text of a name.
    struct Found {
        let text: String
        /// The type whose cases or static properties are keys, if the name is one of them.
        var list: TypeKey?
        /// The name of the case or the property.
        var member: String?
    }

    let index: TypeIndex

    private var resolver: NameResolver { index.resolver }

    /// Returns the text of an expression; nil if only the running app knows it.
    func found(_ expression: ExprSyntax, depth: Int = 0) -> Found? {
        guard depth < 8 else { return nil }
        let expression = expression.withoutCast
        if let text = expression.textLiteral { return Found(text: text) }
        if let member = expression.as(MemberAccessExprSyntax.self) {
            if let base = member.base, member.declName.baseName.text == "rawValue" {
                return found(base, depth: depth + 1)
            }
            return found(member)
        }
        guard let reference = expression.as(DeclReferenceExprSyntax.self) else { return nil }
        switch resolver.value(named: reference.baseName.plainText, at: Syntax(reference)) {
        case .local(.variable(let binding)):
            guard binding.isConstant, let value = binding.initializer?.value else { return nil }
            return found(value, depth: depth + 1)
        case .local(.captured(let value)): return found(value, depth: depth + 1)
        case .member(let declaration, let owner): return found(declaration, in: owner)
        case .global(let declaration): return found(declaration, in: nil)
        case .local, .none, .unknown: return nil
        }
    }

    private func found(_ node: MemberAccessExprSyntax) -> Found? {
        let owner: TypeKey?
        if let base = node.base {
            guard case .metatype(let type)? = resolver.type(of: base) else { return nil }
            owner = type.key
        } else {
            guard case .types(let types) = resolver.expected(of: ExprSyntax(node)), types.count == 1 else {
                return nil
            }
            owner = types.first?.unwrapped.key
        }
        guard let owner,
            case .one(let declaration, let found) = resolver.member(
                node.declName.baseName.plainText, of: owner),
            declaration.isStatic
        else { return nil }
        return self.found(declaration, in: found)
    }

    /// Returns the text of a case, or of a constant.
    func found(_ declaration: Declaration, in owner: TypeKey?) -> Found? {
        switch declaration.kind {
        case .enumCase:
            guard let element = declaration.node.as(EnumCaseElementSyntax.self), let owner,
                resolver.declaration(of: owner)?.node.as(EnumDeclSyntax.self)?.hasStringRawType == true
            else { return nil }
            return Found(text: element.rawText, list: owner, member: declaration.name)
        case .variable:
            guard let binding = declaration.node.as(PatternBindingSyntax.self),
                let value = binding.valueExpression
            else { return nil }
            guard let text = text(value, declaration) else { return nil }
            let isOfOwner = owner != nil && resolver.valueType(of: declaration, in: owner)?.key == owner
            return Found(text: text, list: isOfOwner ? owner : nil, member: declaration.name)
        default: return nil
        }
    }

    private func text(_ value: ExprSyntax, _ declaration: Declaration) -> String? {
        let scope = LexicalScope(types: declaration.path, file: declaration.file)
        let reader = LiteralReader(index: index, scope: scope)
        if let text = reader.text(value) { return text }
        // `Flag(key: "a")`
        guard let call = value.as(FunctionCallExprSyntax.self), let argument = call.arguments.first else {
            return nil
        }
        return call.arguments.count == 1 ? reader.text(argument.expression) : nil
    }

    // MARK: - Lists

    /// Returns the cases, or the static properties, of a type whose members are keys.
    func members(of list: TypeKey) -> [(found: Found, declaration: Declaration)] {
        resolver.members(of: list).compactMap { declaration in
            guard declaration.isStatic, [.enumCase, .variable].contains(declaration.kind),
                let found = found(declaration, in: list), found.list == list
            else { return nil }
            return (found, declaration)
        }
    }
}

extension PatternBindingSyntax {
    /// Whether it is declared with `let`.
    fileprivate var isConstant: Bool {
        parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.let)
    }
}
