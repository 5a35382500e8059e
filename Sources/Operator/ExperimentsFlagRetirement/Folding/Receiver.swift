import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// The object whose subscript is called.
enum Receiver: Equatable {
    /// A service with typed keys.
    case service(isOptional: Bool)
    /// Firebase's SDK.
    case config(isOptional: Bool)
    case other
    case unknown

    private static let services: Set<String> = [
        "RemoteConfigService", "TestRemoteConfigService", "FirebaseRemoteConfigService", "VariantsService",
    ]

    init(_ expression: ExprSyntax, _ resolver: NameResolver) {
        guard let type = resolver.type(of: expression) else {
            self = .unknown
            return
        }
        let isOptional = type.isOptional || expression.isOptionalChain
        guard let key = type.unwrapped.key else {
            self = .other
            return
        }
        if Self.services.contains(key.name) || resolver.inherits(key, from: Self.services) {
            self = .service(isOptional: isOptional)
        } else if key.path == "RemoteConfig" {
            self = .config(isOptional: isOptional)
        } else {
            self = .other
        }
    }

    var isService: Bool { if case .service = self { true } else { false } }
    var isConfig: Bool { if case .config = self { true } else { false } }
}

extension Syntax {
    /// Whether only a boolean can be at the place.
    var isCondition: Bool {
        guard let parent else { return false }
        switch parent.as(SyntaxEnum.self) {
        case .conditionElement: return true
        case .prefixOperatorExpr(let node): return node.operator.text == "!"
        case .ternaryExpr(let node): return Syntax(node.condition) == self
        case .infixOperatorExpr(let node): return ["&&", "||"].contains(node.operator.trimmedDescription)
        case .labeledExpr(let element):
            guard let whole = element.parent?.parent else { return false }
            switch whole.as(SyntaxEnum.self) {
            case .tupleExpr(let tuple): return tuple.only != nil && whole.isCondition
            case .macroExpansionExpr(let node): return ["expect", "require"].contains(node.macroName.text)
            case .functionCallExpr(let call):
                let name = call.callee?.name ?? ""
                if ["enabled", "disabled"].contains(name) { return element.label?.plainText == "if" }
                return ["XCTAssert", "XCTAssertTrue", "XCTAssertFalse"].contains(name)
            default: return false
            }
        case .whereClause: return true
        default: return false
        }
    }

    /// Whether code never runs because a condition, of which it is a part, has a value.
    func decidesStatement(by truth: Bool) -> Bool {
        guard isCondition, let parent else { return false }
        if parent.is(ConditionElementSyntax.self) {
            return !truth || parent.parent?.parent?.as(IfExprSyntax.self).map { $0.elseBody != nil } ?? true
        }
        if let infix = parent.as(InfixOperatorExprSyntax.self),
            infix.operator.trimmedDescription != (truth ? "||" : "&&")
        {
            return false
        }
        if parent.is(TernaryExprSyntax.self) || parent.is(PrefixOperatorExprSyntax.self) { return false }
        return (parent.as(LabeledExprSyntax.self)?.parent?.parent ?? parent).decidesStatement(by: truth)
    }
}
