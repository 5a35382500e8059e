import ExperimentsSyntaxReading
import SwiftSyntax

/// The types of expressions.
extension NameResolver {
    /// Returns the type of an expression; nil if it is not known, or if its context decides.
    package func type(of expression: ExprSyntax) -> SwiftType? {
        guard let type = bareType(of: expression) else { return nil }
        return expression.hasOptionalChain && !type.isOptional ? .optional(type) : type
    }

    /// Returns the type of a part of an optional chain as if it was not optional.
    private func bareType(of expression: ExprSyntax) -> SwiftType? {
        guard depth < 24 else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch expression.as(ExprSyntaxEnum.self) {
        case .booleanLiteralExpr: return .bool
        case .stringLiteralExpr, .simpleStringLiteralExpr: return .string
        case .integerLiteralExpr: return .int
        case .floatLiteralExpr: return .double
        case .arrayExpr(let node): return common(node.elements.map(\.expression)).map { .array($0) }
        case .dictionaryExpr(let node):
            guard let elements = node.content.as(DictionaryElementListSyntax.self),
                let key = common(elements.map(\.key)), let value = common(elements.map(\.value))
            else { return nil }
            return .dictionary(key, value)
        case .tupleExpr(let node):
            let types = node.elements.compactMap { type(of: $0.expression) }
            guard types.count == node.elements.count else { return nil }
            return types.count == 1 ? types[0] : .tuple(types)
        case .declReferenceExpr(let node): return type(of: node, at: expression)
        case .memberAccessExpr(let node): return type(of: node)
        case .functionCallExpr(let node): return type(of: node)
        case .subscriptCallExpr(let node): return type(of: node)
        case .infixOperatorExpr(let node): return type(of: node)
        case .prefixOperatorExpr(let node):
            return node.operator.text == "!" ? .bool : type(of: node.expression)
        case .ternaryExpr(let node): return common([node.thenExpression, node.elseExpression])
        case .asExpr(let node):
            guard let type = type(node.type) else { return nil }
            return node.questionOrExclamationMark?.tokenKind == .postfixQuestionMark ? .optional(type) : type
        case .isExpr: return .bool
        case .tryExpr(let node):
            guard let type = type(of: node.expression) else { return nil }
            let isOptional = node.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
            return isOptional && !type.isOptional ? .optional(type) : type
        case .awaitExpr(let node): return type(of: node.expression)
        case .forceUnwrapExpr(let node):
            if case .optional(let type)? = type(of: node.expression) { return type }
            return nil
        case .optionalChainingExpr(let node): return type(of: node.expression)?.unwrapped
        case .closureExpr(let node): return .function(node.signature?.returnClause.flatMap { type($0.type) })
        default: return nil
        }
    }

    /// Returns the type that all of some expressions have.
    private func common(_ expressions: [ExprSyntax]) -> SwiftType? {
        guard let first = expressions.first, let type = type(of: first) else { return nil }
        return expressions.dropFirst().allSatisfy { self.type(of: $0) == type } ? type : nil
    }

    private func type(of node: DeclReferenceExprSyntax, at expression: ExprSyntax) -> SwiftType? {
        switch node.baseName.tokenKind {
        case .keyword(.self):
            guard let group = Syntax(node).enclosingGroup, let key = key(of: group) else { return nil }
            return Syntax(node).isInStaticMember ? .metatype(.named(key)) : .named(key)
        case .keyword(.Self):
            guard let group = Syntax(node).enclosingGroup, let key = key(of: group) else { return nil }
            return .metatype(.named(key))
        case .keyword(.super):
            return nil
        default: break
        }
        let name = node.baseName.plainText
        switch value(named: name, at: Syntax(expression)) {
        case .unknown: return nil
        case .none: break
        case .member(let declaration, _) where [.type, .alias, .protocolType].contains(declaration.kind):
            break
        case let value: return type(of: value)
        }
        guard name.first?.isUppercase == true else { return nil }
        return type([name], at: Syntax(expression)).map { .metatype($0) }
    }

    private func type(of node: MemberAccessExprSyntax) -> SwiftType? {
        guard let base = node.base else { return nil }
        let name = node.declName.baseName.plainText
        if name == "self" { return bareType(of: base) }
        guard let baseType = bareType(of: base) else { return nil }
        return type(ofMember: name, of: baseType)
    }

    func type(ofMember name: String, of base: SwiftType) -> SwiftType? {
        let isStatic: Bool
        let owner: SwiftType
        if case .metatype(let type) = base {
            (isStatic, owner) = (true, type)
        } else {
            (isStatic, owner) = (false, base)
        }
        let property = isStatic ? StandardLibrary.property(name, of: owner) : nil
        guard let key = owner.key else { return StandardLibrary.property(name, of: owner) }
        let isKnown = !members(of: key, named: name).found.isEmpty || !key.isOfLibrary
        guard isKnown else { return property ?? StandardLibrary.property(name, of: owner) }
        switch member(name, of: key) {
        case .one(let declaration, let found):
            if [.type, .alias].contains(declaration.kind), isStatic {
                return type(owner.path + [name], at: declaration.node).map { .metatype($0) }
            }
            if declaration.kind == .function { return .function(valueType(of: declaration, in: found)) }
            return declaration.isStatic == isStatic ? valueType(of: declaration, in: found) : nil
        case .none: return name == "rawValue" ? rawType(of: key) : nil
        case .unknown: return nil
        }
    }

    private func rawType(of key: TypeKey) -> SwiftType? {
        declaration(of: key)?.node.as(EnumDeclSyntax.self)?.hasStringRawType == true ? .string : nil
    }

    // MARK: - Calls

