import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Folds closures, which must keep their arguments and the type of their result.
extension FileFolder {
    func fold(_ node: ClosureExprSyntax) -> Outcome {
        let outer = (edits, notes, members)
        walkBody(of: node)
        let effects =
            node.changesEffects(edits) && typeFollowsBody(of: node) ? LeftReason.closureEffects : nil
        guard let reason = ClosureChange(node, edits, resolver).reason ?? effects else {
            keepNoResult(of: node)
            let count = ClosureChange(node, edits, resolver).lostArguments
            if count > 0 { insertArguments(count, in: node) }
            noteEmpty(node)
            return .open
        }
        (edits, notes, members) = outer
        let wasLiteral = isLiteral
        isLiteral = true
        walkBody(of: node)
        isLiteral = wasLiteral
        noteRest(node, reason)
        return .open
    }

    private func walkBody(of node: ClosureExprSyntax) {
        let outer = conditionals
        conditionals = 0
        inScope(node.parameterNames) { walkChildren(node) }
        conditionals = outer
    }

    /// Writes `_ in`, so that the closure takes as many arguments as before.
    private func insertArguments(_ count: Int, in node: ClosureExprSyntax) {
        // The closure itself may be removed.
        guard !edits.isGone(node.leftBrace.range.lowerBound) else { return }
        let list = Array(repeating: "_", count: count).joined(separator: ", ")
        if let signature = node.signature {
            edits.insert("\(list) ", at: signature.inKeyword.range.lowerBound)
        } else {
            edits.insert(" \(list) in", at: node.leftBrace.range.upperBound)
        }
    }

    // MARK: - Without removing anything

    /// Writes the value where the key is read, and keeps everything around it.
    func foldLiterally(_ expression: ExprSyntax) -> Outcome {
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let node): return value(of: node).map { .known($0, isFlag: true) } ?? .open
        case .memberAccessExpr(let node):
            if let base = node.base,
                let value = member(node.declName.baseName.plainText, isFunction: false, of: base)
            {
                return .known(value, isFlag: true)
            }
        case .ifExpr(let node):
            scopes.append([:])
            for element in node.conditions {
                walk(Syntax(element))
                for name in element.patternNames { scopes[scopes.count - 1][name.plainText] = .some(nil) }
            }
            walk(Syntax(node.body))
            scopes.removeLast()
            if let body = node.elseBody { walk(Syntax(body)) }
            return .open
        case .closureExpr(let node):
            inScope(node.parameterNames) { walkChildren(node) }
            return .open
        default: break
        }
        walkChildren(expression)
        return .open
    }
}

/// What the changes in a closure do to its type.
struct ClosureChange {
    /// The number of arguments that it took by `$0`, if it takes none now.
    private(set) var lostArguments = 0
    /// The reason why it must stay as it is.
    private(set) var reason: LeftReason?

    init(_ node: ClosureExprSyntax, _ edits: SourceEdits, _ resolver: NameResolver) {
        guard !edits.isEmpty else { return }
        if node.signature?.parameterClause == nil {
            let tokens = node.ownTokens.compactMap { token -> (index: Int, isGone: Bool)? in
                guard case .dollarIdentifier(let text) = token.tokenKind, let index = Int(text.dropFirst())
                else {
                    return nil
                }
                return (
                    index,
                    edits.isGone(token.range.lowerBound) && !edits.writes(text, at: token.range.lowerBound)
                )
            }
            let before = tokens.map(\.index).max()
            let after = tokens.filter { !$0.isGone }.map(\.index).max()
            if let before, before != after {
                if after == nil { lostArguments = before + 1 } else { reason = .closureArguments }
            }
        }
        if reason == nil, node.signature?.returnClause == nil, Self.losesResult(node, edits, resolver) {
            reason = .closureResult
        }
    }

    /// Whether a removed `return` may have determined the type of the result.
    private static func losesResult(
        _ node: ClosureExprSyntax, _ edits: SourceEdits, _ resolver: NameResolver
    ) -> Bool {
        let results = node.ownReturns.compactMap(\.expression)
        let gone = results.filter { edits.isGone($0.range.lowerBound) }
        guard !gone.isEmpty, gone.count < results.count else { return false }
        if case .types(let types) = resolver.expected(of: ExprSyntax(node)), types.count == 1 { return false }
        let types = results.map { resolver.type(of: $0) }
        return types.contains(nil) || Set(types).count > 1
    }
}

extension ClosureExprSyntax {
    /// The tokens that are not those of a closure in it that has its own arguments.
    fileprivate var ownTokens: [TokenSyntax] {
        var tokens: [TokenSyntax] = []
        for statement in statements {
            statement.visitNodes { node in
                if let token = node.as(TokenSyntax.self) { tokens.append(token) }
                return !node.is(ClosureExprSyntax.self)
            }
        }
        return tokens
    }

    /// Whether it throws or waits only in code that goes.
    fileprivate func changesEffects(_ edits: SourceEdits) -> Bool {
        guard !edits.isEmpty, signature?.effectSpecifiers == nil else { return false }
        func isLost(_ kinds: [Keyword]) -> Bool {
            let found = ownTokens.filter { token in
                guard case .keyword(let keyword) = token.tokenKind, kinds.contains(keyword) else {
                    return false
                }
                // `try?` and `try!` do not throw.
                return token.parent?.as(TryExprSyntax.self)?.questionOrExclamationMark == nil
            }
            return !found.isEmpty && found.allSatisfy { edits.isGone($0.range.lowerBound) }
        }
        return isLost([.try, .throw]) || isLost([.await])
    }

    /// The statements that return from it.
    var ownReturns: [ReturnStmtSyntax] {
        var found: [ReturnStmtSyntax] = []
        for statement in statements {
            statement.visitNodes { node in
                if let node = node.as(ReturnStmtSyntax.self) { found.append(node) }
                return !node.is(ClosureExprSyntax.self) && !node.is(FunctionDeclSyntax.self)
            }
        }
        return found
    }
}
