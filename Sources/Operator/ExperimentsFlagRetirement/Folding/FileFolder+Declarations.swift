import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Folds declarations.
extension FileFolder {
    // MARK: - Local constants

    /// Replaces the uses of `let isOn = service[.key]`, and removes it.
    ///
    /// - Returns: whether it was removed.
    func follow(_ node: VariableDeclSyntax, until rest: ArraySlice<CodeBlockItemSyntax>) -> Bool {
        guard node.bindings.count == 1, let binding = node.bindings.first, let name = binding.name?.plainText,
            let initializer = binding.initializer, node.attributes.isEmpty, conditionals == 0,
            !node.modifiers.contains(where: { $0.name.tokenKind == .keyword(.async) })
        else { return false }
        let outcome = fold(initializer.value)
        guard let value = outcome.flag, binding.typeAnnotation.map({ isType($0.type, of: value) }) ?? true
        else {
            put(outcome, for: initializer.value)
            return true
        }
        let users = rest.map { NameUses(of: name, in: Syntax($0)) }
        if isUnwritable(value, asValueOf: initializer.value) {
            note(initializer.value, value.literalType == nil ? .hiddenType : .refusedValue)
            return true
        }
        guard users.allSatisfy(\.areReads),
            value.code != nil || users.allSatisfy({ $0.areMembers(of: value) })
        else {
            put(outcome, for: initializer.value)
            return true
        }
        scopes[scopes.count - 1][name] = value
        removeStatement(Syntax(node))
        return true
    }

    /// Returns whether an annotation has exactly the type of the value.
    func isType(_ type: TypeSyntax, of value: KnownValue) -> Bool {
        guard !value.isOptional else { return type.is(OptionalTypeSyntax.self) }
        let name = type.trimmedDescription
        switch value.form {
        case .bool: return name == "Bool"
        case .int: return name == "Int"
        case .double: return name == "Double"
        case .string: return name == "String"
        case .enumCase(let type, _, _): return type?.lastWord == name.lastWord
        case .remoteValue(let type, _): return type.lastWord == name.lastWord
        case .document: return name == "JSONValue"
        case .code(_, let type): return name == type
        case .parameter, .number, .null: return true
        }
    }

    // MARK: - Members

    func fold(_ node: VariableDeclSyntax) {
        if foldRemote(node) { return }
        let noted = notes.count
        builders += node.isBuilder ? 1 : 0
        walkChildren(node)
        builders -= node.isBuilder ? 1 : 0
        guard noted == notes.count, node.bindings.count == 1, let binding = node.bindings.first,
            let name = binding.name?.plainText, node.isMember, node.canBeFollowed, conditionals == 0
        else { return }
        let expression: ExprSyntax?
        if let accessors = binding.accessorBlock {
            guard binding.initializer == nil, case .getter(let items) = accessors.accessors, items.count == 1
            else {
                return
            }
            expression = items.first?.expression
        } else {
            expression = node.bindingSpecifier.tokenKind == .keyword(.let) ? binding.initializer?.value : nil
        }
        guard let expression else { return }
        learn(
            name, isFunction: false, from: expression, type: binding.typeAnnotation?.type, Syntax(node),
            node.modifiers)
    }

    /// Learns that a member has one value, if the key has decided it here.
    private func learn(
        _ name: String, isFunction: Bool, from expression: ExprSyntax, type: TypeSyntax?, _ node: Syntax,
        _ modifiers: DeclModifierListSyntax
    ) {
        let changes = edits
        let noted = notes.count
        let outcome = fold(expression)
        (edits, notes) = (changes, Array(notes.prefix(noted)))
        guard let value = outcome.flag, value.code != nil, type.map({ isType($0, of: value) }) ?? true else {
            return
        }
        remember(name, isFunction: isFunction, value, at: node, modifiers)
    }

