import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
    /// Reports a problem at the node that causes it.
    func report(_ problem: MacroProblem, at node: some SyntaxProtocol, _ fixIts: FixIt...) {
        diagnose(Diagnostic(node: Syntax(node), message: problem, fixIts: fixIts))
    }

    func report(_ problem: MacroProblem, at node: some SyntaxProtocol, offering fixIt: FixIt?) {
        diagnose(Diagnostic(node: Syntax(node), message: problem, fixIts: fixIt.map { [$0] } ?? []))
    }
}
