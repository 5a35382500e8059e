import ExperimentsSyntaxReading
import SwiftSyntax

extension TupleExprSyntax {
    /// The expression in parentheses.
    var only: ExprSyntax? {
        guard elements.count == 1, let element = elements.first, element.label == nil else { return nil }
        return element.expression
    }
}

extension ClosureExprSyntax {
    /// The names of the parameters and of the captured values.
    var parameterNames: [TokenSyntax] {
        guard let signature else { return [] }
        let captured = signature.capture?.items.compactMap { $0.initializer == nil ? nil : $0.name } ?? []
        switch signature.parameterClause {
        case .simpleInput(let list): return captured + list.map(\.name)
        case .parameterClause(let clause): return captured + clause.parameters.map { $0.secondName ?? $0.firstName }
        case nil: return captured
        }
    }
}

extension ExprSyntax {
    /// Whether it never needs parentheses.
    var isPrimary: Bool {
        switch kind {
        case .declReferenceExpr, .memberAccessExpr, .functionCallExpr, .subscriptCallExpr, .booleanLiteralExpr,
            .stringLiteralExpr, .arrayExpr, .dictionaryExpr, .tupleExpr, .forceUnwrapExpr:
            true
        default: false
        }
    }

    /// Whether it only returns a value, as far as the code shows: it calls and assigns nothing.
    var isPure: Bool {
        var isPure = true
        visitNodes { node in
            switch node.as(SyntaxEnum.self) {
            case .closureExpr: return false
            case .functionCallExpr, .awaitExpr, .tryExpr, .assignmentExpr, .macroExpansionExpr: isPure = false
            case .binaryOperatorExpr(let node):
                // `+=` and its like; `==`, `<=`, `>=` and `!=` change nothing.
                let text = node.operator.text
                if text.unicodeScalars.last == "=", !["==", "!=", "<=", ">=", "===", "!=="].contains(text) {
                    isPure = false
                }
            default: break
            }
            return isPure
        }
        return isPure
    }

    /// Returns the expression in a form that keeps its type next to another one; nil if that is not known.
    func typed(as other: ExprSyntax, isVariable: Bool) -> String? {
        if hasSameType(as: other, isVariable: isVariable) { return trimmedDescription }
        if isArgument, kind == .nilLiteralExpr || other.kind == .nilLiteralExpr { return trimmedDescription }
        if [.integerLiteralExpr, .floatLiteralExpr].contains(bareKind), isOperand { return trimmedDescription }
        // Next to `2.5`, `1` is `1.0`, and next to `Color.blue`, `.red` is `Color.red`.
        if bareKind == .integerLiteralExpr, other.bareKind == .floatLiteralExpr, Int(trimmedDescription) != nil {
            return trimmedDescription + ".0"
        }
        if isImplicitMember, let type = other.namedType { return type + trimmedDescription }
        return nil
    }

    /// Returns whether it has the same type as another expression in any context.
    func hasSameType(as other: ExprSyntax, isVariable: Bool) -> Bool {
        if kind == .nilLiteralExpr || other.kind == .nilLiteralExpr { return false }
        // Expressions that get their type only from the other one.
        if [.arrayExpr, .dictionaryExpr, .closureExpr].contains(kind), kind != other.kind || firstElementIsMissing {
            return false
        }
        // If both are implicit members, both get their type from the context.
        if isImplicitMember { return other.isImplicitMember }
        if let inner = self.as(TupleExprSyntax.self)?.only {
            return inner.hasSameType(as: other, isVariable: isVariable)
        }
        if [.integerLiteralExpr, .floatLiteralExpr].contains(bareKind) { return bareKind == other.bareKind }
        if [.booleanLiteralExpr, .stringLiteralExpr].contains(kind) { return kind == other.kind }
        // A variable may get the other branch's type later.
        if isVariable { return callee == other.callee && callee != nil || other.isTypedByThis }
        return true
    }

    /// `.red` and `.gray(0.5)`.
    private var isImplicitMember: Bool {
        if let member = self.as(MemberAccessExprSyntax.self) { return member.base.map(\.isImplicitMember) ?? true }
        return self.as(FunctionCallExprSyntax.self)?.calledExpression.isImplicitMember ?? false
    }

