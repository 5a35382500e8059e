import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Keeps the type of a closure that Swift determines by its body.
extension FileFolder {
    /// Discards the value of the only expression that is left of a closure of statements. Swift would take it for the
    /// result.
    func keepNoResult(of node: ClosureExprSyntax) {
        guard node.signature?.returnClause == nil, isOfStatements(node),
            node.ownReturns.allSatisfy({ $0.expression == nil }),
            !edits.isGone(node.leftBrace.range.lowerBound)
        else { return }
        let left = remaining(of: node.statements)
        guard left.count == 1, let expression = left.first?.plainExpression,
            !expression.is(IfExprSyntax.self), !expression.is(SwitchExprSyntax.self),
            expression.as(InfixOperatorExprSyntax.self)?.assignment == nil, !isVoid(expression),
            typeFollowsBody(of: node)
        else { return }
        edits.insert("_ = ", at: expression.range.lowerBound)
    }

    /// The statements that are left of a body, those of branches that take the place of their condition among them.
    private func remaining(of list: CodeBlockItemListSyntax) -> [CodeBlockItemSyntax] {
        list.flatMap { item -> [CodeBlockItemSyntax] in
            guard edits.isGone(item.range.lowerBound) else { return [item] }
            if let branches = item.branches { return branches.flatMap { remaining(of: $0.statements) } }
            return item.isKept(by: edits) || !edits.isGone(item.range.upperBound - 1) ? [item] : []
        }
    }

    /// Whether a call returns nothing, by its declaration.
    private func isVoid(_ expression: ExprSyntax) -> Bool {
        var expression = expression
        while true {
            if let node = expression.as(TryExprSyntax.self), node.questionOrExclamationMark == nil {
                expression = node.expression
            } else if let node = expression.as(AwaitExprSyntax.self) {
                expression = node.expression
            } else {
                break
            }
        }
        if let infix = expression.as(InfixOperatorExprSyntax.self) {
            let name = infix.operator.trimmedDescription
            return name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(name)
        }
        guard let name = expression.as(FunctionCallExprSyntax.self)?.callee?.name else { return false }
        if ["print", "debugPrint", "assert", "precondition"].contains(name) { return true }
        let functions = resolver.functions(named: name).compactMap { $0.node.as(FunctionDeclSyntax.self) }
        return !functions.isEmpty && functions.allSatisfy { $0.signature.returnClause == nil }
    }

    /// Functions of libraries whose type depends on what a closure returns, throws or waits for.
    private static let inferring: Set = [
        "map", "compactMap", "flatMap", "Task", "detached", "immediate", "Result", "withLock",
        "withLockUnchecked", "sync", "run", "withAnimation", "withTransaction", "withTaskGroup",
    ]

    /// Whether the code around a closure gets its type, or chooses a function, by the body of the closure.
    func typeFollowsBody(of node: ClosureExprSyntax) -> Bool {
        if let call = node.call, let name = call.callee?.name {
            // The body of a result builder has no result of its own.
            if builders > 0 || mayTakeBuilder(name) { return false }
            if !resolver.functions(named: name).isEmpty || !resolver.types(named: name).isEmpty {
                guard case .types(let types) = resolver.expected(of: ExprSyntax(node)), types.count == 1,
                    case .function(let result?) = types.first, !result.isOpen
                else { return !hasOnlyClosuresWithoutResult(named: name) }
                return false
            }
            return Self.inferring.contains(name) && !ExprSyntax(call).isStatementItself
        }
        if let clause = node.parent?.as(InitializerClauseSyntax.self),
            let binding = clause.parent?.as(PatternBindingSyntax.self)
        {
            return binding.typeAnnotation == nil
        }
        return false
    }

    /// Whether a function or an initializer of a name takes a closure for a result builder.
    private func mayTakeBuilder(_ name: String) -> Bool {
        (resolver.functions(named: name) + resolver.types(named: name)).contains { found in
            found.node.nodes(of: AttributeSyntax.self).contains {
                $0.attributeName.lastName.hasSuffix("Builder")
            }
        }
    }

    /// Whether the one function of a name takes only closures that are written to return nothing.
    private func hasOnlyClosuresWithoutResult(named name: String) -> Bool {
        let functions = resolver.functions(named: name).compactMap { $0.node.as(FunctionDeclSyntax.self) }
        guard functions.count == 1, resolver.types(named: name).isEmpty, let function = functions.first else {
            return false
        }
        let closures = function.signature.parameterClause.parameters.flatMap {
            Syntax($0.type).nodes(of: FunctionTypeSyntax.self)
        }
        return !closures.isEmpty
            && closures.allSatisfy { ["Void", "()"].contains($0.returnClause.type.trimmedDescription) }
    }
}

extension FileFolder {
    /// Whether the body of a closure is no expression: several statements, or one without a value.
    private func isOfStatements(_ node: ClosureExprSyntax) -> Bool {
        guard node.statements.count == 1, let item = node.statements.first else {
            return node.statements.count > 1
        }
        guard let expression = item.plainExpression else { return true }
        guard var branch = expression.as(IfExprSyntax.self) else { return false }
        while case .ifExpr(let next) = branch.elseBody { branch = next }
        guard branch.elseBody != nil, let branches = item.branches else { return true }
        // As a value, each branch is one expression, and all have one type.
        let values = branches.map { $0.statements.count == 1 ? $0.statements.first?.plainExpression : nil }
        guard !values.contains(where: { $0 == nil }) else { return true }
        return Set(values.compactMap { $0.map(isVoid) }).count > 1
    }
}

extension CodeBlockItemSyntax {
    /// The branches of `if` and `guard`; nil for another statement.
    fileprivate var branches: [CodeBlockSyntax]? {
        if case .stmt(let statement) = item, let node = statement.as(GuardStmtSyntax.self) {
            return [node.body]
        }
        guard var node = plainExpression?.as(IfExprSyntax.self) else { return nil }
        var branches = [node.body]
        while case .ifExpr(let next) = node.elseBody {
            branches.append(next.body)
            node = next
        }
        if case .codeBlock(let last) = node.elseBody { branches.append(last) }
        return branches
    }
}

extension ClosureExprSyntax {
    /// The call that it is an argument of.
    fileprivate var call: FunctionCallExprSyntax? {
        parent?.as(FunctionCallExprSyntax.self)
            ?? parent?.as(MultipleTrailingClosureElementSyntax.self)?.parent?.parent?.as(
                FunctionCallExprSyntax.self)
            ?? ExprSyntax(self).argumentCall
    }
}

extension ExprSyntax {
    /// Whether it is a statement, whose value nothing uses.
    fileprivate var isStatementItself: Bool {
        var node = Syntax(self)
        while let parent = node.parent, [.expressionStmt, .tryExpr, .awaitExpr].contains(parent.kind) {
            node = parent
        }
        guard let item = node.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        return list.count > 1 || list.parent?.parent?.is(FunctionDeclSyntax.self) == true
    }
}
