import ExperimentsSyntaxReading
import SwiftSyntax

/// What a name of a value stands for.
package enum NamedValue {
    /// A parameter, or a name that a statement declares.
    case local(LocalName)
    /// A member of a type, with the type that has it.
    case member(Declaration, TypeKey)
    /// A declaration outside of all types.
    case global(Declaration)
    /// Nothing that the sources declare.
    case none
    /// One of several things, or a thing of a type that the sources do not show.
    case unknown
}

/// A name of a body, by what declares it.
package enum LocalName {
    case typed(TypeSyntax)
    case variable(PatternBindingSyntax)
    /// `if let name = value`
    case unwrapped(ExprSyntax)
    /// `if let name`, with the place to look the name up from.
    case unwrappedName(String, Syntax)
    case element(of: ExprSyntax)
    case captured(ExprSyntax)
    case function(FunctionDeclSyntax)
    /// A name of a type of a library.
    case library(String)
    case other
}

extension NameResolver {
    // MARK: - Members

    /// The members of a type that a name stands for.
    package enum FoundMember {
        case one(Declaration, TypeKey)
        case none
        case unknown
    }

    /// Finds a member of a type, its own or one that it inherits.
    package func member(_ name: String, of key: TypeKey) -> FoundMember {
        guard depth < 24 else { return .unknown }
        depth += 1
        defer { depth -= 1 }
        let own = members(of: key, named: name)
        guard own.isCertain, own.found.count < 2 else { return .unknown }
        if let only = own.found.first { return .one(only, key) }
        if key.isOfLibrary {
            // The library itself may declare it.
            return StandardLibrary.members(of: key.path)?.contains(name) == false ? .none : .unknown
        }
        var isOpen = false
        for type in supertypes(of: key) {
            guard let inherited = type?.key else {
                isOpen = true
                continue
            }
            if inherited.isOfLibrary, members(of: inherited, named: name).found.isEmpty {
                if StandardLibrary.requirements(of: inherited.path)?.contains(name) != false { isOpen = true }
                continue
            }
            switch member(name, of: inherited) {
            case .one(let declaration, let key): return .one(declaration, key)
            case .none: break
            case .unknown: isOpen = true
            }
        }
        return isOpen ? .unknown : .none
    }

    /// Whether a member with this name may be what a protocol of its type requires, so that the type needs it.
    package func mayBeRequired(_ name: String, of key: TypeKey) -> Bool {
        supertypes(of: key).contains { type in
            guard let inherited = type?.key else { return true }
            if inherited.isOfLibrary {
                return StandardLibrary.requirements(of: inherited.path)?.contains(name) != false
            }
            if case .none = member(name, of: inherited) { return mayBeRequired(name, of: inherited) }
            return true
        }
    }

    /// Whether a type of the sources inherits one of some types of libraries.
    package func inherits(_ key: TypeKey, from names: Set<String>) -> Bool {
        guard !key.isOfLibrary, depth < 24 else { return false }
        depth += 1
        defer { depth -= 1 }
        return supertypes(of: key).contains { type in
            guard let inherited = type?.key else { return false }
            return inherited.isOfLibrary ? names.contains(inherited.name) : inherits(inherited, from: names)
        }
    }

    /// Whether a declaration with `override` and this name is anywhere.
    package func isOverridden(_ name: String) -> Bool {
        sources.contains { source in
            source.contains("override") && source.contains(name)
                && source.names.byName[name]?.contains { $0.modifiers.contains("override") } == true
        }
    }

    // MARK: - Names

    /// Finds what a name without a dot stands for at a place.
    package func value(named name: String, at node: Syntax) -> NamedValue {
        var current = node
        var isInnermostType = true
        while let parent = current.parent {
            if let local = local(name, in: parent, before: current) { return .local(local) }
            if parent.asProtocol((any DeclGroupSyntax).self) != nil,
                current.id != parent.inheritanceClause?.id
            {
                guard !parent.is(ProtocolDeclSyntax.self), let key = key(of: parent) else { return .unknown }
                switch member(name, of: key) {
                case .one(let declaration, let key):
                    let isUsable = isInnermostType || declaration.isStatic || declaration.kind == .type
                    return isUsable ? .member(declaration, key) : .unknown
                case .unknown: return .unknown
                case .none: break
                }
                isInnermostType = false
            }
            current = parent
        }
        let globals = globals(named: name, from: file(of: node))
        if globals.count > 1 { return .unknown }
        return globals.first.map { .global($0) } ?? .none
    }

