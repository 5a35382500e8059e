import ExperimentsSyntaxReading
import SwiftSyntax

/// Folds `switch`, as a statement and as a value.
extension FileFolder {
    func fold(_ node: SwitchExprSyntax, as item: CodeBlockItemSyntax, in items: [CodeBlockItemSyntax]) -> Ending {
        let subject = fold(node.subject)
        guard let value = subject.flag, let taken = choice(of: node, for: value) else {
            foldOpenSwitch(node, subject)
            if subject.flag != nil { noteRest(node, .openCase) }
            return .asBefore
        }
        let statements = taken.statements
        guard !statements.isEmpty, taken.patternNames.isEmpty, !statements.breaksOut, !statements.fallsThrough else {
            foldOpenSwitch(node, subject)
            noteRest(node, .exits)
            return .asBefore
        }
        let last = statements.last.flatMap { $0.item.is(BreakStmtSyntax.self) ? $0 : nil }
        var ending = fold(statements)
        var inner = taken.inner
        // A `break` at the end does nothing, and does not affect the code after the `switch`.
        if let last {
            if !edits.isGone(last.range.lowerBound) { ending = .asBefore }
            guard let before = statements.dropLast().last else {
                removeStatement(Syntax(item))
                return .asBefore
            }
            inner = inner.lowerBound..<before.endPosition.utf8Offset
        }
        guard !needsScope(statements, as: item, in: items) else {
            guard builders == 0 else {
                foldOpenSwitch(node, subject)
                noteRest(node, .declaredName)
                return .asBefore
            }
            inner = text.trimmed(inner)
            edits.replace(node.range.lowerBound..<text.lineStart(of: inner.lowerBound), with: "do {\n")
            edits.replace(
                inner.upperBound..<node.rightBrace.range.lowerBound, with: "\n" + text.string(indentRange(node)))
            return ending
        }
        edits.unwrap(node.range, to: inner, in: text)
        return ending
    }

    private func indentRange(_ node: SwitchExprSyntax) -> Range<Int> {
        let indent = text.indent(of: node.range.lowerBound)
        return indent.startIndex..<indent.endIndex
    }

    private func foldOpenSwitch(_ node: SwitchExprSyntax, _ subject: Outcome) {
        put(subject, for: node.subject)
        for element in node.cases {
            guard case .switchCase(let candidate) = element else {
                walk(Syntax(element))
                continue
            }
            walk(Syntax(candidate))
        }
    }

    /// Removes the `where` of a case if it is always met, and notes a case that never runs.
    func foldClauses(of node: SwitchCaseSyntax) {
        guard case .case(let label) = node.label else { return }
        for item in label.caseItems {
            guard let clause = item.whereClause else { continue }
            foldClause(clause, after: Syntax(item.pattern), of: Syntax(node))
        }
    }

    /// Removes a `where` that is always met, or notes that the code behind it never runs.
    func foldClause(_ clause: WhereClauseSyntax, after pattern: Syntax, of node: Syntax) {
        let outcome = fold(clause.condition)
        guard let truth = outcome.flag?.truth else { return put(outcome, for: clause.condition) }
        if truth {
            edits.replace(pattern.range.upperBound..<clause.range.upperBound)
        } else {
            put(outcome, for: clause.condition)
            noteRest(node, .neverRuns)
        }
    }

    func fold(_ node: CatchClauseSyntax) {
        inScope(node.patternNames + [.identifier("error")]) {
            for item in node.catchItems {
                if let pattern = item.pattern { walk(Syntax(pattern)) }
                guard let clause = item.whereClause else { continue }
                guard let pattern = item.pattern else {
                    walk(Syntax(clause))
                    continue
                }
                foldClause(clause, after: Syntax(pattern), of: Syntax(node))
            }
            walk(Syntax(node.body))
        }
    }

    /// Returns the case for a value; nil if it is unknown.
    private func choice(of node: SwitchExprSyntax, for value: KnownValue) -> SwitchCaseSyntax? {
        for element in node.cases {
            guard case .switchCase(let candidate) = element, candidate.attribute == nil else { return nil }
            guard case .case(let label) = candidate.label else { return candidate }
            for item in label.caseItems {
                guard let matches = matches(item.pattern, value) else { return nil }
                guard matches else { continue }
                guard item.whereClause == nil else { return nil }
                return candidate
            }
        }
        return nil
    }

    /// Whether a value matches a pattern; nil if that is unknown.
    func matches(_ pattern: PatternSyntax, _ value: KnownValue) -> Bool? {
        if pattern.is(WildcardPatternSyntax.self) { return true }
        guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return nil }
        if expression.as(DiscardAssignmentExprSyntax.self) != nil { return true }
        if let number = value.number(), let range = expression.range(from: number) { return range }
        return fold(expression).value.flatMap { isSame(value, $0) }
    }

    func foldValue(of node: SwitchExprSyntax) -> Outcome {
        let subject = fold(node.subject)
        guard let value = subject.flag, let taken = choice(of: node, for: value), taken.patternNames.isEmpty,
            taken.statements.count == 1, let expression = taken.statements.first?.plainExpression
        else {
            foldOpenSwitch(node, subject)
            if subject.flag != nil { noteRest(node, .openCase) }
            return .open
        }
        let outcome = fold(expression)
        if outcome.flag != nil { return outcome }
        edits.reduce(node.range, to: expression.range, in: text)
        return .reduced(to: outcome.rest ?? expression)
    }
}

extension SwitchCaseSyntax {
    /// The range after the colon, with the comment at its end.
    var inner: Range<Int> { label.range.upperBound..<endPosition.utf8Offset }
}

extension CodeBlockItemListSyntax {
    /// Whether a `break` in it, but not in a nested loop or `switch`, leaves the code around it. A `break` that is its
    /// only statement does nothing.
    fileprivate var breaksOut: Bool {
        let isLast = last?.item.as(BreakStmtSyntax.self).map { $0.label == nil } ?? false
        return dropLast(isLast ? 1 : 0).contains { item in item.leaves(by: .breakStmt) }
    }

    fileprivate var fallsThrough: Bool { leaves(by: .fallThroughStmt) }
}

extension SyntaxProtocol {
    /// Whether a statement of some kind is in it, outside of loops, of `switch` and of functions.
    fileprivate func leaves(by jump: SyntaxKind) -> Bool {
        var isFound = false
        visitNodes { node in
            switch node.kind {
            case jump: isFound = true
            case .forStmt, .whileStmt, .repeatStmt, .switchExpr, .closureExpr, .functionDecl: return false
            default: break
            }
            return !isFound
        }
        return isFound
    }
}

extension ExprSyntax {
    /// Whether a number is in the range of the expression; nil if it is not a range between literals.
    fileprivate func range(from number: Double) -> Bool? {
        guard let infix = self.as(InfixOperatorExprSyntax.self),
            let lower = infix.leftOperand.literalNumber,
            let upper = infix.rightOperand.literalNumber
        else { return nil }
        switch infix.operator.trimmedDescription {
        case "...": return number >= lower && number <= upper
        case "..<": return number >= lower && number < upper
        default: return nil
        }
    }
}
