import SwiftSyntax

extension AttributeSyntax {
    /// The argument called `label`.
    package func argument(_ label: String) -> LabeledExprSyntax? {
        arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.plainText == label }
    }
}
