import ExperimentsSyntaxReading
import SwiftSyntax

/// Folds `if`, as a statement and as a value.
extension FileFolder {
    func fold(_ node: IfExprSyntax, as item: CodeBlockItemSyntax, in items: [CodeBlockItemSyntax]) -> Ending {
        // The value of a body that is this statement alone has its type from the body.
        var branch: IfExprSyntax? = node
        // The branch before, if it stays.
        var previous: IfExprSyntax?
        var remaining: [IfExprSyntax] = []
        while let current = branch {
            scopes.append([:])
            let conditions = fold(current.conditions)
            if conditions.isNever {
                scopes.removeLast()
                switch current.elseBody {
                case .ifExpr(let next):
                    // `if false {…} else if b {…}`: the rest moves up.
                    edits.replace(current.range.lowerBound..<next.range.lowerBound)
                    branch = next
                    continue
                case .codeBlock(let block):
                    return previous == nil
                        ? keep(block, of: current, whole: node, as: item, in: items)
                        : keepElse(block, of: current)
                case nil:
                    if let previous {
                        edits.replace(previous.body.range.upperBound..<current.range.upperBound)
                    } else {
                        removeStatement(Syntax(item))
                    }
                    return .asBefore
                }
            }
            if conditions.isAlways {
                let ending = keepBody(
                    conditions, of: current, isFirst: previous == nil, whole: node, as: item, in: items)
                scopes.removeLast()
                return ending
            }
            walk(Syntax(current.body))
            scopes.removeLast()
            removeMet(conditions, of: current.conditions)
            if conditions.isLate { noteLate(current) }
            remaining.append(current)
            // The next part becomes the `else` of the remaining one.
            previous = current
            switch current.elseBody {
            case .ifExpr(let next): branch = next
            case .codeBlock(let block):
                walk(Syntax(block))
                branch = nil
            case nil: branch = nil
            }
        }
        foldEmptied(remaining, as: item)
        return .asBefore
    }

    private func keepBody(
        _ conditions: Conditions, of current: IfExprSyntax, isFirst: Bool, whole: IfExprSyntax,
        as item: CodeBlockItemSyntax, in items: [CodeBlockItemSyntax]
    ) -> Ending {
        if isFirst { return keep(current.body, of: current, whole: whole, as: item, in: items) }
        return keepElse(current.body, of: current)
    }

    /// Replaces `else if true {…} else {…}` by `else {…}`.
    private func keepElse(_ block: CodeBlockSyntax, of current: IfExprSyntax) -> Ending {
        walk(Syntax(block))
        edits.replace(current.range.lowerBound..<block.range.lowerBound)
        edits.replace(block.range.upperBound..<current.range.upperBound)
        return .asBefore
    }

    /// Leaves only one of the bodies.
    private func keep(
        _ block: CodeBlockSyntax, of current: IfExprSyntax, whole: IfExprSyntax, as item: CodeBlockItemSyntax,
        in items: [CodeBlockItemSyntax]
    ) -> Ending {
        let ending = fold(block.statements)
        let start = whole.range.lowerBound
        if needsScope(block.statements, as: item, in: items) {
            guard builders == 0 else {
                put(.known(.bool(block.id == current.body.id), isFlag: true), forConditionsOf: current)
                noteRest(current, .declaredName)
                return .asBefore
            }
            edits.replace(start..<block.range.lowerBound, with: "do ")
            edits.replace(block.range.upperBound..<whole.range.upperBound)
            return ending
        }
        guard edits.unwrap(whole.range, to: block.inner, in: text) else {
            if !block.statements.isEmpty { return .asBefore }
            removeStatement(Syntax(item))
            return .asBefore
        }
        return ending
    }

    private func put(_ outcome: Outcome, forConditionsOf node: IfExprSyntax) {
        guard let first = node.conditions.first, let last = node.conditions.last,
            let truth = outcome.flag?.truth
        else {
            return
        }
        edits.replace(first.range.lowerBound..<last.range.upperBound, with: String(truth))
    }

    /// Returns whether the statements of a body need a separate block, because a name in it has another meaning
    /// outside, or something happens when the block ends.
    func needsScope(
        _ statements: CodeBlockItemListSyntax, as item: CodeBlockItemSyntax, in items: [CodeBlockItemSyntax]
    ) -> Bool {
        if statements.contains(where: { $0.item.is(DeferStmtSyntax.self) }), items.count > 1 { return true }
        let names = Set(
            Array(statements).filter { !edits.isGone($0.range.lowerBound) }.flatMap(\.declaredNames))
        guard !names.isEmpty else { return false }
        let others = items.filter { $0.id != item.id }
        return others.contains { $0.uses(names) } || shadows(names, at: Syntax(item))
    }

    /// Whether a name is also that of a parameter, or of a condition, directly around a statement.
    private func shadows(_ names: Set<String>, at item: Syntax) -> Bool {
        guard let owner = item.parent?.parent?.parent else { return false }
        if let closure = item.parent?.parent?.as(ClosureExprSyntax.self) {
            return closure.parameterNames.contains { names.contains($0.plainText) }
        }
        return owner.is(SwitchCaseSyntax.self) && owner.patternNames.contains { names.contains($0.plainText) }
    }

