import ExperimentsSyntaxReading
import SwiftSyntax

/// Folds statements.
extension FileFolder {
    /// The result of folding a statement.
    enum Ending {
        /// The code after it runs as before.
        case asBefore
        /// The code after it never runs.
        case leaves
    }

    // MARK: - Blocks

    /// Folds the statements of a block.
    ///
    /// - Returns: whether the block is left at its end, so that nothing behind it runs.
    @discardableResult
    func fold(_ list: CodeBlockItemListSyntax) -> Ending {
        scopes.append([:])
        defer { scopes.removeLast() }
        let items = Array(list)
        for (index, item) in items.enumerated() {
            if isLiteral {
                walk(Syntax(item.item))
            } else if fold(item, at: index, of: items) == .leaves {
                removeRest(items.dropFirst(index + 1))
                return .leaves
            }
            for name in item.declaredNames where scopes[scopes.count - 1][name] == nil {
                scopes[scopes.count - 1][name] = .some(nil)
            }
        }
        return list.leaves ? .leaves : .asBefore
    }

    /// Removes statements that never run. Functions among them may be called from above.
    private func removeRest(_ items: ArraySlice<CodeBlockItemSyntax>) {
        for item in items {
            if item.item.is(FunctionDeclSyntax.self) || item.isTypeDeclaration
                || item.item.is(IfConfigDeclSyntax.self)
            {
                walk(Syntax(item))
            } else {
                removeStatement(Syntax(item))
            }
        }
    }

    /// Removes a statement with the comment above it.
    func removeStatement(_ node: Syntax) {
        let start = node.attachedComment ?? node.range.lowerBound
        // Its semicolon belongs to the neighboring statements.
        let end = node.as(CodeBlockItemSyntax.self)?.item.range.upperBound ?? node.range.upperBound
        edits.replace(text.removal(of: start..<end))
    }

    private func fold(_ item: CodeBlockItemSyntax, at index: Int, of items: [CodeBlockItemSyntax]) -> Ending {
        switch item.item {
        case .decl(let declaration):
            if let variable = declaration.as(VariableDeclSyntax.self),
                variable.bindingSpecifier.tokenKind == .keyword(.let),
                follow(variable, until: items.dropFirst(index + 1))
            {
                return .asBefore
            }
            walk(Syntax(declaration))
        case .stmt(let statement):
            switch statement.as(StmtSyntaxEnum.self) {
            case .expressionStmt(let node): return fold(node.expression, as: item, in: items)
            case .guardStmt(let node): return fold(node, as: item, in: items)
            default: walk(Syntax(statement))
            }
        case .expr(let expression): return fold(expression, as: item, in: items)
        }
        return .asBefore
    }

    private func fold(_ expression: ExprSyntax, as item: CodeBlockItemSyntax, in items: [CodeBlockItemSyntax])
        -> Ending
    {
        if let node = expression.as(IfExprSyntax.self) { return fold(node, as: item, in: items) }
        if let node = expression.as(SwitchExprSyntax.self) { return fold(node, as: item, in: items) }
        if foldAssertion(expression, as: item) { return .asBefore }
        let outcome = fold(expression)
        // Remove a statement that only reads the key, unless it is the result of a body.
        if outcome.flag != nil, items.count > 1 {
            removeStatement(Syntax(item))
        } else {
            put(outcome, for: expression)
        }
        return .asBefore
    }

    // MARK: - Conditions

    /// The result of folding a list of conditions.
    struct Conditions {
        /// The names that a condition of a value binds, with their values.
        var bound: [(name: String, value: KnownValue)] = []
        /// The conditions that are always met.
        var met: [ConditionElementSyntax] = []
        /// Whether one is never met, and those before it do nothing.
        var isNever = false
        /// Whether one is never met, but those before it do something.
        var isLate = false
        let count: Int

        var isAlways: Bool { met.count == count }
    }

    func fold(_ list: ConditionElementListSyntax) -> Conditions {
        var result = Conditions(count: list.count)
        var isPure = true
        for element in list {
            let outcome: Bool?
            switch element.condition {
            case .expression(let expression):
                let folded = fold(expression)
                outcome = folded.flag?.truth
                if outcome == nil || (outcome == false && !isPure) { put(folded, for: expression) }
                if outcome == nil, !self.isPure(expression) { isPure = false }
            case .optionalBinding(let binding):
                outcome = fold(binding, &result)
                if outcome == nil, let value = binding.initializer?.value, !self.isPure(value) {
                    isPure = false
                }
            case .matchingPattern(let match):
                outcome = fold(match, &result)
                if outcome == nil, !self.isPure(match.initializer.value) { isPure = false }
            default: outcome = nil
            }
            switch outcome {
            case true?: result.met.append(element)
            case false? where isPure:
                result.isNever = true
                return result
            case false?: result.isLate = true
            case nil: break
            }
            for name in element.patternNames { scopes[scopes.count - 1][name.plainText] = .some(nil) }
            for (name, value) in result.bound { scopes[scopes.count - 1][name] = value }
        }
        return result
    }

