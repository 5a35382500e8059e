import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftParser
import SwiftSyntax

/// Folds expressions.
extension FileFolder {
    func fold(_ expression: ExprSyntax) -> Outcome {
        if let value = read(expression) { return .known(value, isFlag: true) }
        if let path = expression.as(KeyPathExprSyntax.self) {
            // The names of a path are not those of the code around it, but the expressions in its brackets are.
            for part in path.components {
                if case .subscript(let call) = part.component { walkChildren(call) }
            }
            return .open
        }
        if isLiteral { return foldLiterally(expression) }
        switch expression.as(ExprSyntaxEnum.self) {
        case .booleanLiteralExpr(let node):
            return .known(.bool(node.literal.tokenKind == .keyword(.true)), isFlag: false)
        case .nilLiteralExpr: return .known(KnownValue(.null), isFlag: false)
        case .integerLiteralExpr(let node):
            return node.representedLiteralValue.map { .known(KnownValue(.int($0)), isFlag: false) } ?? .open
        case .floatLiteralExpr(let node):
            return node.representedLiteralValue.map { .known(KnownValue(.double($0)), isFlag: false) }
                ?? .open
        case .stringLiteralExpr(let node):
            if let text = node.representedLiteralValue {
                return .known(KnownValue(.string(text)), isFlag: false)
            }
        case .declReferenceExpr(let node): return value(of: node).map { .known($0, isFlag: true) } ?? .open
        case .memberAccessExpr(let node): return fold(node)
        case .tupleExpr(let node): if let inner = node.only { return fold(node, around: inner) }
        case .prefixOperatorExpr(let node): return fold(node)
        case .infixOperatorExpr(let node): return fold(node)
        case .ternaryExpr(let node): return fold(node)
        case .tryExpr(let node):
            let outcome = fold(node.expression)
            guard case .known(let value, let isFlag) = outcome else {
                return node.questionOrExclamationMark == nil ? reduced(outcome, in: node) : outcome.opened
            }
            return .known(
                node.questionOrExclamationMark?.text == "?" ? value.optional() : value, isFlag: isFlag)
        case .awaitExpr(let node):
            return reduced(fold(node.expression), in: node)
        case .forceUnwrapExpr(let node): return foldUnwrapped(node.expression)
        case .optionalChainingExpr(let node):
            let outcome = fold(node.expression)
            if let value = outcome.flag, value.isOptional, !value.isNull { return outcome }
            put(outcome, for: node.expression)
            return .open
        case .asExpr(let node) where node.questionOrExclamationMark == nil:
            let outcome = fold(node.expression)
            guard let value = outcome.flag else { break }
            // Another type, such as `Any`, is what the code around it gets.
            if isType(node.type, of: value), value.code != nil, !value.isOptional { return outcome }
            put(outcome, for: node.expression)
            return .open
        case .ifExpr(let node): return foldValue(of: node)
        case .switchExpr(let node): return foldValue(of: node)
        case .closureExpr(let node): return fold(node)
        case .functionCallExpr(let node): return fold(node)
        case .macroExpansionExpr(let node): return fold(node)
        case .dictionaryExpr(let node): return fold(node)
        case .arrayExpr(let node): return fold(node)
        default: break
        }
        walkChildren(expression)
        return .open
    }

    /// Removes `try` or `await` before a part that needs neither.
    private func reduced(_ outcome: Outcome, in node: some ExprSyntaxProtocol) -> Outcome {
        guard case .reduced(let rest) = outcome else { return outcome }
        guard rest.isPlain || isStored(rest) else { return .open }
        edits.reduce(node.range, to: rest.range, in: text)
        return .reduced(to: rest)
    }

    /// Whether an expression names a parameter or a local value, which are there already.
    private func isStored(_ expression: ExprSyntax) -> Bool {
        guard let name = expression.as(DeclReferenceExprSyntax.self),
            case .local(let local) = resolver.value(named: name.baseName.plainText, at: Syntax(name))
        else { return false }
        switch local {
        case .typed, .unwrapped, .element: return true
        case .variable(let binding):
            let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
            return variable?.modifiers.isEmpty == true && binding.accessorBlock == nil
                && variable?.attributes.isEmpty == true
        default: return false
        }
    }