    private func local(_ name: String, in parent: Syntax, before child: Syntax) -> LocalName? {
        switch parent.as(SyntaxEnum.self) {
        case .codeBlockItemList(let list):
            guard !parent.isTopLevel else { return nil }
            return local(name, in: list, before: child)
        case .functionDecl(let node):
            return child.is(CodeBlockSyntax.self) ? parameter(name, of: node.signature.parameterClause) : nil
        case .initializerDecl(let node):
            return child.is(CodeBlockSyntax.self) ? parameter(name, of: node.signature.parameterClause) : nil
        case .subscriptDecl(let node):
            return child.is(AccessorBlockSyntax.self) ? parameter(name, of: node.parameterClause) : nil
        case .accessorDecl:
            return ["newValue", "oldValue"].contains(name) ? .other : nil
        case .closureExpr(let node): return local(name, of: node)
        case .forStmt(let node):
            guard child.id != Syntax(node.sequence).id,
                node.pattern.names.contains(where: { $0.plainText == name })
            else { return nil }
            return node.pattern.is(IdentifierPatternSyntax.self) ? .element(of: node.sequence) : .other
        case .ifExpr(let node):
            guard child.id == Syntax(node.body).id else { return nil }
            return local(name, of: node.conditions, before: nil)
        case .whileStmt(let node):
            guard child.id == Syntax(node.body).id else { return nil }
            return local(name, of: node.conditions, before: nil)
        case .conditionElementList(let list): return local(name, of: list, before: child)
        case .switchCase(let node):
            return node.label.patternNames(declaring: name) ? .other : nil
        case .switchCaseItem(let node):
            return node.pattern.names.contains { $0.plainText == name } ? .other : nil
        case .catchClause(let node):
            let isDeclared = node.catchItems.contains { item in
                item.pattern?.names.contains { $0.plainText == name } == true
            }
            return isDeclared || (node.catchItems.isEmpty && name == "error") ? .other : nil
        default: return nil
        }
    }

    private func local(_ name: String, in list: CodeBlockItemListSyntax, before child: Syntax) -> LocalName? {
        var found: LocalName?
        for item in list {
            let isBefore = Syntax(item).id != child.id
            switch item.item {
            case .decl(let declaration):
                if let function = declaration.as(FunctionDeclSyntax.self), function.name.plainText == name {
                    return .function(function)
                }
                guard isBefore, let variable = declaration.as(VariableDeclSyntax.self) else { break }
                for binding in variable.bindings
                where binding.pattern.names.contains(where: { $0.plainText == name }) {
                    found = binding.pattern.is(IdentifierPatternSyntax.self) ? .variable(binding) : .other
                }
            case .stmt(let statement):
                guard isBefore, let node = statement.as(GuardStmtSyntax.self) else { break }
                found = local(name, of: node.conditions, before: nil) ?? found
            default: break
            }
            if !isBefore { break }
        }
        return found
    }

    private func parameter(_ name: String, of clause: FunctionParameterClauseSyntax) -> LocalName? {
        clause.parameters.first { ($0.secondName ?? $0.firstName).plainText == name }
            .map { $0.ellipsis == nil ? .typed($0.type) : .other }
    }

    private func local(_ name: String, of node: ClosureExprSyntax) -> LocalName? {
        if let capture = node.signature?.capture?.items.first(where: { $0.name.plainText == name }) {
            return capture.initializer.map { .captured($0.value) }
        }
        switch node.signature?.parameterClause {
        case .simpleInput(let list):
            guard let index = Array(list).firstIndex(where: { $0.name.plainText == name }) else { return nil }
            return index == 0 ? firstParameter(of: node) : .other
        case .parameterClause(let clause):
            let parameter = clause.parameters.first { ($0.secondName ?? $0.firstName).plainText == name }
            return parameter.map { $0.type.map { .typed($0) } ?? .other }
        case nil: return name == "$0" ? firstParameter(of: node) : nil
        }
    }

    /// The first parameter of a closure that a well-known function calls for each element.
    private func firstParameter(of node: ClosureExprSyntax) -> LocalName {
        var closure = Syntax(node)
        if let argument = closure.parent?.as(LabeledExprSyntax.self), let list = argument.parent,
            let call = list.parent
        {
            guard call.is(FunctionCallExprSyntax.self) else { return .other }
            closure = Syntax(argument)
        }
        let parent = closure.is(LabeledExprSyntax.self) ? closure.parent?.parent : closure.parent
        if parent?.as(FunctionCallExprSyntax.self)?.calledName == "withRemoteValues" {
            return .library("TestRemoteConfigService")
        }
        guard let call = parent?.as(FunctionCallExprSyntax.self),
            let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
            StandardLibrary.elementFunctions.contains(member.declName.baseName.text)
        else { return .other }
        return .element(of: base)
    }

    private func local(_ name: String, of list: ConditionElementListSyntax, before child: Syntax?)
        -> LocalName?
    {
        var found: LocalName?
        for element in list {
            if let child, Syntax(element).id == child.id { break }
            switch element.condition {
            case .optionalBinding(let binding):
                guard binding.pattern.names.contains(where: { $0.plainText == name }) else { break }
                if let value = binding.initializer?.value {
                    found = .unwrapped(value)
                } else {
                    found = .unwrappedName(name, Syntax(list))
                }
            case .matchingPattern(let match):
                if match.pattern.names.contains(where: { $0.plainText == name }) { found = .other }
            default: break
            }
        }
        return found
    }
}

extension SwitchCaseSyntax.Label {
    fileprivate func patternNames(declaring name: String) -> Bool {
        guard case .case(let label) = self else { return false }
        return label.caseItems.contains { $0.pattern.names.contains { $0.plainText == name } }
    }
}
