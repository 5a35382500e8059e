import ExperimentsSyntaxReading
import SwiftSyntax

/// Finds the code that sets the key.
extension RetirementFacts {
    /// Whether code sets the key, or lists it for a test.
    func sets(_ node: Syntax) -> Bool {
        var isFound = false
        node.visitNodes { node in
            switch node.as(SyntaxEnum.self) {
            case .dictionaryElement(let element): isFound = isFound || isKey(element.key)
            case .functionCallExpr(let call):
                guard let name = call.callee?.name, ["override", "allVariants", "setText"].contains(name)
                else { break }
                isFound = isFound || call.arguments.contains { isKey($0.expression) }
            case .infixOperatorExpr(let infix):
                guard let place = infix.assignment?.target.as(SubscriptCallExprSyntax.self) else { break }
                isFound = isFound || place.arguments.first.map { isKey($0.expression) } ?? false
            default: break
            }
            return !isFound
        }
        return isFound
    }

    private func isKey(_ expression: ExprSyntax) -> Bool { name(expression, isCertain: true) != nil }

    /// Whether the key is set for all tests of a suite.
    func setsInAllTests(of node: any DeclGroupSyntax) -> Bool {
        sets(Syntax(node.attributes))
            || node.memberBlock.members.contains { member in
                let isSetUp =
                    member.decl.as(FunctionDeclSyntax.self)?.isSetUp
                    ?? member.decl.is(InitializerDeclSyntax.self)
                return isSetUp && sets(Syntax(member))
            }
    }
}

extension FunctionDeclSyntax {
    /// Whether it prepares the tests of a class.
    var isSetUp: Bool { name.plainText.hasPrefix("setUp") }
}

extension DeclGroupSyntax {
    /// Whether it has tests.
    var isTestSuite: Bool {
        if attributes.attribute("Suite") != nil { return true }
        if inheritedNames.contains(where: { $0.hasSuffix("TestCase") }) { return true }
        return memberBlock.members.contains {
            $0.decl.as(FunctionDeclSyntax.self)?.attributes.attribute("Test") != nil
        }
    }
}
