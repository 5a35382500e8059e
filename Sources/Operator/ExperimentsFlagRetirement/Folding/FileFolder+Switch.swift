import ExperimentsSyntaxReading
import SwiftSyntax

/// Folds `switch`, as a statement and as a value.
extension FileFolder {
    func fold(_ node: SwitchExprSyntax, as item: CodeBlockItemSyntax, in items: [CodeBlockItemSyntax])
        -> Ending
    {
        let subject = fold(node.subject)
        guard let value = subject.flag, let taken = choice(of: node, for: value) else {
            foldOpenSwitch(node, subject)
            if subject.flag != nil { noteRest(node, .openCase) }
            return .asBefore
        }
        let statements = taken.statements
        let bound = taken.boundName
        guard !statements.isEmpty, taken.patternNames.isEmpty || bound != nil && value.code != nil,
            !statements.breaksOut, !statements.fallsThrough
        else {
            foldOpenSwitch(node, subject)
            noteRest(node, .exits)
            return .asBefore
        }
        let last = statements.last.flatMap { $0.item.is(BreakStmtSyntax.self) ? $0 : nil }
        scopes.append(bound.map { [$0: value] } ?? [:])
        var ending = fold(statements)
        scopes.removeLast()
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
        // The semicolon before the next case.
        if let sign = statements.last?.semicolon,
            text.trimmed(sign.range.upperBound..<inner.upperBound).isEmpty
        {
            inner = inner.lowerBound..<min(inner.upperBound, sign.range.lowerBound)
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
                inner.upperBound..<node.rightBrace.range.lowerBound,
                with: "\n" + text.string(indentRange(node)))
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
        let parts = knownParts(of: node.subject)
        put(subject, for: node.subject)
        for element in node.cases {
            guard case .switchCase(let candidate) = element else {
                walk(Syntax(element))
                continue
            }
            walk(Syntax(candidate))
            if !parts.isEmpty, !edits.isGone(candidate.label.range.lowerBound), isNever(candidate, for: parts)
            {
                noteRest(candidate, .neverRuns)
            }
        }
        if !isLiteral { removeCovered(in: node) }
    }

    /// Removes the cases that never run because a case above them lost its condition.
    private func removeCovered(in node: SwitchExprSyntax) {
        var covered: Set<String> = []
        var isComplete = false
        var fallsThrough = false
        for element in node.cases {
            guard case .switchCase(let candidate) = element else { return }
            guard !edits.isGone(candidate.label.range.lowerBound) else { continue }
            var items: [SwitchCaseItemSyntax] = []
            if case .case(let label) = candidate.label { items = Array(label.caseItems) }
            let isCovered =
                !items.isEmpty && items.allSatisfy { covered.contains($0.pattern.trimmedDescription) }
            if isComplete || isCovered, !fallsThrough {
                edits.replace(text.removal(of: candidate.range))
                continue
            }
            for item in items {
                guard let clause = item.whereClause, edits.isGone(clause.range.lowerBound) else { continue }
                covered.insert(item.pattern.trimmedDescription)
                if item.pattern.matchesAll { isComplete = true }
            }
            fallsThrough = candidate.statements.fallsThrough
        }
    }

    /// Returns the values of the parts of a tuple that the key decides, by their places.
    private func knownParts(of subject: ExprSyntax) -> [Int: KnownValue] {
        guard let tuple = subject.as(TupleExprSyntax.self), tuple.elements.count > 1 else { return [:] }
        let outer = (edits, notes, members)
        var parts: [Int: KnownValue] = [:]
        for (index, element) in tuple.elements.enumerated() { parts[index] = fold(element.expression).flag }
        (edits, notes, members) = outer
        return parts
    }

