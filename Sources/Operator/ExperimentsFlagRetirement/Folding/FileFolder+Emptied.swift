import ExperimentsSyntaxReading
import SwiftSyntax

/// Removes code that does nothing after its content was removed, if nothing is lost with it, and notes the rest.
extension FileFolder {
    /// Whether all statements of a block are removed, which had some.
    func isEmptied(_ statements: CodeBlockItemListSyntax) -> Bool {
        !statements.isEmpty
            && statements.allSatisfy { item in
                edits.isGone(item.range.lowerBound) && edits.isGone(item.range.upperBound - 1)
                    && !item.isKept(by: edits)
            }
    }

    func noteEmpty(_ block: CodeBlockSyntax, of node: some SyntaxProtocol) {
        if isEmptied(block.statements) { noteRest(node, .empty) }
    }

    func noteEmpty(_ closure: ClosureExprSyntax) {
        if isEmptied(closure.statements) { noteRest(closure, .empty) }
    }

    /// Removes `if x {}` and `else {}`.
    ///
    /// - Parameter branches: the branches that stay.
    func foldEmptied(_ branches: [IfExprSyntax], as item: CodeBlockItemSyntax) {
        guard let last = branches.last else { return }
        guard builders == 0 else {
            // In a result builder, a choice is a part of the result even if it holds nothing.
            for branch in branches where isEmptied(branch.body.statements) { noteRest(branch, .empty) }
            return
        }
        var hasElse = false
        if case .codeBlock(let block) = last.elseBody {
            hasElse = !isEmptied(block.statements)
            if !hasElse { edits.replace(last.body.range.upperBound..<last.range.upperBound) }
        }
        let empty = branches.filter { isEmptied($0.body.statements) }
        if empty.count == branches.count, !hasElse, branches.allSatisfy({ isPure($0.conditions) }) {
            return removeStatement(Syntax(item))
        }
        for branch in empty { noteRest(branch, .empty) }
    }

    private func isPure(_ conditions: ConditionElementListSyntax) -> Bool {
        conditions.allSatisfy { element in
            switch element.condition {
            case .expression(let expression): isPure(expression)
            case .optionalBinding(let binding): binding.initializer.map { isPure($0.value) } ?? true
            case .matchingPattern(let match): isPure(match.initializer.value)
            default: true
            }
        }
    }

    func foldEmptied(_ node: ForStmtSyntax) {
        guard !isLiteral, isEmptied(node.body.statements) else { return }
        let isSimple =
            node.pattern.is(IdentifierPatternSyntax.self) || node.pattern.is(WildcardPatternSyntax.self)
        if isPure(node.sequence), node.whereClause.map({ isPure($0.condition) }) != false, isSimple,
            node.awaitKeyword == nil,
            let item = node.parent?.as(CodeBlockItemSyntax.self)
        {
            removeStatement(Syntax(item))
        } else {
            noteRest(node, .empty)
        }
    }

    func fold(_ node: DoStmtSyntax) {
        walkChildren(node)
        guard !isLiteral, isEmptied(node.body.statements) else { return noteUnreachable(node) }
        if let item = node.parent?.as(CodeBlockItemSyntax.self) {
            removeStatement(Syntax(item))
        } else {
            noteRest(node, .empty)
        }
    }

    /// Notes the `catch` of a body that lost all that can throw.
    private func noteUnreachable(_ node: DoStmtSyntax) {
        guard let clause = node.catchClauses.first else { return }
        let attempts = Syntax(node.body).throwing
        guard !attempts.isEmpty, attempts.allSatisfy({ edits.isGone($0.range.lowerBound) }) else { return }
        noteRest(clause, .unreachableCatch)
    }

    func fold(_ node: DeferStmtSyntax) {
        walkChildren(node)
        guard !isLiteral, isEmptied(node.body.statements),
            let item = node.parent?.as(CodeBlockItemSyntax.self)
        else {
            return
        }
        removeStatement(Syntax(item))
    }

    func fold(_ node: DeinitializerDeclSyntax) {
        walkChildren(node)
        guard let body = node.body, isEmptied(body.statements) else { return }
        edits.replace(text.removal(ofItem: Syntax(node).declarationItem))
    }

    /// Removes `willSet` and `didSet` that do nothing.
    func foldObserver(_ node: AccessorDeclSyntax) {
        guard !isLiteral, [.keyword(.willSet), .keyword(.didSet)].contains(node.accessorSpecifier.tokenKind),
            let body = node.body, isEmptied(body.statements)
        else { return }
        guard let list = node.parent?.as(AccessorDeclListSyntax.self), let block = list.parent,
            list.count == 1
        else {
            return edits.replace(text.removal(of: node.range))
        }
        let start = text.skippingBlanksBack(from: block.range.lowerBound)
        edits.replace(start..<block.range.upperBound)
    }

    func fold(_ node: IfConfigDeclSyntax) {
        conditionals += 1
        walkChildren(node)
        conditionals -= 1
        guard !isLiteral else { return }
        let lists = node.clauses.map { $0.elements?.as(CodeBlockItemListSyntax.self) }
        let emptied = lists.filter { $0.map { isEmptied($0) } ?? false }.count
        guard emptied > 0 else { return }
        if lists.allSatisfy({ list in list.map { isEmptied($0) || $0.isEmpty } ?? false }) {
            edits.replace(text.removal(of: Syntax(node).declarationItem.range))
        } else {
            noteRest(node, .empty)
        }
    }
}

extension Syntax {
    /// The `try` and `throw` in it that leave it, as far as the code shows.
    fileprivate var throwing: [Syntax] {
        var found: [Syntax] = []
        visitNodes { node in
            switch node.as(SyntaxEnum.self) {
            case .tryExpr(let node): if node.questionOrExclamationMark == nil { found.append(Syntax(node)) }
            case .throwStmt: found.append(node)
            case .closureExpr, .functionDecl: return false
            default: break
            }
            return true
        }
        return found
    }
}

extension SourceText {
    /// Returns the start of the blanks before a place in its line.
    func skippingBlanksBack(from offset: Int) -> Int {
        var place = offset
        while place > 0, bytes[place - 1] == .blank || bytes[place - 1] == .tab { place -= 1 }
        return place
    }
}
