import SwiftSyntax

/// Numbers written out in source.
package enum NumberLiteral {
    /// Returns the number of a literal, with or without a minus sign; nil for any other expression.
    package static func value(of expression: ExprSyntax) -> Double? {
        if let minus = expression.as(PrefixOperatorExprSyntax.self), minus.operator.text == "-" {
            return value(of: minus.expression).map { -$0 }
        }
        if let integer = expression.as(IntegerLiteralExprSyntax.self) {
            return integer.representedLiteralValue.map(Double.init)
        }
        return expression.as(FloatLiteralExprSyntax.self)?.representedLiteralValue
    }

    /// Returns the bounds of a closed range between two literals; nil for any other expression.
    package static func bounds(of expression: ExprSyntax) -> (lower: Double, upper: Double)? {
        // A macro receives `1...10` either folded into an operator expression or as the unfolded sequence of the
        // parser.
        let operands: (ExprSyntax, ExprSyntax, ExprSyntax)?
        if let infix = expression.as(InfixOperatorExprSyntax.self) {
            operands = (infix.leftOperand, infix.operator, infix.rightOperand)
        } else if let elements = expression.as(SequenceExprSyntax.self)?.elements, elements.count == 3 {
            let parts = Array(elements)
            operands = (parts[0], parts[1], parts[2])
        } else {
            operands = nil
        }
        guard let (left, middle, right) = operands, middle.trimmedDescription == "...",
            let lower = value(of: left), let upper = value(of: right)
        else { return nil }
        return (lower, upper)
    }
}
