import SwiftSyntax
import SyntaxReading

/// What a property of an enum is, case by case: a `switch self` of one expression each, or one expression for all.
struct CaseExpressions {
    private var byCase: [String: ExprSyntax] = [:]
    private var others: ExprSyntax?

    /// Reads a property; nil where it is neither of the two.
    init?(_ property: PatternBindingSyntax) {
        guard let expression = property.valueExpression else { return nil }
        guard let choice = expression.as(SwitchExprSyntax.self) else {
            others = expression
            return
        }
        guard choice.subject.trimmedDescription == "self" else { return nil }
        for element in choice.cases {
            guard let branch = element.as(SwitchCaseSyntax.self) else { return nil }
            // A branch of several statements leaves its cases without an expression.
            guard let value = branch.statements.onlyExpression else { continue }
            switch branch.label {
            case .default: others = value
            case .case(let label):
                for item in label.caseItems {
                    guard let name = item.pattern.caseName else { continue }
                    byCase[name] = value
                }
            }
        }
    }

    subscript(name: String) -> ExprSyntax? { byCase[name] ?? others }

    /// The expression, where there is one for all cases.
    var only: ExprSyntax? { byCase.isEmpty ? others : nil }
}

extension PatternSyntax {
    /// The case that a pattern names: `.a`, `Self.a` or `Key.a`.
    fileprivate var caseName: String? { self.as(ExpressionPatternSyntax.self)?.expression.memberName }
}
