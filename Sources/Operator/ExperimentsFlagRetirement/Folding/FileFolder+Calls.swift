import ExperimentsSourceScanning
import ExperimentsSupport
import ExperimentsSyntaxReading
import SwiftSyntax

/// Folds calls, lists and assignments, in which the key is set or listed.
extension FileFolder {
    func fold(_ node: FunctionCallExprSyntax) -> Outcome {
        // A value that an override sets is no read.
        if let (_, function) = node.callee, function == "override", let first = node.arguments.first,
            facts.name(first.expression, isCertain: true) != nil
        {
            if facts.removesSettings { foldSetting(of: node.argument("with"), in: node) }
            return .open
        }
        if node.callee?.name == "withRemoteValues", !walksClosure(of: node) { return .open }
        if let (_, function) = node.callee, ["enabled", "disabled"].contains(function), let test = tests.last,
            let argument = node.arguments.first, argument.label?.plainText == "if",
            let truth = fold(argument.expression).flag?.truth
        {
            if truth == (function == "enabled") { removeTrait(node) } else { test.isOfOther = true }
            return .open
        }
        if let value = document(node) { return .known(value, isFlag: false) }
        walkChildren(node)
        return .open
    }

    /// Whether the closure of `withRemoteValues` may be changed: not while the key has another value in it.
    private func walksClosure(of node: FunctionCallExprSyntax) -> Bool {
        guard facts.sets(Syntax(node.arguments)) else { return true }
        guard facts.removesSettings else { return false }
        guard tests.isEmpty else { return true }
        let noted = notes.count
        let isSettled = Syntax(node.arguments).settings.filter { facts.name($0.key, isCertain: true) != nil }
            .allSatisfy { settles($0.value, at: Syntax(node)) }
        if isSettled { notes.removeLast(notes.count - noted) }
        return isSettled
    }

    /// Returns the value of `.bool(true)` or `.string("a")`, which may be JSON values.
    private func document(_ node: FunctionCallExprSyntax) -> KnownValue? {
        guard node.arguments.count == 1, let argument = node.arguments.first, argument.label == nil,
            let (base, name) = node.callee,
            base.map({ $0.namePath == ["JSONValue"] })
                ?? node.calledExpression.is(MemberAccessExprSyntax.self)
        else { return nil }
        if name == "bool", let literal = argument.expression.as(BooleanLiteralExprSyntax.self) {
            return KnownValue(.document(literal.literal.text))
        }
        guard name == "string", let text = argument.expression.textLiteral else { return nil }
        return KnownValue(.document(JSONValue.string(text).compactText))
    }

    func fold(_ node: MacroExpansionExprSyntax) -> Outcome {
        let name = node.macroName.text
        if name == "Preview" {
            foldPreview(Syntax(node))
            return .open
        }
        guard ["expect", "require"].contains(name) else {
            if containsRead(Syntax(node)) { note(node, .macro(name)) }
            return .open
        }
        walkChildren(node)
        return .open
    }

    /// Whether the key is read in a node.
    func containsRead(_ node: Syntax) -> Bool {
        var isFound = false
        node.visitNodes { node in
            isFound = isFound || node.as(ExprSyntax.self).map { isFlag($0) } ?? false
            return !isFound
        }
        return isFound
    }

    /// Whether an expression reads the key, or something that it decides.
    func isFlag(_ expression: ExprSyntax) -> Bool {
        if let name = expression.as(DeclReferenceExprSyntax.self) {
            return value(of: name) != nil
        }
        let noted = notes.count
        defer { notes.removeLast(notes.count - noted) }
        return read(expression) != nil
    }

    // MARK: - Lists

    func fold(_ node: ArrayExprSyntax) -> Outcome {
        let listed = Array(node.elements).filter { isKey($0.expression) }
        if facts.removesSettings, !listed.isEmpty, canRemove(listed, from: node) {
            for element in listed { removeElement(element, of: node.elements, from: Syntax(node)) }
        }
        for element in node.elements where !listed.contains(element) {
            put(fold(element.expression), for: element.expression)
        }
        return .open
    }

