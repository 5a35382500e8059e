import SwiftSyntax
import SwiftSyntaxMacros
import SyntaxReading

/// The argument of `@BoolRemoteValue` and `@BaselineBoolRemoteValue`.
struct EnabledByDefault {
    let value: Bool

    /// Reads the argument; nil if it is not known at compile time. With a context, reports that, and also reports an
    /// argument that has no effect because `default` is declared.
    init?(
        of attribute: AttributeSyntax, on declaration: some DeclGroupSyntax,
        reportingTo context: (any MacroExpansionContext)?
    ) {
        guard let argument = attribute.argument("enabledByDefault") else {
            value = false
            return
        }
        guard let literal = argument.expression.as(BooleanLiteralExprSyntax.self) else {
            context?.report(.notALiteral, at: argument.expression)
            return nil
        }
        if declaration.declaresDefault {
            context?.report(.ignoredArgument, at: argument, Remedy.removeArguments(of: attribute))
        }
        value = literal.literal.tokenKind == .keyword(.true)
    }
}
