import SwiftSyntax

extension ExprSyntax {
    /// The number of a literal, with or without a minus sign; nil for any other expression.
    package var literalNumber: Double? {
        if let minus = self.as(PrefixOperatorExprSyntax.self), minus.operator.text == "-" {
            return minus.expression.literalNumber.map { -$0 }
        }
        if let integer = self.as(IntegerLiteralExprSyntax.self) {
            return integer.representedLiteralValue.map(Double.init)
        }
        return self.as(FloatLiteralExprSyntax.self)?.representedLiteralValue
    }

    /// The bounds of a closed range between two literals; nil for any other expression.
    package var literalBounds: (lower: Double, upper: Double)? {
        // A macro receives `1...10` either folded into an operator expression or as the unfolded sequence of the
        // parser.
        let operands: (ExprSyntax, ExprSyntax, ExprSyntax)?
        if let infix = self.as(InfixOperatorExprSyntax.self) {
            operands = (infix.leftOperand, infix.operator, infix.rightOperand)
        } else if let elements = self.as(SequenceExprSyntax.self)?.elements, elements.count == 3 {
            let parts = Array(elements)
            operands = (parts[0], parts[1], parts[2])
        } else {
            operands = nil
        }
        guard let (left, middle, right) = operands, middle.trimmedDescription == "...",
            let lower = left.literalNumber, let upper = right.literalNumber
        else { return nil }
        return (lower, upper)
    }

    /// The names in an expression, for example `["Remote", "Value"]` for `Remote.Value`; nil for anything but names.
    package var namePath: [String]? {
        if let name = self.as(DeclReferenceExprSyntax.self) { return [name.baseName.plainText] }
        guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base?.namePath else {
            return nil
        }
        return base + [member.declName.baseName.plainText]
    }
}

extension EnumCaseElementSyntax {
    /// The raw value of a case of an enum of strings.
    package var rawText: String { rawValue?.value.textLiteral ?? name.plainText }
}

extension SyntaxProtocol {
    /// Visits the node and everything in it, in the order of the text.
    ///
    /// - Parameter visit: returns whether to go into the node.
    package func visitNodes(_ visit: (Syntax) -> Bool) {
        guard visit(Syntax(self)) else { return }
        for child in children(viewMode: .sourceAccurate) { child.visitNodes(visit) }
    }

    /// The nodes of a type in the node, in the order of the text.
    package func nodes<Node: SyntaxProtocol>(of type: Node.Type) -> [Node] {
        var found: [Node] = []
        visitNodes { node in
            if let node = node.as(type) { found.append(node) }
            return true
        }
        return found
    }
}