    /// Remembers the value of a member, if its name can only stand for this declaration.
    private func remember(
        _ name: String, isFunction: Bool, _ value: KnownValue, at node: Syntax,
        _ modifiers: DeclModifierListSyntax
    ) {
        guard !isLiteral, let group = node.enclosingGroup, !group.is(ProtocolDeclSyntax.self),
            let owner = resolver.key(of: group), !owner.isOfLibrary,
            let declaration = resolver.declaration(of: owner), declaration.kind == .type,
            case .one(let found, _) = resolver.member(name, of: owner), isDeclaration(found, of: node)
        else { return }
        let isPrivate = modifiers.contains {
            ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
        }
        let isStatic = modifiers.contains { $0.name.tokenKind == .keyword(.static) }
        let isFinal =
            !declaration.node.is(ClassDeclSyntax.self) || isStatic || isPrivate
            || declaration.modifiers.contains("final")
            || modifiers.contains { $0.name.tokenKind == .keyword(.final) }
        guard isFinal, !resolver.isOverridden(name) || !declaration.node.is(ClassDeclSyntax.self) else {
            return
        }
        let isHidden = modifiers.contains { $0.name.text == "private" } || isPrivate && !declaration.isPrivate
        let isEncoded = node.as(VariableDeclSyntax.self).map { resolver.isEncoded($0) } ?? false
        members.insert(
            KnownMember(
                owner: owner, name: name, isFunction: isFunction, isStatic: isStatic, value: value,
                file: isPrivate ? file.path : nil,
                canGo: !isEncoded && (isHidden || !resolver.mayBeRequired(name, of: owner))))
    }

    private func isDeclaration(_ found: Declaration, of node: Syntax) -> Bool {
        found.file == file.path
            && (found.node.id == node.id || found.variable.map { Syntax($0).id } == node.id)
    }

    /// Folds `@Remote(.key) var isOn`.
    private func foldRemote(_ node: VariableDeclSyntax) -> Bool {
        guard
            let attribute = node.attributes.attribute("Remote")
                ?? node.attributes.attribute("RemoteConfigProperty"),
            let arguments = attribute.arguments?.as(LabeledExprListSyntax.self), let first = arguments.first,
            let key = facts.name(first.expression, isCertain: true), resolver.types(named: "Remote").isEmpty,
            node.bindings.count == 1, let name = node.bindings.first?.name?.plainText
        else { return false }
        let type = node.bindings.first?.typeAnnotation.map { KeyType(name: $0.type.trimmedDescription) }
        let value: KnownValue? =
            switch key.kind {
            case .key(let type): facts.value(of: type)
            default: facts.value(of: type ?? facts.type)
            }
        guard let value, value.code != nil else {
            note(node, .noLiteral)
            return true
        }
        guard conditionals == 0 else { return true }
        if node.isMember {
            remember(name, isFunction: false, value, at: Syntax(node), node.modifiers)
        } else {
            scopes[scopes.count - 1][name] = value
        }
        return true
    }

    func fold(_ node: FunctionDeclSyntax) {
        let test = TestDeclaration(node, in: types)
        // A test that sets the key is for later: its reads have the value that it sets.
        if !facts.removesSettings, test != nil || node.isSetUp, facts.sets(Syntax(node)) { return }
        if let test { tests.append(test) }
        let outer = (conditionals, builders)
        conditionals = 0
        builders = node.isBuilder ? 1 : 0
        let noted = notes.count
        inScope(node.signature.parameterClause.parameters.map { $0.secondName ?? $0.firstName }) {
            if test != nil { foldArguments(of: node) }
            walkChildren(node)
        }
        (conditionals, builders) = outer
        if let test {
            tests.removeLast()
            // The subject of the test was removed, so the rest would test nothing.
            if test.isOfOther || test.checksRemoved > 0 && test.checksLeft == 0 {
                notes.removeLast(notes.count - noted)
                removeStatement(node.parent?.as(MemberBlockItemSyntax.self).map(Syntax.init) ?? Syntax(node))
            }
            return
        }
        guard noted == notes.count, node.parent?.is(MemberBlockItemSyntax.self) == true,
            node.signature.parameterClause.parameters.isEmpty, node.signature.effectSpecifiers == nil,
            node.attributes.isEmpty, node.genericParameterClause == nil, node.modifiers.canBeFollowed,
            conditionals == 0,
            let body = node.body, body.statements.count == 1,
            let expression = body.statements.first?.expression
        else { return }
        guard let type = node.signature.returnClause?.type else { return }
        learn(
            node.name.plainText, isFunction: true, from: expression, type: type, Syntax(node), node.modifiers)
    }