    /// The type of `Color.blue` and of `Color(white: 0)`.
    private var namedType: String? {
        let expression = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
        guard let names = expression.namePath, names.count == 2 || self.is(FunctionCallExprSyntax.self) else {
            return nil
        }
        let type = names.last?.first?.isUppercase == true ? names : Array(names.dropLast())
        return type.isEmpty || type.last?.first?.isUppercase != true ? nil : type.joined(separator: ".")
    }

    /// Whether the enclosing conditional expression is an operand next to something with a type.
    private var isOperand: Bool {
        var node = parent
        while let current = node, [.ternaryExpr, .tupleExpr, .labeledExpr, .labeledExprList].contains(current.kind) {
            node = current.parent
        }
        guard let infix = node?.as(InfixOperatorExprSyntax.self), infix.assignment == nil else { return false }
        return [infix.leftOperand, infix.rightOperand].contains {
            !$0.range.contains(range) && ![.integerLiteralExpr, .floatLiteralExpr].contains($0.bareKind)
        }
    }

    /// Whether it, or the choice around it, is an argument of a call that knows the type of its argument.
    private var isArgument: Bool {
        guard let element = parent?.parent?.as(LabeledExprSyntax.self), parent?.is(TernaryExprSyntax.self) == true,
            let call = element.parent?.parent?.as(FunctionCallExprSyntax.self)
        else { return false }
        return !["print", "debugPrint", "dump", "String", "type", "Optional"].contains(call.callee?.name ?? "print")
    }

    private var isTypedByThis: Bool {
        [.booleanLiteralExpr, .stringLiteralExpr, .integerLiteralExpr].contains(bareKind)
            || self.as(MemberAccessExprSyntax.self).map { $0.base == nil } == true
    }

    private var callee: String? { self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription }

    private var bareKind: SyntaxKind { self.as(PrefixOperatorExprSyntax.self)?.expression.kind ?? kind }

    private var firstElementIsMissing: Bool {
        if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
        if let dictionary = self.as(DictionaryExprSyntax.self) {
            return dictionary.content.is(DictionaryElementListSyntax.self) == false
        }
        return false
    }
}

extension ExprSyntaxProtocol {
    /// Whether its context determines its type: an annotation, a result, an assignment, an argument.
    var hasType: Bool {
        var node = Syntax(self)
        while let parent = node.parent {
            switch parent.as(SyntaxEnum.self) {
            case .labeledExpr(let element):
                guard element.parent?.parent?.is(TupleExprSyntax.self) == true else { return false }
            case .labeledExprList, .tupleExpr, .tryExpr, .awaitExpr: break
            case .initializerClause(let clause):
                return clause.parent?.as(PatternBindingSyntax.self).map { $0.typeAnnotation != nil } ?? true
            case .returnStmt: return !node.isInUntypedClosure
            case .codeBlockItem(let item):
                // The only expression of a body is its result.
                let list = item.parent?.as(CodeBlockItemListSyntax.self)
                return list?.count == 1 && !node.isInUntypedClosure
            case .infixOperatorExpr(let infix): return infix.operator.is(AssignmentExprSyntax.self)
            default: return false
            }
            node = parent
        }
        return false
    }

    /// Whether it is the value of a `var` without a type.
    var isOfVariable: Bool {
        var node = Syntax(self)
        while let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) {
            if let declaration = parent.as(VariableDeclSyntax.self) {
                return declaration.bindingSpecifier.tokenKind == .keyword(.var)
            }
            node = parent
        }
        return false
    }
}

extension SyntaxProtocol {
    /// Whether the innermost function is a closure, whose result has no declared type.
    fileprivate var isInUntypedClosure: Bool {
        var node = Syntax(self)
        while let parent = node.parent {
            if let closure = parent.as(ClosureExprSyntax.self) { return closure.signature?.returnClause == nil }
            if parent.is(FunctionDeclSyntax.self) || parent.is(AccessorBlockSyntax.self) { return false }
            node = parent
        }
        return false
    }
}

extension InfixOperatorExprSyntax {
    /// The target and the value of `target = value`.
    var assignment: (target: ExprSyntax, value: ExprSyntax)? {
        self.operator.is(AssignmentExprSyntax.self) ? (leftOperand, rightOperand) : nil
    }
}