    private func fold(_ binding: OptionalBindingConditionSyntax, _ result: inout Conditions) -> Bool? {
        guard let value = binding.initializer?.value,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)
        else {
            if let name = binding.pattern.as(IdentifierPatternSyntax.self),
                let value = self.value(named: name.identifier)
            {
                guard value.isOptional || value.isNull else { return nil }
                if value.isNull { return false }
                result.bound.append((name.identifier.plainText, value.optional(false)))
                return true
            }
            return nil
        }
        let outcome = fold(value)
        guard let known = outcome.flag, known.isOptional || known.isNull else {
            put(outcome, for: value)
            return nil
        }
        if known.isNull { return false }
        guard known.optional(false).code != nil, !lacksName(of: known),
            binding.bindingSpecifier.tokenKind == .keyword(.let)
        else {
            put(outcome, for: value)
            return nil
        }
        result.bound.append((name.identifier.plainText, known.optional(false)))
        return true
    }

    private func fold(_ match: MatchingPatternConditionSyntax, _ result: inout Conditions) -> Bool? {
        let outcome = fold(match.initializer.value)
        guard let value = outcome.flag, let matches = self.matches(match.pattern, value),
            match.patternNames.isEmpty
        else {
            put(outcome, for: match.initializer.value)
            walk(Syntax(match.pattern))
            return nil
        }
        return matches
    }

    /// Removes the conditions that are always true from a list that has others.
    func removeMet(_ conditions: Conditions, of list: ConditionElementListSyntax) {
        let elements = Array(list)
        let isMet = elements.map { element in conditions.met.contains { $0.id == element.id } }
        for (index, element) in elements.enumerated() where isMet[index] {
            if let next = elements[(index + 1)...].indices.first(where: { !isMet[$0] }) {
                edits.replace(element.range.lowerBound..<elements[next].range.lowerBound)
            } else if let last = elements[..<index].indices.last(where: { !isMet[$0] }) {
                edits.replace(
                    elements[last].condition.range.upperBound..<elements[elements.count - 1].range.upperBound)
            }
        }
    }

    // MARK: - Guard and loops

    private func fold(_ node: GuardStmtSyntax, as item: CodeBlockItemSyntax, in items: [CodeBlockItemSyntax])
        -> Ending
    {
        let conditions = fold(node.conditions)
        if conditions.isNever {
            fold(node.body.statements)
            edits.unwrap(node.range, to: node.body.inner, in: text)
            return .leaves
        }
        walk(Syntax(node.body))
        if conditions.isAlways {
            removeStatement(Syntax(item))
        } else {
            removeMet(conditions, of: node.conditions)
            if conditions.isLate { noteLate(node) }
        }
        return .asBefore
    }

    func noteLate(_ node: some SyntaxProtocol) {
        noteRest(node, .condition)
    }

    func fold(_ node: WhileStmtSyntax) {
        scopes.append([:])
        defer { scopes.removeLast() }
        guard !isLiteral else {
            for name in node.conditions.patternNames { scopes[scopes.count - 1][name.plainText] = .some(nil) }
            return walkChildren(node)
        }
        let conditions = fold(node.conditions)
        if conditions.isNever {
            let label = node.parent?.as(LabeledStmtSyntax.self)
            let whole = label?.parent ?? node.parent
            if let item = whole?.as(CodeBlockItemSyntax.self) { return removeStatement(Syntax(item)) }
            return noteRest(node, .label)
        }
        walk(Syntax(node.body))
        noteEmpty(node.body, of: node)
        if conditions.isAlways, let first = node.conditions.first, let last = node.conditions.last {
            edits.replace(first.range.lowerBound..<last.range.upperBound, with: "true")
        } else {
            removeMet(conditions, of: node.conditions)
            if conditions.isLate { noteLate(node) }
        }
    }

    func fold(_ node: ForStmtSyntax) {
        put(fold(node.sequence), for: node.sequence)
        inScope(node.pattern.patternNames) {
            if let clause = node.whereClause {
                let outcome = fold(clause.condition)
                if isLiteral {
                    put(outcome, for: clause.condition)
                } else if outcome.flag?.truth == true {
                    edits.replace(node.sequence.range.upperBound..<clause.range.upperBound)
                } else if outcome.flag?.truth == false, isPure(node.sequence),
                    let item = node.parent?.as(CodeBlockItemSyntax.self)
                {
                    return removeStatement(Syntax(item))
                } else {
                    put(outcome, for: clause.condition)
                    if outcome.flag?.truth == false { noteLate(node) }
                }
            }
            walk(Syntax(node.body))
            foldEmptied(node)
        }
    }
}

extension CodeBlockSyntax {
    /// The range between the braces.
    var inner: Range<Int> { leftBrace.range.upperBound..<rightBrace.range.lowerBound }
}

extension CodeBlockItemSyntax {
    /// Whether it declares a type.
    var isTypeDeclaration: Bool {
        guard case .decl(let declaration) = item else { return false }
        return declaration.asProtocol((any DeclGroupSyntax).self) != nil
            || declaration.is(TypeAliasDeclSyntax.self)
    }

    /// The names that it declares for the statements after it.
    var declaredNames: [String] {
        switch item {
        case .decl(let declaration):
            if let variable = declaration.as(VariableDeclSyntax.self) {
                return variable.bindings.flatMap { $0.pattern.patternNames.map(\.plainText) }
            }
            if let function = declaration.as(FunctionDeclSyntax.self) { return [function.name.plainText] }
            if let type = declaration.asProtocol((any NamedDeclSyntax).self) { return [type.name.plainText] }
            return []
        case .stmt(let statement):
            return statement.as(GuardStmtSyntax.self)?.conditions.patternNames.map(\.plainText) ?? []
        case .expr: return []
        }
    }
}
