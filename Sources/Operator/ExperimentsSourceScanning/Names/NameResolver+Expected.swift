import ExperimentsSyntaxReading
import SwiftSyntax

/// The types that a place accepts.
package enum ExpectedType: Hashable, Sendable {
    /// One of these types.
    case types(Set<SwiftType>)
    /// What a function or a type of a library, with this name, accepts.
    case library(String)
    /// The place does not show it.
    case unknown
}

extension NameResolver {
    /// Returns the type that the place of an expression gives it.
    package func expected(of expression: ExprSyntax) -> ExpectedType {
        guard depth < 24 else { return .unknown }
        depth += 1
        defer { depth -= 1 }
        guard let parent = expression.parent else { return .unknown }
        switch parent.as(SyntaxEnum.self) {
        case .memberAccessExpr(let node):
            // `.a` in `.a.b` has the type of the whole.
            return expression.isImplicitMember ? expected(of: ExprSyntax(node)) : .unknown
        case .functionCallExpr(let node):
            return expression.isImplicitMember ? expected(of: ExprSyntax(node)) : .unknown
        case .labeledExpr(let node): return expected(ofArgument: node)
        case .infixOperatorExpr(let node): return expected(of: expression, in: node)
        case .initializerClause(let node): return expected(of: node)
        case .returnStmt: return expectedResult(at: Syntax(expression))
        case .codeBlockItem: return expectedResult(at: Syntax(expression))
        case .expressionStmt: return expectedResult(at: parent)
        case .ternaryExpr(let node):
            if node.condition.id == expression.id { return .types([.bool]) }
            let other = node.thenExpression.id == expression.id ? node.elseExpression : node.thenExpression
            if let type = type(of: other) { return .types([type]) }
            return expected(of: ExprSyntax(node))
        case .tryExpr, .awaitExpr, .forceUnwrapExpr, .optionalChainingExpr:
            return ExprSyntax(parent).map { expected(of: $0) } ?? .unknown
        case .arrayElement(let node):
            guard let array = node.parent?.parent?.as(ArrayExprSyntax.self) else { return .unknown }
            return expected(of: ExprSyntax(array)).map {
                if case .array(let element) = $0 { element } else { $0.element }
            }
        case .dictionaryElement(let node):
            guard let whole = node.parent?.parent?.as(DictionaryExprSyntax.self) else { return .unknown }
            let isKey = node.key.id == expression.id
            return expected(of: ExprSyntax(whole)).map {
                if case .dictionary(let key, let value) = $0 { isKey ? key : value } else { nil }
            }
        case .expressionPattern: return expected(ofPattern: parent)
        case .asExpr(let node): return type(node.type).map { .types([$0]) } ?? .unknown
        case .switchExpr, .matchingPatternCondition: return .unknown
        default: return .unknown
        }
    }

    private func expected(of expression: ExprSyntax, in node: InfixOperatorExprSyntax) -> ExpectedType {
        let isLeft = node.leftOperand.id == expression.id
        let other = isLeft ? node.rightOperand : node.leftOperand
        switch node.operator.trimmedDescription {
        case "=": return isLeft ? .unknown : type(of: other).map { .types([$0]) } ?? .unknown
        case "==", "!=", "~=", "<", ">", "<=", ">=":
            return type(of: other).map { .types([$0.unwrapped]) } ?? .unknown
        case "??":
            if !isLeft, let type = type(of: other) { return .types([type.unwrapped]) }
            return expected(of: ExprSyntax(node))
        case "&&", "||": return .types([.bool])
        default: return .unknown
        }
    }

    private func expected(of clause: InitializerClauseSyntax) -> ExpectedType {
        switch clause.parent?.as(SyntaxEnum.self) {
        case .patternBinding(let node):
            return node.typeAnnotation.flatMap { type($0.type) }.map { .types([$0]) } ?? .unknown
        case .functionParameter(let node): return type(node.type).map { .types([$0]) } ?? .unknown
        case .enumCaseParameter(let node): return type(node.type).map { .types([$0]) } ?? .unknown
        case .optionalBindingCondition(let node):
            return node.typeAnnotation.flatMap { type($0.type) }.map { .types([.optional($0)]) } ?? .unknown
        default: return .unknown
        }
    }

    /// The type of what the function, or the property, around a place returns.
    private func expectedResult(at node: Syntax) -> ExpectedType {
        var current = node
        while let parent = current.parent {
            switch parent.as(SyntaxEnum.self) {
            case .functionDecl(let node): return result(of: node).map { .types([$0]) } ?? .unknown
            case .accessorDecl, .accessorBlock:
                guard let binding = parent.nearestBinding else {
                    let node = parent.nearestSubscript
                    return node.flatMap { type($0.returnClause.type) }.map { .types([$0]) } ?? .unknown
                }
                return binding.typeAnnotation.flatMap { type($0.type) }.map { .types([$0]) } ?? .unknown
            case .closureExpr(let node):
                return node.signature?.returnClause.flatMap { type($0.type) }.map { .types([$0]) } ?? .unknown
            case .initializerDecl, .deinitializerDecl, .sourceFile: return .unknown
            default: current = parent
            }
        }
        return .unknown
    }

