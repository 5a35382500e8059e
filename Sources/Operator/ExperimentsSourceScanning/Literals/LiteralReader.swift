import ExperimentsSyntaxReading
import SwiftParser
import SwiftSyntax

/// Reads expressions whose value follows from the sources alone: literals, sums and products of them, concatenated
/// texts, and constants for such expressions.
struct LiteralReader {
    let index: TypeIndex
    let scope: LexicalScope

    /// An expression instead of the constants that stood for it.
    struct Resolved {
        let expression: ExprSyntax
        /// The scope of the expression.
        let scope: LexicalScope
        /// The type that the constant is declared with.
        var type: [String]?
    }

    /// Replaces the name of a constant by its expression.
    ///
    /// - Parameter type: the type in which to look up `.usual`.
    func resolved(_ expression: ExprSyntax, as type: [String]? = nil) -> Resolved {
        var found = Resolved(expression: expression.withoutParentheses, scope: scope, type: nil)
        // A constant may name another one; a circle of them must end.
        for _ in 0..<16 {
            // `default` is defined by the value type itself.
            guard let path = path(of: found, as: found.type ?? type), path.last != "default",
                path.count > 1 || !found.expression.isShadowed(path[0]),
                let constant = index.constants.constant(path, from: found.scope), let value = constant.value
            else { return found }
            found = Resolved(
                expression: value.withoutParentheses, scope: constant.scope, type: constant.type ?? found.type
            )
        }
        return found
    }

    private func path(of found: Resolved, as type: [String]?) -> [String]? {
        if let member = found.expression.as(MemberAccessExprSyntax.self), member.base == nil {
            return type.map { $0 + [member.declName.baseName.plainText] }
        }
        guard let path = found.expression.namePath else { return nil }
        return path.first == "Self" ? found.scope.types + path.dropFirst() : path
    }

    /// Returns a reader for code in another place.
    func reader(in scope: LexicalScope) -> LiteralReader { LiteralReader(index: index, scope: scope) }

    // MARK: Texts and booleans

    /// Returns the truth of `true`, or of a constant.
    func truth(_ expression: ExprSyntax?) -> Bool? {
        guard let expression else { return nil }
        let found = resolved(expression).expression
        if let negation = found.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!" {
            return truth(negation.expression).map { !$0 }
        }
        return found.booleanLiteral
    }

    /// Returns the text of a literal, of texts concatenated with `+` or `\(…)`, or of a raw value.
    func text(_ expression: ExprSyntax?) -> String? { text(expression, depth: 0) }

    private func text(_ expression: ExprSyntax?, depth: Int) -> String? {
        guard let expression, depth < 16 else { return nil }
        let found = resolved(expression)
        let reader = reader(in: found.scope)
        if let literal = found.expression.as(StringLiteralExprSyntax.self) {
            return literal.representedLiteralValue ?? reader.interpolated(literal, depth: depth + 1)
        }
        if let member = found.expression.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == "rawValue"
        {
            return member.base.flatMap(reader.rawValue)
        }
        guard let terms = found.expression.terms else { return nil }
        return terms[...].folded(
            by: [["+"]], operand: { reader.text($0, depth: depth + 1) },
            combine: { left, _, right in left + right })
    }

    private func interpolated(_ literal: StringLiteralExprSyntax, depth: Int) -> String? {
        guard literal.openingQuote.tokenKind == .stringQuote else { return nil }
        var text = ""
        for segment in literal.segments {
            switch segment {
            case .stringSegment:
                guard let part = literal.with(\.segments, [segment]).representedLiteralValue else {
                    return nil
                }
                text += part
            case .expressionSegment(let inner):
                guard inner.expressions.count == 1, let value = inner.expressions.first, value.label == nil
                else {
                    return nil
                }
                if let part = self.text(value.expression, depth: depth) {
                    text += part
                } else if case .whole(let number)? = number(value.expression, as: nil) {
                    text += String(number)
                } else {
                    return nil
                }
            }
        }
        return text
    }

    /// Returns the raw value of a case: `Names.other` in `Names.other.rawValue`.
    private func rawValue(of value: ExprSyntax) -> String? {
        let found = resolved(value)
        guard let path = path(of: found, as: found.type), path.count > 1,
            let type = index.type(Array(path.dropLast()), from: found.scope.types),
            type.node.hasStringRawType,
            let element = type.cases.first(where: { $0.name.plainText == path.last })
        else { return nil }
        return element.rawText
    }

    /// Returns the address of `URL(string: "…")!`.
    func address(_ expression: ExprSyntax?) -> String? {
        guard let expression else { return nil }
        let found = resolved(expression, as: ["URL"])
        return reader(in: found.scope).text(found.expression.unwrapped.argumentOfString)
    }

    /// Returns the texts of a list.
    func texts(_ expression: ExprSyntax) -> [String]? {
        let found = resolved(expression)
        guard let elements = found.expression.as(ArrayExprSyntax.self)?.elements else { return nil }
        let texts = elements.compactMap { reader(in: found.scope).text($0.expression) }
        return texts.count == elements.count ? texts : nil
    }
}