    // MARK: - Members

    private func foldUnwrapped(_ expression: ExprSyntax) -> Outcome {
        let outcome = fold(expression)
        if let value = outcome.flag, value.isOptional, !value.isNull {
            return .known(value.optional(false), isFlag: true)
        }
        put(outcome, for: expression)
        return .open
    }

    private func fold(_ node: MemberAccessExprSyntax) -> Outcome {
        let name = node.declName.baseName.plainText
        guard let base = node.base else {
            return .known(KnownValue(.enumCase(type: nil, name: name, raw: nil)), isFlag: false)
        }
        if let value = member(name, isFunction: false, of: base) { return .known(value, isFlag: true) }
        if let names = base.namePath, let type = names.last, type.first?.isUppercase == true,
            !facts.names.contains(where: { $0.owner?.name == type })
        {
            return .known(
                KnownValue(.enumCase(type: names.joined(separator: "."), name: name, raw: nil)), isFlag: false
            )
        }
        let outcome = fold(base)
        guard let value = outcome.flag else { return .open }
        if base.hasOptionalChain, value.isOptional {
            if let member = value.optional(false).member(name) {
                return .known(member.optional(), isFlag: true)
            }
        } else if let member = value.member(name) {
            return .known(member, isFlag: true)
        }
        if case .parameter = value.form {
            note(node, .unknownMember(name))
            return .open
        }
        put(outcome, for: base)
        return .open
    }

    private func fold(_ node: TupleExprSyntax, around inner: ExprSyntax) -> Outcome {
        switch fold(inner) {
        case .known(let value, let isFlag): return .known(value, isFlag: isFlag)
        case .open: return .open
        case .reduced(let rest):
            // Remove parentheses that are not needed.
            // Before the brace of a statement, a closure would be taken for its body.
            guard rest.isPrimary, rest.nodes(of: ClosureExprSyntax.self).isEmpty else { return .open }
            edits.replace(node.range.lowerBound..<inner.range.lowerBound)
            edits.replace(inner.range.upperBound..<node.range.upperBound)
            return .reduced(to: rest)
        }
    }

    // MARK: - Operators

    private func fold(_ node: PrefixOperatorExprSyntax) -> Outcome {
        let outcome = fold(node.expression)
        switch (node.operator.text, outcome) {
        case _ where facts.ownOperators.contains(node.operator.text): break
        case ("!", .known(let value, let isFlag)):
            if let truth = value.truth { return .known(.bool(!truth), isFlag: isFlag) }
        case ("-", .known(let value, let isFlag)) where !value.isOptional:
            switch value.form {
            case .int(let number) where number != .min:
                return .known(KnownValue(.int(-number)), isFlag: isFlag)
            case .double(let number): return .known(KnownValue(.double(-number)), isFlag: isFlag)
            default: break
            }
        default: break
        }
        put(outcome, for: node.expression)
        return .open
    }

    private func fold(_ node: InfixOperatorExprSyntax) -> Outcome {
        let name = node.operator.trimmedDescription
        guard isSure(node), node.operator.is(BinaryOperatorExprSyntax.self) else {
            if let (target, value) = node.assignment { return foldAssignment(node, target, value) }
            walkChildren(node)
            return .open
        }
        // `!=` is the opposite of the app's own `==`.
        guard !facts.ownOperators.contains(name), name != "!=" || !facts.ownOperators.contains("==") else {
            walkChildren(node)
            return .open
        }
        switch name {
        case "&&", "||": return foldLogic(node, isAnd: name == "&&")
        case "==", "!=": return foldEquality(node, isEqual: name == "==")
        case "<", ">", "<=", ">=": return foldOrder(node, name)
        case "??": return foldDefault(node)
        default:
            walkChildren(node)
            return .open
        }
    }

