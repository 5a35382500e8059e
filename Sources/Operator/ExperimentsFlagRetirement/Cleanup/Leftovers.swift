import ExperimentsSyntaxReading
import SwiftSyntax

/// Rewrites declarations of names that only removed code used or changed, so that the compiler does not warn about them.
struct Leftovers {
    private let names: Set<String>
    private let file: ParsedFile
    private(set) var edits = SourceEdits()

    /// - Parameter names: the names in removed code.
    init(_ names: Set<String>, in file: ParsedFile) {
        self.names = names
        self.file = file
        file.tree.visitNodes { node in
            switch node.as(SyntaxEnum.self) {
            case .forStmt(let node): tidy(node)
            case .variableDecl(let node): tidy(node)
            case .closureExpr(let node): tidy(node)
            case .guardStmt(let node): tidy(node.conditions, usedIn: Syntax(node).rest)
            case .ifExpr(let node): tidy(node.conditions, usedIn: [Syntax(node.body)])
            case .whileStmt(let node): tidy(node.conditions, usedIn: [Syntax(node.body)])
            default: break
            }
            return true
        }
    }

    /// `for _ in list`
    private mutating func tidy(_ node: ForStmtSyntax) {
        guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            names.contains(name.plainName),
            !Syntax(node.body).mentions(name), node.whereClause.map({ Syntax($0).mentions(name) }) != true
        else { return }
        edits.replace(node.pattern.range, with: "_")
    }

    /// `let` in place of `var`
    private mutating func tidy(_ node: VariableDeclSyntax) {
        guard node.bindingSpecifier.tokenKind == .keyword(.var), node.attributes.isEmpty,
            node.modifiers.isEmpty,
            node.bindings.count == 1, let binding = node.bindings.first, binding.accessorBlock == nil,
            binding.initializer != nil, let name = binding.name, names.contains(name.plainName),
            let item = node.parent?.as(CodeBlockItemSyntax.self), let list = item.parent,
            list.parent?.is(SourceFileSyntax.self) != true, !list.changes(name)
        else { return }
        edits.replace(node.bindingSpecifier.range, with: "let")
    }

    /// A closure without values that it captures for nothing
    private mutating func tidy(_ node: ClosureExprSyntax) {
        guard let signature = node.signature, let capture = signature.capture else { return }
        let unused = Array(capture.items).filter { item in
            let isSelf = item.name.tokenKind == .keyword(.self)
            // In a closure that captures `self` strongly, its members need no `self`.
            guard names.contains(item.name.plainName), !isSelf || item.specifier?.specifier.text == "weak",
                item.initializer?.value.isPure != false
            else { return false }
            return !node.statements.contains { Syntax($0).mentions(item.name) }
        }
        guard !unused.isEmpty else { return }
        let kept = Array(capture.items).filter { item in !unused.contains { $0.id == item.id } }
        if kept.isEmpty {
            let isAll =
                signature.parameterClause == nil && signature.returnClause == nil
                && signature.effectSpecifiers == nil && signature.attributes.isEmpty
            let next =
                signature.parameterClause.map { $0.range.lowerBound } ?? signature.inKeyword.range.lowerBound
            let end = isAll ? signature.inKeyword.range.upperBound : next
            let start = isAll ? node.leftBrace.range.upperBound : capture.range.lowerBound
            edits.replace(start..<end)
        } else {
            let list = kept.map { $0.with(\.trailingComma, nil).trimmedDescription }.joined(separator: ", ")
            edits.replace(capture.range, with: "[\(list)]")
        }
    }

    /// `value != nil` in place of `let name = value`
    private mutating func tidy(_ conditions: ConditionElementListSyntax, usedIn code: [Syntax]) {
        for element in conditions {
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                binding.typeAnnotation == nil, let value = binding.initializer?.value, value.isPrimary,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
                names.contains(name.plainName)
            else { continue }
            let later = conditions.filter { $0.range.lowerBound > element.range.lowerBound }.map {
                Syntax($0)
            }
            guard !(later + code).contains(where: { $0.mentions(name) }) else { continue }
            edits.replace(binding.range, with: "\(value.trimmedDescription) != nil")
        }
    }
}

extension Syntax {
    /// The statements behind it in its block.
    fileprivate var rest: [Syntax] {
        guard let item = parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self)
        else { return [] }
        return list.filter { $0.range.lowerBound > item.range.lowerBound }.map { Syntax($0) }
    }

    /// Whether a name is in it.
    fileprivate func mentions(_ name: TokenSyntax) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.plainName == name.plainName }
    }

    /// Whether something in it may change the value of a name.
    fileprivate func changes(_ name: TokenSyntax) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            guard token.plainName == name.plainName, let parent = token.parent else { return false }
            guard parent.is(DeclReferenceExprSyntax.self) else {
                return parent.is(MacroExpansionExprSyntax.self)
            }
            return parent.mayBeChanged
        }
    }

    /// Whether the value that an expression names may be changed there.
    private var mayBeChanged: Bool {
        var node = self
        while let parent = node.parent {
            switch parent.as(SyntaxEnum.self) {
            case .memberAccessExpr(let access):
                // A name behind a dot is another one.
                if Syntax(access.declName) == node { return false }
                if parent.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id
                    == ExprSyntax(access).id
                {
                    return true
                }
            case .subscriptCallExpr(let call): if Syntax(call.calledExpression) != node { return false }
            case .optionalChainingExpr, .forceUnwrapExpr, .tupleExpr: break
            case .labeledExpr, .labeledExprList:
                guard parent.parent?.is(TupleExprSyntax.self) == true || parent.is(LabeledExprSyntax.self),
                    parent.parent?.parent?.is(TupleExprSyntax.self) == true
                        || parent.parent?.is(TupleExprSyntax.self) == true
                else { return false }
            case .prefixOperatorExpr(let prefix): return !["-", "!", "~", "+"].contains(prefix.operator.text)
            case .inOutExpr, .macroExpansionExpr, .postfixOperatorExpr: return true
            case .infixOperatorExpr(let infix):
                guard Syntax(infix.leftOperand) == node else { return false }
                let text = infix.operator.trimmedDescription
                return text.unicodeScalars.last == "="
                    && !["==", "!=", "<=", ">=", "===", "!=="].contains(text)
            default: return false
            }
            node = parent
        }
        return false
    }
}
