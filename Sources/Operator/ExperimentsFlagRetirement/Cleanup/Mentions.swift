import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// A place that has a name of the key, besides its declarations.
struct Mention {
    enum Kind {
        /// It refers to the key, or may do so.
        case key
        /// It sets or lists the key.
        case setting
        /// It refers to something else with that name, or only to the text.
        case other
    }

    let offset: Int
    let kind: Kind
    let reason: LeftReason
}

/// Finds every place in a file that may refer to the key, so that none is lost.
struct MentionFinder {
    private let facts: RetirementFacts
    private let usedNames: Set<KeyName>

    init(_ facts: RetirementFacts, _ usedNames: Set<KeyName>) {
        self.facts = facts
        self.usedNames = usedNames
    }

    private var resolver: NameResolver { facts.resolver }

    func mentions(in tree: SourceFileSyntax) -> [Mention] {
        let declarations = KeyDeclaration.all(of: facts.key, in: tree, resolver, lists: facts.lists)
            .filter { isProven($0.name) }
        let declared = Set(declarations.map(\.node.id))
        let properties = Set(facts.names.map(\.property))
        var found: [Mention] = []
        tree.visitNodes { node in
            switch node.as(SyntaxEnum.self) {
            case .patternBinding: return !declared.contains(node.id)
            case .enumCaseElement(let element):
                if declared.contains(node.id) { return false }
                if element.rawText == facts.key, let mention = mention(of: element) { found.append(mention) }
                return element.enclosingEnum?.isOfCoding != true
            case .switchCase(let arm): return !isArmOfKey(arm)
            case .memberAccessExpr(let access):
                guard properties.contains(access.declName.baseName.plainText) else { return true }
                guard let mention = mention(of: access) else { return true }
                found.append(mention)
                return false
            case .declReferenceExpr(let reference):
                guard properties.contains(reference.baseName.plainText),
                    reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id,
                    let name = facts.name(ExprSyntax(reference), isCertain: false), isProven(name)
                else { return false }
                found.append(
                    Mention(offset: node.range.lowerBound, kind: kind(of: node), reason: reason(of: node)))
                return false
            case .stringLiteralExpr(let literal):
                if ExprSyntax(literal).textLiteral == facts.key { found.append(mention(of: literal)) }
                return true
            default: return true
            }
        }
        return found
    }

    private func isProven(_ name: KeyName) -> Bool {
        name.kind != .text || name.owner.map { facts.lists.contains($0) } ?? false || usedNames.contains(name)
    }

    /// Whether a case of a `switch` over the key's own enum goes with the key.
    private func isArmOfKey(_ arm: SwitchCaseSyntax) -> Bool {
        guard arm.switchIsOfSelf, let group = Syntax(arm).enclosingGroup, let type = resolver.key(of: group)
        else {
            return false
        }
        return facts.names.contains { $0.owner == type && isProven($0) && arm.names($0.property) }
    }

    // MARK: - Names

    private func mention(of access: MemberAccessExprSyntax) -> Mention? {
        let expression = ExprSyntax(access)
        let offset = expression.range.lowerBound
        if let name = facts.name(expression, isCertain: false) {
            guard isProven(name) else { return nil }
            return Mention(offset: offset, kind: kind(of: Syntax(access)), reason: reason(of: Syntax(access)))
        }
        guard facts.names.contains(where: { $0.kind.isKey || isProven($0) }) else { return nil }
        if let base = access.base {
            return mayBeOwner(base) ? Mention(offset: offset, kind: .key, reason: .maybeKey) : nil
        }
        guard case .unknown = resolver.expected(of: expression) else { return nil }
        if let call = access.parent?.parent?.parent?.as(SubscriptCallExprSyntax.self) {
            let name = call.calledExpression.trimmedDescription
            return Mention(offset: offset, kind: .key, reason: .unknownReceiver(name))
        }
        return Mention(offset: offset, kind: .key, reason: .maybeKey)
    }

    /// Whether an expression may name the type that declares the key, although it was not found.
    private func mayBeOwner(_ base: ExprSyntax) -> Bool {
        guard let name = base.namePath?.last else { return false }
        let isOwner =
            facts.names.contains { isProven($0) && $0.owner?.name == name } || ["Key", "Keys"].contains(name)
        guard isOwner else { return false }
        guard case .metatype(let type)? = resolver.type(of: base), let key = type.key else { return true }
        return key.isOfLibrary
    }

    private func mention(of element: EnumCaseElementSyntax) -> Mention? {
        guard !facts.isTyped, let owner = element.enclosingEnum, owner.hasStringRawType, !owner.isOfCoding
        else {
            return nil
        }
        let name = "\(owner.name.plainText).\(element.name.plainText)"
        return Mention(offset: element.range.lowerBound, kind: .other, reason: .caseName(name))
    }

    private func mention(of literal: StringLiteralExprSyntax) -> Mention {
        let node = Syntax(literal)
        let offset = literal.range.lowerBound
        if kind(of: node) == .setting { return Mention(offset: offset, kind: .setting, reason: .stillRead) }
        return Mention(offset: offset, kind: mayBeRead(literal) ? .key : .other, reason: .text(facts.key))
    }

