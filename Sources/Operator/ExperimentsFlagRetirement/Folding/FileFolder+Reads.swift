import ExperimentsProject
import ExperimentsSourceScanning
import ExperimentsSupport
import ExperimentsSyntaxReading
import SwiftSyntax

/// Recognizes the code that reads a key.
extension FileFolder {
    /// Returns the value that an expression reads from the key; nil if it reads something else.
    func read(_ expression: ExprSyntax) -> KnownValue? {
        if let node = expression.as(SubscriptCallExprSyntax.self) { return readSubscript(node) }
        if let node = expression.as(FunctionCallExprSyntax.self) { return readCall(node) }
        return nil
    }

    private func readSubscript(_ node: SubscriptCallExprSyntax) -> KnownValue? {
        guard node.arguments.count == 1, let argument = node.arguments.first, argument.label == nil,
            !node.isAssigned
        else { return nil }
        let receiver = Receiver(node.calledExpression, resolver)
        guard let name = facts.name(argument.expression, isCertain: receiver.isService) else { return nil }
        // A text could be the key of any dictionary; the code after it shows whether it is a parameter of Firebase.
        if case .text = name.kind {
            guard node.hasParameterAccessor, receiver.isConfig || receiver == .unknown else { return nil }
            usedNames.insert(name)
            return value(of: .parameter, at: node)
        }
        let called = node.calledExpression.trimmedDescription
        switch receiver {
        case .service(let isOptional), .config(let isOptional):
            guard !isOptional else {
                note(node, .optionalReceiver(called))
                return nil
            }
        case .other:
            // Another type with a subscript that takes the key.
            note(node, .ownSubscript(called))
            return nil
        case .unknown:
            let isNamed = argument.expression.as(MemberAccessExprSyntax.self)?.base != nil
            guard isNamed || name.kind == .key(.bool) && Syntax(node).isCondition else {
                note(node, .unknownReceiver(called))
                return nil
            }
        }
        return value(of: name.kind, at: node)
    }

    private func readCall(_ node: FunctionCallExprSyntax) -> KnownValue? {
        guard let (base, function) = node.callee, let first = node.arguments.first else {
            return node.callee.flatMap { base, name in
                guard node.arguments.isEmpty, node.trailingClosure == nil else { return nil }
                return knownFunction(base, name, at: node)
            }
        }
        let labels = node.arguments.map { $0.label?.plainText ?? "_" }
        if let reader = facts.readers.first(where: {
            $0.name == function && $0.labels == labels && isType($0.type, base)
        }) {
            guard let name = facts.name(first.expression, isCertain: true) else { return nil }
            usedNames.insert(name)
            guard !(base?.isOptionalChain ?? false) else {
                note(node, .optionalReceiver(base?.trimmedDescription ?? ""))
                return nil
            }
            guard let value = facts.value(of: reader) else {
                note(node, .untypedReader("\(reader)"))
                return nil
            }
            return value
        }
        let kind: KeyName.Kind?
        switch (function, labels[0], labels.count) {
        case ("remoteValue", "for", 1): kind = nil
        case ("configValue", "forKey", 1), ("configValue", "for", 1): kind = .parameter
        case ("flagValue", "_", 1...3):
            guard let name = facts.name(first.expression, isCertain: true), base?.isOptionalChain != true
            else {
                return nil
            }
            usedNames.insert(name)
            return KnownValue(.document(facts.jsonText))
        default: return nil
        }
        guard isOfLibrary(node) else { return nil }
        guard let name = facts.name(first.expression, isCertain: true) else {
            noteBuiltName(first.expression)
            return nil
        }
        guard base?.isOptionalChain != true else {
            note(node, .optionalReceiver(base?.trimmedDescription ?? ""))
            return nil
        }
        if kind == nil, case .text = name.kind { return nil }
        usedNames.insert(name)
        return value(of: kind ?? name.kind, at: node)
    }

    /// Whether a call is not one of a function that the sources declare.
    private func isOfLibrary(_ node: FunctionCallExprSyntax) -> Bool {
        guard let first = node.arguments.first?.expression else { return false }
        if case .types = resolver.expected(of: first) { return false }
        return true
    }

    private func knownFunction(_ base: ExprSyntax?, _ name: String, at node: FunctionCallExprSyntax)
        -> KnownValue?
    {
        guard let base else {
            return scopes.contains { $0[name] != nil }
                ? nil : member(name, isFunction: true, at: Syntax(node))
        }
        return member(name, isFunction: true, of: base)
    }

