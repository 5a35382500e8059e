import SwiftSyntax
import SyntaxReading

extension ExprSyntax {
    /// The expression without an exclamation mark behind it.
    var unwrapped: ExprSyntax { self.as(ForceUnwrapExprSyntax.self)?.expression ?? self }

    /// The expression without the parentheses around it.
    var withoutParentheses: ExprSyntax {
        guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
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
    /// Computes operands and operators as the compiler does, from the left; nil for an operator that is not listed.
    ///
    /// - Parameter levels: the operators, those that bind least first.
    func folded<Value>(
        by levels: [Set<String>], operand: (ExprSyntax) -> Value?, combine: (Value, String, Value) -> Value?
    ) -> Value? {
        if count == 1 { return first.flatMap(operand) }
        for operators in levels {
            guard let middle = lastIndex(where: { $0.operatorText.map(operators.contains) ?? false }) else { continue }
            guard let name = self[middle].operatorText,
                let left = self[..<middle].folded(by: levels, operand: operand, combine: combine),
                let right = self[(middle + 1)...].folded(by: levels, operand: operand, combine: combine)
            else { return nil }
            return combine(left, name, right)
        }
        return nil
    }
}