    // MARK: - Tests

    /// Removes a test suite for another value.
    ///
    /// - Returns: whether it was removed.
    func foldSuite(_ node: some DeclGroupSyntax) -> Bool {
        if !facts.removesSettings, node.isTestSuite, facts.setsInAllTests(of: node) { return true }
        guard node.attributes.attribute("Suite") != nil else { return false }
        let suite = TestDeclaration()
        tests.append(suite)
        walk(Syntax(node.attributes))
        tests.removeLast()
        guard suite.isOfOther else { return false }
        let item = node.parent.map {
            $0.is(MemberBlockItemSyntax.self) || $0.is(CodeBlockItemSyntax.self) ? $0 : Syntax(node)
        }
        removeStatement(item ?? Syntax(node))
        return true
    }

    /// Removes a preview of another value.
    func foldPreview(_ node: Syntax) {
        guard facts.removesSettings || !facts.sets(node) else { return }
        let preview = TestDeclaration()
        let noted = notes.count
        tests.append(preview)
        walkChildren(node)
        tests.removeLast()
        guard preview.isOfOther else { return }
        notes.removeLast(notes.count - noted)
        removeStatement(node.declarationItem)
    }

    /// Leaves of `@Test(arguments: allVariants(of: .key))` the test of the value that stays.
    private func foldArguments(of node: FunctionDeclSyntax) {
        guard let list = node.attributes.attribute("Test")?.arguments?.as(LabeledExprListSyntax.self),
            let argument = list.first(where: { $0.label?.plainText == "arguments" }), argument == list.last,
            let parameter = node.signature.parameterClause.parameters.first,
            node.signature.parameterClause.parameters.count == 1, let value = facts.value(of: facts.type)
        else { return }
        let name = (parameter.secondName ?? parameter.firstName).plainText
        guard isOfKey(argument.expression, value, name, node) else { return }
        scopes[scopes.count - 1][name] = value
        removeArgument(argument, of: list)
        edits.replace(parameter.range)
    }

    /// Whether the arguments of a test are the values of the key.
    private func isOfKey(
        _ arguments: ExprSyntax, _ value: KnownValue, _ name: String, _ node: FunctionDeclSyntax
    )
        -> Bool
    {
        if let call = arguments.as(FunctionCallExprSyntax.self) {
            guard call.callee?.name == "allVariants", let key = call.arguments.first?.expression else {
                return false
            }
            return facts.name(key, isCertain: true) != nil
        }
        guard let list = arguments.as(ArrayExprSyntax.self), let body = node.body,
            list.elements.contains(where: { fold($0.expression).value.flatMap { isSame(value, $0) } == true })
        else { return false }
        // `[.key: name]`
        return body.nodes(of: DictionaryElementSyntax.self).contains { element in
            facts.name(element.key, isCertain: true) != nil
                && element.value.as(DeclReferenceExprSyntax.self)?.baseName.plainText == name
        }
    }