    /// Whether a list keeps its type without some elements.
    private func canRemove(_ elements: [ArrayElementSyntax], from node: ArrayExprSyntax) -> Bool {
        if case .unknown = resolver.expected(of: ExprSyntax(node)), !ExprSyntax(node).hasType {
            note(node, elements.count == node.elements.count ? .emptyList : .onlyElement)
            return false
        }
        return true
    }

    /// Whether an element of a list is the key.
    private func isKey(_ expression: ExprSyntax) -> Bool {
        guard let name = facts.name(expression, isCertain: false) else { return false }
        return expression.textLiteral == nil && name.kind != .text
            || expression.is(MemberAccessExprSyntax.self)
    }

    func fold(_ node: DictionaryExprSyntax) -> Outcome {
        guard let elements = node.content.as(DictionaryElementListSyntax.self) else { return .open }
        for element in elements {
            let isCertain = node.callOfValues != nil || isDefault(node)
            guard facts.name(element.key, isCertain: isCertain) != nil else {
                put(fold(element.key), for: element.key)
                put(fold(element.value), for: element.value)
                continue
            }
            guard facts.removesSettings,
                isDefault(node) || isCertain && settles(element.value, at: Syntax(element))
            else {
                if !isCertain { put(fold(element.value), for: element.value) }
                continue
            }
            if elements.count == 1, let call = node.callOfValues {
                removeValues(node, of: call)
            } else {
                removeElement(element, of: elements, from: Syntax(node))
            }
        }
        return .open
    }

    /// Removes a call that would no longer set a value.
    private func removeValues(_ node: DictionaryExprSyntax, of call: FunctionCallExprSyntax) {
        if call.callee?.name == "withRemoteValues" {
            return edits.replace(node.range, with: "RemoteValues()")
        }
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base
        else {
            return removeTrait(call)
        }
        // A modifier of a view.
        edits.replace(base.range.upperBound..<call.range.upperBound)
    }

    /// Whether a dictionary has defaults of parameters.
    private func isDefault(_ node: DictionaryExprSyntax) -> Bool {
        var parent = node.parent
        while let current = parent, !current.is(FunctionCallExprSyntax.self),
            !current.is(CodeBlockItemSyntax.self)
        {
            parent = current.parent
        }
        guard let name = parent?.as(FunctionCallExprSyntax.self)?.callee?.name else { return false }
        return ["setDefaults", "setLibraryDefaults", "preview"].contains(name)
    }

    private func removeElement<List: SyntaxCollection>(
        _ element: List.Element, of list: List, from whole: Syntax
    ) {
        let elements = Array(list)
        guard let index = elements.firstIndex(where: { $0.id == element.id }) else { return }
        let range = element.range
        if text.beginsLine(range.lowerBound), text.endsLine(range.upperBound) {
            return edits.replace(text.lineStart(of: range.lowerBound)..<text.lineEnd(of: range.upperBound))
        }
        if index + 1 < elements.count {
            edits.replace(range.lowerBound..<elements[index + 1].range.lowerBound)
        } else if index > 0 {
            // Remove the comma before it, too.
            let before = elements[index - 1]
            let comma = before.lastToken(viewMode: .sourceAccurate)
            let end =
                comma?.tokenKind == .comma
                ? comma?.range.lowerBound ?? before.range.upperBound : before.range.upperBound
            edits.replace(end..<range.upperBound)
        } else if whole.is(DictionaryExprSyntax.self) {
            edits.replace(range, with: ":")
        } else {
            edits.replace(range)
        }
    }

    // MARK: - Values that are set

    /// Folds `service[.key] = value` or `$0[.key] = value`.
    func foldAssignment(_ node: InfixOperatorExprSyntax, _ target: ExprSyntax, _ value: ExprSyntax) -> Outcome
    {
        if let place = target.as(SubscriptCallExprSyntax.self),
            let argument = place.arguments.first?.expression,
            place.arguments.count == 1, let name = facts.name(argument, isCertain: false),
            name.kind != .text || Receiver(place.calledExpression, resolver).isConfig
        {
            if facts.removesSettings { foldSetting(of: value, in: node) }
            return .open
        }
        if target.is(DiscardAssignmentExprSyntax.self), fold(value).flag != nil,
            node.parent?.is(CodeBlockItemSyntax.self) == true
        {
            edits.replace(text.removal(of: node.range))
            return .open
        }
        foldTarget(target)
        let outer = (edits, notes)
        let outcome = fold(value)
        // `x = x` does nothing, and Swift refuses it.
        if case .reduced(let rest) = outcome, rest.trimmedDescription == target.trimmedDescription {
            (edits, notes) = outer
            guard target.is(DeclReferenceExprSyntax.self),
                case .local(.variable) = resolver.value(named: target.trimmedDescription, at: Syntax(node)),
                let item = node.parent?.as(CodeBlockItemSyntax.self)
            else {
                isLiteral = true
                put(fold(value), for: value)
                isLiteral = false
                noteRest(node, .assignsItself)
                return .open
            }
            removeStatement(Syntax(item))
            return .open
        }
        put(outcome, for: value)
        return .open
    }