    /// Whether a case has a part in each of its patterns that differs from the value there.
    private func isNever(_ candidate: SwitchCaseSyntax, for parts: [Int: KnownValue]) -> Bool {
        guard case .case(let label) = candidate.label else { return false }
        return label.caseItems.allSatisfy { item in
            let pattern = item.pattern.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self)
            return pattern?.elements.enumerated().contains { index, element in
                parts[index].flatMap { matches(element.expression, $0) } == false
            } ?? false
        }
    }

    /// Removes the `where` of a case if it is always met, and notes a case that never runs.
    func foldClauses(of node: SwitchCaseSyntax) {
        guard case .case(let label) = node.label else { return }
        let items = Array(label.caseItems)
        for (index, item) in items.enumerated() {
            guard let clause = item.whereClause else { continue }
            let isNever = foldClause(clause, after: Syntax(item.pattern))
            guard isNever else { continue }
            if items.count == 1 {
                if !remove(Syntax(node)) { noteRest(node, .neverRuns) }
            } else if index + 1 < items.count {
                edits.replace(item.range.lowerBound..<items[index + 1].range.lowerBound)
            } else if let comma = items[index - 1].trailingComma, !edits.isGone(comma.range.lowerBound) {
                edits.replace(comma.range.lowerBound..<item.range.upperBound)
            } else {
                noteRest(node, .neverRuns)
            }
        }
    }

    /// Removes a `where` that is always met.
    ///
    /// - Returns: whether it is never met.
    private func foldClause(_ clause: WhereClauseSyntax, after pattern: Syntax) -> Bool {
        let outcome = fold(clause.condition)
        guard let truth = outcome.flag?.truth else {
            put(outcome, for: clause.condition)
            return false
        }
        if truth {
            edits.replace(pattern.range.upperBound..<clause.range.upperBound)
        } else {
            put(outcome, for: clause.condition)
        }
        return !truth
    }

    /// Removes a case or a `catch` that never runs, if the code before it does not continue in it.
    private func remove(_ node: Syntax) -> Bool {
        if let clause = node.as(CatchClauseSyntax.self) {
            guard let list = clause.parent?.as(CatchClauseListSyntax.self), list.count > 1 else {
                return false
            }
            edits.replace(text.skippingBlanksBack(from: clause.range.lowerBound)..<clause.range.upperBound)
            return true
        }
        guard let list = node.parent?.as(SwitchCaseListSyntax.self), list.count > 1 else { return false }
        var previous: SwitchCaseSyntax?
        for element in list {
            guard case .switchCase(let candidate) = element else { return false }
            if candidate.id == node.as(SwitchCaseSyntax.self)?.id { break }
            previous = candidate
        }
        guard previous?.statements.fallsThrough != true else { return false }
        edits.replace(text.removal(of: node.range))
        return true
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
                let isNever = foldClause(clause, after: Syntax(pattern))
                if isNever, node.catchItems.count > 1 || !remove(Syntax(node)) { noteRest(node, .neverRuns) }
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
                guard let matches = matches(item, value) else { return nil }
                if matches { return candidate }
            }
        }
        return nil
    }

    /// Whether a value is of a case with its condition; nil if that is unknown.
    private func matches(_ item: SwitchCaseItemSyntax, _ value: KnownValue) -> Bool? {
        let name = item.pattern.as(ValueBindingPatternSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)
        guard let matches = name == nil ? matches(item.pattern, value) : true else { return nil }
        guard matches, let clause = item.whereClause else { return matches }
        let outer = (edits, notes, members)
        defer { (edits, notes, members) = outer }
        scopes.append(name.map { [$0.identifier.plainText: value] } ?? [:])
        defer { scopes.removeLast() }
        return fold(clause.condition).flag?.truth
    }

    /// Whether a value matches a pattern; nil if that is unknown.
    func matches(_ pattern: PatternSyntax, _ value: KnownValue) -> Bool? {
        if pattern.is(WildcardPatternSyntax.self) { return true }
        return pattern.as(ExpressionPatternSyntax.self).flatMap { matches($0.expression, value) }
    }

    private func matches(_ expression: ExprSyntax, _ value: KnownValue) -> Bool? {
        if expression.as(DiscardAssignmentExprSyntax.self) != nil { return true }
        guard facts.ownOperators.isDisjoint(with: ["~=", "=="]) else { return nil }
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

extension PatternSyntax {
    /// `_` and `let value`.
    fileprivate var matchesAll: Bool {
        if self.is(WildcardPatternSyntax.self) { return true }
        if let binding = self.as(ValueBindingPatternSyntax.self) {
            return binding.pattern.is(IdentifierPatternSyntax.self) || binding.pattern.matchesAll
        }
        return self.as(ExpressionPatternSyntax.self)?.expression.is(DiscardAssignmentExprSyntax.self) == true
    }
}

extension SwitchCaseSyntax {
    /// The name that its only pattern gives the whole value, if nothing changes or captures it.
    fileprivate var boundName: String? {
        guard case .case(let label) = label, label.caseItems.count == 1,
            let binding = label.caseItems.first?.pattern.as(ValueBindingPatternSyntax.self),
            binding.bindingSpecifier.tokenKind == .keyword(.let),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainText,
            statements.allSatisfy({ NameUses(of: name, in: Syntax($0)).areReads })
        else { return nil }
        return name
    }

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
        if let prefix = self.as(PrefixOperatorExprSyntax.self), let upper = prefix.expression.literalNumber {
            return prefix.operator.text == "..."
                ? number <= upper : prefix.operator.text == "..<" ? number < upper : nil
        }
        if let postfix = self.as(PostfixOperatorExprSyntax.self), let lower = postfix.expression.literalNumber
        {
            return postfix.operator.text == "..." ? number >= lower : nil
        }
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