    /// Returns whether the type named by a reader is that of a call's receiver.
    private func isType(_ type: String?, _ base: ExprSyntax?) -> Bool {
        guard let type, let base else { return true }
        let receiver = resolver.type(of: base)?.unwrapped
        let known: SwiftType? = if case .metatype(let inner)? = receiver { inner } else { receiver }
        if let key = known?.key { return key.name == type.lastWord }
        guard let names = base.namePath, let last = names.last, last.first?.isUppercase == true else {
            return true
        }
        return last == type.lastWord
    }

    private func value(of kind: KeyName.Kind, at node: some SyntaxProtocol) -> KnownValue? {
        switch kind {
        case .parameter: return KnownValue(.parameter(facts.text))
        case .text: return nil
        case .key(let type):
            guard let value = facts.value(of: type) else {
                note(node, .noLiteral)
                return nil
            }
            return value
        }
    }

    /// Notes a name that is built at run time and could be that of the key.
    private func noteBuiltName(_ expression: ExprSyntax) {
        guard let pattern = expression.builtText, pattern.couldBe(facts.key) else { return }
        note(expression, .builtName(facts.key))
    }
}

extension RetirementFacts {
    /// The value as a document: a text that is no JSON is a string.
    var jsonText: String {
        (try? JSONValue(parsing: text)) == nil ? JSONValue.string(text).compactText : text
    }
}

extension FunctionCallExprSyntax {
    /// The name of the called function, and the expression before its dot.
    var callee: (base: ExprSyntax?, name: String)? {
        if let name = calledExpression.as(DeclReferenceExprSyntax.self) {
            return (nil, name.baseName.plainText)
        }
        guard let member = calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
        return (member.base, member.declName.baseName.plainText)
    }

    /// Returns the argument with a label.
    func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.plainText == label }?.expression
    }
}

extension SubscriptCallExprSyntax {
    /// Whether the code after it reads a parameter of Firebase.
    var hasParameterAccessor: Bool {
        guard let member = parent?.as(MemberAccessExprSyntax.self) else { return false }
        return ["boolValue", "stringValue", "numberValue"].contains(member.declName.baseName.plainText)
    }

    /// Whether it is the target of an assignment.
    var isAssigned: Bool {
        parent?.as(InfixOperatorExprSyntax.self).map { $0.assignment?.target.id == ExprSyntax(self).id }
            ?? false
    }
}

extension ExprSyntax {
    /// Whether it is nil if something in it is.
    var isOptionalChain: Bool {
        if self.is(OptionalChainingExprSyntax.self) { return true }
        if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isOptionalChain ?? false }
        if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.isOptionalChain }
        return false
    }

    /// The literal parts of a concatenated text, with nil for unknown parts.
    fileprivate var builtText: BuiltText? {
        if let literal = self.as(StringLiteralExprSyntax.self) {
            let parts = literal.segments.map { segment -> String? in
                if case .stringSegment(let text) = segment { text.content.text } else { nil }
            }
            return BuiltText(parts: parts)
        }
        guard let infix = self.as(InfixOperatorExprSyntax.self), infix.operator.trimmedDescription == "+"
        else {
            return nil
        }
        let (left, right) = (infix.leftOperand.builtText, infix.rightOperand.builtText)
        guard left != nil || right != nil else { return nil }
        return BuiltText(parts: (left?.parts ?? [nil]) + (right?.parts ?? [nil]))
    }
}

/// A text that is only partly known.
private struct BuiltText {
    let parts: [String?]

    /// Whether the text could be another one.
    func couldBe(_ text: String) -> Bool {
        var rest = text[...]
        var isOpen = false
        for (index, part) in parts.enumerated() {
            guard let part else {
                isOpen = true
                continue
            }
            if part.isEmpty { continue }
            if !isOpen {
                guard rest.hasPrefix(part) else { return false }
                rest = rest.dropFirst(part.count)
            } else if index == parts.count - 1 {
                return rest.hasSuffix(part)
            } else {
                guard let found = rest.ranges(of: part).first else { return false }
                rest = rest[found.upperBound...]
            }
            isOpen = false
        }
        return isOpen || rest.isEmpty
    }
}