    /// Whether the operators around an expression have the assumed precedence.
    private func isSure(_ node: InfixOperatorExprSyntax) -> Bool {
        var outermost = node
        while let parent = outermost.parent?.as(InfixOperatorExprSyntax.self) { outermost = parent }
        func isSure(_ expression: ExprSyntax) -> Bool {
            guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return true }
            let name = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
            return (name.map { facts.isSureOperator($0) } ?? true) && isSure(infix.leftOperand)
                && isSure(infix.rightOperand)
        }
        return isSure(ExprSyntax(outermost))
    }

    private func foldLogic(_ node: InfixOperatorExprSyntax, isAnd: Bool) -> Outcome {
        let (left, right) = (fold(node.leftOperand), fold(node.rightOperand))
        switch (left.flag?.truth, right.flag?.truth) {
        case (isAnd?, _):
            // The left operand has no side effects, so it can be removed.
            if let value = right.value, value.truth != nil { return .known(value, isFlag: true) }
            edits.replace(node.range.lowerBound..<node.rightOperand.range.lowerBound)
            return .reduced(to: right.rest ?? node.rightOperand)
        case (.some(let truth), _): return .known(.bool(truth), isFlag: true)
        case (nil, isAnd?):
            if let value = left.value, value.truth != nil { return .known(value, isFlag: true) }
            edits.replace(node.leftOperand.range.upperBound..<node.range.upperBound)
            return .reduced(to: left.rest ?? node.leftOperand)
        case (nil, .some(let truth)):
            // The side effects of the left operand come first, regardless of its value.
            if isPure(node.leftOperand) { return .known(.bool(truth), isFlag: true) }
            put(right, for: node.rightOperand)
            put(left, for: node.leftOperand)
            if Syntax(node).decidesStatement(by: truth) { noteRest(node, .condition) }
            return .open
        case (nil, nil): return open(node, left, right)
        }
    }

    /// Keeps the operator, and inserts the known values into its operands.
    private func open(_ node: InfixOperatorExprSyntax, _ left: Outcome, _ right: Outcome) -> Outcome {
        put(left, for: node.leftOperand)
        put(right, for: node.rightOperand)
        return .open
    }

    private func foldEquality(_ node: InfixOperatorExprSyntax, isEqual: Bool) -> Outcome {
        let (left, right) = (fold(node.leftOperand), fold(node.rightOperand))
        if let one = left.value, let two = right.value, left.flag != nil || right.flag != nil,
            let same = isSame(one, two)
        {
            return .known(.bool(same == isEqual), isFlag: true)
        }
        // `flag == x` is x, or its opposite, which is not changed.
        if left.flag?.truth == isEqual, right.value == nil, resolver.type(of: node.rightOperand) == .bool {
            edits.replace(node.range.lowerBound..<node.rightOperand.range.lowerBound)
            return .reduced(to: right.rest ?? node.rightOperand)
        }
        if right.flag?.truth == isEqual, left.value == nil, isPure(node.leftOperand),
            resolver.type(of: node.leftOperand) == .bool
        {
            edits.replace(node.leftOperand.range.upperBound..<node.range.upperBound)
            return .reduced(to: left.rest ?? node.leftOperand)
        }
        return open(node, left, right)
    }

    /// Whether two values are the same; nil if a name could be another thing than a case.
    func isSame(_ one: KnownValue, _ two: KnownValue) -> Bool? {
        for (value, other) in [(one, two), (two, one)] {
            guard case .enumCase(_, let name, _) = value.form, case .enumCase(let type?, _, _) = other.form
            else {
                continue
            }
            guard isCase(name, of: type) else { return nil }
        }
        return one.isEqual(to: two)
    }

    private func isCase(_ name: String, of type: String) -> Bool {
        if let facts = facts.types[type] {
            return facts.kind == .onOff
                ? ["enabled", "disabled"].contains(name) : facts.cases.contains { $0.name == name }
        }
        guard type.hasSuffix(".Variant") else { return true }
        return facts.types[String(type.dropLast(".Variant".count))]?.cases.contains { $0.name == name }
            ?? true
    }

    private func foldOrder(_ node: InfixOperatorExprSyntax, _ name: String) -> Outcome {
        let (left, right) = (fold(node.leftOperand), fold(node.rightOperand))
        if let one = left.value?.number(), let two = right.value?.number(),
            left.flag != nil || right.flag != nil
        {
            let result =
                switch name {
                case "<": one < two
                case ">": one > two
                case "<=": one <= two
                default: one >= two
                }
            return .known(.bool(result), isFlag: true)
        }
        return open(node, left, right)
    }

    private func foldDefault(_ node: InfixOperatorExprSyntax) -> Outcome {
        let noted = notes.count
        let left = fold(node.leftOperand)
        // Without a service, the other side is used, which may be the same value.
        if notes.count == noted + 1, case .optionalReceiver? = notes.last?.reason,
            node.leftOperand.is(SubscriptCallExprSyntax.self), let value = facts.value(of: facts.type),
            let other = fold(node.rightOperand).value, isSame(value, other) == true
        {
            notes.removeLast()
            return .known(value, isFlag: true)
        }
        if let value = left.flag {
            if !value.isNull {
                guard let isOptional = isOptionalDefault(node) else {
                    put(left, for: node.leftOperand)
                    put(fold(node.rightOperand), for: node.rightOperand)
                    return .open
                }
                return .known(value.optional(isOptional), isFlag: true)
            }
            let right = fold(node.rightOperand)
            if case .known(let value, _) = right { return .known(value, isFlag: true) }
            edits.replace(node.range.lowerBound..<node.rightOperand.range.lowerBound)
            return .reduced(to: right.rest ?? node.rightOperand)
        }
        put(left, for: node.leftOperand)
        put(fold(node.rightOperand), for: node.rightOperand)
        return .open
    }

    /// Whether the other side of `??` is optional, and so the whole is; nil if that is not known.
    private func isOptionalDefault(_ node: InfixOperatorExprSyntax) -> Bool? {
        if ExprSyntax(node).isUnwrapped { return true }
        if let type = resolver.type(of: node.rightOperand) { return type.isOptional }
        if node.rightOperand.is(NilLiteralExprSyntax.self) { return true }
        if node.rightOperand.isImplicitMember || fold(node.rightOperand).value != nil { return false }
        guard case .types(let types) = resolver.expected(of: ExprSyntax(node)), types.count == 1 else {
            return nil
        }
        return types.first.map { $0.isOptional ? nil : false } ?? nil
    }

    // MARK: - Choices

    private func fold(_ node: TernaryExprSyntax) -> Outcome {
        let condition = fold(node.condition)
        guard let truth = condition.flag?.truth else {
            put(condition, for: node.condition)
            put(fold(node.thenExpression), for: node.thenExpression)
            put(fold(node.elseExpression), for: node.elseExpression)
            return .open
        }
        let (kept, other) =
            truth ? (node.thenExpression, node.elseExpression) : (node.elseExpression, node.thenExpression)
        // The condition that unwraps it is never met.
        if kept.is(NilLiteralExprSyntax.self), ExprSyntax(node).isUnwrapped,
            node.parent?.parent?.is(OptionalBindingConditionSyntax.self) == true
        {
            return .known(KnownValue(.null), isFlag: true)
        }
        let proof = TypeProof(node, keeping: kept, besides: other, resolver)
        guard let typed = proof.written, typed == kept.trimmedDescription || !containsRead(Syntax(kept))
        else {
            put(condition, for: node.condition)
            put(fold(kept), for: kept)
            put(fold(other), for: other)
            noteRest(node, ExprSyntax(node).isUnwrapped ? .unwrapped : .otherBranch)
            return .open
        }
        if typed != kept.trimmedDescription {
            edits.replace(node.range, with: typed)
            return .open
        }
        let outcome = fold(kept)
        if outcome.flag != nil { return outcome }
        edits.reduce(node.range, to: kept.range, in: text)
        return .reduced(to: outcome.rest ?? kept)
    }
}

extension Outcome {
    /// The remaining part; nil if everything remains.
    var rest: ExprSyntax? { if case .reduced(let rest) = self { rest } else { nil } }
    /// The same, if the expression around stays.
    var opened: Outcome { rest == nil ? self : .open }
}