extension TypeDeclaration {
    /// Reads the literals in the type and its attributes.
    func literals(in index: TypeIndex) -> LiteralReader {
        LiteralReader(index: index, scope: LexicalScope(types: path, file: file.path))
    }
}

extension KeyCall {
    /// Reads the literals in the call.
    func literals(in index: TypeIndex) -> LiteralReader { LiteralReader(index: index, scope: scope) }

    /// Returns the key's name; nil if it is only known at run time.
    func name(in index: TypeIndex) -> String? {
        arguments.first.flatMap { $0.label == nil ? literals(in: index).text($0.expression) : nil }
    }

    /// Returns the last text for people with a label, such as `title`.
    func words(_ label: String, in index: TypeIndex) -> String? {
        descriptions.compactMap { literals(in: index).text($0.expression(label)) }.last
    }
}

extension ExprSyntax {
    /// The expression without an exclamation mark behind it.
    var unwrapped: ExprSyntax { self.as(ForceUnwrapExprSyntax.self)?.expression ?? self }

    /// The expression without the parentheses around it.
    var withoutParentheses: ExprSyntax {
        guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first,
            only.label == nil
        else { return self }
        return only.expression.withoutParentheses
    }

    /// The argument of `URL(string: …)`.
    var argumentOfString: ExprSyntax? {
        guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            call.arguments.first?.label?.text == "string"
        else { return nil }
        return call.arguments.first?.expression
    }

    /// The operands and operators of an expression with binary operators, in order.
    var terms: [ExprSyntax]? {
        if let infix = self.as(InfixOperatorExprSyntax.self) {
            return [infix.leftOperand, infix.operator, infix.rightOperand]
        }
        return self.as(SequenceExprSyntax.self).map { Array($0.elements) }
    }

    /// The operator that a term is.
    var operatorText: String? { self.as(BinaryOperatorExprSyntax.self)?.operator.text }
}

extension ArraySlice where Element == ExprSyntax {
    /// Evaluates operands and operators as the compiler does, from the left; nil for an operator that is not listed.
    ///
    /// - Parameter levels: the operators, with the lowest precedence first.
    func folded<Value>(
        by levels: [Set<String>], operand: (ExprSyntax) -> Value?, combine: (Value, String, Value) -> Value?
    ) -> Value? {
        if count == 1 { return first.flatMap(operand) }
        for operators in levels {
            guard let middle = lastIndex(where: { $0.operatorText.map(operators.contains) ?? false }) else {
                continue
            }
            guard let name = self[middle].operatorText,
                let left = self[..<middle].folded(by: levels, operand: operand, combine: combine),
                let right = self[(middle + 1)...].folded(by: levels, operand: operand, combine: combine)
            else { return nil }
            return combine(left, name, right)
        }
        return nil
    }
}
