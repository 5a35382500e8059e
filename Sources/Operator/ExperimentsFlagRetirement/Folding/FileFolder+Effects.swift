import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Finds out whether code can go because it does nothing.
extension FileFolder {
    /// Whether an expression only returns a value, as far as the sources show it.
    func isPure(_ expression: ExprSyntax) -> Bool {
        resolver.isPure(expression)
    }
}

extension NameResolver {
    /// Whether an expression only returns a value, as far as the sources show it: reading a property, or an operator of
    /// the app, may do something.
    func isPure(_ expression: ExprSyntax) -> Bool {
        expression.isPure
            && !expression.nodes(of: DeclReferenceExprSyntax.self).contains { reference in
                variables(named: reference.baseName.plainText).contains(where: \.isActive)
            }
            && !expression.nodes(of: BinaryOperatorExprSyntax.self).contains { node in
                !["==", "<"].contains(node.operator.text) && !functions(named: node.operator.text).isEmpty
            }
    }
}

extension RetirementWork {
    /// Finds the operators that the app declares for the types of values.
    func findOperators() {
        for name in ["&&", "||", "!", "==", "!=", "<", ">", "<=", ">=", "??", "~=", "-"] {
            guard drafts.contains(where: { $0.contains("func \(name)") }) else { continue }
            if resolver.functions(named: name).contains(where: isForValues) {
                facts.ownOperators.insert(name)
            }
        }
    }

    private func isForValues(_ found: Declaration) -> Bool {
        guard let function = found.node.as(FunctionDeclSyntax.self) else { return false }
        let owner = found.path.last ?? ""
        let types = function.signature.parameterClause.parameters.map(\.type.trimmedDescription)
        let isOfOwner = found.owner != nil && types.allSatisfy { $0 == "Self" || $0 == owner }
        return !isOfOwner || ["Bool", "Int", "Double", "String", "Optional"].contains(owner)
            || facts.types.keys.contains { $0.lastWord == owner }
    }
}

extension Declaration {
    /// Whether reading the property may do something, as far as its code shows.
    fileprivate var isActive: Bool {
        guard let binding = node.as(PatternBindingSyntax.self) else { return false }
        if let accessors = binding.accessorBlock { return accessors.isActive }
        let isLate = modifiers.contains("lazy") || isStatic
        return isLate && binding.initializer.map { !$0.value.isPure } ?? false
    }
}

extension AccessorBlockSyntax {
    fileprivate var isActive: Bool {
        switch accessors {
        case .getter(let statements): return !statements.returnsOnly
        case .accessors(let list):
            let getter = list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
            return getter?.body.map { !$0.statements.returnsOnly } ?? false
        }
    }
}

extension CodeBlockItemListSyntax {
    /// The methods that return something and do nothing else.
    private static let quiet: Set<String> = [
        "contains", "hasPrefix", "hasSuffix", "allSatisfy", "filter", "map", "compactMap", "flatMap",
        "reduce", "first",
        "last", "firstIndex", "min", "max", "sorted", "joined", "lowercased", "uppercased", "isMultiple",
        "prefix",
        "suffix", "dropFirst", "dropLast", "rounded", "advanced", "trimmingCharacters", "split", "components",
        "index",
        "distance", "isSuperset", "isSubset", "isDisjoint", "union", "intersection", "subtracting", "abs",
        "zip",
        "value", "remoteValue", "configValue",
    ]

    /// Whether the statements call nothing that may do something, and assign nothing.
    fileprivate var returnsOnly: Bool {
        var isQuiet = true
        visitNodes { node in
            switch node.as(SyntaxEnum.self) {
            case .functionCallExpr(let call):
                let name = call.callee?.name ?? ""
                if !Self.quiet.contains(name), name.first?.isUppercase != true, !call.isCase {
                    isQuiet = false
                }
            case .awaitExpr, .tryExpr, .assignmentExpr, .macroExpansionExpr, .inOutExpr, .throwStmt:
                isQuiet = false
            case .binaryOperatorExpr(let node):
                let text = node.operator.text
                if text.hasSuffix("="), !["==", "!=", "<=", ">=", "===", "!=="].contains(text) {
                    isQuiet = false
                }
            default: break
            }
            return isQuiet
        }
        return isQuiet
    }
}

extension FunctionCallExprSyntax {
    /// Whether it is a case with values: `.all(in: range)`.
    fileprivate var isCase: Bool {
        calledExpression.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
    }
}