    /// Folds the target of an assignment: it is not read, but what it is a member of is, and what is in its brackets.
    private func foldTarget(_ target: ExprSyntax) {
        if target.is(DeclReferenceExprSyntax.self) { return }
        guard let member = target.as(MemberAccessExprSyntax.self) else { return walkChildren(target) }
        if let base = member.base { put(fold(base), for: base) }
    }

    /// Removes a statement that gives the key a value, if all users get that value.
    private func foldSetting(of value: ExprSyntax?, in node: some SyntaxProtocol) {
        guard let value, settles(value, at: Syntax(node)) else {
            if value == nil { note(node, .override) }
            return
        }
        var whole = Syntax(node)
        while let parent = whole.parent, !whole.is(CodeBlockItemSyntax.self) { whole = parent }
        if whole.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self)?.count == 1,
            let call = whole.enclosingTrailingCall
        {
            // The closure sets nothing else.
            return removeTrait(call)
        }
        edits.replace(text.removal(of: whole.range))
    }

    private func removeTrait(_ call: FunctionCallExprSyntax) {
        guard let element = call.parent?.as(LabeledExprSyntax.self),
            let list = element.parent?.as(LabeledExprListSyntax.self)
        else { return note(call, .onlySetting) }
        removeArgument(element, of: list)
    }

    func removeArgument(_ element: LabeledExprSyntax, of list: LabeledExprListSyntax) {
        if list.count == 1, let attribute = list.parent?.as(AttributeSyntax.self),
            let left = attribute.leftParen,
            let right = attribute.rightParen
        {
            return edits.replace(left.range.lowerBound..<right.range.upperBound)
        }
        removeElement(element, of: list, from: Syntax(list))
    }

    /// Whether a value that is set is the one that all users get, so that nothing is lost without it. A test of another
    /// value is removed; elsewhere the place stays.
    private func settles(_ value: ExprSyntax, at node: Syntax) -> Bool {
        if let set = fold(value).value, let same = isSet(set) {
            if same { return true }
            if let test = tests.last {
                test.isOfOther = true
            } else {
                note(node, .otherValue(facts.text))
            }
            return false
        }
        note(node, .unknownValue)
        return false
    }

    /// Whether a value that code sets is the one that all users get; nil if that is unknown.
    private func isSet(_ value: KnownValue) -> Bool? {
        if case .string(let string) = value.form, string == facts.text { return true }
        return facts.value(of: facts.type).flatMap { $0.optional(false).isEqual(to: value) }
    }
}

extension Syntax {
    /// The elements of dictionaries in it.
    fileprivate var settings: [DictionaryElementSyntax] { nodes(of: DictionaryElementSyntax.self) }
}

extension DictionaryExprSyntax {
    /// The call that gives keys values for a test, or a view, if this is its argument.
    fileprivate var callOfValues: FunctionCallExprSyntax? {
        guard parent?.is(LabeledExprSyntax.self) == true,
            let call = parent?.parent?.parent?.as(FunctionCallExprSyntax.self), let name = call.callee?.name
        else { return nil }
        return ["remoteValues", "withRemoteValues"].contains(name) ? call : nil
    }
}

extension Syntax {
    /// The call whose last argument is the enclosing closure, if the closure contains nothing else.
    fileprivate var enclosingTrailingCall: FunctionCallExprSyntax? {
        guard let closure = parent?.parent?.as(ClosureExprSyntax.self),
            let call = closure.parent?.as(FunctionCallExprSyntax.self)
        else { return nil }
        return call.callee?.name == "remoteValues" ? call : nil
    }
}
