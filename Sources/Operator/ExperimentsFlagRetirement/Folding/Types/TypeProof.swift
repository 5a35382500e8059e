import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Proves that an expression has the same type without the other branch of its choice.
struct TypeProof {
    private let node: ExprSyntax
    private let kept: ExprSyntax
    private let other: ExprSyntax
    private let resolver: NameResolver
    /// The code of the branch that keeps its type; nil if that is not known.
    private(set) var written: String?

    init(
        _ node: some ExprSyntaxProtocol, keeping kept: ExprSyntax, besides other: ExprSyntax,
        _ resolver: NameResolver
    ) {
        self.node = ExprSyntax(node)
        self.kept = kept
        self.other = other
        self.resolver = resolver
        written = code
    }

    private var code: String? {
        let text = kept.trimmedDescription
        if node.isUnwrapped {
            guard let type = resolver.type(of: kept), type.isOptional else { return besideNil ?? noneOfType }
            let isOptional =
                other.is(NilLiteralExprSyntax.self) || resolver.type(of: other)?.unwrapped == type.unwrapped
            return isOptional ? text : nil
        }
        // Operators between literals alone may have several meanings.
        if other.hasName, !kept.hasName, kept.holdsNumber, node.isAmongLiterals { return nil }
        if hasContext || isSame || isTypedBesideLiteral { return text }
        // Both get their type from the place.
        if kept.isImplicitMember, other.isImplicitMember || other.is(NilLiteralExprSyntax.self) {
            return isOverloaded ? nil : text
        }
        if kept.is(NilLiteralExprSyntax.self) {
            return other.isImplicitMember || node.isArgument && !isOpenArgument ? text : noneOfType
        }
        if other.is(NilLiteralExprSyntax.self) {
            return node.isArgument && !isOpenArgument ? text : besideNil
        }
        if kept.isNumberLiteral, other.isNumberLiteral, isBesideTypedOperand { return text }
        // A place that takes anything gets each number with its own type. Where a function for `Any` is one of several,
        // numbers of two types choose it, and a single one would choose another.
        if isPlaceForAnything {
            return kept.isNumberLiteral && other.isNumberLiteral && !isOverloaded ? text : nil
        }
        // Next to `2.5`, `1` is `1.0`, and next to `Color.blue`, `.red` is `Color.red`.
        if kept.bareLiteral?.is(IntegerLiteralExprSyntax.self) == true, resolver.type(of: other) == .double,
            Int(text) != nil, !isAnyArgument, !isOverloaded
        {
            return text + ".0"
        }
        if kept.isImplicitMember, let type = other.namedType { return type + text }
        return nil
    }

    /// The kept branch as an optional value, which it is beside `nil`; nil if it may be optional itself.
    private var besideNil: String? {
        guard !isOverloaded, other.is(NilLiteralExprSyntax.self), let type = resolver.type(of: kept) else {
            return nil
        }
        return type.isOptional ? kept.trimmedDescription : "Optional(\(kept.trimmedDescription))"
    }

    /// `nil` of the type that it gets from the other branch, if that has a name everywhere.
    private var noneOfType: String? {
        guard !isOverloaded, kept.is(NilLiteralExprSyntax.self),
            let type = resolver.type(of: other)?.unwrapped
        else {
            return nil
        }
        guard let name = type.libraryName, ["Bool", "Int", "Double", "String"].contains(name) else {
            return nil
        }
        return "Optional<\(name)>.none"
    }

    // MARK: - The place

    /// Whether the place has a written type, or needs none.
    private var hasContext: Bool {
        if node.isDiscarded { return true }
        if case .types(let types) = resolver.expected(of: node), types.count == 1, let type = types.first {
            // `Any` holds an optional value of the other branch as such.
            if type.libraryName == "Any" || kept.is(NilLiteralExprSyntax.self) { return type.isOptional }
            if type.isSome { return false }
            // A type parameter of the function around is as good as a type; one of a called function is not.
            if !type.isOpen || node.hasType { return true }
        }
        return node.hasType && !kept.is(NilLiteralExprSyntax.self)
    }

    /// Whether the place has a type such as `Any`, which an operand with any type becomes.
    private var isPlaceForAnything: Bool {
        guard case .types(let types) = resolver.expected(of: node) else { return false }
        return types.contains { type in
            if case .opaque(let text) = type.unwrapped { return text.hasPrefix("any ") }
            return ["Any", "AnyHashable", "AnyObject"].contains(type.unwrapped.libraryName)
        }
    }

    /// Whether several functions of the sources may take it, of which its type chooses one.
    private var isOverloaded: Bool {
        if case .types(let types) = resolver.expected(of: node) { return types.count > 1 }
        return false
    }

    /// Whether it is passed to a function of a library that takes values of any type.
    private var isAnyArgument: Bool {
        guard case .library(let name) = resolver.expected(of: node) else { return false }
        return [
            "print", "debugPrint", "dump", "String", "type", "Optional", "Mirror", "set", "setValue",
            "append",
            "insert",
            "updateValue",
        ].contains(name)
    }