    private func type(of node: FunctionCallExprSyntax) -> SwiftType? {
        if let name = node.calledExpression.as(DeclReferenceExprSyntax.self) {
            let text = name.baseName.plainText
            if text == "Optional", node.arguments.count == 1, let value = node.arguments.first?.expression {
                return type(of: value).map { .optional($0) }
            }
            if ["max", "min", "abs"].contains(text), case .none = value(named: text, at: Syntax(node)) {
                return common(node.arguments.map(\.expression))
            }
            if case .unknown = value(named: text, at: Syntax(node)) {
                let results = Set(functions(for: node).map { $0.flatMap { self.result(of: $0) } })
                return results.count == 1 ? results.first ?? nil : nil
            }
        }
        switch bareType(of: node.calledExpression) {
        case .function(let result?)?: return result.isOpen ? nil : result
        case .metatype(let type)?: return made(type, by: node)
        default: break
        }
        guard let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
            let baseType = bareType(of: base)
        else { return nil }
        let name = member.declName.baseName.plainText
        if name == "init", case .metatype(let type) = baseType { return made(type, by: node) }
        if name == "remoteConfig", baseType == .metatype(.library("RemoteConfig")) {
            return .library("RemoteConfig")
        }
        if let result = StandardLibrary.result(of: name, of: baseType) { return result }
        let results = Set(functions(for: node).map { $0.flatMap { self.result(of: $0) } })
        guard results.count == 1, let result = results.first ?? nil, !result.isOpen else { return nil }
        return result
    }

    /// Returns the type of what an initializer makes; nil if it may return nil.
    private func made(_ type: SwiftType, by node: FunctionCallExprSyntax) -> SwiftType? {
        guard let key = type.key else { return nil }
        if key.isOfLibrary {
            if ["Int", "Double"].contains(key.path) {
                guard node.arguments.count == 1, let argument = node.arguments.first, argument.label == nil,
                    let from = self.type(of: argument.expression)?.libraryName
                else { return nil }
                return ["Int", "Double"].contains(from) ? type : from == "String" ? .optional(type) : nil
            }
            return StandardLibrary.sureInitializers.contains(key.path) ? type : nil
        }
        if node.arguments.first?.label?.plainText == "rawValue" { return .optional(type) }
        let initializers = members(of: key, named: "init").found.filter {
            $0.node.as(InitializerDeclSyntax.self)?.signature.parameterClause.accepts(node) == true
        }
        let canFail = initializers.map { $0.node.as(InitializerDeclSyntax.self)?.optionalMark != nil }
        return Set(canFail).count > 1 ? nil : canFail.first == true ? .optional(type) : type
    }

    private func type(of node: SubscriptCallExprSyntax) -> SwiftType? {
        guard let base = bareType(of: node.calledExpression) else { return nil }
        switch base {
        case .array(let element):
            guard node.arguments.count == 1, let index = node.arguments.first?.expression else { return nil }
            return type(of: index) == .int ? element : nil
        case .dictionary(_, let value):
            return node.arguments.contains { $0.label?.plainText == "default" } ? value : .optional(value)
        default:
            guard let key = base.key else { return nil }
            let found = members(of: key, named: "subscript").found
            guard found.count == 1, let declaration = found.first?.node.as(SubscriptDeclSyntax.self),
                declaration.genericParameterClause == nil
            else { return nil }
            return type(declaration.returnClause.type)
        }
    }

    // MARK: - Operators

    private func type(of node: InfixOperatorExprSyntax) -> SwiftType? {
        let name = node.operator.trimmedDescription
        switch name {
        case "==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!==": return .bool
        case "??":
            guard case .optional(let type)? = type(of: node.leftOperand) else { return nil }
            let right = self.type(of: node.rightOperand)
            return right == type || node.rightOperand.isNumberLiteral ? type : nil
        case "+", "-", "*", "/", "%", "&+", "&-", "&*":
            let (left, right) = (type(of: node.leftOperand), type(of: node.rightOperand))
            if left == right { return left }
            if node.leftOperand.isNumberLiteral, right == .double { return right }
            if node.rightOperand.isNumberLiteral, left == .double { return left }
            return nil
        case "...", "..<":
            guard let type = type(of: node.leftOperand), type == self.type(of: node.rightOperand) else {
                return nil
            }
            return .named(.library(name == "..." ? "ClosedRange" : "Range"), [type])
        default: return nil
        }
    }
}

extension SwiftType {
    fileprivate var path: [String] { key?.path.split(separator: ".").map(String.init) ?? [] }
}

extension Syntax {
    /// Whether `self` is the type there.
    fileprivate var isInStaticMember: Bool {
        var node = self
        while let parent = node.parent {
            if parent.asProtocol((any DeclGroupSyntax).self) != nil { return false }
            if let member = parent.asProtocol((any WithModifiersSyntax).self),
                node.parent?.parent?.is(MemberBlockItemSyntax.self) == true
            {
                return member.modifiers.contains { ["static", "class"].contains($0.name.text) }
            }
            node = parent
        }
        return false
    }
}

extension ExprSyntax {
    /// Whether it is nil if something in it is.
    package var hasOptionalChain: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .optionalChainingExpr: true
        case .memberAccessExpr(let node): node.base?.hasOptionalChain ?? false
        case .functionCallExpr(let node): node.calledExpression.hasOptionalChain
        case .subscriptCallExpr(let node): node.calledExpression.hasOptionalChain
        default: false
        }
    }

    var isNumberLiteral: Bool {
        if let minus = self.as(PrefixOperatorExprSyntax.self) { return minus.expression.isNumberLiteral }
        return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
    }
}
