import ExperimentsSyntaxReading
import SwiftSyntax

/// A test around the current place.
final class TestDeclaration {
    /// Whether it is a test of another value than the one that stays.
    var isOfOther = false
    /// The number of checks removed because they are always true.
    var checksRemoved = 0
    /// The number of remaining checks.
    var checksLeft = 0

    init() {}

    /// Reads a test function of swift-testing or XCTest; nil for any other function.
    init?(_ node: FunctionDeclSyntax, in types: [String]) {
        if node.attributes.attribute("Test") != nil { return }
        guard node.name.plainText.hasPrefix("test"), node.signature.parameterClause.parameters.isEmpty,
            types.last?.hasSuffix("Tests") == true || types.last?.hasSuffix("Test") == true
                || types.last?.hasSuffix("TestCase") == true
        else { return nil }
    }
}

/// A check in a test.
struct Assertion {
    enum Kind { case isTrue, isFalse, areEqual, areDifferent }

    let kind: Kind
    /// The checked expressions.
    let operands: [ExprSyntax]
    /// The comment, and the other arguments.
    let others: [ExprSyntax]

    /// Reads `#expect(…)`, `try #require(…)`, `XCTAssertTrue(…)` and similar checks.
    init?(_ expression: ExprSyntax) {
        var expression = expression
        while let attempt = expression.as(TryExprSyntax.self) { expression = attempt.expression }
        while let waiting = expression.as(AwaitExprSyntax.self) { expression = waiting.expression }
        let arguments: [LabeledExprSyntax]
        let name: String
        if let macro = expression.as(MacroExpansionExprSyntax.self) {
            guard macro.trailingClosure == nil else { return nil }
            (name, arguments) = (macro.macroName.text, Array(macro.arguments))
        } else if let call = expression.as(FunctionCallExprSyntax.self), let function = call.callee?.name {
            (name, arguments) = (function, Array(call.arguments))
        } else {
            return nil
        }
        switch name {
        case "expect", "require", "XCTAssert", "XCTAssertTrue": kind = .isTrue
        case "XCTAssertFalse": kind = .isFalse
        case "XCTAssertEqual": kind = .areEqual
        case "XCTAssertNotEqual": kind = .areDifferent
        default: return nil
        }
        let count = kind == .areEqual || kind == .areDifferent ? 2 : 1
        guard arguments.count >= count, arguments.prefix(count).allSatisfy({ $0.label == nil }) else {
            return nil
        }
        operands = arguments.prefix(count).map(\.expression)
        others = arguments.dropFirst(count).map(\.expression)
    }
}