    /// Whether a function that takes the argument may have another one for an optional value.
    private var isOpenArgument: Bool {
        if case .types = resolver.expected(of: node) { return true }
        return isAnyArgument || node.argumentCall?.calledExpression.is(DeclReferenceExprSyntax.self) == true
    }

    /// Whether it is an operand next to something with a type of its own.
    private var isBesideTypedOperand: Bool {
        var place = Syntax(node)
        while let parent = place.parent, [.tupleExpr, .labeledExpr, .labeledExprList].contains(parent.kind) {
            place = parent
        }
        guard let infix = place.parent?.as(InfixOperatorExprSyntax.self), infix.assignment == nil else {
            return false
        }
        let operand = infix.leftOperand.range.contains(place.range) ? infix.rightOperand : infix.leftOperand
        return operand.hasName
    }

    // MARK: - The branches

    private var isSame: Bool { isSame(kept, other) }

    /// Whether the kept branch has a type of its own, which the literal of the other one gets.
    private var isTypedBesideLiteral: Bool {
        let isLiteral =
            other.isNumberLiteral || other.is(StringLiteralExprSyntax.self)
            || other.is(BooleanLiteralExprSyntax.self)
        if other.isEmptyList {
            switch resolver.type(of: kept) {
            case .array?, .dictionary?: return true
            default: return false
            }
        }
        if let closure = kept.as(ClosureExprSyntax.self) {
            return closure.isTyped && other.is(ClosureExprSyntax.self)
        }
        if other.isImplicitMember, kept.is(MemberAccessExprSyntax.self), let type = resolver.type(of: kept) {
            return type.key != nil
                && !["none", "some"].contains(other.as(MemberAccessExprSyntax.self)?.declName.baseName.text)
        }
        // Beside `Float(0.1)`, the literal `0.1` may choose a function for `Any` among several.
        guard isLiteral, kept.hasName, !isAnyArgument, !isOverloaded else { return false }
        if let name = kept.as(FunctionCallExprSyntax.self)?.callee?.name, name.first?.isUppercase == true {
            return true
        }
        return kept.is(DeclReferenceExprSyntax.self) && resolver.type(of: kept) != nil
    }

    private func isSame(_ one: ExprSyntax, _ two: ExprSyntax) -> Bool {
        if one.trimmedDescription == two.trimmedDescription { return true }
        if let inner = one.as(TupleExprSyntax.self)?.only { return isSame(inner, two) }
        if let inner = two.as(TupleExprSyntax.self)?.only { return isSame(one, inner) }
        if let type = resolver.type(of: one) {
            if case .function = type { return haveSameSignature(one, two) }
            return type == resolver.type(of: two)
        }
        guard resolver.type(of: two) == nil else { return false }
        if let one = one.as(FunctionCallExprSyntax.self), let two = two.as(FunctionCallExprSyntax.self) {
            return areSame(one, two)
        }
        // `Color.red` and `Color.blue`
        guard let one = one.as(MemberAccessExprSyntax.self)?.base?.namePath,
            let two = two.as(MemberAccessExprSyntax.self)?.base?.namePath
        else { return false }
        return one == two && one.last?.first?.isUppercase == true
    }

    private func areSame(_ one: FunctionCallExprSyntax, _ two: FunctionCallExprSyntax) -> Bool {
        guard one.calledExpression.trimmedDescription == two.calledExpression.trimmedDescription,
            one.arguments.map({ $0.label?.text }) == two.arguments.map({ $0.label?.text }),
            !["Int", "Double", "UInt", "Float"].contains(one.callee?.name ?? ""),
            (one.trailingClosure == nil) == (two.trailingClosure == nil)
        else { return false }
        // `Text(…)` makes a `Text` of anything.
        if one.callee?.name.first?.isUppercase == true { return true }
        return zip(one.arguments, two.arguments).allSatisfy { isSame($0.expression, $1.expression) }
    }

    private func haveSameSignature(_ one: ExprSyntax, _ two: ExprSyntax) -> Bool {
        guard let first = resolver.signature(of: one), let second = resolver.signature(of: two) else {
            return false
        }
        return first == second
    }
}

extension ExprSyntax {
    /// Whether a number is in it.
    fileprivate var holdsNumber: Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            switch token.tokenKind {
            case .integerLiteral, .floatLiteral: true
            default: false
            }
        }
    }

    /// `[]` and `[:]`.
    fileprivate var isEmptyList: Bool {
        if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
        return self.as(DictionaryExprSyntax.self)?.content.is(DictionaryElementListSyntax.self) == false
    }
}

extension ClosureExprSyntax {
    /// Whether the types of its parameters and of its result are written.
    fileprivate var isTyped: Bool {
        guard let signature, signature.returnClause != nil,
            case .parameterClause(let clause)? = signature.parameterClause
        else { return false }
        return clause.parameters.allSatisfy { $0.type != nil }
    }
}

extension SwiftType {
    fileprivate var isSome: Bool {
        if case .opaque(let text) = self { text.hasPrefix("some ") } else { false }
    }
}
