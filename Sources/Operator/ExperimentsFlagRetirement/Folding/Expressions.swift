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
        case .parameterClause(let clause):
            return captured + clause.parameters.map { $0.secondName ?? $0.firstName }
        case nil: return captured
        }
    }
}

extension ExprSyntax {
    /// Whether it never needs parentheses.
    var isPrimary: Bool {
        switch kind {
        case .declReferenceExpr, .memberAccessExpr, .functionCallExpr, .subscriptCallExpr,
            .booleanLiteralExpr,
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

    /// Whether it is made of literals and names only, so that it cannot throw or wait.
    var isPlain: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr,
            .simpleStringLiteralExpr:
            true
        case .stringLiteralExpr(let node): !node.segments.contains { $0.is(ExpressionSegmentSyntax.self) }
        case .arrayExpr(let node): node.elements.allSatisfy(\.expression.isPlain)
        case .prefixOperatorExpr(let node): ExprSyntax(node).isNumberLiteral
        default: false
        }
    }

    /// `.red` and `.gray(0.5)`.
    var isImplicitMember: Bool {
        if let member = self.as(MemberAccessExprSyntax.self) {
            return member.base.map(\.isImplicitMember) ?? true
        }
        return self.as(FunctionCallExprSyntax.self)?.calledExpression.isImplicitMember ?? false
    }

    /// The type of `Color.blue` and of `Color(white: 0)`.
    var namedType: String? {
        let expression = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
        guard let names = expression.namePath, names.count == 2 || self.is(FunctionCallExprSyntax.self) else {
            return nil
        }
        let type = names.last?.first?.isUppercase == true ? names : Array(names.dropLast())
        return type.isEmpty || type.last?.first?.isUppercase != true ? nil : type.joined(separator: ".")
    }

    /// The number literal, without its sign.
    var bareLiteral: ExprSyntax? {
        if let minus = self.as(PrefixOperatorExprSyntax.self), minus.operator.text == "-" {
            return minus.expression.bareLiteral
        }
        return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self) ? self : nil
    }

    var isNumberLiteral: Bool { bareLiteral != nil }

    /// Whether it names something, and so is not made of literals alone.
    var hasName: Bool {
        var isFound = false
        visitNodes { node in
            if node.is(DeclReferenceExprSyntax.self) { isFound = true }
            return !isFound
        }
        return isFound
    }

    /// Whether it is an operand, and all other operands of the operators around it are literals.
    var isAmongLiterals: Bool {
        var outermost = Syntax(self)
        while let parent = outermost.parent {
            switch parent.kind {
            case .infixOperatorExpr where parent.as(InfixOperatorExprSyntax.self)?.assignment == nil: break
            case .prefixOperatorExpr: break
            case .tupleExpr, .labeledExprList, .labeledExpr:
                let tuple =
                    parent.as(TupleExprSyntax.self) ?? parent.parent?.as(TupleExprSyntax.self)
                    ?? parent.parent?.parent?.as(TupleExprSyntax.self)
                guard tuple?.only != nil else { return outermost.isOperator(around: self) }
            default: return outermost.isOperator(around: self)
            }
            outermost = parent
        }
        return false
    }

    /// The call that it is an argument of.
    var argumentCall: FunctionCallExprSyntax? {
        parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
    }

    var isArgument: Bool { argumentCall != nil }

    /// Whether it is the value of `if let`, `guard let` or `while let`, or of `if case let x?`.
    var isUnwrapped: Bool {
        var node = Syntax(self)
        while let parent = node.parent,
            [.tryExpr, .awaitExpr, .tupleExpr, .labeledExpr, .labeledExprList].contains(parent.kind)
        {
            if let list = parent.as(LabeledExprListSyntax.self),
                !(list.parent?.is(TupleExprSyntax.self) ?? false)
            {
                return false
            }
            node = parent
        }
        guard let clause = node.parent?.as(InitializerClauseSyntax.self) else { return false }
        if let binding = clause.parent?.as(OptionalBindingConditionSyntax.self) {
            return binding.typeAnnotation == nil
        }
        return clause.parent?.is(MatchingPatternConditionSyntax.self) == true
    }

    /// Whether it is a statement whose value nothing uses.
    var isDiscarded: Bool {
        var node = Syntax(self)
        if let parent = node.parent, parent.is(ExpressionStmtSyntax.self) { node = parent }
        guard let item = node.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        return list.count > 1
    }
}

extension Syntax {
    /// Whether an operator is between it and an expression in it, and nothing else has a name.
    fileprivate func isOperator(around expression: ExprSyntax) -> Bool {
        var operators = 0
        var names = 0
        visitNodes { node in
            if node.range == expression.range, node.is(ExprSyntax.self) { return false }
            if node.is(DeclReferenceExprSyntax.self) { names += 1 }
            if node.is(InfixOperatorExprSyntax.self) || node.is(PrefixOperatorExprSyntax.self) {
                operators += 1
            }
            return true
        }
        return operators > 0 && names == 0
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
                guard let owner = clause.parent else { return false }
                if let binding = owner.as(PatternBindingSyntax.self) { return binding.typeAnnotation != nil }
                return owner.is(FunctionParameterSyntax.self) || owner.is(EnumCaseParameterSyntax.self)
            case .returnStmt: return node.hasTypedResult
            case .codeBlockItem(let item):
                // The only expression of a body is its result.
                let list = item.parent?.as(CodeBlockItemListSyntax.self)
                return list?.count == 1 && node.hasTypedResult
            case .infixOperatorExpr(let infix): return infix.operator.is(AssignmentExprSyntax.self)
            default: return false
            }
            node = parent
        }
        return false
    }
}

extension SyntaxProtocol {
    /// Whether the innermost function, property or closure declares the type of its result.
    fileprivate var hasTypedResult: Bool {
        var node = Syntax(self)
        while let parent = node.parent {
            switch parent.as(SyntaxEnum.self) {
            case .closureExpr(let closure): return closure.signature?.returnClause != nil
            case .functionDecl(let function): return function.signature.returnClause?.type.isSome != true
            case .patternBinding(let binding):
                return binding.accessorBlock == nil || binding.typeAnnotation?.type.isSome != true
            case .subscriptDecl, .initializerDecl: return true
            default: node = parent
            }
        }
        return false
    }
}

extension TypeSyntax {
    /// Whether it is `some View`.
    fileprivate var isSome: Bool {
        self.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some)
    }
}

extension InfixOperatorExprSyntax {
    /// The target and the value of `target = value`.
    var assignment: (target: ExprSyntax, value: ExprSyntax)? {
        self.operator.is(AssignmentExprSyntax.self) ? (leftOperand, rightOperand) : nil
    }
}