    private func expected(ofPattern node: Syntax) -> ExpectedType {
        var current = node
        while let parent = current.parent {
            switch parent.as(SyntaxEnum.self) {
            case .switchExpr(let choice):
                return type(of: choice.subject).map { .types([$0.unwrapped]) } ?? .unknown
            case .matchingPatternCondition(let match):
                return type(of: match.initializer.value).map { .types([$0.unwrapped]) } ?? .unknown
            case .tuplePatternElement, .tuplePattern, .labeledExpr, .codeBlockItem: return .unknown
            default: current = parent
            }
        }
        return .unknown
    }

    // MARK: - Arguments

    private func expected(ofArgument element: LabeledExprSyntax) -> ExpectedType {
        guard let whole = element.parent?.parent else { return .unknown }
        switch whole.as(SyntaxEnum.self) {
        case .tupleExpr(let node): return node.elements.count == 1 ? expected(of: ExprSyntax(node)) : .unknown
        case .functionCallExpr(let node): return expected(of: element, in: node)
        case .subscriptCallExpr(let node):
            guard let base = type(of: node.calledExpression)?.unwrapped else { return .unknown }
            return expected(of: element, inSubscriptOf: base)
        case .attribute(let node):
            let name = node.attributeName.lastName
            guard let type = type(node.attributeName), let key = type.key, !key.isOfLibrary else {
                return .library(name)
            }
            return expected(of: element, madeBy: key)
        case .macroExpansionExpr(let node): return .library(node.macroName.text)
        default: return .unknown
        }
    }

    private func expected(of element: LabeledExprSyntax, inSubscriptOf base: SwiftType) -> ExpectedType {
        switch base {
        case .array: return .types([.int])
        case .dictionary(let key, _): return .types([key])
        default: break
        }
        guard let key = base.key, let list = element.parent?.as(LabeledExprListSyntax.self) else {
            return .unknown
        }
        let found = members(of: key, named: "subscript")
        if found.found.isEmpty, key.isOfLibrary { return .library(key.path) }
        guard found.isCertain else { return .unknown }
        let clauses = found.found.compactMap { $0.node.as(SubscriptDeclSyntax.self)?.parameterClause }
        return expected(of: element, in: list, clauses, isSubscript: true)
    }

    private func expected(of element: LabeledExprSyntax, in node: FunctionCallExprSyntax) -> ExpectedType {
        let list = node.arguments
        // A type, or a case with values.
        switch type(of: node.calledExpression) {
        case .metatype(let type)?:
            guard let key = type.key else { return .unknown }
            return key.isOfLibrary ? .library(key.path) : expected(of: element, madeBy: key)
        case .function?, nil, .some: break
        }
        let found = functions(for: node)
        if found.isEmpty {
            guard let name = node.calledName else { return .unknown }
            let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base.flatMap { type(of: $0) }?
                .unwrapped
            if let key = base?.key, inherits(key, from: ["OptionSet"]) { return .types([.named(key)]) }
            return isDeclared(name) && base == nil ? .unknown : .library(name)
        }
        return expected(of: element, in: list, found.map { $0?.signature.parameterClause })
    }

    /// Whether the sources have a function, a case or a variable with a name.
    private func isDeclared(_ name: String) -> Bool {
        sources.contains { source in
            source.contains(name)
                && source.names.byName[name]?.contains {
                    [.enumCase, .variable, .function].contains($0.kind)
                } == true
        }
    }

    private func expected(of element: LabeledExprSyntax, madeBy key: TypeKey) -> ExpectedType {
        guard let list = element.parent?.as(LabeledExprListSyntax.self) else { return .unknown }
        let found = members(of: key, named: "init").found.compactMap {
            $0.node.as(InitializerDeclSyntax.self)
        }
        guard found.isEmpty else {
            return expected(of: element, in: list, found.map(\.signature.parameterClause))
        }
        guard let label = element.label?.plainText else {
            return inherits(key, from: ["OptionSet"]) ? .types([.array(.named(key))]) : .unknown
        }
        if label == "rawValue" { return .types([.string, .int]) }
        // The initializer that a struct gets for its properties.
        let property = members(of: key, named: label).found.first { $0.kind == .variable && !$0.isStatic }
        return property.flatMap { valueType(of: $0, in: key) }.map { .types([$0]) } ?? .unknown
    }