    /// Folds `#expect(service[.key])` and its like.
    ///
    /// - Returns: whether it is folded.
    func foldAssertion(_ expression: ExprSyntax, as item: CodeBlockItemSyntax) -> Bool {
        guard let check = Assertion(expression) else { return false }
        let outcomes = check.operands.map { fold($0) }
        let result: Bool?
        switch check.kind {
        case .isTrue: result = outcomes[0].flag?.truth
        case .isFalse: result = outcomes[0].flag?.truth.map { !$0 }
        case .areEqual, .areDifferent:
            let values = outcomes.compactMap(\.value)
            let same =
                values.count == 2 && outcomes.contains { $0.flag != nil } ? isSame(values[0], values[1]) : nil
            result = same.map { $0 == (check.kind == .areEqual) }
        }
        switch result {
        case true?:
            tests.last?.checksRemoved += 1
            removeStatement(Syntax(item))
        case false? where !tests.isEmpty: tests.last?.isOfOther = true
        default:
            tests.last?.checksLeft += 1
            for (operand, outcome) in zip(check.operands, outcomes) { put(outcome, for: operand) }
            for other in check.others { walk(Syntax(other)) }
        }
        return true
    }
}

extension CodeBlockItemSyntax {
    /// Whether something of a statement stays although its ends are removed.
    func isKept(by edits: SourceEdits) -> Bool {
        let inside = edits.changes.filter { $0.range.overlaps(range) }
        return inside.contains { !$0.text.isEmpty } || inside.count != 1
    }
}

extension VariableDeclSyntax {
    fileprivate var isMember: Bool { parent?.is(MemberBlockItemSyntax.self) == true }

    /// Whether a result builder creates its value.
    fileprivate var isBuilder: Bool {
        attributes.hasBuilder
            || bindings.contains { $0.typeAnnotation?.type.is(SomeOrAnyTypeSyntax.self) == true }
    }

    fileprivate var canBeFollowed: Bool { attributes.isEmpty && modifiers.canBeFollowed }
}

extension DeclModifierListSyntax {
    /// Whether no other code can change the meaning of a member.
    fileprivate var canBeFollowed: Bool {
        !contains {
            ["public", "open", "package", "override", "dynamic", "lazy", "weak", "async"].contains(
                $0.name.text)
        }
    }
}

extension FunctionDeclSyntax {
    /// Whether a result builder creates its result.
    fileprivate var isBuilder: Bool {
        attributes.hasBuilder || signature.returnClause?.type.is(SomeOrAnyTypeSyntax.self) == true
    }
}

extension AttributeListSyntax {
    fileprivate var hasBuilder: Bool {
        contains { $0.as(AttributeSyntax.self)?.attributeName.lastName.hasSuffix("Builder") == true }
    }
}

/// The uses of a local name in a statement.
struct NameUses {
    /// Whether each is a separate expression, which a literal can replace.
    private(set) var areReads = true
    private var parents: [Syntax?] = []

    init(of name: String, in node: Syntax) {
        for token in node.tokens(viewMode: .sourceAccurate) where token.plainText == name {
            guard let parent = token.parent else { continue }
            switch parent.kind {
            case .declReferenceExpr:
                // A name after a dot is another one.
                if let member = parent.parent?.as(MemberAccessExprSyntax.self),
                    member.declName.id == parent.id
                {
                    continue
                }
                parents.append(parent.parent)
                if parent.isInUnknownMacro { areReads = false }
            case .closureCapture: areReads = false
            case .identifierPattern:
                // `if let name` reads the value of the name.
                if let binding = parent.parent?.as(OptionalBindingConditionSyntax.self),
                    binding.initializer == nil
                {
                    areReads = false
                }
            default: break
            }
        }
    }

    /// Whether each reads a known member.
    func areMembers(of value: KnownValue) -> Bool {
        parents.allSatisfy { parent in
            parent?.as(MemberAccessExprSyntax.self).map {
                value.member($0.declName.baseName.plainText) != nil
            } ?? false
        }
    }
}

extension Syntax {
    fileprivate var isInUnknownMacro: Bool {
        var node = self
        while let parent = node.parent, !parent.is(CodeBlockItemListSyntax.self) {
            if let macro = parent.as(MacroExpansionExprSyntax.self) {
                return !["expect", "require"].contains(macro.macroName.text)
            }
            node = parent
        }
        return false
    }
}