    // MARK: - Values

    /// Whether an expression can only be a statement. One that never returns has no value of the type of the others.
    private func isStatement(_ expression: ExprSyntax) -> Bool {
        expression.as(InfixOperatorExprSyntax.self)?.assignment != nil || expression.leaves
    }

    /// Folds what follows the first branch of an `if` that stays, and is the value of something or has a label.
    private func foldElse(of first: IfExprSyntax) {
        var previous = first
        var branch = first.elseBody
        while case .ifExpr(let next) = branch {
            scopes.append([:])
            let conditions = fold(next.conditions)
            defer { branch = next.elseBody }
            if conditions.isAlways, conditions.bound.isEmpty {
                _ = keepElse(next.body, of: next)
                scopes.removeLast()
                return
            }
            guard conditions.isNever else {
                walk(Syntax(next.body))
                scopes.removeLast()
                if !conditions.isAlways { removeMet(conditions, of: next.conditions) }
                if conditions.isLate { noteLate(next) }
                previous = next
                continue
            }
            scopes.removeLast()
            switch next.elseBody {
            case .ifExpr(let other): edits.replace(next.range.lowerBound..<other.range.lowerBound)
            case .codeBlock(let block):
                _ = keepElse(block, of: next)
                return
            case nil:
                return edits.replace(previous.body.range.upperBound..<next.range.upperBound)
            }
        }
        if case .codeBlock(let block) = branch { walk(Syntax(block)) }
    }

    /// Folds an `if` that is the value of something.
    func foldValue(of node: IfExprSyntax) -> Outcome {
        scopes.append([:])
        let conditions = fold(node.conditions)
        scopes.removeLast()
        let kept: CodeBlockSyntax?
        if conditions.isAlways {
            kept = node.body
        } else if conditions.isNever {
            if case .ifExpr(let next) = node.elseBody {
                edits.reduce(node.range, to: next.range, in: text)
                let outcome = foldValue(of: next)
                return .reduced(to: outcome.rest ?? ExprSyntax(next))
            }
            if case .codeBlock(let block) = node.elseBody { kept = block } else { kept = nil }
        } else {
            kept = nil
            removeMet(conditions, of: node.conditions)
        }
        let isOnly = kept?.statements.count == 1 && conditions.bound.isEmpty
        guard let kept, isOnly, let expression = kept.statements.first?.plainExpression,
            !isStatement(expression)
        else {
            if conditions.isAlways || conditions.isNever {
                put(.known(.bool(conditions.isAlways), isFlag: true), forConditionsOf: node)
                let isLabelled = node.parent?.parent?.is(LabeledStmtSyntax.self) == true
                noteRest(node, isLabelled ? .label : .severalStatements)
            }
            walk(Syntax(node.body))
            foldElse(of: node)
            return .open
        }
        let outcome = fold(expression)
        if outcome.flag != nil { return outcome }
        edits.reduce(node.range, to: expression.range, in: text)
        return .reduced(to: outcome.rest ?? expression)
    }
}

extension CodeBlockItemSyntax {
    /// The expression that the item is, without `return`.
    var plainExpression: ExprSyntax? {
        switch item {
        case .expr(let expression): expression
        case .stmt(let statement): statement.as(ExpressionStmtSyntax.self)?.expression
        case .decl: nil
        }
    }

    /// Whether it uses one of some names, or declares it.
    func uses(_ names: Set<String>) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            guard names.contains(token.plainText) else { return false }
            // A member of something else has another meaning.
            if let member = token.parent?.parent?.as(MemberAccessExprSyntax.self),
                member.declName.id == token.parent?.id
            {
                return false
            }
            return token.parent?.as(LabeledExprSyntax.self)?.label?.id != token.id
        }
    }
}

extension CodeBlockItemListSyntax {
    /// Whether the last statement leaves the block, so that nothing after it runs.
    var leaves: Bool { last.map { $0.leaves } ?? false }
}

extension CodeBlockItemSyntax {
    /// Whether it leaves the block around it.
    var leaves: Bool {
        switch item {
        case .stmt(let statement):
            switch statement.kind {
            case .returnStmt, .throwStmt, .breakStmt, .continueStmt, .fallThroughStmt: return true
            default: break
            }
            if let expression = statement.as(ExpressionStmtSyntax.self)?.expression {
                return expression.leaves
            }
            return statement.as(DoStmtSyntax.self).map {
                $0.catchClauses.isEmpty && $0.body.statements.leaves
            } ?? false
        case .expr(let expression): return expression.leaves
        case .decl: return false
        }
    }
}

extension ExprSyntax {
    fileprivate var leaves: Bool {
        if let call = self.as(FunctionCallExprSyntax.self), let name = call.callee?.name {
            return ["fatalError", "preconditionFailure", "exit"].contains(name)
        }
        guard let node = self.as(IfExprSyntax.self), node.body.statements.leaves else { return false }
        switch node.elseBody {
        case .codeBlock(let block): return block.statements.leaves
        case .ifExpr(let next): return ExprSyntax(next).leaves
        case nil: return false
        }
    }
}