    private func expected(
        of element: LabeledExprSyntax, in list: LabeledExprListSyntax,
        _ clauses: [FunctionParameterClauseSyntax?],
        isSubscript: Bool = false
    ) -> ExpectedType {
        let arguments = Array(list)
        guard let index = arguments.firstIndex(where: { $0.id == element.id }) else { return .unknown }
        var types: Set<SwiftType> = []
        for clause in clauses {
            guard let clause else { return .unknown }
            let labels = arguments.map { $0.label?.plainText }
            guard let parameters = clause.parameters(for: labels, isSubscript: isSubscript) else { continue }
            guard let type = type(parameters[index].type) else { return .unknown }
            types.insert(type)
        }
        return types.isEmpty ? .unknown : .types(types)
    }

    /// Returns the functions of the sources that a call may be one of.
    func functions(for node: FunctionCallExprSyntax) -> [FunctionDeclSyntax?] {
        guard let name = node.calledName else { return [] }
        let found: [Declaration]
        if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
            let base = member.base.flatMap { type(of: $0) }?.unwrapped
            let owner: SwiftType? = if case .metatype(let type)? = base { type } else { base }
            if let key = owner?.key {
                let own = members(of: key, named: name)
                found = own.found.isEmpty ? inherited(name, of: key) : own.found
            } else {
                found = owner == nil ? functions(named: name) : []
            }
        } else {
            switch value(named: name, at: Syntax(node)) {
            case .local(.function(let function)): return [function]
            case .member(let declaration, _), .global(let declaration): found = [declaration]
            case .unknown: found = functions(named: name)
            case .local, .none: found = []
            }
        }
        return found.filter { $0.kind == .function }.map { $0.node.as(FunctionDeclSyntax.self) }
            .filter { $0?.signature.parameterClause.accepts(node) == true }
    }

    private func inherited(_ name: String, of key: TypeKey) -> [Declaration] {
        supertypes(of: key).flatMap { type -> [Declaration] in
            guard let inherited = type?.key else { return [] }
            let own = members(of: inherited, named: name).found
            return own.isEmpty && !inherited.isOfLibrary ? self.inherited(name, of: inherited) : own
        }
    }
}

extension ExprSyntax {
    /// Whether it begins with a dot: `.red` and `.gray(0.5)`.
    fileprivate var isImplicitMember: Bool {
        if let member = self.as(MemberAccessExprSyntax.self) {
            return member.base.map(\.isImplicitMember) ?? true
        }
        return self.as(FunctionCallExprSyntax.self)?.calledExpression.isImplicitMember ?? false
    }
}

extension ExpectedType {
    /// Returns the types made of the types; unknown if one has none.
    fileprivate func map(_ transform: (SwiftType) -> SwiftType?) -> ExpectedType {
        guard case .types(let types) = self else { return self }
        let mapped = types.compactMap(transform)
        return mapped.count == types.count ? .types(Set(mapped)) : .unknown
    }
}

extension FunctionCallExprSyntax {
    /// The name of the called function.
    var calledName: String? {
        if let name = calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName.plainText }
        return calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.plainText
    }
}

extension FunctionParameterClauseSyntax {
    /// Whether the arguments of a call fit.
    func accepts(_ call: FunctionCallExprSyntax) -> Bool {
        parameters(for: call.arguments.map { $0.label?.plainText }) != nil
    }

    /// Returns the parameter for each argument, by their labels; nil if they do not fit.
    ///
    /// - Parameter isSubscript: whether a lone name of a parameter is no label.
    func parameters(for labels: [String?], isSubscript: Bool = false) -> [FunctionParameterSyntax]? {
        var result: [FunctionParameterSyntax] = []
        var rest = Array(parameters)[...]
        for label in labels {
            if label == nil, let last = result.last, last.ellipsis != nil, rest.first?.firstName.text != "_" {
                result.append(last)
                continue
            }
            guard let index = rest.firstIndex(where: { $0.label(isSubscript) == label ?? "_" }) else {
                return nil
            }
            let isLeftOut = rest[rest.startIndex..<index].allSatisfy {
                $0.defaultValue != nil || $0.ellipsis != nil
            }
            guard isLeftOut else { return nil }
            result.append(rest[index])
            rest = rest[(index + 1)...]
        }
        return result
    }
}

extension FunctionParameterSyntax {
    fileprivate func label(_ isSubscript: Bool) -> String {
        isSubscript && secondName == nil ? "_" : firstName.plainText
    }
}

extension Syntax {
    fileprivate var nearestBinding: PatternBindingSyntax? {
        var node: Syntax? = self
        while let current = node, current.asProtocol((any DeclGroupSyntax).self) == nil {
            if let binding = current.as(PatternBindingSyntax.self) { return binding }
            if current.is(SubscriptDeclSyntax.self) { return nil }
            node = current.parent
        }
        return nil
    }

    fileprivate var nearestSubscript: SubscriptDeclSyntax? {
        var node: Syntax? = self
        while let current = node, current.asProtocol((any DeclGroupSyntax).self) == nil {
            if let declaration = current.as(SubscriptDeclSyntax.self) { return declaration }
            node = current.parent
        }
        return nil
    }
}