    /// Whether a function of the app, or a constant, may use a text to read the key.
    private func mayBeRead(_ literal: StringLiteralExprSyntax) -> Bool {
        guard let parent = literal.parent else { return false }
        switch parent.as(SyntaxEnum.self) {
        case .labeledExpr(let element):
            guard let whole = element.parent?.parent else { return false }
            if let call = whole.as(FunctionCallExprSyntax.self) {
                if let name = call.callee?.name, KeyFunctions.taking(name) || name == "flagValue" {
                    return true
                }
                guard !facts.isTyped else { return false }
                if case .types = resolver.expected(of: ExprSyntax(literal)) { return true }
                return false
            }
            if let call = whole.as(SubscriptCallExprSyntax.self) {
                return call.hasParameterAccessor || Receiver(call.calledExpression, resolver).isConfig
            }
            return !facts.isTyped && whole.is(AttributeSyntax.self)
        case .initializerClause: return !facts.isTyped
        default: return false
        }
    }

    // MARK: - Kinds

    /// Whether a place sets or lists the key.
    private func kind(of node: Syntax) -> Mention.Kind {
        if let parent = node.parent {
            switch parent.as(SyntaxEnum.self) {
            case .dictionaryElement(let element):
                if element.key.id == node.id,
                    node.as(ExprSyntax.self)?.textLiteral == nil || element.isOfDefaults
                {
                    return .setting
                }
            case .arrayElement: return node.is(StringLiteralExprSyntax.self) ? .key : .setting
            case .labeledExpr(let element):
                if let call = element.parent?.parent?.as(FunctionCallExprSyntax.self),
                    ["override", "allVariants", "setText"].contains(call.callee?.name ?? "")
                {
                    return .setting
                }
                if let call = element.parent?.parent?.as(SubscriptCallExprSyntax.self), call.isAssigned,
                    !node.is(StringLiteralExprSyntax.self)
                        || Receiver(call.calledExpression, resolver).isConfig
                {
                    return .setting
                }
            default: break
            }
        }
        return node.isInTestOfKey(facts) ? .setting : .key
    }

    private func reason(of node: Syntax) -> LeftReason {
        var current = node
        while let parent = current.parent,
            [.labeledExpr, .labeledExprList, .memberAccessExpr].contains(parent.kind)
        {
            current = parent
        }
        if let call = current.parent?.as(FunctionCallExprSyntax.self),
            ["values", "observeValue", "publisher", "row", "pendingValue"].contains(call.callee?.name ?? "")
        {
            return .followed
        }
        return .passedOn
    }
}

extension DictionaryElementSyntax {
    /// Whether it gives a parameter a default, or a value for a test.
    fileprivate var isOfDefaults: Bool {
        var node = parent
        while let current = node, !current.is(CodeBlockItemSyntax.self) {
            if let call = current.as(FunctionCallExprSyntax.self) {
                return [
                    "setDefaults", "setLibraryDefaults", "preview", "remoteValues", "withRemoteValues",
                ].contains(call.callee?.name ?? "")
            }
            node = current.parent
        }
        return false
    }
}

extension Syntax {
    /// Whether it is in a test or a preview that sets the key, and goes or changes with the setting.
    fileprivate func isInTestOfKey(_ facts: RetirementFacts) -> Bool {
        var node = parent
        while let current = node {
            if let function = current.as(FunctionDeclSyntax.self),
                TestDeclaration(function, in: current.typesAround) != nil, facts.sets(current)
            {
                return true
            }
            if let macro = current.as(MacroExpansionExprSyntax.self), macro.macroName.text == "Preview" {
                return facts.sets(current)
            }
            if let macro = current.as(MacroExpansionDeclSyntax.self), macro.macroName.text == "Preview" {
                return facts.sets(current)
            }
            if let call = current.as(FunctionCallExprSyntax.self), call.callee?.name == "withRemoteValues",
                facts.sets(Syntax(call.arguments))
            {
                return true
            }
            if let group = current.asProtocol((any DeclGroupSyntax).self), group.isTestSuite,
                facts.setsInAllTests(of: group)
            {
                return true
            }
            node = current.parent
        }
        return false
    }
}

extension EnumCaseElementSyntax {
    fileprivate var enclosingEnum: EnumDeclSyntax? {
        parent?.parent?.parent?.parent?.parent?.parent?.as(EnumDeclSyntax.self)
    }
}

extension SwitchCaseSyntax {
    /// Whether a pattern of it is a case.
    func names(_ property: String) -> Bool {
        guard case .case(let label) = label else { return false }
        return label.caseItems.contains { $0.isCase(property) }
    }

    /// Whether the `switch` around is one over `self`.
    var switchIsOfSelf: Bool {
        parent?.parent?.as(SwitchExprSyntax.self)?.subject.trimmedDescription == "self"
    }
}

extension SwitchCaseItemSyntax {
    /// Returns whether it is a case without anything else.
    func isCase(_ property: String) -> Bool {
        guard
            let member = pattern.as(ExpressionPatternSyntax.self)?.expression.as(MemberAccessExprSyntax.self)
        else {
            return false
        }
        return member.declName.baseName.plainText == property
            && (member.base == nil || member.base?.trimmedDescription == "Self")
    }
}
